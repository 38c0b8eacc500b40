"""What a good player of the dice game looks at: what a truck is worth to me and to the others, barn, bonuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from zoobox.games.zooloretto_dice.features import DiceFeatures
from zoobox.games.zooloretto_dice.layout import *
from zoobox.kernel.state import State


class DiceHeuristics(DiceFeatures):
    """Heuristics of the dice game."""

    WEIGHTS: ClassVar[Mapping[str, float]] = {
        "mark": 1.0,
        "bonus_share": 0.5,
        "bonus_lead": 0.6,
        "barn_risk": 1.8,
        "barn_covered": 0.8,
        "coin": 0.56,
        "group": 0.6,
        "patience": 0.84,
        "patience_dice": 0.25,
        "denial": 0.6,
        "truck_hope": 0.7,
        "spread": 1.2,
        "spread_left": 0.25,
    }
    TUNING: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "curator": {"contest": 2, "most": 1000},
        "director": {"contest": 2},
        "champion": {
            "cut": 0,
            "exploration": 0.15,
            "learned_prior": 12.0,
            "margin": 0.0,
            "halving": True,
            "most": 20_000,
        },
    }

    def __init__(self, game: Any, weights: Mapping[str, float] | None = None) -> None:
        DiceFeatures.__init__(self, game, weights)
        self.deal_limit = 1  # nothing is hidden but the luck to come
        self.choices_known = True

    def chance_outcome(self) -> int:
        """The dice just rolled."""
        if self.s.d[PHASE] != PLACE_DICE:
            return 0
        return 1 + self.s.d[HAND] + 8 * self.s.d[HAND + 1] + 64 * self.s.d[IN_HAND]

    # Trucks.

    def best_truck(self, seat: int, besides: int) -> float:
        """The worth of the seat's best truck, one of them left aside; an empty truck is worth nothing yet."""
        best = -2.0
        for truck in range(self.s.box.trucks):
            if truck != besides:
                worth = 0.0
                if self.s.d[LOAD + truck] > 0:
                    worth = self.truck_worth(seat, truck)
                if worth > best:
                    best = worth
        return best

    # The position.

    def expected_points(self, seat: int) -> float:
        sheet = SHEETS + seat * SHEET
        total = 1.0 * self.s.points(seat)
        for species in range(SPECIES):
            marks = self.s.d[sheet + ENCLOSURE + species]
            if marks < self.s.t[SIZE_OF + species]:
                total += self.bonus_hope(seat, species, marks)
        total += self.weight[COIN_WORTH] * self.s.d[sheet + COINS]
        if not self.s.d[OUT] >> seat & 1:
            total += self.weight[TRUCK_HOPE] * self.best_truck(seat, -1)
        return total

    def spread(self) -> float:
        """Wide while much is left to mark for whoever is nearest to the end."""
        least = 99
        for seat in range(self.players):
            left = 0
            for species in range(SPECIES):
                left += self.s.t[SIZE_OF + species] - self.s.d[SHEETS + seat * SHEET + ENCLOSURE + species]
            if left < least:
                least = left
        return self.weight[SPREAD] + self.weight[SPREAD_LEFT] * least

    # Choices.

    def prior(self, seat: int, choice: int) -> float:
        if choice == ROLL:
            return self.roll_prior(seat)
        if choice < PLACE:
            return self.truck_worth(seat, choice - TAKE) - self.weight[DENIAL] * self.left_behind(seat, choice - TAKE)
        if choice < GROUP_AS_POINT:
            return self.place_prior(seat, (choice - PLACE) % MAX_TRUCKS)
        if choice >= GROUP_REMOVES:
            return 1.0  # a barn animal costs two points, a group as a point brings one
        return 0.0

    def roll_prior(self, seat: int) -> float:
        """What it is worth to wait: alone there is no hurry; otherwise the others may take what I want."""
        if self.s.d[OUT_COUNT] == self.players - 1:
            return 100.0
        return self.weight[PATIENCE] + self.weight[PATIENCE_DICE] * self.s.d[SUPPLY]

    def left_behind(self, seat: int, truck: int) -> float:
        """What the next player finds when this truck is gone."""
        if self.s.d[OUT_COUNT] == self.players - 1:
            return 0.0
        return self.best_truck(self.next_seat(seat), truck)

    def next_seat(self, seat: int) -> int:
        """Who moves next, this seat itself if nobody else is left in the round."""
        other = seat
        for _ in range(self.players):
            other += 1
            if other == self.players:
                other = 0
            if not self.s.d[OUT] >> other & 1:
                return other
        return seat

    def place_prior(self, seat: int, truck: int) -> float:
        """Puts the die there in mind: what do I get if the next player takes the best truck first?"""
        load = self.s.d[LOAD + truck]
        kept = self.s.d[CRATE + CRATES * truck + load]
        self.s.d[CRATE + CRATES * truck + load] = self.s.d[HAND]
        self.s.d[LOAD + truck] = load + 1
        other = self.next_seat(seat)
        value = self.best_truck(seat, -1) if other == seat else self.after_rival(seat, other)
        self.s.d[CRATE + CRATES * truck + load] = kept
        self.s.d[LOAD + truck] = load
        return value

    def after_rival(self, seat: int, other: int) -> float:
        """My best truck less the rival's, once the rival has taken what suits it best."""
        best = 0
        best_score = -1e30
        for truck in range(self.s.box.trucks):
            if self.s.d[LOAD + truck] > 0:
                score = self.truck_worth(other, truck)
                if score > best_score:
                    best_score = score
                    best = truck
        return self.best_truck(seat, best) - self.weight[DENIAL] * best_score

    # Hints and tuning.

    def truck_worths(self, state: State, seat: int) -> list[float]:
        """`truck_worth` of every truck, for callers from Python."""
        self.check(state, seat)
        self.watch(state)
        return [float(self.truck_worth(seat, truck)) for truck in range(self.s.box.trucks)]


HEURISTICS = DiceHeuristics
