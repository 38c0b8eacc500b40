"""What dice are worth on a sheet, and what a network is told of a position: sheets, who leads where, trucks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.games.zooloretto_dice.layout import *
from zoobox.games.zooloretto_dice.rules import DiceState
from zoobox.kernel.heuristics import Heuristics
from zoobox.kernel.state import State


class DiceFeatures(Heuristics):
    """The features of a position, seen by one seat."""

    def __init__(self, game: Any, weights: Mapping[str, float] | None = None) -> None:
        Heuristics.__init__(self, game, weights)
        if not cython.compiled:
            self.points_now = [0] * game.players
        pairs = self.players * (self.players - 1) // 2
        lengths = [game.numbers[SIZE_OF + species] + 2 for species in range(SPECIES)]
        self.codes = sum(lengths)
        self.coin_codes = game.numbers[OFFICE_SPACES] + 1
        self.code_pairs = sum(length * length for length in lengths)
        self.of_bonus = self.players * self.codes
        self.of_coins = self.of_bonus + SPECIES * (self.players + 1)
        self.of_full = self.of_coins + self.players * self.coin_codes
        self.of_points = self.of_full + self.players * (SPECIES + 1)
        self.of_pair = self.of_points + self.players * POINTS_TOLD
        self.of_lead = self.of_pair + pairs * self.code_pairs
        self.of_ending = self.of_lead + pairs * LEADS_TOLD
        self.of_left = self.of_ending + 1
        self.of_out = self.of_left + LEFT_TOLD
        self.of_supply = self.of_out + (1 << self.players)
        self.of_hand = self.of_supply + CRATES * MAX_TRUCKS // ROLLED + 1
        self.of_load = self.of_hand + (FACE_COUNT + 1) * ROLLED
        self.of_worth = self.of_load + LOADS
        self.of_marks = self.of_worth + 3 * self.players * WORTHS
        self.of_close = self.of_marks + self.players * MARKS_TOLD
        self.of_place = self.of_close + pairs * NEAR_TOLD * CLOSE_LEADS
        self.feature_count = self.of_place + self.players * NEAR_TOLD * CLOSE_LEADS * GAPS_TOLD

    def watch(self, state: State) -> None:
        assert isinstance(state, DiceState)
        self.state = state
        self.s = state

    # What dice are worth on a sheet.

    def face_worth(self, seat: int, face: int, before: int) -> float:
        """What one more die of a face brings the seat, after `before` others of the same face."""
        sheet = SHEETS + seat * SHEET
        if face == COIN:
            return self.coin_worth(self.s.d[sheet + COINS] + before)
        marks = self.s.d[sheet + ENCLOSURE + face] + before
        size = self.s.t[SIZE_OF + face]
        if marks < size:
            return self.weight[MARK] + self.bonus_hope(seat, face, marks + 1) - self.bonus_hope(seat, face, marks)
        if marks == size and not self.s.d[sheet + BARN + face]:
            if self.s.t[GROUPS_AT + self.s.d[sheet + COINS]] > self.s.barn_animals(sheet):
                return -self.weight[BARN_COVERED]
            return -self.weight[BARN_RISK]
        return 0.0

    def coin_worth(self, coins: int) -> float:
        if coins >= self.s.t[OFFICE_SPACES]:
            return 0.0
        if self.s.t[GROUPS_AT + coins + 1] > self.s.t[GROUPS_AT + coins]:
            return self.weight[COIN_WORTH] + self.weight[GROUP_WORTH]
        return self.weight[COIN_WORTH]

    def bonus_hope(self, seat: int, species: int, marks: int) -> float:
        """What the bonus of an enclosure with so many marks may still bring: more when ahead of the others."""
        if self.s.bonus_claimed(species):
            return 0.0
        size = self.s.t[SIZE_OF + species]
        bonus = self.s.t[BONUS_OF + species]
        if marks >= size:
            return bonus
        rival = 0
        for other in range(self.players):
            if other != seat and self.s.d[SHEETS + other * SHEET + ENCLOSURE + species] > rival:
                rival = self.s.d[SHEETS + other * SHEET + ENCLOSURE + species]
        lead = (marks - rival) / (1.0 * size)
        hope = self.weight[BONUS_SHARE] * marks / size * (1.0 + self.weight[BONUS_LEAD] * lead)
        if hope < 0.0:
            return 0.0
        return hope * bonus

    def truck_worth(self, seat: int, truck: int) -> float:
        """What the dice of a truck bring the seat."""
        total = 0.0
        start = CRATE + CRATES * truck
        for crate in range(self.s.d[LOAD + truck]):
            face = self.s.d[start + crate]
            before = 0
            for earlier in range(crate):
                if self.s.d[start + earlier] == face:
                    before += 1
            total += self.face_worth(seat, face, before)
        return total

    # Features.

    def settles(self) -> bool:
        """After the last roll of a round: dice in hand are placed while two players are left, then trucks are taken."""
        if self.s.d[SUPPLY] >= ROLLED:
            return False
        return self.s.d[PHASE] != PLACE_DICE or self.players - self.s.d[OUT_COUNT] <= 2

    def write_features(self, seat: int, out: Any) -> int:
        count = 0
        for other in range(self.players):
            self.points_now[other] = self.s.points(other)
        for relative in range(self.players):
            count = self.write_sheet(seat, relative, out, count)
        count = self.write_pairs(seat, out, count)
        count = self.write_bonuses(seat, out, count)
        count = self.write_round(seat, out, count)
        return self.write_places(seat, out, count)

    def code(self, sheet: int, species: int) -> int:
        """Marks in an enclosure, with one more for the barn."""
        d = self.s.d
        marks = d[sheet + ENCLOSURE + species] + d[sheet + BARN + species]
        size = self.s.t[SIZE_OF + species]
        return size + 1 if marks > size else marks

    def write_sheet(self, seat: int, relative: int, out: Any, count: int) -> int:
        d = self.s.d
        sheet = SHEETS + (seat + relative) % self.players * SHEET
        first = relative * self.codes
        for species in range(SPECIES):
            out[count] = first + self.code(sheet, species)
            first += self.s.t[SIZE_OF + species] + 2
            count += 1
        points = self.points_now[(seat + relative) % self.players] - LEAST_POINTS
        if points < 0:
            points = 0
        if points >= POINTS_TOLD:
            points = POINTS_TOLD - 1
        out[count] = self.of_coins + relative * self.coin_codes + d[sheet + COINS]
        out[count + 1] = self.of_full + relative * (SPECIES + 1) + self.s.full_enclosures(sheet)
        out[count + 2] = self.of_points + relative * POINTS_TOLD + points
        return count + 3

    def write_pairs(self, seat: int, out: Any, count: int) -> int:
        """For each two players: how far both are with each species, and who has more points."""
        pair = 0
        for one in range(self.players):
            for two in range(one + 1, self.players):
                first = (seat + one) % self.players
                second = (seat + two) % self.players
                at = self.of_pair + pair * self.code_pairs
                for species in range(SPECIES):
                    codes = self.s.t[SIZE_OF + species] + 2
                    mine = self.code(SHEETS + first * SHEET, species)
                    out[count] = at + mine * codes + self.code(SHEETS + second * SHEET, species)
                    at += codes * codes
                    count += 1
                lead = self.points_now[first] - self.points_now[second]
                if lead > MOST_LEAD:
                    lead = MOST_LEAD
                if lead < -MOST_LEAD:
                    lead = -MOST_LEAD
                out[count] = self.of_lead + pair * LEADS_TOLD + MOST_LEAD + lead
                count += 1
                pair += 1
        return count

    def write_bonuses(self, seat: int, out: Any, count: int) -> int:
        """Who has the bonus of each species, and how near the end is."""
        d = self.s.d
        least = LEFT_TOLD - 1
        for species in range(SPECIES):
            owner = 0
            for relative in range(self.players):
                if d[SHEETS + (seat + relative) % self.players * SHEET + BONUS + species]:
                    owner = relative + 1
            out[count] = self.of_bonus + species * (self.players + 1) + owner
            count += 1
        for other in range(self.players):
            left = 0
            for species in range(SPECIES):
                left += self.s.t[SIZE_OF + species] - d[SHEETS + other * SHEET + ENCLOSURE + species]
            if left < least:
                least = left
        out[count] = self.of_left + least
        count += 1
        if d[ENDING]:
            out[count] = self.of_ending
            count += 1
        return count

    def write_round(self, seat: int, out: Any, count: int) -> int:
        """Who is out of the round, dice in hand and left, and what the trucks are worth to whom."""
        d = self.s.d
        gone = 0
        for relative in range(self.players):
            gone |= (d[OUT] >> ((seat + relative) % self.players) & 1) << relative
        out[count] = self.of_out + gone
        out[count + 1] = self.of_supply + d[SUPPLY] // ROLLED
        count += 2
        if d[PHASE] == PLACE_DICE:
            out[count] = self.of_hand + d[HAND]
            count += 1
            out[count] = self.of_hand + FACE_COUNT + 1 + (d[HAND + 1] if d[IN_HAND] == ROLLED else FACE_COUNT)
            count += 1
        for truck in range(self.s.box.trucks):
            out[count] = self.of_load + self.load_code(truck)
            count += 1
        for relative in range(self.players):
            other = (seat + relative) % self.players
            if not d[OUT] >> other & 1:
                count = self.write_worths(other, relative, out, count)
        return count

    def load_code(self, truck: int) -> int:
        """The dice of a truck, whatever their order."""
        d = self.s.d
        code = 0
        for face in range(FACE_COUNT):
            for crate in range(d[LOAD + truck]):
                if d[CRATE + CRATES * truck + crate] == face:
                    code = (FACE_COUNT + 1) * code + face + 1
        return code

    def write_worths(self, other: int, relative: int, out: Any, count: int) -> int:
        best = 0
        second = 0
        for truck in range(self.s.box.trucks):
            if self.s.d[LOAD + truck] == 0:
                continue
            exact = WORTHS_OF_POINT * self.truck_worth(other, truck) + WORTHS_BELOW
            worth = 1
            while worth < WORTHS - 1 and exact >= worth + 1:
                worth += 1
            out[count] = self.of_worth + relative * WORTHS + worth
            count += 1
            if worth > best:
                second = best
                best = worth
            elif worth > second:
                second = worth
        out[count] = self.of_worth + (self.players + relative) * WORTHS + best
        out[count + 1] = self.of_worth + (2 * self.players + relative) * WORTHS + second
        return count + 2

    def marks_to_the_end(self, seat: int) -> int:
        """How many marks a seat is short of ending the game: all but one enclosure must be full."""
        sheet = SHEETS + seat * SHEET
        missing = 0
        most = 0
        for species in range(SPECIES):
            marks = self.s.t[SIZE_OF + species] - self.s.d[sheet + ENCLOSURE + species]
            missing += marks
            if marks > most:
                most = marks
        return missing - most

    def close_lead(self, one: int, two: int) -> int:
        """By how much a seat is ahead of another, as far as that is close; coins decide between equal points."""
        lead = self.points_now[one] - self.points_now[two]
        if lead > CLOSE_LEAD:
            return CLOSE_LEADS - 1
        if lead < -CLOSE_LEAD:
            return 0
        mine = self.s.d[SHEETS + one * SHEET + COINS]
        theirs = self.s.d[SHEETS + two * SHEET + COINS]
        code = STEPS_OF_POINT * (lead + CLOSE_LEAD) + 1
        if mine > theirs:
            return code + 1
        if mine < theirs:
            return code - 1
        return code

    def write_places(self, seat: int, out: Any, count: int) -> int:
        """How near each player is to ending the game, and who would win then, by how much."""
        near = NEAR_TOLD - 1
        for relative in range(self.players):
            marks = self.marks_to_the_end((seat + relative) % self.players)
            if marks < near:
                near = marks
            if marks >= MARKS_TOLD:
                marks = MARKS_TOLD - 1
            out[count] = self.of_marks + relative * MARKS_TOLD + marks
            count += 1
        pair = 0
        for one in range(self.players):
            for two in range(one + 1, self.players):
                lead = self.close_lead((seat + one) % self.players, (seat + two) % self.players)
                out[count] = self.of_close + (pair * NEAR_TOLD + near) * CLOSE_LEADS + lead
                count += 1
                pair += 1
            place = (one * NEAR_TOLD + near) * CLOSE_LEADS * GAPS_TOLD
            out[count] = self.of_place + place + self.place_code((seat + one) % self.players)
            count += 1
        return count

    def place_code(self, seat: int) -> int:
        """How close a seat is to the best of the others, and by how much that one is ahead of the next."""
        lead = CLOSE_LEADS
        second = CLOSE_LEADS
        for other in range(self.players):
            if other != seat:
                found = self.close_lead(seat, other)
                if found < lead:
                    second = lead
                    lead = found
                elif found < second:
                    second = found
        gap = (second - lead) // STEPS_OF_POINT
        if gap >= GAPS_TOLD:
            gap = GAPS_TOLD - 1
        return lead * GAPS_TOLD + gap
