"""Many games stepped at once from arrays, in compiled code that releases the interpreter's lock.

>>> from zoobox.envs.vector import VectorGames
>>> games = VectorGames("zooloretto-dice", count=1000, seed=7)
>>> games.observations.shape, games.masks.shape
((1000, 67), (1000, 35))
>>> games.step(games.sample())
>>> int(games.finished.sum())
0
"""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from typing import Any

import numpy as np

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

import zoobox
from zoobox.kernel.encoding import Encoding
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.integers import whole_number, whole_seed
from zoobox.kernel.luck import Luck, scramble
from zoobox.kernel.observation import ObservationSpec
from zoobox.kernel.state import State

if not cython.compiled:  # compiled, these come from the .pxd
    from zoobox.kernel.encoding import change_encoding
    from zoobox.kernel.luck import draw
    from zoobox.kernel.observation import fill_observation
    from zoobox.kernel.state import lowest_seat

    def memset(row: memoryview, value: int, size: int) -> None:
        row[:size] = bytes([value]) * size

    def prefetch(row: memoryview, size: int) -> None:
        """Nothing to do."""

    def memcpy(to: memoryview, source: memoryview, size: int) -> None:
        to.cast("B")[:size] = source.cast("B")[:size]


MASK64 = 0xFFFFFFFFFFFFFFFF
ARRAYS = (
    "rows",
    "seats",
    "observations",
    "masks",
    "rewards",
    "finished",
    "sampled",
    "last",
    "encoded",
    "planes",
)
"""The arrays of VectorGames, with one row for each game."""


class VectorGames:
    """A number of games of one configuration, each with its own seed; a finished game is replaced by a new one at once.

    After the constructor and after each `step`, `seats[i]` is the seat to act in game i, `observations[i]` and
    `masks[i]` are its, `rewards[i]` what every seat was given in this step, `finished[i]` whether that ended a game;
    then `last[i]` is what the seat that ended it observes at the end.

    With an encoding, `encoded[i]` and `planes[i]` are the observation in that encoding; `observations` stay raw. A step
    changes only those zeros and ones that differ, so nobody else may write into these two arrays.
    """

    def __init__(
        self,
        game: str | zoobox.Game,
        count: int,
        players: int | None = None,
        variant: str | None = None,
        settings: Mapping[str, Any] | None = None,
        seed: int = 0,
        encoding: str = "raw",
    ) -> None:
        number = whole_number(count)
        if number is None or number < 1:
            raise ZooboxError(f"at least one game is needed, not {count!r}")
        self.game = zoobox.game(game, players, variant, settings) if isinstance(game, str) else game
        self.seed = whole_seed(seed)
        self.started = 0
        self.luck = Luck(self.seed)
        self.encoding: Encoding = self.game.encoding(encoding)
        self._allocate(number)
        for index in range(number):
            self.begin(index)
        self.refresh()

    def _allocate(self, count: int) -> None:
        """Makes the arrays for that many games."""
        self.count = count
        self.players = self.game.players
        self.seed_high = (self.seed << 24) & MASK64
        self.observation_spec: ObservationSpec = self.game.observation_spec()
        self.state: State = self.game.blank()
        self.row_size = len(self.state.data)
        self.choices = self.game.choice_count
        self.rows = np.zeros((count, self.row_size), dtype=np.uint8)
        self.seats = np.zeros(count, dtype=np.int32)
        self.observations = np.zeros((count, self.observation_spec.size), dtype=np.int16)
        self.masks = np.zeros((count, self.choices), dtype=np.uint8)
        self.rewards = np.zeros((count, self.players), dtype=np.float64)
        self.finished = np.zeros(count, dtype=np.uint8)
        self.sampled = np.zeros(count, dtype=np.int32)
        self.last = np.zeros((count, self.observation_spec.size), dtype=np.int16)
        zeros, no_planes = self.encoding.of_zeros
        self.seen = np.zeros((1, self.observation_spec.size), dtype=np.int16)
        self.encoded = np.tile(np.frombuffer(zeros[:1] if self.encoding.is_raw else zeros, dtype=np.uint8), (count, 1))
        self.flat_planes = np.tile(np.frombuffer(no_planes, dtype=np.uint8), (count, 1))
        self.planes = self.flat_planes.reshape(count, *self.encoding.shapes().get("planes", (len(no_planes),)))
        self.fixed_start: np.ndarray | None = self._find_fixed_start()

    def _find_fixed_start(self) -> np.ndarray | None:
        """The start of every game but for its luck, where setting up draws nothing."""
        fresh = self.game.start(0)
        unused = self.game.blank()
        unused.seed_luck(0)
        if (fresh.word(0), fresh.word(1)) != (unused.word(0), unused.word(1)):
            return None
        return np.frombuffer(fresh.snapshot(), dtype=np.uint8).copy()

    def __reduce__(self) -> tuple[Any, ...]:
        arrays = (self.rows, self.rewards, self.finished, self.sampled, self.last)
        given = (self.game, self.seed, self.started, self.luck, self.encoding.name, arrays)
        return copyreg.__newobj__, (type(self),), given  # type: ignore[attr-defined]

    def __setstate__(self, given: tuple[Any, ...]) -> None:
        self.game, self.seed, self.started, self.luck, name, (rows, rewards, finished, sampled, last) = given
        self.encoding = self.game.encoding(name)
        self._allocate(len(rows))
        self.last[:] = last
        self.rows[:] = rows
        self.rewards[:] = rewards
        self.finished[:] = finished
        self.sampled[:] = sampled
        self.refresh()

    def begin(self, index: int) -> None:
        """Puts a new game into a row; the k-th game started has the k-th seed, whatever the number of rows."""
        number = self._number(index)
        if self.fixed_start is not None:
            self._begin_fixed(self.rows, self.fixed_start, number, number + 1, self.finished, False)
            return
        fresh = self.game.start(scramble((self.seed << 24) + self.started & MASK64))
        self.started += 1
        self.rows[number, : fresh.size] = np.frombuffer(fresh.snapshot(), dtype=np.uint8)

    def _begin_finished(self) -> None:
        if self.fixed_start is not None:
            self._begin_fixed(self.rows, self.fixed_start, 0, self.count, self.finished, True)
            return
        for index in np.flatnonzero(self.finished):
            self.begin(int(index))

    def _begin_fixed(
        self, rows: np.ndarray, start: np.ndarray, first: int, end: int, finished: np.ndarray, only_finished: bool
    ) -> None:
        """New games where setting up draws nothing: the usual start, with luck from the seed."""
        for index in range(first, end):
            if only_finished and not finished[index]:
                continue
            for offset in range(start.shape[0]):
                rows[index, offset] = start[offset]
            self.state.bind(_row(rows, index))
            self.state.w[0] = scramble(scramble((self.seed_high + self.started) & MASK64))
            self.state.w[1] = scramble(self.state.w[0]) | 1
            self.started += 1

    def _number(self, index: Any) -> int:
        """The index of a game as an int."""
        number = whole_number(index)
        if number is None or not 0 <= number < self.count:
            raise IndexError(f"there is no game {index!r}: they are 0 to {self.count - 1}")
        return number

    def share(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Moves everything into arrays of the caller, for instance into some rows of larger ones; see `ARRAYS`."""
        for name in ARRAYS:
            own, given = getattr(self, name), arrays[name]
            if given.shape != own.shape or given.dtype != own.dtype or not given.flags.c_contiguous:
                raise ValueError(f"{name} should be a contiguous array of {own.dtype} and the shape {own.shape}")
            given[:] = own
        self.rows, self.seats, self.observations, self.masks = (arrays[name] for name in ARRAYS[:4])
        self.rewards, self.finished, self.sampled, self.last = (arrays[name] for name in ARRAYS[4:8])
        self.encoded, self.planes = arrays["encoded"], arrays["planes"]
        self.flat_planes = self.planes.reshape(self.count, -1)

    def first_illegal(self, actions: Any) -> int:
        """The first game whose action is outside its mask, or -1."""
        return self._outside(self.seats, self.masks, self._chosen(actions))

    def _chosen(self, actions: Any) -> np.ndarray:
        return whole_choices(actions, self.count)

    def step(self, actions: Any) -> None:
        """Plays one choice in every game; refuses all of them if one is outside its mask."""
        chosen = self._chosen(actions)
        bad = self._outside(self.seats, self.masks, chosen)
        if bad >= 0:
            raise self._refusal(bad, int(chosen[bad]))
        # Views give Python's integers where this is interpreted; NumPy's would overflow.
        seats, choices = self.seats.data, chosen.data
        self._play(self.rows, seats, choices, self.rewards, self.finished, self.last)
        if self.finished.any():
            self._begin_finished()
        self.refresh()

    def sample(self) -> np.ndarray:
        """For each game one of the choices in its mask, drawn uniformly; the array is reused by the next call."""
        self._sample(self.masks, self.sampled)
        return self.sampled

    def refresh(self) -> None:
        """Recomputes seats, observations and masks, for instance after rows were changed from outside."""
        self._refresh(
            self.rows, self.seats.data, self.observations, self.masks, self.seen, self.encoded, self.flat_planes
        )

    def network_input(self) -> dict[str, np.ndarray]:
        """The observations in the encoding that was asked for, by name: the arrays themselves."""
        if self.encoding.is_raw:
            return {"observation": self.observations}
        if self.encoding.plane_size:
            return {"observation": self.encoded, "planes": self.planes}
        return {"observation": self.encoded}

    def state_of(self, index: int) -> State:
        """A copy of one of the games."""
        number = self._number(index)
        state = self.game.blank()
        state.load(self.rows[number, : state.size].tobytes())
        return state

    def _refusal(self, index: int, choice: int) -> Exception:
        return self.game.refusal(self.state_of(index), int(self.seats[index]), choice)

    def _outside(self, seats: np.ndarray, masks: np.ndarray, chosen: np.ndarray) -> int:
        """The first game whose choice is outside its mask, or -1."""
        found = -1
        with cython.nogil:
            for index in range(self.count):
                if not 0 <= seats[index] < self.players:
                    found = index
                    break
                if not 0 <= chosen[index] < self.choices or not masks[index, chosen[index]]:
                    found = index
                    break
        return found

    def _sample(self, masks: np.ndarray, sampled: np.ndarray) -> None:
        with cython.nogil:
            for index in range(self.count):
                left = 0
                for choice in range(self.choices):
                    if masks[index, choice]:
                        left += 1
                if left == 0:  # a row that was changed from outside
                    sampled[index] = -1
                    continue
                left = draw(self.luck.w, left) + 1
                choice = -1
                while left > 0:
                    choice += 1
                    if masks[index, choice]:
                        left -= 1
                sampled[index] = choice

    def _play(
        self,
        rows: np.ndarray,
        seats: memoryview,
        chosen: memoryview,
        rewards: np.ndarray,
        finished: np.ndarray,
        last: np.ndarray,
    ) -> None:
        state = self.state
        with cython.nogil:
            for index in range(self.count):
                state.bind(_row(rows, index))
                state.enact(seats[index], chosen[index])
                finished[index] = state.seats_waiting() == 0
                for seat in range(self.players):
                    rewards[index, seat] = 0.0
                if finished[index]:
                    for seat in range(self.players):
                        rewards[index, seat] = state.reward(seat)
                    fill_observation(self.observation_spec, state, seats[index], _numbers(last, index))
        state.complain()

    def _refresh(
        self,
        rows: np.ndarray,
        seats: memoryview,
        observations: np.ndarray,
        masks: np.ndarray,
        seen: np.ndarray,
        encoded: np.ndarray,
        planes: np.ndarray,
    ) -> None:
        state = self.state
        encoding = self.encoding
        with cython.nogil:
            for index in range(self.count):
                state.bind(_row(rows, index))
                mask = state.seats_waiting()
                before = max(seats[index], 0)
                if mask == 0:  # a finished game that was put there from outside
                    seats[index] = -1
                    memset(_row(masks, index), 0, self.choices)
                    continue
                seats[index] = lowest_seat(mask)
                shift = (seats[index] - before + self.players) % self.players
                memset(_row(masks, index), 0, self.choices)
                state.mark_legal(seats[index], _row(masks, index))
                if not encoding.is_raw and index + 1 < self.count:  # a quarter faster where the arrays are large
                    prefetch(_row(encoded, index + 1), encoding.size)
                    prefetch(_row(planes, index + 1), encoding.plane_size)
                told = _numbers(observations, index)
                if encoding.is_raw:
                    fill_observation(self.observation_spec, state, seats[index], told)
                else:
                    now = _numbers(seen, 0)
                    fill_observation(self.observation_spec, state, seats[index], now)
                    change_encoding(encoding, shift, told, now, _row(encoded, index), _row(planes, index))
                    memcpy(told, now, 2 * encoding.numbers)
        state.complain()


def whole_choices(actions: Any, count: int) -> np.ndarray:
    """One choice for each game as an array of the type that the rules take."""
    given = np.asarray(actions)
    if given.shape != (count,):
        raise ZooboxError(f"step needs one choice for each of the {count} games, not {given.shape}")
    if given.dtype.kind not in "iu":
        raise ZooboxError(f"step needs the numbers of choices, which are whole, not {given.dtype}")
    return np.ascontiguousarray(given, dtype=np.int32)


def _row(table: np.ndarray, index: int) -> Any:
    """One row of a table of bytes: a pointer to it when compiled."""
    if cython.compiled:
        return cython.address(table[index, 0])
    return memoryview(table[index])


def _numbers(table: np.ndarray, index: int) -> Any:
    """One row of a table of 16-bit numbers: a pointer to it when compiled."""
    if cython.compiled:
        return cython.address(table[index, 0])
    return memoryview(table[index])
