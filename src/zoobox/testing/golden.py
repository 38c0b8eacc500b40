"""Golden games: what a change does to the rules and what it does to the wording, in files small enough to review.

In the folder `golden` beside the tests of a game:

- `<players>-<variant>.txt` is a random game, a line for each turn (a long one takes several): the seat, its decisions,
  each with the number of choices there were, and a digest of those choices and of the position afterwards. No sentence
  is in it.
- `settings.toml` has for every value of every setting a game in which that value makes a difference, and how it ended.
  Where none was found, a note says so; without the entry, it is searched for again.
- `wording.txt` says every text once, as it was first said in these games.

With ZOOBOX_UPDATE_GOLDEN=1 the tests write them again.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import tomllib
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import zoobox
from zoobox.kernel.record import result_line
from zoobox.kernel.text import Phrase
from zoobox.testing.random_games import Configuration, other_settings, seatings, switched, walk

UPDATE = "ZOOBOX_UPDATE_GOLDEN"
SEED = 1
MOST_ON_A_LINE = 8
SEEDS_TRIED = 100
"""How many games are played in search of one in which a setting makes a difference."""
REFUSALS_ASKED = 3
"""How many choices are tried at each decision of the wording's games, to hear why not."""


# Rules.


def playthrough(game: Any, seed: int) -> str:
    """A random game, a line for each turn."""
    lines = [repr(game), f"seed {seed}, choice ids below {game.choice_count}", ""]
    turn: list[str] = []
    digest = hashlib.blake2b(digest_size=4)
    acting = None
    for state, seat, choice in walk(game, seed):
        if seat != acting or len(turn) == MOST_ON_A_LINE:
            lines += _turn(acting, turn, digest, state)
            turn, digest, acting = [], hashlib.blake2b(digest_size=4), seat
        legal = state.legal(seat)
        turn.append(f"{game.notation(state, seat, choice)} /{len(legal)}")
        digest.update(repr(legal).encode())
    lines += _turn(acting, turn, digest, state)
    lines += ["", *(_standing(standing) for standing in state.standings), f"position {state.hash()}", ""]
    return "\n".join(lines)


def _turn(seat: int | None, decisions: list[str], digest: Any, after: Any) -> list[str]:
    if seat is None:
        return []
    digest.update(after.hash().encode())
    return [f"{seat}: {', '.join(decisions)} = {digest.hexdigest()}"]


def _standing(standing: zoobox.Standing) -> str:
    lines = ", ".join(f"{name} {points}" for name, points in standing.breakdown.items())
    return f"seat {standing.seat}: rank {standing.rank}, points {standing.points} ({lines})"


def check_playthrough(folder: Path, name: str, configuration: Configuration) -> None:
    _check(folder / "golden" / f"{configuration}.txt", lambda: playthrough(configuration.game(name), SEED))


# Settings.


class Ending(NamedTuple):
    """How a random game went: what a setting may change."""

    decisions: int
    result: str
    hash: str
    legal: str
    """A digest of all choices that there were."""
    views: str
    """A digest of what all seats saw."""


def ending(game: Any, seed: int, with_views: bool) -> Ending:
    legal, views = hashlib.blake2b(digest_size=4), hashlib.blake2b(digest_size=4)
    decisions = 0
    for state, seat, _ in walk(game, seed):
        decisions += 1
        legal.update(repr((seat, state.legal(seat))).encode())
        if with_views:
            views.update(json.dumps([state.view(viewer) for viewer in range(game.players)], sort_keys=True).encode())
    return Ending(decisions, result_line(state.standings), state.hash(), legal.hexdigest(), views.hexdigest())


def find_difference(name: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The first random game in which the settings make a difference: to the play, or at least to what is seen.

    Where random play never gets to the difference, the first game is kept all the same.
    """
    for with_views, seeds in ((False, SEEDS_TRIED), (True, 1)):
        for seed in range(1, seeds + 1):
            for seating in seatings(name):
                configuration = seating._replace(settings=dict(settings))
                found = ending(configuration.game(name), seed, with_views)
                if found != ending(seating.game(name), seed, with_views):
                    return _entry(configuration, seed, found, with_views)
    first = seatings(name)[0]._replace(settings=dict(settings))
    return {"note": "no random game shows a difference", **_entry(first, SEED, ending(first.game(name), SEED, False))}


def _entry(configuration: Configuration, seed: int, found: Ending, with_views: bool = False) -> dict[str, Any]:
    told = found._asdict()
    if not with_views:
        del told["views"]
    return {**configuration._asdict(), "seed": seed, **told}


def check_settings(folder: Path, name: str) -> None:
    """Plays the kept games again; each must end as it did, and every value of every setting has one."""
    wanted = list(other_settings(name))
    if not wanted:
        return
    path = folder / "golden" / "settings.toml"
    _check(path, lambda: _write_settings(name, wanted, path), lambda kept: _replay_settings(name, kept))
    assert [_settings_of(entry) for entry in _kept_games(path)] == wanted


def _write_settings(name: str, wanted: list[dict[str, Any]], path: Path) -> str:
    kept = {entry["settings"]: entry for entry in _kept_games(path)}
    return "\n".join(_as_toml(_game_for(name, settings, kept.get(json.dumps(settings)))) for settings in wanted)


def _game_for(name: str, settings: dict[str, Any], kept: Mapping[str, Any] | None) -> dict[str, Any]:
    """The game on file, as long as the settings still make a difference in it; otherwise another."""
    if kept is None:
        return find_difference(name, settings)
    configuration = Configuration(kept["players"], kept["variant"], settings)
    with_views = "views" in kept
    found = ending(configuration.game(name), kept["seed"], with_views)
    if "note" in kept:
        return {"note": kept["note"], **_entry(configuration, kept["seed"], found)}
    if found == ending(configuration._replace(settings={}).game(name), kept["seed"], with_views):
        return find_difference(name, settings)
    return _entry(configuration, kept["seed"], found, with_views)


def _kept_games(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["game"] if path.exists() else []
    return found


def _replay_settings(name: str, text: str) -> str:
    again = []
    for entry in tomllib.loads(text)["game"]:
        configuration = Configuration(entry["players"], entry["variant"], _settings_of(entry))
        with_views = "views" in entry
        found = ending(configuration.game(name), entry["seed"], with_views)
        note = {"note": entry["note"]} if "note" in entry else {}
        again.append(_as_toml({**note, **_entry(configuration, entry["seed"], found, with_views)}))
    return "\n".join(again)


def _as_toml(entry: Mapping[str, Any]) -> str:
    settings = json.dumps(entry["settings"])  # TOML has no null
    lines = [f"{key} = {json.dumps(value)}" for key, value in entry.items() if key != "settings"]
    return "\n".join(["[[game]]", f"settings = '{settings}'", *lines, ""])


def _settings_of(entry: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(entry["settings"])
    return found


# Wording.


def wording(name: str) -> str:
    """Every text of a game as it is first said in its golden games, in all its languages."""
    texts = zoobox.game_class(name).texts
    said: dict[str, tuple[Phrase, str]] = {}
    for configuration in [*seatings(name), *switched(name)]:
        for phrase, rule in _phrases(configuration.game(name)):
            _keep(said, phrase, rule)
    lines = [f"What {name} says: every text as it is first said in the golden games.", ""]
    for key in texts.own:
        if key in said:
            phrase, rule = said[key]
            lines.append(f"{key} [{rule}]" if rule else key)
            lines += [f"  {language}: {texts.say(phrase, language)}" for language in texts.languages]
    lines += ["", "Not said in these games:"]
    silent = (key.partition(".") for key in texts.own if key not in said)
    for section, keys in groupby(silent, lambda key: key[0]):
        lines.append(f"  {section}: {', '.join(rest for _, _, rest in keys)}")
    return "\n".join([*lines, ""])


def _phrases(game: Any) -> Iterator[tuple[Phrase, str]]:
    """All that is asked, offered, told and refused in a random game, with the rule where one is cited."""
    dice = random.Random(SEED)
    before: Any = None
    for state, seat, choice in walk(game, SEED):
        if before is not None:
            yield from _told(game, before, state)
        yield game.words.prompt(state, seat), ""
        chosen = game.choice(state, seat, choice)
        yield chosen.phrase, chosen.rule
        for other in dice.sample(range(game.choice_count), min(REFUSALS_ASKED, game.choice_count)):
            if not state.is_legal_choice(seat, other):
                refusal = game.refusal(state, seat, other)
                if refusal.phrase is not None:
                    yield refusal.phrase, refusal.rule
        before = (state.copy(), seat, choice)
    yield from _told(game, before, state)
    for line in state.standings[0].breakdown:
        yield Phrase(f"score.{line}"), ""


def _told(game: Any, before: Any, after: Any) -> Iterator[tuple[Phrase, str]]:
    state, seat, choice = before
    for viewer in (seat, None):
        for line in game.log(state, seat, choice, after, viewer):
            yield line.phrase, line.rule


def _keep(said: dict[str, tuple[Phrase, str]], phrase: Phrase, rule: str) -> None:
    """Keeps a phrase that is said for the first time, and those in its gaps."""
    if phrase.key not in said:
        said[phrase.key] = phrase, rule
    for value in phrase.values.values():
        for piece in value if isinstance(value, (list, tuple)) else (value,):
            if isinstance(piece, Phrase):
                _keep(said, piece, "")


def check_wording(folder: Path, name: str) -> None:
    _check(folder / "golden" / "wording.txt", lambda: wording(name))


# Files.


def _check(path: Path, write: Callable[[], str], again: Callable[[str], str] | None = None) -> None:
    """Compares what is written now with what is on file; `again` makes it from the file instead."""
    if os.environ.get(UPDATE):
        path.parent.mkdir(exist_ok=True)
        path.write_text(write(), encoding="utf-8")
    if not path.parent.exists():
        pytest.skip(f"there are no golden games yet; {UPDATE}=1 writes them")
    kept = path.read_text(encoding="utf-8")
    assert (again(kept) if again else write()) == kept, f"{path} differs; {UPDATE}=1 writes it again"
