cimport cython
from libc.math cimport exp, log
from zoobox.kernel.heuristics cimport Heuristics
from zoobox.kernel.luck cimport GOLDEN, Luck, draw
from zoobox.kernel.state cimport State

include "layout.pxi"


cdef double LEAST_SHARE


cdef class Values:
    cdef readonly object game
    cdef readonly int players, features, outputs, width, middle
    cdef readonly bint boards_apart
    cdef readonly double points_of_payoff
    cdef public int samples
    cdef public bint own_points
    cdef readonly Heuristics heuristics
    cdef State after
    cdef readonly object stored
    cdef object work_store, row_store, before_store, judged_store, judgement_store
    cdef unsigned long long lessons
    cdef unsigned long long *judged
    cdef double *judgements
    cdef int words
    cdef unsigned long long *before
    cdef float *table
    cdef float *direct
    cdef float *bias1
    cdef float *matrix2
    cdef float *bias2
    cdef float *matrix3
    cdef float *bias3
    cdef float *hidden
    cdef float *inner
    cdef float *hidden_error
    cdef float *inner_error
    cdef float *out
    cdef int *rows
    cdef double[5] shares
    cdef double[5] found
    cdef double[25] best

    cdef void bind_arrays(self)
    @cython.locals(width=cython.int, middle=cython.int, outputs=cython.int, column=cython.int, index=cython.int, seat=cython.int,
                   first=cython.long, amount=cython.float, hidden=cython.p_float, inner=cython.p_float,
                   out=cython.p_float, table=cython.p_float, direct=cython.p_float, matrix2=cython.p_float)
    cdef void run(self, int *rows, int count) noexcept nogil
    @cython.locals(seat=cython.int, best=cython.double, total=cython.double)
    cdef void soften(self) noexcept nogil
    cdef double points(self, State state, Heuristics heuristics, int seat) noexcept nogil
    cdef void judge(self, State state, Heuristics heuristics) noexcept nogil
    @cython.locals(seat=cython.int, first=cython.int, waiting=cython.int, best=cython.double, total=cython.double, spread=cython.double)
    cdef void judge_at_once(self, State state, Heuristics heuristics) noexcept nogil
    @cython.locals(mark=cython.ulonglong, index=cython.int, place=cython.int, seat=cython.int)
    cdef void judge_once(self, State state, Heuristics heuristics) noexcept nogil
    @cython.locals(waiting=cython.int, seat=cython.int, count=cython.int, kept=cython.int, rest=cython.int, index=cython.int, best=cython.int, high=cython.double, number=cython.int, other=cython.int)
    cdef void settle(self, State state, Heuristics heuristics, int depth) noexcept nogil
    cpdef void watch(self, State state)
    @cython.locals(other=cython.int, total=cython.int, done=cython.int, index=cython.int, reveals=cython.int, high=cython.ulonglong, low=cython.ulonglong)
    cdef void look_ahead(self, State state, int seat, int choice, unsigned long long *words) noexcept nogil
    cdef double appeal(self, int seat) noexcept nogil
    @cython.locals(width=cython.int, middle=cython.int, outputs=cython.int, column=cython.int, index=cython.int, seat=cython.int,
                   first=cython.long, amount=cython.float, total=cython.float, error=cython.float, square=cython.double,
                   hidden=cython.p_float, inner=cython.p_float, hidden_error=cython.p_float, inner_error=cython.p_float, table=cython.p_float, matrix2=cython.p_float)
    cdef double learn(self, int *rows, int count, double *target, float rate, float direct_rate) noexcept nogil


cdef int *_ints(object array)
cdef double *_doubles(object array)
cdef char *address(object array)
