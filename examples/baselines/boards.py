"""Learns a game with boards from planes: New York Zoo, Night at the Zoo or O Zoo le Mio.

    pip install "zoobox[lab]" sb3-contrib
    python examples/baselines/boards.py o-zoo-le-mio --minutes 60 --out curves

A small convolutional network reads the planes, the rest of the observation joins it, and MaskablePPO trains both
against the visitor, the easiest level, and measures them against it.
"""

import argparse

import gymnasium
import torch
from ppo import Baseline, run
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

GAMES = ("new-york-zoo", "night-at-the-zoo", "o-zoo-le-mio")


class BoardsAndNumbers(BaseFeaturesExtractor):
    """Two convolutions over the planes, beside one layer over the flat part."""

    def __init__(self, space: gymnasium.spaces.Dict, channels: int = 32, features: int = 192) -> None:
        super().__init__(space, features + 64)
        planes, rows, columns = space["planes"].shape
        self.boards = torch.nn.Sequential(
            torch.nn.Conv2d(planes, channels, 3, padding=1),
            torch.nn.ReLU(),
            torch.nn.Conv2d(channels, 8, 3, padding=1),
            torch.nn.ReLU(),
            torch.nn.Flatten(),
            torch.nn.Linear(8 * rows * columns, 64),
            torch.nn.ReLU(),
        )
        self.numbers = torch.nn.Sequential(torch.nn.Linear(space["observation"].shape[0], features), torch.nn.ReLU())

    def forward(self, observations: dict[str, torch.Tensor]) -> torch.Tensor:
        boards = self.boards(observations["planes"].float())
        return torch.cat([boards, self.numbers(observations["observation"].float())], dim=1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--minutes", type=float, default=60, help="processor time")
    parser.add_argument("--every", type=float, default=5, help="minutes between two measurements")
    parser.add_argument("--games", type=int, default=100, help="games of each measurement")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", default="curves")
    given = parser.parse_args()
    run(
        Baseline(
            given.game,
            encoding="planes",
            opponents=("visitor",),
            measured_against="visitor",
            extractor=BoardsAndNumbers,
        ),
        given,
    )
