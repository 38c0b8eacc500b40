"""Hints: the best choices, what they are worth, and why."""

from __future__ import annotations

from dataclasses import dataclass

from zoobox.bots.levels import player
from zoobox.bots.perfect import exact_thoughts
from zoobox.kernel.choice import Choice
from zoobox.kernel.state import State

MOST_ADVICE = 5


@dataclass(frozen=True, slots=True)
class Advice:
    """One choice worth a thought."""

    choice: Choice
    value: float
    """The estimated chance to win; in a solo game the estimated payoff."""
    sentence: str


def advise(
    state: State,
    seat: int,
    level: str = "curator",
    *,
    language: str = "en",
    most: int = MOST_ADVICE,
    simulations: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
) -> list[Advice]:
    """The seat's best choices as a bot of that level sees them, best first, with one sentence each.

    Where the game has been solved on this machine, every choice with its exact chance.
    """
    thoughts = exact_thoughts(state, seat)
    if thoughts is None:
        adviser = player(level, state.game, simulations=simulations, seconds=seconds, seed=seed)
        thoughts = adviser.think(state, seat)[:most]
    return [
        Advice(choice := state.game.describe(state, seat, thought.choice, language), thought.value, choice.label)
        for thought in thoughts
    ]
