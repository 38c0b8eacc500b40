"""Night at the Zoo. What is legal and what happens, in the order the rulebook tells it.

What a player has to resolve lies on a stack of his own: the topmost thing is asked, and what it sets off comes to lie
on top of it. So a bonus tile is used inside the action that gave it, and all players can act at the same time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zoobox.games.night_at_the_zoo.figures import BoardState
from zoobox.games.night_at_the_zoo.layout import (
    ACTION_TILES,
    ANIMAL_SLOT,
    ANIMALS,
    BEFORE,
    BLOCK,
    BLOCKS,
    BOARD,
    BONUS_COUNT,
    BONUS_IN_HAND,
    BONUS_TERRAIN,
    BONUS_TILE,
    BONUSES,
    CHEETAH,
    CHOOSE_SYMBOL,
    COVER,
    DECK,
    DECK_TOP,
    DEEDS,
    DEPTH,
    DISCARD,
    DISCOVER,
    DISCOVER_SHOWN,
    DISCOVERIES,
    DRAFT,
    DRAFTED,
    DRAFTING,
    DRAFTS_IN_ROUND,
    EFFECTS,
    FIGURE,
    FIGURES,
    FIND,
    FINISH,
    FINISHED,
    FIRST,
    FIRST_EFFECT,
    FRAME,
    FRAMES,
    FROM_BONUS,
    GAINED,
    HOME,
    KIND,
    LAST_DRAFT,
    LEAST_MOONS,
    LEFTOVER,
    LEO,
    LEO_LAST,
    LEO_PILE,
    LEO_SHOWN,
    MARKET,
    MOONS,
    MOVEMENT,
    MOVES,
    NO_TERRAIN,
    OF_PAIR,
    OF_SPACE,
    OF_TILE,
    PAIR_BONUS,
    PAIR_OTHER,
    PHASE,
    PLACE,
    PLACEMENT,
    POINTS,
    PUT,
    ROUND_MOVE,
    ROUND_MOVES,
    SECOND_TILE,
    SETUP,
    SETUP_LETTER,
    SETUP_START,
    SETUP_TILES,
    SLOTS,
    SOLO_PRIORITY,
    SOLO_SHUFFLE,
    SOLO_TILES,
    SPACE,
    SPACE_ACTIONS,
    SPACE_CONDITION,
    SPACE_PAIR,
    SPACES,
    SPECIAL,
    STOP,
    STORE,
    SUPPLY,
    SYMBOL,
    TAKE,
    TAKEN,
    TERRAIN_COUNT,
    TILE_SYMBOLS,
    TILE_TERRAIN,
    TRAIT,
    TURN,
    TURN_TO,
    UNDISCOVERED,
    USE,
    WAITING,
    WAKE,
    WAREHOUSE,
    WAREHOUSE_SPACES,
    WORD,
    ZOO,
)
from zoobox.kernel.state import State

if TYPE_CHECKING:
    from zoobox.games.night_at_the_zoo import NightAtTheZoo

ALL_FIGURES = (1 << FIGURES) - 1
POINTS_STEP = 16  # a tie-break of at most nine animals fits below one point
GREAT_SOLO = 120


class NightState(BoardState):
    """A game in progress."""

    def __init__(self, game: NightAtTheZoo) -> None:
        BoardState.__init__(self, game)
        self.drafters = game.drafters
        self.market_size = game.drafters + 1
        self.solo = game.solo
        self.forced_round_moves = game.forced_round_moves
        self.bonus_tiles_return = game.bonus_tiles_return
        self.one_action_of_space = game.one_action_of_space

    def adopt(self, other: State) -> None:
        assert isinstance(other, NightState)
        BoardState.adopt(self, other)
        source = other
        self.drafters = source.drafters
        self.market_size = source.market_size
        self.solo = source.solo
        self.forced_round_moves = source.forced_round_moves
        self.bonus_tiles_return = source.bonus_tiles_return
        self.one_action_of_space = source.one_action_of_space

    # Setup.

    def set_up(self, first: int) -> None:
        """Lays out the table; the first player, or Leo, begins."""
        self.draw_animals()
        for terrain in range(TERRAIN_COUNT):
            self.d[SUPPLY + terrain] = self.t[BONUS_COUNT + terrain]
        for tile in range(ACTION_TILES):
            self.d[DECK + tile] = tile + 1
        self.shuffle(DECK, ACTION_TILES)
        for tile in range(SETUP_TILES):  # the setup tiles are mixed in room that is not part of the state
            self.d[self.scratch + tile] = tile
        self.shuffle(self.scratch, SETUP_TILES)
        for seat in range(self.players):
            self.take_setup_tile(BLOCKS + seat * BLOCK, self.d[self.scratch + seat])
        if self.solo:
            for tile in range(SOLO_TILES):
                self.d[LEO_PILE + tile] = tile
            self.shuffle(LEO_PILE, SOLO_TILES)
        self.refresh_market()
        self.d[FIRST] = first
        self.begin_draft()

    def draw_animals(self) -> None:
        """Three of the six animal tiles, drawn again until they show six moons together."""
        moons = 0
        while moons < LEAST_MOONS:  # natz.setup.animals
            for kind in range(ANIMALS):
                self.d[self.scratch + kind] = kind
            self.shuffle(self.scratch, ANIMALS)
            moons = 0
            for slot in range(SLOTS):
                self.d[ANIMAL_SLOT + slot] = self.d[self.scratch + slot]
                moons += self.t[MOONS + self.d[ANIMAL_SLOT + slot]]

    def take_setup_tile(self, block: int, tile: int) -> None:
        """Figures stand on their entrances, or wait undiscovered beside them, as the setup tile shows."""
        self.d[block + SETUP] = tile + 1
        for figure in range(FIGURES):
            letter = self.t[SETUP_LETTER + FIGURES * tile + figure]
            self.d[block + KIND + figure] = self.d[ANIMAL_SLOT + letter]  # natz.setup.letters
            if self.t[SETUP_START + FIGURES * tile + figure]:
                self.stand_on_entrance(block, figure)
            else:
                self.d[block + PLACE + figure] = UNDISCOVERED

    def refresh_market(self) -> None:
        for slot in range(self.market_size):
            self.d[MARKET + slot] = self.draw_tile()
        self.news += 1

    def draw_tile(self) -> int:
        """The top tile of the deck."""
        top = self.d[DECK_TOP]
        tile = self.d[DECK + top]
        self.d[DECK + top] = 0
        self.d[DECK_TOP] = top + 1
        return tile

    # Whose turn, and what may be done.

    def seats_waiting(self) -> int:
        return self.d[WAITING]

    def count_legal(self, seat: int) -> int:
        d = self.d
        if d[PHASE] == DRAFTING:
            return self.offer_market()
        block = BLOCKS + seat * BLOCK
        depth = d[block + DEPTH]
        if depth == 0:
            return self.offer_uses(block)
        frame = block + FRAMES + FRAME * (depth - 1)
        asked = d[frame]
        if asked == MOVES:
            return self.offer_deeds(block, ALL_FIGURES, True)
        if asked == COVER:
            return self.offer_spaces(block)
        if asked == SPECIAL:
            return self.offer_deeds(block, d[frame + 1] | d[frame + 2] << 8, True)
        if asked == ROUND_MOVE:
            return self.offer_deeds(block, d[frame + 1] | d[frame + 2] << 8, not self.forced_round_moves)
        if asked == SECOND_TILE:
            return self.offer_deeds(block, 1 << d[frame + 1], True)
        if asked == EFFECTS:
            return self.offer_effects(d[frame + 3])
        if asked == SYMBOL:
            return self.offer_symbols(frame)
        if asked == DISCOVERIES:
            return self.offer_undiscovered(block)
        if asked == BONUSES:
            return self.offer_terrains()
        return self.offer_ways(block, FROM_BONUS, 0)

    def nth_legal(self, seat: int, index: int) -> int:
        return self.d[self.scratch + index]

    def offer_market(self) -> int:
        """Any tile left in the market."""
        d = self.d
        count = 0
        for slot in range(self.market_size):
            if d[MARKET + slot]:
                d[self.scratch + count] = TAKE + slot
                count += 1
        return count

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

    def enact(self, seat: int, choice: int) -> None:
        if choice < USE:
            self.take(seat, choice - TAKE)
            return
        block = BLOCKS + seat * BLOCK
        frame = block + FRAMES + FRAME * (self.d[block + DEPTH] - 1)
        if choice >= STOP:
            self.pop(block)
        elif choice >= FIGURE:
            self.move(block, frame, (choice - FIGURE) // DEEDS, (choice - FIGURE) % DEEDS)
        elif choice < FINISH:
            self.use(block, (choice - USE) // 3, (choice - USE) % 3)
        elif choice == FINISH:
            self.finish(seat)
            return
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
        self.settle(seat, block)

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
            if d[frame] == EFFECTS and d[frame + 3]:
                self.resolve(block, frame, d[frame + 3])
            else:
                self.pop(block)
        if d[PHASE] == ROUND_MOVES or not (
            d[block + DRAFTED] or d[block + WAREHOUSE] or d[block + WAREHOUSE + 1]
        ):  # natz.use.drafted-must
            self.finish(seat)

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

    # The drafting phase.

    def begin_draft(self) -> None:
        self.d[DRAFT] += 1
        self.d[PHASE] = DRAFTING
        self.d[TAKEN] = 0
        self.turn_to(self.d[FIRST])

    def turn_to(self, seat: int) -> None:
        self.d[TURN] = seat
        if self.solo and seat == LEO:
            self.leo_drafts()
        else:
            self.d[WAITING] = 1 << seat

    def take(self, seat: int, slot: int) -> None:
        """A player takes a tile of the market."""
        self.d[BLOCKS + seat * BLOCK + DRAFTED] = self.d[MARKET + slot]
        self.d[MARKET + slot] = 0  # natz.draft.no-sliding
        self.pass_draft()

    def pass_draft(self) -> None:
        """Clockwise to the next; when all have a tile, the one that remains goes to the leftover row."""
        self.d[TAKEN] += 1
        if self.d[TAKEN] < self.drafters:
            self.turn_to((self.d[TURN] + 1) % self.drafters)
            return
        for slot in range(self.market_size):
            if self.d[MARKET + slot]:
                self.d[LEFTOVER + (self.d[DRAFT] - 1) % DRAFTS_IN_ROUND] = self.d[MARKET + slot]
                self.d[MARKET + slot] = 0
        self.begin_placement()

    def leo_drafts(self) -> None:
        """Leo turns over a tile and takes the first market tile in its order; it leaves the game."""
        d = self.d
        if d[LEO_SHOWN] == SOLO_TILES:  # natz.solo.pile-empty
            self.shuffle(LEO_PILE, SOLO_TILES)
            d[LEO_SHOWN] = 0
        shown = d[LEO_PILE + d[LEO_SHOWN]]
        d[LEO_SHOWN] += 1
        d[LEO_LAST] = shown + 1
        self.news += 1
        for rank in range(3):
            slot = self.t[SOLO_PRIORITY + 3 * shown + rank]
            if d[MARKET + slot]:
                d[MARKET + slot] = 0
                break
        if self.t[SOLO_SHUFFLE + shown]:  # natz.solo.reshuffle
            self.shuffle(LEO_PILE, SOLO_TILES)
            d[LEO_SHOWN] = 0
        self.pass_draft()

    # The placement phase.

    def begin_placement(self) -> None:
        self.d[PHASE] = PLACEMENT
        self.d[TURN] = 0
        self.d[TAKEN] = 0
        self.d[WAITING] = (1 << self.players) - 1  # natz.turn.same-time
        for seat in range(self.players):
            self.keep_board(BLOCKS + seat * BLOCK)

    def keep_board(self, block: int) -> None:
        """Keeps the board as all players know it while the phase lasts."""
        for word in range(BOARD // WORD):
            self.w[(block + BEFORE) // WORD + word] = self.w[block // WORD + word]

    def show_boards(self) -> None:
        """The phase is over: all players see all boards as they are now."""
        for seat in range(self.players):
            for word in range(BOARD // WORD):
                self.w[(BLOCKS + seat * BLOCK + BEFORE) // WORD + word] = 0
        self.news += 1

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
        if tile >= BONUS_TILE and self.bonus_tiles_return:  # natz.bonus.discarded
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
        elif self.one_action_of_space:
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

    # Movement.

    def move(self, block: int, frame: int, figure: int, deed: int) -> None:
        """One movement of one figure: a walk, a turn, or waking up."""
        d = self.d
        asked = d[frame]
        if deed == WAKE:
            d[block + TRAIT + figure] = 0
        elif deed >= TURN_TO:
            d[block + TRAIT + figure] = deed - TURN_TO
        else:
            self.walk(block, figure, deed, asked == SPECIAL)
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

    # The end of a phase, a round, the game.

    def finish(self, seat: int) -> None:
        """The seat has done all it wants; when the last one has, the phase is over and all is shown."""
        self.d[WAITING] &= 255 - (1 << seat)
        if self.d[WAITING]:
            return
        self.show_boards()
        if self.d[PHASE] == PLACEMENT:
            self.maintain()
        else:
            self.end_round()

    def maintain(self) -> None:
        """A new market, the token one seat on; after every fifth draft the end of round movement."""
        for seat in range(self.players):
            self.d[BLOCKS + seat * BLOCK + DRAFTED] = 0
        if self.d[DRAFT] < LAST_DRAFT:  # natz.maintenance.last-draft
            self.refresh_market()
        self.d[FIRST] = (self.d[FIRST] + 1) % self.drafters
        if self.d[DRAFT] % DRAFTS_IN_ROUND == 0:
            self.begin_round_moves()
        else:
            self.begin_draft()

    def begin_round_moves(self) -> None:
        """All figures on the terrain that was left over most often have one movement."""
        terrain = self.round_terrain()
        self.d[PHASE] = ROUND_MOVES
        self.d[WAITING] = 0
        for seat in range(self.players):
            block = BLOCKS + seat * BLOCK
            self.keep_board(block)
            if self.grant_round_move(block, terrain):
                self.d[WAITING] |= 1 << seat
        if self.d[WAITING] == 0:
            self.show_boards()
            self.end_round()

    def grant_round_move(self, block: int, terrain: int) -> bool:
        """Fixes which figures may move; false when none of them can."""
        figures = self.figures_on(block, terrain)
        if not self.can_do_something(block, figures):
            return False
        self.push(block, ROUND_MOVE, figures & 255, figures >> 8, 0)
        return True

    def round_terrain(self) -> int:
        """The most frequent terrain of the leftover row; of tied ones, the one furthest left."""
        best = NO_TERRAIN
        most = 0
        for slot in range(DRAFTS_IN_ROUND):
            terrain = self.t[TILE_TERRAIN + self.d[LEFTOVER + slot]]
            count = 0
            for other in range(DRAFTS_IN_ROUND):
                if self.t[TILE_TERRAIN + self.d[LEFTOVER + other]] == terrain:
                    count += 1
            if count > most and terrain != NO_TERRAIN:
                most = count
                best = terrain
        return best

    def end_round(self) -> None:
        for slot in range(DRAFTS_IN_ROUND):
            self.d[LEFTOVER + slot] = 0
        if self.d[DRAFT] == LAST_DRAFT:
            self.d[PHASE] = FINISHED
        else:
            self.begin_draft()

    # Scoring.

    def points(self, seat: int) -> int:
        return self.board_points(BLOCKS + seat * BLOCK, BLOCKS + seat * BLOCK + KIND)

    def score(self, seat: int) -> int:
        return self.points(seat) * POINTS_STEP + self.animals_home(BLOCKS + seat * BLOCK)  # natz.end.tie

    def payoff(self, seat: int) -> float:
        """A share of the win; alone, the points as a part of a very good game."""
        if not self.solo:
            return State.payoff(self, seat)
        return min(self.points(seat), GREAT_SOLO) / (1.0 * GREAT_SOLO)

    def seen_at(self, observer: int, seat: int) -> int:
        """Until a phase in which all act is over, the others know a board as it was at its beginning."""
        if seat == observer or self.d[PHASE] == DRAFTING or self.d[PHASE] == FINISHED:
            return 0
        return BEFORE

    def points_seen(self, observer: int, seat: int) -> int:
        block = BLOCKS + seat * BLOCK
        return self.board_points(block + self.seen_at(observer, seat), block + KIND)

    # Twins for callers from Python.

    def lay_out(self, first: int) -> None:
        """`set_up` for callers from Python."""
        self.set_up(first)

    def most_left_over(self) -> int:
        """`round_terrain` for callers from Python."""
        return self.round_terrain()

    def put_back(self, seat: int) -> None:
        """The seat's board as it was when the phase began, with nothing done since."""
        block = BLOCKS + seat * BLOCK
        while self.d[block + DEPTH]:
            self.pop(block)
        for word in range(BOARD // WORD):
            self.w[block // WORD + word] = self.w[(block + BEFORE) // WORD + word]
        if not self.d[WAITING] >> seat & 1:
            self.d[block + DRAFTED] = 0  # it has been used, nobody else knows how
        elif self.d[PHASE] == ROUND_MOVES:
            self.grant_round_move(block, self.round_terrain())

    def asks(self, seat: int) -> bool:
        """Whether the seat's topmost pending thing is a question, as it always is between decisions."""
        block = BLOCKS + seat * BLOCK
        depth = self.d[block + DEPTH]
        return depth == 0 or bool(self.is_question(block, block + FRAMES + FRAME * (depth - 1)))

    def condition_met(self, tile: int, space: int) -> bool:
        """`meets_condition` for callers from Python."""
        return bool(self.meets_condition(tile, space))

    def pair_completed(self, seat: int, tile: int, space: int) -> bool:
        """Whether covering the space with the tile would complete a pair."""
        return bool(self.t[SPACE_PAIR + space] and self.completes_pair(BLOCKS + seat * BLOCK, tile, space))
