"""Turns and the moves of the elephant."""

from __future__ import annotations

import random

import pytest

import zoobox
from new_york_zoo.conftest import Zoo, houses, phase, place_first, seat
from zoobox.testing import notations, play, refused


@pytest.mark.rule("nyz.turn.order")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_turns_go_clockwise_from_the_first_seat(players: int) -> None:
    state = Zoo(players).start()
    order = []
    while len(order) < 2 * players:
        order.append(state.view(None)["turn"])
        assert state.waiting == (order[-1],)
        play(state, "E1" if len(order) == 1 else state.choices(state.waiting[0])[0].notation)
        while phase(state) != "move":
            place_first(state)
    assert order == [*range(players)] * 2


@pytest.mark.rule("nyz.turn.order")
def test_nobody_else_decides(two: Zoo) -> None:
    state = two.start()
    refusal = refused(state, "E1", seat=1)
    assert isinstance(refusal, zoobox.NotYourTurn)
    assert refusal.rule == "nyz.turn.order"


@pytest.mark.rule("nyz.turn.parts")
def test_move_then_main_action_then_breeding(two: Zoo) -> None:
    """Crossing the fox line: the fox breeds only after the tile is placed and populated."""
    state = two.at("move", seat(("6-01", "fox", 2), houses=["meerkat"]), elephant="A2")
    play(state, "E2")
    assert phase(state) == "tile"
    assert refused(state, "breed a").rule == "nyz.tile.at-once"
    place_first(state)
    assert phase(state) == "populate"
    play(state, "meerkat from house")
    assert phase(state) == "breed"
    play(state, "breed a", "no bonus") if "no bonus" in notations(state) else play(state, "breed a")
    assert phase(state) == "move"
    assert state.waiting == (1,)


@pytest.mark.rule("nyz.move.must-move")
def test_the_elephant_may_not_stay(two: Zoo) -> None:
    state = two.start()
    assert "E0" not in notations(state)
    assert refused(state, "E0").rule == "nyz.move.must-move"


@pytest.mark.rule("nyz.move.range")
@pytest.mark.parametrize(("players", "reach"), [(2, 4), (3, 3), (4, 4), (5, 3)])
def test_the_range_depends_on_the_player_count(players: int, reach: int) -> None:
    state = Zoo(players).at("move", seat(("W", "fox", 1), houses=["meerkat"]))
    assert notations(state) == [f"E{count}" for count in range(1, reach + 1)]
    refusal = refused(state, f"E{reach + 1}")
    assert refusal.rule == "nyz.move.range"
    assert f"1 to {reach} spaces" in refusal.reason


@pytest.mark.rule("nyz.move.counted", "nyz.move.skipped")
def test_lines_and_empty_slots_are_skipped(two: Zoo) -> None:
    """The rulebook's example: three spaces, an empty slot and a line between them."""
    state = two.at("move", seat(("W", "fox", 1), houses=["meerkat"]), elephant="A2", empty=["S2", "S4"])
    play(state, "E3")
    assert state.view(0)["elephant"] == "A4"  # S3, A3, A4


@pytest.mark.rule("nyz.move.counted")
def test_a_slot_where_one_cannot_stop_still_counts(two: Zoo) -> None:
    """Case 2: with four free cells no tile of 7 fits, but its slot is counted."""
    state = two.at("move", seat(("W", "fox", 1), houses=["meerkat"], leave=4))
    assert notations(state) == ["E2"]
    play(state, "E2")
    assert state.view(0)["elephant"] == "A2"


@pytest.mark.rule("nyz.move.must-fit")
def test_no_stop_where_the_tile_fits_nowhere(two: Zoo) -> None:
    state = two.at("move", seat(("W", "fox", 1), houses=["meerkat"], leave=4))
    refusal = refused(state, "E1")
    assert refusal.rule == "nyz.move.must-fit"
    assert (
        refusal.reason == "The elephant cannot stop at slot 1: the bench-shaped tile of 7 fits nowhere on your board."
    )


@pytest.mark.rule("nyz.move.must-populate")
def test_no_stop_without_an_animal_for_the_enclosure(two: Zoo) -> None:
    """Case 2: a single animal in each enclosure and empty houses: nothing could move in."""
    state = two.at("move", seat(("W", "fox", 1), ("F", None, 0)))
    assert notations(state) == ["E2"]
    assert refused(state, "E1").rule == "nyz.move.must-populate"
    assert notations(two.at("move", seat(("W", "fox", 2), ("F", None, 0)))) == ["E1", "E2", "E3", "E4"]


@pytest.mark.rule("nyz.move.must-acquire")
def test_no_stop_where_no_animal_could_be_put(four: Zoo) -> None:
    """Case 3: seat 0 of four has two houses, both full on turn one, and no enclosure yet."""
    state = four.start()
    assert len(houses(state)) == 2
    assert notations(state) == ["E1", "E3", "E4"]
    assert refused(state, "E2").rule == "nyz.move.must-acquire"


@pytest.mark.rule("nyz.move.must-acquire")
def test_an_owner_of_an_enclosure_can_always_acquire(four: Zoo) -> None:
    state = four.at("move", seat(("W", "fox", 4), houses=["meerkat", "meerkat"]))
    assert "E2" in notations(state)


@pytest.mark.no_cover
@pytest.mark.rule("nyz.move.must-acquire")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nobody_is_ever_without_a_move(players: int) -> None:
    """Case 4: in random games every decision has a choice."""
    zoo = Zoo(players)
    for seed in range(8):
        state = zoo.start(seed)
        dice = random.Random(seed)
        while not state.over:
            number = state.waiting[0]
            legal = state.legal(number)
            assert legal
            state.apply(number, dice.choice(legal))


@pytest.mark.rule("nyz.breed.crossing")
def test_landing_behind_a_line_crosses_it_and_leaving_does_not(two: Zoo) -> None:
    """Case 1."""
    herd = seat(("6-01", "fox", 3), houses=["meerkat"])
    state = two.at("move", herd, elephant="S2")
    play(state, "E1")  # S3, right behind the fox line
    assert state.view(0)["elephant"] == "S3"
    assert state.view(0)["lines"] == ["fox"]
    state = two.at("move", herd, elephant="S3")
    play(state, "E1")
    assert state.view(0)["elephant"] == "A3"
    assert state.view(0)["lines"] == []


@pytest.mark.rule("nyz.setup.strip")
def test_the_strip_is_a_ring(two: Zoo) -> None:
    state = two.at("move", seat(("W", "fox", 1), houses=["meerkat"]), elephant="S15")
    play(state, "E1")
    assert state.view(0)["elephant"] == "A1"
