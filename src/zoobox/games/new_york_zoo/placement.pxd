from zoobox.games.new_york_zoo.tables cimport (
    ZooTables, back, bit, both, count_cells, forward, has_cells, high_word, low_word, mask128, nth_cell, wide, without
)
from zoobox.kernel.state cimport State

include "layout.pxi"


cdef mask128 anchors(ZooTables fixed, mask128 free, int kind, int turn) noexcept nogil


cdef class Placement(State):
    cdef readonly object box
    cdef readonly ZooTables fixed
    cdef const unsigned char *t
    cdef readonly int scratch

    cdef void use_tables(self)
    cdef mask128 free_mask(self, int seat) noexcept nogil
    cdef void set_free_mask(self, int seat, mask128 mask) noexcept nogil
    cdef bint is_filled(self, int seat) noexcept nogil
    cdef bint fits(self, int seat, int kind) noexcept nogil
    cdef bint may_place(self, int seat, int choice) noexcept nogil
    cdef int count_placements(self, int seat) noexcept nogil
    cdef int nth_placement(self, int index) noexcept nogil
    cdef void lay(self, int seat, int choice, int mark) noexcept nogil
    cdef int top_tile(self, int slot) noexcept nogil
    cdef void lift_tile(self) noexcept nogil
    cdef unsigned long long attractions_to_take(self, int seat) noexcept nogil
    cdef unsigned long long dealt_to_take(self, int seat) noexcept nogil
    cdef void drop_dealt(self, int home, int index) noexcept nogil
    cdef int seats_with_dealt_tiles(self) noexcept nogil
