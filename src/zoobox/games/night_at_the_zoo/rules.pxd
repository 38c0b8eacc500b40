cimport cython
from zoobox.games.night_at_the_zoo.placing cimport PlacementState
from zoobox.kernel.state cimport State

cdef int ACTION_TILES, ANIMALS, ANIMAL_SLOT, BEFORE, BLOCK, BLOCKS, BOARD, BONUS_COUNT, DECK, DECK_TOP, DEPTH
cdef int DRAFT, DRAFTED, DRAFTING, DRAFTS_IN_ROUND, FIGURES, FINISHED, FIRST, KIND, LAST_DRAFT, LEAST_MOONS
cdef int LEFTOVER, LEO, LEO_LAST, LEO_PILE, LEO_SHOWN, MARKET, MOONS, NO_TERRAIN, PHASE, PLACE, PLACEMENT
cdef int ROUND_MOVE, ROUND_MOVES, SETUP, SETUP_LETTER, SETUP_START, SETUP_TILES, SLOTS, SOLO_PRIORITY
cdef int SOLO_SHUFFLE, SOLO_TILES, SUPPLY, TAKE, TAKEN, TERRAIN_COUNT, TILE_TERRAIN, TURN, UNDISCOVERED, USE
cdef int WAITING, WORD, POINTS_STEP, GREAT_SOLO


cdef class NightState(PlacementState):
    cdef readonly int drafters, market_size
    cdef readonly bint solo

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
    cdef int count_legal(self, int seat) noexcept nogil
    cdef int nth_legal(self, int seat, int index) noexcept nogil
    @cython.locals(d=cython.p_uchar, count=cython.int, slot=cython.int)
    cdef int offer_market(self) noexcept nogil
    cdef void enact(self, int seat, int choice) noexcept nogil
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
    cdef void finish(self, int seat) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void maintain(self) noexcept nogil
    @cython.locals(terrain=cython.int, block=cython.int, seat=cython.int)
    cdef void begin_round_moves(self) noexcept nogil
    @cython.locals(figures=cython.int)
    cdef bint grant_round_move(self, int block, int terrain) noexcept nogil
    @cython.locals(
        best=cython.int, most=cython.int, terrain=cython.int, count=cython.int, slot=cython.int,
        other=cython.int,
    )
    cdef int round_terrain(self) noexcept nogil
    @cython.locals(slot=cython.int)
    cdef void end_round(self) noexcept nogil
    cdef int points(self, int seat) noexcept nogil
    cdef long long score(self, int seat) noexcept nogil
    cdef double payoff(self, int seat) noexcept nogil
    cdef int seen_at(self, int observer, int seat) noexcept nogil
    @cython.locals(block=cython.int)
    cdef int points_seen(self, int observer, int seat) noexcept nogil
