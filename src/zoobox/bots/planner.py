"""Looks for the best line of play in a solo game in which nothing is random.

Positions at rest, between two turns, are kept in stages: how far the game has come. Going through the stages again and
again, the planner takes the most promising position of each and plays one turn from it in several ways, which gives
positions of later stages (cyclic best-first search). A line that reaches the end is kept if it is the best so far.
Positions that follow from what is played stay from one decision to the next.

Everything lies in flat arrays, so that compiled code walks them without the interpreter's lock.
"""

from __future__ import annotations

from typing import Any

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.bots.layout import *
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.heuristics import Heuristics
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import State

if not cython.compiled:  # compiled, it comes from the .pxd
    from zoobox.kernel.luck import MASK64, draw


class Planner:
    """The most promising positions of each stage, and the best line so far from the position it started at."""

    def __init__(self, state: State, heuristics: Heuristics, tuning: Any) -> None:
        heuristics.check(state, 0)
        if state.players != 1 or not heuristics.choices_known:
            raise ZooboxError("a plan needs a solo game in which nothing is hidden.")
        self.work = state.copy()
        self.heuristics = heuristics
        self.luck = Luck(0)
        self.size = state.size
        self.contest = min(tuning.contest, MOST_CHOICES)
        self.ways = tuning.ways
        self.patience = tuning.patience
        self.playouts = tuning.playouts
        self.room = max(4, tuning.memory * BYTES_PER_MEGABYTE // (STAGES * (state.size + ROW_BYTES)))
        rows = STAGES * self.room
        self.position_store = bytearray(rows * self.size)
        self.loaded_store = bytearray(self.size)
        self.line_store = bytearray(rows * LINE * INT_BYTES)
        self.length_store = bytearray(rows * INT_BYTES)
        self.heap_store = bytearray(rows * INT_BYTES)
        self.promise_store = bytearray(rows * DOUBLE_BYTES)
        self.count_store = bytearray(STAGES * INT_BYTES)
        self.known_store = bytearray(KNOWN * WORD_BYTES)
        self.scan_store = bytearray(MOST_CHOICES * INT_BYTES)
        self.played_store = bytearray(LINE * INT_BYTES)
        self.best_store = bytearray(LINE * INT_BYTES)
        self.bind_arrays()
        self.reset(state)

    def bind_arrays(self) -> None:
        """Points the typed views at the buffers."""
        if cython.compiled:
            self.positions = cython.cast(cython.p_uchar, self.position_store)
            self.loaded = cython.cast(cython.p_uchar, self.loaded_store)
            self.lines = cython.cast(cython.p_int, cython.cast(cython.p_uchar, self.line_store))
            self.lengths = cython.cast(cython.p_int, cython.cast(cython.p_uchar, self.length_store))
            self.heaps = cython.cast(cython.p_int, cython.cast(cython.p_uchar, self.heap_store))
            self.promises = cython.cast(cython.p_double, cython.cast(cython.p_uchar, self.promise_store))
            self.counts = cython.cast(cython.p_int, cython.cast(cython.p_uchar, self.count_store))
            self.known = cython.cast(cython.p_ulonglong, cython.cast(cython.p_uchar, self.known_store))
            self.scan = cython.cast(cython.p_int, cython.cast(cython.p_uchar, self.scan_store))
            self.played = cython.cast(cython.p_int, cython.cast(cython.p_uchar, self.played_store))
            self.best = cython.cast(cython.p_int, cython.cast(cython.p_uchar, self.best_store))
        else:
            self.positions = self.position_store
            self.loaded = self.loaded_store
            self.lines = memoryview(self.line_store).cast("i")
            self.lengths = memoryview(self.length_store).cast("i")
            self.heaps = memoryview(self.heap_store).cast("i")
            self.promises = memoryview(self.promise_store).cast("d")
            self.counts = memoryview(self.count_store).cast("i")
            self.known = memoryview(self.known_store).cast("Q")
            self.scan = memoryview(self.scan_store).cast("i")
            self.played = memoryview(self.played_store).cast("i")
            self.best = memoryview(self.best_store).cast("i")

    # Setting up.

    def reset(self, state: State) -> None:
        """Forgets everything and starts from that position."""
        self.heuristics.check(state, 0)
        for stage in range(STAGES):
            self.counts[stage] = 0
        for row in range(STAGES * self.room):
            self.heaps[row] = row
        for place in range(KNOWN):
            self.known[place] = 0
        self.best_value = -1e30
        self.best_length = 0
        self.next_stage = 0
        self.explored = 0
        self.set_start(state)

    def set_start(self, state: State) -> None:
        """Lines begin at that position."""
        self.work.copy_from(state)
        self.heuristics.watch(self.work)
        self.moves = 0
        self.keep_position()

    def best_line(self) -> tuple[float, list[int]]:
        """The best result found, and the choices that lead to it from the start."""
        return self.best_value, [self.best[index] for index in range(self.best_length)]

    def lines_to(self, stage: int) -> list[tuple[float, list[int]]]:
        """The positions kept of a stage: what each promises, and the choices that lead to it from the start."""
        if not 0 <= stage < STAGES:
            raise IndexError(f"there are {STAGES} stages; there is no stage {stage}")
        rows = [self.heaps[stage * self.room + place] for place in range(self.counts[stage])]
        return [
            (self.promises[row], [self.lines[row * LINE + index] for index in range(self.lengths[row])]) for row in rows
        ]

    def follow(self, state: State, taken: list[int]) -> None:
        """Lines begin at that position from now on, the one after these choices; what does not lead through it goes."""
        self.heuristics.check(state, 0)
        if self.best_line()[1][: len(taken)] != taken:
            self.reset(state)
            return
        for stage in range(STAGES):
            first = stage * self.room
            used = [self.heaps[first + place] for place in range(self.counts[stage])]
            kept = [row for row in used if self.shorten(row, taken)]
            kept.sort(key=lambda row: -self.promises[row])
            kept_rows = set(kept)
            free = [row for row in range(first, first + self.room) if row not in kept_rows]
            self.counts[stage] = len(kept)
            for place, row in enumerate(kept + free):
                self.heaps[first + place] = row
        self.best_length -= len(taken)
        for index in range(self.best_length):
            self.best[index] = self.best[index + len(taken)]
        self.set_start(state)

    def shorten(self, row: int, taken: list[int]) -> bool:
        """Takes the choices off the beginning of a row's line; whether its line begins with them."""
        length = self.lengths[row]
        count = len(taken)
        matches = length >= count
        for index in range(min(count, length)):
            matches = matches and self.lines[row * LINE + index] == taken[index]
        if not matches:
            return False
        for index in range(count, length):
            self.lines[row * LINE + index - count] = self.lines[row * LINE + index]
        self.lengths[row] = length - count
        return True

    # Looking for lines.

    def explore(self, count: int, luck: Luck) -> bool:
        """Plays on from that many positions, fewer where no more are left; whether there were enough."""
        if luck is None:  # compiled, None passes for any type
            raise TypeError("a plan needs a Luck")
        self.luck = luck
        self.heuristics.watch(self.work)
        left = True
        with cython.nogil:
            for _ in range(count):
                left = left and self.explore_next()
        self.heuristics.complain()
        return left

    def explore_next(self) -> bool:
        """Plays on from the most promising position of the next stage that has any."""
        for _ in range(STAGES):
            stage = self.next_stage
            self.next_stage = 0 if stage + 1 == STAGES else stage + 1
            if self.counts[stage] > 0:
                self.play_from(stage)
                return True
        return False

    def play_from(self, stage: int) -> None:
        """Plays one turn in several ways, and makes the position less promising for the next time."""
        row = self.heaps[stage * self.room]
        self.load(row)
        start = self.moves
        if self.heuristics.best_payoff() <= self.best_value:
            self.remove_first(stage)
            return
        self.promises[row] -= self.patience
        self.sift_down(stage, 0)
        self.explored += 1
        count = self.work.count_legal(0)
        first = draw(self.luck.w, count)
        for way in range(self.ways):
            if way > 0:
                self.go_back(start)
            if count > self.ways:
                self.play_turn(self.draw_choice(count))
            else:
                self.play_turn(self.work.nth_legal(0, (first + way) % count))
            if self.work.seats_waiting() != 0 and self.moves < LINE and self.heuristics.best_payoff() > self.best_value:
                self.keep_position()
                if way < self.playouts:
                    self.play_to_the_end()
            if self.work.seats_waiting() == 0:
                self.keep_line()

    def play_to_the_end(self) -> None:
        """Plays on as the priors tell, until the game is over or cannot become the best any more."""
        while self.work.seats_waiting() != 0 and self.moves < LINE:
            count = self.work.count_legal(0)
            self.make(self.draw_choice(count) if count > 1 else self.work.nth_legal(0, 0))
            if self.heuristics.best_payoff() <= self.best_value:
                return

    def load(self, row: int) -> None:
        """Sets the working state to the position of a row, and keeps a copy, since the row may be overwritten."""
        for index in range(self.size):
            self.loaded[index] = self.positions[row * self.size + index]
            self.work.d[index] = self.loaded[index]
        self.moves = self.lengths[row]
        for index in range(self.moves):
            self.played[index] = self.lines[row * LINE + index]

    def go_back(self, moves: int) -> None:
        """Sets the working state to the position that was loaded, after so many choices."""
        for index in range(self.size):
            self.work.d[index] = self.loaded[index]
        self.moves = moves
        self.work.count_legal(0)

    def play_turn(self, choice: int) -> None:
        """Makes a choice and goes on until the game is at rest again."""
        self.make(choice)
        while self.work.seats_waiting() != 0 and self.heuristics.stage() == NOWHERE and self.moves < LINE:
            count = self.work.count_legal(0)
            self.make(self.draw_choice(count) if count > 1 else self.work.nth_legal(0, 0))

    def make(self, choice: int) -> None:
        self.work.enact(0, choice)
        self.played[self.moves] = choice
        self.moves += 1

    def draw_choice(self, count: int) -> int:
        """The best-looking of some choices drawn at random; sometimes of few, for variety."""
        entries = 1 + draw(self.luck.w, self.contest)
        return self.heuristics.contest_winner(0, count, entries, self.luck.w, self.scan)

    def keep_line(self) -> None:
        """Keeps what was played to the end, if it is better than anything before."""
        value = self.work.payoff(0)
        if value <= self.best_value or self.moves >= LINE:
            return
        self.best_value = value
        self.best_length = self.moves
        for index in range(self.moves):
            self.best[index] = self.played[index]

    def keep_position(self) -> None:
        """Keeps the working position if it is new and among the promising ones of its stage."""
        stage = self.heuristics.stage()
        if stage == NOWHERE:
            stage = 0  # the start, in the middle of a turn
        if self.was_known():
            return
        promise = self.heuristics.promise()
        count = self.counts[stage]
        if count < self.room:
            place = count
            self.counts[stage] = count + 1
        else:
            place = self.poor_place(stage)
            if self.promises[self.heaps[stage * self.room + place]] >= promise:
                return
        row = self.heaps[stage * self.room + place]
        for index in range(self.size):
            self.positions[row * self.size + index] = self.work.d[index]
        for index in range(self.moves):
            self.lines[row * LINE + index] = self.played[index]
        self.lengths[row] = self.moves
        self.promises[row] = promise
        self.sift_up(stage, place)
        self.sift_down(stage, place)

    def was_known(self) -> bool:
        """Whether the working position has been kept before, as far as is remembered; remembers it."""
        mark: int = 1
        for index in range(FIRST_WORD, self.size // WORD_BYTES):
            mark = (mark ^ self.work.w[index]) * MARK_STEP & MASK64
            mark ^= mark >> 31
        place = mark & (KNOWN - 1)
        if self.known[place] == mark:
            return True
        self.known[place] = mark
        return False

    # The positions of a stage form a heap: each promises at least as much as the two below it.

    def poor_place(self, stage: int) -> int:
        """A place at the bottom of the heap with little promise."""
        half = self.room // 2
        first = stage * self.room
        poorest: int = half + draw(self.luck.w, self.room - half)
        for _ in range(CANDIDATES):
            place = half + draw(self.luck.w, self.room - half)
            if self.promises[self.heaps[first + place]] < self.promises[self.heaps[first + poorest]]:
                poorest = place
        return poorest

    def remove_first(self, stage: int) -> None:
        first = stage * self.room
        last = self.counts[stage] - 1
        self.counts[stage] = last
        self.swap(first, first + last)
        self.sift_down(stage, 0)

    def sift_up(self, stage: int, place: int) -> None:
        first = stage * self.room
        while place > 0:
            above = (place - 1) // 2
            if self.promises[self.heaps[first + above]] >= self.promises[self.heaps[first + place]]:
                return
            self.swap(first + above, first + place)
            place = above

    def sift_down(self, stage: int, place: int) -> None:
        first = stage * self.room
        count = self.counts[stage]
        while 2 * place + 1 < count:
            below = 2 * place + 1
            if below + 1 < count and (
                self.promises[self.heaps[first + below + 1]] > self.promises[self.heaps[first + below]]
            ):
                below += 1
            if self.promises[self.heaps[first + place]] >= self.promises[self.heaps[first + below]]:
                return
            self.swap(first + place, first + below)
            place = below

    def swap(self, place: int, other: int) -> None:
        row = self.heaps[place]
        self.heaps[place] = self.heaps[other]
        self.heaps[other] = row
