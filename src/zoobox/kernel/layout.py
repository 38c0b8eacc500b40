"""The numbers that the kernel's modules share; the build makes C constants of the whole ones."""

from typing import Final

# A state's buffer: the words of its random generator, then what a game keeps.
LUCK_WORDS: Final = 2
WORD_BYTES: Final = 8
FIRST_BYTE: Final = WORD_BYTES * LUCK_WORDS
MAX_SEATS: Final = 5
NOWHERE: Final = -1
"""The place of a drawn number that is not written into the buffer."""

# What compiled code asks of a state that is not compiled (see overrides.py): first what is given no number, then what
# is given one, then two. Below each list, the places in it.
ASKED_OF_STATE: Final = (
    "seats_waiting", "turned_up", "use_tables",
    "count_legal", "points", "score", "payoff", "reward",
    "nth_legal", "enact", "is_legal", "seen_at", "points_seen",
)  # fmt: skip
ASK_SEATS_WAITING: Final = 0
ASK_TURNED_UP: Final = 1
ASK_USE_TABLES: Final = 2
ASK_COUNT_LEGAL: Final = 3
ASK_POINTS: Final = 4
ASK_SCORE: Final = 5
ASK_PAYOFF: Final = 6
ASK_REWARD: Final = 7
ASK_NTH_LEGAL: Final = 8
ASK_ENACT: Final = 9
ASK_IS_LEGAL: Final = 10
ASK_SEEN_AT: Final = 11
ASK_POINTS_SEEN: Final = 12

# The same of heuristics.
ASKED_OF_HEURISTICS: Final = ("expected_points", "spread", "prepare_priors", "prior", "chance_outcome")
ASK_EXPECTED_POINTS: Final = 0
ASK_SPREAD: Final = 1
ASK_PREPARE_PRIORS: Final = 2
ASK_PRIOR: Final = 3
ASK_CHANCE_OUTCOME: Final = 4
KEY_MULTIPLIER: Final = 1000003
KEY_MASK: Final = 0x3FFFFFFF

# Observations for networks: an amount is told by so many zeros and ones at most; the columns of their tables.
BYTE: Final = 255
MOST_STEPS: Final = 16
COMPARED: Final = 8
"""So many numbers of two observations are compared at once."""
CODE_COLUMNS: Final = 6
TURN_COLUMNS: Final = 4
NOT_TOLD: Final = 0
AS_IT_IS: Final = 1
ONE_AT: Final = 2
IN_STEPS: Final = 3
LAYER_COLUMNS: Final = 24
MOST_RECORDS: Final = 63
FROM_TABLE: Final = 0
LOOKED_UP: Final = 1
BORDERS: Final = 2
FIGURES_ON: Final = 3
TILES_LAID: Final = 4
COPIED: Final = 5

# The table of an observation: its columns (kind, start, length, step from seat to seat or stack to stack, heights,
# place in the observation), from which length on a field of bytes is copied as a whole, and the kinds of fields.
COLUMNS: Final = 6
LONG_FIELD: Final = 16
BYTES: Final = 0
SEAT_BYTE: Final = 1
SEAT_BITS: Final = 2
EACH_SEAT: Final = 3
EACH_SEAT_BITS: Final = 4
OWN: Final = 5
POINTS: Final = 6
WAITING: Final = 7
BITS: Final = 8
OWNERS: Final = 9
TURNED_UP: Final = 10
TOPS: Final = 11
