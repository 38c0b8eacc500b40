"""One round walked through by the game's own rules: slow, and sharing nothing with the solver.

What may be done in a round does not depend on the sheets, so the walk is made once: from the start of a round through
every roll, placement and taking that `rules.py` offers, trucks and crates taken as interchangeable. What a taking does
to the sheets is asked of the rules again for each state. The solver's tables are held against this.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from zoobox.games.zooloretto_dice import ZoolorettoDice
from zoobox.games.zooloretto_dice.layout import (
    CRATE,
    CRATES,
    DICE,
    DICE_COUNT,
    FACE_COUNT,
    HAND,
    IN_HAND,
    LOAD,
    OUT,
    ROLL,
    ROUND,
    SEAT,
    SHEET,
    SHEETS,
    SUPPLY,
)
from zoobox.games.zooloretto_dice.rules import DiceState

Load = tuple[int, ...]
Leaf = tuple[int, Load, Load]
"""Who took first, what, and what the other took."""
CHANCE, STARTER, OTHER = 0, 1, -1
Floats = npt.NDArray[np.float64]


class Layer(NamedTuple):
    """Positions that lie equally many steps after the start of the round; `children` are padded by repetition."""

    kind: npt.NDArray[np.int8]
    children: npt.NDArray[np.int32]
    """Numbers of positions in the next layer, or of leaves (then counted down from -1)."""
    weight: npt.NDArray[np.float64]


class Walk(NamedTuple):
    layers: tuple[Layer, ...]
    leaves: dict[Leaf, int]


def _key(state: DiceState) -> tuple[Any, ...]:
    """All that matters for the rest of the round."""
    data = state.data
    trucks = sorted(
        tuple(sorted(data[CRATE + CRATES * truck : CRATE + CRATES * truck + data[LOAD + truck]]))
        for truck in range(state.box.trucks)
    )
    hand = tuple(sorted(data[HAND : HAND + data[IN_HAND]]))
    return data[SUPPLY], data[OUT], data[SEAT], *trucks, hand, _dice(state, 0), _dice(state, 1)


def _twin(state: DiceState) -> DiceState:
    copied = state.copy()
    assert isinstance(copied, DiceState)
    return copied


def _dice(state: DiceState, seat: int) -> Load:
    sheet = SHEETS + seat * SHEET
    return tuple(sorted(state.data[sheet + DICE : sheet + DICE + state.data[sheet + DICE_COUNT]]))


def _outcomes(state: DiceState) -> list[tuple[DiceState, float]]:
    """The state after a roll, for every pair of faces."""
    found = []
    for first in range(FACE_COUNT):
        for second in range(first, FACE_COUNT):
            after = _twin(state)
            after.data[HAND], after.data[HAND + 1] = first, second
            found.append((after, (1 if first == second else 2) / FACE_COUNT**2))
    return found


@cache
def walk(game: ZoolorettoDice) -> Walk:
    """Every position of a round, layer by layer."""
    start: Any = game.start(1)
    layers: list[Layer] = []
    leaves: dict[Leaf, int] = {}
    frontier: dict[tuple[Any, ...], tuple[DiceState, bool]] = {_key(start): (start, False)}
    while frontier:
        found: dict[tuple[Any, ...], tuple[int, DiceState, bool]] = {}

        def number(state: DiceState, rolled: bool, found: dict[Any, Any] = found) -> int:
            key = (rolled, *_key(state))
            if key not in found:
                found[key] = (len(found), state, rolled)
            return int(found[key][0])

        kinds, rows, weights = [], [], []
        for state, rolled in frontier.values():
            if rolled:
                outcomes = _outcomes(state)
                kinds.append(CHANCE)
                rows.append([number(after, False) for after, _ in outcomes])
                weights.append([weight for _, weight in outcomes])
                continue
            seat = state.data[SEAT]
            row = []
            for choice in state.legal(seat):
                after = _twin(state)
                after.apply(seat, choice)
                if after.data[ROUND] != state.data[ROUND]:
                    first = 1 - seat
                    taken = tuple(sorted(state.truck(choice - 1)))
                    leaf = (first, _dice(state, first), taken)
                    row.append(-1 - leaves.setdefault(leaf, len(leaves)))
                else:
                    row.append(number(after, choice == ROLL))
            kinds.append(STARTER if seat == start.data[SEAT] else OTHER)
            rows.append(row)
            weights.append([0.0] * len(row))
        width = max(map(len, rows))
        layers.append(
            Layer(
                np.array(kinds, np.int8),
                np.array([row + row[:1] * (width - len(row)) for row in rows], np.int32),
                np.array([row + [0.0] * (width - len(row)) for row in weights]),
            )
        )
        frontier = {key: (state, rolled) for key, (_, state, rolled) in found.items()}
    return Walk(tuple(layers), leaves)


def fold(graph: Walk, leaf_values: Floats) -> Floats:
    """The value of the round to its starter, from that of every leaf; of several rounds at once, a column each."""
    below = leaf_values[:0]
    for layer in reversed(graph.layers):
        below = _fold_layer(layer, np.concatenate([below, leaf_values[::-1]]))
    return below[0]  # type: ignore[no-any-return]


def _fold_layer(layer: Layer, values: Floats) -> Floats:
    """Negative children reach the leaves, which lie at the end in reverse."""
    result = np.empty((len(layer.kind), *values.shape[1:]))
    for kind in (CHANCE, STARTER, OTHER):
        chosen = np.flatnonzero(layer.kind == kind)
        if not len(chosen):
            continue
        found = values[layer.children[chosen, 0]]
        if kind == CHANCE:
            found = np.einsum("nk,nk...->n...", layer.weight[chosen], values[layer.children[chosen]])
        else:
            better = np.maximum if kind == STARTER else np.minimum
            for child in range(1, layer.children.shape[1]):
                better(found, values[layer.children[chosen, child]], out=found)
        result[chosen] = found
    return result


def after_round(state: DiceState, graph: Walk, worth: Callable[[DiceState], float]) -> npt.NDArray[np.float64]:
    """What `worth` says of the state after each leaf, as the rules make it, to the starter of this round.

    `worth` is asked about each distinct outcome once, and answers for seat 0.
    """
    starter = state.data[SEAT]
    values = np.empty(len(graph.leaves))
    firsts: dict[tuple[int, Load], DiceState] = {}
    outcomes: dict[tuple[bytes, Load], float] = {}
    known: dict[bytes, float] = {}
    for (first, first_load, second_load), number in graph.leaves.items():
        taker = starter if first == 0 else 1 - starter
        if (taker, first_load) not in firsts:
            firsts[taker, first_load] = _take(state, taker, first_load)
        between = firsts[taker, first_load]
        key = (_sheets(between) + bytes([taker]), second_load)
        if key not in outcomes:
            end = _take(between, 1 - taker, second_load)
            name = _sheets(end) + bytes([end.data[SEAT]])
            if name not in known:
                known[name] = worth(end)
            outcomes[key] = known[name]
        values[number] = outcomes[key] if starter == 0 else 1.0 - outcomes[key]
    return values


def _sheets(state: DiceState) -> bytes:
    """Both sheets without the dice that lie beside them."""
    data = state.data
    return b"".join(bytes(data[SHEETS + seat * SHEET : SHEETS + seat * SHEET + DICE_COUNT]) for seat in range(2))


def _take(state: DiceState, seat: int, load: Load) -> DiceState:
    """The seat takes a truck with that load, by the rules."""
    after = _twin(state)
    after.data[SEAT] = seat
    after.data[SUPPLY] = 0
    after.data[LOAD] = len(load)
    after.data[CRATE : CRATE + len(load)] = bytes(load)
    after.apply(seat, 1)
    return after
