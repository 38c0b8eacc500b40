"""Win shares and points with their 95 % intervals."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from zoobox.arena.play import Outcome

Z = 1.959964
"""Half the width of a 95 % interval, in standard errors."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float

    def percent(self) -> str:
        return f"{100 * self.mean:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"

    def plain(self) -> str:
        return f"{self.mean:.1f} ({self.low:.1f} to {self.high:.1f})"


@dataclass(frozen=True, slots=True)
class Tally:
    """How one entrant did against another; alone, `rival` is empty."""

    entrant: str
    rival: str
    games: int
    share: Estimate
    """Its share of the win per seat it held; 1 / players is as good as the rival. Alone: its payoff."""
    rival_share: Estimate
    points: Estimate
    median_points: float
    seconds: float
    """Per decision, on average."""
    longest: float

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def share_interval(share: float, games: int) -> Estimate:
    """Wilson's interval of a share, which is not empty where all games were won."""
    if games == 0:
        return Estimate(0.0, 0.0, 1.0)
    middle = (share + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z / (1 + Z * Z / games) * math.sqrt(max(0.0, share * (1 - share)) / games + Z * Z / (4 * games * games))
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))


def seat_interval(games: Sequence[Sequence[float]]) -> Estimate:
    """The share of the win per seat, from the payoffs of the seats that an entrant held in each game.

    Its seats share one win, so a game decides whether any of them gets it: Wilson's interval of that, divided among
    them.
    """
    together = share_interval(sum(map(sum, games)) / len(games), len(games))
    seats = sum(map(len, games)) / len(games)
    return Estimate(together.mean / seats, together.low / seats, together.high / seats)


def mean_interval(values: Sequence[float]) -> Estimate:
    """The interval of a mean by the normal approximation."""
    mean = statistics.fmean(values)
    half = Z * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(mean, mean - half, mean + half)


def count_interval(values: Sequence[float]) -> Estimate:
    """The interval of a mean of counts, which cannot be negative."""
    found = mean_interval(values)
    return Estimate(found.mean, max(0.0, found.low), found.high)


def tally(outcomes: Iterable[Outcome]) -> list[Tally]:
    """One line for each entrant of each pairing, in the order they were met."""
    tables: dict[tuple[str, ...], list[Outcome]] = {}
    for outcome in outcomes:
        tables.setdefault(tuple(sorted(set(outcome.seating))), []).append(outcome)
    lines = []
    for names, games in tables.items():
        for name in sorted(names, key=lambda name: (-_share(games, name).mean, name)):
            rival = next((other for other in names if other != name), "")
            lines.append(_line(name, rival, games))
    return lines


def _seats(outcome: Outcome, name: str) -> list[int]:
    return [seat for seat, sitting in enumerate(outcome.seating) if sitting == name]


def _share(games: list[Outcome], name: str) -> Estimate:
    return seat_interval([[game.payoffs[seat] for seat in _seats(game, name)] for game in games])


def _line(name: str, rival: str, games: list[Outcome]) -> Tally:
    points = [float(game.points[seat]) for game in games for seat in _seats(game, name)]
    decisions = sum(game.decisions[seat] for game in games for seat in _seats(game, name))
    seconds = sum(game.seconds[seat] for game in games for seat in _seats(game, name))
    alone = not rival
    payoffs = [game.payoffs[seat] for game in games for seat in _seats(game, name)]
    share = mean_interval(payoffs) if alone else _share(games, name)
    return Tally(
        entrant=name,
        rival=rival,
        games=len(games),
        share=share,
        rival_share=share if alone else _share(games, rival),
        points=mean_interval(points),
        median_points=statistics.median(points),
        seconds=seconds / max(1, decisions),
        longest=max(game.longest[seat] for game in games for seat in _seats(game, name)),
    )
