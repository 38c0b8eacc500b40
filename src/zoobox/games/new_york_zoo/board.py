"""The picture of a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from zoobox.games.new_york_zoo.shapes import cell_name
from zoobox.kernel.text import Phrase, Seat

BARN, FREE, RIDE = "//", " .", "##"
INITIALS = {"meerkat": "M", "flamingo": "F", "kangaroo": "K", "penguin": "P", "fox": "X"}
LINE_WIDTH = 110
SLOTS_AHEAD = 5


def svg(game: Any, view: Mapping[str, Any], language: str) -> str:
    raise NotImplementedError


def text(game: Any, view: Mapping[str, Any], language: str) -> str:
    """The strip, the tiles ahead of the elephant, then the boards.

    On a board `.` is free, `##` an attraction, `//` the barn; an enclosure shows its letter on every cell, with the
    initial of the animal where one stands (X is the arctic fox).
    """

    def say(key: str, **gaps: Any) -> str:
        return str(game.texts.say(Phrase(key, **gaps), language))

    def animal(name: str) -> str:
        return say(f"species.{name}")

    lines = [say("text.strip", elephant=view["elephant"]), *_strip(view, animal)]
    if view["range"] == 0:
        lines.append(say("text.solo", markers=" ".join(view["markers"]), spaces=view["spaces_to_go"]))
    if view["lines"]:
        lines.append(say("text.breeding", animals=", ".join(animal(name) for name in view["lines"])))
    left = ", ".join(
        f"{entry['id']} x{'∞' if entry['left'] is None else entry['left']}" for entry in view["attractions"]
    )
    lines += [f"{say('text.left')}: {left}", "", *_drawings(view, _shown_tiles(view)), ""]
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
        rows[-1].append(f"{here}{space['id']}{what}")
    return ["  " + "  ".join(row) for row in rows]


def _shown_tiles(view: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Tiles to draw, with a caption: in hand, dealt, and on top of the next slots."""
    shown = [(seat["hand"], seat["hand"]) for seat in view["seats"] if seat["hand"]]
    shown += [(name, name) for seat in view["seats"] for name in seat["dealt"]]
    names = [space["id"] for space in view["strip"]]
    here = names.index(view["elephant"])
    ahead = [view["strip"][(here + step) % len(names)] for step in range(len(names))]
    tops = [(space["stack"][-1], f"{space['id']}: {space['stack'][-1]}") for space in ahead if space.get("stack")]
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
