"""Placing pieces, held against a slow enumeration that shares nothing with the rules."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

import zoobox
from new_york_zoo.conftest import Zoo, phase, place_first, seat
from zoobox.testing import notations, play, refused

Cells = frozenset[tuple[int, int]]
CONFIGURATIONS = [(1, "small"), (1, "large"), (2, "standard"), (3, "standard"), (4, "standard"), (5, "standard")]
BOX = tomllib.loads((Path(zoobox.__file__).parent / "games/new_york_zoo/components.toml").read_text())


def turned(art: list[str]) -> set[Cells]:
    """All rotations and reflections of a drawing, pushed into the corner."""
    found = set()
    for flipped in (art, [row[::-1] for row in art]):
        rows = flipped
        for _ in range(4):
            rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
            found.add(frozenset((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "X"))
    return found


def slow_placements(art: list[str], rows: list[str], covered: Cells = frozenset()) -> set[Cells]:
    """Every set of free cells that a piece can cover, found by trying every cell for every turned piece."""
    free = {(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "."} - covered
    found = set()
    for shape in turned(art):
        for top in range(len(rows)):
            for left in range(len(rows[0])):
                cells = frozenset((top + r, left + c) for r, c in shape)
                if cells <= free:
                    found.add(cells)
    return found


def boards(players: int, variant: str) -> list[list[str]]:
    return [
        entry["rows"] for entry in BOX["board"] if entry["players"] == players and entry.get("side", variant) == variant
    ]


def placements(state: Any, number: int) -> set[Cells]:
    """What the rules offer, as sets of cells; no two choices may cover the same cells."""
    offered = [
        frozenset((int(name[1:]) - 1, ord(name[0]) - ord("A")) for name in choice.cells)
        for choice in state.choices(number)
    ]
    assert len(set(offered)) == len(offered)
    return set(offered)


def holding(zoo: Zoo, number: int, piece: str) -> Any:
    """A state in which a seat with an empty board has to place a piece as an attraction or a tile."""
    kinds = [kind.id for kind in zoo.game.contents.kinds]
    state = zoo.start()
    from zoobox.games.new_york_zoo.layout import ACTOR, IN_HAND, PHASE, PLACE_ATTRACTION, PLACE_TILE

    state.data[ACTOR] = number
    state.data[PHASE] = PLACE_TILE if kinds.index(piece) < state.fixed.tiles else PLACE_ATTRACTION
    state.data[state.home(number) + IN_HAND] = kinds.index(piece) + 1
    return state


@pytest.mark.no_cover
@pytest.mark.rule("nyz.puzzle.rotate-flip", "nyz.puzzle.inside")
@pytest.mark.parametrize(("players", "variant"), CONFIGURATIONS)
def test_placements_of_every_piece_on_every_empty_board(players: int, variant: str) -> None:
    zoo = Zoo(players, variant)
    drawn = [(entry["id"], entry["art"]) for name in ("enclosure", "attraction") for entry in BOX[name]]
    for number, rows in enumerate(boards(players, variant)):
        for piece, art in drawn:
            state = holding(zoo, number, piece)
            expected = slow_placements(art, rows)
            assert len(state.legal(number)) == len(expected), (piece, number)
            assert len(turned(art)) == len(
                zoo.game.contents.kinds[[name for name, _ in drawn].index(piece)].orientations
            )


@pytest.mark.rule("nyz.puzzle.rotate-flip")
def test_known_counts_of_placements() -> None:
    """The largest numbers of placements of a tile: 602 with two players, 251 with five; all attractions: 1315."""
    for players, most in ((2, 602), (5, 251)):
        zoo = Zoo(players)
        counts = [
            len(holding(zoo, number, tile.id).legal(number))
            for tile in zoo.game.contents.tiles
            for number in range(players)
        ]
        assert max(counts) == most
    two = Zoo(2)
    assert sum(len(holding(two, 0, piece.id).legal(0)) for piece in two.game.contents.attractions) == 1315


@pytest.mark.no_cover
@pytest.mark.rule("nyz.puzzle.no-overlap", "nyz.puzzle.not-adjacent")
@pytest.mark.parametrize(("players", "variant"), [*CONFIGURATIONS, (2, "short")])
def test_placements_in_the_course_of_a_game(players: int, variant: str) -> None:
    """At every placement of random games: exactly the cells that the slow enumeration finds, and each is accepted."""
    zoo = Zoo(players, variant)
    rows = boards(players, "standard" if variant == "short" else variant)
    art = {entry["id"]: entry["art"] for name in ("enclosure", "attraction") for entry in BOX[name]}
    dice = random.Random(players)
    for seed in range(2):
        state = zoo.start(seed)
        while not state.over:
            number = dice.choice(state.waiting)
            seen = state.view(number)["seats"][number] if state.prompt(number).startswith("Place the") else None
            if seen and dice.random() < 0.3:
                covered = frozenset(
                    (int(name[1:]) - 1, ord(name[0]) - ord("A"))
                    for piece in (*seen["enclosures"], *seen["attractions"])
                    for name in piece["cells"]
                )
                assert placements(state, number) == slow_placements(art[seen["hand"]], rows[number], covered)
            choice = dice.choice(state.legal(number))
            assert state.is_legal_choice(number, choice)
            state.apply(number, choice)


@pytest.mark.rule("nyz.puzzle.rotate-flip")
def test_orientation_names_say_what_is_done_to_the_drawing(two: Zoo) -> None:
    """`f` flips left to right first, `r90` turns clockwise."""
    state = holding(two, 0, "L4")  # XXX / X..
    cells = {choice.notation: choice.cells for choice in state.choices(0)}
    assert cells["L4 r0 G4"] == ("G4", "H4", "I4", "G5")
    assert cells["L4 r90 G4"] == ("G4", "H4", "H5", "H6")
    assert cells["L4 r180 I4"] == ("I4", "G5", "H5", "I5")
    assert cells["L4 r270 G4"] == ("G4", "G5", "G6", "H6")
    assert cells["L4 r0f G4"] == ("G4", "H4", "I4", "I5")
    assert cells["L4 r90f H4"] == ("H4", "H5", "G6", "H6")
    assert cells["L4 r180f G4"] == ("G4", "G5", "H5", "I5")
    assert cells["L4 r270f G4"] == ("G4", "H4", "G5", "G6")
    assert state.game.choice(state, 0, state.game.parse(state, 0, "l4 r0 g4")).label == (
        "Place the L-shaped tile of 4 on G4, H4, I4 and G5"
    )


@pytest.mark.rule("nyz.puzzle.inside")
def test_a_piece_never_sticks_out(two: Zoo) -> None:
    state = holding(two, 0, "I")
    assert refused(state, "I r0 K6").rule == "nyz.puzzle.inside"  # over the right edge, not round to the next row
    assert refused(state, "I r90 A7").rule == "nyz.puzzle.inside"  # over the lower edge
    barn = refused(state, "I r0 D1")
    assert barn.rule == "nyz.puzzle.inside"
    assert "D1 belongs to the barn" in barn.reason


@pytest.mark.rule("nyz.puzzle.no-overlap")
def test_a_piece_never_covers_another(two: Zoo) -> None:
    state = two.at("tile", seat(("W", "fox", 1), houses=["fox"]), elephant="S1")
    taken = state.view(0)["seats"][0]["enclosures"][0]["cells"][0]
    hand = state.view(0)["seats"][0]["hand"]
    refusal = refused(state, f"{hand} r0 {taken}")
    assert refusal.rule == "nyz.puzzle.no-overlap"
    assert f"{taken} is already covered" in refusal.reason
    assert not any(taken in choice.cells for choice in state.choices(0))


@pytest.mark.rule("nyz.puzzle.not-adjacent")
def test_a_piece_may_lie_apart(two: Zoo) -> None:
    state = two.at("tile", seat(("W", "fox", 1), houses=["fox"]), elephant="S1")
    assert any("N9" in choice.cells for choice in state.choices(0))


@pytest.mark.rule("nyz.puzzle.fixed")
def test_a_placed_piece_stays(two: Zoo) -> None:
    """No choice of any decision moves it; until the decision is made the tile lies in its slot."""
    state = two.start()
    play(state, "E1")
    top = state.view(0)["strip"][1]["stack"][-1]
    assert len(state.view(0)["strip"][1]["stack"]) == 3
    place_first(state)
    placed = state.view(0)["seats"][0]["enclosures"][0]
    assert placed["tile"] == top
    assert len(state.view(0)["strip"][1]["stack"]) == 2
    dice = random.Random(1)
    while not state.over:
        assert state.view(0)["seats"][0]["enclosures"][0]["cells"] == placed["cells"]
        number = state.waiting[0]
        state.apply(number, dice.choice(state.legal(number)))


@pytest.mark.rule("nyz.tile.topmost", "nyz.tile.at-once")
def test_the_topmost_tile_is_placed_at_once(two: Zoo) -> None:
    state = two.start(5)
    top = state.view(0)["strip"][3]["stack"][-1]
    play(state, "E3")
    assert phase(state) == "tile"
    assert state.waiting == (0,)
    assert all(notation.startswith(f"{top} ") for notation in notations(state))
    assert refused(state, "E1").rule == "nyz.tile.at-once"
