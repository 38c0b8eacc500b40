"""The players that do not search."""

from __future__ import annotations

from zoobox.kernel.heuristics import NEVER
from zoobox.kernel.luck import Luck
from zoobox.kernel.player import Player, Thought
from zoobox.kernel.state import State

OVERLOOK_ONE_IN = 2
"""A trainee overlooks one choice in so many."""


class Visitor(Player):
    """Random, but for needless blunders."""

    def decide(self, state: State, seat: int, luck: Luck) -> int:
        sensible = [thought.choice for thought in self.weigh(state, seat, luck) if thought.value > 0]
        return sensible[luck.below(len(sensible))]

    def weigh(self, state: State, seat: int, luck: Luck) -> list[Thought]:
        legal = state.legal(seat)
        priors = self.heuristics.priors(state, seat, legal)
        sensible = [prior > NEVER for prior in priors]
        if not any(sensible):
            sensible = [True] * len(legal)
        thoughts = [Thought(choice, sane / state.players, 0) for choice, sane in zip(legal, sensible, strict=True)]
        return sorted(thoughts, key=lambda thought: thought.value, reverse=True)


class Trainee(Player):
    """Plays as a keeper who overlooks things: of what looks best, each choice is overlooked half of the time.

    What is chosen is always from the better half of the choices, and never a needless blunder, so that it makes the
    mistakes of a beginner and not absurd ones.
    """

    def decide(self, state: State, seat: int, luck: Luck) -> int:
        seen = [thought.choice for thought in self.weigh(state, seat, luck)]
        for choice in seen:
            if luck.below(OVERLOOK_ONE_IN):
                return choice
        return seen[0]

    def weigh(self, state: State, seat: int, luck: Luck) -> list[Thought]:
        """The better half of the choices, best-looking first."""
        legal = state.legal(seat)
        priors = self.heuristics.priors(state, seat, legal)
        order = sorted(range(len(legal)), key=lambda index: (-priors[index], luck.below(1 << 30)))
        half = order[: (len(order) + 1) // 2]
        sensible = [index for index in half if priors[index] > NEVER] or order[:1]
        return [Thought(legal[index], 1 / state.players, 0) for index in sensible]


class Keeper(Player):
    """Chooses what looks best by the game's own heuristics; ties are broken at random."""

    def decide(self, state: State, seat: int, luck: Luck) -> int:
        legal = state.legal(seat)
        scores = self.heuristics.priors(state, seat, legal)
        best = max(scores)
        equal = [choice for choice, score in zip(legal, scores, strict=True) if score == best]
        return equal[luck.below(len(equal))]

    def weigh(self, state: State, seat: int, luck: Luck) -> list[Thought]:
        """The choices in the order of their priors, each with the value of the position after it."""
        heuristics = self.heuristics
        legal = state.legal(seat)
        scores = dict(zip(legal, heuristics.priors(state, seat, legal), strict=True))
        thoughts = []
        for choice in sorted(legal, key=lambda choice: -scores[choice]):
            after = state.copy()
            after.apply(seat, choice)
            value = after.payoff_of(seat) if after.over else heuristics.evaluate(after, seat)
            thoughts.append(Thought(choice, value, 1))
        return thoughts
