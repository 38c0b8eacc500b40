"""Night at the Zoo: setup, drafts, rounds and the end. `placing` holds the use of tiles, `figures` the animals."""

from __future__ import annotations

from itertools import permutations

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.placing import PlacementState
from zoobox.kernel.state import State


class NightState(PlacementState):
    """A game in progress."""

    # Setup.

    def set_up(self, first: int) -> None:
        """Lays out the table; the first player, or Leo, begins."""
        self.draw_animals()
        for terrain in range(TERRAIN_COUNT):
            self.d[SUPPLY + terrain] = self.t[BONUS_COUNT + terrain]
        for tile in range(ACTION_TILES):
            self.d[DECK + tile] = tile + 1
        self.shuffle(DECK, ACTION_TILES)
        for tile in range(SETUP_TILES):  # shuffled in scratch bytes, which are not part of the state
            self.d[self.scratch + tile] = tile
        self.shuffle(self.scratch, SETUP_TILES)
        for seat in range(self.players):
            self.turn_up(self.scratch + seat, self.scratch + SETUP_TILES)
            self.take_setup_tile(BLOCKS + seat * BLOCK, self.d[self.scratch + seat])
        if self.box.solo:
            for tile in range(SOLO_TILES):
                self.d[LEO_PILE + tile] = tile
            self.shuffle(LEO_PILE, SOLO_TILES)
        self.refresh_market()
        self.d[FIRST] = first
        self.begin_draft()

    def draw_animals(self) -> None:
        """Three of the six animal tiles, drawn again until they show six moons together."""
        if self.exact:
            with cython.gil:
                self.draw_animals_exactly()
            return
        moons = 0
        while moons < LEAST_MOONS:  # natz.setup.animals
            for kind in range(ANIMALS):
                self.d[self.scratch + kind] = kind
            self.shuffle(self.scratch, ANIMALS)
            moons = 0
            for slot in range(SLOTS):
                self.d[ANIMAL_SLOT + slot] = self.d[self.scratch + slot]
                moons += self.t[MOONS + self.d[ANIMAL_SLOT + slot]]

    def draw_animals_exactly(self) -> None:
        """The same where chance is exact: one tile after the other, as likely as it is among the allowed three."""
        allowed = [
            three
            for three in permutations(range(ANIMALS), SLOTS)
            if sum([self.t[MOONS + kind] for kind in three]) >= LEAST_MOONS
        ]
        for slot in range(SLOTS):
            drawn = allowed[self.next_piece(ANIMAL_SLOT + slot, [three[slot] for three in allowed])][slot]
            self.data[ANIMAL_SLOT + slot] = drawn
            allowed = [three for three in allowed if three[slot] == drawn]

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
        for slot in range(self.box.market_size):
            self.d[MARKET + slot] = self.draw_tile()
        self.reveals += 1

    def draw_tile(self) -> int:
        """The top tile of the deck."""
        top = self.d[DECK_TOP]
        self.turn_up(DECK + top, DECK + ACTION_TILES)
        tile = self.d[DECK + top]
        self.d[DECK + top] = 0
        self.d[DECK_TOP] = top + 1
        return tile

    # Whose turn, and what may be done.

    def seats_waiting(self) -> int:
        return self.d[WAITING]

    def count_legal(self, seat: int) -> int:
        if self.d[PHASE] == DRAFTING:
            return self.offer_market()
        return self.offer(BLOCKS + seat * BLOCK)

    def nth_legal(self, seat: int, index: int) -> int:
        return self.d[self.scratch + index]

    def offer_market(self) -> int:
        """Any tile left in the market."""
        d = self.d
        count = 0
        for slot in range(self.box.market_size):
            if d[MARKET + slot]:
                d[self.scratch + count] = TAKE + slot
                count += 1
        return count

    def enact(self, seat: int, choice: int) -> None:
        if choice < USE:
            self.take(seat, choice - TAKE)
        else:
            self.act(seat, choice)

    # The drafting phase.

    def begin_draft(self) -> None:
        self.d[DRAFT] += 1
        self.d[PHASE] = DRAFTING
        self.d[TAKEN] = 0
        self.turn_to(self.d[FIRST])

    def turn_to(self, seat: int) -> None:
        self.d[TURN] = seat
        if self.box.solo and seat == LEO:
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
        if self.d[TAKEN] < self.box.drafters:
            self.turn_to((self.d[TURN] + 1) % self.box.drafters)
            return
        for slot in range(self.box.market_size):
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
        self.turn_up(LEO_PILE + d[LEO_SHOWN], LEO_PILE + SOLO_TILES)
        shown = d[LEO_PILE + d[LEO_SHOWN]]
        d[LEO_SHOWN] += 1
        d[LEO_LAST] = shown + 1
        self.reveals += 1
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
        self.reveals += 1

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
        self.d[FIRST] = (self.d[FIRST] + 1) % self.box.drafters
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
        if not self.box.solo:
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

    # For callers from Python.

    def lay_out(self, first: int) -> None:
        """`set_up` for callers from Python."""
        self.check_index("first player", first, max(self.players, LEO + 1))
        self.set_up(first)

    def most_left_over(self) -> int:
        """`round_terrain` for callers from Python."""
        return self.round_terrain()

    def put_back(self, seat: int) -> None:
        """The seat's board as it was when the phase began, with nothing done since."""
        self.check_seat(seat)
        block = BLOCKS + seat * BLOCK
        while self.d[block + DEPTH]:
            self.pop(block)
        for word in range(BOARD // WORD):
            self.w[block // WORD + word] = self.w[(block + BEFORE) // WORD + word]
        if not self.d[WAITING] >> seat & 1:
            self.d[block + DRAFTED] = 0  # it has been used, nobody else knows how
        elif self.d[PHASE] == ROUND_MOVES:
            self.grant_round_move(block, self.round_terrain())
