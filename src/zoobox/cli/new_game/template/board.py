"""The picture of a view.

Ids in the picture: `bowl`, the heaps `feed-1` to `feed-3`, and of each seat `fed-0`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zoobox.drawing import Part, Picture, circle, group, rect
from zoobox.drawing import text as label
from zoobox.drawing.palette import SEATS
from zoobox.drawing.pieces import card
from zoobox.kernel.text import Phrase

from .layout import *

WIDE, HIGH = 480, 160


def svg(game: Any, view: Mapping[str, Any], language: str, form: str = "wide") -> str:
    """The bowl with three heaps to feed, and an elephant for each seat."""
    picture = Picture(game.title)
    bowl = Part("shared", WIDE, HIGH, label=game.texts.say(Phrase("board.bowl", left=view["bowl"]), language))
    bowl.add(card(4, 4, WIDE - 8, HIGH - 8), label(60, 96, view["bowl"], 48, "middle", id="bowl"))
    bowl.add(*(_heap(count, 60 + 110 * count) for count in range(1, MOST_AT_ONCE + 1)))
    seats = [_seat(picture, game, view, seat, language) for seat in range(game.players)]
    return picture.arrange(bowl, seats, view["seat"], form)


def _heap(count: int, x: float) -> str:
    peanuts = [circle(x - 15 * (count - 1) + 30 * index, 80, 14, fill="#c9985f") for index in range(count)]
    reach = 15 * (count - 1) + 18
    outline = rect(x - reach, 62, 2 * reach, 36, 18, class_="outline", fill="none")  # lit when the heap can be chosen
    return group([*peanuts, outline], id=f"feed-{count}")


def _seat(picture: Picture, game: Any, view: Mapping[str, Any], seat: int, language: str) -> Part:
    part = Part(f"seat-{seat}", WIDE, HIGH, label=game.texts.say(Phrase("board.seat", seat=seat + 1), language))
    part.add(card(4, 4, WIDE - 8, HIGH - 8), picture.figure("elephant", 90, 80, 110))
    part.add(label(240, 96, view["fed"][seat], 48, "middle", fill=SEATS[seat], weight=800, id=f"fed-{seat}"))
    return part


def text(game: Any, view: Mapping[str, Any], language: str) -> str:
    """The same for a terminal."""
    lines = [game.texts.say(Phrase("board.bowl", left=view["bowl"]), language)]
    for seat, fed in enumerate(view["fed"]):
        name = game.texts.say(Phrase("board.seat", seat=seat + 1), language)
        lines.append(f"{'>' if seat in view['waiting'] else ' '} {name}: {fed}")
    return "\n".join(lines)
