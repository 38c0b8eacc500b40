"""Names of things in a state, and small questions that words, positions and logs share."""

from __future__ import annotations

from zoobox.games.new_york_zoo.layout import (
    ANIMALS,
    ARRIVALS,
    BUILT,
    ELEPHANT,
    ENCLOSURE,
    ENCLOSURES,
    GO_FREELY,
    HEIGHTS,
    INHABITANT,
    KIND,
    LARGEST_MARKER,
    PLACE,
    SPECIES,
    STACK,
    STACKS,
)
from zoobox.games.new_york_zoo.rules import ZooState
from zoobox.games.new_york_zoo.shapes import Cell
from zoobox.kernel.text import Phrase


def animal_name(species: int) -> Phrase:
    return Phrase(f"species.{SPECIES[species]}")


def one_animal(species: int) -> Phrase:
    return Phrase(f"one.{SPECIES[species]}")


def piece_name(state: ZooState, kind: int) -> Phrase:
    piece = state.box.kinds[kind]
    if kind < state.tiles:
        return Phrase("piece.tile", id=piece.id)
    return Phrase("piece.attraction", id=piece.id, size=piece.size)


def enclosure_letter(enclosure: int) -> str:
    return chr(ord("a") + enclosure)


def marker_name(distance: int) -> str:
    return f"{LARGEST_MARKER}+" if distance >= LARGEST_MARKER else str(distance)


def spaces_ahead(count: int) -> Phrase:
    return Phrase("spaces.one") if count == 1 else Phrase("spaces.many", count=count)


def space_name(state: ZooState, space: int) -> Phrase:
    """A space of the strip with what lies there."""
    place = state.box.spaces[space]
    if not place.is_slot:
        return Phrase("place.animals", space=place.id, animals=[animal_name(species) for species in place.animals])
    tiles = stack(state, slot_at(state, space))
    if not tiles:
        return Phrase("place.empty_slot", space=place.id)
    return Phrase("place.slot", space=place.id, tile=piece_name(state, tiles[-1]))


def record_of(state: ZooState, seat: int, enclosure: int) -> int | None:
    """Where an enclosure's record lies, if the seat has that enclosure."""
    home = state.home(seat)
    return home + ENCLOSURES + enclosure * ENCLOSURE if 0 <= enclosure < state.data[home + BUILT] else None


def newest_enclosure(state: ZooState, seat: int) -> int:
    return max(state.data[state.home(seat) + BUILT] - 1, 0)


def inhabitant(state: ZooState, seat: int, enclosure: int) -> int | None:
    """The species in an enclosure, if there is any."""
    record = record_of(state, seat, enclosure)
    return state.data[record + INHABITANT] - 1 if record and state.data[record + INHABITANT] else None


def animals_in(state: ZooState, seat: int, enclosure: int) -> int:
    record = record_of(state, seat, enclosure)
    return state.data[record + ANIMALS] if record else 0


def size_of(state: ZooState, seat: int, enclosure: int) -> int:
    record = record_of(state, seat, enclosure)
    return state.box.kinds[state.data[record + KIND]].size if record else 0


def slot_at(state: ZooState, space: int) -> int:
    """The number of the slot at a space."""
    return sum(place.is_slot for place in state.box.spaces[:space])


def stack(state: ZooState, slot: int) -> list[int]:
    """The kinds of the tiles in a slot, bottom to top."""
    start = STACKS + slot * STACK
    return list(state.data[start : start + state.data[HEIGHTS + slot]])


def target_of(state: ZooState, choice: int) -> int:
    """Where a move leads; the elephant's own space when there are not so many spaces."""
    spaces = state.box.spaces
    here = state.data[ELEPHANT]
    left = choice
    for step in range(1, len(spaces)):
        space = (here + step) % len(spaces)
        is_slot = spaces[space].is_slot
        if choice == GO_FREELY:
            if not is_slot:
                return space
        elif not is_slot or state.data[HEIGHTS + slot_at(state, space)]:
            left -= 1
            if left == 0:
                return space
    return here


def passes_the_last_start(state: ZooState, choice: int) -> bool:
    """Alone: whether a move leads past the start where the last lap ends, which loses the game."""
    return state.data[ARRIVALS] == state.laps - 1 and 0 < target_of(state, choice) < state.data[ELEPHANT]


def covered_cells(state: ZooState, kind: int, choice: int) -> list[Cell]:
    """The cells that a placement covers, on the board or not; none for an orientation the tile does not have."""
    turn, anchor = divmod(choice - PLACE, state.cells)
    top, left = divmod(anchor, state.box.width)
    orientations = state.box.kinds[kind].orientations
    if turn >= len(orientations):
        return []
    return [(top + row, left + column) for row, column in orientations[turn].cells]
