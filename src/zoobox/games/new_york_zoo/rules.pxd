cimport cython
from zoobox.kernel.state cimport State

cdef extern from *:
    """
    /* A mask of up to 128 cells. */
    typedef unsigned __int128 mask128;

    static inline int count_word(unsigned long long word) {
        word = word - ((word >> 1) & 0x5555555555555555ULL);
        word = (word & 0x3333333333333333ULL) + ((word >> 2) & 0x3333333333333333ULL);
        word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((word * 0x0101010101010101ULL) >> 56);
    }

    static inline int count_bits(mask128 mask) {
        return count_word((unsigned long long)mask) + count_word((unsigned long long)(mask >> 64));
    }

    static inline int nth_bit(mask128 mask, int index) {
        unsigned long long word = (unsigned long long)mask;
        int place = 0, below = count_word(word);
        if (index >= below) { index -= below; place = 64; word = (unsigned long long)(mask >> 64); }
        while (index-- > 0) word &= word - 1;
        return place + __builtin_ctzll(word);
    }
    """
    ctypedef unsigned long long mask128
    int count_bits(mask128 mask) noexcept nogil
    int nth_bit(mask128 mask, int index) noexcept nogil

cdef int ACQUIRE, ACQUIRE_OTHER, ACTIVE, ACTOR, ADD, ADDED, ADD_TO, ALL_MARKERS, ANIMAL, ANIMALS, ARRIVALS
cdef int ATTRACTION, ATTRACTIONS, ATTRACTION_MARK, BONUS, BONUS_IN, BONUS_PASS, BONUS_STEP, BRED, BREED
cdef int BREEDERS, BREED_IN, BREED_MORE, BREED_STEP, BUILT, DEAL, DEALT, DEALT_COUNT, DECORATED, ELEPHANT
cdef int ENCLOSURE, ENCLOSURES, FINISHED, FIRST_STEP, FREE, FREE_HOUSES, FROM, FROM_HOUSE, GAIN, GO, GO_FREELY
cdef int GRID, HEIGHTS, HOUSED, INHABITANT, IN_HAND, KEEP, KEEP_ONE, KIND, LARGEST_MARKER, LIMIT, LINES
cdef int LINE_BEFORE, LINE_COUNT, MARKERS, MOVE, NO_ADD, NO_BONUS, NO_BREED, NO_KEEP, NO_OTHER, NO_SECOND
cdef int NO_STEP, OFFERED, OFFSETS, OFFSET_COUNT, OPEN, ORIENTATIONS, OTHER, PHASE, PLACE, PLACE_ATTRACTION
cdef int PLACE_TILE, POPULATE, POPULATE_MORE, PUT, PUT_IN, PUT_IN_HOUSE, SCRATCH, SEATS, SECOND_STEP, SHOWN
cdef int SIZE_OF, SLOT_AT, SPECIES_COUNT, STACK, STACKS, STEP, TAKE, TAKE_ANIMAL, TILE_STEP, TO_BREED, TURNED
cdef int UNLIMITED, FREE_SPACES_STEP, MOST_CELLS
cdef unsigned long long WORD


cdef class ZooState(State):
    cdef readonly object box
    cdef readonly bytes table, room_words
    cdef readonly list rooms
    cdef const unsigned char *t
    cdef const unsigned long long *r
    cdef readonly int scratch, anchor_words, seat_size, cells, spaces, tiles, kinds, reach, laps
    cdef readonly bint bonus, bonus_by_phase, limit_per_animal, stacks_hidden, lines_by_strip, landing_breeds

    @cython.locals(source=ZooState)
    cdef void adopt(self, State other)
    cdef void point_rooms(self)
    @cython.locals(high=mask128, low=cython.ulonglong)
    cdef mask128 free_mask(self, int seat) noexcept nogil
    @cython.locals(high=mask128, low=cython.ulonglong)
    cdef mask128 room(self, int orientation) noexcept nogil
    @cython.locals(found=mask128, offset=cython.int, orientation=cython.int, start=cython.int)
    cdef mask128 anchors(self, mask128 free, int kind, int turn) noexcept nogil
    @cython.locals(turn=cython.int)
    cdef bint fits(self, mask128 free, int kind) noexcept nogil
    cdef bint is_filled(self, int seat) noexcept nogil
    cdef int at_seat(self, int seat) noexcept nogil
    cdef int top_tile(self, int slot) noexcept nogil
    @cython.locals(enclosure=cython.int, home=cython.int, species=cython.int, total=cython.int)
    cdef int animals_of(self, int seat) noexcept nogil
    @cython.locals(phase=cython.int)
    cdef int seats_waiting(self) noexcept nogil
    @cython.locals(phase=cython.int)
    cdef int count_legal(self, int seat) noexcept nogil
    cdef int nth_legal(self, int seat, int index) noexcept nogil
    @cython.locals(found=mask128, index=cython.int, kind=cython.int, turn=cython.int)
    cdef bint is_legal(self, int seat, int choice) noexcept nogil
    @cython.locals(count=cython.int, found=mask128, free=mask128, kind=cython.int, places=cython.int, turn=cython.int)
    cdef int offer_placements(self, int seat) noexcept nogil
    @cython.locals(found=mask128, turn=cython.int)
    cdef int nth_placement(self, int index) noexcept nogil
    @cython.locals(acquiring=cython.int, building=cython.int, count=cython.int, distance=cython.int, free=mask128, space=cython.int)
    cdef int offer_moves(self, int seat) noexcept nogil
    @cython.locals(_=cython.int, acquiring=cython.int, building=cython.int, count=cython.int, distance=cython.int, free=mask128, marker=cython.int, markers=cython.int, space=cython.int)
    cdef int offer_marker_moves(self, int seat) noexcept nogil
    cdef int after(self, int space) noexcept nogil
    @cython.locals(slot=cython.int)
    cdef bint is_counted(self, int space) noexcept nogil
    @cython.locals(slot=cython.int)
    cdef bint may_stop(self, int space, bint acquiring, bint building, mask128 free) noexcept nogil
    @cython.locals(home=cython.int)
    cdef bint can_acquire(self, int seat) noexcept nogil
    @cython.locals(_=cython.int, home=cython.int, record=cython.int, species=cython.int)
    cdef bint can_populate(self, int seat) noexcept nogil
    @cython.locals(left=cython.int, marker=cython.int, space=cython.int)
    cdef void move(self, int seat, int choice) noexcept nogil
    @cython.locals(later=cython.int, place=cython.int)
    cdef void cross(self, int space) noexcept nogil
    @cython.locals(space=cython.int)
    cdef int line_place(self, int species) noexcept nogil
    @cython.locals(cell=cython.int, home=cython.int, kind=cython.int, mark=cython.int, offset=cython.int, start=cython.int, turn=cython.int)
    cdef void place(self, int seat, int choice) noexcept nogil
    @cython.locals(one=cython.ulonglong, word=cython.int)
    cdef void cover(self, int seat, int cell, int mark) noexcept nogil
    @cython.locals(slot=cython.int)
    cdef void lift_tile(self) noexcept nogil
    @cython.locals(count=cython.int, enclosure=cython.int, home=cython.int, species=cython.int)
    cdef int offer_first_sources(self, int seat) noexcept nogil
    @cython.locals(count=cython.int, enclosure=cython.int, home=cython.int, inhabitant=cython.int, newest=cython.int, record=cython.int)
    cdef int offer_second_sources(self, int seat) noexcept nogil
    @cython.locals(home=cython.int, newest=cython.int, source=cython.int)
    cdef void populate(self, int seat, int choice) noexcept nogil
    @cython.locals(count=cython.int, species=cython.int)
    cdef int offer_animals(self, int seat) noexcept nogil
    @cython.locals(_=cython.int, home=cython.int, record=cython.int)
    cdef bint can_put(self, int seat, int species) noexcept nogil
    @cython.locals(inhabitant=cython.int)
    cdef bint takes_in(self, int record, int species) noexcept nogil
    @cython.locals(count=cython.int, enclosure=cython.int, home=cython.int, species=cython.int)
    cdef int offer_places(self, int seat) noexcept nogil
    @cython.locals(shown=cython.int, species=cython.int)
    cdef void take_animal(self, int choice) noexcept nogil
    @cython.locals(home=cython.int, record=cython.int, species=cython.int)
    cdef void put(self, int seat, int choice) noexcept nogil
    cdef bint may_add(self, int home, int record) noexcept nogil
    @cython.locals(count=cython.int, enclosure=cython.int, home=cython.int)
    cdef int offer_additions(self, int seat) noexcept nogil
    cdef void ask_for_additions(self, int seat) noexcept nogil
    @cython.locals(home=cython.int, record=cython.int)
    cdef void add_from_house(self, int seat, int enclosure) noexcept nogil
    @cython.locals(_=cython.int, record=cython.int)
    cdef void close_additions(self, int seat) noexcept nogil
    @cython.locals(_=cython.int, home=cython.int, record=cython.int, seat=cython.int)
    cdef void settle(self) noexcept nogil
    @cython.locals(home=cython.int)
    cdef void keep(self, int seat, int choice) noexcept nogil
    cdef void offer_reward(self, int seat) noexcept nogil
    @cython.locals(count=cython.int, free=mask128, kind=cython.int)
    cdef int offer_attractions(self, int seat) noexcept nogil
    @cython.locals(step=cython.int)
    cdef void resume(self, int seat) noexcept nogil
    @cython.locals(_=cython.int, record=cython.int)
    cdef void end_main_action(self, int seat) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void next_breeder(self) noexcept nogil
    @cython.locals(_=cython.int, line=cython.int, record=cython.int, seat=cython.int)
    cdef void end_line(self) noexcept nogil
    cdef bint breeds(self, int record) noexcept nogil
    @cython.locals(_=cython.int, record=cython.int)
    cdef bint may_breed(self, int seat) noexcept nogil
    @cython.locals(count=cython.int, enclosure=cython.int, home=cython.int)
    cdef int offer_breeding(self, int seat) noexcept nogil
    cdef void breed(self, int seat, int enclosure) noexcept nogil
    cdef void no_breeding(self, int seat) noexcept nogil
    @cython.locals(record=cython.int)
    cdef void give_birth(self, int seat, int enclosure) noexcept nogil
    cdef bint gets_bonus(self, int record) noexcept nogil
    @cython.locals(_=cython.int, bred=cython.int, record=cython.int, target=cython.int)
    cdef bint may_breed_bonus(self, int seat) noexcept nogil
    @cython.locals(count=cython.int, enclosure=cython.int, home=cython.int)
    cdef int offer_bonus(self, int seat) noexcept nogil
    cdef void breed_bonus(self, int seat, int choice) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void end_turn(self) noexcept nogil
    @cython.locals(line=cython.int)
    cdef void finish(self) noexcept nogil
    cdef int spaces_to_go(self) noexcept nogil
    cdef int points(self, int seat) noexcept nogil
    cdef long long score(self, int seat) noexcept nogil
    cdef double payoff(self, int seat) noexcept nogil
    @cython.locals(mask=cython.int, seat=cython.int)
    cdef int seats_with_dealt_tiles(self) noexcept nogil
    @cython.locals(count=cython.int, home=cython.int, index=cython.int, kind=cython.int)
    cdef int offer_dealt(self, int seat) noexcept nogil
    @cython.locals(home=cython.int, index=cython.int)
    cdef void take(self, int seat, int kind) noexcept nogil
    @cython.locals(later=cython.int)
    cdef void drop_dealt(self, int home, int index) noexcept nogil
    @cython.locals(free=mask128, home=cython.int, index=cython.int)
    cdef void next_dealt(self, int seat) noexcept nogil
    cdef void enact(self, int seat, int choice) noexcept nogil
