"""What a choice means, as data, where nothing happens yet that events could tell: for hints.

Kinds and parts; tuples have a number for each seat:

    crosses species offspring alone: what a line brings as the boards are now; whether no other move crosses it
    no_line, tile_covers size free, herd enclosure animals size species, houses_free count, spaces_left spaces
"""

from __future__ import annotations

from typing import Any

from zoobox.games.new_york_zoo.choices import describe
from zoobox.games.new_york_zoo.layout import *
from zoobox.games.new_york_zoo.reading import enclosures, topmost_tile, way
from zoobox.games.new_york_zoo.rules import ZooState
from zoobox.games.new_york_zoo.words import animal_name
from zoobox.kernel.event import Event
from zoobox.kernel.text import Phrase, Seat

REPLACED = ("crossed", "put", "add", "from", "from_house", "breed", "bonus", "move")
"""Kinds of events that need not be told beside these facts."""
GROWING = ("put", "add", "from", "from_house", "breed", "bonus")
HOUSING = ("put_house", "keep")


def facts(state: ZooState, seat: int, choice: int) -> list[Event]:
    chosen = describe(state, seat, choice)
    if chosen.kind in ("go", "go_freely"):
        return _move(state, seat, chosen.parts.get("spaces"), choice)
    after = state.copy()
    assert isinstance(after, ZooState)
    after.apply(seat, choice)
    told = []
    if chosen.kind in GROWING:
        told += _herd(state, seat, chosen["enclosure"], after)
    elif chosen.kind in HOUSING:
        free = after.data[after.home(seat) + FREE_HOUSES]
        told.append(Event("houses_free", seat=seat, rule="nyz.acquire.where", count=free))
    if chosen.kind not in GROWING:
        told.append(_spaces_left(after, seat))
    return told


def _move(state: ZooState, seat: int, spaces: int | None, choice: int) -> list[Event]:
    """The lines that the elephant crosses, and the tile it can take."""
    entered = way(state, spaces)
    told: list[Event] = []
    if state.fixed.laps and state.data[ARRIVALS] + (0 in entered) == state.fixed.laps:
        return told  # in the last turn nothing breeds, which an event tells
    for species in _lines(state, entered):
        offspring = tuple(_offspring(state, other, species) for other in range(state.players))
        alone = not any(species in _lines(state, other) for other in _other_ways(state, seat, choice))
        rule = "nyz.breed.all-players"
        told.append(Event("crosses", seat=seat, rule=rule, species=species, offspring=offspring, alone=alone))
    if not told:
        told.append(Event("no_line", seat=seat, rule="nyz.breed.after-main"))
    tile = topmost_tile(state, entered[-1] if entered else state.data[ELEPHANT])
    if tile is not None:
        size = next(kind.size for kind in state.box.tiles if kind.id == tile)
        free = _free(state, seat)
        told.append(Event("tile_covers", seat=seat, rule="nyz.tile.at-once", size=size, free=free))
    return told


def _lines(state: ZooState, entered: list[int]) -> list[str]:
    found = (state.box.spaces[space].line for space in entered)
    return [SPECIES[line] for line in found if line is not None]


def _other_ways(state: ZooState, seat: int, choice: int) -> list[list[int]]:
    others = (describe(state, seat, other) for other in state.legal(seat) if other != choice)
    return [way(state, other.parts.get("spaces")) for other in others]


def _offspring(state: ZooState, seat: int, species: str) -> int:
    return min(BRED_ENCLOSURES, sum(found.breeds(species) for found in enclosures(state, seat)))


def _herd(state: ZooState, seat: int, letter: str, after: ZooState) -> list[Event]:
    """How many animals the enclosure then has; nothing where it is full and emptied, which an event tells."""
    now = next(found for found in enclosures(after, seat) if found.letter == letter)
    if not now.animals:
        return []
    told: dict[str, Any] = {"enclosure": letter, "animals": now.animals, "size": now.size, "species": now.species}
    return [Event("herd", seat=seat, rule="nyz.breed.two-animals", **told)]


def _spaces_left(state: ZooState, seat: int) -> Event:
    spaces = tuple(_free(state, other) for other in range(state.players))
    return Event("spaces_left", seat=seat, rule="nyz.goal.fill", spaces=spaces)


def _free(state: ZooState, seat: int) -> int:
    return 0 if state.is_full(seat) else -state.points_of(seat)


def alike(state: ZooState, seat: int, choice: int) -> object:
    """No two choices of this game are the same."""
    return choice


def theme(state: ZooState, seat: int, choice: int) -> str | None:
    """Whether a puzzle is about a move that brings two offspring."""
    chosen = describe(state, seat, choice)
    if chosen.kind not in ("go", "go_freely"):
        return None
    lines = [
        fact["offspring"] for fact in _move(state, seat, chosen.parts.get("spaces"), choice) if fact.kind == "crosses"
    ]
    return "breed_twice" if sum(offspring[seat] for offspring in lines) >= BRED_ENCLOSURES else None


# In words.


def say(fact: Event) -> Phrase:
    key = fact.kind
    gaps: dict[str, Any] = {name: value for name, value in fact.parts.items() if isinstance(value, int | str)}
    gaps["seat"] = Seat(fact.seat or 0)
    if "species" in fact.parts:
        gaps["animal"] = animal_name(fact["species"])
    if fact.kind == "crosses":
        key = "crosses_only" if fact["alone"] else key
        gaps["offspring"] = [
            Phrase("fact.gets", seat=Seat(seat), count=count) for seat, count in enumerate(fact["offspring"])
        ]
    elif fact.kind == "spaces_left":
        gaps["zoos"] = [
            Phrase("fact.has_free", seat=Seat(seat), count=count) for seat, count in enumerate(fact["spaces"])
        ]
    elif fact.kind == "herd" and fact["animals"] == 1:
        key = "herd_one"
    return Phrase(f"fact.{key}", **gaps)
