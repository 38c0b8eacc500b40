cimport cython
from zoobox.games.zooloretto_dice.rules cimport DiceState
from zoobox.kernel.heuristics cimport Heuristics
from zoobox.kernel.state cimport State

include "layout.pxi"


cdef class DiceFeatures(Heuristics):
    cdef DiceState s
    cdef int[5] points_now
    cdef int codes, coin_codes, code_pairs
    cdef int of_bonus, of_coins, of_full, of_points, of_pair, of_lead, of_ending, of_left, of_out, of_supply, of_hand, of_load, of_worth, of_marks, of_close, of_place

    cpdef void watch(self, State state)
    cdef double face_worth(self, int seat, int face, int before) noexcept nogil
    cdef double coin_worth(self, int coins) noexcept nogil
    cdef double bonus_hope(self, int seat, int species, int marks) noexcept nogil
    cdef double truck_worth(self, int seat, int truck) noexcept nogil
    cdef bint settles(self) noexcept nogil
    cdef int write_features(self, int seat, int *out) noexcept nogil
    cdef int code(self, int sheet, int species) noexcept nogil
    cdef int write_sheet(self, int seat, int relative, int *out, int count) noexcept nogil
    cdef int write_pairs(self, int seat, int *out, int count) noexcept nogil
    cdef int write_bonuses(self, int seat, int *out, int count) noexcept nogil
    cdef int write_round(self, int seat, int *out, int count) noexcept nogil
    cdef int load_code(self, int truck) noexcept nogil
    cdef int write_worths(self, int other, int relative, int *out, int count) noexcept nogil
    cdef int marks_to_the_end(self, int seat) noexcept nogil
    cdef int close_lead(self, int one, int two) noexcept nogil
    cdef int write_places(self, int seat, int *out, int count) noexcept nogil
    cdef int place_code(self, int seat) noexcept nogil
