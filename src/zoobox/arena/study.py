"""Studies: what many games say about a game, with 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zoobox.arena.entrants import Entrant
from zoobox.arena.matches import Match, seatings
from zoobox.arena.results import Estimate, Z, count_interval, mean_interval, seat_interval, share_interval
from zoobox.arena.runner import run_all
from zoobox.arena.store import ResultStore
from zoobox.arena.traces import PARTS, Trace, trace_job
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game

FEW = 10
"""Kinds of decisions are left out where fewer seats made them more often, or less often, than the average."""


@dataclass(frozen=True, slots=True)
class Study:
    """The question and the games that answer it."""

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

    kind: str
    per_game: float
    share_more: Estimate
    """Win share of the seats that did it more often than the average seat of their game."""
    share_less: Estimate

    @property
    def clear(self) -> float:
        """How clear the difference is, in standard errors."""
        widths = [(share.high - share.low) / (2 * Z) for share in (self.share_more, self.share_less)]
        return abs(self.share_more.mean - self.share_less.mean) / math.hypot(*widths)


def run(
    game: Game,
    level: Entrant,
    weaker: Entrant | None,
    games: int,
    seed: int,
    *,
    title: str = "",
    processes: int = 1,
    backend: str = "local",
    folder: Path | None = None,
    progress: Callable[[], None] = lambda: None,
) -> Study:
    """Plays the games of a study. The same seed gives the same study, whatever the number of processes."""
    if games < 2:
        raise ZooboxError(f"a study needs at least 2 games, not {games}.")
    even = [Match((level,) * game.players, seed + number) for number in range(games)]
    uneven: list[Match] = []
    if weaker is not None and game.players > 1:
        tables = seatings(level, weaker, game.players)
        uneven = [Match(tables[number % len(tables)], seed + number // len(tables)) for number in range(games)]
    found: dict[str, Trace] = {}
    store = ResultStore(game, Trace, folder)
    for trace in run_all(game, [*even, *uneven], trace_job, Trace, processes=processes, backend=backend, store=store):
        found[trace.key] = trace
        progress()
    equal, unequal = ([found[match.key] for match in matches] for matches in (even, uneven))
    return Study(game, level, weaker, title or game.title, equal, unequal)


def games_to_play(games: int, weaker: bool) -> int:
    """How many games a study plays in all."""
    return games * (2 if weaker else 1)


# The questions.


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
    return count_interval([float(trace.decisions) for trace in study.equal])


def lead_changes(study: Study) -> Estimate:
    """How often does the lead change?"""
    return count_interval([float(trace.lead_changes) for trace in study.equal])


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
    return seat_interval(
        [
            [trace.payoffs[seat] for seat, level in enumerate(trace.levels) if level == str(study.level)]
            for trace in study.unequal
        ]
    )


def habits(study: Study) -> list[Habit]:
    """Which decisions go with winning? The clearest differences first."""
    kinds = sorted({kind for trace in study.equal for used in trace.uses for kind in used})
    found = [habit for kind in kinds if (habit := _habit(study, kind)) is not None]
    return sorted(found, key=lambda habit: -habit.clear)


def _habit(study: Study, kind: str) -> Habit | None:
    more: list[float] = []
    less: list[float] = []
    total = 0
    for trace in study.equal:
        counts = [used.get(kind, 0) for used in trace.uses]
        total += sum(counts)
        average = sum(counts) / len(counts)
        for seat, count in enumerate(counts):
            if count > average:
                more.append(trace.payoffs[seat])
            elif count < average:
                less.append(trace.payoffs[seat])
    if min(len(more), len(less)) < FEW:
        return None
    shares = [share_interval(sum(group) / len(group), len(group)) for group in (more, less)]
    return Habit(kind, total / len(study.equal), *shares)


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
