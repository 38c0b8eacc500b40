"""One round as a fixed graph of small tables, the same for every state in which a round can begin.

A *load* is what lies on a truck: a multiset of one to three faces, or nothing. Trucks are sorted, so a position of the
trucks is a *spread* of three loads. Dice come out in twos and both players act in turn, so while both are in, the
number of dice says whose turn it is: two dice out, the other's; four, the starter's; six, the other's. The starter can
therefore be the first to take with four dice out only, the other with two or six. Whoever is left alone rolls on:
rolling is never worse than taking at once, since the wanted truck can be left untouched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from zoobox.games.zooloretto_dice.layout import CRATES, FACE_COUNT
from zoobox.games.zooloretto_dice.solved import states

TRUCKS: Final = 3
NONE: Final = 0xFFFF
"""Stands for "no such node" in the tables."""

Load = tuple[int, ...]
Spread = tuple[int, int, int]
Table = npt.NDArray[np.uint16]

LOADS: Final[tuple[Load, ...]] = tuple(
    load for dice in range(1, CRATES + 1) for load in combinations_with_replacement(range(FACE_COUNT), dice)
)
EMPTY: Final = len(LOADS)
LOAD_NUMBER: Final = {load: number for number, load in enumerate((*LOADS, ()))}
SIZE: Final = tuple(len(load) for load in (*LOADS, ()))
ROLLS: Final = tuple(combinations_with_replacement(range(FACE_COUNT), 2))
ROLL_WEIGHT: Final = tuple(1 if first == second else 2 for first, second in ROLLS)
SHAPES: Final = {
    1: ((1, 0, 0),),
    2: ((2, 0, 0), (1, 1, 0)),
    3: ((3, 0, 0), (2, 1, 0), (1, 1, 1)),
    4: ((3, 1, 0), (2, 2, 0), (2, 1, 1)),
    5: ((3, 2, 0), (3, 1, 1), (2, 2, 1)),
    6: ((3, 3, 0), (3, 2, 1), (2, 2, 2)),
}
"""How a number of dice can lie on the trucks. The spreads of three dice that use all trucks come last: one who is left
alone by a player that took with four dice out cannot meet them."""


def in_order(loads: Sequence[int]) -> Spread:
    """The spread of three loads: larger loads first, the empty one last."""
    first, second, third = sorted(loads, key=lambda load: (-SIZE[load], load))
    return first, second, third


def _spreads(dice: int) -> Iterator[Spread]:
    by_size = {size: [load for load in range(EMPTY + 1) if SIZE[load] == size] for size in range(CRATES + 1)}
    for shape in SHAPES[dice]:
        for loads in product(*(by_size[size] for size in shape)):
            if loads == in_order(loads):
                yield loads[0], loads[1], loads[2]


SPREADS: Final = {dice: tuple(_spreads(dice)) for dice in SHAPES}
SPREAD_NUMBER: Final = {spread: number for dice in SHAPES for number, spread in enumerate(SPREADS[dice])}
TWO_TRUCKS: Final = sum(spread[2] == EMPTY for spread in SPREADS[3])


def plus(load: int, face: int) -> int:
    """The load with one die more, or NONE if the truck is full."""
    if SIZE[load] == CRATES:
        return NONE
    return LOAD_NUMBER[tuple(sorted((*(LOADS[load] if load != EMPTY else ()), face)))]


def places(spread: Spread, face: int) -> list[Spread]:
    """Where a die of that face can go."""
    found = []
    for truck in range(TRUCKS):
        more = plus(spread[truck], face)
        if more != NONE:
            loads = list(spread)
            loads[truck] = more
            found.append(in_order(loads))
    return found


def joint_places(spread: Spread, roll: tuple[int, int]) -> list[Spread]:
    """Every spread that a roll of two dice can lead to, each once."""
    return list(dict.fromkeys(end for middle in places(spread, roll[0]) for end in places(middle, roll[1])))


def without(spread: Spread, truck: int) -> Spread:
    loads = list(spread)
    loads[truck] = EMPTY
    return in_order(loads)


def _padded(rows: list[list[int]], width: int) -> list[list[int]]:
    """Rows of one width; a missing option repeats the first, which changes no maximum."""
    return [(row + row[:1] * width)[:width] for row in rows]


class Alone(NamedTuple):
    """The nodes in which one player is alone with two dice left to roll: what the other took, and what lies there."""

    start: tuple[int, ...]
    """Per load that was taken the first of its nodes, NONE where it cannot have been taken."""
    nodes: npt.NDArray[np.uint32]
    """Per node, in four bytes: the taken load, and the three loads that lie there."""


def _alone(dice_left_by: dict[int, int]) -> Alone:
    """`dice_left_by`: for a taken load of that many dice, how many spreads of the four dice's rest count."""
    start: list[int] = []
    nodes: list[int] = []
    for taken in range(EMPTY):
        count = dice_left_by.get(SIZE[taken])
        if count is None:
            start.append(NONE)
            continue
        start.append(len(nodes))
        for first, second, third in SPREADS[4 - SIZE[taken]][:count]:
            nodes.append(taken | first << 8 | second << 16 | third << 24)
    return Alone(tuple(start), np.array(nodes, np.uint32))


class Graph(NamedTuple):
    """Every table the round is folded with; the C struct `Graph` has the same names."""

    counts: npt.NDArray[np.uint32]
    """Per load how often each face is in it, four bits a face."""
    mix: npt.NDArray[np.uint32]
    """Per load of up to two dice (nothing first) and roll: the loads that can be made of it, a byte each."""
    spread6: npt.NDArray[np.uint32]
    """Six dice out: the three loads, a byte each."""
    child5: npt.NDArray[np.uint64]
    """Per face in hand and spread of five dice: the spreads of six, one per truck, two bytes each."""
    child4: npt.NDArray[np.uint64]
    """Per face in hand and spread of four: the spreads of five, likewise."""
    take4: Table
    """Per spread of four and truck: the node of the other left alone, NONE for an empty truck."""
    lone_other: npt.NDArray[np.uint32]
    lone_starter: npt.NDArray[np.uint32]
    lone4: Table
    """The starter alone with four dice left, per roll: where the two dice can lead, as nodes of `lone_starter`."""
    child2: Table
    """Per spread of two and roll: the spreads of four."""
    take2: Table
    """Per spread of two and truck: the node of `lone4`, NONE for an empty truck."""
    opening: Table
    """Per roll the two spreads of two: on one truck, or on two."""
    after: npt.NDArray[np.uint8]
    """The code of a species after the round, seen by whoever took last: by who took first (0 the starter), code before,
    symbols of the first taker and of the second."""
    mirror: npt.NDArray[np.uint8]
    members: npt.NDArray[np.uint8]
    below: npt.NDArray[np.int32]
    small_worth: npt.NDArray[np.int8]
    lion_worth: npt.NDArray[np.int8]
    my_left: npt.NDArray[np.uint8]
    their_left: npt.NDArray[np.uint8]
    plus: Table
    """Per load and face the load with that die more."""
    spread_of: Table
    """The number of a spread by its three loads in any order, for looking up what lies on the table."""
    lone_start: Table
    """Per side left alone (0 the starter) and load that was taken: its first node."""


@cache
def lone_starts() -> tuple[Alone, Alone]:
    """The lone nodes of the starter (the other took with two dice out) and of the other (the starter with four)."""
    starter = _alone({1: len(SPREADS[3]), 2: len(SPREADS[2])})
    other = _alone({1: TWO_TRUCKS, 2: len(SPREADS[2]), 3: len(SPREADS[1])})
    return starter, other


def lone4_nodes() -> list[tuple[int, Spread]]:
    """What the other took with two dice out, and what lies there."""
    empty = (EMPTY, EMPTY, EMPTY)
    singles = [(taken, (load, EMPTY, EMPTY)) for taken in range(FACE_COUNT) for load in range(FACE_COUNT)]
    return [*singles, *((taken, empty) for taken in range(EMPTY) if SIZE[taken] == 2)]


def _after() -> npt.NDArray[np.uint8]:
    table = np.zeros((2, states.LIONS, CRATES + 1, CRATES + 1), np.uint8)
    for number, code in enumerate(states.CODES):
        for first, second in product(range(CRATES + 1), repeat=2):
            starter_first = code.after(1, first, second).mirrored()  # the other takes last and begins the next round
            other_first = code.after(-1, second, first)
            table[0, number, first, second] = states.CODE_NUMBER[starter_first]
            table[1, number, first, second] = states.CODE_NUMBER[other_first]
    return table


def _spread_of() -> Table:
    table = np.full((EMPTY + 1,) * TRUCKS, NONE, np.uint16)
    for spread, number in SPREAD_NUMBER.items():
        for a, b, c in {(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)}:
            table[spread[a], spread[b], spread[c]] = number
    return table


def _children(dice: int) -> npt.NDArray[np.uint64]:
    rows = [
        _padded([[SPREAD_NUMBER[end] for end in places(spread, face)] for spread in SPREADS[dice]], TRUCKS)
        for face in range(FACE_COUNT)
    ]
    ends = np.array(rows, np.uint64)
    words: npt.NDArray[np.uint64] = ends[..., 0] | ends[..., 1] << np.uint64(16) | ends[..., 2] << np.uint64(32)
    return words


def _mix() -> npt.NDArray[np.uint32]:
    table = []
    for load in (EMPTY, *(load for load in range(EMPTY) if SIZE[load] < CRATES)):
        for first, second in ROLLS:
            made = [load, plus(load, first), plus(load, second)]
            if SIZE[load] + 2 <= CRATES:
                made.append(plus(plus(load, first), second))
            real = _padded([[each for each in made if each != EMPTY]], 4)[0]
            table.append(sum(each << 8 * place for place, each in enumerate(real)))
    return np.array(table, np.uint32)


@cache
def graph() -> Graph:
    starter, other = lone_starts()
    lone4 = lone4_nodes()
    lone4_number = {node: number for number, node in enumerate(lone4)}

    numbering = states.numbering()
    small_worth, lion_worth, _ = states.worth_tables()
    return Graph(
        counts=np.array([sum(1 << 4 * face for face in load) for load in (*LOADS, ())], np.uint32),
        mix=_mix(),
        spread6=np.array([a | b << 8 | c << 16 for a, b, c in SPREADS[6]], np.uint32),
        child5=_children(5),
        child4=_children(4),
        take4=np.array(
            [
                [
                    NONE if load == EMPTY else other.start[load] + SPREAD_NUMBER[without(spread, truck)]
                    for truck, load in enumerate(spread)
                ]
                for spread in SPREADS[4]
            ],
            np.uint16,
        ),
        lone_other=other.nodes,
        lone_starter=starter.nodes,
        lone4=np.array(
            [
                _padded(
                    [
                        [starter.start[taken] + SPREAD_NUMBER[end] for end in joint_places(spread, roll)]
                        for roll in ROLLS
                    ],
                    5,
                )
                for taken, spread in lone4
            ],
            np.uint16,
        ),
        child2=np.array(
            [
                _padded([[SPREAD_NUMBER[end] for end in joint_places(spread, roll)] for roll in ROLLS], 9)
                for spread in SPREADS[2]
            ],
            np.uint16,
        ),
        take2=np.array(
            [
                [
                    NONE if spread[truck] == EMPTY else lone4_number[spread[truck], without(spread, truck)]
                    for truck in range(2)
                ]
                for spread in SPREADS[2]
            ],
            np.uint16,
        ),
        opening=np.array(
            [
                [
                    SPREAD_NUMBER[LOAD_NUMBER[roll], EMPTY, EMPTY],
                    SPREAD_NUMBER[in_order((roll[0], roll[1], EMPTY))],
                ]
                for roll in ROLLS
            ],
            np.uint16,
        ),
        after=_after(),
        mirror=np.array([states.CODE_NUMBER[code.mirrored()] for code in states.CODES], np.uint8),
        members=numbering.members,
        below=numbering.below,
        small_worth=small_worth,
        lion_worth=lion_worth,
        my_left=np.array([code.mine for code in states.CODES], np.uint8),
        their_left=np.array([code.theirs for code in states.CODES], np.uint8),
        plus=np.array([[plus(load, face) for face in range(FACE_COUNT)] for load in range(EMPTY + 1)], np.uint16),
        spread_of=_spread_of(),
        lone_start=np.array([starter.start, other.start], np.uint16),
    )
