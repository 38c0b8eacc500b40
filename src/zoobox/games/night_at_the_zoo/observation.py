"""What a seat may know of this game, as numbers.

The deck and the order of Leo's pile are in no field; what the others do while all act shows when the phase is over.
"""

from typing import Final

from zoobox.games.night_at_the_zoo.layout import *
from zoobox.kernel.observation import a_seat, each_seat, own, points, shared, waiting

FIELDS: Final = (
    shared("phase", PHASE, 1, "0 drafting, 1 placement, 2 end-of-round movement, 3 over"),
    waiting(),
    shared("draft", DRAFT, 1, "the draft, 1 to 15"),
    a_seat("first", FIRST, "who drafts first; -1 for Leo"),
    a_seat("turn", TURN, "who drafts now; -1 for Leo"),
    shared("market", MARKET, MARKET_SPACES, "tiles of the market, 0 for none; action tiles are 1 to 75"),
    shared("leftover", LEFTOVER, DRAFTS_IN_ROUND, "tiles of the leftover zone"),
    shared("supply", SUPPLY, TERRAIN_COUNT, "bonus tiles left: rocks, grass, sand"),
    shared(
        "animals",
        ANIMAL_SLOT,
        SLOTS,
        "the animals in slots A, B and C: penguin, cheetah, wolf, snake, butterfly, sloth",
    ),
    shared("deck_top", DECK_TOP, 1, "tiles drawn from the deck"),
    shared("leo_shown", LEO_SHOWN, 1, "solo: Leo's tiles turned up since the last shuffle"),
    shared("leo_last", LEO_LAST, 1, "solo: 1 + the tile he drafted by last"),
    each_seat("spaces", BLOCKS, SPACES, BLOCK, "the tile on each space, a1 to e5; 76 to 78 are bonus tiles by terrain"),
    each_seat("warehouse", BLOCKS + WAREHOUSE, WAREHOUSE_SPACES, BLOCK, "tiles in the warehouse"),
    each_seat("drafted", BLOCKS + DRAFTED, 1, BLOCK, "the drafted tile, until it is used"),
    each_seat(
        "places", BLOCKS + PLACE, FIGURES, BLOCK, "where each figure is: space, entrance from 25, home 34, hidden 35"
    ),
    each_seat(
        "traits", BLOCKS + TRAIT, FIGURES, BLOCK, "a snake's direction, a butterfly's pollen, 1 for a sloth asleep"
    ),
    each_seat("gained", BLOCKS + GAINED, 1, BLOCK, "points gained during play"),
    own("figures", BLOCKS + KIND, FIGURES, BLOCK, "the animal of each of one's own figures"),
    own("pending_count", BLOCKS + DEPTH, 1, BLOCK, "things one has still to resolve"),
    own("pending", BLOCKS + FRAMES, FRAME * MOST_FRAMES, BLOCK, "what they are, as layout.py numbers them"),
    points(),
)
