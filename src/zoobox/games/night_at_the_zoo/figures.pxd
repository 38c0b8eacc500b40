from zoobox.kernel.state cimport State

include "layout.pxi"


cdef class NightTables:
    cdef readonly object contents
    cdef readonly bytes numbers
    cdef const unsigned char *t
    cdef readonly int drafters, market_size
    cdef readonly bint solo, forced_round_moves, bonus_tiles_return, one_action_of_space


cdef class BoardState(State):
    cdef readonly NightTables box
    cdef const unsigned char *t
    cdef readonly int scratch

    cdef void use_tables(self)
    cdef void stand_on_entrance(self, int block, int figure) noexcept nogil
    cdef bint can_enter(self, int block, int place) noexcept nogil
    cdef bint figure_can(self, int block, int figure) noexcept nogil
    cdef bint can_do_something(self, int block, int figures) noexcept nogil
    cdef int offer_movements(self, int block, int figures, bint may_stop) noexcept nogil
    cdef void walk(self, int block, int figure, int direction, bint special) noexcept nogil
    cdef int destination(self, int block, int figure, int direction) noexcept nogil
    cdef int figures_on(self, int block, int terrain) noexcept nogil
    cdef int undiscovered(self, int block) noexcept nogil
    cdef int board_points(self, int board, int kinds) noexcept nogil
    cdef int animal_points(self, int board, int kinds, int kind) noexcept nogil
    cdef int food_points(self, int board) noexcept nogil
    cdef int animals_home(self, int board) noexcept nogil
