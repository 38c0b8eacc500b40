"""Choices, events, questions and refusals as sentences; `texts.toml` has them in each language."""

from __future__ import annotations

from typing import Any

from zoobox.games.zooloretto_dice.choices import CHOICE_TABLE
from zoobox.games.zooloretto_dice.layout import *
from zoobox.games.zooloretto_dice.rules import DiceState
from zoobox.kernel.choice import Description
from zoobox.kernel.event import Event
from zoobox.kernel.text import Phrase, Seat

DECISION_RULES = {ACT: "zld.turn.two-actions", PLACE_DICE: "zld.roll.place-both", USE_GROUPS: "zld.score.groups"}

TAGGED = ("bonus", "filled", "barn", "barn_ignored", "coin_ignored", "gain", "loss", "ending")


def label(state: DiceState, seat: int, choice: Description) -> Phrase:
    gaps = _gaps(choice.parts)
    if choice.kind == "take":
        gaps["dice"] = [face_name(FACES[face]) for face in state.truck(choice["truck"] - 1)]
    return Phrase(f"label.{choice.kind}", **gaps)


def say(event: Event) -> Phrase:
    gaps = _gaps(event.parts)
    if event.seat is not None:
        gaps["seat"] = Seat(event.seat)
    return Phrase(f"log.{event.kind}", **gaps)


def tag(event: Event) -> Phrase | None:
    """A few words that stand at the place of an event; None where the picture says enough."""
    return Phrase(f"tag.{event.kind}", **_gaps(event.parts)) if event.kind in TAGGED else None


def _gaps(parts: Any) -> dict[str, Any]:
    """The parts of a choice or an event with its faces as words."""
    return {name: _in_words(value) for name, value in parts.items()}


def _in_words(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_in_words(item) for item in value]
    return face_name(value) if value in FACES else value


def face_name(face: str) -> Phrase:
    return Phrase(f"face.{face}")


def prompt(state: DiceState, seat: int) -> Phrase:
    phase = state.data[PHASE]
    if phase == PLACE_DICE:
        return Phrase("prompt.place", face=_die_in_hand(state))
    if phase == USE_GROUPS:
        return Phrase("prompt.groups")
    if state.data[SUPPLY] == 0:
        return Phrase("prompt.take")
    if not any(state.data[LOAD : LOAD + MAX_TRUCKS]):
        return Phrase("prompt.roll")
    return Phrase("prompt.act")


def decision_rule(state: DiceState, seat: int) -> str:
    return DECISION_RULES[state.data[PHASE]]


def refusal(state: DiceState, seat: int, choice: int) -> tuple[Phrase, str]:
    phase = state.data[PHASE]
    kind, parts = CHOICE_TABLE.decode(choice)
    if phase == USE_GROUPS:
        if kind.name == "group_remove":
            return Phrase("refusal.not_in_barn", animal=face_name(parts["animal"])), "zld.score.groups"
        return Phrase("refusal.use_groups"), "zld.score.groups"
    if kind.name.startswith("group"):
        return Phrase("refusal.groups_at_end"), "zld.score.groups"
    if phase == PLACE_DICE:
        return _placement_refusal(state, parts)
    if kind.name == "roll":
        return Phrase("refusal.no_dice"), "zld.roll.supply"
    if kind.name == "place":
        return Phrase("refusal.roll_first"), "zld.roll.two-dice"
    return _no_such_truck(state, parts["truck"]) or (
        Phrase("refusal.truck_empty", truck=parts["truck"]),
        "zld.take.not-empty",
    )


def _placement_refusal(state: DiceState, parts: dict[str, Any]) -> tuple[Phrase, str]:
    if "face" not in parts:
        return Phrase("refusal.place_first", face=_die_in_hand(state)), "zld.roll.place-both"
    if parts["face"] != FACES[state.data[HAND]]:
        later = state.data[IN_HAND] == ROLLED and parts["face"] == FACES[state.data[HAND + 1]]
        if later:
            gaps = {"face": _die_in_hand(state), "second": face_name(parts["face"])}
            return Phrase("refusal.second_die", **gaps), "zld.roll.place-both"
        return Phrase("refusal.other_die", face=_die_in_hand(state)), "zld.roll.faces-stay"
    truck = parts["truck"]
    return _no_such_truck(state, truck) or (Phrase("refusal.truck_full", truck=truck), "zld.roll.three-crates")


def _no_such_truck(state: DiceState, truck: int) -> tuple[Phrase, str] | None:
    if truck <= state.box.trucks:
        return None
    return Phrase("refusal.no_truck", truck=truck, trucks=state.box.trucks), "zld.setup.trucks"


def _die_in_hand(state: DiceState) -> Phrase:
    return face_name(FACES[state.data[HAND]])
