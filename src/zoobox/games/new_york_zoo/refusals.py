"""Why a choice is not legal now, and the rule behind it."""

from __future__ import annotations

from zoobox.games.new_york_zoo.layout import (
    ACQUIRE,
    ACQUIRE_OTHER,
    ADD,
    ADD_TO,
    ADDED,
    ATTRACTION,
    ATTRACTIONS,
    BONUS,
    BONUS_IN,
    BREED,
    BREED_IN,
    BREED_MORE,
    DEAL,
    ELEPHANT,
    FROM,
    FROM_HOUSE,
    GO_FREELY,
    GRID,
    HEIGHTS,
    HOUSED,
    IN_HAND,
    LARGEST_MARKER,
    LIMIT,
    LINES,
    MARKERS,
    MAX_ENCLOSURES,
    MOVE,
    NO_SECOND,
    OTHER,
    PHASE,
    PLACE,
    POPULATE,
    POPULATE_MORE,
    PUT,
    PUT_IN,
    PUT_IN_HOUSE,
    TAKE,
    TAKE_ANIMAL,
)
from zoobox.games.new_york_zoo.naming import (
    animal_name,
    animals_in,
    covered_cells,
    enclosure_letter,
    inhabitant,
    marker_name,
    newest_enclosure,
    piece_name,
    record_of,
    slot_at,
    stack,
    target_of,
)
from zoobox.games.new_york_zoo.rules import ZooState
from zoobox.games.new_york_zoo.shapes import cell_name
from zoobox.kernel.text import Phrase

Reason = tuple[Phrase, str]


def refusal(state: ZooState, seat: int, choice: int) -> Reason:
    phase = state.data[PHASE]
    in_hand = state.data[state.home(seat) + IN_HAND]
    if in_hand:
        if choice >= PLACE:
            return _placement(state, seat, in_hand - 1, choice)
    elif phase == MOVE and choice <= GO_FREELY:
        return _move(state, seat, choice)
    elif phase in (POPULATE, POPULATE_MORE) and FROM_HOUSE <= choice < NO_SECOND:
        return _source(state, seat, choice)
    elif phase in (ACQUIRE, ACQUIRE_OTHER) and TAKE_ANIMAL <= choice < TAKE_ANIMAL + 5:
        return _animal(state, choice - TAKE_ANIMAL)
    elif phase == PUT and PUT_IN_HOUSE <= choice < FROM_HOUSE:
        return _putting(state, seat, choice)
    elif phase == ADD and ADD_TO <= choice < ADD_TO + MAX_ENCLOSURES:
        return _adding(state, seat, choice - ADD_TO)
    elif phase == ATTRACTION and choice >= TAKE + state.tiles and choice < TAKE + state.kinds:
        return _attraction(state, choice - TAKE)
    elif phase == DEAL and TAKE <= choice < TAKE + state.tiles:
        return Phrase("refusal.not_dealt", piece=piece_name(state, choice - TAKE)), "nyz.short.deal"
    elif phase in (BREED, BREED_MORE) and BREED_IN <= choice < BREED_IN + MAX_ENCLOSURES:
        return _breeding(state, seat, choice - BREED_IN)
    elif phase == BONUS and BONUS_IN <= choice < BONUS_IN + MAX_ENCLOSURES:
        return _bonus(state, seat, choice - BONUS_IN)
    words = state.game.words
    return Phrase("refusal.other_decision", prompt=words.prompt(state, seat)), words.decision_rule(state, seat)


def _move(state: ZooState, seat: int, choice: int) -> Reason:
    if state.laps and choice != GO_FREELY:
        marker = min(choice, LARGEST_MARKER)
        if not state.data[MARKERS] >> marker & 1:
            return Phrase("refusal.marker_used", marker=marker_name(choice)), "nyz.solo.markers"
    elif not state.laps:
        if choice == GO_FREELY:
            return Phrase("refusal.no_free_move"), "nyz.solo.free-move"
        if choice == 0:
            return Phrase("refusal.stay"), "nyz.move.must-move"
        if choice > state.reach:
            return Phrase("refusal.too_far", reach=state.reach, count=choice), "nyz.move.range"
    space = target_of(state, choice)
    if choice not in (0, GO_FREELY) and space == state.data[ELEPHANT]:
        return Phrase("refusal.too_few", count=choice), "nyz.solo.range"
    name = state.box.spaces[space].id
    if not state.box.spaces[space].is_slot:
        return Phrase("refusal.no_acquisition", space=name), "nyz.move.must-acquire"
    slot = slot_at(state, space)
    if not state.data[HEIGHTS + slot]:
        return Phrase("refusal.slot_empty", space=name), "nyz.solo.unusable"
    if not state.has_animal_to_move(seat):
        return Phrase("refusal.no_animal", space=name), "nyz.move.must-populate"
    tile = piece_name(state, stack(state, slot)[-1])
    return Phrase("refusal.no_fit", space=name, tile=tile), "nyz.solo.unusable" if state.laps else "nyz.move.must-fit"


def _placement(state: ZooState, seat: int, kind: int, choice: int) -> Reason:
    piece = piece_name(state, kind)
    cells = covered_cells(state, kind, choice)
    if not cells:
        return Phrase("refusal.orientation", piece=piece), "nyz.puzzle.rotate-flip"
    rows = state.box.boards[seat].rows
    if any(not (0 <= row < len(rows) and 0 <= column < len(rows[0])) for row, column in cells):
        return Phrase("refusal.off_board", piece=piece), "nyz.puzzle.inside"
    for row, column in cells:
        if rows[row][column] == "#":
            return Phrase("refusal.barn", cell=cell_name(row, column)), "nyz.puzzle.inside"
    grid = state.home(seat) + GRID
    row, column = next(cell for cell in cells if state.data[grid + cell[0] * state.box.width + cell[1]])
    return Phrase("refusal.covered", cell=cell_name(row, column)), "nyz.puzzle.no-overlap"


def _missing(state: ZooState, seat: int, enclosure: int, rule: str) -> Reason | None:
    if record_of(state, seat, enclosure) is None:
        return Phrase("refusal.no_enclosure", enclosure=enclosure_letter(enclosure)), rule
    return None


def _source(state: ZooState, seat: int, choice: int) -> Reason:
    newest = newest_enclosure(state, seat)
    wanted = inhabitant(state, seat, newest)
    species: int | None
    if choice < FROM:
        species = choice - FROM_HOUSE
        if not state.data[state.home(seat) + HOUSED + species]:
            return Phrase("refusal.none_housed", animal=animal_name(species)), "nyz.populate.sources"
    else:
        enclosure = choice - FROM
        letter = enclosure_letter(enclosure)
        if missing := _missing(state, seat, enclosure, "nyz.populate.sources"):
            return missing
        if enclosure == newest:
            return Phrase("refusal.new_enclosure", enclosure=letter), "nyz.populate.sources"
        species = inhabitant(state, seat, enclosure)
        if species is None:
            return Phrase("refusal.is_empty", enclosure=letter), "nyz.populate.sources"
        if animals_in(state, seat, enclosure) == 1:
            return Phrase("refusal.last_animal", enclosure=letter), "nyz.populate.never-empty"
    return Phrase("refusal.other_species", animal=animal_name(wanted or 0)), "nyz.animals.one-species"


def _animal(state: ZooState, species: int) -> Reason:
    if state.data[PHASE] == ACQUIRE_OTHER:
        return Phrase("refusal.not_shown", animal=animal_name(state.data[OTHER] - 1)), "nyz.acquire.two-or-one"
    return Phrase("refusal.nowhere", animal=animal_name(species)), "nyz.acquire.must-place"


def _putting(state: ZooState, seat: int, choice: int) -> Reason:
    if choice == PUT_IN_HOUSE:
        return Phrase("refusal.houses_full"), "nyz.animals.houses"
    enclosure = choice - PUT_IN
    letter = enclosure_letter(enclosure)
    if missing := _missing(state, seat, enclosure, "nyz.acquire.where"):
        return missing
    record = record_of(state, seat, enclosure)
    living = inhabitant(state, seat, enclosure)
    if record and state.data[record + ADDED] >= LIMIT:
        return Phrase("refusal.limit", enclosure=letter), "nyz.animals.limit"
    return (
        Phrase("refusal.lives_there", enclosure=letter, animal=animal_name(living or 0)),
        "nyz.animals.one-species",
    )


def _adding(state: ZooState, seat: int, enclosure: int) -> Reason:
    missing = _missing(state, seat, enclosure, "nyz.animals.second-from-house")
    if missing:
        return missing
    letter = enclosure_letter(enclosure)
    return Phrase("refusal.no_addition", enclosure=letter), "nyz.animals.second-from-house"


def _attraction(state: ZooState, kind: int) -> Reason:
    piece = piece_name(state, kind)
    if not state.data[ATTRACTIONS + kind - state.tiles]:
        return Phrase("refusal.none_left", piece=piece), "nyz.setup.attractions"
    return Phrase("refusal.no_room", piece=piece), "nyz.complete.attraction"


def _breeding(state: ZooState, seat: int, enclosure: int) -> Reason:
    if missing := _missing(state, seat, enclosure, "nyz.breed.two-animals"):
        return missing
    letter = enclosure_letter(enclosure)
    animal = animal_name(state.data[LINES])
    return Phrase("refusal.no_breeding", enclosure=letter, animal=animal), "nyz.breed.two-animals"


def _bonus(state: ZooState, seat: int, enclosure: int) -> Reason:
    if missing := _missing(state, seat, enclosure, "nyz.bonus.other-enclosure"):
        return missing
    return Phrase("refusal.no_bonus", enclosure=enclosure_letter(enclosure)), "nyz.bonus.other-enclosure"
