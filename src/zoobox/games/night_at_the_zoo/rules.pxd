cimport cython
from zoobox.games.night_at_the_zoo.figures cimport BoardState
from zoobox.kernel.state cimport State

cdef int ACTION_TILES, ANIMALS, ANIMAL_SLOT, BEFORE, BLOCK, BLOCKS, BOARD, BONUSES, BONUS_COUNT, BONUS_IN_HAND
cdef int BONUS_TERRAIN, BONUS_TILE, CHEETAH, CHOOSE_SYMBOL, COVER, DECK, DECK_TOP, DEEDS, DEPTH, DISCARD
cdef int DISCOVER, DISCOVERIES, DISCOVER_SHOWN, DRAFT, DRAFTED, DRAFTING, DRAFTS_IN_ROUND, EFFECTS, FIGURE
cdef int FIGURES, FIND, FINISH, FINISHED, FIRST, FIRST_EFFECT, FRAME, FRAMES, FROM_BONUS, GAINED, HOME, KIND
cdef int LAST_DRAFT, LEAST_MOONS, LEFTOVER, LEO, LEO_LAST, LEO_PILE, LEO_SHOWN, MARKET, MOONS, MOVEMENT, MOVES
cdef int NO_TERRAIN, OF_PAIR, OF_SPACE, OF_TILE, PAIR_BONUS, PAIR_OTHER, PHASE, PLACE, PLACEMENT, POINTS, PUT
cdef int ROUND_MOVE, ROUND_MOVES, SECOND_TILE, SETUP, SETUP_LETTER, SETUP_START, SETUP_TILES, SLOTS
cdef int SOLO_PRIORITY, SOLO_SHUFFLE, SOLO_TILES, SPACE, SPACES, SPACE_ACTIONS, SPACE_CONDITION, SPACE_PAIR
cdef int SPECIAL, STOP, STORE, SUPPLY, SYMBOL, TAKE, TAKEN, TERRAIN_COUNT, TILE_SYMBOLS, TILE_TERRAIN, TRAIT
cdef int TURN, TURN_TO, UNDISCOVERED, USE, WAITING, WAKE, WAREHOUSE, WAREHOUSE_SPACES, WORD, ZOO, ALL_FIGURES
cdef int POINTS_STEP, GREAT_SOLO


cdef class NightState(BoardState):
    cdef readonly int drafters, market_size
    cdef readonly bint solo, forced_round_moves, bonus_tiles_return, one_action_of_space

    @cython.locals(source=NightState)
    cdef void adopt(self, State other)
    @cython.locals(terrain=cython.int, tile=cython.int, seat=cython.int)
    cdef void set_up(self, int first) noexcept nogil
    @cython.locals(moons=cython.int, kind=cython.int, slot=cython.int)
    cdef void draw_animals(self) noexcept nogil
    @cython.locals(letter=cython.int, figure=cython.int)
    cdef void take_setup_tile(self, int block, int tile) noexcept nogil
    @cython.locals(slot=cython.int)
    cdef void refresh_market(self) noexcept nogil
    @cython.locals(top=cython.int, tile=cython.int)
    cdef int draw_tile(self) noexcept nogil
    cdef int seats_waiting(self) noexcept nogil
    @cython.locals(d=cython.p_uchar, block=cython.int, depth=cython.int, frame=cython.int, asked=cython.int)
    cdef int count_legal(self, int seat) noexcept nogil
    cdef int nth_legal(self, int seat, int index) noexcept nogil
    @cython.locals(d=cython.p_uchar, count=cython.int, slot=cython.int)
    cdef int offer_market(self) noexcept nogil
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
    cdef void enact(self, int seat, int choice) noexcept nogil
    @cython.locals(d=cython.p_uchar, frame=cython.int)
    cdef void push(self, int block, int asked, int first, int second, int third) noexcept nogil
    @cython.locals(d=cython.p_uchar, frame=cython.int)
    cdef void pop(self, int block) noexcept nogil
    @cython.locals(d=cython.p_uchar, frame=cython.int)
    cdef void settle(self, int seat, int block) noexcept nogil
    @cython.locals(d=cython.p_uchar, asked=cython.int, left=cython.int)
    cdef bint is_question(self, int block, int frame) noexcept nogil
    cdef void begin_draft(self) noexcept nogil
    cdef void turn_to(self, int seat) noexcept nogil
    cdef void take(self, int seat, int slot) noexcept nogil
    @cython.locals(slot=cython.int)
    cdef void pass_draft(self) noexcept nogil
    @cython.locals(d=cython.p_uchar, shown=cython.int, slot=cython.int, rank=cython.int)
    cdef void leo_drafts(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void begin_placement(self) noexcept nogil
    @cython.locals(word=cython.int)
    cdef void keep_board(self, int block) noexcept nogil
    @cython.locals(seat=cython.int, word=cython.int)
    cdef void show_boards(self) noexcept nogil
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
    cdef void finish(self, int seat) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void maintain(self) noexcept nogil
    @cython.locals(terrain=cython.int, block=cython.int, seat=cython.int)
    cdef void begin_round_moves(self) noexcept nogil
    @cython.locals(figures=cython.int)
    cdef bint grant_round_move(self, int block, int terrain) noexcept nogil
    @cython.locals(best=cython.int, most=cython.int, terrain=cython.int, count=cython.int, slot=cython.int, other=cython.int)
    cdef int round_terrain(self) noexcept nogil
    @cython.locals(slot=cython.int)
    cdef void end_round(self) noexcept nogil
    cdef int points(self, int seat) noexcept nogil
    cdef int seen_at(self, int observer, int seat) noexcept nogil
    @cython.locals(block=cython.int)
    cdef int points_seen(self, int observer, int seat) noexcept nogil
    cdef long long score(self, int seat) noexcept nogil
    cdef double payoff(self, int seat) noexcept nogil
