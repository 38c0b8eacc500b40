cimport cython
from zoobox.kernel.state cimport State

cdef extern from *:
    """
    /* A mask of up to 128 cells. */
    typedef unsigned __int128 mask128;

    static inline int count_word(unsigned long long word) {
        word = word - ((word >> 1) & 0x5555555555555555ULL);
        word = (word & 0x3333333333333333ULL) + ((word >> 2) & 0x3333333333333333ULL);
        word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((word * 0x0101010101010101ULL) >> 56);
    }

    static inline int count_bits(mask128 mask) {
        return count_word((unsigned long long)mask) + count_word((unsigned long long)(mask >> 64));
    }

    static inline int nth_bit(mask128 mask, int index) {
        unsigned long long word = (unsigned long long)mask;
        int place = 0, below = count_word(word);
        if (index >= below) { index -= below; place = 64; word = (unsigned long long)(mask >> 64); }
        while (index-- > 0) word &= word - 1;
        return place + __builtin_ctzll(word);
    }
    """
    ctypedef unsigned long long mask128
    int count_bits(mask128 mask) noexcept nogil
    int nth_bit(mask128 mask, int index) noexcept nogil

cdef int ATTRACTIONS, DEALT, DEALT_COUNT, ELEPHANT, FREE, GRID, HEIGHTS, IN_HAND, LIMIT, NO_LIMIT, OFFERED
cdef int OFFSETS, OFFSET_COUNT, ORIENTATIONS, PLACE, SCRATCH, SEATS, SIZE_OF, SLOT_AT, STACK, STACKS, TAKE
cdef int TURNED
cdef unsigned long long WORD


cdef class Puzzle(State):
    cdef readonly object box
    cdef readonly bytes table, room_words
    cdef readonly list rooms
    cdef const unsigned char *t
    cdef const unsigned long long *r
    cdef readonly int scratch, anchor_words, seat_size, cells, spaces, tiles, kinds, reach, laps, most_added
    cdef readonly bint bonus, bonus_by_phase, stacks_hidden, lines_by_strip, landing_breeds

    @cython.locals(source=Puzzle)
    cdef void adopt(self, State other)
    cdef void point_rooms(self)
    @cython.locals(high=mask128, low=cython.ulonglong)
    cdef mask128 free_mask(self, int seat) noexcept nogil
    @cython.locals(found=mask128, offset=cython.int, orientation=cython.int, start=cython.int)
    cdef mask128 anchors(self, mask128 free, int kind, int turn) noexcept nogil
    @cython.locals(free=mask128, turn=cython.int)
    cdef bint fits(self, int seat, int kind) noexcept nogil
    cdef bint is_filled(self, int seat) noexcept nogil
    cdef int free_cells(self, int seat) noexcept nogil
    cdef int at_seat(self, int seat) noexcept nogil
    @cython.locals(d=cython.p_uchar)
    cdef int top_tile(self, int slot) noexcept nogil
    @cython.locals(found=mask128, kind=cython.int, turn=cython.int)
    cdef bint may_place(self, int seat, int choice) noexcept nogil
    @cython.locals(count=cython.int, d=cython.p_uchar, found=mask128, free=mask128, kind=cython.int, places=cython.int, turn=cython.int)
    cdef int offer_placements(self, int seat) noexcept nogil
    @cython.locals(d=cython.p_uchar, found=mask128, turn=cython.int)
    cdef int nth_placement(self, int index) noexcept nogil
    @cython.locals(cell=cython.int, d=cython.p_uchar, home=cython.int, kind=cython.int, offset=cython.int, start=cython.int, turn=cython.int)
    cdef void lay(self, int seat, int choice, int mark) noexcept nogil
    @cython.locals(one=cython.ulonglong, word=cython.int)
    cdef void cover(self, int seat, int cell, int mark) noexcept nogil
    @cython.locals(d=cython.p_uchar, slot=cython.int)
    cdef void lift_tile(self) noexcept nogil
    @cython.locals(count=cython.int, d=cython.p_uchar, kind=cython.int)
    cdef int offer_attractions(self, int seat) noexcept nogil
    @cython.locals(count=cython.int, d=cython.p_uchar, home=cython.int, index=cython.int, kind=cython.int)
    cdef int offer_dealt(self, int seat) noexcept nogil
    @cython.locals(d=cython.p_uchar, later=cython.int)
    cdef void drop_dealt(self, int home, int index) noexcept nogil
    @cython.locals(d=cython.p_uchar, mask=cython.int, seat=cython.int)
    cdef int seats_with_dealt_tiles(self) noexcept nogil
