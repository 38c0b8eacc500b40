"""The animals of New York Zoo: what lives where, and what may move, join or breed."""

from __future__ import annotations

from zoobox.games.new_york_zoo.layout import *
from zoobox.games.new_york_zoo.placement import Placement


def has_room(d: bytearray | memoryview, t: bytes, record: int) -> bool:
    return d[record + ANIMALS] < t[SIZE_OF + d[record + KIND]]


def takes_in(d: bytearray | memoryview, record: int, inhabitant: int, most: int) -> bool:
    """An enclosure of that species or an emptied one, within the limit: nyz.animals.one-species, nyz.animals.limit."""
    return (d[record + INHABITANT] == inhabitant or d[record + INHABITANT] == 0) and d[record + ADDED] < most


def may_join(d: bytearray | memoryview, t: bytes, home: int, record: int, most: int) -> bool:
    """Room, an animal of the species in a house, and the limit of the main action."""
    return (
        d[record + GAIN] & OPEN != 0
        and d[record + ADDED] < most
        and d[home + HOUSED + d[record + INHABITANT] - 1] > 0
        and has_room(d, t, record)
    )


def breeds(d: bytearray | memoryview, record: int) -> bool:
    """At least two animals of the species of the line, and no offspring yet: nyz.breed.two-animals."""
    return d[record + INHABITANT] == d[LINES] + 1 and d[record + ANIMALS] >= TO_BREED and d[record + GAIN] & BRED == 0


def gets_bonus(d: bytearray | memoryview, record: int) -> bool:
    """Any species, at least two animals, no offspring in this breeding: nyz.bonus.other-enclosure."""
    return d[record + ANIMALS] >= TO_BREED and d[record + GAIN] & BRED == 0


class Animals(Placement):
    """A state, as far as animals go."""

    def animals_of(self, seat: int) -> int:
        """All animals on a board, houses included."""
        d = self.d
        home = SEATS + seat * self.seat_size
        total = 0
        for species in range(SPECIES_COUNT):
            total += d[home + HOUSED + species]
        for enclosure in range(d[home + BUILT]):
            total += d[home + ENCLOSURES + enclosure * ENCLOSURE + ANIMALS]
        return total

    # What a move needs to know.

    def can_acquire(self, seat: int) -> bool:
        """Whether an animal of some species could be put somewhere: an enclosure always has room for one."""
        d = self.d
        home = SEATS + seat * self.seat_size
        return d[home + FREE_HOUSES] > 0 or d[home + BUILT] > 0

    def can_populate(self, seat: int) -> bool:
        """Whether there is an animal for a new enclosure."""
        d = self.d
        home = SEATS + seat * self.seat_size
        for species in range(SPECIES_COUNT):
            if d[home + HOUSED + species] > 0:
                return True
        record = home + ENCLOSURES
        for _ in range(d[home + BUILT]):
            if d[record + ANIMALS] > 1:
                return True
            record += ENCLOSURE
        return False

    def has_animal_to_move(self, seat: int) -> bool:
        """`can_populate` for callers from Python."""
        return self.can_populate(seat)

    # Into a new enclosure.

    def offer_first_sources(self, seat: int) -> int:
        """The first animal of a new enclosure: from a house, or from an enclosure that keeps one."""
        d = self.d
        home = SEATS + seat * self.seat_size
        count = 0
        for species in range(SPECIES_COUNT):
            if d[home + HOUSED + species] > 0:
                d[self.scratch + count] = FROM_HOUSE + species
                count += 1
        for enclosure in range(d[home + BUILT]):
            if d[home + ENCLOSURES + enclosure * ENCLOSURE + ANIMALS] > 1:  # nyz.populate.never-empty
                d[self.scratch + count] = FROM + enclosure
                count += 1
        return count

    def offer_second_sources(self, seat: int) -> int:
        """A second animal of the same species, from whichever source, or none."""
        d = self.d
        home = SEATS + seat * self.seat_size
        newest = d[home + BUILT] - 1
        inhabitant = d[home + ENCLOSURES + newest * ENCLOSURE + INHABITANT]
        count = 0
        if d[home + HOUSED + inhabitant - 1] > 0:
            d[self.scratch] = FROM_HOUSE + inhabitant - 1
            count = 1
        for enclosure in range(newest):
            record = home + ENCLOSURES + enclosure * ENCLOSURE
            if d[record + INHABITANT] == inhabitant and d[record + ANIMALS] > 1:
                d[self.scratch + count] = FROM + enclosure
                count += 1
        d[self.scratch + count] = NO_SECOND
        return count + 1

    def move_in(self, seat: int, choice: int) -> int:
        """One animal moves into the newest enclosure; returns how many live there now."""
        d = self.d
        home = SEATS + seat * self.seat_size
        newest = home + ENCLOSURES + (d[home + BUILT] - 1) * ENCLOSURE
        if choice < FROM:
            d[newest + INHABITANT] = choice - FROM_HOUSE + 1
            d[home + HOUSED + choice - FROM_HOUSE] -= 1
            d[home + FREE_HOUSES] += 1
        else:
            source = home + ENCLOSURES + (choice - FROM) * ENCLOSURE
            d[newest + INHABITANT] = d[source + INHABITANT]
            d[source + ANIMALS] -= 1
        d[newest + ANIMALS] += 1
        return d[newest + ANIMALS]

    # Acquired animals.

    def offer_animals(self, seat: int) -> int:
        """Any species that can be put somewhere; after one of the two shown the other may follow."""
        count = 0
        for species in range(SPECIES_COUNT):
            if self.can_put(seat, species):
                self.d[self.scratch + count] = TAKE_ANIMAL + species
                count += 1
        return count

    def can_put(self, seat: int, species: int) -> bool:
        d = self.d
        home = SEATS + seat * self.seat_size
        if d[home + FREE_HOUSES] > 0:
            return True
        record = home + ENCLOSURES
        for _ in range(d[home + BUILT]):
            if takes_in(d, record, species + 1, self.fixed.most_added):
                return True
            record += ENCLOSURE
        return False

    def offer_places(self, seat: int) -> int:
        """Where the acquired animal goes: a house, an enclosure of its species, an emptied one."""
        d = self.d
        home = SEATS + seat * self.seat_size
        inhabitant = d[ANIMAL]
        count = 0
        if d[home + FREE_HOUSES] > 0:
            d[self.scratch] = PUT_IN_HOUSE
            count = 1
        for enclosure in range(d[home + BUILT]):
            if takes_in(d, home + ENCLOSURES + enclosure * ENCLOSURE, inhabitant, self.fixed.most_added):
                d[self.scratch + count] = PUT_IN + enclosure
                count += 1
        return count

    # Animals from houses, and completed enclosures.

    def offer_additions(self, seat: int) -> int:
        d = self.d
        home = SEATS + seat * self.seat_size
        count = 0
        for enclosure in range(d[home + BUILT]):
            if may_join(d, self.t, home, home + ENCLOSURES + enclosure * ENCLOSURE, self.fixed.most_added):
                d[self.scratch + count] = ADD_TO + enclosure
                count += 1
        d[self.scratch + count] = NO_ADD
        return count + 1

    def forget_additions(self, seat: int) -> None:
        """A new action may add two animals to every enclosure again."""
        d = self.d
        record = SEATS + seat * self.seat_size + ENCLOSURES
        for _ in range(d[SEATS + seat * self.seat_size + BUILT]):
            d[record + ADDED] = 0
            record += ENCLOSURE

    def close_house_doors(self, seat: int) -> None:
        """No further animal joins what was added in this step."""
        d = self.d
        record = SEATS + seat * self.seat_size + ENCLOSURES
        for _ in range(d[SEATS + seat * self.seat_size + BUILT]):
            d[record + GAIN] &= BRED
            record += ENCLOSURE

    def empty_full_enclosure(self, seat: int) -> bool:
        """Empties the first enclosure that is completed, if there is one, and notes its species."""
        d = self.d
        home = SEATS + seat * self.seat_size
        record = home + ENCLOSURES
        for _ in range(d[home + BUILT]):
            if not has_room(d, self.t, record):
                d[ANIMAL] = d[record + INHABITANT]
                d[record + INHABITANT] = 0
                d[record + ANIMALS] = 0
                return True
            record += ENCLOSURE
        return False

    # Breeding.

    def may_breed(self, seat: int) -> bool:
        d = self.d
        record = SEATS + seat * self.seat_size + ENCLOSURES
        for _ in range(d[SEATS + seat * self.seat_size + BUILT]):
            if breeds(d, record):
                return True
            record += ENCLOSURE
        return False

    def offer_breeding(self, seat: int) -> int:
        """One of the enclosures that breed, or none (further)."""
        d = self.d
        home = SEATS + seat * self.seat_size
        count = 0
        for enclosure in range(d[home + BUILT]):
            if breeds(d, home + ENCLOSURES + enclosure * ENCLOSURE):
                d[self.scratch + count] = BREED_IN + enclosure
                count += 1
        d[self.scratch + count] = NO_BREED
        return count + 1

    def give_birth(self, seat: int, enclosure: int) -> None:
        d = self.d
        record = SEATS + seat * self.seat_size + ENCLOSURES + enclosure * ENCLOSURE
        d[record + ANIMALS] += 1
        d[record + GAIN] = BRED | OPEN

    def may_breed_bonus(self, seat: int) -> bool:
        """Whether the seat has bred at this line and has another enclosure for the bonus."""
        d = self.d
        record = SEATS + seat * self.seat_size + ENCLOSURES
        bred = False
        target = False
        for _ in range(d[SEATS + seat * self.seat_size + BUILT]):
            if d[record + GAIN] & BRED:
                bred = True
            elif gets_bonus(d, record):
                target = True
            record += ENCLOSURE
        return bred and target

    def offer_bonus(self, seat: int) -> int:
        d = self.d
        home = SEATS + seat * self.seat_size
        count = 0
        for enclosure in range(d[home + BUILT]):
            if gets_bonus(d, home + ENCLOSURES + enclosure * ENCLOSURE):
                d[self.scratch + count] = BONUS_IN + enclosure
                count += 1
        d[self.scratch + count] = NO_BONUS
        return count + 1

    def forget_births(self) -> None:
        d = self.d
        for seat in range(self.players):
            record = SEATS + seat * self.seat_size + ENCLOSURES
            for _ in range(d[SEATS + seat * self.seat_size + BUILT]):
                d[record + GAIN] = 0
                record += ENCLOSURE
