"""MaskablePPO of sb3-contrib learns Zooloretto Dice against the easiest level, and is measured against it.

pip install zoobox[lab] sb3-contrib, then: python examples/train_maskable_ppo.py [STEPS]
"""

import sys

import gymnasium
import numpy as np
from gymnasium.spaces import Box
from sb3_contrib import MaskablePPO

import zoobox.envs.gymnasium


class Flat(gymnasium.ObservationWrapper):
    """The observation alone, scaled; MaskablePPO asks for the mask itself."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        size = env.observation_space["observation"].shape
        self.observation_space = Box(-8.0, 8.0, size, np.float32)

    def observation(self, observation: dict) -> np.ndarray:
        return np.clip(observation["observation"] / 4.0, -8.0, 8.0).astype(np.float32)

    def action_masks(self) -> np.ndarray:
        return self.unwrapped.action_masks()


def table(seat: int) -> Flat:
    return Flat(gymnasium.make("zoobox/ZoolorettoDice-v0", players=2, opponents="visitor", seat=seat))


def measure(model: MaskablePPO, games: int = 200) -> float:
    """The share of games won against visitor, half of them in each seat."""
    won = 0.0
    for number in range(games):
        env = table(number % 2)
        observation, _ = env.reset(seed=10_000 + number)
        over = False
        while not over:
            action, _ = model.predict(observation, action_masks=env.action_masks(), deterministic=True)
            observation, reward, over, _, _ = env.step(int(action))
        won += (reward + 1) / 2
    return won / games


if __name__ == "__main__":
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 150_000
    model = MaskablePPO("MlpPolicy", table(0), seed=1, n_steps=1024, gamma=1.0, verbose=0)
    print(f"untrained: {measure(model):.0%}")
    model.learn(steps)
    print(f"after {steps:,} steps: {measure(model):.0%}")
