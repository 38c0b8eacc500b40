from zoobox.kernel.state cimport State

include "layout.pxi"


cdef class ZooTables:
    cdef readonly bytes table
    cdef const unsigned short *u


cdef class ZooState(State):
    cdef readonly ZooTables box
    cdef const unsigned short *u
    cdef unsigned short *h

    cdef void use_tables(self)

    cdef void open_auction(self) noexcept nogil

    cdef int seats_waiting(self) noexcept nogil
    cdef int count_legal(self, int seat) noexcept nogil
    cdef int nth_legal(self, int seat, int index) noexcept nogil
    cdef bint is_legal(self, int seat, int choice) noexcept nogil
    cdef int offer_places(self, int seat) noexcept nogil
    cdef int most_to_bid(self, int seat) noexcept nogil
    cdef void enact(self, int seat, int choice) noexcept nogil

    cdef void bid(self, int seat, int coins) noexcept nogil
    cdef void reveal_bids(self) noexcept nogil

    cdef void survey(self, int seat) noexcept nogil
    cdef void survey_piece(self, int piece) noexcept nogil
    cdef void clear_grid(self) noexcept nogil
    cdef int find_places(self, int seat, int kind, int enough) noexcept nogil
    cdef int find_places_at(self, int piece, int kind, int count, int enough) noexcept nogil
    cdef int square_of(self, int seat, int place) noexcept nogil
    cdef void lay(self, int seat, int piece, int square, int turn) noexcept nogil
    cdef void map_halves(self, int seat) noexcept nogil
    cdef void map_piece(self, int piece) noexcept nogil
    cdef void close_paths(self, int seat, int piece) noexcept nogil
    cdef int path_root(self, int path) noexcept nogil
    cdef int benches_taken(self) noexcept nogil
    cdef void combine(self, int seat, int piece, int half, int square) noexcept nogil

    cdef int visitors(self, int seat, int animal) noexcept nogil
    cdef int attraction(self, int seat, int animal) noexcept nogil
    cdef int visitors_by_enclosure(self, int seat, int animal) noexcept nogil
    cdef int trees(self, int seat) noexcept nogil

    cdef void end_auction(self) noexcept nogil
    cdef int row_end(self) noexcept nogil
    cdef int turned_up(self) noexcept nogil
    cdef void end_year(self) noexcept nogil
    cdef void turn_up_row(self) noexcept nogil
    cdef int items(self, int seat) noexcept nogil
    cdef void pay_income(self) noexcept nogil
    cdef int points(self, int seat) noexcept nogil
    cdef long long score(self, int seat) noexcept nogil
