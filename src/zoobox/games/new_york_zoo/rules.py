"""New York Zoo. What is legal and what happens, in the order the rulebook tells it."""

from __future__ import annotations

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.games.new_york_zoo.animals import Animals
from zoobox.games.new_york_zoo.layout import *
from zoobox.kernel.state import State

if not cython.compiled:  # compiled, these come from the .pxd
    from zoobox.games.new_york_zoo.tables import bit, count_bits, count_cells, lowest_bit, nth_bit


def after(space: int, spaces: int) -> int:
    """The next space clockwise."""
    return 0 if space + 1 == spaces else space + 1


def is_counted(d: bytearray | memoryview, t: bytes, space: int) -> bool:
    """Acquisition spaces and slots with a tile are spaces; empty slots are skipped: nyz.move.skipped."""
    slot = t[SLOT_AT + space]
    return slot == 0 or d[HEIGHTS + slot - 1] > 0


class ZooState(Animals):
    """A game in progress."""

    # Whose turn, and what may be done.

    def seats_waiting(self) -> int:
        d = self.d
        phase = d[PHASE]
        if phase == FINISHED:
            return 0
        if phase == DEAL:
            return self.seats_with_dealt_tiles()
        return 1 << d[ACTOR]

    def count_legal(self, seat: int) -> int:
        if self.d[SEATS + seat * SEAT + IN_HAND] != 0:
            return self.count_placements(seat)
        offered = self.offered(seat)
        self.w[self.scratch + OFFERED] = offered
        return count_bits(offered)

    def nth_legal(self, seat: int, index: int) -> int:
        if self.d[SEATS + seat * SEAT + IN_HAND] != 0:
            return self.nth_placement(index)
        return self.t[FIRST_CHOICE + self.d[PHASE]] + nth_bit(self.w[self.scratch + OFFERED], index)

    def is_legal(self, seat: int, choice: int) -> bool:
        if self.d[SEATS + seat * SEAT + IN_HAND] != 0:
            return self.may_place(seat, choice)
        number = choice - self.t[FIRST_CHOICE + self.d[PHASE]]
        return 0 <= number < WORD_BITS and self.offered(seat) >> number & 1 != 0

    def offered(self, seat: int) -> int:
        """What may be chosen where no tile is to be placed: a bit for each choice, from the first of the phase on."""
        phase = self.d[PHASE]
        if phase == MOVE:
            return self.moves(seat) if self.fixed.laps == 0 else self.marker_moves(seat)
        if phase == PUT:
            return self.places(seat)
        if phase == ACQUIRE:
            return self.species_to_put(seat)
        if phase == ACQUIRE_OTHER:
            return bit(self.d[OTHER] - 1) | bit(NO_OTHER - TAKE_ANIMAL)
        if phase in (BREED, BREED_MORE):
            return self.breeders(seat) | bit(NO_BREED - BREED_IN)
        if phase == BONUS:
            return self.bonus_breeders(seat) | bit(NO_BONUS - BONUS_IN)
        if phase == ADD:
            return self.additions(seat) | bit(NO_ADD - ADD_TO)
        if phase == KEEP:
            return bit(KEEP_ONE - KEEP_ONE) | bit(NO_KEEP - KEEP_ONE)
        if phase == ATTRACTION:
            kinds = self.attractions_to_take(seat)
            return kinds | bit(NO_ATTRACTION - TAKE) if self.fixed.attraction_optional else kinds
        if phase == POPULATE:
            return self.first_sources(seat)
        if phase == POPULATE_MORE:
            return self.second_sources(seat) | bit(NO_SECOND - FROM_HOUSE)
        return self.dealt_to_take(seat)

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
        elif choice == NO_ATTRACTION:
            self.settle()
        else:
            self.take(seat, choice - TAKE)

    # 1. Moving the elephant.

    def moves(self, seat: int) -> int:
        """One space up to the range of the board, wherever the main action can be carried out."""
        acquiring = self.can_acquire(seat)
        building = self.can_populate(seat)
        space = self.d[ELEPHANT]
        found = 0
        distance = 0
        while distance < self.fixed.reach:
            space = after(space, self.fixed.spaces)
            if is_counted(self.d, self.t, space):
                distance += 1
                if self.may_stop(seat, space, acquiring, building):
                    found |= bit(GO + distance)
        return found

    def marker_moves(self, seat: int) -> int:
        """Solo: by an unused range marker, or without one to the next acquisition space."""
        acquiring = self.can_acquire(seat)
        building = self.can_populate(seat)
        space = self.d[ELEPHANT]
        markers = self.d[MARKERS]
        found = bit(GO_FREELY) if acquiring else 0
        distance = 0
        for _ in range(self.fixed.spaces):
            if distance == 0 or is_counted(self.d, self.t, space):
                marker = distance if distance < LARGEST_MARKER else LARGEST_MARKER
                if markers >> marker & 1 and self.may_stop(seat, space, acquiring, building):
                    found |= bit(GO + distance)
                distance += 1
            space = after(space, self.fixed.spaces)
        return found

    def may_stop(self, seat: int, space: int, acquiring: bool, building: bool) -> bool:
        """Whether the main action of a space can be carried out: nyz.move.must-fit, nyz.move.must-acquire."""
        slot = self.t[SLOT_AT + space]
        if slot == 0:
            return acquiring
        return building and self.d[HEIGHTS + slot - 1] > 0 and self.fits(seat, self.top_tile(slot - 1))

    def move(self, seat: int, choice: int) -> None:
        """The elephant goes on; the lines it crosses breed after the main action."""
        d = self.d
        left = choice - GO
        if self.fixed.laps != 0 and choice != GO_FREELY:
            marker = left if left < LARGEST_MARKER else LARGEST_MARKER
            d[MARKERS] ^= 1 << marker
        space = d[ELEPHANT]
        while left > 0:
            space = after(space, self.fixed.spaces)
            if space == 0 and self.fixed.laps != 0:
                d[ARRIVALS] += 1
            if self.t[LINE_BEFORE + space] != 0:
                self.cross(space)
            if choice == GO_FREELY:
                if self.t[SLOT_AT + space] == 0:
                    left = 0
            elif is_counted(d, self.t, space):
                left -= 1
        d[ELEPHANT] = space
        if not self.may_breed_this_turn():
            self.forget_lines()
        if self.is_past_the_end() and not self.fixed.passing_acts:
            self.finish()  # nyz.solo.passing
        elif self.t[SLOT_AT + space] != 0:
            d[SEATS + seat * SEAT + IN_HAND] = self.top_tile(self.t[SLOT_AT + space] - 1) + 1
            d[PHASE] = PLACE_TILE
        else:
            d[PHASE] = ACQUIRE

    def cross(self, space: int) -> None:
        """Notes a breeding line, in the order of crossing: nyz.breed.line-order."""
        d = self.d
        d[LINES + d[LINE_COUNT]] = self.t[LINE_BEFORE + space] - 1
        d[LINE_COUNT] += 1

    # 2. The main action: placing an enclosure tile.

    def place(self, seat: int, choice: int) -> None:
        """An attraction, a tile from the strip or a dealt tile comes onto the board."""
        d = self.d
        home = SEATS + seat * SEAT
        kind = d[home + IN_HAND] - 1
        if kind >= self.fixed.tiles:
            self.lay(seat, choice, ATTRACTION_MARK + d[home + DECORATED])
            d[home + DECORATED] += 1
            if not self.t[UNLIMITED + kind - self.fixed.tiles]:
                d[ATTRACTIONS + kind - self.fixed.tiles] -= 1
            self.settle()
            return
        self.lay(seat, choice, d[home + BUILT] + 1)
        self.build(seat, kind)
        if d[PHASE] == DEAL:
            self.next_dealt(seat)
        else:
            self.lift_tile()
            d[PHASE] = POPULATE

    def populate(self, seat: int, choice: int) -> None:
        """One animal moves into the new enclosure, and a second may follow."""
        d = self.d
        home = SEATS + seat * SEAT
        newest = d[home + BUILT] - 1
        d[STEP] = TILE_STEP
        if choice < FROM:
            self.leave_house(home, choice - FROM_HOUSE)
            self.add_animal(seat, newest, choice - FROM_HOUSE + 1)
        else:
            self.remove_animal(seat, choice - FROM)
            self.add_animal(seat, newest, d[home + ENCLOSURES + (choice - FROM) * ENCLOSURE + INHABITANT])
        if d[home + ENCLOSURES + newest * ENCLOSURE + ANIMALS] < LIMIT and self.second_sources(seat) != 0:
            d[PHASE] = POPULATE_MORE
        else:
            self.settle()

    # 2. The main action: acquiring animals.

    def take_animal(self, choice: int) -> None:
        """A first animal, or the other one shown."""
        d = self.d
        species = choice - TAKE_ANIMAL
        if d[PHASE] == ACQUIRE_OTHER:
            d[OTHER] = 0
            d[STEP] = SECOND_STEP
        else:
            shown = SHOWN + 2 * d[ELEPHANT]
            if species == self.t[shown]:
                d[OTHER] = self.t[shown + 1] + 1
            elif species == self.t[shown + 1]:
                d[OTHER] = self.t[shown] + 1
            d[STEP] = FIRST_STEP
        d[ANIMAL] = species + 1
        d[PHASE] = PUT

    def put(self, seat: int, choice: int) -> None:
        d = self.d
        home = SEATS + seat * SEAT
        species = d[ANIMAL] - 1
        d[ANIMAL] = 0
        if choice == PUT_IN_HOUSE:
            d[home + HOUSED + species] += 1
            d[home + FREE_HOUSES] -= 1
            self.resume(seat)
            return
        self.add_animal(seat, choice - PUT_IN, species + 1)
        self.count_addition(seat, choice - PUT_IN)
        self.allow_joining(seat, choice - PUT_IN)
        self.ask_for_additions(seat, species)

    # An animal from a house may join each that was added.

    def ask_for_additions(self, seat: int, species: int) -> None:
        """Only enclosures of one species have gained animals in a step."""
        if self.d[SEATS + seat * SEAT + HOUSED + species] > 0 and self.additions(seat) != 0:
            self.d[PHASE] = ADD
        else:
            self.close_additions(seat)

    def add_from_house(self, seat: int, enclosure: int) -> None:
        d = self.d
        home = SEATS + seat * SEAT
        inhabitant = d[home + ENCLOSURES + enclosure * ENCLOSURE + INHABITANT]
        self.leave_house(home, inhabitant - 1)
        self.add_animal(seat, enclosure, inhabitant)
        if d[STEP] <= SECOND_STEP:
            self.count_addition(seat, enclosure)
        self.stop_joining(seat, enclosure)
        self.ask_for_additions(seat, inhabitant - 1)

    def close_additions(self, seat: int) -> None:
        self.stop_all_joining(seat)
        self.settle()

    # Completed enclosures.

    def settle(self) -> None:
        """Exchanges the next completed enclosure for an attraction; once there is none, the turn goes on."""
        d = self.d
        seat = d[ACTOR]
        full = self.w[FIRST_SEAT_WORD + seat * SEAT_WORDS + FULL]
        if full == 0:
            self.resume(seat)
            return
        self.empty(seat, lowest_bit(full))
        if d[SEATS + seat * SEAT + FREE_HOUSES] > 0:
            d[PHASE] = KEEP
        else:
            self.offer_reward(seat)

    def keep(self, seat: int, choice: int) -> None:
        """One of the animals may stay in a free house."""
        d = self.d
        home = SEATS + seat * SEAT
        if choice == KEEP_ONE:
            d[home + HOUSED + d[ANIMAL] - 1] += 1
            d[home + FREE_HOUSES] -= 1
        self.offer_reward(seat)

    def offer_reward(self, seat: int) -> None:
        """One attraction, if there is a cell left to put it on."""
        d = self.d
        d[ANIMAL] = 0
        if self.is_filled(seat):
            self.settle()  # nyz.complete.no-room
        else:
            d[PHASE] = ATTRACTION

    def resume(self, seat: int) -> None:
        """What comes after the completed enclosures of this step."""
        d = self.d
        step = d[STEP]
        if step == FIRST_STEP:
            if d[OTHER] != 0 and self.can_put(seat, d[OTHER] - 1):
                d[PHASE] = ACQUIRE_OTHER
                return
            d[OTHER] = 0
        if step <= SECOND_STEP:
            self.end_main_action(seat)
        elif step == BREED_STEP and self.fixed.bonus and not self.fixed.bonus_by_phase and self.may_breed_bonus(seat):
            d[PHASE] = BONUS
        else:
            d[BREEDERS] += 1
            self.next_breeder()

    def end_main_action(self, seat: int) -> None:
        """A filled board wins at once; otherwise the lines crossed breed."""
        d = self.d
        if d[STEP] != TILE_STEP:
            self.forget_additions(seat)
        if self.is_filled(seat):
            self.finish()  # nyz.end.main-action
        elif d[LINE_COUNT] > 0:
            d[BREEDERS] = 0
            self.next_breeder()
        else:
            self.end_turn()

    # 3. Animal breeding.

    def next_breeder(self) -> None:
        """The next player, from the active one clockwise, who can breed; then the next line; then the turn ends."""
        d = self.d
        while d[LINE_COUNT] > 0:
            while d[BREEDERS] < self.players:
                seat = (d[ACTIVE] + d[BREEDERS]) % self.players
                if d[BONUS_PASS]:
                    if self.may_breed_bonus(seat):
                        d[ACTOR] = seat
                        d[PHASE] = BONUS
                        return
                elif self.breeders(seat) != 0:
                    d[ACTOR] = seat
                    d[PHASE] = BREED
                    return
                d[BREEDERS] += 1
            d[BREEDERS] = 0
            if self.fixed.bonus and self.fixed.bonus_by_phase and not d[BONUS_PASS]:
                d[BONUS_PASS] = 1
            else:
                self.end_line()
        self.end_turn()

    def end_line(self) -> None:
        d = self.d
        d[BONUS_PASS] = 0
        d[LINE_COUNT] -= 1
        for line in range(d[LINE_COUNT]):
            d[LINES + line] = d[LINES + line + 1]
        d[LINES + d[LINE_COUNT]] = 0
        self.forget_births()

    def breed(self, seat: int, enclosure: int) -> None:
        """One offspring; a second enclosure may follow before anything else happens."""
        d = self.d
        self.give_birth(seat, enclosure)
        d[STEP] = BREED_STEP
        if d[PHASE] == BREED and self.breeders(seat) != 0:
            d[PHASE] = BREED_MORE
        else:
            self.ask_for_additions(seat, d[LINES])

    def no_breeding(self, seat: int) -> None:
        d = self.d
        if d[PHASE] == BREED_MORE:
            self.ask_for_additions(seat, d[LINES])
        else:  # nyz.breed.forego: no bonus either
            d[BREEDERS] += 1
            self.next_breeder()

    def breed_bonus(self, seat: int, choice: int) -> None:
        d = self.d
        d[STEP] = BONUS_STEP
        if choice == NO_BONUS:
            self.resume(seat)
            return
        self.give_birth(seat, choice - BONUS_IN)
        record = SEATS + seat * SEAT + ENCLOSURES + (choice - BONUS_IN) * ENCLOSURE
        self.ask_for_additions(seat, d[record + INHABITANT] - 1)

    # The end of a turn, and of the game.

    def end_turn(self) -> None:
        """A board filled in breeding, or the end of the solo player's time, ends the game."""
        d = self.d
        for seat in range(self.players):
            if self.is_filled(seat):
                self.finish()  # nyz.end.breeding
                return
        if self.fixed.laps != 0:
            if self.is_last_turn():
                self.finish()  # nyz.solo.exact-landing, nyz.solo.passing
                return
            if d[MARKERS] == 0:
                d[MARKERS] = ALL_MARKERS
        d[ACTIVE] = (d[ACTIVE] + 1) % self.players
        d[ACTOR] = d[ACTIVE]
        d[STEP] = NO_STEP
        d[PHASE] = MOVE

    def finish(self) -> None:
        d = self.d
        d[PHASE] = FINISHED
        d[STEP] = NO_STEP
        d[ACTOR] = d[ACTIVE]
        d[BREEDERS] = 0
        self.forget_lines()

    def forget_lines(self) -> None:
        for line in range(SPECIES_COUNT):
            self.d[LINES + line] = 0
        self.d[LINE_COUNT] = 0

    def is_last_turn(self) -> bool:
        """Solo: whether the elephant has come to the start for the last time."""
        return self.fixed.laps != 0 and self.d[ARRIVALS] == self.fixed.laps

    def is_past_the_end(self) -> bool:
        """Solo: whether it did not stop there, but passed it."""
        return self.is_last_turn() and self.d[ELEPHANT] != 0

    def may_breed_this_turn(self) -> bool:
        """Solo: in the last turn only after an exact landing, and as the setting says: nyz.solo.exact-landing."""
        return not self.is_last_turn() or (self.fixed.landing_breeds and self.d[ELEPHANT] == 0)

    def spaces_to_go(self) -> int:
        """Solo: the spaces up to the last arrival at the start, slots without tiles included."""
        if self.is_last_turn():
            return 0
        return (self.fixed.laps - self.d[ARRIVALS]) * self.fixed.spaces - self.d[ELEPHANT]

    def spaces_that_count(self) -> int:
        """Solo: those of them that bring points: nyz.solo.winning."""
        if self.fixed.current_lap_counts and not self.is_last_turn():
            return self.fixed.spaces - self.d[ELEPHANT]
        return self.spaces_to_go()

    def points(self, seat: int) -> int:
        """A minus point for each free space; alone with a filled board, a point for each space still ahead."""
        if self.fixed.laps != 0 and self.is_filled(seat):
            return self.spaces_that_count()
        return -count_cells(self.free_mask(seat))

    def score(self, seat: int) -> int:
        """Fewest free spaces, then most animals; alone, the points."""
        if self.fixed.laps != 0:
            return self.points(seat)
        return self.points(seat) * FREE_SPACES_STEP + self.animals_of(seat)

    def payoff(self, seat: int) -> float:
        """Alone: half for a filled board and more for spaces to spare, less than half for a board with gaps."""
        if self.fixed.laps == 0:
            return State.payoff(self, seat)
        if self.is_filled(seat):
            return 0.5 + 0.5 * self.points(seat) / (self.fixed.laps * self.fixed.spaces)
        return 0.5 + 0.5 * self.points(seat) / MOST_CELLS

    # Tiles and attractions to be placed.

    def take(self, seat: int, kind: int) -> None:
        """An attraction or a dealt tile is about to be placed."""
        d = self.d
        home = SEATS + seat * SEAT
        d[home + IN_HAND] = kind + 1
        if d[PHASE] == ATTRACTION:
            d[PHASE] = PLACE_ATTRACTION
            return
        index = 0
        while d[home + DEALT + index] != kind:
            index += 1
        self.drop_dealt(home, index)

    def next_dealt(self, seat: int) -> None:
        """What no longer fits is set aside; the last tile is taken up at once; after it play begins."""
        d = self.d
        home = SEATS + seat * SEAT
        for index in range(d[home + DEALT_COUNT] - 1, -1, -1):
            if not self.fits(seat, d[home + DEALT + index]):
                self.drop_dealt(home, index)  # nyz.short.no-room
        if d[home + DEALT_COUNT] == 1:
            self.take(seat, d[home + DEALT])
        if self.seats_with_dealt_tiles() == 0:
            d[PHASE] = MOVE
