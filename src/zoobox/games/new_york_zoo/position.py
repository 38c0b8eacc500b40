"""States of this game as plain dicts: positions, views and the lines of the score sheet; restoring.py reads them."""

from __future__ import annotations

from typing import Any

from zoobox.games.new_york_zoo.layout import *
from zoobox.games.new_york_zoo.reading import LETTERS, stack
from zoobox.games.new_york_zoo.restoring import MARKER_NAMES, PHASES, STEPS, restore
from zoobox.games.new_york_zoo.rules import ZooState
from zoobox.games.new_york_zoo.shapes import Cell, anchored, cell_name
from zoobox.kernel.luck import Luck

__all__ = ["breakdown", "position", "redeal", "restore", "view"]


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
    """Where lower tiles are hidden, they are dealt anew within their shade."""
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
    """The lines of the score sheet; they add up to the points."""
    points = state.points_of(seat)
    if state.fixed.laps and state.is_full(seat):
        return {"strip": points}
    return {"free": points}
