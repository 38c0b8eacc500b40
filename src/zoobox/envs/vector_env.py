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

The arrays are those of VectorGames: they are overwritten by the next step, and torch shares their memory
(`torch.from_dlpack(observations["observation"])`). `copy=True` gives new arrays in every step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

import zoobox
from zoobox.envs import spaces
from zoobox.envs.opponents import Choose, Opponent, Opponents, check_seat, drawn_seat
from zoobox.envs.vector import VectorGames
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
    ) -> None:
        spaces.check_limit("max_decisions", max_decisions)
        if not 1 <= threads <= num_envs:
            raise ValueError(f"threads can be 1 to {num_envs}, not {threads}")
        self.game = zoobox.game(name, players, variant, settings)
        check_seat(seat, self.game)
        self.num_envs = num_envs
        self.opponents = None if opponents is None else Opponents(opponents, self.game)
        self.seat = seat
        self.max_decisions = max_decisions
        self.copy = copy
        self.threads = threads
        self.observation_spec = self.game.observation_spec()
        self.single_observation_space: Any = spaces.observation_space(self.observation_spec, self.game.choice_count)
        self.single_action_space: Any = gymnasium.spaces.Discrete(self.game.choice_count)
        self.observation_space: Any = batch_space(self.single_observation_space, num_envs)
        self.action_space: Any = batch_space(self.single_action_space, num_envs)
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.decisions = np.zeros(num_envs, dtype=np.int64)
        self.agent_seats = np.zeros(num_envs, dtype=np.int32)
        self.seated: list[Mapping[int, Choose]] = [{}] * num_envs
        self.parts: list[VectorGames] = []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """New games in all rows. The games depend on the seed and on the number of threads."""
        super().reset(seed=seed)
        if options:
            raise ZooboxError(f"reset of many games has no option {min(options)!r}.")
        first = int(self.np_random.integers(2**40))
        sizes = [len(rows) for rows in np.array_split(np.arange(self.num_envs), self.threads)]
        self.parts = [VectorGames(self.game, size, seed=first + number) for number, size in enumerate(sizes)]
        self.part_of = [(part, row) for part, size in enumerate(sizes) for row in range(size)]
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
        chosen = np.asarray(actions, dtype=np.int32)
        if chosen.shape != (self.num_envs,):
            raise ZooboxError(f"step needs one choice for each of the {self.num_envs} games, not {chosen.shape}")
        self._check(chosen)
        seats = self._gathered("seats").copy()
        before = [part.rows.copy() for part in self.parts]
        pieces = np.split(chosen, np.cumsum([part.count for part in self.parts])[:-1])
        if self.pool is None:
            self.parts[0].step(pieces[0])
        else:
            list(self.pool.map(lambda pair: pair[0].step(pair[1]), zip(self.parts, pieces, strict=True)))
        self.decisions += 1
        over = self._gathered("finished").astype(bool)
        all_rewards = self._gathered("rewards").copy()
        ends: dict[int, State] = {}
        for index in map(int, np.flatnonzero(over)):
            ends[index] = self._end(before, index, int(seats[index]), int(chosen[index]))
        played = seats if self.opponents is None else self.agent_seats.copy()
        if self.opponents is not None:
            self._answer(over, all_rewards, ends)
        truncated = np.zeros(self.num_envs, dtype=bool)
        if self.max_decisions is not None:
            truncated = ~over & (self.decisions >= self.max_decisions)
            for index in map(int, np.flatnonzero(truncated)):
                ends[index] = self._state_of(index)
                part, row = self.part_of[index]
                self.parts[part]._begin(row)
                self._begin(index)
        self.decisions[over | truncated] = 0
        if self.opponents is not None or truncated.any():
            self._refresh()
        rewards = all_rewards[np.arange(self.num_envs), played]
        infos = self._infos()
        infos["rewards"] = all_rewards
        if ends:
            self._add_final(infos, ends, played)
        return self._observations(), rewards, over, truncated, infos

    def sample(self) -> np.ndarray:
        """For each game one of the choices in its mask, drawn uniformly."""
        return np.concatenate([part.sample() for part in self.parts])

    def state_of(self, index: int) -> State:
        """A copy of one of the games."""
        return self._state_of(index)

    def close_extras(self, **kwargs: Any) -> None:
        if self.pool is not None:
            self.pool.shutdown()

    # Rows.

    def _state_of(self, index: int) -> State:
        part, row = self.part_of[index]
        return self.parts[part].state_of(row)

    def _gathered(self, name: str) -> np.ndarray:
        """An array of all parts: where there is only one, its own."""
        arrays: list[np.ndarray] = [getattr(part, name) for part in self.parts]
        return arrays[0] if len(arrays) == 1 else np.concatenate(arrays)

    def _refresh(self) -> None:
        for part in self.parts:
            part.refresh()

    def _check(self, chosen: np.ndarray) -> None:
        """Refuses before any thread has played."""
        if len(self.parts) > 1:
            masks = self._gathered("masks")
            known = (chosen >= 0) & (chosen < masks.shape[1])
            legal = known & (masks[np.arange(self.num_envs), np.where(known, chosen, 0)] != 0)
            for index in map(int, np.flatnonzero(~legal)):
                seat = int(self._gathered("seats")[index])
                raise self.game.refusal(self._state_of(index), seat, int(chosen[index]))

    def _end(self, before: list[np.ndarray], index: int, seat: int, choice: int) -> State:
        """The finished game that a step has replaced."""
        part, row = self.part_of[index]
        state: State = self.game.blank()
        state.load(before[part][row, : state.size].tobytes())
        state.apply(seat, choice)
        return state

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
        waiting = self._gathered("seats") != self.agent_seats
        for index in map(int, np.flatnonzero(waiting & ~over)):
            end = self._let_opponents_play(index)
            if end is not None:
                over[index] = True
                ends[index] = end
                all_rewards[index] = [end.reward_of(seat) for seat in range(self.game.players)]
                part, row = self.part_of[index]
                self.parts[part]._begin(row)
        for index in map(int, np.flatnonzero(over)):
            self._begin(index)

    # What is returned.

    def _observations(self) -> Observations:
        found = {
            "observation": self._gathered("observations"),
            "action_mask": self._gathered("masks").view(np.int8),
        }
        return {name: array.copy() for name, array in found.items()} if self.copy else found

    def _infos(self) -> dict[str, Any]:
        seats = self._gathered("seats") if self.opponents is None else self.agent_seats
        return {"seat": seats.copy()}

    def _add_final(self, infos: dict[str, Any], ends: dict[int, State], played: np.ndarray) -> None:
        """The last observation of each game that ended, in the form that Gymnasium gives it."""
        final = np.full(self.num_envs, None, dtype=object)
        ended = np.zeros(self.num_envs, dtype=bool)
        for index, state in ends.items():
            final[index] = spaces.observe(
                self.observation_spec, state, int(played[index]), self.game.choice_count, to_act=not state.over
            )
            ended[index] = True
        infos["final_obs"] = final
        infos["_final_obs"] = ended
