"""Dice for two: what the first hint gives away, by exact values: of the solution, and of whole last rounds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import zoobox
from coach.dice import entered
from zoobox.bots import player
from zoobox.games.zooloretto_dice.solved import states
from zoobox.games.zooloretto_dice.solved.graph import EMPTY, LOADS
from zoobox.games.zooloretto_dice.solved.rounds import NOBODY, option_of
from zoobox.kernel.state import State

SAMPLE = Path(__file__).parents[1] / "solved" / "sample.npz"
FACES = ("crocodile", "ostrich", "monkey", "elephant", "lion", "coin")
MEAN_LOSS = 0.0005
DECISIONS = 2000


def names(load: int) -> list[str]:
    return [FACES[face] for face in LOADS[load]] if load != EMPTY else []


def restored(game: zoobox.Game, decision: np.void) -> State:
    """The position of a decision whose options have been valued by the solution; seat 0 began the round."""
    spot = decision["spot"]
    sheets = states.positions_of(states.contents(int(decision["state"])))
    position = {
        "phase": "place" if spot["in_hand"] else "act",
        "turn": int(spot["mover"]),
        "starter": 0,
        "supply": int(spot["supply"]),
        "hand": [FACES[face] for face in spot["hand"][: spot["in_hand"]]],
        "trucks": [names(int(load)) for load in spot["trucks"]],
    }
    if spot["out"] != NOBODY:
        full = game.restore({"sheets": sheets}).position()
        sheet = entered(full, int(spot["out"]), names(int(spot["taken"])))
        sheets[int(spot["out"])] = {**sheet, "out": True, "dice": names(int(spot["taken"]))}
    last = any(sum(sheet["enclosures"][name] == 1 + at for at, name in enumerate(FACES[:5])) >= 4 for sheet in sheets)
    return game.restore({**position, "sheets": sheets, "last_round": last})


def last_round(state: State, known: dict[bytes, float]) -> float:
    """What the last round is worth to seat 0, everything that can follow looked at."""
    if state.over:
        return state.payoff_of(0)
    key = state.snapshot()[16:]
    if key not in known:
        seat = state.waiting[0]
        found = [after_choice(state, seat, choice, known) for choice in state.legal(seat)]
        known[key] = max(found) if seat == 0 else min(found)
    return known[key]


def after_choice(state: State, seat: int, choice: int, known: dict[bytes, float]) -> float:
    return sum(one.probability * last_round(one.state, known) for one in state.outcomes(seat, choice))


def test_a_hint_in_a_solved_decision_is_the_best_choice():
    """A few of the long test, so that it cannot rot."""
    game = zoobox.game("zooloretto-dice")
    decisions = np.load(SAMPLE)["decisions"]
    lost = [loss(game, decision) for decision in decisions[::80]]
    assert np.mean(lost) <= MEAN_LOSS


def loss(game: zoobox.Game, decision: np.void) -> float:
    state = restored(game, decision)
    seat = int(decision["spot"]["mover"])
    exact = decision["worth"]
    legal = {option_of(choice) for choice in state.legal(seat)}
    assert legal == {option for option, worth in enumerate(exact) if worth >= 0}
    return float(exact.max() - exact[option_of(zoobox.advise(state, seat)[0].choice.id)])


@pytest.mark.long
@pytest.mark.timeout(3000)
def test_first_hints_lose_next_to_nothing():
    game = zoobox.game("zooloretto-dice")
    lost = [loss(game, decision) for decision in np.load(SAMPLE)["decisions"]]
    known: dict[bytes, float] = {}
    seed = 0
    while len(lost) < DECISIONS:
        seed += 1
        state = game.start(seed)
        bots = [player("keeper", game, seed=seat) for seat in range(2)]
        while not state.over and len(lost) < DECISIONS:
            seat = state.waiting[0]
            position = state.position()
            left = position["supply"] + len(position["hand"])
            if position["last_round"] and left <= 2 and len(state.legal(seat)) > 1:
                values = {choice: after_choice(state, seat, choice, known) for choice in state.legal(seat)}
                values = values if seat == 0 else {choice: 1 - value for choice, value in values.items()}
                chosen = zoobox.advise(state, seat)[0].choice.id
                lost.append(max(values.values()) - values[chosen])
            state.apply(seat, bots[seat].choose(state, seat))
    print(f"mean loss {np.mean(lost):.6f}, worst {max(lost):.4f}, of {len(lost)} decisions")
    assert np.mean(lost) <= MEAN_LOSS
