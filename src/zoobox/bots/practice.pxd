cimport cython
from zoobox.bots.values cimport Values, address
from zoobox.kernel.heuristics cimport Heuristics
from zoobox.kernel.luck cimport Luck, draw
from zoobox.kernel.state cimport State

include "layout.pxi"


cdef class Practice:
    cdef readonly Values values
    cdef readonly object game
    cdef Heuristics heuristics
    cdef readonly int players
    cdef int explore, length
    cdef public double trace
    cdef State work
    cdef public double square
    cdef public long learned
    cdef object row_store, count_store, best_store, scan_store
    cdef int *rows
    cdef int *counts
    cdef double *best
    cdef int *scan

    @cython.locals(words=cython.p_ulonglong)
    cpdef list play(self, State state, Luck luck, double rate, double direct_rate)
    @cython.locals(mask=cython.int, seat=cython.int, count=cython.int, index=cython.int, moment=cython.int, choice=cython.int)
    cdef void play_out(self, unsigned long long *words) noexcept nogil
    @cython.locals(best=cython.p_double, chosen=cython.int, high=cython.double, index=cython.int, other=cython.int)
    cdef int best_choice(self, int seat, int count, unsigned long long *words) noexcept nogil
    @cython.locals(waiting=cython.int, view=cython.int, rows=cython.p_int)
    cdef void note(self, int moment, int seat) noexcept nogil
    @cython.locals(apart=cython.bint, ended=cython.p_double, target=cython.p_double, moment=cython.int, view=cython.int,
                   first=cython.int, rows=cython.p_int, seat=cython.int, share=cython.double)
    cdef void look_back(self, double rate, double direct_rate) noexcept nogil
