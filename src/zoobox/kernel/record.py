"""Records: a game as text that a person can read and mail, and that is checked when it is replayed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from zoobox.kernel.errors import BadRecord, IllegalChoice, ZooboxError
from zoobox.kernel.origin import KEYED, QUICK, SecretSeed, begin, decide, replay_decisions

if TYPE_CHECKING:
    from zoobox.kernel.choice import Standing
    from zoobox.kernel.game import Game
    from zoobox.kernel.state import State

FIRST_LINE = "zoobox record 1"
HEADER = (
    "game",
    "variant",
    "players",
    "settings",
    "luck",
    "seed",
    "contributions",
    "salt",
    "commitment",
    "position",
    "names",
    "rules",
    "components",
)
DECISION = re.compile(r"(\d{1,9})\.\s+(\d{1,9})\s+(\S.*)", re.ASCII)
WHOLE = re.compile(r"\d{1,4000}", re.ASCII)


def commitment(seed: int, salt: str) -> str:
    """A hash to publish before a game: it hides the seed, which can be checked against it afterwards."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()


def write(game: Game, state: State, names: Sequence[str] = (), salt: str = "") -> str:
    """The record of a state that was started from a seed or a position; a salt adds the commitment to the seed."""
    if state.origin is None:
        raise BadRecord("this state has no history: its hidden parts were re-randomised for a bot or a test")
    again = begin(game, state.origin)
    lines = [FIRST_LINE, *_header(game, state.origin, names, salt), ""]
    for number, (seat, choice) in enumerate(state.past, 1):
        lines.append(f"{number}. {seat} {game.notation(again, seat, choice)}")
        decide(again, seat, choice, number)
    lines.append("")
    if state.over:
        lines.append(f"result: {result_line(state.standings)}")
    lines.append(f"hash: {state.hash()}")
    return "\n".join(lines) + "\n"


def result_line(standings: Sequence[Standing]) -> str:
    """`0 wins with 14, 1 has 11`, the winners first; alone `0 lost with -48`, or with the title that was earned."""
    ordered = sorted(standings, key=lambda standing: (standing.rank, standing.seat))
    return ", ".join(_result_of(standing) for standing in ordered)


def _result_of(standing: Standing) -> str:
    if standing.result is None:
        return f"{standing.seat} {'wins with' if standing.rank == 1 else 'has'} {standing.points}"
    if standing.result.won is None:
        return f"{standing.seat} has {standing.points}: {standing.result.name}"
    return f"{standing.seat} {standing.result.name} with {standing.points}"


def _known_results(standings: Sequence[Standing]) -> tuple[str, ...]:
    """The result line, and how version 0.1 wrote the one of a solo game, which called every end a win."""
    line = result_line(standings)
    return (line, f"0 wins with {standings[0].points}") if len(standings) == 1 else (line,)


def _header(game: Game, origin: Any, names: Sequence[str], salt: str = "") -> Iterator[str]:
    configuration = game.configuration()
    yield f"game: {game.name}"
    yield f"variant: {game.variant}"
    yield f"players: {game.players}"
    if configuration["settings"]:
        yield f"settings: {json.dumps(configuration['settings'], sort_keys=True)}"
    if isinstance(origin, SecretSeed):
        yield f"luck: {KEYED}"
    if isinstance(origin, (int, SecretSeed)):
        seed = origin if isinstance(origin, int) else origin.seed
        yield f"seed: {seed}"
        if salt:
            yield f"salt: {salt}"
            yield f"commitment: {commitment(seed, salt)}"
        if isinstance(origin, SecretSeed) and origin.contributions:
            yield f"contributions: {json.dumps(origin.contributions)}"
    position = origin.position if isinstance(origin, SecretSeed) else None if isinstance(origin, int) else origin
    if position is not None:
        yield f"position: {json.dumps(position, sort_keys=True, separators=(',', ':'))}"
    if names:
        yield f"names: {json.dumps(list(names), ensure_ascii=False)}"
    yield f"rules: {game.rules_version}"
    yield f"components: {game.components.fingerprint}"


@dataclass
class Record:
    """A record that has been read, not yet played."""

    header: dict[str, str]
    decisions: list[tuple[int, int, str]]
    """Line number, seat, notation."""
    result: str | None = None
    hash: str | None = None
    hash_line: int = 0
    result_line: int = 0


@dataclass
class Replay:
    """A record that was replayed and verified."""

    game: Game
    state: State
    names: list[str]
    record: Record
    complete: bool
    """Whether the record had its closing hash, and it was right."""
    notes: list[str] = field(default_factory=list)

    def at(self, number: int) -> State:
        """The state after that many decisions."""
        past = self.state.past
        if not 0 <= number <= len(past):
            raise BadRecord(f"the record has {len(past)} decisions; there is no moment {number}")
        return replay_decisions(self.game, self.state.origin, past[:number])

    def _repr_svg_(self) -> str:
        return self.state.svg(None)


def read(text: str) -> Record:
    """Parses a record; raises BadRecord with the line."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != FIRST_LINE:
        raise BadRecord(f"a record begins with {FIRST_LINE!r}", 1)
    record = Record({}, [])
    for number, raw in enumerate(lines[1:], 2):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        decision = DECISION.fullmatch(line)
        if decision:
            if int(decision[1]) != len(record.decisions) + 1:
                raise BadRecord(f"decision {len(record.decisions) + 1} is expected here, not {decision[1]}", number)
            record.decisions.append((number, int(decision[2]), decision[3]))
            continue
        key, colon, value = line.partition(":")
        if colon and key == "result":
            record.result, record.result_line = value.strip(), number
        elif colon and key == "hash":
            record.hash, record.hash_line = value.strip(), number
        elif colon and key in HEADER and not record.decisions:
            record.header[key] = value.strip()
        else:
            raise BadRecord(f"{line[:40]!r} is neither a header line nor a decision", number)
    for key in ("game", "players", "variant", "rules", "components"):
        if key not in record.header:
            raise BadRecord(f"the header has no line {key!r}")
    given = {key for key in ("seed", "position") if key in record.header}
    if not given or (len(given) == 2 and record.header.get("luck", QUICK) == QUICK):
        raise BadRecord("the header needs either a seed or a position")
    return record


def replay(text: str, make_game: Callable[..., Game], components: Any = None) -> Replay:
    """Replays a record and checks every line; raises BadRecord at the first wrong one."""
    record = read(text)
    header = record.header
    try:
        game = make_game(
            header["game"],
            players=_whole(header["players"], "players"),
            variant=header["variant"],
            settings=_json(header.get("settings", "{}"), "settings", dict),
            components=components,
        )
        state = _first_state(game, header)
    except BadRecord:
        raise
    except ZooboxError as error:
        raise BadRecord(str(error)) from None
    _check_versions(game, header)
    notes = _check_commitment(header)
    for number, (line, seat, notation) in enumerate(record.decisions, 1):
        try:
            decide(state, seat, game.find(state, seat, notation), number)
        except IllegalChoice as refusal:
            raise BadRecord(f"{refusal.reason} ({refusal.rule})", line) from None
    if record.result is not None and (not state.over or record.result not in _known_results(state.standings)):
        result = result_line(state.standings) if state.over else "the game is not over"
        raise BadRecord(f"the result is wrong: {result}", record.result_line)
    if record.hash is not None and record.hash != state.hash():
        raise BadRecord(f"the final hash should be {state.hash()}: a line was changed or left out", record.hash_line)
    return Replay(game, state, _names(header), record, record.hash is not None, notes)


def replay_as_far_as_possible(text: str, make_game: Callable[..., Game], components: Any = None) -> Replay:
    """Replays what can be replayed of a record that was cut short, changed, or made with another version.

    The notes of the result say what was wrong. Raises BadRecord only where not even the game can be set up.
    """
    notes = []
    lines = text.splitlines()
    while True:
        try:
            record = read("\n".join(lines))
            break
        except BadRecord as error:
            if error.line is None or error.line < 2 or error.line > len(lines):
                raise
            if any(DECISION.fullmatch(line.strip()) for line in lines[: error.line - 1]):
                notes.append(f"the record is used up to line {error.line - 1}: {error}")
                del lines[error.line - 1 :]
            else:
                raise
    try:
        again = replay("\n".join(lines), make_game, components)
        again.notes[:0] = notes
        return again
    except BadRecord as error:
        notes.append(str(error))
    header = record.header
    game = make_game(
        header["game"],
        players=_whole(header["players"], "players"),
        variant=header["variant"],
        settings=_json(header.get("settings", "{}"), "settings", dict),
        components=components,
    )
    try:
        state = _first_state(game, header)
    except BadRecord:
        raise
    except ZooboxError as error:
        raise BadRecord(str(error)) from None
    for played, (_, seat, notation) in enumerate(record.decisions):
        try:
            decide(state, seat, game.find(state, seat, notation))
        except IllegalChoice as refusal:
            notes.append(f"only the first {played} decisions are possible under these rules: {refusal.reason}")
            break
    return Replay(game, state, _names(header), record, False, notes)


def _names(header: dict[str, str]) -> list[str]:
    """The names of the players; half a character, which JSON can hold, is no text."""
    names = [str(name) for name in _json(header.get("names", "[]"), "names", list)]
    for name in names:
        if any("\ud800" <= letter <= "\udfff" for letter in name):
            raise BadRecord(f"the names of the header hold half a character: {ascii(name)[:60]}")
    return names


def _first_state(game: Game, header: dict[str, str]) -> Any:
    luck = header.get("luck", QUICK)
    if luck not in (QUICK, KEYED):
        raise BadRecord(f"the luck of a record is {QUICK} or {KEYED}, not {luck[:40]!r}")
    if "seed" in header:
        seed = _whole(header["seed"], "seed")
        if luck == QUICK:
            return game.start(seed)
        contributions = _json(header.get("contributions", "[]"), "contributions", list)
        if not all(isinstance(one, str) for one in contributions):
            raise BadRecord("the contributions of the header should be a list of texts")
        position = _json(header["position"], "position", dict) if "position" in header else None
        return begin(game, SecretSeed(seed, tuple(contributions), position))
    if luck == KEYED:
        raise BadRecord("keyed luck needs a seed, also where the game starts from a position")
    return game.restore(_json(header["position"], "position", dict))


def _check_versions(game: Game, header: dict[str, str]) -> None:
    if header["rules"] != str(game.rules_version):
        raise BadRecord(f"made with version {header['rules']} of the rules; this is version {game.rules_version}")
    if header["components"] != game.components.fingerprint:
        raise BadRecord(
            f"made with other components ({header['components']}; these are {game.components.fingerprint}); "
            "give the component file it was made with"
        )


def _check_commitment(header: dict[str, str]) -> list[str]:
    """Checks that the seed is the one that was committed to before the game."""
    if "commitment" not in header:
        return []
    if "seed" not in header or "salt" not in header:
        raise BadRecord("a commitment can only be checked with the seed and the salt")
    if commitment(_whole(header["seed"], "seed"), header["salt"]) != header["commitment"]:
        raise BadRecord("the seed does not match the commitment made before the game")
    return [f"the seed matches the commitment {header['commitment']}"]


def _whole(text: str, key: str) -> int:
    if not WHOLE.fullmatch(text):
        raise BadRecord(f"{key} should be a whole number, not {text[:60]!r}")
    return int(text)


def _json(text: str, key: str, kind: type) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, kind):
        raise BadRecord(f"the {key} of the header cannot be read: {text[:60]!r}")
    return value
