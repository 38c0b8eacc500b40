"""The animals of New York Zoo: what lives where, and what may move, join or breed.

Questions about all enclosures of a board are answered by sets, a bit for each enclosure; whatever changes an enclosure
keeps them right.
"""

from __future__ import annotations

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.games.new_york_zoo.layout import *
from zoobox.games.new_york_zoo.placement import Placement

if not cython.compiled:  # compiled, these come from the .pxd
    from zoobox.games.new_york_zoo.tables import bit, lowest_bit


class Animals(Placement):
    """A state, as far as animals go."""

    def animals_of(self, seat: int) -> int:
        """All animals on a board, houses included."""
        home = SEATS + seat * SEAT
        total = 0
        for species in range(SPECIES_COUNT):
            total += self.d[home + HOUSED + species]
        for enclosure in range(self.d[home + BUILT]):
            total += self.d[home + ENCLOSURES + enclosure * ENCLOSURE + ANIMALS]
        return total

    # What a move needs to know.

    def can_acquire(self, seat: int) -> bool:
        """Whether an animal of some species could be put somewhere: an enclosure always has room for one."""
        home = SEATS + seat * SEAT
        return self.d[home + FREE_HOUSES] > 0 or self.d[home + BUILT] > 0

    def can_populate(self, seat: int) -> bool:
        """Whether there is an animal for a new enclosure."""
        return self.first_sources(seat) != 0

    def has_animal_to_move(self, seat: int) -> bool:
        """`can_populate` for callers from Python."""
        self.check_seat(seat)
        return self.can_populate(seat)

    # Into a new enclosure.

    def first_sources(self, seat: int) -> int:
        """The first animal of a new enclosure: from a house, or from an enclosure that keeps one."""
        home = SEATS + seat * SEAT
        found: int = self.w[FIRST_SEAT_WORD + seat * SEAT_WORDS + PAIRS] << SPECIES_COUNT  # nyz.populate.never-empty
        for species in range(SPECIES_COUNT):
            if self.d[home + HOUSED + species] > 0:
                found |= bit(species)
        return found

    def second_sources(self, seat: int) -> int:
        """A second animal of the same species, from whichever source."""
        d = self.d
        home = SEATS + seat * SEAT
        sets = FIRST_SEAT_WORD + seat * SEAT_WORDS
        inhabitant = d[home + ENCLOSURES + (d[home + BUILT] - 1) * ENCLOSURE + INHABITANT]
        found: int = (self.w[sets + HERDS + inhabitant] & self.w[sets + PAIRS]) << SPECIES_COUNT
        if d[home + HOUSED + inhabitant - 1] > 0:
            found |= bit(inhabitant - 1)
        return found

    # Acquired animals, and those from houses that join them.

    def species_to_put(self, seat: int) -> int:
        """Any species that can be put somewhere; after one of the two shown the other may follow."""
        found = 0
        for species in range(SPECIES_COUNT):
            if self.can_put(seat, species):
                found |= bit(species)
        return found

    def can_put(self, seat: int, species: int) -> bool:
        return self.d[SEATS + seat * SEAT + FREE_HOUSES] > 0 or self.takers(seat, species + 1) != 0

    def takers(self, seat: int, inhabitant: int) -> int:
        """Enclosures of that species or emptied ones, within the limit: nyz.animals.one-species, nyz.animals.limit."""
        sets = FIRST_SEAT_WORD + seat * SEAT_WORDS
        found: int = self.w[sets + HERDS] | self.w[sets + HERDS + inhabitant]
        left = found & self.w[sets + ADDED_SET]
        while left:
            enclosure = lowest_bit(left)
            left &= left - 1
            if self.d[SEATS + seat * SEAT + ENCLOSURES + enclosure * ENCLOSURE + ADDED] >= self.fixed.most_added:
                found ^= bit(enclosure)
        return found

    def places(self, seat: int) -> int:
        """Where the acquired animal goes: a house, an enclosure of its species, an emptied one."""
        found = self.takers(seat, self.d[ANIMAL]) << PUT_IN - PUT_IN_HOUSE
        if self.d[SEATS + seat * SEAT + FREE_HOUSES] > 0:
            found |= bit(0)
        return found

    def additions(self, seat: int) -> int:
        """Enclosures that an animal from a house may join: with room, one of the species, and within the limit."""
        d = self.d
        home = SEATS + seat * SEAT
        sets = FIRST_SEAT_WORD + seat * SEAT_WORDS
        found: int = self.w[sets + OPEN_SET] & ~self.w[sets + FULL]
        left = found
        while left:
            enclosure = lowest_bit(left)
            left &= left - 1
            record = home + ENCLOSURES + enclosure * ENCLOSURE
            if d[record + ADDED] >= self.fixed.most_added or d[home + HOUSED + d[record + INHABITANT] - 1] == 0:
                found ^= bit(enclosure)
        return found

    # Breeding.

    def breeders(self, seat: int) -> int:
        """Enclosures with two animals of the species of the line, and no offspring yet: nyz.breed.two-animals."""
        sets = FIRST_SEAT_WORD + seat * SEAT_WORDS
        found: int = self.w[sets + HERDS + 1 + self.d[LINES]] & self.w[sets + PAIRS] & ~self.w[sets + BRED_SET]
        return found

    def bonus_breeders(self, seat: int) -> int:
        """Any species, at least two animals, no offspring in this breeding: nyz.bonus.other-enclosure."""
        sets = FIRST_SEAT_WORD + seat * SEAT_WORDS
        found: int = self.w[sets + PAIRS] & ~self.w[sets + BRED_SET]
        return found

    def may_breed_bonus(self, seat: int) -> bool:
        """Whether the seat has bred at this line and has another enclosure for the bonus."""
        return self.w[FIRST_SEAT_WORD + seat * SEAT_WORDS + BRED_SET] != 0 and self.bonus_breeders(seat) != 0

    def give_birth(self, seat: int, enclosure: int) -> None:
        record = SEATS + seat * SEAT + ENCLOSURES + enclosure * ENCLOSURE
        self.add_animal(seat, enclosure, self.d[record + INHABITANT])
        self.d[record + GAIN] |= BRED
        self.w[FIRST_SEAT_WORD + seat * SEAT_WORDS + BRED_SET] |= bit(enclosure)
        self.allow_joining(seat, enclosure)

    def forget_births(self) -> None:
        for seat in range(self.players):
            sets = FIRST_SEAT_WORD + seat * SEAT_WORDS
            left = self.w[sets + BRED_SET] | self.w[sets + OPEN_SET]
            self.w[sets + BRED_SET] = 0
            self.w[sets + OPEN_SET] = 0
            while left:
                self.d[SEATS + seat * SEAT + ENCLOSURES + lowest_bit(left) * ENCLOSURE + GAIN] = 0
                left &= left - 1

    # Changes of an enclosure.

    def build(self, seat: int, kind: int) -> None:
        home = SEATS + seat * SEAT
        enclosure = self.d[home + BUILT]
        self.d[home + ENCLOSURES + enclosure * ENCLOSURE + KIND] = kind
        self.d[home + BUILT] = enclosure + 1
        self.w[FIRST_SEAT_WORD + seat * SEAT_WORDS + HERDS] |= bit(enclosure)

    def add_animal(self, seat: int, enclosure: int, inhabitant: int) -> None:
        d = self.d
        record = SEATS + seat * SEAT + ENCLOSURES + enclosure * ENCLOSURE
        sets = FIRST_SEAT_WORD + seat * SEAT_WORDS
        animals = d[record + ANIMALS] + 1
        d[record + ANIMALS] = animals
        if animals == 1:
            d[record + INHABITANT] = inhabitant
            self.w[sets + HERDS] ^= bit(enclosure)
            self.w[sets + HERDS + inhabitant] ^= bit(enclosure)
        elif animals == TO_BREED:
            self.w[sets + PAIRS] ^= bit(enclosure)
        if animals == self.t[SIZE_OF + d[record + KIND]]:
            self.w[sets + FULL] ^= bit(enclosure)

    def remove_animal(self, seat: int, enclosure: int) -> None:
        """One of several animals leaves an enclosure that is not full."""
        record = SEATS + seat * SEAT + ENCLOSURES + enclosure * ENCLOSURE
        self.d[record + ANIMALS] -= 1
        if self.d[record + ANIMALS] < TO_BREED:
            self.w[FIRST_SEAT_WORD + seat * SEAT_WORDS + PAIRS] ^= bit(enclosure)

    def empty(self, seat: int, enclosure: int) -> None:
        """All animals leave a full enclosure; their species is noted."""
        d = self.d
        record = SEATS + seat * SEAT + ENCLOSURES + enclosure * ENCLOSURE
        sets = FIRST_SEAT_WORD + seat * SEAT_WORDS
        d[ANIMAL] = d[record + INHABITANT]
        self.w[sets + HERDS + d[record + INHABITANT]] ^= bit(enclosure)
        self.w[sets + HERDS] ^= bit(enclosure)
        self.w[sets + PAIRS] ^= bit(enclosure)
        self.w[sets + FULL] ^= bit(enclosure)
        d[record + INHABITANT] = 0
        d[record + ANIMALS] = 0

    def leave_house(self, home: int, species: int) -> None:
        self.d[home + HOUSED + species] -= 1
        self.d[home + FREE_HOUSES] += 1

    def count_addition(self, seat: int, enclosure: int) -> None:
        self.d[SEATS + seat * SEAT + ENCLOSURES + enclosure * ENCLOSURE + ADDED] += 1
        self.w[FIRST_SEAT_WORD + seat * SEAT_WORDS + ADDED_SET] |= bit(enclosure)

    def forget_additions(self, seat: int) -> None:
        """A new action may add two animals to every enclosure again."""
        sets = FIRST_SEAT_WORD + seat * SEAT_WORDS
        left = self.w[sets + ADDED_SET]
        self.w[sets + ADDED_SET] = 0
        while left:
            self.d[SEATS + seat * SEAT + ENCLOSURES + lowest_bit(left) * ENCLOSURE + ADDED] = 0
            left &= left - 1

    def allow_joining(self, seat: int, enclosure: int) -> None:
        """One animal from a house may join here now."""
        self.d[SEATS + seat * SEAT + ENCLOSURES + enclosure * ENCLOSURE + GAIN] |= OPEN
        self.w[FIRST_SEAT_WORD + seat * SEAT_WORDS + OPEN_SET] |= bit(enclosure)

    def stop_all_joining(self, seat: int) -> None:
        """No further animal joins what was added in this step."""
        sets = FIRST_SEAT_WORD + seat * SEAT_WORDS
        left = self.w[sets + OPEN_SET]
        self.w[sets + OPEN_SET] = 0
        while left:
            self.d[SEATS + seat * SEAT + ENCLOSURES + lowest_bit(left) * ENCLOSURE + GAIN] &= BRED
            left &= left - 1

    def stop_joining(self, seat: int, enclosure: int) -> None:
        self.d[SEATS + seat * SEAT + ENCLOSURES + enclosure * ENCLOSURE + GAIN] ^= OPEN
        self.w[FIRST_SEAT_WORD + seat * SEAT_WORDS + OPEN_SET] ^= bit(enclosure)

    def sort_enclosures(self) -> None:
        """Enters every enclosure in the sets it belongs to, after records were written from outside."""
        for seat in range(self.players):
            sets = FIRST_SEAT_WORD + seat * SEAT_WORDS
            for number in range(HERDS, OPEN_SET + 1):
                self.w[sets + number] = 0
            for enclosure in range(self.d[SEATS + seat * SEAT + BUILT]):
                record = SEATS + seat * SEAT + ENCLOSURES + enclosure * ENCLOSURE
                self.w[sets + HERDS + self.d[record + INHABITANT]] |= bit(enclosure)
                if self.d[record + ANIMALS] >= TO_BREED:
                    self.w[sets + PAIRS] |= bit(enclosure)
                if self.d[record + ANIMALS] == self.t[SIZE_OF + self.d[record + KIND]]:
                    self.w[sets + FULL] |= bit(enclosure)
                if self.d[record + ADDED] > 0:
                    self.w[sets + ADDED_SET] |= bit(enclosure)
                if self.d[record + GAIN] & BRED:
                    self.w[sets + BRED_SET] |= bit(enclosure)
                if self.d[record + GAIN] & OPEN:
                    self.w[sets + OPEN_SET] |= bit(enclosure)
