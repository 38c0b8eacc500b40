"""Placing a tile: what is legal, and what is said when it is not."""

from __future__ import annotations

import pytest

from o_zoo_le_mio.table import game, placing, zoo, zoos
from zoobox.games.o_zoo_le_mio.layout import FRAME_WIDTH, GRID
from zoobox.testing import notations, refused


@pytest.mark.rule("ozm.place.continue-a-path")
def test_a_tile_beside_grass_only_is_refused() -> None:
    state = placing("Z05")
    assert refused(state, "Z05 at 7,7 r0", "ozm.place.continue-a-path", seat=0).reason == (
        "Tile 1 would continue no path of the zoo there."
    )
    for far in ("-50,-50", "999,-999"):
        refused(state, f"Z05 at {far} r3", "ozm.place.continue-a-path", seat=0)


@pytest.mark.rule("ozm.place.no-interruption")
def test_grass_against_a_path_names_the_square_and_the_side() -> None:
    state = placing("Z05")
    reason = refused(state, "Z05 at 0,-1 r0", "ozm.place.no-interruption", seat=0).reason
    assert reason == "The grass of tile 1 would interrupt the path of the starting tile on the south side of N49."


@pytest.mark.rule("ozm.place.no-interruption")
def test_a_path_against_grass_names_the_square_and_the_side() -> None:
    state = placing("Z03", "Z05 at 1,-1 r3")
    reason = refused(state, "Z03 at 1,-3 r0", "ozm.place.no-interruption", seat=0).reason
    assert reason == "The path of tile 2 would meet the grass of tile 1 on the south side of O47."


@pytest.mark.rule("ozm.place.no-interruption")
def test_a_turned_tile_is_refused_by_the_side_as_it_lies() -> None:
    """The side is that of the picture, not the letter of the tile before it was turned."""
    state = placing("Z01")
    refusal = refused(state, "Z01 at 2,0 r3", "ozm.place.no-interruption", seat=0)
    assert refusal.reason == "The path of tile 1 would meet the grass of the starting tile on the west side of P50."
    german = state.game.texts.say(refusal.phrase, "de")
    assert german == "Der Weg von Plättchen 1 träfe auf der Westseite von P50 auf das Gras von dem Startplättchen."
    again = refused(state, "Z01 at -1,0 r1", "ozm.place.no-interruption", seat=0).reason
    assert again == "The path of tile 1 would meet the grass of the starting tile on the east side of M50."


@pytest.mark.rule("ozm.place.no-interruption", "ozm.benches.several")
def test_a_long_side_is_checked_on_both_halves() -> None:
    """Z07 has two ends on each long side: on the starting tile both meet its ends, which closes one area."""
    state = placing("Z07")
    assert "Z07 at 0,-1 r0" in notations(state, 0)
    state.play(0, "Z07 at 0,-1 r0")
    assert len(state.view(0)["zoos"][0]["benches"]) == 1
    other = placing("Z05")
    assert "Z05 at 0,-1 r0" not in notations(other, 0)


@pytest.mark.rule("ozm.place.grid")
def test_a_long_side_may_touch_with_one_half() -> None:
    state = placing("Z07")
    assert {"Z07 at 1,-1 r0", "Z07 at -1,-1 r0"} <= set(notations(state, 0))


@pytest.mark.rule("ozm.place.turns")
def test_four_turns_and_no_flip() -> None:
    """Z25 leaves by A.N, B.S and A.S; seen in a mirror it would leave by A.S, B.N and A.N, which no turn gives."""
    state = placing("Z25")
    assert {text[-1] for text in notations(state, 0)} <= set("0123")
    by_exits = {}
    for choice in state.choices(0):
        after = state.copy()
        after.play(0, choice)
        laid = after.view(0)["zoos"][0]["tiles"][1]
        by_exits[choice.notation] = {(tuple(end["square"]), end["side"]) for end in laid["paths"][0]}
    assert by_exits["Z25 at 0,-1 r0"] == {((0, -1), "N"), ((1, -1), "S"), ((0, -1), "S")}
    assert {((0, -1), "S"), ((1, -1), "N"), ((0, -1), "N")} not in by_exits.values()


@pytest.mark.rule("ozm.place.free-squares")
def test_tiles_do_not_overlap() -> None:
    state = placing("Z05")
    reason = refused(state, "Z05 at 0,0 r3", "ozm.place.free-squares", seat=0).reason
    assert reason == "Tile 1 would lie on the starting tile, which covers N50."


@pytest.mark.rule("ozm.place.entrance")
def test_the_entrance_cannot_be_built_on() -> None:
    state = placing("Z05")
    reason = refused(state, "Z05 at 1,1 r0", "ozm.place.entrance", seat=0).reason
    assert reason == "Tile 1 would lie on the zoo entrance, on O51."


@pytest.mark.rule("ozm.place.entrance")
def test_a_path_cannot_run_into_the_entrance_but_grass_can() -> None:
    """Down the west side of the zoo, to the squares beside the entrance."""
    state = placing("Z18", "Z12 at -1,-1 r0", "Z09 at -2,-1 r1")
    reason = refused(state, "Z18 at -2,1 r0", "ozm.place.entrance", seat=0).reason
    assert reason == "The path of tile 3 would run into the zoo entrance on the east side of M51."
    state.play(0, "Z18 at -1,1 r2")
    laid = state.view(0)["zoos"][0]["tiles"][-1]
    assert laid["squares"][0] == [-1, 1]
    assert {"square": [-1, 1], "side": "E"} not in [end for path in laid["paths"] for end in path]


@pytest.mark.rule("ozm.place.entrance")
def test_one_can_build_round_the_entrance() -> None:
    state = placing("Z13", "Z08 at 0,-1 r2", "Z12 at -1,0 r1")
    state.play(0, "Z13 at 0,2 r2")
    assert state.view(0)["zoos"][0]["bounds"] == [-1, -1, 1, 2]


@pytest.mark.rule("ozm.place.any-path")
def test_a_path_without_a_link_to_the_gate_can_be_continued() -> None:
    """Z13 has two paths. On 0,-1 turned twice the one of half B does not touch the gate, and may be built on."""
    state = placing("Z17", "Z13 at 0,-1 r2")
    linked = {((0, -1), "S"), ((-1, -1), "S")}
    laid = state.view(0)["zoos"][0]["tiles"][1]
    ends = [{(tuple(end["square"]), end["side"]) for end in path} for path in laid["paths"]]
    assert linked in ends
    loose = next(path for path in ends if path != linked)
    assert loose == {((-1, -1), "N"), ((-1, -1), "W")}
    touching = [choice for choice in state.choices(0) if {"-1,-2", "-2,-1"} & set(choice.cells)]
    assert touching
    for choice in touching:
        after = state.copy()
        after.play(0, choice)
        assert after.view(0)["zoos"][0]["income"] == 2


def test_squares_on_the_grid_never_coincide() -> None:
    """Two squares with the same place on the grid are at least 61 steps apart; a zoo never needs more than 58."""
    nearest = min(
        abs(dx) + abs(dy)
        for dx in range(-70, 71)
        for dy in range(-70, 71)
        if (dx or dy) and (dx + FRAME_WIDTH * dy) % GRID == 0
    )
    assert nearest == 61


def test_the_longest_zoo_stays_in_the_frame() -> None:
    """Tiles in a straight line to the west, as far as the box allows: every second square, two for each tile."""
    straight = [tile.id for tile in game().tiles if tile.path_at(2) is not None and tile.path_at(5) is not None]
    joined = [name for name in straight if any({2, 5} <= set(path) for path in _paths(name))]
    laid = ["Z12 at -1,-1 r0"]
    x = -3
    for name in joined:
        if name == "Z12":
            continue
        state = placing(name, *laid)
        text = f"{name} at {x},-1 r0"
        if text in notations(state, 0):
            laid.append(text)
            x -= 2
    assert len(laid) > 5
    assert game().restore({"zoos": zoos(zoo(*laid))}).view(0)["zoos"][0]["bounds"][0] == x + 2


def _paths(name: str) -> tuple[tuple[int, ...], ...]:
    return next(tile.paths for tile in game().tiles if tile.id == name)


@pytest.mark.rule("ozm.year.order")
def test_only_the_tile_of_the_auction_can_be_placed() -> None:
    state = placing("Z05")
    for text in ("Z19 at 0,-1 r0", "remove z19"):
        assert (
            refused(state, text, "ozm.year.order", seat=0).reason == "This auction is for tile 1, not for another tile."
        )


def test_notation_is_read_in_any_case_and_spacing() -> None:
    state = placing("Z05")
    state.play(0, " z05  AT -1 , -1   R0 ".replace(" , ", ","))
    assert state.view(0)["zoos"][0]["tiles"][1]["at"] == [-1, -1]


def test_a_choice_tells_its_squares_and_targets() -> None:
    choice = next(choice for choice in placing("Z05").choices(0) if choice.notation == "Z05 at 1,-1 r3")
    assert choice.cells == ("1,-1", "1,-2")
    assert choice.targets == ("square-0-1,-1", "square-0-1,-2")
    assert choice.label == "Place tile 1: ape on O49, bird on O48"
