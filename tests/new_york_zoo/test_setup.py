"""What is in the box, and how it is laid out."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import zoobox
from new_york_zoo.conftest import Zoo, houses
from zoobox.games.new_york_zoo.layout import SPECIES
from zoobox.testing import play

CELLS_AND_HOUSES = {
    (1, "small"): [(80, 3)],
    (1, "large"): [(104, 4)],
    (2, "standard"): [(107, 3), (105, 3)],
    (3, "standard"): [(81, 2), (80, 3), (78, 3)],
    (4, "standard"): [(63, 2), (62, 3), (60, 3), (59, 4)],
    (5, "standard"): [(54, 2), (53, 3), (51, 3), (50, 4), (49, 4)],
}


def strip(state: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = state.view(None)["strip"]
    return found


@pytest.mark.rule("nyz.setup.boards")
@pytest.mark.parametrize(("players", "variant"), CELLS_AND_HOUSES)
def test_boards_by_player_count_and_seat(players: int, variant: str) -> None:
    seats = Zoo(players, variant).start().view(None)["seats"]
    assert [(seat["free"], seat["house_count"]) for seat in seats] == CELLS_AND_HOUSES[players, variant]
    for seat in seats:
        assert "".join(seat["rows"]).count(".") == seat["free"]
        assert seat["enclosures"] == seat["attractions"] == []


@pytest.mark.rule("nyz.setup.start-animals")
@pytest.mark.parametrize(
    ("players", "animals"),
    [
        (2, [["meerkat", "flamingo"], ["meerkat", "kangaroo"]]),
        (3, [["meerkat", "flamingo"], ["meerkat", "flamingo"], ["meerkat", "kangaroo"]]),
        (5, [["meerkat", "flamingo"]] * 2 + [["meerkat", "kangaroo"]] * 2 + [["flamingo", "kangaroo"]]),
    ],
)
def test_two_animals_begin_in_houses(players: int, animals: list[list[str]]) -> None:
    """The rulebook's example: Lisa takes a meerkat and a flamingo and puts each into a house."""
    state = Zoo(players).start()
    assert [houses(state, number) for number in range(players)] == animals


@pytest.mark.rule("nyz.setup.unlimited-animals")
def test_a_species_never_runs_out() -> None:
    """Case 31: far more than the 24 wooden penguins may stand on the boards."""
    crowd = [(tile, "penguin", 5) for tile in ("6-01", "6-02", "6-03", "6-04", "6-05", "6-06", "6-07")]
    zoo = Zoo(2)
    seats = [{"enclosures": crowd[:4], "houses": [], "leave": None, "more": {}}]
    seats.append({"enclosures": crowd[4:], "houses": ["penguin"] * 3, "leave": None, "more": {}})
    state = zoo.at("acquire", *seats, elephant="A2")
    play(state, "take penguin", "put house")
    assert sum(seat["animals"] for seat in state.view(None)["seats"]) == 39


@pytest.mark.rule("nyz.setup.strip")
def test_the_strip() -> None:
    state = Zoo(2).start()
    spaces = strip(state)
    assert state.view(None)["elephant"] == "A1" == spaces[0]["id"]
    pairs = [frozenset(space["animals"]) for space in spaces if "animals" in space]
    assert sorted(map(sorted, pairs)) == sorted(sorted(pair) for pair in combinations(SPECIES, 2))
    assert sum("stack" in space for space in spaces) == 15
    assert [space["line"] for space in spaces if space["line"]] == ["fox", "meerkat", "flamingo", "kangaroo", "penguin"]
    assert [space["id"] for space in spaces if space["line"]] == ["S3", "S6", "S9", "S12", "S15"]


@pytest.mark.rule("nyz.setup.attractions")
def test_attractions_by_size() -> None:
    view = Zoo(4).start().view(None)
    left = {entry["id"]: entry["left"] for entry in view["attractions"]}
    assert left == {
        "att1": None,
        "att2": 6,
        "att3-bar": 3,
        "att3-corner": 3,
        "att4-bar": 1,
        "att4-square": 1,
        "att6": 1,
        "att8": 1,
    }
    assert view["shapes"]["att8"] == ["XXXX", "XXXX"]
    assert view["shapes"]["att6"] == ["XXX", "XXX"]


@pytest.mark.rule("nyz.setup.stacks")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_three_tiles_in_every_slot(players: int) -> None:
    zoo = Zoo(players)
    spaces = [space for space in strip(zoo.start(players)) if "stack" in space]
    low = {"S5", "S6", "S7", "S8", "S12", "S13", "S14", "S15"}
    for space in spaces:
        assert space["sizes"] == ([4, 5, 6] if space["id"] in low else [5, 6, 7])
    tiles = Counter(tile for space in spaces for tile in space["stack"])
    assert tiles == {tile.id: tile.count for tile in zoo.game.contents.tiles}
    assert Counter(size for space in spaces for size in space["sizes"]) == {4: 8, 5: 15, 6: 15, 7: 7}


@pytest.mark.no_cover
@pytest.mark.rule("nyz.setup.stacks")
def test_each_shade_is_shuffled_by_the_seed() -> None:
    zoo = Zoo(2)
    layouts = {tuple(tuple(space.get("stack", ())) for space in strip(zoo.start(seed))) for seed in range(20)}
    assert len(layouts) == 20
    bottoms = Counter(strip(zoo.start(seed))[1]["stack"][2] for seed in range(400))
    assert len(bottoms) == 7
    assert min(bottoms.values()) > 30  # 57 expected


@pytest.mark.rule("nyz.setup.open-stacks")
def test_lower_tiles_are_public_by_default_and_can_be_hidden() -> None:
    assert all(None not in space.get("stack", []) for space in strip(Zoo(2).start()))
    hidden = Zoo(2, stacks="hidden")
    state = hidden.start()
    for space in strip(state):
        if "stack" in space:
            assert space["stack"][:2] == [None, None]
            assert space["stack"][2] is not None
    assert all(None not in stack for stack in state.position()["strip"].values())


@pytest.mark.rule("nyz.setup.open-stacks")
def test_hidden_tiles_are_dealt_anew_within_their_shade() -> None:
    state = Zoo(2, stacks="hidden").start(3)
    twin = state.redeal(0, zoobox.Luck(1))
    assert twin.view(0) == state.view(0)
    before, after = state.position()["strip"], twin.position()["strip"]
    assert before != after
    sizes = {tile.id: tile.size for tile in state.game.contents.tiles}
    for slot, tiles in before.items():
        assert [sizes[tile] for tile in tiles] == [sizes[tile] for tile in after[slot]]
        assert tiles[-1] == after[slot][-1]
    assert Counter(tile for tiles in before.values() for tile in tiles) == Counter(
        tile for tiles in after.values() for tile in tiles
    )


@pytest.mark.rule("nyz.setup.open-stacks")
def test_a_tile_that_comes_to_light_cannot_be_undone() -> None:
    for stacks, may_undo in (("open", True), ("hidden", False)):
        state = Zoo(2, stacks=stacks).start()
        play(state, "E1")
        first = state.choices(0)[0].notation
        lines = [line.text for line in state.play(0, first)]
        assert any(line.startswith("Below it in slot 1 lies the ") for line in lines) is not may_undo
        if may_undo:
            assert state.undo(0).choices(0)[0].notation == first
        else:
            with pytest.raises(zoobox.CannotUndo):
                state.undo(0)
