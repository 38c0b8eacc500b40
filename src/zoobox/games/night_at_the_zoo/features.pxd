cimport cython
from zoobox.games.night_at_the_zoo.rules cimport NightState
from zoobox.kernel.heuristics cimport Heuristics
from zoobox.kernel.state cimport State

include "layout.pxi"


cdef class NightFeatures(Heuristics):
    cdef NightState s
    cdef int[34] cost
    cdef int[34] empty
    cdef int[25] walk
    cdef int[25] slide
    cdef int[100] crawl
    cdef int[100] queue
    cdef int[4] standing
    cdef int[4] near_standing
    cdef int[4] held

    cpdef void bind(self, State state)
    cdef int write_features(self, int seat, int *out) noexcept nogil
    @cython.locals(queue=cython.p_int, queued=cython.uint, first=cython.int, last=cython.int, space=cython.int, near=cython.int)
    cdef void measure_ways(self, int block) noexcept nogil
    @cython.locals(missing=cython.bint, cost=cython.int)
    cdef bint is_cheaper(self, int block, int place, int near) noexcept nogil
    cdef void measure_gaits(self, int block) noexcept nogil
    @cython.locals(walk=cython.p_int, queue=cython.p_int, first=cython.int, last=cython.int, space=cython.int, near=cython.int)
    cdef void measure_walks(self, int block) noexcept nogil
    @cython.locals(slide=cython.p_int, moves=cython.int, space=cython.int)
    cdef void measure_slides(self, int block) noexcept nogil
    @cython.locals(at=cython.int, near=cython.int)
    cdef int slide_end(self, int block, int place, int direction) noexcept nogil
    @cython.locals(crawl=cython.p_int, queue=cython.p_int, first=cython.int, last=cython.int, found=cython.int, space=cython.int,
                   near=cython.int, direction=cython.int, other=cython.int, index=cython.int)
    cdef void measure_crawls(self, int block) noexcept nogil
    cdef int moves_home(self, int block, int kind, int place, int facing) noexcept nogil
    cdef int write_figures(self, int block, int left, int *out, int count) noexcept nogil
    cdef int write_figure(self, int block, int figure, int left, int *out, int count) noexcept nogil
    cdef int write_surroundings(self, int block, int kind, int place, int moves, int *out, int count) noexcept nogil
    cdef int write_spaces(self, int block, int left, int *out, int count) noexcept nogil
    cdef int write_tiles(self, int block, int left, int *out, int count) noexcept nogil
    cdef int write_pending(self, int block, int *out, int count) noexcept nogil
    cdef int write_effects(self, int frame, int *out, int count) noexcept nogil
    cdef int write_standing(self, int block, int *out, int count) noexcept nogil
    cdef int at_most(self, int number) noexcept nogil
    cdef int bits(self, int mask) noexcept nogil
