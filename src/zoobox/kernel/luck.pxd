cimport cython

cdef unsigned long long MASK64, GOLDEN, MIX_1, MIX_2

@cython.locals(x=cython.ulonglong)
cpdef unsigned long long scramble(unsigned long long seed)

@cython.locals(x=cython.ulonglong, y=cython.ulonglong)
cdef int draw(unsigned long long *words, int n) noexcept nogil


cdef class Luck:
    cdef bytearray data
    cdef unsigned long long *w
    cpdef int below(self, int n) except -1
    cpdef unsigned long long word(self, int index) except? 0
