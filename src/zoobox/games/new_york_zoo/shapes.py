"""Polyominoes: the orientations of a tile and the names of cells.

An orientation is named by what is done to the tile as its picture in components.toml shows it: `r90` turns it a quarter
clockwise, a trailing `f` flips it left to right first. Of orientations that look alike only the first name is used. The
anchor of a placement is the first cell it covers in reading order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

Cell = tuple[int, int]
"""Row and column, from 0."""

TURNS = ("r0", "r90", "r180", "r270")
NAMES = (*TURNS, *(f"{turn}f" for turn in TURNS))


@dataclass(frozen=True, slots=True)
class Orientation:
    """The cells of a turned tile, in reading order, counted from the first of them."""

    name: str
    cells: tuple[Cell, ...]


def cells_of(art: Sequence[str]) -> tuple[Cell, ...]:
    """The cells that a drawing marks with X."""
    return tuple((row, column) for row, line in enumerate(art) for column, mark in enumerate(line) if mark == "X")


def anchored(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The same cells in reading order, counted from the first of them."""
    ordered = sorted(cells)
    top, left = ordered[0]
    return tuple((row - top, column - left) for row, column in ordered)


def turned(art: Sequence[str], name: str) -> tuple[Cell, ...]:
    """The cells of a drawn tile in the orientation of that name."""
    cells: Iterable[Cell] = cells_of(art)
    if name.endswith("f"):
        cells = [(row, -column) for row, column in cells]
    for _ in range(TURNS.index(name.rstrip("f"))):
        cells = [(column, -row) for row, column in cells]
    return anchored(cells)


@cache
def orientations(art: tuple[str, ...]) -> tuple[Orientation, ...]:
    """All distinct orientations of a drawn tile."""
    found: dict[tuple[Cell, ...], str] = {}
    for name in NAMES:
        found.setdefault(turned(art, name), name)
    return tuple(Orientation(name, cells) for cells, name in found.items())


def connected(cells: Iterable[Cell]) -> bool:
    """Whether the cells are connected by their sides."""
    rest = set(cells)
    edge = [rest.pop()] if rest else []
    while edge:
        row, column = edge.pop()
        for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if near in rest:
                rest.remove(near)
                edge.append(near)
    return not rest


@cache
def cell_name(row: int, column: int) -> str:
    """`C4` is the third column, fourth row."""
    return f"{chr(ord('A') + column)}{row + 1}"


def cell_at(name: str) -> Cell | None:
    """The row and column that a name like `C4` stands for."""
    letter, digits = name[:1].upper(), name[1:]
    if not ("A" <= letter <= "Z") or not digits.isascii() or not digits.isdigit() or digits.startswith("0"):
        return None
    return int(digits) - 1, ord(letter) - ord("A")


# What a piece looks like.

ARTS: dict[str, tuple[str, ...]] = {
    "straight": ("XX", "XXX", "XXXX", "XXXXX"),
    "square": ("XX/XX",),
    "rectangular": ("XXX/XXX", "XXXX/XXXX"),
    "corner": ("XX/X",),
    "f": ("XX/.XX/.X", "XXXX/X.X"),
    "j": ("XXX/.X/XX",),
    "l": ("XXX/X", "XXXX/X"),
    "n": ("XXX/..XX",),
    "p": ("XXX/XX",),
    "s": ("XX/.XX",),
    "t": ("XXX/.X", "XXX/.X/.X"),
    "u": ("XXX/X.X", "XXXX/X..X"),
    "v": ("XXX/X/X",),
    "w": ("XX/.XX/..X", "XXX/..XX/...X"),
    "y": ("XXXX/.X", "XXXXX/.X"),
    "z": ("XX/.X/.XX",),
    "cross": (".X/XXX/.X", ".X/XXXX/.X"),
    "hat": ("XXXX/.XX",),
    "hook": ("XXX/X.XX",),
    "slanted": ("XXX/.XXX",),
    "triangle": ("XXX/XX/X",),
    "axe": ("XXX/XX/.X",),
    "arrow": ("XX/XXX/.X",),
    "ladle": ("XX/XXX/..X",),
    "crank": ("XX/.XXX/.X",),
    "stairs": ("XX/.XX/..XX",),
    "bench": ("XXXXX/X..X",),
    "funnel": ("XXXX/.XX/.X",),
    "crab": ("XXX/XX/.XX",),
    "plane": ("XXX/.XXX/..X",),
    "bird": ("XX/XXXX/..X",),
    "diamond": ("XX/XXX/.XX",),
    "boat": ("X/XXXX/.XX",),
}
"""What shapes are called, each drawn in one orientation, row by row; no two of one size share a name."""


@cache
def look(art: tuple[str, ...]) -> str | None:
    """The name in ARTS of a drawn piece, however it is turned; None for a single space and for unknown shapes."""
    return _looks().get(_usual_form(art))


@cache
def _looks() -> dict[tuple[Cell, ...], str]:
    return {_usual_form(tuple(drawn.split("/"))): name for name, drawings in ARTS.items() for drawn in drawings}


def _usual_form(art: tuple[str, ...]) -> tuple[Cell, ...]:
    return min(orientation.cells for orientation in orientations(art))
