"""The log tells what does not count, how a game ends, and cites the rule for it."""

from __future__ import annotations

from typing import Any

import pytest

import zoobox
from zoobox.testing import play

FULL = {"crocodile": 1, "ostrich": 2, "monkey": 3, "elephant": 4, "lion": 5}


def said(state: Any, *decisions: str) -> dict[str, str]:
    """The rule of each line that the last of some decisions brings to the log."""
    play(state, *decisions[:-1])
    return {line.text: line.rule for line in state.play(state.waiting[0], decisions[-1])}


def sheets(**mine: Any) -> list[dict[str, Any]]:
    return [mine, {}]


@pytest.mark.rule("zld.barn.once", "zld.coins.full-office")
def test_symbols_that_do_not_count_are_told() -> None:
    mine = {"enclosures": FULL, "barn": ["lion"], "coins": 6}
    state = zoobox.game("zooloretto-dice").restore({"trucks": [["lion", "coin"], [], []], "sheets": sheets(**mine)})
    lines = said(state, "take 1")
    lion = "Zoo 1 has no room for the lion, and the barn holds one already: it does not count."
    coin = "Zoo 1 has a full ticket office: the coin does not count."
    assert lines[lion] == "zld.barn.once"
    assert lines[coin] == "zld.coins.full-office"


@pytest.mark.rule("zld.end.cap")
def test_the_cap_on_rounds_cites_its_own_rule() -> None:
    state = zoobox.game("zooloretto-dice").restore({"round": 100, "trucks": [["lion"], ["coin"], []]})
    lines = said(state, "take 1", "take 2")
    assert lines["Round 100 was the last: the game is scored as it stands."] == "zld.end.cap"
    assert lines["The game is over."] == "zld.end.cap"


@pytest.mark.rule("zld.end.trigger", "zld.end.finish-round", "zld.score.groups")
def test_the_end_is_announced_where_players_use_their_coin_groups() -> None:
    game = zoobox.game("zooloretto-dice", players=2, coin_group_use="player_chooses")
    nearly = {"enclosures": {**FULL, "monkey": 2, "elephant": 3}, "coins": 3, "barn": ["lion"]}
    state = game.restore({"trucks": [["monkey"], ["coin"], []], "sheets": sheets(**nearly)})
    first = said(state, "take 1")
    assert first["Zoo 1 has at most one enclosure left open: this is the last round."] == "zld.end.trigger"
    second = said(state, "take 2")
    assert second["The game is over; coin groups are still to be used."] == "zld.score.groups"
    last = said(state, "group remove lion")
    assert last["The game is over."] == "zld.end.finish-round"
