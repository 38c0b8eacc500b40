"""How a network reads the numbers of an observation; training and play agree on it here."""

from typing import Final

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
