"""Games that values learn from, thousands a second: every seat plays what the values like best."""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.bots.layout import *
from zoobox.bots.values import Values
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import State

if not cython.compiled:  # compiled, these come from the .pxd
    from zoobox.bots.values import address
    from zoobox.kernel.luck import draw


class Practice:
    """Games in which all seats play what the values like best, and from which the values learn (TD(lambda))."""

    def __init__(self, values: Values, explore: float = 0.02, trace: float = 0.8) -> None:
        import numpy as np

        self.values = values
        self.game = values.game
        self.heuristics = self.game.heuristics()
        self.players = values.players
        self.explore = int(explore * ODDS)
        self.trace = trace
        self.work = self.game.start(0)
        self.length = 0
        self.square = 0.0
        self.learned = 0
        self.row_store: Any = np.zeros(MOST_MOMENTS * MOST_FEATURES, np.int32)
        self.count_store: Any = np.zeros(3 * MOST_MOMENTS, np.int32)
        self.best_store: Any = np.zeros((MOST_MOMENTS + 2) * MAX_SEATS, np.float64)
        self.scan_store: Any = np.zeros(MOST_CHOICES, np.int32)
        if cython.compiled:
            self.rows = cython.cast(cython.p_int, address(self.row_store))
            self.counts = cython.cast(cython.p_int, address(self.count_store))
            self.best = cython.cast(cython.p_double, address(self.best_store))
            self.scan = cython.cast(cython.p_int, address(self.scan_store))
        else:
            self.rows = self.row_store.data
            self.counts = self.count_store.data
            self.best = self.best_store.data
            self.scan = self.scan_store.data

    def play(self, state: State, luck: Luck, rate: float, direct_rate: float) -> list[int]:
        """Plays one game to its end and learns from it, unless the rate is 0; returns the points."""
        if luck is None or state is None or state.game != self.game:  # compiled, None passes for any type
            raise TypeError("practice needs a state of its game, and a Luck")
        self.work = state.copy()
        self.heuristics.watch(self.work)
        self.values.watch(self.work)
        words = luck.w
        with cython.nogil:
            self.play_out(words)
            if rate > 0.0 and self.work.seats_waiting() == 0:
                self.look_back(rate, direct_rate)
        return [self.work.points_of(seat) for seat in range(self.players)]

    def payoffs(self) -> list[float]:
        """What each seat won in the game that was played last."""
        return [self.work.payoff_of(seat) for seat in range(self.players)]

    def play_out(self, words: Any) -> None:
        self.length = 0
        while self.length < MOST_MOMENTS:
            mask = self.work.seats_waiting()
            if mask == 0:
                return
            seat = 0
            while not mask >> seat & 1:
                seat += 1
            count = self.work.count_legal(seat)
            if count == 1:
                self.work.enact(seat, self.work.nth_legal(seat, 0))
                continue
            for index in range(count):
                self.scan[index] = self.work.nth_legal(seat, index)
            moment = self.length
            choice = self.best_choice(seat, count, words)
            self.counts[3 * moment + 2] = 0
            if draw(words, ODDS) < self.explore:
                choice = self.scan[draw(words, count)]
                self.counts[3 * moment + 2] = 1
            self.work.enact(seat, choice)
            self.note(moment, seat)

    def best_choice(self, seat: int, count: int, words: Any) -> int:
        """The choice the seat likes best; what it is worth is kept."""
        best = self.best + MAX_SEATS * self.length if cython.compiled else self.best[MAX_SEATS * self.length :]
        chosen = self.scan[0]
        high = -1e30
        for index in range(count):
            self.values.look_ahead(self.work, seat, self.scan[index], words)
            if self.values.found[seat] > high:
                high = self.values.found[seat]
                chosen = self.scan[index]
                for other in range(self.players):
                    best[other] = self.values.found[other]
        return int(chosen)

    def note(self, moment: int, seat: int) -> None:
        """Keeps the features of the position after a decision, and whose view they are."""
        waiting = self.work.seats_waiting()
        view = seat
        if not self.values.boards_apart and waiting != 0:
            view = 0
            while not waiting >> view & 1:
                view += 1
        self.counts[3 * moment] = 0
        if waiting != 0 and not self.heuristics.settles():
            rows = self.rows + MOST_FEATURES * moment if cython.compiled else self.rows[MOST_FEATURES * moment :]
            self.counts[3 * moment] = self.heuristics.write_features(view, rows)
        self.counts[3 * moment + 1] = view
        if self.values.boards_apart:
            # points are learned beyond those the seat has
            self.best[MAX_SEATS * moment + (seat + 1) % MAX_SEATS] = self.work.points(seat)
        self.length += 1

    def look_back(self, rate: float, direct_rate: float) -> None:
        """From the end to the beginning: each position learns from what came of it."""
        apart = self.values.boards_apart
        ended = self.best + MAX_SEATS * MOST_MOMENTS if cython.compiled else self.best[MAX_SEATS * MOST_MOMENTS :]
        target = ended + MAX_SEATS if cython.compiled else ended[MAX_SEATS:]
        for seat in range(self.players):
            ended[seat] = self.work.points(seat) if apart else self.work.payoff(seat)
        moment = self.length - 1
        while moment >= 0:
            view = self.counts[3 * moment + 1]
            first = MAX_SEATS * moment
            if self.counts[3 * moment] > 0:
                rows = self.rows + MOST_FEATURES * moment if cython.compiled else self.rows[MOST_FEATURES * moment :]
                if apart:
                    target[0] = (ended[view] - self.best[first + (view + 1) % MAX_SEATS]) / POINTS_UNIT
                else:
                    for seat in range(self.players):
                        target[seat] = ended[(view + seat) % self.players]
                self.square += self.values.learn(rows, self.counts[3 * moment], target, rate, direct_rate)
                self.learned += 1
            share = 0.0 if self.counts[3 * moment + 2] else self.trace
            for seat in range(self.players):
                if not apart or seat == view:
                    ended[seat] = share * ended[seat] + (1.0 - share) * self.best[first + seat]
            moment -= 1
