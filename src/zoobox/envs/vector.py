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
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.integers import whole_seed
from zoobox.kernel.luck import Luck, scramble
from zoobox.kernel.observation import ObservationSpec
from zoobox.kernel.state import State

if not cython.compiled:  # compiled, these come from the .pxd
    from zoobox.kernel.luck import draw
    from zoobox.kernel.observation import write_observation
    from zoobox.kernel.state import lowest_seat


MASK64 = 0xFFFFFFFFFFFFFFFF


class VectorGames:
    """A number of games of one configuration, each with its own seed; a finished game is replaced by a new one at once.

    After the constructor and after each `step`, `seats[i]` is the seat to act in game i, `observations[i]` and
    `masks[i]` are its, `rewards[i]` what every seat was given in this step, `finished[i]` whether that ended a game.
    """

    def __init__(
        self,
        game: str | zoobox.Game,
        count: int,
        players: int | None = None,
        variant: str | None = None,
        settings: Mapping[str, Any] | None = None,
        seed: int = 0,
    ) -> None:
        if count < 1:
            raise ZooboxError(f"at least one game is needed, not {count}")
        self.game = zoobox.game(game, players, variant, settings) if isinstance(game, str) else game
        self.seed = whole_seed(seed)
        self.started = 0
        self.luck = Luck(self.seed)
        self._allocate(count)
        for index in range(count):
            self._begin(index)
        self.refresh()

    def _allocate(self, count: int) -> None:
        """Makes the arrays for that many games."""
        self.count = count
        self.players = self.game.players
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

    def __reduce__(self) -> tuple[Any, ...]:
        arrays = (self.rows, self.rewards, self.finished, self.sampled)
        return copyreg.__newobj__, (type(self),), (self.game, self.seed, self.started, self.luck, arrays)  # type: ignore[attr-defined]

    def __setstate__(self, given: tuple[Any, ...]) -> None:
        self.game, self.seed, self.started, self.luck, (rows, rewards, finished, sampled) = given
        self._allocate(len(rows))
        self.rows[:] = rows
        self.rewards[:] = rewards
        self.finished[:] = finished
        self.sampled[:] = sampled
        self.refresh()

    def _begin(self, index: int) -> None:
        """Puts a new game into a row; the k-th game started has the k-th seed, whatever the number of rows."""
        fresh = self.game.start(scramble((self.seed << 24) + self.started & MASK64))
        self.started += 1
        self.rows[index, : fresh.size] = np.frombuffer(fresh.snapshot(), dtype=np.uint8)

    def step(self, actions: Any) -> None:
        """Plays one choice in every game; refuses all of them if one is outside its mask."""
        chosen = np.ascontiguousarray(actions, dtype=np.int32)
        if chosen.shape != (self.count,):
            raise ZooboxError(f"step needs one choice for each of the {self.count} games, not {chosen.shape}")
        bad = self._outside(self.seats, self.masks, chosen)
        if bad >= 0:
            raise self._refusal(bad, int(chosen[bad]))
        self._play(self.rows, self.seats, chosen, self.rewards, self.finished)
        for index in np.flatnonzero(self.finished):
            self._begin(int(index))
        self.refresh()

    def sample(self) -> np.ndarray:
        """For each game one of the choices in its mask, drawn uniformly; the array is reused by the next call."""
        self._sample(self.masks, self.sampled)
        return self.sampled

    def refresh(self) -> None:
        """Recomputes seats, observations and masks, for instance after rows were changed from outside."""
        self._refresh(self.rows, self.seats, self.observations, self.masks)

    def state_of(self, index: int) -> State:
        """A copy of one of the games."""
        state = self.game.blank()
        state.load(self.rows[index, : state.size].tobytes())
        return state

    def _refusal(self, index: int, choice: int) -> Exception:
        return self.game.refusal(self.state_of(index), int(self.seats[index]), choice)

    def _outside(self, seats: np.ndarray, masks: np.ndarray, chosen: np.ndarray) -> int:
        """The first game whose choice is outside its mask, or -1."""
        for index in range(self.count):
            if not 0 <= seats[index] < self.players:
                return index
            if not 0 <= chosen[index] < self.choices or not masks[index, chosen[index]]:
                return index
        return -1

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
        self, rows: np.ndarray, seats: np.ndarray, chosen: np.ndarray, rewards: np.ndarray, finished: np.ndarray
    ) -> None:
        state = self.state
        with cython.nogil:
            for index in range(self.count):
                state.bind(_row(rows, index))
                state.enact(seats[index], chosen[index])
                finished[index] = state.seats_waiting() == 0
                for seat in range(self.players):
                    rewards[index, seat] = state.reward(seat) if finished[index] else 0.0
        state.complain()

    def _refresh(self, rows: np.ndarray, seats: np.ndarray, observations: np.ndarray, masks: np.ndarray) -> None:
        state = self.state
        with cython.nogil:
            for index in range(self.count):
                state.bind(_row(rows, index))
                mask = state.seats_waiting()
                if mask == 0:  # a finished game that was put there from outside
                    seats[index] = -1
                    masks[index, :] = 0
                    continue
                seats[index] = lowest_seat(mask)
                write_observation(self.observation_spec, state, seats[index], observations[index])
                masks[index, :] = 0
                state.mark_legal(seats[index], _row(masks, index))
        state.complain()


def _row(table: np.ndarray, index: int) -> Any:
    """One row of a table of bytes: a pointer to it when compiled."""
    if cython.compiled:
        return cython.address(table[index, 0])
    return memoryview(table[index])
