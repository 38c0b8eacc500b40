"""The states in which a round can begin, numbered without gaps.

Only what can still be marked matters. Per species a *code* says how many marks each player has left (spaces of the
enclosure, and one for the barn) and, when both enclosures are full, who has the bonus. Animal points count only as a
difference, which the marks left give; so the four species with bonus 1 are interchangeable, and their codes are
sorted. "Mine" is the player who begins the round, "theirs" the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zoobox.games.zooloretto_dice.layout import (
    BARN,
    BARN_POINTS,
    BONUS,
    COINS,
    ENCLOSURE,
    ENCLOSURES_THAT_END,
    SHEET,
    SHEETS,
    SPECIES,
)
from zoobox.games.zooloretto_dice.rules import DiceState

SIZES: Final = (1, 2, 3, 4, 5)
BONUSES: Final = (1, 1, 1, 1, 2)
GROUPS_AT: Final = (0, 0, 0, 1, 1, 2, 3)
"""Complete coin groups by coins. These numbers are what the table holds for; another box is not solved by it."""

SMALL: Final = 4
"""The species with bonus 1; the fifth is the lion."""
MOST_LEFT: Final = SIZES[-1] + 1
COIN_STATES: Final = 7
COIN_PAIRS: Final = COIN_STATES * COIN_STATES
FULL: Final = 1
"""At most this many marks left: the enclosure is full, and only the barn space may be free."""
MOST_LEVEL: Final = 52
FIRST_OPEN_LEVEL: Final = 8


class Code(NamedTuple):
    """What is left of one species."""

    mine: int
    theirs: int
    bonus: int
    """Who has the bonus: 1 is I, -1 is the other, 0 nobody yet."""

    def mirrored(self) -> Code:
        return Code(self.theirs, self.mine, -self.bonus)

    def after(self, first: int, mine: int, theirs: int) -> Code:
        """After so many symbols for each player; `first` is 1 when mine are entered first, -1 otherwise."""
        new_mine, new_theirs = max(0, self.mine - mine), max(0, self.theirs - theirs)
        bonus = self.bonus
        if not bonus:
            if new_mine <= FULL and new_theirs <= FULL:
                bonus = first
            elif new_mine <= FULL:
                bonus = 1
            elif new_theirs <= FULL:
                bonus = -1
        return Code(new_mine, new_theirs, bonus)


def _codes() -> tuple[Code, ...]:
    """All codes, those of a smaller enclosure before those that need a larger one."""
    found = []
    for mine, theirs in product(range(MOST_LEFT + 1), repeat=2):
        if mine <= FULL and theirs <= FULL:
            found += [Code(mine, theirs, 1), Code(mine, theirs, -1)]
        else:
            found.append(Code(mine, theirs, 1 if mine <= FULL else -1 if theirs <= FULL else 0))
    return tuple(sorted(found, key=lambda code: (max(code.mine, code.theirs), code)))


CODES: Final = _codes()
CODE_NUMBER: Final = {code: number for number, code in enumerate(CODES)}
CODES_OF_SIZE: Final = tuple(sum(max(code.mine, code.theirs) <= size + 1 for code in CODES) for size in SIZES)
LIONS: Final = CODES_OF_SIZE[-1]


class Numbering(NamedTuple):
    """The sorted combinations of the four species with bonus 1, and how they are ranked."""

    members: npt.NDArray[np.uint8]
    """Per combination its four codes, rising."""
    below: npt.NDArray[np.int32]
    """`below[k, c]`: how many combinations of the first k + 1 places end in a code under c. A rank is their sum."""
    level: npt.NDArray[np.uint8]
    my_full: npt.NDArray[np.uint8]
    their_full: npt.NDArray[np.uint8]


@cache
def numbering() -> Numbering:
    below = np.zeros((SMALL, LIONS + 1), np.int32)
    rows = np.zeros((1, 0), np.uint8)
    for place in range(SMALL):
        blocks = []
        for code in range(CODES_OF_SIZE[place]):
            fits = rows if not place else rows[rows[:, -1] <= code]
            blocks.append(np.concatenate([fits, np.full((len(fits), 1), code, np.uint8)], axis=1))
            below[place, code + 1] = below[place, code] + len(fits)
        below[place, CODES_OF_SIZE[place] + 1 :] = below[place, CODES_OF_SIZE[place]]
        rows = np.concatenate(blocks)
    left, mine, theirs = code_columns()
    return Numbering(
        rows,
        below,
        left[rows].sum(axis=1, dtype=np.uint8),
        mine[rows].sum(axis=1, dtype=np.uint8),
        theirs[rows].sum(axis=1, dtype=np.uint8),
    )


@cache
def code_columns() -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Per code: marks left in all, whether mine is full, whether theirs is."""
    return (
        np.array([code.mine + code.theirs for code in CODES], np.uint8),
        np.array([code.mine <= FULL for code in CODES], np.uint8),
        np.array([code.theirs <= FULL for code in CODES], np.uint8),
    )


COMBINATIONS: Final = 63_973
STATES: Final = COMBINATIONS * LIONS * COIN_PAIRS
FINISHED_STATES: Final = 39_827_200
OPEN_STATES: Final = STATES - FINISHED_STATES


@cache
def finished_pairs() -> npt.NDArray[np.bool_]:
    """Per combination and lion whether somebody has four full enclosures, so that the game is over."""
    table = numbering()
    _, mine, theirs = code_columns()
    my_full = table.my_full[:, None] + mine[None, :]
    their_full = table.their_full[:, None] + theirs[None, :]
    return (my_full >= ENCLOSURES_THAT_END) | (their_full >= ENCLOSURES_THAT_END)


@cache
def open_rank() -> npt.NDArray[np.int32]:
    """Per combination and lion the rank among the open pairs, -1 for a finished one."""
    is_open = ~finished_pairs().ravel()
    rank = np.cumsum(is_open, dtype=np.int32) - 1
    rank[~is_open] = -1
    return rank


def number(codes: Sequence[int], my_coins: int, their_coins: int) -> int:
    """The number of a state from the codes of its five species, the lion last, and the coins."""
    below = numbering().below
    small = sorted(codes[:SMALL])
    rank = sum(int(below[place, code]) for place, code in enumerate(small))
    return (rank * LIONS + codes[SMALL]) * COIN_PAIRS + my_coins * COIN_STATES + their_coins


class Contents(NamedTuple):
    """A state spelled out."""

    codes: tuple[Code, ...]
    my_coins: int
    their_coins: int

    @property
    def level(self) -> int:
        """The marks that are still possible."""
        coins = 2 * (COIN_STATES - 1) - self.my_coins - self.their_coins
        return coins + sum(code.mine + code.theirs for code in self.codes)

    @property
    def over(self) -> bool:
        mine = sum(code.mine <= FULL for code in self.codes)
        theirs = sum(code.theirs <= FULL for code in self.codes)
        return max(mine, theirs) >= ENCLOSURES_THAT_END

    def mirrored(self) -> Contents:
        return Contents(tuple(code.mirrored() for code in self.codes), self.their_coins, self.my_coins)

    @property
    def number(self) -> int:
        return number([CODE_NUMBER[code] for code in self.codes], self.my_coins, self.their_coins)


def contents(state: int) -> Contents:
    """The inverse of `number`."""
    pair, coins = divmod(state, COIN_PAIRS)
    rank, lion = divmod(pair, LIONS)
    codes = [CODES[code] for code in numbering().members[rank]]
    return Contents((*codes, CODES[lion]), *divmod(coins, COIN_STATES))


def of_sheets(state: DiceState, me: int) -> Contents:
    """What the sheets hold now, seen by a seat."""
    mine = state.data[SHEETS + me * SHEET : SHEETS + (me + 1) * SHEET]
    theirs = state.data[SHEETS + (1 - me) * SHEET : SHEETS + (2 - me) * SHEET]
    codes = []
    for species in range(SPECIES):
        left = [SIZES[species] - sheet[ENCLOSURE + species] + 1 - sheet[BARN + species] for sheet in (mine, theirs)]
        bonus = mine[BONUS + species] - theirs[BONUS + species]
        if not bonus and min(left) <= FULL:  # nobody has it: only in a position written by hand
            bonus = 1 if left[0] <= FULL else -1
        codes.append(Code(left[0], left[1], bonus))
    return Contents(tuple(codes), mine[COINS], theirs[COINS])


def positions_of(found: Contents) -> list[dict[str, object]]:
    """Sheets for `game.restore` that hold a state; the species with bonus 1 are given enclosures that fit."""
    names = ("crocodile", "ostrich", "monkey", "elephant", "lion")
    small = sorted(found.codes[:SMALL], key=lambda code: CODE_NUMBER[code])
    sheets: list[dict[str, object]] = []
    for side in range(2):
        enclosures, barn, bonuses = {}, [], []
        for name, size, code in zip(names, SIZES, (*small, found.codes[SMALL]), strict=True):
            left = code[side]
            enclosures[name] = size - max(0, left - 1)
            if left == 0:
                barn.append(name)
            if code.bonus == (1, -1)[side]:
                bonuses.append(name)
        coins = (found.my_coins, found.their_coins)[side]
        sheets.append({"enclosures": enclosures, "barn": barn, "bonuses": bonuses, "coins": coins})
    return sheets


@cache
def worth_tables() -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8], npt.NDArray[np.int8]]:
    """Per code: my points over theirs in a species with bonus 1, in the lion, and barn animals (mine, theirs)."""
    small, lion, barn = [], [], []
    for code in CODES:
        animals = max(0, code.theirs - 1) - max(0, code.mine - 1)
        small.append(animals + BONUSES[0] * code.bonus)
        lion.append(animals + BONUSES[SMALL] * code.bonus)
        barn.append((code.mine == 0, code.theirs == 0))
    return np.array(small, np.int8), np.array(lion, np.int8), np.array(barn, np.int8)


def result(found: Contents) -> float:
    """What a finished state is worth to me: 1, 1/2 or 0."""
    small, lion, _ = worth_tables()
    numbers = [CODE_NUMBER[code] for code in found.codes]
    lead = int(small[numbers[:SMALL]].sum()) + int(lion[numbers[SMALL]])
    for sign, side, coins in ((1, 0, found.my_coins), (-1, 1, found.their_coins)):
        spare = GROUPS_AT[coins] - sum(code[side] == 0 for code in found.codes)
        lead += sign * (spare if spare > 0 else BARN_POINTS * spare)
    lead = lead * COIN_STATES + found.my_coins - found.their_coins
    return 0.5 if not lead else float(lead > 0)
