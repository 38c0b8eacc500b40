"""Ratings by openskill: one number for each entrant from all its games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from zoobox.arena.play import Outcome
from zoobox.kernel.errors import ZooboxError


@dataclass(frozen=True, slots=True)
class Rating:
    """Openskill's belief in an entrant: `mu` is its skill, `sigma` how unsure that is."""

    entrant: str
    mu: float
    sigma: float


def rate(outcomes: Iterable[Outcome]) -> list[Rating]:
    """The entrants, strongest first. Games of one are no contest and are left out."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise ZooboxError("ratings need openskill; `pip install zoobox[lab]` brings it.") from None
    model = PlackettLuce()
    ratings: dict[str, Any] = {}
    for outcome in sorted(outcomes, key=lambda outcome: outcome.key):
        if len(set(outcome.seating)) < 2:
            continue
        for name in outcome.seating:
            ratings.setdefault(name, model.rating(name=name))
        teams = [[ratings[name]] for name in outcome.seating]
        rated = model.rate(teams, ranks=[-payoff for payoff in outcome.payoffs])
        for name in set(outcome.seating):
            places = [index for index, sitting in enumerate(outcome.seating) if sitting == name]
            mu = sum(rated[index][0].mu for index in places) / len(places)
            sigma = sum(rated[index][0].sigma for index in places) / len(places)
            ratings[name] = model.rating(mu=mu, sigma=sigma, name=name)
    return sorted((Rating(name, found.mu, found.sigma) for name, found in ratings.items()), key=lambda r: -r.mu)
