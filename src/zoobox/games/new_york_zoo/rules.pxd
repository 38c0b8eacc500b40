cimport cython
from zoobox.games.new_york_zoo.animals cimport Animals
from zoobox.games.new_york_zoo.tables cimport bit, count_bits, count_cells, lowest_bit, nth_bit
from zoobox.kernel.state cimport State

include "layout.pxi"


cdef int after(int space, int spaces) noexcept nogil
cdef bint is_counted(const unsigned char *d, const unsigned char *t, int space) noexcept nogil


@cython.final
cdef class ZooState(Animals):
    cdef unsigned long long offered(self, int seat) noexcept nogil
    cdef unsigned long long moves(self, int seat) noexcept nogil
    cdef unsigned long long marker_moves(self, int seat) noexcept nogil
    cdef bint may_stop(self, int seat, int space, bint acquiring, bint building) noexcept nogil
    cdef void move(self, int seat, int choice) noexcept nogil
    cdef void cross(self, int space) noexcept nogil
    cdef void place(self, int seat, int choice) noexcept nogil
    cdef void populate(self, int seat, int choice) noexcept nogil
    cdef void take_animal(self, int choice) noexcept nogil
    cdef void put(self, int seat, int choice) noexcept nogil
    cdef void ask_for_additions(self, int seat, int species) noexcept nogil
    cdef void add_from_house(self, int seat, int enclosure) noexcept nogil
    cdef void close_additions(self, int seat) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef void keep(self, int seat, int choice) noexcept nogil
    cdef void offer_reward(self, int seat) noexcept nogil
    cdef void resume(self, int seat) noexcept nogil
    cdef void end_main_action(self, int seat) noexcept nogil
    cdef void next_breeder(self) noexcept nogil
    cdef void end_line(self) noexcept nogil
    cdef void breed(self, int seat, int enclosure) noexcept nogil
    cdef void no_breeding(self, int seat) noexcept nogil
    cdef void breed_bonus(self, int seat, int choice) noexcept nogil
    cdef void end_turn(self) noexcept nogil
    cdef void finish(self) noexcept nogil
    cdef void forget_lines(self) noexcept nogil
    cdef bint is_last_turn(self) noexcept nogil
    cdef bint is_past_the_end(self) noexcept nogil
    cdef bint may_breed_this_turn(self) noexcept nogil
    cdef int spaces_to_go(self) noexcept nogil
    cdef int spaces_that_count(self) noexcept nogil
    cdef void take(self, int seat, int kind) noexcept nogil
    cdef void next_dealt(self, int seat) noexcept nogil
