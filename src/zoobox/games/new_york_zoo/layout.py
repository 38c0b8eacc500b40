"""Where each thing lies in the buffer of a state, how choices are numbered, and what the table of the box holds."""

from typing import Final

from zoobox.kernel.layout import FIRST_BYTE, MAX_SEATS
from zoobox.kernel.layout import NOWHERE as NOWHERE

SPECIES: Final = ("meerkat", "flamingo", "kangaroo", "penguin", "fox")
SPECIES_COUNT: Final = 5
ORIENTATIONS: Final = 8
LIMIT: Final = 2  # animals added to one enclosure in one action
NO_LIMIT: Final = 255
TO_BREED: Final = 2  # animals an enclosure needs to breed
BRED_ENCLOSURES: Final = 2
LARGEST_MARKER: Final = 4
ALL_MARKERS: Final = 31

# How large a box may be.
MAX_SPACES: Final = 25
MAX_SLOTS: Final = 15
STACK: Final = 3
MAX_KINDS: Final = 63
MAX_ATTRACTIONS: Final = 8
MAX_TILE: Final = 8
MAX_ENCLOSURES: Final = 26
MAX_DEALT: Final = 6
MAX_CELLS: Final = 126
WORD_BITS: Final = 64
WITHOUT_END: Final = 255  # how many are left of an unlimited attraction

# The table.
PHASE: Final = FIRST_BYTE
ACTIVE: Final = PHASE + 1  # whose turn it is
ACTOR: Final = PHASE + 2  # who decides: in a breeding every player in turn
STEP: Final = PHASE + 3  # what goes on once completed enclosures are exchanged
ANIMAL: Final = PHASE + 4  # species + 1: acquired and to be put, or of the enclosure just completed
OTHER: Final = PHASE + 5  # species + 1: the other animal shown on the acquisition space, still to be had
LINE_COUNT: Final = PHASE + 6
LINES: Final = PHASE + 7  # species of the breeding lines crossed
BREEDERS: Final = LINES + SPECIES_COUNT  # players who are done with this breeding
BONUS_PASS: Final = BREEDERS + 1
ELEPHANT: Final = BREEDERS + 2
ARRIVALS: Final = BREEDERS + 3  # solo: how often the elephant has reached or passed the start
MARKERS: Final = BREEDERS + 4  # solo: the range markers still to be used, as a bit mask
HEIGHTS: Final = BREEDERS + 5
STACKS: Final = HEIGHTS + MAX_SLOTS
ATTRACTIONS: Final = STACKS + MAX_SLOTS * STACK
SEATS: Final = (ATTRACTIONS + MAX_ATTRACTIONS + 7) // 8 * 8

# A seat begins with words: its free cells, then sets of enclosures, a bit for each. The sets say the same as the
# records of the enclosures below, for questions about all enclosures at once.
FREE: Final = 0  # two words: a bit for each cell
HERDS: Final = 2  # a set for each inhabitant: empty enclosures, then those of each species
PAIRS: Final = HERDS + 1 + SPECIES_COUNT  # enclosures with at least two animals: enough to breed, or to give one away
FULL: Final = PAIRS + 1
ADDED_SET: Final = PAIRS + 2
BRED_SET: Final = PAIRS + 3
OPEN_SET: Final = PAIRS + 4

# Its bytes, counted from the first of its words.
HOUSED: Final = 8 * (PAIRS + 5)  # animals in houses, by species
FREE_HOUSES: Final = HOUSED + SPECIES_COUNT
BUILT: Final = FREE_HOUSES + 1  # enclosures on the board
DECORATED: Final = BUILT + 1  # attractions on the board
IN_HAND: Final = BUILT + 2  # kind + 1 of the tile to place now
DEALT_COUNT: Final = BUILT + 3
DEALT: Final = BUILT + 4
ENCLOSURES: Final = DEALT + MAX_DEALT

# An enclosure.
KIND: Final = 0
INHABITANT: Final = 1  # species + 1, or 0 when empty
ANIMALS: Final = 2
ADDED: Final = 3  # animals added in this main action
GAIN: Final = 4
ENCLOSURE: Final = 5
BRED: Final = 1  # gain: had offspring in this breeding
OPEN: Final = 2  # gain: one animal from a house may join now

GRID: Final = ENCLOSURES + MAX_ENCLOSURES * ENCLOSURE
"""From here on one byte for each cell: 0, or 1 + the enclosure, or ATTRACTION_MARK + the attraction that covers it."""
ATTRACTION_MARK: Final = MAX_ENCLOSURES + 1
SEAT: Final = (GRID + MAX_CELLS + 7) // 8 * 8
SEAT_WORDS: Final = SEAT // 8
FIRST_SEAT_WORD: Final = SEATS // 8

# Scratch, in words: what is offered, then, of the tile in hand, the anchors in each orientation and how many there are.
OFFERED: Final = 0  # a bit for each choice from the first of the phase on
ANCHORS: Final = 1
ANCHOR_COUNTS: Final = ANCHORS + 2 * ORIENTATIONS  # a byte for each orientation
MISFITS: Final = ANCHOR_COUNTS + 1  # of each seat: free cells, and the kinds that are known not to fit on them
MISFIT_WORDS: Final = 3
SCRATCH_WORDS: Final = MISFITS + MISFIT_WORDS * MAX_SEATS

# Phases: the decision that is owed.
DEAL: Final = 0
MOVE: Final = 1
PLACE_TILE: Final = 2
POPULATE: Final = 3
POPULATE_MORE: Final = 4
ACQUIRE: Final = 5
ACQUIRE_OTHER: Final = 6
PUT: Final = 7
ADD: Final = 8
KEEP: Final = 9
ATTRACTION: Final = 10
PLACE_ATTRACTION: Final = 11
BREED: Final = 12
BREED_MORE: Final = 13
BONUS: Final = 14
FINISHED: Final = 15

# Steps.
NO_STEP: Final = 0
TILE_STEP: Final = 1
FIRST_STEP: Final = 2
SECOND_STEP: Final = 3
BREED_STEP: Final = 4
BONUS_STEP: Final = 5

# Choices. Those of a phase lie within 64 ids, so that what is offered is one word of bits. Those before PLACE fit in a
# byte.
GO: Final = 0  # + how many spaces
GO_FREELY: Final = GO + MAX_SPACES
TAKE_ANIMAL: Final = GO_FREELY + 1  # + species
NO_OTHER: Final = TAKE_ANIMAL + SPECIES_COUNT
PUT_IN_HOUSE: Final = NO_OTHER + 1
PUT_IN: Final = PUT_IN_HOUSE + 1  # + enclosure
FROM_HOUSE: Final = PUT_IN + MAX_ENCLOSURES  # + species
FROM: Final = FROM_HOUSE + SPECIES_COUNT  # + enclosure
NO_SECOND: Final = FROM + MAX_ENCLOSURES
ADD_TO: Final = NO_SECOND + 1  # + enclosure
NO_ADD: Final = ADD_TO + MAX_ENCLOSURES
KEEP_ONE: Final = NO_ADD + 1
NO_KEEP: Final = KEEP_ONE + 1
BREED_IN: Final = NO_KEEP + 1  # + enclosure
NO_BREED: Final = BREED_IN + MAX_ENCLOSURES
BONUS_IN: Final = NO_BREED + 1  # + enclosure
NO_BONUS: Final = BONUS_IN + MAX_ENCLOSURES
TAKE: Final = NO_BONUS + 1  # + kind: an attraction, or a dealt tile
NO_ATTRACTION: Final = TAKE + MAX_KINDS
PLACE: Final = NO_ATTRACTION + 1  # + orientation * cells + anchor

# The table of component numbers that the rules read.
SIZE_OF: Final = 0  # spaces of a kind
TURNED: Final = SIZE_OF + MAX_KINDS  # distinct orientations of a kind
OFFSETS: Final = TURNED + MAX_KINDS  # cells of each orientation behind its anchor
OFFSET_COUNT: Final = MAX_TILE - 1
SLOT_AT: Final = OFFSETS + MAX_KINDS * ORIENTATIONS * OFFSET_COUNT  # 1 + slot of a space, 0 where animals are acquired
LINE_BEFORE: Final = SLOT_AT + MAX_SPACES  # 1 + species of the line in front of a space
SHOWN: Final = LINE_BEFORE + MAX_SPACES  # two species of an acquisition space
UNLIMITED: Final = SHOWN + 2 * MAX_SPACES  # attractions that never run out
FIRST_CHOICE: Final = UNLIMITED + MAX_ATTRACTIONS  # by phase
TABLE_SIZE: Final = FIRST_CHOICE + FINISHED

# Points.
FREE_SPACES_STEP: Final = 256  # the animals that break a tie stay below one free space
MOST_CELLS: Final = 128

# Heuristics: the order of the weights, and numbers they reckon with.
EDGE: Final = 0
HOLE: Final = 1
PROGRESS: Final = 2
BREEDING: Final = 3
HOUSE: Final = 4
TILE: Final = 5
TILE_SIZE: Final = 6
ACQUIRED: Final = 7
MATCH: Final = 8
LINE: Final = 9
LINE_RIVAL: Final = 10
DISTANCE: Final = 11
SPREAD: Final = 12
SPREAD_LEFT: Final = 13
PLAN_EDGE: Final = 14
PLAN_PIECE: Final = 15
PLAN_HOLE: Final = 16
PLAN_PROGRESS: Final = 17
PLAN_BREEDING: Final = 18
PLAN_LONE: Final = 19
PLAN_MISSING: Final = 20  # one, two or three animals
PLAN_HOUSE: Final = 23
PLAN_SPECIES: Final = 24
PLAN_MARKER: Final = 25
PIECE: Final = 26
ARRIVAL: Final = 27
ARRIVAL_SECOND: Final = 28
ARRIVAL_LAST: Final = 29
PUT_WORTH: Final = 30
MOVED: Final = 31
MOVED_FULL: Final = 32
MOVED_HOUSED: Final = 33
TILE_ROOM: Final = 34
TILE_FREE: Final = 35
MATCH_ANY: Final = 36
LINE_ANY: Final = 37
BIRTH_FULL: Final = 38
BONUS_FULL: Final = 39
NEARLY_FULL: Final = 3
MEAN_MARKER: Final = 2  # spaces that a turn alone takes on average, by the markers
SOLO_SCALE: Final = 256  # the payoff of a board with gaps falls by one part of this for each free space
