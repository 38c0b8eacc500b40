"""Tiles, places and figures by name: what positions, views and words have in common."""

from __future__ import annotations

from typing import Any

from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.rules import NightState


def block_of(seat: int) -> int:
    """Where the seat's block begins."""
    return BLOCKS + seat * BLOCK


def board_seen(state: NightState, seat: int, viewer: int | None) -> int:
    """Where the board lies that the viewer sees: until a phase is over, others see it as it was at its beginning."""
    if seat == viewer or state.data[PHASE] in (DRAFTING, FINISHED):
        return block_of(seat)
    return block_of(seat) + BEFORE


def top_frame(state: NightState, seat: int) -> list[int]:
    """What the seat has to resolve next: what is asked, and three numbers; zeros if it may use another tile."""
    block = block_of(seat)
    depth = state.data[block + DEPTH]
    if not depth:
        return [0] * FRAME
    start = block + FRAMES + FRAME * (depth - 1)
    return list(state.data[start : start + FRAME])


def symbols(state: NightState, offset: int) -> list[tuple[int, int]]:
    """One or two actions of the component table, as symbol and number."""
    one, one_number, other, other_number = state.box.numbers[offset : offset + 4]
    return [(symbol, number) for symbol, number in ((one, one_number), (other, other_number)) if symbol]


def tile_symbols(state: NightState, tile: int) -> list[tuple[int, int]]:
    return symbols(state, TILE_SYMBOLS + 4 * tile)


def terrain_name(state: NightState, tile: int) -> str:
    return TERRAINS[state.box.numbers[TILE_TERRAIN + tile]]


def tile_name(state: NightState, tile: int) -> str | None:
    """The id of a tile; bonus tiles go by their terrain."""
    return state.box.contents.tile_names[tile] if tile else None


def tile_view(state: NightState, tile: int) -> dict[str, Any] | None:
    """A tile with all that is printed on it."""
    if not tile:
        return None
    food = state.box.numbers[TILE_FOOD + tile]
    assert state.box.numbers[TILE_TERRAIN + tile] != NO_TERRAIN
    return {
        "id": tile_name(state, tile),
        "terrain": terrain_name(state, tile),
        "symbols": [[SYMBOL_NAMES[symbol - 1], number] for symbol, number in tile_symbols(state, tile)],
        "food": state.box.contents.foods[food - 1] if food else None,
        "bonus": tile >= BONUS_TILE,
        "provenance": state.box.contents.tile_provenance[tile],
    }


def place_name(place: int) -> str:
    """`b2`, `E4`, `home` or `undiscovered`."""
    if place == HOME:
        return "home"
    if place == UNDISCOVERED:
        return "undiscovered"
    return SPACE_NAMES[place] if place < ENTRANCE else ENTRANCE_NAMES[place - ENTRANCE]


def named_figures(mask: int) -> list[str]:
    """The figures of a mask, by their entrances."""
    return [name for figure, name in enumerate(ENTRANCE_NAMES) if mask >> figure & 1]
