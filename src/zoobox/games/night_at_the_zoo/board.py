"""The picture of a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from zoobox.drawing import Part, Picture, circle, group, path, rect
from zoobox.drawing import text as label
from zoobox.drawing.covers import cover_picture
from zoobox.drawing.palette import LANTERN, NIGHT, NIGHT_EDGE, NIGHT_PAPER, SEATS, TERRAIN
from zoobox.drawing.picture import NARROW
from zoobox.drawing.pieces import card
from zoobox.drawing.svg import at, title
from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.words import action_phrase
from zoobox.kernel.text import Phrase

WIDTH = 13
ARROWS = {"n": "^", "e": ">", "s": "v", "w": "<"}
STEPS_OUT = {"s": (-1, 0), "w": (0, 1), "n": (1, 0), "e": (0, -1)}
"""From the space an entrance leads to out to the entrance, by the direction that leads inward."""


TABLE_HIGH, CARDS_WIDE = 396, 336
SPOT, HEAD, WAREHOUSE_HIGH = 84, 70, 118
TILE = 92
LIGHT, DIM = "#f4ecd8", "#8fa3cf"
SYMBOL_FIGURES = {
    "discover": "discover",
    "movement": "paw",
    "movements": "paw",
    "bonus": "bonus-tile",
    "points": "star",
}
COMPASS = {"n": (0, -26, 0), "e": (26, 0, 90), "s": (0, 26, 180), "w": (-26, 0, 270)}

LONG_NAME = 12
COLUMN_WIDE = 600.0

Say = Callable[..., str]


def svg(game: Any, view: Mapping[str, Any], language: str, form: str = "wide") -> str:
    """The market by lantern light, and a quarter of the town at night for each seat."""

    def say(key: str, **gaps: Any) -> str:
        return str(game.texts.say(Phrase(key, **gaps), language))

    picture = Picture(game.title)
    table = _market_part(picture, view, form, say)
    boards = [_town_part(picture, game, view, seat, say) for seat in range(len(view["boards"]))]
    _held(picture, view, say)
    return picture.arrange(table, boards, view["seat"], form)


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


def _market_part(picture: Picture, view: Mapping[str, Any], form: str, say: Say) -> Part:
    """Market, leftover row, supplies and animal cards: side by side above the own board, or in a column beside it."""
    market = [label(20, 36, say("board.round", round=view["round"], draft=view["draft"]), 23, fill=LANTERN, weight=700)]
    for number, tile in enumerate(view["market"], 1):
        ground = rect(-TILE / 2, -TILE / 2, TILE, TILE, 12, fill=NIGHT_PAPER, stroke=NIGHT_EDGE, stroke_width=2,
                      stroke_dasharray="5 5", class_="lit-ground")  # fmt: skip
        shown = _tile_card(picture, tile, 0, 0, TILE, say) if tile else ""
        outline = rect(-TILE / 2, -TILE / 2, TILE, TILE, 12, class_="outline")
        place = at(66 + (number - 1) * (TILE + 12), 102)
        market.append(group(ground + shown + outline, id=f"market-{number}", transform=place))
    supplies = [_leftovers(picture, view, say), _bonus_stacks(picture, view, say), _discard(view, say)]
    cards = [_animal_card(picture, animal, 4 + number * 109, 20, say) for number, animal in enumerate(view["animals"])]
    if view["leo"]:
        last = view["leo"]["last"]
        told = "-".join(last["priority"]) if last else "..."
        cards.append(label(4, 376, f"Leo: {told}", 18, fill=DIM))
    left = max(350, 24 + len(view["market"]) * (TILE + 12))
    if form == NARROW:
        part = Part("shared", left + CARDS_WIDE, TABLE_HIGH, label=say("board.market"))
        part.add(card(2, 2, part.width - 4, TABLE_HIGH - 8, NIGHT))
        part.add(*market, *supplies, group(cards, transform=at(left + 4, 0)))
        return part
    blocks = ((market, left, 0, 160), (supplies, 350, 160, 210), (cards, 332, 6, 384 if view["leo"] else 350))
    column = Part("shared", COLUMN_WIDE, 8 + sum(COLUMN_WIDE / wide * high for _, wide, _, high in blocks))
    column.label = say("board.market")
    column.add(card(2, 2, COLUMN_WIDE - 4, column.height - 8, NIGHT))
    y = 0.0
    for content, wide, top, high in blocks:
        scale = COLUMN_WIDE / wide
        column.add(group(content, transform=f"translate(0 {y - top * scale:.1f}) scale({scale:.3f})"))
        y += high * scale
    return column


def _tile_card(
    picture: Picture, tile: Mapping[str, Any], x: float, y: float, size: float, say: Say, id: str | None = None
) -> str:
    """A tile: its terrain as the ground, its symbols or its food upon it."""
    half = size / 2
    terrain = tile["terrain"]
    content = [
        title(say(f"terrain.{terrain}")),
        rect(-half + 2, -half + 4, size - 4, size - 4, size * 0.13, fill="#000", opacity=0.3),
        rect(-half + 2, -half + 2, size - 4, size - 4, size * 0.13, fill=TERRAIN[terrain]),
        circle(half - size * 0.19, -half + size * 0.19, size * 0.15, fill="#fff6dc"),
        picture.figure(terrain, half - size * 0.19, -half + size * 0.19, size * 0.22),
    ]
    if tile["food"]:
        shown = tile["food"] if tile["food"] in FOOD_NAMES else "apple"
        content.append(circle(0, size * 0.08, size * 0.3, fill="#fff6dc"))
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
                stroke="#fff6dc",
                stroke_width=3,
            )
        )
    return "".join(shown)


def _symbol(picture: Picture, name: str, count: int, x: float, y: float, size: float) -> str:
    shown = circle(x, y, size * 0.52, fill="#fff6dc") + picture.figure(
        SYMBOL_FIGURES[name], x, y, size * 0.78, color="#3d5a8c"
    )
    if name == "points":
        return shown + label(x, y + size * 0.16, count, size * 0.42, "middle", fill="#5b4300", weight=800)
    if count > 1:
        shown += circle(x + size * 0.42, y + size * 0.4, size * 0.23, fill="#c4513d")
        shown += label(x + size * 0.42, y + size * 0.52, count, size * 0.36, "middle", fill="#fff", weight=800)
    return shown


def _leftovers(picture: Picture, view: Mapping[str, Any], say: Say) -> str:
    row = [label(20, 182, say("board.leftover"), 18, fill=DIM)]
    for number in range(5):
        x = 46 + number * 64
        row.append(rect(x - 28, 192, 56, 56, 8, fill=NIGHT_PAPER))
        if number < len(view["leftover"]):
            row.append(_tile_card(picture, view["leftover"][number], x, 220, 54, say, f"leftover-{number}"))
    if view["leftover_terrain"]:
        row.append(circle(318, 176, 15, fill="#fff6dc"))
        row.append(picture.figure(view["leftover_terrain"], 318, 176, 23))
        row.append(label(296, 182, say("board.leading"), 18, "end", fill=DIM))
    return "".join(row)


def _bonus_stacks(picture: Picture, view: Mapping[str, Any], say: Say) -> str:
    stacks = [label(20, 284, say("board.bonus_tiles"), 18, fill=DIM)]
    for number, (terrain, count) in enumerate(view["supply"].items()):
        stacks.append(
            group(
                [
                    title(say("board.bonus_of", terrain=say(f"terrain.{terrain}"), count=count)),
                    rect(-32, -32, 64, 64, 9, fill=TERRAIN[terrain], class_="lit-ground"),
                    circle(0, -8, 20, fill="#fff6dc"),
                    picture.figure(terrain, 0, -8, 30),
                    label(0, 28, count, 17, "middle", fill="#fff", weight=800),
                ],
                id=f"bonus-{terrain}",
                transform=at(52 + number * 74, 330),
            )
        )
    return "".join(stacks)


def _discard(view: Mapping[str, Any], say: Say) -> str:
    pile = [
        title(say("board.discard")),
        rect(-52, -22, 104, 44, 22, fill=NIGHT_PAPER, stroke=NIGHT_EDGE, stroke_width=2, class_="lit-ground"),
        label(0, 7, say("board.discard"), 19, "middle", fill=LIGHT),
    ]
    deck = label(294, 308, say("board.deck", count=view["deck"]), 18, "middle", fill=DIM)
    return group(pile, id="discard", transform=at(294, 344)) + deck


def _animal_card(picture: Picture, animal: Mapping[str, Any], x: float, y: float, say: Say) -> str:
    """What an animal brings when it is home, by how many are, or by the pollen it carries."""
    name = animal["animal"]
    called = say(f"animal.{name}")
    content = [
        title(called),
        rect(0, 0, 102, 318, 12, fill=NIGHT_PAPER, stroke=NIGHT_EDGE, stroke_width=2),
        picture.token(name, 51, 48, 74),
        label(51, 108, called, 17 if len(called) < LONG_NAME else 14, "middle", fill=LIGHT, weight=700),
    ]
    for moon in range(animal["moons"]):
        content.append(picture.figure("moon", 51 + (moon - (animal["moons"] - 1) / 2) * 22, 130, 23))
    start = 1 if animal["by"] == "number" else 0
    for line, points in enumerate(animal["points"][start:], start):
        y_line = 174 + (line - start) * 30
        mark = "pollen" if animal["by"] == "pollen" else name
        content.append(picture.figure(mark, 22, y_line - 6, 25))
        content.append(label(38, y_line, f"{line}", 18, fill=DIM))
        content.append(label(92, y_line, points, 20, "end", fill=LANTERN, weight=800))
    return group(content, transform=at(x, y))


def _town_part(picture: Picture, game: Any, view: Mapping[str, Any], seat: int, say: Say) -> Part:
    board = view["boards"][seat]
    wide, high = 7 * SPOT + 20, 7 * SPOT + HEAD + WAREHOUSE_HIGH + 16
    part = Part(f"seat-{seat}", wide, high, label=say("board.town", seat=seat + 1))
    part.add(card(2, 2, wide - 4, high - 8, NIGHT))
    part.add(_town_head(picture, view, seat, wide, say))
    spaces = [_space_picture(picture, game, board, seat, name, say) for name in SPACE_NAMES]
    part.add(
        group(
            [*spaces, *(_pair_bridge(picture, pair) for pair in game.components.entries("pair"))],
            id=f"neighbourhood-{seat}",
        )
    )
    for entry in game.components.entries("entrance"):
        part.add(_entrance_picture(picture, board, seat, entry, say))
    part.add(_figures(picture, game, board, seat, say))
    part.add(_holdings(picture, board, seat, high, say))
    if any("facing" in figure for figure in board["figures"].values()):
        part.add(_compass(seat))
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


def _town_head(picture: Picture, view: Mapping[str, Any], seat: int, wide: float, say: Say) -> str:
    board = view["boards"][seat]
    head = [
        path(f"M2 16q0-14 14-14h{wide - 32}q14 0 14 14v{HEAD - 26}h-{wide - 4}z", fill=SEATS[seat]),
        label(18, 38, say("board.seat", seat=seat + 1), 23, fill="#fff", weight=700),
        label(wide - 20, 39, board["points"], 26, "end", fill="#fff", weight=800, id=f"points-{seat}"),
        picture.figure("discover", wide - 150, 30, 36),
        label(wide - 128, 38, board["home"], 22, fill="#fff", weight=700),
    ]
    if view["simultaneous"] and seat != view["seat"]:
        head.append(label(wide / 2, 37, say("board.as_before"), 15, "middle", fill="#fff"))
    return "".join(head)


def _space_picture(picture: Picture, game: Any, board: Mapping[str, Any], seat: int, name: str, say: Say) -> str:
    x, y = _space_middle(name)
    half = SPOT / 2 - 3
    if name == SPACE_NAMES[ZOO]:
        return _zoo_gate(picture, x, y, seat, say)
    ground = rect(x - half, y - half, 2 * half, 2 * half, 10, fill=NIGHT_PAPER, stroke=NIGHT_EDGE, stroke_width=1.5,
                  id=f"space-{seat}-{name}", class_="cell")  # fmt: skip
    tile = board["spaces"].get(name)
    if tile is not None:
        return ground + group(
            _tile_card(picture, tile, 0, 0, SPOT - 4, say, f"laid-{seat}-{name}"),
            transform=at(x, y),
            pointer_events="none",
        )
    return ground + group(_promises(picture, game, name), transform=at(x, y), opacity=0.85, pointer_events="none")


def _promises(picture: Picture, game: Any, name: str) -> list[str]:
    """What an open space gives to who covers it, and on what condition."""
    entry = next(entry for entry in game.components.entries("space") if entry["at"] == name)
    actions = entry.get("actions", [])
    shown = []
    for index, action in enumerate(actions):
        count, kind = action.split()
        x = (index - (len(actions) - 1) / 2) * 36
        shown.append(_symbol(picture, kind, int(count), x, 8 if "condition" in entry else 0, 34))
    if "condition" in entry:
        shown.append(picture.figure(entry["condition"], 0, -24, 26))
    return shown


def _pair_bridge(picture: Picture, pair: Mapping[str, Any]) -> str:
    """Two spaces that give something together."""
    (x1, y1), (x2, y2) = (_space_middle(name) for name in pair["spaces"])
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    count, kind = pair["bonus"].split()
    link = path(f"M{x1:g} {y1:g}L{x2:g} {y2:g}", stroke=LANTERN, stroke_width=5, stroke_dasharray="3 7", opacity=0.7)
    return group([link, _symbol(picture, kind, int(count), x, y, 34)], pointer_events="none")


def _zoo_gate(picture: Picture, x: float, y: float, seat: int, say: Say) -> str:
    half = SPOT / 2 - 3
    return group(
        [
            title(say("board.gate")),
            circle(0, 0, half + 10, fill=LANTERN, opacity=0.22),
            rect(-half, -half, 2 * half, 2 * half, 12, fill="#3d5a2f", class_="lit-ground"),
            path("M-30 34V0a30 30 0 0 1 60 0V34H16V2a16 16 0 0 0-32 0V34Z", fill="#e2ae70"),
            rect(-32, -12, 64, 20, 6, fill="#c4513d"),
            label(0, 4, "ZOO", 17, "middle", fill="#fff", weight=800),
        ],
        id=f"zoo-{seat}",
        transform=at(x, y),
    )


def _entrance_picture(picture: Picture, board: Mapping[str, Any], seat: int, entry: Mapping[str, Any], say: Say) -> str:
    x, y = _entrance_middle(entry)
    half = SPOT / 2 - 8
    _, _, turn = COMPASS[entry["inward"]]
    return group(
        [
            title(f"{entry['id']}: {say('terrain.' + entry['terrain'])}"),
            circle(0, 0, half, fill=TERRAIN[entry["terrain"]], opacity=0.55, class_="lit-ground"),
            picture.figure(entry["terrain"], 0, 0, 40, opacity=0.5),
            path("M-9 4L0-6L9 4Z", fill=LANTERN, transform=f"rotate({turn}) translate(0 {-half})"),
        ],
        id=f"entrance-{seat}-{entry['id']}",
        transform=at(x, y),
    )


def _figures(picture: Picture, game: Any, board: Mapping[str, Any], seat: int, say: Say) -> str:
    """Every figure where it stands; those not yet discovered wait in the dark at their entrance."""
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
        dx, dy = ((0, 0), (20, 14), (-20, 14), (0, -20))[number % 4]
        shown.append(_figure_token(picture, figure, f"figure-{seat}-{entrance}", x + dx, y + dy, say))
    return "".join(shown)


def _figure_token(picture: Picture, figure: Mapping[str, Any], id: str, x: float, y: float, say: Say) -> str:
    name = figure["animal"]
    hidden = figure["at"] == "undiscovered"
    size = 40 if hidden else 50
    marks = [title(say(f"animal.{name}")), picture.token(name, 0, 0, size)]
    if hidden:
        marks.append(circle(0, 0, size / 2, fill="#0f1a35", opacity=0.62))
        marks.append(label(0, 8, "?", 24, "middle", fill=LANTERN, weight=800))
    if figure.get("asleep"):
        marks.append(picture.figure("sleep", 20, -20, 24, color=LANTERN))
    if "pollen" in figure:
        marks += [
            picture.figure("pollen", 18, 18, 22),
            label(18, 23, figure["pollen"], 13, "middle", fill="#4a2a10", weight=800),
        ]
    if "facing" in figure:
        _, _, turn = COMPASS[figure["facing"]]
        marks.append(
            path(
                "M-8 4L0-8L8 4Z",
                fill="#ffd98a",
                stroke="#16233f",
                stroke_width=2,
                transform=f"rotate({turn}) translate(0 -26)",
            )
        )
    return group(marks, id=id, class_="piece", data_piece=id, transform=at(x, y))


def _holdings(picture: Picture, board: Mapping[str, Any], seat: int, high: float, say: Say) -> str:
    """Below the town: the drafted tile, the bonus tile in hand, and the warehouse."""
    y = high - WAREHOUSE_HIGH / 2 - 12
    places = [
        (f"drafted-{seat}", "board.drafted", board["drafted"]),
        (f"hand-{seat}", "board.hand", board["hand"]),
        (f"warehouse-{seat}-1", "board.warehouse", board["warehouse"][0]),
        (f"warehouse-{seat}-2", "board.warehouse", board["warehouse"][1]),
    ]
    shown = []
    for number, (name, words, tile) in enumerate(places):
        x = 84 + number * 146
        content = [
            title(say(words)),
            rect(-40, -46, 80, 80, 12, fill=NIGHT_PAPER, stroke=NIGHT_EDGE, stroke_width=2, class_="lit-ground"),
            label(0, 51, say(words), 14, "middle", fill=DIM),
        ]
        if tile:
            content.append(_tile_card(picture, tile, 0, -6, 76, say, f"{name}-tile"))
        shown.append(group(content, id=name, transform=at(x, y)))
    return "".join(shown)


def _compass(seat: int) -> str:
    """Where a snake can be turned."""
    x, y = _middle(0, 0)
    arrows = [
        group(
            [circle(dx, dy, 15, fill=NIGHT_PAPER, stroke=NIGHT_EDGE, stroke_width=2, class_="lit-ground"),
             path("M-7 5L0-8L7 5Z", fill=LANTERN, transform=f"translate({dx} {dy}) rotate({turn})")],
            id=f"turn-{seat}-{name}",
        )
        for name, (dx, dy, turn) in COMPASS.items()
    ]  # fmt: skip
    return group(arrows, transform=at(x, y))


def text(game: Any, view: Mapping[str, Any], language: str) -> str:
    """The table above, then a board for each seat: tiles and printed actions, with the figures on them."""
    return "\n".join([*_table(game, view, language), *_boards(game, view, language)])


# The table.


def _table(game: Any, view: Mapping[str, Any], language: str) -> list[str]:
    say = _speaker(game, language)
    first = "Leo" if view["first"] == "leo" else f"seat {view['first']}"
    lines = [f"Round {view['round']}, draft {view['draft']} of 15, {view['phase']}; first player: {first}"]
    for animal in view["animals"]:
        points = ", ".join(str(number) for number in animal["points"])
        name = say(f"animal.{animal['animal']}")
        lines.append(f"  {animal['slot']} {name:<13} home, by {animal['by']}: {points}")
    for number, tile in enumerate(view["market"], 1):
        lines.append(f"  market {number}  {_tile(say, tile)}")
    row = ", ".join(say(f"terrain.{tile['terrain']}") for tile in view["leftover"]) or "-"
    leading = f" (leading: {say('terrain.' + view['leftover_terrain'])})" if view["leftover_terrain"] else ""
    lines.append(f"  leftover  {row}{leading}")
    supply = ", ".join(f"{say(f'terrain.{name}')} {count}" for name, count in view["supply"].items())
    lines.append(f"  bonus tiles: {supply}; deck: {view['deck']}")
    if view["leo"]:
        lines.append(_leo(view["leo"]))
    if view["reconstructed"]:
        kinds = ", ".join(name.replace("_", " ") + "s" for name in view["reconstructed"])
        lines.append(f"  not as printed but reconstructed: {kinds}")
    return lines


def _leo(leo: Mapping[str, Any]) -> str:
    last = leo["last"]
    told = f"{last['id']} {'-'.join(last['priority'])}{', shuffle' if last['shuffle'] else ''}" if last else "none yet"
    return f"  Leo: last tile {told}; {leo['face_down']} face down"


def _tile(say: Any, tile: Mapping[str, Any] | None) -> str:
    """`rocks A05: discover or 2 points`."""
    if tile is None:
        return "-"
    terrain = say(f"terrain.{tile['terrain']}")
    if tile["bonus"]:
        return f"{terrain} (bonus tile)"
    actions = [say(action_phrase(name, number)) for name, number in tile["symbols"]]
    if tile["food"]:
        actions.append(say(f"food.{tile['food']}"))
    return f"{terrain} {tile['id']}: {' | '.join(actions)}"


def _speaker(game: Any, language: str) -> Any:
    def say(what: str | Phrase) -> str:
        phrase = Phrase(what) if isinstance(what, str) else what
        if phrase.key not in game.texts.texts:  # a food of one's own component file
            return phrase.key.partition(".")[2]
        return str(game.texts.say(phrase, language))

    return say


# The boards.


def _boards(game: Any, view: Mapping[str, Any], language: str) -> list[str]:
    say = _speaker(game, language)
    lines = []
    for seat, board in enumerate(view["boards"]):
        turn = ">" if seat in view["waiting"] else " "
        note = "  (finished)" if board["finished"] else ""
        if view["simultaneous"] and seat != view["seat"]:
            note += "  (as at the start of this phase)"
        lines += ["", f"{turn} seat {seat}   {board['points']} points, {board['home']} home{note}"]
        lines += _grid(game, board, say)
        held = [f"drafted: {_tile(say, board['drafted'])}"] if board["drafted"] else []
        held += [f"in hand: {_tile(say, board['hand'])}"] if board["hand"] else []
        held += [f"warehouse {slot}: {_tile(say, tile)}" for slot, tile in enumerate(board["warehouse"], 1)]
        lines += [f"    {line}" for line in held]
        home = [_figure(name, figure) for name, figure in board["figures"].items() if figure["at"] == "home"]
        if home:
            lines.append(f"    home: {', '.join(home)}")
    if view["rating"]:
        lines += ["", f"Rating: {view['rating']}"]
    return lines


def _grid(game: Any, board: Mapping[str, Any], say: Any) -> list[str]:
    """Seven by seven cells of three lines: the ring holds the entrances."""
    cells = [[[""] * 3 for _ in range(7)] for _ in range(7)]
    for index, name in enumerate(SPACE_NAMES):
        row, column = divmod(index, 5)
        cells[row + 1][column + 1] = _space(game, board, name, say)
    for entry in game.components.entries("entrance"):
        row, column = divmod(SPACE_NAMES.index(entry["leads_to"]), 5)
        out = STEPS_OUT[entry["inward"]]
        cells[row + 1 + out[0]][column + 1 + out[1]] = _entrance(board, entry, say)
    rule = "+".join(["-" * WIDTH] * 7)
    lines = [rule]
    for row_of_cells in cells:
        for line in range(3):
            lines.append("|".join(f"{cell[line][:WIDTH]:<{WIDTH}}" for cell in row_of_cells))
        lines.append(rule)
    return lines


def _space(game: Any, board: Mapping[str, Any], name: str, say: Any) -> list[str]:
    if name == SPACE_NAMES[ZOO]:
        return [f"{name}", "*** ZOO ***".center(WIDTH), ""]
    tile = board["spaces"].get(name)
    if tile is None:
        return [f"{name} .", *_printed(game, name)]
    food = say(f"food.{tile['food']}") if tile["food"] else ""
    here = [_figure(entrance, figure) for entrance, figure in board["figures"].items() if figure["at"] == name]
    return [f"{name} [{say('terrain.' + tile['terrain'])}]", " ".join(here[:2]), " ".join([*here[2:], food])]


def _printed(game: Any, name: str) -> list[str]:
    """What an open space promises: `2 points`, `if sand`, or a pair with its partner."""
    entry = next(entry for entry in game.components.entries("space") if entry["at"] == name)
    lines = ["+".join(_short(action) for action in entry.get("actions", []))]
    if "condition" in entry:
        lines.append(f"if {entry['condition']}")
    for pair in game.components.entries("pair"):
        if name in pair["spaces"]:
            other = next(space for space in pair["spaces"] if space != name)
            lines = [f"pair {other}:", f"{pair['bonus']}"]
    return [*lines, ""][:2]


def _short(action: str) -> str:
    for long, short in (("points", "pts"), ("movements", "moves"), ("movement", "move")):
        action = action.replace(long, short)
    return action


def _entrance(board: Mapping[str, Any], entry: Mapping[str, Any], say: Any) -> list[str]:
    figure = board["figures"][entry["id"]]
    head = f"{entry['id']} {say('terrain.' + entry['terrain'])} {ARROWS[entry['inward']]}"
    if figure["at"] == "undiscovered":
        return [head, f"({say('animal.' + figure['animal'])})", "hidden"]
    return [head, _figure(entry["id"], figure) if figure["at"] == entry["id"] else "", ""]


def _figure(entrance: str, figure: Mapping[str, Any]) -> str:
    """Three letters and the entrance: `wol3`; snakes with direction, butterflies with pollen, `z` for asleep."""
    mark = f"{figure['animal'][:3]}{1 + ENTRANCE_NAMES.index(entrance)}"
    if "facing" in figure:
        mark += ARROWS[figure["facing"]]
    if "pollen" in figure:
        mark += f"*{figure['pollen']}"
    return mark + ("z" if figure.get("asleep") else "")
