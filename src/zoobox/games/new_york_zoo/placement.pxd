from zoobox.games.new_york_zoo.tables cimport ZooTables, bit, count_bits, high_word, low_word, mask128, nth_bit, wide
from zoobox.kernel.state cimport State

include "layout.pxi"


cdef class Placement(State):
    cdef readonly object box
    cdef readonly ZooTables fixed
    cdef const unsigned char *t
    cdef readonly int scratch, anchor_words, seat_size, cells, tiles, kinds, laps, reach
    cdef readonly bint stacks_hidden

    cdef void use_tables(self)
    cdef mask128 free_mask(self, int seat) noexcept nogil
    cdef mask128 anchors(self, mask128 free, int kind, int turn) noexcept nogil
    cdef bint fits(self, int seat, int kind) noexcept nogil
    cdef bint is_filled(self, int seat) noexcept nogil
    cdef int free_cells(self, int seat) noexcept nogil
    cdef int at_seat(self, int seat) noexcept nogil
    cdef int top_tile(self, int slot) noexcept nogil
    cdef bint may_place(self, int seat, int choice) noexcept nogil
    cdef int offer_placements(self, int seat) noexcept nogil
    cdef int nth_placement(self, int index) noexcept nogil
    cdef void lay(self, int seat, int choice, int mark) noexcept nogil
    cdef void lift_tile(self) noexcept nogil
    cdef int offer_attractions(self, int seat) noexcept nogil
    cdef int offer_dealt(self, int seat) noexcept nogil
    cdef void drop_dealt(self, int home, int index) noexcept nogil
    cdef int seats_with_dealt_tiles(self) noexcept nogil
