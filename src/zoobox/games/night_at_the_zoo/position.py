"""States of this game as plain dicts: positions, views, and the lines of the score sheet."""

from __future__ import annotations

from typing import Any

from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.restoring import PHASES, frame_as_dict, restore
from zoobox.games.night_at_the_zoo.rules import NightState
from zoobox.games.night_at_the_zoo.tiles import (
    block_of,
    board_seen,
    place_name,
    tile_name,
    tile_view,
    top_frame,
)
from zoobox.kernel.luck import Luck

__all__ = ["breakdown", "position", "redeal", "restore", "view"]


def position(state: NightState) -> dict[str, Any]:
    """Everything, hidden things included."""
    data = state.data
    simultaneous = data[PHASE] in (PLACEMENT, ROUND_MOVES)
    found: dict[str, Any] = {
        "luck": [state.word(0), state.word(1)],
        "phase": PHASES[data[PHASE]],
        "draft": data[DRAFT],
        "first": _drafter(state, data[FIRST]),
        "waiting": list(state.waiting),
        "animals": [ANIMAL_NAMES[kind] for kind in data[ANIMAL_SLOT : ANIMAL_SLOT + SLOTS]],
        "market": [tile_name(state, tile) for tile in data[MARKET : MARKET + state.box.market_size]],
        "leftover": [tile_name(state, tile) for tile in _leftover(state)],
        "supply": dict(zip(TERRAINS, data[SUPPLY : SUPPLY + len(TERRAINS)], strict=True)),
        "deck": [tile_name(state, tile) for tile in _deck(state)],
        "boards": [_whole_board(state, seat, simultaneous) for seat in range(state.players)],
    }
    if state.box.solo:
        last = data[LEO_LAST]
        found["leo"] = {
            "pile": [_solo_name(state, tile) for tile in data[LEO_PILE : LEO_PILE + SOLO_TILES]],
            "shown": data[LEO_SHOWN],
            "last": _solo_name(state, last - 1) if last else None,
        }
    return found


def _whole_board(state: NightState, seat: int, simultaneous: bool) -> dict[str, Any]:
    block = block_of(seat)
    board = {
        "setup": _setup_name(state, seat),
        **_named_board(state, seat, block),
        "pending": [
            frame_as_dict(state, list(state.data[start : start + FRAME]))
            for start in range(block + FRAMES, block + FRAMES + FRAME * state.data[block + DEPTH], FRAME)
        ],
    }
    if simultaneous:
        board["before"] = _named_board(state, seat, block + BEFORE)
    return board


def _named_board(state: NightState, seat: int, board: int) -> dict[str, Any]:
    """A board with its tiles by name."""
    data = state.data
    return {
        "spaces": {
            SPACE_NAMES[space]: tile_name(state, data[board + space]) for space in range(SPACES) if data[board + space]
        },
        "warehouse": [
            tile_name(state, tile) for tile in data[board + WAREHOUSE : board + WAREHOUSE + WAREHOUSE_SPACES]
        ],
        "drafted": tile_name(state, data[board + DRAFTED]),
        "figures": _figures(state, seat, board),
        "gained": data[board + GAINED],
    }


def _figures(state: NightState, seat: int, board: int) -> dict[str, dict[str, Any]]:
    """The nine figures by their entrances."""
    figures = {}
    for figure, name in enumerate(ENTRANCE_NAMES):
        kind = state.data[block_of(seat) + KIND + figure]
        place = state.data[board + PLACE + figure]
        trait = state.data[board + TRAIT + figure]
        found: dict[str, Any] = {"animal": ANIMAL_NAMES[kind], "at": place_name(place)}
        if kind == BUTTERFLY and place <= HOME:
            found["pollen"] = trait
        elif kind == SNAKE and place < HOME:
            found["facing"] = DIRECTIONS[trait]
        elif kind == SLOTH and place < HOME:
            found["asleep"] = bool(trait)
        figures[name] = found
    return figures


def _drafter(state: NightState, seat: int) -> int | str:
    return "leo" if state.box.solo and seat == LEO else seat


def _leftover(state: NightState) -> list[int]:
    return [tile for tile in state.data[LEFTOVER : LEFTOVER + DRAFTS_IN_ROUND] if tile]


def _deck(state: NightState) -> list[int]:
    return list(state.data[DECK + state.data[DECK_TOP] : DECK + ACTION_TILES])


def _setup_name(state: NightState, seat: int) -> str | None:
    """The seat's setup tile; None for figures mixed by hand."""
    tile = state.data[block_of(seat) + SETUP]
    return str(state.game.components.entries("setup_tile")[tile - 1]["id"]) if tile else None


def _solo_name(state: NightState, tile: int) -> str:
    return str(state.game.components.entries("solo_tile")[tile]["id"])


# Views.


def view(state: NightState, seat: int | None) -> dict[str, Any]:
    """All that a seat may know. While players act at the same time, it sees the others as they were before."""
    data = state.data
    simultaneous = data[PHASE] in (PLACEMENT, ROUND_MOVES)
    over = data[PHASE] == FINISHED
    terrain = state.most_left_over()
    boards = [_board_view(state, other, seat) for other in range(state.players)]
    return {
        "seat": seat,
        "waiting": list(state.waiting),
        "phase": PHASES[data[PHASE]],
        "simultaneous": simultaneous,
        "draft": data[DRAFT],
        "round": (data[DRAFT] + DRAFTS_IN_ROUND - 1) // DRAFTS_IN_ROUND,
        "first": _drafter(state, data[FIRST]),
        "turn": data[TURN] if data[PHASE] == DRAFTING else None,
        "animals": [_animal_view(state, slot) for slot in range(SLOTS)],
        "market": [tile_view(state, tile) for tile in data[MARKET : MARKET + state.box.market_size]],
        "leftover": [tile_view(state, tile) for tile in _leftover(state)],
        "leftover_terrain": None if terrain == NO_TERRAIN else TERRAINS[terrain],
        "supply": dict(zip(TERRAINS, data[SUPPLY : SUPPLY + len(TERRAINS)], strict=True)),
        "deck": ACTION_TILES - data[DECK_TOP],
        "gone": _gone(state, seat),
        "leo": _leo_view(state) if state.box.solo else None,
        "boards": boards,
        "points": [board["points"] for board in boards],
        "rating": state.box.contents.rating(boards[0]["points"]) if state.box.solo and over else None,
        "reconstructed": reconstructed(state),
    }


def _board_view(state: NightState, seat: int, viewer: int | None) -> dict[str, Any]:
    data = state.data
    board = board_seen(state, seat, viewer)
    asked, tile = top_frame(state, seat)[:2]
    in_hand = seat == viewer and asked in (COVER, BONUS_IN_HAND)
    return {
        "spaces": {
            SPACE_NAMES[space]: tile_view(state, data[board + space]) for space in range(SPACES) if data[board + space]
        },
        "warehouse": [
            tile_view(state, tile) for tile in data[board + WAREHOUSE : board + WAREHOUSE + WAREHOUSE_SPACES]
        ],
        "drafted": tile_view(state, data[board + DRAFTED]),
        "hand": tile_view(state, tile) if in_hand else None,
        "figures": _figures(state, seat, board),
        "home": data[board + PLACE : board + PLACE + FIGURES].count(HOME),
        "gained": data[board + GAINED],
        "points": state.points_of_board(board, seat),
        "finished": data[PHASE] in (PLACEMENT, ROUND_MOVES) and seat not in state.waiting,
        "pending": [frame_as_dict(state, top_frame(state, seat))] if seat == viewer and asked else [],
        "setup": _setup_name(state, seat),
    }


def _animal_view(state: NightState, slot: int) -> dict[str, Any]:
    kind = state.data[ANIMAL_SLOT + slot]
    points = (
        list(state.box.numbers[POLLEN_POINTS : POLLEN_POINTS + MOST_POLLEN + 1])
        if kind == BUTTERFLY
        else list(state.box.numbers[HOME_POINTS + 4 * kind : HOME_POINTS + 4 * kind + FIGURES_OF_KIND + 1])
    )
    return {
        "slot": LETTERS[slot],
        "animal": ANIMAL_NAMES[kind],
        "moons": state.box.numbers[MOONS + kind],
        "by": "pollen" if kind == BUTTERFLY else "number",
        "points": points,
    }


def _leo_view(state: NightState) -> dict[str, Any]:
    """Leo's open tiles; the order of the others is hidden."""
    data = state.data
    shown = data[LEO_PILE : LEO_PILE + data[LEO_SHOWN]]
    return {
        "last": _solo_view(state, data[LEO_LAST] - 1) if data[LEO_LAST] else None,
        "shown": [_solo_view(state, tile) for tile in shown],
        "face_down": SOLO_TILES - data[LEO_SHOWN],
    }


def _solo_view(state: NightState, tile: int) -> dict[str, Any]:
    start = SOLO_PRIORITY + 3 * tile
    return {
        "id": _solo_name(state, tile),
        "priority": [MARKET_NAMES[slot] for slot in state.box.numbers[start : start + 3]],
        "shuffle": bool(state.box.numbers[SOLO_SHUFFLE + tile]),
    }


def _gone(state: NightState, viewer: int | None) -> list[str]:
    """Action tiles that are out of the game, as far as the viewer knows."""
    data = state.data
    known = {*_deck(state), *_leftover(state), *data[MARKET : MARKET + state.box.market_size]}
    for seat in range(state.players):
        board = board_seen(state, seat, viewer)
        known.update(data[board : board + DRAFTED + 1])
        if seat == viewer:
            asked, tile = top_frame(state, seat)[:2]
            known.update([tile] if asked == COVER else [])
    names = state.box.contents.tile_names
    return [names[tile] for tile in range(1, ACTION_TILES + 1) if tile not in known]


def reconstructed(state: NightState) -> list[str]:
    """The kinds of components of which at least one is made up."""
    data = state.game.components.data
    return [
        name
        for name, entries in data.items()
        if isinstance(entries, list) and any(entry["provenance"] == "reconstructed" for entry in entries)
    ]


def breakdown(state: NightState, seat: int) -> dict[str, int]:
    """The lines of the score sheet; they add up to the points."""
    block = block_of(seat)
    data = state.data
    lines = {
        ANIMAL_NAMES[kind]: state.points_of_animal(block, seat, kind)
        for kind in data[ANIMAL_SLOT : ANIMAL_SLOT + SLOTS]
    }
    lines["outside"] = sum(place < HOME for place in data[block + PLACE : block + PLACE + FIGURES])
    lines["food"] = state.points_of_food(block)
    lines["play"] = data[block + GAINED]
    return lines


def redeal(state: NightState, seat: int | None, luck: Luck) -> None:
    """Re-randomises the deck and Leo's pile, and takes back what others have done in this phase."""
    _mix(state, DECK + state.data[DECK_TOP], DECK + ACTION_TILES, luck)
    if state.box.solo:
        _mix(state, LEO_PILE + state.data[LEO_SHOWN], LEO_PILE + SOLO_TILES, luck)
    if state.data[PHASE] in (PLACEMENT, ROUND_MOVES):
        for other in range(state.players):
            if other != seat:
                state.put_back(other)


def _mix(state: NightState, start: int, end: int, luck: Luck) -> None:
    data = state.data
    data[start:end] = sorted(data[start:end])  # so that equal luck deals equally, whatever was hidden
    for last in range(end - 1, start, -1):
        other = start + luck.below(last - start + 1)
        data[last], data[other] = data[other], data[last]
