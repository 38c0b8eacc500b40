"""The second die named before the first: explained by the rule that asks for both, not by how dice fall."""

from __future__ import annotations

import pytest

import zoobox
from zoobox.testing import refused

ROLLED = {"phase": "place", "supply": 4, "hand": ["lion", "coin"]}


@pytest.mark.rule("zld.roll.place-both")
def test_the_second_die_before_the_first() -> None:
    state = zoobox.game("zooloretto-dice").restore(ROLLED)
    refusal = refused(state, "place coin 1", "zld.roll.place-both", seat=0)
    assert refusal.reason == (
        "Put the lion on a truck first, then the coin: the two dice are asked for one after the other, and their order "
        "makes no difference."
    )
    assert "dice stay" not in refusal.reason


@pytest.mark.rule("zld.roll.place-both")
def test_the_order_makes_no_difference() -> None:
    """Every way to load the trucks with one order of the dice can be reached with the other."""
    game = zoobox.game("zooloretto-dice")

    def loads(hand: list[str]) -> set[tuple[tuple[str, ...], ...]]:
        found = set()
        start = game.restore(
            {**ROLLED, "supply": 0, "hand": hand, "trucks": [["monkey", "monkey"], ["ostrich"], ["lion"]]}
        )
        for first in start.legal(0):
            once = start.copy()
            once.apply(0, first)
            for second in once.legal(0):
                twice = once.copy()
                twice.apply(0, second)
                found.add(tuple(tuple(sorted(load)) for load in twice.view(0)["trucks"]))
        return found

    assert loads(["lion", "coin"]) == loads(["coin", "lion"])


@pytest.mark.rule("zld.roll.faces-stay")
def test_a_die_that_was_not_rolled() -> None:
    state = zoobox.game("zooloretto-dice").restore(ROLLED)
    assert "You did not roll that" in refused(state, "place monkey 1", "zld.roll.faces-stay", seat=0).reason
