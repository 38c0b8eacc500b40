"""Choices, events, questions and refusals as sentences; `texts.toml` has them in each language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from zoobox.games.new_york_zoo.choices import covered_cells, describe, marker_name, passes_last_start
from zoobox.games.new_york_zoo.components import piece_words
from zoobox.games.new_york_zoo.layout import *
from zoobox.games.new_york_zoo.reading import (
    FREE_MARKER,
    elephant_space,
    enclosure,
    houses,
    inhabitant,
    lines_crossed,
    newest_letter,
    other_may_follow,
    piece_in_hand,
    slot_name,
    species_name,
    target_space,
    topmost_tile,
)
from zoobox.games.new_york_zoo.rules import ZooState
from zoobox.games.new_york_zoo.shapes import cell_name
from zoobox.kernel.choice import Description
from zoobox.kernel.event import Event
from zoobox.kernel.text import Phrase, Seat

# Names of things.


def animal_name(species: str | None) -> Phrase:
    return Phrase(f"species.{species or 'unknown'}")


def piece_with(state: ZooState, id: str | None) -> Phrase:
    """The name of a tile or attraction by its id; None where no piece is in hand."""
    return next((kind.words for kind in state.box.kinds if kind.id == id), Phrase("piece.none"))


def space_name(space: str, tile: Phrase | None, animals: Sequence[str]) -> Phrase:
    """A space of the strip with what lies there."""
    if animals:
        first, second = animals
        return Phrase("place.animals", first=animal_name(first), second=animal_name(second))
    if tile is None:
        return Phrase("place.empty_slot", slot=slot_name(space))
    return Phrase("place.slot", slot=slot_name(space), tile=tile)


def place_of(state: ZooState, space: int) -> Phrase:
    """A space of the strip as it is now."""
    place = state.box.spaces[space]
    tile = topmost_tile(state, space)
    return space_name(
        place.id, piece_with(state, tile) if tile else None, [SPECIES[species] for species in place.animals]
    )


def space_count(spaces: int) -> Phrase:
    return Phrase("spaces.one") if spaces == 1 else Phrase("spaces.many", count=spaces)


# Choices.


def label(state: ZooState, seat: int, choice: Description) -> Phrase:
    kind = choice.kind
    if kind in ("go", "go_freely"):
        return _move_label(state, choice)
    if kind == "take":
        return _take_label(state, seat, choice)
    if kind == "place":
        return Phrase("label.place", piece=piece_with(state, choice["piece"]), cells=list(choice.cells))
    if kind in ("tile", "attraction"):
        return Phrase(f"label.{kind}", piece=piece_with(state, choice[kind]))
    if kind == "no_breed" and state.data[PHASE] == BREED_MORE:
        return Phrase("label.no_more_breeding")
    if kind == "put" and inhabitant(state, seat, choice["enclosure"]) is None:
        kind = "put_empty"
    gaps = _gaps(choice.parts)
    if kind in ("breed", "bonus"):
        found = enclosure(state, seat, choice["enclosure"])
        gaps |= {"animals": found.animals if found else 0, "size": found.size if found else 0}
    return Phrase(f"label.{kind}", **gaps)


def _move_label(state: ZooState, choice: Description) -> Phrase:
    spaces = choice.parts.get("spaces")
    place = place_of(state, target_space(state, spaces))
    if spaces is None:
        return Phrase("label.go_freely", place=place)
    if not state.fixed.laps:
        return Phrase("label.go", count=space_count(spaces), place=place)
    if spaces == 0:
        return Phrase("label.go_stay", place=place)
    key = "label.go_marker"
    if passes_last_start(state, spaces):
        key = "label.go_last" if state.fixed.passing_acts else "label.go_too_far"
    return Phrase(key, marker=choice["marker"], count=space_count(spaces), place=place)


def _take_label(state: ZooState, seat: int, choice: Description) -> Phrase:
    animal = animal_name(choice["species"])
    shown = [SPECIES[species] for species in elephant_space(state).animals]
    if state.data[PHASE] == ACQUIRE_OTHER:
        return Phrase("label.take_other", animal=animal)
    if choice["species"] in shown and state.data[PHASE] == ACQUIRE and other_may_follow(state, seat, choice["species"]):
        other = shown[1 - shown.index(choice["species"])]
        return Phrase("label.take_shown", animal=animal, other=animal_name(other))
    return Phrase("label.take_any", animal=animal)


def _gaps(parts: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a choice or an event with its pieces as words."""
    gaps = dict(parts)
    if "species" in parts:
        gaps["animal"] = animal_name(gaps.pop("species"))
    if parts.get("spaces") is not None:
        gaps["count"] = space_count(gaps.pop("spaces"))
    for what in ("tile", "attraction"):
        if parts.get(what) is not None:
            gaps["piece"] = piece_words(what, gaps.pop(what), gaps.pop("look"), gaps.pop("size"))
    if "space" in parts:
        gaps["slot"] = slot_name(gaps.pop("space"))
    return gaps


# Events.

MOVES = {None: "go", "0": "go_stay", FREE_MARKER: "go_freely"}


def say(event: Event) -> Phrase:
    key, gaps = event.kind, _gaps(event.parts)
    if event.kind == "move":
        key = MOVES.get(event["marker"], "go_marker")
        gaps["place"] = space_name(event["space"], gaps.get("piece"), event["animals"])
    elif event.kind == "breeding":
        breeders = [Seat(seat) for seat, letters in enumerate(event["enclosures"]) if letters]
        key, gaps["seats"] = "breeding" if breeders else "breeding_nowhere", breeders
    if event.seat is not None:
        gaps["seat"] = Seat(event.seat)
    return Phrase(f"log.{key}", **gaps)


def tag(event: Event) -> Phrase | None:
    """A few words that stand in the picture where an event happens; None where the picture itself says enough."""
    kind, gaps = event.kind, _gaps(event.parts)
    if kind in ("place_tile", "place_attraction"):
        return Phrase("tag.covers", count=space_count(len(event["cells"])))
    if kind == "crossed":
        mine = event["offspring"][event.seat]
        return Phrase("tag.crossed", offspring=mine) if mine else Phrase("tag.crossed_none")
    if kind == "breeding" and not any(event["enclosures"]):
        return Phrase("tag.crossed_none")
    if kind in ("put", "put_house", "add", "from_house", "keep", "breed", "bonus"):
        return Phrase("tag.animal", animal=gaps["animal"])
    return Phrase(f"tag.{kind}", **gaps) if kind in TAGGED else None


TAGGED = (
    "crossed_too_late", "breeding", "completed", "no_reward", "slot_emptied", "revealed", "aside", "no_place",
    "passed_start", "last_turn", "last_action", "filled",
)  # fmt: skip


# Questions.


def prompt(state: ZooState, seat: int) -> Phrase:
    data = state.data
    phase = data[PHASE]
    if piece := piece_in_hand(state, seat):
        return Phrase("prompt.place", piece=piece.words)
    if phase == MOVE:
        return Phrase("prompt.move_solo") if state.fixed.laps else Phrase("prompt.move", reach=state.fixed.reach)
    newest = newest_letter(state, seat)
    if phase == POPULATE:
        return Phrase("prompt.populate", enclosure=newest)
    if phase == POPULATE_MORE:
        return Phrase("prompt.populate_more", enclosure=newest, animal=animal_name(inhabitant(state, seat, newest)))
    if phase == ACQUIRE:
        first, second = (animal_name(SPECIES[species]) for species in elephant_space(state).animals)
        return Phrase("prompt.acquire", first=first, second=second)
    if phase == ACQUIRE_OTHER:
        return Phrase("prompt.acquire_other", animal=animal_name(species_name(data[OTHER])))
    if phase in (PUT, KEEP):
        return Phrase("prompt.put" if phase == PUT else "prompt.keep", animal=animal_name(species_name(data[ANIMAL])))
    if phase in (BREED, BREED_MORE):
        animal = animal_name(lines_crossed(state)[0])
        return Phrase("prompt.breed" if phase == BREED else "prompt.breed_more", animal=animal)
    return Phrase(
        {DEAL: "prompt.deal", ADD: "prompt.add", ATTRACTION: _attraction_prompt(state), BONUS: "prompt.bonus"}[phase]
    )


def _attraction_prompt(state: ZooState) -> str:
    return "prompt.attraction_or_none" if state.fixed.attraction_optional else "prompt.attraction"


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


# Refusals.

Reason = tuple[Phrase, str]


def refusal(state: ZooState, seat: int, choice: int) -> Reason:
    chosen = describe(state, seat, choice)
    phase = state.data[PHASE]
    if state.data[state.home(seat) + IN_HAND]:
        phase = PLACE_TILE
    phases, reason = REFUSALS.get(chosen.kind, ((), None))
    if reason and phase in phases:
        return reason(state, seat, chosen)
    return Phrase("refusal.other_decision", prompt=prompt(state, seat)), decision_rule(state, seat)


def _move_refusal(state: ZooState, seat: int, chosen: Description) -> Reason:
    spaces = chosen.parts.get("spaces")
    if state.fixed.laps and spaces is not None:
        if not state.data[MARKERS] >> min(spaces, LARGEST_MARKER) & 1:
            return Phrase("refusal.marker_used", marker=marker_name(spaces)), "nyz.solo.markers"
    elif not state.fixed.laps:
        if spaces is None:
            return Phrase("refusal.no_free_move"), "nyz.solo.free-move"
        if spaces == 0:
            return Phrase("refusal.stay"), "nyz.move.must-move"
        if spaces > state.fixed.reach:
            return Phrase("refusal.too_far", reach=state.fixed.reach, count=spaces), "nyz.move.range"
    space = target_space(state, spaces)
    if spaces and space == state.data[ELEPHANT]:
        return Phrase("refusal.too_few", count=spaces), "nyz.solo.range"
    if not state.box.spaces[space].is_slot:
        return Phrase("refusal.no_acquisition", place=place_of(state, space)), "nyz.move.must-acquire"
    name = slot_name(state.box.spaces[space].id)
    tile = topmost_tile(state, space)
    if tile is None:
        return Phrase("refusal.slot_empty", slot=name), "nyz.solo.unusable"
    if not state.has_animal_to_move(seat):
        return Phrase("refusal.no_animal", slot=name), "nyz.move.must-populate"
    rule = "nyz.solo.unusable" if state.fixed.laps else "nyz.move.must-fit"
    return Phrase("refusal.no_fit", slot=name, tile=piece_with(state, tile)), rule


def _placement_refusal(state: ZooState, seat: int, chosen: Description) -> Reason:
    piece = piece_with(state, chosen["piece"])
    cells = covered_cells(state, seat, chosen.parts)
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


def _source_refusal(state: ZooState, seat: int, chosen: Description) -> Reason:
    """Why an animal cannot move into the new enclosure."""
    newest = chosen["enclosure"]
    if chosen.kind == "from_house":
        if chosen["species"] not in houses(state, seat):
            return Phrase("refusal.none_housed", animal=animal_name(chosen["species"])), "nyz.populate.sources"
    else:
        source = enclosure(state, seat, chosen["source"])
        if source is None:
            return _no_enclosure(chosen["source"], "nyz.populate.sources")
        if source.letter == newest:
            return Phrase("refusal.new_enclosure", enclosure=newest), "nyz.populate.sources"
        if source.species is None:
            return Phrase("refusal.is_empty", enclosure=source.letter), "nyz.populate.sources"
        if source.animals == 1:
            return Phrase("refusal.last_animal", enclosure=source.letter), "nyz.populate.never-empty"
    wanted = animal_name(inhabitant(state, seat, newest))
    return Phrase("refusal.other_species", animal=wanted), "nyz.animals.one-species"


def _no_enclosure(letter: str, rule: str) -> Reason:
    return Phrase("refusal.no_enclosure", enclosure=letter), rule


def _take_refusal(state: ZooState, seat: int, chosen: Description) -> Reason:
    if state.data[PHASE] == ACQUIRE_OTHER:
        other = animal_name(species_name(state.data[OTHER]))
        return Phrase("refusal.not_shown", animal=other), "nyz.acquire.two-or-one"
    return Phrase("refusal.nowhere", animal=animal_name(chosen["species"])), "nyz.acquire.must-place"


def _house_refusal(state: ZooState, seat: int, chosen: Description) -> Reason:
    return Phrase("refusal.houses_full"), "nyz.animals.houses"


def _put_refusal(state: ZooState, seat: int, chosen: Description) -> Reason:
    found = enclosure(state, seat, chosen["enclosure"])
    if found is None:
        return _no_enclosure(chosen["enclosure"], "nyz.acquire.where")
    if found.added >= state.fixed.most_added:
        return Phrase("refusal.limit", enclosure=found.letter), "nyz.animals.limit"
    animal = animal_name(found.species)
    return Phrase("refusal.lives_there", enclosure=found.letter, animal=animal), "nyz.animals.one-species"


def _add_refusal(state: ZooState, seat: int, chosen: Description) -> Reason:
    rule = "nyz.animals.second-from-house"
    if enclosure(state, seat, chosen["enclosure"]) is None:
        return _no_enclosure(chosen["enclosure"], rule)
    return Phrase("refusal.no_addition", enclosure=chosen["enclosure"]), rule


def _attraction_refusal(state: ZooState, seat: int, chosen: Description) -> Reason:
    piece = piece_with(state, chosen["attraction"])
    number = [attraction.id for attraction in state.box.attractions].index(chosen["attraction"])
    if not state.data[ATTRACTIONS + number]:
        return Phrase("refusal.none_left", piece=piece), "nyz.setup.attractions"
    return Phrase("refusal.no_room", piece=piece), "nyz.complete.attraction"


def _declining_refusal(state: ZooState, seat: int, chosen: Description) -> Reason:
    return Phrase("refusal.no_declining"), "nyz.complete.attraction"


def _dealt_refusal(state: ZooState, seat: int, chosen: Description) -> Reason:
    return Phrase("refusal.not_dealt", piece=piece_with(state, chosen["tile"])), "nyz.short.deal"


def _breeding_refusal(state: ZooState, seat: int, chosen: Description) -> Reason:
    if enclosure(state, seat, chosen["enclosure"]) is None:
        return _no_enclosure(chosen["enclosure"], "nyz.breed.two-animals")
    animal = animal_name(lines_crossed(state)[0])
    return Phrase("refusal.no_breeding", enclosure=chosen["enclosure"], animal=animal), "nyz.breed.two-animals"


def _bonus_refusal(state: ZooState, seat: int, chosen: Description) -> Reason:
    if enclosure(state, seat, chosen["enclosure"]) is None:
        return _no_enclosure(chosen["enclosure"], "nyz.bonus.other-enclosure")
    return Phrase("refusal.no_bonus", enclosure=chosen["enclosure"]), "nyz.bonus.other-enclosure"


Refuse = Callable[[ZooState, int, Description], Reason]
REFUSALS: dict[str, tuple[tuple[int, ...], Refuse]] = {
    "go": ((MOVE,), _move_refusal),
    "go_freely": ((MOVE,), _move_refusal),
    "place": ((PLACE_TILE,), _placement_refusal),
    "from_house": ((POPULATE, POPULATE_MORE), _source_refusal),
    "from": ((POPULATE, POPULATE_MORE), _source_refusal),
    "take": ((ACQUIRE, ACQUIRE_OTHER), _take_refusal),
    "put_house": ((PUT,), _house_refusal),
    "put": ((PUT,), _put_refusal),
    "add": ((ADD,), _add_refusal),
    "attraction": ((ATTRACTION,), _attraction_refusal),
    "no_attraction": ((ATTRACTION,), _declining_refusal),
    "tile": ((DEAL,), _dealt_refusal),
    "breed": ((BREED, BREED_MORE), _breeding_refusal),
    "bonus": ((BONUS,), _bonus_refusal),
}
"""The phases that ask for a kind of choice, and why one of them may be impossible there."""
