cimport cython
from libc.string cimport memcpy, memset
from zoobox.kernel.encoding cimport Encoding, change_encoding
from zoobox.kernel.luck cimport Luck, draw, scramble
from zoobox.kernel.observation cimport ObservationSpec, fill_observation
from zoobox.kernel.state cimport State, lowest_seat

cdef extern from *:
    """
    #if defined(__GNUC__)
    static inline void prefetch(const unsigned char *bytes, int size) {
        for (int at = 0; at < size; at += 64) __builtin_prefetch(bytes + at, 1, 2);
    }
    #else
    #define prefetch(bytes, size)
    #endif
    """
    void prefetch(const unsigned char *bytes, int size) noexcept nogil


cdef class VectorGames:
    cdef readonly object game, rows, seats, observations, masks, rewards, finished, sampled, last
    cdef readonly object encoded, planes
    cdef object seen, flat_planes, fixed_start
    cdef readonly int count, players, row_size, choices
    cdef readonly object seed
    cdef readonly long started
    cdef readonly ObservationSpec observation_spec
    cdef readonly Encoding encoding
    cdef unsigned long long seed_high
    cdef State state
    cdef Luck luck

    @cython.locals(index=cython.int, offset=cython.int)
    cdef void _begin_fixed(self, unsigned char[:, ::1] rows, unsigned char[::1] start, int first, int end,
                           unsigned char[::1] finished, bint only_finished)
    @cython.locals(index=cython.int, found=cython.int)
    cdef int _outside(self, int[::1] seats, unsigned char[:, ::1] masks, int[::1] chosen)
    @cython.locals(index=cython.int, choice=cython.int, left=cython.int)
    cdef void _sample(self, unsigned char[:, ::1] masks, int[::1] sampled)
    @cython.locals(state=State, index=cython.int, seat=cython.int)
    cdef void _play(self, unsigned char[:, ::1] rows, int[::1] seats, int[::1] chosen, double[:, ::1] rewards,
                    unsigned char[::1] finished, short[:, ::1] last)
    @cython.locals(state=State, encoding=Encoding, index=cython.int, mask=cython.int, before=cython.int,
                   shift=cython.int, told="short *", now="short *")
    cdef void _refresh(self, unsigned char[:, ::1] rows, int[::1] seats, short[:, ::1] observations,
                       unsigned char[:, ::1] masks, short[:, ::1] seen, unsigned char[:, ::1] encoded,
                       unsigned char[:, ::1] planes)


cdef unsigned char *_row(unsigned char[:, ::1] table, int index) noexcept nogil
cdef short *_numbers(short[:, ::1] table, int index) noexcept nogil
