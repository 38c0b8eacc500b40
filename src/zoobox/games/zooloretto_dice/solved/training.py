"""Trains the network on the exact table; needs PyTorch, and best a CUDA device.

Half of what it learns from are states that can follow rounds of strong play, where its judgement matters; the other
half is drawn from all open states.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zoobox.games.zooloretto_dice.solved import states
from zoobox.games.zooloretto_dice.solved.network import LAYERS, NAMES, SMALL_CODES, Network
from zoobox.games.zooloretto_dice.solved.rounds import leaf_numbers
from zoobox.games.zooloretto_dice.solved.solver import Values

BATCH: Final = 65_536
RATE: Final = 3e-3
WARM_UP: Final = 0.02
LEAVES_PER_ROUND: Final = 1500


def leaves_of_play(numbers: npt.NDArray[np.int32], seed: int) -> npt.NDArray[np.int32]:
    """Open states that can follow the given ones."""
    luck = np.random.default_rng(seed)
    is_open = states.open_rank() >= 0
    found = []
    for number in numbers:
        leaves = luck.choice(np.unique(leaf_numbers(states.contents(int(number)))), LEAVES_PER_ROUND)
        found.append(leaves[is_open[leaves // states.COIN_PAIRS]])
    return np.concatenate(found)


def train(
    values: Values, of_play: npt.NDArray[np.int32], seconds: float, report: Callable[[str], None], seed: int = 1
) -> Network:
    """A network trained for so many seconds."""
    import torch
    from torch import nn

    place = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    truth = torch.from_numpy(np.asarray(values)).to(place)
    open_pairs = torch.from_numpy(np.flatnonzero(states.open_rank() >= 0)).to(place)
    pool = torch.from_numpy(of_play.astype(np.int64)).to(place)
    members = torch.from_numpy(states.numbering().members.astype(np.int64)).to(place)
    first = nn.Linear(SMALL_CODES + states.LIONS + states.COIN_PAIRS, LAYERS[0])
    net = nn.Sequential(
        first, nn.ReLU(), nn.Linear(LAYERS[0], LAYERS[1]), nn.ReLU(), nn.Linear(LAYERS[1], LAYERS[2]), nn.ReLU(),
        nn.Linear(LAYERS[2], 1),
    ).to(place)  # fmt: skip

    def features(numbers: Any) -> Any:
        pairs, coins = numbers // states.COIN_PAIRS, numbers % states.COIN_PAIRS
        ranks, lions = pairs // states.LIONS, pairs % states.LIONS
        row = torch.zeros(len(numbers), first.in_features, device=place)
        ones = torch.ones(len(numbers), states.SMALL, device=place)
        row.scatter_add_(1, members[ranks], ones)
        row.scatter_(1, (SMALL_CODES + lions)[:, None], 1.0)
        row.scatter_(1, (SMALL_CODES + states.LIONS + coins)[:, None], 1.0)
        return row

    def batch(half: int) -> Any:
        anywhere = open_pairs[torch.randint(len(open_pairs), (half,), device=place)] * states.COIN_PAIRS
        anywhere += torch.randint(states.COIN_PAIRS, (half,), device=place)
        return torch.cat([anywhere, pool[torch.randint(len(pool), (half,), device=place)]])

    optimiser = torch.optim.Adam(net.parameters(), lr=RATE, fused=place == "cuda")
    began, step, loss_seen = time.perf_counter(), 0, 0.0
    share = 0.0
    while share < 1.0:
        if step % 50 == 0:
            share = (time.perf_counter() - began) / seconds
            rate = RATE * min(1.0, share / WARM_UP + 0.05) * 0.5 * (1 + np.cos(np.pi * min(1.0, share)))
            for group in optimiser.param_groups:
                group["lr"] = rate
        numbers = batch(BATCH // 2)
        guess = torch.sigmoid(net(features(numbers))[:, 0])
        loss = ((guess - truth[numbers]) ** 2).mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        step += 1
        if step % 1000 == 0:
            loss_seen = float(loss.detach())
            report(f"step {step}: error {loss_seen**0.5:.5f}, {time.perf_counter() - began:.0f} s")
    return Network(_weights(net))


def _weights(net: Any) -> dict[str, npt.NDArray[np.float32]]:
    linear = [layer for layer in net if hasattr(layer, "weight")]
    matrices = [layer.weight.detach().cpu().numpy().T for layer in linear]
    biases = [layer.bias.detach().cpu().numpy() for layer in linear]
    small, lion, coins = np.split(matrices[0], [SMALL_CODES, SMALL_CODES + states.LIONS])
    parts = [small, lion, coins, biases[0]]
    for matrix, bias in zip(matrices[1:], biases[1:], strict=True):
        parts += [matrix, bias]
    return dict(zip(NAMES, parts, strict=True))
