"""What is in the box: the component file, read and checked, and the tables that the rules work with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zoobox.games.new_york_zoo.layout import *
from zoobox.games.new_york_zoo.shapes import Orientation, cells_of, connected, look, orientations
from zoobox.kernel.components import Components
from zoobox.kernel.errors import BadComponents
from zoobox.kernel.text import Phrase

MOST_OF_A_KIND = 60
MOST_HOUSES = 9
LEAST_TILE = 2
ONE_CELL = 1


def piece_words(what: str, id: str, look: str | None, size: int) -> Phrase:
    """A tile or attraction by its look; by its id only if its shape has no name, as may be in a box of one's own."""
    if look is not None:
        return Phrase(f"piece.{what}", look=Phrase(f"look.{look}"), name=look, size=size)
    if what == "attraction" and size == ONE_CELL:
        return Phrase("piece.attraction_of_one")
    return Phrase(f"piece.{what}_by_id", id=id, size=size)


@dataclass(frozen=True, slots=True)
class Kind:
    """A shape of enclosure tile or attraction."""

    id: str
    count: int | None
    """How many there are; None is an unlimited supply."""
    art: tuple[str, ...]
    orientations: tuple[Orientation, ...]
    is_attraction: bool = False

    @property
    def look(self) -> str | None:
        """What people call its shape."""
        return look(self.art)

    @property
    def words(self) -> Phrase:
        """What people call it."""
        return piece_words("attraction" if self.is_attraction else "tile", self.id, self.look, self.size)

    @property
    def size(self) -> int:
        return len(self.orientations[0].cells)


@dataclass(frozen=True, slots=True)
class Space:
    """An acquisition space with two species, or a slot with the sizes of its stack from bottom to top."""

    id: str
    animals: tuple[int, ...] = ()
    stack: tuple[int, ...] = ()
    line: int | None = None
    """The species of the breeding line in front of it."""

    @property
    def is_slot(self) -> bool:
        return bool(self.stack)


@dataclass(frozen=True, slots=True)
class ZooBoard:
    """A zoo board: its outline, houses, animals to begin with, and what is printed at its top."""

    rows: tuple[str, ...]
    houses: int
    animals: tuple[int, ...]
    reach: int
    bonus: bool


class Box:
    """The components for one configuration."""

    def __init__(self, components: Components, players: int, variant: str) -> None:
        self.components = components
        self.players = players
        self.variant = variant
        self._check_species()
        self.spaces = self._read_strip()
        self.slots = [space for space in self.spaces if space.is_slot]
        self.tiles = self._read_kinds("enclosure", LEAST_TILE)
        self.attractions = self._read_kinds("attraction", ONE_CELL)
        self.kinds = [*self.tiles, *self.attractions]
        self._check_kinds()
        self.boards = [self._read_board(seat) for seat in range(1, players + 1)]
        self._check_boards()
        self.width = max(len(row) for board in self.boards for row in board.rows)
        self.height = max(len(board.rows) for board in self.boards)
        self.cells = self.width * self.height
        if self.cells > MAX_CELLS:
            raise self._error(f"a board has at most {MAX_CELLS} cells, not {self.cells}", "board", 0, "rows")
        self.lifted = self._lifted()
        self.dealt = self._dealt()
        self._check_stacks()
        self.laps = self._laps()

    def slot_stack(self, slot: int) -> tuple[int, ...]:
        """The sizes that lie in a slot once the game is set up, from bottom to top."""
        stack = self.slots[slot].stack
        return stack[: len(stack) - self.lifted]

    def in_play(self) -> dict[int, int]:
        """How many tiles of each size are in the game, on the strip or dealt."""
        sizes: dict[int, int] = {tile.size: 0 for tile in self.tiles}
        for slot in range(len(self.slots)):
            for size in self.slot_stack(slot):
                sizes[size] += 1
        for size in self.dealt:
            sizes[size] += self.players
        return sizes

    def free_mask(self, seat: int) -> int:
        """The construction area of a board: bit row * width + column."""
        mask = 0
        for row, line in enumerate(self.boards[seat].rows):
            for column, mark in enumerate(line):
                if mark == ".":
                    mask |= 1 << row * self.width + column
        return mask

    def mask_of(self, orientation: Orientation) -> int:
        """The cells of a turned tile whose anchor is the first cell of the board."""
        return sum(1 << row * self.width + column for row, column in orientation.cells)

    def anchors_within(self, orientation: Orientation) -> int:
        """The anchors that keep a turned tile within the columns of the board."""
        left = -min(column for _, column in orientation.cells)
        right = self.width - max(column for _, column in orientation.cells)
        columns = sum(1 << column for column in range(left, right))
        return sum(columns << row * self.width for row in range(self.height))

    # Reading the file.

    def _error(self, message: str, name: str, index: int | None = None, key: str | None = None) -> BadComponents:
        return self.components.error(message, name, index, key)

    def _check_species(self) -> None:
        if self.components.table("species").get("order") != list(SPECIES):
            raise self._error(f"the species should be {', '.join(SPECIES)} in this order", "species", None, "order")

    def _species(self, value: Any, count: int, name: str, index: int, key: str) -> tuple[int, ...]:
        names = [value] if count == 1 else value
        if not isinstance(names, list) or len(names) != count or any(item not in SPECIES for item in names):
            what = "a species" if count == 1 else f"{count} species"
            raise self._error(f"{key} should be {what} of {', '.join(SPECIES)}, not {value!r}", name, index, key)
        return tuple(SPECIES.index(item) for item in names)

    def _number(self, entry: dict[str, Any], key: str, least: int, most: int, name: str, index: int | None) -> int:
        value = entry.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self._error(f"{key} should be a number from {least} to {most}, not {value!r}", name, index, key)
        return value

    def _read_strip(self) -> list[Space]:
        spaces: list[Space] = []
        line: int | None = None
        for index, entry in enumerate(self.components.entries("strip")):
            given = [key for key in ("space", "slot", "line") if key in entry]
            if len(given) != 1:
                raise self._error("a place of the strip is a space, a slot or a line", "strip", index)
            if given == ["line"]:
                if line is not None:
                    raise self._error("two lines stand between the same two spaces", "strip", index)
                line = self._species(entry["line"], 1, "strip", index, "line")[0]
                continue
            spaces.append(self._read_space(entry, index, line))
            line = None
        if line is not None or not spaces or spaces[0].is_slot or spaces[0].line is not None:
            raise self._error(
                "the strip should begin with its start, an acquisition space, and not end with a line", "strip", 0
            )
        slots = sum(space.is_slot for space in spaces)
        if len(spaces) > MAX_SPACES or slots > MAX_SLOTS or len({space.id for space in spaces}) < len(spaces):
            raise self._error(
                f"the strip has at most {MAX_SPACES} spaces, {MAX_SLOTS} of them slots, each with a name of its own",
                "strip",
                0,
            )
        lines = [space.line for space in spaces if space.line is not None]
        if len(set(lines)) < len(lines):
            raise self._error("each species has one breeding line at most", "strip", 0)
        return spaces

    def _read_space(self, entry: dict[str, Any], index: int, line: int | None) -> Space:
        if "space" in entry:
            animals = self._species(entry.get("animals"), 2, "strip", index, "animals")
            if animals[0] == animals[1]:
                raise self._error("an acquisition space shows two different species", "strip", index, "animals")
            return Space(str(entry["space"]), animals=animals, line=line)
        stack = entry.get("stack")
        if (
            not isinstance(stack, list)
            or not all(isinstance(size, int) for size in stack)
            or not 1 < len(stack) <= STACK
            or sorted(set(stack)) != stack
        ):
            raise self._error(f"a stack is 2 to {STACK} rising sizes, not {stack!r}", "strip", index, "stack")
        return Space(str(entry["slot"]), stack=tuple(stack), line=line)

    def _read_kinds(self, name: str, least: int) -> list[Kind]:
        kinds = []
        for index, entry in enumerate(self.components.entries(name)):
            art = entry.get("art")
            if not isinstance(art, list) or not all(isinstance(row, str) and set(row) <= set("X.") for row in art):
                raise self._error("art should be a list of rows of X and .", name, index, "art")
            cells = cells_of(art)
            if not least <= len(cells) <= MAX_TILE or not connected(cells):
                raise self._error(
                    f"{name} {entry.get('id')!r} should be one piece of {least} to {MAX_TILE} spaces",
                    name,
                    index,
                    "art",
                )
            if not isinstance(entry.get("id"), str) or not entry["id"] or " " in entry["id"]:
                raise self._error("id should be a word", name, index, "id")
            count = None
            if name == "enclosure" or "count" in entry:
                count = self._number(entry, "count", 1, MOST_OF_A_KIND, name, index)
            kinds.append(Kind(entry["id"], count, tuple(art), orientations(tuple(art)), name == "attraction"))
        return kinds

    def _check_kinds(self) -> None:
        names = [kind.id.lower() for kind in self.kinds]
        for index, kind in enumerate(self.kinds):
            if kind.id.lower() in names[:index]:
                raise BadComponents(f"two tiles are called {kind.id!r}")
        for name, kinds in (("enclosure", self.tiles), ("attraction", self.attractions)):
            seen: dict[Any, str] = {}
            for index, kind in enumerate(kinds):
                shape = min(orientation.cells for orientation in kind.orientations)
                if shape in seen:
                    raise self._error(
                        f"{kind.id} has the shape of {seen[shape]}; give that one a higher count", name, index, "art"
                    )
                seen[shape] = kind.id
        if len(self.kinds) > MAX_KINDS or len(self.attractions) > MAX_ATTRACTIONS:
            raise self._error(
                f"there are at most {MAX_ATTRACTIONS} shapes of attraction and {MAX_KINDS} in all", "attraction", 0
            )
        if not any(kind.size == ONE_CELL and kind.count is None for kind in self.attractions):
            raise self._error("an unlimited attraction of one space is needed to close the last gaps", "attraction", 0)

    def _read_board(self, seat: int) -> ZooBoard:
        for index, entry in enumerate(self.components.entries("board")):
            if entry.get("players") != self.players or entry.get("seat") != seat:
                continue
            if self.players == 1 and entry.get("side") != self.variant:
                continue
            rows = entry.get("rows")
            if (
                not isinstance(rows, list)
                or not rows
                or not all(isinstance(row, str) and set(row) <= set(".#") for row in rows)
                or len({len(row) for row in rows}) != 1
                or "." not in "".join(rows)
            ):
                raise self._error("rows should be a list of equally long rows of . and #", "board", index, "rows")
            houses = self._number(entry, "houses", 2, MOST_HOUSES, "board", index)
            animals = self._species(entry.get("start_animals"), 2, "board", index, "start_animals")
            reach = 0
            if self.players > 1:
                reach = self._number(entry, "range", 3, len(self.spaces) - 1, "board", index)
            bonus = entry.get("bonus_breeding")
            if not isinstance(bonus, bool):
                raise self._error("bonus_breeding should be true or false", "board", index, "bonus_breeding")
            return ZooBoard(tuple(rows), houses, animals, reach, bonus)
        what = f"{self.players} players, seat {seat}" if self.players > 1 else f"the {self.variant} solo game"
        raise BadComponents(f"the board for {what} is missing")

    def _check_boards(self) -> None:
        if len({(board.reach, board.bonus) for board in self.boards}) != 1:
            raise BadComponents(f"the boards for {self.players} players differ in range or bonus breeding")
        smallest = min(tile.size for tile in self.tiles)
        for seat, board in enumerate(self.boards, 1):
            if "".join(board.rows).count(".") // smallest > MAX_ENCLOSURES:
                raise BadComponents(f"the board of seat {seat} has room for more than {MAX_ENCLOSURES} enclosures")

    def _lifted(self) -> int:
        if self.variant == "standard":
            return 0
        name = "solo" if self.players == 1 else "short"
        least = min(len(space.stack) for space in self.slots)
        return self._number(self.components.table(name), "lifted", 1, least - 1, name, None)

    def _dealt(self) -> tuple[int, ...]:
        if self.variant != "short":
            return ()
        dealt = self.components.table("short").get("dealt")
        lifted = [size for space in self.slots for size in space.stack[len(space.stack) - self.lifted :]]
        if (
            not isinstance(dealt, list)
            or not 0 < len(dealt) <= MAX_DEALT
            or any(dealt.count(size) * self.players > lifted.count(size) for size in dealt)
        ):
            raise self._error(
                f"dealt should be up to {MAX_DEALT} sizes of which enough tiles are lifted", "short", None, "dealt"
            )
        return tuple(dealt)

    def _check_stacks(self) -> None:
        for size in sorted({tile.size for tile in self.tiles}):
            tiles = sum(tile.count or 0 for tile in self.tiles if tile.size == size)
            places = sum(size in space.stack for space in self.slots)
            if tiles != places:
                index = next(index for index, tile in enumerate(self.tiles) if tile.size == size)
                raise self._error(
                    f"there are {tiles} enclosures of {size} spaces, but {places} places for them on the strip",
                    "enclosure",
                    index,
                    "count",
                )
        sizes = {tile.size for tile in self.tiles}
        if any(size not in sizes for space in self.slots for size in space.stack):
            raise self._error("a slot asks for a size of which there are no tiles", "strip", 0)

    def _laps(self) -> int:
        if self.players > 1:
            return 0
        solo = self.components.table("solo")
        if solo.get("markers") != [0, 1, 2, 3, 4]:
            raise self._error("the range markers are 0, 1, 2, 3 and 4, which means 4 or more", "solo", None, "markers")
        return self._number(solo, "laps", 1, 9, "solo", None)
