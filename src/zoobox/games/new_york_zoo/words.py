"""What is said in this game: notation, labels, prompts, log lines and reasons for a refusal.

Notation
    E3                  the elephant goes 3 spaces; alone, with the marker of that number (from 4 on: the 4+), E0 stays
    free                alone: to the next acquisition space without a marker
    W r90f C4           the tile W, flipped and turned (see shapes.py), its first cell in reading order on C4
    fox from house      into the new enclosure; `fox from a`: from enclosure a; `no second`
    take fox            from the supply; `no other`
    put house, put a    where the animal goes
    add a, no add       an animal from a house joins enclosure a
    keep, no keep       one animal of a completed enclosure
    attraction att2     to be placed next; `tile 7-03` for a dealt tile
    breed a, no breed   `bonus a`, `no bonus`

Enclosures of a board are named a, b, c in the order they were placed, cells like a spreadsheet: C4 is the third column,
fourth row.

Ids in the picture
    strip-S4            a space of the strip, by its name; marker-2, free-move: alone
    cell-0-C4           a cell of seat 0's board
    house-0-1           a house: the animals stand in the first ones, ordered by species, then the free ones
    enclosure-0-a       an enclosure with its animals
    animal-fox          the supply of a species
    attraction-att2     the supply of an attraction
    dealt-0-7-03        a tile dealt to seat 0 (short game)
"""

from __future__ import annotations

import re

from zoobox.games.new_york_zoo.layout import (
    ACQUIRE,
    ACQUIRE_OTHER,
    ADD,
    ADD_TO,
    ANIMAL,
    ATTRACTION,
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
    HOUSED,
    IN_HAND,
    KEEP,
    KEEP_ONE,
    LARGEST_MARKER,
    LINES,
    MAX_ENCLOSURES,
    MAX_SPACES,
    MOVE,
    NO_ADD,
    NO_BONUS,
    NO_BREED,
    NO_KEEP,
    NO_OTHER,
    NO_SECOND,
    OTHER,
    PHASE,
    PLACE,
    PLACE_ATTRACTION,
    PLACE_TILE,
    POPULATE,
    POPULATE_MORE,
    PUT,
    PUT_IN,
    PUT_IN_HOUSE,
    SPECIES,
    SPECIES_COUNT,
    TAKE,
    TAKE_ANIMAL,
)
from zoobox.games.new_york_zoo.log import log
from zoobox.games.new_york_zoo.naming import (
    animal_name,
    animals_in,
    covered_cells,
    enclosure_letter,
    inhabitant,
    marker_name,
    newest_enclosure,
    one_animal,
    passes_the_last_start,
    piece_name,
    size_of,
    space_name,
    spaces_ahead,
    target_of,
)
from zoobox.games.new_york_zoo.refusals import refusal
from zoobox.games.new_york_zoo.rules import ZooState
from zoobox.games.new_york_zoo.shapes import cell_at, cell_name
from zoobox.kernel.text import Phrase

__all__ = [
    "cells",
    "decision_rule",
    "label",
    "log",
    "notation",
    "parse",
    "prompt",
    "refusal",
    "rule",
    "targets",
]

NOES = {
    "no other": NO_OTHER,
    "no second": NO_SECOND,
    "no add": NO_ADD,
    "keep": KEEP_ONE,
    "no keep": NO_KEEP,
    "no breed": NO_BREED,
    "no bonus": NO_BONUS,
    "put house": PUT_IN_HOUSE,
    "free": GO_FREELY,
}
WORD_OF = {choice: text for text, choice in NOES.items()}
WITH_ENCLOSURE = {"put": PUT_IN, "add": ADD_TO, "breed": BREED_IN, "bonus": BONUS_IN}
GO_TEXT = re.compile(r"e(\d{1,2})")
ENCLOSURE_TEXT = re.compile(r"(put|add|breed|bonus) ([a-z])")
FROM_TEXT = re.compile(r"(?:([a-z]+) )?from ([a-z]|house)")
PLACE_TEXT = re.compile(r"(\S+) (r\d+f?) ([a-z]\d+)")


def notation(state: ZooState, seat: int, choice: int) -> str:
    if choice in WORD_OF:
        return WORD_OF[choice]
    if choice < GO_FREELY:
        return f"E{choice}"
    if choice >= PLACE:
        turn, anchor = divmod(choice - PLACE, state.cells)
        kind = state.box.kinds[max(state.data[state.home(seat) + IN_HAND] - 1, 0)]
        name = kind.orientations[turn].name if turn < len(kind.orientations) else f"({turn})"
        return f"{kind.id} {name} {cell_name(*divmod(anchor, state.box.width))}"
    if choice >= TAKE:
        number = choice - TAKE
        if number >= len(state.box.kinds):
            return f"tile ({number})"
        return f"{'tile' if number < state.tiles else 'attraction'} {state.box.kinds[number].id}"
    if choice < NO_OTHER:
        return f"take {SPECIES[choice - TAKE_ANIMAL]}"
    if FROM_HOUSE <= choice < FROM:
        return f"{SPECIES[choice - FROM_HOUSE]} from house"
    if FROM <= choice < NO_SECOND:
        species = inhabitant(state, seat, choice - FROM)
        source = f"from {enclosure_letter(choice - FROM)}"
        return source if species is None else f"{SPECIES[species]} {source}"
    for word, first in WITH_ENCLOSURE.items():
        if first <= choice < first + MAX_ENCLOSURES:
            return f"{word} {enclosure_letter(choice - first)}"
    raise AssertionError(choice)


def parse(state: ZooState, seat: int, text: str) -> int | None:
    text = " ".join(text.lower().split())
    if text in NOES:
        return NOES[text]
    if (found := GO_TEXT.fullmatch(text)) and int(found[1]) < MAX_SPACES:
        return int(found[1])
    if found := ENCLOSURE_TEXT.fullmatch(text):
        return WITH_ENCLOSURE[found[1]] + ord(found[2]) - ord("a")
    if found := FROM_TEXT.fullmatch(text):
        return _parse_source(state, seat, found[1], found[2])
    if text.startswith("take ") and text[5:] in SPECIES:
        return TAKE_ANIMAL + SPECIES.index(text[5:])
    word, _, name = text.partition(" ")
    if word in ("tile", "attraction"):
        for number, kind in enumerate(state.box.kinds):
            if kind.id.lower() == name and (number < state.tiles) == (word == "tile"):
                return TAKE + number
        return None
    if found := PLACE_TEXT.fullmatch(text):
        return _parse_placement(state, seat, found[1], found[2], found[3])
    return None


def _parse_source(state: ZooState, seat: int, species: str | None, source: str) -> int | None:
    if source == "house":
        return FROM_HOUSE + SPECIES.index(species) if species in SPECIES else None
    enclosure = ord(source) - ord("a")
    living = inhabitant(state, seat, enclosure)
    if species is not None and (living is None or species != SPECIES[living]):
        return None
    return FROM + enclosure


def _parse_placement(state: ZooState, seat: int, tile: str, orientation: str, anchor: str) -> int | None:
    in_hand = state.data[state.home(seat) + IN_HAND]
    cell = cell_at(anchor)
    if not in_hand or cell is None or cell[0] >= state.box.height or cell[1] >= state.box.width:
        return None
    kind = state.box.kinds[in_hand - 1]
    if kind.id.lower() != tile:
        return None
    for turn, found in enumerate(kind.orientations):
        if found.name == orientation:
            return PLACE + turn * state.cells + cell[0] * state.box.width + cell[1]
    return None


def label(state: ZooState, seat: int, choice: int) -> Phrase:
    letter = enclosure_letter
    newest = letter(newest_enclosure(state, seat))
    if choice <= GO_FREELY:
        return _move_label(state, choice)
    if choice >= PLACE:
        return Phrase("label.place", piece=_piece_in_hand(state, seat), cells=list(cells(state, seat, choice)))
    if choice >= TAKE:
        key = "label.tile" if choice - TAKE < state.tiles else "label.attraction"
        return Phrase(key, piece=piece_name(state, choice - TAKE))
    if choice < NO_OTHER:
        return _animal_label(state, choice - TAKE_ANIMAL)
    if choice == NO_OTHER:
        return Phrase("label.no_other", animal=animal_name(state.data[OTHER] - 1))
    if choice < FROM_HOUSE:
        animal = animal_name(state.data[ANIMAL] - 1)
        if choice == PUT_IN_HOUSE:
            return Phrase("label.put_house", animal=animal)
        key = "label.put" if inhabitant(state, seat, choice - PUT_IN) is not None else "label.put_empty"
        return Phrase(key, animal=animal, enclosure=letter(choice - PUT_IN))
    if choice < FROM:
        return Phrase("label.from_house", animal=animal_name(choice - FROM_HOUSE), enclosure=newest)
    if choice < NO_SECOND:
        animal = one_animal(inhabitant(state, seat, choice - FROM) or 0)
        return Phrase("label.from", animal=animal, source=letter(choice - FROM), enclosure=newest)
    if ADD_TO <= choice < NO_ADD:
        animal = animal_name(inhabitant(state, seat, choice - ADD_TO) or 0)
        return Phrase("label.add", animal=animal, enclosure=letter(choice - ADD_TO))
    if choice in (KEEP_ONE, NO_KEEP):
        key = "label.keep" if choice == KEEP_ONE else "label.no_keep"
        return Phrase(key, animal=animal_name(state.data[ANIMAL] - 1))
    if BREED_IN <= choice < NO_BREED:
        return _offspring_label("label.breed", state, seat, choice - BREED_IN)
    if BONUS_IN <= choice < NO_BONUS:
        return _offspring_label("label.bonus", state, seat, choice - BONUS_IN)
    if choice == NO_BREED:
        if state.data[PHASE] == BREED_MORE:
            return Phrase("label.no_more_breeding")
        return Phrase("label.no_breed", animal=animal_name(state.data[LINES]))
    return Phrase({NO_SECOND: "label.no_second", NO_ADD: "label.no_add", NO_BONUS: "label.no_bonus"}[choice])


def _move_label(state: ZooState, choice: int) -> Phrase:
    place = space_name(state, target_of(state, choice))
    if choice == GO_FREELY:
        return Phrase("label.go_freely", place=place)
    if not state.laps:
        return Phrase("label.go", count=spaces_ahead(choice), place=place)
    if choice == 0:
        return Phrase("label.go_stay", place=place)
    key = "label.go_too_far" if passes_the_last_start(state, choice) else "label.go_marker"
    return Phrase(key, marker=marker_name(choice), count=spaces_ahead(choice), place=place)


def _animal_label(state: ZooState, species: int) -> Phrase:
    shown = state.box.spaces[state.data[ELEPHANT]].animals
    if state.data[PHASE] == ACQUIRE_OTHER:
        return Phrase("label.take_other", animal=animal_name(species))
    if species in shown:
        other = shown[1 - shown.index(species)]
        return Phrase("label.take_shown", animal=animal_name(species), other=animal_name(other))
    return Phrase("label.take_any", animal=animal_name(species))


def _offspring_label(key: str, state: ZooState, seat: int, enclosure: int) -> Phrase:
    return Phrase(
        key,
        enclosure=enclosure_letter(enclosure),
        animals=animals_in(state, seat, enclosure),
        size=size_of(state, seat, enclosure),
        animal=animal_name(inhabitant(state, seat, enclosure) or 0),
    )


def _piece_in_hand(state: ZooState, seat: int) -> Phrase:
    return piece_name(state, state.data[state.home(seat) + IN_HAND] - 1)


def rule(state: ZooState, seat: int, choice: int) -> str:
    if choice <= GO_FREELY:
        if not state.laps:
            return "nyz.move.range"
        if choice == GO_FREELY:
            return "nyz.solo.free-move"
        if choice == 0:
            return "nyz.solo.zero"
        return "nyz.solo.passing" if passes_the_last_start(state, choice) else "nyz.solo.range"
    if choice >= PLACE:
        return "nyz.puzzle.rotate-flip"
    if choice >= TAKE:
        return "nyz.short.place" if choice - TAKE < state.tiles else "nyz.complete.attraction"
    for last, found in (
        (NO_OTHER, "nyz.acquire.two-or-one"),
        (FROM_HOUSE - 1, "nyz.acquire.where"),
        (FROM - 1, "nyz.populate.sources"),
        (NO_SECOND - 1, "nyz.populate.never-empty"),
        (NO_SECOND, "nyz.populate.one-or-two"),
        (NO_ADD, "nyz.animals.second-from-house"),
        (NO_KEEP, "nyz.complete.keep"),
        (NO_BREED - 1, "nyz.breed.two-enclosures"),
        (NO_BREED, "nyz.breed.forego"),
    ):
        if choice <= last:
            return found
    return "nyz.bonus.optional" if choice == NO_BONUS else "nyz.bonus.other-enclosure"


def targets(state: ZooState, seat: int, choice: int) -> tuple[str, ...]:
    if choice <= GO_FREELY:
        space = f"strip-{state.box.spaces[target_of(state, choice)].id}"
        if not state.laps:
            return (space,)
        return ("free-move" if choice == GO_FREELY else f"marker-{min(choice, LARGEST_MARKER)}", space)
    if choice >= PLACE:
        return tuple(f"cell-{seat}-{cell}" for cell in cells(state, seat, choice))
    if choice >= TAKE:
        name = state.box.kinds[choice - TAKE].id
        return (f"dealt-{seat}-{name}" if choice - TAKE < state.tiles else f"attraction-{name}",)
    if choice < NO_OTHER:
        return (f"animal-{SPECIES[choice - TAKE_ANIMAL]}",)
    if choice in (PUT_IN_HOUSE, KEEP_ONE):
        return (f"house-{seat}-{_first_free_house(state, seat)}",)
    if FROM_HOUSE <= choice < FROM:
        return (f"house-{seat}-{_house_with(state, seat, choice - FROM_HOUSE)}",)
    if ADD_TO <= choice < NO_ADD:
        enclosure = choice - ADD_TO
        house = _house_with(state, seat, inhabitant(state, seat, enclosure) or 0)
        return (f"house-{seat}-{house}", f"enclosure-{seat}-{enclosure_letter(enclosure)}")
    for first in (PUT_IN, FROM, BREED_IN, BONUS_IN):
        if first <= choice < first + MAX_ENCLOSURES:
            return (f"enclosure-{seat}-{enclosure_letter(choice - first)}",)
    return ()


def _house_with(state: ZooState, seat: int, species: int) -> int:
    """The first house with an animal of the species: animals stand in order of species."""
    home = state.home(seat) + HOUSED
    return sum(state.data[home : home + species])


def _first_free_house(state: ZooState, seat: int) -> int:
    home = state.home(seat) + HOUSED
    return sum(state.data[home : home + SPECIES_COUNT])


def cells(state: ZooState, seat: int, choice: int) -> tuple[str, ...]:
    in_hand = state.data[state.home(seat) + IN_HAND]
    if choice < PLACE or not in_hand:
        return ()
    return tuple(cell_name(*cell) for cell in covered_cells(state, in_hand - 1, choice))


def prompt(state: ZooState, seat: int) -> Phrase:
    data = state.data
    phase = data[PHASE]
    if data[state.home(seat) + IN_HAND]:
        return Phrase("prompt.place", piece=_piece_in_hand(state, seat))
    if phase == MOVE:
        return Phrase("prompt.move_solo") if state.laps else Phrase("prompt.move", reach=state.reach)
    newest = newest_enclosure(state, seat)
    if phase == POPULATE:
        return Phrase("prompt.populate", enclosure=enclosure_letter(newest))
    if phase == POPULATE_MORE:
        animal = animal_name(inhabitant(state, seat, newest) or 0)
        return Phrase("prompt.populate_more", enclosure=enclosure_letter(newest), animal=animal)
    if phase == ACQUIRE:
        first, second = state.box.spaces[data[ELEPHANT]].animals
        return Phrase("prompt.acquire", first=animal_name(first), second=animal_name(second))
    if phase == ACQUIRE_OTHER:
        return Phrase("prompt.acquire_other", animal=animal_name(data[OTHER] - 1))
    if phase in (PUT, KEEP):
        return Phrase("prompt.put" if phase == PUT else "prompt.keep", animal=animal_name(data[ANIMAL] - 1))
    if phase in (BREED, BREED_MORE):
        return Phrase("prompt.breed" if phase == BREED else "prompt.breed_more", animal=animal_name(data[LINES]))
    return Phrase(
        {DEAL: "prompt.deal", ADD: "prompt.add", ATTRACTION: "prompt.attraction", BONUS: "prompt.bonus"}[phase]
    )


def decision_rule(state: ZooState, seat: int) -> str:
    return DECISION_RULES[state.data[PHASE]]


DECISION_RULES = {
    DEAL: "nyz.short.place",
    MOVE: "nyz.turn.parts",
    PLACE_TILE: "nyz.tile.at-once",
    POPULATE: "nyz.populate.one-or-two",
    POPULATE_MORE: "nyz.populate.one-or-two",
    ACQUIRE: "nyz.acquire.two-or-one",
    ACQUIRE_OTHER: "nyz.acquire.two-or-one",
    PUT: "nyz.acquire.must-place",
    ADD: "nyz.animals.second-from-house",
    KEEP: "nyz.complete.keep",
    ATTRACTION: "nyz.complete.attraction",
    PLACE_ATTRACTION: "nyz.complete.attraction",
    BREED: "nyz.breed.two-enclosures",
    BREED_MORE: "nyz.breed.two-enclosures",
    BONUS: "nyz.bonus.other-enclosure",
}
