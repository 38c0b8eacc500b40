"""The numbers that search and networks share; the build makes C constants of the whole ones.

A tree is rows in flat arrays, so that compiled code walks it without the interpreter's lock.
"""

from typing import Final

from zoobox.kernel.layout import MAX_SEATS as MAX_SEATS

NOWHERE: Final = -1

# A node: a decision of one seat, as far as that seat knows.
FIRST: Final = 0
COUNT: Final = 1
VISITS: Final = 2
KEY: Final = 3
SIBLING: Final = 4
BRANCH: Final = 5
NODE: Final = 6
UNOPENED: Final = -1

# An edge: one choice there. The sum of its values, its prior and what learned values say of it are in `worths`.
CHOICE: Final = 0
TRIED: Final = 1
CHILD: Final = 2
EDGE: Final = 3
VALUE: Final = 0
PRIOR: Final = 1
LOOK: Final = 2
WORTH: Final = 3

LONGEST_PATH: Final = 400
LONGEST_PLAYOUT: Final = 20_000
LONGEST_LINE: Final = 1024
MOST_CHOICES: Final = 4096
FIRST_NODES: Final = 4096
SEED_STEP: Final = 1 << 30
INT_BYTES: Final = 4
DOUBLE_BYTES: Final = 8
BYTES_PER_MEGABYTE: Final = 1_000_000

# A planner: positions at rest by stage, each with the line of play that leads to it.
STAGES: Final = 64
LINE: Final = 320
ROW_BYTES: Final = (LINE + 2) * INT_BYTES + DOUBLE_BYTES
KNOWN: Final = 1 << 18
"""Places of the table of positions that have been kept, a power of two."""
WORD_BYTES: Final = 8
FIRST_WORD: Final = 2
"""The words before are the generator's."""
MARK_STEP: Final = 1_000_003
MARK_SHIFT: Final = 29
CANDIDATES: Final = 3

# How a network reads the numbers of an observation; training and play agree on it here.
UNUSED: Final = 0
LISTED: Final = 1
SCALED: Final = 2
COLUMNS: Final = 5
"""What `inputs` tells of each number of an observation: how it is read, first row, lowest value, rows, usual value."""
PER_SEAT: Final = 2
"""What the heuristics tells of each seat: the points it may expect, and the logarithm of its chance to win."""
CLIP: Final = 4.0
"""Numbers that were scaled are at most so far from 0."""
LEAST_SHARE: Final = 0.001
"""A chance to win below that counts as this much, for its logarithm."""

# Values that were learned by playing.
MOST_FEATURES: Final = 192
"""Features that a position has at most."""
MOST_MOMENTS: Final = 4096
"""Decisions of a game that are learned from, at most."""
ODDS: Final = 10_000
POINTS_UNIT: Final = 10
"""What the network counts points in."""
JUDGED: Final = 1 << 12
"""Places for positions that were judged shortly before."""
