"""What a seat may know of this game, as numbers.

The deck and the order of Leo's pile are in no field; what the others do while all act shows when the phase is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from zoobox.games.night_at_the_zoo.layout import *
from zoobox.kernel.encoding import Planes, cells, figures_on
from zoobox.kernel.observation import a_seat, amount, each_seat, one_of, own, points, shared, waiting

if TYPE_CHECKING:
    from zoobox.games.night_at_the_zoo import NightAtTheZoo

SIDE: Final = 5

FIELDS: Final = (
    shared("phase", PHASE, 1, "0 drafting, 1 placement, 2 end-of-round movement, 3 over", one_of(FINISHED)),
    waiting(),
    shared("draft", DRAFT, 1, "the draft, 1 to 15", amount(LAST_DRAFT)),
    a_seat("first", FIRST, "who drafts first; -1 for Leo"),
    a_seat("turn", TURN, "who drafts now; -1 for Leo"),
    shared(
        "market",
        MARKET,
        MARKET_SPACES,
        "tiles of the market, 0 for none; action tiles are 1 to 75",
        one_of(TILE_NUMBERS - 1),
    ),
    shared("leftover", LEFTOVER, DRAFTS_IN_ROUND, "tiles of the leftover zone", one_of(TILE_NUMBERS - 1)),
    shared("supply", SUPPLY, TERRAIN_COUNT, "bonus tiles left: rocks, grass, sand", amount(255, most_told=16)),
    shared(
        "animals",
        ANIMAL_SLOT,
        SLOTS,
        "the animals in slots A, B and C: penguin, cheetah, wolf, snake, butterfly, sloth",
        one_of(ANIMALS - 1),
    ),
    shared("deck_top", DECK_TOP, 1, "tiles drawn from the deck", amount(ACTION_TILES)),
    shared("leo_shown", LEO_SHOWN, 1, "solo: Leo's tiles turned up since the last shuffle", amount(SOLO_TILES)),
    shared("leo_last", LEO_LAST, 1, "solo: 1 + the tile he drafted by last", one_of(SOLO_TILES)),
    each_seat(
        "spaces",
        BLOCKS,
        SPACES,
        BLOCK,
        "the tile on each space, a1 to e5; 76 to 78 are bonus tiles by terrain",
        one_of(TILE_NUMBERS - 1),
    ),
    each_seat(
        "warehouse", BLOCKS + WAREHOUSE, WAREHOUSE_SPACES, BLOCK, "tiles in the warehouse", one_of(TILE_NUMBERS - 1)
    ),
    each_seat("drafted", BLOCKS + DRAFTED, 1, BLOCK, "the drafted tile, until it is used", one_of(TILE_NUMBERS - 1)),
    each_seat(
        "places",
        BLOCKS + PLACE,
        FIGURES,
        BLOCK,
        "where each figure is: space, entrance from 25, home 34, hidden 35",
        one_of(UNDISCOVERED),
    ),
    each_seat(
        "traits",
        BLOCKS + TRAIT,
        FIGURES,
        BLOCK,
        "a snake's direction, a butterfly's pollen, 1 for a sloth asleep",
        one_of(MOST_POLLEN),
    ),
    each_seat("gained", BLOCKS + GAINED, 1, BLOCK, "points gained during play", amount(255, most_told=64)),
    own("figures", BLOCKS + KIND, FIGURES, BLOCK, "the animal of each of one's own figures", one_of(ANIMALS - 1)),
    own("pending_count", BLOCKS + DEPTH, 1, BLOCK, "things one has still to resolve", amount(MOST_FRAMES)),
    own(
        "pending",
        BLOCKS + FRAMES,
        FRAME * MOST_FRAMES,
        BLOCK,
        "what they are, as layout.py numbers them",
        (one_of(ROUND_MOVE), amount(255), amount(255), amount(255)),
    ),
    points(amount(1000, -100, 128)),
)


def board(game: NightAtTheZoo) -> Planes:
    """Planes of the player boards: what lies on each space, and who stands there."""
    numbers = game.tables.contents.table
    tiles: list[list[str]] = [[]]
    for tile in range(1, TILE_NUMBERS):
        shown = ["tile", TERRAINS[numbers[TILE_TERRAIN + tile]]]
        shown += [name for symbol, name in enumerate(SYMBOL_NAMES, 1) if _shows(numbers, tile, symbol)]
        if numbers[TILE_FOOD + tile]:
            shown.append(f"food {numbers[TILE_FOOD + tile]}")
        tiles.append(shown)
    planes = {"tile": "a tile"}
    planes |= {terrain: f"a tile with {terrain}" for terrain in TERRAINS}
    planes |= {symbol: f"a tile that shows {symbol}" for symbol in SYMBOL_NAMES}
    planes |= {f"food {number}": f"a tile with food {number} of the box" for number in range(1, FOODS + 1)}
    planes["figure"] = "a figure"
    planes |= {f"own {animal}": f"a figure of one's own that is a {animal}" for animal in ANIMAL_NAMES}
    layers = (
        cells("spaces", tiles),
        figures_on("places", "figures", "figure", [[f"own {animal}"] for animal in ANIMAL_NAMES]),
    )
    return Planes(SIDE, SIDE, planes, layers, ("spaces",))


def _shows(numbers: bytearray, tile: int, symbol: int) -> bool:
    """Whether one of the two actions of a tile is this symbol."""
    start = TILE_SYMBOLS + 4 * tile
    return symbol in (numbers[start], numbers[start + 2])
