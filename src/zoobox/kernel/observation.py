"""Observations: the fields of a game's buffer that a seat may know, as numbers.

A game lists its fields in `observation.py`. Seats are numbered from the observer on: 0 is oneself, 1 the next
clockwise. Values are 16-bit numbers; the length never changes for a configuration.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.kernel.layout import *

if TYPE_CHECKING:
    from zoobox.kernel.state import State


@dataclass(frozen=True)
class Scale:
    """What a number of an observation can be, and how a network is told: see encoding.py."""

    low: int
    high: int
    is_amount: bool = False
    """More is more; otherwise each value is something of its own."""
    most_told: int = 0
    """An amount is told apart up to here."""
    groups: tuple[int, ...] = ()
    """The group of each value from `low` on, where only its group is told."""

    def classes(self) -> tuple[int, ...]:
        """The class of each value from `low` on."""
        if self.groups:
            return self.groups
        span = self.high - self.low
        if not self.is_amount:
            return tuple(range(span + 1))
        told = (self.most_told or self.high) - self.low
        steps = min(told, MOST_STEPS)
        return tuple([min(value, told) * steps // told for value in range(span + 1)])

    def width(self) -> int:
        """How many zeros and ones tell it: one for each class; of an amount, and of two classes, one less."""
        most = max(self.classes())
        return most if self.is_amount or most == 1 else most + 1


def one_of(high: int, low: int = 0) -> Scale:
    """Values that are each something of their own."""
    return Scale(low, high)


def amount(high: int, low: int = 0, most_told: int = 0) -> Scale:
    """A count: more is more. Beyond `most_told` a network is told no difference."""
    return Scale(low, high, True, most_told)


def grouped(groups: Sequence[int], low: int = 0) -> Scale:
    """Values of which only the group is told, given for each value from `low` on."""
    return Scale(low, low + len(groups) - 1, groups=tuple(groups))


Scales = Scale | Sequence[Scale] | None


@dataclass(frozen=True)
class Field:
    """One field of an observation."""

    name: str
    kind: int
    length: int
    """How many numbers it has in the observation (for each seat, where it is of every seat)."""
    meaning: str
    start: int = 0
    step: int = 0
    heights: int = 0
    """Offset of the heights of several stacks."""
    scales: tuple[Scale, ...] = ()
    """The scale of its numbers; several are those of the parts of a record, which the field repeats."""


def listed(scales: Scales) -> tuple[Scale, ...]:
    if scales is None:
        return (amount(BYTE),)
    return (scales,) if isinstance(scales, Scale) else tuple(scales)


def shared(name: str, start: int, length: int, meaning: str, scales: Scales = None) -> Field:
    """Bytes that everybody sees."""
    return Field(name, BYTES, length, meaning, start, scales=listed(scales))


def shared_bits(name: str, start: int, length: int, meaning: str) -> Field:
    """Bits that everybody sees, lowest first."""
    return Field(name, BITS, length, meaning, start)


def a_seat(name: str, start: int, meaning: str, length: int = 1) -> Field:
    """Bytes that hold seats, observed relative to the observer; -1 for none."""
    return Field(name, SEAT_BYTE, length, meaning, start)


def owners(name: str, start: int, length: int, meaning: str) -> Field:
    """Bytes that hold 0 for no seat or a seat + 1, observed as 0 or the relative seat + 1."""
    return Field(name, OWNERS, length, meaning, start)


def turned_up(name: str, start: int, length: int, meaning: str, scales: Scales = None) -> Field:
    """The bytes of a stack that are face up according to `State.turned_up`; -1 for the others."""
    return Field(name, TURNED_UP, length, meaning, start, scales=listed(scales or one_of(BYTE, -1)))


def tops(name: str, start: int, length: int, step: int, heights: int, meaning: str, scales: Scales = None) -> Field:
    """The topmost byte of each of several stacks, whose heights are at `heights`; -1 for an empty one."""
    return Field(name, TOPS, length, meaning, start, step, heights, listed(scales or one_of(BYTE, -1)))


def seat_set(name: str, start: int, meaning: str) -> Field:
    """A byte that holds a set of seats: 0 or 1 for each seat from the observer on."""
    return Field(name, SEAT_BITS, 1, meaning, start)


def each_seat(name: str, start: int, length: int, step: int, meaning: str, scales: Scales = None) -> Field:
    """Bytes of every seat's block, the observer's first."""
    return Field(name, EACH_SEAT, length, meaning, start, step, scales=listed(scales))


def each_seat_bits(name: str, start: int, length: int, step: int, meaning: str) -> Field:
    """Bits of every seat's block, lowest first, the observer's first."""
    return Field(name, EACH_SEAT_BITS, length, meaning, start, step)


def own(name: str, start: int, length: int, step: int, meaning: str, scales: Scales = None) -> Field:
    """Bytes of the observer's own block."""
    return Field(name, OWN, length, meaning, start, step, scales=listed(scales))


def points(scale: Scale | None = None) -> Field:
    """The points the score sheet would show now."""
    usual = amount(1000, -1000, 100)
    return Field("points", POINTS, 1, "points now, for each seat from the observer on", scales=(scale or usual,))


def waiting() -> Field:
    """Who owes a decision."""
    return Field("waiting", WAITING, 1, "1 for each seat that owes a decision, from the observer on")


OF_EVERY_SEAT = (SEAT_BITS, EACH_SEAT, EACH_SEAT_BITS, POINTS, WAITING)
YES_OR_NO = (SEAT_BITS, EACH_SEAT_BITS, BITS, WAITING)


class ObservationSpec:
    """The observation of one configuration of a game: which fields it has, and how to fill them in."""

    def __init__(self, listed: Sequence[Field], players: int) -> None:
        self.players = players
        self.listed = tuple(listed)
        self.count = len(self.listed)
        self.size = sum(self.width(field) for field in listed)
        rows, places, sources = self._read_fields()
        self.plain = len(places)
        self.stored = (rows.tobytes(), places.tobytes(), sources.tobytes())
        if cython.compiled:
            self.rows = cython.cast(cython.p_int, cython.cast(cython.p_char, self.stored[0]))
            self.places = cython.cast(cython.p_int, cython.cast(cython.p_char, self.stored[1]))
            self.sources = cython.cast(cython.p_int, cython.cast(cython.p_char, self.stored[2]))
        else:
            self.rows, self.places, self.sources = (memoryview(table).cast("i") for table in self.stored)
        self.game: Any = None  # of the last state that was checked

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.listed, self.players)

    def _read_fields(self) -> tuple[array[int], array[int], array[int]]:
        """A row for each field; then, of short fields of bytes, the place of each number and its byte for each seat."""
        rows, plain_rows, places = array("i"), array("i"), array("i")
        sources = [array("i") for _ in range(self.players)]
        at = 0
        for field in self.listed:
            plain = field.kind in (BYTES, OWN, EACH_SEAT) and field.length < LONG_FIELD
            table = plain_rows if plain else rows
            table.extend((field.kind, field.start, field.length, field.step, field.heights, at))
            for number in range(self.width(field) if plain else 0):
                relative, offset = divmod(number, field.length)
                places.append(at + number)
                for seat, listed in enumerate(sources):
                    block = (seat + relative) % self.players if field.kind != BYTES else 0
                    listed.append(field.start + block * field.step + offset)
            at += self.width(field)
        self.special = len(rows) // COLUMNS
        return rows + plain_rows, places, array("i", [byte for listed in sources for byte in listed])

    def width(self, field: Field) -> int:
        """How many numbers of an observation the field takes."""
        return field.length * (self.players if field.kind in OF_EVERY_SEAT else 1)

    def scales(self, field: Field) -> tuple[Scale, ...]:
        """What the numbers of a field can be; several scales take turns."""
        if field.kind in YES_OR_NO:
            return (one_of(1),)
        if field.kind == SEAT_BYTE:
            return (one_of(self.players - 1, -1),)
        if field.kind == OWNERS:
            return (one_of(self.players),)
        return field.scales or (amount(BYTE),)

    def fields(self) -> list[tuple[str, int, int, str]]:
        """Name, first index, width and meaning of every field."""
        described = []
        first = 0
        for field in self.listed:
            described.append((field.name, first, self.width(field), field.meaning))
            first += self.width(field)
        return described

    def observe(self, state: State, seat: int) -> array[int]:
        """The observation of a seat."""
        out = array("h", bytes(2 * self.size))
        self.write(state, seat, memoryview(out))
        return out

    def check(self, state: State, seat: int, length: int) -> None:
        """Raises an error for a state of another game, a seat that there is not, or a buffer that is too small."""
        if state is None:  # compiled, None passes for any type
            raise TypeError("an observation needs a state")
        if state.game is not self.game:
            other = state.game.observation_spec()
            if other.listed != self.listed or other.players != self.players:
                raise ValueError(f"these observations are not those of {state.game!r}")
            self.game = state.game
        state.check_seat(seat)
        if length < self.size:
            raise ValueError(f"an observation of this game has {self.size} numbers, not {length}")

    def write(self, state: State, seat: int, out: memoryview) -> None:
        """Writes the observation of a seat into a buffer of 16-bit numbers."""
        self.check(state, seat, len(out))
        write_observation(self, state, seat, out)
        state.complain()

    def write_both(self, state: State, seat: int, out: memoryview, mask: memoryview) -> None:
        """Writes the observation of a seat, and sets the entries of its legal choices to 1 in a mask of zeros."""
        self.check(state, seat, len(out))
        if len(mask) < state.choice_count:
            raise ValueError(f"a mask of this game has {state.choice_count} entries, not {len(mask)}")
        write_observation(self, state, seat, out)
        if state.seats_waiting() >> seat & 1:
            if cython.compiled:
                state.mark_legal(seat, cython.cast(cython.p_uchar, cython.address(mask[0])))
            else:
                state.mark_legal(seat, mask)
        state.complain()


def write_observation(spec: ObservationSpec, state: State, seat: int, out: memoryview) -> None:
    """Fills a view with the observation of a seat."""
    if cython.compiled:
        fill_observation(spec, state, seat, cython.address(out[0]))
    else:
        fill_observation(spec, state, seat, out)


def fill_observation(spec: ObservationSpec, state: State, seat: int, out: memoryview) -> None:
    """Fills `out`, a pointer when compiled, with the observation of a seat."""
    d = state.d
    rows = spec.rows
    players = spec.players
    count = spec.count
    elsewhere = 0
    for other in range(players):
        elsewhere |= state.seen_at(seat, other)
    if elsewhere == 0:  # nobody's block is shown as it was before
        count = spec.special
        first = spec.plain * seat
        for index in range(spec.plain):
            out[spec.places[index]] = d[spec.sources[first + index]]
    for index in range(count):
        kind = rows[COLUMNS * index]
        start = rows[COLUMNS * index + 1]
        length = rows[COLUMNS * index + 2]
        step = rows[COLUMNS * index + 3]
        heights = rows[COLUMNS * index + 4]
        at = rows[COLUMNS * index + 5]
        if kind in (BYTES, OWN):
            first = start + (step * seat if kind == OWN else 0)
            for offset in range(length):
                out[at + offset] = d[first + offset]
        elif kind == BITS:
            for offset in range(length):
                out[at + offset] = d[start + (offset >> 3)] >> (offset & 7) & 1
        elif kind == SEAT_BYTE:
            for offset in range(length):
                other = d[start + offset]
                out[at + offset] = (other - seat + players) % players if other < players else -1
        elif kind == OWNERS:
            for offset in range(length):
                other = d[start + offset]
                out[at + offset] = (other - 1 - seat + players) % players + 1 if other > 0 else 0
        elif kind == TURNED_UP:
            mask = state.turned_up()
            for offset in range(length):
                out[at + offset] = d[start + offset] if offset < mask else -1
        elif kind == TOPS:
            for offset in range(length):
                other = d[heights + offset]
                out[at + offset] = d[start + offset * step + other - 1] if other > 0 else -1
        else:
            mask = state.seats_waiting() if kind == WAITING else d[start]
            for relative in range(players):
                other = (seat + relative) % players
                first = start + step * other
                if elsewhere:
                    first += state.seen_at(seat, other)
                if kind == EACH_SEAT:
                    for offset in range(length):
                        out[at + offset] = d[first + offset]
                elif kind == EACH_SEAT_BITS:
                    for offset in range(length):
                        out[at + offset] = d[first + (offset >> 3)] >> (offset & 7) & 1
                elif kind == POINTS:
                    out[at] = state.points_seen(seat, other)
                else:
                    out[at] = mask >> other & 1
                at += length
