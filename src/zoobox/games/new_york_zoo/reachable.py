"""What holds in every state that play leads to, beyond what `position.py` asks of a position written by hand.

Each function finds one thing that cannot be, and says it in a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator

from zoobox.games.new_york_zoo.layout import *
from zoobox.games.new_york_zoo.reading import LETTERS, elephant_space, stack
from zoobox.games.new_york_zoo.rules import ZooState


def unreachable(state: ZooState) -> str | None:
    """Why play cannot have led to a state, in a sentence; None where it can have."""
    return next(_problems(state), None)


def _problems(state: ZooState) -> Iterator[str]:
    yield from _strip(state)
    yield from _lines(state)
    yield from _animal_in_hand(state)
    yield from _breeding(state)
    for seat in range(state.players):
        yield from _attractions(state, seat)
        yield from _gains(state, seat)


def _strip(state: ZooState) -> Iterator[str]:
    """Tiles are taken from the top, so those that are left lie as they were stacked."""
    for slot, space in enumerate(state.box.slots):
        sizes = tuple(state.box.kinds[kind].size for kind in stack(state, slot))
        stacked = state.box.slot_stack(slot)
        if sizes != stacked[: len(sizes)]:
            yield f"slot {space.id}: tiles are taken from the top, so the lower tile of {stacked[0]} spaces is there"


def _lines(state: ZooState) -> Iterator[str]:
    """Lines breed in the order in which the elephant crossed them, so those that are left lie right behind it."""
    data = state.data
    left = [data[LINES + number] for number in range(data[LINE_COUNT])]
    spaces = state.box.spaces
    behind = [spaces[(data[ELEPHANT] - step) % len(spaces)].line for step in range(len(spaces))]
    crossed = [line for line in behind if line is not None][: len(left)]
    if crossed[::-1] != left:
        names = ", ".join(SPECIES[species] for species in crossed[::-1])
        yield f"lines: the last {len(left)} lines before {elephant_space(state).id} are {names}"


def _animal_in_hand(state: ZooState) -> Iterator[str]:
    """Of the two animals shown the second may follow; an animal that is not shown comes alone."""
    data = state.data
    if data[PHASE] != PUT:
        return
    space = elephant_space(state)
    animal = data[ANIMAL] - 1
    follows = data[OTHER] - 1 if data[OTHER] else None
    if data[STEP] == SECOND_STEP and animal not in space.animals:
        yield f"animal: the second animal is one that {space.id} shows, not the {SPECIES[animal]}"
    if data[STEP] == FIRST_STEP:
        rest = [species for species in space.animals if species != animal]
        if follows != (rest[0] if animal in space.animals else None):
            yield f"other: after the {SPECIES[animal]} from {space.id} follows the other animal shown, if it is shown"


def _breeding(state: ZooState) -> Iterator[str]:
    """Who has bred and whether bonuses are under way counts only while a line breeds; a used set of markers is new."""
    data = state.data
    is_breeding = data[PHASE] in (BREED, BREED_MORE, BONUS) or data[STEP] in (BREED_STEP, BONUS_STEP)
    if data[BREEDERS] and not is_breeding:
        yield f"breeders: no line breeds, so nobody is done with it, not {data[BREEDERS]}"
    bonuses = state.fixed.bonus and state.fixed.bonus_by_phase and is_breeding
    if data[BONUS_PASS] and (not bonuses or data[PHASE] in (BREED, BREED_MORE)):
        yield "bonus_pass: bonuses are bred in a pass of their own only where that is the setting, after the line"
    if state.fixed.laps and data[PHASE] == MOVE and not data[MARKERS]:
        yield "markers: all were used, so all can be used again"


def _attractions(state: ZooState, seat: int) -> Iterator[str]:
    """Attractions are for completed enclosures."""
    home = state.home(seat)
    if state.data[home + DECORATED] and not state.data[home + BUILT]:
        yield f"seat {seat} has attractions, but never had an enclosure to complete"


def _gains(state: ZooState, seat: int) -> Iterator[str]:
    """A line breeds in two enclosures at most, and in one more by a bonus; animals join while that is asked only."""
    data = state.data
    home = state.home(seat)
    bred = 0
    for number in range(data[home + BUILT]):
        gain = data[home + ENCLOSURES + number * ENCLOSURE + GAIN]
        bred += bool(gain & BRED)
        if gain & OPEN and (data[PHASE] not in (ADD, BREED_MORE) or seat != data[ACTOR]):
            yield f"seat {seat}: enclosure {LETTERS[number]} opens for animals from houses while one is added only"
    most = BRED_ENCLOSURES + bool(state.fixed.bonus)
    if bred > most:
        yield f"seat {seat}: a line breeds in {most} enclosures at most, not in {bred}"
    if bred and (seat - data[ACTIVE]) % state.players > data[BREEDERS] and not data[BONUS_PASS]:
        yield f"seat {seat}: it is not its turn to breed yet, so nothing has bred"
