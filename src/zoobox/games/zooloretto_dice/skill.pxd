cimport cython
from zoobox.games.zooloretto_dice.rules cimport DiceState
from zoobox.kernel.skill cimport Skill
from zoobox.kernel.state cimport State

cdef int BARN, BONUS, BONUS_OF, COIN, COINS, CRATE, CRATES, ENCLOSURE, GROUP_AS_POINT, GROUP_REMOVES, GROUPS_AT, HAND
cdef int IN_HAND, LOAD, MAX_TRUCKS, OFFICE_SPACES, OUT, OUT_COUNT, PHASE, PLACE, PLACE_DICE, ROLL, SHEET, SHEETS
cdef int SIZE_OF, SPECIES, SUPPLY, TAKE
cdef int MARK, BONUS_SHARE, BONUS_LEAD, BARN_RISK, BARN_COVERED, COIN_WORTH, GROUP_WORTH, PATIENCE, PATIENCE_DICE
cdef int DENIAL, TRUCK_HOPE, SPREAD, SPREAD_LEFT


cdef class DiceSkill(Skill):
    cdef DiceState s

    cpdef void watch(self, State state)
    cdef int outcome(self) noexcept nogil
    @cython.locals(sheet=cython.int, marks=cython.int, size=cython.int)
    cdef double face_worth(self, int seat, int face, int before) noexcept nogil
    cdef double coin_worth(self, int coins) noexcept nogil
    @cython.locals(size=cython.int, bonus=cython.int, rival=cython.int, other=cython.int, lead=cython.double, hope=cython.double)
    cdef double bonus_hope(self, int seat, int species, int marks) noexcept nogil
    @cython.locals(total=cython.double, start=cython.int, crate=cython.int, face=cython.int, before=cython.int, earlier=cython.int)
    cdef double truck_worth(self, int seat, int truck) noexcept nogil
    @cython.locals(best=cython.double, truck=cython.int, worth=cython.double)
    cdef double best_truck(self, int seat, int besides) noexcept nogil
    @cython.locals(sheet=cython.int, total=cython.double, species=cython.int, marks=cython.int)
    cdef double worth(self, int seat) noexcept nogil
    @cython.locals(least=cython.int, seat=cython.int, left=cython.int, species=cython.int)
    cdef double spread(self) noexcept nogil
    cdef double prior(self, int seat, int choice) noexcept nogil
    cdef double roll_prior(self, int seat) noexcept nogil
    cdef double left_behind(self, int seat, int truck) noexcept nogil
    @cython.locals(other=cython.int, _=cython.int)
    cdef int next_seat(self, int seat) noexcept nogil
    @cython.locals(load=cython.int, kept=cython.int, other=cython.int, value=cython.double)
    cdef double place_prior(self, int seat, int truck) noexcept nogil
    @cython.locals(best=cython.int, best_score=cython.double, truck=cython.int, score=cython.double)
    cdef double after_rival(self, int seat, int other) noexcept nogil
