from zoobox.games.night_at_the_zoo.figures cimport BoardState

include "layout.pxi"


cdef class PlacementState(BoardState):
    cdef int offer(self, int block) noexcept nogil
    cdef int offer_uses(self, int block) noexcept nogil
    cdef int offer_ways(self, int block, int source, int count) noexcept nogil
    cdef bint has_empty_space(self, int block) noexcept nogil
    cdef int offer_spaces(self, int block) noexcept nogil
    cdef int offer_effects(self, int left) noexcept nogil
    cdef int offer_symbols(self, int frame) noexcept nogil
    cdef int symbols_of(self, int frame) noexcept nogil
    cdef int offer_undiscovered(self, int block) noexcept nogil
    cdef int offer_terrains(self) noexcept nogil
    cdef void act(self, int seat, int choice) noexcept nogil
    cdef void begin(self, int block, int choice) noexcept nogil
    cdef void finish(self, int seat) noexcept nogil
    cdef void push(self, int block, int asked, int first, int second, int third) noexcept nogil
    cdef void pop(self, int block) noexcept nogil
    cdef void settle(self, int seat, int block) noexcept nogil
    cdef void settle_top(self, int block, int frame) noexcept nogil
    cdef bint is_question(self, int block, int frame) noexcept nogil
    cdef void use(self, int block, int source, int way) noexcept nogil
    cdef void discard(self, int block, int tile) noexcept nogil
    cdef void cover(self, int block, int tile, int space) noexcept nogil
    cdef int unless_points(self, int block, int shown, int effect) noexcept nogil
    cdef bint meets_condition(self, int tile, int space) noexcept nogil
    cdef bint completes_pair(self, int block, int tile, int space) noexcept nogil
    cdef void resolve(self, int block, int frame, int effect) noexcept nogil
    cdef void resolve_symbol(self, int block, int frame, int symbol) noexcept nogil
    cdef void perform(self, int block, int shown) noexcept nogil
    cdef void discover(self, int block, int frame, int figure) noexcept nogil
    cdef void take_bonus_tile(self, int block, int frame, int terrain) noexcept nogil
    cdef void move(self, int block, int frame, int figure, int movement) noexcept nogil
