cdef extern from *:
    """
    /* A mask of up to 128 cells: one wide number where the compiler has it, else two words. Shifts are by 0 to 127. */
    #if defined(__SIZEOF_INT128__) && !defined(ZOOBOX_TWO_WORDS)
    typedef unsigned __int128 mask128;

    static inline mask128 wide(unsigned long long high, unsigned long long low) {
        return (mask128)high << 64 | low;
    }

    static inline unsigned long long low_word(mask128 mask) { return (unsigned long long)mask; }
    static inline unsigned long long high_word(mask128 mask) { return (unsigned long long)(mask >> 64); }
    static inline mask128 both(mask128 one, mask128 other) { return one & other; }
    static inline mask128 either(mask128 one, mask128 other) { return one | other; }
    static inline mask128 without(mask128 one, mask128 other) { return one & ~other; }
    static inline mask128 forward(mask128 mask, int cells) { return mask << cells; }
    static inline mask128 back(mask128 mask, int cells) { return mask >> cells; }
    static inline int has_cells(mask128 mask) { return mask != 0; }
    #else
    typedef struct { unsigned long long low, high; } mask128;

    static inline mask128 wide(unsigned long long high, unsigned long long low) {
        mask128 mask;
        mask.low = low;
        mask.high = high;
        return mask;
    }

    static inline unsigned long long low_word(mask128 mask) { return mask.low; }
    static inline unsigned long long high_word(mask128 mask) { return mask.high; }
    static inline mask128 both(mask128 one, mask128 other) { return wide(one.high & other.high, one.low & other.low); }
    static inline mask128 either(mask128 one, mask128 other) { return wide(one.high | other.high, one.low | other.low); }
    static inline mask128 without(mask128 one, mask128 other) { return wide(one.high & ~other.high, one.low & ~other.low); }

    static inline mask128 forward(mask128 mask, int cells) {
        if (cells >= 64) return wide(mask.low << (cells - 64), 0);
        /* In two steps: a shift by 64 is not defined. */
        return wide(mask.high << cells | mask.low >> 1 >> (63 - cells), mask.low << cells);
    }

    static inline mask128 back(mask128 mask, int cells) {
        if (cells >= 64) return wide(0, mask.high >> (cells - 64));
        return wide(mask.high >> cells, mask.low >> cells | mask.high << 1 << (63 - cells));
    }

    static inline int has_cells(mask128 mask) { return (mask.low | mask.high) != 0; }
    #endif

    static inline unsigned long long bit(int place) { return 1ULL << place; }

    static inline int count_bits(unsigned long long word) {
        word = word - ((word >> 1) & 0x5555555555555555ULL);
        word = (word & 0x3333333333333333ULL) + ((word >> 2) & 0x3333333333333333ULL);
        word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
        return (int)((word * 0x0101010101010101ULL) >> 56);
    }

    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    static inline int lowest_bit(unsigned long long word) {
        unsigned long place;
    #if defined(_M_X64) || defined(_M_ARM64)
        _BitScanForward64(&place, word);
    #else
        if (_BitScanForward(&place, (unsigned long)word)) return (int)place;
        _BitScanForward(&place, (unsigned long)(word >> 32));
        place += 32;
    #endif
        return (int)place;
    }
    #else
    static inline int lowest_bit(unsigned long long word) { return __builtin_ctzll(word); }
    #endif

    static inline int nth_bit(unsigned long long word, int index) {
        while (index-- > 0) word &= word - 1;
        return lowest_bit(word);
    }

    static inline int count_cells(mask128 mask) { return count_bits(low_word(mask)) + count_bits(high_word(mask)); }

    static inline int nth_cell(mask128 mask, int index) {
        int below = count_bits(low_word(mask));
        return index < below ? nth_bit(low_word(mask), index) : 64 + nth_bit(high_word(mask), index - below);
    }
    """
    ctypedef struct mask128:
        pass
    mask128 wide(unsigned long long high, unsigned long long low) noexcept nogil
    unsigned long long low_word(mask128 mask) noexcept nogil
    unsigned long long high_word(mask128 mask) noexcept nogil
    mask128 both(mask128 one, mask128 other) noexcept nogil
    mask128 either(mask128 one, mask128 other) noexcept nogil
    mask128 without(mask128 one, mask128 other) noexcept nogil
    mask128 forward(mask128 mask, int cells) noexcept nogil
    mask128 back(mask128 mask, int cells) noexcept nogil
    bint has_cells(mask128 mask) noexcept nogil
    unsigned long long bit(int place) noexcept nogil
    int count_bits(unsigned long long word) noexcept nogil
    int lowest_bit(unsigned long long word) noexcept nogil
    int nth_bit(unsigned long long word, int index) noexcept nogil
    int count_cells(mask128 mask) noexcept nogil
    int nth_cell(mask128 mask, int index) noexcept nogil

include "layout.pxi"


cdef class ZooTables:
    cdef readonly object game, box
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
