cimport cython
from zoobox.games.new_york_zoo.puzzle cimport count_bits, mask128
from zoobox.games.new_york_zoo.rules cimport ZooState, after, is_counted
from zoobox.kernel.heuristics cimport Heuristics
from zoobox.kernel.state cimport State

cdef int ADD_TO, ANIMALS, BONUS_IN, BREED_IN, BUILT, ELEPHANT, ENCLOSURE, ENCLOSURES, FREE_HOUSES, FROM, FROM_HOUSE
cdef int GO, GO_FREELY, HOUSED, IN_HAND, INHABITANT, KEEP_ONE, KIND, LINE_BEFORE, NO_ADD, NO_BONUS, NO_BREED, NO_KEEP
cdef int NO_OTHER, NO_SECOND, OFFSET_COUNT, OFFSETS, ORIENTATIONS, PLACE, PUT_IN, PUT_IN_HOUSE, SHOWN, SIZE_OF, SLOT_AT
cdef int SPECIES_COUNT, TAKE, TAKE_ANIMAL, TO_BREED
cdef double NEVER, SOLO_SCALE
cdef int EDGE, HOLE, PROGRESS, BREEDING, HOUSE, TILE, TILE_SIZE, ACQUIRED, MATCH, LINE, LINE_RIVAL, DISTANCE, SPREAD
cdef int SPREAD_LEFT, FIRST_MASK_WORD


cdef class ZooHeuristics(Heuristics):
    cdef ZooState s
    cdef int width
    cdef mask128 inner

    @cython.locals(wide=mask128)
    cdef void set_inner(self, unsigned long long high, unsigned long long low)
    cpdef void watch(self, State state)
    @cython.locals(beside=mask128, below=mask128, near=mask128, edges=cython.int, holes=cython.int)
    cdef double roughness(self, mask128 free) noexcept nogil
    @cython.locals(kind=cython.int, turn=cython.int, anchor=cython.int, one=mask128, taken=mask128, free=mask128, start=cython.int, offset=cython.int)
    cdef double placement_prior(self, int seat, int choice) noexcept nogil
    @cython.locals(home=cython.int, free=mask128, total=cython.double, record=cython.int, species=cython.int, _=cython.int)
    cdef double expected_points(self, int seat) noexcept nogil
    @cython.locals(animals=cython.int, size=cython.int, value=cython.double)
    cdef double enclosure_worth(self, int record) noexcept nogil
    @cython.locals(least=cython.int, seat=cython.int, left=cython.int)
    cdef double spread(self) noexcept nogil
    @cython.locals(home=cython.int)
    cdef double prior(self, int seat, int choice) noexcept nogil
    @cython.locals(record=cython.int)
    cdef double fullness(self, int home, int enclosure) noexcept nogil
    cdef double reward_prior(self, int seat, int kind) noexcept nogil
    @cython.locals(home=cython.int, best=cython.double, value=cython.double, record=cython.int, enclosure=cython.int)
    cdef double animal_prior(self, int seat, int species) noexcept nogil
    @cython.locals(space=cython.int, left=cython.int, steps=cython.int, total=cython.double, slot=cython.int)
    cdef double move_prior(self, int seat, int choice) noexcept nogil
    @cython.locals(total=cython.double, other=cython.int)
    cdef double line_worth(self, int seat, int inhabitant) noexcept nogil
    @cython.locals(home=cython.int, record=cython.int, best=cython.double, second=cython.double, value=cython.double, enclosure=cython.int)
    cdef double offspring(self, int seat, int inhabitant) noexcept nogil
