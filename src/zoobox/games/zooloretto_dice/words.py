"""What is said in this game: notation, labels, prompts, log lines and reasons for a refusal.

Notation: `roll`, `take 3`, `place lion 2`, and at the end, where players use their coin groups themselves,
`group point` and `group remove lion`. Trucks are numbered from 1.
"""

from __future__ import annotations

import re

from zoobox.games.zooloretto_dice.layout import (
    ACT,
    BARN,
    BONUS,
    ENCLOSURE,
    ENDING,
    FACES,
    FINISHED,
    GROUP_AS_POINT,
    GROUP_REMOVES,
    HAND,
    LOAD,
    MAX_TRUCKS,
    OUT_COUNT,
    PHASE,
    PLACE,
    PLACE_DICE,
    ROLL,
    SEAT,
    SHEET,
    SHEETS,
    SPECIES,
    SUPPLY,
    TAKE,
    USE_GROUPS,
)
from zoobox.games.zooloretto_dice.rules import DiceState
from zoobox.kernel.text import Phrase, Seat

TAKE_TEXT = re.compile(r"take (\d+)")
PLACE_TEXT = re.compile(r"place ([a-z]+) (\d+)")
GROUP_TEXT = re.compile(r"group (?:point|remove ([a-z]+))")


def notation(state: DiceState, seat: int, choice: int) -> str:
    if choice == ROLL:
        return "roll"
    if choice < PLACE:
        return f"take {choice - TAKE + 1}"
    if choice < GROUP_AS_POINT:
        face, truck = divmod(choice - PLACE, MAX_TRUCKS)
        return f"place {FACES[face]} {truck + 1}"
    if choice == GROUP_AS_POINT:
        return "group point"
    return f"group remove {FACES[choice - GROUP_REMOVES]}"


def parse(state: DiceState, seat: int, text: str) -> int | None:
    text = " ".join(text.lower().split())
    if text == "roll":
        return ROLL
    if (found := TAKE_TEXT.fullmatch(text)) and 1 <= int(found[1]) <= MAX_TRUCKS:
        return TAKE + int(found[1]) - 1
    if (found := PLACE_TEXT.fullmatch(text)) and found[1] in FACES and 1 <= int(found[2]) <= MAX_TRUCKS:
        return PLACE + FACES.index(found[1]) * MAX_TRUCKS + int(found[2]) - 1
    if found := GROUP_TEXT.fullmatch(text):
        if found[1] is None:
            return GROUP_AS_POINT
        if found[1] in FACES[:SPECIES]:
            return GROUP_REMOVES + FACES.index(found[1])
    return None


def label(state: DiceState, seat: int, choice: int) -> Phrase:
    if choice == ROLL:
        return Phrase("label.roll")
    if choice < PLACE:
        truck = choice - TAKE
        return Phrase("label.take", truck=truck + 1, dice=[face_name(face) for face in state.truck(truck)])
    if choice < GROUP_AS_POINT:
        face, truck = divmod(choice - PLACE, MAX_TRUCKS)
        return Phrase("label.place", face=face_name(face), truck=truck + 1)
    if choice == GROUP_AS_POINT:
        return Phrase("label.group_point")
    return Phrase("label.group_remove", animal=face_name(choice - GROUP_REMOVES))


def rule(state: DiceState, seat: int, choice: int) -> str:
    if choice == ROLL:
        return "zld.roll.two-dice"
    if choice < PLACE:
        return "zld.take.all"
    if choice < GROUP_AS_POINT:
        return "zld.roll.any-crate"
    return "zld.score.groups"


def targets(state: DiceState, seat: int, choice: int) -> tuple[str, ...]:
    if choice == ROLL:
        return ("supply",)
    if choice < PLACE:
        return (f"truck-{choice - TAKE + 1}",)
    if choice < GROUP_AS_POINT:
        return (f"truck-{(choice - PLACE) % MAX_TRUCKS + 1}",)
    if choice == GROUP_AS_POINT:
        return (f"office-{seat}",)
    return (f"barn-{seat}-{FACES[choice - GROUP_REMOVES]}",)


def cells(state: DiceState, seat: int, choice: int) -> tuple[str, ...]:
    return ()


def prompt(state: DiceState, seat: int) -> Phrase:
    phase = state.data[PHASE]
    if phase == PLACE_DICE:
        return Phrase("prompt.place", face=face_name(state.data[HAND]))
    if phase == USE_GROUPS:
        return Phrase("prompt.groups")
    if state.data[SUPPLY] == 0:
        return Phrase("prompt.take")
    if not any(state.data[LOAD : LOAD + MAX_TRUCKS]):
        return Phrase("prompt.roll")
    return Phrase("prompt.act")


def decision_rule(state: DiceState, seat: int) -> str:
    return {ACT: "zld.turn.two-actions", PLACE_DICE: "zld.roll.place-both", USE_GROUPS: "zld.score.groups"}[
        state.data[PHASE]
    ]


def refusal(state: DiceState, seat: int, choice: int) -> tuple[Phrase, str]:
    phase = state.data[PHASE]
    if phase == USE_GROUPS:
        if choice >= GROUP_REMOVES:
            return Phrase("refusal.not_in_barn", animal=face_name(choice - GROUP_REMOVES)), "zld.score.groups"
        return Phrase("refusal.use_groups"), "zld.score.groups"
    if choice >= GROUP_AS_POINT:
        return Phrase("refusal.groups_at_end"), "zld.score.groups"
    if phase == PLACE_DICE:
        return _placement_refusal(state, choice)
    if choice == ROLL:
        return Phrase("refusal.no_dice"), "zld.roll.supply"
    if choice >= PLACE:
        return Phrase("refusal.roll_first"), "zld.roll.two-dice"
    return _truck_refusal(state, choice - TAKE) or (
        Phrase("refusal.truck_empty", truck=choice - TAKE + 1),
        "zld.take.not-empty",
    )


def _placement_refusal(state: DiceState, choice: int) -> tuple[Phrase, str]:
    if choice < PLACE:
        return Phrase("refusal.place_first", face=face_name(state.data[HAND])), "zld.roll.place-both"
    face, truck = divmod(choice - PLACE, MAX_TRUCKS)
    if face != state.data[HAND]:
        return Phrase("refusal.other_die", face=face_name(state.data[HAND])), "zld.roll.faces-stay"
    return _truck_refusal(state, truck) or (Phrase("refusal.truck_full", truck=truck + 1), "zld.roll.three-crates")


def _truck_refusal(state: DiceState, truck: int) -> tuple[Phrase, str] | None:
    if truck < state.trucks:
        return None
    return Phrase("refusal.no_truck", truck=truck + 1, trucks=state.trucks), "zld.setup.trucks"


def log(before: DiceState, seat: int, choice: int, after: DiceState, viewer: int | None) -> list[tuple[Phrase, str]]:
    who = {"seat": Seat(seat)}
    if choice == ROLL:
        dice = [face_name(after.data[HAND]), face_name(after.data[HAND + 1])]
        return [(Phrase("log.roll", dice=dice, **who), "zld.roll.two-dice")]
    if choice < PLACE:
        return _take_log(before, seat, choice - TAKE, after)
    if choice < GROUP_AS_POINT:
        face, truck = divmod(choice - PLACE, MAX_TRUCKS)
        return [(Phrase("log.place", face=face_name(face), truck=truck + 1, **who), "zld.roll.any-crate")]
    if choice == GROUP_AS_POINT:
        return [(Phrase("log.group_point", **who), "zld.score.groups")]
    return [(Phrase("log.group_remove", animal=face_name(choice - GROUP_REMOVES), **who), "zld.score.groups")]


def _take_log(before: DiceState, seat: int, truck: int, after: DiceState) -> list[tuple[Phrase, str]]:
    sheet = SHEETS + seat * SHEET
    faces = before.truck(truck)
    who = {"seat": Seat(seat)}
    lines = [(Phrase("log.take", truck=truck + 1, dice=[face_name(face) for face in faces], **who), "zld.take.all")]
    for species in range(SPECIES):
        name = face_name(species)
        if after.data[sheet + BONUS + species] > before.data[sheet + BONUS + species]:
            lines.append((Phrase("log.bonus", animal=name, **who), "zld.bonus.first"))
        elif _filled(before, after, sheet, species):
            lines.append((Phrase("log.filled", animal=name, **who), "zld.bonus.closed"))
        if after.data[sheet + BARN + species] > before.data[sheet + BARN + species]:
            lines.append((Phrase("log.barn", animal=name, **who), "zld.barn.overflow"))
    if after.data[ENDING] and not before.data[ENDING]:
        lines.append((Phrase("log.ending", **who), "zld.end.trigger"))
    if after.data[PHASE] == FINISHED:
        lines.append((Phrase("log.game_over"), "zld.end.finish-round"))
    elif after.data[OUT_COUNT] == 0:
        lines.append(
            (Phrase("log.new_round", round=after.round_number(), seat=Seat(after.data[SEAT])), "zld.round.next-starter")
        )
    return lines


def _filled(before: DiceState, after: DiceState, sheet: int, species: int) -> bool:
    marks = after.data[sheet + ENCLOSURE + species]
    return bool(marks > before.data[sheet + ENCLOSURE + species] and marks == after.table[species])


def face_name(face: int) -> Phrase:
    return Phrase(f"face.{FACES[face]}")
