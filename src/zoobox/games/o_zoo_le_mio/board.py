"""The picture of a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zoobox.kernel.text import SEAT, Phrase

WIDE, HIGH = 7, 4
PATH_ENDS = (
    {"N": "┴", "E": "├", "S": "┬", "W": "┤"},
    {"N": "╨", "E": "╞", "S": "╥", "W": "╡"},
    dict.fromkeys("NESW", "#"),
)
END_PLACE = {"N": (0, WIDE // 2), "S": (HIGH - 1, WIDE // 2), "W": (1, 0), "E": (1, WIDE - 1)}
SIDE_TO = {(0, -1): "N", (1, 0): "E", (0, 1): "S", (-1, 0): "W"}
MARGIN = 1


def svg(game: Any, view: Mapping[str, Any], language: str) -> str:
    raise NotImplementedError


def text(game: Any, view: Mapping[str, Any], language: str) -> str:
    """The row and the flagpole above, then every zoo, square by square."""

    def say(key: str, **gaps: Any) -> str:
        return str(game.texts.say(Phrase(f"board.{key}", **gaps), language))

    def who(seat: int) -> str:
        return f"{SEAT[language]} {seat}"

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
    lines = ["      " + "".join(f"{x:^{WIDE}}" for x in columns).rstrip()]
    empty = [[" "] * WIDE for _ in range(HIGH)]
    empty[1][WIDE // 2] = "·"
    for y in range(top - MARGIN, bottom + MARGIN + 1):
        for line in range(HIGH):
            head = f"{y:>4}  " if line == 1 else " " * 6
            lines.append((head + "".join("".join(canvas.get((x, y), empty)[line]) for x in columns)).rstrip())
    return [line for line in lines if line]


def _draw_piece(canvas: dict[tuple[int, int], list[list[str]]], piece: Mapping[str, Any]) -> None:
    squares = [(x, y) for x, y in piece["squares"]]
    for half, square in enumerate(squares):
        other = squares[1 - half]
        inner = SIDE_TO[(other[0] - square[0], other[1] - square[1])]
        canvas[square] = _blank_half(inner)
        _write(canvas[square], 1, _half_name(piece, half))
        _write(canvas[square], 2, piece["tile"] if half == 0 else "*" * piece["bushes"])
    for number, path in enumerate(piece["paths"]):
        for end in path:
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
