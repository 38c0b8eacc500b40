"""What holds in every state that play leads to, beyond what `position.py` asks of a position written by hand.

Everything on the table follows from the tiles, the order in which they were won, and the bids. So the tiles are laid
once more, and years, points and incomes are compared.
"""

from __future__ import annotations

from collections.abc import Iterator

from zoobox.games.o_zoo_le_mio.layout import *
from zoobox.games.o_zoo_le_mio.rules import ZooState


def unreachable(state: ZooState) -> str | None:
    """Why play cannot have led to a state, in a sentence; None where it can have."""
    return next(_problems(state), None)


def items(state: ZooState, seat: int) -> int:
    """Visitors, trees and benches of a zoo: what scores at the end of a year."""
    visitors = sum(state.visitors_at(seat, animal) for animal in range(ANIMAL_COUNT))
    return int(visitors + state.trees_at(seat) + state.data[BENCHES + seat])


def _problems(state: ZooState) -> Iterator[str]:
    again = _Again(state)
    yield from again.lay_tiles()
    yield from again.check_last()
    yield from again.check_coins()


class _Again:
    """The game once more, tile by tile, without the bids that nobody remembers."""

    def __init__(self, state: ZooState) -> None:
        self.state = state
        self.seats = range(state.players)
        self.zoos: ZooState = state.game.blank()
        self.zoos.data[KIND : KIND + TILES] = state.data[KIND : KIND + TILES]
        self.zoos.data[YEAR] = 1
        self.zoos.open_gates()
        self.income = [0] * state.players
        """What each seat was due until now."""
        self.since = [0] * state.players
        """What it was due after the last auction."""
        self.removed = 0
        self.room = [True] * state.players
        """Who had room for the tile that was auctioned last."""

    def lay_tiles(self) -> Iterator[str]:
        data, zoos = self.state.data, self.zoos
        auctions = data[AUCTION]
        for piece in range(auctions):
            kind = data[KIND + piece]
            owner = data[OWNER + piece]
            last = piece == auctions - 1 and data[PHASE] != PLACING
            if last or not owner:
                self.room = [bool(zoos.places(seat, kind)) for seat in self.seats]
            if owner:
                zoos.lay_tile(owner - 1, piece, data[X + piece] + FRAME_WIDTH * data[Y + piece], data[TURN + piece])
            else:
                self.removed += 1
                if all(self.room):
                    yield f"{self._name(piece)} was removed at auction {piece + 1}, although it fits in every zoo"
            yield from self._end_years(piece + 1)
        if data[PHASE] == PLACING:
            self.room = [bool(zoos.places(seat, data[KIND + auctions])) for seat in self.seats]

    def _name(self, piece: int) -> str:
        return str(self.state.game.tiles[self.state.data[KIND + piece]].id)

    def _end_years(self, auctions: int) -> Iterator[str]:
        data, zoos = self.state.data, self.zoos
        before = zoos.data[YEAR]
        zoos.data[AUCTION] = auctions
        zoos.data[YEAR], zoos.data[YEAR_START] = 1, 0
        zoos.find_year()
        ended = range(before, YEARS + 1 if auctions == TILES else zoos.data[YEAR])
        self.since = [0] * self.state.players
        for seat in self.seats:
            for year in ended:
                points = year * items(zoos, seat)
                told = year * data[ITEMS + YEARS * seat + year - 1]
                if told != points:
                    yield f"in year {year} seat {seat} got {points} points for its zoo, not {told}"
                if year < YEARS:
                    self.since[seat] += (
                        FLAT_INCOME if self.state.game.settings["flat_income"] else zoos.data[TILE_COUNT + seat]
                    )
            self.income[seat] += self.since[seat]

    def check_last(self) -> Iterator[str]:
        """The bids that were shown last, and who won by them."""
        data, players = self.state.data, self.state.players
        auctions = data[AUCTION] + (data[PHASE] == PLACING)
        if not auctions:
            return
        if not data[LAST_WINNER]:
            yield f"last should tell the bids and the winner of auction {auctions}"
            return
        winner = data[LAST_WINNER] - 1
        bids = list(data[LAST_BID : LAST_BID + players])
        if data[PHASE] != PLACING:
            owner = data[OWNER + auctions - 1]
            if owner and owner != winner + 1:
                yield f"seat {owner - 1} has the tile of auction {auctions}, so it was the last winner, not {winner}"
            if not owner and self.room[winner]:
                yield f"{self._name(auctions - 1)} was removed, although it fits in the zoo of seat {winner}, who won"
        if bids.count(max(bids)) > 1 and data[FLAG + players - 1] != winner:
            yield f"seat {winner} won a tie, so its flag is at the bottom"
        if self.state.game.settings["no_legal_placement"] == "bid_forced_to_zero":
            for seat in self.seats:
                if bids[seat] and not self.room[seat]:
                    yield f"seat {seat} had no room for the tile, so it could only bid 0, not {bids[seat]}"

    def check_coins(self) -> Iterator[str]:
        """Nobody has more than the first coins and the incomes, and only tiles cost anything."""
        data, game = self.state.data, self.state.game
        limited = game.settings["coin_supply_limited"]
        winner = data[LAST_WINNER] - 1
        for seat in self.seats:
            coins = data[COINS + seat]
            most = game.coins_each + self.income[seat]
            since = 0 if limited or data[PHASE] == PLACING else self.since[seat]
            paid = data[LAST_BID + seat] if seat == winner else 0
            if coins + paid > most:
                yield f"seat {seat} has {coins} coins, but had {most - paid} at most until now"
            if coins < since or (seat != winner and data[LAST_BID + seat] > coins - since):
                yield f"seat {seat} has {coins} coins, fewer than it had when bids were shown last"
            bought = data[TILE_COUNT + seat] or self.removed or (data[PHASE] == PLACING and seat == winner)
            if coins < most and not bought and not limited:
                yield f"seat {seat} has bought nothing, so it has {most} coins, not {coins}"
