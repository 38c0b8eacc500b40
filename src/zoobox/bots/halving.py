"""Sequential halving: the choices at the root get simulations in turn, and the worse half is dropped again and again.

Below the root the search prefers what looked good, which is right in the long run but can keep it from a choice whose
worth shows late, such as a roll of dice. At the root this spreads the simulations evenly, as Gumbel AlphaZero does.
"""

from __future__ import annotations

from math import ceil, log2

from zoobox.bots.search import Search

CANDIDATES = 16
"""Choices that take part: those with the highest priors."""


class Halving:
    """The choices at the root of a search that are still candidates."""

    def __init__(self, search: Search) -> None:
        """The root must have been opened, by one simulation at least."""
        self.search = search
        self.left = [choice for choice, _, _ in search.raw_results()][:CANDIDATES]
        self.phases = max(1, ceil(log2(len(self.left))))
        self.phase = 0
        self.turn = 0

    def next_choice(self, spent: float) -> int:
        """What the next simulations begin with, when so much of the budget is spent, from 0 to 1."""
        while len(self.left) > 1 and spent * self.phases >= self.phase + 1:
            self.phase += 1
            self.drop()
        self.turn = (self.turn + 1) % len(self.left)
        return self.left[self.turn]

    def drop(self) -> None:
        """Drops the worse half."""
        means = {choice: mean for choice, _, mean in self.search.raw_results()}
        self.left.sort(key=lambda choice: -means[choice])
        del self.left[(len(self.left) + 1) // 2 :]

    def best(self) -> int:
        """The candidate with the best mean."""
        while len(self.left) > 1:
            self.drop()
        return self.left[0]
