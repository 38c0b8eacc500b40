cimport cython
from zoobox.games.new_york_zoo.herds cimport Herds
from zoobox.kernel.state cimport State

cdef int ACQUIRE, ACQUIRE_OTHER, ACTIVE, ACTOR, ADD, ADDED, ADD_TO, ALL_MARKERS, ANIMAL, ANIMALS, ARRIVALS
cdef int ATTRACTION, ATTRACTIONS, ATTRACTION_MARK, BONUS, BONUS_IN, BONUS_PASS, BONUS_STEP, BREED, BREEDERS
cdef int BREED_IN, BREED_MORE, BREED_STEP, BUILT, DEAL, DEALT, DEALT_COUNT, DECORATED, ELEPHANT, ENCLOSURE
cdef int ENCLOSURES, FINISHED, FIRST_STEP, FREE_HOUSES, FROM_HOUSE, GAIN, GO, GO_FREELY, HEIGHTS, HOUSED
cdef int INHABITANT, IN_HAND, KEEP, KEEP_ONE, KIND, LARGEST_MARKER, LIMIT, LINES, LINE_BEFORE, LINE_COUNT
cdef int MARKERS, MOVE, NO_ADD, NO_BONUS, NO_BREED, NO_KEEP, NO_OTHER, NO_SECOND, NO_STEP, OPEN, OTHER, PHASE
cdef int PLACE, PLACE_ATTRACTION, PLACE_TILE, POPULATE, POPULATE_MORE, PUT, PUT_IN, PUT_IN_HOUSE, SEATS
cdef int SECOND_STEP, SHOWN, SLOT_AT, SPECIES_COUNT, STEP, TAKE, TAKE_ANIMAL, TILE_STEP, UNLIMITED
cdef int FREE_SPACES_STEP, MOST_CELLS


cdef int after(int space, int spaces) noexcept nogil
@cython.locals(slot=cython.int)
cdef bint is_counted(const unsigned char *d, const unsigned char *t, int space) noexcept nogil


cdef class ZooState(Herds):
    @cython.locals(d=cython.p_uchar, phase=cython.int)
    cdef int seats_waiting(self) noexcept nogil
    @cython.locals(d=cython.p_uchar, phase=cython.int)
    cdef int count_legal(self, int seat) noexcept nogil
    @cython.locals(d=cython.p_uchar)
    cdef int nth_legal(self, int seat, int index) noexcept nogil
    @cython.locals(d=cython.p_uchar, index=cython.int)
    cdef bint is_legal(self, int seat, int choice) noexcept nogil
    cdef void enact(self, int seat, int choice) noexcept nogil
    @cython.locals(acquiring=cython.bint, building=cython.bint, count=cython.int, d=cython.p_uchar, distance=cython.int, space=cython.int)
    cdef int offer_moves(self, int seat) noexcept nogil
    @cython.locals(_=cython.int, acquiring=cython.bint, building=cython.bint, count=cython.int, d=cython.p_uchar, distance=cython.int, marker=cython.int, markers=cython.int, space=cython.int)
    cdef int offer_marker_moves(self, int seat) noexcept nogil
    @cython.locals(slot=cython.int)
    cdef bint may_stop(self, int seat, int space, bint acquiring, bint building) noexcept nogil
    @cython.locals(d=cython.p_uchar, left=cython.int, marker=cython.int, space=cython.int)
    cdef void move(self, int seat, int choice) noexcept nogil
    @cython.locals(d=cython.p_uchar, later=cython.int, place=cython.int)
    cdef void cross(self, int space) noexcept nogil
    @cython.locals(space=cython.int)
    cdef int line_place(self, int species) noexcept nogil
    @cython.locals(d=cython.p_uchar, home=cython.int, kind=cython.int)
    cdef void place(self, int seat, int choice) noexcept nogil
    @cython.locals(d=cython.p_uchar)
    cdef void populate(self, int seat, int choice) noexcept nogil
    @cython.locals(d=cython.p_uchar, shown=cython.int, species=cython.int)
    cdef void take_animal(self, int choice) noexcept nogil
    @cython.locals(d=cython.p_uchar, home=cython.int, record=cython.int, species=cython.int)
    cdef void put(self, int seat, int choice) noexcept nogil
    @cython.locals(d=cython.p_uchar)
    cdef void ask_for_additions(self, int seat, int species) noexcept nogil
    @cython.locals(d=cython.p_uchar, home=cython.int, record=cython.int, species=cython.int)
    cdef void add_from_house(self, int seat, int enclosure) noexcept nogil
    cdef void close_additions(self, int seat) noexcept nogil
    @cython.locals(d=cython.p_uchar, seat=cython.int)
    cdef void settle(self) noexcept nogil
    @cython.locals(d=cython.p_uchar, home=cython.int)
    cdef void keep(self, int seat, int choice) noexcept nogil
    @cython.locals(d=cython.p_uchar)
    cdef void offer_reward(self, int seat) noexcept nogil
    @cython.locals(d=cython.p_uchar, step=cython.int)
    cdef void resume(self, int seat) noexcept nogil
    @cython.locals(d=cython.p_uchar)
    cdef void end_main_action(self, int seat) noexcept nogil
    @cython.locals(d=cython.p_uchar, seat=cython.int)
    cdef void next_breeder(self) noexcept nogil
    @cython.locals(d=cython.p_uchar, line=cython.int)
    cdef void end_line(self) noexcept nogil
    @cython.locals(d=cython.p_uchar)
    cdef void breed(self, int seat, int enclosure) noexcept nogil
    @cython.locals(d=cython.p_uchar)
    cdef void no_breeding(self, int seat) noexcept nogil
    @cython.locals(d=cython.p_uchar, record=cython.int)
    cdef void breed_bonus(self, int seat, int choice) noexcept nogil
    @cython.locals(d=cython.p_uchar, seat=cython.int)
    cdef void end_turn(self) noexcept nogil
    @cython.locals(d=cython.p_uchar, line=cython.int)
    cdef void finish(self) noexcept nogil
    @cython.locals(d=cython.p_uchar)
    cdef int spaces_to_go(self) noexcept nogil
    cdef int points(self, int seat) noexcept nogil
    cdef long long score(self, int seat) noexcept nogil
    cdef double payoff(self, int seat) noexcept nogil
    @cython.locals(d=cython.p_uchar, home=cython.int, index=cython.int)
    cdef void take(self, int seat, int kind) noexcept nogil
    @cython.locals(d=cython.p_uchar, home=cython.int, index=cython.int)
    cdef void next_dealt(self, int seat) noexcept nogil
