"""Movement, special moves, and each animal's own way."""

from __future__ import annotations

from typing import Any

import pytest

from zoobox.testing import notations, play, refused

from .night import at, board, figure, gained, game, moving, of, placing

LINE = {"a2": "sand", "b2": "grass", "c2": "rocks"}
"""The way from E9 to the Zoo: a2, b2, c2, c3."""


def special(figures: dict[str, dict[str, Any]], tiles: dict[str, str], drafted: str = "A44", **fields: Any) -> Any:
    """Seat 0 has just discarded its tile (grass, unless told otherwise)."""
    state = placing(board(figures, spaces=tiles, drafted=drafted), **fields)
    return play(state, "discard drafted")


# Movement in general.


@pytest.mark.rule("natz.move.one-step", "natz.wolf.step")
def test_one_arrow_moves_one_figure_one_space() -> None:
    state = moving({"E1": figure("wolf", "b2")}, {**LINE, "b3": "sand", "c1": "sand"})
    assert notations(state) == ["wolf E1 c2", "wolf E1 b3", "wolf E1 a2", "stop"]
    play(state, "wolf E1 c2")
    assert at(state, "E1") == "c2"
    assert state.waiting == (1,)


@pytest.mark.rule("natz.move.tile-or-zoo")
def test_never_onto_an_empty_space() -> None:
    state = moving({"E9": figure("wolf", "a2")}, LINE)
    assert notations(state) == ["wolf E9 b2", "stop"]
    assert "a1" in refused(state, "wolf E9 a1", "natz.move.tile-or-zoo").reason
    refused(state, "wolf E9 w", "natz.move.tile-or-zoo")
    empty_way = moving({"E9": figure("wolf", "E9"), "E1": figure("wolf", "b2")}, {"b2": "sand", "c2": "sand"})
    refused(empty_way, "wolf E9 a2", "natz.move.tile-or-zoo")


@pytest.mark.rule("natz.move.home")
def test_a_figure_that_enters_the_zoo_is_home() -> None:
    state = moving({"E9": figure("wolf", "c2")}, LINE)
    play(state, "wolf E9 c3")
    assert at(state, "E9") == "home"
    tiles = {"a1": "sand", "b1": "sand", "c1": "sand", "d1": "sand", **LINE}
    again = moving({"E9": figure("wolf", "home"), "E1": figure("wolf", "a2")}, tiles)
    assert notations(again) == ["wolf E1 a1", "wolf E1 b2", "stop"]
    refused(again, "wolf E9 n", "natz.move.home")


@pytest.mark.rule("natz.move.home-loses-rest")
def test_the_second_arrow_may_go_to_another() -> None:
    """The arrow is not bound to the animal that came home."""
    figures = {"E9": figure("wolf", "c2"), "E1": figure("wolf", "a2")}
    state = moving(figures, LINE, [{"moves": 2}])
    play(state, "wolf E9 c3")
    assert notations(state) == ["wolf E1 b2", "stop"]


@pytest.mark.rule("natz.move.home-loses-rest", "natz.cheetah.second-tile")
def test_a_cheetah_at_home_loses_its_second_tile() -> None:
    figures = {"E9": figure("cheetah", "c2"), "E1": figure("cheetah", "b2")}
    tiles = {"a1": "sand", "c1": "sand", "d1": "sand", "a2": "sand", "b2": "grass", "c2": "grass"}
    state = special(figures, tiles, animals=["cheetah", "snake", "sloth"])
    play(state, "cheetah E9 c3")
    assert notations(state) == ["cheetah E1 c2", "cheetah E1 a2", "stop"]


@pytest.mark.rule("natz.move.split")
def test_a_double_arrow_for_one_or_for_two() -> None:
    """John's example: a wolf and a cheetah share the two arrows."""
    figures = {"E9": figure("wolf", "E9"), "E1": figure("cheetah", "b2")}
    fields = {"animals": ["wolf", "cheetah", "sloth"]}
    state = placing(board(figures, spaces=LINE, drafted="A03"), **fields)
    play(state, "place drafted", "e4")
    both = play(state.copy(), "cheetah E1 c2", "wolf E9 a2")
    assert (at(both, "E1"), at(both, "E9"), both.waiting) == ("c2", "a2", (1,))
    one = play(state.copy(), "wolf E9 a2", "wolf E9 b2")
    assert (at(one, "E9"), one.waiting) == ("b2", (1,))
    pair = moving(figures, {**LINE, "d1": "rocks", "e1": "rocks"}, [{"moves": 2}], **fields)
    assert play(pair, "wolf E9 a2", "cheetah E1 c2").waiting == (1,)


@pytest.mark.rule("natz.move.each-arrow")
def test_two_arrows_with_penguin_snake_and_sloth() -> None:
    animals = ["penguin", "snake", "sloth"]
    tiles = {**LINE, "b1": "sand", "b3": "sand", "b4": "sand"}
    figures = {
        "E9": figure("penguin", "a2"),
        "E1": figure("snake", "b2", facing="s"),
        "E2": figure("sloth", "b2", asleep=True),
        "E3": figure("sloth", "b2"),
    }
    start = moving(figures, tiles, [{"moves": 2}], animals=animals)
    slides = play(start.copy(), "penguin E9 c2", "penguin E9 a2")
    assert at(slides, "E9") == "a2"
    turn_and_step = play(start.copy(), "turn snake E1 n", "snake E1 b1")
    assert (at(turn_and_step, "E1"), of(turn_and_step, "E1", "facing")) == ("b1", "n")
    assert at(play(start.copy(), "snake E1 b3", "snake E1 b4"), "E1") == "b4"
    wake_and_move = play(start.copy(), "wake sloth E2", "sloth E2 b1")
    assert (at(wake_and_move, "E2"), of(wake_and_move, "E2", "asleep")) == ("b1", True)
    move_and_wake = play(start.copy(), "sloth E3 b1", "wake sloth E3")
    assert (at(move_and_wake, "E3"), of(move_and_wake, "E3", "asleep")) == ("b1", False)


@pytest.mark.rule("natz.move.optional")
def test_arrows_may_be_left_unused() -> None:
    state = moving({"E9": figure("wolf", "a2")}, LINE, [{"moves": 2}])
    assert play(state.copy(), "stop").waiting == (1,)
    assert play(state, "wolf E9 b2", "stop").waiting == (1,)


@pytest.mark.rule("natz.move.share")
def test_figures_share_tiles_and_never_block() -> None:
    """The penguin slides over the others and stops among them."""
    figures = {"E9": figure("penguin", "E9"), "E1": figure("wolf", "a2"), "E2": figure("wolf", "b2")}
    tiles = {"a2": "sand", "b2": "grass"}
    state = moving(figures, tiles, [{"moves": 2}], animals=["penguin", "wolf", "sloth"])
    play(state, "penguin E9 b2", "wolf E1 b2")
    assert [at(state, name) for name in ("E9", "E1", "E2")] == ["b2"] * 3


@pytest.mark.rule("natz.move.entrances")
def test_entrances_are_one_way() -> None:
    """Out only inward, and never back in."""
    figures = {"E9": figure("wolf", "E9"), "E8": figure("wolf", "a4")}
    state = moving(figures, {"a2": "sand", "a4": "sand", "a5": "sand"})
    assert notations(state) == ["wolf E8 a5", "wolf E9 a2", "stop"]
    refused(state, "wolf E9 n", "natz.move.entrances")
    refused(state, "wolf E9 w", "natz.move.entrances")
    refused(state, "wolf E8 w", "natz.move.tile-or-zoo")


@pytest.mark.rule("natz.move.undiscovered")
def test_undiscovered_figures_never_move() -> None:
    """Not by arrows, not by a special move on the terrain of their entrance."""
    figures = {"E9": figure("wolf", "undiscovered"), "E1": figure("wolf", "a2")}
    state = moving(figures, LINE)
    refused(state, "wolf E9 e", "natz.move.undiscovered")
    thrown = special(figures, LINE, drafted="A69")
    assert notations(thrown) == ["wolf E1 b2", "stop"]


@pytest.mark.rule("natz.move.no-trigger")
def test_walking_sets_off_nothing() -> None:
    """Onto b1 (a movement) and d2 (a bonus tile)."""
    state = moving({"E1": figure("wolf", "a1")}, {"a1": "sand", "b1": "sand"})
    assert play(state, "wolf E1 b1").waiting == (1,)
    bonus = moving({"E1": figure("wolf", "d1")}, {"d1": "sand", "d2": "sand"})
    assert play(bonus, "wolf E1 d2").waiting == (1,)
    assert gained(bonus) == 0


def test_a_figure_can_be_named_in_several_ways() -> None:
    state = moving({"E9": figure("wolf", "a2")}, LINE)
    for text in ("wolf E9 b2", "E9 b2", "wolf e9 to b2", "E9 e", "wolf E9 east", "wolf gate 9 b2", "wolf of gate 9 b2"):
        assert at(play(state.copy(), text), "E9") == "b2"
    refused(state, "snake E9 b2", "natz.setup.letters")
    refused(state, "wolf E9 d4", "natz.move.one-step")


# The special move.


@pytest.mark.rule("natz.special.all", "natz.special.entrances")
def test_all_figures_on_the_terrain_entrances_included() -> None:
    """Grass moves the wolf on b2 and the one on the grass entrance E4; not those on sand or rocks."""
    figures = {"E1": figure("wolf", "b2"), "E4": figure("wolf", "E4"), "E9": figure("wolf", "c2")}
    state = special(figures, {**LINE, "e2": "sand"})
    assert notations(state) == ["wolf E1 c2", "wolf E1 a2", "wolf E4 e2", "stop"]
    play(state, "wolf E4 e2", "wolf E1 a2")
    assert state.waiting == (1,)


@pytest.mark.rule("natz.special.all", "natz.cheetah.second-tile", "natz.sloth.awake")
def test_charles_discards_a_grass_tile_from_his_warehouse() -> None:
    """The rulebook's example: cheetah two tiles, sloth goes to sleep, the wolf has no tile to go to."""
    figures = {
        "E9": figure("cheetah", "a2"),
        "E1": figure("sloth", "b2"),
        "E5": figure("wolf", "e5"),
        "E2": figure("wolf", "c2"),
    }
    tiles = {"a2": "grass", "b2": "grass", "c2": "rocks", "e5": "grass"}
    state = placing(
        board(figures, spaces=tiles, drafted="A19", warehouse=["A44"]), animals=["cheetah", "sloth", "wolf"]
    )
    play(state, "discard warehouse1")
    refused(state, "wolf E5 n", "natz.move.tile-or-zoo")
    refused(state, "wolf E2 b2", "natz.special.fixed")
    play(state, "cheetah E9 b2", "cheetah E9 c2", "sloth E1 a2")
    assert (at(state, "E9"), at(state, "E1"), of(state, "E1", "asleep")) == ("c2", "a2", True)
    assert notations(state)[0] == "place drafted"


@pytest.mark.rule("natz.special.fixed")
def test_who_moves_is_fixed_at_the_discard() -> None:
    """The wolf that leaves grass keeps its turn, the one that walks onto grass gets none."""
    figures = {"E1": figure("wolf", "a2"), "E2": figure("wolf", "b2")}
    tiles = {"a2": "grass", "b2": "grass", "c2": "rocks"}
    state = special(figures, tiles)
    play(state, "wolf E1 b2")
    refused(state, "wolf E1 c2", "natz.special.fixed")
    assert notations(state) == ["wolf E2 c2", "wolf E2 a2", "stop"]


@pytest.mark.rule("natz.special.decline")
def test_each_figure_may_decline() -> None:
    figures = {"E1": figure("wolf", "a2"), "E2": figure("wolf", "b2")}
    state = special(figures, {"a2": "grass", "b2": "grass"})
    assert play(state.copy(), "stop").waiting == (1,)
    assert play(state, "wolf E2 a2", "stop").waiting == (1,)


@pytest.mark.rule("natz.special.all")
def test_the_prompt_reads_well_for_one_figure_and_for_two() -> None:
    one = special({"E1": figure("wolf", "a2")}, {"a2": "grass", "b2": "grass"})
    assert one.prompt(0) == "Special move: the wolf of gate 1 may move."
    assert one.prompt(0, "de") == "In der Sonderbewegung darf der Wolf aus Tor 1 ziehen."
    two = special({"E1": figure("wolf", "a2"), "E9": figure("wolf", "b2")}, {"a2": "grass", "b2": "grass"})
    assert two.prompt(0, "de") == "In der Sonderbewegung dürfen der Wolf aus Tor 1 und der Wolf aus Tor 9 ziehen."


@pytest.mark.rule("natz.special.nothing")
def test_discarding_with_nothing_to_move() -> None:
    """The way out when warehouse and neighbourhood are full."""
    state = special({"E1": figure("wolf", "E1")}, {})
    assert state.waiting == (1,)


# Penguin.


@pytest.mark.rule("natz.penguin.slide")
def test_a_penguin_slides_to_the_last_tile() -> None:
    """No stopping early, no direction without a tile, from an entrance only inward."""
    tiles = {"a1": "sand", "b1": "sand", "c1": "sand", "e1": "sand"}
    animals = ["penguin", "wolf", "sloth"]
    state = moving({"E1": figure("penguin", "a1"), "E2": figure("penguin", "E2")}, tiles, animals=animals)
    assert notations(state) == ["penguin E1 c1", "penguin E2 c1", "stop"]
    refused(state, "penguin E1 b1", "natz.penguin.slide")
    refused(state, "penguin E1 s", "natz.move.tile-or-zoo")
    assert at(play(state, "penguin E1 e"), "E1") == "c1"


@pytest.mark.rule("natz.penguin.zoo")
def test_a_penguin_stops_in_the_zoo() -> None:
    tiles = {f"c{row}": "sand" for row in (1, 2, 4, 5)}
    state = moving({"E2": figure("penguin", "E2")}, tiles, animals=["penguin", "wolf", "sloth"])
    assert notations(state) == ["penguin E2 c3", "stop"]
    assert at(play(state, "penguin E2 c3"), "E2") == "home"


# Cheetah.


@pytest.mark.rule("natz.cheetah.second-tile")
def test_the_second_tile_is_optional_and_free() -> None:
    """Any terrain, any direction, back as well."""
    figures = {"E9": figure("cheetah", "b2"), "E1": figure("wolf", "b2")}
    state = special(figures, {**LINE, "a1": "sand"}, animals=["cheetah", "wolf", "sloth"])
    play(state, "cheetah E9 a2")
    assert notations(state) == ["cheetah E9 a1", "cheetah E9 b2", "stop"]
    refused(state, "wolf E1 c2", "natz.cheetah.second-tile")
    once = play(state.copy(), "stop")
    assert (at(once, "E9"), notations(once)) == ("a2", ["wolf E1 c2", "wolf E1 a2", "stop"])
    assert at(play(state, "cheetah E9 a1"), "E9") == "a1"


@pytest.mark.rule("natz.cheetah.second-tile", "natz.action.useless")
def test_a_cheetah_with_nowhere_to_go_on_is_not_asked() -> None:
    """From the entrance onto the only tile: no way on, and none back."""
    state = special({"E8": figure("cheetah", "E8")}, {"a4": "sand"}, animals=["cheetah", "wolf", "sloth"])
    assert play(state, "cheetah E8 a4").waiting == (1,)


@pytest.mark.rule("natz.cheetah.only-special")
def test_with_arrows_and_at_the_end_of_a_round_one_tile() -> None:
    animals = ["cheetah", "wolf", "sloth"]
    state = moving({"E9": figure("cheetah", "a2")}, LINE, animals=animals)
    assert play(state, "cheetah E9 b2").waiting == (1,)
    seat0 = board({"E9": figure("cheetah", "a2")}, spaces=LINE, pending=[{"round_move": ["E9"]}])
    ending = game().restore({"phase": "round moves", "animals": animals, "boards": [seat0, {}]})
    play(ending, "cheetah E9 b2")
    assert (at(ending, "E9"), ending.view(0)["phase"]) == ("b2", "draft")


# Snake.


@pytest.mark.rule("natz.snake.forward")
def test_a_snake_goes_where_it_looks() -> None:
    """Its facing does not change by moving."""
    state = moving({"E9": figure("snake", "b2", facing="e")}, {**LINE, "b3": "sand"})
    assert notations(state) == ["snake E9 c2", "turn snake E9 n", "turn snake E9 s", "turn snake E9 w", "stop"]
    refused(state, "snake E9 b3", "natz.snake.forward")
    play(state, "snake E9 c2")
    assert (at(state, "E9"), of(state, "E9", "facing")) == ("c2", "e")


@pytest.mark.rule("natz.snake.turn")
def test_a_snake_turns_instead() -> None:
    """Any other direction, also on an entrance, where it must turn back before it can enter."""
    state = moving({"E9": figure("snake", "E9", facing="w"), "E1": figure("wolf", "a2")}, LINE, [{"moves": 2}])
    refused(state, "turn snake E9 w", "natz.snake.turn")
    refused(state, "turn wolf E1 n", "natz.snake.turn")
    refused(state, "snake E9 a2", "natz.snake.forward")
    play(state, "turn snake E9 e", "snake E9 a2")
    assert at(state, "E9") == "a2"


@pytest.mark.rule("natz.snake.turn")
def test_step_or_turn_in_a_special_move_not_both() -> None:
    state = special({"E9": figure("snake", "b2", facing="e")}, LINE)
    turned = play(state.copy(), "turn snake E9 s")
    assert (at(turned, "E9"), turned.waiting) == ("b2", (1,))
    assert play(state, "snake E9 c2").waiting == (1,)
    seat0 = board({"E9": figure("snake", "b2")}, spaces=LINE, pending=[{"round_move": ["E9"]}])
    ending = game().restore({"phase": "round moves", "boards": [seat0, {}]})
    assert play(ending, "turn snake E9 s").view(0)["phase"] == "draft"


@pytest.mark.rule("natz.snake.faces-inward")
def test_snakes_look_inward_when_discovered_and_at_setup() -> None:
    inward = dict(zip([f"E{number}" for number in range(1, 10)], "ssswwnnee", strict=True))
    seen = set()
    four = game(4)
    for seed in range(40):
        for seat in four.start(seed).position()["boards"]:
            for entrance, found in seat["figures"].items():
                if found["animal"] == "snake" and found["at"] == entrance:
                    assert found["facing"] == inward[entrance]
                    seen.add(entrance)
    assert seen == set(inward)
    state = placing(board({"E4": figure("snake", "undiscovered")}, drafted="A01"))
    play(state, "place drafted", "a1", "discover E4")
    assert of(state, "E4", "facing") == "w"


# Butterfly.

BUTTERFLIES = ["butterfly", "wolf", "sloth"]


@pytest.mark.rule("natz.butterfly.pollen")
def test_a_butterfly_takes_pollen_when_it_moves_in_a_special_move() -> None:
    figures = {
        "E1": figure("butterfly", "b2"),
        "E2": figure("butterfly", "b2", pollen=4),
        "E5": figure("butterfly", "e5"),
    }
    state = special(figures, {**LINE, "e5": "grass"}, animals=BUTTERFLIES)
    play(state, "butterfly E1 a2", "butterfly E2 a2")
    assert [of(state, name, "pollen") for name in ("E1", "E2", "E5")] == [1, 4, 0]
    assert state.waiting == (1,)


@pytest.mark.rule("natz.butterfly.home")
def test_pollen_on_the_way_into_the_zoo() -> None:
    state = special({"E1": figure("butterfly", "c2", pollen=1)}, {"c2": "grass"}, animals=BUTTERFLIES)
    play(state, "butterfly E1 c3")
    assert (at(state, "E1"), of(state, "E1", "pollen")) == ("home", 2)
    assert state.standings[0].breakdown["butterfly"] == 7


@pytest.mark.rule("natz.butterfly.only-special")
def test_no_pollen_from_arrows_or_the_end_of_a_round() -> None:
    state = moving({"E1": figure("butterfly", "b2")}, LINE, animals=BUTTERFLIES)
    assert of(play(state, "butterfly E1 a2"), "E1", "pollen") == 0
    seat0 = board({"E1": figure("butterfly", "b2")}, spaces=LINE, pending=[{"round_move": ["E1"]}])
    ending = game().restore({"phase": "round moves", "animals": BUTTERFLIES, "boards": [seat0, {}]})
    assert of(play(ending, "butterfly E1 a2"), "E1", "pollen") == 0


# Sloth.


@pytest.mark.rule("natz.sloth.awake", "natz.sloth.asleep")
def test_a_sloth_moves_sleeps_and_wakes() -> None:
    state = moving({"E9": figure("sloth", "a2")}, LINE, [{"moves": 3}])
    play(state, "sloth E9 b2")
    assert of(state, "E9", "asleep") is True
    assert notations(state) == ["wake sloth E9", "stop"]
    refused(state, "sloth E9 c2", "natz.sloth.asleep")
    play(state, "wake sloth E9")
    assert (at(state, "E9"), of(state, "E9", "asleep")) == ("b2", False)
    refused(state, "wake sloth E9", "natz.sloth.asleep")


@pytest.mark.rule("natz.sloth.asleep")
def test_a_sloth_wakes_in_special_and_round_movement_too() -> None:
    """Even where it could not move."""
    state = special({"E9": figure("sloth", "e5", asleep=True)}, {"e5": "grass"})
    assert of(play(state, "wake sloth E9"), "E9", "asleep") is False
    seat0 = board({"E9": figure("sloth", "e5", asleep=True)}, spaces={"e5": "grass"}, pending=[{"round_move": ["E9"]}])
    ending = game().restore({"phase": "round moves", "boards": [seat0, {}]})
    assert of(play(ending, "wake sloth E9"), "E9", "asleep") is False


@pytest.mark.rule("natz.sloth.stuck")
def test_a_sloth_that_cannot_move_stays_awake() -> None:
    state = moving({"E9": figure("sloth", "e5"), "E1": figure("wolf", "a2")}, {**LINE, "e5": "sand"})
    assert notations(state) == ["wolf E1 b2", "stop"]
    play(state, "stop")
    assert of(state, "E9", "asleep") is False


@pytest.mark.rule("natz.sloth.starts-awake")
def test_sloths_are_awake_when_discovered() -> None:
    state = placing(board({"E4": figure("sloth", "undiscovered")}, drafted="A01"))
    play(state, "place drafted", "a1", "discover E4")
    assert of(state, "E4", "asleep") is False
    for seed in range(20):
        for seat in game().start(seed).position()["boards"]:
            assert not any(found.get("asleep") for found in seat["figures"].values())
