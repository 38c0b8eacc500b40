"""Positions that cannot be and component files that do not fit are refused, with the tile, the edge and the reason."""

from __future__ import annotations

from typing import Any

import pytest

import zoobox
from o_zoo_le_mio.table import game, tile, zoo, zoos


def refused(position: dict[str, Any], players: int = 2, **settings: Any) -> str:
    with pytest.raises(zoobox.BadPosition) as error:
        game(players, **settings).restore(position)
    return str(error.value)


@pytest.mark.rule("ozm.place.no-interruption")
def test_paths_that_meet_grass() -> None:
    assert refused({"zoos": zoos(zoo("Z05 at 0,-1 r0"))}) == (
        "zoo 0: The grass of Z05 would interrupt the path of the starting tile on the south side of N49."
    )
    assert refused({"zoos": zoos({}, zoo("Z05 at 1,-1 r3", "Z03 at 1,-3 r0"))}) == (
        "zoo 1: The path of Z03 would meet the grass of tile 1 on the south side of O47."
    )


@pytest.mark.rule("ozm.place.free-squares")
def test_tiles_that_overlap() -> None:
    assert (
        refused({"zoos": zoos(zoo("Z05 at -1,-1 r0", "Z03 at 1,-1 r2"))})
        == "zoo 0: Z03 would lie on tile 1, which covers N49."
    )


@pytest.mark.rule("ozm.place.continue-a-path")
def test_tiles_that_float() -> None:
    assert refused({"zoos": zoos(zoo("Z05 at 9,9 r0"))}) == "zoo 0: Z05 would continue no path of the zoo there."


@pytest.mark.rule("ozm.place.entrance")
def test_tiles_on_the_entrance() -> None:
    assert "zoo entrance" in refused({"zoos": zoos(zoo("Z05 at 1,1 r0"))})


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"zoos": zoos(zoo("Z05 at -1,-1 r0"), zoo("Z05 at -1,-1 r0"))}, "Z05 lies twice: in zoo 0 and in zoo 1"),
        ({"coins": [-1, 8]}, "coins should hold numbers from 0 to 58, not -1"),
        ({"coins": [8]}, "coins should be a list of 2 numbers"),
        ({"coins": [8, 59]}, "not 59"),
        ({"flags": [0, 0]}, "flags should name every seat once; missing: 1"),
        ({"flags": [0]}, "flags should be a list of 2 numbers"),
        ({"deck": ["Z01", "Z01"]}, "deck names something twice"),
        ({"deck": ["Z01"]}, "deck should name all 25 tiles"),
        ({"row": ["Z99"]}, "row cannot hold 'Z99'"),
        ({"row": ["Z05"], "zoos": zoos(zoo("Z05 at -1,-1 r0"))}, "the tile Z05 is there twice"),
        ({"zoos": zoos({"tiles": [tile("Z05 at -1,-1 r0", 3), tile("Z03 at 5,5 r0", 3)]})}, "both won at auction 3"),
        ({"zoos": zoos({"tiles": [tile("Z05 at -1,-1 r0", 3)]}), "auction": 2}, "Z05 was won at auction 3"),
        ({"zoos": zoos({"tiles": "Z05"})}, "tiles should be a list"),
        ({"zoos": zoos({"tiles": ["Z05"]})}, "should be a table of named fields"),
        ({"zoos": zoos({"tiles": [{"tile": "Z05", "at": [0, 70]}]})}, "at should hold numbers"),
        ({"zoos": zoos({"tiles": [{"tile": "Z05", "at": [0, 51]}]})}, "y should be -50 to 50"),
        ({"zoos": zoos({"tiles": [{"tile": "Q05", "at": [0, -1]}]})}, "'Q05' is no tile; the tiles are Z01 to Z25"),
        ({"zoos": zoos({"tiles": [{"tile": "Z05", "at": [0, -1], "rot": 4}]})}, "rot should be 0 to 3"),
        ({"zoos": zoos({"tiles": [{"tile": "Z05", "at": [0, -1], "flip": 1}]})}, "unknown field flip"),
        ({"zoos": [{}]}, "zoos should be a list of 2 tables"),
        ({"bids": [1, 2]}, "all bids are in"),
        ({"bids": [9, None]}, "bid should be 0 to 8, not 9"),
        ({"bids": [1]}, "bids should be a list of 2"),
        ({"phase": "place"}, "last should tell the winner"),
        ({"phase": "place", "last": {"winner": 0}, "bids": [1, None]}, "bids are made in the phase 'bid' only"),
        ({"last": {"winner": 1, "bids": [4, 3]}}, "seat 1 cannot have won with 3: 4 was bid"),
        ({"last": {"winner": 1}}, "nothing has been auctioned yet"),
        ({"phase": "sleep"}, "phase should be one of bid, place, over"),
        ({"auction": 26}, "auction should be 1 to 25"),
        ({"auction": 11, "points": [[1, 1], [3, 2]]}, "in year 2 points come in 2s; seat 0 cannot have 3"),
        ({"auction": 11, "points": [[1, 1]]}, "points should be a list of 2 lists"),
        ({"auction": 11, "points": [[1, -1], [0, 0]]}, "points should hold numbers"),
        ({"luck": [1]}, "luck should be a list of 2 numbers"),
        ({"row": [f"Z{number:02}" for number in range(1, 26)], "auction": 3}, "row should name 23 tiles at most"),
        (
            {"deck": [f"Z{number:02}" for number in range(1, 26)], "zoos": zoos(zoo("Z05 at -1,-1 r0"))},
            "auction 1 is for Z01 in the deck, not for Z05",
        ),
    ],
)
def test_positions_that_cannot_be(position: dict[str, Any], reason: str) -> None:
    assert reason in refused(position)


def test_more_coins_than_there_are() -> None:
    assert "35 together at most" in refused({"coins": [30, 6]}, coin_supply_limited=True)


def test_a_position_by_hand_fills_in_the_rest() -> None:
    state = game(3).restore({"zoos": [zoo("Z05 at -1,-1 r0"), {}, zoo("Z03 at 1,-1 r2")], "row": ["Z15"], "auction": 7})
    view = state.view(None)
    assert view["year"] == 2
    assert [one["status"] for one in view["row"][:2]] == ["removed", "offered"]
    assert view["row"][1]["tile"] == "Z15"
    assert [one["auction"] for built in view["zoos"] for one in built["tiles"][1:]] == [1, 2]
    assert game(3).restore(state.position()) == state


def replaced(old: str, new: str, count: int = 1) -> zoobox.Components:
    text = game().components.text
    assert old in text
    return zoobox.Components.parse(text.replace(old, new, count))


@pytest.mark.rule("ozm.tiles.paths", "ozm.tiles.halves")
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('[["B.E", "A.S", "A.W"]]', '[["B.E", "A.S"], ["A.W"]]', "a path of Z02 ends at A.W and connects nothing"),
        ('[["A.N", "B.N"], ["B.E", "B.S"]]', '[["A.N", "B.E"], ["B.N", "B.S"]]', "A.N-B.E and B.N-B.S of Z13 cross"),
        ('[["A.N", "B.N"], ["B.E", "B.S"]]', '[["A.N", "B.N"], ["B.N", "B.S"]]', "two paths of Z13 leave by B.N"),
        ('[["ape", 3], ["mammal", 3]]', '[["ape", 3], ["ape", 3]]', "both halves of Z02 show ape"),
        ('[["ape", 3], ["mammal", 3]]', '[["ape", 3], ["dragon", 3]]', "the halves of Z02 should be two pairs"),
        ('[["ape", 3], ["mammal", 3]]', '[["ape", 0], ["mammal", 3]]', "1 to 5 stars"),
        ("bushes = 2", "bushes = -1", "the bushes of Z01 should be 0 to 4"),
        ('"B.E", "A.S", "A.W"]]', '"A.E", "A.S", "A.W"]]', "Z01 has no edge 'A.E'; its edges are A.N"),
        ('id = "Z02"', 'id = "Z01"', "the tile Z01 is there twice"),
        ('id = "Z02"', "id = 2", "the id of a tile should be a word"),
        ("paths = [[", "tracks = [[", "the paths of S1 should be a list of lists of edges"),
        (
            "entrance = [[0, 1], [1, 1]]",
            "entrance = [[5, 5]]",
            "the entrance of S1 should lie beside its starting tile",
        ),
        ("entrance = [[0, 1], [1, 1]]", "entrance = [[0, 0]]", "the entrance of S1 covers a square twice"),
        ("entrance = [[0, 1], [1, 1]]", "entrance = [[0, -1]]", "the path of S1 at A.N leads into the entrance"),
        ("entrance = [[0, 1], [1, 1]]", 'entrance = "south"', "should be a list of at most 4 squares"),
        ('zoo = "aqua_shark"', 'zoo = "porky_park"', "each zoo (porky_park, aqua_shark"),
        ('id = "ape"', 'id = "dragon"', "the animals should be ape, mammal, bird, reptile, sea in this order"),
        ("each = 8", "each = 20", "each of the coins should be 0 to 17, not 20"),
        ("count = 3\n", "count = 4\n", "count of the trees should be 3, not 4"),
        ('provenance = "rulebook"', "", "has no provenance"),
    ],
)
def test_component_files_that_do_not_fit(old: str, new: str, reason: str) -> None:
    with pytest.raises(zoobox.BadComponents) as error:
        zoobox.game("o-zoo-le-mio", components=replaced(old, new))
    assert reason in str(error.value)
    assert error.value.line


@pytest.mark.rule("ozm.variant.professional")
def test_too_few_bush_tiles_for_the_professional_variant() -> None:
    box = replaced("bushes = 1", "bushes = 0", 4)
    assert zoobox.game("o-zoo-le-mio", components=box)
    with pytest.raises(zoobox.BadComponents, match="needs 12 tiles with bushes; there are 11"):
        zoobox.game("o-zoo-le-mio", variant="professional", components=box)


def test_too_few_or_too_many_tiles() -> None:
    text = game().components.text
    cut = zoobox.Components.parse(text[: text.rindex("[[tile]]")])
    with pytest.raises(zoobox.BadComponents, match="there should be 25 tiles, not 24"):
        zoobox.game("o-zoo-le-mio", components=cut)


@pytest.mark.rule("ozm.tiles.reconstructed")
def test_the_tiles_of_ones_own_box_can_take_their_place() -> None:
    text = game().components.text.replace(
        '[["ape", 3], ["mammal", 3]]\nbushes = 0\npaths = [["B.E", "A.S", "A.W"]]\nprovenance = "reconstructed"',
        '[["bird", 2], ["sea", 1]]\nbushes = 2\npaths = [["A.N", "B.N", "B.E", "B.S", "A.S", "A.W"]]\n'
        'provenance = "public"',
    )
    own = zoobox.game("o-zoo-le-mio", players=3, components=zoobox.Components.parse(text))
    assert own.tiles[1].bushes == 2
    assert len(own.tiles[1].paths[0]) == 6
    state = own.start(1)
    while not state.over:
        seat = state.waiting[0]
        state.apply(seat, state.legal(seat)[-1])
    faces = [one for built in state.view(None)["zoos"] for one in built["tiles"] if one["tile"] == "Z02"]
    assert all(not face["reconstructed"] for face in faces)


@pytest.mark.parametrize("number", [-1, 10**8])
def test_numbers_that_name_nothing_are_refused_by_the_state(number: int) -> None:
    """Compiled, they would reach into foreign memory."""
    state = game().start(1)
    asked: list[Any] = [
        lambda: state.visitors_at(number, 0),
        lambda: state.visitors_at(0, number),
        lambda: state.trees_at(number),
        lambda: state.places(number, 0),
        lambda: state.places(0, number),
        lambda: state.spot_of(number, 0),
        lambda: state.spot_of(0, number),
        lambda: state.lay_tile(number, 0, 0, 0),
        lambda: state.lay_tile(0, number, 0, 0),
        lambda: state.lay_tile(0, 0, number, 0),
        lambda: state.lay_tile(0, 0, 0, number),
    ]
    for ask in asked:
        with pytest.raises(IndexError, match="is not one of 0 to"):
            ask()


def test_a_tile_is_laid_once() -> None:
    state = game().restore({"zoos": zoos(zoo("Z05 at -1,-1 r0"))})
    with pytest.raises(ValueError, match="lies in a zoo already"):
        state.lay_tile(1, 0, 0, 0)
