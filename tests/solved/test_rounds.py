"""The solver's round against the rules: every option and every outcome, with any worth of the states that follow."""

import random

import numpy as np
import pytest

import zoobox
from zoobox.games.zooloretto_dice.layout import FACE_COUNT, HAND, ROLL, ROUND, SEAT, STARTER
from zoobox.games.zooloretto_dice.solved import graph, states
from zoobox.games.zooloretto_dice.solved.rounds import Round, leaf_numbers

EXACT = 2e-6


class Scrambled:
    """Some worth or other for every state, finished ones included: what is tested must hold for any."""

    def worth(self, numbers):
        mixed = (numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(40)
        return (mixed / 2.0**24).astype(np.float32)

    def of(self, contents):
        return float(self.worth(np.array([contents.number]))[0])


@pytest.fixture(scope="module")
def game():
    return zoobox.game("zooloretto-dice", players=2)


def open_state(luck):
    while True:
        found = states.contents(luck.randrange(states.STATES))
        if not found.over:
            return found


def best(state, worths):
    """What a moment of the round is worth to the player who decides in it."""
    return max(Round.in_hand(state, worths).choices(state).values())


def after_choice(state, choice, worths):
    """What the rules make of a choice, and what that is worth to the player who made it."""
    seat = state.data[SEAT]
    if choice == ROLL:
        rolled = state.copy()
        rolled.apply(seat, choice)
        expected = 0.0
        for first in range(FACE_COUNT):
            for second in range(FACE_COUNT):
                rolled.data[HAND], rolled.data[HAND + 1] = first, second
                expected += best(rolled, worths) / FACE_COUNT**2
        return expected
    after = state.copy()
    after.apply(seat, choice)
    if after.over or after.data[ROUND] != state.data[ROUND]:  # whoever took last begins the next round
        return worths.of(states.of_sheets(after, seat))
    value = best(after, worths)
    return value if after.data[SEAT] == seat else 1.0 - value


def test_random_rounds_agree_with_the_rules_in_every_option_and_outcome(game):
    luck = random.Random(11)
    worths = Scrambled()
    rolls = 0
    for _ in range(60):
        seat = luck.randrange(2)
        sheets = states.positions_of(open_state(luck))
        state = game.restore({"sheets": sheets, "turn": seat, "starter": seat, "luck": [luck.getrandbits(63), 1]})
        number = state.data[ROUND]
        while not state.over and state.data[ROUND] == number:
            offered = Round.in_hand(state, worths).choices(state)
            mover = state.data[SEAT]
            assert list(offered) == state.legal(mover)
            for choice, worth in offered.items():
                if choice == ROLL:
                    rolls += 1
                    if rolls % 4:  # 36 rounds to fold for each
                        continue
                assert after_choice(state, choice, worths) == pytest.approx(worth, abs=EXACT)
            state.apply(mover, luck.choice(list(offered)))
    assert rolls > 100


def test_alone_rolling_is_never_worse_than_taking(game):
    luck = random.Random(12)
    for _ in range(40):
        state = game.restore({"sheets": states.positions_of(open_state(luck)), "luck": [luck.getrandbits(63), 1]})
        while state.data[ROUND] == 1 and not state.over:
            seat = state.data[SEAT]
            offered = Round.in_hand(state, Scrambled()).choices(state)
            alone = state.view(None)["sheets"][1 - seat]["out"]
            if alone and ROLL in offered:
                assert offered[ROLL] >= max(offered.values()) - EXACT
            state.apply(seat, luck.choice(list(offered)))


def test_the_sizes_of_the_round():
    assert len(graph.LOADS) == 83
    assert {dice: len(spreads) for dice, spreads in graph.SPREADS.items()} == {
        1: 6, 2: 42, 3: 238, 4: 1008, 5: 3738, 6: 10_423,
    }  # fmt: skip
    starter, other = graph.lone_starts()
    assert len(starter.nodes) == len(other.nodes) == 2310
    assert len(graph.lone4_nodes()) == 57
    assert leaf_numbers(states.contents(states.STATES - 1)).shape == (2 * 83 * 83,)


def test_a_state_of_the_rules_keeps_its_number(game):
    luck = random.Random(13)
    for _ in range(300):
        found = open_state(luck)
        state = game.restore({"sheets": states.positions_of(found), "turn": 0})
        assert states.of_sheets(state, state.data[STARTER]).number == found.number
        assert states.of_sheets(state, 1).number == found.mirrored().number
