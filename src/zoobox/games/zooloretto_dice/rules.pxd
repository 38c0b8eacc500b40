cimport cython
from zoobox.kernel.state cimport State

include "layout.pxi"


cdef class DiceTables:
    cdef readonly bytes numbers
    cdef readonly tuple groups
    cdef const unsigned char *t
    cdef readonly int dice, trucks, round_cap
    cdef readonly bint players_use_groups


@cython.final
cdef class DiceState(State):
    cdef readonly DiceTables box
    cdef const unsigned char *t
    cdef readonly int scratch

    cdef int offer_actions(self) noexcept nogil
    cdef int offer_placements(self) noexcept nogil
    cdef int offer_group_uses(self, int seat) noexcept nogil
    cdef void roll(self) noexcept nogil
    cdef void place(self, int truck) noexcept nogil
    cdef void take(self, int seat, int truck) noexcept nogil
    cdef void enter(self, int sheet, int face) noexcept nogil
    cdef void fill(self, int sheet, int species) noexcept nogil
    cdef bint bonus_claimed(self, int species) noexcept nogil
    cdef int full_enclosures(self, int sheet) noexcept nogil
    cdef void pass_turn(self) noexcept nogil
    cdef void end_round(self, int last_taker) noexcept nogil
    cdef void count_round(self) noexcept nogil
    cdef void unload(self, int truck) noexcept nogil
    cdef void end_game(self) noexcept nogil
    cdef void use_group(self, int seat, int choice) noexcept nogil
    cdef int seats_with_groups(self) noexcept nogil
    cdef int unused_groups(self, int sheet) noexcept nogil
    cdef int barn_animals(self, int sheet) noexcept nogil
