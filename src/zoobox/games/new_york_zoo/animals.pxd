from zoobox.games.new_york_zoo.placement cimport Placement
from zoobox.games.new_york_zoo.tables cimport bit, lowest_bit

include "layout.pxi"


cdef class Animals(Placement):
    cdef int animals_of(self, int seat) noexcept nogil
    cdef bint can_acquire(self, int seat) noexcept nogil
    cdef bint can_populate(self, int seat) noexcept nogil
    cdef unsigned long long first_sources(self, int seat) noexcept nogil
    cdef unsigned long long second_sources(self, int seat) noexcept nogil
    cdef unsigned long long species_to_put(self, int seat) noexcept nogil
    cdef bint can_put(self, int seat, int species) noexcept nogil
    cdef unsigned long long takers(self, int seat, int inhabitant) noexcept nogil
    cdef unsigned long long places(self, int seat) noexcept nogil
    cdef unsigned long long additions(self, int seat) noexcept nogil
    cdef unsigned long long breeders(self, int seat) noexcept nogil
    cdef unsigned long long bonus_breeders(self, int seat) noexcept nogil
    cdef bint may_breed_bonus(self, int seat) noexcept nogil
    cdef void build(self, int seat, int kind) noexcept nogil
    cdef void add_animal(self, int seat, int enclosure, int inhabitant) noexcept nogil
    cdef void remove_animal(self, int seat, int enclosure) noexcept nogil
    cdef void empty(self, int seat, int enclosure) noexcept nogil
    cdef void leave_house(self, int home, int species) noexcept nogil
    cdef void count_addition(self, int seat, int enclosure) noexcept nogil
    cdef void forget_additions(self, int seat) noexcept nogil
    cdef void allow_joining(self, int seat, int enclosure) noexcept nogil
    cdef void give_birth(self, int seat, int enclosure) noexcept nogil
    cdef void forget_births(self) noexcept nogil
    cpdef void sort_enclosures(self) noexcept
    cdef void stop_all_joining(self, int seat) noexcept nogil
    cdef void stop_joining(self, int seat, int enclosure) noexcept nogil
