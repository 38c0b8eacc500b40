"""What a choice leads to is told before it is made, as far as the rules determine it."""

import zoobox


def test_what_luck_decides_is_not_told() -> None:
    state = zoobox.game("zooloretto-dice").start(seed=7)
    assert state.game.consequences(state, 0, state.game.find(state, 0, "roll")) == []


def test_what_is_certain_is_told_and_nothing_changes() -> None:
    game = zoobox.game("zooloretto-dice")
    state = game.start(seed=7)
    state.play(0, "roll")
    before = state.snapshot()
    choice = state.choices(0)[1]
    (placed,) = game.consequences(state, 0, choice.id)
    assert (placed.kind, placed.seat, placed["truck"]) == ("place", 0, choice.parts["truck"])
    assert state.snapshot() == before
