"""Choices, events, questions and refusals as sentences; `texts.toml` has them in each language."""

from __future__ import annotations

from zoobox.games.o_zoo_le_mio.box import Tile
from zoobox.games.o_zoo_le_mio.choices import continues_own_piece, find_placement, placement
from zoobox.games.o_zoo_le_mio.layout import *
from zoobox.games.o_zoo_le_mio.rules import ZooState
from zoobox.games.o_zoo_le_mio.zoo import spot, tile_offered
from zoobox.kernel.choice import Description
from zoobox.kernel.text import Phrase, Seat

Line = tuple[Phrase, str]


def label(state: ZooState, seat: int, choice: Description) -> Phrase:
    if choice.kind == "bid":
        coins = choice["coins"]
        return Phrase("label.bid", coins=coin_count(coins)) if coins else Phrase("label.bid_nothing")
    if choice.kind == "remove":
        return Phrase("label.nowhere", tile=choice["tile"])
    animal_a, animal_b = map(animal_name, choice["animals"])
    square_a, square_b = choice.cells
    halves = {"animal_a": animal_a, "square_a": square_a, "animal_b": animal_b, "square_b": square_b}
    return Phrase("label.place", tile=choice["tile"], **halves)


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
    kind, parts = state.game.choice_table.decode(choice)
    tile = tile_offered(state).id
    if kind.name == "bid":
        if not bidding:
            return Phrase("refusal.place_first", tile=tile), "ozm.place.at-once"
        if state.data[NO_ROOM] >> seat & 1:
            return Phrase("refusal.no_room", tile=tile), "ozm.place.nowhere"
        coins = coin_count(state.data[COINS + seat])
        return Phrase("refusal.too_much", bid=choice, coins=coins), "ozm.bid.own-coins"
    if bidding:
        return Phrase("refusal.bid_first", tile=tile), "ozm.bid.simultaneous"
    if kind.name == "remove":
        return Phrase("refusal.has_room", tile=tile), "ozm.place.nowhere"
    if not continues_own_piece(state, seat, parts):
        return Phrase("refusal.no_path", tile=tile), "ozm.place.continue-a-path"
    same = find_placement(state, seat, placement(state, seat, choice))
    if isinstance(same, int):  # the same place, numbered by another path it continues
        return Phrase("refusal.other_number", tile=tile, number=choice, same=same), "ozm.place.continue-a-path"
    return same


# The log.


def log(before: ZooState, seat: int, choice: int, after: ZooState, viewer: int | None) -> list[Line]:
    lines: list[Line]
    if before.game.choice_table.decode(choice)[0].name == "remove":
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
