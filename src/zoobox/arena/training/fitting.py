"""Fits a network to samples with PyTorch, on a GPU where there is one.

While it learns, a row of the first layer is a sum: one for the value at its place, one that all places of a field
share, and one times the value itself. The first tells most, the others need few games. In play only the sum is left.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from zoobox.arena.training.samples import NO_CHOICE
from zoobox.bots.layout import CLIP, COLUMNS, LEAST_SHARE, LISTED, PER_SEAT, SCALED, UNUSED
from zoobox.kernel.game import Game

Array = np.ndarray[Any, Any]
MOST_VALUES = 96
"""A number with more values than that is scaled instead of listed."""
MOST_ROWS = 2500
"""A field that would take more rows than that is told apart by zero or not only."""
HELD_BACK = 20
"""One file of so many is kept from learning, to see how well it did."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How large a network is, and how it learns."""

    width: int = 128
    middle: int = 32
    rank: int = 24
    rate: float = 2e-3
    decay: float = 1e-2
    batch: int = 8192
    roots: float = 1.0
    """How much the value of a root counts beside that of a leaf."""
    leads: float = 0.3
    """How much the points ahead count beside the result."""
    choices: float = 0.3
    """How much the search's visits count."""
    trust: float = 0.5
    """The part of a root's value that is the search's own mean; the rest is the game's result."""


def load(paths: Iterable[Path], most: int = 1 << 62) -> dict[str, Array]:
    """The samples of some files, at most so many leaves."""
    parts: dict[str, list[Array]] = {}
    leaves = 0
    for path in paths:
        with np.load(path) as stored:
            for name in stored.files:
                if name.startswith("leaf") and leaves >= most:
                    continue
                parts.setdefault(name, []).append(stored[name])
            leaves += len(stored["leaf_results"])
    return {name: np.concatenate(arrays) for name, arrays in parts.items()}


def read_inputs(game: Game, seen: Array) -> tuple[Array, Array]:
    """How each number of an observation is read, by the values it took in play."""
    low, high = seen.min(axis=0).astype(np.int64), seen.max(axis=0).astype(np.int64)
    inputs = np.zeros((seen.shape[1], COLUMNS), np.int32)
    scales = np.zeros((seen.shape[1], 2), np.float32)
    scales[:, 0] = seen.mean(axis=0)
    scales[:, 1] = 1 / np.maximum(seen.std(axis=0), 1e-3)
    rows = 0
    for _, first, width, _ in game.observation_spec().fields():
        field = slice(first, first + width)
        many = int((high[field] - low[field] + 1).clip(0, MOST_VALUES).sum()) > MOST_ROWS
        for index in range(first, first + width):
            values = int(high[index] - low[index] + 1)
            usual = int(np.bincount((seen[:, index] - low[index]).astype(np.int64)).argmax() + low[index])
            if values == 1:
                inputs[index] = (UNUSED, 0, low[index], 0, usual)
                continue
            kind, taken = (LISTED, 2 if many else values) if values <= MOST_VALUES else (SCALED, 1)
            if kind == SCALED:
                usual = -(1 << 20)
            inputs[index] = (kind, rows, low[index], taken, usual)
            rows += taken
    return inputs, scales


class Fit:
    """A network that learns."""

    def __init__(self, game: Game, samples: dict[str, Array], shape: Shape, seed: int = 1) -> None:
        import torch

        torch.manual_seed(seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        self.torch = torch
        self.game = game
        self.shape = shape
        self.place = "cuda" if torch.cuda.is_available() else "cpu"
        some = [samples[name][:: max(1, len(samples[name]) // 200_000)] for name in ("leaf_seen", "root_seen")]
        seen = np.concatenate([part for part in some if len(part)])
        self.inputs, self.scales = read_inputs(game, seen)
        estimates = np.concatenate([samples["leaf_estimates"], samples["root_estimates"]])
        self.heuristic_scales = np.stack([estimates.mean(axis=0), 1 / np.maximum(estimates.std(axis=0), 1e-3)], axis=1)
        self._index_rows()
        players, estimated = game.players, PER_SEAT * game.players
        rows = int(self.inputs[:, 3].sum())

        def weights(*size: int, spread: float = 0.0) -> Any:
            made = spread * torch.randn(*size, device=self.place) if spread else torch.zeros(*size, device=self.place)
            return made.requires_grad_()

        width, middle, rank = shape.width, shape.middle, shape.rank
        self.weights = {
            "places": weights(rows, width, spread=0.03),
            "fields": weights(int(self.field_rows.max()) + 1, width, spread=0.03),
            "slopes": weights(len(self.inputs), width, spread=0.02),
            "bias1": weights(width),
            "heuristic_rows": weights(estimated, width, spread=0.3),
            "matrix2": weights(width, middle, spread=(2 / width) ** 0.5),
            "bias2": weights(middle),
            "matrix3": weights(middle, players, spread=0.1),
            "bias3": weights(players),
            "heuristic_values": weights(estimated, players),
            "lead_matrix": weights(middle, players, spread=0.1),
            "lead_bias": weights(players),
            "choice_matrix": weights(width, rank, spread=(1 / width) ** 0.5),
            "choice_bias": weights(rank),
            "choice_rows": weights(game.choice_count, rank, spread=0.02),
            "choice_offsets": weights(game.choice_count),
        }
        usual = float(np.concatenate([samples["leaf_results"], samples["root_results"]]).mean().clip(0.01, 0.99))
        with torch.no_grad():
            self.weights["bias3"] += float(np.log(usual / (1 - usual)))
        self.lead_scale = float(np.abs(samples["root_leads"]).mean()) + 1.0

    def _index_rows(self) -> None:
        """For each row: its place, the row its field shares for that value, and the value, scaled."""
        torch = self.torch
        places, shared, values = [], [], []
        numbers: dict[tuple[str, int], int] = {}
        for name, first, width, _ in self.game.observation_spec().fields():
            for index in range(first, first + width):
                kind, _, low, taken, _ = self.inputs[index]
                for step in range(taken):
                    value = int(low) + step
                    places.append(index)
                    shared.append(numbers.setdefault((name, value if kind == LISTED else 0), len(numbers)))
                    values.append((value - self.scales[index, 0]) * self.scales[index, 1] if kind == LISTED else 1.0)
        self.place_rows = torch.tensor(places, device=self.place)
        self.field_rows = torch.tensor(shared, device=self.place)
        self.row_values = torch.tensor(np.clip(values, -CLIP, CLIP), dtype=torch.float32, device=self.place)
        kinds = torch.tensor(self.inputs, dtype=torch.int64, device=self.place)
        self.listed = torch.nonzero(kinds[:, 0] == LISTED)[:, 0]
        self.scaled = torch.nonzero(kinds[:, 0] == SCALED)[:, 0]
        self.kinds = kinds
        self.scale_tensor = torch.tensor(self.scales, device=self.place)
        self.estimate_scales = torch.tensor(self.heuristic_scales, dtype=torch.float32, device=self.place)

    def table(self) -> Any:
        """The rows of the first layer as they will be played with."""
        weights = self.weights
        embedding = self.torch.nn.functional.embedding
        slopes = embedding(self.place_rows, weights["slopes"]) * self.row_values[:, None]
        return weights["places"] + embedding(self.field_rows, weights["fields"]) + slopes

    def forward(self, seen: Any, estimates: Any, table: Any) -> tuple[Any, Any, Any, Any]:
        """First layer, values, leads, and estimates of a batch."""
        torch, weights = self.torch, self.weights
        seen = seen.to(torch.int64)
        x = torch.zeros(len(seen), len(table), device=self.place)
        kinds = self.kinds[self.listed]
        columns = kinds[:, 1] + (seen[:, self.listed] - kinds[:, 2]).clamp(min=0).minimum(kinds[:, 3] - 1)
        x.scatter_(1, columns, 1.0)
        if len(self.scaled):
            scales = self.scale_tensor[self.scaled]
            amounts = (seen[:, self.scaled] - scales[:, 0]) * scales[:, 1]
            x[:, self.kinds[self.scaled, 1]] = amounts.clamp(-CLIP, CLIP)
        estimates = ((estimates - self.estimate_scales[:, 0]) * self.estimate_scales[:, 1]).clamp(-CLIP, CLIP)
        hidden = torch.relu(x @ table + weights["bias1"] + estimates @ weights["heuristic_rows"])
        inner = torch.relu(hidden @ weights["matrix2"] + weights["bias2"])
        values = inner @ weights["matrix3"] + weights["bias3"] + estimates @ weights["heuristic_values"]
        leads = inner @ weights["lead_matrix"] + weights["lead_bias"]
        return hidden, values, leads, estimates

    def choice_loss(self, hidden: Any, batch: dict[str, Any]) -> Any:
        """How far the choices' shares are from the search's visits."""
        torch, weights = self.torch, self.weights
        ids = batch["root_choices"].to(torch.int64)
        there = ids != NO_CHOICE
        ids = ids.clamp(min=0)
        choice_vector = hidden @ weights["choice_matrix"] + weights["choice_bias"]
        scores = (choice_vector @ weights["choice_rows"].T + weights["choice_offsets"]).gather(1, ids)
        scores = scores + batch["root_priors"].clamp(min=-30.0)
        shares = torch.log_softmax(scores.masked_fill(~there, -1e9), dim=1)
        visits = batch["root_visits"].to(torch.float32)
        given = visits.sum(dim=1, keepdim=True)
        visits = visits / given.clamp(min=1e-6)
        count = (given > 0).sum().clamp(min=1)
        return -(visits * shares.masked_fill(~there, 0.0)).sum() / count

    def loss(self, batch: dict[str, Any], table: Any, kind: str) -> tuple[Any, dict[str, Any]]:
        """What is made small, and what is told of it; `kind` is `leaf` or `root`."""
        torch = self.torch
        hidden, values, leads, _ = self.forward(batch[f"{kind}_seen"], batch[f"{kind}_estimates"], table)
        target = batch[f"{kind}_results"].clone()
        if kind == "root":
            own = target[:, 0] + self.shape.trust * (batch["root_means"] - target[:, 0])
            if self.game.players == 2:
                target = torch.stack([own, 1 - own], dim=1)
            else:
                target[:, 0] = own
        error = torch.nn.functional.binary_cross_entropy_with_logits(values, target.clamp(0, 1))
        ahead = torch.tanh(batch[f"{kind}_leads"] / self.lead_scale)
        lead_error = ((torch.tanh(leads) - ahead) ** 2).mean()
        told = {"value": error.detach(), "square": ((torch.sigmoid(values) - target) ** 2).mean().detach()}
        total = error + self.shape.leads * lead_error
        if kind == "root":
            choice = self.choice_loss(hidden, batch)
            total = self.shape.roots * total + self.shape.choices * choice
            told["choice"] = choice.detach()
        return total, told

    def learn(
        self, samples: dict[str, Array], seconds: float, told: Callable[[dict[str, float]], None], most_steps: int = 0
    ) -> None:
        """Learns for so many seconds, or so many steps where they are given."""
        torch = self.torch
        on = {name: torch.from_numpy(np.ascontiguousarray(array)).to(self.place) for name, array in samples.items()}
        leaves, roots = len(samples["leaf_results"]), len(samples["root_results"])
        small = [self.weights[name] for name in self.weights if name not in ("places", "choice_rows")]
        optimiser = torch.optim.AdamW(
            [
                {"params": small, "weight_decay": 0.0},
                {"params": [self.weights["places"], self.weights["choice_rows"]], "weight_decay": self.shape.decay},
            ],
            lr=self.shape.rate,
        )
        root_batch = min(max(64, self.shape.batch // 4), max(1, roots)) if roots else 0
        leaf_batch = min(self.shape.batch, leaves)
        if not leaves:
            root_batch = min(self.shape.batch, roots)
        began = time.perf_counter()
        step, share = 0, 0.0
        sums: dict[str, Any] = {}
        while share < 1.0:
            if step % 20 == 0 or most_steps:
                share = step / most_steps if most_steps else (time.perf_counter() - began) / seconds
                rate = self.shape.rate * min(1.0, share / 0.05 + 0.05) * 0.5 * (1 + np.cos(np.pi * min(1.0, share)))
                for group in optimiser.param_groups:
                    group["lr"] = rate
            table = self.table()
            total = 0.0
            for kind, size, count in (("leaf", leaf_batch, leaves), ("root", root_batch, roots)):
                if not size:
                    continue
                drawn = torch.randint(count, (size,), device=self.place)
                batch = {name: array[drawn] for name, array in on.items() if name.startswith(kind)}
                loss, seen = self.loss(batch, table, kind)
                total = total + loss
                for name, value in seen.items():
                    sums[f"{kind}_{name}"] = sums.get(f"{kind}_{name}", 0.0) + value
            optimiser.zero_grad(set_to_none=True)
            total.backward()  # type: ignore[attr-defined]
            optimiser.step()
            step += 1
            if step % 500 == 0 or (most_steps and step == most_steps):
                told({"step": step, "seconds": time.perf_counter() - began} | self._means(sums, step % 500 or 500))
                sums = {}

    @staticmethod
    def _means(sums: dict[str, Any], count: int) -> dict[str, float]:
        return {name: float(value) / count for name, value in sums.items()}

    def check(self, samples: dict[str, Array]) -> dict[str, float]:
        """The errors on samples it has not learned from, beside those of the heuristics."""
        torch = self.torch
        found: dict[str, float] = {}
        with torch.no_grad():
            table = self.table()
            for kind in ("leaf", "root"):
                count = min(len(samples[f"{kind}_results"]), 60_000)
                if not count:
                    continue
                sums: dict[str, float] = {}
                shares = np.exp(samples[f"{kind}_estimates"][:count, 1::PER_SEAT]).clip(LEAST_SHARE, 1)
                error = (shares - samples[f"{kind}_results"][:count]) ** 2
                found[f"{kind}_heuristics_square"] = float(error.mean())
                for first in range(0, count, 4096):
                    batch = {
                        name: torch.from_numpy(np.ascontiguousarray(array[first : min(count, first + 4096)])).to(
                            self.place
                        )
                        for name, array in samples.items()
                        if name.startswith(kind)
                    }
                    _, told = self.loss(batch, table, kind)
                    part = len(batch[f"{kind}_results"]) / count
                    for name, value in told.items():
                        sums[f"{kind}_{name}"] = sums.get(f"{kind}_{name}", 0.0) + part * float(value)
                found |= sums
        return found

    def arrays(self) -> dict[str, Array]:
        """The network as it is played with: what is usual lies in the first bias."""
        with self.torch.no_grad():
            table = self.table().cpu().numpy().astype(np.float32)
        stored = {name: value.detach().cpu().numpy().astype(np.float32) for name, value in self.weights.items()}
        bias = stored["bias1"].copy()
        for kind, first, low, taken, usual in self.inputs:
            if kind == LISTED:
                row = table[first + min(max(usual - low, 0), taken - 1)].copy()
                bias += row
                table[first : first + taken] -= row
        kept = (
            "heuristic_rows",
            "matrix2",
            "bias2",
            "matrix3",
            "bias3",
            "heuristic_values",
            "choice_matrix",
            "choice_bias",
        )
        inputs = self.inputs.copy()
        return {
            "inputs": inputs, "scales": self.scales, "table": table, "bias1": bias,
            "heuristic_scales": self.heuristic_scales,
            **{name: stored[name] for name in kept},
            "choice_rows": stored["choice_rows"], "choice_offsets": stored["choice_offsets"],
        }  # fmt: skip


def split(paths: list[Path]) -> tuple[list[Path], list[Path]]:
    """Files to learn from, and files held back."""
    held = [path for index, path in enumerate(paths) if index % HELD_BACK == 0] if len(paths) > 1 else []
    return [path for path in paths if path not in held], held
