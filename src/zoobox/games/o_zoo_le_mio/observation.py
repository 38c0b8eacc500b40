"""What a seat may know, field by field: never a bid that is not revealed, nor the stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zoobox.games.o_zoo_le_mio.layout import *
from zoobox.kernel.encoding import Planes, tiles_laid
from zoobox.kernel.observation import (
    Field,
    a_seat,
    amount,
    each_seat,
    one_of,
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

WINDOW = 17
"""Planes show so many squares in each direction, with the entrance in the middle; a tile beyond is not drawn."""


def fields(game: OZooLeMio) -> tuple[Field, ...]:
    """The fields of an observation. Tiles are in the order of their auctions."""
    coin = amount(255, most_told=48)
    auction = amount(TILES)
    coins = (
        own("coins", COINS, 1, 1, "one's own coins", coin)
        if game.settings["coins_hidden"]
        else each_seat("coins", COINS, 1, 1, "coins", coin)
    )
    return (
        shared("phase", PHASE, 1, "0 bid, 1 place, 2 over", one_of(FINISHED)),
        waiting(),
        shared("year", YEAR, 1, "the year, from 1", amount(YEARS)),
        shared("year_start", YEAR_START, 1, "auctions before this year", auction),
        shared("auction", AUCTION, 1, "auctions before this one", auction),
        seat_set("given", GIVEN, "1 for each seat whose bid is in"),
        own("bid", BID, 1, 1, "one's own bid, 0 before it is given", coin),
        each_seat("last_bids", LAST_BID, 1, 1, "what each seat bid last", coin),
        owners("last_winner", LAST_WINNER, 1, "1 + who won the last auction, 0 for nobody yet"),
        seat_set("no_room", NO_ROOM, "1 for each seat that has no place for the tile and must bid 0, by setting"),
        a_seat("flags", FLAG, "the seats from the top of the flagpole down", game.players),
        coins,
        each_seat("benches", BENCHES, 1, 1, "park benches", amount(255, most_told=16)),
        each_seat("bushes", BUSHES, 1, 1, "bushes", amount(255, most_told=16)),
        each_seat("bush_time", BUSH_TIME, 1, 1, "the auction that brought the last bush", auction),
        each_seat("tiles", TILE_COUNT, 1, 1, "tiles bought and placed", auction),
        each_seat(
            "items", ITEMS, YEARS, YEARS, "visitors, trees and benches scored in each year", amount(255, most_told=16)
        ),
        each_seat(
            "best_stars",
            BEST_STARS,
            ANIMAL_COUNT,
            ANIMAL_COUNT,
            "stars of the best enclosure of each animal",
            amount(255, most_told=16),
        ),
        each_seat(
            "best_time", BEST_TIME, ANIMAL_COUNT, ANIMAL_COUNT, "the auction that brought it to its size", auction
        ),
        turned_up(
            "kinds", KIND, TILES, "which tile of the box each auction has or had, -1 face down", one_of(TILES - 1, -1)
        ),
        owners("owners", OWNER, TILES, "1 + the seat in whose zoo it lies, 0 for none"),
        shared("x", X, TILES, "where its half A lies, from the west of the frame", amount(FRAME_WIDTH - 1)),
        shared("y", Y, TILES, "where its half A lies, from the north of the frame", amount(FRAME_HEIGHT - 1)),
        shared("turned", TURN, TILES, "its clockwise quarter turns", one_of(TURNS - 1)),
        points(amount(1000, -1000, 128)),
    )


def board(game: OZooLeMio) -> Planes:
    """Planes of the zoos around their entrances: animals, stars, bushes, and where paths leave a square."""
    planes = {
        "tile": "a tile",
        **{animal: f"an enclosure of this animal: {animal}" for animal in ANIMALS},
        "stars": "an enclosure with two stars or more",
        "bush": "a tile with a bush",
        **{f"path {side}": f"a path leaves the square to the {side}" for side in SIDES},
    }
    rows: list[list[str]] = []
    for tile in game.tiles:
        for turn in range(TURNS):
            for half in range(2):
                shown = ["tile"]
                animal = tile.animals[half]
                if animal is not None:
                    shown.append(animal)
                if tile.stars[half] > 1:
                    shown.append("stars")
                if tile.bushes:
                    shown.append("bush")
                for path in tile.paths:
                    for edge in path:
                        if EDGE_HALF[edge] == half:
                            shown.append(f"path {SIDES[(EDGE_SIDE[edge] + turn) % TURNS]}")
                rows.append(shown)
    corner = ORIGIN - WINDOW // 2
    steps = [STEPS[(turn + 1) % TURNS] for turn in range(TURNS)]
    layers = (tiles_laid(("kinds", "owners", "x", "y", "turned"), (corner, corner), steps, rows),)
    return Planes(WINDOW, WINDOW, planes, layers, ("x", "y", "turned"))
