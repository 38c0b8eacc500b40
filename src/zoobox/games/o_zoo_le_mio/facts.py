"""What a choice means, as data, where nothing happens yet that events could tell: for hints.

Kinds and parts; tuples have a number for each seat. An item is a visitor, a tree or a bench: each scores the number of
the year when a year ends.

    tile_items tile auction year items: the most items that each seat would have more with the tile, well placed
    sure_to_win coins, can_outbid seats, coins_left coins auctions, last_auction, items_then items change
"""

from __future__ import annotations

from typing import Any

from zoobox.games.o_zoo_le_mio.layout import *
from zoobox.games.o_zoo_le_mio.rules import ZooState
from zoobox.games.o_zoo_le_mio.words import coin_count
from zoobox.games.o_zoo_le_mio.zoo import counted, tile_name, tile_offered
from zoobox.kernel.event import Event
from zoobox.kernel.text import Phrase, Seat

REVEALED = ("bid",)
"""Kinds of secret choices that everybody knows once they are revealed."""
REPLACED: tuple[str, ...] = ()
"""Kinds of events that need not be told beside these facts."""


def facts(state: ZooState, seat: int, choice: int) -> list[Event]:
    kind, parts = state.game.choice_table.decode(choice)
    if kind.name == "bid":
        return [_tile_items(state, seat), *_bidding(state, seat, parts["coins"])]
    if kind.name == "remove":
        return []
    after = state.copy()
    assert isinstance(after, ZooState)
    after.apply(seat, choice)
    had, have = _items(state), _items(after)
    change = tuple(now - was for was, now in zip(had, have, strict=True))
    return [Event("items_then", seat=seat, rule="ozm.score.year", items=have, change=change)]


def _items(state: ZooState) -> tuple[int, ...]:
    """Visitors, trees and benches of each seat."""
    return tuple(
        sum(state.visitors_at(seat, animal) for animal in range(ANIMAL_COUNT))
        + state.trees_at(seat)
        + state.data[BENCHES + seat]
        for seat in range(state.players)
    )


def _tile_items(state: ZooState, seat: int) -> Event:
    items = tuple(_most_items(state, other) for other in range(state.players))
    offer: dict[str, Any] = {"tile": tile_offered(state).id, "auction": state.data[AUCTION] + 1}
    return Event("tile_items", seat=seat, rule="ozm.score.year", year=state.data[YEAR], items=items, **offer)


def _most_items(state: ZooState, seat: int) -> int:
    """How many items more the seat would have with the tile, placed where that is most."""
    piece = state.data[AUCTION]
    had = _items(state)[seat]
    found = [0]
    for place in state.places(seat, state.data[KIND + piece]):
        after = state.copy()
        assert isinstance(after, ZooState)
        after.lay_tile(seat, piece, *after.spot_of(seat, place))
        found.append(_items(after)[seat] - had)
    return max(found)


def _bidding(state: ZooState, seat: int, bid: int) -> list[Event]:
    """What the others can pay, and what is left for the auctions to come."""
    told = []
    data = state.data
    others = [other for other in range(state.players) if other != seat]
    if not state.game.settings["coins_hidden"]:
        richest = max(_most_to_bid(state, other) for other in others)
        if bid > richest:
            told.append(Event("sure_to_win", seat=seat, rule="ozm.bid.highest-pays", coins=richest))
        else:
            richer = tuple(other for other in others if _most_to_bid(state, other) > bid)
            if richer:
                told.append(Event("can_outbid", seat=seat, rule="ozm.bid.highest-pays", seats=richer))
    left = 0 if state.game.settings["blind_row"] else state.tiles_seen() - data[AUCTION] - 1
    if data[AUCTION] + 1 == TILES:
        told.append(Event("last_auction", seat=seat, rule="ozm.end.five-years"))
    elif bid and left:
        coins = data[COINS + seat] - bid
        told.append(Event("coins_left", seat=seat, rule="ozm.bid.highest-pays", coins=coins, auctions=left))
    return told


def _most_to_bid(state: ZooState, seat: int) -> int:
    return 0 if state.data[NO_ROOM] >> seat & 1 else state.data[COINS + seat]


def alike(state: ZooState, seat: int, choice: int) -> object:
    """No two choices of this game are the same."""
    return choice


def theme(state: ZooState, seat: int, choice: int) -> str | None:
    """What a puzzle is about whose solution is a bid."""
    kind, parts = state.game.choice_table.decode(choice)
    if kind.name != "bid":
        return None
    if not parts["coins"]:
        return "save"
    items = _tile_items(state, seat)["items"]
    return "deny" if max(items) > items[seat] else "outbid"


# In words.


def say(fact: Event) -> Phrase:
    gaps: dict[str, Any] = {name: value for name, value in fact.parts.items() if isinstance(value, int)}
    gaps["seat"] = Seat(fact.seat or 0)
    if fact.kind == "tile_items":
        gaps["tile"] = tile_name(fact["tile"], fact["auction"])
        gaps["zoos"] = [Phrase("fact.up_to", seat=Seat(seat), count=count) for seat, count in enumerate(fact["items"])]
        gaps["each"] = counted("point", fact["year"])
    elif fact.kind == "items_then":
        both = zip(fact["items"], fact["change"], strict=True)
        gaps["zoos"] = [
            Phrase("fact.has_items", seat=Seat(seat), count=count, change=f"{change:+d}" if change else "±0")
            for seat, (count, change) in enumerate(both)
        ]
    elif fact.kind == "can_outbid":
        gaps["seats"] = [Seat(other) for other in fact["seats"]]
    if "coins" in fact.parts:
        gaps["coins"] = coin_count(fact["coins"])
    return Phrase(f"fact.{fact.kind}{'_one' if fact.parts.get('auctions') == 1 else ''}", **gaps)
