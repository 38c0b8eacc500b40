"""The rules page: its examples happen as they are told."""

from __future__ import annotations

from typing import Any

import zoobox
from new_york_zoo.conftest import enclosure, houses
from zoobox.testing import notations


def played(position: dict[str, Any], decisions: tuple[str, ...]) -> tuple[Any, list[str]]:
    state = zoobox.game("new-york-zoo").restore(position)
    return state, [line.text for decision in decisions for line in state.play(0, decision)]


def test_the_example_of_a_turn(pictures: Any) -> None:
    state, log = played(pictures.YORK_TURN, pictures.YORK_TURN_PLAYED)
    assert log[0] == "Zoo 1 moves the elephant 2 spaces to the space of the tree kangaroo and the meerkat."
    assert enclosure(state, "a") == ("fox", 5)
    assert enclosure(state, "b") == ("meerkat", 3)
    assert houses(state) == ["flamingo", "kangaroo"]
    assert state.waiting == (1,)


def test_the_example_of_a_full_enclosure(pictures: Any) -> None:
    state, log = played(pictures.YORK_FULL, pictures.YORK_FULL_PLAYED)
    assert log[-1] == "Zoo 1 places the corner-shaped attraction of 3 on D6, E6 and D7."
    assert enclosure(state, "c") == (None, 0)
    assert houses(state) == ["flamingo", "penguin", "fox"]
    assert state.prompt(0) == "Take the arctic fox as well?" or "take fox" in notations(state)
