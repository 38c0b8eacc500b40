"""The puzzle of New York Zoo: boards and tiles as bit masks, and where a tile may be laid."""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.games.new_york_zoo.layout import (
    ATTRACTIONS,
    DEALT,
    DEALT_COUNT,
    ELEPHANT,
    FREE,
    GRID,
    HEIGHTS,
    IN_HAND,
    LIMIT,
    NO_LIMIT,
    OFFERED,
    OFFSET_COUNT,
    OFFSETS,
    ORIENTATIONS,
    PLACE,
    SCRATCH,
    SEATS,
    SIZE_OF,
    SLOT_AT,
    STACK,
    STACKS,
    TAKE,
    TURNED,
)
from zoobox.kernel.state import State

if TYPE_CHECKING:
    from zoobox.games.new_york_zoo import NewYorkZoo

if not cython.compiled:  # compiled, these come from the .pxd

    def count_bits(mask: int) -> int:
        return mask.bit_count()

    def nth_bit(mask: int, index: int) -> int:
        """The place of the set bit that has `index` set bits below it."""
        for _ in range(index):
            mask &= mask - 1
        return (mask & -mask).bit_length() - 1


WORD = 0xFFFFFFFFFFFFFFFF


class Puzzle(State):
    """A state, as far as boards and tiles go."""

    def __init__(self, game: NewYorkZoo) -> None:
        size = (SEATS + (GRID + game.contents.cells) * game.players + 7) // 8 * 8
        State.__init__(self, game, size, SCRATCH)
        self.scratch = size
        self.anchor_words = (size + OFFERED) // 8
        self.box = game.contents
        self.table = game.table
        self.t = self.table
        self.room_words = game.room_words
        self.rooms = game.rooms
        self.point_rooms()
        self.seat_size = GRID + game.contents.cells
        self.cells = game.contents.cells
        self.spaces = len(game.contents.spaces)
        self.tiles = len(game.contents.tiles)
        self.kinds = len(game.contents.kinds)
        self.reach = game.contents.boards[0].reach
        self.laps = game.contents.laps
        self.bonus = game.contents.boards[0].bonus
        self.bonus_by_phase = game.bonus_by_phase
        self.most_added = NO_LIMIT if game.limit_per_animal else LIMIT
        self.stacks_hidden = game.stacks_hidden
        self.lines_by_strip = game.lines_by_strip
        self.landing_breeds = game.landing_breeds

    def adopt(self, other: State) -> None:
        assert isinstance(other, Puzzle)
        source = other
        self.scratch = source.scratch
        self.anchor_words = source.anchor_words
        self.box = source.box
        self.table = source.table
        self.t = self.table
        self.room_words = source.room_words
        self.rooms = source.rooms
        self.point_rooms()
        self.seat_size = source.seat_size
        self.cells = source.cells
        self.spaces = source.spaces
        self.tiles = source.tiles
        self.kinds = source.kinds
        self.reach = source.reach
        self.laps = source.laps
        self.bonus = source.bonus
        self.bonus_by_phase = source.bonus_by_phase
        self.most_added = source.most_added
        self.stacks_hidden = source.stacks_hidden
        self.lines_by_strip = source.lines_by_strip
        self.landing_breeds = source.landing_breeds

    def point_rooms(self) -> None:
        """Compiled, the masks of the box are read as words."""
        if cython.compiled:
            self.r = cython.cast(cython.pointer(cython.ulonglong), cython.cast(cython.p_uchar, self.room_words))

    # The construction area.

    def free_mask(self, seat: int) -> int:
        """The free cells of a seat's construction area."""
        high: int = self.w[FREE + 2 * seat + 1]
        low: int = self.w[FREE + 2 * seat]
        return high << 64 | low

    def anchors(self, free: int, kind: int, turn: int) -> int:
        """Every anchor at which the kind, so turned, covers free cells only: nyz.puzzle.no-overlap, .inside."""
        orientation = kind * ORIENTATIONS + turn
        found: int
        if cython.compiled:
            found = self.r[2 * orientation + 1]
            found = free & (found << 64 | self.r[2 * orientation])
        else:
            found = free & self.rooms[orientation]
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
        turn = (choice - PLACE) // self.cells
        if choice < PLACE or turn >= self.t[TURNED + kind]:
            return False
        found = self.anchors(self.free_mask(seat), kind, turn)
        return (found >> (choice - PLACE) % self.cells & 1) != 0

    def offer_placements(self, seat: int) -> int:
        """The tile in hand, in every orientation, wherever it covers free cells only."""
        d = self.d
        kind = d[SEATS + seat * self.seat_size + IN_HAND] - 1
        free = self.free_mask(seat)
        count = 0
        for turn in range(self.t[TURNED + kind]):
            found = self.anchors(free, kind, turn)
            self.w[self.anchor_words + 2 * turn] = found & WORD
            self.w[self.anchor_words + 2 * turn + 1] = found >> 64
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
        found = self.w[self.anchor_words + 2 * turn + 1]
        found = found << 64 | self.w[self.anchor_words + 2 * turn]
        return PLACE + turn * self.cells + nth_bit(found, index)

    def lay(self, seat: int, choice: int, mark: int) -> None:
        """The tile in hand covers its cells for good."""
        d = self.d
        home = SEATS + seat * self.seat_size
        kind = d[home + IN_HAND] - 1
        turn = (choice - PLACE) // self.cells
        cell = (choice - PLACE) % self.cells
        self.cover(seat, cell, mark)
        start = OFFSETS + (kind * ORIENTATIONS + turn) * OFFSET_COUNT
        for offset in range(start, start + self.t[SIZE_OF + kind] - 1):
            self.cover(seat, cell + self.t[offset], mark)
        d[home + IN_HAND] = 0

    def cover(self, seat: int, cell: int, mark: int) -> None:
        one = 1
        word = FREE + 2 * seat + cell // 64
        self.w[word] = self.w[word] & (WORD ^ (one << cell % 64))
        self.d[SEATS + seat * self.seat_size + GRID + cell] = mark

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
        if self.stacks_hidden and d[HEIGHTS + slot] > 0:
            self.reveals += 1  # the next tile comes to light

    # Supplies of pieces.

    def offer_attractions(self, seat: int) -> int:
        """Every attraction that is left and fits; one space always does."""
        d = self.d
        count = 0
        for kind in range(self.tiles, self.kinds):
            if d[ATTRACTIONS + kind - self.tiles] > 0 and self.fits(seat, kind):
                d[self.scratch + count] = TAKE + kind
                count += 1
        return count

    def offer_dealt(self, seat: int) -> int:
        """Each dealt tile that is not placed yet; all of them fit."""
        d = self.d
        home = SEATS + seat * self.seat_size
        count = 0
        for kind in range(self.tiles):
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
