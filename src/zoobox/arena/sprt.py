"""A sequential test of strength (SPRT), as chess engines use it: it stops as soon as the question is decided.

The games of one seed in all seats are one trial, so the luck of the seed cancels out. The log-likelihood ratio of
"stronger by so much" against "not stronger" follows from the mean and variance of the trials.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from zoobox.arena.play import Outcome
from zoobox.kernel.errors import ZooboxError

FEWEST_TRIALS = 8
LEAST_VARIANCE = 1e-3
EVEN = 0.5
"""The share of a seat between equals, in a game for two."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The current state of the test."""

    trials: int
    share: float
    ratio: float
    """The log-likelihood ratio."""
    lower: float
    upper: float

    @property
    def decided(self) -> str | None:
        """`stronger`, `not stronger`, or None while the question is open."""
        if self.trials >= FEWEST_TRIALS and self.ratio >= self.upper:
            return "stronger"
        if self.trials >= FEWEST_TRIALS and self.ratio <= self.lower:
            return "not stronger"
        return None


def expected_share(elo: float) -> float:
    """The win share that goes with a difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def judge(trials: list[float], elo: float, alpha: float = 0.05, beta: float = 0.05, even: float = EVEN) -> Verdict:
    """The verdict on trials so far: each the win share of a seat of the tested bot over the games of one seed."""
    if not 0 < elo < math.inf:
        raise ZooboxError(f"a test needs a strength of more than 0 Elo, not {elo}.")
    weaker, stronger = even, 2 * even * expected_share(elo)
    mean = statistics.fmean(trials) if trials else weaker
    variance = max(LEAST_VARIANCE, statistics.pvariance(trials)) if len(trials) > 1 else 1.0
    ratio = len(trials) * (stronger - weaker) * (2 * mean - weaker - stronger) / (2 * variance)
    return Verdict(len(trials), mean, ratio, math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha))


def run(
    outcomes: Iterable[Outcome], name: str, seats_per_seed: int, elo: float, even: float = EVEN
) -> Iterator[Verdict]:
    """A verdict after every finished seed; the last one is decided, or the games ran out."""
    open_seeds: dict[int, list[float]] = {}
    trials: list[float] = []
    for outcome in outcomes:
        shares = [payoff for payoff, sitting in zip(outcome.payoffs, outcome.seating, strict=True) if sitting == name]
        games = open_seeds.setdefault(outcome.seed, [])
        games.append(statistics.fmean(shares))
        if len(games) == seats_per_seed:
            trials.append(statistics.fmean(games))
            verdict = judge(trials, elo, even=even)
            yield verdict
            if verdict.decided:
                return
