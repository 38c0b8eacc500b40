"""States of this game as plain dicts: positions, views and the lines of the score sheet.

A position is read back field by field, and refused with the cell or tile that is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zoobox.games.new_york_zoo.layout import *
from zoobox.games.new_york_zoo.reading import LETTERS, slot_at, stack
from zoobox.games.new_york_zoo.rules import ZooState
from zoobox.games.new_york_zoo.shapes import Cell, anchored, cell_at, cell_name
from zoobox.games.new_york_zoo.tables import WORD
from zoobox.kernel.errors import BadPosition
from zoobox.kernel.fields import Fields
from zoobox.kernel.luck import Luck

PHASES = {
    DEAL: "deal",
    MOVE: "move",
    PLACE_TILE: "tile",
    POPULATE: "populate",
    POPULATE_MORE: "populate_more",
    ACQUIRE: "acquire",
    ACQUIRE_OTHER: "acquire_other",
    PUT: "put",
    ADD: "add",
    KEEP: "keep",
    ATTRACTION: "attraction",
    PLACE_ATTRACTION: "place",
    BREED: "breed",
    BREED_MORE: "breed_more",
    BONUS: "bonus",
    FINISHED: "over",
}
STEPS = {
    NO_STEP: None,
    TILE_STEP: "tile",
    FIRST_STEP: "first",
    SECOND_STEP: "second",
    BREED_STEP: "breed",
    BONUS_STEP: "bonus",
}
MARKER_NAMES = ("0", "1", "2", "3", "4+")
COMPLETING = (ADD, BREED_MORE, KEEP, ATTRACTION, PLACE_ATTRACTION)
"""Phases in which a full enclosure of the actor may still wait to be exchanged."""
USUAL_STEP = {
    POPULATE_MORE: TILE_STEP,
    ACQUIRE_OTHER: FIRST_STEP,
    PUT: FIRST_STEP,
    ADD: FIRST_STEP,
    KEEP: FIRST_STEP,
    ATTRACTION: FIRST_STEP,
    PLACE_ATTRACTION: FIRST_STEP,
    BREED_MORE: BREED_STEP,
    BONUS: BREED_STEP,
}
STEPS_OF = {
    PLACE_TILE: (NO_STEP,),
    POPULATE: (NO_STEP,),
    POPULATE_MORE: (TILE_STEP,),
    ACQUIRE: (NO_STEP,),
    ACQUIRE_OTHER: (FIRST_STEP,),
    PUT: (FIRST_STEP, SECOND_STEP),
    BREED_MORE: (BREED_STEP,),
}
MOST_ADDED = 4


def position(state: ZooState) -> dict[str, Any]:
    """Everything."""
    slots = state.box.slots
    kinds = state.box.kinds
    return {
        "luck": [state.word(0), state.word(1)],
        **_table(state),
        "strip": {space.id: [kinds[kind].id for kind in stack(state, slot)] for slot, space in enumerate(slots)},
        "attractions": {
            attraction.id: state.data[ATTRACTIONS + number]
            for number, attraction in enumerate(state.box.attractions)
            if attraction.count is not None
        },
        "seats": [_seat(state, seat) for seat in range(state.players)],
    }


def view(state: ZooState, seat: int | None) -> dict[str, Any]:
    """All that a seat may know, with what a picture needs."""
    box = state.box
    return {
        "seat": seat,
        "waiting": list(state.waiting),
        "species": list(SPECIES),
        "width": box.width,
        "height": box.height,
        "range": state.fixed.reach,
        "bonus_breeding": bool(state.fixed.bonus),
        **_table(state),
        "spaces_to_go": _spaces_to_go(state) if state.fixed.laps else None,
        "strip": _strip_seen(state),
        "attractions": [
            {
                "id": attraction.id,
                "size": attraction.size,
                "left": None if attraction.count is None else state.data[ATTRACTIONS + number],
            }
            for number, attraction in enumerate(box.attractions)
        ],
        "shapes": {kind.id: list(kind.art) for kind in box.kinds},
        "points": [state.points_of(player) for player in range(state.players)],
        "seats": [_seat_seen(state, player) for player in range(state.players)],
    }


def _spaces_to_go(state: ZooState) -> int:
    """Alone: the spaces up to the last arrival at the start; none once the elephant is past it."""
    spaces = len(state.box.spaces)
    return max(0, (state.fixed.laps - state.data[ARRIVALS]) * spaces - state.data[ELEPHANT])


def _table(state: ZooState) -> dict[str, Any]:
    data = state.data
    markers = [name for marker, name in enumerate(MARKER_NAMES) if data[MARKERS] >> marker & 1]
    return {
        "phase": PHASES[data[PHASE]],
        "turn": data[ACTIVE],
        "actor": data[ACTOR],
        "step": STEPS[data[STEP]],
        "animal": SPECIES[data[ANIMAL] - 1] if data[ANIMAL] else None,
        "other": SPECIES[data[OTHER] - 1] if data[OTHER] else None,
        "lines": [SPECIES[species] for species in data[LINES : LINES + data[LINE_COUNT]]],
        "breeders": data[BREEDERS],
        "bonus_pass": bool(data[BONUS_PASS]),
        "elephant": state.box.spaces[data[ELEPHANT]].id,
        **({"arrivals": data[ARRIVALS], "markers": markers} if state.fixed.laps else {}),
    }


def _seat(state: ZooState, seat: int) -> dict[str, Any]:
    home = state.home(seat)
    data = state.data
    kinds = state.box.kinds
    pieces = _pieces(state, seat)
    return {
        "houses": [SPECIES[species] for species in range(len(SPECIES)) for _ in range(data[home + HOUSED + species])],
        "enclosures": [
            _enclosure(state, home + ENCLOSURES + number * ENCLOSURE, pieces[1 + number])
            for number in range(data[home + BUILT])
        ],
        "attractions": [
            {"id": _attraction_at(state, cells), "cells": [cell_name(*cell) for cell in cells]}
            for cells in (pieces[ATTRACTION_MARK + number] for number in range(data[home + DECORATED]))
        ],
        "hand": kinds[data[home + IN_HAND] - 1].id if data[home + IN_HAND] else None,
        "dealt": [kinds[kind].id for kind in data[home + DEALT : home + DEALT + data[home + DEALT_COUNT]]],
    }


def _enclosure(state: ZooState, record: int, cells: list[Cell]) -> dict[str, Any]:
    data = state.data
    species = data[record + INHABITANT]
    return {
        "tile": state.box.kinds[data[record + KIND]].id,
        "cells": [cell_name(*cell) for cell in cells],
        "species": SPECIES[species - 1] if species else None,
        "animals": data[record + ANIMALS],
        "added": data[record + ADDED],
        "bred": bool(data[record + GAIN] & BRED),
        "open": bool(data[record + GAIN] & OPEN),
    }


def _pieces(state: ZooState, seat: int) -> dict[int, list[Cell]]:
    """The cells that each mark of the grid covers, in reading order."""
    pieces: dict[int, list[Cell]] = {}
    start = state.home(seat) + GRID
    for cell, mark in enumerate(state.data[start : start + state.fixed.cells]):
        if mark:
            pieces.setdefault(mark, []).append(divmod(cell, state.box.width))
    return pieces


def _attraction_at(state: ZooState, cells: list[Cell]) -> str:
    """Attractions differ in shape, so their cells tell which one it is."""
    shape = anchored(cells)
    for attraction in state.box.attractions:
        if any(orientation.cells == shape for orientation in attraction.orientations):
            return attraction.id
    raise AssertionError(cells)


def _seat_seen(state: ZooState, seat: int) -> dict[str, Any]:
    board = state.box.boards[seat]
    seen = _seat(state, seat)
    for number, enclosure in enumerate(seen["enclosures"]):
        enclosure["id"] = LETTERS[number]
        enclosure["size"] = len(enclosure["cells"])
    start = state.home(seat) + GRID
    covered = sum(mark > 0 for mark in state.data[start : start + state.fixed.cells])
    return {
        **seen,
        "rows": list(board.rows),
        "house_count": board.houses,
        "free": "".join(board.rows).count(".") - covered,
        "animals": len(seen["houses"]) + sum(enclosure["animals"] for enclosure in seen["enclosures"]),
    }


def _strip_seen(state: ZooState) -> list[dict[str, Any]]:
    """Every space with the line in front of it; of a hidden stack only the topmost tile is named."""
    seen: list[dict[str, Any]] = []
    slot = 0
    for space in state.box.spaces:
        entry: dict[str, Any] = {"id": space.id, "line": None if space.line is None else SPECIES[space.line]}
        if space.is_slot:
            tiles = [state.box.kinds[kind] for kind in stack(state, slot)]
            entry["sizes"] = [tile.size for tile in tiles]
            entry["stack"] = [
                None if state.fixed.stacks_hidden and height + 1 < len(tiles) else tile.id
                for height, tile in enumerate(tiles)
            ]
            slot += 1
        else:
            entry["animals"] = [SPECIES[species] for species in space.animals]
        seen.append(entry)
    return seen


def redeal(state: ZooState, seat: int | None, luck: Luck) -> None:
    """Re-randomises the lower tiles of stacks within their shade, where they are hidden."""
    if not state.fixed.stacks_hidden:
        return
    shades: dict[int, list[int]] = {}
    for slot in range(len(state.box.slots)):
        for height, kind in enumerate(stack(state, slot)[:-1]):
            shades.setdefault(state.box.kinds[kind].size, []).append(STACKS + slot * STACK + height)
    for places in shades.values():
        for place, kind in zip(places, sorted(state.data[place] for place in places), strict=True):
            state.data[place] = kind  # from a fixed order, so that equal luck deals equally whatever was hidden
        for last in range(len(places) - 1, 0, -1):
            here, there = places[last], places[luck.below(last + 1)]
            state.data[here], state.data[there] = state.data[there], state.data[here]


def breakdown(state: ZooState, seat: int) -> dict[str, int]:
    """The lines of the score sheet: what is left to cover and, to break ties, the animals; alone, how far it went."""
    points = state.points_of(seat)
    if not state.fixed.laps:
        return {"free": -points, "animals": _seat_seen(state, seat)["animals"]}
    if state.is_full(seat):
        return {"spare": points}
    return {"left" if state.data[PHASE] == FINISHED else "free": -points}


# Reading a position.


def restore(game: Any, given: Mapping[str, Any]) -> ZooState:
    """The inverse of `position`. By hand, every field may be left out that is as at the start of the game; tiles on
    boards are then missing from the strip, from wherever they would have lain."""
    fields = Fields(given, "position")
    state: ZooState = game.blank()
    data = state.data
    luck = fields.luck()
    state.set_word(0, luck[0])
    state.set_word(1, luck[1])
    data[PHASE] = _code(PHASES, fields.one_of("phase", "move", PHASES.values()))
    data[ACTIVE] = fields.whole_number("turn", 0, 0, game.players - 1)
    data[ACTOR] = fields.whole_number("actor", data[ACTIVE], 0, game.players - 1)
    usual = STEPS[USUAL_STEP.get(data[PHASE], NO_STEP)]
    data[STEP] = _code(STEPS, fields.one_of("step", usual, STEPS.values()))
    for name, place in (("animal", ANIMAL), ("other", OTHER)):
        species = fields.one_of(name, None, (None, *SPECIES))
        data[place] = 0 if species is None else SPECIES.index(species) + 1
    lines = fields.several_of("lines", [], SPECIES)
    data[LINE_COUNT] = len(lines)
    for index, name in enumerate(lines):
        data[LINES + index] = SPECIES.index(name)
    data[BREEDERS] = fields.whole_number("breeders", 0, 0, game.players - 1)
    data[BONUS_PASS] = fields.flag("bonus_pass", False)
    names = [space.id for space in game.contents.spaces]
    data[ELEPHANT] = names.index(fields.one_of("elephant", names[0], names))
    if state.fixed.laps:
        data[ARRIVALS] = fields.whole_number("arrivals", 0, 0, state.fixed.laps)
        for marker in fields.several_of("markers", MARKER_NAMES, MARKER_NAMES):
            data[MARKERS] |= 1 << MARKER_NAMES.index(marker)
    seats = fields.tables("seats", [{}] * game.players, game.players)
    for seat, fields_of_seat in enumerate(seats):
        _restore_seat(state, seat, fields_of_seat)
        _restore_dealt(state, seat, fields_of_seat)
    state.sort_enclosures()
    _restore_strip(state, fields)
    _restore_attractions(state, fields)
    for seat, fields_of_seat in enumerate(seats):
        _restore_hand(state, seat, fields_of_seat)
        fields_of_seat.done()
    fields.done()
    _check_decision(state)
    return state


def _code(names: Mapping[int, Any], name: Any) -> int:
    return next(code for code, known in names.items() if known == name)


def _restore_seat(state: ZooState, seat: int, fields: Fields) -> None:
    board = state.box.boards[seat]
    home = state.home(seat)
    free = state.box.free_mask(seat)
    word = FIRST_SEAT_WORD + seat * SEAT_WORDS + FREE
    state.set_word(word, free & WORD)
    state.set_word(word + 1, free >> WORD_BITS)
    housed = fields.several_of("houses", [SPECIES[species] for species in board.animals], SPECIES, repeated=True)
    if len(housed) > board.houses:
        raise BadPosition(f"seat {seat} has {len(housed)} animals in {board.houses} houses: {', '.join(housed)}")
    for name in housed:
        state.data[home + HOUSED + SPECIES.index(name)] += 1
    state.data[home + FREE_HOUSES] = board.houses - len(housed)
    for number, entry in enumerate(_list(fields, "enclosures")):
        if number == MAX_ENCLOSURES:
            raise BadPosition(f"{fields.where}: a board has at most {MAX_ENCLOSURES} enclosures")
        _restore_enclosure(state, seat, number, Fields(entry, f"{fields.where}: enclosure {LETTERS[number]}"))
        state.data[home + BUILT] += 1
    for number, entry in enumerate(_list(fields, "attractions")):
        given = Fields(entry, f"{fields.where}: attraction {number}")
        kind = _kind(state, given, "id", "attraction")
        _lay(state, seat, kind, given, ATTRACTION_MARK + number)
        state.data[home + DECORATED] += 1
        given.done()


def _list(fields: Fields, name: str) -> list[Any]:
    value = fields.get(name, [])
    if not isinstance(value, (list, tuple)):
        raise BadPosition(f"{fields.where}: {name} should be a list, not {value!r}")
    return list(value)


def _kind(state: ZooState, fields: Fields, name: str, what: str) -> int:
    given = fields.get(name, None)
    kinds = state.box.tiles if what == "tile" else state.box.attractions
    for number, kind in enumerate(kinds):
        if kind.id == given:
            return number if what == "tile" else state.fixed.tiles + number
    known = ", ".join(kind.id for kind in kinds)
    raise BadPosition(f"{fields.where}: there is no {what} {given!r}; there is: {known}")


def _lay(state: ZooState, seat: int, kind: int, fields: Fields, mark: int) -> None:
    """Covers the cells of a piece on the board."""
    rows = state.box.boards[seat].rows
    piece = state.box.kinds[kind]
    cells: list[Cell] = []
    for name in _list(fields, "cells"):
        cell = cell_at(name) if isinstance(name, str) else None
        if cell is None or cell[0] >= len(rows) or cell[1] >= len(rows[0]):
            raise BadPosition(f"{fields.where}: {name!r} is no cell; cells go from A1 to {_last_cell(rows)}")
        if rows[cell[0]][cell[1]] != ".":
            raise BadPosition(f"{fields.where}: {cell_name(*cell)} is outside the construction area, in the barn")
        cells.append(cell)
    shape = anchored(cells) if cells else ()
    if all(orientation.cells != shape for orientation in piece.orientations):
        names = ", ".join(cell_name(*cell) for cell in cells) or "no cell"
        raise BadPosition(f"{fields.where}: {names} is not the shape of {piece.id}")
    grid = state.home(seat) + GRID
    for row, column in cells:
        place = row * state.box.width + column
        if state.data[grid + place]:
            raise BadPosition(f"{fields.where}: {cell_name(row, column)} is covered twice")
        state.data[grid + place] = mark
        word = FIRST_SEAT_WORD + seat * SEAT_WORDS + FREE + place // WORD_BITS
        state.set_word(word, state.word(word) & ~(1 << place % WORD_BITS) & WORD)


def _last_cell(rows: tuple[str, ...]) -> str:
    return cell_name(len(rows) - 1, len(rows[0]) - 1)


def _restore_enclosure(state: ZooState, seat: int, number: int, fields: Fields) -> None:
    kind = _kind(state, fields, "tile", "tile")
    _lay(state, seat, kind, fields, 1 + number)
    record = state.home(seat) + ENCLOSURES + number * ENCLOSURE
    size = state.box.kinds[kind].size
    species = fields.get("species", None)
    if isinstance(species, (list, tuple)):
        raise BadPosition(f"{fields.where}: an enclosure holds one species, not {len(species)}")
    if species is not None and species not in SPECIES:
        raise BadPosition(f"{fields.where}: species should be one of {', '.join(SPECIES)}, not {species!r}")
    animals = fields.get("animals", 0)
    if isinstance(animals, bool) or not isinstance(animals, int) or animals < 0:
        raise BadPosition(f"{fields.where}: animals should be a number, not {animals!r}")
    if animals > size:
        raise BadPosition(
            f"{fields.where}: {animals} animals do not fit on the {size} spaces of {state.box.kinds[kind].id}"
        )
    if (animals > 0) != (species is not None):
        raise BadPosition(f"{fields.where}: animals have a species, and an empty enclosure has none")
    if animals == size and (state.data[PHASE] not in COMPLETING or seat != state.data[ACTOR]):
        raise BadPosition(f"{fields.where}: it is full and should have been exchanged for an attraction")
    state.data[record + KIND] = kind
    state.data[record + INHABITANT] = 0 if species is None else SPECIES.index(species) + 1
    state.data[record + ANIMALS] = animals
    state.data[record + ADDED] = fields.whole_number("added", 0, 0, MOST_ADDED)
    bred = fields.flag("bred", False)
    is_open = fields.flag("open", False)
    state.data[record + GAIN] = (BRED if bred else 0) | (OPEN if is_open else 0)
    fields.done()


def _tiles_used(state: ZooState) -> list[int]:
    """How many tiles of each kind lie on boards or are dealt."""
    used = [0] * state.fixed.tiles
    for seat in range(state.players):
        home = state.home(seat)
        for number in range(state.data[home + BUILT]):
            used[state.data[home + ENCLOSURES + number * ENCLOSURE + KIND]] += 1
        for kind in state.data[home + DEALT : home + DEALT + state.data[home + DEALT_COUNT]]:
            used[kind] += 1
        if state.data[PHASE] == DEAL and state.data[home + IN_HAND]:
            used[state.data[home + IN_HAND] - 1] += 1
    return used


def _restore_strip(state: ZooState, fields: Fields) -> None:
    given = fields.get("strip", None)
    if given is None:
        _usual_strip(state)
        return
    table = Fields(given, "position: strip")
    for slot, space in enumerate(state.box.slots):
        names = _list(table, space.id)
        pattern = list(state.box.slot_stack(slot))
        for name in names:
            kind = next((number for number, tile in enumerate(state.box.tiles) if tile.id == name), None)
            if kind is None:
                raise BadPosition(f"slot {space.id}: there is no tile {name!r}")
            size = state.box.tiles[kind].size
            if size not in pattern:
                raise BadPosition(f"slot {space.id}: the tile {name} of {size} spaces does not belong there")
            pattern = pattern[pattern.index(size) + 1 :]
            state.data[STACKS + slot * STACK + state.data[HEIGHTS + slot]] = kind
            state.data[HEIGHTS + slot] += 1
    table.done()


def _usual_strip(state: ZooState) -> None:
    """The tiles that are on no board, in the order of the box."""
    used = _tiles_used(state)
    box = state.box
    for size, in_play in sorted(box.in_play().items()):
        rest = []
        on_boards = 0
        for number, tile in enumerate(box.tiles):
            if tile.size == size:
                on_boards += used[number]
                rest += [number] * ((tile.count or 0) - used[number])
        places = [slot for slot in range(len(box.slots)) if size in box.slot_stack(slot)]
        left = max(0, min(in_play - on_boards, len(places)))
        for slot, kind in zip(places[len(places) - left :], rest, strict=False):
            state.data[STACKS + slot * STACK + state.data[HEIGHTS + slot]] = kind
            state.data[HEIGHTS + slot] += 1


def _check_tiles(state: ZooState) -> None:
    """Every tile of the game lies on the strip or on a board, and none twice."""
    box = state.box
    found = _tiles_used(state)
    for slot in range(len(box.slots)):
        for kind in stack(state, slot):
            found[kind] += 1
    for number, tile in enumerate(box.tiles):
        if found[number] > (tile.count or 0):
            raise BadPosition(
                f"the tile {tile.id} lies {found[number]} times on strip and boards; there is {tile.count}"
            )
        if box.lifted == 0 and found[number] < (tile.count or 0):
            raise BadPosition(f"the tile {tile.id} is missing: it lies neither on the strip nor on a board")
    for size, in_play in box.in_play().items():
        seen = sum(found[number] for number, tile in enumerate(box.tiles) if tile.size == size)
        least = in_play - state.players * box.dealt.count(size)  # a dealt tile may have been set aside
        if not least <= seen <= in_play:
            raise BadPosition(f"{seen} tiles of {size} spaces lie on strip and boards; this game has {in_play}")


def _restore_attractions(state: ZooState, fields: Fields) -> None:
    placed = [0] * len(state.box.attractions)
    for seat in range(state.players):
        start = state.home(seat)
        marks: dict[int, list[Cell]] = {}
        for cell, mark in enumerate(state.data[start + GRID : start + GRID + state.fixed.cells]):
            if mark >= ATTRACTION_MARK:
                marks.setdefault(mark, []).append(divmod(cell, state.box.width))
        for cells in marks.values():
            shape = anchored(cells)
            for number, attraction in enumerate(state.box.attractions):
                placed[number] += any(orientation.cells == shape for orientation in attraction.orientations)
    given = fields.table("attractions", {})
    for number, attraction in enumerate(state.box.attractions):
        if attraction.count is None:
            state.data[ATTRACTIONS + number] = WITHOUT_END
            continue
        left = attraction.count - placed[number]
        if left < 0:
            raise BadPosition(
                f"the attraction {attraction.id} lies {placed[number]} times on boards; there is {attraction.count}"
            )
        state.data[ATTRACTIONS + number] = given.whole_number(attraction.id, left, left, left)
    given.done()


def _restore_dealt(state: ZooState, seat: int, fields: Fields) -> None:
    """The dealt tiles, before the strip, which holds what is left; one of them may be in hand."""
    home = state.home(seat)
    dealt = _list(fields, "dealt")
    if dealt and state.data[PHASE] != DEAL:
        raise BadPosition(f"{fields.where}: tiles are dealt in the phase 'deal' only")
    if len(dealt) > len(state.box.dealt):
        raise BadPosition(f"{fields.where}: {len(state.box.dealt)} tiles are dealt at most")
    for name in dealt:
        kind = _kind(state, Fields({"tile": name}, f"{fields.where}: dealt"), "tile", "tile")
        state.data[home + DEALT + state.data[home + DEALT_COUNT]] = kind
        state.data[home + DEALT_COUNT] += 1
    name = fields.get("hand", None)
    if state.data[PHASE] == DEAL and name is not None:
        state.data[home + IN_HAND] = _kind(state, Fields({"hand": name}, fields.where), "hand", "tile") + 1


def _restore_hand(state: ZooState, seat: int, fields: Fields) -> None:
    """The tile of the slot or the attraction that is to be placed now."""
    home = state.home(seat)
    phase = state.data[PHASE]
    name = fields.get("hand", None)
    if phase == PLACE_TILE and seat == state.data[ACTOR]:
        space = state.data[ELEPHANT]
        tiles = stack(state, slot_at(state, space)) if state.box.spaces[space].is_slot else []
        if not tiles:
            raise BadPosition(f"{fields.where}: the elephant on {state.box.spaces[space].id} offers no tile to place")
        if name not in (None, state.box.kinds[tiles[-1]].id):
            raise BadPosition(f"{fields.where}: the tile to place is {state.box.kinds[tiles[-1]].id}, not {name!r}")
        state.data[home + IN_HAND] = tiles[-1] + 1
    elif phase == PLACE_ATTRACTION and seat == state.data[ACTOR]:
        kind = _kind(state, Fields({"hand": name}, fields.where), "hand", "attraction")
        if not state.data[ATTRACTIONS + kind - state.fixed.tiles]:
            raise BadPosition(f"{fields.where}: the attraction {name} is used up")
        state.data[home + IN_HAND] = kind + 1
    elif phase != DEAL and name is not None:
        raise BadPosition(f"{fields.where}: no tile is in hand in the phase {PHASES[phase]!r}")


def _check_gains(state: ZooState, breeding: bool) -> None:
    """What enclosures have gained is remembered only as long as the action lasts."""
    data = state.data
    acquiring = data[STEP] in (FIRST_STEP, SECOND_STEP) and not breeding
    for seat in range(state.players):
        home = state.home(seat)
        for number in range(data[home + BUILT]):
            record = home + ENCLOSURES + number * ENCLOSURE
            where = f"seat {seat}: enclosure {LETTERS[number]}"
            if data[record + ADDED] and not (acquiring and seat == data[ACTIVE]):
                raise BadPosition(f"{where}: added counts during the acquisition of seat {data[ACTIVE]} only")
            if data[record + GAIN] & BRED and not breeding:
                raise BadPosition(f"{where}: bred is told while a line breeds only")


def _check_decision(state: ZooState) -> None:
    """What is pending fits the phase, and whoever must decide has something to decide."""
    data = state.data
    phase = data[PHASE]
    _check_tiles(state)
    breeding = phase in (BREED, BREED_MORE, BONUS) or data[STEP] in (BREED_STEP, BONUS_STEP)
    if breeding and not data[LINE_COUNT]:
        raise BadPosition(f"the phase {PHASES[phase]!r} needs the line that breeds in lines")
    if phase in (DEAL, MOVE, FINISHED) and (data[LINE_COUNT] or data[STEP]):
        raise BadPosition(f"nothing is left to breed or to do in the phase {PHASES[phase]!r}")
    if not breeding and data[ACTOR] != data[ACTIVE]:
        raise BadPosition(f"in the phase {PHASES[phase]!r} seat {data[ACTIVE]} acts, whose turn it is")
    if breeding and (data[ACTIVE] + data[BREEDERS]) % state.players != data[ACTOR]:
        raise BadPosition("breeders should be how many players before the actor, from the turn on, are done")
    _check_gains(state, breeding)
    if (data[ANIMAL] > 0) != (phase in (PUT, KEEP)):
        raise BadPosition(f"animal is given in the phases 'put' and 'keep' only, not in {PHASES[phase]!r}")
    if data[STEP] not in STEPS_OF.get(phase, STEPS):
        steps = " or ".join(repr(STEPS[step]) for step in STEPS_OF[phase])
        raise BadPosition(f"the phase {PHASES[phase]!r} belongs to the step {steps}, not to {STEPS[data[STEP]]!r}")
    if (data[OTHER] and (breeding or data[STEP] != FIRST_STEP)) or (phase == ACQUIRE_OTHER and not data[OTHER]):
        raise BadPosition("other is the second animal shown, while the first is being put and exchanged")
    on_slot = state.box.spaces[data[ELEPHANT]].is_slot
    if on_slot and (phase in (ACQUIRE, ACQUIRE_OTHER, PUT) or data[STEP] in (FIRST_STEP, SECOND_STEP)):
        raise BadPosition(f"no animal is acquired on slot {state.box.spaces[data[ELEPHANT]].id}")
    if data[OTHER] and data[OTHER] - 1 not in state.box.spaces[data[ELEPHANT]].animals:
        raise BadPosition(f"other should be an animal shown on {state.box.spaces[data[ELEPHANT]].id}")
    laps = state.fixed.laps
    if laps and data[ARRIVALS] == laps and phase != FINISHED:
        if phase == MOVE or (data[ELEPHANT] and not state.fixed.passing_acts):
            raise BadPosition("the elephant has reached the start for the last time: the game is over")
        if data[LINE_COUNT] and (data[ELEPHANT] or not state.fixed.landing_breeds):
            raise BadPosition("no line breeds in this last turn, so lines should be empty")
    if (phase == BONUS or data[STEP] == BONUS_STEP) and not state.fixed.bonus:
        raise BadPosition(f"there is no bonus breeding with {state.players} players")
    home = state.home(data[ACTOR])
    if phase == KEEP and not data[home + FREE_HOUSES]:
        raise BadPosition(f"seat {data[ACTOR]} has no free house to keep an animal in")
    if phase == PLACE_TILE and not state.has_animal_to_move(data[ACTOR]):
        raise BadPosition(f"seat {data[ACTOR]} has no animal for the new enclosure")
    newest = home + ENCLOSURES + (data[home + BUILT] - 1) * ENCLOSURE
    if phase in (POPULATE, POPULATE_MORE):
        wanted = 0 if phase == POPULATE else 1
        if not data[home + BUILT] or data[newest + ANIMALS] != wanted:
            raise BadPosition(f"the newest enclosure of seat {data[ACTOR]} should hold {wanted} animals in this phase")
    filled = [seat for seat in range(state.players) if state.is_full(seat)]
    if filled and phase in (MOVE, PLACE_TILE, ACQUIRE, PUT) and data[STEP] == NO_STEP:
        raise BadPosition(f"the board of seat {filled[0]} is full: the game is over")
    if phase == FINISHED and not filled and not (laps and data[ARRIVALS] == laps):
        raise BadPosition("the game is over, but no board is full")
    if phase == DEAL and not state.box.dealt:
        raise BadPosition("tiles are dealt in the short game only; there is no phase 'deal' here")
    if phase == DEAL and not state.waiting:
        raise BadPosition("nobody has a dealt tile to place in the phase 'deal'")
    for seat in state.waiting:
        if not state.legal(seat):
            raise BadPosition(f"seat {seat} could do nothing in the phase {PHASES[phase]!r}")
    if phase == ACQUIRE_OTHER:
        taken = state.copy()
        taken.apply(data[ACTOR], TAKE_ANIMAL + data[OTHER] - 1)
        if not taken.legal(data[ACTOR]):
            raise BadPosition(f"other could not be put anywhere: {SPECIES[data[OTHER] - 1]}")
