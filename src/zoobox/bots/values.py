"""A small network that learned by playing what a position is worth.

It reads the features that the game's heuristics write. Where players have boards of their own (`BOARDS_APART`), it
tells the points a seat will have at the end; the chances to win follow from these. Otherwise it tells every seat's
chance to win. All its numbers lie in one array, so that several processes can learn in shared memory.

Compiled, a search asks it without the interpreter's lock.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.bots.layout import *
from zoobox.bots.network import mark_of
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.heuristics import Heuristics
from zoobox.kernel.state import State

if not cython.compiled:  # compiled, these come from the C library and the .pxd
    from math import exp, log

    from zoobox.kernel.luck import GOLDEN, draw

if TYPE_CHECKING:
    from zoobox.kernel.game import Game


FILE: Final = "values.npz"
"""In a game's folder: networks, each under the configurations it is for."""


def number_count(features: int, width: int, middle: int, outputs: int) -> int:
    """How many numbers such a network has."""
    return features * (width + outputs) + width + width * middle + middle + middle * outputs + outputs


class Values:
    """The network of one configuration of a game, and a second state to look ahead with."""

    def __init__(self, game: Game, width: int, middle: int, numbers: Any) -> None:
        import numpy as np

        self.game = game
        self.players = game.players
        self.heuristics = game.heuristics()
        self.boards_apart = self.heuristics.BOARDS_APART
        self.points_of_payoff = self.heuristics.POINTS_OF_PAYOFF
        self.features = self.heuristics.feature_count
        self.outputs = 1 if self.boards_apart else self.players
        self.width = width
        self.middle = middle
        expected = number_count(self.features, width, middle, self.outputs)
        if numbers.dtype != np.float32 or numbers.shape != (expected,):
            raise ZooboxError(f"the values of {game!r} need {expected} numbers, not {numbers.size}.")
        self.stored: Any = numbers
        self.work_store: Any = np.zeros(2 * (width + middle) + 4 * MAX_SEATS, np.float32)
        self.row_store: Any = np.zeros(MOST_FEATURES, np.int32)
        self.samples = 1
        self.own_points = False
        self.after = game.start(0)
        self.words = self.after.size // WORD_BYTES
        self.before_store: Any = np.zeros(MAX_SEATS * (self.words + WORD_BYTES), np.uint64)
        self.judged_store: Any = np.zeros(JUDGED, np.uint64)
        self.judgement_store: Any = np.zeros(JUDGED * MAX_SEATS, np.float64)
        self.lessons = 1
        if not cython.compiled:
            self.shares = [0.0] * MAX_SEATS
            self.found = [0.0] * MAX_SEATS
            self.best = [0.0] * (MAX_SEATS * MAX_SEATS)
        self.bind_arrays()

    def bind_arrays(self) -> None:
        """Points the typed views at the arrays."""
        rows = self.features
        lengths = (
            0, rows * self.width, rows * self.outputs, self.width, self.width * self.middle, self.middle,
            self.middle * self.outputs,
        )  # fmt: skip
        at = list(accumulate(lengths))
        if cython.compiled:
            self.table = cython.cast(cython.p_float, address(self.stored))
            self.direct = self.table + cython.cast(cython.long, at[1])
            self.bias1 = self.table + cython.cast(cython.long, at[2])
            self.matrix2 = self.table + cython.cast(cython.long, at[3])
            self.bias2 = self.table + cython.cast(cython.long, at[4])
            self.matrix3 = self.table + cython.cast(cython.long, at[5])
            self.bias3 = self.table + cython.cast(cython.long, at[6])
            self.hidden = cython.cast(cython.p_float, address(self.work_store))
            self.inner = self.hidden + self.width
            self.hidden_error = self.inner + self.middle
            self.inner_error = self.hidden_error + self.width
            self.out = self.inner_error + self.middle
            self.rows = cython.cast(cython.p_int, address(self.row_store))
            self.before = cython.cast(cython.p_ulonglong, address(self.before_store))
            self.judged = cython.cast(cython.p_ulonglong, address(self.judged_store))
            self.judgements = cython.cast(cython.p_double, address(self.judgement_store))
        else:
            self.before = memoryview(self.before_store)
            view = memoryview(self.stored)
            self.table = view
            self.direct, self.bias1, self.matrix2, self.bias2, self.matrix3, self.bias3 = (
                view[first:] for first in at[1:]
            )
            work = memoryview(self.work_store)
            self.hidden = work
            self.inner = work[self.width :]
            self.hidden_error = work[self.width + self.middle :]
            self.inner_error = work[2 * self.width + self.middle :]
            self.out = work[2 * (self.width + self.middle) :]
            self.rows = memoryview(self.row_store)

    # What the network says.

    def run(self, rows: Any, count: int) -> None:
        """Fills `out` from features."""
        width = self.width
        middle = self.middle
        outputs = self.outputs
        hidden = self.hidden
        inner = self.inner
        out = self.out
        table = self.table
        direct = self.direct
        matrix2 = self.matrix2
        for column in range(width):
            hidden[column] = self.bias1[column]
        for seat in range(outputs):
            out[seat] = self.bias3[seat]
        for index in range(count):
            first = rows[index] * width
            for column in range(width):
                hidden[column] += table[first + column]
            first = rows[index] * outputs
            for seat in range(outputs):
                out[seat] += direct[first + seat]
        for column in range(middle):
            inner[column] = self.bias2[column]
        for index in range(width):
            amount = hidden[index]
            if amount > 0.0:
                first = index * middle
                for column in range(middle):
                    inner[column] += amount * matrix2[first + column]
        for index in range(middle):
            amount = inner[index]
            if amount > 0.0:
                for seat in range(outputs):
                    out[seat] += amount * self.matrix3[index * outputs + seat]

    def soften(self) -> None:
        """Turns `out` into shares, where the network tells chances."""
        best = self.out[0]
        for seat in range(1, self.outputs):
            if self.out[seat] > best:
                best = self.out[seat]
        total = 0.0
        for seat in range(self.outputs):
            self.out[seat] = exp(self.out[seat] - best)
            total += self.out[seat]
        for seat in range(self.outputs):
            self.out[seat] /= total

    def points(self, state: State, heuristics: Heuristics, seat: int) -> float:
        """The points a seat will have at the end; the heuristics watch the state."""
        points = 1.0 * state.points(seat)
        if state.seats_waiting() == 0:
            return points
        self.run(self.rows, heuristics.write_features(seat, self.rows))
        learned: float = POINTS_UNIT * self.out[0]
        return points + learned

    def judge(self, state: State, heuristics: Heuristics) -> None:
        """Fills `shares` for a position: what it is worth to each seat."""
        if state.seats_waiting() != 0 and heuristics.settles():
            self.settle(state, heuristics, 0)
        else:
            self.judge_at_once(state, heuristics)

    def judge_at_once(self, state: State, heuristics: Heuristics) -> None:
        """What the end of the game says of a position, or the network."""
        waiting = state.seats_waiting()
        if waiting == 0:
            for seat in range(self.players):
                self.shares[seat] = (
                    state.points(seat) / self.points_of_payoff if self.own_points else state.payoff(seat)
                )
            return
        if not self.boards_apart:
            first = 0
            while not waiting >> first & 1:
                first += 1
            self.run(self.rows, heuristics.write_features(first, self.rows))
            self.soften()
            for seat in range(self.players):
                self.shares[(first + seat) % self.players] = self.out[seat]
            return
        if self.players == 1 or self.own_points:
            for seat in range(self.players):
                self.shares[seat] = self.points(state, heuristics, seat) / self.points_of_payoff
            return
        best = -1e30
        for seat in range(self.players):
            self.shares[seat] = self.points(state, heuristics, seat)
            if self.shares[seat] > best:
                best = self.shares[seat]
        total = 0.0
        spread = heuristics.spread()
        for seat in range(self.players):
            self.shares[seat] = exp((self.shares[seat] - best) / spread)
            total += self.shares[seat]
        for seat in range(self.players):
            self.shares[seat] /= total

    def judge_once(self, state: State, heuristics: Heuristics) -> None:
        """`judge_at_once`, but compiled, what was judged shortly before is looked up: one position ends many lines."""
        if not cython.compiled:
            self.judge_at_once(state, heuristics)
            return
        mark = (2 * self.lessons + self.own_points) * GOLDEN
        for index in range(FIRST_WORD, self.words):
            mark = (mark ^ state.w[index]) * MARK_STEP
            mark ^= mark >> MARK_SHIFT
        for index in range(self.words * WORD_BYTES, state.size):
            mark = (mark ^ state.d[index]) * MARK_STEP
            mark ^= mark >> MARK_SHIFT
        place = mark % JUDGED
        if self.judged[place] != mark:
            self.judge_at_once(state, heuristics)
            self.judged[place] = mark
            for seat in range(self.players):
                self.judgements[place * MAX_SEATS + seat] = self.shares[seat]
        else:
            for seat in range(self.players):
                self.shares[seat] = self.judgements[place * MAX_SEATS + seat]

    def settle(self, state: State, heuristics: Heuristics, depth: int) -> None:
        """Judges a position by what follows it, where each seat takes the choice that is best for itself.

        The state is as it was afterwards.
        """
        waiting = state.seats_waiting()
        seat = 0
        while not waiting >> seat & 1:
            seat += 1
        count = state.count_legal(seat)
        kept = depth * (self.words + WORD_BYTES)
        rest = self.words * WORD_BYTES
        for index in range(self.words):
            self.before[kept + index] = state.w[index]
        for index in range(rest, state.size):
            self.before[kept + self.words + index - rest] = state.d[index]
        best = depth * MAX_SEATS
        high = -1.0
        for number in range(count):
            state.enact(seat, state.nth_legal(seat, number))
            if depth + 1 < MAX_SEATS and state.seats_waiting() != 0 and heuristics.settles():
                self.settle(state, heuristics, depth + 1)
            else:
                self.judge_once(state, heuristics)
            for index in range(self.words):
                state.w[index] = self.before[kept + index]
            for index in range(rest, state.size):
                state.d[index] = self.before[kept + self.words + index - rest]
            state.count_legal(seat)  # nth_legal answers for the last position that was asked
            if self.shares[seat] > high:
                high = self.shares[seat]
                for other in range(self.players):
                    self.best[best + other] = self.shares[other]
        for other in range(self.players):
            self.shares[other] = self.best[best + other]

    # Looking ahead.

    def watch(self, state: State) -> None:
        """Makes ready to look ahead from that state."""
        self.after = state.copy()
        self.heuristics.watch(self.after)

    def look_ahead(self, state: State, seat: int, choice: int, words: Any) -> None:
        """Fills `found` with what a choice is worth: points of the seat, or every seat's chance to win.

        Luck that the choice draws is another one than the game's own; `words` are the generator it comes from.
        """
        for other in range(self.players):
            self.found[other] = 0.0
        total = self.samples
        done = 0
        while done < total:
            for index in range(FIRST_WORD, self.words):
                self.after.w[index] = state.w[index]
            for index in range(self.words * WORD_BYTES, state.size):
                self.after.d[index] = state.d[index]
            high = draw(words, SEED_STEP)
            low = draw(words, SEED_STEP)
            self.after.w[0] = (high << 33) ^ (low << 3) ^ 5
            self.after.w[1] = (low << 33) ^ (high << 3) | 1
            reveals = self.after.reveals
            self.after.enact(seat, choice)
            if self.after.reveals == reveals:
                total = 1
            done += 1
            if self.boards_apart:
                self.found[seat] += self.points(self.after, self.heuristics, seat)
            else:
                self.judge(self.after, self.heuristics)
                for other in range(self.players):
                    self.found[other] += self.shares[other]
        for other in range(self.players):
            self.found[other] /= total

    def appeal(self, seat: int) -> float:
        """How good the choice last looked at is for a seat: points, or the logarithm of its chance to win."""
        if self.boards_apart:
            return float(self.found[seat])
        return float(log(self.found[seat] + LEAST_SHARE))

    # Learning.

    def learn(self, rows: Any, count: int, target: Any, rate: float, direct_rate: float) -> float:
        """One step towards the targets of a position with these features; returns the squared error before it."""
        width = self.width
        middle = self.middle
        outputs = self.outputs
        hidden = self.hidden
        inner = self.inner
        hidden_error = self.hidden_error
        inner_error = self.inner_error
        table = self.table
        matrix2 = self.matrix2
        self.lessons += 1
        self.run(rows, count)
        if not self.boards_apart:
            self.soften()
        square = 0.0
        for seat in range(outputs):
            error = target[seat] - self.out[seat]
            square += error * error
            self.out[seat] = rate * error
        for index in range(middle):
            inner_error[index] = 0.0
            if inner[index] > 0.0:
                first = index * outputs
                for seat in range(outputs):
                    inner_error[index] += self.out[seat] * self.matrix3[first + seat]
                    self.matrix3[first + seat] += self.out[seat] * inner[index]
                self.bias2[index] += inner_error[index]
        for index in range(width):
            hidden_error[index] = 0.0
            amount = hidden[index]
            if amount > 0.0:
                first = index * middle
                total = 0.0
                for column in range(middle):
                    total += inner_error[column] * matrix2[first + column]
                    matrix2[first + column] += inner_error[column] * amount
                hidden_error[index] = total
                self.bias1[index] += total
        for index in range(count):
            first = rows[index] * width
            for column in range(width):
                table[first + column] += hidden_error[column]
        for seat in range(outputs):
            self.bias3[seat] += self.out[seat]
            amount = direct_rate * self.out[seat]
            for index in range(count):
                self.direct[rows[index] * outputs + seat] += amount
        return square

    # For callers from Python.

    def features_of(self, state: State, seat: int) -> Any:
        """The features of a position as a seat sees it."""
        self.check(state, seat)
        self.watch(state)
        count = self.heuristics.write_features(seat, self.rows)
        return self.row_store[:count].copy()

    def learn_from(self, features: Any, target: Any, rate: float, direct_rate: float) -> float:
        """One step towards points beyond those there are, or shares; returns the squared error before it."""
        import numpy as np

        found = np.ascontiguousarray(features, np.int32)
        wanted = np.ascontiguousarray(target, np.float64)
        if found.ndim != 1 or len(found) > MOST_FEATURES or wanted.ndim != 1 or len(wanted) < self.outputs:
            raise ZooboxError(f"a position has at most {MOST_FEATURES} features, and {self.outputs} targets.")
        if len(found) and not 0 <= found.min() <= found.max() < self.features:
            raise ZooboxError(f"features are numbers from 0 to {self.features - 1}.")
        return self.learn(_ints(found), len(found), _doubles(wanted), rate, direct_rate)

    def settles(self, state: State) -> bool:
        """Whether a position is over, or judged by what follows it, so that there is nothing to learn from it."""
        self.check(state, 0)
        self.watch(state)
        return state.over or bool(self.heuristics.settles())

    def check(self, state: State, seat: int) -> None:
        """Refuses a state of another game and a seat that it does not have."""
        if state is None or state.game != self.game or not 0 <= seat < self.players:
            raise ZooboxError(f"{self.game!r} has no position like seat {seat} of {state!r}.")

    def estimate(self, state: State) -> list[float]:
        """What a position is worth to each seat: its share of the win, or its payoff alone."""
        self.check(state, 0)
        self.watch(state)
        self.lessons += 1  # the numbers may have been changed from outside
        self.judge(self.after, self.heuristics)
        return [self.shares[seat] for seat in range(self.players)]


def pack_values(values: Values, marks: list[str], path: Path) -> None:
    """Writes a network in 16 bits, for configurations as `mark_of` names them, beside those that the file has."""
    import numpy as np

    kept = (
        {name: array for name, array in _stored(path).items() if name.split("/")[0].split() != marks}
        if path.exists()
        else {}
    )
    name = " ".join(marks)
    kept[f"{name}/shape"] = np.array([values.width, values.middle], np.int32)
    kept[f"{name}/numbers"] = values.stored.astype(np.float16)
    np.savez_compressed(path, **kept)


@cache
def _stored(path: Path) -> dict[str, Any]:
    import numpy as np

    with np.load(path) as stored:
        return {name: stored[name] for name in stored.files}


def values_path(game: Game) -> Path:
    """Where the values of a game come with the package."""
    return game.folder / FILE


def has_values(game: Game, path: Path) -> bool:
    """Whether a file holds values for that configuration."""
    return path.exists() and any(mark_of(game) in name.split("/")[0].split() for name in _stored(path))


def load_values(game: Game, path: Path) -> Values:
    """The values of that configuration from a file; raises ZooboxError."""
    import numpy as np

    if not has_values(game, path):
        raise ZooboxError(f"there are no values for {mark_of(game)} in {path}.")
    stored = _stored(path)
    name = next(name for name in stored if mark_of(game) in name.split("/")[0].split()).split("/")[0]
    width, middle = map(int, stored[f"{name}/shape"])
    return Values(game, width, middle, stored[f"{name}/numbers"].astype(np.float32))


def _ints(array: Any) -> Any:
    if cython.compiled:
        return cython.cast(cython.p_int, address(array))
    return memoryview(array)


def _doubles(array: Any) -> Any:
    if cython.compiled:
        return cython.cast(cython.p_double, address(array))
    return memoryview(array)


def address(array: Any) -> Any:
    """Where the numbers of an array begin."""
    if cython.compiled:
        return cython.cast(cython.p_char, cython.cast(cython.size_t, array.ctypes.data))
    return None
