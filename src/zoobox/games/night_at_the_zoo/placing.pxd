cimport cython
from zoobox.games.night_at_the_zoo.figures cimport BoardState
from zoobox.kernel.state cimport State

cdef int BLOCK, BLOCKS, BONUSES, BONUS_IN_HAND, BONUS_TERRAIN, BONUS_TILE, CHEETAH, CHOOSE_SYMBOL, COVER, DEEDS
cdef int DEPTH, DISCARD, DISCOVER, DISCOVERIES, DISCOVER_SHOWN, DRAFTED, EFFECTS, FIGURE, FIGURES, FIND, FINISH
cdef int FIRST_EFFECT, FRAME, FRAMES, FROM_BONUS, GAINED, HOME, KIND, MOVEMENT, MOVES, OF_PAIR, OF_SPACE
cdef int OF_TILE, PAIR_BONUS, PAIR_OTHER, PHASE, PLACE, POINTS, PUT, ROUND_MOVE, ROUND_MOVES, SECOND_TILE, SPACE
cdef int SPACES, SPACE_ACTIONS, SPACE_CONDITION, SPACE_PAIR, SPECIAL, STOP, STORE, SUPPLY, SYMBOL, TERRAIN_COUNT
cdef int TILE_SYMBOLS, TILE_TERRAIN, TRAIT, TURN_TO, UNDISCOVERED, USE, WAKE, WAREHOUSE, WAREHOUSE_SPACES, ZOO
cdef int ALL_FIGURES


cdef class PlacementState(BoardState):
    cdef readonly bint forced_round_moves, bonus_tiles_return, one_action_of_space

    @cython.locals(source=PlacementState)
    cdef void adopt(self, State other)
    @cython.locals(d=cython.p_uchar, depth=cython.int, frame=cython.int, asked=cython.int)
    cdef int offer(self, int block) noexcept nogil
    @cython.locals(d=cython.p_uchar, count=cython.int, slot=cython.int)
    cdef int offer_uses(self, int block) noexcept nogil
    @cython.locals(d=cython.p_uchar)
    cdef int offer_ways(self, int block, int source, int count) noexcept nogil
    @cython.locals(d=cython.p_uchar, space=cython.int)
    cdef bint has_empty_space(self, int block) noexcept nogil
    @cython.locals(d=cython.p_uchar, at=cython.int, space=cython.int)
    cdef int offer_spaces(self, int block) noexcept nogil
    @cython.locals(count=cython.int, effect=cython.int)
    cdef int offer_effects(self, int left) noexcept nogil
    @cython.locals(shown=cython.int, one=cython.int, other=cython.int)
    cdef int offer_symbols(self, int frame) noexcept nogil
    cdef int symbols_of(self, int frame) noexcept nogil
    @cython.locals(d=cython.p_uchar, count=cython.int, figure=cython.int)
    cdef int offer_undiscovered(self, int block) noexcept nogil
    @cython.locals(count=cython.int, terrain=cython.int)
    cdef int offer_terrains(self) noexcept nogil
    @cython.locals(block=cython.int, frame=cython.int)
    cdef void act(self, int seat, int choice) noexcept nogil
    cdef void finish(self, int seat) noexcept nogil
    @cython.locals(d=cython.p_uchar, frame=cython.int)
    cdef void push(self, int block, int asked, int first, int second, int third) noexcept nogil
    @cython.locals(d=cython.p_uchar, frame=cython.int)
    cdef void pop(self, int block) noexcept nogil
    @cython.locals(d=cython.p_uchar, frame=cython.int)
    cdef void settle(self, int seat, int block) noexcept nogil
    @cython.locals(d=cython.p_uchar, asked=cython.int, left=cython.int)
    cdef bint is_question(self, int block, int frame) noexcept nogil
    @cython.locals(d=cython.p_uchar, tile=cython.int)
    cdef void use(self, int block, int source, int way) noexcept nogil
    @cython.locals(terrain=cython.int, figures=cython.int)
    cdef void discard(self, int block, int tile) noexcept nogil
    @cython.locals(t=cython.p_const_uchar, effects=cython.int, pair=cython.int)
    cdef void cover(self, int block, int tile, int space) noexcept nogil
    cdef int unless_points(self, int block, int shown, int effect) noexcept nogil
    @cython.locals(condition=cython.int)
    cdef bint meets_condition(self, int tile, int space) noexcept nogil
    @cython.locals(other=cython.int)
    cdef bint completes_pair(self, int block, int tile, int space) noexcept nogil
    @cython.locals(d=cython.p_uchar, t=cython.p_const_uchar, tile=cython.int, space=cython.int)
    cdef void resolve(self, int block, int frame, int effect) noexcept nogil
    @cython.locals(shown=cython.int)
    cdef void resolve_symbol(self, int block, int frame, int symbol) noexcept nogil
    @cython.locals(symbol=cython.int, number=cython.int)
    cdef void perform(self, int block, int shown) noexcept nogil
    cdef void discover(self, int block, int frame, int figure) noexcept nogil
    cdef void take_bonus_tile(self, int block, int frame, int terrain) noexcept nogil
    @cython.locals(d=cython.p_uchar, asked=cython.int)
    cdef void move(self, int block, int frame, int figure, int deed) noexcept nogil
