"""The ladder: every level against the one below it, in every game and player count.

Played by `zoobox arena --ladder FILE`, which keeps its numbers in FILE as JSON; docs/ladder.md is made from them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from zoobox import games as registry
from zoobox.arena.entrants import parse
from zoobox.arena.matches import schedule
from zoobox.arena.play import Outcome
from zoobox.arena.results import Tally, tally
from zoobox.arena.runner import play_all
from zoobox.arena.store import ResultStore
from zoobox.bots import levels_of
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game

RUNGS = ("visitor", "trainee", "keeper", "curator", "director", "champion")
FIRST_SEED = 1
GOAL = 0.5
"""The payoff from which a solo game counts as won."""


def pairings(names: Sequence[str]) -> Iterator[tuple[Game, tuple[str, ...]]]:
    """Each game and the levels that meet in it; alone, each level by itself, in every variant."""
    for name in names:
        for players, variants in sorted(registry.game_class(name).variants.items()):
            if players == 1:
                alone = [registry.game(name, 1, variant) for variant in variants]
                yield from ((game, (level,)) for game in alone for level in rungs_of(game))
            else:
                game = registry.game(name, players)
                yield from ((game, pair) for pair in pairwise(rungs_of(game)))


def rungs_of(game: Game) -> list[str]:
    """The levels of the ladder that play the game, weakest first."""
    playing = {level.name for level in levels_of(game)}
    return [level for level in RUNGS if level in playing]


def play_ladder(
    file: Path,
    names: Sequence[str],
    *,
    games: int,
    minutes: float,
    processes: int,
    backend: str = "local",
    counts: Sequence[int] = (),
    levels: Sequence[str] = (),
    folder: Path | None = None,
    report: Callable[[str], None] = print,
) -> None:
    """Plays the ladder, at most so many games and minutes for each pairing, and writes FILE after every pairing."""
    ladder = read(file) if file.exists() else {"pairings": []}
    selected = [
        (game, pair)
        for game, pair in pairings(names)
        if (not counts or game.players in counts) and (not levels or pair[-1] in levels)
    ]
    if not selected:
        raise ZooboxError("no game of the ladder has that many players and those levels.")
    for game, pair in selected:
        entrants = [parse(level) for level in pair]
        started = time.monotonic()
        matches = list(schedule(entrants, game.players, games, FIRST_SEED))
        store = ResultStore(game, Outcome, folder)
        outcomes = list(
            play_all(game, matches, processes=processes, backend=backend, store=store, seconds=60 * minutes)
        )
        if not outcomes:
            report(f"{game.title}, {game.players} players, {' against '.join(pair)}: no game finished")
            continue
        entry = _entry(game, pair, outcomes)
        ladder["pairings"] = [
            old
            for old in ladder["pairings"]
            if any(old[name] != entry[name] for name in ("game", "players", "variant", "pair"))
        ]
        ladder["pairings"].append(entry)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(ladder, indent=1) + "\n", encoding="utf-8")
        report(f"{_sentence(entry)} ({time.monotonic() - started:.0f} s)")


def _entry(game: Game, pair: tuple[str, ...], outcomes: list[Outcome]) -> dict[str, Any]:
    lines: dict[str, Tally] = {line.entrant: line for line in tally(outcomes)}
    entry: dict[str, Any] = {"game": game.name, "players": game.players, "variant": game.variant}
    entry |= {"pair": list(pair), "games": len(outcomes)}
    entry["lines"] = {level: lines[level].as_json() for level in pair if level in lines}
    if game.players == 1:
        entry["won"] = sum(outcome.payoffs[0] >= GOAL for outcome in outcomes)
    return entry


def _sentence(entry: dict[str, Any]) -> str:
    line = entry["lines"][entry["pair"][-1]]
    where = f"{entry['game']}, {entry['players']} players, {entry['games']} games"
    if entry["players"] == 1:
        return f"{where}: {entry['pair'][0]} median {line['median_points']} points"
    share = line["share"]
    return f"{where}: {entry['pair'][1]} {share['mean']:.1%} ({share['low']:.1%} to {share['high']:.1%})"


def read(file: Path) -> dict[str, Any]:
    """A ladder that was written before."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        if not isinstance(found["pairings"], list):
            raise KeyError("pairings")
    except (OSError, ValueError, KeyError, TypeError):
        raise ZooboxError(f"{file} is no ladder; `zoobox arena --ladder FILE` writes one.") from None
    return dict(found)


def page(ladder: dict[str, Any]) -> str:
    """The ladder as a page to read."""
    parts = [INTRODUCTION]
    if ladder.get("note"):
        parts.append(f"{ladder['note']}\n")
    for name in registry.names():
        entries = [entry for entry in ladder["pairings"] if entry["game"] == name]
        if not entries:
            continue
        parts.append(f"## {registry.game_class(name).title}\n")
        tables = [entry for entry in entries if entry["players"] > 1]
        if tables:
            parts.append(_table(tables))
        alone = [entry for entry in entries if entry["players"] == 1]
        if alone:
            parts.append(_solo_table(alone))
    return "\n".join(parts)


INTRODUCTION = """# The ladder

Every level against the one below it, measured by `zoobox arena --ladder FILE`; the same command with `--page` writes
this page from FILE. Every seed is played in all seats. A share is the part of the win per seat that the level held:
with two players 50 % is even, with three 33 %, with four 25 %. Behind it is the 95 % interval, that of the games in
which any of the level's seats won, divided among its seats: where two of four seats are the level's, 50 % is all it can
get. "s a decision" is the mean time over decisions with more than one choice, then the longest one seen. Alone, a
payoff of 0.5 or more means that the game's goal was reached, where it has one.
"""


def _table(entries: list[dict[str, Any]]) -> str:
    lines = [
        "| players | level | against | games | its share | the other's share | points | s a decision (longest) |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    rung = {level: index for index, level in enumerate(RUNGS)}
    for entry in sorted(entries, key=lambda entry: (entry["players"], rung[entry["pair"][1]])):
        lower, upper = entry["pair"]
        mine, theirs = entry["lines"][upper], entry["lines"][lower]
        lines.append(
            f"| {entry['players']} | {upper} | {lower} | {entry['games']} | {_percent(mine['share'])} "
            f"| {_percent(theirs['share'])} | {mine['points']['mean']:.1f} : {theirs['points']['mean']:.1f} "
            f"| {mine['seconds']:.3f} ({mine['longest']:.2f}) |"
        )
    return "\n".join(lines) + "\n"


def _solo_table(entries: list[dict[str, Any]]) -> str:
    lines = [
        "| alone | variant | games | payoff of 0.5 or more | median points | mean points | s a decision (longest) |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    rung = {level: index for index, level in enumerate(RUNGS)}
    for entry in sorted(entries, key=lambda entry: (entry["variant"], rung[entry["pair"][0]])):
        line = entry["lines"][entry["pair"][0]]
        lines.append(
            f"| {entry['pair'][0]} | {entry['variant']} | {entry['games']} "
            f"| {entry['won']} ({entry['won'] / entry['games']:.0%}) "
            f"| {line['median_points']:.0f} | {line['points']['mean']:.1f} ({line['points']['low']:.1f} to "
            f"{line['points']['high']:.1f}) | {line['seconds']:.3f} ({line['longest']:.2f}) |"
        )
    return "\n".join(lines) + "\n"


def _percent(share: dict[str, float]) -> str:
    return f"{share['mean']:.1%} ({share['low']:.1%} to {share['high']:.1%})"
