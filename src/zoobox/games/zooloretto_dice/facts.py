"""What a choice means, as data, where nothing happens yet that events could tell: for hints.

Kinds and parts; `worth` is what a truck would change on each sheet if its player took it now, for those still in:

    load truck dice worth, others_lose truck worth, no_gain, best_truck truck points, barn_faces animals, points_then
"""

from __future__ import annotations

from typing import Any

from zoobox.games.zooloretto_dice.choices import CHOICE_TABLE
from zoobox.games.zooloretto_dice.layout import *
from zoobox.games.zooloretto_dice.rules import DiceState
from zoobox.games.zooloretto_dice.words import face_name
from zoobox.kernel.event import Event
from zoobox.kernel.text import Phrase, Seat

REPLACED: tuple[str, ...] = ()
"""Kinds of events that need not be told beside these facts."""


def facts(state: DiceState, seat: int, choice: int) -> list[Event]:
    kind, parts = CHOICE_TABLE.decode(choice)
    if kind.name == "place":
        after = state.copy()
        assert isinstance(after, DiceState)
        after.apply(seat, choice)
        return [_load(after, parts["truck"], seat)]
    if kind.name == "take":
        return _taking(state, seat, parts["truck"])
    if kind.name == "roll":
        return [_barn_faces(state, seat), *_best_truck(state, seat)]
    after = state.copy()
    after.apply(seat, choice)
    return [Event("points_then", seat=seat, rule=kind.rule, points=after.points_of(seat))]


def _load(state: DiceState, truck: int, seat: int) -> Event:
    dice = state.truck(truck - 1)
    worth = {other: _worth(state, other, dice) for other in _still_in(state)}
    faces = tuple(FACES[face] for face in dice)
    return Event("load", seat=seat, rule="zld.take.all", truck=truck, dice=faces, worth=worth)


def _taking(state: DiceState, seat: int, truck: int) -> list[Event]:
    dice = state.truck(truck - 1)
    told = []
    if not _worth(state, seat, dice):
        told.append(Event("no_gain", seat=seat, rule="zld.score.animals"))
    others = {other: _worth(state, other, dice) for other in _still_in(state) if other != seat}
    if any(points > 0 for points in others.values()):
        told.append(Event("others_lose", seat=seat, rule="zld.take.all", truck=truck, worth=others))
    return told


def _barn_faces(state: DiceState, seat: int) -> Event:
    """The faces of a die for which the seat has no room, so that they would go to its barn."""
    sheet = SHEETS + seat * SHEET
    animals = tuple(
        FACES[species]
        for species in range(SPECIES)
        if state.data[sheet + ENCLOSURE + species] == state.box.numbers[SIZE_OF + species]
        and not state.data[sheet + BARN + species]
    )
    return Event("barn_faces", seat=seat, rule="zld.barn.overflow", animals=animals)


def _best_truck(state: DiceState, seat: int) -> list[Event]:
    """The truck that would bring the seat most if it took one now."""
    loaded = [truck for truck in range(state.box.trucks) if state.data[LOAD + truck]]
    if not loaded:
        return []
    worth = {truck: _worth(state, seat, state.truck(truck)) for truck in loaded}
    best = max(worth, key=lambda truck: (worth[truck], -truck))
    return [Event("best_truck", seat=seat, rule="zld.take.all", truck=best + 1, points=worth[best])]


def _still_in(state: DiceState) -> list[int]:
    return [seat for seat in range(state.players) if not state.data[OUT] >> seat & 1]


def _worth(state: DiceState, seat: int, dice: list[int]) -> int:
    """What these dice would change on a sheet."""
    entered = state.copy()
    assert isinstance(entered, DiceState)
    for face in dice:
        entered.enter_face(seat, face)
    return entered.points_of(seat) - state.points_of(seat)


def alike(state: DiceState, seat: int, choice: int) -> object:
    """The same for choices that differ only in the number of the truck."""
    kind, parts = CHOICE_TABLE.decode(choice)
    if kind.name == "take":
        return "take", tuple(sorted(state.truck(parts["truck"] - 1)))
    if kind.name == "place":
        return "place", tuple(sorted(state.truck(parts["truck"] - 1)))
    return choice


def theme(state: DiceState, seat: int, choice: int) -> str | None:
    """Whether a puzzle is about taking what would be worth more to another."""
    kind, parts = CHOICE_TABLE.decode(choice)
    if kind.name != "take":
        return None
    dice = state.truck(parts["truck"] - 1)
    others = [_worth(state, other, dice) for other in _still_in(state) if other != seat]
    return "deny" if others and max(others) > _worth(state, seat, dice) else None


# In words.


def say(fact: Event) -> Phrase:
    key = fact.kind
    gaps: dict[str, Any] = {name: value for name, value in fact.parts.items() if isinstance(value, int)}
    gaps["seat"] = Seat(fact.seat or 0)
    if "dice" in fact.parts:
        gaps["dice"] = [face_name(face) for face in fact["dice"]]
    if "animals" in fact.parts:
        gaps["animals"] = [face_name(face) for face in fact["animals"]]
        gaps["count"] = len(fact["animals"])
        key = ("barn_faces_none", "barn_faces_one")[gaps["count"]] if gaps["count"] < 2 else key
    if "worth" in fact.parts:
        gaps["worth"] = [
            Phrase("fact.worth_to", seat=Seat(seat), points=points) for seat, points in sorted(fact["worth"].items())
        ]
    return Phrase(f"fact.{key}", **gaps)
