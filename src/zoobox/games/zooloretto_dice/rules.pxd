cimport cython
from zoobox.kernel.state cimport State

cdef int ACT, BARN, BONUS, BONUS_OF, CHOICES, COIN, COINS, CRATE, CRATES, DICE, DICE_COUNT, ENCLOSURE, ENDING
cdef int FACE_COUNT, FINISHED, GROUP_AS_POINT, GROUP_REMOVES, GROUPS_AS_POINTS, GROUPS_AT, GROUPS_REMOVING, HAND
cdef int IN_HAND, LOAD, MAX_TRUCKS, OFFICE_SPACES, OUT, OUT_COUNT, PHASE, PLACE, PLACE_DICE, ROLL, ROLLED, ROUND, SEAT, SHEET
cdef int SHEETS, SIZE_OF, SPECIES, STARTER, SUPPLY, TAKE, USE_GROUPS
cdef int BARN_POINTS, BYTE, ENCLOSURES_THAT_END, POINTS_STEP, ROUND_HIGH


cdef class DiceState(State):
    cdef readonly bytes table
    cdef readonly tuple groups
    cdef const unsigned char *t
    cdef readonly int scratch, dice, trucks, round_cap
    cdef readonly bint players_use_groups

    @cython.locals(source=DiceState)
    cdef void adopt(self, State other)
    @cython.locals(d=cython.p_uchar)
    cdef int seats_waiting(self) noexcept nogil
    cdef int count_legal(self, int seat) noexcept nogil
    cdef int nth_legal(self, int seat, int index) noexcept nogil
    @cython.locals(d=cython.p_uchar, offer=cython.int, truck=cython.int)
    cdef int offer_actions(self) noexcept nogil
    @cython.locals(d=cython.p_uchar, offer=cython.int, truck=cython.int, choice=cython.int)
    cdef int offer_placements(self) noexcept nogil
    @cython.locals(count=cython.int, sheet=cython.int, species=cython.int)
    cdef int offer_group_uses(self, int seat) noexcept nogil
    cdef void enact(self, int seat, int choice) noexcept nogil
    @cython.locals(d=cython.p_uchar)
    cdef void roll(self) noexcept nogil
    @cython.locals(d=cython.p_uchar, load=cython.int)
    cdef void place(self, int truck) noexcept nogil
    @cython.locals(d=cython.p_uchar, sheet=cython.int, load=cython.int, first=cython.int, crate=cython.int, face=cython.int)
    cdef void take(self, int seat, int truck) noexcept nogil
    @cython.locals(d=cython.p_uchar, animals=cython.int)
    cdef void enter(self, int sheet, int face) noexcept nogil
    cdef void fill(self, int sheet, int species) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef bint bonus_claimed(self, int species) noexcept nogil
    @cython.locals(full=cython.int, species=cython.int)
    cdef int full_enclosures(self, int sheet) noexcept nogil
    @cython.locals(d=cython.p_uchar, seat=cython.int)
    cdef void pass_turn(self) noexcept nogil
    @cython.locals(d=cython.p_uchar, truck=cython.int, seat=cython.int, sheet=cython.int, crate=cython.int)
    cdef void end_round(self, int last_taker) noexcept nogil
    @cython.locals(d=cython.p_uchar)
    cdef void count_round(self) noexcept nogil
    @cython.locals(d=cython.p_uchar, crate=cython.int)
    cdef void unload(self, int truck) noexcept nogil
    cdef void end_game(self) noexcept nogil
    @cython.locals(sheet=cython.int)
    cdef void use_group(self, int seat, int choice) noexcept nogil
    @cython.locals(mask=cython.int, seat=cython.int, sheet=cython.int)
    cdef int seats_with_groups(self) noexcept nogil
    @cython.locals(groups=cython.int)
    cdef int unused_groups(self, int sheet) noexcept nogil
    @cython.locals(count=cython.int, species=cython.int)
    cdef int barn_animals(self, int sheet) noexcept nogil
    @cython.locals(sheet=cython.int, total=cython.int, species=cython.int, groups=cython.int, barn=cython.int)
    cdef int points(self, int seat) noexcept nogil
    cdef long long score(self, int seat) noexcept nogil
