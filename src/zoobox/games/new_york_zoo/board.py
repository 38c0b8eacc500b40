"""The picture of a view."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from zoobox.drawing import Part, Picture, circle, group, line, path, rect
from zoobox.drawing import text as label
from zoobox.drawing.covers import cover_picture, hills, sky
from zoobox.drawing.palette import GREENS, GROUND, GROUND_DARK, SEATS, theme
from zoobox.drawing.picture import NARROW, WIDE, Stage
from zoobox.drawing.pieces import card
from zoobox.drawing.svg import at, document, element, title
from zoobox.games.new_york_zoo.components import piece_words
from zoobox.games.new_york_zoo.reading import slot_name
from zoobox.games.new_york_zoo.shapes import ARTS, Cell, cell_name, look
from zoobox.kernel.text import Phrase, Seat

BARN, FREE, RIDE = "//", " .", "##"
INITIALS = {"meerkat": "M", "flamingo": "F", "kangaroo": "K", "penguin": "P", "fox": "X"}
LINE_WIDTH = 110
SLOTS_AHEAD = 5


SPACE, EDGE = 100, 44
CELL, BAR, HEAD, SIDE = 60, 96, 130, 36
"""Of a zoo: a cell, the bar with the houses, where the cells begin below it and beside the numbers of the rows."""
NAME = 31
"""The size of letters and numbers that words refer to: 11 pixels on the narrowest screen."""
RIDES = {1: "#e58aa0", 2: "#e0a13e", 3: "#c76a8e", 4: "#8d6fc0", 6: "#4f93b8", 8: "#d2603f"}


Say = Callable[..., str]


@dataclass(frozen=True)
class Ring:
    """The strip as a ring of spaces, so many wide and high, around the supplies."""

    wide: int
    high: int

    def place(self, number: int) -> tuple[float, float]:
        """The middle of a space: clockwise, from the top left corner on."""
        right, bottom = self.wide - 1, self.high - 1
        if number <= right:
            column, row = number, 0
        elif number <= right + bottom:
            column, row = right, number - right
        elif number <= 2 * right + bottom:
            column, row = 2 * right + bottom - number, bottom
        else:
            column, row = 0, 2 * (right + bottom) - number
        return EDGE + (column + 0.5) * SPACE, EDGE + (row + 0.5) * SPACE

    def outward(self, number: int) -> tuple[float, float]:
        """The direction away from the ring at a space."""
        right, bottom = self.wide - 1, self.high - 1
        if number <= right:
            return 0, -1
        if number <= right + bottom:
            return 1, 0
        return (0, 1) if number <= 2 * right + bottom else (-1, 0)


RINGS = {WIDE: Ring(13, 2), NARROW: Ring(9, 6)}
"""Two rows above the own board on a wide screen, a ring on a narrow one; both have 26 places, one for the gate."""
SUPPLY = {WIDE: (1046.0, 308.0, 326.0), NARROW: (EDGE + SPACE + 0.0, EDGE + SPACE + 0.0, 7.0 * SPACE)}
"""Where the supplies begin and how wide they are: beside the own board, or inside the ring."""
SHARED = {WIDE: (1388, 1076), NARROW: (9 * SPACE + 2 * EDGE, 6 * SPACE + 2 * EDGE)}
STAGES = {WIDE: Stage(1388, 1076, (0, 0, 1388, 1076), (0, 292, 1030, 784))}


def svg(game: Any, view: Mapping[str, Any], language: str, form: str = "wide") -> str:
    """The strip around the supplies, and green enclosures on the brown ground of each zoo."""

    def say(key: str, **gaps: Any) -> str:
        return str(game.texts.say(Phrase(key, **gaps), language))

    picture = Picture(game.title)
    _define_textures(picture)
    strip = _strip_part(picture, view, form, say)
    boards = [_zoo_part(picture, view, seat, say) for seat in range(len(view["seats"]))]
    return picture.arrange(strip, boards, view["seat"], form, STAGES)


HATCH = "url(#nyz-hatch)"


def _define_textures(picture: Picture) -> None:
    """Free ground is hatched, enclosures have blades of grass, attractions are paved."""
    hatching = path("M-4 4L4-4M0 15L15 0M11 19L19 11", stroke="#8a6238", stroke_width=2)
    grass = path("M6 9l2-6M8 9l4-5M22 24l2-6M24 24l4-5", stroke="#16300f", stroke_width=1.4, opacity=0.4, fill="none")
    paving = path("M0 0H30M0 15H30M8 0V15M22 15V30", stroke="#3d1623", stroke_width=1, opacity=0.3, fill="none")
    textures = [("hatch", 15, GROUND, hatching)]
    textures += [(f"grass-{size}", 30, colour, grass) for size, colour in GREENS.items()]
    textures += [(f"paving-{size}", 30, colour, paving) for size, colour in RIDES.items()]
    for name, size, colour, drawn in textures:
        content = rect(0, 0, size, size, fill=colour) + drawn
        pattern = element("pattern", content, id=f"nyz-{name}", width=size, height=size, patternUnits="userSpaceOnUse")
        picture.define(f"nyz-{name}", pattern)


FIGURE_NAME = re.compile(r"(tile|attraction)(?:-([a-z]+))?-(\d)")


def component_figure(kind: str, entry: Mapping[str, Any]) -> str | None:
    """The figure that shows an entry of the component file."""
    what = {"enclosure": "tile", "attraction": "attraction"}.get(kind)
    art = tuple(entry.get("art", ()))
    size = "".join(art).count("X")
    shape = look(art) if what and size > 1 else None
    if what is None or (shape is None and size > 1):
        return None
    return f"{what}-{shape}-{size}" if shape else f"{what}-{size}"


def figure(game: Any, name: str) -> str | None:
    """A tile or attraction by itself, to be drawn in a line of text: `tile-boat-7`, `attraction-1`."""
    found = FIGURE_NAME.fullmatch(name)
    if found is None:
        return None
    what, shape, size = found[1], found[2], int(found[3])
    drawings = ["X"] if shape is None else ARTS.get(shape, ())
    rows = next((drawn.split("/") for drawn in drawings if drawn.count("X") == size), None)
    if rows is None:
        return None
    wide = max(len(row) for row in rows)
    art = [row.ljust(wide, ".") for row in rows]
    colour = GREENS[_shade_of(size)] if what == "tile" else RIDES[_ride_of(size)]
    return document(100, 100, _tile_art(art, colour, 50, 50, 96, 96, 32), name)


def _shade_of(size: int) -> int:
    """The size whose shade of green a tile has; a box of one's own may have smaller and larger ones."""
    return min(max(GREENS), max(min(GREENS), size))


def _ride_of(size: int) -> int:
    return size if size in RIDES else min(RIDES)


def _piece_words(view: Mapping[str, Any], piece: str, say: Say) -> str:
    """What a tile or attraction is called."""
    rows = view["shapes"][piece]
    what = "attraction" if _is_attraction(view, piece) else "tile"
    named = piece_words(what, piece, look(tuple(rows)), "".join(rows).count("X"))
    return say(named.key, **named.values)


def _is_attraction(view: Mapping[str, Any], piece: str) -> bool:
    return any(entry["id"] == piece for entry in view["attractions"])


def cover() -> str:
    """Enclosures with their animals, and the elephant walking by."""
    picture = Picture("New York Zoo")
    tiles = [
        (20, 128, ["XX.", ".XX", "..X"], 7, "flamingo"),
        (150, 128, ["XXX", "XX."], 6, "penguin"),
        (276, 128, [".XX", "XX.", "X.."], 5, "kangaroo"),
    ]
    drawn = []
    for x, y, rows, size, animal in tiles:
        cells = [(row, column) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "X"]
        drawn.append(path(_outline(cells, 34, x, y), fill=GREENS[size], stroke="#2e5c2a", stroke_width=2.5))
        drawn += [picture.token(animal, x + 34 * (c + 0.5), y + 34 * (r + 0.5), 28) for r, c in cells[:3]]
    ground = rect(0, 112, 400, 108, fill=GROUND)
    return cover_picture(
        picture,
        sky("#cde4ec", x=60, y=44, r=24),
        hills("#b9d69a", "#8fbf66", 104),
        ground,
        *drawn,
        picture.figure("walking-elephant", 300, 78, 110),
        picture.figure("meerkat", 150, 88, 58),
        picture.figure("fox", 212, 92, 46),
    )


def _strip_part(picture: Picture, view: Mapping[str, Any], form: str, say: Say) -> Part:
    ring = RINGS[form]
    wide, high = ring.wide * SPACE, ring.high * SPACE
    part = Part("shared", *SHARED[form], label=say("board.strip"))
    half = SPACE / 2
    part.add(card(EDGE + half, EDGE + half, wide - SPACE, high - SPACE, theme("paper-shade")))
    for number, space in enumerate(view["strip"]):
        part.add(_space(picture, view, space, *ring.place(number), say))
    for number, space in enumerate(view["strip"]):
        if space["line"]:
            part.add(_breeding_line(picture, view, space["line"], ring, number, say))
    part.add(_gate(*ring.place(2 * (ring.wide + ring.high - 2) - 1), say))
    left, top, inside = SUPPLY[form]
    bottom = _animal_supply(picture, view, left, top, inside, say, part)
    bottom = _attraction_supply(picture, view, left, bottom, inside, say, part)
    if view["range"] == 0:
        part.add(_markers(view, left, bottom, inside, say))
    elephant = next(number for number, space in enumerate(view["strip"]) if space["id"] == view["elephant"])
    part.add(_elephant(picture, ring, elephant, say("board.elephant", place=_elephant_place(view))))
    return part


def _gate(x: float, y: float, say: Say) -> str:
    """The place between the last space and the first."""
    arch = path("M-36 18V-8a36 36 0 0 1 72 0V18h-16V-6a20 20 0 0 0-40 0V18Z", fill="#4d7d46")
    arrow = path("M0 18V-8m-11 12L0-10l11 14", fill="none", stroke="#c4513d", stroke_width=7, stroke_linecap="round")
    name = label(0, 44, say("board.start"), NAME, "middle", weight=700)
    return group([title(say("board.start")), arch, arrow, name], transform=at(x, y))


def _space(picture: Picture, view: Mapping[str, Any], space: Mapping[str, Any], x: float, y: float, say: Say) -> str:
    half = SPACE / 2 - 4
    slot = "stack" in space
    ground = rect(-half, -half, 2 * half, 2 * half, 12, fill=GROUND_DARK if slot else "#7fb3cf", class_="lit-ground")
    outline = rect(-half, -half, 2 * half, 2 * half, 12, class_="outline", fill="none")
    content = [title(_space_hint(view, space, say)), ground]
    if slot:
        content += _stack(view, space)
        number = slot_name(space["id"])
        badge = max(34, 12 + 15 * len(number))
        content.append(rect(-half, half - 32, badge, 32, 9, fill="#5b3d1d"))
        content.append(label(badge / 2 - half, half - 7, number, NAME, "middle", fill="#fff", weight=700))
    else:
        content += _pair(picture, space["animals"])
    pile = _pile(view, space, say) if slot and len(space["stack"]) > 1 else None
    return group([*content, outline], id=f"strip-{space['id']}", data_pile=pile, transform=at(x, y))


def _pile(view: Mapping[str, Any], space: Mapping[str, Any], say: Say) -> str | None:
    """The tiles of a stack that everybody may look through, from the topmost down: figure and words of each."""
    if None in space["stack"]:
        return None
    tiles = []
    for tile, size in zip(reversed(space["stack"]), reversed(space["sizes"]), strict=True):
        tiles.append(f"new-york-zoo/tile-{look(tuple(view['shapes'][tile]))}-{size}|{_piece_words(view, tile, say)}")
    return ";".join(tiles)


def _space_hint(view: Mapping[str, Any], space: Mapping[str, Any], say: Say) -> str:
    """A space in words, a slot with all tiles that may be looked at, from the topmost down."""
    if "stack" not in space:
        first, second = (Phrase(f"species.{name}") for name in space["animals"])
        return _capital(say("place.animals", first=first, second=second))
    slot = slot_name(space["id"])
    if not space["stack"]:
        return _capital(say("place.empty_slot", slot=slot))
    tiles = [
        _piece_words(view, tile, say) if tile else say("board.some_tile", size=size)
        for tile, size in zip(space["stack"], space["sizes"], strict=True)
    ]
    return say("board.slot", slot=slot, tiles="; ".join(reversed(tiles)))


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _stack(view: Mapping[str, Any], space: Mapping[str, Any]) -> list[str]:
    """The topmost tile, on the edges of those below it."""
    sizes = space["sizes"]
    if not sizes:
        return [rect(-30, -30, 60, 60, 8, fill="none", stroke="#7d5a34", stroke_width=3, stroke_dasharray="6 6")]
    edges = [
        rect(-6, 36 - 6 * height, 48, 6, 2, fill=GREENS[_shade_of(size)], stroke="#2e5c2a", stroke_width=0.8)
        for height, size in enumerate(sizes[:-1])
    ]
    return [*edges, _tile_art(view["shapes"][space["stack"][-1]], GREENS[_shade_of(sizes[-1])], 0, -10, 84, 62, 20)]


def _tile_art(
    rows: Sequence[str], colour: str, x: float, y: float, wide: float, high: float, largest: float = 18
) -> str:
    """A small drawing of a piece, its middle at x, y."""
    cells = [(row, column) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "X"]
    size = min(wide / len(rows[0]), high / len(rows), largest)
    left, top = x - size * len(rows[0]) / 2, y - size * len(rows) / 2
    return path(_outline(cells, size, left, top), fill=colour, stroke="#24431f", stroke_width=1.6) + path(
        _inner_lines(cells, size, left, top), stroke="#24431f", stroke_width=0.7, opacity=0.55, fill="none"
    )


def _pair(picture: Picture, animals: Sequence[str]) -> list[str]:
    return [picture.token(animals[0], -17, -12, 42), picture.token(animals[1], 19, 14, 42)]


def _breeding_line(picture: Picture, view: Mapping[str, Any], species: str, ring: Ring, number: int, say: Say) -> str:
    """A line between a space and the one before it, with the animal at its outer end."""
    here, before = ring.place(number), ring.place(number - 1)
    x, y = (here[0] + before[0]) / 2, (here[1] + before[1]) / 2
    upright = here[1] == before[1]
    ends = (x, y - 48, x, y + 48) if upright else (x - 48, y, x + 48, y)
    out_x, out_y = ring.outward(number - 1 if upright == (ring.outward(number)[0] != 0) else number)
    token_x, token_y = x + 62 * out_x, y + 62 * out_y
    active = species in view["lines"]
    return group(
        [
            title(say("board.line", animal=Phrase(f"species.{species}"))),
            line(*ends, stroke=theme("lit") if active else "#fff6dc", stroke_width=9, stroke_linecap="round"),
            circle(token_x, token_y, 27, fill=theme("lit") if active else "#fff6dc", stroke="#7d5a34", stroke_width=2),
            picture.figure(species, token_x, token_y, 42),
            circle(token_x, token_y, 27, class_="outline", fill="none"),
        ],
        id=f"line-{species}",
    )


def _elephant(picture: Picture, ring: Ring, number: int, words: str) -> str:
    """It stands beside its space, so that the space can be seen."""
    (x, y), (out_x, out_y) = ring.place(number), ring.outward(number)
    shadow = rect(-26, 25, 52, 8, 4, fill="#2c1c0a", opacity=0.25)
    return group(
        [title(words), shadow, picture.figure("walking-elephant", 0, 0, 68)],
        id="elephant",
        class_="piece",
        data_piece="walker",
        transform=at(x + 58 * out_x, y + 58 * out_y),
    )


def _animal_supply(
    picture: Picture, view: Mapping[str, Any], left: float, top: float, inside: float, say: Say, part: Part
) -> float:
    """The supplies of animals; returns where they end."""
    columns = min(5, int(inside // 94))
    for number, name in enumerate(view["species"]):
        row, column = divmod(number, columns)
        in_row = min(columns, len(view["species"]) - row * columns)
        x = left + inside * (column + 0.5) / in_row
        part.add(
            group(
                [
                    title(say(f"species.{name}")),
                    circle(0, 0, 43, fill=theme("paper"), class_="lit-ground"),
                    picture.token(name, 0, 0, 70),
                    circle(0, 0, 43, class_="outline", fill="none"),
                ],
                id=f"animal-{name}",
                transform=at(x, top + 52 + row * 98),
            )
        )
    return top + 104 + 98 * (-(-len(view["species"]) // columns) - 1)


def _attraction_supply(
    picture: Picture, view: Mapping[str, Any], edge: float, top: float, inside: float, say: Say, part: Part
) -> float:
    """The attractions that are left, below the animals; returns where they end."""
    columns = int(inside // 122)
    wide = inside / columns - 10
    for number, entry in enumerate(view["attractions"]):
        row, column = divmod(number, columns)
        x, y = edge + inside * (column + 0.5) / columns, top + 52 + row * 104
        left = "∞" if entry["left"] is None else f"{entry['left']}"
        part.add(
            group(
                [
                    title(say("board.attraction", piece=_capital(_piece_words(view, entry["id"], say)), left=left)),
                    rect(-wide / 2, -48, wide, 96, 12, fill=theme("paper"), class_="lit-ground"),
                    _tile_art(view["shapes"][entry["id"]], RIDES[_ride_of(entry["size"])], -13, 0, wide - 50, 70),
                    label(wide / 2 - 10, 10, left, NAME, "end", fill=theme("ink-soft"), weight=700),
                    rect(-wide / 2, -48, wide, 96, 12, class_="outline", fill="none"),
                ],
                id=f"attraction-{entry['id']}",
                transform=at(x, y),
                opacity=0.4 if entry["left"] == 0 else None,
            )
        )
    return top + 104 * -(-len(view["attractions"]) // columns)


def _markers(view: Mapping[str, Any], left: float, top: float, inside: float, say: Say) -> str:
    """Alone: the range markers still to be used, and the free move."""
    marks = []
    for number, name in enumerate(["0", "1", "2", "3", "4+"]):
        unused = name in view["markers"]
        marks.append(
            group(
                [
                    title(say("board.marker" if unused else "board.marker_used", marker=name)),
                    rect(-27, -20, 54, 40, 20, fill="#c4513d" if unused else theme("edge"), class_="lit-ground"),
                    label(0, 9, name, NAME, "middle", fill="#fff", weight=800),
                    rect(-27, -20, 54, 40, 20, class_="outline", fill="none"),
                ],
                id=f"marker-{name.rstrip('+')}",
                transform=at(left + inside * (number + 0.5) / 5, top + 28),
                opacity=None if unused else 0.5,
            )
        )
    free = group(
        [
            rect(-130, -20, 260, 40, 20, fill="#7fb3cf", class_="lit-ground"),
            label(0, 9, say("board.free_move"), NAME, "middle", fill="#173a4d", weight=700),
            rect(-130, -20, 260, 40, 20, class_="outline", fill="none"),
        ],
        id="free-move",
        transform=at(left + inside / 2, top + 78),
    )
    return "".join(marks) + free


def _zoo_part(picture: Picture, view: Mapping[str, Any], seat: int, say: Say) -> Part:
    zoo = view["seats"][seat]
    columns, rows = len(zoo["rows"][0]), len(zoo["rows"])
    wide, high = columns * CELL + SIDE + 20, rows * CELL + HEAD + 16
    dealt = zoo["dealt"]
    wide = max(wide, 24 + zoo["house_count"] * 66 + 330)
    part = Part(f"seat-{seat}", wide, high + (90 if dealt else 0), label=say("board.zoo", seat=Seat(seat)))
    part.add(card(2, 2, wide - 4, part.height - 8, theme("paper")))
    part.add(_zoo_head(picture, view, seat, wide, say))
    left = SIDE + (wide - SIDE - columns * CELL - 16) / 2 + 4
    part.add(_coordinates(columns, rows, left), _ground(zoo, seat, left, say))
    for enclosure in zoo["enclosures"]:
        part.add(_enclosure(picture, enclosure, seat, left, say))
    for number, attraction in enumerate(zoo["attractions"]):
        part.add(_attraction(picture, view, attraction, seat, number, left, say))
    for number, tile in enumerate(dealt):
        x = 70 + number * 110
        content = [
            title(_capital(_piece_words(view, tile, say))),
            rect(-48, -38, 96, 76, 10, fill=theme("paper-shade"), class_="lit-ground"),
            _tile_art(view["shapes"][tile], _shade(view, tile), 0, 0, 84, 64),
            rect(-48, -38, 96, 76, 10, class_="outline", fill="none"),
        ]
        part.add(group(content, id=f"dealt-{seat}-{tile}", transform=at(x, high + 40)))
    return part


def _coordinates(columns: int, rows: int, left: float) -> str:
    """The letters of the columns above the cells, the numbers of the rows beside them."""
    letters = [
        element("text", chr(ord("A") + column), x=left + (column + 0.5) * CELL, y=HEAD - 9) for column in range(columns)
    ]
    numbers = [element("text", str(row + 1), x=left - 16, y=HEAD + (row + 0.5) * CELL + 9) for row in range(rows)]
    return group(
        [*letters, *numbers], class_="coordinates", font_size=NAME, text_anchor="middle", fill=theme("ink-soft")
    )


def _zoo_head(picture: Picture, view: Mapping[str, Any], seat: int, wide: float, say: Say) -> str:
    zoo = view["seats"][seat]
    head = [
        path(f"M2 16q0-14 14-14h{wide - 32}q14 0 14 14v{BAR - 26}h-{wide - 4}z", fill=SEATS[seat]),
        label(20, 36, say("board.seat", seat=Seat(seat)), NAME, fill="#fff", weight=700),
        label(20, 68, say("board.free", free=zoo["free"]), NAME, fill="#fff"),
    ]
    if zoo["hand"]:
        hand = [
            title(say("board.hand", piece=_piece_words(view, zoo["hand"], say))),
            circle(0, 0, 37, fill="#fff6dc"),
            _tile_art(view["shapes"][zoo["hand"]], _shade(view, zoo["hand"]), 0, 0, 56, 50),
        ]
        head.append(group(hand, transform=at(244, 44)))
    start = wide - 16 - zoo["house_count"] * 66
    for number in range(zoo["house_count"]):
        x = start + number * 66 + 33
        name = zoo["houses"][number] if number < len(zoo["houses"]) else None
        house = [
            title(say("board.house", animal=Phrase(f"species.{name}")) if name else say("board.empty_house")),
            path(HOUSE, fill="#fff2d8", class_="lit-ground"),
            path("M-33-2L0-33L33-2", fill="none", stroke="#7d3a28", stroke_width=6, stroke_linejoin="round"),
        ]
        if name:
            house.append(picture.token(name, 0, 8, 42, f"housed-{seat}-{number}", _capital(say(f"species.{name}"))))
        house.append(path(HOUSE, class_="outline", fill="none"))
        head.append(group(house, id=f"house-{seat}-{number}", transform=at(x, 42)))
    return "".join(head)


HOUSE = "M-28-4L0-30L28-4V32H-28Z"


def _shade(view: Mapping[str, Any], piece: str) -> str:
    size = "".join(view["shapes"][piece]).count("X")
    return RIDES[_ride_of(size)] if _is_attraction(view, piece) else GREENS[_shade_of(size)]


def _ground(zoo: Mapping[str, Any], seat: int, left: float, say: Say) -> str:
    cells, barn = [], []
    for row, marks in enumerate(zoo["rows"]):
        for column, mark in enumerate(marks):
            if mark == "#":
                barn.append((row, column))
                continue
            cells.append(
                rect(
                    left + column * CELL, HEAD + row * CELL, CELL, CELL,
                    id=f"cell-{seat}-{cell_name(row, column)}", class_="cell",
                )
            )  # fmt: skip
    ground = group(cells, fill=HATCH, stroke=GROUND_DARK, stroke_width=1.5)
    return ground + (_barn(barn, left, say) if barn else "")


def _barn(cells: list[Cell], left: float, say: Say) -> str:
    """The ground that the barn stands on is not built on."""
    planks = "".join(
        f"M{left + column * CELL + 8:.0f} {HEAD + row * CELL + lower:.0f}h{CELL - 16}"
        for row, column in cells
        for lower in (20, 40)
    )
    return group(
        [
            title(say("board.barn")),
            path(_outline(cells, CELL, left, HEAD), fill="#a5452f", stroke="#7d3a28", stroke_width=4),
            path(planks, stroke="#8a3826", stroke_width=3, opacity=0.8),
        ]
    )


def _enclosure(picture: Picture, enclosure: Mapping[str, Any], seat: int, left: float, say: Say) -> str:
    cells = [_place(name) for name in enclosure["cells"]]
    border = _outline(cells, CELL, left, HEAD)
    content = [
        title(_enclosure_hint(enclosure, say)),
        path(border, fill=f"url(#nyz-grass-{_shade_of(len(cells))})", stroke="#24431f", stroke_width=4,
             stroke_linejoin="round", class_="lit-ground"),
        path(_inner_lines(cells, CELL, left, HEAD), stroke="#24431f", stroke_width=1, opacity=0.25),
    ]  # fmt: skip
    middles = [(left + (column + 0.5) * CELL, HEAD + (row + 0.5) * CELL) for row, column in cells]
    living = enclosure["animals"]
    empty = "".join(f"M{x - 9:.4g} {y:.4g}a9 9 0 0 0 18 0a9 9 0 0 0-18 0" for x, y in middles[living:])
    content.append(path(empty, fill="none", stroke="#24431f", stroke_width=1.5, opacity=0.35))
    for number, (x, y) in enumerate(middles[:living]):
        content.append(picture.token(enclosure["species"], x, y, 50, f"animal-{seat}-{enclosure['id']}-{number}"))
    row, column = cells[0]
    x, y = left + column * CELL + 15, HEAD + row * CELL + 15
    content.append(circle(x, y, 15, fill="#fff8e8", stroke="#24431f", stroke_width=2))
    content.append(label(x, y + 8, enclosure["id"], NAME, "middle", fill="#1c2b14", weight=700))
    content.append(path(border, class_="outline", fill="none"))
    return group(content, id=f"enclosure-{seat}-{enclosure['id']}")


def _enclosure_hint(enclosure: Mapping[str, Any], say: Say) -> str:
    gaps = {"id": enclosure["id"], "animals": enclosure["animals"], "size": enclosure["size"]}
    if enclosure["species"] is None:
        return say("board.empty_enclosure", id=enclosure["id"], size=enclosure["size"])
    cells = ", ".join(enclosure["cells"])
    return say("board.enclosure", animal=Phrase(f"species.{enclosure['species']}"), cells=cells, **gaps)


def _attraction(
    picture: Picture, view: Mapping[str, Any], attraction: Mapping[str, Any], seat: int, number: int, left: float,
    say: Say,
) -> str:  # fmt: skip
    cells = [_place(name) for name in attraction["cells"]]
    border = _outline(cells, CELL, left, HEAD)
    rides = [
        picture.figure("carousel", left + (column + 0.5) * CELL, HEAD + (row + 0.5) * CELL, CELL * 0.74)
        for row, column in cells[:: 2 if len(cells) > 2 else 1]
    ]
    ground = path(
        border, fill=f"url(#nyz-paving-{_ride_of(len(cells))})", stroke="#5a2436", stroke_width=3,
        stroke_linejoin="round", id=f"ride-{seat}-{number}", class_="mark",
    )  # fmt: skip
    name = _capital(_piece_words(view, attraction["id"], say))
    return group([title(name), ground, *rides])


def _place(name: str) -> Cell:
    """`C4` is the third column, fourth row."""
    letters = name.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(name[len(letters) :]) - 1, column - 1


def _outline(cells: Sequence[Cell], size: float, left: float, top: float) -> str:
    """The border of some cells: their edges joined into closed loops."""
    filled = set(cells)
    after: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row, column in cells:
        for inside, start, end in (
            ((row - 1, column), (column, row), (column + 1, row)),
            ((row, column + 1), (column + 1, row), (column + 1, row + 1)),
            ((row + 1, column), (column + 1, row + 1), (column, row + 1)),
            ((row, column - 1), (column, row + 1), (column, row)),
        ):
            if inside not in filled:
                after.setdefault(start, []).append(end)
    loops = []
    while after:
        first = here = next(iter(after))
        loop = []
        while True:
            loop.append(here)
            ends = after[here]
            there = ends.pop()
            if not ends:
                del after[here]
            here = there
            if here == first:
                break
        loops.append("M" + "L".join(f"{left + x * size:.4g} {top + y * size:.4g}" for x, y in loop) + "Z")
    return "".join(loops)


def _inner_lines(cells: Sequence[Cell], size: float, left: float, top: float) -> str:
    filled = set(cells)
    lines = []
    for row, column in cells:
        if (row, column + 1) in filled:
            lines.append(f"M{left + (column + 1) * size:.4g} {top + row * size:.4g}v{size:.4g}")
        if (row + 1, column) in filled:
            lines.append(f"M{left + column * size:.4g} {top + (row + 1) * size:.4g}h{size:.4g}")
    return "".join(lines)


def text(game: Any, view: Mapping[str, Any], language: str) -> str:
    """The strip, the tiles ahead of the elephant, then the boards.

    On a board `.` is free, `##` an attraction, `//` the barn; an enclosure shows its letter on every cell, with the
    initial of the animal where one stands (X is the arctic fox).
    """

    def say(key: str, **gaps: Any) -> str:
        return str(game.texts.say(Phrase(key, **gaps), language))

    def animal(name: str) -> str:
        return say(f"species.{name}")

    lines = [say("text.strip", place=_elephant_place(view)), *_strip(view, animal)]
    if view["range"] == 0:
        lines.append(say("text.solo", markers=" ".join(view["markers"]), spaces=view["spaces_to_go"]))
    if view["lines"]:
        lines.append(say("text.breeding", animals=", ".join(animal(name) for name in view["lines"])))
    left = ", ".join(
        f"{entry['id']} x{'∞' if entry['left'] is None else entry['left']}" for entry in view["attractions"]
    )
    lines += [f"{say('text.left')}: {left}", "", *_drawings(view, _shown_tiles(view, say)), ""]
    blocks = [_board(view, seat, say, animal) for seat in range(len(view["seats"]))]
    return "\n".join([*lines, *_side_by_side(blocks)])


def _strip(view: Mapping[str, Any], animal: Any) -> list[str]:
    """The spaces up to each breeding line in a row."""
    rows: list[list[str]] = [[]]
    for space in view["strip"]:
        if space["line"]:
            rows.append([f"-- {animal(space['line'])} --"])
        if "stack" in space:
            tiles = [tile or f"{size}?" for tile, size in zip(space["stack"], space["sizes"], strict=True)]
            what = f"[{' '.join(tiles)}]"
        else:
            what = f"({animal(space['animals'][0])}, {animal(space['animals'][1])})"
        here = "*" if space["id"] == view["elephant"] else ""
        rows[-1].append(f"{here}{slot_name(space['id']) if 'stack' in space else ''}{what}")
    return ["  " + "  ".join(row) for row in rows]


def _elephant_place(view: Mapping[str, Any]) -> Phrase:
    space = next(space for space in view["strip"] if space["id"] == view["elephant"])
    if "stack" in space:
        return Phrase("text.slot", slot=slot_name(space["id"]))
    first, second = (Phrase(f"species.{name}") for name in space["animals"])
    return Phrase("place.animals", first=first, second=second)


def _shown_tiles(view: Mapping[str, Any], say: Say) -> list[tuple[str, str]]:
    """Tiles to draw, with a caption: in hand, dealt, and on top of the next slots."""
    shown = [(seat["hand"], seat["hand"]) for seat in view["seats"] if seat["hand"]]
    shown += [(name, name) for seat in view["seats"] for name in seat["dealt"]]
    names = [space["id"] for space in view["strip"]]
    here = names.index(view["elephant"])
    ahead = [view["strip"][(here + step) % len(names)] for step in range(len(names))]
    tops = [
        (space["stack"][-1], f"{say('text.slot', slot=slot_name(space['id']))}: {space['stack'][-1]}")
        for space in ahead
        if space.get("stack")
    ]
    return shown + tops[:SLOTS_AHEAD]


def _drawings(view: Mapping[str, Any], tiles: Sequence[tuple[str, str]]) -> list[str]:
    blocks = [
        [caption, *(row.replace("X", "[]").replace(".", "  ") for row in view["shapes"][name])]
        for name, caption in tiles
    ]
    return _side_by_side(blocks)


def _board(view: Mapping[str, Any], number: int, say: Any, animal: Any) -> list[str]:
    seat = view["seats"][number]
    turn = ">" if number in view["waiting"] else " "
    free_houses = ["-"] * (seat["house_count"] - len(seat["houses"]))
    houses = ", ".join([*(animal(name) for name in seat["houses"]), *free_houses])
    lines = [turn + say("text.seat", seat=Seat(number), free=seat["free"], animals=seat["animals"])]
    lines.append("    " + say("text.houses", houses=houses))
    width = len(seat["rows"][0])
    lines.append("    " + " ".join(f" {chr(ord('A') + column)}" for column in range(width)))
    marks = _marks(seat)
    for row, outline in enumerate(seat["rows"]):
        cells = [
            BARN if mark == "#" else marks.get(cell_name(row, column), FREE) for column, mark in enumerate(outline)
        ]
        lines.append(f"{row + 1:>3} " + " ".join(cells))
    for enclosure in seat["enclosures"]:
        living = animal(enclosure["species"]) if enclosure["species"] else "-"
        lines.append(f"    {enclosure['id']} {enclosure['tile']}: {enclosure['animals']}/{enclosure['size']} {living}")
    if seat["hand"]:
        lines.append("    " + say("text.hand", piece=seat["hand"]))
    if seat["dealt"]:
        lines.append("    " + say("text.dealt", pieces=", ".join(seat["dealt"])))
    return lines


def _marks(seat: Mapping[str, Any]) -> dict[str, str]:
    marks = {cell: RIDE for attraction in seat["attractions"] for cell in attraction["cells"]}
    for enclosure in seat["enclosures"]:
        for index, cell in enumerate(enclosure["cells"]):
            initial = INITIALS[enclosure["species"]] if index < enclosure["animals"] else " "
            marks[cell] = enclosure["id"] + initial
    return marks


def _side_by_side(blocks: Sequence[Sequence[str]]) -> list[str]:
    """Blocks of lines next to each other, as many as fit on a line."""
    lines: list[str] = []
    row: list[Sequence[str]] = []
    widths: list[int] = []
    for block in blocks:
        width = max(len(line) for line in block) + 4
        if row and sum(widths) + width > LINE_WIDTH:
            lines += _join(row, widths)
            row, widths = [], []
        row.append(block)
        widths.append(width)
    return lines + (_join(row, widths) if row else [])


def _join(blocks: Sequence[Sequence[str]], widths: Sequence[int]) -> list[str]:
    height = max(len(block) for block in blocks)
    return [
        "".join(
            (block[number] if number < len(block) else "").ljust(width)
            for block, width in zip(blocks, widths, strict=True)
        ).rstrip()
        for number in range(height)
    ]
