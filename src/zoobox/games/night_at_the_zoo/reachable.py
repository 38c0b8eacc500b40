"""What holds in every state that play leads to, beyond what `restoring.py` asks of a position written by hand.

Each function finds one thing that cannot be, and says it in a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.rules import NightState
from zoobox.games.night_at_the_zoo.tiles import block_of


def unreachable(state: NightState) -> str | None:
    """Why play cannot have led to a state, in a sentence; None where it can have."""
    return next(_problems(state), None)


def most_given(state: NightState, tiles: Sequence[int], symbol: int) -> int:
    """The most that the tiles on a board can have given of a symbol, with the bonus of a pair counted once."""
    return sum(_most_at(state, tiles, space, symbol) for space in range(SPACES) if tiles[space])


def _most_at(state: NightState, tiles: Sequence[int], space: int, symbol: int) -> int:
    tile, table = tiles[space], state.box.numbers

    def shown(at: int, several: bool) -> int:
        found = [table[place + 1] for place in (at, at + 2) if table[place] == symbol]
        return sum(found) if several else max(found, default=0)

    total = shown(TILE_SYMBOLS + 4 * tile, several=False)
    if state.condition_met(tile, space):
        total += shown(SPACE_ACTIONS + 4 * space, several=not state.box.one_action_of_space)
    other, pair = table[PAIR_OTHER + space], table[SPACE_PAIR + space]
    if pair and space < other and tiles[other] and table[TILE_TERRAIN + tiles[other]] == table[TILE_TERRAIN + tile]:
        bonus = PAIR_BONUS + 2 * pair
        total += table[bonus + 1] if table[bonus] == symbol else 0
    return total


def _problems(state: NightState) -> Iterator[str]:
    for seat in range(state.players):
        yield from _figures(state, seat)
    yield from _bonus_tiles(state)
    if state.box.solo:
        yield from _leo(state)


def _figures(state: NightState, seat: int) -> Iterator[str]:
    """Figures come by the setup tile and by what tiles discover, and walk over tiles."""
    data, table = state.data, state.box.numbers
    block = block_of(seat)
    setup = data[block + SETUP]
    if not setup:
        yield f"seat {seat} has no setup tile"
        return
    places = data[block + PLACE : block + PLACE + FIGURES]
    from_start = sum(map(bool, table[SETUP_START + FIGURES * (setup - 1) : SETUP_START + FIGURES * setup]))
    discovered = sum(place != UNDISCOVERED for place in places)
    tiles = data[block : block + SPACES]
    most = from_start + most_given(state, tiles, DISCOVER)
    if discovered > most:
        yield f"seat {seat} has discovered {discovered} figures; its tiles and its setup tile give {most} at most"
    if HOME in places and not any(tiles):
        yield f"seat {seat} has a figure at home, but no tile to walk on"


def _bonus_tiles(state: NightState) -> Iterator[str]:
    """Bonus tiles leave the supply only for what tiles, spaces and pairs give."""
    data, table = state.data, state.box.numbers
    gone = sum(table[BONUS_COUNT + terrain] - data[SUPPLY + terrain] for terrain in range(len(TERRAINS)))
    boards = [data[block_of(seat) : block_of(seat) + SPACES] for seat in range(state.players)]
    most = sum(most_given(state, tiles, BONUS) for tiles in boards)
    if gone > most:
        yield f"{gone} bonus tiles have left the supply; the tiles on the boards give {most} at most"


def _leo(state: NightState) -> Iterator[str]:
    """Leo turns over one tile in each draft."""
    if state.data[LEO_SHOWN] > state.data[DRAFT]:
        yield f"Leo has turned over {state.data[LEO_SHOWN]} tiles in {state.data[DRAFT]} drafts"
