"""What a good player of Night at the Zoo looks at: how far each animal is from home in its own gait, paths, foods."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.games.night_at_the_zoo.features import NightFeatures
from zoobox.games.night_at_the_zoo.layout import *
from zoobox.kernel.state import State

FAR = 60.0


class NightHeuristics(NightFeatures):
    """Heuristics of Night at the Zoo."""

    WEIGHTS: ClassVar[Mapping[str, float]] = {
        "reach": 0.9,
        "empty": 3.25,
        "found": 0.35,
        "stored": 1.2,
        "move": 0.8,
        "discovered": 1.5,
        "bonus": 1.2,
        "covered": 0.96,
        "food_hope": 1.25,
        "penguin": 0.96,
        "cheetah": 1.0,
        "snake": 3.3,
        "sloth": 1.8,
        "spread": 2.5,
        "spread_left": 0.7,
        "per_point": 1.0,
    }
    TUNING: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "curator": {"cut": 20, "contest": 4, "most": 1000},
        "director": {"cut": 20, "contest": 16, "exploration": 0.4},
        "champion": {"cut": 0, "exploration": 0.3, "learned_prior": 1.0, "own_points": True, "most": 20_000},
    }

    def __init__(self, game: Any, weights: Mapping[str, float] | None = None) -> None:
        NightFeatures.__init__(self, game, weights)
        self.deal_limit = 64
        if not cython.compiled:
            self.far = [0.0] * SPACES

    def watch(self, state: State) -> None:
        self.watch_with_lookahead(state)

    def chance_outcome(self) -> int:
        """The tiles of the market, where they have just been turned up."""
        if self.s.d[PHASE] != DRAFTING:
            return 0
        key = 1
        for slot in range(self.s.box.market_size):
            key = (key * KEY_STEP + self.s.d[MARKET + slot]) & 0x3FFFFFFF
        return key

    # The way home.

    def measure(self, block: int) -> None:
        """How many movements it takes from each space to the Zoo; a space without a tile takes one first."""
        for space in range(SPACES):
            self.far[space] = FAR
        self.far[ZOO] = 0.0
        changed = True
        while changed:
            changed = False
            for space in range(SPACES):
                if space == ZOO:
                    continue
                best = FAR
                for direction in range(4):
                    near = self.s.t[NEXT + 4 * space + direction]
                    if near != NOWHERE:
                        way = self.far[near] + 1.0
                        if near != ZOO and self.s.d[block + near] == 0:
                            way += self.weight[EMPTY]
                        if way < best:
                            best = way
                if best < self.far[space]:
                    self.far[space] = best
                    changed = True

    def distance(self, block: int, figure: int) -> float:
        """The movements that a figure still needs, in its own gait."""
        place = self.s.d[block + PLACE + figure]
        if place == UNDISCOVERED:
            place = ENTRANCE + figure
        way = self.from_entrance(block, place) if place >= ENTRANCE else self.far[place]
        kind = self.s.d[block + KIND + figure]
        if kind == PENGUIN:
            return way * self.weight[PENGUIN_GAIT]
        if kind == CHEETAH:
            return way * self.weight[CHEETAH_GAIT]
        if kind == SNAKE:
            return way * self.weight[SNAKE_GAIT]
        if kind == SLOTH:
            return way * self.weight[SLOTH_GAIT] + self.s.d[block + TRAIT + figure]
        return way

    def from_entrance(self, block: int, place: int) -> float:
        for direction in range(4):
            near = self.s.t[NEXT + 4 * place + direction]
            if near != NOWHERE:
                if self.s.d[block + near] == 0:
                    return self.far[near] + 1.0 + self.weight[EMPTY]
                return self.far[near] + 1.0
        return FAR

    def home_worth(self, block: int, figure: int) -> float:
        """What the figure would bring in the Zoo, beside the others of its kind that are there."""
        kind = self.s.d[block + KIND + figure]
        if kind == BUTTERFLY:
            pollen = self.s.d[block + TRAIT + figure]
            return 0.5 * self.s.t[POLLEN_POINTS + pollen] + 0.5 * self.s.t[POLLEN_POINTS + 3]
        home = 0
        for other in range(FIGURES):
            if self.s.d[block + KIND + other] == kind and self.s.d[block + PLACE + other] == HOME:
                home += 1
        if home >= 3:
            return 0.0
        return 1.0 * self.s.t[HOME_POINTS + 4 * kind + home + 1] - self.s.t[HOME_POINTS + 4 * kind + home]

    # The position.

    def expected_points(self, seat: int) -> float:
        """Points in sight: those on the sheet, animals on their way, tiles and actions in hand."""
        block = BLOCKS + seat * BLOCK
        left = 1.0 * LAST_DRAFT - self.s.d[DRAFT]
        if left < 0.0:
            left = 0.0
        total = 1.0 * self.s.points(seat)
        self.measure(block)
        reach = self.weight[REACH] * (left + 0.7)
        for figure in range(FIGURES):
            place = self.s.d[block + PLACE + figure]
            if place != HOME:
                ratio = self.distance(block, figure) / reach
                chance = 1.0 / (1.0 + ratio * ratio)
                if place == UNDISCOVERED:
                    chance *= self.weight[FOUND]
                total += chance * self.home_worth(block, figure)
        for slot in range(WAREHOUSE_SPACES):
            if self.s.d[block + WAREHOUSE + slot]:
                total += self.weight[STORED] * left / (left + 1.0)
        if self.s.d[block + DRAFTED]:
            total += self.weight[COVERED] + self.tile_worth(block, self.s.d[block + DRAFTED], left)
        total += self.pending_worth(block, left)
        if self.players == 1:
            return total / GREAT_SOLO
        return total

    def tile_worth(self, block: int, tile: int, left: float) -> float:
        """The better of a tile's symbols, or what its food adds to the set."""
        if self.s.t[TILE_FOOD + tile]:
            return self.food_worth(block, tile)
        first = self.symbol_worth(TILE_SYMBOLS + 4 * tile, left)
        second = self.symbol_worth(TILE_SYMBOLS + 4 * tile + 2, left)
        if second > first:
            return second
        return first

    def symbol_worth(self, shown: int, left: float) -> float:
        symbol = self.s.t[shown]
        number = self.s.t[shown + 1]
        if symbol == POINTS:
            return 1.0 * number
        if symbol == MOVEMENT:
            return self.weight[MOVE] * number
        if symbol == DISCOVER:
            return self.weight[DISCOVERED] * number * left / LAST_DRAFT * 2.0
        if symbol == BONUS:
            return self.weight[BONUS_WORTH] * number
        return 0.0

    def food_worth(self, block: int, tile: int) -> float:
        """What a food adds: its step in the table, and a hope for the steps to come."""
        foods = 0
        different = 0
        for space in range(SPACES):
            food = self.s.t[TILE_FOOD + self.s.d[block + space]]
            if food and not foods >> food & 1:
                foods |= 1 << food
                different += 1
        if foods >> self.s.t[TILE_FOOD + tile] & 1:
            return 0.0
        step = 1.0 * self.s.t[FOOD_POINTS + different + 1] - self.s.t[FOOD_POINTS + different]
        return step + self.weight[FOOD_HOPE] * 3.0

    def pending_worth(self, block: int, left: float) -> float:
        """What lies on the stack of things to be resolved."""
        total = 0.0
        for depth in range(self.s.d[block + DEPTH]):
            frame = block + FRAMES + FRAME * depth
            asked = self.s.d[frame]
            number = self.s.d[frame + 1]
            if asked == MOVES:
                total += self.weight[MOVE] * number
            elif asked == DISCOVERIES:
                total += self.weight[DISCOVERED] * number * left / LAST_DRAFT * 2.0
            elif asked == BONUSES:
                total += self.weight[BONUS_WORTH] * number
            elif asked == COVER:
                total += self.weight[COVERED] + self.tile_worth(block, number, left)
            elif asked == BONUS_IN_HAND:
                total += self.weight[COVERED]
            elif asked == EFFECTS:
                total += self.effects_worth(block, frame, left)
            elif asked == SYMBOL:
                total += self.tile_worth(block, number, left)
            elif asked in (SPECIAL, ROUND_MOVE):
                total += 0.8 * self.weight[MOVE] * (self.bits(number) + self.s.d[frame + 2])
            elif asked == SECOND_TILE:
                total += 0.6 * self.weight[MOVE]
        return total

    def effects_worth(self, block: int, frame: int, left: float) -> float:
        """Tile, space and pair, as far as they are still to be resolved."""
        pending = self.s.d[frame + 3]
        space = self.s.d[frame + 2]
        total = 0.0
        if pending & OF_TILE:
            total += self.tile_worth(block, self.s.d[frame + 1], left)
        if pending & OF_SPACE:
            total += self.symbol_worth(SPACE_ACTIONS + 4 * space, left)
            total += self.symbol_worth(SPACE_ACTIONS + 4 * space + 2, left)
        if pending & OF_PAIR:
            total += self.symbol_worth(PAIR_BONUS + 2 * self.s.t[SPACE_PAIR + space], left)
        return total

    def spread(self) -> float:
        return self.weight[SPREAD] + self.weight[SPREAD_LEFT] * (LAST_DRAFT - self.s.d[DRAFT])

    # Choices.

    def prior(self, seat: int, choice: int) -> float:
        """The position one decision on, on the scale of points."""
        block = BLOCKS + seat * BLOCK
        if choice < USE:
            left = 1.0 * LAST_DRAFT - self.s.d[DRAFT]
            return self.weight[PER_POINT] * self.tile_worth(block, self.s.d[MARKET + choice - TAKE], left)
        value = self.weight[PER_POINT] * self.look_ahead(seat, choice)
        if self.players == 1:
            value *= GREAT_SOLO
        if choice == STOP:
            value -= 0.1
        return value

    # Hints and tuning.


HEURISTICS = NightHeuristics
