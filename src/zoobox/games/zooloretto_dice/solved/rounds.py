"""The current round, searched exactly: the value of every option at every moment in it."""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Protocol

import numpy as np
import numpy.typing as npt

from zoobox.games.zooloretto_dice.layout import (
    DICE,
    DICE_COUNT,
    HAND,
    IN_HAND,
    MAX_TRUCKS,
    OUT,
    PLACE,
    ROLL,
    SEAT,
    SHEET,
    SHEETS,
    STARTER,
    SUPPLY,
    TAKE,
)
from zoobox.games.zooloretto_dice.rules import DiceState
from zoobox.games.zooloretto_dice.solved import states
from zoobox.games.zooloretto_dice.solved.graph import EMPTY, LOAD_NUMBER
from zoobox.games.zooloretto_dice.solved.native import LEAVES, OPTIONS, Spot, address, host, tables

NOBODY = 2
TAKING, PLACING = 1, 4


class Worths(Protocol):
    """Something that knows, or estimates, what round-start states are worth to the player who begins."""

    def worth(self, numbers: npt.NDArray[np.int32]) -> npt.NDArray[np.float32]:
        """Per state the winning chance, a shared win counting half."""


class Round:
    """One round, folded once. Some of its leaves may be missing: those that can no longer come about."""

    def __init__(self, leaves: npt.NDArray[np.float32]) -> None:
        self.fold = ctypes.create_string_buffer(host().fold_size())
        np.frombuffer(memoryview(self.fold), np.float32, 2 * LEAVES)[:] = leaves.ravel()
        self.value = float(host().fold_round(tables(), self.fold))

    @classmethod
    def from_start(cls, contents: states.Contents, worths: Worths) -> Round:
        """The round that begins in a state."""
        return cls(worths.worth(leaf_numbers(contents)))

    @classmethod
    def in_hand(cls, state: DiceState, worths: Worths) -> Round:
        """The round that a state of the rules is in."""
        starter = state.data[STARTER]
        contents = states.of_sheets(state, starter)
        if not state.data[OUT]:
            return cls.from_start(contents, worths)
        spot = spot_of(state)
        leaves = np.zeros((2, EMPTY, EMPTY), np.float32)  # the first taker's marks are on the sheet already
        leaves[spot.out, spot.taken] = worths.worth(lone_leaf_numbers(contents, spot.out))
        return cls(leaves)

    def options(self, spot: Spot) -> npt.NDArray[np.float32]:
        """What each option is worth to the player who decides: roll, take 1 to 3, place 1 to 3; -1 if not allowed."""
        worth = np.empty(OPTIONS, np.float32)
        host().weigh_options(tables(), self.fold, ctypes.byref(spot), address(worth))
        return worth

    def choices(self, state: DiceState) -> dict[int, float]:
        """What each legal choice is worth to the seat whose turn it is."""
        worth = self.options(spot_of(state))
        return {choice: float(worth[option_of(choice)]) for choice in state.legal(state.data[SEAT])}


def leaf_numbers(contents: states.Contents) -> npt.NDArray[np.int32]:
    """The states that can follow a round, by who took first, the first load and the second.

    Faces keep their meaning: the species of the contents are in the order of the faces.
    """
    numbers = np.empty(2 * LEAVES, np.int32)
    host().leaf_numbers(tables(), _contents(contents), address(numbers))
    return numbers


def lone_leaf_numbers(contents: states.Contents, first_taker: int) -> npt.NDArray[np.int32]:
    """The states that can follow when one player has taken and entered, by the load of the other."""
    numbers = np.empty(EMPTY, np.int32)
    host().lone_leaf_numbers(tables(), _contents(contents), ctypes.c_int(first_taker), address(numbers))
    return numbers


def _contents(found: states.Contents) -> ctypes.Array[ctypes.c_int]:
    """The C struct `Contents`."""
    codes = (states.CODE_NUMBER[code] for code in found.codes)
    return (ctypes.c_int * 7)(*codes, found.my_coins, found.their_coins)


@cache
def warm_up() -> None:
    """Makes what every round needs, so that the first decision is as quick as the others."""
    leaf_numbers(states.contents(0))
    states.open_rank()
    states.worth_tables()


def option_of(choice: int) -> int:
    """Where a choice of the rules stands among the options."""
    if choice == ROLL:
        return 0
    if choice < PLACE:
        return TAKING + choice - TAKE
    return PLACING + (choice - PLACE) % MAX_TRUCKS


def spot_of(state: DiceState) -> Spot:
    """The moment within the round that a state of the rules shows."""
    data = state.data
    starter, seat = data[STARTER], data[SEAT]
    out = NOBODY
    taken = EMPTY
    for player in range(2):
        if data[OUT] >> player & 1:
            out = int(player != starter)
            sheet = SHEETS + player * SHEET
            taken = LOAD_NUMBER[tuple(sorted(data[sheet + DICE : sheet + DICE + data[sheet + DICE_COUNT]]))]
    trucks = [LOAD_NUMBER[tuple(sorted(state.truck(truck)))] for truck in range(3)]
    hand = data[HAND : HAND + 2]
    return Spot(
        int(seat != starter),
        out,
        taken,
        (ctypes.c_int32 * 3)(*trucks),
        (ctypes.c_int32 * 2)(*hand),
        data[IN_HAND],
        data[SUPPLY],
    )
