"""The seeded random generator: xorshift128+, with the same numbers interpreted and compiled."""

from __future__ import annotations

import operator
from typing import Any

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

MASK64 = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB


def scramble(seed: int) -> int:
    """One step of splitmix64: neighbouring seeds give unrelated numbers."""
    x = (seed + GOLDEN) & MASK64
    x = ((x ^ (x >> 30)) * MIX_1) & MASK64
    x = ((x ^ (x >> 27)) * MIX_2) & MASK64
    return x ^ (x >> 31)


def draw(words: memoryview | list[int], n: int) -> int:
    """A number from 0 to n-1; `words` holds the generator's two 64-bit words and is updated."""
    x = words[0]
    y = words[1]
    words[0] = y
    x = (x ^ (x << 23)) & MASK64
    x = x ^ y ^ (x >> 17) ^ (y >> 26)
    words[1] = x
    return (((x + y) & MASK64) >> 33) * n >> 31


class Luck:
    """A separate stream of random numbers, for bots, redeals and random play."""

    def __init__(self, seed: int = 0) -> None:
        seed = operator.index(seed)
        if cython.compiled:
            self.data = bytearray(16)
            self.w = cython.cast(cython.pointer(cython.ulonglong), cython.cast(cython.p_uchar, self.data))
        else:
            self.w = [0, 0]  # faster than a view of bytes
        self.w[0] = scramble(seed & MASK64)
        self.w[1] = scramble((seed >> 64 & MASK64) ^ self.w[0]) | 1

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.word(0), self.word(1))

    def below(self, n: int) -> int:
        """A number from 0 to n-1."""
        if n < 1:
            raise ValueError(f"a number is drawn from 1 or more, not from {n}")
        return draw(self.w, n)

    def word(self, index: int) -> int:
        """One of the two words, to seed a game's own luck from this stream."""
        if not 0 <= index <= 1:
            raise IndexError(f"a generator has the words 0 and 1, not {index}")
        return int(self.w[index])

    def set_words(self, first: int, second: int) -> None:
        """Continues from the two words of another stream."""
        self.w[0] = first
        self.w[1] = second


def _restore(first: int, second: int) -> Luck:
    luck = Luck()
    luck.set_words(first, second)
    return luck
