cimport cython
from zoobox.kernel.heuristics cimport Heuristics
from zoobox.kernel.luck cimport MASK64, Luck, draw
from zoobox.kernel.state cimport State

include "layout.pxi"


cdef class Planner:
    cdef readonly State work
    cdef readonly Heuristics heuristics
    cdef Luck luck
    cdef readonly int size, contest, ways, playouts, room, best_length, moves, next_stage
    cdef readonly long explored
    cdef double patience
    cdef readonly double best_value
    cdef bytearray position_store, loaded_store, line_store, length_store, heap_store, promise_store, count_store, known_store
    cdef bytearray scan_store, played_store, best_store
    cdef unsigned char *positions
    cdef unsigned char *loaded
    cdef int *lines
    cdef int *lengths
    cdef int *heaps
    cdef double *promises
    cdef int *counts
    cdef unsigned long long *known
    cdef int *scan
    cdef int *played
    cdef int *best

    cdef void bind_arrays(self)
    @cython.locals(stage=cython.int, row=cython.int, place=cython.int)
    cpdef void reset(self, State state)
    cdef void set_start(self, State state)
    @cython.locals(length=cython.int, count=cython.int, index=cython.int, matches=cython.bint)
    cdef bint shorten(self, int row, list taken)
    @cython.locals(_=cython.int, left=cython.bint)
    cpdef bint explore(self, int count, Luck luck) except -1
    @cython.locals(_=cython.int, stage=cython.int)
    cdef bint explore_next(self) noexcept nogil
    @cython.locals(row=cython.int, start=cython.int, count=cython.int, first=cython.int, way=cython.int)
    cdef void play_from(self, int stage) noexcept nogil
    @cython.locals(index=cython.int)
    cdef void load(self, long row) noexcept nogil
    @cython.locals(index=cython.int)
    cdef void go_back(self, int moves) noexcept nogil
    @cython.locals(count=cython.int)
    cdef void play_turn(self, int choice) noexcept nogil
    @cython.locals(count=cython.int)
    cdef void play_to_the_end(self) noexcept nogil
    cdef void make(self, int choice) noexcept nogil
    @cython.locals(entries=cython.int)
    cdef int draw_choice(self, int count) noexcept nogil
    @cython.locals(value=cython.double, index=cython.int)
    cdef void keep_line(self) noexcept nogil
    @cython.locals(stage=cython.int, count=cython.int, place=cython.int, row=cython.long, index=cython.int, promise=cython.double)
    cdef void keep_position(self) noexcept nogil
    @cython.locals(mark=cython.ulonglong, index=cython.int, place=cython.int)
    cdef bint was_known(self) noexcept nogil
    @cython.locals(half=cython.int, first=cython.int, poorest=cython.int, place=cython.int, _=cython.int)
    cdef int poor_place(self, int stage) noexcept nogil
    @cython.locals(first=cython.int, last=cython.int)
    cdef void remove_first(self, int stage) noexcept nogil
    @cython.locals(first=cython.int, above=cython.int)
    cdef void sift_up(self, int stage, int place) noexcept nogil
    @cython.locals(first=cython.int, count=cython.int, below=cython.int)
    cdef void sift_down(self, int stage, int place) noexcept nogil
    @cython.locals(row=cython.int)
    cdef void swap(self, int place, int other) noexcept nogil
