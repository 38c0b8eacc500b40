"""The rules of Feeding Time, one by one."""

from __future__ import annotations

import pytest

import zoobox
from zoobox.testing import notations, play, refused


@pytest.fixture
def game() -> zoobox.Game:
    return zoobox.game("feeding-time")


@pytest.mark.rule("ft.setup.bowl")
def test_the_bowl_holds_15_to_20_peanuts(game: zoobox.Game) -> None:
    assert {game.start(seed).view(0)["bowl"] for seed in range(100)} == set(range(15, 21))


@pytest.mark.rule("ft.turn.order")
def test_players_take_turns(game: zoobox.Game) -> None:
    state = game.start(1)
    assert state.waiting == (0,)
    assert play(state, "feed 2").waiting == (1,)
    assert play(state, "feed 1").waiting == (0,)


@pytest.mark.rule("ft.feed.one-to-three")
def test_one_to_three_peanuts_are_fed(game: zoobox.Game) -> None:
    assert notations(game.start(1)) == ["feed 1", "feed 2", "feed 3"]
    state = game.restore({"bowl": 2, "fed": [10, 8], "last": 1})
    assert notations(state) == ["feed 2"]
    refused(state, "feed 3", "ft.feed.one-to-three")


@pytest.mark.rule("ft.feed.another-number")
def test_never_the_number_fed_before(game: zoobox.Game) -> None:
    state = play(game.start(1), "feed 2")
    assert notations(state) == ["feed 1", "feed 3"]
    assert refused(state, "feed 2", "ft.feed.another-number").reason == "2 were fed just before; feed another number."


@pytest.mark.rule("ft.end.nothing-possible")
def test_the_end(game: zoobox.Game) -> None:
    assert play(game.restore({"bowl": 2, "fed": [10, 8], "last": 1}), "feed 2").over
    stuck = play(game.restore({"bowl": 2, "fed": [10, 8], "last": 3}), "feed 1")
    assert stuck.over
    assert stuck.view(None)["bowl"] == 1


@pytest.mark.rule("ft.score.peanuts")
def test_every_peanut_is_a_point(game: zoobox.Game) -> None:
    state = play(game.restore({"bowl": 2, "fed": [9, 9], "last": 1}), "feed 2")
    assert [(standing.rank, standing.points) for standing in state.standings] == [(1, 11), (2, 9)]


@pytest.mark.parametrize("position", [{"bowl": 99}, {"fed": [0, 0], "last": 2}, {"bowl": 3, "fed": [1, 1], "last": 1}])
def test_what_cannot_be_is_refused(game: zoobox.Game, position: dict[str, object]) -> None:
    with pytest.raises(zoobox.BadPosition):
        game.restore(position)
