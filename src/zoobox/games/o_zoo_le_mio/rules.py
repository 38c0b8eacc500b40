"""O Zoo le Mio. What is legal and what happens, in the order the rulebook tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.games.o_zoo_le_mio.layout import *
from zoobox.kernel.state import State

if TYPE_CHECKING:
    from zoobox.games.o_zoo_le_mio import OZooLeMio


class ZooTables:
    """What the rules look up and what never changes: made once for a game, shared by all its states."""

    def __init__(self, table: bytes) -> None:
        self.table = table
        if not cython.compiled:
            self.u = tuple(memoryview(table).cast("H"))
        else:
            self.u = cython.cast(cython.p_ushort, cython.cast(cython.p_uchar, self.table))


class ZooState(State):
    """A game in progress."""

    def __init__(self, game: OZooLeMio) -> None:
        State.__init__(self, game, SIZE, SCRATCH)
        self.game: OZooLeMio = game

    def use_tables(self) -> None:
        """`u` is the table of tiles and settings, `h` the buffer in 16-bit words."""
        self.box: ZooTables = self.tables
        self.u: tuple[int, ...] = self.box.u
        if not cython.compiled:
            self.h = memoryview(self.data).cast("H")
        else:
            self.h = cython.cast(cython.p_ushort, self.d)

    # Setting up.

    def open_gates(self) -> None:
        """Every zoo begins with its starting tile at the entrance."""
        for seat in range(self.players):
            piece = TILES + seat
            self.d[KIND + piece] = piece
            self.d[OWNER + piece] = seat + 1
            self.d[X + piece] = ORIGIN
            self.d[Y + piece] = ORIGIN
            self.d[NEWEST + seat] = piece
            self.d[OPEN + piece] = self.u[KINDS + KIND_ROW * piece + EXITS]
            for path in range(MAX_PATHS):
                self.d[PATH_PARENT + MAX_PATHS * piece + path] = MAX_PATHS * piece + path

    def open_auction(self) -> None:
        """By a setting, players who have no room for the tile can only bid nothing."""
        if self.u[FORCED_ZERO]:
            for seat in range(self.players):
                if self.find_places(seat, self.d[KIND + self.d[AUCTION]], 1) == 0:
                    self.d[NO_ROOM] |= 1 << seat

    # Whose decision, and what may be done.

    def seats_waiting(self) -> int:
        if self.d[PHASE] == BIDDING:
            return ((1 << self.players) - 1) & ~self.d[GIVEN]  # ozm.bid.simultaneous
        if self.d[PHASE] == PLACING:
            return 1 << (self.d[LAST_WINNER] - 1)
        return 0

    def count_legal(self, seat: int) -> int:
        if self.d[PHASE] == BIDDING:
            return 1 + self.most_to_bid(seat)
        return self.offer_places(seat)

    def nth_legal(self, seat: int, index: int) -> int:
        if self.d[PHASE] == BIDDING:
            return index
        return self.u[FIRST_PLACEMENT] + self.h[PLACES + index]

    def is_legal(self, seat: int, choice: int) -> bool:
        if self.d[PHASE] == BIDDING:
            return 0 <= choice <= self.most_to_bid(seat)
        place = choice - self.u[FIRST_PLACEMENT]
        for index in range(self.offer_places(seat)):
            if self.h[PLACES + index] == place:
                return True
        return False

    def offer_places(self, seat: int) -> int:
        """Everywhere the tile fits; if it fits nowhere, it can only leave the game."""
        count = self.find_places(seat, self.d[KIND + self.d[AUCTION]], MAX_PLACES)
        if count == 0:
            self.h[PLACES] = NOWHERE  # ozm.place.nowhere
            return 1
        return count

    def most_to_bid(self, seat: int) -> int:
        """All of one's coins."""
        if self.d[NO_ROOM] >> seat & 1:
            return 0
        return self.d[COINS + seat]

    def enact(self, seat: int, choice: int) -> None:
        if self.d[PHASE] == BIDDING:
            self.bid(seat, choice)
        else:
            place = choice - self.u[FIRST_PLACEMENT]
            if place != NOWHERE:
                self.lay(seat, self.d[AUCTION], self.square_of(seat, place), place % POSES // 2)
            self.end_auction()

    # The auction of a tile.

    def bid(self, seat: int, coins: int) -> None:
        """Takes a secret bid; with the last one, all are revealed."""
        self.d[BID + seat] = coins
        self.d[GIVEN] |= 1 << seat
        if self.d[GIVEN] == (1 << self.players) - 1:
            self.reveal_bids()

    def reveal_bids(self) -> None:
        """The highest bid pays and takes the tile; of tied bids the highest flag wins and goes to the bottom."""
        highest = -1
        tied = 0
        winner = 0
        rung = 0
        for place in range(self.players):  # from the top of the flagpole, so the first of the highest wins
            seat = self.d[FLAG + place]
            coins = self.d[BID + seat]
            self.d[LAST_BID + seat] = coins
            if coins > highest:
                highest = coins
                tied = 1
                winner = seat
                rung = place
            elif coins == highest:
                tied += 1
            self.d[BID + seat] = 0
        if tied > 1:  # ozm.bid.flag-drops
            for place in range(rung, self.players - 1):
                self.d[FLAG + place] = self.d[FLAG + place + 1]
            self.d[FLAG + self.players - 1] = winner
        self.d[COINS + winner] -= highest
        self.d[GIVEN] = 0
        self.d[LAST_WINNER] = winner + 1
        self.d[PHASE] = PLACING
        self.reveals += 1

    # Placing a tile.

    def survey(self, seat: int) -> None:
        """Writes on the grid what the zoo requires of every square: low bits path, high bits grass, by side N E S W."""
        d = self.d
        self.clear_grid()
        row = ENTRANCE + ENTRANCE_ROW * seat
        for entry in range(row + 1, row + 1 + 2 * self.u[row], 2):  # ozm.place.entrance
            d[SQUARE + self.u[entry]] = self.u[entry + 1]
        piece = d[NEWEST + seat]
        while piece < TILES:
            self.survey_piece(piece)
            piece = d[OLDER + piece]
        self.survey_piece(piece)

    def survey_piece(self, piece: int) -> None:
        d = self.d
        u = self.u
        turn = d[TURN + piece]
        way = WAY + WAY_ROW * turn
        requires = KINDS + KIND_ROW * d[KIND + piece] + REQUIRES + EDGE_COUNT * turn
        square = d[X + piece] + FRAME_WIDTH * d[Y + piece]
        grid = SQUARE
        on_grid = ON_GRID
        for edge in range(way, way + EDGE_COUNT):
            d[grid + ((square + u[edge]) & on_grid)] |= u[requires]
            requires += 1
        d[SQUARE + (square & ON_GRID)] = COVERED
        d[SQUARE + ((square + u[way + WAY_TO_B]) & ON_GRID)] = COVERED

    def clear_grid(self) -> None:
        if cython.compiled:
            for word in range(SQUARE >> 3, (SQUARE + GRID) >> 3):
                self.w[word] = 0
        else:
            self.d[SQUARE : SQUARE + GRID] = bytes(GRID)

    def find_places(self, seat: int, kind: int, enough: int) -> int:
        """Finds where a tile fits, until there are enough; returns how many."""
        self.survey(seat)
        count = 0
        piece = self.d[NEWEST + seat]
        while piece < TILES and count < enough:
            count = self.find_places_at(piece, kind, count, enough)
            piece = self.d[OLDER + piece]
        if count < enough:
            count = self.find_places_at(TILES + seat, kind, count, enough)
        return count

    def find_places_at(self, piece: int, kind: int, count: int, enough: int) -> int:
        """Adds the places that continue a path of this piece: one half lies on the square beyond its end."""
        d = self.d
        u = self.u
        h = self.h
        turn = d[TURN + piece]
        way = WAY + WAY_ROW * turn
        requires = KINDS + KIND_ROW * d[KIND + piece] + REQUIRES + EDGE_COUNT * turn
        clash = KINDS + KIND_ROW * kind + CLASH
        possible = POSSIBLE + REQUIREMENTS * kind
        square = d[X + piece] + FRAME_WIDTH * d[Y + piece] - NO_WAY
        first = PLACES_AT_PIECE * (TILES if piece >= TILES else TILES - 1 - piece)
        edges = MEMBERS + MEMBERS_ROW * d[OPEN + piece]
        for end in range(edges + 1, edges + 1 + u[edges]):
            edge = u[end]
            beyond = square + u[way + edge]
            required = d[SQUARE + (beyond & ON_GRID)]
            if required & (u[requires + edge] - 1):
                continue  # the places on that square are found from the end at an earlier side
            poses = MEMBERS + MEMBERS_ROW * u[possible + required]
            for entry in range(poses + 1, poses + 1 + u[poses]):
                pose = u[entry]
                h[PLACES + count] = first + POSES * edge + pose
                if not d[SQUARE + ((beyond + u[OTHER_WAY + pose]) & ON_GRID)] & u[clash + pose]:
                    count += 1
            if count >= enough:
                return count
        return count

    def square_of(self, seat: int, place: int) -> int:
        """The square that half A covers at a place."""
        d = self.d
        u = self.u
        rank = place // PLACES_AT_PIECE
        piece = TILES - 1 - rank if rank < TILES else TILES + seat
        beyond = d[X + piece] + FRAME_WIDTH * d[Y + piece] - 2 * NO_WAY
        beyond += u[WAY + WAY_ROW * d[TURN + piece] + place % PLACES_AT_PIECE // POSES]
        return beyond + u[WAY_TO_A + place % POSES]

    def lay(self, seat: int, piece: int, square: int, turn: int) -> None:
        """A tile joins a zoo: benches for the paths it closes, enclosures that combine, bushes."""
        self.map_halves(seat)
        d = self.d
        d[OWNER + piece] = seat + 1
        d[X + piece] = square % FRAME_WIDTH
        d[Y + piece] = square // FRAME_WIDTH
        d[TURN + piece] = turn
        d[OLDER + piece] = d[NEWEST + seat]
        d[NEWEST + seat] = piece
        d[TILE_COUNT + seat] += 1
        self.close_paths(seat, piece)
        self.combine(seat, piece, 0, square)
        self.combine(seat, piece, 1, square + self.u[WAY + WAY_ROW * turn + WAY_TO_B] - NO_WAY)
        bushes = self.u[KINDS + KIND_ROW * d[KIND + piece] + BUSHES_OF]
        if bushes:
            d[BUSHES + seat] += bushes
            d[BUSH_TIME + seat] = piece + 1  # ozm.trees.ties

    def map_halves(self, seat: int) -> None:
        """Writes on the grid which half lies on each square of the zoo: 2 * piece + half + 1."""
        self.clear_grid()
        piece = self.d[NEWEST + seat]
        while piece < TILES:
            self.map_piece(piece)
            piece = self.d[OLDER + piece]
        self.map_piece(piece)

    def map_piece(self, piece: int) -> None:
        d = self.d
        square = d[X + piece] + FRAME_WIDTH * d[Y + piece]
        d[SQUARE + (square & ON_GRID)] = 2 * piece + 1
        d[SQUARE + ((square + self.u[WAY + WAY_ROW * d[TURN + piece] + WAY_TO_B]) & ON_GRID)] = 2 * piece + 2

    def close_paths(self, seat: int, piece: int) -> None:
        """Where an end meets an end of a path that it is already connected to, it closes an area: a bench."""
        d = self.d
        u = self.u
        row = KINDS + KIND_ROW * d[KIND + piece]
        for path in range(u[row + PATHS_OF]):
            d[PATH_PARENT + MAX_PATHS * piece + path] = MAX_PATHS * piece + path
        d[OPEN + piece] = u[row + EXITS]
        turn = d[TURN + piece]
        way = WAY + WAY_ROW * turn
        square = d[X + piece] + FRAME_WIDTH * d[Y + piece]
        for edge in range(EDGE_COUNT):
            path = u[row + PATH_OF + edge]
            if path == GRASS:
                continue
            half = d[SQUARE + ((square + u[way + edge]) & ON_GRID)]
            if half == 0:
                continue
            other = (half - 1) >> 1
            side = (u[SIDE_OF + edge] + turn + 2 - d[TURN + other]) & 3
            facing = u[EDGE_TO + 4 * ((half - 1) & 1) + side]
            d[OPEN + piece] &= ~(1 << edge)
            d[OPEN + other] &= ~(1 << facing)
            mine = self.path_root(MAX_PATHS * piece + path)
            theirs = self.path_root(MAX_PATHS * other + u[KINDS + KIND_ROW * d[KIND + other] + PATH_OF + facing])
            if mine != theirs:
                d[PATH_PARENT + mine] = theirs
            elif self.benches_taken() < u[BENCH_LIMIT]:
                d[BENCHES + seat] += 1

    def path_root(self, path: int) -> int:
        d = self.d
        while d[PATH_PARENT + path] != path:
            path = d[PATH_PARENT + path]
        return path

    def benches_taken(self) -> int:
        taken = 0
        for seat in range(self.players):
            taken += self.d[BENCHES + seat]
        return taken

    def combine(self, seat: int, piece: int, half: int, square: int) -> None:
        """A half makes one enclosure with all of its animal that lie beside it, half to half."""
        d = self.d
        u = self.u
        row = KINDS + KIND_ROW * d[KIND + piece]
        animal = u[row + ANIMAL_OF + half]
        mine = 2 * piece + half
        stars = u[row + STARS_OF + half]
        d[HALF_PARENT + mine] = mine
        for turn in range(TURNS):
            other = d[SQUARE + ((square + u[WAY + WAY_ROW * turn + WAY_TO_B]) & ON_GRID)] - 1
            if other < 0 or u[KINDS + KIND_ROW * d[KIND + (other >> 1)] + ANIMAL_OF + (other & 1)] != animal:
                continue
            while d[HALF_PARENT + other] != other:
                other = d[HALF_PARENT + other]
            if other != mine:
                d[HALF_PARENT + other] = mine
                stars += d[HALF_STARS + other]
        d[HALF_STARS + mine] = stars
        d[HALF_TIME + mine] = piece + 1
        best = BEST_STARS + ANIMAL_COUNT * seat + animal
        # ozm.visitors.newness: among equal enclosures of a zoo the newest counts
        if stars > d[best] or (stars == d[best] and not u[FIRST_TO_REACH]):
            d[best] = stars
            d[BEST_TIME + ANIMAL_COUNT * seat + animal] = piece + 1

    # Visitors and trees.

    def visitors(self, seat: int, animal: int) -> int:
        """Two for the most attractive enclosure, one for the second; one where only one zoo has the animal."""
        mine = self.attraction(seat, animal)
        if mine == 0:
            return 0
        owners = 0
        ahead = 0
        for other in range(self.players):
            theirs = self.attraction(other, animal)
            if theirs > 0:
                owners += 1
            if theirs > mine:
                ahead += 1
        if owners == 1:
            return 1  # ozm.visitors.alone
        if self.u[DOUBLE_RANK]:
            return self.visitors_by_enclosure(seat, animal)
        if ahead == 0:
            return 2
        return 1 if ahead == 1 else 0

    def attraction(self, seat: int, animal: int) -> int:
        """The stars of a zoo's largest enclosure of that animal; of equal ones the newer is larger."""
        at = ANIMAL_COUNT * seat + animal
        return TIME_STEP * self.d[BEST_STARS + at] + self.d[BEST_TIME + at]

    def visitors_by_enclosure(self, seat: int, animal: int) -> int:
        """Where one zoo may hold both ranks: all enclosures are ranked, not only the largest of each zoo."""
        d = self.d
        first = 0
        second = 0
        first_owner = 0
        second_owner = 0
        for half in range(2 * d[AUCTION]):
            piece = half >> 1
            if d[OWNER + piece] == NOBODY or d[HALF_PARENT + half] != half:
                continue
            if self.u[KINDS + KIND_ROW * d[KIND + piece] + ANIMAL_OF + (half & 1)] != animal:
                continue
            value = TIME_STEP * d[HALF_STARS + half] + d[HALF_TIME + half]
            if value > first:
                second = first
                second_owner = first_owner
                first = value
                first_owner = d[OWNER + piece]
            elif value > second:
                second = value
                second_owner = d[OWNER + piece]
        return 2 * (first_owner == seat + 1) + (second_owner == seat + 1)

    def trees(self, seat: int) -> int:
        """Two for the zoo with the most bushes, one for the second."""
        d = self.d
        if d[BUSHES + seat] == 0:
            return 0  # ozm.trees.no-bushes
        mine = TIME_STEP * d[BUSHES + seat] + d[BUSH_TIME + seat]
        ahead = 0
        owners = 0
        for other in range(self.players):
            if d[BUSHES + other]:
                owners += 1
            if TIME_STEP * d[BUSHES + other] + d[BUSH_TIME + other] > mine:
                ahead += 1
        if self.u[DOUBLE_RANK]:
            return 1 if ahead == 0 else 0
        if owners == 1 and self.u[SOLE_OWNER_TREE]:
            return 1
        if ahead == 0:
            return 2
        return 1 if ahead == 1 else 0

    # The end of an auction, of a year, of the game.

    def end_auction(self) -> None:
        self.d[AUCTION] += 1
        self.d[PHASE] = BIDDING
        self.d[NO_ROOM] = 0
        if self.d[AUCTION] < self.row_end():
            self.reveals += self.u[BLIND_ROW]
            self.turn_up_row()
        else:
            while self.d[PHASE] != FINISHED and self.d[AUCTION] == self.row_end():
                self.end_year()
        if self.d[PHASE] == BIDDING:
            self.open_auction()

    def row_end(self) -> int:
        """How many tiles have been auctioned when the row of this year is sold."""
        if not self.u[PROFESSIONAL]:
            return self.d[YEAR_START] + AUCTIONS_A_YEAR
        if self.d[YEAR] == YEARS:
            return TILES
        with_bushes = 0
        for piece in range(self.d[YEAR_START], TILES):
            if self.u[KINDS + KIND_ROW * self.d[KIND + piece] + BUSHES_OF]:
                with_bushes += 1
                if with_bushes == BUSH_TILES_A_YEAR:
                    return piece + 1
        return TILES

    def end_year(self) -> None:
        """Points, then income, then the row of the next year."""
        year = self.d[YEAR]
        for seat in range(self.players):
            self.d[ITEMS + YEARS * seat + year - 1] = self.items(seat)
        if year == YEARS:
            self.d[PHASE] = FINISHED  # ozm.income.last-year
            return
        self.pay_income()
        self.d[YEAR] = year + 1
        self.d[YEAR_START] = self.d[AUCTION]
        self.reveals += 1
        self.turn_up_row()

    def turn_up_row(self) -> None:
        """Turns up what is new in the row: all of it in a new year, and in a blind row the tile being auctioned."""
        if self.exact and (self.d[AUCTION] == self.d[YEAR_START] or self.u[BLIND_ROW]):
            piece = self.d[AUCTION]
            while self.d[PHASE] != FINISHED and piece < self.turned_up():
                self.turn_up(KIND + piece, KIND + TILES)
                piece += 1

    def items(self, seat: int) -> int:
        """Visitors, trees and benches: what scores at the end of a year."""
        count = self.trees(seat) + self.d[BENCHES + seat]
        for animal in range(ANIMAL_COUNT):
            count += self.visitors(seat, animal)
        return count

    def pay_income(self) -> None:
        """A coin for each tile. Where the supply is limited, one at a time from the top of the flagpole on."""
        bank = self.u[COIN_LIMIT]
        for seat in range(self.players):
            bank -= self.d[COINS + seat]
        coin = 1
        paid = 1
        while paid:
            paid = 0
            for place in range(self.players):
                seat = self.d[FLAG + place]
                due = FLAT_INCOME if self.u[SAME_INCOME] else self.d[TILE_COUNT + seat]
                # the last can only be false in a position written by hand, which may hold too many coins
                if due >= coin and bank > 0 and self.d[COINS + seat] < self.u[FIRST_PLACEMENT] - 1:
                    self.d[COINS + seat] += 1
                    bank -= 1
                    paid = 1
            coin += 1

    def points(self, seat: int) -> int:
        """What the scoring block shows: each year's visitors, trees and benches times the year."""
        total = 0
        for year in range(YEARS):
            total += (year + 1) * self.d[ITEMS + YEARS * seat + year]
        return total

    def score(self, seat: int) -> int:
        tie = 0
        if self.u[FINAL_TIE] == MOST_COINS_WIN:
            tie = self.d[COINS + seat]
        elif self.u[FINAL_TIE] == MOST_TILES_WIN:
            tie = self.d[TILE_COUNT + seat]
        return TIE_STEP * self.points(seat) + tie

    def turned_up(self) -> int:
        """The row of this year, or where it is blind the tile being auctioned."""
        if self.d[PHASE] == FINISHED:
            return TILES
        if self.u[BLIND_ROW]:
            return self.d[AUCTION] + 1
        return self.row_end()

    # For callers from Python: compiled, they cannot call the methods above, which do not check what they are given.

    def open_first_auction(self) -> None:
        """Turns up the first row and opens its first auction."""
        self.turn_up_row()
        self.open_auction()

    def judge_room(self) -> None:
        """`open_auction` for callers from Python."""
        self.open_auction()

    def tiles_seen(self) -> int:
        """`turned_up` for callers from Python."""
        return self.turned_up()

    def find_year(self) -> None:
        """Which year it is follows from the tiles auctioned so far."""
        self.d[YEAR] = 1
        while self.d[YEAR] < YEARS and self.d[AUCTION] >= self.row_end():
            self.d[YEAR_START] = self.row_end()
            self.d[YEAR] += 1

    def places(self, seat: int, kind: int) -> list[int]:
        """Where a tile fits in a zoo, whoever is to decide."""
        self.expect(seat, self.players)
        self.expect(kind, TILES)
        count = self.find_places(seat, kind, MAX_PLACES)
        return [self.h[PLACES + index] for index in range(count)]

    def spot_of(self, seat: int, place: int) -> tuple[int, int]:
        """The square of half A and the turn of a tile at a place."""
        self.expect(seat, self.players)
        self.expect(place, PLACEMENTS)
        return self.square_of(seat, place), place % POSES // 2

    def lay_tile(self, seat: int, piece: int, square: int, turn: int) -> None:
        """Adds the tile of an auction to a zoo; the caller knows that it fits there."""
        self.expect(seat, self.players)
        self.expect(piece, TILES)
        self.expect(square, FRAME_WIDTH * FRAME_HEIGHT)
        self.expect(turn, TURNS)
        if self.d[OWNER + piece] != NOBODY:
            raise ValueError(f"the tile of auction {piece + 1} lies in a zoo already")
        self.lay(seat, piece, square, turn)

    def visitors_at(self, seat: int, animal: int) -> int:
        self.expect(seat, self.players)
        self.expect(animal, ANIMAL_COUNT)
        return self.visitors(seat, animal)

    def trees_at(self, seat: int) -> int:
        self.expect(seat, self.players)
        return self.trees(seat)

    def expect(self, number: int, limit: int) -> None:
        if not 0 <= number < limit:
            raise IndexError(f"{number} is not one of 0 to {limit - 1}")
