"""Undo: as long as no luck was drawn, nothing was shown and nobody else acted."""

from typing import Any

import pytest

import zoobox
from zoobox.kernel.errors import CannotUndo


@pytest.fixture
def game() -> Any:
    return zoobox.game("zooloretto-dice", players=2)


@pytest.fixture
def placed(game: Any) -> Any:
    """Seat 0 has rolled and put one of its two dice on a truck."""
    state = game.start(seed=7)
    state.play(0, "roll")
    state.play(0, state.choices(0)[0])
    return state


def test_a_placement_can_be_taken_back(placed: Any) -> None:
    earlier = placed.undo(0)
    assert len(earlier.past) == 1
    assert len(earlier.view(0)["hand"]) == 2


def test_undo_does_not_change_the_state(placed: Any) -> None:
    before = placed.snapshot()
    placed.undo(0)
    assert placed.snapshot() == before
    assert len(placed.past) == 2


def test_a_roll_cannot_be_taken_back(placed: Any) -> None:
    with pytest.raises(zoobox.CannotUndo, match="Luck has been drawn"):
        placed.undo(0).undo(0)


def test_nothing_can_be_taken_back_after_somebody_else_acted(placed: Any) -> None:
    placed.play(0, placed.choices(0)[0])
    assert placed.waiting == (1,)
    placed.play(1, "take 1")
    with pytest.raises(zoobox.CannotUndo, match="Somebody else has acted"):
        placed.undo(0)


def test_against_bots_their_decisions_are_taken_back_too(placed: Any) -> None:
    placed.play(0, placed.choices(0)[0])
    placed.play(1, "take 1")
    earlier = placed.undo(0, bots=[1])
    assert len(earlier.past) == 2
    assert earlier.waiting == (0,)


def test_luck_that_was_seen_is_not_taken_back_against_bots_either(placed: Any) -> None:
    earlier = placed.undo(0, bots=[1])
    with pytest.raises(zoobox.CannotUndo, match="Luck has been drawn"):
        earlier.undo(0, bots=[1])
    placed.play(0, placed.choices(0)[0])
    placed.play(1, "roll")
    with pytest.raises(zoobox.CannotUndo, match="Luck has been drawn"):
        placed.undo(0, bots=[1])


def test_a_secret_bid_that_was_shown_is_not_taken_back() -> None:
    state = zoobox.game("o-zoo-le-mio", players=2).start(seed=4)
    state.play(0, "bid 1")
    state.play(1, "bid 0")
    with pytest.raises(zoobox.CannotUndo, match="something hidden has been shown"):
        state.undo(0, bots=[1])


def test_what_was_built_comes_back_while_others_still_build() -> None:
    """All build at the same time: what one did comes back, step by step, and what the other did stands."""
    state = zoobox.game("night-at-the-zoo", players=2).start(seed=4)
    while len(state.waiting) == 1:
        state.apply(state.waiting[0], state.legal(state.waiting[0])[0])
    assert state.waiting == (0, 1)
    start = len(state.past)
    for seat in (0, 1):
        state.play(seat, "store drafted")
    state.play(0, "finish")
    built = state.view(1)["boards"][1]
    for mine in (1, 0):
        state = state.undo(0)
        assert [seat for seat, _ in state.past[start:]].count(0) == mine
        assert state.waiting == (0, 1)
        assert state.view(1)["boards"][1] == built
    assert "discard drafted" in [choice.notation for choice in state.choices(0)]


def test_a_bot_among_people_makes_no_difference() -> None:
    state = zoobox.game("zooloretto-dice", players=3).start(seed=7)
    state.play(0, "roll")
    with pytest.raises(zoobox.CannotUndo):
        state.undo(0, bots=[1])


def test_there_is_nothing_to_take_back_at_the_start(game: Any) -> None:
    with pytest.raises(zoobox.CannotUndo, match="no decision of yours"):
        game.start(seed=7).undo(0)


def test_a_redeal_has_nothing_to_take_back(placed: Any) -> None:
    with pytest.raises(zoobox.CannotUndo):
        placed.redeal(0, zoobox.Luck(1)).undo(0)


def test_the_record_forgets_what_was_taken_back(game: Any, placed: Any) -> None:
    earlier = placed.undo(0)
    other = earlier.choices(0)[-1]
    earlier.play(0, other)
    record = game.record(earlier)
    assert f"2. 0 {other.notation}" in record
    assert zoobox.replay(record).complete


@pytest.mark.rule("ozm.bid.simultaneous")
def test_a_secret_bid_can_be_changed_until_all_are_in() -> None:
    """The bids of the others stand; nobody could know what is taken back."""
    game = zoobox.game("o-zoo-le-mio", players=3)
    state = game.start(4)
    for seat, bid in ((1, "bid 3"), (0, "bid 1")):
        state.play(seat, bid)
    changed = state.undo(1)
    assert changed.waiting == (1, 2)
    assert changed.past == [(0, 1)]
    changed.play(1, "bid 5")
    changed.play(2, "bid 0")
    assert changed.view(None)["last"]["bids"] == [1, 5, 0]
    with pytest.raises(CannotUndo, match="shown"):
        changed.undo(1)


def test_what_others_could_see_stands_once_they_have_acted() -> None:
    """In the short game of New York Zoo both place tiles at the same time, but on open boards."""
    state = zoobox.game("new-york-zoo", players=2, variant="short").start(1)
    for seat in (0, 0, 1):
        state.apply(seat, state.legal(seat)[0])
    with pytest.raises(CannotUndo, match="Somebody else"):
        state.undo(0)


def test_decisions_on_hidden_boards_come_back() -> None:
    game = zoobox.game("night-at-the-zoo", players=2)
    state = game.start(3)
    while len(state.waiting) == 1:
        state.apply(state.waiting[0], state.legal(state.waiting[0])[0])
    choices = [len(state.legal(seat)) for seat in (0, 1)]
    assert min(choices) > 1
    before = state.view(0)
    for seat in (0, 1):
        state.apply(seat, state.legal(seat)[0])
    again = state.undo(0)
    assert [seat for seat, _ in again.past[-1:]] == [1]
    assert again.view(0) == before
