cimport cython
from cpython.buffer cimport PyBUF_WRITE
from cpython.memoryview cimport PyMemoryView_FromMemory
from zoobox.kernel.luck cimport MASK64, Luck, draw, scramble

include "layout.pxi"


cdef inline object writable_view(unsigned char *buffer, Py_ssize_t size):
    return PyMemoryView_FromMemory(<char *> buffer, size, PyBUF_WRITE)


cdef class State:
    cdef readonly object game
    cdef readonly int players, size, choice_count
    cdef public int reveals
    cdef int in_python
    cdef readonly bint exact
    cdef object draws
    cdef public object origin, history
    cdef readonly object tables
    cdef readonly bytearray data
    cdef unsigned char *d
    cdef unsigned long long *w

    cdef void point(self)
    cdef void show(self, object buffer)
    @cython.locals(answer=cython.longlong)
    cdef long long ask(self, int question, int first, int second) noexcept nogil
    @cython.locals(limit=cython.longlong)
    cdef int check_answer(self, int question, long long answer) except -1
    @cython.locals(answer=cython.double)
    cdef double ask_share(self, int question, int seat) noexcept nogil
    cdef void tell(self, int question, int seat, int choice) noexcept nogil
    @cython.final
    cdef int complain(self) except -1
    cdef void use_tables(self)

    cdef int seats_waiting(self) noexcept nogil
    @cython.locals(mask=cython.int)
    cpdef int first_waiting(self) except? -1
    cdef int count_legal(self, int seat) noexcept nogil
    cdef int nth_legal(self, int seat, int index) noexcept nogil
    @cython.locals(index=cython.int)
    cdef bint is_legal(self, int seat, int choice) noexcept nogil
    @cython.locals(index=cython.int)
    cdef void mark_legal(self, int seat, unsigned char *mask) noexcept nogil
    cdef void enact(self, int seat, int choice) noexcept nogil
    cdef int points(self, int seat) noexcept nogil
    cdef int seen_at(self, int observer, int seat) noexcept nogil
    cdef int points_seen(self, int observer, int seat) noexcept nogil
    cdef int turned_up(self) noexcept nogil
    cdef long long score(self, int seat) noexcept nogil
    @cython.locals(mine=cython.longlong, theirs=cython.longlong, sharing=cython.int, other=cython.int)
    cdef double payoff(self, int seat) noexcept nogil
    cdef double reward(self, int seat) noexcept nogil

    cdef int below(self, int n) noexcept nogil
    @cython.locals(last=cython.int, other=cython.int, kept=cython.int)
    cdef void shuffle(self, int start, int count) noexcept nogil
    @cython.locals(rolled=cython.int, last=cython.int, die=cython.int)
    cdef void roll_dice(self, int place, int count, int faces) noexcept nogil
    cdef void turn_up(self, int place, int end) noexcept nogil
    cdef int drawn_number(self, int place, int n) noexcept nogil

    @cython.locals(index=cython.int, count=cython.int)
    cpdef list legal(self, int seat)
    cpdef apply(self, int seat, int choice)
    @cython.locals(copied=State)
    cpdef State copy(self)
    @cython.locals(index=cython.int)
    cdef void copy_from(self, State other) noexcept nogil
    cdef void bind(self, unsigned char *row) noexcept nogil


@cython.locals(seat=cython.int)
cdef int lowest_seat(int mask) noexcept nogil

@cython.locals(words=cython.p_ulonglong, decisions=cython.long, mask=cython.int, seat=cython.int, count=cython.int)
cpdef long play_out(State state, Luck luck, long limit)
