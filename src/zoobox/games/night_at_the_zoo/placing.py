"""The placement phase on one board: tiles are placed, stored or discarded, and what they set off is resolved.

What a player has to resolve lies on a stack of their own: the topmost thing is asked, and what it sets off comes to lie
on top of it. So a bonus tile is used inside the action that gave it, and all players can act at the same time.
"""

from __future__ import annotations

from zoobox.games.night_at_the_zoo.figures import BoardState
from zoobox.games.night_at_the_zoo.layout import *


class PlacementState(BoardState):
    """Tiles are used and their actions resolved, on each board by itself."""

    # What may be chosen.

    def offer(self, block: int) -> int:
        """What may be chosen about the topmost thing to be resolved; if there is none, which tile to use."""
        d = self.d
        depth = d[block + DEPTH]
        if depth == 0:
            return self.offer_uses(block)
        frame = block + FRAMES + FRAME * (depth - 1)
        asked = d[frame]
        if asked == MOVES:
            return self.offer_movements(block, ALL_FIGURES, True)
        if asked == COVER:
            return self.offer_spaces(block)
        if asked == SPECIAL:
            return self.offer_movements(block, d[frame + 1] | d[frame + 2] << 8, True)
        if asked == ROUND_MOVE:
            return self.offer_movements(block, d[frame + 1] | d[frame + 2] << 8, not self.box.forced_round_moves)
        if asked == SECOND_TILE:
            return self.offer_movements(block, 1 << d[frame + 1], True)
        if asked == EFFECTS:
            return self.offer_effects(d[frame + 3])
        if asked == SYMBOL:
            return self.offer_symbols(frame)
        if asked == DISCOVERIES:
            return self.offer_undiscovered(block)
        if asked == BONUSES:
            return self.offer_terrains()
        return self.offer_ways(block, FROM_BONUS, 0)

    def offer_uses(self, block: int) -> int:
        """The drafted tile and those in the warehouse, each in the ways it can be used."""
        d = self.d
        count = 0
        if d[block + DRAFTED]:
            count = self.offer_ways(block, 0, count)
        for slot in range(WAREHOUSE_SPACES):
            if d[block + WAREHOUSE + slot]:
                count = self.offer_ways(block, 1 + slot, count)
        if d[block + DRAFTED] == 0:  # natz.use.drafted-must
            d[self.scratch + count] = FINISH
            count += 1
        return count

    def offer_ways(self, block: int, source: int, count: int) -> int:
        """Into the neighbourhood, into the warehouse, or away for a special move."""
        d = self.d
        if self.has_empty_space(block):  # natz.place.full
            d[self.scratch + count] = USE + 3 * source + PUT
            count += 1
        if (source == 0 or source == FROM_BONUS) and not (d[block + WAREHOUSE] and d[block + WAREHOUSE + 1]):
            d[self.scratch + count] = USE + 3 * source + STORE
            count += 1
        d[self.scratch + count] = USE + 3 * source + DISCARD
        return count + 1

    def has_empty_space(self, block: int) -> bool:
        d = self.d
        for space in range(SPACES):
            if d[block + space] == 0 and space != ZOO:
                return True
        return False

    def offer_spaces(self, block: int) -> int:
        """Any space without a tile, the Zoo apart."""
        d = self.d
        at = self.scratch
        for space in range(SPACES):
            if d[block + space] == 0 and space != ZOO:
                d[at] = SPACE + space
                at += 1
        return at - self.scratch

    def offer_effects(self, left: int) -> int:
        count = 0
        for effect in range(3):
            if left >> effect & 1:
                self.d[self.scratch + count] = FIRST_EFFECT + effect
                count += 1
        return count

    def offer_symbols(self, frame: int) -> int:
        """The two symbols of a tile, or of a space where the setting lets only one count; in rising order."""
        shown = self.symbols_of(frame)
        one = self.t[shown]
        other = self.t[shown + 2]
        if one > other:
            one, other = other, one
        self.d[self.scratch] = CHOOSE_SYMBOL + one - 1
        self.d[self.scratch + 1] = CHOOSE_SYMBOL + other - 1
        return 2

    def symbols_of(self, frame: int) -> int:
        """Where the component table holds the two symbols to choose from."""
        if self.d[frame + 1]:
            return TILE_SYMBOLS + 4 * self.d[frame + 1]
        return SPACE_ACTIONS + 4 * self.d[frame + 2]

    def offer_undiscovered(self, block: int) -> int:
        d = self.d
        count = 0
        for figure in range(FIGURES):
            if d[block + PLACE + figure] == UNDISCOVERED:
                d[self.scratch + count] = FIND + figure
                count += 1
        return count

    def offer_terrains(self) -> int:
        """Bonus tiles that are left; should others have taken the last one meanwhile, the seat goes on without."""
        count = 0
        for terrain in range(TERRAIN_COUNT):
            if self.d[SUPPLY + terrain]:
                self.d[self.scratch + count] = BONUS_TERRAIN + terrain
                count += 1
        if count == 0:
            self.d[self.scratch] = STOP
            count = 1
        return count

    # What happens.

    def act(self, seat: int, choice: int) -> None:
        """Carries out a choice of the placement phase or of the movement at the end of a round."""
        block = BLOCKS + seat * BLOCK
        if choice == FINISH:
            self.finish(seat)
        else:
            self.begin(block, choice)
            self.settle(seat, block)

    def begin(self, block: int, choice: int) -> None:
        """The choice itself; what follows from it without a question is settled afterwards."""
        frame = block + FRAMES + FRAME * (self.d[block + DEPTH] - 1)
        if choice >= STOP:
            self.pop(block)
        elif choice >= FIGURE:
            self.move(block, frame, (choice - FIGURE) // FIGURE_MOVEMENTS, (choice - FIGURE) % FIGURE_MOVEMENTS)
        elif choice < FINISH:
            self.use(block, (choice - USE) // 3, (choice - USE) % 3)
        elif choice < FIRST_EFFECT:
            self.cover(block, self.d[frame + 1], choice - SPACE)
        elif choice < CHOOSE_SYMBOL:
            self.resolve(block, frame, 1 << (choice - FIRST_EFFECT))
        elif choice < FIND:
            self.resolve_symbol(block, frame, choice - CHOOSE_SYMBOL + 1)
        elif choice < BONUS_TERRAIN:
            self.discover(block, frame, choice - FIND)
        else:
            self.take_bonus_tile(block, frame, choice - BONUS_TERRAIN)

    def finish(self, seat: int) -> None:
        """The seat has done all it wants; what follows, the game as a whole decides."""

    def push(self, block: int, asked: int, first: int, second: int, third: int) -> None:
        """Puts one more thing to be resolved on top of the others."""
        d = self.d
        frame = block + FRAMES + FRAME * d[block + DEPTH]
        d[frame] = asked
        d[frame + 1] = first
        d[frame + 2] = second
        d[frame + 3] = third
        d[block + DEPTH] += 1

    def pop(self, block: int) -> None:
        d = self.d
        d[block + DEPTH] -= 1
        frame = block + FRAMES + FRAME * d[block + DEPTH]
        d[frame] = 0
        d[frame + 1] = 0
        d[frame + 2] = 0
        d[frame + 3] = 0

    def settle(self, seat: int, block: int) -> None:
        """Goes on until something is to be asked; a player who has nothing left to do has finished."""
        d = self.d
        while d[block + DEPTH]:
            frame = block + FRAMES + FRAME * (d[block + DEPTH] - 1)
            if self.is_question(block, frame):
                return
            self.settle_top(block, frame)
        if d[PHASE] == ROUND_MOVES or not (
            d[block + DRAFTED] or d[block + WAREHOUSE] or d[block + WAREHOUSE + 1]
        ):  # natz.use.drafted-must
            self.finish(seat)

    def settle_top(self, block: int, frame: int) -> None:
        """What needs no question: the last effect of a placement is resolved, anything else is done or lapses."""
        if self.d[frame] == EFFECTS and self.d[frame + 3]:
            self.resolve(block, frame, self.d[frame + 3])
        else:
            self.pop(block)

    def is_question(self, block: int, frame: int) -> bool:
        """Whether the player is to be asked about it; if not, it settles itself."""
        d = self.d
        asked = d[frame]
        if asked == MOVES:  # natz.action.useless
            return d[frame + 1] != 0 and self.can_do_something(block, ALL_FIGURES)
        if asked in (SPECIAL, ROUND_MOVE):
            return self.can_do_something(block, d[frame + 1] | d[frame + 2] << 8)
        if asked == SECOND_TILE:
            return self.figure_can(block, d[frame + 1])
        if asked == EFFECTS:
            left = d[frame + 3]
            return left & (left - 1) != 0
        if asked == DISCOVERIES:  # natz.discover.none-left
            return d[frame + 1] != 0 and self.undiscovered(block) > 0
        if asked == BONUSES:
            return d[frame + 1] != 0 and d[SUPPLY] + d[SUPPLY + 1] + d[SUPPLY + 2] > 0
        return True

    # Using a tile.

    def use(self, block: int, source: int, way: int) -> None:
        """A tile leaves the hand or the warehouse: into the neighbourhood, the warehouse, or away."""
        d = self.d
        if source == FROM_BONUS:
            tile = d[block + FRAMES + FRAME * (d[block + DEPTH] - 1) + 1]
            self.pop(block)
        elif source == 0:
            tile = d[block + DRAFTED]
            d[block + DRAFTED] = 0
        else:
            tile = d[block + WAREHOUSE + source - 1]
            d[block + WAREHOUSE + source - 1] = 0
        if way == PUT:
            self.push(block, COVER, tile, 0, 0)
        elif way == DISCARD:
            self.discard(block, tile)
        elif d[block + WAREHOUSE] == 0:
            d[block + WAREHOUSE] = tile
        else:
            d[block + WAREHOUSE + 1] = tile

    def discard(self, block: int, tile: int) -> None:
        """A special move: the figures that stand on the tile's terrain now get one movement each."""
        terrain = self.t[TILE_TERRAIN + tile]
        if tile >= BONUS_TILE and self.box.bonus_tiles_return:  # natz.bonus.discarded
            self.d[SUPPLY + terrain] += 1
        figures = self.figures_on(block, terrain)
        self.push(block, SPECIAL, figures & 255, figures >> 8, 0)

    def cover(self, block: int, tile: int, space: int) -> None:
        """The tile covers the space; what tile, space and pair then give is to be resolved."""
        t = self.t
        self.pop(block)
        self.d[block + space] = tile
        effects = 0
        if t[TILE_SYMBOLS + 4 * tile]:
            effects = self.unless_points(block, TILE_SYMBOLS + 4 * tile, OF_TILE)
        if t[SPACE_ACTIONS + 4 * space] and self.meets_condition(tile, space):
            effects |= self.unless_points(block, SPACE_ACTIONS + 4 * space, OF_SPACE)
        pair = t[SPACE_PAIR + space]
        if pair and self.completes_pair(block, tile, space):
            if t[PAIR_BONUS + 2 * pair] == POINTS:
                self.d[block + GAINED] += t[PAIR_BONUS + 2 * pair + 1]
            else:
                effects |= OF_PAIR
        if effects:
            self.push(block, EFFECTS, tile, space, effects)

    def unless_points(self, block: int, shown: int, effect: int) -> int:
        """Points alone are gained at once, since their order cannot matter; anything else is left to resolve."""
        if self.t[shown] == POINTS and self.t[shown + 2] == 0:
            self.d[block + GAINED] += self.t[shown + 1]
            return 0
        return effect

    def meets_condition(self, tile: int, space: int) -> bool:
        """A space may ask for a terrain, or for a tile that shows Discover."""
        condition = self.t[SPACE_CONDITION + space]
        if condition == 0:
            return True
        if condition == DISCOVER_SHOWN:  # natz.condition.discover
            return self.t[TILE_SYMBOLS + 4 * tile] == DISCOVER or self.t[TILE_SYMBOLS + 4 * tile + 2] == DISCOVER
        return self.t[TILE_TERRAIN + tile] + 1 == condition  # natz.condition.terrain

    def completes_pair(self, block: int, tile: int, space: int) -> bool:
        """Both dark spaces are covered with the same terrain; the second one sets the bonus off."""
        other = self.d[block + self.t[PAIR_OTHER + space]]
        return other != 0 and self.t[TILE_TERRAIN + other] == self.t[TILE_TERRAIN + tile]

    # Actions.

    def resolve(self, block: int, frame: int, effect: int) -> None:
        """One of tile, space and pair, whole."""
        d = self.d
        t = self.t
        tile = d[frame + 1]
        space = d[frame + 2]
        d[frame + 3] -= effect
        if d[frame + 3] == 0:
            self.pop(block)
        if effect == OF_TILE:
            if t[TILE_SYMBOLS + 4 * tile + 2]:  # natz.tiles.two-symbols
                self.push(block, SYMBOL, tile, 0, 0)
            else:
                self.perform(block, TILE_SYMBOLS + 4 * tile)
        elif effect == OF_PAIR:
            self.perform(block, PAIR_BONUS + 2 * t[SPACE_PAIR + space])
        elif t[SPACE_ACTIONS + 4 * space + 2] == 0:
            self.perform(block, SPACE_ACTIONS + 4 * space)
        elif self.box.one_action_of_space:
            self.push(block, SYMBOL, 0, space, 0)
        else:  # natz.space.two-actions: the first printed comes to lie on top
            self.perform(block, SPACE_ACTIONS + 4 * space + 2)
            self.perform(block, SPACE_ACTIONS + 4 * space)

    def resolve_symbol(self, block: int, frame: int, symbol: int) -> None:
        shown = self.symbols_of(frame)
        self.pop(block)
        if self.t[shown] == symbol:
            self.perform(block, shown)
        else:
            self.perform(block, shown + 2)

    def perform(self, block: int, shown: int) -> None:
        """An action: its symbol and how often stand in the component table."""
        symbol = self.t[shown]
        number = self.t[shown + 1]
        if symbol == POINTS:
            self.d[block + GAINED] += number
        elif symbol == MOVEMENT:
            self.push(block, MOVES, number, 0, 0)
        elif symbol == DISCOVER:
            self.push(block, DISCOVERIES, number, 0, 0)
        else:
            self.push(block, BONUSES, number, 0, 0)

    def discover(self, block: int, frame: int, figure: int) -> None:
        """An undiscovered figure comes to its own entrance."""
        self.d[frame + 1] -= 1
        self.stand_on_entrance(block, figure)

    def take_bonus_tile(self, block: int, frame: int, terrain: int) -> None:
        """A bonus tile comes to hand and is used at once, before the next one is taken."""
        self.d[SUPPLY + terrain] -= 1
        self.d[frame + 1] -= 1
        if self.d[frame + 1] == 0:
            self.pop(block)
        self.push(block, BONUS_IN_HAND, BONUS_TILE + terrain, 0, 0)

    def move(self, block: int, frame: int, figure: int, movement: int) -> None:
        """One movement of one figure: a walk, a turn, or waking up."""
        d = self.d
        asked = d[frame]
        if movement == WAKE:
            d[block + TRAIT + figure] = 0
        elif movement >= TURN_TO:
            d[block + TRAIT + figure] = movement - TURN_TO
        else:
            self.walk(block, figure, movement, asked == SPECIAL)
        if asked == MOVES:
            d[frame + 1] -= 1
        elif asked == SECOND_TILE:
            self.pop(block)
        else:
            if figure < 8:
                d[frame + 1] &= 255 - (1 << figure)
            else:
                d[frame + 2] = 0
            if asked == SPECIAL and d[block + KIND + figure] == CHEETAH and d[block + PLACE + figure] < HOME:
                self.push(block, SECOND_TILE, figure, 0, 0)  # natz.cheetah.second-tile

    # For callers from Python.

    def asks(self, seat: int) -> bool:
        """Whether the seat's topmost pending thing is a question, as it always is between decisions."""
        self.check_seat(seat)
        block = BLOCKS + seat * BLOCK
        depth = self.d[block + DEPTH]
        return depth == 0 or bool(self.is_question(block, block + FRAMES + FRAME * (depth - 1)))

    def begin_choice(self, seat: int, choice: int) -> None:
        """`begin` for callers from Python, to follow a choice step by step."""
        if choice < USE or choice == FINISH or not self.is_legal_choice(seat, choice):
            raise ValueError(f"{choice} is no choice to be followed step by step")
        self.begin(BLOCKS + seat * BLOCK, choice)

    def settle_one(self, seat: int) -> None:
        """`settle_top` for callers from Python."""
        if not 0 <= seat < self.players or self.asks(seat):
            raise ValueError(f"seat {seat} has nothing that settles itself")
        block = BLOCKS + seat * BLOCK
        self.settle_top(block, block + FRAMES + FRAME * (self.d[block + DEPTH] - 1))

    def condition_met(self, tile: int, space: int) -> bool:
        """`meets_condition` for callers from Python."""
        self.check_index("tile", tile, TILE_NUMBERS)
        self.check_index("space", space, SPACES)
        return bool(self.meets_condition(tile, space))

    def pair_completed(self, seat: int, tile: int, space: int) -> bool:
        """Whether covering the space with the tile would complete a pair."""
        self.check_seat(seat)
        self.check_index("tile", tile, TILE_NUMBERS)
        self.check_index("space", space, SPACES)
        return bool(self.t[SPACE_PAIR + space] and self.completes_pair(BLOCKS + seat * BLOCK, tile, space))
