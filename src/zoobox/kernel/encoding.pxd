cimport cython
from zoobox.kernel.observation cimport ObservationSpec

include "layout.pxi"


cdef class Encoding:
    cdef readonly object game, name, board
    cdef readonly ObservationSpec spec
    cdef readonly int players, size, channels, rows, columns, plane_size
    cdef readonly bint is_raw
    cdef int coded, layers
    cdef tuple stored
    cdef const int *codes
    cdef const int *classes
    cdef const int *drawn
    cdef const unsigned long long *masks
    cpdef void write(self, short[::1] raw, unsigned char[::1] flat, unsigned char[::1] planes)


@cython.locals(index=cython.int, row=cython.int, op=cython.int)
cdef void write_encoding(Encoding encoding, short[::1] raw, unsigned char[::1] flat,
                         unsigned char[::1] planes) noexcept nogil

@cython.locals(codes="const int *", classes="const int *", source=cython.int, count=cython.int, step=cython.int,
               at=cython.int, width=cython.int, low=cython.int, span=cython.int, table=cython.int, zero=cython.int,
               index=cython.int, _=cython.int, value=cython.int, reached=cython.int, place=cython.int)
cdef void code_numbers(Encoding encoding, int row, short[::1] raw, unsigned char[::1] flat) noexcept nogil

@cython.locals(drawn="const int *", columns=cython.int, area=cython.int, seat=cython.int, start=cython.int,
               board=cython.int, at=cython.int, cell=cython.int, line=cython.int)
cdef void draw_lines(Encoding encoding, int row, short[::1] raw, unsigned char[::1] planes) noexcept nogil

@cython.locals(drawn="const int *", masks="const unsigned long long *", table=cython.int, values=cython.int,
               area=cython.int, seat=cython.int, start=cython.int, board=cython.int, cell=cython.int,
               value=cython.int, listed=cython.ulonglong)
cdef void draw_cells(Encoding encoding, int row, short[::1] raw, unsigned char[::1] planes) noexcept nogil

@cython.locals(drawn="const int *", masks="const unsigned long long *", table=cython.int, area=cython.int,
               size=cython.int, count=cython.int, found="unsigned long long[64]", seat=cython.int, record=cython.int,
               source=cython.int, part=cython.int, value=cython.int, start=cython.int, board=cython.int,
               cell=cython.int, listed=cython.ulonglong)
cdef void draw_records(Encoding encoding, int row, short[::1] raw, unsigned char[::1] planes) noexcept nogil

@cython.locals(area=cython.int)
cdef void set_planes(Encoding encoding, int seat, int cell, unsigned long long listed,
                     unsigned char[::1] planes) noexcept nogil

@cython.locals(drawn="const int *", masks="const unsigned long long *", table=cython.int, values=cython.int,
               area=cython.int, seat=cython.int, figure=cython.int, place=cython.int, kind=cython.int)
cdef void draw_figures(Encoding encoding, int row, short[::1] raw, unsigned char[::1] planes) noexcept nogil

@cython.locals(drawn="const int *", masks="const unsigned long long *", table=cython.int, kinds=cython.int,
               tile=cython.int, kind=cython.int, owner=cython.int, turn=cython.int, half=cython.int, x=cython.int,
               y=cython.int, mask=cython.ulonglong)
cdef void draw_tiles(Encoding encoding, int row, short[::1] raw, unsigned char[::1] planes) noexcept nogil
