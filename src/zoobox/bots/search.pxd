cimport cython
from libc.math cimport exp, log, sqrt
from zoobox.bots.network cimport Network, Recorder
from zoobox.bots.values cimport Values
from zoobox.kernel.luck cimport Luck, draw
from zoobox.kernel.heuristics cimport Heuristics
from zoobox.kernel.state cimport State

include "layout.pxi"


cdef class Search:
    cdef readonly State work
    cdef readonly Heuristics heuristics, rival
    cdef readonly Network network
    cdef readonly Values learned
    cdef public Recorder recorder
    cdef Luck luck
    cdef readonly int players, size, seat, root, node_count, edge_count, deal_count, finished
    cdef readonly long node_capacity, edge_capacity, memory
    cdef int breadth, contest, cut, moves, reveals, line_length, first_edge
    cdef readonly bint is_deterministic
    cdef bint secret, own_points, looks_count
    cdef double network_value, network_prior, learned_prior, look_unit
    cdef double exploration, sharpness, evenness, widening, keenness, margin, margin_scale, lowest, highest, line_value
    cdef bytearray node_store, edge_store, worth_store, path_store, line_store, scan_store, score_store, deal_store
    cdef int *nodes
    cdef int *edges
    cdef double *worths
    cdef int *path
    cdef int *line
    cdef int *scan
    cdef double *scores
    cdef unsigned char *deals
    cdef int[5] own
    cdef double[5] values
    cdef double[5] totals
    cdef double[5] guesses

    cpdef void grow(self, long nodes, long edges)
    cdef void bind_arrays(self)
    cpdef void reserve(self, int simulations)
    cpdef void reset(self, int seat)
    cpdef void move_root(self, int node)
    @cython.locals(branch=cython.int)
    cpdef int decision_node(self)
    cdef void clear_line(self)
    @cython.locals(first=cython.int, edge=cython.int, child=cython.int)
    cpdef int child_after(self, int node, int choice, int key)
    @cython.locals(node=cython.int, first=cython.int, edge=cython.int, tried=cython.int)
    cpdef list raw_results(self)
    @cython.locals(index=cython.int, other=cython.int, unit=cython.double, total=cython.double)
    cdef double chance(self, double value)
    cdef double payoff(self, double value)
    @cython.locals(_=cython.int)
    cpdef void simulate(self, int count, Luck luck)
    @cython.locals(_=cython.int)
    cpdef void play_against(self, Heuristics rival, int count, Luck luck)
    @cython.locals(index=cython.int, node=cython.int, first=cython.int, last=cython.int, edge=cython.int)
    cpdef void simulate_choice(self, int choice, int count, Luck luck)
    @cython.locals(start=cython.long, index=cython.int, high=cython.ulonglong, low=cython.ulonglong)
    cdef void take_deal(self) noexcept nogil
    @cython.locals(at=cython.int, seat=cython.int, steps=cython.int, grown=cython.bint, mask=cython.int, secret=cython.bint, node=cython.int, edge=cython.int, reveals=cython.int, key=cython.int)
    cdef int descend(self) noexcept nogil
    cdef void enact(self, int seat, int choice) noexcept nogil
    @cython.locals(index=cython.int)
    cdef void keep_line(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef int next_seat(self, int mask) noexcept nogil
    @cython.locals(node=cython.int, other=cython.int)
    cdef int after_secrets(self, int seat, int key) noexcept nogil
    @cython.locals(node=cython.int)
    cdef int new_node(self, int key) noexcept nogil
    @cython.locals(child=cython.int)
    cdef int child_of(self, int edge, int key) noexcept nogil
    @cython.locals(branch=cython.int)
    cdef int branch_of(self, int node, int key) noexcept nogil
    @cython.locals(count=cython.int, index=cython.int, kept=cython.int, place=cython.int, first=cython.int, edge=cython.int, score=cython.double, look=cython.double, total=cython.double, best=cython.double, share=cython.double)
    cdef bint open_node(self, int node, int seat) noexcept nogil
    @cython.locals(first=cython.int, count=cython.int, visits=cython.int, limit=cython.double, best=cython.int, edge=cython.int, tried=cython.int, low=cython.double, span=cython.double, mean=cython.double, pull=cython.double, best_score=cython.double, score=cython.double)
    cdef int select(self, int node, int seat) noexcept nogil
    @cython.locals(total=cython.double, tried=cython.int, edge=cython.int)
    cdef double node_mean(self, int first, int count, double low, double span) noexcept nogil
    @cython.locals(step=cython.int, node=cython.int, edge=cython.int, waiting=cython.int, noted=cython.bint, mixed=cython.bint, seat=cython.int)
    cdef void finish(self, int steps) noexcept nogil
    cdef int observer_of(self, int waiting) noexcept nogil
    @cython.locals(seat=cython.int, value=cython.double)
    cdef void note_end(self) noexcept nogil
    @cython.locals(seat=cython.int, relative=cython.int)
    cdef void ask_network(self, int waiting) noexcept nogil
    @cython.locals(left=cython.int, mask=cython.int, seat=cython.int, count=cython.int, choice=cython.int)
    cdef void play_on(self) noexcept nogil
    @cython.locals(seat=cython.int, waiting=cython.int)
    cdef void evaluate(self) noexcept nogil
    @cython.locals(seat=cython.int, lead=cython.double, smooth=cython.double)
    cdef void blend_margins(self) noexcept nogil
    @cython.locals(other=cython.int, lead=cython.double)
    cdef double lead_of(self, int seat) noexcept nogil
