"""Where each thing lies in the buffer of a state, how choices are numbered, and what the component table holds."""

from typing import Final

from zoobox.kernel.layout import FIRST_BYTE

TERRAINS: Final = ("rocks", "grass", "sand")
ANIMAL_NAMES: Final = ("penguin", "cheetah", "wolf", "snake", "butterfly", "sloth")
SYMBOL_NAMES: Final = ("discover", "bonus", "movement", "points")
FOOD_NAMES: Final = ("meat", "carrot", "apple", "fish", "banana", "leaves", "honey")
"""The foods of the box; a component file of one's own may name others."""
MARKET_NAMES: Final = ("left", "middle", "right")
"""The market spaces in the solo game, as Leo's tiles name them."""
DIRECTIONS: Final = ("n", "e", "s", "w")
LETTERS: Final = ("A", "B", "C")
SPACE_NAMES: Final = tuple(f"{column}{row}" for row in range(1, 6) for column in "abcde")
ENTRANCE_NAMES: Final = tuple(f"E{number}" for number in range(1, 10))

PENGUIN: Final = 0
CHEETAH: Final = 1
WOLF: Final = 2
SNAKE: Final = 3
BUTTERFLY: Final = 4
SLOTH: Final = 5

# What symbols and spaces show; 0 is nothing.
DISCOVER: Final = 1
BONUS: Final = 2
MOVEMENT: Final = 3
POINTS: Final = 4

ROUNDS: Final = 3
DRAFTS_IN_ROUND: Final = 5
LAST_DRAFT: Final = 15
MARKET_SPACES: Final = 5
WAREHOUSE_SPACES: Final = 2
SLOTS: Final = 3
ANIMALS: Final = 6
FIGURES: Final = 9
ALL_FIGURES: Final = (1 << FIGURES) - 1
FIGURES_OF_KIND: Final = 3
LEAST_MOONS: Final = 6
MOST_POLLEN: Final = 4
FOODS: Final = 7
ACTION_TILES: Final = 75
BONUS_TILES: Final = 42
SETUP_TILES: Final = 9
SOLO_TILES: Final = 6
TERRAIN_COUNT: Final = 3
PAIRS: Final = 3
LEO: Final = 1
"""The seat that Leo would have in the solo game."""
GREAT_SOLO: Final = 120
"""The points of a very good solo game, which counts as a full win."""
POINTS_STEP: Final = 16
"""A tie-break of at most nine animals fits below one point."""

# Tiles: 0 is none, 1 to 75 the action tiles, then one number for the bonus tiles of each terrain.
BONUS_TILE: Final = ACTION_TILES + 1
TILE_NUMBERS: Final = BONUS_TILE + TERRAIN_COUNT
NO_TERRAIN: Final = 3

# Places of a figure: 0 to 24 the spaces row by row, then the entrances.
SPACES: Final = 25
ZOO: Final = 12
ENTRANCE: Final = SPACES
PLACES: Final = SPACES + FIGURES
HOME: Final = PLACES
UNDISCOVERED: Final = PLACES + 1
NOWHERE: Final = 255

# The table.
PHASE: Final = FIRST_BYTE
DRAFT: Final = FIRST_BYTE + 1
FIRST: Final = FIRST_BYTE + 2
TURN: Final = FIRST_BYTE + 3
TAKEN: Final = FIRST_BYTE + 4
WAITING: Final = FIRST_BYTE + 5
MARKET: Final = FIRST_BYTE + 6
LEFTOVER: Final = MARKET + MARKET_SPACES
SUPPLY: Final = LEFTOVER + DRAFTS_IN_ROUND
ANIMAL_SLOT: Final = SUPPLY + TERRAIN_COUNT
LEO_PILE: Final = ANIMAL_SLOT + SLOTS
LEO_SHOWN: Final = LEO_PILE + SOLO_TILES
LEO_LAST: Final = LEO_SHOWN + 1
DECK_TOP: Final = LEO_LAST + 1
DECK: Final = DECK_TOP + 1
BLOCKS: Final = (DECK + ACTION_TILES + 7) // 8 * 8

# A player's block. The spaces come first: a space's tile lies at the block's start plus its number.
WAREHOUSE: Final = SPACES
DRAFTED: Final = WAREHOUSE + WAREHOUSE_SPACES
PLACE: Final = DRAFTED + 1
TRAIT: Final = PLACE + FIGURES
"""A snake's direction, a butterfly's pollen, 1 for a sloth asleep."""
GAINED: Final = TRAIT + FIGURES
"""Points gained during play, in one byte."""
MOST_GAINED: Final = 200
BOARD: Final = 48
"""So much of the block is the player board, of which a copy is kept as it was when the phase began."""
DEPTH: Final = BOARD
FRAMES: Final = DEPTH + 1
FRAME: Final = 4
MOST_FRAMES: Final = 12
KIND: Final = FRAMES + FRAME * MOST_FRAMES
SETUP: Final = KIND + FIGURES
BEFORE: Final = (SETUP + 8) // 8 * 8
BLOCK: Final = BEFORE + BOARD
WORD: Final = 8

# Phases.
DRAFTING: Final = 0
PLACEMENT: Final = 1
ROUND_MOVES: Final = 2
FINISHED: Final = 3

# What a player's stack of things to be resolved may hold, with up to three numbers each.
COVER: Final = 1  # tile
EFFECTS: Final = 2  # tile, space, what is left to resolve
SYMBOL: Final = 3  # tile, or 0 and the space
DISCOVERIES: Final = 4  # how many
BONUSES: Final = 5  # how many
BONUS_IN_HAND: Final = 6  # tile
MOVES: Final = 7  # how many
SPECIAL: Final = 8  # figures 1 to 8 as bits, figure 9
SECOND_TILE: Final = 9  # the cheetah
ROUND_MOVE: Final = 10  # figures 1 to 8 as bits, figure 9

# What is left to resolve of a placement.
OF_TILE: Final = 1
OF_SPACE: Final = 2
OF_PAIR: Final = 4
EFFECT_NAMES: Final = ("tile", "space", "pair")
"""In the order of these bits."""

# Where a tile that is used comes from, and how it is used.
SOURCES: Final = ("drafted", "warehouse1", "warehouse2", "bonus")
WAYS: Final = ("place", "store", "discard")
FROM_BONUS: Final = 3
PUT: Final = 0
STORE: Final = 1
DISCARD: Final = 2

# Choices.
TAKE: Final = 0
USE: Final = TAKE + MARKET_SPACES
FINISH: Final = USE + len(SOURCES) * len(WAYS)
SPACE: Final = FINISH + 1
FIRST_EFFECT: Final = SPACE + SPACES
CHOOSE_SYMBOL: Final = FIRST_EFFECT + 3
FIND: Final = CHOOSE_SYMBOL + 4
BONUS_TERRAIN: Final = FIND + FIGURES
FIGURE: Final = BONUS_TERRAIN + TERRAIN_COUNT
FIGURE_MOVEMENTS: Final = 9
"""What one movement can do with a figure: 0 to 3 go n, e, s or w, 4 to 7 turn there, 8 wake up."""
TURN_TO: Final = 4
WAKE: Final = 8
STOP: Final = FIGURE + FIGURES * FIGURE_MOVEMENTS
CHOICES: Final = STOP + 1

# The table of component numbers that the rules read.
TILE_TERRAIN: Final = 0
TILE_SYMBOLS: Final = TILE_TERRAIN + TILE_NUMBERS
TILE_FOOD: Final = TILE_SYMBOLS + 4 * TILE_NUMBERS
NEXT: Final = TILE_FOOD + TILE_NUMBERS
ENTRANCE_TERRAIN: Final = NEXT + 4 * PLACES
INWARD: Final = ENTRANCE_TERRAIN + FIGURES
SPACE_ACTIONS: Final = INWARD + FIGURES
SPACE_CONDITION: Final = SPACE_ACTIONS + 4 * SPACES
"""0 none, 1 to 3 the terrain, 4 a tile that shows Discover."""
DISCOVER_SHOWN: Final = 4
SPACE_PAIR: Final = SPACE_CONDITION + SPACES
PAIR_OTHER: Final = SPACE_PAIR + SPACES
PAIR_BONUS: Final = PAIR_OTHER + SPACES
HOME_POINTS: Final = PAIR_BONUS + 2 * (PAIRS + 1)
POLLEN_POINTS: Final = HOME_POINTS + 4 * ANIMALS
MOONS: Final = POLLEN_POINTS + MOST_POLLEN + 1
FOOD_POINTS: Final = MOONS + ANIMALS
SETUP_LETTER: Final = FOOD_POINTS + FOODS + 1
SETUP_START: Final = SETUP_LETTER + SETUP_TILES * FIGURES
SOLO_PRIORITY: Final = SETUP_START + SETUP_TILES * FIGURES
SOLO_SHUFFLE: Final = SOLO_PRIORITY + SOLO_TILES * 3
BONUS_COUNT: Final = SOLO_SHUFFLE + SOLO_TILES
TABLE: Final = BONUS_COUNT + TERRAIN_COUNT

# Heuristics: the order of the weights, and a number they reckon with.
REACH: Final = 0
EMPTY: Final = 1
FOUND: Final = 2
STORED: Final = 3
MOVE: Final = 4
DISCOVERED: Final = 5
BONUS_WORTH: Final = 6
COVERED: Final = 7
FOOD_HOPE: Final = 8
PENGUIN_GAIT: Final = 9
CHEETAH_GAIT: Final = 10
SNAKE_GAIT: Final = 11
SLOTH_GAIT: Final = 12
SPREAD: Final = 13
SPREAD_LEFT: Final = 14
PER_POINT: Final = 15
KEY_STEP: Final = 83

# Features of a player board, by which a network judges it: the first number of each kind.
STEP_COST: Final = 4
EMPTY_COST: Final = 17
"""A space without a tile on the way home costs as much as four and a quarter movements: the tile, and a movement."""
FAR_COST: Final = 1000
MOST_EMPTY: Final = 4
MOST_STEPS_TOLD: Final = 7
WAYS_TOLD: Final = (MOST_EMPTY + 1) * (MOST_STEPS_TOLD + 1)
RATIOS: Final = 12
LEFT_TOLD: Final = LAST_DRAFT + 1
LATE: Final = 4
"""With so many drafts left or fewer it is late."""
COUNTED: Final = 5
"""Counts are told apart below that."""
MOVES_TOLD: Final = 9
"""Movements that a figure needs on the tiles there are: 0 to 7, and 8 for more, or where no tiles lead home."""
SLIDES_TOLD: Final = 5
NEAR_TOLD: Final = 4
LEFTS_TOLD: Final = 4

OF_LEFT: Final = 0
OF_ROUND_MOVE: Final = OF_LEFT + LEFT_TOLD
OF_WAY: Final = OF_ROUND_MOVE + 1
OF_RATIO: Final = OF_WAY + 2 * ANIMALS * WAYS_TOLD
OF_HOME: Final = OF_RATIO + 2 * ANIMALS * RATIOS
OF_HIDDEN: Final = OF_HOME + ANIMALS * (FIGURES_OF_KIND + 1)
OF_POLLEN: Final = OF_HIDDEN + ANIMALS * (FIGURES_OF_KIND + 1)
OF_ASLEEP: Final = OF_POLLEN + MOST_POLLEN + 1
OF_TURNED_AWAY: Final = OF_ASLEEP + 1
OF_TERRAIN: Final = OF_TURNED_AWAY + 1
OF_HALVES: Final = OF_TERRAIN + ROUNDS * SPACES * TERRAIN_COUNT
OF_FOODS: Final = OF_HALVES + PAIRS * (TERRAIN_COUNT + 1) * (TERRAIN_COUNT + 1)
OF_FOOD: Final = OF_FOODS + 4 * (FOODS + 1)
OF_STORED: Final = OF_FOOD + FOODS + 1
OF_DRAFTED: Final = OF_STORED + 2 * TILE_NUMBERS
OF_COVER: Final = OF_DRAFTED + 2 * TILE_NUMBERS
OF_SYMBOLS: Final = OF_COVER + TILE_NUMBERS
OF_EFFECTS: Final = OF_SYMBOLS + TILE_NUMBERS
OF_SPACE_EFFECT: Final = OF_EFFECTS + TILE_NUMBERS
OF_PAIR_EFFECT: Final = OF_SPACE_EFFECT + SPACES
OF_BONUS_IN_HAND: Final = OF_PAIR_EFFECT + PAIRS + 1
OF_DISCOVERIES: Final = OF_BONUS_IN_HAND + TERRAIN_COUNT
OF_BONUSES: Final = OF_DISCOVERIES + COUNTED
OF_SECOND_TILE: Final = OF_BONUSES + COUNTED
OF_ALLOWED: Final = OF_SECOND_TILE + 1
OF_NEAR: Final = OF_ALLOWED + COUNTED
OF_STANDING: Final = OF_NEAR + COUNTED * COUNTED
OF_NEAR_STANDING: Final = OF_STANDING + TERRAIN_COUNT * COUNTED * 3
OF_LEFTOVER: Final = OF_NEAR_STANDING + TERRAIN_COUNT * COUNTED * 3
OF_TILES: Final = OF_LEFTOVER + TERRAIN_COUNT * (DRAFTS_IN_ROUND + 1) * COUNTED
OF_ANIMAL: Final = OF_TILES + SPACES
OF_AT: Final = OF_ANIMAL + ANIMALS
OF_MOVES: Final = OF_AT + 2 * ANIMALS * PLACES
OF_AROUND: Final = OF_MOVES + 2 * ANIMALS * LEFTS_TOLD * MOVES_TOLD
OF_READY: Final = OF_AROUND + ANIMALS * 16
BOARD_FEATURES: Final = OF_READY + ANIMALS * TERRAIN_COUNT * NEAR_TOLD
