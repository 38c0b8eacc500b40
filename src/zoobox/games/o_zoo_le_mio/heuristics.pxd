cimport cython
from zoobox.games.o_zoo_le_mio.rules cimport ZooState
from zoobox.kernel.heuristics cimport Heuristics
from zoobox.kernel.state cimport State

include "layout.pxi"

cdef double NEVER


cdef class ZooHeuristics(Heuristics):
    cdef ZooState s
    cdef double fair
    cdef bint has_room

    cpdef void watch(self, State state)
    cpdef void bind(self, State state)
    @cython.locals(key=cython.longlong)
    cdef int chance_outcome(self) noexcept nogil
    cdef double item_worth(self) noexcept nogil
    cdef double bench_worth(self) noexcept nogil
    cdef double coin_worth(self) noexcept nogil
    cdef double expected_points(self, int seat) noexcept nogil
    cdef double spread(self) noexcept nogil
    cdef void prepare_priors(self, int seat) noexcept nogil
    cdef double tile_gain(self, int seat, int kind) noexcept nogil
    cdef double visitors_won(self, int seat, int animal, int stars) noexcept nogil
    cdef double trees_won(self, int seat, int bushes) noexcept nogil
    cdef double bid_prior(self, int seat, int coins) noexcept nogil
    cdef double prior(self, int seat, int choice) noexcept nogil
