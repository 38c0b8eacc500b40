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
from zoobox.kernel.observation import OF_EVERY_SEAT, Field, ObservationSpec

if TYPE_CHECKING:
    from zoobox.kernel.game import Game
    from zoobox.kernel.state import State

ENCODINGS = ("raw", "onehot", "planes")
Buffer = Any
"""A view, or a pointer where this is compiled."""
MOST_LAYERS = 6
LEAST_MOVED = 4
MOST_MOVED = 16
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

    The table has a row for each kind, turn and half. This layer is the only one of its boards.
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
        self.numbers = self.spec.size
        self.size = self.numbers
        self.turned = 0
        self.layers = 0
        self.channels = 0
        self.rows = 0
        self.columns = 0
        self.only_tiles = False
        self.boards_turn = False
        codes = array("i")
        classes = array("i")
        turns = array("i")
        drawn = array("i")
        masks = array("Q", [0])
        if self.board is not None:
            self._read_board(self.board, drawn, masks)
        if not self.is_raw:
            self.size = self._read_fields(codes, classes, turns)
        self.plane_size = self.players * self.channels * self.rows * self.columns
        zeros, nothing = array("h", [0] * self.numbers), array("h", self._below_all())
        self.stored = tuple(table.tobytes() for table in (codes, classes, turns, drawn, masks, zeros, nothing))
        if cython.compiled:
            self.codes = cython.cast(cython.p_int, cython.cast(cython.p_char, self.stored[0]))
            self.classes = cython.cast(cython.p_int, cython.cast(cython.p_char, self.stored[1]))
            self.turns = cython.cast(cython.p_int, cython.cast(cython.p_char, self.stored[2]))
            self.drawn = cython.cast(cython.p_int, cython.cast(cython.p_char, self.stored[3]))
            self.masks = cython.cast(cython.pointer(cython.ulonglong), cython.cast(cython.p_char, self.stored[4]))
            self.zeros = cython.cast(cython.p_short, cython.cast(cython.p_char, self.stored[5]))
            self.nothing = cython.cast(cython.p_short, cython.cast(cython.p_char, self.stored[6]))
        else:
            self.codes = memoryview(self.stored[0]).cast("i")
            self.classes = memoryview(self.stored[1]).cast("i")
            self.turns = memoryview(self.stored[2]).cast("i")
            self.drawn = memoryview(self.stored[3]).cast("i")
            self.masks = memoryview(self.stored[4]).cast("Q")
            self.zeros = memoryview(self.stored[5]).cast("h")
            self.nothing = memoryview(self.stored[6]).cast("h")
        self.of_zeros = self._encode_zeros()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, self.name)

    def _read_fields(self, codes: array[int], classes: array[int], turns: array[int]) -> int:
        """One row for each number: where it is told, and how; returns how many zeros and ones that takes.

        In `turns` one row for each longer field of every seat: where it is in both, and how much of it is one seat's;
        and one for each field of owners, with -1.
        """
        replaced = self.board.replaced if self.board is not None else ()
        at = 0
        for field in self.spec.listed:
            width = self.spec.width(field)
            rows = []
            for scale in self.spec.scales(field):
                found = scale.classes()
                how = ONE_AT
                if field.name in replaced:
                    how = NOT_TOLD
                elif found == (0, 1) and scale.low == 0:
                    how = AS_IT_IS
                elif scale.is_amount or scale.width() == 1:
                    how = IN_STEPS
                rows.append((how, scale.low, scale.high - scale.low, len(classes), scale.width()))
                classes.extend(found)
            first, start = len(codes) // CODE_COLUMNS, at
            for number in range(width):
                how, low, span, table, told = rows[number % len(rows)]
                codes.extend((at, how, low, span, table, self._drawn_from(field, number)))
                at += told if how != NOT_TOLD else 0
            if field.kind == OWNERS:
                turns.extend((first, width, start, -1))
                self.turned += 1
            elif self._turns(field, at - start):
                turns.extend((first, field.length, start, (at - start) // self.players))
                self.turned += 1
        return at

    def _turns(self, field: Field, told: int) -> bool:
        """Whether a field, told by so many zeros and ones, is moved when another seat observes.

        That is faster than telling its numbers again where they are many and each takes little room; and what boards
        that are moved are drawn from must go with them.
        """
        if field.kind not in OF_EVERY_SEAT:
            return False
        repeats = field.length % len(self.spec.scales(field)) == 0
        if self.boards_turn and any(self._drawn_from(field, number) for number in range(field.length)):
            assert repeats
            return True
        return repeats and field.length >= LEAST_MOVED and told <= MOST_MOVED * self.spec.width(field)

    def _drawn_from(self, field: Field, number: int) -> int:
        """The set of what has to be drawn again when a number of a field changes: a bit for each layer and board."""
        found = 0
        for index, layer in enumerate(self.board.layers if self.board is not None else ()):
            if field.name not in layer.fields:
                continue
            size, parts = layer.numbers[:1], layer.numbers[2::3]
            if layer.op == LOOKED_UP and field.name == layer.fields[1] and number % size[0] not in parts:
                continue
            boards = 1 if field.kind == OWN else (1 << self.players) - 1
            if field.kind in OF_EVERY_SEAT:
                boards = 1 << number // field.length
            found |= boards << MAX_SEATS * index
        return found

    def _encode_zeros(self) -> tuple[bytes, bytes]:
        """What an observation of nothing but zeros is told by; every other differs from it in a few places."""
        flat = bytearray(max(1, self.size))
        planes = bytearray(max(1, self.plane_size))
        if not self.is_raw:
            change_encoding(self, 0, self.nothing, self.zeros, flat, planes)
        return bytes(flat), bytes(planes)

    def _below_all(self) -> list[int]:
        """Numbers that are none: below all that there are, so that no ones tell them and nothing is drawn from them."""
        found = []
        for field in self.spec.listed:
            scales = self.spec.scales(field)
            found += [min(scales[number % len(scales)].low, 0) - 1 for number in range(self.spec.width(field))]
        return found

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
            assert layer.op != LOOKED_UP or row[6] // row[7] <= MOST_RECORDS
            drawn.extend(row + [0] * (LAYER_COLUMNS - len(row)))
            for listed in layer.table:
                assert len(listed) <= MOST_SET
                masks.append(sum(names.index(plane) + 1 << 8 * place for place, plane in enumerate(listed)))
        self.layers = len(board.layers)
        ops = [layer.op for layer in board.layers]
        self.only_tiles = ops == [TILES_LAID]
        self.boards_turn = FIGURES_ON not in ops
        assert len(ops) <= MOST_LAYERS
        assert self.only_tiles or TILES_LAID not in ops
        set_by = [{plane for listed in layer.table for plane in listed} for layer in board.layers]
        assert sum(map(len, set_by)) == len(set().union(*set_by)), "two layers draw on the same plane"

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
        """Writes the encoding of a raw observation into two buffers."""
        if self.is_raw:
            raise ZooboxError("a raw observation has nothing to encode.")
        if len(raw) < self.numbers or len(flat) < self.size or len(planes) < self.plane_size:
            raise ValueError(
                f"this encoding needs buffers of {self.numbers}, {self.size} and {self.plane_size} numbers, "
                f"not {len(raw)}, {len(flat)} and {len(planes)}"
            )
        zeros, no_planes = self.of_zeros
        for place in range(self.size):
            flat[place] = zeros[place]
        for place in range(self.plane_size):
            planes[place] = no_planes[place]
        if cython.compiled:
            change_encoding(
                self, 0, self.zeros, cython.address(raw[0]), cython.address(flat[0]), cython.address(planes[0])
            )
        else:
            change_encoding(self, 0, self.zeros, raw, flat, planes)


def change_encoding(encoding: Encoding, shift: int, told: Buffer, raw: Buffer, flat: Buffer, planes: Buffer) -> None:
    """Makes the encoding of one raw observation that of another: few numbers change from decision to decision.

    The new observer sits `shift` seats after the old one. Then `told`, the old observation, is changed, too.
    """
    drawn = 0
    if shift:
        turn_seats(encoding, shift, told, flat, planes)
    end = 0
    while end < encoding.numbers:
        first = end
        end = first + 4 * COMPARED
        if end <= encoding.numbers and is_same(told, raw, first, 4 * COMPARED):
            continue
        end = min(first + COMPARED, encoding.numbers)
        if end - first == COMPARED and is_same(told, raw, first, COMPARED):
            continue
        for number in range(first, end):
            if raw[number] != told[number]:
                tell_number(encoding, number, told[number], raw[number], flat)
                drawn |= encoding.codes[CODE_COLUMNS * number + 5]
    if encoding.only_tiles:
        if drawn:
            move_tiles(encoding, told, raw, planes)
    elif shift and not encoding.boards_turn:
        for place in range(encoding.plane_size):
            planes[place] = 0
        draw_boards(encoding, raw, planes)
    elif drawn:
        for index in range(encoding.layers):
            for seat in range(encoding.players):
                if drawn >> (MAX_SEATS * index + seat) & 1:
                    draw_layer(encoding, LAYER_COLUMNS * index, seat, told, raw, planes)


def turn_seats(encoding: Encoding, shift: int, told: Buffer, flat: Buffer, planes: Buffer) -> None:
    """What an observer was told of every seat, in the order in which another one is told of them."""
    area = encoding.rows * encoding.columns
    board = encoding.channels * area
    low = 0
    high = encoding.rows
    if encoding.only_tiles:  # which rows have any
        low, high = high, low
        for tile in range(encoding.drawn[4]):
            if told[encoding.drawn[5] + tile] > 0:
                y = told[encoding.drawn[9] + tile] - encoding.drawn[14]
                other = y + encoding.drawn[16 + 2 * (told[encoding.drawn[11] + tile] & 3)]
                low = min(low, max(min(y, other), 0))
                high = max(high, min(max(y, other) + 1, encoding.rows))
    for _ in range(shift):
        for seat in range(encoding.players - 1):
            for index in range(encoding.turned):
                row = TURN_COLUMNS * index
                width = encoding.turns[row + 3]
                if width < 0:
                    swap_owners(encoding, row, seat + 1, told, flat)
                    continue
                first = encoding.turns[row + 2] + seat * width
                swap_bytes(flat, first, first + width, width)
                width = encoding.turns[row + 1]
                swap_numbers(told, encoding.turns[row] + seat * width, width)
            if encoding.boards_turn and low < high:
                for channel in range(encoding.channels):
                    first = seat * board + channel * area + low * encoding.columns
                    swap_bytes(planes, first, first + board, (high - low) * encoding.columns)


def swap_owners(encoding: Encoding, row: int, owner: int, told: Buffer, flat: Buffer) -> None:
    """In a field of owners an owner and the next one change places; each number is told by a one at its place."""
    first = encoding.turns[row]
    end = first + encoding.turns[row + 1]
    for number in range(first, end):
        value = told[number]
        told[number] = owner + 1 if value == owner else owner if value == owner + 1 else value
    if encoding.codes[CODE_COLUMNS * first + 1] != ONE_AT:
        return
    width = encoding.players + 1
    at = encoding.turns[row + 2] + owner
    for _ in range(first, end):
        kept = flat[at]
        flat[at] = flat[at + 1]
        flat[at + 1] = kept
        at += width


def swap_numbers(numbers: Buffer, first: int, width: int) -> None:
    """Two blocks of numbers, one after the other, change places."""
    left = numbers + first if cython.compiled else numbers[first:]
    right = left + width if cython.compiled else left[width:]
    for place in range(width):
        kept = left[place]
        left[place] = right[place]
        right[place] = kept


def swap_bytes(flat: Buffer, first: int, second: int, width: int) -> None:
    """Two blocks of bytes change places."""
    left = flat + first if cython.compiled else flat[first:]
    right = flat + second if cython.compiled else flat[second:]
    for place in range(width):
        kept = left[place]
        left[place] = right[place]
        right[place] = kept


def is_same(told: Buffer, raw: Buffer, first: int, count: int) -> bool:
    """Whether so many numbers are the same in two observations; without a branch for each, which is faster."""
    if not cython.compiled:
        return told[first : first + count] == raw[first : first + count]  # type: ignore
    left = told + first
    right = raw + first
    different = 0
    for place in range(count):
        different |= left[place] ^ right[place]
    return different == 0


def tell_number(encoding: Encoding, number: int, before: int, now: int, flat: Buffer) -> None:
    """Tells a number that was another one before."""
    codes = encoding.codes
    classes = encoding.classes
    row = CODE_COLUMNS * number
    at = codes[row]
    how = codes[row + 1]
    if how == AS_IT_IS:
        flat[at] = now > 0
    elif how != NOT_TOLD:
        low = codes[row + 2]
        span = codes[row + 3]
        table = codes[row + 4]
        left = at + classes[table + min(max(before - low, 0), span)]
        reached = at + classes[table + min(max(now - low, 0), span)]
        if how == ONE_AT:
            flat[left] = 0
            flat[reached] = 1
        else:
            for place in range(left, reached):
                flat[place] = 1
            for place in range(reached, left):
                flat[place] = 0


def draw_boards(encoding: Encoding, raw: Buffer, planes: Buffer) -> None:
    """All layers of all boards, on planes of zeros."""
    if encoding.only_tiles:
        move_tiles(encoding, encoding.nothing, raw, planes)
        return
    for index in range(encoding.layers):
        for seat in range(encoding.players):
            draw_layer(encoding, LAYER_COLUMNS * index, seat, encoding.nothing, raw, planes)


def draw_layer(encoding: Encoding, row: int, seat: int, told: Buffer, raw: Buffer, planes: Buffer) -> None:
    """One layer of one board: what was drawn from one observation becomes what is drawn from another."""
    op = encoding.drawn[row]
    if op == FIGURES_ON:
        draw_figures(encoding, row, seat, 0, told, planes)
        draw_figures(encoding, row, seat, 1, raw, planes)
    elif op == FROM_TABLE:
        draw_cells(encoding, row, seat, told, raw, planes)
    elif op == LOOKED_UP:
        draw_records(encoding, row, seat, told, raw, planes)
    else:
        draw_lines(encoding, row, seat, raw, planes)


def draw_lines(encoding: Encoding, row: int, seat: int, raw: Buffer, planes: Buffer) -> None:
    """A layer of zeros and ones, or of borders: where a number is not that of the next cell."""
    drawn = encoding.drawn
    columns = encoding.columns
    area = encoding.rows * columns
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


def draw_cells(encoding: Encoding, row: int, seat: int, told: Buffer, raw: Buffer, planes: Buffer) -> None:
    """A layer that goes through the cells of a board."""
    drawn = encoding.drawn
    masks = encoding.masks
    table = drawn[row + 1]
    values = drawn[row + 2]
    start = drawn[row + 3] + seat * drawn[row + 4]
    for cell in range(encoding.rows * encoding.columns):
        before = told[start + cell]
        value = raw[start + cell]
        if before != value:
            if 0 <= before < values:
                set_planes(encoding, seat, cell, masks[table + before], 0, planes)
            if 0 <= value < values:
                set_planes(encoding, seat, cell, masks[table + value], 1, planes)


def draw_records(encoding: Encoding, row: int, seat: int, told: Buffer, raw: Buffer, planes: Buffer) -> None:
    """A layer of cells that name records; which records have changed is looked up first."""
    drawn = encoding.drawn
    count = drawn[row + 6] // drawn[row + 7]
    start = drawn[row + 3] + seat * drawn[row + 4]
    records = drawn[row + 5] + seat * drawn[row + 6]
    size = drawn[row + 7]
    changed = 0  # a bit for each record, from 1 on
    bit = 1
    for record in range(count):
        bit <<= 1
        for part in range(drawn[row + 8]):
            number = records + record * size + drawn[row + 9 + 3 * part]
            if told[number] != raw[number]:
                changed |= bit
    for cell in range(encoding.rows * encoding.columns):
        before = told[start + cell]
        record = raw[start + cell]
        if before == record and not (0 < record <= count and changed >> record & 1):
            continue
        if 0 < before <= count:
            set_planes(encoding, seat, cell, planes_of_record(encoding, row, seat, before - 1, told), 0, planes)
        if 0 < record <= count:
            set_planes(encoding, seat, cell, planes_of_record(encoding, row, seat, record - 1, raw), 1, planes)


def planes_of_record(encoding: Encoding, row: int, seat: int, record: int, raw: Buffer) -> int:
    """The planes that the parts of a record set."""
    drawn = encoding.drawn
    source = drawn[row + 5] + seat * drawn[row + 6] + record * drawn[row + 7]
    found = 0
    for part in range(drawn[row + 8]):
        value = raw[source + drawn[row + 9 + 3 * part]]
        if 0 <= value < drawn[row + 11 + 3 * part]:
            listed = encoding.masks[drawn[row + 1] + drawn[row + 10 + 3 * part] + value]
            while listed:
                found = found << 8 | listed & 255
                listed >>= 8
    return found


def set_planes(encoding: Encoding, seat: int, cell: int, listed: int, mark: int, planes: Buffer) -> None:
    """Sets the listed planes at a cell of a seat's board to 0 or 1."""
    area = encoding.rows * encoding.columns
    while listed:
        planes[(seat * encoding.channels + (listed & 255) - 1) * area + cell] = mark
        listed >>= 8


def draw_figures(encoding: Encoding, row: int, seat: int, mark: int, raw: Buffer, planes: Buffer) -> None:
    """A layer of figures; a mark of 0 wipes them off."""
    drawn = encoding.drawn
    masks = encoding.masks
    table = drawn[row + 1]
    values = drawn[row + 2] - 1
    area = encoding.rows * encoding.columns
    for figure in range(drawn[row + 4]):
        place = raw[drawn[row + 3] + seat * drawn[row + 4] + figure]
        if 0 <= place < area:
            set_planes(encoding, seat, place, masks[table], mark, planes)
            kind = raw[drawn[row + 5] + figure]
            if seat == 0 and 0 <= kind < values:
                set_planes(encoding, 0, place, masks[table + 1 + kind], mark, planes)


def move_tiles(encoding: Encoding, told: Buffer, raw: Buffer, planes: Buffer) -> None:
    """A layer of tiles that is alone on its boards: wipes off what lies elsewhere now, draws what is new."""
    drawn = encoding.drawn
    wiped = False
    for tile in range(drawn[4]):
        if (
            told[drawn[5] + tile] != raw[drawn[5] + tile]
            or told[drawn[3] + tile] != raw[drawn[3] + tile]
            or told[drawn[7] + tile] != raw[drawn[7] + tile]
            or told[drawn[9] + tile] != raw[drawn[9] + tile]
            or told[drawn[11] + tile] != raw[drawn[11] + tile]
        ):
            if told[drawn[5] + tile] > 0:
                draw_tile(encoding, tile, 0, told, planes)
                wiped = True
            draw_tile(encoding, tile, 1, raw, planes)
    if wiped:  # perhaps off a square where another tile lies now
        for tile in range(drawn[4]):
            draw_tile(encoding, tile, 1, raw, planes)


def draw_tile(encoding: Encoding, tile: int, mark: int, raw: Buffer, planes: Buffer) -> None:
    """Draws a tile on the board of its owner, or wipes it off with a mark of 0."""
    drawn = encoding.drawn
    kind = raw[drawn[3] + tile]
    owner = raw[drawn[5] + tile]
    turn = raw[drawn[11] + tile]
    if 0 < owner <= encoding.players and 0 <= kind < drawn[2] // 8 and 0 <= turn < 4:
        for half in range(2):
            x = raw[drawn[7] + tile] - drawn[13] + half * drawn[15 + 2 * turn]
            y = raw[drawn[9] + tile] - drawn[14] + half * drawn[16 + 2 * turn]
            if 0 <= x < encoding.columns and 0 <= y < encoding.rows:
                mask = encoding.masks[drawn[1] + (kind * 4 + turn) * 2 + half]
                set_planes(encoding, owner - 1, y * encoding.columns + x, mask, mark, planes)
