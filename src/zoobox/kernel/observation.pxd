cimport cython
from zoobox.kernel.state cimport State

include "layout.pxi"


cdef class ObservationSpec:
    cdef readonly int players, count, size
    cdef readonly tuple listed
    cdef object game
    cdef tuple stored
    cdef int special, plain
    cdef const int *rows
    cdef const int *places
    cdef const int *sources
    cdef int check(self, State state, int seat, Py_ssize_t length) except -1
    cpdef void write(self, State state, int seat, short[::1] out)
    cpdef void write_both(self, State state, int seat, short[::1] out, signed char[::1] mask)


cdef void write_observation(ObservationSpec spec, State state, int seat, short[::1] out) noexcept nogil

@cython.locals(d=cython.p_uchar, rows="const int *", count=cython.int, elsewhere=cython.int, players=cython.int, at=cython.int, index=cython.int,
               kind=cython.int, start=cython.int, length=cython.int, step=cython.int, heights=cython.int,
               first=cython.int, offset=cython.int, other=cython.int, mask=cython.int, relative=cython.int)
cdef void fill_observation(ObservationSpec spec, State state, int seat, short *out) noexcept nogil
