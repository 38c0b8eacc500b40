"""Draws the pictures of the rules pages, with the boards that the table shows: docs/rules/pictures/*.svg.

Run it from the repository after a board has changed: `python docs/rules/make_pictures.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import zoobox

FOLDER = Path(__file__).parent / "pictures"
SVG = "http://www.w3.org/2000/svg"
ElementTree.register_namespace("", SVG)
TOWN = (0.0, 58.0, 608.0, 622.0)
"""The neighbourhood with its gates, without the head and the tiles below it."""

NIGHT_BOARD: dict[str, Any] = {
    "draft": 8,
    "animals": ["wolf", "snake", "sloth"],
    "market": ["A12", "A46", "A56"],
    "leftover": ["A30", "A71"],
    "boards": [
        {
            "spaces": {"a2": "A19", "b2": "A53", "c2": "A26", "d5": "grass", "e4": "A37"},
            "warehouse": ["A45"],
            "figures": {
                "E1": {"animal": "snake", "at": "E1"},
                "E2": {"animal": "wolf", "at": "undiscovered"},
                "E3": {"animal": "sloth", "at": "undiscovered"},
                "E5": {"animal": "sloth", "at": "e4", "asleep": True},
                "E7": {"animal": "snake", "at": "undiscovered"},
                "E8": {"animal": "wolf", "at": "home"},
                "E9": {"animal": "wolf", "at": "b2"},
            },
        },
        {},
    ],
}
NIGHT_PLACING: dict[str, Any] = {
    "phase": "placement",
    "draft": 4,
    "boards": [
        {
            "drafted": "A53",
            "spaces": {"a2": "grass", "c2": "rocks"},
            "figures": {"E9": {"animal": "wolf", "at": "a2"}},
        },
        {"drafted": "A70"},
    ],
}
NIGHT_SPECIAL: dict[str, Any] = {
    "phase": "placement",
    "draft": 4,
    "animals": ["penguin", "cheetah", "sloth"],
    "boards": [
        {
            "drafted": "A45",
            "spaces": {"a1": "grass", "b1": "sand", "c1": "rocks", "a4": "rocks", "e2": "sand", "d2": "rocks"},
            "figures": {
                "E1": {"animal": "penguin", "at": "a1"},
                "E4": {"animal": "cheetah", "at": "E4"},
                "E8": {"animal": "sloth", "at": "E8"},
            },
        },
        {"drafted": "A70"},
    ],
}


FOXES = {"tile": "7-07", "cells": ["E1", "E2", "F2", "G2", "H2", "F3", "G3"], "species": "fox", "animals": 3}
MEERKATS = {"tile": "6-15", "cells": ["J1", "I2", "J2", "K2", "L2", "J3"], "species": "meerkat", "animals": 1}
PENGUINS = {"tile": "T4", "cells": ["A6", "B6", "C6", "B7"], "species": "penguin", "animals": 3}
ZOOS = [{"enclosures": [FOXES, MEERKATS, PENGUINS], "houses": ["fox", "flamingo"]}, {"houses": ["meerkat", "kangaroo"]}]
YORK_TURN: dict[str, Any] = {"seats": ZOOS, "elephant": "S2"}
YORK_TURN_PLAYED = ("E2", "take meerkat", "put b", "take kangaroo", "put house", "breed a", "add a", "bonus b")
YORK_FULL: dict[str, Any] = {"seats": ZOOS, "elephant": "A10", "phase": "acquire"}
YORK_FULL_PLAYED = ("take penguin", "put c", "keep", "attraction att3-corner", "att3-corner r0 D6")

SHEETS = [
    {
        "enclosures": {"crocodile": 1, "ostrich": 1, "monkey": 2, "elephant": 1, "lion": 2},
        "coins": 2,
        "bonuses": ["crocodile"],
    },
    {"enclosures": {"ostrich": 2, "lion": 3}, "coins": 1, "bonuses": ["ostrich"]},
]
DICE_ROLL: dict[str, Any] = {
    "phase": "place",
    "round": 4,
    "supply": 2,
    "hand": ["crocodile", "lion"],
    "trucks": [["monkey"], ["elephant"], []],
    "sheets": SHEETS,
}
DICE_ROLL_PLAYED = ("place crocodile 2", "place lion 1")
DICE_TAKE: dict[str, Any] = {
    "round": 4,
    "supply": 0,
    "trucks": [["monkey", "coin", "crocodile"], ["lion", "elephant"], ["ostrich"]],
    "sheets": SHEETS,
}
DICE_TAKE_PLAYED = ("take 1",)

OZOO: dict[str, Any] = {
    "auction": 7,
    "deck": [
        "Z13", "Z06", "Z10", "Z20", "Z14", "Z11", "Z04", "Z09", "Z15", "Z18", "Z07", "Z22", "Z12",
        "Z16", "Z19", "Z17", "Z03", "Z08", "Z02", "Z21", "Z05", "Z25", "Z23", "Z01", "Z24",
    ],
    "flags": [0, 1],
    "coins": [7, 4],
    "zoos": [
        {
            "tiles": [
                {"tile": "Z13", "at": [1, -2], "rot": 1, "auction": 1},
                {"tile": "Z20", "at": [-1, -1], "rot": 0, "auction": 4},
            ]
        },
        {
            "tiles": [
                {"tile": "Z06", "at": [0, -2], "rot": 1, "auction": 2},
                {"tile": "Z10", "at": [1, -1], "rot": 0, "auction": 3},
                {"tile": "Z14", "at": [2, -2], "rot": 2, "auction": 5},
                {"tile": "Z11", "at": [0, -4], "rot": 1, "auction": 6},
            ]
        },
    ],
    "points": [[6, 9]],
}  # fmt: skip
OZOO_BIDS = ("bid 2", "bid 2")
OZOO_PLACED = (*OZOO_BIDS, "Z04 at 2,-1 r3")


class Shown(NamedTuple):
    """One picture: a part of the board of a position, whole or cut to a box.

    Some decisions may be made before, each by the first of those who are asked.
    """

    position: dict[str, Any]
    part: str
    played: Sequence[str] = ()
    box: tuple[float, ...] | None = None


PICTURES: dict[str, dict[str, Shown]] = {
    "night-at-the-zoo": {
        "board": Shown(NIGHT_BOARD, "seat-0"),
        "table": Shown(NIGHT_BOARD, "shared"),
        "example-1": Shown(NIGHT_PLACING, "seat-0", box=TOWN),
        "example-2": Shown(NIGHT_SPECIAL, "seat-0", box=TOWN),
    },
    "new-york-zoo": {
        "board": Shown(YORK_TURN, "stage"),
        "before": Shown(YORK_TURN, "seat-0"),
        "after": Shown(YORK_TURN, "seat-0", YORK_TURN_PLAYED),
        "full": Shown(YORK_FULL, "seat-0", YORK_FULL_PLAYED),
    },
    "zooloretto-dice": {
        "board": Shown(DICE_TAKE, "stage"),
        "trucks": Shown(DICE_ROLL, "shared", DICE_ROLL_PLAYED),
        "sheet": Shown(DICE_TAKE, "seat-0", DICE_TAKE_PLAYED),
    },
    "o-zoo-le-mio": {
        "board": Shown(OZOO, "stage"),
        "before": Shown(OZOO, "seat-0"),
        "after": Shown(OZOO, "seat-0", OZOO_PLACED),
    },
}
"""For each game what its pages show, by name."""


def draw(game: str, shown: Shown, language: str) -> str:
    on: Any = zoobox.game(game)
    state = on.restore(shown.position)
    for decision in shown.played:
        state.play(state.waiting[0], decision)
    tree = ElementTree.fromstring(on.svg(state.view(0), language))
    ids = (f"part-{shown.part}", shown.part)
    found = next(element for element in tree.iter(f"{{{SVG}}}svg") if element.get("id") in ids)
    whole = ElementTree.Element(f"{{{SVG}}}svg", {"font-family": tree.get("font-family", "")})
    box = " ".join(f"{number:g}" for number in shown.box) if shown.box else found.get("viewBox", "")
    whole.set("viewBox", box)
    defs = tree.find(f"{{{SVG}}}defs")
    if defs is not None:
        whole.append(defs)
    whole.extend(list(found))
    return ElementTree.tostring(whole, encoding="unicode")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game, pictures in PICTURES.items():
        for language, ending in (("en", ""), ("de", "-de")):
            for name, shown in pictures.items():
                path = FOLDER / f"{game}-{name}{ending}.svg"
                path.write_text(draw(game, shown, language) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
