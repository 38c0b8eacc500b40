"""What the baselines share: MaskablePPO of sb3-contrib on many games at once, measured against a level as it learns."""

from __future__ import annotations

import csv
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

import zoobox
from zoobox.envs.stable_baselines3 import ZooboxVecEnv
from zoobox.envs.vector_env import ZooboxVectorEnv


@dataclass
class Baseline:
    """How one game is learned, and against whom it is measured."""

    game: str
    encoding: str = "onehot"
    opponents: Sequence[str] = ("visitor", "trainee", "keeper")
    measured_against: str = "keeper"
    layers: Sequence[int] = (256, 256)
    envs: int = 64
    steps: int = 128
    learning_rate: float = 3e-4
    entropy: float = 0.01
    extractor: type[BaseFeaturesExtractor] | None = None
    """The network that reads the observation, where it is not flat."""
    curve: list[dict[str, float]] = field(default_factory=list)

    def train(self, minutes: float, out: Path, every: float = 2.0, games: int = 200, seed: int = 1) -> MaskablePPO:
        """Trains for so many minutes of processor time; writes the curve and the model to a folder."""
        out.mkdir(parents=True, exist_ok=True)
        envs = ZooboxVecEnv(self.game, self.envs, opponents=list(self.opponents), seat="random", encoding=self.encoding)
        envs.seed(seed)
        model = MaskablePPO(
            "MultiInputPolicy",
            envs,
            n_steps=self.steps,
            batch_size=min(2048, self.envs * self.steps),
            n_epochs=4,
            gamma=1.0,
            gae_lambda=0.95,
            learning_rate=self.learning_rate,
            ent_coef=self.entropy,
            policy_kwargs={"net_arch": list(self.layers), "activation_fn": torch.nn.ReLU}
            | ({"features_extractor_class": self.extractor, "normalize_images": False} if self.extractor else {}),
            seed=seed,
            device="cpu",
        )
        watch = Watch(self, minutes, out, every, games)
        model.learn(10**12, callback=watch, progress_bar=False)
        watch.measure(games)
        model.save(out / f"{self.game}.zip")
        version = zoobox.game(self.game).encoding(self.encoding).version()
        (out / f"{self.game}.version").write_text(version + "\n")
        return model

    def win_share(self, model: MaskablePPO, games: int, seed: int = 7) -> tuple[float, float]:
        """The share of the wins against the level that measures, and the half width of its 95 % interval."""
        envs = ZooboxVectorEnv(
            self.game, 50, opponents=self.measured_against, seat="random", encoding=self.encoding, copy=True
        )
        observations, _ = envs.reset(seed=seed)
        won: list[float] = []
        while len(won) < games:
            masks = observations.pop("action_mask").astype(bool)
            actions, _ = model.predict(observations, action_masks=masks, deterministic=True)
            observations, rewards, over, _, _ = envs.step(actions)
            won += [(1 + reward) / 2 for reward in rewards[over].tolist()]
        envs.close()
        share = float(np.mean(won))
        return share, 1.96 * float(np.sqrt(max(share * (1 - share), 1e-4) / len(won)))


class Watch(BaseCallback):
    """Measures as the model learns, and ends the training when its processor time is over."""

    def __init__(self, baseline: Baseline, minutes: float, out: Path, every: float, games: int) -> None:
        super().__init__()
        self.baseline = baseline
        self.minutes = minutes
        self.every = every
        self.games = games
        self.out = out
        self.began = time.process_time()
        self.clock = time.perf_counter()
        self.next = 0.0

    def spent(self) -> float:
        return (time.process_time() - self.began) / 60

    def _on_step(self) -> bool:
        return self.spent() < self.minutes  # False ends the training

    def _on_rollout_start(self) -> None:
        if self.spent() >= self.next:
            self.next += self.every
            self.measure(self.games)

    def measure(self, games: int) -> None:
        spent = self.spent()
        share, error = self.baseline.win_share(self.model, games)  # type: ignore[arg-type]
        self.began += (self.spent() - spent) * 60  # measuring is no training
        row = {
            "cpu_minutes": round(spent, 2),
            "decisions": self.num_timesteps,
            "win_share": round(share, 3),
            "error": round(error, 3),
        }
        self.baseline.curve.append(row)
        wall = (time.perf_counter() - self.clock) / 60
        won = f"{100 * share:.0f} % ± {100 * error:.0f} against {self.baseline.measured_against}"
        took = f"{spent:5.1f} min of processor time ({wall:.0f} min by the clock)"
        print(f"{took}, {self.num_timesteps:,} decisions: {won}", flush=True)
        with (self.out / f"{self.baseline.game}.csv").open("w", newline="") as stream:
            writer = csv.DictWriter(stream, list(row))
            writer.writeheader()
            writer.writerows(self.baseline.curve)
        self.model.save(self.out / f"{self.baseline.game}.zip")


def run(baseline: Baseline, arguments: Any) -> None:
    torch.set_num_threads(arguments.threads)
    model = baseline.train(arguments.minutes, Path(arguments.out), arguments.every, arguments.games)
    share, error = baseline.win_share(model, 1000, seed=99)
    print(f"at the end, 1000 games: {100 * share:.1f} % ± {100 * error:.1f} against {baseline.measured_against}")
