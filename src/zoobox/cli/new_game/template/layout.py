"""Where each thing is in the buffer of a state, and how choices are numbered."""

from typing import Final

from zoobox.kernel.layout import FIRST_BYTE

MOST_AT_ONCE: Final = 3
BIGGEST_BOWL: Final = 99

TURN: Final = FIRST_BYTE
BOWL: Final = FIRST_BYTE + 1
LAST: Final = FIRST_BYTE + 2
"""How many peanuts were fed last; 0 before the first turn."""
FED: Final = FIRST_BYTE + 3
SIZE: Final = FED + 2

# Choices.
FEED: Final = 0
CHOICES: Final = FEED + MOST_AT_ONCE
