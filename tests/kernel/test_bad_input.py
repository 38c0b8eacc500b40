"""What a caller from Python can get wrong: a sentence in both speeds, and never another seat's choices."""

from __future__ import annotations

from typing import Any

import pytest

import zoobox


@pytest.fixture
def state() -> Any:
    return zoobox.game("zooloretto-dice", players=2).start(seed=7)


@pytest.mark.parametrize("seat", [-1, 2, 31, 32, 64, 1 << 20])
def test_an_unknown_seat_has_no_choices_and_cannot_play(state: Any, seat: int) -> None:
    """Compiled, a bit mask shifted by 32 would be that of seat 0 again."""
    assert state.legal(seat) == []
    with pytest.raises(zoobox.NotYourTurn, match=f"There is no seat {seat}: the seats are 0 to 1"):
        state.apply(seat, 0)


@pytest.mark.parametrize("seat", [2, -1, "0", 1.0])
def test_an_unknown_seat_has_no_view(state: Any, seat: Any) -> None:
    with pytest.raises(zoobox.BadPosition, match="there is no seat"):
        state.view(seat)


@pytest.mark.parametrize("choice", [None, 1.5, [], -1, 35, 1 << 40])
def test_a_malformed_choice_is_refused_with_what_is_possible(state: Any, choice: Any) -> None:
    with pytest.raises(zoobox.MalformedChoice, match="is no choice here; possible: roll"):
        state.play(0, choice)


@pytest.mark.parametrize("players", [0, 9, "2", 2.0, True, []])
def test_a_bad_player_count_is_refused(players: Any) -> None:
    with pytest.raises(zoobox.UnknownGame, match="is for 2, 3, 4 players, not"):
        zoobox.game("zooloretto-dice", players=players)


@pytest.mark.parametrize("seed", [0, 1 << 64, 1 << 128, 1 << 500])
def test_a_seed_may_have_any_size(seed: int) -> None:
    game = zoobox.game("zooloretto-dice", players=2)
    assert game.start(seed) == game.start(seed)
    assert zoobox.Luck(seed).below(1000) == zoobox.Luck(seed).below(1000)
    assert zoobox.replay(game.record(game.start(seed))).state == game.start(seed)


def test_luck_takes_any_whole_number() -> None:
    assert 0 <= zoobox.Luck(-1).below(6) < 6


def test_a_game_is_immutable() -> None:
    game = zoobox.game("zooloretto-dice", players=2)
    with pytest.raises(AttributeError, match="a game is immutable, so players cannot be set"):
        game.players = 3
    with pytest.raises(TypeError):
        game.settings["round_cap"] = None  # type: ignore[index]
    assert game == zoobox.game("zooloretto-dice", players=2)
