"""Zooloretto: The Dice Game. What is legal and what happens, in the order the rulebook tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zoobox.games.zooloretto_dice.layout import *
from zoobox.kernel.state import State

if TYPE_CHECKING:
    from zoobox.games.zooloretto_dice import ZoolorettoDice


class DiceTables:
    """What the rules look up and what never changes: made once for a game, shared by all its states."""

    def __init__(self, game: ZoolorettoDice) -> None:
        self.numbers: bytes = game.numbers
        self.t: bytes = self.numbers
        self.groups = game.groups
        self.dice = game.dice
        self.trucks = game.trucks
        self.round_cap = game.round_cap
        self.players_use_groups = game.players_use_groups


class DiceState(State):
    """A game in progress."""

    def __init__(self, game: ZoolorettoDice) -> None:
        State.__init__(self, game, SHEETS + SHEET * game.players, CHOICES)

    def use_tables(self) -> None:
        self.box: DiceTables = self.tables
        self.t: bytes = self.box.t
        self.scratch = self.size

    def truck(self, truck: int) -> list[int]:
        """The faces on a truck."""
        self.check_index("truck", truck, MAX_TRUCKS)
        start = CRATE + CRATES * truck
        return list(self.data[start : start + self.data[LOAD + truck]])

    def round_number(self) -> int:
        """The round, from 1."""
        return BYTE * self.data[ROUND_HIGH] + self.data[ROUND]

    # Whose turn, and what may be done.

    def seats_waiting(self) -> int:
        d = self.d
        if d[PHASE] < USE_GROUPS:
            return 1 << d[SEAT]
        return 0 if d[PHASE] == FINISHED else self.seats_with_groups()

    def count_legal(self, seat: int) -> int:
        if self.d[PHASE] == PLACE_DICE:
            return self.offer_placements()
        if self.d[PHASE] == ACT:
            return self.offer_actions()
        return self.offer_group_uses(seat)

    def nth_legal(self, seat: int, index: int) -> int:
        return self.d[self.scratch + index]

    def offer_actions(self) -> int:
        """Roll two dice, or take a truck with at least one die."""
        d = self.d
        offer = self.scratch
        if d[SUPPLY] >= ROLLED:  # zld.roll.supply; room for two dice is always there: zld.roll.room
            d[offer] = ROLL
            offer += 1
        for truck in range(self.box.trucks):
            if d[LOAD + truck]:  # zld.take.not-empty
                d[offer] = TAKE + truck
                offer += 1
        return offer - self.scratch

    def offer_placements(self) -> int:
        """The first die in hand goes on any truck with an empty crate."""
        d = self.d
        offer = self.scratch
        choice = PLACE + d[HAND] * MAX_TRUCKS
        for truck in range(self.box.trucks):
            if d[LOAD + truck] < CRATES:  # zld.roll.three-crates
                d[offer] = choice + truck
                offer += 1
        return offer - self.scratch

    def offer_group_uses(self, seat: int) -> int:
        """At the end: a complete coin group is a point, or removes an animal from the barn."""
        sheet = SHEETS + seat * SHEET
        self.d[self.scratch] = GROUP_AS_POINT
        count = 1
        for species in range(SPECIES):
            if self.d[sheet + BARN + species] == 1:
                self.d[self.scratch + count] = GROUP_REMOVES + species
                count += 1
        return count

    # What happens.

    def enact(self, seat: int, choice: int) -> None:
        if choice >= GROUP_AS_POINT:
            self.use_group(seat, choice)
        elif choice >= PLACE:
            self.place((choice - PLACE) % MAX_TRUCKS)
        elif choice == ROLL:
            self.roll()
        else:
            self.take(seat, choice - TAKE)

    def roll(self) -> None:
        """Two dice leave the supply and are rolled; both will be placed as they lie."""
        d = self.d
        d[SUPPLY] -= ROLLED
        self.roll_dice(HAND, ROLLED, FACE_COUNT)
        d[IN_HAND] = ROLLED
        d[PHASE] = PLACE_DICE

    def place(self, truck: int) -> None:
        """The first die in hand goes on a truck; after the second the turn is over."""
        d = self.d
        load = d[LOAD + truck]
        d[CRATE + CRATES * truck + load] = d[HAND]
        d[LOAD + truck] = load + 1
        d[HAND] = d[HAND + 1]
        d[HAND + 1] = 0
        if d[IN_HAND] == ROLLED:
            d[IN_HAND] = 1
        else:
            d[IN_HAND] = 0
            d[PHASE] = ACT
            self.pass_turn()

    def take(self, seat: int, truck: int) -> None:
        """All dice of a truck come to the sheet, are entered at once, and the player is out of the round."""
        d = self.d
        sheet = SHEETS + seat * SHEET
        load = d[LOAD + truck]
        first = CRATE + CRATES * truck
        for crate in range(load):
            face = d[first + crate]
            d[first + crate] = 0
            d[sheet + DICE + crate] = face
            self.enter(sheet, face)
        d[sheet + DICE_COUNT] = load
        d[LOAD + truck] = 0  # zld.take.truck-stays
        d[OUT] |= 1 << seat
        d[OUT_COUNT] += 1
        if d[OUT_COUNT] == self.players:
            self.end_round(seat)
        else:
            self.pass_turn()

    def enter(self, sheet: int, face: int) -> None:
        """One symbol: the next space of its row, else the barn, else nothing."""
        d = self.d
        if face == COIN:
            if d[sheet + COINS] < self.t[OFFICE_SPACES]:  # zld.coins.full-office
                d[sheet + COINS] += 1
        elif d[sheet + ENCLOSURE + face] < self.t[SIZE_OF + face]:
            animals = d[sheet + ENCLOSURE + face] + 1
            d[sheet + ENCLOSURE + face] = animals
            if animals == self.t[SIZE_OF + face]:
                self.fill(sheet, face)
        else:
            d[sheet + BARN + face] = 1  # zld.barn.once

    def enter_face(self, seat: int, face: int) -> None:
        """`enter` for callers from Python, to follow a taking die by die."""
        if not 0 <= seat < self.players or not 0 <= face < FACE_COUNT:
            raise IndexError(f"there is no face {face} or no seat {seat}")
        self.enter(SHEETS + seat * SHEET, face)

    def fill(self, sheet: int, species: int) -> None:
        """The last space of an enclosure: its first filler has the bonus, and enough full ones end the game."""
        if not self.bonus_claimed(species):
            self.d[sheet + BONUS + species] = 1  # zld.bonus.first
        if self.full_enclosures(sheet) >= ENCLOSURES_THAT_END:
            self.d[ENDING] = 1  # zld.end.trigger

    def bonus_claimed(self, species: int) -> bool:
        for seat in range(self.players):
            if self.d[SHEETS + seat * SHEET + BONUS + species]:
                return True
        return False

    def full_enclosures(self, sheet: int) -> int:
        full = 0
        for species in range(SPECIES):
            if self.d[sheet + ENCLOSURE + species] == self.t[SIZE_OF + species]:
                full += 1
        return full

    def pass_turn(self) -> None:
        """Clockwise to the next player who has not taken; alone, one goes on."""
        d = self.d
        seat = d[SEAT] + 1
        while seat == self.players or d[OUT] >> seat & 1:
            seat = 0 if seat == self.players else seat + 1
        d[SEAT] = seat

    def end_round(self, last_taker: int) -> None:
        """All dice go back to the supply; whoever took last begins the next round, unless the game ends."""
        d = self.d
        for truck in range(self.box.trucks):
            if d[LOAD + truck]:
                self.unload(truck)
        if d[ENDING] or (d[ROUND] == self.box.round_cap and d[ROUND_HIGH] == 0):  # zld.end.cap
            self.end_game()
            return
        for seat in range(self.players):
            sheet = SHEETS + seat * SHEET
            for crate in range(d[sheet + DICE_COUNT]):
                d[sheet + DICE + crate] = 0
            d[sheet + DICE_COUNT] = 0
        d[SUPPLY] = self.box.dice
        d[OUT] = 0
        d[OUT_COUNT] = 0
        self.count_round()
        d[SEAT] = last_taker  # zld.round.next-starter
        d[STARTER] = last_taker

    def count_round(self) -> None:
        d = self.d
        if d[ROUND] < BYTE - 1:
            d[ROUND] += 1
        elif d[ROUND_HIGH] < BYTE - 1:
            d[ROUND] = 0
            d[ROUND_HIGH] += 1

    def unload(self, truck: int) -> None:
        d = self.d
        for crate in range(d[LOAD + truck]):
            d[CRATE + CRATES * truck + crate] = 0
        d[LOAD + truck] = 0

    # The end.

    def end_game(self) -> None:
        self.d[SUPPLY] = self.box.dice
        if self.box.players_use_groups and self.seats_with_groups():
            self.d[PHASE] = USE_GROUPS
        else:
            self.d[PHASE] = FINISHED

    def use_group(self, seat: int, choice: int) -> None:
        """A player's own use of a complete coin group, where the setting leaves it to the players."""
        sheet = SHEETS + seat * SHEET
        if choice == GROUP_AS_POINT:
            self.d[sheet + GROUPS_AS_POINTS] += 1
        else:
            self.d[sheet + GROUPS_REMOVING] += 1
            self.d[sheet + BARN + choice - GROUP_REMOVES] = 0
        if not self.seats_with_groups():
            self.d[PHASE] = FINISHED

    def seats_with_groups(self) -> int:
        """Players who still have a complete group and an animal in the barn to use it on."""
        mask = 0
        for seat in range(self.players):
            sheet = SHEETS + seat * SHEET
            if self.unused_groups(sheet) > 0 and self.barn_animals(sheet) > 0:
                mask |= 1 << seat
        return mask

    def unused_groups(self, sheet: int) -> int:
        groups = self.t[GROUPS_AT + self.d[sheet + COINS]]
        return groups - self.d[sheet + GROUPS_AS_POINTS] - self.d[sheet + GROUPS_REMOVING]

    def barn_animals(self, sheet: int) -> int:
        count = 0
        for species in range(SPECIES):
            count += self.d[sheet + BARN + species]
        return count

    def points(self, seat: int) -> int:
        """Animals, bonuses and coin groups, less what is left in the barn."""
        sheet = SHEETS + seat * SHEET
        total = 0
        for species in range(SPECIES):
            total += self.d[sheet + ENCLOSURE + species]
            if self.d[sheet + BONUS + species]:
                total += self.t[BONUS_OF + species]
        groups = self.unused_groups(sheet)
        barn = self.barn_animals(sheet)
        if groups > barn:  # zld.score.best-use: removing saves two points, a group as a point brings one
            total += groups - barn
        else:
            total -= BARN_POINTS * (barn - groups)
        return total + self.d[sheet + GROUPS_AS_POINTS]

    def score(self, seat: int) -> int:
        return (self.points(seat) + POINTS_STEP) * POINTS_STEP + self.d[SHEETS + seat * SHEET + COINS]
