"""What a choice id means, and its notation.

roll                  roll two dice
take 2                take truck 2 with all its dice
place lion 3          put the lion on truck 3
group point           at the end, with the setting: a complete coin group counts as a point
group remove lion     or takes an animal out of the barn

Ids in the picture: `supply`, `truck-2`, `office-0` (of seat 0), `barn-0-lion`.
"""

from __future__ import annotations

from typing import Any

from zoobox.games.zooloretto_dice.layout import *
from zoobox.games.zooloretto_dice.rules import DiceState
from zoobox.kernel.choice import ChoiceKind, ChoiceTable, Description

TRUCKS = range(1, MAX_TRUCKS + 1)
ANIMALS = FACES[:SPECIES]

CHOICE_TABLE = ChoiceTable(
    ChoiceKind("roll", ROLL, "roll", "zld.roll.two-dice"),
    ChoiceKind("take", TAKE, "take {truck}", "zld.take.all", {"truck": TRUCKS}),
    ChoiceKind("place", PLACE, "place {face} {truck}", "zld.roll.any-crate", {"face": FACES, "truck": TRUCKS}),
    ChoiceKind("group_point", GROUP_AS_POINT, "group point", "zld.score.groups"),
    ChoiceKind("group_remove", GROUP_REMOVES, "group remove {animal}", "zld.score.groups", {"animal": ANIMALS}),
)


def describe(state: DiceState, seat: int, choice: int) -> Description:
    kind, parts = CHOICE_TABLE.decode(choice)
    return Description(kind.name, parts, kind.write(parts), kind.rule, (_target(kind.name, seat, parts),))


def parse(state: DiceState, seat: int, text: str) -> int | None:
    return CHOICE_TABLE.read(text)


def _target(kind: str, seat: int, parts: dict[str, Any]) -> str:
    """The element of the picture that stands for the choice."""
    if "truck" in parts:
        return f"truck-{parts['truck']}"
    return {"roll": "supply", "group_point": f"office-{seat}"}.get(kind) or f"barn-{seat}-{parts['animal']}"
