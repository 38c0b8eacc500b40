"""Many games as a `VecEnv` of Stable-Baselines3, for sb3-contrib's MaskablePPO.

    envs = ZooboxVecEnv("zooloretto-dice", num_envs=128, opponents="keeper", seat="random", encoding="onehot")
    model = MaskablePPO("MultiInputPolicy", envs)

The policy sees the observation without the mask; MaskablePPO asks for the mask by itself. A game that ends begins again
in the same step, as Stable-Baselines3 expects, with its last observation in `info["terminal_observation"]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from zoobox.envs.vector_env import ZooboxVectorEnv

MASK = "action_mask"


class ZooboxVecEnv(VecEnv):  # type: ignore[misc]
    """A ZooboxVectorEnv, which takes all the arguments, as Stable-Baselines3 wants it."""

    def __init__(self, name: str, num_envs: int, **configuration: Any) -> None:
        self.envs = ZooboxVectorEnv(name, num_envs, copy=True, **configuration)
        space = self.envs.single_observation_space
        seen = gymnasium.spaces.Dict({key: part for key, part in space.items() if key != MASK})
        self.render_mode = None
        self.masks = np.zeros((num_envs, self.envs.game.choice_count), dtype=np.int8)
        self.actions = np.zeros(num_envs, dtype=np.int32)
        super().__init__(num_envs, seen, self.envs.single_action_space)

    def reset(self) -> dict[str, np.ndarray]:
        seed = self._seeds[0] if self._seeds else None
        observations, _ = self.envs.reset(seed=seed)
        self._reset_seeds()
        self._reset_options()
        return self._without_mask(observations)

    def step_async(self, actions: np.ndarray) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, list[dict[str, Any]]]:
        observations, rewards, over, truncated, told = self.envs.step(self.actions)
        done = over | truncated
        infos: list[dict[str, Any]] = [{"seat": seat} for seat in told["seat"].tolist()]
        for index in np.flatnonzero(done).tolist():
            final = told["final_obs"][index]
            infos[index]["terminal_observation"] = {key: part for key, part in final.items() if key != MASK}
            infos[index]["TimeLimit.truncated"] = bool(truncated[index])
            infos[index]["episode"] = {"r": float(rewards[index]), "l": 0, "t": 0.0}
        return self._without_mask(observations), rewards.astype(np.float32), done, infos

    def _without_mask(self, observations: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        self.masks = observations.pop(MASK)
        return observations

    def action_masks(self) -> np.ndarray:
        """What may be chosen now, in every game."""
        return self.masks.astype(bool)

    def close(self) -> None:
        self.envs.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        found = getattr(self.envs, attr_name) if hasattr(self.envs, attr_name) else getattr(self, attr_name)
        return [found for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self.envs, attr_name, value)

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **named: Any) -> list[Any]:
        if method_name == "action_masks":
            return list(self.action_masks()[list(self._get_indices(indices))])
        raise AttributeError(f"the games have no method {method_name!r} of their own")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        self._seeds = [seed] * self.num_envs
        return self._seeds
