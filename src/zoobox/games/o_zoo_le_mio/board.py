"""The picture of a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from zoobox.drawing import Part, Picture, circle, group, path, rect
from zoobox.drawing import text as label
from zoobox.drawing.covers import cover_picture, hills, sky
from zoobox.drawing.palette import seat_colour, theme
from zoobox.drawing.picture import WIDE as WIDE_FORM
from zoobox.drawing.pieces import card
from zoobox.drawing.svg import at, document, title
from zoobox.games.o_zoo_le_mio.layout import EDGES
from zoobox.games.o_zoo_le_mio.zoo import column_name, row_name, square_name
from zoobox.kernel.text import ZOO, Phrase, Seat

WIDE, HIGH = 7, 4
PATH_ENDS = (
    {"N": "┴", "E": "├", "S": "┬", "W": "┤"},
    {"N": "╨", "E": "╞", "S": "╥", "W": "╡"},
    dict.fromkeys("NESW", "#"),
)
END_PLACE = {"N": (0, WIDE // 2), "S": (HIGH - 1, WIDE // 2), "W": (1, 0), "E": (1, WIDE - 1)}
SIDE_TO = {(0, -1): "N", (1, 0): "E", (0, 1): "S", (-1, 0): "W"}
MARGIN = 1
NAME_SIZE, NUMBER_SIZE = 17, 17


UNIT = 100
"""The side of half a tile, in its own coordinates: half A from 0 to 100, half B from 100 to 200."""
ROW_WIDE, ROW_UNIT, IN_ROW = 770, 80, 3
SQUARE, HEAD, LEAST_WIDE = 90, 92, 560
FIGURE = {"ape": "apes", "mammal": "mammals", "bird": "birds", "reptile": "reptiles", "sea": "sea"}
LAWN, HEDGE, SAND, SAND_EDGE = "#a8cf78", "#4d8a43", "#efd9a3", "#cfae6b"
ON_LAWN, ON_LIT = "#33481f", "#2b1a0a"
"""Words on what looks the same on light and dark pages."""
EDGE_AT = {
    "A.N": (50, 0, 0, 1), "B.N": (150, 0, 0, 1), "B.E": (200, 50, -1, 0),
    "B.S": (150, 100, 0, -1), "A.S": (50, 100, 0, -1), "A.W": (0, 50, 1, 0),
}  # fmt: skip
"""The middle of each outer edge, and the way inwards."""
TURN = {0: (1, 0), 1: (0, 1), 2: (-1, 0), 3: (0, -1)}
CLOCKWISE = "NESW"
BIDS_IN_ROW, BID_APART = 10, 72
COLUMN_WIDE, COLUMN_BIDS, TALL = 388, 0.72, 1.22
"""On a wide screen the auctions stand in a column beside the own zoo: its width, the size of the coins in it."""

Say = Callable[..., str]
Place = Callable[[float, float], tuple[float, float]]


def svg(game: Any, view: Mapping[str, Any], language: str, form: str = "wide") -> str:
    """The year's tiles, the flagpole and the coins to bid; a zoo of lawns and sand paths for each seat."""

    def say(key: str, **gaps: Any) -> str:
        return str(game.texts.say(Phrase(key, **gaps), language))

    picture = Picture(game.title)
    mine = view["seat"] or 0
    table = _auction_column(picture, view, say) if form == WIDE_FORM else _auction_part(picture, view, say)
    zoos = [
        _zoo_part(picture, view, seat, say, TALL if form == WIDE_FORM and seat == mine else 0.0)
        for seat in range(len(view["zoos"]))
    ]
    held = [tile for tile in view["row"] if tile["status"] == "offered"] if view["phase"] == "place" else []
    for tile in held:
        picture.define("held", group(_tile(picture, tile, UNIT, 0), id="held", data_cell=UNIT))
    return picture.arrange(table, zoos, view["seat"], form)


def cover() -> str:
    """Two tiles of a zoo with visitors on a bench."""
    picture = Picture("O Zoo le Mio")
    tiles: list[tuple[dict[str, Any], float, float]] = [
        ({"animals": ["bird", "sea"], "stars": [2, 3], "bushes": 1, "paths": [["A.N", "B.S", "A.W"]]}, 24, 112),
        ({"animals": ["ape", "mammal"], "stars": [1, 3], "bushes": 1, "paths": [["A.W", "A.N", "B.E"]]}, 208, 112),
    ]
    drawn = [group(_tile(picture, tile, 84, 0), transform=at(x, y)) for tile, x, y in tiles]
    return cover_picture(
        picture,
        sky("#d6e9f0", x=200, y=40, r=24),
        hills("#c3dca3", "#9ccb70", 92),
        *drawn,
        picture.figure("tree", 52, 68, 92),
        picture.figure("tree", 356, 72, 80),
        picture.figure("flag", 292, 62, 86),
        picture.figure("bench", 160, 92, 60),
        picture.figure("visitor-birds", 142, 74, 46),
        picture.figure("visitor-sea", 180, 74, 46),
        picture.figure("visitor-mammals", 236, 86, 46),
    )


def component_figure(kind: str, entry: Mapping[str, Any]) -> str | None:
    """The figure that shows an entry of the component file."""
    return f"tile-{entry['id'].lower()}" if kind == "tile" else None


def figure(game: Any, name: str) -> str | None:
    """A tile by itself, to be drawn in a line of text: `tile-z15`."""
    tile = next((tile for tile in game.tiles if name == f"tile-{tile.id.lower()}"), None)
    if tile is None:
        return None
    picture = Picture(name)
    drawn = {
        "animals": tile.animals,
        "stars": tile.stars,
        "bushes": tile.bushes,
        "paths": [[EDGES[edge] for edge in ends] for ends in tile.paths],
    }
    return document(2 * UNIT, UNIT, group(_tile(picture, drawn, UNIT, 0)), name, picture.defs())


def _tile(picture: Picture, tile: Mapping[str, Any], unit: float, turn: int) -> list[str]:
    """A tile with half A's corner at 0, 0; its lawn and paths turn, its animals stay upright."""
    scale = unit / UNIT
    ground = [
        rect(3, 3, 2 * UNIT - 6, UNIT - 6, 12, fill=LAWN, stroke=HEDGE, stroke_width=7),
        *(path(_way(ends), fill="none", stroke=colour, stroke_width=width, stroke_linecap="butt")
          for colour, width in ((SAND_EDGE, 30), (SAND, 24)) for ends in tile["paths"]),
    ]  # fmt: skip
    middle = UNIT / 2
    turned = f"scale({scale:.3g})" + (f" rotate({90 * turn} {middle:g} {middle:g})" if turn else "")
    content = [group(ground, transform=turned)]
    dx, dy = TURN[turn]
    for half, (animal, stars) in enumerate(zip(tile["animals"], tile["stars"], strict=True)):
        x, y = (0.5 + half * dx) * unit, (0.5 + half * dy) * unit
        if animal:
            content.append(_half(picture, animal, stars, x, y, unit))
    for bush in range(tile["bushes"]):
        across = (0.5 if bush else -0.5) * 0.66
        x, y = (0.5 + 0.5 * dx - across * dy) * unit, (0.5 + 0.5 * dy + across * dx) * unit
        content.append(picture.figure("bush", x, y, unit * 0.36))
    return content


def _half(picture: Picture, animal: str, stars: int, x: float, y: float, unit: float) -> str:
    shown = [picture.token(FIGURE[animal], x, y - unit * 0.05, unit * 0.56)]
    for star in range(stars):
        shown.append(picture.figure("star", x + (star - (stars - 1) / 2) * unit * 0.2, y + unit * 0.3, unit * 0.22))
    return "".join(shown)


def _way(ends: Sequence[str]) -> str:
    """A path through a tile: a bend between two ends, or ways that meet."""
    points = [EDGE_AT[end] for end in ends]
    if len(points) == 2:
        (x1, y1, dx1, dy1), (x2, y2, dx2, dy2) = points
        reach = 46
        return f"M{x1} {y1}C{x1 + dx1 * reach} {y1 + dy1 * reach} {x2 + dx2 * reach} {y2 + dy2 * reach} {x2} {y2}"
    inner = [(x + dx * 42, y + dy * 42) for x, y, dx, dy in points]
    jx, jy = sum(x for x, _ in inner) / len(inner), sum(y for _, y in inner) / len(inner)
    return "".join(
        f"M{x} {y}Q{ix} {iy} {jx:.0f} {jy:.0f}" for (x, y, _, _), (ix, iy) in zip(points, inner, strict=True)
    )


def _auction_part(picture: Picture, view: Mapping[str, Any], say: Say) -> Part:
    tiles = view["row"]
    rows = max(1, -(-len(tiles) // IN_ROW))
    coins: int | None = view["coins"][view["seat"]] if view["seat"] is not None else None
    bidding = coins if view["phase"] == "bid" else None
    bid_rows = 0 if bidding is None else -(-(bidding + 1) // BIDS_IN_ROW)
    row_high = ROW_UNIT + 42
    high = 64 + rows * row_high + bid_rows * BID_APART + 8
    part = Part("shared", ROW_WIDE, max(high, 290), label=say("board.auctions"))
    part.add(card(4, 2, ROW_WIDE - 8, part.height - 8, theme("paper")))
    part.add(
        label(24, 42, say("board.year_short", year=view["year"], auction=min(view["auction"], 25)), 24, weight=700)
    )
    for number, tile in enumerate(tiles):
        row, column = divmod(number, IN_ROW)
        part.add(_row_tile(picture, view, tile, 22 + column * (2 * ROW_UNIT + 14), 62 + row * row_high, say))
    part.add(_flagpole(picture, view, say))
    if bidding is not None:
        part.add(_bids(picture, view, bidding, 62 + rows * row_high + 26, say))
    return part


def _auction_column(picture: Picture, view: Mapping[str, Any], say: Say) -> Part:
    """The same as a column: the tiles in twos, below them the flagpole and the coins to bid."""
    tiles = view["row"]
    row_high = ROW_UNIT + 42
    bottom = 72 + max(1, -(-len(tiles) // 2)) * row_high
    coins: int | None = view["coins"][view["seat"]] if view["seat"] is not None else None
    bidding = coins if view["phase"] == "bid" else None
    bids_high = 0 if bidding is None else -(-(bidding + 1) // 3) * BID_APART * COLUMN_BIDS
    part = Part("shared", COLUMN_WIDE, bottom + max(290, bids_high + 30), label=say("board.auctions"))
    part.add(card(4, 2, COLUMN_WIDE - 8, part.height - 8, theme("paper")))
    year = say("board.year_short", year=view["year"], auction=min(view["auction"], 25))
    part.add(label(20, 42, year, 24, weight=700))
    for number, tile in enumerate(tiles):
        row, column = divmod(number, 2)
        part.add(_row_tile(picture, view, tile, 22 + column * (2 * ROW_UNIT + 14), 62 + row * row_high, say))
    part.add(group(_flagpole(picture, view, say), transform=f"translate(-562 {bottom - 14:g})"))
    if bidding is not None:
        place = f"translate(188 {bottom + 34:g}) scale({COLUMN_BIDS})"
        part.add(group(_bids(picture, view, bidding, 0, say, in_row=3), transform=place))
    return part


def _tile_words(tile: Mapping[str, Any]) -> Phrase:
    """What is on a tile, as people say it."""
    (first, second), (stars, others) = tile["animals"], tile["stars"]
    gaps = {
        "animal_a": Phrase(f"animal.{first}"),
        "stars_a": stars,
        "animal_b": Phrase(f"animal.{second}"),
        "stars_b": others,
    }
    key = {0: "tile.plain", 1: "tile.bush"}.get(tile["bushes"], "tile.bushes")
    return Phrase(key, number=tile["auction"], count=tile["bushes"], id=tile["tile"].lower(), **gaps)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _row_tile(picture: Picture, view: Mapping[str, Any], tile: Mapping[str, Any], x: float, y: float, say: Say) -> str:
    offered = tile["status"] == "offered"
    taken = tile["status"] in ("sold", "removed")
    slot = rect(-6, -6, 2 * ROW_UNIT + 12, ROW_UNIT + 30, 12, fill=theme("lit") if offered else theme("paper-shade"),
                opacity=0.9 if offered else None)  # fmt: skip
    words = say("board.tile", number=tile["auction"])
    hint = "board.offered" if offered else "board.later"
    name = label(4, ROW_UNIT + 21, words, 23, fill=ON_LIT if offered else None, weight=700, class_="tile-number")
    shown = [slot, name]
    if taken:
        lines = [say("board.removed")]
        if tile["owner"] is not None:
            lines = [say("board.sold_to"), view["zoos"][tile["owner"]]["name"]]
        shown.insert(0, title(_capital(say("board.gone", tile=words, fate=" ".join(lines)))))
        top = ROW_UNIT / 2 + 5 - 14 * (len(lines) - 1)
        shown += [
            label(ROW_UNIT, top + 28 * number, line, 23, "middle", fill=theme("ink-soft"))
            for number, line in enumerate(lines)
        ]
    else:
        shown.insert(0, title(_capital(say(hint, tile=_tile_words(tile) if tile["animals"] else words))))
        # Placed as it will be, the tile flies from here to its zoo.
        shown.append(
            group(_tile(picture, tile, ROW_UNIT, 0), id=f"tile-{tile['tile']}", class_="piece", data_piece=tile["tile"])
        )
    return group(shown, id=f"row-{tile['auction']}", transform=at(x, y))


def _flagpole(picture: Picture, view: Mapping[str, Any], say: Say) -> str:
    """Flags from the top: the higher one wins a tie. Beside them what each seat bid last."""
    x, top = 592, 34
    pole = [
        title(say("board.flagpole")),
        rect(x - 5, top, 9, 250, 4, fill="#8a6a44"),
        circle(x, top, 9, fill="#e9b63c"),
    ]
    for height, seat in enumerate(view["flags"]):
        y = top + 16 + height * 54
        flag = path(
            "M5 0c14-7 24 7 38 2 8-3 14-4 20-3-4 10-4 22 0 32-8-1-14 1-20 3-14 5-24-9-38-2z", fill=seat_colour(seat),
            stroke="#fff6e0", stroke_width=1.5,
        )  # fmt: skip
        number = label(32, 25, seat + 1, 23, "middle", fill="#fff", weight=800)
        pole.append(
            group(
                [title(say("board.flag", seat=Seat(seat), place=height + 1)), flag, number],
                id=f"flag-{seat}",
                class_="piece",
                data_piece=f"flag-{seat}",
                transform=at(x, y),
            )
        )
        if view["given"][seat]:
            fist = [title(say("board.fist", seat=Seat(seat))), picture.figure("fist", x + 96, y + 17, 40)]
            pole.append(group(fist, id=f"fist-{seat}"))
        elif view["last"]:
            bid = view["last"]["bids"][seat]
            shown = [
                title(say("board.last_bid", seat=Seat(seat), coins=bid)),
                picture.figure("coin", x + 92, y + 16, 34, opacity=0.9),
                label(x + 114, y + 23, bid, 23, weight=700, id=f"last-bid-{seat}"),
            ]
            if view["last"]["winner"] == seat:
                shown.append(picture.figure("star", x + 140, y + 16, 24))
            pole.append(group(shown))
    stack = group(
        [
            title(say("board.stack", count=view["stack"])),
            rect(0, 0, 44, 22, 5, fill=LAWN, stroke=HEDGE, stroke_width=3),
            label(52, 19, view["stack"], 23, weight=700),
        ],
        id="stack",
        transform=at(x + 60, top - 16),
    )
    return "".join(pole) + stack


def _bids(
    picture: Picture, view: Mapping[str, Any], coins: int, top: float, say: Say, in_row: int = BIDS_IN_ROW
) -> str:
    bids = []
    for bid in range(coins + 1):
        row, column = divmod(bid, in_row)
        mine = view["bid"] == bid
        bids.append(
            group(
                [
                    title(say("board.bid", coins=bid)),
                    circle(0, 0, 27, fill=theme("lit") if mine else theme("paper-shade"), class_="lit-ground"),
                    picture.figure("coin", 0, 0, 48, opacity=0.25 if bid == 0 else None),
                    circle(0, 0, 15, fill="#fff6dc"),
                    label(0, 8, bid, 23, "middle", fill="#5b4300", weight=800),
                    circle(0, 0, 27, class_="outline", fill="none"),
                ],
                id=f"bid-{bid}",
                transform=at(50 + column * BID_APART, top + row * BID_APART),
            )
        )
    return "".join(bids)


def _zoo_part(picture: Picture, view: Mapping[str, Any], seat: int, say: Say, tall: float = 0.0) -> Part:
    """A zoo and a ring of free squares around it; with `tall`, lawn above and below up to that height by its width."""
    zoo = view["zoos"][seat]
    margin = 2 if view["phase"] == "place" and seat in view["waiting"] else 1
    left, top, right, bottom = zoo["bounds"]
    left, top, right, bottom = left - margin, top - margin, right + margin, bottom + margin
    columns, rows = right - left + 1, bottom - top + 1
    wide = max(columns * SQUARE + 20, LEAST_WIDE)
    head = HEAD * wide / LEAST_WIDE  # as large in a large zoo that is shown small
    lawn = max(0.0, tall * wide - rows * SQUARE - head - 20) / 2
    part = Part(f"seat-{seat}", wide, rows * SQUARE + head + 20 + 2 * lawn, label=zoo["name"])
    part.add(card(2, 2, wide - 4, part.height - 8, "#c8deae"))
    part.add(group(_zoo_head(picture, view, seat, say), transform=f"scale({wide / LEAST_WIDE:.4g})"))
    start = (wide - columns * SQUARE) / 2

    def place(x: float, y: float) -> tuple[float, float]:
        return start + (x - left) * SQUARE, head + 6 + lawn + (y - top) * SQUARE

    squares = [
        rect(*place(x, y), SQUARE, SQUARE, id=f"square-{seat}-{x},{y}", class_="cell")
        for y in range(top, bottom + 1)
        for x in range(left, right + 1)
    ]
    part.add(group(squares, fill="#bcd59d", stroke="#a8c487", stroke_width=1))
    part.add(_coordinates(left, top, right, bottom, NAME_SIZE * wide / LEAST_WIDE, place))
    part.add(_entrance(zoo, seat, place))
    for tile in zoo["tiles"]:
        part.add(_laid_tile(picture, tile, seat, place, say))
    for tile in zoo["tiles"]:  # on top of all tiles, so that no neighbour covers a number
        part.add(_tile_number(tile, NUMBER_SIZE * wide / LEAST_WIDE, place))
    for number, enclosure in enumerate(zoo["enclosures"]):
        part.add(_visitors(picture, enclosure, seat, number, place, say))
    for number, bench in enumerate(zoo["benches"]):
        part.add(_bench(picture, bench, seat, number, place, say))
    return part


def _coordinates(left: int, top: int, right: int, bottom: int, size: float, place: Place) -> str:
    """The names of columns and rows, on the ring of free squares."""
    columns = [(x, place(x + 0.5, top)) for x in range(left, right + 1)]
    rows = [(y, place(left, y + 1)) for y in range(top, bottom + 1)]
    names = [
        label(x, y + size, column_name(column), size, "middle", fill=ON_LAWN, weight=700) for column, (x, y) in columns
    ]
    names += [label(x + 4, y - 8, row_name(row), size, fill=ON_LAWN, weight=700) for row, (x, y) in rows]
    return group(names, class_="coordinates", stroke="none")


def _tile_number(tile: Mapping[str, Any], size: float, place: Place) -> str:
    """The number by which people call a tile, in its upper left corner."""
    if tile["auction"] == 0:
        return ""
    x, y = place(min(square[0] for square in tile["squares"]), min(square[1] for square in tile["squares"]))
    x, y, wide = x - 4, y - size * 0.3, size * (0.5 + 0.6 * len(str(tile["auction"])))
    plate = rect(x, y, wide, size * 1.1, size * 0.35, fill="#fff6dc", opacity=0.9)
    number = label(x + wide / 2, y + size * 0.91, tile["auction"], size, "middle", fill="#3a2c12", weight=800)
    return group([plate, number], class_="tile-number")


def _zoo_head(picture: Picture, view: Mapping[str, Any], seat: int, say: Say) -> str:
    zoo = view["zoos"][seat]
    wide = LEAST_WIDE
    head = [
        path(f"M2 16q0-14 14-14h{wide - 32:g}q14 0 14 14v{HEAD - 20}h-{wide - 4:g}z", fill=seat_colour(seat)),
        label(18, 34, zoo["name"], 23, fill="#fff", weight=700),
        group(
            [
                title(say("board.points", count=view["points"][seat])),
                label(wide - 18, 36, view["points"][seat], 26, "end", fill="#fff", weight=800, id=f"points-{seat}"),
            ]
        ),
    ]
    counts = [
        ("visitor", "visitors", sum(int(count) for count in zoo["visitors"].values())),
        ("tree", "trees", int(zoo["trees"])),
        ("bench", "benches", len(zoo["benches"])),
        ("bush", "bushes", zoo["bushes"]),
    ]
    x = 30.0
    for name, words, count in counts:
        shown = [picture.figure(name, x, 60, 32), label(x + 20, 67, count, 20, fill="#fff", weight=700)]
        head.append(group([title(say(f"board.{words}", count=count)), *shown]))
        x += 74
    if view["coins"][seat] is not None:
        coins = view["coins"][seat]
        shown = [picture.figure("coin", x + 40, 60, 32), label(x + 62, 67, coins, 20, fill="#fff", weight=700)]
        head.append(group([title(say("board.own_coins", count=coins)), *shown], id=f"coins-{seat}"))
    for number in range(int(zoo["trees"])):
        x = wide - 52 - 15 * len(str(view["points"][seat])) - number * 42
        tree = [title(say("board.tree")), picture.figure("tree", 0, 0, 44)]
        head.append(group(tree, id=f"tree-{seat}-{number}", class_="piece", data_piece="tree", transform=at(x, 46)))
    return "".join(head)


def _entrance(zoo: Mapping[str, Any], seat: int, place: Place) -> str:
    x, y = place(*zoo["entrance"][0])
    wide = 2 * SQUARE
    return group(
        [
            title(zoo["name"]),
            path(f"M10 {SQUARE - 8}V34Q{wide / 2} -14 {wide - 10} 34V{SQUARE - 8}Z", fill="#8a5f38"),
            path(f"M24 {SQUARE - 8}V46Q{wide / 2} 6 {wide - 24} 46V{SQUARE - 8}Z", fill=SAND),
            rect(14, 30, wide - 28, 26, 8, fill=seat_colour(seat)),
            label(wide / 2, 49, zoo["name"], 25, "middle", fill="#fff", weight=700),
        ],
        id=f"entrance-{seat}",
        transform=at(x, y),
    )


def _laid_tile(picture: Picture, tile: Mapping[str, Any], seat: int, place: Place, say: Say) -> str:
    """Its paths are told by squares and sides as they lie; turned back they are the tile's own edges."""
    x, y = place(*tile["squares"][0])
    turn = tile["rot"]
    squares = [tuple(square) for square in tile["squares"]]
    own_paths = [
        [f"{'AB'[squares.index(tuple(end['square']))]}.{_turned_back(end['side'], turn)}" for end in ends]
        for ends in tile["paths"]
    ]
    name = tile["tile"]
    known = (
        {"id": f"start-{seat}"}
        if tile["auction"] == 0
        else {"id": f"tile-{name}", "class_": "piece", "data_piece": name}
    )
    first, second = (square_name(square) for square in squares)
    words = Phrase("tile.start") if tile["auction"] == 0 else _tile_words(tile)
    hint = title(_capital(say("board.laid", tile=words, square=first, other=second)))
    return group([hint, *_tile(picture, {**tile, "paths": own_paths}, SQUARE, turn)], transform=at(x, y), **known)


def _turned_back(side: str, turn: int) -> str:
    return CLOCKWISE[(CLOCKWISE.index(side) - turn) % 4]


def _visitors(picture: Picture, enclosure: Mapping[str, Any], seat: int, number: int, place: Place, say: Say) -> str:
    kind = FIGURE[enclosure["animal"]]
    x, y = place(*enclosure["squares"][0])
    shown = [
        group(
            [title(_visitor_words(enclosure, say)), picture.figure(f"visitor-{kind}", 0, 0, 36)],
            id=f"visitor-{seat}-{number}-{index}",
            class_="piece",
            data_piece=f"visitor-{kind}",
            transform=at(x + SQUARE - 16 - index * 26, y + 18),
        )
        for index in range(int(enclosure["visitors"]))
    ]
    return "".join(shown)


def _visitor_words(enclosure: Mapping[str, Any], say: Say) -> str:
    animal = Phrase(f"animal.{enclosure['animal']}")
    return say("board.visitor", animal=animal, square=square_name(tuple(enclosure["squares"][0])))


def _bench(picture: Picture, bench: Any, seat: int, number: int, place: Place, say: Say) -> str:
    drawn = [title(say("board.bench")), picture.figure("bench", 0, 0, 34)]
    place_id = f"bench-{seat}-{number + 1}"
    return group(drawn, id=place_id, class_="piece", data_piece="bench", transform=at(*place(*bench["at"])))


def text(game: Any, view: Mapping[str, Any], language: str) -> str:
    """The row and the flagpole above, then every zoo, square by square."""

    def say(key: str, **gaps: Any) -> str:
        return str(game.texts.say(Phrase(f"board.{key}", **gaps), language))

    def who(seat: int) -> str:
        return f"{ZOO[language]} {seat + 1}"

    lines = [say("year", year=view["year"], auction=view["auction"], left=view["stack"])]
    lines += [_row_line(tile, say, who) for tile in view["row"]]
    offered = [tile for tile in view["row"] if tile["status"] == "offered"]
    lines += ["    " + line for tile in offered for line in _loose_tile(tile)]
    lines.append(say("flags", flags=", ".join(who(seat) for seat in view["flags"])))
    if view["last"]:
        bids = ", ".join(f"{who(seat)} {coins}" for seat, coins in enumerate(view["last"]["bids"]))
        lines.append(say("last_bids", bids=bids))
    lines.append(say("legend"))
    for seat, zoo in enumerate(view["zoos"]):
        lines += ["", _zoo_line(view, seat, zoo, say, who), *_zoo_picture(zoo)]
    return "\n".join(lines)


def _row_line(tile: Mapping[str, Any], say: Any, who: Any) -> str:
    halves = " | ".join(
        f"{animal[0].upper()}{stars}" for animal, stars in zip(tile["animals"], tile["stars"], strict=True)
    )
    paths = "   ".join("-".join(path) for path in tile["paths"])
    mark = ">" if tile["status"] == "offered" else " "
    fate = {"sold": lambda: say("sold", seat=who(tile["owner"])), "removed": lambda: say("removed")}
    note = fate.get(tile["status"], lambda: "")()
    return (
        f"  {mark} {tile['auction']:>2}. {tile['tile']}  {halves} {'*' * tile['bushes']:<3} {paths:<26} {note}".rstrip()
    )


def _zoo_line(view: Mapping[str, Any], seat: int, zoo: Mapping[str, Any], say: Any, who: Any) -> str:
    line: str = say(
        "zoo",
        seat=f"{'>' if seat in view['waiting'] else ' '} {who(seat)}",
        zoo=zoo["name"],
        points=view["points"][seat],
        visitors=sum(zoo["visitors"].values()),
        trees=zoo["trees"],
        benches=len(zoo["benches"]),
        bushes=zoo["bushes"],
    )
    if view["coins"][seat] is not None:
        line += say("coins", coins=view["coins"][seat])
    if view["bid"] is not None and seat == view["seat"]:
        line += say("own_bid", coins=view["bid"])
    elif view["given"][seat]:
        line += say("bid_made")
    if view["points_by_year"]:
        line += say("years", points=" + ".join(str(year[seat]) for year in view["points_by_year"]))
    return line


def _loose_tile(tile: Mapping[str, Any]) -> list[str]:
    """The tile being auctioned, as it lies before it is turned: half A on the left."""
    squares = [[0, 0], [1, 0]]
    paths = [[{"square": squares["AB".index(edge[0])], "side": edge[2]} for edge in path] for path in tile["paths"]]
    canvas: dict[tuple[int, int], list[list[str]]] = {}
    _draw_piece(canvas, {**tile, "squares": squares, "paths": paths})
    return ["".join("".join(canvas[(x, 0)][line]) for x in range(2)) for line in range(HIGH)]


def _zoo_picture(zoo: Mapping[str, Any]) -> list[str]:
    left, top, right, bottom = zoo["bounds"]
    canvas: dict[tuple[int, int], list[list[str]]] = {}
    for piece in zoo["tiles"]:
        _draw_piece(canvas, piece)
    for x, y in zoo["entrance"]:
        canvas[(x, y)] = [list("#" * WIDE) for _ in range(HIGH)]
    for enclosure in zoo["enclosures"]:
        x, y = enclosure["squares"][0]
        for number in range(enclosure["visitors"]):
            canvas[(x, y)][1][WIDE - 3 + number] = "&"
    columns = range(left - MARGIN, right + MARGIN + 1)
    rows = range(top - MARGIN, bottom + MARGIN + 1)
    for x in columns:
        for y in rows:
            canvas.setdefault((x, y), _empty_square())
    for bench in zoo["benches"]:
        _draw_bench(canvas, *bench["at"])
    lines = ["      " + "".join(f"{column_name(x):^{WIDE}}" for x in columns).rstrip()]
    for y in rows:
        for line in range(HIGH):
            head = f"{row_name(y):>4}  " if line == 1 else " " * 6
            lines.append((head + "".join("".join(canvas[x, y][line]) for x in columns)).rstrip())
    return [line for line in lines if line]


def _empty_square() -> list[list[str]]:
    square = [[" "] * WIDE for _ in range(HIGH)]
    square[1][WIDE // 2] = "·"
    return square


def _draw_bench(canvas: dict[tuple[int, int], list[list[str]]], x: float, y: float) -> None:
    """On an empty square a bench stands in its middle, otherwise where the corners of squares meet."""
    if x != int(x):
        canvas[int(x - 0.5), int(y - 0.5)][1][WIDE // 2] = "o"
    else:
        canvas[int(x) - 1, int(y) - 1][HIGH - 1][WIDE - 1] = "o"


def _draw_piece(canvas: dict[tuple[int, int], list[list[str]]], piece: Mapping[str, Any]) -> None:
    squares = [(x, y) for x, y in piece["squares"]]
    for half, square in enumerate(squares):
        other = squares[1 - half]
        inner = SIDE_TO[(other[0] - square[0], other[1] - square[1])]
        canvas[square] = _blank_half(inner)
        _write(canvas[square], 1, _half_name(piece, half))
        _write(canvas[square], 2, str(piece["auction"] or "") if half == 0 else "*" * piece["bushes"])
    for number, ends in enumerate(piece["paths"]):
        for end in ends:
            line, column = END_PLACE[end["side"]]
            canvas[tuple(end["square"])][line][column] = PATH_ENDS[number][end["side"]]


def _half_name(piece: Mapping[str, Any], half: int) -> str:
    animal = piece["animals"][half]
    return f"{animal[0].upper()}{piece['stars'][half]}" if animal else "gate"


def _blank_half(inner: str) -> list[list[str]]:
    """The outline of a half, open towards the other half."""
    rows = ["┌" + "─" * (WIDE - 2) + "┐"] + ["│" + " " * (WIDE - 2) + "│"] * (HIGH - 2) + ["└" + "─" * (WIDE - 2) + "┘"]
    square = [list(row) for row in rows]
    if inner in "NS":
        square[0 if inner == "N" else HIGH - 1] = ["│", *" " * (WIDE - 2), "│"]
    else:
        column = 0 if inner == "W" else WIDE - 1
        for line in range(HIGH):
            square[line][column] = "─" if line in (0, HIGH - 1) else " "
    return square


def _write(square: list[list[str]], line: int, word: str) -> None:
    for column, mark in enumerate(word[: WIDE - 2], 1):
        square[line][column] = mark
