"""Observations in the forms that networks like: zeros and ones, flat or as planes of the boards.

Everything is computed from the raw observation, so an encoding tells nothing that the seat may not know.

`raw` is the observation itself: 16-bit numbers. `onehot` tells each number by zeros and ones: a value that is something
of its own by a one at its place, an amount by as many ones as steps it has reached. `planes` draws the boards of all
seats, the observer's first, as planes of `rows` x `columns`, and tells the fields that no plane shows like `onehot`.

>>> import zoobox
>>> game = zoobox.game("new-york-zoo")
>>> encoding = game.encoding("planes")
>>> encoding.shapes()
{'observation': (4816,), 'planes': (22, 9, 14)}
>>> encoding.plane_table()[1]
{'seat': 0, 'name': 'free', 'meaning': 'a free cell of the construction area'}
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.layout import *
from zoobox.kernel.observation import ObservationSpec

if TYPE_CHECKING:
    from zoobox.kernel.game import Game
    from zoobox.kernel.state import State

ENCODINGS = ("raw", "onehot", "planes")
MOST_SET = 8
"""So many planes, of 255 at most, can a value set: they are kept as the bytes of one word, each 1 + the plane."""


@dataclass(frozen=True)
class Layer:
    """Planes drawn from one field, or from several that belong together."""

    op: int
    fields: tuple[str, ...]
    """Which fields it reads."""
    table: tuple[tuple[str, ...], ...]
    """The names of the planes that each value sets."""
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Planes:
    """How the boards of a game are drawn: their size, their planes with meanings, and what sets them."""

    rows: int
    columns: int
    planes: Mapping[str, str]
    layers: tuple[Layer, ...]
    replaced: tuple[str, ...]
    """The fields that the planes tell as a whole."""


def copied(field: str, plane: str) -> Layer:
    """A field with a zero or one for each cell of every seat's board, row by row."""
    return Layer(COPIED, (field,), ((plane,),))


def cells(field: str, table: Sequence[Sequence[str]]) -> Layer:
    """A field with a number for each cell of every seat's board, row by row, which sets the planes of the table."""
    return Layer(FROM_TABLE, (field,), _table(table))


def looked_up(field: str, records: str, size: int, parts: Mapping[int, Sequence[Sequence[str]]]) -> Layer:
    """The cells hold 1 + the number of a record of that size in another field, whose parts set the planes."""
    rows: list[tuple[str, ...]] = []
    numbers = [size, len(parts)]
    for part, table in parts.items():
        numbers += [part, len(rows), len(table)]
        rows += _table(table)
    return Layer(LOOKED_UP, (field, records), tuple(rows), tuple(numbers))


def borders(field: str, east: str, south: str) -> Layer:
    """Where the number of a cell is not that of the next one to the east, or to the south."""
    return Layer(BORDERS, (field,), ((east,), (south,)))


def figures_on(places: str, kinds: str, figure: str, table: Sequence[Sequence[str]]) -> Layer:
    """Figures whose places are numbered like the cells; `kinds` are those of the observer's own."""
    return Layer(FIGURES_ON, (places, kinds), ((figure,), *_table(table)))


def tiles_laid(
    fields: tuple[str, str, str, str, str],
    corner: tuple[int, int],
    steps: Sequence[tuple[int, int]],
    table: Sequence[Sequence[str]],
) -> Layer:
    """Tiles of two halves: fields of kind, owner, x, y and turn; where the window begins; the way to half B by turn.

    The table has a row for each kind, turn and half.
    """
    return Layer(TILES_LAID, fields, _table(table), (*corner, *(number for step in steps for number in step)))


def _table(rows: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(row) for row in rows)


class Encoding:
    """One encoding of the observations of a configuration."""

    def __init__(self, game: Game, name: str) -> None:
        board = game.observation_board()
        if name not in ENCODINGS:
            raise ZooboxError(f"an encoding is {', '.join(ENCODINGS)}, not {name!r}.")
        if name == "planes" and board is None:
            raise ZooboxError(f"{game.title} has no board to draw planes of; its encodings are raw and onehot.")
        self.game = game
        self.name = name
        self.spec: ObservationSpec = game.observation_spec()
        self.players = game.players
        self.board: Planes | None = board if name == "planes" else None
        self.is_raw = name == "raw"
        self.size = self.spec.size
        self.coded = 0
        self.layers = 0
        self.channels = 0
        self.rows = 0
        self.columns = 0
        codes = array("i")
        classes = array("i")
        drawn = array("i")
        masks = array("Q", [0])
        if not self.is_raw:
            self.size = self._read_fields(codes, classes)
        if self.board is not None:
            self._read_board(self.board, drawn, masks)
        self.plane_size = self.players * self.channels * self.rows * self.columns
        self.stored = (codes.tobytes(), classes.tobytes(), drawn.tobytes(), masks.tobytes())
        if cython.compiled:
            self.codes = cython.cast(cython.p_int, cython.cast(cython.p_char, self.stored[0]))
            self.classes = cython.cast(cython.p_int, cython.cast(cython.p_char, self.stored[1]))
            self.drawn = cython.cast(cython.p_int, cython.cast(cython.p_char, self.stored[2]))
            self.masks = cython.cast(cython.pointer(cython.ulonglong), cython.cast(cython.p_char, self.stored[3]))
        else:
            self.codes = memoryview(self.stored[0]).cast("i")
            self.classes = memoryview(self.stored[1]).cast("i")
            self.drawn = memoryview(self.stored[2]).cast("i")
            self.masks = memoryview(self.stored[3]).cast("Q")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.name)

    def _read_fields(self, codes: array[int], classes: array[int]) -> int:
        """Rows of numbers that are told alike: where they are, and how; returns how many zeros and ones that takes."""
        replaced = self.board.replaced if self.board is not None else ()
        at = 0
        first = 0
        for field in self.spec.listed:
            width = self.spec.width(field)
            scales = self.spec.scales(field)
            if field.name not in replaced:
                record = sum(scale.width() for scale in scales)
                start = at
                for part, scale in enumerate(scales):
                    found = scale.classes()
                    zero = found[min(max(-scale.low, 0), len(found) - 1)]
                    how = ONE_AT
                    if found == (0, 1) and scale.low == 0:
                        how = AS_IT_IS
                    elif scale.is_amount or scale.width() == 1:
                        how = IN_STEPS
                    codes.extend((first + part, width // len(scales), len(scales), start, record))
                    codes.extend((scale.low, scale.high - scale.low, len(classes), how, zero))
                    classes.extend(found)
                    start += scale.width()
                    self.coded += 1
                at += record * (width // len(scales))
            first += width
        return at

    def _read_board(self, board: Planes, drawn: array[int], masks: array[int]) -> None:
        """One row for each layer."""
        names = list(board.planes)
        self.channels = len(names)
        self.rows = board.rows
        self.columns = board.columns
        firsts = {field: (first, width) for field, first, width, _ in self.spec.fields()}
        for layer in board.layers:
            row = [layer.op, len(masks), len(layer.table)]
            for field in layer.fields:
                first, width = firsts[field]
                row += [first, width // self.players if layer.op != TILES_LAID else width]
            row += layer.numbers
            if layer.op in (COPIED, BORDERS):
                row += [names.index(listed[0]) for listed in layer.table]
            drawn.extend(row + [0] * (LAYER_COLUMNS - len(row)))
            for listed in layer.table:
                assert len(listed) <= MOST_SET
                masks.append(sum(names.index(plane) + 1 << 8 * place for place, plane in enumerate(listed)))
        self.layers = len(board.layers)

    # What it is.

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each array."""
        found: dict[str, tuple[int, ...]] = {"observation": (self.size,)}
        if self.board is not None:
            found["planes"] = (self.players * self.channels, self.rows, self.columns)
        return found

    def table(self) -> list[dict[str, Any]]:
        """Every field of the array `observation`: where it begins, how it is told, its range and its meaning."""
        replaced = self.board.replaced if self.board is not None else ()
        found = []
        first = 0
        for field in self.spec.listed:
            if field.name in replaced:
                continue
            scales = self.spec.scales(field)
            numbers = self.spec.width(field)
            width = numbers if self.is_raw else sum(scales[index % len(scales)].width() for index in range(numbers))
            found.append(
                {
                    "name": field.name,
                    "first": first,
                    "width": width,
                    "numbers": numbers,
                    "scales": [
                        {
                            "low": scale.low,
                            "high": scale.high,
                            "told": "number" if self.is_raw else "steps" if scale.is_amount else "one of",
                            "width": 1 if self.is_raw else scale.width(),
                            "classes": [] if self.is_raw else list(scale.classes()),
                        }
                        for scale in scales
                    ],
                    "meaning": field.meaning,
                }
            )
            first += width
        return found

    def plane_table(self) -> list[dict[str, Any]]:
        """Every plane: whose board it is of, from the observer on, its name and what its ones mean."""
        board = self.board
        if board is None:
            return []
        return [
            {"seat": seat, "name": plane, "meaning": meaning}
            for seat in range(self.players)
            for plane, meaning in board.planes.items()
        ]

    def version(self) -> str:
        """A name for what a network was trained on: it changes with encoding, observation, choice ids and rules."""
        parts = [self.game.learning_version(), self.name, self.table(), self.plane_table(), str(self.board)]
        digest = hashlib.blake2b(json.dumps(parts, sort_keys=True).encode(), digest_size=4).hexdigest()
        return f"{self.game.name}-{self.game.players}-{self.name}-{digest}"

    # Encoding.

    def encode(self, state: State, seat: int) -> dict[str, Any]:
        """What a seat observes: buffers by name, in the shapes that `shapes` tells."""
        raw = self.spec.observe(state, seat)
        return {"observation": raw} if self.is_raw else self.from_raw(raw)

    def from_raw(self, raw: array[int]) -> dict[str, Any]:
        """A raw observation in this encoding."""
        seen = memoryview(raw)
        flat = array("B", bytes(self.size))
        planes = array("B", bytes(max(self.plane_size, 1)))
        self.write(seen, memoryview(flat), memoryview(planes))
        found: dict[str, Any] = {"observation": flat}
        if self.board is not None:
            found["planes"] = memoryview(planes).cast("B", shape=self.shapes()["planes"])
        return found

    def write(self, raw: memoryview, flat: memoryview, planes: memoryview) -> None:
        """Sets the ones of a raw observation in two buffers of zeros."""
        if self.is_raw:
            raise ZooboxError("a raw observation has nothing to encode.")
        if len(raw) < self.spec.size or len(flat) < self.size or len(planes) < self.plane_size:
            raise ValueError(
                f"this encoding needs buffers of {self.spec.size}, {self.size} and {self.plane_size} numbers, "
                f"not {len(raw)}, {len(flat)} and {len(planes)}"
            )
        write_encoding(self, raw, flat, planes)


def write_encoding(encoding: Encoding, raw: memoryview, flat: memoryview, planes: memoryview) -> None:
    """Sets ones in buffers of zeros."""
    for index in range(encoding.coded):
        code_numbers(encoding, CODE_COLUMNS * index, raw, flat)
    for index in range(encoding.layers):
        row = LAYER_COLUMNS * index
        op = encoding.drawn[row]
        if op == TILES_LAID:
            draw_tiles(encoding, row, raw, planes)
        elif op == FIGURES_ON:
            draw_figures(encoding, row, raw, planes)
        elif op == FROM_TABLE:
            draw_cells(encoding, row, raw, planes)
        elif op == LOOKED_UP:
            draw_records(encoding, row, raw, planes)
        else:
            draw_lines(encoding, row, raw, planes)


def code_numbers(encoding: Encoding, row: int, raw: memoryview, flat: memoryview) -> None:
    """A row of numbers that are told alike. Most numbers are 0, so what tells a 0 is known beforehand."""
    codes = encoding.codes
    classes = encoding.classes
    source = codes[row]
    count = codes[row + 1]
    step = codes[row + 2]
    at = codes[row + 3]
    width = codes[row + 4]
    low = codes[row + 5]
    span = codes[row + 6]
    table = codes[row + 7]
    zero = codes[row + 9]
    if codes[row + 8] == AS_IT_IS:
        if step == 1:
            for index in range(count):
                flat[at + index] = raw[source + index] > 0
        else:
            for index in range(count):
                flat[at + index * width] = raw[source + index * step] > 0
    elif codes[row + 8] == ONE_AT:
        for _ in range(count):
            value = raw[source]
            if value == 0:
                flat[at + zero] = 1
            else:
                value = min(max(value - low, 0), span)
                flat[at + classes[table + value]] = 1
            source += step
            at += width
    else:
        for _ in range(count):
            value = raw[source]
            reached = zero
            if value != 0:
                reached = classes[table + min(max(value - low, 0), span)]
            for place in range(at, at + reached):
                flat[place] = 1
            source += step
            at += width


def draw_lines(encoding: Encoding, row: int, raw: memoryview, planes: memoryview) -> None:
    """A layer of zeros and ones, or of borders: where a number is not that of the next cell."""
    drawn = encoding.drawn
    columns = encoding.columns
    area = encoding.rows * columns
    for seat in range(encoding.players):
        start = drawn[row + 3] + seat * drawn[row + 4]
        board = seat * encoding.channels * area
        at = board + drawn[row + 5] * area
        if drawn[row] == COPIED:
            for cell in range(area):
                planes[at + cell] = raw[start + cell] > 0
        else:
            for cell in range(area - 1):
                planes[at + cell] = raw[start + cell] != raw[start + cell + 1]
            for line in range(1, encoding.rows):  # the last cell of a line has none to its east
                planes[at + line * columns - 1] = 0
            at = board + drawn[row + 6] * area
            for cell in range(area - columns):
                planes[at + cell] = raw[start + cell] != raw[start + cell + columns]


def draw_cells(encoding: Encoding, row: int, raw: memoryview, planes: memoryview) -> None:
    """A layer that goes through the cells of every board."""
    drawn = encoding.drawn
    masks = encoding.masks
    table = drawn[row + 1]
    values = drawn[row + 2]
    area = encoding.rows * encoding.columns
    for seat in range(encoding.players):
        start = drawn[row + 3] + seat * drawn[row + 4]
        board = seat * encoding.channels * area
        for cell in range(area):
            value = raw[start + cell]
            if 0 <= value < values:
                listed = masks[table + value]
                while listed:
                    planes[board + ((listed & 255) - 1) * area + cell] = 1
                    listed >>= 8


def draw_records(encoding: Encoding, row: int, raw: memoryview, planes: memoryview) -> None:
    """A layer of cells that name records."""
    drawn = encoding.drawn
    masks = encoding.masks
    table = drawn[row + 1]
    area = encoding.rows * encoding.columns
    size = drawn[row + 7]
    count = min(drawn[row + 6] // size, MOST_RECORDS)
    if not cython.compiled:
        found = [0] * MOST_RECORDS
    for seat in range(encoding.players):
        for record in range(count):
            source = drawn[row + 5] + seat * drawn[row + 6] + record * size
            found[record] = 0
            for part in range(drawn[row + 8]):
                value = raw[source + drawn[row + 9 + 3 * part]]
                if 0 <= value < drawn[row + 11 + 3 * part]:
                    listed = masks[table + drawn[row + 10 + 3 * part] + value]
                    while listed:
                        found[record] = found[record] << 8 | listed & 255
                        listed >>= 8
        start = drawn[row + 3] + seat * drawn[row + 4]
        board = seat * encoding.channels * area
        for cell in range(area):
            value = raw[start + cell]
            if 0 < value <= count:
                listed = found[value - 1]
                while listed:
                    planes[board + ((listed & 255) - 1) * area + cell] = 1
                    listed >>= 8


def set_planes(encoding: Encoding, seat: int, cell: int, listed: int, planes: memoryview) -> None:
    """Sets the listed planes at a cell of a seat's board."""
    area = encoding.rows * encoding.columns
    while listed:
        planes[(seat * encoding.channels + (listed & 255) - 1) * area + cell] = 1
        listed >>= 8


def draw_figures(encoding: Encoding, row: int, raw: memoryview, planes: memoryview) -> None:
    """A layer of figures."""
    drawn = encoding.drawn
    masks = encoding.masks
    table = drawn[row + 1]
    values = drawn[row + 2] - 1
    area = encoding.rows * encoding.columns
    for seat in range(encoding.players):
        for figure in range(drawn[row + 4]):
            place = raw[drawn[row + 3] + seat * drawn[row + 4] + figure]
            if 0 <= place < area:
                set_planes(encoding, seat, place, masks[table], planes)
                kind = raw[drawn[row + 5] + figure]
                if seat == 0 and 0 <= kind < values:
                    set_planes(encoding, 0, place, masks[table + 1 + kind], planes)


def draw_tiles(encoding: Encoding, row: int, raw: memoryview, planes: memoryview) -> None:
    """A layer of tiles of two halves."""
    drawn = encoding.drawn
    masks = encoding.masks
    table = drawn[row + 1]
    kinds = drawn[row + 2] // 8
    for tile in range(drawn[row + 4]):
        kind = raw[drawn[row + 3] + tile]
        owner = raw[drawn[row + 5] + tile]
        turn = raw[drawn[row + 11] + tile]
        if 0 < owner <= encoding.players and 0 <= kind < kinds and 0 <= turn < 4:
            for half in range(2):
                x = raw[drawn[row + 7] + tile] - drawn[row + 13] + half * drawn[row + 15 + 2 * turn]
                y = raw[drawn[row + 9] + tile] - drawn[row + 14] + half * drawn[row + 16 + 2 * turn]
                if 0 <= x < encoding.columns and 0 <= y < encoding.rows:
                    mask = masks[table + (kind * 4 + turn) * 2 + half]
                    set_planes(encoding, owner - 1, y * encoding.columns + x, mask, planes)
