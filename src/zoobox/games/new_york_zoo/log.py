"""What is seen to happen. All of it lies open, but for the lower tiles of a stack where they are hidden."""

from __future__ import annotations

from zoobox.games.new_york_zoo.layout import (
    ADD_TO,
    ANIMAL,
    ANIMALS,
    BONUS_IN,
    BREED_IN,
    BREED_MORE,
    BUILT,
    DEALT,
    DEALT_COUNT,
    ELEPHANT,
    FINISHED,
    FREE_HOUSES,
    FROM,
    FROM_HOUSE,
    GO_FREELY,
    IN_HAND,
    KEEP,
    KEEP_ONE,
    LINE_COUNT,
    LINES,
    NO_ADD,
    NO_BONUS,
    NO_BREED,
    NO_KEEP,
    NO_OTHER,
    NO_SECOND,
    OTHER,
    PHASE,
    PLACE,
    PUT_IN,
    PUT_IN_HOUSE,
    TAKE,
    TAKE_ANIMAL,
)
from zoobox.games.new_york_zoo.naming import (
    animal_name,
    covered_cells,
    enclosure_letter,
    inhabitant,
    marker_name,
    newest_enclosure,
    one_animal,
    piece_name,
    record_of,
    slot_at,
    space_name,
    spaces_ahead,
    stack,
    target_of,
)
from zoobox.games.new_york_zoo.rules import ZooState
from zoobox.games.new_york_zoo.shapes import cell_name
from zoobox.kernel.text import Phrase, Seat

Line = tuple[Phrase, str]


def log(before: ZooState, seat: int, choice: int, after: ZooState, viewer: int | None) -> list[Line]:
    if choice <= GO_FREELY:
        lines = _move(before, seat, choice, after)
    elif choice >= PLACE:
        lines = _placement(before, seat, choice, after)
    else:
        lines = [_decision(before, seat, choice)]
    lines += _completions(before, seat, choice, after)
    if after.data[PHASE] == FINISHED:
        lines += _end(after)
    return lines


def _move(before: ZooState, seat: int, choice: int, after: ZooState) -> list[Line]:
    who = Seat(seat)
    place = space_name(before, target_of(before, choice))
    if choice == GO_FREELY:
        lines: list[Line] = [(Phrase("log.go_freely", seat=who, place=place), "nyz.solo.free-move")]
    elif not before.laps:
        lines = [(Phrase("log.go", seat=who, count=spaces_ahead(choice), place=place), "nyz.move.range")]
    elif choice == 0:
        lines = [(Phrase("log.go_stay", seat=who, place=place), "nyz.solo.zero")]
    else:
        phrase = Phrase("log.go_marker", seat=who, marker=marker_name(choice), count=spaces_ahead(choice), place=place)
        lines = [(phrase, "nyz.solo.range")]
    if after.data[PHASE] == FINISHED:
        return [*lines, (Phrase("log.passed_start"), "nyz.solo.passing")]
    for species in after.data[LINES : LINES + after.data[LINE_COUNT]]:
        lines.append((Phrase("log.crossed", animal=animal_name(species)), "nyz.breed.after-main"))
    return lines


def _placement(before: ZooState, seat: int, choice: int, after: ZooState) -> list[Line]:
    kind = before.data[before.home(seat) + IN_HAND] - 1
    cells = [cell_name(*cell) for cell in covered_cells(before, kind, choice)]
    piece = piece_name(before, kind)
    rule = "nyz.tile.at-once" if kind < before.tiles else "nyz.complete.attraction"
    lines: list[Line] = [(Phrase("log.place", seat=Seat(seat), piece=piece, cells=cells), rule)]
    space = before.data[ELEPHANT]
    if after.stacks_hidden and before.box.spaces[space].is_slot:
        slot = slot_at(before, space)
        tiles = stack(after, slot)
        if tiles and len(tiles) < len(stack(before, slot)):
            name = before.box.spaces[space].id
            tile = piece_name(after, tiles[-1])
            lines.append((Phrase("log.revealed", tile=tile, space=name), "nyz.setup.open-stacks"))
    return lines + _set_aside(before, seat, after)


def _set_aside(before: ZooState, seat: int, after: ZooState) -> list[Line]:
    """Dealt tiles that disappeared without being taken up."""
    home = before.home(seat)
    held = list(before.data[home + DEALT : home + DEALT + before.data[home + DEALT_COUNT]])
    for kind in after.data[home + DEALT : home + DEALT + after.data[home + DEALT_COUNT]]:
        held.remove(kind)
    if held and after.data[home + IN_HAND]:
        held.remove(after.data[home + IN_HAND] - 1)
    return [
        (Phrase("log.aside", piece=piece_name(before, kind), seat=Seat(seat)), "nyz.short.no-room") for kind in held
    ]


def _decision(before: ZooState, seat: int, choice: int) -> Line:
    who = Seat(seat)
    if choice >= TAKE:
        piece = piece_name(before, choice - TAKE)
        if choice - TAKE < before.tiles:
            return Phrase("log.tile", seat=who, piece=piece), "nyz.short.place"
        return Phrase("log.attraction", seat=who, piece=piece), "nyz.complete.attraction"
    if choice < NO_OTHER:
        return Phrase("log.take", seat=who, animal=one_animal(choice - TAKE_ANIMAL)), "nyz.acquire.two-or-one"
    if choice == NO_OTHER:
        return Phrase("log.no_other", seat=who, animal=animal_name(before.data[OTHER] - 1)), "nyz.acquire.two-or-one"
    if choice < FROM_HOUSE or choice in (KEEP_ONE, NO_KEEP):
        return _housing(before, who, choice)
    newest = enclosure_letter(newest_enclosure(before, seat))
    if choice < FROM:
        animal = animal_name(choice - FROM_HOUSE)
        return Phrase("log.from_house", seat=who, animal=animal, enclosure=newest), "nyz.populate.sources"
    for first, last, key, rule in (
        (FROM, NO_SECOND, "log.from", "nyz.populate.never-empty"),
        (ADD_TO, NO_ADD, "log.add", "nyz.animals.second-from-house"),
        (BREED_IN, NO_BREED, "log.breed", "nyz.breed.one-each"),
        (BONUS_IN, NO_BONUS, "log.bonus", "nyz.bonus.other-enclosure"),
    ):
        if first <= choice < last:
            animal = animal_name(inhabitant(before, seat, choice - first) or 0)
            letter = enclosure_letter(choice - first)
            if first == FROM:
                animal = one_animal(inhabitant(before, seat, choice - first) or 0)
                return Phrase(key, seat=who, animal=animal, source=letter, enclosure=newest), rule
            return Phrase(key, seat=who, animal=animal, enclosure=letter), rule
    if choice == NO_BREED and before.data[PHASE] == BREED_MORE:
        return Phrase("log.no_more_breeding", seat=who), "nyz.breed.forego"
    key, rule = {
        NO_SECOND: ("log.no_second", "nyz.populate.one-or-two"),
        NO_ADD: ("log.no_add", "nyz.animals.second-from-house"),
        NO_BREED: ("log.no_breed", "nyz.breed.forego"),
        NO_BONUS: ("log.no_bonus", "nyz.bonus.optional"),
    }[choice]
    return Phrase(key, seat=who), rule


def _housing(before: ZooState, who: Seat, choice: int) -> Line:
    animal = animal_name(before.data[ANIMAL] - 1)
    if choice == PUT_IN_HOUSE:
        return Phrase("log.put_house", seat=who, animal=animal), "nyz.acquire.where"
    if choice in (KEEP_ONE, NO_KEEP):
        key = "log.keep" if choice == KEEP_ONE else "log.no_keep"
        return Phrase(key, seat=who, animal=animal), "nyz.complete.keep"
    return Phrase("log.put", seat=who, animal=animal, enclosure=enclosure_letter(choice - PUT_IN)), "nyz.acquire.where"


def _completions(before: ZooState, seat: int, choice: int, after: ZooState) -> list[Line]:
    """Enclosures that were emptied by what the choice set going."""
    lines: list[Line] = []
    for enclosure in range(before.data[before.home(seat) + BUILT]):
        record = record_of(before, seat, enclosure)
        assert record is not None
        was_inhabited = before.data[record + ANIMALS] > 0 or choice == PUT_IN + enclosure
        if was_inhabited and after.data[record + ANIMALS] == 0:
            letter = enclosure_letter(enclosure)
            lines.append((Phrase("log.completed", enclosure=letter, seat=Seat(seat)), "nyz.complete.at-once"))
            if after.is_full(seat) and (after.data[PHASE] != KEEP or not after.data[after.home(seat) + FREE_HOUSES]):
                lines.append((Phrase("log.no_reward", seat=Seat(seat)), "nyz.complete.no-room"))
    return lines


def _end(after: ZooState) -> list[Line]:
    lines: list[Line] = [
        (Phrase("log.filled", seat=Seat(seat)), "nyz.goal.fill") for seat in range(after.players) if after.is_full(seat)
    ]
    rule = "nyz.end.places" if after.players > 1 else "nyz.solo.winning" if lines else "nyz.solo.losing"
    return [*lines, (Phrase("log.game_over"), rule)]
