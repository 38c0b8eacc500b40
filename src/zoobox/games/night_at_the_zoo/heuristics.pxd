cimport cython
from zoobox.games.night_at_the_zoo.rules cimport NightState
from zoobox.kernel.heuristics cimport Heuristics
from zoobox.kernel.state cimport State

cdef int BLOCK, BLOCKS, BONUS, BONUS_IN_HAND, BONUSES, BUTTERFLY, CHEETAH, COVER, DEPTH, DISCOVER, DISCOVERIES, DRAFT
cdef int DRAFTED, DRAFTING, EFFECTS, ENTRANCE, FIGURES, FOOD_POINTS, FRAME, FRAMES, HOME, HOME_POINTS, KIND, LAST_DRAFT
cdef int MARKET, MOVEMENT, MOVES, NEXT, NOWHERE, PENGUIN, PHASE, PLACE, POINTS, POLLEN_POINTS, ROUND_MOVE, SECOND_TILE
cdef int SLOTH, SNAKE, SPACES, SPECIAL, STOP, SYMBOL, TAKE, TILE_FOOD, TILE_SYMBOLS, TRAIT, UNDISCOVERED, USE, WAREHOUSE
cdef int WAREHOUSE_SPACES, ZOO, OF_PAIR, OF_SPACE, OF_TILE, PAIR_BONUS, SPACE_ACTIONS, SPACE_PAIR
cdef int REACH, EMPTY, FOUND, STORED, MOVE, DISCOVERED, BONUS_WORTH, COVERED, FOOD_HOPE, PENGUIN_GAIT, CHEETAH_GAIT
cdef int SNAKE_GAIT, SLOTH_GAIT, SPREAD, SPREAD_LEFT, PER_POINT, KEY_STEP
cdef double FAR, GREAT


cdef class NightHeuristics(Heuristics):
    cdef NightState s
    cdef double[25] far

    cpdef void watch(self, State state)
    cpdef void attend(self, State state)
    @cython.locals(key=cython.longlong, slot=cython.int)
    cdef int outcome(self) noexcept nogil
    @cython.locals(space=cython.int, direction=cython.int, near=cython.int, best=cython.double, way=cython.double, changed=cython.bint)
    cdef void measure(self, int block) noexcept nogil
    @cython.locals(place=cython.int, way=cython.double, kind=cython.int)
    cdef double distance(self, int block, int figure) noexcept nogil
    @cython.locals(direction=cython.int, near=cython.int)
    cdef double from_entrance(self, int block, int place) noexcept nogil
    @cython.locals(kind=cython.int, pollen=cython.int, home=cython.int, other=cython.int)
    cdef double home_worth(self, int block, int figure) noexcept nogil
    @cython.locals(block=cython.int, left=cython.double, total=cython.double, reach=cython.double, figure=cython.int, place=cython.int, ratio=cython.double, chance=cython.double, slot=cython.int)
    cdef double worth(self, int seat) noexcept nogil
    @cython.locals(first=cython.double, second=cython.double)
    cdef double tile_worth(self, int block, int tile, double left) noexcept nogil
    @cython.locals(symbol=cython.int, number=cython.int)
    cdef double symbol_worth(self, int shown, double left) noexcept nogil
    @cython.locals(foods=cython.int, different=cython.int, space=cython.int, food=cython.int, step=cython.double)
    cdef double food_worth(self, int block, int tile) noexcept nogil
    @cython.locals(total=cython.double, depth=cython.int, frame=cython.int, asked=cython.int, number=cython.int)
    cdef double pending_worth(self, int block, double left) noexcept nogil
    @cython.locals(pending=cython.int, space=cython.int, total=cython.double)
    cdef double effects_worth(self, int block, int frame, double left) noexcept nogil
    @cython.locals(count=cython.int)
    cdef int bits(self, int mask) noexcept nogil
    cdef double spread(self) noexcept nogil
    @cython.locals(block=cython.int, left=cython.double, value=cython.double)
    cdef double prior(self, int seat, int choice) noexcept nogil
