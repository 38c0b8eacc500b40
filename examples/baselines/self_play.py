"""Learns a game for two from nothing by playing itself: PPO in plain PyTorch, on many games at once.

    pip install "zoobox[lab]" torch
    python examples/baselines/self_play.py zooloretto-dice --minutes 30 --threads 2 --out curves

One small network decides for both seats. It sees zeros and ones (`encoding="onehot"`) and is told nothing but who won.
As it learns it is measured against the computer levels, which it never trains with. `--minutes` counts processor time.
"""

from __future__ import annotations

import argparse
import csv
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch

import zoobox
from zoobox.envs.vector import VectorGames
from zoobox.envs.vector_env import ZooboxVectorEnv

NEVER = -1e9


class Network(torch.nn.Module):
    """A policy and a value, each from the view of the seat that decides."""

    def __init__(self, inputs: int, choices: int, width: int = 256, precision: torch.dtype = torch.float32) -> None:
        super().__init__()
        self.precision = precision
        self.body = torch.nn.Sequential(
            torch.nn.Linear(inputs, width),
            torch.nn.ReLU(),
            torch.nn.Linear(width, width),
            torch.nn.ReLU(),
        )
        self.policy = torch.nn.Linear(width, choices)
        self.value = torch.nn.Linear(width, 1)
        torch.nn.init.zeros_(self.policy.weight)
        torch.nn.init.zeros_(self.value.weight)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        with torch.autocast("cpu", self.precision, enabled=self.precision != torch.float32):
            body = self.body(seen.to(self.precision))
            scores = self.policy(body).float()
        return scores.masked_fill(masks == 0, NEVER), torch.tanh(self.value(body.float())).squeeze(1)


@dataclass
class Steps:
    """What happened in so many steps of all games: one row for each step."""

    seen: torch.Tensor
    masks: torch.Tensor
    seats: torch.Tensor
    chosen: torch.Tensor
    chances: torch.Tensor
    """The logarithm of the chance with which each choice was taken."""
    values: torch.Tensor
    rewards: torch.Tensor
    over: torch.Tensor


@dataclass
class SelfPlay:
    """A network that learns one game for two."""

    game: str
    levels: tuple[str, ...] = ("visitor", "trainee", "keeper")
    """Against whom it is measured."""
    envs: int = 512
    steps: int = 64
    epochs: int = 3
    batch: int = 4096
    rate: float = 1e-3
    entropy: float = 0.01
    trace: float = 0.95
    """The lambda of generalised advantage estimation."""
    clip: float = 0.2
    precision: torch.dtype = torch.float32
    """What the network computes with; its weights are float32 in any case."""
    seed: int = 1
    curve: list[dict[str, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        torch.manual_seed(self.seed)
        self.games = VectorGames(self.game, self.envs, players=2, seed=self.seed, encoding="onehot")
        self.encoding = self.games.encoding
        self.network = Network(self.encoding.size, self.games.choices, precision=self.precision)
        self.optimizer = torch.optim.Adam(self.network.parameters(), self.rate, eps=1e-5)
        self.decisions = 0

    # Playing.

    def play(self) -> tuple[Steps, torch.Tensor, torch.Tensor]:
        """Plays some steps of all games; also returns who is to decide afterwards, and the value of that."""
        shape = (self.steps, self.envs)
        found = Steps(
            torch.zeros((*shape, self.encoding.size), dtype=torch.uint8),
            torch.zeros((*shape, self.games.choices), dtype=torch.uint8),
            torch.zeros(shape, dtype=torch.long),
            torch.zeros(shape, dtype=torch.long),
            torch.zeros(shape),
            torch.zeros(shape),
            torch.zeros(shape),
            torch.zeros(shape, dtype=torch.bool),
        )
        # The arrays of the games are overwritten by each step; torch shares their memory.
        seen, masks, seats, rewards, over = (
            torch.from_numpy(array)
            for array in (
                self.games.encoded,
                self.games.masks,
                self.games.seats,
                self.games.rewards,
                self.games.finished,
            )
        )
        with torch.no_grad():
            for step in range(self.steps):
                found.seen[step], found.masks[step], found.seats[step] = seen, masks, seats
                scores, found.values[step] = self.network(seen, masks)
                chances = torch.log_softmax(scores, 1)
                chosen = torch.multinomial(chances.exp(), 1)
                found.chosen[step] = chosen.squeeze(1)
                found.chances[step] = chances.gather(1, chosen).squeeze(1)
                self.games.step(found.chosen[step].numpy())
                found.over[step] = over.bool()
                found.rewards[step] = rewards.gather(1, found.seats[step].unsqueeze(1)).squeeze(1)
            last = self.network(seen, masks)[1]
        self.decisions += self.steps * self.envs
        return found, seats.long(), last

    def advantages(self, found: Steps, seats: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
        """Generalised advantage estimation. What is good for the other seat is bad for this one."""
        advantages = torch.zeros_like(found.values)
        ahead = torch.zeros(self.envs)
        for step in reversed(range(self.steps)):
            sign = torch.where(found.seats[step] == seats, 1.0, -1.0) * ~found.over[step]
            ahead = found.rewards[step] + sign * (value + self.trace * ahead) - found.values[step]
            advantages[step] = ahead
            seats, value = found.seats[step], found.values[step]
        return advantages

    # Learning.

    def learn(self, found: Steps, advantages: torch.Tensor, left: float) -> None:
        """Some epochs of PPO over what was played; `left` is the part of the training that is still to come."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate * max(left, 0.05)
        free = (found.masks.sum(2) > 1).flatten()  # a decision without a choice teaches nothing
        flat = [part.flatten(0, 1)[free] for part in (found.seen, found.masks, found.chosen, found.chances)]
        wanted = (advantages + found.values).flatten()[free]
        gained = advantages.flatten()[free]
        gained = (gained - gained.mean()) / (gained.std() + 1e-6)
        for _ in range(self.epochs):
            for rows in torch.randperm(len(wanted)).split(self.batch):
                seen, masks, chosen, before = (part[rows] for part in flat)
                scores, values = self.network(seen, masks)
                chances = torch.log_softmax(scores, 1)
                ratio = (chances.gather(1, chosen.unsqueeze(1)).squeeze(1) - before).exp()
                good = gained[rows]
                policy_loss = -torch.min(ratio * good, ratio.clamp(1 - self.clip, 1 + self.clip) * good).mean()
                value_loss = (values - wanted[rows]).square().mean()
                entropy = -(chances.exp() * chances.clamp(min=-30)).sum(1).mean()
                loss = policy_loss + 0.5 * value_loss - self.entropy * left * entropy
                self.optimizer.zero_grad()
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()

    # Measuring.

    def win_share(self, level: str, games: int, seed: int = 7) -> tuple[float, float]:
        """The share of wins against a level, a shared win counting half, and the half width of its 95 % interval."""
        envs = ZooboxVectorEnv(self.game, 100, players=2, opponents=level, seat="random", encoding="onehot")
        observations, _ = envs.reset(seed=seed)
        won: list[float] = []
        # Each row plays the same number of games, so that short games do not count more often.
        left = np.full(envs.num_envs, -(-games // envs.num_envs))
        while left.any():
            with torch.no_grad():
                seen, masks = (torch.from_numpy(observations[name]) for name in ("observation", "action_mask"))
                chosen = self.network(seen, masks)[0].argmax(1)
            observations, rewards, over, _, _ = envs.step(chosen.numpy())
            won += ((1 + rewards[over & (left > 0)]) / 2).tolist()
            left -= over & (left > 0)
        share = float(np.mean(won))
        return share, 1.96 * float(np.sqrt(max(share * (1 - share), 1e-4) / len(won)))

    def measure(self, minutes: float, games: int) -> None:
        """One more row of the curve."""
        row = {"cpu_minutes": round(minutes, 2), "decisions": float(self.decisions)}
        told = []
        for level in self.levels:
            share, error = self.win_share(level, games)
            row[level], row[f"{level}_error"] = round(share, 3), round(error, 3)
            told.append(f"{level} {100 * share:.0f} % ± {100 * error:.0f}")
        self.curve.append(row)
        print(f"{minutes:5.1f} min of processor time, {self.decisions:,} decisions: {', '.join(told)}", flush=True)

    def train(self, minutes: float, out: Path, every: float = 2.0, games: int = 400) -> None:
        """Trains for so many minutes of processor time; writes the curve and the network to a folder."""
        out.mkdir(parents=True, exist_ok=True)
        spent = next_measurement = 0.0
        while spent < minutes:
            if spent >= next_measurement:
                next_measurement += every
                self.measure(spent, games)
                self.save(out)
            began = time.process_time()  # measuring is no training
            found, seats, value = self.play()
            self.learn(found, self.advantages(found, seats, value), 1 - spent / minutes)
            spent += (time.process_time() - began) / 60
        self.measure(spent, games)
        self.save(out)

    def save(self, out: Path) -> None:
        """The network with the name of what it was trained on, and the curve."""
        stored = {"version": self.encoding.version(), "weights": self.network.state_dict()}
        torch.save(stored, out / f"{self.game}.pt")
        with (out / f"{self.game}.csv").open("w", newline="") as stream:
            writer = csv.DictWriter(stream, list(self.curve[0]))
            writer.writeheader()
            writer.writerows(self.curve)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=zoobox.names())
    parser.add_argument("--minutes", type=float, default=60, help="processor time: 60 are 30 minutes of two cores")
    parser.add_argument("--every", type=float, default=2, help="minutes between two measurements")
    parser.add_argument("--games", type=int, default=400, help="games of each measurement")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--bfloat16", action="store_true", help="1.7 times as fast, on processors that have it")
    parser.add_argument("--out", type=Path, default=Path("curves"))
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    learner = SelfPlay(given.game, precision=torch.bfloat16 if given.bfloat16 else torch.float32)
    learner.train(given.minutes, given.out, given.every, given.games)
    for level in learner.levels:
        share, error = learner.win_share(level, 2000, seed=99)
        print(f"at the end, 2,000 games against {level}: {100 * share:.1f} % ± {100 * error:.1f}")
