"""Using tiles: placing, storing, discarding, and the actions they set off."""

from __future__ import annotations

import pytest

from zoobox.testing import notations, play, refused

from .night import FULL_BOARD, at, board, figure, gained, game, placing

FULL = {space: ("rocks", "grass", "sand")[index % 3] for index, space in enumerate(FULL_BOARD)}


@pytest.mark.rule("natz.use.three-ways")
def test_a_tile_is_placed_stored_or_discarded() -> None:
    state = placing(board(drafted="A19"))
    assert notations(state) == ["place drafted", "store drafted", "discard drafted"]
    assert play(state.copy(), "place drafted", "a1").position()["boards"][0]["spaces"] == {"a1": "A19"}
    assert play(state.copy(), "store drafted").position()["boards"][0]["warehouse"] == ["A19", None]
    gone = play(state.copy(), "discard drafted")
    assert gone.position()["boards"][0]["drafted"] is None
    assert "A19" in gone.view(0)["gone"]


@pytest.mark.rule("natz.use.drafted-must", "natz.use.warehouse-may")
def test_the_drafted_tile_must_be_used_the_others_may() -> None:
    state = placing(board(drafted="A19", warehouse=["A20"]))
    refused(state, "finish", "natz.use.drafted-must")
    play(state, "place drafted", "a1")
    assert notations(state) == ["place warehouse1", "discard warehouse1", "finish"]
    play(state, "finish")
    assert state.waiting == (1,)
    alone = play(placing(board(drafted="A19")), "place drafted", "a1")
    assert alone.waiting == (1,)


@pytest.mark.rule("natz.use.any-order")
def test_a_full_warehouse_can_be_emptied_first() -> None:
    state = placing(board(drafted="A19", warehouse=["A20", "A21"]))
    refused(state, "store drafted", "natz.store.two")
    play(state, "place warehouse2", "a1", "store drafted")
    assert state.position()["boards"][0]["warehouse"] == ["A20", "A19"]


@pytest.mark.rule("natz.use.resolve-fully")
def test_nothing_comes_between() -> None:
    """No warehouse tile while an action is open."""
    state = placing(board(drafted="A06", warehouse=["A20"]))
    play(state, "place drafted", "a1")
    assert notations(state) == ["bonus rocks", "bonus grass", "bonus sand"]
    refused(state, "place warehouse1", "natz.use.resolve-fully")
    refused(state, "finish", "natz.use.resolve-fully")
    play(state, "bonus sand")
    refused(state, "discard warehouse1", "natz.bonus.at-once")


@pytest.mark.rule("natz.store.two")
def test_the_warehouse_holds_two_tiles_of_any_kind() -> None:
    state = placing(board(drafted="A06", warehouse=["A20", "sand"]))
    refused(state, "store drafted", "natz.store.two")
    refused(state, "store warehouse1", "natz.store.two")
    play(state, "place drafted", "a1", "bonus rocks")
    assert notations(state) == ["place bonus", "discard bonus"]
    refused(state, "store bonus", "natz.store.two")


@pytest.mark.rule("natz.store.use-again")
def test_a_stored_tile_may_be_used_in_the_same_phase() -> None:
    state = placing(board(drafted="A19"))
    play(state, "store drafted", "place warehouse1", "b5")
    assert state.position()["boards"][0]["spaces"] == {"b5": "A19"}
    assert state.waiting == (1,)


@pytest.mark.rule("natz.place.any-empty", "natz.place.not-zoo")
def test_any_empty_space_but_not_the_zoo() -> None:
    """No tile needs a neighbour, none is replaced."""
    state = placing(board(drafted="A19", spaces={"a1": "sand"}))
    play(state, "place drafted")
    assert set(notations(state)) == set(FULL_BOARD) - {"a1"}
    refused(state, "a1", "natz.place.any-empty")
    refused(state, "c3", "natz.place.not-zoo")


@pytest.mark.rule("natz.place.full")
def test_a_full_neighbourhood() -> None:
    state = placing(board(drafted="A19", spaces=FULL))
    assert notations(state) == ["store drafted", "discard drafted"]
    refused(state, "place drafted", "natz.place.full")


@pytest.mark.rule("natz.place.both-actions", "natz.place.order")
def test_tile_and_space_in_either_order() -> None:
    """A01 shows Discover, b1 gives a movement; discovering first lets the new animal move."""
    figures = {"E1": figure("wolf", "undiscovered"), "E2": figure("snake", "undiscovered")}
    state = placing(board(figures, drafted="A26", spaces={"a1": "sand"}))
    play(state, "place drafted", "b1")
    assert notations(state) == ["first tile", "first space"]
    tile_first = play(state.copy(), "first tile", "discover E1")
    assert notations(tile_first) == ["wolf E1 a1", "stop"]
    space_first = play(state.copy(), "first space")
    assert "discover E1" in notations(space_first)
    play(space_first, "discover E1")
    assert at(space_first, "E1") == "E1"
    assert space_first.waiting == (1,)
    refused(state, "first pair", "natz.place.order")


@pytest.mark.rule("natz.place.order", "natz.action.points")
def test_points_are_marked_at_once() -> None:
    state = placing(board(drafted="A01", spaces={}))
    play(state, "place drafted", "c2")
    assert gained(state) == 2
    assert notations(state)[0].startswith("discover")


@pytest.mark.rule("natz.space.two-actions")
def test_a_space_with_two_actions_gives_both() -> None:
    """The space a5 gives 2 points and a bonus tile."""
    state = placing(board(drafted="A19"))
    play(state, "place drafted", "a5")
    assert gained(state) == 2
    assert notations(state) == ["bonus rocks", "bonus grass", "bonus sand"]


@pytest.mark.rule("natz.space.two-actions")
def test_or_one_of_them_by_the_setting() -> None:
    """The other reading, by the setting."""
    on = game(two_action_spaces="one")
    state = placing(board(drafted="A19"), on=on)
    play(state, "place drafted", "a5")
    assert gained(state) == 0
    assert notations(state) == ["symbol bonus", "symbol points"]
    points = play(state.copy(), "symbol points")
    assert gained(points) == 2
    assert points.waiting == (1,)
    play(state, "symbol bonus")
    assert gained(state) == 0
    assert notations(state)[0] == "bonus rocks"


@pytest.mark.rule("natz.tiles.two-symbols")
def test_of_two_symbols_one_is_chosen() -> None:
    """A08 shows Discover or a bonus tile."""
    state = placing(board(drafted="A08"))
    play(state, "place drafted", "a1")
    assert notations(state) == ["symbol discover", "symbol bonus"]
    refused(state, "symbol points", "natz.tiles.two-symbols")
    discovered = play(state.copy(), "symbol discover")
    play(discovered, notations(discovered)[0])
    assert discovered.waiting == (1,)
    assert notations(play(state, "symbol bonus"))[0] == "bonus rocks"


@pytest.mark.rule("natz.tiles.two-kinds")
def test_bonus_tiles_set_off_the_space_they_cover() -> None:
    state = placing(board(spaces={}, pending=[{"bonus_tile": "grass"}]))
    play(state, "place bonus", "d2")
    assert notations(state) == ["bonus rocks", "bonus grass", "bonus sand"]


@pytest.mark.rule("natz.condition.not-met")
def test_an_unmet_condition_loses_the_space_only() -> None:
    """Rocks on the sand space b2; the tile's two movements are given, the space's is not."""
    figures = {"E9": figure("wolf", "E9")}
    state = placing(board(figures, drafted="A03", spaces={"a2": "sand"}))
    play(state, "place drafted", "b2")
    assert notations(state) == ["wolf E9 a2", "stop"]
    play(state, "wolf E9 a2", "wolf E9 b2")
    assert state.waiting == (1,)
    assert gained(state) == 0


@pytest.mark.rule("natz.condition.terrain")
@pytest.mark.parametrize(
    ("space", "tile", "given"),
    [("b4", "A44", True), ("b4", "A19", False), ("b2", "A69", True), ("d4", "A19", True), ("d4", "A69", False)],
)
def test_the_terrain_condition(space: str, tile: str, given: bool) -> None:
    """John's grass tile on the grass space gives him a movement."""
    figures = {"E9": figure("wolf", "E9")}
    state = placing(board(figures, drafted=tile, spaces={"a2": "sand"}))
    play(state, "place drafted", space)
    assert (0 in state.waiting) == given
    if given:
        assert notations(state) == ["wolf E9 a2", "stop"]


@pytest.mark.rule("natz.condition.discover")
@pytest.mark.parametrize(("tile", "points"), [("A01", 2), ("A12", 2), ("A13", 2), ("A03", 0), ("A19", 0), ("A14", 0)])
def test_the_discover_condition(tile: str, points: int) -> None:
    """The tile must show Discover; food never does."""
    state = placing(board(drafted=tile))
    play(state, "place drafted", "b3")
    assert gained(state) == points


@pytest.mark.rule("natz.condition.discover")
def test_discover_need_not_be_chosen_and_bonus_tiles_do_not_meet_it() -> None:
    state = placing(board(drafted="A12"))
    play(state, "place drafted", "c4", "symbol points")
    assert gained(state) == 4
    bonus = placing(board(spaces={}, pending=[{"bonus_tile": "grass"}]))
    play(bonus, "place bonus", "c4")
    assert gained(bonus) == 0


@pytest.mark.rule("natz.pair.same-terrain")
def test_a_pair_of_the_same_terrain_pays() -> None:
    """The pair c5-d5 gives 5 points, bonus tiles count; d1-e1 gives two movements, to be ordered with the tile's."""
    state = placing(board(drafted="A19", spaces={"c5": "rocks"}))
    assert gained(play(state, "place drafted", "d5")) == 5
    figures = {"E1": figure("wolf", "E1")}
    moves = placing(board(figures, drafted="A01", spaces={"d1": "rocks", "a1": "sand"}))
    play(moves, "place drafted", "e1")
    assert notations(moves) == ["first tile", "first pair"]
    play(moves, "first pair")
    assert moves.prompt(0).startswith("Move an animal (2 movements)")


@pytest.mark.rule("natz.pair.once", "natz.pair.same-terrain")
def test_different_terrains_lose_the_pair() -> None:
    state = placing(board(drafted="A19", spaces={"c5": "sand"}))
    assert gained(play(state, "place drafted", "d5")) == 0
    first_half = placing(board(drafted="A19"))
    assert gained(play(first_half, "place drafted", "d5")) == 0


@pytest.mark.rule("natz.pair.once")
def test_a_pair_pays_once() -> None:
    state = placing(board(drafted="A20", warehouse=["A21"], spaces={"c5": "rocks"}))
    play(state, "place drafted", "d5", "place warehouse1", "a1")
    assert gained(state) == 5


@pytest.mark.rule("natz.discover.own-entrance", "natz.discover.must")
def test_discover_brings_a_figure_to_its_own_entrance() -> None:
    """A red tile with Discover, and a wolf is chosen."""
    figures = {"E3": figure("wolf", "undiscovered"), "E4": figure("wolf", "home")}
    state = placing(board(figures, drafted="A01"))
    play(state, "place drafted", "a1")
    assert "discover E3" in notations(state)
    assert "stop" not in notations(state)
    refused(state, "stop", "natz.discover.must")
    refused(state, "discover E4", "natz.discover.own-entrance")
    play(state, "discover E3")
    assert at(state, "E3") == "E3"


@pytest.mark.rule("natz.discover.none-left", "natz.action.useless")
def test_nothing_left_to_discover() -> None:
    """The symbol may be chosen and does nothing."""
    kinds = ["wolf"] * 3 + ["snake"] * 3 + ["sloth"] * 3
    figures = {f"E{number + 1}": figure(kind, "home") for number, kind in enumerate(kinds)}
    state = placing(board(figures, drafted="A12"))
    play(state, "place drafted", "a1")
    assert notations(state) == ["symbol discover", "symbol points"]
    play(state, "symbol discover")
    assert state.waiting == (1,)


@pytest.mark.rule("natz.action.useless")
def test_movement_without_a_possibility_lapses() -> None:
    """A wolf on an entrance with no tile before it."""
    state = placing(board({"E1": figure("wolf", "E1")}, drafted="A03"))
    play(state, "place drafted", "e4")
    assert state.waiting == (1,)


@pytest.mark.rule("natz.bonus.take", "natz.bonus.at-once")
def test_a_bonus_tile_is_used_at_once_and_may_give_another() -> None:
    """Placed on d2 it gives another one; stored, the chain ends."""
    state = placing(board(drafted="A06"))
    play(state, "place drafted", "a1", "bonus sand")
    assert state.position()["supply"]["sand"] == 13
    assert notations(state) == ["place bonus", "store bonus", "discard bonus"]
    play(state, "place bonus", "d2", "bonus grass", "store bonus")
    assert state.position()["boards"][0]["warehouse"] == ["grass", None]
    assert notations(state) == ["place warehouse1", "discard warehouse1", "finish"]


@pytest.mark.rule("natz.bonus.two")
def test_two_bonus_tiles_one_after_the_other() -> None:
    """The pair a2-a3 gives two; the first sets off a third, which comes before the second."""
    state = placing(board(drafted="A19", spaces={"a2": "rocks"}))
    play(state, "place drafted", "a3")
    assert state.prompt(0) == "Take a bonus tile; 2 are yours."
    play(state, "bonus sand", "place bonus", "d2")
    assert state.prompt(0) == "Take a bonus tile."
    assert state.position()["boards"][0]["pending"] == [{"bonus": 1}, {"bonus": 1}]
    play(state, "bonus grass", "place bonus", "a1")
    assert state.position()["boards"][0]["pending"] == [{"bonus": 1}]
    play(state, "bonus rocks", "place bonus", "b5")
    assert state.waiting == (1,)
    assert state.position()["supply"] == {"rocks": 12, "grass": 13, "sand": 13}


@pytest.mark.rule("natz.bonus.supply")
def test_an_empty_terrain_cannot_be_taken() -> None:
    state = placing(board(drafted="A06"), supply={"rocks": 0})
    play(state, "place drafted", "a1")
    assert notations(state) == ["bonus grass", "bonus sand"]
    refused(state, "bonus rocks", "natz.bonus.supply")
    for terrain in ("rocks", "grass", "sand"):
        last = placing(board(drafted="A06"), supply={**dict.fromkeys(("rocks", "grass", "sand"), 0), terrain: 1})
        assert notations(play(last, "place drafted", "a1")) == [f"bonus {terrain}"]
    none_left = placing(board(drafted="A06"), supply={"rocks": 0, "grass": 0, "sand": 0})
    assert play(none_left, "place drafted", "a1").waiting == (1,)


@pytest.mark.rule("natz.bonus.discarded")
@pytest.mark.parametrize(("setting", "left"), [("leave", 13), ("return", 14)])
def test_discarded_bonus_tiles(setting: str, left: int) -> None:
    """By default, and with the setting."""
    state = placing(board(drafted="A06"), on=game(discarded_bonus_tiles=setting))
    play(state, "place drafted", "a1", "bonus sand", "discard bonus")
    assert state.position()["supply"]["sand"] == left


@pytest.mark.rule("natz.action.points")
def test_points_from_a_symbol() -> None:
    state = placing(board(drafted="A12"))
    play(state, "place drafted", "a1", "symbol points")
    assert gained(state) == 2
    assert state.points_of(0) == 2 + sum(
        place not in ("undiscovered", "home") for place in (at(state, f"E{number}") for number in range(1, 10))
    )


def test_labels_tell_what_a_space_would_give() -> None:
    """And what is lost: the action of a condition that is not met, the bonus of a pair with two terrains."""
    state = placing(board(drafted="A19", spaces={"a1": "rocks", "c5": "rocks", "d1": "sand"}))
    play(state, "place drafted")
    labels = {choice.notation: choice.label for choice in state.choices(0)}
    assert labels["d5"] == "Cover d5: 5 points for the pair with c5"
    assert labels["a5"] == "Cover a5: 2 points and 1 bonus tile"
    assert labels["d4"] == "Cover d4: 1 movement"
    assert labels["b2"] == "Cover b2: its 1 movement is lost"
    assert labels["c2"] == "Cover c2: its 2 points are lost"
    assert labels["e1"] == "Cover e1: the 2 movements of the pair with d1 are lost"
    for space in ("a2", "c1"):
        assert labels[space] == f"Cover {space}"
    german = {choice.notation: choice.label for choice in state.choices(0, "de")}
    assert german["c2"] == "Belege c2: 2 Punkte verfallen"
    assert german["d5"] == "Belege d5: 5 Punkte für das Paar mit c5"


@pytest.mark.rule("natz.bonus.supply", "natz.turn.same-time")
def test_whoever_decides_first_has_the_last_bonus_tile() -> None:
    """Both players may take a bonus tile, and one of rocks is left: the order in which they decide counts."""
    for first, second in ((0, 1), (1, 0)):
        state = placing(board(drafted="A06"), board(drafted="A07"), supply={"rocks": 1})
        for seat in (0, 1):
            play(state, "place drafted", "a1", seat=seat)
        assert "bonus rocks" in notations(state, second)
        play(state, "bonus rocks", seat=first)
        assert notations(state, second) == ["bonus grass", "bonus sand"]
