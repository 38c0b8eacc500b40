cimport cython
from zoobox.kernel.state cimport State

cdef int ANIMAL_COUNT, ANIMAL_OF, ASK, ASKED, AUCTION, AUCTIONS_A_YEAR, BENCH_LIMIT, BENCHES, BEST_STARS, BEST_TIME, BID
cdef int BIDDING, BLIND_ROW, BUSH_TILES_A_YEAR, BUSH_TIME, BUSHES, BUSHES_OF, CLASH, COIN_LIMIT, COINS, COVERED, DOUBLE_RANK
cdef int EDGE_COUNT, EDGE_TO, ENTRANCE, ENTRANCE_ROW, EXITS, FINAL_TIE, FINISHED, FIRST_PLACEMENT, FIRST_TO_REACH
cdef int FLAG, FLAT_INCOME, FORCED_ZERO, FRAME_WIDTH, GIVEN, GRASS, GRID, HALF_PARENT, HALF_STARS, HALF_TIME, ITEMS, KIND
cdef int KIND_ROW, KINDS, LAST_BID, LAST_WINNER, MAX_PATHS, MAX_PLACES, NEWEST, NO_ROOM, NO_WAY, NOBODY, NOWHERE, OLDER, ON_GRID, OPEN, ORIGIN, OTHER_WAY, OWNER
cdef int PATH_OF, PATH_PARENT, PATHS_OF, PHASE, PLACES, PLACES_AT_PIECE, PLACING, POSES, MEMBERS, MEMBERS_ROW, POSSIBLE, PROFESSIONAL, SAME_INCOME, SCRATCH, SIDE_OF, SIZE
cdef int SOLE_OWNER_TREE, SQUARE, STARS_OF, TILE_COUNT, TILES, TURN, TURNS, WAY, WAY_ROW, WAY_TO_A, WAY_TO_B
cdef int YEAR, YEAR_START, YEARS, X, Y
cdef int TIME_STEP, TIE_STEP, MOST_COINS_WIN, MOST_TILES_WIN


cdef class ZooState(State):
    cdef readonly bytes table
    cdef readonly tuple numbers
    cdef unsigned short *u
    cdef unsigned short *h

    cdef void take_table(self, bytes table, tuple numbers)
    @cython.locals(source=ZooState)
    cdef void adopt(self, State other)

    @cython.locals(seat=cython.int, piece=cython.int, path=cython.int)
    cdef void open_gates(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void open_auction(self) noexcept nogil

    cdef int seats_waiting(self) noexcept nogil
    cdef int count_legal(self, int seat) noexcept nogil
    cdef int nth_legal(self, int seat, int index) noexcept nogil
    @cython.locals(place=cython.int, index=cython.int)
    cdef bint is_legal(self, int seat, int choice) noexcept nogil
    @cython.locals(count=cython.int)
    cdef int offer_places(self, int seat) noexcept nogil
    cdef int most_to_bid(self, int seat) noexcept nogil
    @cython.locals(place=cython.int)
    cdef void enact(self, int seat, int choice) noexcept nogil

    cdef void bid(self, int seat, int coins) noexcept nogil
    @cython.locals(highest=cython.int, tied=cython.int, winner=cython.int, rung=cython.int, place=cython.int,
                   seat=cython.int, coins=cython.int)
    cdef void reveal_bids(self) noexcept nogil

    @cython.locals(d=cython.p_uchar, row=cython.int, entry=cython.int, piece=cython.int)
    cdef void survey(self, int seat) noexcept nogil
    @cython.locals(grid=cython.int, on_grid=cython.int, u=cython.p_ushort, d=cython.p_uchar, turn=cython.int, way=cython.int, ask=cython.int, square=cython.int, edge=cython.int)
    cdef void survey_piece(self, int piece) noexcept nogil
    @cython.locals(word=cython.int)
    cdef void clear_grid(self) noexcept nogil
    @cython.locals(count=cython.int, piece=cython.int)
    cdef int find_places(self, int seat, int kind, int enough) noexcept nogil
    @cython.locals(u=cython.p_ushort, h=cython.p_ushort, d=cython.p_uchar, turn=cython.int, way=cython.int, ask=cython.int, clash=cython.int,
                   possible=cython.int, square=cython.int, first=cython.int, edges=cython.int, end=cython.int, edge=cython.int, beyond=cython.int,
                   asked=cython.int, poses=cython.int, entry=cython.int, pose=cython.int)
    cdef int find_places_at(self, int piece, int kind, int count, int enough) noexcept nogil
    @cython.locals(u=cython.p_ushort, d=cython.p_uchar, rank=cython.int, piece=cython.int, beyond=cython.int)
    cdef int square_of(self, int seat, int place) noexcept nogil
    @cython.locals(d=cython.p_uchar, bushes=cython.int)
    cdef void lay(self, int seat, int piece, int square, int turn) noexcept nogil
    @cython.locals(piece=cython.int)
    cdef void map_halves(self, int seat) noexcept nogil
    @cython.locals(d=cython.p_uchar, square=cython.int)
    cdef void map_piece(self, int piece) noexcept nogil
    @cython.locals(u=cython.p_ushort, d=cython.p_uchar, row=cython.int, path=cython.int, turn=cython.int, way=cython.int, square=cython.int,
                   edge=cython.int, half=cython.int, other=cython.int, side=cython.int, facing=cython.int, mine=cython.int,
                   theirs=cython.int)
    cdef void close_paths(self, int seat, int piece) noexcept nogil
    @cython.locals(d=cython.p_uchar)
    cdef int path_root(self, int path) noexcept nogil
    @cython.locals(taken=cython.int, seat=cython.int)
    cdef int benches_taken(self) noexcept nogil
    @cython.locals(u=cython.p_ushort, d=cython.p_uchar, row=cython.int, animal=cython.int, mine=cython.int, stars=cython.int, turn=cython.int,
                   other=cython.int, best=cython.int)
    cdef void combine(self, int seat, int piece, int half, int square) noexcept nogil

    @cython.locals(mine=cython.int, owners=cython.int, ahead=cython.int, other=cython.int, theirs=cython.int)
    cdef int visitors(self, int seat, int animal) noexcept nogil
    @cython.locals(at=cython.int)
    cdef int attraction(self, int seat, int animal) noexcept nogil
    @cython.locals(d=cython.p_uchar, first=cython.int, second=cython.int, first_owner=cython.int, second_owner=cython.int,
                   half=cython.int, piece=cython.int, value=cython.int)
    cdef int visitors_by_enclosure(self, int seat, int animal) noexcept nogil
    @cython.locals(d=cython.p_uchar, mine=cython.int, ahead=cython.int, owners=cython.int, other=cython.int)
    cdef int trees(self, int seat) noexcept nogil

    cdef void end_auction(self) noexcept nogil
    @cython.locals(with_bushes=cython.int, piece=cython.int)
    cdef int row_end(self) noexcept nogil
    cdef int turned_up(self) noexcept nogil
    @cython.locals(year=cython.int, seat=cython.int)
    cdef void end_year(self) noexcept nogil
    @cython.locals(count=cython.int, animal=cython.int)
    cdef int items(self, int seat) noexcept nogil
    @cython.locals(bank=cython.int, coin=cython.int, paid=cython.int, place=cython.int, seat=cython.int, due=cython.int)
    cdef void pay_income(self) noexcept nogil
    @cython.locals(total=cython.int, year=cython.int)
    cdef int points(self, int seat) noexcept nogil
    @cython.locals(tie=cython.int)
    cdef long long score(self, int seat) noexcept nogil
