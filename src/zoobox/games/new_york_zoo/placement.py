"""Boards and tiles as bit masks, and where a tile may be placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.games.new_york_zoo.box import Box
from zoobox.games.new_york_zoo.layout import *
from zoobox.games.new_york_zoo.tables import ZooTables
from zoobox.kernel.state import State

if TYPE_CHECKING:
    from zoobox.games.new_york_zoo import NewYorkZoo

if not cython.compiled:  # compiled, these come from the .pxd
    from zoobox.games.new_york_zoo.tables import count_bits, high_word, low_word, nth_bit, wide


class Placement(State):
    """A state, as far as boards and tiles go."""

    def __init__(self, game: NewYorkZoo) -> None:
        size = (SEATS + (GRID + game.contents.cells) * game.players + 7) // 8 * 8
        State.__init__(self, game, size, SCRATCH)

    def use_tables(self) -> None:
        self.fixed: ZooTables = self.tables
        self.t: bytes = self.fixed.t
        self.box: Box = self.fixed.box
        self.cells: int = self.fixed.cells
        self.tiles: int = self.fixed.tiles
        self.kinds: int = self.fixed.kinds
        self.laps: int = self.fixed.laps
        self.reach: int = self.fixed.reach
        self.stacks_hidden: bool = self.fixed.stacks_hidden
        self.seat_size: int = GRID + self.fixed.cells
        self.scratch: int = self.size
        self.anchor_words: int = (self.size + OFFERED) // 8

    # The construction area.

    def free_mask(self, seat: int) -> int:
        """The free cells of a seat's construction area."""
        return wide(self.w[FREE + 2 * seat + 1], self.w[FREE + 2 * seat])

    def anchors(self, free: int, kind: int, turn: int) -> int:
        """Every anchor at which the kind, so turned, covers free cells only: nyz.puzzle.no-overlap, .inside."""
        orientation = kind * ORIENTATIONS + turn
        found = free & self.fixed.within[orientation]
        start = OFFSETS + orientation * OFFSET_COUNT
        for offset in range(start, start + self.t[SIZE_OF + kind] - 1):
            found = found & (free >> self.t[offset])
        return found

    def fits(self, seat: int, kind: int) -> bool:
        """Whether the kind fits anywhere on the seat's board."""
        free = self.free_mask(seat)
        for turn in range(self.t[TURNED + kind]):
            if self.anchors(free, kind, turn) != 0:
                return True
        return False

    def is_filled(self, seat: int) -> bool:
        return not (self.w[FREE + 2 * seat] or self.w[FREE + 2 * seat + 1])

    def free_cells(self, seat: int) -> int:
        return count_bits(self.free_mask(seat))

    def at_seat(self, seat: int) -> int:
        return SEATS + seat * self.seat_size

    def home(self, seat: int) -> int:
        """`at_seat` for callers from Python."""
        return SEATS + seat * self.seat_size

    def is_full(self, seat: int) -> bool:
        """`is_filled` for callers from Python."""
        return self.is_filled(seat)

    # Placing the tile in hand.

    def may_place(self, seat: int, choice: int) -> bool:
        """Whether the tile in hand may be placed so."""
        kind = self.d[SEATS + seat * self.seat_size + IN_HAND] - 1
        turn = (choice - PLACE) // self.fixed.cells
        if choice < PLACE or turn >= self.t[TURNED + kind]:
            return False
        found = self.anchors(self.free_mask(seat), kind, turn)
        return (found >> (choice - PLACE) % self.fixed.cells & 1) != 0

    def offer_placements(self, seat: int) -> int:
        """The tile in hand, in every orientation, wherever it covers free cells only."""
        d = self.d
        kind = d[SEATS + seat * self.seat_size + IN_HAND] - 1
        free = self.free_mask(seat)
        count = 0
        for turn in range(self.t[TURNED + kind]):
            found = self.anchors(free, kind, turn)
            self.w[self.anchor_words + 2 * turn] = low_word(found)
            self.w[self.anchor_words + 2 * turn + 1] = high_word(found)
            places = count_bits(found)
            d[self.scratch + turn] = places
            count += places
        return count

    def nth_placement(self, index: int) -> int:
        d = self.d
        turn = 0
        while index >= d[self.scratch + turn]:
            index -= d[self.scratch + turn]
            turn += 1
        found = wide(self.w[self.anchor_words + 2 * turn + 1], self.w[self.anchor_words + 2 * turn])
        return PLACE + turn * self.fixed.cells + nth_bit(found, index)

    def lay(self, seat: int, choice: int, mark: int) -> None:
        """The tile in hand covers its cells for good."""
        d = self.d
        home = SEATS + seat * self.seat_size
        kind = d[home + IN_HAND] - 1
        turn = (choice - PLACE) // self.fixed.cells
        anchor = (choice - PLACE) % self.fixed.cells
        orientation = kind * ORIENTATIONS + turn
        free = self.free_mask(seat) & ~(self.fixed.shape[orientation] << anchor)
        self.w[FREE + 2 * seat] = low_word(free)
        self.w[FREE + 2 * seat + 1] = high_word(free)
        d[home + GRID + anchor] = mark
        start = OFFSETS + orientation * OFFSET_COUNT
        for offset in range(start, start + self.t[SIZE_OF + kind] - 1):
            d[home + GRID + anchor + self.t[offset]] = mark
        d[home + IN_HAND] = 0

    # The stacks of the strip.

    def top_tile(self, slot: int) -> int:
        d = self.d
        return d[STACKS + slot * STACK + d[HEIGHTS + slot] - 1]

    def lift_tile(self) -> None:
        """The tile that was placed is gone from its slot."""
        d = self.d
        slot = self.t[SLOT_AT + d[ELEPHANT]] - 1
        d[HEIGHTS + slot] -= 1
        d[STACKS + slot * STACK + d[HEIGHTS + slot]] = 0
        if self.fixed.stacks_hidden and d[HEIGHTS + slot] > 0:
            self.reveals += 1  # the next tile comes to light

    # Supplies of pieces.

    def offer_attractions(self, seat: int) -> int:
        """Every attraction that is left and fits; one space always does."""
        d = self.d
        count = 0
        for kind in range(self.fixed.tiles, self.fixed.kinds):
            if d[ATTRACTIONS + kind - self.fixed.tiles] > 0 and self.fits(seat, kind):
                d[self.scratch + count] = TAKE + kind
                count += 1
        return count

    def offer_dealt(self, seat: int) -> int:
        """Each dealt tile that is not placed yet; all of them fit."""
        d = self.d
        home = SEATS + seat * self.seat_size
        count = 0
        for kind in range(self.fixed.tiles):
            for index in range(d[home + DEALT_COUNT]):
                if d[home + DEALT + index] == kind:
                    d[self.scratch + count] = TAKE + kind
                    count += 1
                    break
        return count

    def drop_dealt(self, home: int, index: int) -> None:
        d = self.d
        d[home + DEALT_COUNT] -= 1
        for later in range(index, d[home + DEALT_COUNT]):
            d[home + DEALT + later] = d[home + DEALT + later + 1]
        d[home + DEALT + d[home + DEALT_COUNT]] = 0

    def seats_with_dealt_tiles(self) -> int:
        d = self.d
        mask = 0
        for seat in range(self.players):
            if d[SEATS + seat * self.seat_size + DEALT_COUNT] > 0 or d[SEATS + seat * self.seat_size + IN_HAND] > 0:
                mask |= 1 << seat
        return mask
