from zoobox.games.zooloretto_dice.features cimport DiceFeatures

include "layout.pxi"


cdef class DiceHeuristics(DiceFeatures):
    cdef int chance_outcome(self) noexcept nogil
    cdef double best_truck(self, int seat, int besides) noexcept nogil
    cdef double expected_points(self, int seat) noexcept nogil
    cdef double spread(self) noexcept nogil
    cdef double prior(self, int seat, int choice) noexcept nogil
    cdef double roll_prior(self, int seat) noexcept nogil
    cdef double left_behind(self, int seat, int truck) noexcept nogil
    cdef int next_seat(self, int seat) noexcept nogil
    cdef double place_prior(self, int seat, int truck) noexcept nogil
    cdef double after_rival(self, int seat, int other) noexcept nogil
