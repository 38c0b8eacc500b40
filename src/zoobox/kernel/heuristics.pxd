cimport cython
from libc.math cimport exp
from zoobox.kernel.luck cimport draw
from zoobox.kernel.state cimport State

include "layout.pxi"


cdef class Heuristics:
    cdef readonly object game
    cdef readonly int players
    cdef public int deal_limit, feature_count
    cdef public bint choices_known
    cdef int in_python
    cdef public dict weights
    cdef readonly State state
    cdef State next_state
    cdef Heuristics lookahead
    cdef double[48] weight
    cdef double[5] shares
    cdef double[5] expected

    cpdef void watch(self, State state)
    cpdef void bind(self, State state)
    cdef void watch_with_lookahead(self, State state)
    @cython.locals(index=cython.int)
    cdef double look_ahead(self, int seat, int choice) noexcept nogil
    @cython.locals(answer=cython.double)
    cdef double ask(self, int question, int seat, int choice) noexcept nogil
    @cython.final
    cdef int complain(self) except -1
    @cython.locals(answer=cython.int)
    cdef int ask_outcome(self) noexcept nogil
    cdef double expected_points(self, int seat) noexcept nogil
    cdef double spread(self) noexcept nogil
    cdef void prepare_priors(self, int seat) noexcept nogil
    cdef double prior(self, int seat, int choice) noexcept nogil
    @cython.locals(mask=cython.int, seat=cython.int, count=cython.int, key=cython.longlong, index=cython.int)
    cdef int chance_outcome(self) noexcept nogil
    @cython.locals(seat=cython.int, best=cython.double, total=cython.double, spread=cython.double)
    cdef void estimate_shares(self) noexcept nogil
    cdef int stage(self) noexcept nogil
    cdef double best_payoff(self) noexcept nogil
    cdef double promise(self) noexcept nogil
    cdef int write_features(self, int seat, int *out) noexcept nogil
    cdef bint settles(self) noexcept nogil
    @cython.final
    @cython.locals(index=cython.int, best=cython.int, best_score=cython.double, score=cython.double)
    cdef int contest_winner(self, int seat, int count, int entries, unsigned long long *words, int *scan) noexcept nogil
