"""What the rules of New York Zoo look up: numbers and masks made once from the components of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.games.new_york_zoo.components import Box
from zoobox.games.new_york_zoo.layout import *

if TYPE_CHECKING:
    from zoobox.games.new_york_zoo import NewYorkZoo

if not cython.compiled:  # compiled, these come from the .pxd

    def wide(high: int, low: int) -> int:
        """A mask of two words."""
        return high << WORD_BITS | low

    def low_word(mask: int) -> int:
        return mask & WORD

    def high_word(mask: int) -> int:
        return mask >> WORD_BITS

    def both(one: int, other: int) -> int:
        """The cells that are in one mask and in the other."""
        return one & other

    def either(one: int, other: int) -> int:
        return one | other

    def without(one: int, other: int) -> int:
        return one & ~other

    def forward(mask: int, cells: int) -> int:
        """The mask moved so many cells on."""
        return mask << cells

    def back(mask: int, cells: int) -> int:
        return mask >> cells

    def has_cells(mask: int) -> bool:
        return mask != 0

    def bit(place: int) -> int:
        return 1 << place

    def count_bits(mask: int) -> int:
        return mask.bit_count()

    def nth_bit(mask: int, index: int) -> int:
        """The place of the set bit that has `index` set bits below it."""
        for _ in range(index):
            mask &= mask - 1
        return (mask & -mask).bit_length() - 1

    def lowest_bit(mask: int) -> int:
        return (mask & -mask).bit_length() - 1

    count_cells = count_bits
    nth_cell = nth_bit


WORD = 0xFFFFFFFFFFFFFFFF  # written out: compiled, a shift by 64 bits would overflow

FIRST_CHOICES = {
    DEAL: TAKE,
    MOVE: GO,
    POPULATE: FROM_HOUSE,
    POPULATE_MORE: FROM_HOUSE,
    ACQUIRE: TAKE_ANIMAL,
    ACQUIRE_OTHER: TAKE_ANIMAL,
    PUT: PUT_IN_HOUSE,
    ADD: ADD_TO,
    KEEP: KEEP_ONE,
    ATTRACTION: TAKE,
    BREED: BREED_IN,
    BREED_MORE: BREED_IN,
    BONUS: BONUS_IN,
}
"""The first choice of a phase in which no tile is placed."""


class ZooTables:
    """What never changes during a game: made once, shared by all its states."""

    def __init__(self, game: NewYorkZoo) -> None:
        box: Box = game.contents
        self.game = game
        self.box = box
        self.cells = box.cells
        self.spaces = len(box.spaces)
        self.tiles = len(box.tiles)
        self.kinds = len(box.kinds)
        self.reach = box.boards[0].reach
        self.bonus = box.boards[0].bonus
        self.laps = box.laps
        self.most_added = NO_LIMIT if game.limit_per_animal else LIMIT
        self.bonus_by_phase = game.bonus_by_phase
        self.stacks_hidden = game.stacks_hidden
        self.landing_breeds = game.landing_breeds
        self.attraction_optional = game.attraction_optional
        self.passing_acts = game.passing_acts
        self.current_lap_counts = game.current_lap_counts
        self.numbers: bytes = _numbers(box)
        self.t: bytes = self.numbers
        if not cython.compiled:
            self.within = [0] * (MAX_KINDS * ORIENTATIONS)
            self.shape = [0] * (MAX_KINDS * ORIENTATIONS)
        for number, kind in enumerate(box.kinds):
            for turn, orientation in enumerate(kind.orientations):
                within = box.anchors_within(orientation)
                shape = box.mask_of(orientation)
                self.set_masks(
                    number * ORIENTATIONS + turn, within >> WORD_BITS, within & WORD, shape >> WORD_BITS, shape & WORD
                )

    def __reduce__(self) -> tuple[Any, ...]:
        return ZooTables, (self.game,)

    def set_masks(self, orientation: int, within_high: int, within_low: int, shape_high: int, shape_low: int) -> None:
        """An orientation's anchors that keep it within the columns of the board, and its cells at anchor 0."""
        self.within[orientation] = wide(within_high, within_low)
        self.shape[orientation] = wide(shape_high, shape_low)


def _numbers(box: Box) -> bytes:
    """The numbers that the rules read, as layout.py orders them."""
    table = bytearray(TABLE_SIZE)
    for number, kind in enumerate(box.kinds):
        table[SIZE_OF + number] = kind.size
        table[TURNED + number] = len(kind.orientations)
        for turn, orientation in enumerate(kind.orientations):
            start = OFFSETS + (number * ORIENTATIONS + turn) * OFFSET_COUNT
            for index, (row, column) in enumerate(orientation.cells[1:]):
                table[start + index] = row * box.width + column
    slot = 0
    for number, space in enumerate(box.spaces):
        if space.is_slot:
            slot += 1
            table[SLOT_AT + number] = slot
        else:
            table[SHOWN + 2 * number : SHOWN + 2 * number + 2] = bytes(space.animals)
        if space.line is not None:
            table[LINE_BEFORE + number] = 1 + space.line
    for number, attraction in enumerate(box.attractions):
        table[UNLIMITED + number] = attraction.count is None
    for phase, choice in FIRST_CHOICES.items():
        table[FIRST_CHOICE + phase] = choice
    return bytes(table)
