"""What happened in a game, in a form that many games can be put in one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, ClassVar

from zoobox.arena.matches import Match
from zoobox.arena.play import game_of, match_of, play_match
from zoobox.kernel.game import Game
from zoobox.kernel.state import State
from zoobox.kernel.text import Phrase

PARTS = 20
"""The course of a game is described in so many equal parts of its length."""


@dataclass(frozen=True, slots=True)
class Trace:
    """One finished game."""

    FILE_SUFFIX: ClassVar[str] = ".traces-2.jsonl"

    key: str
    seed: int
    levels: tuple[str, ...]
    payoffs: tuple[float, ...]
    points: tuple[int, ...]
    decisions: int
    lead_changes: int
    leader_at: tuple[int, ...]
    """The seat that led alone after each part of the game; -1 for none."""
    uses: tuple[dict[str, int], ...]
    """How often each seat made decisions of each kind, as `kinds` names them."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Trace:
        fields: dict[str, Any] = {}
        for name, value in given.items():
            fields[name] = tuple(value) if isinstance(value, list) else value
        return cls(**fields)


def trace_game(game: Game, match: Match) -> Trace:
    """Plays a match and describes what happened."""
    uses: list[Counter[str]] = [Counter() for _ in match.seating]
    leaders = []

    def note(state: State, seat: int, choice: int, taken: float) -> None:
        uses[seat].update(kinds(game, game.choice(state, seat, choice).phrase))
        leaders.append(_leader(state))

    state = play_match(game, match, note)
    leaders = [*leaders[1:], _leader(state)]  # after each decision
    led = [leader for leader in leaders if leader >= 0]
    return Trace(
        key=match.key,
        seed=match.seed,
        levels=tuple(str(entrant) for entrant in match.seating),
        payoffs=tuple(state.payoff_of(seat) for seat in range(game.players)),
        points=tuple(state.points_of(seat) for seat in range(game.players)),
        decisions=len(leaders),
        lead_changes=sum(one != other for one, other in pairwise(led)),
        leader_at=tuple(leaders[(len(leaders) * part) // PARTS - 1] for part in range(1, PARTS + 1)),
        uses=tuple(dict(used) for used in uses),
    )


def kinds(game: Game, label: Phrase) -> set[str]:
    """What kind of decision it is, alone and with each thing it is about: `place`, `place: lion`.

    Read from the label: its key says what is done, and the animals, tiles and so on that it names are phrases in it.
    """
    action = label.key.rpartition(".")[2].replace("_", " ")
    things = {game.texts.say(thing) for value in label.values.values() for thing in _things(game, value)}
    if isinstance(tile := label.values.get("tile"), str):
        things.add(tile)
    return {action, *(f"{action}: {thing}" for thing in things)}


def _things(game: Game, value: Any) -> Iterator[Phrase]:
    """The phrases that are drawn as one thing or hold no other phrase."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _things(game, item)
    elif isinstance(value, Phrase):
        inner = [thing for part in value.values.values() for thing in _things(game, part)]
        yield from [value] if "figure" in game.texts.texts[value.key] else inner or [value]


def _leader(state: State) -> int:
    points = [state.points_of(seat) for seat in range(state.players)]
    best = max(points)
    return points.index(best) if points.count(best) == 1 else -1


def trace_job(job: dict[str, Any]) -> dict[str, Any]:
    """`trace_game` for another process: plain values in, plain values out."""
    return trace_game(game_of(job), match_of(job)).as_json()
