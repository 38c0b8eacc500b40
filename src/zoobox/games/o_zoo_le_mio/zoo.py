"""A zoo as it lies on the table: its pieces, its enclosures, the areas its paths close, and why a tile does not fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_uppercase

from zoobox.games.o_zoo_le_mio.box import Square, Tile, beyond, second_square
from zoobox.games.o_zoo_le_mio.layout import *
from zoobox.games.o_zoo_le_mio.rules import ZooState
from zoobox.kernel.text import Phrase

MIDDLE_ROW = 50
CORNERS = ((1, 0), (1, 1), (0, 1), (0, 0))
"""The corner of a square that a side ends at, going clockwise."""


@dataclass(frozen=True)
class Laid:
    """A piece in a zoo. The starting tile was laid at auction 0."""

    tile: Tile
    x: int
    y: int
    turn: int
    auction: int

    @property
    def squares(self) -> tuple[Square, Square]:
        """Of half A and of half B."""
        return (self.x, self.y), second_square(self.x, self.y, self.turn)

    def side(self, edge: int) -> int:
        return (EDGE_SIDE[edge] + self.turn) % 4

    def edge_at(self, square: Square, side: int) -> int | None:
        """The edge of this piece on that side of one of its squares; None between its halves."""
        for edge in range(EDGE_COUNT):
            if self.squares[EDGE_HALF[edge]] == square and self.side(edge) == side:
                return edge
        return None

    def corners(self) -> list[Square]:
        """Round the piece: the corner that follows each edge, going clockwise."""
        found = []
        for edge in range(EDGE_COUNT):
            x, y = self.squares[EDGE_HALF[edge]]
            dx, dy = CORNERS[self.side(edge)]
            found.append((x + dx, y + dy))
        return found


@dataclass(frozen=True)
class Enclosure:
    """Halves of one animal that lie side by side."""

    animal: str
    stars: int
    auction: int
    """The auction of the tile that brought it to this size."""
    squares: tuple[Square, ...]


@dataclass(frozen=True)
class Area:
    """Ground that paths close in; a bench stands in it."""

    at: tuple[float, float]
    """A spot on grass or on empty ground inside it, in squares from the corner of (0,0)."""
    corners: tuple[Square, ...]
    empty: tuple[Square, ...]
    """Squares without a tile inside it."""
    auction: int
    """The auction of the newest tile beside it."""


def pieces(state: ZooState, seat: int) -> list[Laid]:
    """The starting tile and the tiles of a zoo in the order they were laid."""
    data = state.data
    numbers = [TILES + seat, *(piece for piece in range(data[AUCTION]) if data[OWNER + piece] == seat + 1)]
    return [
        Laid(
            state.game.kinds[data[KIND + piece]],
            data[X + piece] - ORIGIN,
            data[Y + piece] - ORIGIN,
            data[TURN + piece],
            0 if piece >= TILES else piece + 1,
        )
        for piece in numbers
    ]


def tile_offered(state: ZooState) -> Tile:
    """The tile of the present auction, or of the last one when the game is over."""
    tile: Tile = state.game.tiles[state.data[KIND + min(state.data[AUCTION], TILES - 1)]]
    return tile


def was_removed(state: ZooState, piece: int) -> bool:
    """Whether the tile of that auction fitted nowhere."""
    return bool(piece < state.data[AUCTION] and not state.data[OWNER + piece])


def enclosures(state: ZooState, seat: int) -> list[Enclosure]:
    """All enclosures of a zoo by animal, the largest and newest first."""
    data = state.data
    squares: dict[int, list[Square]] = {}
    for laid in pieces(state, seat)[1:]:
        for half in range(2):
            root = 2 * (laid.auction - 1) + half
            while data[HALF_PARENT + root] != root:
                root = data[HALF_PARENT + root]
            squares.setdefault(root, []).append(laid.squares[half])
    found = [
        Enclosure(
            str(state.game.tiles[data[KIND + number // 2]].animals[number % 2]),
            data[HALF_STARS + number],
            data[HALF_TIME + number],
            tuple(sorted(covered)),
        )
        for number, covered in squares.items()
    ]
    return sorted(found, key=lambda one: (ANIMALS.index(one.animal), -one.stars, -one.auction))


# Why a tile does not fit.


def misfit(state: ZooState, seat: int, new: Laid) -> tuple[Phrase, str] | None:
    """What is wrong with laying a tile there, and the rule; None when it fits."""
    zoo = pieces(state, seat)
    covered = {square: laid for laid in zoo for square in laid.squares}
    entrance = zoo[0].tile.entrance
    tile: Phrase | str = tile_name(new.tile.id, new.auction) if new.auction else new.tile.id  # of a position
    for square in new.squares:
        if square in covered:
            lies = {"tile": tile, "other": piece_name(covered[square]), "square": square_name(square)}
            return Phrase("refusal.covered", **lies), "ozm.place.free-squares"
        if square in entrance:
            return Phrase("refusal.entrance", tile=tile, square=square_name(square)), "ozm.place.entrance"
    joins = 0
    for edge in range(EDGE_COUNT):
        meets = beyond(new.x, new.y, new.turn, edge)
        is_path = new.tile.path_at(edge) is not None
        where = {"side": Phrase(f"side.{SIDES[new.side(edge)]}"), "square": square_name(new.squares[EDGE_HALF[edge]])}
        if meets in entrance and is_path:
            return Phrase("refusal.path_to_entrance", tile=tile, **where), "ozm.place.entrance"
        if meets not in covered:
            continue
        other = covered[meets]
        facing = other.edge_at(meets, (new.side(edge) + 2) % 4)
        assert facing is not None
        if is_path != (other.tile.path_at(facing) is not None):
            key = "refusal.path_meets_grass" if is_path else "refusal.grass_meets_path"
            return Phrase(key, tile=tile, other=piece_name(other), **where), "ozm.place.no-interruption"
        joins += is_path
    if not joins:
        return Phrase("refusal.no_path", tile=tile), "ozm.place.continue-a-path"
    return None


def spot(square: Square) -> str:
    """A square as it is written: `2,-2`."""
    return f"{square[0]},{square[1]}"


def square_name(square: Square) -> str:
    """What people call a square, as the edges of the picture show it: `N50`, the column, then the row.

    A zoo grows in all directions, so the names begin in the middle: column N and row 50 are those of the square 0,0.
    """
    return f"{column_name(square[0])}{row_name(square[1])}"


def column_name(x: int) -> str:
    """A to Z around the middle; AA, AB and so on to the right of Z, and ZZ, ZY and so on to the left of A."""
    number = x + ascii_uppercase.index("N")
    first, second = divmod(number, len(ascii_uppercase))
    if not -len(ascii_uppercase) // 2 <= first <= len(ascii_uppercase) // 2:
        return f"{x}."  # farther than any zoo reaches
    return ("" if first == 0 else ascii_uppercase[first - 1 if first > 0 else first]) + ascii_uppercase[second]


def row_name(y: int) -> str:
    return str(y + MIDDLE_ROW)


def column_at(name: str) -> int:
    """The column that has that name."""
    letters = [ascii_uppercase.index(letter) for letter in name.upper()]
    count = len(ascii_uppercase)
    block = 0 if len(letters) == 1 else letters[0] + 1 if letters[0] < count // 2 else letters[0] - count
    return block * count + letters[-1] - ascii_uppercase.index("N")


def row_at(name: str) -> int:
    return int(name) - MIDDLE_ROW


def square_in_words(written: str) -> str:
    """The name of a square that is written as `2,-2`."""
    x, y = written.split(",")
    return square_name((int(x), int(y)))


def tile_name(tile: str, auction: int) -> Phrase:
    """`tile 7`: what people call a tile, by the number of its auction, which the picture shows; drawn by its id."""
    return Phrase("tile.numbered", number=auction, id=tile.lower())


def piece_name(laid: Laid) -> Phrase:
    return tile_name(laid.tile.id, laid.auction) if laid.auction else Phrase("tile.start")


def counted(thing: str, count: int) -> Phrase:
    """`1 coin`, `3 coins`."""
    return Phrase(f"count.{thing}.one") if count == 1 else Phrase(f"count.{thing}.many", count=count)


# Areas.


class _Ground:
    """Corners of squares that are connected over grass."""

    def __init__(self) -> None:
        self.parent: dict[Square, Square] = {}

    def root(self, corner: Square) -> Square:
        self.parent.setdefault(corner, corner)
        while self.parent[corner] != corner:
            self.parent[corner] = self.parent[self.parent[corner]]
            corner = self.parent[corner]
        return corner

    def join(self, corners: list[Square]) -> None:
        for corner in corners:
            one, two = sorted((self.root(corners[0]), self.root(corner)))
            self.parent[two] = one


def areas(state: ZooState, seat: int) -> list[Area]:
    """The areas closed in by paths, those closed first in front."""
    zoo = pieces(state, seat)
    covered = {square for laid in zoo for square in laid.squares}
    xs = [x for x, _ in covered]
    ys = [y for _, y in covered]
    open_squares = [
        (x, y)
        for x in range(min(xs) - 1, max(xs) + 2)
        for y in range(min(ys) - 1, max(ys) + 2)
        if (x, y) not in covered
    ]
    ground = _Ground()
    for x, y in open_squares:
        ground.join([(x + dx, y + dy) for dx, dy in CORNERS])
    for laid in zoo:
        for corners in _grass_of(laid):
            ground.join(corners)
    outside = ground.root((min(xs) - 1, min(ys) - 1))
    inside: dict[Square, list[Square]] = {}
    for corner in sorted(ground.parent):
        if ground.root(corner) != outside:
            inside.setdefault(ground.root(corner), []).append(corner)
    found = []
    for root, corners in inside.items():
        empty = tuple(square for square in open_squares if ground.root(square) == root)
        newest = max(laid.auction for laid in zoo if set(laid.corners()) & set(corners))
        found.append(Area(_bench_spot(corners, empty), tuple(corners), empty, newest))
    return sorted(found, key=lambda area: (area.auction, area.corners))


def _grass_of(laid: Laid) -> Iterator[list[Square]]:
    """The corners of a piece, grouped by the patches of grass that its paths leave between them."""
    patches: dict[tuple[int, ...], list[Square]] = {}
    for edge, corner in enumerate(laid.corners()):
        patch = tuple(sum(end <= edge for end in path) % len(path) for path in laid.tile.paths)
        patches.setdefault(patch, []).append(corner)
    yield from patches.values()


def _bench_spot(corners: list[Square], empty: tuple[Square, ...]) -> tuple[float, float]:
    if empty:
        return empty[0][0] + 0.5, empty[0][1] + 0.5
    middle_x = sum(x for x, _ in corners) / len(corners)
    middle_y = sum(y for _, y in corners) / len(corners)
    x, y = min(corners, key=lambda corner: (abs(corner[0] - middle_x) + abs(corner[1] - middle_y), corner))
    return float(x), float(y)
