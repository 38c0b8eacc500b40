"""What a choice id means, and its notation.

E3                  the elephant goes 3 spaces; alone, with the marker of that number (from 4 on: the 4+), E0 stays
free                alone: to the next acquisition space without a marker
W r90f C4           the tile W, flipped and turned (see shapes.py), its first cell in reading order on C4
fox from house      into the new enclosure; `fox from a`: from enclosure a; `no second`
take fox            from the supply; `no other`
put house, put a    where the animal goes
add a, no add       an animal from a house joins enclosure a
keep, no keep       one animal of a completed enclosure
attraction att2     to be placed next, or `no attraction` where it may be declined; `tile 7-03` for a dealt tile
breed a, no breed   `bonus a`, `no bonus`

Enclosures of a board are named a, b, c in the order they were placed, cells like a spreadsheet: C4 is the third column,
fourth row.

Ids in the picture:

strip-S4            a space of the strip, by its name; marker-2, free-move: alone
cell-0-C4           a cell of seat 0's board
house-0-1           a house: the animals stand in the first ones, ordered by species, then the free ones
enclosure-0-a       an enclosure with its animals
animal-fox          the supply of a species
attraction-att2     the supply of an attraction
dealt-0-7-03        a tile dealt to seat 0 (short game)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from zoobox.games.new_york_zoo.components import Box
from zoobox.games.new_york_zoo.layout import *
from zoobox.games.new_york_zoo.reading import (
    FREE_MARKER,
    LETTERS,
    houses,
    inhabitant,
    lines_crossed,
    newest_letter,
    piece_in_hand,
    species_name,
    target_space,
    way,
)
from zoobox.games.new_york_zoo.rules import ZooState
from zoobox.games.new_york_zoo.shapes import NAMES, Cell, cell_at, cell_name, turned
from zoobox.kernel.choice import ChoiceKind, ChoiceTable, Description
from zoobox.kernel.text import Phrase

FIXED_KINDS = (
    ChoiceKind("go", GO, "E{spaces}", "nyz.move.range", {"spaces": range(MAX_SPACES)}),
    ChoiceKind("go_freely", GO_FREELY, "free", "nyz.solo.free-move"),
    ChoiceKind("take", TAKE_ANIMAL, "take {species}", "nyz.acquire.two-or-one", {"species": SPECIES}),
    ChoiceKind("no_other", NO_OTHER, "no other", "nyz.acquire.two-or-one"),
    ChoiceKind("put_house", PUT_IN_HOUSE, "put house", "nyz.acquire.where"),
    ChoiceKind("put", PUT_IN, "put {enclosure}", "nyz.acquire.where", {"enclosure": LETTERS}),
    ChoiceKind("from_house", FROM_HOUSE, "{species} from house", "nyz.populate.sources", {"species": SPECIES}),
    ChoiceKind("from", FROM, "{species} from {source}", "nyz.populate.never-empty", {"source": LETTERS}),
    ChoiceKind("no_second", NO_SECOND, "no second", "nyz.populate.one-or-two"),
    ChoiceKind("add", ADD_TO, "add {enclosure}", "nyz.animals.second-from-house", {"enclosure": LETTERS}),
    ChoiceKind("no_add", NO_ADD, "no add", "nyz.animals.second-from-house"),
    ChoiceKind("keep", KEEP_ONE, "keep", "nyz.complete.keep"),
    ChoiceKind("no_keep", NO_KEEP, "no keep", "nyz.complete.keep"),
    ChoiceKind("breed", BREED_IN, "breed {enclosure}", "nyz.breed.two-enclosures", {"enclosure": LETTERS}),
    ChoiceKind("no_breed", NO_BREED, "no breed", "nyz.breed.forego"),
    ChoiceKind("bonus", BONUS_IN, "bonus {enclosure}", "nyz.bonus.other-enclosure", {"enclosure": LETTERS}),
    ChoiceKind("no_bonus", NO_BONUS, "no bonus", "nyz.bonus.optional"),
)
GO_TEXT = re.compile(r"e(\d+)")
FROM_TEXT = re.compile(r"(?:([a-z]+) )?from ([a-z])")
PLACE_TEXT = re.compile(r"(\S+) (r\d+f?) ([a-z]\d+)")


def choice_table(box: Box) -> ChoiceTable:
    """All kinds of choices, with the pieces and cells of this box."""
    tiles = [tile.id for tile in box.tiles]
    attractions = [attraction.id for attraction in box.attractions]
    unused = range(len(box.kinds), MAX_KINDS)
    cells = [cell_name(*divmod(cell, box.width)) for cell in range(box.cells)]
    placement = {"turn": range(ORIENTATIONS), "cell": cells}
    kinds = [
        ChoiceKind("tile", TAKE, "tile {tile}", "nyz.short.place", {"tile": tiles}),
        ChoiceKind(
            "attraction",
            TAKE + len(tiles),
            "attraction {attraction}",
            "nyz.complete.attraction",
            {"attraction": attractions},
        ),
        ChoiceKind("no_piece", TAKE + len(box.kinds), "tile ({number})", "nyz.tile.at-once", {"number": unused}),
        ChoiceKind("no_attraction", NO_ATTRACTION, "no attraction", "nyz.complete.attraction"),
        ChoiceKind("place", PLACE, "{piece} {orientation} {cell}", "nyz.puzzle.rotate-flip", placement),
    ]
    return ChoiceTable(*FIXED_KINDS, *(kind for kind in kinds if kind.count))


def describe(state: ZooState, seat: int, choice: int) -> Description:
    kind, parts = state.game.choice_table.decode(choice)
    parts |= _known_parts(state, seat, kind.name, parts)
    cells = tuple(cell_name(*cell) for cell in covered_cells(state, seat, parts)) if kind.name == "place" else ()
    return Description(
        kind=kind.name,
        parts=parts,
        notation=f"from {parts['source']}" if kind.name == "from" and not parts["species"] else kind.write(parts),
        rule=_move_rule(state, parts) if kind.name == "go" else kind.rule,
        targets=_targets(state, seat, kind.name, parts, cells),
        cells=cells,
    )


def _known_parts(state: ZooState, seat: int, kind: str, parts: dict[str, Any]) -> dict[str, Any]:
    """What the state adds to the parts of a choice: where the elephant ends, which animal is meant, and so on."""
    if kind in ("go", "go_freely"):
        return _move_parts(state, parts)
    if kind == "no_other":
        return {"species": species_name(state.data[OTHER])}
    if kind in ("put_house", "put", "keep", "no_keep"):
        return {"species": species_name(state.data[ANIMAL])}
    if kind == "from_house":
        return {"enclosure": newest_letter(state, seat)}
    if kind == "from":
        return {"species": inhabitant(state, seat, parts["source"]), "enclosure": newest_letter(state, seat)}
    if kind in ("add", "breed", "bonus"):
        return {"species": inhabitant(state, seat, parts["enclosure"])}
    if kind == "no_breed":
        return {"species": next(iter(lines_crossed(state)), None)}
    if kind == "place":
        piece = piece_in_hand(state, seat)
        turn = parts["turn"]
        orientations = piece.orientations if piece else ()
        name = orientations[turn].name if turn < len(orientations) else f"({turn})"
        return {"piece": piece.id if piece else None, "orientation": name}
    return {}


def _move_parts(state: ZooState, parts: dict[str, Any]) -> dict[str, Any]:
    spaces = parts.get("spaces")
    found: dict[str, Any] = {"space": state.box.spaces[target_space(state, spaces)].id}
    if state.fixed.laps:
        found["marker"] = FREE_MARKER if spaces is None else marker_name(spaces)
    return found


def marker_name(spaces: int) -> str:
    return f"{LARGEST_MARKER}+" if spaces >= LARGEST_MARKER else str(spaces)


def marker_element(marker: str) -> str:
    """The element of the picture that stands for a marker, or for moving without one."""
    return "free-move" if marker == FREE_MARKER else f"marker-{marker.rstrip('+')}"


def _move_rule(state: ZooState, parts: dict[str, Any]) -> str:
    if passes_last_start(state, parts["spaces"]):
        return "nyz.solo.passing"
    return marker_rule(state, parts["spaces"])


def marker_rule(state: ZooState, spaces: int) -> str:
    if not state.fixed.laps:
        return "nyz.move.range"
    return "nyz.solo.range" if spaces else "nyz.solo.zero"


def passes_last_start(state: ZooState, spaces: int | None) -> bool:
    """Alone: whether a move leads past the start where the last lap ends, which loses the game."""
    entered = way(state, spaces)
    return bool(state.fixed.laps) and state.data[ARRIVALS] == state.fixed.laps - 1 and 0 in entered[:-1]


def covered_cells(state: ZooState, seat: int, placement: Mapping[str, Any]) -> list[Cell]:
    """The cells that a placement covers, on the board or not; none for an orientation the piece does not have."""
    piece = piece_in_hand(state, seat)
    anchor = cell_at(placement["cell"])
    if piece is None or anchor is None or placement["turn"] >= len(piece.orientations):
        return []
    top, left = anchor
    return [(top + row, left + column) for row, column in piece.orientations[placement["turn"]].cells]


def _targets(state: ZooState, seat: int, kind: str, parts: dict[str, Any], cells: tuple[str, ...]) -> tuple[str, ...]:
    """The elements of the picture that stand for the choice, in the order they are clicked."""
    if kind in ("go", "go_freely"):
        space = f"strip-{parts['space']}"
        return (marker_element(parts["marker"]), space) if "marker" in parts else (space,)
    if kind == "place":
        return tuple(f"cell-{seat}-{cell}" for cell in cells)
    if kind == "tile":
        return (f"dealt-{seat}-{parts['tile']}",)
    if kind == "attraction":
        return (f"attraction-{parts['attraction']}",)
    if kind == "take":
        return (f"animal-{parts['species']}",)
    if kind in ("put_house", "keep"):
        return (f"house-{seat}-{len(houses(state, seat))}",)
    if kind == "from_house":
        return (_house_with(state, seat, parts["species"]),)
    if kind == "add":
        return (_house_with(state, seat, parts["species"]), f"enclosure-{seat}-{parts['enclosure']}")
    if kind in ("put", "from", "breed", "bonus"):
        return (f"enclosure-{seat}-{parts.get('source', parts.get('enclosure'))}",)
    return ()


def _house_with(state: ZooState, seat: int, species: str | None) -> str:
    """The first house with an animal of the species, or where it would stand."""
    earlier = SPECIES[: SPECIES.index(species)] if species else ()
    return f"house-{seat}-{sum(animal in earlier for animal in houses(state, seat))}"


def parse(state: ZooState, seat: int, text: str) -> int | tuple[Phrase, str] | None:
    text = " ".join(text.lower().split())
    if (found := GO_TEXT.fullmatch(text)) and state.data[PHASE] == MOVE and int(found[1]) >= MAX_SPACES:
        return _too_far(state, int(found[1]))
    if found := FROM_TEXT.fullmatch(text):
        return _parse_source(state, seat, found[1], found[2])
    if found := PLACE_TEXT.fullmatch(text):
        return _parse_placement(state, seat, found[1], found[2], found[3])
    return state.game.choice_table.read(text)


def _too_far(state: ZooState, spaces: int) -> tuple[Phrase, str]:
    if state.fixed.laps:
        return Phrase("refusal.too_few", count=spaces), "nyz.solo.range"
    return Phrase("refusal.too_far", reach=state.fixed.reach, count=spaces), "nyz.move.range"


def _parse_source(state: ZooState, seat: int, species: str | None, source: str) -> int | tuple[Phrase, str] | None:
    living = inhabitant(state, seat, source)
    if species is not None and species != living:
        if species not in SPECIES or living is None:
            return None
        animal = Phrase(f"species.{living}")
        return Phrase("refusal.lives_there", enclosure=source, animal=animal), "nyz.animals.one-species"
    return state.game.choice_table["from"].encode(source=source)


def _parse_placement(
    state: ZooState, seat: int, name: str, orientation: str, anchor: str
) -> int | tuple[Phrase, str] | None:
    """A placement; an orientation that looks like another one is taken for it."""
    piece = piece_in_hand(state, seat)
    cell = cell_at(anchor)
    if piece is None or cell is None or orientation not in NAMES:
        return None
    if piece.id.lower() != name:
        other = next((kind for kind in state.box.kinds if kind.id.lower() == name), None)
        if other is None:
            return None
        return Phrase("refusal.other_piece", piece=piece.words, other=other.words), "nyz.tile.at-once"
    if cell[0] >= state.box.height or cell[1] >= state.box.width:
        return Phrase("refusal.off_board", piece=piece.words), "nyz.puzzle.inside"
    wanted = turned(piece.art, orientation)
    turn = next(turn for turn, found in enumerate(piece.orientations) if found.cells == wanted)
    return state.game.choice_table["place"].encode(turn=turn, cell=cell_name(*cell))
