cimport cython
from libc.math cimport exp, log
from zoobox.kernel.heuristics cimport Heuristics
from zoobox.kernel.observation cimport ObservationSpec, write_observation
from zoobox.kernel.state cimport State

include "layout.pxi"

cdef double CLIP, LEAST_SHARE


cdef class Network:
    cdef readonly object game
    cdef readonly ObservationSpec spec
    cdef readonly int players, size, width, middle, rank, choice_count
    cdef readonly dict arrays
    cdef short[::1] seen
    cdef object hidden_store, inner_store, choice_vector_store
    cdef int *inputs
    cdef float *scales
    cdef float *table
    cdef float *bias1
    cdef float *heuristic_scales
    cdef float *heuristic_rows
    cdef float *matrix2
    cdef float *bias2
    cdef float *matrix3
    cdef float *bias3
    cdef float *heuristic_values
    cdef float *choice_matrix
    cdef float *choice_bias
    cdef float *choice_rows
    cdef float *choice_offsets
    cdef float *hidden
    cdef float *inner
    cdef float *choice_vector
    cdef double[5] values
    cdef double[10] estimates

    cdef void bind_arrays(self)
    @cython.locals(index=cython.int, scaled=cython.double)
    cdef void observe(self, State state, int seat, Heuristics heuristics) noexcept nogil
    @cython.locals(width=cython.int, column=cython.int, index=cython.int, value=cython.int, amount=cython.float,
                   row=cython.p_int, weights=cython.p_float, hidden=cython.p_float)
    cdef void add_rows(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void judge(self) noexcept nogil
    @cython.locals(middle=cython.int, column=cython.int, index=cython.int, seat=cython.int, amount=cython.float,
                   weights=cython.p_float, inner=cython.p_float)
    cdef void add_values(self) noexcept nogil
    @cython.locals(column=cython.int, index=cython.int, amount=cython.float)
    cdef void prepare(self) noexcept nogil
    @cython.locals(column=cython.int, total=cython.float)
    cdef double score(self, int choice) noexcept nogil


@cython.locals(relative=cython.int, other=cython.int, share=cython.double)
cdef void write_estimates(Heuristics heuristics, int players, int seat, double *out) noexcept nogil

cdef char *_address(object array)


cdef class Recorder:
    cdef readonly object game
    cdef readonly ObservationSpec spec
    cdef readonly int players, room
    cdef readonly int count
    cdef readonly object observations, estimates, results, leads
    cdef short[:, ::1] seen
    cdef float[:, ::1] estimate_rows
    cdef float[:, ::1] ended
    cdef float[:, ::1] led
    cdef int looking
    cdef double[10] scratch

    @cython.locals(index=cython.int)
    cdef void note(self, State state, int seat, Heuristics heuristics) noexcept nogil
    @cython.locals(relative=cython.int)
    cdef void note_result(self, int seat, double value, double lead) noexcept nogil
    cdef void keep(self) noexcept nogil
