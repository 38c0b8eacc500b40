"""What is said in this game: notation, labels, prompts, log lines and reasons for a refusal.

Notation: `bid 3`, and for a placement the tile, the square of its half A and its clockwise quarter turns, as in
`Z15 at 2,-2 r0`. A tile that fits nowhere can only go: `remove Z07`.

Ids in the picture: `bid-3` stands for a bid of three coins. `square-0-2,-2` is the square 2,-2 of the zoo of seat 0; a
placement is clicked as the square of half A, then that of half B. `row-1` to `row-25` are the tiles by auction, clicked
to let one go that fits nowhere. Not clicked, but stable as well: `tile-Z15` a tile wherever it lies, `start-0` a
starting tile, `entrance-0` an entrance, `bench-0-1` the first bench of seat 0, `visitor-0-2-0` the first
visitor at the third enclosure of seat 0, `tree-0-0` its first tree, `flag-0` a flag, `stack`, `coins-0`, `points-0`.
"""

from __future__ import annotations

import re

from zoobox.games.o_zoo_le_mio.box import Tile, square_at
from zoobox.games.o_zoo_le_mio.layout import *
from zoobox.games.o_zoo_le_mio.rules import ZooState
from zoobox.games.o_zoo_le_mio.zoo import Laid, misfit, spot
from zoobox.kernel.text import Phrase, Seat

BID_TEXT = re.compile(r"bid (\d{1,4})")
PLACE_TEXT = re.compile(r"(\S+) at (-?\d{1,3}) ?, ?(-?\d{1,3}) r([0-3])")
Line = tuple[Phrase, str]


def notation(state: ZooState, seat: int, choice: int) -> str:
    if choice <= state.game.most_coins:
        return f"bid {choice}"
    if fits_nowhere(state, choice):
        return f"remove {tile_offered(state).id}"
    laid = placement(state, seat, choice)
    return f"{laid.tile.id} at {laid.x},{laid.y} r{laid.turn}"


def placement(state: ZooState, seat: int, choice: int) -> Laid:
    """The tile of this auction, laid in the zoo of the seat as the choice says."""
    square, turn = state.spot_of(seat, choice - state.game.most_coins - 1)
    x, y = square_at(square)
    return Laid(tile_offered(state), x, y, turn, state.data[AUCTION] + 1)


def fits_nowhere(state: ZooState, choice: int) -> bool:
    """Whether the choice is to let the tile go."""
    return choice == int(state.game.most_coins) + 1 + NOWHERE


def tile_offered(state: ZooState) -> Tile:
    """The tile of the present auction, or of the last one when the game is over."""
    tile: Tile = state.game.tiles[state.data[KIND + min(state.data[AUCTION], TILES - 1)]]
    return tile


def parse(state: ZooState, seat: int, text: str) -> int | Line | None:
    text = " ".join(text.lower().split())
    if found := BID_TEXT.fullmatch(text):
        coins = int(found[1])
        return coins if coins <= state.game.most_coins else None
    if text == f"remove {tile_offered(state).id.lower()}":
        return int(state.game.most_coins) + 1 + NOWHERE
    if found := PLACE_TEXT.fullmatch(text):
        x, y = int(found[2]), int(found[3])
        inside = -ORIGIN <= x <= EAST_END and -ORIGIN <= y < FRAME_HEIGHT - ORIGIN
        if found[1] == tile_offered(state).id.lower() and inside:
            return find_placement(state, seat, Laid(tile_offered(state), x, y, int(found[4]), state.data[AUCTION] + 1))
    return None


def find_placement(state: ZooState, seat: int, laid: Laid) -> int | Line:
    """The choice that lays the tile there, or why none does."""
    if state.data[PHASE] != PLACING:
        return Phrase("refusal.bid_first", tile=laid.tile.id), "ozm.bid.simultaneous"
    reason = misfit(state, seat, laid)
    return reason or next(choice for choice in state.legal(seat) if placement(state, seat, choice) == laid)


def label(state: ZooState, seat: int, choice: int) -> Phrase:
    if choice == 0:
        return Phrase("label.bid_nothing")
    if choice <= state.game.most_coins:
        return Phrase("label.bid", coins=coin_count(choice))
    if fits_nowhere(state, choice):
        return Phrase("label.nowhere", tile=tile_offered(state).id)
    laid = placement(state, seat, choice)
    halves = {
        f"{name}_{letter}": value
        for half, letter in enumerate("ab")
        for name, value in (("animal", animal_name(laid.tile.animals[half])), ("square", spot(laid.squares[half])))
    }
    return Phrase("label.place", tile=laid.tile.id, **halves)


def rule(state: ZooState, seat: int, choice: int) -> str:
    if choice <= state.game.most_coins:
        return "ozm.bid.any-number"
    return "ozm.place.nowhere" if fits_nowhere(state, choice) else "ozm.place.continue-a-path"


def targets(state: ZooState, seat: int, choice: int) -> tuple[str, ...]:
    if choice <= state.game.most_coins:
        return (f"bid-{choice}",)
    if fits_nowhere(state, choice):
        return (f"row-{state.data[AUCTION] + 1}",)
    return tuple(f"square-{seat}-{cell}" for cell in cells(state, seat, choice))


def cells(state: ZooState, seat: int, choice: int) -> tuple[str, ...]:
    """The squares of half A and of half B."""
    if choice <= state.game.most_coins or fits_nowhere(state, choice):
        return ()
    return tuple(spot(square) for square in placement(state, seat, choice).squares)


def prompt(state: ZooState, seat: int) -> Phrase:
    tile = tile_offered(state)
    if state.data[PHASE] == PLACING:
        key = "prompt.place" if has_room(state, seat) else "prompt.nowhere"
        return Phrase(key, tile=describe(tile), zoo=state.game.zoo_name(seat))
    if state.data[NO_ROOM] >> seat & 1:
        return Phrase("prompt.no_room", tile=describe(tile))
    coins = state.data[COINS + seat]
    return Phrase(
        "prompt.bid",
        auction=state.data[AUCTION] + 1,
        year=state.data[YEAR],
        tile=describe(tile),
        coins=coin_count(coins),
    )


def decision_rule(state: ZooState, seat: int) -> str:
    return "ozm.bid.simultaneous" if state.data[PHASE] == BIDDING else "ozm.place.at-once"


def refusal(state: ZooState, seat: int, choice: int) -> Line:
    bidding = state.data[PHASE] == BIDDING
    if choice <= state.game.most_coins:
        if not bidding:
            return Phrase("refusal.place_first", tile=tile_offered(state).id), "ozm.place.at-once"
        if state.data[NO_ROOM] >> seat & 1:
            return Phrase("refusal.no_room", tile=tile_offered(state).id), "ozm.place.nowhere"
        coins = coin_count(state.data[COINS + seat])
        return Phrase("refusal.too_much", bid=choice, coins=coins), "ozm.bid.own-coins"
    if bidding:
        return Phrase("refusal.bid_first", tile=tile_offered(state).id), "ozm.bid.simultaneous"
    if fits_nowhere(state, choice):
        return Phrase("refusal.has_room", tile=tile_offered(state).id), "ozm.place.nowhere"
    laid = placement(state, seat, choice)
    if not continues_own_piece(state, seat, choice):
        return Phrase("refusal.no_path", tile=laid.tile.id), "ozm.place.continue-a-path"
    same = find_placement(state, seat, laid)
    if isinstance(same, int):  # the same place, numbered by another path it continues
        said = {"tile": laid.tile.id, "number": choice, "same": same}
        return Phrase("refusal.other_number", **said), "ozm.place.continue-a-path"
    return same


def continues_own_piece(state: ZooState, seat: int, choice: int) -> bool:
    """Whether the piece that the choice would continue lies in the zoo of the seat."""
    rank = (choice - state.game.most_coins - 1) // PLACES_AT_PIECE
    return rank == TILES or state.data[OWNER + TILES - 1 - rank] == seat + 1


# The log.


def log(before: ZooState, seat: int, choice: int, after: ZooState, viewer: int | None) -> list[Line]:
    lines: list[Line]
    if fits_nowhere(before, choice):
        lines = [(Phrase("log.nowhere", seat=Seat(seat), tile=tile_offered(before).id), "ozm.place.nowhere")]
        return lines + _after_auction(before, after)
    if choice > before.game.most_coins:
        laid = placement(before, seat, choice)
        told = {"tile": laid.tile.id, "square": spot(laid.squares[0]), "other": spot(laid.squares[1])}
        lines = [(Phrase("log.place", seat=Seat(seat), **told), "ozm.place.at-once")]
        return lines + _after_placement(before, seat, after) + _after_auction(before, after)
    if viewer == seat:
        lines = [(Phrase("log.own_bid", seat=Seat(seat), coins=coin_count(choice)), "ozm.bid.simultaneous")]
    else:
        lines = [(Phrase("log.bid", seat=Seat(seat)), "ozm.bid.simultaneous")]
    if len(before.waiting) > 1:
        return lines
    return lines + _reveal(before, after)


def _reveal(before: ZooState, after: ZooState) -> list[Line]:
    bids = list(after.data[LAST_BID : LAST_BID + after.players])
    winner = after.data[LAST_WINNER] - 1
    who = {"seat": Seat(winner), "tile": tile_offered(before).id}
    shown = [Phrase("log.one_bid", seat=Seat(seat), coins=coins) for seat, coins in enumerate(bids)]
    lines: list[Line] = [(Phrase("log.bids", bids=shown), "ozm.bid.reveal")]
    if bids.count(max(bids)) > 1:
        lines.append((Phrase("log.tie", **who), "ozm.bid.ties"))
    lines.append((Phrase("log.wins", coins=coin_count(bids[winner]), **who), "ozm.bid.highest-pays"))
    return lines


def _after_placement(before: ZooState, seat: int, after: ZooState) -> list[Line]:
    lines: list[Line] = []
    benches = after.data[BENCHES + seat] - before.data[BENCHES + seat]
    if benches:
        count = Phrase("count.bench") if benches == 1 else Phrase("count.benches", count=benches)
        lines.append((Phrase("log.benches", seat=Seat(seat), benches=count), "ozm.benches.closed-path"))
    for animal in range(ANIMAL_COUNT):
        had, have = ([state.visitors_at(zoo, animal) for zoo in range(state.players)] for state in (before, after))
        if had != have:
            told = {"animal": animal_name(ANIMALS[animal]), "zoos": _holders(have)}
            lines.append((Phrase("log.visitors", **told), "ozm.visitors.ranks"))
    had, have = ([state.trees_at(zoo) for zoo in range(state.players)] for state in (before, after))
    if had != have:
        lines.append((Phrase("log.trees", zoos=_holders(have)), "ozm.trees.ranks"))
    return lines


def _holders(counts: list[int]) -> list[Phrase]:
    return [Phrase("log.holds", seat=Seat(seat), count=count) for seat, count in enumerate(counts) if count]


def _after_auction(before: ZooState, after: ZooState) -> list[Line]:
    """The years that ended with this auction, and what is turned up next."""
    lines: list[Line] = []
    over = after.data[PHASE] == FINISHED
    for year in range(before.data[YEAR], YEARS + 1 if over else after.data[YEAR]):
        points = [year * after.data[ITEMS + YEARS * seat + year - 1] for seat in range(after.players)]
        scored = [Phrase("log.scores", seat=Seat(seat), points=points[seat]) for seat in range(after.players)]
        lines.append((Phrase("log.year_ends", year=year, scores=scored), "ozm.score.year"))
        if year < YEARS:
            lines.append(_income(before, after))
    if over:
        lines.append((Phrase("log.game_over"), "ozm.end.five-years"))
    elif after.data[YEAR] > before.data[YEAR] or after.game.settings["blind_row"]:
        shown = [
            after.game.tiles[kind].id for kind in after.data[KIND + after.data[AUCTION] : KIND + after.tiles_seen()]
        ]
        key = "log.new_year" if after.data[YEAR] > before.data[YEAR] else "log.turned_up"
        turned_up = {"tiles": shown, "year": after.data[YEAR]} if key == "log.new_year" else {"tiles": shown}
        lines.append((Phrase(key, **turned_up), "ozm.year.row"))
    return lines


def _income(before: ZooState, after: ZooState) -> Line:
    """What was paid after the year. Only one year that ends with an auction has an income: the fifth has none."""
    flat = after.game.settings["flat_income"]
    due = [FLAT_INCOME if flat else after.data[TILE_COUNT + seat] for seat in range(after.players)]
    paid = [after.data[COINS + seat] - before.data[COINS + seat] for seat in range(after.players)]
    if paid != due:
        zoos = _holders(paid)
        return (Phrase("log.short_income", zoos=zoos) if zoos else Phrase("log.no_coins")), "ozm.income.supply"
    if flat:
        return Phrase("log.flat_income"), "ozm.variant.flat-income"
    tiles = _holders(due)
    return (Phrase("log.income", zoos=tiles) if tiles else Phrase("log.no_income")), "ozm.income.tiles"


def has_room(state: ZooState, seat: int) -> bool:
    """Whether the tile of this auction fits anywhere in the zoo."""
    return bool(state.places(seat, state.data[KIND + state.data[AUCTION]]))


# Names of things.


def animal_name(animal: str | None) -> Phrase:
    return Phrase(f"animal.{animal}")


def describe(tile: Tile) -> Phrase:
    """`Z15 (bird 1, sea 3, 1 bush)`."""
    key = {0: "tile.plain", 1: "tile.bush"}.get(tile.bushes, "tile.bushes")
    said = {
        "tile": tile.id,
        "animal_a": animal_name(tile.animals[0]),
        "stars_a": tile.stars[0],
        "animal_b": animal_name(tile.animals[1]),
        "stars_b": tile.stars[1],
    }
    return Phrase(key, **said) if tile.bushes < 2 else Phrase(key, count=tile.bushes, **said)


def coin_count(coins: int) -> Phrase:
    return Phrase("count.coin") if coins == 1 else Phrase("count.coins", count=coins)


def was_removed(state: ZooState, piece: int) -> bool:
    """Whether the tile of that auction fitted nowhere."""
    return bool(piece < state.data[AUCTION] and not state.data[OWNER + piece])
