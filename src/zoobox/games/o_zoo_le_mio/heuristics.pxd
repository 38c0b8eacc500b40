cimport cython
from zoobox.games.o_zoo_le_mio.rules cimport ZooState
from zoobox.kernel.heuristics cimport Heuristics
from zoobox.kernel.state cimport State

cdef int ANIMAL_COUNT, ANIMAL_OF, AUCTION, BENCHES, BEST_STARS, BEST_TIME, BIDDING, BLIND_ROW, BUSH_TIME, BUSHES
cdef int BUSHES_OF, COINS, FINISHED, KIND, KIND_ROW, KINDS, LAST_BID, LAST_WINNER, PHASE, STARS_OF, TILE_COUNT, TILES
cdef int YEAR, YEARS
cdef int KEEPING, STAR, BUSH, COIN, COIN_END, INCOME, TILE, DENIAL, UNDERBID, OVERBID, JOINING, PLACING_SCALE, SPREAD
cdef int SPREAD_LEFT, KEY_STEP, KEY_LIMIT
cdef double NEVER


cdef class ZooHeuristics(Heuristics):
    cdef ZooState s
    cdef double fair
    cdef bint has_room

    cpdef void watch(self, State state)
    cpdef void attend(self, State state)
    @cython.locals(key=cython.longlong, seat=cython.int, end=cython.int, piece=cython.int)
    cdef int outcome(self) noexcept nogil
    @cython.locals(total=cython.double, sure=cython.double, year=cython.int)
    cdef double item_worth(self) noexcept nogil
    @cython.locals(total=cython.double, year=cython.int)
    cdef double bench_worth(self) noexcept nogil
    cdef double coin_worth(self) noexcept nogil
    @cython.locals(total=cython.double, item=cython.double, held=cython.double, stars=cython.int, animal=cython.int, left=cython.double, years=cython.int)
    cdef double worth(self, int seat) noexcept nogil
    cdef double spread(self) noexcept nogil
    @cython.locals(kind=cython.int, rival=cython.double, gain=cython.double, other=cython.int)
    cdef void prepare(self, int seat) noexcept nogil
    @cython.locals(row=cython.int, items=cython.double, half=cython.int, animal=cython.int, bushes=cython.int)
    cdef double tile_gain(self, int seat, int kind) noexcept nogil
    @cython.locals(at=cython.int, best=cython.int, time=cython.int, before=cython.int, joined=cython.int, apart=cython.int)
    cdef double visitors_won(self, int seat, int animal, int stars) noexcept nogil
    @cython.locals(before=cython.int, held=cython.int, time=cython.int, after=cython.int)
    cdef double trees_won(self, int seat, int bushes) noexcept nogil
    @cython.locals(fair=cython.double)
    cdef double bid_prior(self, int seat, int coins) noexcept nogil
    cdef double prior(self, int seat, int choice) noexcept nogil
