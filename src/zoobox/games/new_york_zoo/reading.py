"""What lies where in a state, as plain values: enclosures, houses, stacks, and the way of the elephant."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase

from zoobox.games.new_york_zoo.components import Kind, Space
from zoobox.games.new_york_zoo.layout import *
from zoobox.games.new_york_zoo.rules import ZooState

LETTERS = ascii_lowercase[:MAX_ENCLOSURES]
"""Enclosures of a board are named a, b, c in the order they were placed."""
FREE_MARKER = "free"
"""What stands in the place of a range marker where the elephant moves without one."""


@dataclass(frozen=True, slots=True)
class Enclosure:
    """An enclosure on a board."""

    letter: str
    species: str | None
    """None while it is empty."""
    animals: int
    size: int
    added: int
    """Animals added in this main action."""
    bred: bool
    """Whether it had offspring in this breeding."""

    def breeds(self, species: str) -> bool:
        """Whether a line of that species would bring it offspring, did it breed now: nyz.breed.two-animals."""
        return self.species == species and self.animals >= TO_BREED


def enclosures(state: ZooState, seat: int) -> list[Enclosure]:
    return [_read(state, seat, number) for number in range(state.data[state.home(seat) + BUILT])]


def enclosure(state: ZooState, seat: int, letter: str) -> Enclosure | None:
    """The enclosure of that letter, if the seat has it."""
    number = LETTERS.index(letter)
    return _read(state, seat, number) if number < state.data[state.home(seat) + BUILT] else None


def newest_letter(state: ZooState, seat: int) -> str:
    return LETTERS[max(state.data[state.home(seat) + BUILT] - 1, 0)]


def _read(state: ZooState, seat: int, number: int) -> Enclosure:
    data = state.data
    record = state.home(seat) + ENCLOSURES + number * ENCLOSURE
    return Enclosure(
        letter=LETTERS[number],
        species=species_name(data[record + INHABITANT]),
        animals=data[record + ANIMALS],
        size=state.box.kinds[data[record + KIND]].size,
        added=data[record + ADDED],
        bred=bool(data[record + GAIN] & BRED),
    )


def inhabitant(state: ZooState, seat: int, letter: str) -> str | None:
    """The species in an enclosure, if there is any."""
    found = enclosure(state, seat, letter)
    return found.species if found else None


def species_name(byte: int) -> str | None:
    """The species that a byte of the state stands for: species + 1, or 0 for none."""
    return SPECIES[byte - 1] if byte else None


def houses(state: ZooState, seat: int) -> list[str]:
    """The animals in houses, in the order in which they stand there: by species."""
    start = state.home(seat) + HOUSED
    return [name for species, name in enumerate(SPECIES) for _ in range(state.data[start + species])]


def piece_in_hand(state: ZooState, seat: int) -> Kind | None:
    """The tile or attraction that the seat is about to place."""
    in_hand = state.data[state.home(seat) + IN_HAND]
    return state.box.kinds[in_hand - 1] if in_hand else None


def lines_crossed(state: ZooState) -> list[str]:
    """The species of the lines that still breed in this turn, the present one first."""
    return [SPECIES[species] for species in state.data[LINES : LINES + state.data[LINE_COUNT]]]


# Acquiring animals.


def other_may_follow(state: ZooState, seat: int, species: str) -> bool:
    """Whether the other animal shown can follow, if this one is taken first, whatever is done with it."""
    first, second = elephant_space(state).animals
    other = second if SPECIES[first] == species else first
    if state.data[state.home(seat) + FREE_HOUSES] > 1:
        return True
    return _follows(_after(state, seat, TAKE_ANIMAL + SPECIES.index(species)), seat, other)


def _follows(state: ZooState, seat: int, other: int) -> bool:
    """Tries all that can be done with the first animal; an attraction makes no difference to the second."""
    phase = state.data[PHASE]
    if phase == ACQUIRE_OTHER:
        return True
    if phase == ATTRACTION:
        return _has_place(state, seat, other)
    if phase not in (PUT, ADD, KEEP) or not state.data[OTHER]:
        return False
    return any(_follows(_after(state, seat, choice), seat, other) for choice in state.legal(seat))


def _after(state: ZooState, seat: int, choice: int) -> ZooState:
    after = state.copy()
    after.apply(seat, choice)
    assert isinstance(after, ZooState)
    return after


def _has_place(state: ZooState, seat: int, species: int) -> bool:
    """A free house, or an enclosure of the species or an empty one within the limit: nyz.acquire.where."""
    if state.data[state.home(seat) + FREE_HOUSES]:
        return True
    return any(
        found.species in (None, SPECIES[species]) and found.added < state.fixed.most_added
        for found in enclosures(state, seat)
    )


# The strip.


def slot_name(space: str) -> str:
    """What people call a slot: by the number in its id, which the picture shows; a slot called otherwise, by its id."""
    return space[1:] if space[:1] == "S" and space[1:].isdigit() else space


def slot_at(state: ZooState, space: int) -> int:
    """The number of the slot at a space."""
    return sum(place.is_slot for place in state.box.spaces[:space])


def stack(state: ZooState, slot: int) -> list[int]:
    """The kinds of the tiles in a slot, bottom to top."""
    start = STACKS + slot * STACK
    return list(state.data[start : start + state.data[HEIGHTS + slot]])


def topmost_tile(state: ZooState, space: int) -> str | None:
    """The tile that can be taken at a space, if it is a slot with tiles."""
    tiles = stack(state, slot_at(state, space)) if state.box.spaces[space].is_slot else []
    return state.box.kinds[tiles[-1]].id if tiles else None


def elephant_space(state: ZooState) -> Space:
    return state.box.spaces[state.data[ELEPHANT]]


def way(state: ZooState, spaces: int | None) -> list[int]:
    """The spaces that the elephant enters on its way over so many counted ones; None: to the next acquisition space.

    Empty if there are not so many spaces ahead of it.
    """
    count = len(state.box.spaces)
    entered: list[int] = []
    left = spaces
    for step in range(1, count):
        if left == 0:
            break
        space = (state.data[ELEPHANT] + step) % count
        entered.append(space)
        if left is None:
            left = None if state.box.spaces[space].is_slot else 0
        elif _counts(state, space):
            left -= 1
    return entered if left == 0 else []


def target_space(state: ZooState, spaces: int | None) -> int:
    """Where a move leads; the elephant's own space if there are not so many spaces ahead of it."""
    entered = way(state, spaces)
    return entered[-1] if entered else state.data[ELEPHANT]


def _counts(state: ZooState, space: int) -> bool:
    """Whether the elephant counts a space: nyz.move.counted, nyz.move.skipped."""
    return not state.box.spaces[space].is_slot or topmost_tile(state, space) is not None
