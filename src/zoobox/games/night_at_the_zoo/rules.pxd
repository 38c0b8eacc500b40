from zoobox.games.night_at_the_zoo.placing cimport PlacementState
from zoobox.kernel.state cimport State

include "layout.pxi"


cdef class NightState(PlacementState):
    cdef void set_up(self, int first) noexcept nogil
    cdef void draw_animals(self) noexcept nogil
    cdef void take_setup_tile(self, int block, int tile) noexcept nogil
    cdef void refresh_market(self) noexcept nogil
    cdef int draw_tile(self) noexcept nogil
    cdef int seats_waiting(self) noexcept nogil
    cdef int count_legal(self, int seat) noexcept nogil
    cdef int nth_legal(self, int seat, int index) noexcept nogil
    cdef int offer_market(self) noexcept nogil
    cdef void enact(self, int seat, int choice) noexcept nogil
    cdef void begin_draft(self) noexcept nogil
    cdef void turn_to(self, int seat) noexcept nogil
    cdef void take(self, int seat, int slot) noexcept nogil
    cdef void pass_draft(self) noexcept nogil
    cdef void leo_drafts(self) noexcept nogil
    cdef void begin_placement(self) noexcept nogil
    cdef void keep_board(self, int block) noexcept nogil
    cdef void show_boards(self) noexcept nogil
    cdef void finish(self, int seat) noexcept nogil
    cdef void maintain(self) noexcept nogil
    cdef void begin_round_moves(self) noexcept nogil
    cdef bint grant_round_move(self, int block, int terrain) noexcept nogil
    cdef int round_terrain(self) noexcept nogil
    cdef void end_round(self) noexcept nogil
    cdef int points(self, int seat) noexcept nogil
    cdef long long score(self, int seat) noexcept nogil
    cdef double payoff(self, int seat) noexcept nogil
    cdef int seen_at(self, int observer, int seat) noexcept nogil
    cdef int points_seen(self, int observer, int seat) noexcept nogil
