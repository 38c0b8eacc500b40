"""New York Zoo. What is legal and what happens, in the order the rulebook tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.games.new_york_zoo.layout import (
    ACQUIRE,
    ACQUIRE_OTHER,
    ACTIVE,
    ACTOR,
    ADD,
    ADD_TO,
    ADDED,
    ALL_MARKERS,
    ANIMAL,
    ANIMALS,
    ARRIVALS,
    ATTRACTION,
    ATTRACTION_MARK,
    ATTRACTIONS,
    BONUS,
    BONUS_IN,
    BONUS_PASS,
    BONUS_STEP,
    BRED,
    BREED,
    BREED_IN,
    BREED_MORE,
    BREED_STEP,
    BREEDERS,
    BUILT,
    DEAL,
    DEALT,
    DEALT_COUNT,
    DECORATED,
    ELEPHANT,
    ENCLOSURE,
    ENCLOSURES,
    FINISHED,
    FIRST_STEP,
    FREE,
    FREE_HOUSES,
    FROM,
    FROM_HOUSE,
    GAIN,
    GO,
    GO_FREELY,
    GRID,
    HEIGHTS,
    HOUSED,
    IN_HAND,
    INHABITANT,
    KEEP,
    KEEP_ONE,
    KIND,
    LARGEST_MARKER,
    LIMIT,
    LINE_BEFORE,
    LINE_COUNT,
    LINES,
    MARKERS,
    MOVE,
    NO_ADD,
    NO_BONUS,
    NO_BREED,
    NO_KEEP,
    NO_OTHER,
    NO_SECOND,
    NO_STEP,
    OFFERED,
    OFFSET_COUNT,
    OFFSETS,
    OPEN,
    ORIENTATIONS,
    OTHER,
    PHASE,
    PLACE,
    PLACE_ATTRACTION,
    PLACE_TILE,
    POPULATE,
    POPULATE_MORE,
    PUT,
    PUT_IN,
    PUT_IN_HOUSE,
    SCRATCH,
    SEATS,
    SECOND_STEP,
    SHOWN,
    SIZE_OF,
    SLOT_AT,
    SPECIES_COUNT,
    STACK,
    STACKS,
    STEP,
    TAKE,
    TAKE_ANIMAL,
    TILE_STEP,
    TO_BREED,
    TURNED,
    UNLIMITED,
)
from zoobox.kernel.state import State

if TYPE_CHECKING:
    from zoobox.games.new_york_zoo import NewYorkZoo

if not cython.compiled:  # compiled, these come from the .pxd

    def count_bits(mask: int) -> int:
        return mask.bit_count()

    def nth_bit(mask: int, index: int) -> int:
        """The place of the set bit that has `index` set bits below it."""
        for _ in range(index):
            mask &= mask - 1
        return (mask & -mask).bit_length() - 1


WORD = 0xFFFFFFFFFFFFFFFF
FREE_SPACES_STEP = 256  # the animals that break a tie stay below one free space
MOST_CELLS = 128


class ZooState(State):
    """A game in progress."""

    def __init__(self, game: NewYorkZoo) -> None:
        size = (SEATS + (GRID + game.contents.cells) * game.players + 7) // 8 * 8
        State.__init__(self, game, size, SCRATCH)
        self.scratch = size
        self.anchor_words = (size + OFFERED) // 8
        self.box = game.contents
        self.table = game.table
        self.t = self.table
        self.room_words = game.room_words
        self.rooms = game.rooms
        self.point_rooms()
        self.seat_size = GRID + game.contents.cells
        self.cells = game.contents.cells
        self.spaces = len(game.contents.spaces)
        self.tiles = len(game.contents.tiles)
        self.kinds = len(game.contents.kinds)
        self.reach = game.contents.boards[0].reach
        self.laps = game.contents.laps
        self.bonus = game.contents.boards[0].bonus
        self.bonus_by_phase = game.bonus_by_phase
        self.limit_per_animal = game.limit_per_animal
        self.stacks_hidden = game.stacks_hidden
        self.lines_by_strip = game.lines_by_strip
        self.landing_breeds = game.landing_breeds

    def adopt(self, other: State) -> None:
        assert isinstance(other, ZooState)
        source = other
        self.scratch = source.scratch
        self.anchor_words = source.anchor_words
        self.box = source.box
        self.table = source.table
        self.t = self.table
        self.room_words = source.room_words
        self.rooms = source.rooms
        self.point_rooms()
        self.seat_size = source.seat_size
        self.cells = source.cells
        self.spaces = source.spaces
        self.tiles = source.tiles
        self.kinds = source.kinds
        self.reach = source.reach
        self.laps = source.laps
        self.bonus = source.bonus
        self.bonus_by_phase = source.bonus_by_phase
        self.limit_per_animal = source.limit_per_animal
        self.stacks_hidden = source.stacks_hidden
        self.lines_by_strip = source.lines_by_strip
        self.landing_breeds = source.landing_breeds

    def point_rooms(self) -> None:
        """Compiled, the masks of the box are read as words."""
        if cython.compiled:
            self.r = cython.cast(cython.pointer(cython.ulonglong), cython.cast(cython.p_uchar, self.room_words))

    # Small questions about the table.

    def free_mask(self, seat: int) -> int:
        """The free cells of a seat's construction area."""
        high: int = self.w[FREE + 2 * seat + 1]
        low: int = self.w[FREE + 2 * seat]
        return high << 64 | low

    def room(self, orientation: int) -> int:
        """The anchors that keep an orientation within the columns of the board."""
        if cython.compiled:
            high: int = self.r[2 * orientation + 1]
            low: int = self.r[2 * orientation]
            return high << 64 | low
        return self.rooms[orientation]

    def anchors(self, free: int, kind: int, turn: int) -> int:
        """Every anchor at which the kind, so turned, covers free cells only: nyz.puzzle.no-overlap, .inside."""
        orientation = kind * ORIENTATIONS + turn
        found = free & self.room(orientation)
        start = OFFSETS + orientation * OFFSET_COUNT
        for offset in range(start, start + self.t[SIZE_OF + kind] - 1):
            found = found & (free >> self.t[offset])
        return found

    def fits(self, free: int, kind: int) -> bool:
        for turn in range(self.t[TURNED + kind]):
            if self.anchors(free, kind, turn) != 0:
                return True
        return False

    def is_filled(self, seat: int) -> bool:
        return not (self.w[FREE + 2 * seat] or self.w[FREE + 2 * seat + 1])

    def at_seat(self, seat: int) -> int:
        return SEATS + seat * self.seat_size

    def home(self, seat: int) -> int:
        """`at_seat` for callers from Python."""
        return self.at_seat(seat)

    def is_full(self, seat: int) -> bool:
        """`is_filled` for callers from Python."""
        return self.is_filled(seat)

    def has_animal_to_move(self, seat: int) -> bool:
        """`can_populate` for callers from Python."""
        return self.can_populate(seat)

    def top_tile(self, slot: int) -> int:
        return self.d[STACKS + slot * STACK + self.d[HEIGHTS + slot] - 1]

    def animals_of(self, seat: int) -> int:
        """All animals on a board, houses included."""
        home = self.at_seat(seat)
        total = 0
        for species in range(SPECIES_COUNT):
            total += self.d[home + HOUSED + species]
        for enclosure in range(self.d[home + BUILT]):
            total += self.d[home + ENCLOSURES + enclosure * ENCLOSURE + ANIMALS]
        return total

    # Whose turn, and what may be done.

    def seats_waiting(self) -> int:
        phase = self.d[PHASE]
        if phase == FINISHED:
            return 0
        if phase == DEAL:
            return self.seats_with_dealt_tiles()
        return 1 << self.d[ACTOR]

    def count_legal(self, seat: int) -> int:
        if self.d[self.at_seat(seat) + IN_HAND] != 0:
            return self.offer_placements(seat)
        phase = self.d[PHASE]
        if phase == MOVE:
            if self.laps != 0:
                return self.offer_marker_moves(seat)
            return self.offer_moves(seat)
        if phase == POPULATE:
            return self.offer_first_sources(seat)
        if phase == POPULATE_MORE:
            return self.offer_second_sources(seat)
        if phase == ACQUIRE:
            return self.offer_animals(seat)
        if phase == ACQUIRE_OTHER:
            self.d[self.scratch] = TAKE_ANIMAL + self.d[OTHER] - 1
            self.d[self.scratch + 1] = NO_OTHER
            return 2
        if phase == PUT:
            return self.offer_places(seat)
        if phase == ADD:
            return self.offer_additions(seat)
        if phase == KEEP:
            self.d[self.scratch] = KEEP_ONE
            self.d[self.scratch + 1] = NO_KEEP
            return 2
        if phase == ATTRACTION:
            return self.offer_attractions(seat)
        if phase == BONUS:
            return self.offer_bonus(seat)
        if phase == DEAL:
            return self.offer_dealt(seat)
        return self.offer_breeding(seat)

    def nth_legal(self, seat: int, index: int) -> int:
        if self.d[self.at_seat(seat) + IN_HAND] != 0:
            return self.nth_placement(index)
        return self.d[self.scratch + index]

    def is_legal(self, seat: int, choice: int) -> bool:
        kind = self.d[self.at_seat(seat) + IN_HAND]
        if kind != 0:
            if choice < PLACE:
                return False
            turn = (choice - PLACE) // self.cells
            if turn >= self.t[TURNED + kind - 1]:
                return False
            found = self.anchors(self.free_mask(seat), kind - 1, turn)
            return (found >> (choice - PLACE) % self.cells & 1) != 0
        for index in range(self.count_legal(seat)):
            if self.d[self.scratch + index] == choice:
                return True
        return False

    def offer_placements(self, seat: int) -> int:
        """The tile in hand, in every orientation, wherever it covers free cells only."""
        kind = self.d[self.at_seat(seat) + IN_HAND] - 1
        free = self.free_mask(seat)
        count = 0
        for turn in range(self.t[TURNED + kind]):
            found = self.anchors(free, kind, turn)
            self.w[self.anchor_words + 2 * turn] = found & WORD
            self.w[self.anchor_words + 2 * turn + 1] = found >> 64
            places = count_bits(found)
            self.d[self.scratch + turn] = places
            count += places
        return count

    def nth_placement(self, index: int) -> int:
        turn = 0
        while index >= self.d[self.scratch + turn]:
            index -= self.d[self.scratch + turn]
            turn += 1
        found = self.w[self.anchor_words + 2 * turn + 1]
        found = found << 64 | self.w[self.anchor_words + 2 * turn]
        return PLACE + turn * self.cells + nth_bit(found, index)

    # 1. Moving the elephant.

    def offer_moves(self, seat: int) -> int:
        """One space up to the range of the board, wherever the main action can be carried out."""
        acquiring = self.can_acquire(seat)
        building = self.can_populate(seat)
        free = self.free_mask(seat)
        space = self.d[ELEPHANT]
        count = 0
        distance = 0
        while distance < self.reach:
            space = self.after(space)
            if self.is_counted(space):
                distance += 1
                if self.may_stop(space, acquiring, building, free):
                    self.d[self.scratch + count] = GO + distance
                    count += 1
        return count

    def offer_marker_moves(self, seat: int) -> int:
        """Solo: by an unused range marker, or without one to the next acquisition space."""
        acquiring = self.can_acquire(seat)
        building = self.can_populate(seat)
        free = self.free_mask(seat)
        space = self.d[ELEPHANT]
        markers = self.d[MARKERS]
        count = 0
        distance = 0
        for _ in range(self.spaces):
            if distance == 0 or self.is_counted(space):
                marker = distance if distance < LARGEST_MARKER else LARGEST_MARKER
                if markers >> marker & 1 and self.may_stop(space, acquiring, building, free):
                    self.d[self.scratch + count] = GO + distance
                    count += 1
                distance += 1
            space = self.after(space)
        if acquiring:
            self.d[self.scratch + count] = GO_FREELY
            count += 1
        return count

    def after(self, space: int) -> int:
        """The next space clockwise."""
        return 0 if space + 1 == self.spaces else space + 1

    def is_counted(self, space: int) -> bool:
        """Acquisition spaces and slots with a tile are spaces; empty slots are skipped."""
        slot = self.t[SLOT_AT + space]
        return slot == 0 or self.d[HEIGHTS + slot - 1] > 0

    def may_stop(self, space: int, acquiring: bool, building: bool, free: int) -> bool:
        """Whether the main action of a space can be carried out: nyz.move.must-fit, nyz.move.must-acquire."""
        slot = self.t[SLOT_AT + space]
        if slot == 0:
            return acquiring
        return building and self.d[HEIGHTS + slot - 1] > 0 and self.fits(free, self.top_tile(slot - 1))

    def can_acquire(self, seat: int) -> bool:
        """Whether an animal of some species could be put somewhere: an enclosure always has room for one."""
        home = self.at_seat(seat)
        return self.d[home + FREE_HOUSES] > 0 or self.d[home + BUILT] > 0

    def can_populate(self, seat: int) -> bool:
        """Whether there is an animal for a new enclosure."""
        home = self.at_seat(seat)
        for species in range(SPECIES_COUNT):
            if self.d[home + HOUSED + species] > 0:
                return True
        record = home + ENCLOSURES
        for _ in range(self.d[home + BUILT]):
            if self.d[record + ANIMALS] > 1:
                return True
            record += ENCLOSURE
        return False

    def move(self, seat: int, choice: int) -> None:
        """The elephant goes on; the lines it crosses breed after the main action."""
        left = choice - GO
        if self.laps != 0 and choice != GO_FREELY:
            marker = left if left < LARGEST_MARKER else LARGEST_MARKER
            self.d[MARKERS] ^= 1 << marker
        space = self.d[ELEPHANT]
        while left > 0:
            space = self.after(space)
            if space == 0 and self.laps != 0:
                self.d[ARRIVALS] += 1
            if self.t[LINE_BEFORE + space] != 0:
                self.cross(space)
            if choice == GO_FREELY:
                if self.t[SLOT_AT + space] == 0:
                    left = 0
            elif self.is_counted(space):
                left -= 1
        self.d[ELEPHANT] = space
        if self.laps != 0 and self.d[ARRIVALS] == self.laps and space != 0:
            self.finish()  # nyz.solo.passing
        elif self.t[SLOT_AT + space] != 0:
            self.d[self.at_seat(seat) + IN_HAND] = self.top_tile(self.t[SLOT_AT + space] - 1) + 1
            self.d[PHASE] = PLACE_TILE
        else:
            self.d[PHASE] = ACQUIRE

    def cross(self, space: int) -> None:
        """Notes a breeding line, in the order of crossing or, by setting, of the strip."""
        place = self.d[LINE_COUNT]
        if self.lines_by_strip and space < self.d[ELEPHANT]:  # beyond the start: earlier on the strip
            place = 0
            while place < self.d[LINE_COUNT] and self.line_place(self.d[LINES + place]) < space:
                place += 1
            for later in range(self.d[LINE_COUNT], place, -1):
                self.d[LINES + later] = self.d[LINES + later - 1]
        self.d[LINES + place] = self.t[LINE_BEFORE + space] - 1
        self.d[LINE_COUNT] += 1

    def line_place(self, species: int) -> int:
        """The space behind the breeding line of a species."""
        space = 0
        while self.t[LINE_BEFORE + space] != species + 1:
            space += 1
        return space

    # 2. The main action: placing an enclosure tile.

    def place(self, seat: int, choice: int) -> None:
        """The tile in hand covers cells for good."""
        home = self.at_seat(seat)
        kind = self.d[home + IN_HAND] - 1
        turn = (choice - PLACE) // self.cells
        cell = (choice - PLACE) % self.cells
        mark = self.d[home + BUILT] + 1 if kind < self.tiles else ATTRACTION_MARK + self.d[home + DECORATED]
        self.cover(seat, cell, mark)
        start = OFFSETS + (kind * ORIENTATIONS + turn) * OFFSET_COUNT
        for offset in range(start, start + self.t[SIZE_OF + kind] - 1):
            self.cover(seat, cell + self.t[offset], mark)
        self.d[home + IN_HAND] = 0
        if kind >= self.tiles:
            self.d[home + DECORATED] += 1
            if not self.t[UNLIMITED + kind - self.tiles]:
                self.d[ATTRACTIONS + kind - self.tiles] -= 1
            self.settle()
            return
        self.d[home + ENCLOSURES + self.d[home + BUILT] * ENCLOSURE + KIND] = kind
        self.d[home + BUILT] += 1
        if self.d[PHASE] == DEAL:
            self.next_dealt(seat)
        else:
            self.lift_tile()
            self.d[PHASE] = POPULATE

    def cover(self, seat: int, cell: int, mark: int) -> None:
        one = 1
        word = FREE + 2 * seat + cell // 64
        self.w[word] = self.w[word] & (WORD ^ (one << cell % 64))
        self.d[self.at_seat(seat) + GRID + cell] = mark

    def lift_tile(self) -> None:
        """The tile that was placed is gone from its slot."""
        slot = self.t[SLOT_AT + self.d[ELEPHANT]] - 1
        self.d[HEIGHTS + slot] -= 1
        self.d[STACKS + slot * STACK + self.d[HEIGHTS + slot]] = 0
        if self.stacks_hidden and self.d[HEIGHTS + slot] > 0:
            self.news += 1  # the next tile comes to light

    def offer_first_sources(self, seat: int) -> int:
        """The first animal of a new enclosure: from a house, or from an enclosure that keeps one."""
        home = self.at_seat(seat)
        count = 0
        for species in range(SPECIES_COUNT):
            if self.d[home + HOUSED + species] > 0:
                self.d[self.scratch + count] = FROM_HOUSE + species
                count += 1
        for enclosure in range(self.d[home + BUILT]):
            if self.d[home + ENCLOSURES + enclosure * ENCLOSURE + ANIMALS] > 1:  # nyz.populate.never-empty
                self.d[self.scratch + count] = FROM + enclosure
                count += 1
        return count

    def offer_second_sources(self, seat: int) -> int:
        """A second animal of the same species, from whichever source, or none."""
        home = self.at_seat(seat)
        newest = self.d[home + BUILT] - 1
        inhabitant = self.d[home + ENCLOSURES + newest * ENCLOSURE + INHABITANT]
        count = 0
        if self.d[home + HOUSED + inhabitant - 1] > 0:
            self.d[self.scratch] = FROM_HOUSE + inhabitant - 1
            count = 1
        for enclosure in range(newest):
            record = home + ENCLOSURES + enclosure * ENCLOSURE
            if self.d[record + INHABITANT] == inhabitant and self.d[record + ANIMALS] > 1:
                self.d[self.scratch + count] = FROM + enclosure
                count += 1
        self.d[self.scratch + count] = NO_SECOND
        return count + 1

    def populate(self, seat: int, choice: int) -> None:
        """One animal moves into the new enclosure."""
        home = self.at_seat(seat)
        newest = home + ENCLOSURES + (self.d[home + BUILT] - 1) * ENCLOSURE
        if choice < FROM:
            self.d[newest + INHABITANT] = choice - FROM_HOUSE + 1
            self.d[home + HOUSED + choice - FROM_HOUSE] -= 1
            self.d[home + FREE_HOUSES] += 1
        else:
            source = home + ENCLOSURES + (choice - FROM) * ENCLOSURE
            self.d[newest + INHABITANT] = self.d[source + INHABITANT]
            self.d[source + ANIMALS] -= 1
        self.d[newest + ANIMALS] += 1
        self.d[STEP] = TILE_STEP
        if self.d[newest + ANIMALS] < LIMIT and self.offer_second_sources(seat) > 1:
            self.d[PHASE] = POPULATE_MORE
        else:
            self.settle()

    # 2. The main action: acquiring animals.

    def offer_animals(self, seat: int) -> int:
        """Any species that can be put somewhere; after one of the two shown the other may follow."""
        count = 0
        for species in range(SPECIES_COUNT):
            if self.can_put(seat, species):
                self.d[self.scratch + count] = TAKE_ANIMAL + species
                count += 1
        return count

    def can_put(self, seat: int, species: int) -> bool:
        home = self.at_seat(seat)
        if self.d[home + FREE_HOUSES] > 0:
            return True
        record = home + ENCLOSURES
        for _ in range(self.d[home + BUILT]):
            if self.takes_in(record, species):
                return True
            record += ENCLOSURE
        return False

    def takes_in(self, record: int, species: int) -> bool:
        """An enclosure of that species or an emptied one, within the limit of one action."""
        inhabitant = self.d[record + INHABITANT]
        if inhabitant != 0 and inhabitant != species + 1:  # nyz.animals.one-species
            return False
        return self.limit_per_animal or self.d[record + ADDED] < LIMIT  # nyz.animals.limit

    def offer_places(self, seat: int) -> int:
        """Where the acquired animal goes: a house, an enclosure of its species, an emptied one."""
        home = self.at_seat(seat)
        species = self.d[ANIMAL] - 1
        count = 0
        if self.d[home + FREE_HOUSES] > 0:
            self.d[self.scratch] = PUT_IN_HOUSE
            count = 1
        for enclosure in range(self.d[home + BUILT]):
            if self.takes_in(home + ENCLOSURES + enclosure * ENCLOSURE, species):
                self.d[self.scratch + count] = PUT_IN + enclosure
                count += 1
        return count

    def take_animal(self, choice: int) -> None:
        """A first animal, or the other one shown."""
        species = choice - TAKE_ANIMAL
        if self.d[PHASE] == ACQUIRE_OTHER:
            self.d[OTHER] = 0
            self.d[STEP] = SECOND_STEP
        else:
            shown = SHOWN + 2 * self.d[ELEPHANT]
            if species == self.t[shown]:
                self.d[OTHER] = self.t[shown + 1] + 1
            elif species == self.t[shown + 1]:
                self.d[OTHER] = self.t[shown] + 1
            self.d[STEP] = FIRST_STEP
        self.d[ANIMAL] = species + 1
        self.d[PHASE] = PUT

    def put(self, seat: int, choice: int) -> None:
        home = self.at_seat(seat)
        species = self.d[ANIMAL] - 1
        self.d[ANIMAL] = 0
        if choice == PUT_IN_HOUSE:
            self.d[home + HOUSED + species] += 1
            self.d[home + FREE_HOUSES] -= 1
            self.settle()
            return
        record = home + ENCLOSURES + (choice - PUT_IN) * ENCLOSURE
        self.d[record + INHABITANT] = species + 1
        self.d[record + ANIMALS] += 1
        self.d[record + ADDED] += 1
        self.d[record + GAIN] |= OPEN
        self.ask_for_additions(seat)

    # An animal from a house may join each that was added.

    def may_add(self, home: int, record: int) -> bool:
        """Room, an animal of the species in a house, and the limit of the main action."""
        if not self.d[record + GAIN] & OPEN or self.d[record + ANIMALS] == self.t[SIZE_OF + self.d[record + KIND]]:
            return False
        if self.d[record + ADDED] >= LIMIT and not self.limit_per_animal:
            return False
        return self.d[home + HOUSED + self.d[record + INHABITANT] - 1] > 0

    def offer_additions(self, seat: int) -> int:
        home = self.at_seat(seat)
        count = 0
        for enclosure in range(self.d[home + BUILT]):
            if self.may_add(home, home + ENCLOSURES + enclosure * ENCLOSURE):
                self.d[self.scratch + count] = ADD_TO + enclosure
                count += 1
        self.d[self.scratch + count] = NO_ADD
        return count + 1

    def ask_for_additions(self, seat: int) -> None:
        if self.offer_additions(seat) > 1:
            self.d[PHASE] = ADD
        else:
            self.close_additions(seat)

    def add_from_house(self, seat: int, enclosure: int) -> None:
        home = self.at_seat(seat)
        record = home + ENCLOSURES + enclosure * ENCLOSURE
        self.d[home + HOUSED + self.d[record + INHABITANT] - 1] -= 1
        self.d[home + FREE_HOUSES] += 1
        self.d[record + ANIMALS] += 1
        if self.d[STEP] <= SECOND_STEP:
            self.d[record + ADDED] += 1
        self.d[record + GAIN] ^= OPEN
        self.ask_for_additions(seat)

    def close_additions(self, seat: int) -> None:
        record = self.at_seat(seat) + ENCLOSURES
        for _ in range(self.d[self.at_seat(seat) + BUILT]):
            self.d[record + GAIN] &= BRED
            record += ENCLOSURE
        self.settle()

    # Completed enclosures.

    def settle(self) -> None:
        """Exchanges the next completed enclosure for an attraction; once there is none, the turn goes on."""
        seat = self.d[ACTOR]
        home = self.at_seat(seat)
        record = home + ENCLOSURES
        for _ in range(self.d[home + BUILT]):
            if self.d[record + ANIMALS] == self.t[SIZE_OF + self.d[record + KIND]]:
                self.d[ANIMAL] = self.d[record + INHABITANT]
                self.d[record + INHABITANT] = 0
                self.d[record + ANIMALS] = 0
                if self.d[home + FREE_HOUSES] > 0:
                    self.d[PHASE] = KEEP
                else:
                    self.offer_reward(seat)
                return
            record += ENCLOSURE
        self.resume(seat)

    def keep(self, seat: int, choice: int) -> None:
        """One of the animals may stay in a free house."""
        home = self.at_seat(seat)
        if choice == KEEP_ONE:
            self.d[home + HOUSED + self.d[ANIMAL] - 1] += 1
            self.d[home + FREE_HOUSES] -= 1
        self.offer_reward(seat)

    def offer_reward(self, seat: int) -> None:
        """One attraction, if there is a cell left to put it on."""
        self.d[ANIMAL] = 0
        if self.is_filled(seat):
            self.settle()  # nyz.complete.no-room
        else:
            self.d[PHASE] = ATTRACTION

    def offer_attractions(self, seat: int) -> int:
        """Every attraction that is left and fits; one space always does."""
        free = self.free_mask(seat)
        count = 0
        for kind in range(self.tiles, self.kinds):
            if self.d[ATTRACTIONS + kind - self.tiles] > 0 and self.fits(free, kind):
                self.d[self.scratch + count] = TAKE + kind
                count += 1
        return count

    def resume(self, seat: int) -> None:
        """What comes after the completed enclosures of this step."""
        step = self.d[STEP]
        if step == FIRST_STEP:
            if self.d[OTHER] != 0 and self.can_put(seat, self.d[OTHER] - 1):
                self.d[PHASE] = ACQUIRE_OTHER
                return
            self.d[OTHER] = 0
        if step <= SECOND_STEP:
            self.end_main_action(seat)
        elif step == BREED_STEP and self.bonus and not self.bonus_by_phase and self.may_breed_bonus(seat):
            self.d[PHASE] = BONUS
        else:
            self.d[BREEDERS] += 1
            self.next_breeder()

    def end_main_action(self, seat: int) -> None:
        """A filled board wins at once; otherwise the lines crossed breed."""
        if self.d[STEP] != TILE_STEP:
            record = self.at_seat(seat) + ENCLOSURES
            for _ in range(self.d[self.at_seat(seat) + BUILT]):
                self.d[record + ADDED] = 0
                record += ENCLOSURE
        if self.is_filled(seat):
            self.finish()  # nyz.end.main-action
        elif self.laps != 0 and self.d[ARRIVALS] == self.laps and not self.landing_breeds:
            self.finish()
        elif self.d[LINE_COUNT] > 0:
            self.d[BREEDERS] = 0
            self.next_breeder()
        else:
            self.end_turn()

    # 3. Animal breeding.

    def next_breeder(self) -> None:
        """The next player, from the active one clockwise, who can breed; then the next line; then the turn ends."""
        while self.d[LINE_COUNT] > 0:
            while self.d[BREEDERS] < self.players:
                seat = (self.d[ACTIVE] + self.d[BREEDERS]) % self.players
                if self.d[BONUS_PASS]:
                    if self.may_breed_bonus(seat):
                        self.d[ACTOR] = seat
                        self.d[PHASE] = BONUS
                        return
                elif self.may_breed(seat):
                    self.d[ACTOR] = seat
                    self.d[PHASE] = BREED
                    return
                self.d[BREEDERS] += 1
            self.d[BREEDERS] = 0
            if self.bonus and self.bonus_by_phase and not self.d[BONUS_PASS]:
                self.d[BONUS_PASS] = 1
            else:
                self.end_line()
        self.end_turn()

    def end_line(self) -> None:
        self.d[BONUS_PASS] = 0
        self.d[LINE_COUNT] -= 1
        for line in range(self.d[LINE_COUNT]):
            self.d[LINES + line] = self.d[LINES + line + 1]
        self.d[LINES + self.d[LINE_COUNT]] = 0
        for seat in range(self.players):
            record = self.at_seat(seat) + ENCLOSURES
            for _ in range(self.d[self.at_seat(seat) + BUILT]):
                self.d[record + GAIN] = 0
                record += ENCLOSURE

    def breeds(self, record: int) -> bool:
        """At least two animals of the species of the line, and no offspring yet."""
        return (
            self.d[record + INHABITANT] == self.d[LINES] + 1
            and self.d[record + ANIMALS] >= TO_BREED
            and not self.d[record + GAIN] & BRED
        )

    def may_breed(self, seat: int) -> bool:
        record = self.at_seat(seat) + ENCLOSURES
        for _ in range(self.d[self.at_seat(seat) + BUILT]):
            if self.breeds(record):
                return True
            record += ENCLOSURE
        return False

    def offer_breeding(self, seat: int) -> int:
        """One of the enclosures that breed, or none (further)."""
        home = self.at_seat(seat)
        count = 0
        for enclosure in range(self.d[home + BUILT]):
            if self.breeds(home + ENCLOSURES + enclosure * ENCLOSURE):
                self.d[self.scratch + count] = BREED_IN + enclosure
                count += 1
        self.d[self.scratch + count] = NO_BREED
        return count + 1

    def breed(self, seat: int, enclosure: int) -> None:
        """One offspring; a second enclosure may follow before anything else happens."""
        self.give_birth(seat, enclosure)
        self.d[STEP] = BREED_STEP
        if self.d[PHASE] == BREED and self.may_breed(seat):
            self.d[PHASE] = BREED_MORE
        else:
            self.ask_for_additions(seat)

    def no_breeding(self, seat: int) -> None:
        if self.d[PHASE] == BREED_MORE:
            self.ask_for_additions(seat)
        else:  # nyz.breed.forego: no bonus either
            self.d[BREEDERS] += 1
            self.next_breeder()

    def give_birth(self, seat: int, enclosure: int) -> None:
        record = self.at_seat(seat) + ENCLOSURES + enclosure * ENCLOSURE
        self.d[record + ANIMALS] += 1
        self.d[record + GAIN] = BRED | OPEN

    def gets_bonus(self, record: int) -> bool:
        """Any species, at least two animals, no offspring in this breeding."""
        return self.d[record + ANIMALS] >= TO_BREED and not self.d[record + GAIN] & BRED

    def may_breed_bonus(self, seat: int) -> bool:
        """Whether the seat has bred at this line and has another enclosure for the bonus."""
        record = self.at_seat(seat) + ENCLOSURES
        bred = False
        target = False
        for _ in range(self.d[self.at_seat(seat) + BUILT]):
            if self.d[record + GAIN] & BRED:
                bred = True
            elif self.gets_bonus(record):
                target = True
            record += ENCLOSURE
        return bred and target

    def offer_bonus(self, seat: int) -> int:
        home = self.at_seat(seat)
        count = 0
        for enclosure in range(self.d[home + BUILT]):
            if self.gets_bonus(home + ENCLOSURES + enclosure * ENCLOSURE):
                self.d[self.scratch + count] = BONUS_IN + enclosure
                count += 1
        self.d[self.scratch + count] = NO_BONUS
        return count + 1

    def breed_bonus(self, seat: int, choice: int) -> None:
        self.d[STEP] = BONUS_STEP
        if choice == NO_BONUS:
            self.resume(seat)
        else:
            self.give_birth(seat, choice - BONUS_IN)
            self.ask_for_additions(seat)

    # The end of a turn, and of the game.

    def end_turn(self) -> None:
        """A board filled in breeding, or the end of the solo player's time, ends the game."""
        for seat in range(self.players):
            if self.is_filled(seat):
                self.finish()  # nyz.end.breeding
                return
        if self.laps != 0:
            if self.d[ARRIVALS] == self.laps:
                self.finish()  # nyz.solo.exact-landing
                return
            if self.d[MARKERS] == 0:
                self.d[MARKERS] = ALL_MARKERS
        self.d[ACTIVE] = (self.d[ACTIVE] + 1) % self.players
        self.d[ACTOR] = self.d[ACTIVE]
        self.d[STEP] = NO_STEP
        self.d[PHASE] = MOVE

    def finish(self) -> None:
        self.d[PHASE] = FINISHED
        self.d[STEP] = NO_STEP
        self.d[ACTOR] = self.d[ACTIVE]
        self.d[BREEDERS] = 0
        for line in range(SPECIES_COUNT):
            self.d[LINES + line] = 0
        self.d[LINE_COUNT] = 0

    def spaces_to_go(self) -> int:
        """Solo: the spaces up to the last arrival at the start, slots without tiles included."""
        return self.laps * self.spaces - self.d[ARRIVALS] * self.spaces - self.d[ELEPHANT]

    def points(self, seat: int) -> int:
        """A minus point for each free space; alone with a filled board, a point for each space still ahead."""
        if self.laps != 0 and self.is_filled(seat):
            return self.spaces_to_go()
        return -count_bits(self.free_mask(seat))

    def score(self, seat: int) -> int:
        """Fewest free spaces, then most animals; alone, the points."""
        if self.laps != 0:
            return self.points(seat)
        return self.points(seat) * FREE_SPACES_STEP + self.animals_of(seat)

    def payoff(self, seat: int) -> float:
        """Alone: half for a filled board and more for spaces to spare, less than half for a board with gaps."""
        if self.laps == 0:
            return State.payoff(self, seat)
        if self.is_filled(seat):
            return 0.5 + 0.5 * self.points(seat) / (self.laps * self.spaces)
        return 0.5 + 0.5 * self.points(seat) / MOST_CELLS

    # The short game for two.

    def seats_with_dealt_tiles(self) -> int:
        mask = 0
        for seat in range(self.players):
            if self.d[self.at_seat(seat) + DEALT_COUNT] > 0 or self.d[self.at_seat(seat) + IN_HAND] > 0:
                mask |= 1 << seat
        return mask

    def offer_dealt(self, seat: int) -> int:
        """Each dealt tile that is not placed yet; all of them fit."""
        home = self.at_seat(seat)
        count = 0
        for kind in range(self.tiles):
            for index in range(self.d[home + DEALT_COUNT]):
                if self.d[home + DEALT + index] == kind:
                    self.d[self.scratch + count] = TAKE + kind
                    count += 1
                    break
        return count

    def take(self, seat: int, kind: int) -> None:
        """An attraction or a dealt tile is about to be placed."""
        home = self.at_seat(seat)
        self.d[home + IN_HAND] = kind + 1
        if self.d[PHASE] == ATTRACTION:
            self.d[PHASE] = PLACE_ATTRACTION
            return
        index = 0
        while self.d[home + DEALT + index] != kind:
            index += 1
        self.drop_dealt(home, index)

    def drop_dealt(self, home: int, index: int) -> None:
        self.d[home + DEALT_COUNT] -= 1
        for later in range(index, self.d[home + DEALT_COUNT]):
            self.d[home + DEALT + later] = self.d[home + DEALT + later + 1]
        self.d[home + DEALT + self.d[home + DEALT_COUNT]] = 0

    def next_dealt(self, seat: int) -> None:
        """What no longer fits is set aside; the last tile is taken up at once; after it play begins."""
        home = self.at_seat(seat)
        free = self.free_mask(seat)
        for index in range(self.d[home + DEALT_COUNT] - 1, -1, -1):
            if not self.fits(free, self.d[home + DEALT + index]):
                self.drop_dealt(home, index)  # nyz.short.no-room
        if self.d[home + DEALT_COUNT] == 1:
            self.take(seat, self.d[home + DEALT])
        if self.seats_with_dealt_tiles() == 0:
            self.d[PHASE] = MOVE

    def enact(self, seat: int, choice: int) -> None:
        if choice >= PLACE:
            self.place(seat, choice)
        elif choice <= GO_FREELY:
            self.move(seat, choice)
        elif choice < NO_OTHER:
            self.take_animal(choice)
        elif choice == NO_OTHER:
            self.d[OTHER] = 0
            self.end_main_action(seat)
        elif choice < FROM_HOUSE:
            self.put(seat, choice)
        elif choice < NO_SECOND:
            self.populate(seat, choice)
        elif choice == NO_SECOND:
            self.settle()
        elif choice < NO_ADD:
            self.add_from_house(seat, choice - ADD_TO)
        elif choice == NO_ADD:
            self.close_additions(seat)
        elif choice <= NO_KEEP:
            self.keep(seat, choice)
        elif choice < NO_BREED:
            self.breed(seat, choice - BREED_IN)
        elif choice == NO_BREED:
            self.no_breeding(seat)
        elif choice <= NO_BONUS:
            self.breed_bonus(seat, choice)
        else:
            self.take(seat, choice - TAKE)
