"""Where each thing lies in the buffer of a state, and how choices are numbered."""

from typing import Final

from zoobox.kernel.layout import FIRST_BYTE

FACES: Final = ("crocodile", "ostrich", "monkey", "elephant", "lion", "coin")
SPECIES: Final = 5
COIN: Final = 5
FACE_COUNT: Final = 6
CRATES: Final = 3
MAX_TRUCKS: Final = 4
ROLLED: Final = 2
BARN_POINTS: Final = 2
BYTE: Final = 256
MAX_ROUND: Final = BYTE * BYTE - 1
"""Where the count of rounds stops, when nobody ever wants to end the game."""
ENCLOSURES_THAT_END: Final = 4

# The table.
PHASE: Final = FIRST_BYTE
SEAT: Final = FIRST_BYTE + 1
ROUND: Final = FIRST_BYTE + 2
SUPPLY: Final = FIRST_BYTE + 3
IN_HAND: Final = FIRST_BYTE + 4
HAND: Final = FIRST_BYTE + 5
OUT: Final = FIRST_BYTE + 7
OUT_COUNT: Final = FIRST_BYTE + 8
ENDING: Final = FIRST_BYTE + 9
STARTER: Final = FIRST_BYTE + 10
ROUND_HIGH: Final = FIRST_BYTE + 11
"""The round's higher byte: without a cap there may be more than 255."""
LOAD: Final = FIRST_BYTE + 12
CRATE: Final = LOAD + MAX_TRUCKS
SHEETS: Final = CRATE + MAX_TRUCKS * CRATES

# A sheet.
ENCLOSURE: Final = 0
BARN: Final = 5
COINS: Final = 10
BONUS: Final = 11
DICE_COUNT: Final = 16
DICE: Final = 17
GROUPS_REMOVING: Final = 20
GROUPS_AS_POINTS: Final = 21
SHEET: Final = 22

# Phases.
ACT: Final = 0
PLACE_DICE: Final = 1
USE_GROUPS: Final = 2
FINISHED: Final = 3

# Choices.
ROLL: Final = 0
TAKE: Final = 1
PLACE: Final = TAKE + MAX_TRUCKS
GROUP_AS_POINT: Final = PLACE + FACE_COUNT * MAX_TRUCKS
GROUP_REMOVES: Final = GROUP_AS_POINT + 1
CHOICES: Final = GROUP_REMOVES + SPECIES

# The table of component numbers that the rules read.
SIZE_OF: Final = 0
BONUS_OF: Final = 5
OFFICE_SPACES: Final = 10
GROUPS_AT: Final = 11

# Points: a tie-break of at most six coins fits below one point.
POINTS_STEP: Final = 16

# The order of the weights in heuristics.py.
MARK: Final = 0
BONUS_SHARE: Final = 1
BONUS_LEAD: Final = 2
BARN_RISK: Final = 3
BARN_COVERED: Final = 4
COIN_WORTH: Final = 5
GROUP_WORTH: Final = 6
PATIENCE: Final = 7
PATIENCE_DICE: Final = 8
DENIAL: Final = 9
TRUCK_HOPE: Final = 10
SPREAD: Final = 11
SPREAD_LEFT: Final = 12

# Features of a position, by which a network judges it: how many there are of each kind, whatever the box.
POINTS_TOLD: Final = 36
LEAST_POINTS: Final = -10
LEADS_TOLD: Final = 41
MOST_LEAD: Final = 20
LEFT_TOLD: Final = 16
MARKS_TOLD: Final = 12
NEAR_TOLD: Final = 4
"""How many marks the nearest player is short of ending the game, from 0 to 3 or more."""
CLOSE_LEAD: Final = 4
STEPS_OF_POINT: Final = 3
"""Behind, level or ahead in coins, which decide between equal points."""
CLOSE_LEADS: Final = STEPS_OF_POINT * (2 * CLOSE_LEAD + 1)
GAPS_TOLD: Final = 4
WORTHS: Final = 24
WORTHS_BELOW: Final = 8
WORTHS_OF_POINT: Final = 2
LOADS: Final = (FACE_COUNT + 1) ** CRATES
"""The dice of a truck, sorted, an empty crate counting as a face of its own."""
