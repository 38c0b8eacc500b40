"""What is legal and what happens."""

from __future__ import annotations

from typing import Any

from zoobox.kernel.state import State

from .layout import *


class FeedingTimeState(State):
    """A game in progress."""

    def __init__(self, game: Any) -> None:
        State.__init__(self, game, SIZE, 0)

    def possible(self) -> list[int]:
        """How many peanuts may be fed now."""
        at_most = min(MOST_AT_ONCE, self.d[BOWL])  # ft.feed.one-to-three
        return [count for count in range(1, at_most + 1) if count != self.d[LAST]]  # ft.feed.another-number

    def seats_waiting(self) -> int:
        return 1 << self.d[TURN] if self.possible() else 0  # ft.end.nothing-possible

    def count_legal(self, seat: int) -> int:
        return len(self.possible())

    def nth_legal(self, seat: int, index: int) -> int:
        return FEED + self.possible()[index] - 1

    def enact(self, seat: int, choice: int) -> None:
        count = choice - FEED + 1
        self.d[BOWL] -= count
        self.d[LAST] = count
        self.d[FED + seat] += count
        self.d[TURN] = 1 - seat  # ft.turn.order

    def points(self, seat: int) -> int:
        return self.d[FED + seat]  # ft.score.peanuts
