"""What a good player of O Zoo le Mio looks at: majorities over the years left, benches, and coins as future bids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from zoobox.games.o_zoo_le_mio.layout import *
from zoobox.games.o_zoo_le_mio.rules import ZooState
from zoobox.kernel.heuristics import NEVER, Heuristics
from zoobox.kernel.state import State


class ZooHeuristics(Heuristics):
    """Heuristics of O Zoo le Mio."""

    WEIGHTS: ClassVar[Mapping[str, float]] = {
        "keeping": 0.45,
        "star": 0.25,
        "bush": 0.3,
        "coin": 6.0,
        "coin_end": 0.6,
        "income": 0.5,
        "tile": 1.5,
        "denial": 0.4,
        "underbid": 0.625,
        "overbid": 0.48,
        "joining": 0.6,
        "placing_scale": 0.5,
        "spread": 4.0,
        "spread_left": 0.6,
    }
    TUNING: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "all": {"mixed": True},
        "curator": {"contest": 4, "most": 1500},
        "director": {"contest": 4},
        "champion": {"cut": 0, "exploration": 0.5, "network_value": 1.0, "network_prior": 1.0},
    }

    def __init__(self, game: Any, weights: Mapping[str, float] | None = None) -> None:
        Heuristics.__init__(self, game, weights)
        self.deal_limit = 64
        self.choices_known = True
        self.fair = 0.0
        self.has_room = True

    def watch(self, state: State) -> None:
        self.watch_with_lookahead(state)

    def bind(self, state: State) -> None:
        assert isinstance(state, ZooState)
        self.state = state
        self.s = state

    def forget_secret_decisions(self, state: State, seat: int) -> None:
        """Takes back the secret bids of others, so that they are made again."""
        if state.data[PHASE] == BIDDING:
            for other in range(state.players):
                if other != seat:
                    state.data[GIVEN] &= ~(1 << other)
                    state.data[BID + other] = 0

    def chance_outcome(self) -> int:
        """Who won, for how much, and the tiles that lie open."""
        key = self.s.d[LAST_WINNER] + 8 * self.s.d[PHASE]
        for seat in range(self.players):
            if seat + 1 == self.s.d[LAST_WINNER]:
                key = key * KEY_STEP + self.s.d[LAST_BID + seat]
        end = self.s.d[AUCTION] + 1
        if not self.s.u[BLIND_ROW] and self.s.d[PHASE] == BIDDING:
            end = self.s.row_end()
        for piece in range(self.s.d[AUCTION], end):
            if piece < TILES:
                key = (key * KEY_STEP + self.s.d[KIND + piece] + 1) & KEY_LIMIT
        return key

    # What things are worth over the years left.

    def item_worth(self) -> float:
        """What one visitor held now may bring in all: each year it is still there less surely, and counts more."""
        total = 0.0
        sure = 1.0
        for year in range(self.s.d[YEAR], YEARS + 1):
            total += sure * year
            sure *= self.weight[KEEPING]
        return total

    def bench_worth(self) -> float:
        """A bench stays."""
        total = 0.0
        for year in range(self.s.d[YEAR], YEARS + 1):
            total += year
        return total

    def coin_worth(self) -> float:
        """A coin is a part of a bid to come."""
        return self.weight[COIN_END] + self.weight[COIN] * (TILES - 1 - self.s.d[AUCTION]) / TILES

    def expected_points(self, seat: int) -> float:
        """Points so far, what is held now over the years left, and coins and stars as hopes."""
        total = 1.0 * self.s.points(seat)
        if self.s.d[PHASE] == FINISHED:
            return total
        item = self.item_worth()
        held = 1.0 * self.s.trees(seat)
        stars = 0
        for animal in range(ANIMAL_COUNT):
            held += self.s.visitors(seat, animal)
            stars += self.s.d[BEST_STARS + ANIMAL_COUNT * seat + animal]
        total += item * held + self.bench_worth() * self.s.d[BENCHES + seat]
        left = (TILES - self.s.d[AUCTION]) / (1.0 * TILES)
        total += left * (self.weight[STAR] * stars + self.weight[BUSH] * self.s.d[BUSHES + seat]) * item / 4.0
        total += self.coin_worth() * self.s.d[COINS + seat]
        years = YEARS - self.s.d[YEAR]
        total += self.weight[INCOME] * self.coin_worth() * self.s.d[TILE_COUNT + seat] * years
        return total

    def spread(self) -> float:
        return self.weight[SPREAD] + self.weight[SPREAD_LEFT] * (TILES - self.s.d[AUCTION])

    # Bids.

    def prepare_priors(self, seat: int) -> None:
        """For bids: what the tile is worth to the seat, in coins."""
        if self.s.d[PHASE] != BIDDING:
            return
        kind = self.s.d[KIND + self.s.d[AUCTION]]
        self.has_room = self.s.find_places(seat, kind, 1) > 0
        rival = 0.0
        for other in range(self.players):
            if other != seat:
                gain = self.tile_gain(other, kind)
                if gain > rival:
                    rival = gain
        gain = self.tile_gain(seat, kind) + self.weight[DENIAL] * rival
        self.fair = (gain + self.weight[TILE]) / (self.coin_worth() + 0.5)

    def tile_gain(self, seat: int, kind: int) -> float:
        """The visitors and trees a tile would win, if its halves join what the seat has."""
        row = KINDS + KIND_ROW * kind
        items = 0.0
        for half in range(2):
            animal = self.s.u[row + ANIMAL_OF + half]
            if animal < ANIMAL_COUNT:
                items += self.visitors_won(seat, animal, self.s.u[row + STARS_OF + half])
        bushes = self.s.u[row + BUSHES_OF]
        if bushes:
            items += self.trees_won(seat, bushes)
        return items * self.item_worth()

    def visitors_won(self, seat: int, animal: int, stars: int) -> float:
        at = BEST_STARS + ANIMAL_COUNT * seat + animal
        best = self.s.d[at]
        time = self.s.d[BEST_TIME + ANIMAL_COUNT * seat + animal]
        before = self.s.visitors(seat, animal)
        self.s.d[BEST_TIME + ANIMAL_COUNT * seat + animal] = self.s.d[AUCTION] + 1
        self.s.d[at] = best + stars
        joined = self.s.visitors(seat, animal)
        if stars < best:
            self.s.d[at] = best
            self.s.d[BEST_TIME + ANIMAL_COUNT * seat + animal] = time
        else:
            self.s.d[at] = stars
        apart = self.s.visitors(seat, animal)
        self.s.d[at] = best
        self.s.d[BEST_TIME + ANIMAL_COUNT * seat + animal] = time
        return self.weight[JOINING] * (joined - before) + (1.0 - self.weight[JOINING]) * (apart - before)

    def trees_won(self, seat: int, bushes: int) -> float:
        before = self.s.trees(seat)
        held = self.s.d[BUSHES + seat]
        time = self.s.d[BUSH_TIME + seat]
        self.s.d[BUSHES + seat] = held + bushes
        self.s.d[BUSH_TIME + seat] = self.s.d[AUCTION] + 1
        after = self.s.trees(seat)
        self.s.d[BUSHES + seat] = held
        self.s.d[BUSH_TIME + seat] = time
        return 1.0 * after - before

    def bid_prior(self, seat: int, coins: int) -> float:
        """The nearer to what the tile is worth, the better; a coin too many costs more than one too few."""
        if not self.has_room:
            if coins > 0:
                return NEVER
            return 0.0
        fair = self.fair
        if fair > self.s.d[COINS + seat]:
            fair = self.s.d[COINS + seat]
        if coins > fair:
            return -self.weight[OVERBID] * (coins - fair)
        return -self.weight[UNDERBID] * (fair - coins)

    def prior(self, seat: int, choice: int) -> float:
        if self.s.d[PHASE] == BIDDING:
            return self.bid_prior(seat, choice)
        return self.weight[PLACING_SCALE] * self.look_ahead(seat, choice)

    # Hints and tuning.


HEURISTICS = ZooHeuristics
