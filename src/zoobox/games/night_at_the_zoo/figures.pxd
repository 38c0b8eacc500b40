cimport cython
from zoobox.kernel.state cimport State

cdef int ANIMAL_SLOT, BLOCK, BLOCKS, BUTTERFLY, CHOICES, DEEDS, ENTRANCE, ENTRANCE_TERRAIN, FIGURE, FIGURES
cdef int FOOD_POINTS, GAINED, HOME, HOME_POINTS, INWARD, KIND, MOST_POLLEN, NEXT, NOWHERE, PENGUIN, PLACE
cdef int POLLEN_POINTS, SLOTH, SLOTS, SNAKE, SPACES, STOP, TILE_FOOD, TILE_TERRAIN, TRAIT, TURN_TO, UNDISCOVERED
cdef int WAKE, ZOO


cdef class BoardState(State):
    cdef readonly bytes table
    cdef const unsigned char *t
    cdef readonly int scratch

    @cython.locals(source=BoardState)
    cdef void adopt(self, State other)
    cdef void stand_on_entrance(self, int block, int figure) noexcept nogil
    cdef bint can_enter(self, int block, int place) noexcept nogil
    @cython.locals(kind=cython.int, way=cython.int, direction=cython.int)
    cdef bint figure_can(self, int block, int figure) noexcept nogil
    @cython.locals(d=cython.p_uchar, figure=cython.int)
    cdef bint can_do_something(self, int block, int figures) noexcept nogil
    @cython.locals(
        d=cython.p_uchar, t=cython.p_const_uchar, at=cython.int, place=cython.int, kind=cython.int,
        trait=cython.int, deed=cython.int, way=cython.int, to=cython.int, figure=cython.int, direction=cython.int,
    )
    cdef int offer_deeds(self, int block, int figures, bint may_stop) noexcept nogil
    @cython.locals(d=cython.p_uchar, kind=cython.int, to=cython.int)
    cdef void walk(self, int block, int figure, int direction, bint special) noexcept nogil
    @cython.locals(d=cython.p_uchar, place=cython.int, to=cython.int)
    cdef int destination(self, int block, int figure, int direction) noexcept nogil
    @cython.locals(d=cython.p_uchar, t=cython.p_const_uchar, figures=cython.int, place=cython.int, figure=cython.int)
    cdef int figures_on(self, int block, int terrain) noexcept nogil
    @cython.locals(count=cython.int, figure=cython.int)
    cdef int undiscovered(self, int block) noexcept nogil
    @cython.locals(d=cython.p_uchar, total=cython.int, slot=cython.int, figure=cython.int)
    cdef int board_points(self, int board, int kinds) noexcept nogil
    @cython.locals(d=cython.p_uchar, home=cython.int, pollen=cython.int, figure=cython.int)
    cdef int animal_points(self, int board, int kinds, int kind) noexcept nogil
    @cython.locals(foods=cython.int, different=cython.int, food=cython.int, space=cython.int)
    cdef int food_points(self, int board) noexcept nogil
    @cython.locals(home=cython.int, figure=cython.int)
    cdef int animals_home(self, int board) noexcept nogil
