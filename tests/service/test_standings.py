"""Standings do not reveal what a seat may not know."""

from typing import Any

import zoobox
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import State
from zoobox.service.tables.messages import ViewOptions, standings_message


def standings(state: State, seat: int | None) -> list[dict[str, Any]]:
    """As they are sent to a seat, from what it may know."""
    return standings_message(state.redeal(seat, Luck(0)), ViewOptions(seat))


def test_standings_do_not_tell_what_others_do_unseen() -> None:
    """In Night at the Zoo all place at the same time; points gained meanwhile show when the phase is over."""
    game: Any = zoobox.game("night-at-the-zoo", players=2)
    boards = [{"drafted": "A12"}, {"drafted": "A70"}]
    state = game.restore({"phase": "placement", "boards": boards})
    before = standings(state, 1)
    for text in ("place drafted", "a1", "symbol points"):
        state.play(0, text)
    assert standings(state, 1) == standings(state, None) == before
    assert standings(state, 0)[0]["points"] == before[0]["points"] + 2
    state.play(1, "place drafted")
    state.play(1, "a1")
    assert standings(state, 1)[0]["points"] == before[0]["points"] + 2
