cimport cython
from zoobox.kernel.luck cimport Luck, draw
from zoobox.kernel.observation cimport ObservationSpec, write_observation
from zoobox.kernel.state cimport State, lowest_seat


cdef class VectorGames:
    cdef readonly object game, rows, seats, observations, masks, rewards, finished, sampled
    cdef readonly int count, players, row_size, choices
    cdef readonly object seed
    cdef readonly long started
    cdef readonly ObservationSpec observation_spec
    cdef State state
    cdef Luck luck

    @cython.locals(index=cython.int)
    cdef int _outside(self, int[::1] seats, unsigned char[:, ::1] masks, int[::1] chosen)
    @cython.locals(index=cython.int, choice=cython.int, left=cython.int)
    cdef void _sample(self, unsigned char[:, ::1] masks, int[::1] sampled)
    @cython.locals(state=State, index=cython.int, seat=cython.int)
    cdef void _play(self, unsigned char[:, ::1] rows, int[::1] seats, int[::1] chosen, double[:, ::1] rewards,
                    unsigned char[::1] finished)
    @cython.locals(state=State, index=cython.int, mask=cython.int)
    cdef void _refresh(self, unsigned char[:, ::1] rows, int[::1] seats, short[:, ::1] observations,
                    unsigned char[:, ::1] masks)


cdef unsigned char *_row(unsigned char[:, ::1] table, int index) noexcept nogil
