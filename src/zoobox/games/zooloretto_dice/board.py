"""The picture of a view.

Ids in the picture: `supply`, `hand-0`, `truck-1` with its dice `truck-1-die-0`; on the sheet of seat 0 `sheet-0`,
`enclosure-0-lion`, `mark-0-lion-1`, `barn-0-lion`, `bonus-0-lion`, `office-0`, `coin-0-2`, `taken-0-1`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from zoobox.drawing import Part, Picture, circle, group, path, rect
from zoobox.drawing import text as label
from zoobox.drawing.covers import cover_picture, hills, sky
from zoobox.drawing.palette import ANIMAL, SEATS, WOOD, WOOD_DARK, theme
from zoobox.drawing.picture import WIDE, stacked
from zoobox.drawing.pieces import card, cross, die, pencilled, ring
from zoobox.drawing.svg import at, title
from zoobox.games.zooloretto_dice.layout import *
from zoobox.kernel.text import Phrase

OPEN, CROSSED, CLAIMED = "·", "x", "*"

TABLE_WIDE, TRUCK_WIDE, TRUCK_HIGH, TRUCK_GAP = 720, 226, 132, 14
ROW_HIGH, HEAD_HIGH = 62, 54
DIE, CRATE_SIDE = 44, 50

Say = Callable[..., str]


@dataclass(frozen=True)
class SheetSize:
    """How wide a sheet is drawn: its boxes, the way from one to the next, and the gap between groups of coins."""

    wide: float
    box: float
    step: float
    coin_step: float
    gap: float


SMALL = SheetSize(600, 40, 49, 45, 16)
LARGE = SheetSize(1080, 50, 104, 76, 34)
"""The viewer's own sheet on a wide screen."""


def svg(game: Any, view: Mapping[str, Any], language: str, form: str = "wide") -> str:
    """Trucks and the supply on the table, a pencilled score sheet for each seat."""

    def say(key: str, **gaps: Any) -> str:
        return str(game.texts.say(Phrase(key, **gaps), language))

    picture = Picture(game.title)
    mine = view["seat"] or 0
    columns = len(view["trucks"]) if form == WIDE or len(view["trucks"]) == 3 else 2
    table = _table(picture, view, columns, say)
    sheets = [
        _score_sheet(picture, view, seat, LARGE if form == WIDE and seat == mine else SMALL, say)
        for seat in range(len(view["sheets"]))
    ]
    return picture.arrange(table, sheets, view["seat"], form, {form: stacked(table, sheets[mine])})


def cover() -> str:
    """A truck full of dice on its way to the zoo."""
    picture = Picture("Zooloretto: The Dice Game")
    truck = _truck(picture, 1, ["lion", "monkey", "crocodile"], 0, 0, lambda key, **gaps: "")
    loose = [
        die(picture, face, x, y, 40)
        for face, x, y in (("elephant", 306, 70), ("coin", 352, 108), ("ostrich", 330, 160))
    ]
    return cover_picture(
        picture,
        sky("#d3e8ee", x=70, y=46, r=26),
        hills("#b7d597", "#8fbf66", 128),
        rect(0, 186, 400, 34, fill="#8a7a66"),
        path("M0 203h400", stroke="#f3e3b8", stroke_width=3, stroke_dasharray="22 16"),
        group(truck, transform="translate(22 78) scale(1.12)"),
        *loose,
    )


def _table(picture: Picture, view: Mapping[str, Any], columns: int, say: Say) -> Part:
    trucks = view["trucks"]
    rows = -(-len(trucks) // columns)
    wide = max(TABLE_WIDE, columns * (TRUCK_WIDE + TRUCK_GAP) + TRUCK_GAP)
    part = Part("shared", wide, 104 + rows * TRUCK_HIGH, label=say("board.table"))
    part.add(_supply(picture, view, say))
    part.add(_round(view, wide, say))
    gap = (wide - columns * TRUCK_WIDE) / (columns + 1)
    for index, load in enumerate(trucks):
        row, column = divmod(index, columns)
        x = gap + column * (TRUCK_WIDE + gap)
        part.add(_truck(picture, index + 1, load, x, 100 + row * TRUCK_HIGH, say))
    return part


def _supply(picture: Picture, view: Mapping[str, Any], say: Say) -> str:
    hint = say("board.supply", dice=view["supply"])
    tray = [
        title(hint),
        rect(8, 6, 330, 80, 16, fill=WOOD_DARK),
        rect(8, 2, 330, 80, 16, fill=WOOD),
        rect(18, 11, 310, 62, 11, fill="#8a6238", class_="lit-ground"),
    ]
    size, row_of = (40, 6) if view["supply"] <= 6 else (27, 6)
    for number in range(view["supply"]):
        row, column = divmod(number, row_of)
        y = 41 if size == 40 else 26 + row * 31
        tray.append(die(picture, None, 46 + column * 51, y, size, f"supply-{number}"))
    if not view["supply"]:
        tray.append(label(173, 49, hint, 22, "middle", fill="#f1dfbd"))
    tray.append(rect(8, 2, 330, 84, 16, class_="outline", fill="none"))
    markup = group(tray, id="supply")
    for number, face in enumerate(view["hand"]):
        x = 388 + number * 66
        markup += circle(x, 42, 33, fill=theme("lit"), opacity=0.16 if number else 0.34)
        markup += die(picture, face, x, 42, 50, f"hand-{number}", say(f"face.{face}"))
    return markup


def _round(view: Mapping[str, Any], wide: float, say: Say) -> str:
    lines = label(wide - 14, 34, say("board.round", round=view["round"]), 24, "end", weight=700)
    if view["last_round"]:
        lines += label(wide - 14, 64, say("board.last_round"), 22, "end", fill=theme("lit"), weight=700)
    return lines


TRUCK_OUTLINE = (
    "M6 22H172Q174 18 180 18h19q10 0 15 10l12 28q3 6 3 12v26q0 9-9 9h-8q-4 16-20 16t-20-16h-34q-4 16-20 16t-20-16H56"
    "q-4 16-20 16T16 103H6q-6 0-6-6V28q0-6 6-6z"
)
"""Around crates, cab and wheels."""


def _truck(picture: Picture, number: int, load: list[str], x: float, y: float, say: Say) -> str:
    crates = []
    for crate in range(CRATES):
        left = 8 + crate * (CRATE_SIDE + 3)
        crates.append(rect(left, 28, CRATE_SIDE, CRATE_SIDE, 6, fill=WOOD_DARK, class_="lit-ground"))
        crates.append(rect(left, 28, CRATE_SIDE, CRATE_SIDE, 6, fill="none", stroke="#c9985f", stroke_width=4))
    dice = [
        die(
            picture,
            face,
            8 + crate * (CRATE_SIDE + 3) + CRATE_SIDE / 2,
            52,
            DIE - 4,
            f"truck-{number}-die-{crate}",
            say(f"face.{face}"),
        )
        for crate, face in enumerate(load)
    ]
    return group(
        [
            title(say("board.truck", truck=number)),
            rect(4, 112, 214, 8, 4, fill="#2c1c0a", opacity=0.16),
            path("M168 34q0-10 10-10h20q8 0 12 8l12 26q2 4 2 10v22q0 8-8 8h-48z", fill="#c4513d"),
            path("M178 34h18q5 0 7 5l8 19h-33z", fill="#d9ecf2"),
            path("M178 34h18q2 0 4 2l-14 22h-8z", fill="#fff", opacity=0.55),
            rect(212, 74, 10, 10, 4, fill="#ffe08a"),
            rect(2, 80, 218, 16, 6, fill="#8f3a2a"),
            *crates,
            *dice,
            *(circle(cx, 100, 15, fill="#3b3533") + circle(cx, 100, 6.5, fill="#d8cdbb") for cx in (36, 118, 192)),
            circle(177, 75, 13, fill="#fff6e0"),
            label(177, 83, number, 22, "middle", fill="#8f3a2a", weight=800, class_="place"),
            path(TRUCK_OUTLINE, class_="outline", fill="none"),
        ],
        id=f"truck-{number}",
        transform=at(x, y),
    )


def _score_sheet(picture: Picture, view: Mapping[str, Any], seat: int, size: SheetSize, say: Say) -> Part:
    sheet = view["sheets"][seat]
    high = HEAD_HIGH + 6 * ROW_HIGH + 34
    part = Part(f"seat-{seat}", size.wide, high, label=say("board.sheet", seat=seat + 1))
    part.add(card(4, 2, size.wide - 8, high - 8))
    part.add(_sheet_head(picture, view, seat, size.wide, say))
    for row, face in enumerate(FACES[:COIN]):
        part.add(_enclosure(picture, view, seat, face, HEAD_HIGH + row * ROW_HIGH, size, say))
    part.add(_office_row(picture, view, seat, HEAD_HIGH + COIN * ROW_HIGH, size, say))
    part.add(_place_name(say("board.office_name"), 24, HEAD_HIGH + 6 * ROW_HIGH + 16, "start"))
    part.add(_place_name(say("board.barn_name"), size.wide - 50, HEAD_HIGH + COIN * ROW_HIGH + 22, "middle"))
    if sheet["out"]:
        part.add(_taken_dice(picture, sheet, seat, say))
    return part


def _place_name(name: str, x: float, y: float, anchor: str) -> str:
    """What sentences call a part of the sheet."""
    return label(x, y, name, 18, anchor, fill=theme("ink-soft"), weight=700, class_="place")


def _sheet_head(picture: Picture, view: Mapping[str, Any], seat: int, wide: float, say: Say) -> str:
    colour = SEATS[seat]
    head = path(f"M4 16q0-14 14-14h{wide - 36}q14 0 14 14v{HEAD_HIGH - 20}h-{wide - 8}z", fill=colour)
    head += label(22, 31, say("board.seat", seat=seat + 1), 20, fill="#fff", weight=700)
    if seat in view["waiting"]:
        head += picture.figure("pin", wide / 2, 24, 34)
    head += rect(wide - 92, 8, 74, 32, 16, fill="#fff", opacity=0.92)
    head += label(wide - 55, 31, view["points"][seat], 22, "middle", fill=colour, weight=800, id=f"points-{seat}")
    return head


def _enclosure(
    picture: Picture, view: Mapping[str, Any], seat: int, face: str, y: float, drawn: SheetSize, say: Say
) -> str:
    sheet = view["sheets"][seat]
    marks, size = sheet["enclosures"][face], view["sizes"][face]
    middle = y + ROW_HIGH / 2
    row = [
        title(say("board.enclosure", animal=Phrase(f"face.{face}"), marks=marks, size=size)),
        rect(14, y + 4, drawn.wide - 110, ROW_HIGH - 8, 12, fill=ANIMAL[face], opacity=0.16, class_="lit-ground"),
        picture.figure(face, 44, middle, 50),
    ]
    box = drawn.box
    for space in range(size):
        x = 96 + space * drawn.step
        row.append(_box(x, middle, box))
        if space < marks:
            wobble = seat * 31 + space * 7 + len(face)
            row.append(cross(x + box / 2, middle, box * 0.62, wobble, f"mark-{seat}-{face}-{space}"))
    row.append(_bonus(view, seat, face, drawn.wide - 134, middle))
    return group(row, id=f"enclosure-{seat}-{face}") + _barn(picture, sheet, seat, face, drawn.wide - 50, middle, say)


def _bonus(view: Mapping[str, Any], seat: int, face: str, x: float, y: float) -> str:
    """The bonus circle: ringed when won, struck out when another seat has won it."""
    claimed = [other for other, sheet in enumerate(view["sheets"]) if face in sheet["bonuses"]]
    mark = circle(x, y, 21, fill="#fff6dc", stroke=ANIMAL[face], stroke_width=2.5)
    mark += label(x, y + 7, f"+{view['bonuses'][face]}", 19, "middle", fill=ANIMAL[face], weight=800)
    if seat in claimed:
        mark += ring(x, y, 48, f"won-{seat}-{face}")
    elif claimed:
        mark += cross(x, y, 34, seat + len(face), f"lost-{seat}-{face}")
    return group(mark, id=f"bonus-{seat}-{face}", opacity=0.55 if claimed and seat not in claimed else None)


def _barn(picture: Picture, sheet: Mapping[str, Any], seat: int, face: str, x: float, y: float, say: Say) -> str:
    crossed = face in sheet["barn"]
    barn = [
        title(say("board.barn_of", animal=Phrase(f"face.{face}"))),
        path(
            f"M{x - 30} {y - 8}L{x} {y - 27}L{x + 30} {y - 8}V{y + 25}H{x - 30}Z", fill="#b5523f", class_="lit-ground"
        ),
        rect(x - 20, y - 10, 40, 34, 4, fill="#fff2d8"),
        picture.figure(face, x, y + 7, 28, opacity=None if crossed else 0.32),
    ]
    if crossed:
        barn.append(cross(x, y + 7, 30, seat + len(face), f"full-{seat}-{face}"))
        barn.append(circle(x + 24, y - 17, 13, fill="#fff6dc", stroke="#7d2f20", stroke_width=2))
        barn.append(label(x + 24, y - 11.5, "-2", 18, "middle", fill="#7d2f20", weight=800))
    return group(barn, id=f"barn-{seat}-{face}")


def _office_row(picture: Picture, view: Mapping[str, Any], seat: int, y: float, drawn: SheetSize, say: Say) -> str:
    sheet = view["sheets"][seat]
    middle = y + ROW_HIGH / 2
    row = [
        title(say("board.office", coins=sheet["coins"])),
        rect(14, y + 4, drawn.wide - 110, ROW_HIGH - 8, 12, fill=ANIMAL["coin"], opacity=0.2),
        picture.figure("coin", 44, middle, 46),
    ]
    x, coin = 96.0, 0
    for size in view["groups"]:
        for _ in range(size):
            row.append(_box(x, middle, drawn.box, drawn.box / 2))
            if coin < sheet["coins"]:
                row.append(cross(x + drawn.box / 2, middle, drawn.box * 0.55, seat * 17 + coin, f"coin-{seat}-{coin}"))
            coin += 1
            x += drawn.coin_step
        x += drawn.gap
    used = sheet["groups_removing"] + sheet["groups_as_points"]
    if used:
        row.append(pencilled(drawn.wide - 120, middle + 6, f"{used}x", 18))
    return group(row, id=f"office-{seat}")


def _taken_dice(picture: Picture, sheet: Mapping[str, Any], seat: int, say: Say) -> str:
    dice = [
        die(picture, face, 180 + index * 36, 24, 29, f"taken-{seat}-{index}", say(f"face.{face}"))
        for index, face in enumerate(sheet["dice"])
    ]
    return "".join(dice)


def _box(x: float, middle: float, side: float, round_: float = 8) -> str:
    return rect(
        x, middle - side / 2, side, side, round_, fill=theme("paper"), stroke=theme("ink-soft"), stroke_width=1.6
    )


def text(game: Any, view: Mapping[str, Any], language: str) -> str:
    """Trucks above, sheets below: `x` is crossed off, `·` is open, `*` the bonus."""

    def name(face: str) -> str:
        return str(game.texts.say(Phrase(f"face.{face}"), language))

    lines = []
    for number, load in enumerate(view["trucks"], 1):
        crates = [name(face) for face in load] + [OPEN] * (CRATES - len(load))
        lines.append(f"  truck {number}  " + "  ".join(f"[{crate:^9}]" for crate in crates))
    hand = ", ".join(name(face) for face in view["hand"])
    lines.append(f"  supply   {view['supply']} dice" + (f"   in hand: {hand}" if hand else ""))
    lines.append("")
    for seat, sheet in enumerate(view["sheets"]):
        turn = ">" if seat in view["waiting"] else " "
        out = "  (has taken)" if sheet["out"] else ""
        lines.append(f"{turn} seat {seat}   {view['points'][seat]} points{out}")
        for face in FACES[:COIN]:
            marks = sheet["enclosures"][face]
            spaces = CROSSED * marks + OPEN * (view["sizes"][face] - marks)
            bonus = f"{CLAIMED}{view['bonuses'][face]}" if face in sheet["bonuses"] else "  "
            barn = f"barn {CROSSED}" if face in sheet["barn"] else ""
            lines.append(f"    {bonus} {name(face):<10}{spaces:<6} {barn}".rstrip())
        lines.append(f"       {name('coin'):<10}{_office(view['groups'], sheet['coins'])}")
    return "\n".join(lines)


def _office(groups: list[int], coins: int) -> str:
    spaces = []
    for size in groups:
        crossed = max(0, min(size, coins))
        spaces.append(CROSSED * crossed + OPEN * (size - crossed))
        coins -= size
    return " ".join(spaces)
