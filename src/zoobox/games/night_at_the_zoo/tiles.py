"""A state read by name: tiles with what is printed on them, places, figures, and what a seat has to resolve."""

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


# Tiles and actions.


def actions(state: NightState, offset: int, count: int = 2) -> tuple[tuple[str, int], ...]:
    """The actions that stand in the component table from there on: symbol and number."""
    numbers = state.box.numbers[offset : offset + 2 * count]
    return tuple((SYMBOL_NAMES[numbers[at] - 1], numbers[at + 1]) for at in range(0, len(numbers), 2) if numbers[at])


def tile_actions(state: NightState, tile: int) -> tuple[tuple[str, int], ...]:
    """The symbols of a tile; of two, one is chosen."""
    return actions(state, TILE_SYMBOLS + 4 * tile)


def space_actions(state: NightState, space: int) -> tuple[tuple[str, int], ...]:
    return actions(state, SPACE_ACTIONS + 4 * space)


def pair_actions(state: NightState, space: int) -> tuple[tuple[str, int], ...]:
    """The bonus of the pair that the space belongs to."""
    pair = state.box.numbers[SPACE_PAIR + space]
    return actions(state, PAIR_BONUS + 2 * pair, 1) if pair else ()


def terrain_name(state: NightState, tile: int) -> str:
    return TERRAINS[state.box.numbers[TILE_TERRAIN + tile]]


def food_name(state: NightState, food: int) -> str:
    return state.box.contents.foods[food - 1]


def tile_name(state: NightState, tile: int) -> str | None:
    """The id of a tile; bonus tiles go by their terrain."""
    return state.box.contents.tile_names[tile] if tile else None


def printed(state: NightState, tile: int) -> dict[str, Any] | None:
    """A tile with all that is printed on it, in plain values."""
    if not tile:
        return None
    food = state.box.numbers[TILE_FOOD + tile]
    return {
        "id": tile_name(state, tile),
        "terrain": terrain_name(state, tile),
        "symbols": [[symbol, number] for symbol, number in tile_actions(state, tile)],
        "food": food_name(state, food) if food else None,
        "bonus": tile >= BONUS_TILE,
    }


def tile_view(state: NightState, tile: int) -> dict[str, Any] | None:
    """The same with where its facts come from."""
    shown = printed(state, tile)
    return shown and {**shown, "provenance": state.box.contents.tile_provenance[tile]}


def tile_held(state: NightState, seat: int, source: str) -> int:
    """The tile that a source holds, 0 for none."""
    block = block_of(seat)
    if source == "bonus":
        asked, tile = top_frame(state, seat)[:2]
        return tile if asked == BONUS_IN_HAND else 0
    if source == "drafted":
        return state.data[block + DRAFTED]
    return state.data[block + WAREHOUSE + SOURCES.index(source) - 1]


# Places and figures.


def place_name(place: int) -> str:
    """`b2`, `E4`, `home` or `undiscovered`."""
    if place == HOME:
        return "home"
    if place == UNDISCOVERED:
        return "undiscovered"
    return SPACE_NAMES[place] if place < ENTRANCE else ENTRANCE_NAMES[place - ENTRANCE]


def animal_of(state: NightState, seat: int, figure: str) -> str:
    """The animal of a figure, which goes by its entrance."""
    return ANIMAL_NAMES[state.data[block_of(seat) + KIND + ENTRANCE_NAMES.index(figure)]]


def place_of(state: NightState, seat: int, figure: str) -> int:
    return state.data[block_of(seat) + PLACE + ENTRANCE_NAMES.index(figure)]


def terrain_under(state: NightState, seat: int, figure: str) -> str | None:
    """The terrain a figure stands on; None if it is home or undiscovered."""
    place = place_of(state, seat, figure)
    if place >= HOME:
        return None
    if place >= ENTRANCE:
        return TERRAINS[state.box.numbers[ENTRANCE_TERRAIN + place - ENTRANCE]]
    return TERRAINS[state.box.numbers[TILE_TERRAIN + state.data[block_of(seat) + place]]]


def arrival(state: NightState, seat: int, figure: str, direction: str) -> int:
    """The space that the figure gets to by going in that direction; NOWHERE if it cannot."""
    return state.route(seat, ENTRANCE_NAMES.index(figure), DIRECTIONS.index(direction))


def neighbour(state: NightState, seat: int, figure: str, direction: str) -> int:
    """The space beside the figure, whether it can be entered or not; NOWHERE if there is none."""
    place = place_of(state, seat, figure)
    return state.box.numbers[NEXT + 4 * place + DIRECTIONS.index(direction)] if place < HOME else NOWHERE


def named_figures(mask: int) -> list[str]:
    """The figures of a mask, by their entrances."""
    return [name for figure, name in enumerate(ENTRANCE_NAMES) if mask >> figure & 1]
