cimport cython
from zoobox.games.new_york_zoo.rules cimport ZooState, after, is_counted
from zoobox.games.new_york_zoo.tables cimport back, bit, both, count_cells, either, forward, has_cells, high_word, low_word, lowest_bit, mask128, wide, without
from zoobox.kernel.heuristics cimport Heuristics
from zoobox.kernel.state cimport State

include "layout.pxi"

cdef double NEVER

cdef mask128 first_cell(mask128 mask) noexcept nogil


cdef class ZooHeuristics(Heuristics):
    cdef ZooState s
    cdef int width
    cdef mask128 inner

    cdef void set_inner(self, unsigned long long high, unsigned long long low)
    cpdef void watch(self, State state)
    cdef double roughness(self, mask128 free) noexcept nogil
    cdef double rough(self, mask128 free, double edge, double hole) noexcept nogil
    @cython.locals(found=cython.int, grown=mask128, piece=mask128, right=mask128, left=mask128, above=mask128, below=mask128)
    cdef int pieces(self, mask128 free) noexcept nogil
    cdef double placement_prior(self, int seat, int choice) noexcept nogil
    cdef double expected_points(self, int seat) noexcept nogil
    cdef double enclosure_worth(self, int record) noexcept nogil
    cdef double spread(self) noexcept nogil
    cdef double prior(self, int seat, int choice) noexcept nogil
    cdef double arrival(self, int home, int enclosure) noexcept nogil
    cdef double birth_prior(self, int home, int enclosure, int weight) noexcept nogil
    cdef double tile_prior(self, int seat, int kind) noexcept nogil
    cdef int room(self, int home) noexcept nogil
    cdef double fullness(self, int home, int enclosure) noexcept nogil
    cdef double reward_prior(self, int seat, int kind) noexcept nogil
    cdef double animal_prior(self, int seat, int species) noexcept nogil
    cdef double move_prior(self, int seat, int choice) noexcept nogil
    cdef double line_worth(self, int seat, int inhabitant) noexcept nogil
    cdef double offspring(self, int seat, int inhabitant) noexcept nogil
    cdef int stage(self) noexcept nogil
    cdef double best_payoff(self) noexcept nogil
    cdef double promise(self) noexcept nogil
    cdef double enclosure_promise(self, int record) noexcept nogil
