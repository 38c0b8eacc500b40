cimport cython
from zoobox.kernel.observation cimport ObservationSpec

include "layout.pxi"


cdef class Encoding:
    cdef readonly object game, name, board
    cdef readonly ObservationSpec spec
    cdef readonly int players, numbers, size, channels, rows, columns, plane_size
    cdef readonly bint is_raw
    cdef readonly tuple of_zeros
    cdef int turned, layers
    cdef bint only_tiles, boards_turn
    cdef tuple stored
    cdef short *zeros
    cdef short *nothing
    cdef const int *codes
    cdef const int *classes
    cdef const int *turns
    cdef const int *drawn
    cdef const unsigned long long *masks
    @cython.locals(zeros="const unsigned char[::1]", no_planes="const unsigned char[::1]", place=cython.int)
    cpdef void write(self, const short[::1] raw, unsigned char[::1] flat, unsigned char[::1] planes)


@cython.locals(drawn=cython.int, first=cython.int, end=cython.int, number=cython.int, index=cython.int,
               seat=cython.int, place=cython.int)
cdef void change_encoding(Encoding encoding, int shift, short *told, const short *raw, unsigned char *flat,
                          unsigned char *planes) noexcept nogil

@cython.locals(area=cython.int, board=cython.int, low=cython.int, high=cython.int, tile=cython.int, y=cython.int,
               other=cython.int, _=cython.int, seat=cython.int, index=cython.int, row=cython.int, width=cython.int, first=cython.int,
               channel=cython.int)
cdef void turn_seats(Encoding encoding, int shift, short *told, unsigned char *flat,
                     unsigned char *planes) noexcept nogil

@cython.locals(first=cython.int, end=cython.int, at=cython.int, width=cython.int, number=cython.int,
               value=cython.short, kept=cython.uchar)
cdef void swap_owners(Encoding encoding, int row, int owner, short *told, unsigned char *flat) noexcept nogil

@cython.locals(left="short *", right="short *", place=cython.int, kept=cython.short)
cdef void swap_numbers(short *numbers, int first, int width) noexcept nogil

@cython.locals(left="unsigned char *", right="unsigned char *", place=cython.int, kept=cython.uchar)
cdef void swap_bytes(unsigned char *flat, int first, int second, int width) noexcept nogil

@cython.locals(left="const short *", right="const short *", place=cython.int, different=cython.short)
cdef bint is_same(const short *told, const short *raw, int first, int count) noexcept nogil

@cython.locals(codes="const int *", classes="const int *", row=cython.int, at=cython.int, how=cython.int,
               low=cython.int, span=cython.int, table=cython.int, left=cython.int, reached=cython.int, place=cython.int)
cdef void tell_number(Encoding encoding, int number, int before, int now, unsigned char *flat) noexcept nogil

@cython.locals(index=cython.int, seat=cython.int)
cdef void draw_boards(Encoding encoding, const short *raw, unsigned char *planes) noexcept nogil

@cython.locals(op=cython.int)
cdef void draw_layer(Encoding encoding, int row, int seat, const short *told, const short *raw,
                     unsigned char *planes) noexcept nogil

@cython.locals(drawn="const int *", columns=cython.int, area=cython.int, start=cython.int, board=cython.int,
               at=cython.int, cell=cython.int, line=cython.int)
cdef void draw_lines(Encoding encoding, int row, int seat, const short *raw, unsigned char *planes) noexcept nogil

@cython.locals(drawn="const int *", masks="const unsigned long long *", table=cython.int, values=cython.int,
               start=cython.int, cell=cython.int, before=cython.int, value=cython.int)
cdef void draw_cells(Encoding encoding, int row, int seat, const short *told, const short *raw,
                     unsigned char *planes) noexcept nogil

@cython.locals(drawn="const int *", count=cython.int, start=cython.int, records=cython.int, size=cython.int,
               changed=cython.ulonglong, bit=cython.ulonglong, part=cython.int, number=cython.int, cell=cython.int,
               before=cython.int, record=cython.int)
cdef void draw_records(Encoding encoding, int row, int seat, const short *told, const short *raw,
                       unsigned char *planes) noexcept nogil

@cython.locals(drawn="const int *", source=cython.int, found=cython.ulonglong, part=cython.int, value=cython.int,
               listed=cython.ulonglong)
cdef unsigned long long planes_of_record(Encoding encoding, int row, int seat, int record,
                                         const short *raw) noexcept nogil

@cython.locals(area=cython.int)
cdef void set_planes(Encoding encoding, int seat, int cell, unsigned long long listed, int mark,
                     unsigned char *planes) noexcept nogil

@cython.locals(drawn="const int *", masks="const unsigned long long *", table=cython.int, values=cython.int,
               area=cython.int, figure=cython.int, place=cython.int, kind=cython.int)
cdef void draw_figures(Encoding encoding, int row, int seat, int mark, const short *raw,
                       unsigned char *planes) noexcept nogil

@cython.locals(drawn="const int *", wiped=cython.bint, tile=cython.int)
cdef void move_tiles(Encoding encoding, const short *told, const short *raw, unsigned char *planes) noexcept nogil

@cython.locals(drawn="const int *", kind=cython.int, owner=cython.int, turn=cython.int, half=cython.int, x=cython.int,
               y=cython.int, mask=cython.ulonglong)
cdef void draw_tile(Encoding encoding, int tile, int mark, const short *raw, unsigned char *planes) noexcept nogil
