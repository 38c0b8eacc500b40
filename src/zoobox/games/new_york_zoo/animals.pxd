from zoobox.games.new_york_zoo.placement cimport Placement

include "layout.pxi"



cdef bint has_room(const unsigned char *d, const unsigned char *t, int record) noexcept nogil
cdef bint takes_in(const unsigned char *d, int record, int inhabitant, int most) noexcept nogil
cdef bint may_join(const unsigned char *d, const unsigned char *t, int home, int record, int most) noexcept nogil
cdef bint breeds(const unsigned char *d, int record) noexcept nogil
cdef bint gets_bonus(const unsigned char *d, int record) noexcept nogil


cdef class Animals(Placement):
    cdef int animals_of(self, int seat) noexcept nogil
    cdef bint can_acquire(self, int seat) noexcept nogil
    cdef bint can_populate(self, int seat) noexcept nogil
    cdef int offer_first_sources(self, int seat) noexcept nogil
    cdef int offer_second_sources(self, int seat) noexcept nogil
    cdef int move_in(self, int seat, int choice) noexcept nogil
    cdef int offer_animals(self, int seat) noexcept nogil
    cdef bint can_put(self, int seat, int species) noexcept nogil
    cdef int offer_places(self, int seat) noexcept nogil
    cdef int offer_additions(self, int seat) noexcept nogil
    cdef void forget_additions(self, int seat) noexcept nogil
    cdef void close_house_doors(self, int seat) noexcept nogil
    cdef bint empty_full_enclosure(self, int seat) noexcept nogil
    cdef bint may_breed(self, int seat) noexcept nogil
    cdef int offer_breeding(self, int seat) noexcept nogil
    cdef void give_birth(self, int seat, int enclosure) noexcept nogil
    cdef bint may_breed_bonus(self, int seat) noexcept nogil
    cdef int offer_bonus(self, int seat) noexcept nogil
    cdef void forget_births(self) noexcept nogil
