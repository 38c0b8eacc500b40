"""Boards and tiles as bit masks, and where a tile may be placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.games.new_york_zoo.components import Box
from zoobox.games.new_york_zoo.layout import *
from zoobox.games.new_york_zoo.tables import ZooTables
from zoobox.kernel.state import State

if TYPE_CHECKING:
    from zoobox.games.new_york_zoo import NewYorkZoo

if not cython.compiled:  # compiled, these come from the .pxd
    from zoobox.games.new_york_zoo.tables import (
        back,
        bit,
        both,
        count_cells,
        forward,
        has_cells,
        high_word,
        low_word,
        nth_cell,
        wide,
        without,
    )


def anchors(fixed: ZooTables, free: int, kind: int, turn: int) -> int:
    """Every anchor at which the kind, so turned, covers free cells only: nyz.puzzle.no-overlap, .inside."""
    orientation = kind * ORIENTATIONS + turn
    found = both(free, fixed.within[orientation])
    start = OFFSETS + orientation * OFFSET_COUNT
    for offset in range(start, start + fixed.t[SIZE_OF + kind] - 1):
        found = both(found, back(free, fixed.t[offset]))
    return found


class Placement(State):
    """A state, as far as boards and tiles go."""

    def __init__(self, game: NewYorkZoo) -> None:
        State.__init__(self, game, SEATS + SEAT * game.players, 8 * SCRATCH_WORDS)

    def use_tables(self) -> None:
        self.fixed: ZooTables = self.tables
        self.t: bytes = self.fixed.t
        self.box: Box = self.fixed.box
        self.scratch: int = self.size // 8

    def home(self, seat: int) -> int:
        """Where a seat's bytes begin, for callers from Python."""
        self.check_seat(seat)
        return SEATS + seat * SEAT

    # The construction area.

    def free_mask(self, seat: int) -> int:
        """The free cells of a seat's construction area."""
        word = FIRST_SEAT_WORD + seat * SEAT_WORDS + FREE
        return wide(self.w[word + 1], self.w[word])

    def set_free_mask(self, seat: int, mask: int) -> None:
        word = FIRST_SEAT_WORD + seat * SEAT_WORDS + FREE
        self.w[word] = low_word(mask)
        self.w[word + 1] = high_word(mask)

    def is_filled(self, seat: int) -> bool:
        word = FIRST_SEAT_WORD + seat * SEAT_WORDS + FREE
        return not (self.w[word] or self.w[word + 1])

    def is_full(self, seat: int) -> bool:
        """`is_filled` for callers from Python."""
        self.check_seat(seat)
        return self.is_filled(seat)

    def fits(self, seat: int, kind: int) -> bool:
        """Whether the kind fits anywhere on the seat's board; what did not fit on more free cells does not."""
        w = self.w
        free = self.free_mask(seat)
        memory = self.scratch + MISFITS + seat * MISFIT_WORDS
        if has_cells(without(free, wide(w[memory + 1], w[memory]))):  # remembered of other free cells
            w[memory] = low_word(free)
            w[memory + 1] = high_word(free)
            w[memory + 2] = 0
        if w[memory + 2] >> kind & 1:
            return False
        for turn in range(self.t[TURNED + kind]):
            if has_cells(anchors(self.fixed, free, kind, turn)):
                return True
        w[memory] = low_word(free)  # on these free cells it does not fit, on more it may
        w[memory + 1] = high_word(free)
        w[memory + 2] |= bit(kind)
        return False

    # Placing the tile in hand.

    def may_place(self, seat: int, choice: int) -> bool:
        """Whether the tile in hand may be placed so."""
        kind = self.d[SEATS + seat * SEAT + IN_HAND] - 1
        turn = (choice - PLACE) // self.fixed.cells
        if choice < PLACE or turn >= self.t[TURNED + kind]:
            return False
        found = anchors(self.fixed, self.free_mask(seat), kind, turn)
        return low_word(back(found, (choice - PLACE) % self.fixed.cells)) & 1 != 0

    def count_placements(self, seat: int) -> int:
        """The tile in hand, in every orientation, wherever it covers free cells only."""
        kind = self.d[SEATS + seat * SEAT + IN_HAND] - 1
        free = self.free_mask(seat)
        counts = 8 * (self.scratch + ANCHOR_COUNTS)
        word = self.scratch + ANCHORS
        count = 0
        for turn in range(self.t[TURNED + kind]):
            found = anchors(self.fixed, free, kind, turn)
            self.w[word + 2 * turn] = low_word(found)
            self.w[word + 2 * turn + 1] = high_word(found)
            places = count_cells(found)
            self.d[counts + turn] = places
            count += places
        return count

    def nth_placement(self, index: int) -> int:
        counts = 8 * (self.scratch + ANCHOR_COUNTS)
        turn = 0
        while index >= self.d[counts + turn]:
            index -= self.d[counts + turn]
            turn += 1
        word = self.scratch + ANCHORS + 2 * turn
        return PLACE + turn * self.fixed.cells + nth_cell(wide(self.w[word + 1], self.w[word]), index)

    def lay(self, seat: int, choice: int, mark: int) -> None:
        """The tile in hand covers its cells for good."""
        d = self.d
        home = SEATS + seat * SEAT
        kind = d[home + IN_HAND] - 1
        orientation = kind * ORIENTATIONS + (choice - PLACE) // self.fixed.cells
        anchor = (choice - PLACE) % self.fixed.cells
        self.set_free_mask(seat, without(self.free_mask(seat), forward(self.fixed.shape[orientation], anchor)))
        first = home + GRID + anchor
        d[first] = mark
        start = OFFSETS + orientation * OFFSET_COUNT
        for offset in range(start, start + self.t[SIZE_OF + kind] - 1):
            d[first + self.t[offset]] = mark
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
            if self.exact:
                with cython.gil:
                    self.turn_up_next(slot)

    def turn_up_next(self, slot: int) -> None:
        """Turns up the tile that is now topmost: any of its size that lies hidden in the stacks is as likely."""
        self.check_index("slot", slot, MAX_SLOTS)
        data = self.data
        place = STACKS + slot * STACK + data[HEIGHTS + slot] - 1
        size = self.t[SIZE_OF + data[place]]
        hidden = [place]
        for other in range(MAX_SLOTS):
            start = STACKS + other * STACK
            for lower in range(start, start + data[HEIGHTS + other] - 1):
                if self.t[SIZE_OF + data[lower]] == size:
                    hidden.append(lower)
        self.turn_up_among(place, hidden)

    # Attractions, and the tiles dealt in the short game.

    def attractions_to_take(self, seat: int) -> int:
        """Every attraction that is left and fits; one space always does."""
        first = self.fixed.tiles
        kinds = 0
        for kind in range(first, self.fixed.kinds):
            if self.d[ATTRACTIONS + kind - first] > 0 and self.fits(seat, kind):
                kinds |= bit(kind)
        return kinds

    def dealt_to_take(self, seat: int) -> int:
        """Each dealt tile that is not placed yet; all of them fit."""
        home = SEATS + seat * SEAT
        kinds = 0
        for index in range(self.d[home + DEALT_COUNT]):
            kinds |= bit(self.d[home + DEALT + index])
        return kinds

    def drop_dealt(self, home: int, index: int) -> None:
        d = self.d
        d[home + DEALT_COUNT] -= 1
        for later in range(index, d[home + DEALT_COUNT]):
            d[home + DEALT + later] = d[home + DEALT + later + 1]
        d[home + DEALT + d[home + DEALT_COUNT]] = 0

    def seats_with_dealt_tiles(self) -> int:
        mask = 0
        for seat in range(self.players):
            home = SEATS + seat * SEAT
            if self.d[home + DEALT_COUNT] > 0 or self.d[home + IN_HAND] > 0:
                mask |= 1 << seat
        return mask
