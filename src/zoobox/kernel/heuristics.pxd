cimport cython
from libc.math cimport exp
from zoobox.kernel.state cimport State

cdef int KEY_MULTIPLIER, KEY_MASK


cdef class Heuristics:
    cdef readonly object game
    cdef readonly int players, deals
    cdef readonly bint steady
    cdef public dict weights
    cdef State state, twin
    cdef Heuristics ahead
    cdef double[48] weight
    cdef double[5] shares
    cdef double[5] worths

    cpdef void watch(self, State state)
    cpdef void attend(self, State state)
    cdef void watch_ahead(self, State state)
    @cython.locals(index=cython.int)
    cdef double look_ahead(self, int seat, int choice) noexcept nogil
    cdef double worth(self, int seat) noexcept nogil
    cdef double spread(self) noexcept nogil
    cdef void prepare(self, int seat) noexcept nogil
    cdef double prior(self, int seat, int choice) noexcept nogil
    @cython.locals(mask=cython.int, seat=cython.int, count=cython.int, key=cython.longlong, index=cython.int)
    cdef int outcome(self) noexcept nogil
    @cython.locals(seat=cython.int, best=cython.double, total=cython.double, spread=cython.double)
    cdef void assess(self) noexcept nogil
