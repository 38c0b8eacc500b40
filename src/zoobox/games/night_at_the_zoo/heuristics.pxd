cimport cython
from zoobox.games.night_at_the_zoo.features cimport NightFeatures
from zoobox.kernel.state cimport State

include "layout.pxi"

cdef double FAR


cdef class NightHeuristics(NightFeatures):
    cdef double[25] far

    cpdef void watch(self, State state)
    @cython.locals(key=cython.longlong)
    cdef int chance_outcome(self) noexcept nogil
    cdef void measure(self, int block) noexcept nogil
    cdef double distance(self, int block, int figure) noexcept nogil
    cdef double from_entrance(self, int block, int place) noexcept nogil
    cdef double home_worth(self, int block, int figure) noexcept nogil
    cdef double expected_points(self, int seat) noexcept nogil
    cdef double tile_worth(self, int block, int tile, double left) noexcept nogil
    cdef double symbol_worth(self, int shown, double left) noexcept nogil
    cdef double food_worth(self, int block, int tile) noexcept nogil
    cdef double pending_worth(self, int block, double left) noexcept nogil
    cdef double effects_worth(self, int block, int frame, double left) noexcept nogil
    cdef double spread(self) noexcept nogil
    cdef double prior(self, int seat, int choice) noexcept nogil
