"""The picture of a view: the market by lantern light, and a quarter of the town at night for each seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import Any

from zoobox.drawing import Part, Picture, circle, group, path, rect
from zoobox.drawing import text as label
from zoobox.drawing.covers import cover_picture
from zoobox.drawing.palette import LANTERN, NIGHT, NIGHT_EDGE, NIGHT_PAPER, SEATS, TERRAIN
from zoobox.drawing.picture import NARROW, WIDE, Stage
from zoobox.drawing.pieces import card
from zoobox.drawing.svg import at, document, element, title
from zoobox.games.night_at_the_zoo.box import read_action
from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.pieces import (
    action_phrase,
    actions_phrase,
    figure_phrase,
    gate_of,
    look_of,
    tile_phrase,
    tile_with,
)
from zoobox.games.night_at_the_zoo.terminal import STEPS_OUT, text
from zoobox.kernel.text import Phrase

__all__ = ["component_figure", "cover", "figure", "svg", "text"]

SMALL, COLUMN_SMALL = 19, 22
"""The smallest text of a town and of the shared column: 11 pixels on a telephone, and in a window of 1024 by 700."""
SPOT, HEAD, WAREHOUSE_HIGH = 84, 70, 122
TOWN_WIDE, TOWN_HIGH = 7 * SPOT + 20, 7 * SPOT + HEAD + WAREHOUSE_HIGH + 16
COLUMN_WIDE, COLUMN_HIGH = 670, 1000
STAGES = {WIDE: Stage(1410, 1000, (0, 0, 670, 1000), (689, 0, 721, 1000))}
TILE = 104
LIGHT, DIM, CREAM = "#f4ecd8", "#a9bae0", "#fff6dc"
SYMBOL_FIGURES = {
    "discover": "discover",
    "movement": "paw",
    "movements": "paw",
    "bonus": "bonus-tile",
    "points": "star",
}
COMPASS = {"n": (0, -26, 0), "e": (26, 0, 90), "s": (0, 26, 180), "w": (-26, 0, 270)}
LEGEND_COLUMN = 14.3
"""From one column of the legend to the next, in heights of its text."""
HOME_ROW = 3
"""So many animals stand side by side in the Zoo; from seven on they stand closer."""
CARD_WIDE, GAIT_LINE = 214, 25
CARD_TEXT, CARD_NAME = 18, 11
"""Characters in a line of an animal card, and in its name; a longer name and a full line are set closer."""

Say = Callable[..., str]


def svg(game: Any, view: Mapping[str, Any], language: str, form: str = "wide") -> str:
    """Market and own town side by side; on a narrow screen the market above, and the legend below the own town."""
    say = _speaker(game, language)
    picture = Picture(game.title)
    shared = _shared_part(picture, game, view, form, say)
    boards = [_town_part(picture, game, view, seat, say) for seat in range(len(view["boards"]))]
    if form == NARROW:
        mine = boards[view["seat"] or 0]
        legend, high = _legend(picture, game, view, say, SMALL)
        mine.add(
            card(2, mine.height + 4, TOWN_WIDE - 4, high + 16, NIGHT), group(legend, transform=at(4, mine.height + 12))
        )
        mine.height += high + 24
    _held(picture, view, say)
    return picture.arrange(shared, boards, view["seat"], form, STAGES)


def component_figure(kind: str, entry: Mapping[str, Any]) -> str | None:
    """The figure that shows an entry of the component file."""
    if kind not in ("action_tile", "bonus_tile"):
        return None
    symbols = [read_action(written) for written in entry.get("symbols", ())]
    return look_of({"terrain": entry["terrain"], "symbols": symbols, "food": entry.get("food")})


def figure(game: Any, name: str) -> str | None:
    """A tile by itself, to be drawn in a line of text."""
    tile = tile_with(name)
    if tile is None:
        return None
    picture = Picture(name)
    face = _tile_card(picture, tile, 50, 50, 100, _speaker(game, "en"))
    return document(100, 100, face, name, picture.defs())


def _speaker(game: Any, language: str) -> Say:
    def say(what: str | Phrase, **gaps: Any) -> str:
        return str(game.texts.say(what if isinstance(what, Phrase) else Phrase(what, **gaps), language))

    return say


def _outline(x: float, y: float, width: float, height: float, round_: float) -> str:
    """The shape that is lit when the element can be chosen."""
    return rect(x, y, width, height, round_, fill="none", class_="outline")


def _round_outline(radius: float) -> str:
    return circle(0, 0, radius, fill="none", class_="outline")


def _token(picture: Picture, name: str, x: float, y: float, size: float) -> str:
    """An animal's wooden piece, written once however often it is shown."""
    picture.define(f"token-{name}", element("symbol", picture.token(name, 50, 50, 90), id=f"token-{name}",
                                            viewBox="0 0 100 100"))  # fmt: skip
    wide = size / 0.9
    return element("use", href=f"#token-{name}", x=float(x - wide / 2), y=float(y - wide / 2), width=float(wide),
                   height=float(wide))  # fmt: skip


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _held(picture: Picture, view: Mapping[str, Any], say: Say) -> None:
    """The face of the tile that is being laid, for the ghost under the pointer."""
    tile = view["boards"][view["seat"]]["hand"] if view["seat"] is not None else None
    if tile:
        face = _tile_card(picture, tile, SPOT / 2, SPOT / 2, SPOT - 4, say)
        picture.define("held", group(face, id="held", data_cell=SPOT))


def cover() -> str:
    """Runaway animals under the moon."""
    picture = Picture("Night at the Zoo")
    stars = [(30, 30), (80, 60), (140, 24), (200, 50), (250, 20), (370, 90), (110, 100), (20, 90)]
    houses = [(14, 118, 52), (70, 130, 44), (250, 124, 50), (306, 112, 46), (356, 128, 40)]
    town = [
        rect(x, y, wide, 100, 4, fill="#1b2a4d")
        + rect(x + 10, y + 14, 12, 14, 2, fill=LANTERN)
        + rect(x + wide - 20, y + 34, 11, 14, 2, fill=LANTERN, opacity=0.7)
        for x, y, wide in houses
    ]
    return cover_picture(
        picture,
        rect(0, 0, 400, 220, fill="#22356a"),
        *(circle(x, y, 1.6, fill="#fff6d8") for x, y in stars),
        picture.figure("moon", 322, 52, 76),
        *town,
        path("M0 188C80 172 150 184 220 180S350 172 400 182V220H0Z", fill="#0f1a35"),
        circle(196, 128, 74, fill=LANTERN, opacity=0.16),
        picture.figure("discover", 196, 142, 64),
        picture.figure("wolf", 60, 164, 74),
        picture.figure("penguin", 132, 166, 66),
        picture.figure("sloth", 262, 160, 68),
        picture.figure("cheetah", 336, 164, 70),
        picture.figure("butterfly", 232, 86, 38),
    )


# The shared table.


def _shared_part(picture: Picture, game: Any, view: Mapping[str, Any], form: str, say: Say) -> Part:
    """Market, leftover row, supplies and animal cards; on a wide screen with the legend, in a column."""
    narrow = form == NARROW
    lines = max(len(animal["points"]) - (animal["by"] == "number") for animal in view["animals"])
    gait = max(len(_gait(animal, 0, say)) for animal in view["animals"])
    tall = (116 if narrow else 120 + 30 * lines) + GAIT_LINE * gait
    high = 414 + tall if narrow else COLUMN_HIGH
    part = Part("shared", COLUMN_WIDE, high, label=say("board.market"))
    part.add(card(2, 2, COLUMN_WIDE - 4, high - 8, NIGHT))
    part.add(_market(picture, view, say), _leftovers(picture, view, say), _bonus_stacks(picture, view, say))
    part.add(_discard(view, say))
    for number, animal in enumerate(view["animals"]):
        drawn = _small_card if narrow else _animal_card
        part.add(group(drawn(picture, animal, tall, say), transform=at(8 + (CARD_WIDE + 6) * number, 398)))
    if not narrow:
        top = 398 + tall + 12
        part.add(
            group(_legend(picture, game, view, say, COLUMN_SMALL, COLUMN_HIGH - 30 - top)[0], transform=at(0, top))
        )
    return part


def _market(picture: Picture, view: Mapping[str, Any], say: Say) -> str:
    head = say("board.round", round=view["round"], draft=view["draft"])
    content = [label(20, 36, head, 24, fill=LANTERN, weight=700)]
    content.append(label(COLUMN_WIDE - 20, 36, say("board.deck", count=view["deck"]), COLUMN_SMALL, "end", fill=DIM))
    for number, tile in enumerate(view["market"], 1):
        half = TILE / 2
        ground = rect(-half, -half, TILE, TILE, 12, fill=NIGHT_PAPER, stroke=NIGHT_EDGE, stroke_width=2,
                      stroke_dasharray="5 5", class_="lit-ground")  # fmt: skip
        shown = _tile_card(picture, tile, 0, 0, TILE, say) if tile else ""
        name = say("place.market", number=number)
        place = at(72 + (number - 1) * 126, 100)
        hint = title(f"{_capital(name)}: {say(tile_phrase(tile))}")
        inner = hint + ground + shown + _outline(-half, -half, TILE, TILE, 12)
        content.append(group(inner, id=f"market-{number}", transform=place))
        content.append(label(72 + (number - 1) * 126, 174, name, COLUMN_SMALL, "middle", fill=LIGHT, class_="place"))
    if view["leo"]:
        content.append(_leo_card(view["leo"], say))
    return group(content, id="market")


def _leo_card(leo: Mapping[str, Any], say: Say) -> str:
    """The order of Leo's last tile, by the numbers of the market spaces, and how many tiles are face down."""
    last = leo["last"]
    told = "-".join(str(1 + MARKET_NAMES.index(name)) for name in last["priority"]) if last else "?"
    return group(
        [
            title(say("board.leo_hint")),
            rect(0, 0, 256, 104, 12, fill=NIGHT_PAPER, stroke=NIGHT_EDGE, stroke_width=2),
            label(14, 34, say("board.leo"), COLUMN_SMALL, fill=LIGHT, weight=700),
            label(14, 78, told, 28, fill=LANTERN, weight=800),
            label(242, 77, say("board.leo_pile", count=leo["face_down"]), COLUMN_SMALL, "end", fill=DIM),
        ],
        id="leo",
        transform=at(400, 48),
    )


# Tiles and symbols.


def _tile_card(
    picture: Picture, tile: Mapping[str, Any], x: float, y: float, size: float, say: Say, id: str | None = None
) -> str:
    """A tile: its terrain as the ground, its symbols or its food upon it."""
    half = size / 2
    terrain = tile["terrain"]
    content = [
        title(_capital(say(tile_phrase(tile)))),
        rect(-half + 2, -half + 4, size - 4, size - 4, size * 0.13, fill="#000", opacity=0.3),
        rect(-half + 2, -half + 2, size - 4, size - 4, size * 0.13, fill=TERRAIN[terrain]),
        circle(half - size * 0.19, -half + size * 0.19, size * 0.15, fill=CREAM),
        picture.figure(terrain, half - size * 0.19, -half + size * 0.19, size * 0.22),
    ]
    if tile["food"]:
        shown = tile["food"] if tile["food"] in FOOD_NAMES else "apple"
        content.append(circle(0, size * 0.08, size * 0.3, fill=CREAM))
        content.append(picture.figure(shown, 0, size * 0.08, size * 0.42))
    elif tile["symbols"]:
        content.append(_symbols(picture, tile["symbols"], size))
    name = f"tile-{tile['id']}" if tile["id"] != terrain else f"bonus-{terrain}"
    return group(content, id=id, transform=at(x, y), class_="piece", data_piece=name)


def _symbols(picture: Picture, symbols: Sequence[Sequence[Any]], size: float) -> str:
    """One symbol, or two of which one is chosen."""
    wide = size * 0.4
    shown = []
    for index, (name, count) in enumerate(symbols):
        x = (index - (len(symbols) - 1) / 2) * size * 0.44
        shown.append(_symbol(picture, name, count, x, size * 0.12, wide))
    if len(symbols) > 1:
        shown.append(
            path(
                f"M{size * 0.05:.1f} {-size * 0.06:.1f}L{-size * 0.05:.1f} {size * 0.32:.1f}",
                stroke=CREAM,
                stroke_width=3,
            )
        )
    return "".join(shown)


def _symbol(picture: Picture, name: str, count: int, x: float, y: float, size: float) -> str:
    shown = circle(x, y, size * 0.52, fill=CREAM)
    shown += picture.figure(SYMBOL_FIGURES[name], x, y, size * 0.78, color="#3d5a8c")
    if name == "points":
        return shown + label(x, y + COLUMN_SMALL * 0.36, count, COLUMN_SMALL, "middle", fill="#4d3800", weight=800)
    if count > 1:
        at_x, at_y = x + size * 0.42, y + size * 0.4
        shown += circle(at_x, at_y, max(10.5, size * 0.26), fill="#b03a27")
        shown += label(at_x, at_y + COLUMN_SMALL * 0.36, count, COLUMN_SMALL, "middle", fill="#fff", weight=800)
    return shown


def _leftovers(picture: Picture, view: Mapping[str, Any], say: Say) -> str:
    row = [label(20, 207, say("board.leftover"), COLUMN_SMALL, fill=DIM), _outline(12, 214, 334, 66, 10)]
    for number in range(DRAFTS_IN_ROUND):
        x = 46 + number * 66
        row.append(rect(x - 30, 217, 60, 60, 8, fill=NIGHT_PAPER))
        if number < len(view["leftover"]):
            row.append(_tile_card(picture, view["leftover"][number], x, 247, 58, say, f"leftover-{number}"))
    terrain = view["leftover_terrain"]
    if terrain:
        row.append(title(say("board.leading_hint", terrain=say(f"terrain.{terrain}"))))
        row.append(circle(386, 247, 25, fill=CREAM) + picture.figure(terrain, 386, 247, 38))
        row.append(label(422, 240, say("board.leading"), COLUMN_SMALL, fill=DIM))
        row.append(label(422, 266, say(f"terrain.{terrain}"), COLUMN_SMALL, fill=LIGHT, weight=700))
    return group(row, id="leftover")


def _bonus_stacks(picture: Picture, view: Mapping[str, Any], say: Say) -> str:
    stacks = [label(20, 308, say("board.bonus_tiles"), COLUMN_SMALL, fill=DIM)]
    for number, (terrain, count) in enumerate(view["supply"].items()):
        name = say(f"terrain.{terrain}")
        stacks.append(
            group(
                [
                    title(say("board.bonus_of", terrain=name, count=count)),
                    rect(-72, -34, 144, 68, 10, fill=TERRAIN[terrain], class_="lit-ground"),
                    circle(-44, 0, 23, fill=CREAM),
                    picture.figure(terrain, -44, 0, 35),
                    label(-14, -6, name, COLUMN_SMALL, fill="#10182c", weight=700, class_="place"),
                    label(-14, 21, f"\u00d7 {count}", COLUMN_SMALL, fill="#10182c", weight=800),
                    _outline(-72, -34, 144, 68, 10),
                ],
                id=f"bonus-{terrain}",
                transform=at(88 + number * 154, 350),
            )
        )
    return "".join(stacks)


def _discard(view: Mapping[str, Any], say: Say) -> str:
    pile = [
        title(say("board.discard_hint")),
        rect(-74, -34, 148, 68, 22, fill=NIGHT_PAPER, stroke=NIGHT_EDGE, stroke_width=2, class_="lit-ground"),
        label(0, 7, say("board.discard"), COLUMN_SMALL, "middle", fill=LIGHT, class_="place"),
        _outline(-74, -34, 148, 68, 22),
    ]
    return group(pile, id="discard", transform=at(576, 350))


def _animal_card(picture: Picture, animal: Mapping[str, Any], tall: float, say: Say) -> str:
    """How an animal moves, and what it brings: so many at home, or so much pollen carried home."""
    content = _card_head(picture, animal, tall, say)
    y = 106.0
    for many, points in _lines(animal):
        content += _line_of(picture, animal, many, y)
        content.append(label(CARD_WIDE - 12, y + 7, points, 23, "end", fill=LANTERN, weight=800))
        y += 30
    content += _gait(animal, y + 12, say)
    return "".join(content)


def _small_card(picture: Picture, animal: Mapping[str, Any], tall: float, say: Say) -> str:
    """The same in little room: the points in one line."""
    content = _card_head(picture, animal, tall, say)
    points = " · ".join(str(points) for _, points in _lines(animal))
    content.append(label(CARD_WIDE / 2, 100, points, COLUMN_SMALL, "middle", fill=LANTERN, weight=800))
    return "".join([*content, *_gait(animal, 128, say)])


def _card_head(picture: Picture, animal: Mapping[str, Any], tall: float, say: Say) -> list[str]:
    name = animal["animal"]
    called = say(f"animal.{name}")
    closer = _no_wider(132) if len(called) > CARD_NAME else {}
    content = [
        title(f"{_capital(called)}: {say(f'gait.{name}')}"),
        rect(0, 0, CARD_WIDE, tall, 12, fill=NIGHT_PAPER, stroke=NIGHT_EDGE, stroke_width=2),
        _token(picture, name, 38, 42, 62),
        label(74, 38, called, COLUMN_SMALL, fill=LIGHT, weight=700, **closer),
    ]
    return content + [picture.figure("moon", 84 + moon * 24, 58, 22) for moon in range(animal["moons"])]


def _lines(animal: Mapping[str, Any]) -> list[tuple[int, int]]:
    """How many, and what they bring."""
    start = 1 if animal["by"] == "number" else 0
    return list(enumerate(animal["points"]))[start:]


def _line_of(picture: Picture, animal: Mapping[str, Any], many: int, y: float) -> list[str]:
    """So many animals or pollen tokens, drawn."""
    mark = "pollen" if animal["by"] == "pollen" else animal["animal"]
    if not many:
        return [label(14, y + 7, "\u2013", COLUMN_SMALL, fill=DIM)]
    return [picture.figure(mark, 24 + 25 * index, y, 25) for index in range(many)]


def _gait(animal: Mapping[str, Any], y: float, say: Say) -> list[str]:
    lines = wrap(_capital(say(f"gait.{animal['animal']}")), CARD_TEXT)
    return [
        label(
            12,
            y + GAIT_LINE * number,
            line,
            COLUMN_SMALL,
            fill=LIGHT,
            **(_no_wider(CARD_WIDE - 20) if len(line) == CARD_TEXT else {}),
        )
        for number, line in enumerate(lines)
    ]


def _no_wider(wide: float) -> dict[str, Any]:
    return {"textLength": wide, "lengthAdjust": "spacingAndGlyphs"}


# The legend.


def _legend(
    picture: Picture, game: Any, view: Mapping[str, Any], say: Say, small: float, room: float = 0
) -> tuple[str, float]:
    """What the symbols mean, in two columns, and what foods are worth; with its height, which fills the room."""
    animals = {animal["animal"] for animal in view["animals"]}
    token = next(iter(view["animals"]))["animal"]
    unknown = _token(picture, token, 0, 0, 24) + circle(0, 0, 12, fill="#0f1a35", opacity=0.45)
    signs = [
        ("discover", _symbol(picture, "discover", 1, 0, 0, 24)),
        ("movement", _symbol(picture, "movement", 2, -2, -2, 22)),
        ("bonus", _symbol(picture, "bonus", 1, 0, 0, 24)),
        ("points", _symbol(picture, "points", 5, 0, 0, 24)),
        ("choice", path("M5-11L-5 11", stroke=CREAM, stroke_width=3)),
        ("terrain", picture.figure("grass", 0, -7, 14) + circle(0, 6, 7, fill=CREAM)),
        ("lantern", picture.figure("discover", 0, -7, 15) + circle(0, 6, 7, fill=CREAM)),
        ("pair", path("M-14 0H14", stroke=LANTERN, stroke_width=4, stroke_dasharray="3 5")),
        ("undiscovered", unknown + label(0, 7, "?", COLUMN_SMALL, "middle", fill=LANTERN, weight=800)),
        ("moons", picture.figure("moon", 0, 0, 24)),
    ]
    if "snake" in animals:
        signs.append(("facing", path("M-9 7L0-9L9 7Z", fill=LANTERN)))
    if "sloth" in animals:
        signs.append(("asleep", picture.figure("sleep", 0, 0, 24, color=LANTERN)))
    if "butterfly" in animals:
        signs.append(("pollen", picture.figure("pollen", 0, 0, 24)))
    rows = (len(signs) + 1) // 2
    pitch = min(42, max(30, (room - 48) / rows))
    content = []
    for number, (name, sign) in enumerate(signs):
        row, column = divmod(number, 2)
        spot = at(30 + LEGEND_COLUMN * small * column, 18 + pitch * row)
        content.append(group([sign, label(24, small / 3, say(f"legend.{name}"), small, fill=LIGHT)], transform=spot))
    y = 18 + pitch * rows
    content.append(group(_food_table(picture, game, say, small), transform=at(30, y + 4)))
    return "".join(content), y + 30


def _food_table(picture: Picture, game: Any, say: Say, small: float) -> str:
    """Points for so many different foods."""
    content = [picture.figure("apple", 0, 0, 24), label(24, small / 3, say("legend.food"), small, fill=LIGHT)]
    worth = [(many, points) for many, points in enumerate(game.components.data["food"]["points"]) if points]
    for number, (many, points) in enumerate(worth):
        x = (12 + 3 * number) * small
        content.append(label(x, small / 3, f"{many}:", small, "end", fill=DIM))
        content.append(label(x + 4, small / 3, points, small, fill=LANTERN, weight=800))
    return "".join(content)


# A town.


def _town_part(picture: Picture, game: Any, view: Mapping[str, Any], seat: int, say: Say) -> Part:
    board = view["boards"][seat]
    part = Part(f"seat-{seat}", TOWN_WIDE, TOWN_HIGH, label=say("board.town", seat=seat + 1))
    part.add(card(2, 2, TOWN_WIDE - 4, TOWN_HIGH - 8, NIGHT))
    part.add(_town_head(picture, view, seat, say))
    told = seat == (view["seat"] or 0)
    spaces = [_space_picture(picture, game, board, seat, name, told, say) for name in SPACE_NAMES]
    pairs = [_pair_bridge(picture, board, pair) for pair in game.components.entries("pair")]
    x, y = _middle(1, 1)
    around = _outline(x - SPOT / 2, y - SPOT / 2, 5 * SPOT, 5 * SPOT, 12)
    part.add(group([*spaces, *pairs, around], id=f"neighbourhood-{seat}"))
    for entry in game.components.entries("entrance"):
        part.add(_entrance_picture(picture, seat, entry, say))
    part.add(_figures(picture, game, board, seat, say))
    part.add(_holdings(picture, board, seat, say))
    if any("facing" in figure for figure in board["figures"].values()):
        part.add(_compass(seat, say))
    return part


def _middle(row: int, column: int) -> tuple[float, float]:
    return 10 + (column + 0.5) * SPOT, HEAD + 4 + (row + 0.5) * SPOT


def _space_middle(name: str) -> tuple[float, float]:
    row, column = divmod(SPACE_NAMES.index(name), 5)
    return _middle(row + 1, column + 1)


def _entrance_middle(entry: Mapping[str, Any]) -> tuple[float, float]:
    row, column = divmod(SPACE_NAMES.index(entry["leads_to"]), 5)
    out = STEPS_OUT[entry["inward"]]
    return _middle(row + 1 + out[0], column + 1 + out[1])


def _town_head(picture: Picture, view: Mapping[str, Any], seat: int, say: Say) -> str:
    board = view["boards"][seat]
    head = [
        path(f"M2 16q0-14 14-14h{TOWN_WIDE - 32}q14 0 14 14v{HEAD - 30}h-{TOWN_WIDE - 4}z", fill=SEATS[seat]),
        label(18, 38, say("board.seat", seat=seat + 1), 23, fill="#fff", weight=700),
        group(
            [
                label(
                    TOWN_WIDE - 20, 39, say("board.points", count=board["points"]), 24, "end", fill="#fff", weight=800
                ),
                _outline(TOWN_WIDE - 150, 8, 142, 44, 8),
            ],
            id=f"points-{seat}",
        ),
    ]
    if view["first"] == seat:
        head.append(group([title(say("board.first")), picture.figure("pin", 116, 30, 34)]))
    if view["simultaneous"] and seat != view["seat"]:
        head.append(label(TOWN_WIDE / 2 - 10, 37, say("board.as_before"), SMALL, "middle", fill="#fff"))
    return "".join(head)


def _space_picture(
    picture: Picture, game: Any, board: Mapping[str, Any], seat: int, name: str, told: bool, say: Say
) -> str:
    """A space with its name in the corner: what lies on it, or what it promises, told in words on the own board."""
    x, y = _space_middle(name)
    half = SPOT / 2 - 3
    if name == SPACE_NAMES[ZOO]:
        return _zoo_gate(picture, board, x, y, seat, say)
    tile = board["spaces"].get(name)
    hint = f"{name}: {say(tile_phrase(tile))}" if tile else _promise_in_words(game, name, say) if told else ""
    ground = element("rect", title(hint), x=float(x - half), y=float(y - half), width=float(2 * half),
                     height=float(2 * half), rx=10.0, fill=NIGHT_PAPER, stroke=NIGHT_EDGE, stroke_width=1.5,
                     id=f"space-{seat}-{name}", class_="cell")  # fmt: skip
    if tile is not None:
        card_ = _tile_card(picture, tile, 0, 0, SPOT - 4, say, f"laid-{seat}-{name}")
        shown = group(card_, transform=at(x, y), pointer_events="none")
    else:
        shown = group(_promises(picture, game, name), transform=at(x, y), opacity=0.85, pointer_events="none")
    colour = "#16203a" if tile else DIM
    corner = label(
        x - half + 6, y - half + 19, name, SMALL, fill=colour, weight=700, class_="place", pointer_events="none"
    )
    return ground + shown + corner


def _space_entry(game: Any, name: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = next(entry for entry in game.components.entries("space") if entry["at"] == name)
    return found


def _promise_in_words(game: Any, name: str, say: Say) -> str:
    """What a space gives to whoever covers it."""
    entry = _space_entry(game, name)
    told = []
    if entry.get("actions"):
        actions = actions_phrase([_action(each) for each in entry["actions"]], "and")
        condition = entry.get("condition")
        if condition is None:
            told.append(say(actions))
        elif condition == "discover":
            told.append(say("board.under_discover", action=actions))
        else:
            told.append(say("board.under_terrain", action=actions, terrain=Phrase(f"terrain.{condition}")))
    for pair in game.components.entries("pair"):
        if name in pair["spaces"]:
            other = next(space for space in pair["spaces"] if space != name)
            told.append(say("board.pair", other=other, action=action_phrase(*_action(pair["bonus"]))))
    return f"{name}: {'; '.join(told) or say('board.empty')}"


def _action(written: str) -> tuple[str, int]:
    """`2 movements` of the component file as symbol and number."""
    count, kind = written.split()
    return kind.replace("movements", "movement"), int(count)


def _promises(picture: Picture, game: Any, name: str) -> list[str]:
    """What an open space gives to whoever covers it, and on what condition."""
    entry = _space_entry(game, name)
    actions = entry.get("actions", [])
    shown = []
    for index, action in enumerate(actions):
        kind, count = _action(action)
        x = (index - (len(actions) - 1) / 2) * 36
        shown.append(_symbol(picture, kind, count, x, 10, 34))
    if "condition" in entry:
        shown.append(picture.figure(entry["condition"], 12, -23, 28))
    return shown


def _pair_bridge(picture: Picture, board: Mapping[str, Any], pair: Mapping[str, Any]) -> str:
    """Two spaces that give something together. It never covers a tile: beside one it moves to the open space."""
    open_ones = [name for name in pair["spaces"] if name not in board["spaces"]]
    if not open_ones:
        return ""
    (x1, y1), (x2, y2) = (_space_middle(name) for name in pair["spaces"])
    kind, count = _action(pair["bonus"])
    known = {"class_": "bridge", "data_open": " ".join(open_ones), "pointer_events": "none"}
    if len(open_ones) == len(pair["spaces"]):
        x, y = (x1 + x2) / 2 + (14 if x1 == x2 else 0), (y1 + y2) / 2  # beside the names of the spaces
        link = path(
            f"M{x1:g} {y1:g}L{x2:g} {y2:g}", stroke=LANTERN, stroke_width=5, stroke_dasharray="3 7", opacity=0.7
        )
        return group([link, _symbol(picture, kind, count, x, y, 34)], **known)
    x, y = _space_middle(open_ones[0])
    covered = next(name for name in pair["spaces"] if name in board["spaces"])
    dx, dy = (_space_middle(covered)[0] - x) / SPOT, (_space_middle(covered)[1] - y) / SPOT
    link = path(f"M{x:g} {y:g}L{x + 38 * dx:g} {y + 38 * dy:g}", stroke=LANTERN, stroke_width=5, stroke_dasharray="3 7")
    needed = picture.figure(board["spaces"][covered]["terrain"], x + 14, y - 22, 26)
    return group([link, _symbol(picture, kind, count, x, y + 8, 34), needed], **known)


def _zoo_gate(picture: Picture, board: Mapping[str, Any], x: float, y: float, seat: int, say: Say) -> str:
    """The Zoo, with the animals that have come home."""
    half = SPOT / 2 - 3
    home = [(entrance, each["animal"]) for entrance, each in board["figures"].items() if each["at"] == "home"]
    close = len(home) > 2 * HOME_ROW
    size, in_row = (19, HOME_ROW + 1) if close else (25, HOME_ROW)
    tokens = []
    for number, (entrance, animal) in enumerate(home):
        row, column = divmod(number, in_row)
        spot = (column - (min(in_row, len(home)) - 1) / 2) * size, -6 + size / 2 - 4 + row * size
        tokens.append(group(_token(picture, animal, 0, 0, size), id=f"figure-{seat}-{entrance}", class_="piece",
                            data_piece=f"figure-{seat}-{entrance}", transform=at(*spot)))  # fmt: skip
    told = [say(figure_phrase(animal, entrance)) for entrance, animal in home]
    return group(
        [
            title(say("board.home", figures=told) if told else say("board.gate")),
            circle(0, 0, half + 10, fill=LANTERN, opacity=0.22),
            rect(-half, -half, 2 * half, 2 * half, 12, fill="#3d5a2f", class_="lit-ground"),
            path("M-30 38V4a30 26 0 0 1 60 0V38H20V6a20 18 0 0 0-40 0V38Z", fill="#e2ae70", opacity=0.5 if home else 1),
            rect(-32, -36, 64, 23, 6, fill="#a83a28"),
            label(0, -18, say("board.zoo"), SMALL, "middle", fill="#fff", weight=800, class_="place"),
            *tokens,
            _outline(-half, -half, 2 * half, 2 * half, 12),
        ],
        id=f"zoo-{seat}",
        transform=at(x, y),
    )


def _entrance_picture(picture: Picture, seat: int, entry: Mapping[str, Any], say: Say) -> str:
    x, y = _entrance_middle(entry)
    half = SPOT / 2 - 11
    _, _, turn = COMPASS[entry["inward"]]
    name = say("place.gate", number=gate_of(entry["id"]))
    below = -half - 6 if entry["inward"] == "s" else half + 14
    return group(
        [
            title(f"{_capital(name)}: {say('terrain.' + entry['terrain'])}"),
            circle(0, 0, half, fill=TERRAIN[entry["terrain"]], opacity=0.55, class_="lit-ground"),
            picture.figure(entry["terrain"], 0, 0, 40, opacity=0.5),
            path("M-9 4L0-6L9 4Z", fill=LANTERN, transform=f"rotate({turn}) translate(0 {-half - 2})"),
            label(0, below, name, SMALL, "middle", fill=LIGHT, weight=700, class_="place"),
            _round_outline(half),
        ],
        id=f"entrance-{seat}-{entry['id']}",
        transform=at(x, y),
    )


def _figures(picture: Picture, game: Any, board: Mapping[str, Any], seat: int, say: Say) -> str:
    """Every figure where it stands; those not yet discovered wait in the dark at their gate."""
    places = {entry["id"]: _entrance_middle(entry) for entry in game.components.entries("entrance")}
    crowd: dict[str, int] = {}
    shown = []
    for entrance, figure in board["figures"].items():
        spot = figure["at"]
        if spot == "home":
            continue
        x, y = places[entrance] if spot in ("undiscovered", entrance) else _space_middle(spot)
        number = crowd.get(spot, 0) if spot != "undiscovered" else 0
        crowd[spot] = number + 1
        dx, dy = ((0, 4), (18, -12), (-18, -12), (0, -22))[number % 4] if spot in SPACE_NAMES else (0, 0)
        shown.append(_figure_token(picture, figure, entrance, f"figure-{seat}-{entrance}", (x + dx, y + dy), say))
    return "".join(shown)


def _figure_token(
    picture: Picture, figure: Mapping[str, Any], entrance: str, id: str, spot: tuple[float, float], say: Say
) -> str:
    """A figure; away from its gate it carries the gate's number."""
    name = figure["animal"]
    hidden = figure["at"] == "undiscovered"
    size = 42 if hidden else 48
    marks = [title(_figure_in_words(figure, entrance, say)), _token(picture, name, 0, 0, size)]
    if hidden:
        marks.append(circle(0, 0, size / 2, fill="#0f1a35", opacity=0.5))
        marks.append(label(0, 9, "?", 26, "middle", fill=LANTERN, weight=800))
    if figure.get("asleep"):
        marks.append(picture.figure("sleep", 20, -20, 24, color=LANTERN))
    if "pollen" in figure and not hidden:
        marks.append(picture.figure("pollen", 18, 16, 26))
        marks.append(label(18, 22, figure["pollen"], SMALL, "middle", fill="#4a2a10", weight=800))
    if "facing" in figure:
        _, _, turn = COMPASS[figure["facing"]]
        marks.append(path("M-8 4L0-8L8 4Z", fill=LANTERN, stroke=NIGHT, stroke_width=2,
                          transform=f"rotate({turn}) translate(0 -25)"))  # fmt: skip
    if figure["at"] in SPACE_NAMES:
        marks.append(circle(-18, 16, 11, fill=NIGHT, stroke=CREAM, stroke_width=1.5))
        marks.append(label(-18, 22.5, gate_of(entrance), SMALL, "middle", fill=CREAM, weight=800))
    marks.append(_round_outline(size / 2))
    return group(marks, id=id, class_="piece", data_piece=id, transform=at(*spot))


def _figure_in_words(figure: Mapping[str, Any], entrance: str, say: Say) -> str:
    """`The wolf of gate 3, on b2`."""
    place = figure["at"]
    told = [_capital(say(figure_phrase(figure["animal"], entrance, place)))]
    if place == "undiscovered":
        told.append(say("board.undiscovered"))
    elif place in SPACE_NAMES:
        told.append(say("board.on", space=place))
    if figure.get("asleep"):
        told.append(say("board.asleep"))
    if "pollen" in figure:
        told.append(say("board.pollen", number=figure["pollen"]))
    if "facing" in figure:
        told.append(say("board.facing", direction=Phrase(f"direction.{figure['facing']}")))
    return ", ".join(told)


def _holdings(picture: Picture, board: Mapping[str, Any], seat: int, say: Say) -> str:
    """Below the town: the drafted tile, the bonus tile in hand, and the warehouse."""
    y = TOWN_HIGH - WAREHOUSE_HIGH / 2 - 12
    places = [
        (f"drafted-{seat}", "drafted", board["drafted"]),
        (f"hand-{seat}", "bonus", board["hand"]),
        (f"warehouse-{seat}-1", "warehouse1", board["warehouse"][0]),
        (f"warehouse-{seat}-2", "warehouse2", board["warehouse"][1]),
    ]
    shown = []
    for number, (name, source, tile) in enumerate(places):
        called = say(f"source.{source}")
        content = [
            title(f"{_capital(called)}: {say(tile_phrase(tile))}"),
            rect(-40, -46, 80, 80, 12, fill=NIGHT_PAPER, stroke=NIGHT_EDGE, stroke_width=2, class_="lit-ground"),
            label(0, 54, called, SMALL, "middle", fill=LIGHT, class_="place"),
        ]
        if tile:
            content.append(_tile_card(picture, tile, 0, -6, 76, say, f"{name}-tile"))
        content.append(_outline(-40, -46, 80, 80, 12))
        shown.append(group(content, id=name, transform=at(84 + number * 146, y)))
    return "".join(shown)


def _compass(seat: int, say: Say) -> str:
    """Where a snake can be turned."""
    x, y = _middle(0, 0)
    arrows = []
    for name, (dx, dy, turn) in COMPASS.items():
        content = [
            title(_capital(say(f"direction.{name}"))),
            circle(0, 0, 15, fill=NIGHT_PAPER, stroke=NIGHT_EDGE, stroke_width=2, class_="lit-ground"),
            path("M-7 5L0-8L7 5Z", fill=LANTERN, transform=f"rotate({turn})"),
            _round_outline(15),
        ]
        arrows.append(group(content, id=f"turn-{seat}-{name}", transform=at(dx, dy)))
    return group(arrows, transform=at(x, y))
