"""Studies: what many games say about a game, with 95 % intervals."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zoobox.arena.entrants import Entrant
from zoobox.arena.fixtures import Fixture, seatings
from zoobox.arena.hall import shelf_folder, work
from zoobox.arena.play import order_for
from zoobox.arena.results import Estimate, mean_interval, share_interval
from zoobox.arena.traces import PARTS, Trace, trace_order
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game

RARE = 0.02
"""Kinds of decisions that fewer seats than this share used are left out of the table."""


@dataclass(frozen=True, slots=True)
class Study:
    """What is asked, and the games that answer it."""

    game: Game
    level: Entrant
    weaker: Entrant | None
    title: str
    equal: list[Trace]
    """All seats at the same level."""
    unequal: list[Trace]
    """The level against a weaker one, in all seats."""


@dataclass(frozen=True, slots=True)
class Habit:
    """A kind of decision, and how it goes with winning."""

    word: str
    per_game: float
    seats: int
    share_more: Estimate
    """Win share of the seats that did it more often than the average seat of their game."""
    share_less: Estimate


class TraceShelf:
    """Finished games of one study, so that it can be interrupted and gone on with."""

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        told = json.dumps([game.configuration(), game.components.fingerprint, game.rules_version], sort_keys=True)
        name = f"{game.name}-{game.players}-{hashlib.blake2b(told.encode(), digest_size=5).hexdigest()}.traces.jsonl"
        self.path = (folder or shelf_folder()) / name
        self.traces: dict[tuple[int, tuple[str, ...]], Trace] = {}
        if self.path.exists():
            for line in self.path.read_text(encoding="utf-8").splitlines():
                try:
                    trace = Trace.from_json(json.loads(line))
                except (ValueError, TypeError):  # the last line of a study that was killed while writing
                    continue
                self.traces[trace.seed, trace.levels] = trace

    def keep(self, trace: Trace) -> None:
        self.traces[trace.seed, trace.levels] = trace
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(trace.as_json()) + "\n")


def conduct(
    game: Game,
    level: Entrant,
    weaker: Entrant | None,
    games: int,
    seed: int,
    *,
    title: str = "",
    jobs: int = 1,
    place: str = "local",
    folder: Path | None = None,
    progress: Callable[[], None] = lambda: None,
) -> Study:
    """Plays the games of a study. The same seed gives the same study, whatever the number of processes."""
    if games < 2:
        raise ZooboxError(f"a study needs at least 2 games, not {games}.")
    even = [Fixture((level,) * game.players, seed + number) for number in range(games)]
    uneven: list[Fixture] = []
    if weaker is not None and game.players > 1:
        tables = seatings(level, weaker, game.players)
        uneven = [Fixture(tables[number % len(tables)], seed + number // len(tables)) for number in range(games)]
    shelf = TraceShelf(game, folder)
    for trace in _missing(game, [*even, *uneven], shelf, jobs, place):
        shelf.keep(trace)
        progress()

    def found(fixtures: Sequence[Fixture]) -> list[Trace]:
        return [shelf.traces[fixture.seed, tuple(map(str, fixture.seating))] for fixture in fixtures]

    return Study(game, level, weaker, title or game.title, found(even), found(uneven))


def _missing(game: Game, fixtures: Sequence[Fixture], shelf: TraceShelf, jobs: int, place: str) -> Iterator[Trace]:
    todo = [fixture for fixture in fixtures if (fixture.seed, tuple(map(str, fixture.seating))) not in shelf.traces]
    orders = (order_for(game, fixture) for fixture in todo)
    for found in work(trace_order, orders, jobs, place):
        yield Trace.from_json(found)


def games_to_play(games: int, weaker: bool) -> int:
    """How many games a study plays in all."""
    return games * (2 if weaker else 1)


# What is asked.


def seat_shares(study: Study) -> list[Estimate]:
    """Does the seat matter? The win share of each seat among equals."""
    games = len(study.equal)
    return [
        share_interval(sum(trace.payoffs[seat] for trace in study.equal) / games, games)
        for seat in range(study.game.players)
    ]


def seat_points(study: Study) -> list[Estimate]:
    """The points of each seat among equals."""
    return [mean_interval([float(trace.points[seat]) for trace in study.equal]) for seat in range(study.game.players)]


def length(study: Study) -> Estimate:
    """How long is a game, in decisions?"""
    return mean_interval([float(trace.decisions) for trace in study.equal])


def lead_changes(study: Study) -> Estimate:
    """How often does the lead change?"""
    return mean_interval([float(trace.lead_changes) for trace in study.equal])


def leader_wins(study: Study) -> list[Estimate]:
    """After each part of the game: how often does the one who leads alone win?"""
    shares = []
    for part in range(PARTS):
        won = [trace.payoffs[trace.leader_at[part]] for trace in study.equal if trace.leader_at[part] >= 0]
        shares.append(share_interval(sum(won) / len(won), len(won)) if won else share_interval(0.0, 0))
    return shares


def skill(study: Study) -> Estimate | None:
    """How much is skill? The win share per seat of the level against the weaker one; 1 / players would be pure luck."""
    if not study.unequal:
        return None
    mine = [
        trace.payoffs[seat]
        for trace in study.unequal
        for seat, level in enumerate(trace.levels)
        if level == str(study.level)
    ]
    return share_interval(sum(mine) / len(mine), len(study.unequal))


def habits(study: Study) -> list[Habit]:
    """Which decisions go with winning? By the words of their notation, those that differ most first."""
    words = sorted({word for trace in study.equal for used in trace.uses for word in used})
    found = [habit for word in words if (habit := _habit(study, word)) is not None]
    return sorted(found, key=lambda habit: -abs(habit.share_more.mean - habit.share_less.mean))


def _habit(study: Study, word: str) -> Habit | None:
    more: list[float] = []
    less: list[float] = []
    total = 0
    users = 0
    for trace in study.equal:
        counts = [used.get(word, 0) for used in trace.uses]
        total += sum(counts)
        users += sum(count > 0 for count in counts)
        average = sum(counts) / len(counts)
        for seat, count in enumerate(counts):
            if count > average:
                more.append(trace.payoffs[seat])
            elif count < average:
                less.append(trace.payoffs[seat])
    seats = len(study.equal) * study.game.players
    if users < RARE * seats or not more or not less:
        return None
    return Habit(
        word,
        total / len(study.equal),
        users,
        share_interval(sum(more) / len(more), len(more)),
        share_interval(sum(less) / len(less), len(less)),
    )


def rows(study: Study) -> list[dict[str, Any]]:
    """The games as rows of a table, one for each seat of each game."""
    return [
        {
            "study": study.title,
            "seed": trace.seed,
            "seat": seat,
            "level": trace.levels[seat],
            "equal": equal,
            "payoff": trace.payoffs[seat],
            "points": trace.points[seat],
            "decisions": trace.decisions,
            "lead_changes": trace.lead_changes,
        }
        for equal, traces in ((True, study.equal), (False, study.unequal))
        for trace in traces
        for seat in range(len(trace.points))
    ]
