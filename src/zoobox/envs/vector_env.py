"""Many games as one `gymnasium.vector.VectorEnv`, on top of the compiled VectorGames.

>>> from zoobox.envs.vector_env import ZooboxVectorEnv
>>> envs = ZooboxVectorEnv("zooloretto-dice", num_envs=100, opponents="visitor", seat="random")
>>> observations, infos = envs.reset(seed=7)
>>> observations["observation"].shape, observations["action_mask"].shape
((100, 67), (100, 35))
>>> observations, rewards, terminations, truncations, infos = envs.step(envs.sample())

Without opponents the agent decides for whoever is to act: `infos["seat"]` says who, `infos["rewards"]` holds the
rewards of all seats, and the reward of a step is that of the seat which acted. A finished game is replaced in the same
step; its last observation is in `infos["final_obs"]`.

The arrays of observations and masks, and `infos["rewards"]`, are overwritten by the next step, and torch shares their
memory (`torch.from_dlpack(observations["observation"])`). `copy=True` gives new arrays in every step.

`encoding` is `raw`, `onehot` or `planes`: see zoobox.kernel.encoding.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import zoobox
from zoobox.envs import spaces
from zoobox.envs.opponents import Choose, Opponent, Opponents, check_seat, drawn_seat
from zoobox.envs.vector import ARRAYS, VectorGames, whole_choices
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.luck import scramble
from zoobox.kernel.state import State

Observations = dict[str, np.ndarray]
SEED_STEP = 1_000_003


class ZooboxVectorEnv(VectorEnv[Observations, np.ndarray, np.ndarray]):
    """Games of one configuration, played at once."""

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        name: str,
        num_envs: int,
        players: int | None = None,
        variant: str | None = None,
        settings: Mapping[str, Any] | None = None,
        opponents: Opponent | Sequence[Opponent] | None = None,
        seat: int | str = 0,
        max_decisions: int | None = None,
        threads: int = 1,
        copy: bool = False,
        encoding: str = "raw",
    ) -> None:
        spaces.check_limit("max_decisions", max_decisions)
        if not 1 <= threads <= num_envs:
            raise ValueError(f"threads can be 1 to {num_envs}, not {threads}")
        self.game = zoobox.game(name, players, variant, settings)
        check_seat(seat, self.game)
        self.num_envs = num_envs
        self.encoding = self.game.encoding(encoding)
        self.opponents = None if opponents is None else Opponents(opponents, self.game, encoding)
        self.seat = seat
        self.max_decisions = max_decisions
        self.copy = copy
        self.threads = threads
        self.observation_spec = self.game.observation_spec()
        self.single_observation_space: Any = spaces.observation_space(self.encoding, self.game.choice_count)
        self.single_action_space: Any = gymnasium.spaces.Discrete(self.game.choice_count)
        self.observation_space: Any = batch_space(self.single_observation_space, num_envs)
        self.action_space: Any = batch_space(self.single_action_space, num_envs)
        self.pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self.decisions = np.zeros(num_envs, dtype=np.int64)
        self.agent_seats = np.zeros(num_envs, dtype=np.int32)
        self.seated: list[Mapping[int, Choose]] = [{}] * num_envs
        self.parts: list[VectorGames] = []
        self.arrays: dict[str, np.ndarray] = {}

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "pool": None, "arrays": {}}

    def __setstate__(self, given: dict[str, Any]) -> None:
        self.__dict__.update(given)
        self.pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self._share()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """New games in all rows. The games depend on the seed and on the number of threads."""
        super().reset(seed=seed)
        if options:
            raise ZooboxError(f"reset of many games has no option {min(options)!r}.")
        first = int(self.np_random.integers(2**40))
        sizes = [len(rows) for rows in np.array_split(np.arange(self.num_envs), self.threads)]
        name = self.encoding.name
        self.parts = [
            VectorGames(self.game, size, seed=first + number, encoding=name) for number, size in enumerate(sizes)
        ]
        self.part_of = [(part, row) for part, size in enumerate(sizes) for row in range(size)]
        self._share()
        self.decisions[:] = 0
        self.first_seed = first
        self.begun = 0
        if self.opponents is not None:
            for index in range(self.num_envs):
                self._seat_opponents(index)
                self._let_opponents_play(index)
            self._refresh()
        return self._observations(), self._infos()

    def step(self, actions: Any) -> tuple[Observations, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Plays one choice in every game; refuses all of them if one is outside its mask."""
        if not self.parts:
            raise ZooboxError("reset the environment first.")
        chosen = whole_choices(actions, self.num_envs)
        played = (self.arrays["seats"] if self.opponents is None else self.agent_seats).copy()
        self._play(chosen)
        over = self.arrays["finished"].astype(bool)
        all_rewards = self.arrays["rewards"]
        ended = np.flatnonzero(over)
        ends: dict[int, State] = {}
        if self.opponents is not None:
            self._answer(over, all_rewards, ends)
        truncated = np.zeros(self.num_envs, dtype=bool)
        if self.max_decisions is not None:
            self.decisions += 1
            truncated = ~over & (self.decisions >= self.max_decisions)
            for index in map(int, np.flatnonzero(truncated)):
                ends[index] = self._state_of(index)
                part, row = self.part_of[index]
                self.parts[part].begin(row)
                self._begin(index)
            self.decisions[over | truncated] = 0
        if ends or self.opponents is not None:
            self._refresh()
        rewards = np.zeros(self.num_envs)
        if over.any():
            now_over = np.flatnonzero(over)
            rewards[now_over] = all_rewards[now_over, played[now_over]]
        infos = self._infos()
        infos["rewards"] = all_rewards.copy() if self.copy else all_rewards
        if len(ended) or ends:
            self._add_final(infos, ended, ends, played)
        return self._observations(), rewards, over, truncated, infos

    def sample(self) -> np.ndarray:
        """For each game one of the choices in its mask, drawn uniformly; the array is reused by the next call."""
        self._each([part.sample for part in self.parts])
        return self.arrays["sampled"]

    def state_of(self, index: int) -> State:
        """A copy of one of the games."""
        return self._state_of(index)

    def close_extras(self, **kwargs: Any) -> None:
        if self.pool is not None:
            self.pool.shutdown()

    # Rows.

    def _share(self) -> None:
        """Puts the rows of all parts, one for each thread, into one array of each kind."""
        if not self.parts:
            return
        if len(self.parts) == 1:
            self.arrays = {name: getattr(self.parts[0], name) for name in ARRAYS}
            return
        self.arrays = {name: np.concatenate([getattr(part, name) for part in self.parts]) for name in ARRAYS}
        first = 0
        for part in self.parts:
            end = first + part.count
            part.share({name: array[first:end] for name, array in self.arrays.items()})
            first = end

    def _play(self, chosen: np.ndarray) -> None:
        """Plays in all parts; refuses before any thread has played."""
        if self.pool is None:
            self.parts[0].step(chosen)
            return
        pieces = np.split(chosen, np.cumsum([part.count for part in self.parts])[:-1])
        first = 0
        for part, piece in zip(self.parts, pieces, strict=True):
            bad = part.first_illegal(piece)
            if bad >= 0:
                seat = int(part.seats[bad])
                raise self.game.refusal(self._state_of(first + bad), seat, int(piece[bad]))
            first += part.count
        self._each([partial(part.step, piece) for part, piece in zip(self.parts, pieces, strict=True)])

    def _each(self, calls: Sequence[Callable[[], Any]]) -> None:
        """Makes one call for each part at the same time: the first in this thread."""
        if self.pool is None:
            calls[0]()
            return
        begun = [self.pool.submit(call) for call in calls[1:]]
        try:
            calls[0]()
        finally:
            wait(begun)
        for call in begun:
            call.result()

    def _state_of(self, index: int) -> State:
        part, row = self.part_of[index]
        return self.parts[part].state_of(row)

    def _refresh(self) -> None:
        self._each([part.refresh for part in self.parts])

    # Opponents.

    def _seat_opponents(self, index: int) -> None:
        """Draws the agent's seat and its opponents for the game that begins in a row."""
        assert self.opponents is not None
        seed = scramble(self.first_seed * SEED_STEP + self.begun) >> 20
        self.begun += 1
        self.agent_seats[index] = drawn_seat(self.seat, self.game, seed)
        self.seated[index] = self.opponents.draw(seed)

    def _begin(self, index: int) -> None:
        if self.opponents is not None:
            self._seat_opponents(index)
            self._let_opponents_play(index)

    def _let_opponents_play(self, index: int) -> State | None:
        """Plays until the agent is to decide; returns the game if it is over before."""
        agent = int(self.agent_seats[index])
        state = self._state_of(index)
        if agent == state.first_waiting():
            return None
        while not state.over and state.first_waiting() != agent:
            seat = state.first_waiting()
            state.apply(seat, self.seated[index][seat](state, seat))
        part, row = self.part_of[index]
        if state.over:
            return state
        self.parts[part].rows[row, : state.size] = np.frombuffer(state.snapshot(), dtype=np.uint8)
        return None

    def _answer(self, over: np.ndarray, all_rewards: np.ndarray, ends: dict[int, State]) -> None:
        """Lets opponents play in all games; those that end are replaced."""
        waiting = self.arrays["seats"] != self.agent_seats
        for index in map(int, np.flatnonzero(waiting & ~over)):
            end = self._let_opponents_play(index)
            if end is not None:
                over[index] = True
                ends[index] = end
                all_rewards[index] = [end.reward_of(seat) for seat in range(self.game.players)]
                part, row = self.part_of[index]
                self.parts[part].begin(row)
        for index in map(int, np.flatnonzero(over)):
            self._begin(index)

    # What is returned.

    def _observations(self) -> Observations:
        raw = self.encoding.is_raw
        found = {"observation": self.arrays["observations" if raw else "encoded"]}
        if self.encoding.board is not None:
            found["planes"] = self.arrays["planes"]
        found["action_mask"] = self.arrays["masks"].view(np.int8)
        return {name: array.copy() for name, array in found.items()} if self.copy else found

    def _infos(self) -> dict[str, Any]:
        seats = self.arrays["seats"] if self.opponents is None else self.agent_seats
        return {"seat": seats.copy()}

    def _add_final(self, infos: dict[str, Any], ended: np.ndarray, ends: dict[int, State], played: np.ndarray) -> None:
        """The last observation of each game that ended, in the form that Gymnasium gives it."""
        final = np.full(self.num_envs, None, dtype=object)
        marked = np.zeros(self.num_envs, dtype=bool)
        choices = self.game.choice_count
        last = spaces.encoded_rows(self.encoding, self.arrays["last"][ended])
        last["action_mask"] = np.zeros((len(ended), choices), np.int8)
        for row, index in enumerate(ended.tolist()):
            final[index] = {name: array[row] for name, array in last.items()}
        marked[ended] = True
        for index, state in ends.items():
            final[index] = spaces.observe(self.encoding, state, int(played[index]), choices, to_act=not state.over)
            marked[index] = True
        infos["final_obs"] = final
        infos["_final_obs"] = marked
