"""What a seat may not know stays out of what it is told."""

from typing import Any

import zoobox
from zoobox.service.telling import told_standings


def test_standings_do_not_tell_what_others_do_unseen() -> None:
    """In Night at the Zoo all place at the same time; points gained meanwhile show when the phase is over."""
    game: Any = zoobox.game("night-at-the-zoo", players=2)
    boards = [{"drafted": "A12"}, {"drafted": "A70"}]
    state = game.restore({"phase": "placement", "boards": boards})
    before = told_standings(state, 1)
    for text in ("place drafted", "a1", "symbol points"):
        state.play(0, text)
    assert told_standings(state, 1) == told_standings(state, None) == before
    assert told_standings(state, 0)[0]["points"] == before[0]["points"] + 2
    state.play(1, "place drafted")
    state.play(1, "a1")
    assert told_standings(state, 1)[0]["points"] == before[0]["points"] + 2
