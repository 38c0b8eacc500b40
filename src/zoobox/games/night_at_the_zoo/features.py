"""What a network is told of a player board: each figure's way home, the tiles, what is still to be resolved."""

from __future__ import annotations

from typing import Any, ClassVar

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.rules import NightState
from zoobox.kernel.heuristics import Heuristics
from zoobox.kernel.state import State


class NightFeatures(Heuristics):
    """The features of one seat's board."""

    BOARDS_APART: ClassVar[bool] = True
    POINTS_OF_PAYOFF: ClassVar[float] = GREAT_SOLO

    def __init__(self, game: Any, weights: Any = None) -> None:
        Heuristics.__init__(self, game, weights)
        self.feature_count = BOARD_FEATURES
        if not cython.compiled:
            self.cost = [0] * PLACES
            self.empty = [0] * PLACES
            self.walk = [0] * SPACES
            self.slide = [0] * SPACES
            self.crawl = [0] * (4 * SPACES)
            self.queue = [0] * (4 * SPACES)
            self.standing = [0] * (TERRAIN_COUNT + 1)
            self.near_standing = [0] * (TERRAIN_COUNT + 1)
            self.held = [0] * (TERRAIN_COUNT + 1)

    def bind(self, state: State) -> None:
        assert isinstance(state, NightState)
        self.state = state
        self.s = state

    def write_features(self, seat: int, out: Any) -> int:
        block = BLOCKS + seat * BLOCK
        d = self.s.d
        left = LAST_DRAFT - d[DRAFT]
        if d[PHASE] == DRAFTING and d[block + DRAFTED] == 0:
            left += 1
        if left > LAST_DRAFT:
            left = LAST_DRAFT
        out[0] = OF_LEFT + left
        count = 1
        if d[DRAFT] % DRAFTS_IN_ROUND == 0 and d[PHASE] < ROUND_MOVES:
            out[count] = OF_ROUND_MOVE
            count += 1
        self.measure_ways(block)
        self.measure_gaits(block)
        count = self.write_figures(block, left, out, count)
        count = self.write_spaces(block, left, out, count)
        count = self.write_tiles(block, left, out, count)
        count = self.write_pending(block, out, count)
        return self.write_standing(block, out, count)

    # The way home.

    def measure_ways(self, block: int) -> None:
        """What the cheapest way from each place to the Zoo costs, and on how many spaces of it a tile is missing."""
        t = self.s.t
        for space in range(PLACES):
            self.cost[space] = FAR_COST
            self.empty[space] = 0
        self.cost[ZOO] = 0
        queue = self.queue
        queue[0] = ZOO
        queued = 1 << ZOO
        first = 0
        last = 1
        while queued:
            near = queue[first]
            first = (first + 1) % SPACES
            queued ^= 1 << near
            for direction in range(4):
                space = t[NEXT + 4 * near + direction]
                if space < SPACES and self.is_cheaper(block, space, near) and not queued >> space & 1:
                    queued |= 1 << space
                    queue[last] = space
                    last = (last + 1) % SPACES
        for place in range(SPACES, PLACES):
            for direction in range(4):
                near = t[NEXT + 4 * place + direction]
                if near != NOWHERE:
                    self.is_cheaper(block, place, near)

    def is_cheaper(self, block: int, place: int, near: int) -> bool:
        """Whether the way over a neighbour is the cheapest so far; if so, it is kept."""
        missing = near != ZOO and self.s.d[block + near] == 0
        cost = self.cost[near] + (EMPTY_COST if missing else STEP_COST)
        if cost >= self.cost[place]:
            return False
        self.cost[place] = cost
        self.empty[place] = self.empty[near] + missing
        return True

    # The movements it takes on the tiles there are, in each gait.

    def measure_gaits(self, block: int) -> None:
        self.measure_walks(block)
        for slot in range(SLOTS):
            if self.s.d[ANIMAL_SLOT + slot] == PENGUIN:
                self.measure_slides(block)
            elif self.s.d[ANIMAL_SLOT + slot] == SNAKE:
                self.measure_crawls(block)

    def measure_walks(self, block: int) -> None:
        """One space a movement."""
        t = self.s.t
        walk = self.walk
        queue = self.queue
        for space in range(SPACES):
            walk[space] = FAR_COST
        walk[ZOO] = 0
        queue[0] = ZOO
        first = 0
        last = 1
        while first < last:
            space = queue[first]
            first += 1
            for direction in range(4):
                near = t[NEXT + 4 * space + direction]
                if near < SPACES and walk[near] == FAR_COST and self.s.d[block + near]:
                    walk[near] = walk[space] + 1
                    queue[last] = near
                    last += 1

    def measure_slides(self, block: int) -> None:
        """Penguins slide on to the last tile."""
        slide = self.slide
        for space in range(SPACES):
            slide[space] = FAR_COST
        slide[ZOO] = 0
        for moves in range(1, SLIDES_TOLD):
            for space in range(SPACES):
                if slide[space] < moves or not self.s.d[block + space]:
                    continue
                for direction in range(4):
                    if slide[self.slide_end(block, space, direction)] == moves - 1:
                        slide[space] = moves

    def slide_end(self, block: int, place: int, direction: int) -> int:
        """Where a penguin gets by sliding in that direction; if nowhere, the space it is on."""
        t = self.s.t
        at = place
        near = t[NEXT + 4 * at + direction]
        while near != NOWHERE and at != ZOO and (near == ZOO or self.s.d[block + near]):
            at = near
            near = t[NEXT + 4 * at + direction]
        return at

    def measure_crawls(self, block: int) -> None:
        """Snakes go the way they look, or turn."""
        t = self.s.t
        crawl = self.crawl
        queue = self.queue
        for index in range(4 * SPACES):
            crawl[index] = FAR_COST
        for direction in range(4):
            crawl[4 * ZOO + direction] = 0
            queue[direction] = 4 * ZOO + direction
        first = 0
        last = 4
        while first < last:
            found = queue[first]
            first += 1
            space = found >> 2
            direction = found & 3
            near = t[NEXT + 4 * space + (direction + 2) % 4]
            if near < SPACES and self.s.d[block + near] and crawl[4 * near + direction] == FAR_COST:
                crawl[4 * near + direction] = crawl[found] + 1
                queue[last] = 4 * near + direction
                last += 1
            for other in range(4):
                if crawl[4 * space + other] == FAR_COST:
                    crawl[4 * space + other] = crawl[found] + 1
                    queue[last] = 4 * space + other
                    last += 1

    def moves_home(self, block: int, kind: int, place: int, facing: int) -> int:
        """The movements a figure needs from there, as far as they are told apart."""
        moves = 0
        if place >= ENTRANCE:
            direction = 0
            while self.s.t[NEXT + 4 * place + direction] == NOWHERE:
                direction += 1
            near = self.s.t[NEXT + 4 * place + direction]
            if near != ZOO and self.s.d[block + near] == 0:
                return MOVES_TOLD - 1
            moves = 1
            if kind == PENGUIN:
                near = self.slide_end(block, place, direction)
            elif kind == SNAKE and facing != direction:
                moves = 2
            place = near
            facing = direction
        if kind == PENGUIN:
            moves += self.slide[place]
        elif kind == SNAKE:
            moves += self.crawl[4 * place + facing]
        else:
            moves += self.walk[place]
        return MOVES_TOLD - 1 if moves >= MOVES_TOLD else moves

    # Figures.

    def write_figures(self, block: int, left: int, out: Any, count: int) -> int:
        d = self.s.d
        for slot in range(SLOTS):
            kind = d[ANIMAL_SLOT + slot]
            home = 0
            hidden = 0
            for figure in range(FIGURES):
                if d[block + KIND + figure] != kind:
                    continue
                place = d[block + PLACE + figure]
                if place == HOME:
                    home += 1
                    continue
                if place == UNDISCOVERED:
                    hidden += 1
                count = self.write_figure(block, figure, left, out, count)
            out[count] = OF_HOME + (FIGURES_OF_KIND + 1) * kind + home
            out[count + 1] = OF_HIDDEN + (FIGURES_OF_KIND + 1) * kind + hidden
            out[count + 2] = OF_ANIMAL + kind
            count += 3
        return count

    def write_figure(self, block: int, figure: int, left: int, out: Any, count: int) -> int:
        """How far a figure is from home, also beside the drafts that are left."""
        d = self.s.d
        kind = d[block + KIND + figure]
        place = d[block + PLACE + figure]
        group = 2 * kind
        if place == UNDISCOVERED:
            group += 1
            place = ENTRANCE + figure
        cost = self.cost[place]
        missing = self.empty[place]
        steps = (cost - missing * EMPTY_COST) // STEP_COST
        if missing > MOST_EMPTY:
            missing = MOST_EMPTY
        if steps > MOST_STEPS_TOLD:
            steps = MOST_STEPS_TOLD
        ratio = cost // (2 * (left + 1))
        if ratio >= RATIOS:
            ratio = RATIOS - 1
        out[count] = OF_WAY + group * WAYS_TOLD + missing * (MOST_STEPS_TOLD + 1) + steps
        out[count + 1] = OF_RATIO + group * RATIOS + ratio
        count += 2
        trait = d[block + TRAIT + figure]
        facing = self.s.t[INWARD + figure] if group & 1 else trait
        moves = self.moves_home(block, kind, place, facing)
        out[count] = OF_AT + group * PLACES + place
        out[count + 1] = OF_MOVES + (group * LEFTS_TOLD + left // LATE) * MOVES_TOLD + moves
        count += 2
        if not group & 1:
            count = self.write_surroundings(block, kind, place, moves, out, count)
        if kind == BUTTERFLY:
            out[count] = OF_POLLEN + trait
            count += 1
        elif kind == SLOTH and trait:
            out[count] = OF_ASLEEP
            count += 1
        elif kind == SNAKE and place < ENTRANCE:
            near = self.s.t[NEXT + 4 * place + trait]
            if near == NOWHERE or self.cost[near] >= cost:
                out[count] = OF_TURNED_AWAY
                count += 1
        return count

    def write_surroundings(self, block: int, kind: int, place: int, moves: int, out: Any, count: int) -> int:
        """Where a figure could step, and on which terrain it stands how near to home."""
        d = self.s.d
        t = self.s.t
        open_sides = 0
        for direction in range(4):
            if self.s.can_enter(block, t[NEXT + 4 * place + direction]):
                open_sides |= 1 << direction
        terrain = t[ENTRANCE_TERRAIN + place - ENTRANCE] if place >= ENTRANCE else t[TILE_TERRAIN + d[block + place]]
        if moves > NEAR_TOLD:
            moves = NEAR_TOLD
        out[count] = OF_AROUND + kind * 16 + open_sides
        out[count + 1] = OF_READY + (kind * TERRAIN_COUNT + terrain) * NEAR_TOLD + moves - 1
        return count + 2

    # Tiles.

    def write_spaces(self, block: int, left: int, out: Any, count: int) -> int:
        """The terrain on each space, pairs begun or completed, and the foods."""
        d = self.s.d
        t = self.s.t
        third = (LAST_DRAFT - left) // DRAFTS_IN_ROUND
        if third >= ROUNDS:
            third = ROUNDS - 1
        foods = 0
        different = 0
        tiles = 0
        for space in range(SPACES):
            tile = d[block + space]
            pair = t[SPACE_PAIR + space]
            if pair and t[PAIR_OTHER + space] > space:
                other = d[block + t[PAIR_OTHER + space]]
                one = t[TILE_TERRAIN + tile] if tile else TERRAIN_COUNT
                two = t[TILE_TERRAIN + other] if other else TERRAIN_COUNT
                out[count] = OF_HALVES + ((pair - 1) * (TERRAIN_COUNT + 1) + one) * (TERRAIN_COUNT + 1) + two
                count += 1
            if tile == 0:
                continue
            tiles += 1
            out[count] = OF_TERRAIN + (third * SPACES + space) * TERRAIN_COUNT + t[TILE_TERRAIN + tile]
            count += 1
            food = t[TILE_FOOD + tile]
            if food and not foods >> food & 1:
                foods |= 1 << food
                different += 1
                out[count] = OF_FOOD + food
                count += 1
        out[count] = OF_FOODS + left // 4 % 4 * (FOODS + 1) + different
        out[count + 1] = OF_TILES + tiles
        return count + 2

    def write_tiles(self, block: int, left: int, out: Any, count: int) -> int:
        """The warehouse and the drafted tile."""
        d = self.s.d
        late = TILE_NUMBERS if left <= LATE else 0
        for terrain in range(TERRAIN_COUNT + 1):
            self.held[terrain] = 0
        for slot in range(WAREHOUSE_SPACES):
            tile = d[block + WAREHOUSE + slot]
            if tile:
                out[count] = OF_STORED + late + tile
                count += 1
                self.held[self.s.t[TILE_TERRAIN + tile]] += 1
        tile = d[block + DRAFTED]
        if tile:
            out[count] = OF_DRAFTED + late + tile
            count += 1
            if self.held[self.s.t[TILE_TERRAIN + tile]] < 2:
                self.held[self.s.t[TILE_TERRAIN + tile]] += 1
        return count

    # What is still to be resolved.

    def write_pending(self, block: int, out: Any, count: int) -> int:
        d = self.s.d
        moves = 0
        allowed = 0
        near = 0
        for figure in range(FIGURES):
            place = d[block + PLACE + figure]
            if place < HOME and self.cost[place] == STEP_COST:
                near += 1
        for depth in range(d[block + DEPTH]):
            frame = block + FRAMES + FRAME * depth
            asked = d[frame]
            number = d[frame + 1]
            if asked == MOVES:
                moves += number
            elif asked in (SPECIAL, ROUND_MOVE):
                allowed += self.bits(number) + d[frame + 2]
            elif asked == COVER:
                out[count] = OF_COVER + number
                count += 1
            elif asked == SYMBOL:
                out[count] = OF_SYMBOLS + number
                count += 1
            elif asked == EFFECTS:
                count = self.write_effects(frame, out, count)
            elif asked == BONUS_IN_HAND:
                out[count] = OF_BONUS_IN_HAND + number - BONUS_TILE
                count += 1
            elif asked == DISCOVERIES:
                out[count] = OF_DISCOVERIES + self.at_most(number)
                count += 1
            elif asked == BONUSES:
                out[count] = OF_BONUSES + self.at_most(number)
                count += 1
            else:
                out[count] = OF_SECOND_TILE
                count += 1
        out[count] = OF_NEAR + COUNTED * self.at_most(near) + self.at_most(moves)
        out[count + 1] = OF_ALLOWED + self.at_most(allowed)
        return count + 2

    def write_effects(self, frame: int, out: Any, count: int) -> int:
        d = self.s.d
        if d[frame + 3] & OF_TILE:
            out[count] = OF_EFFECTS + d[frame + 1]
            count += 1
        if d[frame + 3] & OF_SPACE:
            out[count] = OF_SPACE_EFFECT + d[frame + 2]
            count += 1
        if d[frame + 3] & OF_PAIR:
            out[count] = OF_PAIR_EFFECT + self.s.t[SPACE_PAIR + d[frame + 2]]
            count += 1
        return count

    def write_standing(self, block: int, out: Any, count: int) -> int:
        """Figures by the terrain they stand on, beside the tiles held of it and those left over."""
        d = self.s.d
        t = self.s.t
        for terrain in range(TERRAIN_COUNT + 1):
            self.standing[terrain] = 0
            self.near_standing[terrain] = 0
        for figure in range(FIGURES):
            place = d[block + PLACE + figure]
            if place >= HOME:
                continue
            terrain = t[ENTRANCE_TERRAIN + figure] if place >= ENTRANCE else t[TILE_TERRAIN + d[block + place]]
            self.standing[terrain] += 1
            if self.cost[place] == STEP_COST:
                self.near_standing[terrain] += 1
        for terrain in range(TERRAIN_COUNT):
            over = 0
            for slot in range(DRAFTS_IN_ROUND):
                tile = d[LEFTOVER + slot]
                if tile and t[TILE_TERRAIN + tile] == terrain:
                    over += 1
            standing = self.at_most(self.standing[terrain])
            near = self.at_most(self.near_standing[terrain])
            out[count] = OF_STANDING + (terrain * COUNTED + standing) * 3 + self.held[terrain]
            out[count + 1] = OF_NEAR_STANDING + (terrain * COUNTED + near) * 3 + self.held[terrain]
            out[count + 2] = OF_LEFTOVER + (terrain * (DRAFTS_IN_ROUND + 1) + over) * COUNTED + standing
            count += 3
        return count

    def at_most(self, number: int) -> int:
        return COUNTED - 1 if number >= COUNTED else number

    def bits(self, mask: int) -> int:
        count = 0
        while mask:
            count += mask & 1
            mask >>= 1
        return count
