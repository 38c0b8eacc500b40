"""Where each thing lies in the buffer of a state, how choices are numbered, and the tables the rules read.

Squares lie in a frame around the entrance. A zoo grows by at most two squares in a direction with each of the 25
tiles, and the starting tile covers (0,0) and (1,0): x runs from -50 to 51 and y from -50 to 50, whatever is built. The
number of a square is x + 50 + FRAME_WIDTH * (y + 50).

The search for places maps a zoo to a small grid in the scratch room, each square at its number modulo GRID. The squares
of a zoo are connected: 2 of the starting tile, at most 4 of the entrance and 50 of tiles, so that two of them are at
most 55 steps apart, and two squares that matter (up to two steps off the zoo) at most 58. With a frame 110 wide and a
grid of 2048, squares that share a place on the grid are at least 61 steps apart (a test counts it), so none do.
"""

from typing import Final

from zoobox.kernel.layout import FIRST_BYTE

ANIMALS: Final = ("ape", "mammal", "bird", "reptile", "sea")
ANIMAL_COUNT: Final = 5
NO_ANIMAL: Final = 5
EDGES: Final = ("A.N", "B.N", "B.E", "B.S", "A.S", "A.W")
EDGE_COUNT: Final = 6
EDGE_HALF: Final = (0, 1, 1, 1, 0, 0)
EDGE_SIDE: Final = (0, 0, 1, 2, 2, 3)
SIDES: Final = ("N", "E", "S", "W")
STEPS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
TURNS: Final = 4

MAX_SEATS: Final = 4
TILES: Final = 25
PIECES: Final = TILES + MAX_SEATS
"""Tiles by the number of their auction, then the starting tiles of the seats."""
YEARS: Final = 5
AUCTIONS_A_YEAR: Final = 5
BUSH_TILES_A_YEAR: Final = 3
FLAT_INCOME: Final = 3
MAX_PATHS: Final = 3
MAX_ENTRANCE: Final = 4

# The frame.
ORIGIN: Final = 50
FRAME_WIDTH: Final = 110
FRAME_HEIGHT: Final = 101
EAST_END: Final = 51

# A place is numbered by what it continues: the piece (the newest tile first, the starting tile last), its edge, and
# in which of 8 poses, 2 * turn + half, the new tile covers the square beyond. Where several ends meet a tile, the
# place has one number all the same: the end at the first side (N, E, S, W) of half A's square, or else of half B's.
POSES: Final = 8
PLACES_AT_PIECE: Final = EDGE_COUNT * POSES
PLACEMENTS: Final = (TILES + 1) * PLACES_AT_PIECE
NOWHERE: Final = PLACEMENTS
"""Instead of a placement: the tile fits nowhere."""

# The table.
PHASE: Final = FIRST_BYTE
YEAR: Final = FIRST_BYTE + 1
YEAR_START: Final = FIRST_BYTE + 2
AUCTION: Final = FIRST_BYTE + 3
GIVEN: Final = FIRST_BYTE + 4
LAST_WINNER: Final = FIRST_BYTE + 5
NO_ROOM: Final = FIRST_BYTE + 6

# The seats.
FLAG: Final = FIRST_BYTE + 7
COINS: Final = FLAG + MAX_SEATS
BID: Final = COINS + MAX_SEATS
LAST_BID: Final = BID + MAX_SEATS
BENCHES: Final = LAST_BID + MAX_SEATS
BUSHES: Final = BENCHES + MAX_SEATS
BUSH_TIME: Final = BUSHES + MAX_SEATS
TILE_COUNT: Final = BUSH_TIME + MAX_SEATS
ITEMS: Final = TILE_COUNT + MAX_SEATS
BEST_STARS: Final = ITEMS + MAX_SEATS * YEARS
BEST_TIME: Final = BEST_STARS + MAX_SEATS * ANIMAL_COUNT

# The pieces.
KIND: Final = BEST_TIME + MAX_SEATS * ANIMAL_COUNT
OWNER: Final = KIND + PIECES
X: Final = OWNER + PIECES
Y: Final = X + PIECES
TURN: Final = Y + PIECES
OLDER: Final = TURN + PIECES
"""The tile that was laid in the same zoo before it, or the starting tile."""
NEWEST: Final = OLDER + TILES
OPEN: Final = NEWEST + MAX_SEATS
"""For each piece the set of its edges where a path ends at an empty square."""
PATH_PARENT: Final = OPEN + PIECES
HALF_PARENT: Final = PATH_PARENT + PIECES * MAX_PATHS
HALF_STARS: Final = HALF_PARENT + TILES * 2
HALF_TIME: Final = HALF_STARS + TILES * 2
SIZE: Final = (HALF_TIME + TILES * 2 + 7) // 8 * 8

NOBODY: Final = 0
"""The owner of a tile that is not placed; otherwise the seat + 1."""

# Scratch room: a grid for the squares of one zoo, and the places found.
GRID: Final = 2048
ON_GRID: Final = GRID - 1
SQUARE: Final = SIZE
PLACES: Final = (SQUARE + GRID) // 2
"""In 16-bit words. A starting tile has 6 ends at most and each of 24 tiles adds 4: 102 ends, with 8 places at each."""
MAX_PLACES: Final = 816
SCRATCH: Final = GRID + 2 * (MAX_PLACES + 1)

COVERED: Final = 255
"""A square that requires path and grass on every side: nothing fits."""
PATH_BITS: Final = 15

# What ranks zoos: newer is better below one star or bush (auctions are 1 to 25), a tie-break counts less than a point.
TIME_STEP: Final = 32
TIE_STEP: Final = 256
MOST_COINS_WIN: Final = 1
MOST_TILES_WIN: Final = 2

# Phases.
BIDDING: Final = 0
PLACING: Final = 1
FINISHED: Final = 2

# The table the rules read, in 16-bit words. First the way from a piece to its neighbours, for each turn.
NO_WAY: Final = GRID
"""Ways may be negative, so this much is added to each; on the grid it makes no difference."""
WAY: Final = 0
WAY_TO_B: Final = 6
WAY_ROW: Final = 7
EDGE_TO: Final = WAY + TURNS * WAY_ROW
"""The edge of half h on side s before turning, at 4 * h + s."""
SIDE_OF: Final = EDGE_TO + 8
# A row for each kind of piece: 25 tiles, then the starting tiles.
KINDS: Final = SIDE_OF + EDGE_COUNT
ANIMAL_OF: Final = 0
STARS_OF: Final = 2
BUSHES_OF: Final = 4
PATHS_OF: Final = 5
PATH_OF: Final = 6
EXITS: Final = 12
REQUIRES: Final = 13
"""For each turn what the six edges require of the squares next to them."""
CLASH: Final = REQUIRES + TURNS * EDGE_COUNT
"""For each pose the requirements of the other half's square that it cannot meet."""
KIND_ROW: Final = CLASH + 8
GRASS: Final = 7
# For each seat how many squares its entrance covers or touches, then those squares and what it requires of them.
ENTRANCE: Final = KINDS + PIECES * KIND_ROW
ENTRANCE_ROW: Final = 1 + 2 * 5 * MAX_ENTRANCE
# For each pose on a square: the way to the square of the other half, and the way to that of half A.
OTHER_WAY: Final = ENTRANCE + MAX_SEATS * ENTRANCE_ROW
WAY_TO_A: Final = OTHER_WAY + POSES
# For each tile and each set of requirements of a square: the set of poses that meet them.
REQUIREMENTS: Final = 256
POSSIBLE: Final = WAY_TO_A + POSES
# For each set of poses or edges how many there are, then those.
MEMBERS: Final = POSSIBLE + TILES * REQUIREMENTS
MEMBERS_ROW: Final = 1 + POSES
# Settings.
FIRST_PLACEMENT: Final = MEMBERS + 256 * MEMBERS_ROW
PROFESSIONAL: Final = FIRST_PLACEMENT + 1
BLIND_ROW: Final = FIRST_PLACEMENT + 2
SAME_INCOME: Final = FIRST_PLACEMENT + 3
DOUBLE_RANK: Final = FIRST_PLACEMENT + 4
SOLE_OWNER_TREE: Final = FIRST_PLACEMENT + 5
FIRST_TO_REACH: Final = FIRST_PLACEMENT + 6
FORCED_ZERO: Final = FIRST_PLACEMENT + 7
COIN_LIMIT: Final = FIRST_PLACEMENT + 8
BENCH_LIMIT: Final = FIRST_PLACEMENT + 9
FINAL_TIE: Final = FIRST_PLACEMENT + 10
TABLE: Final = FIRST_PLACEMENT + 11

NO_LIMIT: Final = 65535

# The weights of the heuristics, in the order of their table.
KEEPING: Final = 0
STAR: Final = 1
BUSH: Final = 2
COIN: Final = 3
COIN_END: Final = 4
INCOME: Final = 5
TILE: Final = 6
DENIAL: Final = 7
UNDERBID: Final = 8
OVERBID: Final = 9
JOINING: Final = 10
PLACING_SCALE: Final = 11
SPREAD: Final = 12
SPREAD_LEFT: Final = 13

# How an outcome becomes a number.
KEY_STEP: Final = 1009
KEY_LIMIT: Final = 0x3FFFFFFF
