"""What the weights that evolved look at, recounted from the view; in both modes."""

import random
from collections import Counter

import pytest

import zoobox

PLAYERS = 3


def effects(weight, seeds=range(3)):
    """How much larger each prior becomes when the weight grows by one, in random games."""
    game = zoobox.game("zooloretto-dice", players=PLAYERS)
    usual = game.heuristics()
    more = game.heuristics({weight: usual.weights[weight] + 1})
    for seed in seeds:
        state = game.start(seed)
        drawn = random.Random(seed)
        while not state.over:
            seat = state.waiting[0]
            choices = state.choices(seat)
            ids = [choice.id for choice in choices]
            pairs = zip(choices, usual.priors(state, seat, ids), more.priors(state, seat, ids), strict=True)
            for choice, before, after in pairs:
                yield state.view(seat), seat, choice, after - before
            state.apply(seat, drawn.choice(ids))


def test_a_truck_by_its_dice():
    for view, _, choice, effect in effects("taken_die"):
        dice = len(view["trucks"][choice.parts["truck"] - 1]) if choice.kind == "take" else 0
        assert effect == pytest.approx(dice)


def test_patience_by_who_is_still_in():
    seen = set()
    for view, _, choice, effect in effects("patience_in"):
        still_in = sum(
            not sheet["dice"] for sheet in view["sheets"]
        )  # who has taken shows its dice until the round ends
        if choice.kind == "roll" and still_in > 1:
            assert effect == pytest.approx(still_in)
            seen.add(still_in)
        else:
            assert effect == 0
    assert seen == {2, 3}


def test_what_a_truck_completes():
    completed = Counter()
    game = zoobox.game("zooloretto-dice", players=PLAYERS)
    usual, more = game.heuristics(), game.heuristics({"complete": 1.0})
    for seed in range(4):
        state = game.start(seed)
        drawn = random.Random(seed)
        while not state.over:
            seat = state.waiting[0]
            view = state.view(seat)
            worths = zip(usual.truck_worths(state, seat), more.truck_worths(state, seat), strict=True)
            for dice, (before, after) in zip(view["trucks"], worths, strict=True):
                marks = view["sheets"][seat]["enclosures"]
                loaded = Counter(dice)
                full = sum(
                    marks[animal] < size <= marks[animal] + loaded[animal] for animal, size in view["sizes"].items()
                )
                assert after - before == pytest.approx(full)
                completed[full] += 1
            state.apply(seat, drawn.choice(state.legal(seat)))
    assert completed[1] > 5
