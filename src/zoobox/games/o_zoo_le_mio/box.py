"""What is in the box: the tiles and starting tiles, checked, and the table of numbers that the rules read."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from zoobox.games.o_zoo_le_mio.layout import *
from zoobox.kernel.components import Components

MAX_STARS = 5
MAX_BUSHES = 4
Square = tuple[int, int]


@dataclass(frozen=True)
class Tile:
    """A kind of piece: one of the 25 tiles, or the starting tile of a zoo."""

    id: str
    animals: tuple[str | None, str | None]
    stars: tuple[int, int]
    bushes: int
    paths: tuple[tuple[int, ...], ...]
    """Each path is the list of the edges it leaves the tile by."""
    provenance: str
    note: str = ""
    entrance: tuple[Square, ...] = ()
    """Of a starting tile: the squares of the entrance house."""

    def path_at(self, edge: int) -> int | None:
        """Which path leaves the tile there, None where it is grass."""
        for number, path in enumerate(self.paths):
            if edge in path:
                return number
        return None


@dataclass(frozen=True)
class Zoo:
    id: str
    name: str


def read_tiles(box: Components) -> tuple[Tile, ...]:
    """The 25 tiles; raises BadComponents with the line."""
    tiles = tuple(_tile(box, index, entry) for index, entry in enumerate(box.entries("tile")))
    if len(tiles) != TILES:
        raise box.error(f"there should be {TILES} tiles, not {len(tiles)}", "tile", max(len(tiles) - 1, 0))
    _check_names(box, "tile", [tile.id for tile in tiles])
    return tiles


def read_zoos(box: Components) -> tuple[Zoo, ...]:
    """The four zoos by name."""
    entries = box.entries("zoo")
    if len(entries) != MAX_SEATS:
        raise box.error(f"there should be {MAX_SEATS} zoos, not {len(entries)}", "zoo", max(len(entries) - 1, 0))
    zoos = tuple(Zoo(_name(box, "zoo", index, entry, "id"), str(entry.get("title", entry["id"])))
                 for index, entry in enumerate(entries))  # fmt: skip
    _check_names(box, "zoo", [zoo.id for zoo in zoos])
    return zoos


def read_start_tiles(box: Components, zoos: tuple[Zoo, ...], ends_joined: bool) -> tuple[Tile, ...]:
    """The starting tile of each zoo, in the order of the zoos."""
    found: dict[str, Tile] = {}
    names = [zoo.id for zoo in zoos]
    for index, entry in enumerate(box.entries("start_tile")):
        zoo = _name(box, "start_tile", index, entry, "zoo")
        if zoo not in names or zoo in found:
            raise box.error(f"each zoo ({', '.join(names)}) has one starting tile", "start_tile", index, "zoo")
        found[zoo] = _start_tile(box, index, entry, ends_joined)
    if len(found) != len(zoos):
        raise box.error(f"each zoo ({', '.join(names)}) has one starting tile", "start_tile", len(found) - 1)
    _check_names(box, "start_tile", [tile.id for tile in found.values()])
    return tuple(found[name] for name in names)


def read_number(box: Components, table: str, key: str, least: int, most: int) -> int:
    value = box.table(table).get(key)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        span = str(least) if least == most else f"{least} to {most}"
        raise box.error(f"{key} of the {table} should be {span}, not {value!r}", table, None, key)
    return value


def _tile(box: Components, index: int, entry: Mapping[str, Any]) -> Tile:
    name = _name(box, "tile", index, entry, "id")
    halves = entry.get("halves")
    if not isinstance(halves, list) or len(halves) != 2 or not all(_is_half(half) for half in halves):
        kinds = ", ".join(ANIMALS)
        raise box.error(
            f"the halves of {name} should be two pairs of an animal ({kinds}) and 1 to {MAX_STARS} stars",
            "tile",
            index,
            "halves",
        )
    (animal_a, stars_a), (animal_b, stars_b) = halves
    if animal_a == animal_b:
        raise box.error(f"both halves of {name} show {animal_a}: they should differ", "tile", index, "halves")
    bushes = entry.get("bushes")
    if isinstance(bushes, bool) or not isinstance(bushes, int) or not 0 <= bushes <= MAX_BUSHES:
        raise box.error(f"the bushes of {name} should be 0 to {MAX_BUSHES}", "tile", index, "bushes")
    paths = _paths(box, "tile", index, entry, name)
    return Tile(
        name,
        (animal_a, animal_b),
        (stars_a, stars_b),
        bushes,
        paths,
        entry["provenance"],
        str(entry.get("note", "")),
    )


def _is_half(half: Any) -> bool:
    return (
        isinstance(half, list)
        and len(half) == 2
        and half[0] in ANIMALS
        and isinstance(half[1], int)
        and not isinstance(half[1], bool)
        and 1 <= half[1] <= MAX_STARS
    )


def _start_tile(box: Components, index: int, entry: Mapping[str, Any], ends_joined: bool) -> Tile:
    name = _name(box, "start_tile", index, entry, "id")
    paths = _paths(box, "start_tile", index, entry, name)
    entrance = _entrance(box, index, entry, name)
    for path in paths:
        for edge in path:
            dx, dy = STEPS[EDGE_SIDE[edge]]
            if (EDGE_HALF[edge] + dx, dy) in entrance:
                raise box.error(
                    f"the path of {name} at {EDGES[edge]} leads into the entrance", "start_tile", index, "paths"
                )
    if not ends_joined:
        ends = sorted(edge for path in paths for edge in path)
        if len(ends) > 3:
            raise box.error(
                f"with start_ends_joined off, {name} can have three ends at most", "start_tile", index, "paths"
            )
        paths = tuple((edge,) for edge in ends)
    return Tile(
        name, (None, None), (0, 0), 0, paths, entry["provenance"], str(entry.get("note", "")), tuple(entrance)
    )  # fmt: skip


def _entrance(box: Components, index: int, entry: Mapping[str, Any], name: str) -> list[Square]:
    given = entry.get("entrance")
    if (
        not isinstance(given, list)
        or len(given) > MAX_ENTRANCE
        or not all(isinstance(square, list) and len(square) == 2 for square in given)
        or not all(isinstance(number, int) for square in given for number in square)
    ):
        raise box.error(
            f"the entrance of {name} should be a list of at most {MAX_ENTRANCE} squares [x, y]",
            "start_tile",
            index,
            "entrance",
        )
    left = [(square[0], square[1]) for square in given]
    reached = {(0, 0), (1, 0)}
    if len(set(left)) != len(left) or reached & set(left):
        raise box.error(f"the entrance of {name} covers a square twice", "start_tile", index, "entrance")
    squares = list(left)
    while left:
        touching = [square for square in left if any((square[0] + dx, square[1] + dy) in reached for dx, dy in STEPS)]
        if not touching:
            raise box.error(
                f"the entrance of {name} should lie beside its starting tile, which covers (0,0) and (1,0)",
                "start_tile",
                index,
                "entrance",
            )
        reached.update(touching)
        left = [square for square in left if square not in touching]
    return squares


def _paths(box: Components, what: str, index: int, entry: Mapping[str, Any], name: str) -> tuple[tuple[int, ...], ...]:
    """Paths have two ends or more, share none, and do not cross."""
    given = entry.get("paths")
    if not isinstance(given, list) or not given or not all(isinstance(path, list) for path in given):
        raise box.error(f"the paths of {name} should be a list of lists of edges", what, index, "paths")
    used: set[str] = set()
    for path in given:
        for edge in path:
            if edge not in EDGES:
                raise box.error(f"{name} has no edge {edge!r}; its edges are {', '.join(EDGES)}", what, index, "paths")
            if edge in used:
                raise box.error(f"two paths of {name} leave by {edge}", what, index, "paths")
            used.add(edge)
        if len(path) < 2:
            ends = ", ".join(path) or "nowhere"
            raise box.error(f"a path of {name} ends at {ends} and connects nothing", what, index, "paths")
    paths = tuple(tuple(sorted(EDGES.index(edge) for edge in path)) for path in given)
    for number, path in enumerate(paths):
        for other in paths[:number]:
            if _cross(path, other):
                one, two = ("-".join(EDGES[edge] for edge in crossing) for crossing in (other, path))
                raise box.error(f"the paths {one} and {two} of {name} cross", what, index, "paths")
    return tuple(sorted(paths))


def _cross(path: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Two paths cross unless, going round the tile, all ends of one lie between two neighbouring ends of the other."""
    gaps = {sum(end < edge for end in other) % len(other) for edge in path}
    return len(gaps) > 1


def _name(box: Components, what: str, index: int, entry: Mapping[str, Any], key: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value or any(mark.isspace() for mark in value):
        raise box.error(f"the {key} of a {what} should be a word", what, index, key)
    return value


def _check_names(box: Components, what: str, names: list[str]) -> None:
    for index, name in enumerate(names):
        if name.lower() in [other.lower() for other in names[:index]]:
            raise box.error(f"the {what} {name} is there twice", what, index, "id")


# The table.


def square_number(x: int, y: int) -> int:
    """The number of a square in the frame."""
    return x + ORIGIN + FRAME_WIDTH * (y + ORIGIN)


def square_at(number: int) -> Square:
    """The inverse."""
    return number % FRAME_WIDTH - ORIGIN, number // FRAME_WIDTH - ORIGIN


def second_square(x: int, y: int, turn: int) -> Square:
    """Where half B lies: east, south, west or north of half A."""
    dx, dy = STEPS[(turn + 1) % TURNS]
    return x + dx, y + dy


def table_of_tiles(tiles: tuple[Tile, ...], start_tiles: tuple[Tile, ...], settings: Mapping[int, int]) -> bytes:
    """The table the rules read."""
    table = array("H", bytes(2 * TABLE))
    for turn in range(TURNS):
        _write_ways(table, turn)
    for half in range(2):
        for side in range(4):
            edge = [e for e in range(EDGE_COUNT) if EDGE_HALF[e] == half and EDGE_SIDE[e] == side]
            table[EDGE_TO + 4 * half + side] = edge[0] if edge else GRASS
    for edge_number in range(EDGE_COUNT):
        table[SIDE_OF + edge_number] = EDGE_SIDE[edge_number]
    pieces = (*tiles, *start_tiles)
    assert len(pieces) == PIECES
    _write_poses(table)
    for kind, tile in enumerate(pieces):
        cannot_meet = _write_kind(table, KINDS + KIND_ROW * kind, tile)
        if kind < TILES:
            _write_possible(table, kind, cannot_meet)
    for seat, tile in enumerate(start_tiles):
        _write_entrance(table, ENTRANCE + ENTRANCE_ROW * seat, tile.entrance)
    for place, value in settings.items():
        table[place] = value
    return table.tobytes()


def _write_entrance(table: array[int], row: int, entrance: tuple[Square, ...]) -> None:
    """Nothing can be built on the entrance, and it requires grass all around."""
    requirements: dict[Square, int] = {}
    for x, y in entrance:
        for side, (dx, dy) in enumerate(STEPS):
            requirements[x + dx, y + dy] = requirements.get((x + dx, y + dy), 0) | 1 << (side + 2) % 4 << 4
    requirements.update(dict.fromkeys(entrance, COVERED))
    table[row] = len(requirements)
    for index, ((x, y), requires) in enumerate(requirements.items()):
        table[row + 1 + 2 * index] = square_number(x, y) & ON_GRID
        table[row + 2 + 2 * index] = requires


def _write_ways(table: array[int], turn: int) -> None:
    row = WAY + WAY_ROW * turn
    for edge in range(EDGE_COUNT):
        x, y = beyond(0, 0, turn, edge)
        table[row + edge] = NO_WAY + x + FRAME_WIDTH * y
    x, y = second_square(0, 0, turn)
    table[row + WAY_TO_B] = NO_WAY + x + FRAME_WIDTH * y


def beyond(x: int, y: int, turn: int, edge: int) -> Square:
    """The square next to an edge of a tile."""
    if EDGE_HALF[edge]:
        x, y = second_square(x, y, turn)
    dx, dy = STEPS[(EDGE_SIDE[edge] + turn) % 4]
    return x + dx, y + dy


def _write_kind(table: array[int], row: int, tile: Tile) -> list[int]:
    """Returns, for each pose, the requirements of a half's square that it cannot meet."""
    for half in range(2):
        animal = tile.animals[half]
        table[row + ANIMAL_OF + half] = NO_ANIMAL if animal is None else ANIMALS.index(animal)
        table[row + STARS_OF + half] = tile.stars[half]
    table[row + BUSHES_OF] = tile.bushes
    table[row + PATHS_OF] = len(tile.paths)
    for edge in range(EDGE_COUNT):
        path = tile.path_at(edge)
        table[row + PATH_OF + edge] = GRASS if path is None else path
        if path is not None:
            table[row + EXITS] |= 1 << edge
    exits = [[0] * TURNS, [0] * TURNS]
    for turn in range(TURNS):
        for edge in range(EDGE_COUNT):
            side = (EDGE_SIDE[edge] + turn) % 4
            is_path = tile.path_at(edge) is not None
            if is_path:
                exits[EDGE_HALF[edge]][turn] |= 1 << side
            table[row + REQUIRES + EDGE_COUNT * turn + edge] = 1 << (side + 2) % 4 << (0 if is_path else 4)
    # A square requires path by its low bits and grass by its high bits; a half cannot meet path where it has none,
    # nor grass where it has a path.
    return [exits[pose % 2][pose // 2] << 4 | (~exits[pose % 2][pose // 2] & PATH_BITS) for pose in range(POSES)]


def _write_poses(table: array[int]) -> None:
    for pose in range(POSES):
        turn, half = divmod(pose, 2)
        x, y = second_square(0, 0, turn)
        step = (x + FRAME_WIDTH * y) * (-1 if half else 1)
        table[OTHER_WAY + pose] = NO_WAY + step
        table[WAY_TO_A + pose] = NO_WAY + (step if half else 0)
    for number in range(1 << POSES):
        chosen = [pose for pose in range(POSES) if number >> pose & 1]
        row = MEMBERS + MEMBERS_ROW * number
        table[row] = len(chosen)
        for index, pose in enumerate(chosen):
            table[row + 1 + index] = pose


def _write_possible(table: array[int], kind: int, cannot_meet: list[int]) -> None:
    """Which poses of a tile meet what a square requires, and what the other half's square must not require."""
    for pose in range(POSES):
        # With half B on a square, half A's must not require a path: the place is found from there.
        also = PATH_BITS if pose % 2 else 0
        table[KINDS + KIND_ROW * kind + CLASH + pose] = cannot_meet[pose ^ 1] | also
    row = POSSIBLE + REQUIREMENTS * kind
    table[row] = (1 << POSES) - 1
    for bit in range(REQUIREMENTS.bit_length() - 1):
        meets = sum(1 << pose for pose, clash in enumerate(cannot_meet) if not clash >> bit & 1)
        for others in range(1 << bit):  # of this requirement and lower ones
            table[row + (1 << bit) + others] = table[row + others] & meets
