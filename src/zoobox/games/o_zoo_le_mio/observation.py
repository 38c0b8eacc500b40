"""What a seat may know, field by field: never a bid that is not revealed, nor the stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zoobox.games.o_zoo_le_mio.layout import *
from zoobox.kernel.observation import (
    Field,
    a_seat,
    each_seat,
    own,
    owners,
    points,
    seat_set,
    shared,
    turned_up,
    waiting,
)

if TYPE_CHECKING:
    from zoobox.games.o_zoo_le_mio import OZooLeMio


def fields(game: OZooLeMio) -> tuple[Field, ...]:
    """The fields of an observation. Tiles are in the order of their auctions."""
    coins = (
        own("coins", COINS, 1, 1, "one's own coins")
        if game.settings["coins_hidden"]
        else each_seat("coins", COINS, 1, 1, "coins")
    )
    return (
        shared("phase", PHASE, 1, "0 bid, 1 place, 2 over"),
        waiting(),
        shared("year", YEAR, 1, "the year, from 1"),
        shared("year_start", YEAR_START, 1, "auctions before this year"),
        shared("auction", AUCTION, 1, "auctions before this one"),
        seat_set("given", GIVEN, "1 for each seat whose bid is in"),
        own("bid", BID, 1, 1, "one's own bid, 0 before it is given"),
        each_seat("last_bids", LAST_BID, 1, 1, "what each seat bid last"),
        owners("last_winner", LAST_WINNER, 1, "1 + who won the last auction, 0 for nobody yet"),
        seat_set("no_room", NO_ROOM, "1 for each seat that has no place for the tile and must bid 0, by setting"),
        a_seat("flags", FLAG, "the seats from the top of the flagpole down", game.players),
        coins,
        each_seat("benches", BENCHES, 1, 1, "park benches"),
        each_seat("bushes", BUSHES, 1, 1, "bushes"),
        each_seat("bush_time", BUSH_TIME, 1, 1, "the auction that brought the last bush"),
        each_seat("tiles", TILE_COUNT, 1, 1, "tiles bought and placed"),
        each_seat("items", ITEMS, YEARS, YEARS, "visitors, trees and benches scored in each year"),
        each_seat("best_stars", BEST_STARS, ANIMAL_COUNT, ANIMAL_COUNT, "stars of the best enclosure of each animal"),
        each_seat("best_time", BEST_TIME, ANIMAL_COUNT, ANIMAL_COUNT, "the auction that brought it to its size"),
        turned_up("kinds", KIND, TILES, "which tile of the box each auction has or had, -1 face down"),
        owners("owners", OWNER, TILES, "1 + the seat in whose zoo it lies, 0 for none"),
        shared("x", X, TILES, "where its half A lies, from the west of the frame"),
        shared("y", Y, TILES, "where its half A lies, from the north of the frame"),
        shared("turned", TURN, TILES, "its clockwise quarter turns"),
        points(),
    )
