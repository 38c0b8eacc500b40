cimport cython
from zoobox.games.new_york_zoo.puzzle cimport Puzzle

cdef int ADDED, ADD_TO, ANIMAL, ANIMALS, BONUS_IN, BRED, BREED_IN, BUILT, ENCLOSURE, ENCLOSURES, FREE_HOUSES
cdef int FROM, FROM_HOUSE, GAIN, HOUSED, INHABITANT, KIND, LINES, NO_ADD, NO_BONUS, NO_BREED, NO_SECOND, OPEN
cdef int PUT_IN, PUT_IN_HOUSE, SEATS, SIZE_OF, SPECIES_COUNT, TAKE_ANIMAL, TO_BREED


cdef bint has_room(const unsigned char *d, const unsigned char *t, int record) noexcept nogil
cdef bint takes_in(const unsigned char *d, int record, int inhabitant, int most) noexcept nogil
cdef bint may_join(const unsigned char *d, const unsigned char *t, int home, int record, int most) noexcept nogil
cdef bint breeds(const unsigned char *d, int record) noexcept nogil
cdef bint gets_bonus(const unsigned char *d, int record) noexcept nogil


cdef class Herds(Puzzle):
    @cython.locals(d=cython.p_uchar, enclosure=cython.int, home=cython.int, species=cython.int, total=cython.int)
    cdef int animals_of(self, int seat) noexcept nogil
    @cython.locals(d=cython.p_uchar, home=cython.int)
    cdef bint can_acquire(self, int seat) noexcept nogil
    @cython.locals(_=cython.int, d=cython.p_uchar, home=cython.int, record=cython.int, species=cython.int)
    cdef bint can_populate(self, int seat) noexcept nogil
    @cython.locals(count=cython.int, d=cython.p_uchar, enclosure=cython.int, home=cython.int, species=cython.int)
    cdef int offer_first_sources(self, int seat) noexcept nogil
    @cython.locals(count=cython.int, d=cython.p_uchar, enclosure=cython.int, home=cython.int, inhabitant=cython.int, newest=cython.int, record=cython.int)
    cdef int offer_second_sources(self, int seat) noexcept nogil
    @cython.locals(d=cython.p_uchar, home=cython.int, newest=cython.int, source=cython.int)
    cdef int move_in(self, int seat, int choice) noexcept nogil
    @cython.locals(count=cython.int, species=cython.int)
    cdef int offer_animals(self, int seat) noexcept nogil
    @cython.locals(_=cython.int, d=cython.p_uchar, home=cython.int, record=cython.int)
    cdef bint can_put(self, int seat, int species) noexcept nogil
    @cython.locals(count=cython.int, d=cython.p_uchar, enclosure=cython.int, home=cython.int, inhabitant=cython.int)
    cdef int offer_places(self, int seat) noexcept nogil
    @cython.locals(count=cython.int, d=cython.p_uchar, enclosure=cython.int, home=cython.int)
    cdef int offer_additions(self, int seat) noexcept nogil
    @cython.locals(_=cython.int, d=cython.p_uchar, record=cython.int)
    cdef void forget_additions(self, int seat) noexcept nogil
    @cython.locals(_=cython.int, d=cython.p_uchar, record=cython.int)
    cdef void close_house_doors(self, int seat) noexcept nogil
    @cython.locals(_=cython.int, d=cython.p_uchar, home=cython.int, record=cython.int)
    cdef bint empty_full_enclosure(self, int seat) noexcept nogil
    @cython.locals(_=cython.int, d=cython.p_uchar, record=cython.int)
    cdef bint may_breed(self, int seat) noexcept nogil
    @cython.locals(count=cython.int, d=cython.p_uchar, enclosure=cython.int, home=cython.int)
    cdef int offer_breeding(self, int seat) noexcept nogil
    @cython.locals(d=cython.p_uchar, record=cython.int)
    cdef void give_birth(self, int seat, int enclosure) noexcept nogil
    @cython.locals(_=cython.int, bred=cython.bint, d=cython.p_uchar, record=cython.int, target=cython.bint)
    cdef bint may_breed_bonus(self, int seat) noexcept nogil
    @cython.locals(count=cython.int, d=cython.p_uchar, enclosure=cython.int, home=cython.int)
    cdef int offer_bonus(self, int seat) noexcept nogil
    @cython.locals(_=cython.int, d=cython.p_uchar, record=cython.int, seat=cython.int)
    cdef void forget_births(self) noexcept nogil
