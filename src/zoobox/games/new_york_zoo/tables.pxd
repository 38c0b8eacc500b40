cdef extern from *:
    """
    /* A mask of up to 128 cells. */
    typedef unsigned __int128 mask128;

    static inline mask128 wide(unsigned long long high, unsigned long long low) {
        return (mask128)high << 64 | low;
    }

    static inline unsigned long long low_word(mask128 mask) { return (unsigned long long)mask; }

    static inline unsigned long long high_word(mask128 mask) { return (unsigned long long)(mask >> 64); }

    static inline unsigned long long bit(int place) { return 1ULL << place; }

    static inline int count_bits(unsigned long long word) {
        word = word - ((word >> 1) & 0x5555555555555555ULL);
        word = (word & 0x3333333333333333ULL) + ((word >> 2) & 0x3333333333333333ULL);
        word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((word * 0x0101010101010101ULL) >> 56);
    }

    static inline int lowest_bit(unsigned long long word) { return __builtin_ctzll(word); }

    static inline int nth_bit(unsigned long long word, int index) {
        while (index-- > 0) word &= word - 1;
        return __builtin_ctzll(word);
    }

    static inline int count_cells(mask128 mask) { return count_bits(low_word(mask)) + count_bits(high_word(mask)); }

    static inline int nth_cell(mask128 mask, int index) {
        int below = count_bits(low_word(mask));
        return index < below ? nth_bit(low_word(mask), index) : 64 + nth_bit(high_word(mask), index - below);
    }
    """
    ctypedef unsigned long long mask128
    mask128 wide(unsigned long long high, unsigned long long low) noexcept nogil
    unsigned long long low_word(mask128 mask) noexcept nogil
    unsigned long long high_word(mask128 mask) noexcept nogil
    unsigned long long bit(int place) noexcept nogil
    int count_bits(unsigned long long word) noexcept nogil
    int lowest_bit(unsigned long long word) noexcept nogil
    int nth_bit(unsigned long long word, int index) noexcept nogil
    int count_cells(mask128 mask) noexcept nogil
    int nth_cell(mask128 mask, int index) noexcept nogil

include "layout.pxi"


cdef class ZooTables:
    cdef readonly object box
    cdef readonly bytes numbers
    cdef readonly int cells, spaces, tiles, kinds, reach, laps, most_added
    cdef readonly bint bonus, bonus_by_phase, stacks_hidden, landing_breeds
    cdef readonly bint attraction_optional, passing_acts, current_lap_counts
    cdef const unsigned char *t
    cdef mask128[512] within
    cdef mask128[512] shape

    cdef void set_masks(
        self,
        int orientation,
        unsigned long long within_high,
        unsigned long long within_low,
        unsigned long long shape_high,
        unsigned long long shape_low,
    )
