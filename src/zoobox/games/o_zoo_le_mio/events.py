"""What a choice did. Until all bids are in, only its own seat knows a bid; the others know that there is one.

Kinds and parts; tuples of numbers have one for each seat, squares are written as in a notation:

    bid tile auction coins, bid_made tile auction, bids tile auction bids
    tie seats coins flags, wins tile auction coins, flag_drops flags
    place tile auction squares turn animals stars bushes, removed tile auction
    benches areas benches total, no_bench areas, combined animal stars squares
    visitors animal ranked before after, trees ranked before after
    year_ends year visitors trees benches points totals, income year due paid flat
    new_year year tiles auction, turned_up tile auction, no_room tile auction
    game_over points winners, final_tie seats winners by

`flags` are the seats from the top of the flagpole down. `ranked` are the zoos with visitors or trees, the best first:
seat, stars or bushes, how many visitors or trees they have for it, the auction since when, and which zoos have equally
many but older ones (`newer_than`); for visitors also which of the zoo's enclosures it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zoobox.games.o_zoo_le_mio.choices import placement
from zoobox.games.o_zoo_le_mio.layout import *
from zoobox.games.o_zoo_le_mio.rules import ZooState
from zoobox.games.o_zoo_le_mio.zoo import Laid, areas, enclosures, spot, tile_offered
from zoobox.kernel.event import Event

Rank = tuple[int, int, int]
"""Stars or bushes, the auction since when, and the seat: more is better, and of equals the newer."""


def events(before: ZooState, seat: int, choice: int, after: ZooState) -> list[Event]:
    kind, parts = before.game.choice_table.decode(choice)
    if kind.name == "bid":
        revealed = _reveal(before, after) if before.waiting == (seat,) else []
        return [_bid(before, seat, parts["coins"]), *revealed]
    if kind.name == "remove":
        happened = [Event("removed", seat=seat, rule="ozm.place.nowhere", **_offer(before))]
    else:
        happened = _placement(before, seat, placement(before, seat, choice), after)
    return [*happened, *_year_ends(before, after), *_next_auction(before, after)]


def _offer(state: ZooState) -> dict[str, Any]:
    return {"tile": tile_offered(state).id, "auction": state.data[AUCTION] + 1}


# The auction.


def _bid(state: ZooState, seat: int, coins: int) -> Event:
    offer = _offer(state)
    hidden = Event("bid_made", seat=seat, rule="ozm.bid.simultaneous", **offer)
    return Event("bid", seat=seat, rule="ozm.bid.simultaneous", only=seat, instead=hidden, coins=coins, **offer)


def _reveal(before: ZooState, after: ZooState) -> list[Event]:
    """All bids are shown; the highest pays and takes the tile, and after a tie its flag goes down."""
    bids = tuple(after.data[LAST_BID : LAST_BID + after.players])
    winner, coins = after.data[LAST_WINNER] - 1, max(bids)
    offer = _offer(before)
    happened = [Event("bids", rule="ozm.bid.reveal", bids=bids, **offer)]
    tied = tuple(seat for seat in range(after.players) if bids[seat] == coins)
    if len(tied) > 1:
        flags = tuple(before.data[FLAG : FLAG + before.players])
        rule = "ozm.bid.ties" if coins else "ozm.bid.all-zero"
        happened.append(Event("tie", seat=winner, rule=rule, seats=tied, coins=coins, flags=flags))
    rule = "ozm.bid.highest-pays" if coins else "ozm.bid.all-zero"
    happened.append(Event("wins", seat=winner, rule=rule, coins=coins, **offer))
    if len(tied) > 1:
        flags = tuple(after.data[FLAG : FLAG + after.players])
        happened.append(Event("flag_drops", seat=winner, rule="ozm.bid.flag-drops", flags=flags))
    return happened


# A tile joins a zoo.


def _placement(before: ZooState, seat: int, laid: Laid, after: ZooState) -> list[Event]:
    """The tile, then what it closes and joins, then the visitors and trees that arrive or move."""
    tile = laid.tile
    placed = Event(
        "place",
        seat=seat,
        rule="ozm.place.at-once",
        squares=tuple(spot(square) for square in laid.squares),
        turn=laid.turn,
        animals=tile.animals,
        stars=tile.stars,
        bushes=tile.bushes,
        **_offer(before),
    )
    return [
        placed,
        *_benches(before, seat, after),
        *_combined(seat, laid, after),
        *(event for animal in ANIMALS for event in _visitors(before, after, animal)),
        *_trees(before, after),
    ]


def _benches(before: ZooState, seat: int, after: ZooState) -> list[Event]:
    total = after.data[BENCHES + seat]
    count = closed = total - before.data[BENCHES + seat]
    if after.game.settings["bench_supply_limited"]:
        closed = len(areas(after, seat)) - len(areas(before, seat))
    happened = []
    if count:
        rule = "ozm.benches.closed-path" if closed == 1 else "ozm.benches.several"
        happened.append(Event("benches", seat=seat, rule=rule, areas=closed, benches=count, total=total))
    if closed > count:
        happened.append(Event("no_bench", seat=seat, rule="ozm.benches.supply", areas=closed - count))
    return happened


def _combined(seat: int, laid: Laid, after: ZooState) -> list[Event]:
    """Enclosures that a half of the tile makes larger."""
    happened = []
    for square in laid.squares:
        (one,) = [one for one in enclosures(after, seat) if square in one.squares]
        if len(one.squares) > 1:
            squares = tuple(spot(covered) for covered in one.squares)
            rule = "ozm.visitors.combine"
            happened.append(
                Event("combined", seat=seat, rule=rule, animal=one.animal, stars=one.stars, squares=squares)
            )
    return happened


def _visitors(before: ZooState, after: ZooState, animal: str) -> list[Event]:
    had, have = (_visitors_of(state, animal) for state in (before, after))
    if had == have:
        return []
    ranks = _enclosure_ranks(after, animal)
    owners = {seat for _, _, seat in ranks}
    ranks, shares = (ranks[:1], (1,)) if len(owners) == 1 else (ranks, (2, 1))
    first = {seat: _enclosure_number(after, seat, animal) for seat in owners}
    ranked = []
    for place, ((stars, auction, seat), count) in enumerate(zip(ranks, shares, strict=False)):
        told = {"seat": seat, "visitors": count, "stars": stars, "auction": auction}
        ranked.append({**told, "newer_than": _newer_than(ranks, place), "enclosure": first[seat]})
        first[seat] += 1
    if len(owners) == 1:
        rule = "ozm.visitors.alone"
    elif len({one["seat"] for one in ranked}) == 1:
        rule = "ozm.variant.double-rank"
    else:
        rule = "ozm.visitors.ties" if any(one["newer_than"] for one in ranked) else "ozm.visitors.ranks"
    return [Event("visitors", rule=rule, animal=animal, ranked=tuple(ranked), before=had, after=have)]


def _visitors_of(state: ZooState, animal: str) -> tuple[int, ...]:
    return tuple(state.visitors_at(seat, ANIMALS.index(animal)) for seat in range(state.players))


def _enclosure_ranks(state: ZooState, animal: str) -> list[Rank]:
    """The enclosures of an animal that are ranked: the largest of each zoo, or by a setting all of them."""
    if state.game.double_rank:
        ranks = [
            (one.stars, one.auction, seat)
            for seat in range(state.players)
            for one in enclosures(state, seat)
            if one.animal == animal
        ]
    else:
        number = ANIMALS.index(animal)
        places = [(ANIMAL_COUNT * seat + number, seat) for seat in range(state.players)]
        ranks = [(state.data[BEST_STARS + at], state.data[BEST_TIME + at], seat) for at, seat in places]
    return sorted((rank for rank in ranks if rank[0]), reverse=True)


def _enclosure_number(state: ZooState, seat: int, animal: str) -> int:
    """Which of its enclosures is the zoo's largest of that animal."""
    return [one.animal for one in enclosures(state, seat)].index(animal)


def _newer_than(ranks: Sequence[Rank], place: int) -> tuple[int, ...]:
    """The zoos with equally many stars or bushes that rank lower, since theirs are older."""
    count, _, seat = ranks[place]
    return tuple(behind for equal, _, behind in ranks[place + 1 :] if equal == count and behind != seat)


def _trees(before: ZooState, after: ZooState) -> list[Event]:
    had, have = (tuple(state.trees_at(seat) for seat in range(state.players)) for state in (before, after))
    if had == have:
        return []
    data = after.data
    ranks = sorted(
        ((data[BUSHES + seat], data[BUSH_TIME + seat], seat) for seat in range(after.players) if data[BUSHES + seat]),
        reverse=True,
    )
    ranked = tuple(
        {
            "seat": seat,
            "trees": have[seat],
            "bushes": bushes,
            "auction": auction,
            "newer_than": _newer_than(ranks, place),
        }
        for place, (bushes, auction, seat) in enumerate(ranks)
        if have[seat]
    )
    if after.game.double_rank:
        rule = "ozm.variant.double-rank"
    elif len(ranks) == 1:
        rule = "ozm.trees.alone"
    else:
        rule = "ozm.trees.ties" if any(one["newer_than"] for one in ranked) else "ozm.trees.ranks"
    return [Event("trees", rule=rule, ranked=ranked, before=had, after=have)]


# The end of a year and of the game, and the next auction.


def _year_ends(before: ZooState, after: ZooState) -> list[Event]:
    """Points and income of the years that ended with this auction; with the last tile of a stack there may be two."""
    happened = []
    over = after.data[PHASE] == FINISHED
    for year in range(before.data[YEAR], YEARS + 1 if over else after.data[YEAR]):
        happened.append(_scoring(after, year))
        if year < YEARS:
            happened.append(_income(before, after, year))
    if over:
        happened.extend(_game_over(after))
    return happened


def _scoring(state: ZooState, year: int) -> Event:
    """Nothing has moved since the year ended, so the state tells what was scored."""
    seats = range(state.players)
    items = [tuple(state.data[ITEMS + YEARS * seat : ITEMS + YEARS * seat + year]) for seat in seats]
    return Event(
        "year_ends",
        rule="ozm.score.year",
        year=year,
        visitors=tuple(sum(_visitors_of(state, animal)[seat] for animal in ANIMALS) for seat in seats),
        trees=tuple(state.trees_at(seat) for seat in seats),
        benches=tuple(state.data[BENCHES : BENCHES + state.players]),
        points=tuple(year * counts[-1] for counts in items),
        totals=tuple(sum(number * count for number, count in enumerate(counts, 1)) for counts in items),
    )


def _income(before: ZooState, after: ZooState, year: int) -> Event:
    """What was paid after the year. Only one year that ends with an auction has an income: the fifth has none."""
    flat = after.game.settings["flat_income"]
    due = tuple(FLAT_INCOME if flat else after.data[TILE_COUNT + seat] for seat in range(after.players))
    paid = tuple(after.data[COINS + seat] - before.data[COINS + seat] for seat in range(after.players))
    rule = "ozm.variant.flat-income" if flat else "ozm.income.tiles"
    if paid != due:
        rule = "ozm.income.supply"
    return Event("income", rule=rule, year=year, due=due, paid=paid, flat=flat)


def _game_over(state: ZooState) -> list[Event]:
    points = tuple(state.points_of(seat) for seat in range(state.players))
    scores = [state.score_of(seat) for seat in range(state.players)]
    winners = tuple(seat for seat in range(state.players) if scores[seat] == max(scores))
    happened = [Event("game_over", rule="ozm.end.five-years", points=points, winners=winners)]
    tied = tuple(seat for seat in range(state.players) if points[seat] == max(points))
    if len(tied) > 1:
        by = state.game.settings["final_tie"]
        happened.append(Event("final_tie", rule="ozm.end.tie", seats=tied, winners=winners, by=by))
    return happened


def _next_auction(before: ZooState, after: ZooState) -> list[Event]:
    """What is turned up for it, and by a setting who can only bid nothing."""
    if after.data[PHASE] == FINISHED:
        return []
    happened = []
    offer = _offer(after)
    blind = after.game.settings["blind_row"]
    tiles = tuple(
        after.game.tiles[kind].id for kind in after.data[KIND + after.data[AUCTION] : KIND + after.tiles_seen()]
    )
    if after.data[YEAR] > before.data[YEAR]:
        told = {"year": after.data[YEAR], "tiles": tiles, "auction": offer["auction"]}
        happened.append(Event("new_year", rule="ozm.variant.blind-row" if blind else "ozm.year.row", **told))
    elif blind:
        happened.append(Event("turned_up", rule="ozm.variant.blind-row", **offer))
    for seat in range(after.players):
        if after.data[NO_ROOM] >> seat & 1:
            happened.append(Event("no_room", seat=seat, rule="ozm.place.nowhere", **offer))
    return happened


# In the picture.


def targets(event: Event) -> tuple[str, ...]:
    """Ids of the elements in the picture that an event is about; `choices.py` lists them."""
    kind, seat, parts = event.kind, event.seat, event.parts
    if kind in ("bid", "bid_made", "flag_drops"):
        return (f"flag-{seat}",)
    if kind == "bids":
        return tuple(f"last-bid-{one}" for one in range(len(parts["bids"])))
    if kind == "tie":
        return tuple(f"flag-{one}" for one in parts["seats"])
    if kind in ("wins", "removed", "turned_up", "no_room"):
        return (f"row-{parts['auction']}",)
    if kind == "place":
        return (f"tile-{parts['tile']}",)
    if kind == "combined":
        return tuple(f"square-{seat}-{square}" for square in parts["squares"])
    if kind == "benches":
        return tuple(f"bench-{seat}-{parts['total'] - number}" for number in range(parts["benches"]))
    if kind == "visitors":
        return tuple(
            f"visitor-{one['seat']}-{one['enclosure']}-{number}"
            for one in parts["ranked"]
            for number in range(one["visitors"])
        )
    if kind == "trees":
        return tuple(f"tree-{one['seat']}-{number}" for one in parts["ranked"] for number in range(one["trees"]))
    if kind in ("year_ends", "game_over"):
        return tuple(f"points-{one}" for one in range(len(parts["points"])))
    if kind == "new_year":
        return tuple(f"row-{number}" for number, _ in enumerate(parts["tiles"], parts["auction"]))
    return ()
