"""A small network that estimates what round-start states are worth, for play without the table.

Its first layer adds up one row per species (the four with bonus 1 share theirs), one for the lion and one for the
coins; two more layers follow. It was trained on the exact table by `training.py`, and plays with NumPy alone.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from zoobox.games.zooloretto_dice.solved import states
from zoobox.games.zooloretto_dice.solved.table import results

WEIGHTS: Final = Path(__file__).parent / "network.npz"
SMALL_CODES: Final = states.CODES_OF_SIZE[states.SMALL - 1]
LAYERS: Final = (512, 192, 32)
NAMES: Final = ("small", "lion", "coins", "bias1", "matrix2", "bias2", "matrix3", "bias3", "matrix4", "bias4")

Floats = npt.NDArray[np.float32]


class Network:
    """The worth of states, estimated."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.weights = {name: np.ascontiguousarray(weights[name], np.float32) for name in NAMES}
        lions, coins = self.weights["lion"], self.weights["coins"] + self.weights["bias1"]
        self.lion_and_coins = (lions[:, None, :] + coins[None, :, :]).reshape(-1, lions.shape[1])

    @classmethod
    def load(cls, path: Path = WEIGHTS) -> Network:
        with np.load(path) as stored:
            return cls({name: stored[name].astype(np.float32) for name in NAMES})

    def save(self, path: Path = WEIGHTS) -> None:
        """Writes the weights in 16 bits."""
        np.savez_compressed(path, **{name: array.astype(np.float16) for name, array in self.weights.items()})  # type: ignore[arg-type]

    def worth(self, numbers: npt.NDArray[np.int32]) -> Floats:
        """What states are worth to the player who begins the round: finished ones exactly, open ones estimated."""
        distinct, which = np.unique(numbers, return_inverse=True)
        is_open = states.open_rank()[distinct // states.COIN_PAIRS] >= 0
        worth = np.empty(len(distinct), np.float32)
        worth[~is_open] = results(distinct[~is_open])
        worth[is_open] = self.estimate(distinct[is_open])
        return worth[which]

    def estimate(self, numbers: npt.NDArray[np.int32]) -> Floats:
        """The network's answer for open states, given in rising order."""
        ranks, rest = np.divmod(numbers, states.LIONS * states.COIN_PAIRS)
        distinct, which = np.unique(ranks, return_inverse=True)
        small = self.weights["small"]
        sums = small[states.numbering().members[distinct]].sum(axis=1)
        layer = sums[which]
        layer += self.lion_and_coins[rest]
        np.maximum(layer, 0, out=layer)
        for number in (2, 3):
            layer = layer @ self.weights[f"matrix{number}"]
            layer += self.weights[f"bias{number}"]
            np.maximum(layer, 0, out=layer)
        last: Floats = (layer @ self.weights["matrix4"])[:, 0] + self.weights["bias4"]
        return np.asarray(1 / (1 + np.exp(-last)), np.float32)


@cache
def shipped() -> Network:
    """The network that comes with the package."""
    return Network.load()
