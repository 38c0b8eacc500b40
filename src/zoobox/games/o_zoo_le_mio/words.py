"""Choices, events, questions and refusals as sentences; `texts.toml` has them in each language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from zoobox.games.o_zoo_le_mio.box import Tile
from zoobox.games.o_zoo_le_mio.choices import bid_refusal, continues_own_piece, find_placement, offered_name, placement
from zoobox.games.o_zoo_le_mio.layout import *
from zoobox.games.o_zoo_le_mio.rules import ZooState
from zoobox.games.o_zoo_le_mio.zoo import counted, square_in_words, tile_name, tile_offered
from zoobox.kernel.choice import Description
from zoobox.kernel.event import Event
from zoobox.kernel.text import Phrase, Seat

Line = tuple[Phrase, str]


def label(state: ZooState, seat: int, choice: Description) -> Phrase:
    if choice.kind == "bid":
        coins = choice["coins"]
        return Phrase("label.bid", coins=coin_count(coins)) if coins else Phrase("label.bid_nothing")
    if choice.kind == "remove":
        return Phrase("label.nowhere", tile=offered_name(state))
    animal_a, animal_b = map(animal_name, choice["animals"])
    square_a, square_b = map(square_in_words, choice.cells)
    halves = {"animal_a": animal_a, "square_a": square_a, "animal_b": animal_b, "square_b": square_b}
    return Phrase("label.place", tile=offered_name(state), **halves)


def prompt(state: ZooState, seat: int) -> Phrase:
    tile = describe(tile_offered(state), state.data[AUCTION] + 1)
    if state.data[PHASE] == PLACING:
        key = "prompt.place" if has_room(state, seat) else "prompt.nowhere"
        return Phrase(key, tile=tile, zoo=state.game.zoo_name(seat))
    if state.data[NO_ROOM] >> seat & 1:
        return Phrase("prompt.no_room", tile=tile)
    return Phrase(
        "prompt.bid" if has_room(state, seat) else "prompt.bid_without_room",
        auction=state.data[AUCTION] + 1,
        year=state.data[YEAR],
        tile=tile,
        coins=coin_count(state.data[COINS + seat]),
    )


def decision_rule(state: ZooState, seat: int) -> str:
    return "ozm.bid.simultaneous" if state.data[PHASE] == BIDDING else "ozm.place.at-once"


def refusal(state: ZooState, seat: int, choice: int) -> Line:
    kind, parts = state.game.choice_table.decode(choice)
    tile = offered_name(state)
    if kind.name == "bid":
        return bid_refusal(state, seat, choice)
    if state.data[PHASE] == BIDDING:
        return Phrase("refusal.bid_first", tile=tile), "ozm.bid.simultaneous"
    if kind.name == "remove":
        return Phrase("refusal.has_room", tile=tile), "ozm.place.nowhere"
    if not continues_own_piece(state, seat, parts):
        return Phrase("refusal.no_path", tile=tile), "ozm.place.continue-a-path"
    same = find_placement(state, seat, placement(state, seat, choice))
    if isinstance(same, int):  # the same place, numbered by another path it continues
        return Phrase("refusal.other_number", tile=tile, number=choice, same=same), "ozm.place.continue-a-path"
    return same


# Events.


def say(event: Event) -> Phrase:
    """The log line of an event; those that need more than their parts have a function of their own."""
    special = SAID.get(event.kind)
    if special is not None:
        return special(event)
    gaps: dict[str, Any] = {name: value for name, value in event.parts.items() if isinstance(value, str | int)}
    if "tile" in gaps:
        gaps["tile"] = _tile(event)
    if event.seat is not None:
        gaps["seat"] = Seat(event.seat)
    return Phrase(f"log.{event.kind}", **gaps)


def _say_bid(event: Event) -> Phrase:
    return Phrase("log.bid", seat=_seat(event), coins=bid_amount(event["coins"]))


def _say_bids(event: Event) -> Phrase:
    shown = [Phrase("log.one_bid", seat=Seat(seat), coins=coins) for seat, coins in enumerate(event["bids"])]
    return Phrase("log.bids", bids=shown)


def _say_tie(event: Event) -> Phrase:
    tied = [Seat(seat) for seat in event["seats"]]
    return Phrase("log.tie", seat=_seat(event), seats=tied, coins=bid_amount(event["coins"]))


def _say_wins(event: Event) -> Phrase:
    return Phrase("log.wins", seat=_seat(event), tile=_tile(event), coins=bid_amount(event["coins"]))


def _say_place(event: Event) -> Phrase:
    square, other = map(square_in_words, event["squares"])
    return Phrase("log.place", seat=_seat(event), tile=_tile(event), square=square, other=other)


def _say_benches(event: Event) -> Phrase:
    if event["areas"] == 1:
        return Phrase("log.bench", seat=_seat(event))
    benches = counted("bench", event["benches"])
    return Phrase("log.benches", seat=_seat(event), areas=event["areas"], benches=benches)


def _say_no_bench(event: Event) -> Phrase:
    return Phrase("log.no_bench", seat=_seat(event), areas=counted("area", event["areas"]))


def _say_combined(event: Event) -> Phrase:
    stars = counted("star", event["stars"])
    return Phrase("log.combined", seat=_seat(event), animal=animal_name(event["animal"]), stars=stars)


def _say_visitors(event: Event) -> Phrase:
    zoos = [_holder(one, visitors=one["visitors"], stars=counted("star", one["stars"])) for one in event["ranked"]]
    key = "log.visitors_alone" if sum(event["after"]) == 1 else f"log.visitors_{_movement(event)}"
    return Phrase(key, animal=animal_name(event["animal"]), zoos=zoos)


def _say_trees(event: Event) -> Phrase:
    zoos = [_holder(one, trees=one["trees"], bushes=counted("bush", one["bushes"])) for one in event["ranked"]]
    number = "tree" if sum(event["after"]) == 1 else "trees"
    return Phrase(f"log.{number}_{_movement(event)}", zoos=zoos)


def _movement(event: Event) -> str:
    """Visitors and trees move when a zoo loses some; otherwise they arrive."""
    lost = any(have < had for had, have in zip(event["before"], event["after"], strict=True))
    return "move" if lost else "arrive"


def _holder(place: Mapping[str, Any], **counts: Any) -> Phrase:
    """A zoo with visitors or trees, why it has them, and whom it leaves behind with equally many stars or bushes."""
    key = "visitors" if "visitors" in counts else "trees"
    if not place["newer_than"]:
        return Phrase(f"log.holds.{key}", seat=Seat(place["seat"]), **counts)
    behind = [Seat(seat) for seat in place["newer_than"]]
    return Phrase(f"log.holds.newer_{key}", seat=Seat(place["seat"]), others=behind, **counts)


def _say_year_ends(event: Event) -> Phrase:
    scored = [Phrase("log.scores", seat=Seat(seat), points=points) for seat, points in enumerate(event["points"])]
    return Phrase("log.year_ends", year=event["year"], each=counted("point", event["year"]), scores=scored)


def _say_income(event: Event) -> Phrase:
    zoos = [Phrase("log.earns", seat=Seat(seat), coins=coins) for seat, coins in enumerate(event["paid"]) if coins]
    if event["paid"] != event["due"]:
        return Phrase("log.short_income", zoos=zoos) if zoos else Phrase("log.no_coins")
    if event["flat"]:
        return Phrase("log.flat_income")
    return Phrase("log.income", zoos=zoos) if zoos else Phrase("log.no_income")


def _say_new_year(event: Event) -> Phrase:
    tiles = [tile_name(tile, number) for number, tile in enumerate(event["tiles"], event["auction"])]
    return Phrase("log.new_year", year=event["year"], tiles=tiles)


def _say_game_over(event: Event) -> Phrase:
    return Phrase("log.game_over")


def _say_final_tie(event: Event) -> Phrase:
    tied, winners = ([Seat(seat) for seat in event[part]] for part in ("seats", "winners"))
    if event["by"] == "shared_victory" or len(winners) == len(tied):
        return Phrase("log.shared_victory", seats=tied)
    return Phrase(f"log.tie_{event['by']}", seats=tied, winners=winners)


SAID: Mapping[str, Callable[[Event], Phrase]] = {
    "bid": _say_bid,
    "bids": _say_bids,
    "tie": _say_tie,
    "wins": _say_wins,
    "place": _say_place,
    "benches": _say_benches,
    "no_bench": _say_no_bench,
    "combined": _say_combined,
    "visitors": _say_visitors,
    "trees": _say_trees,
    "year_ends": _say_year_ends,
    "income": _say_income,
    "new_year": _say_new_year,
    "game_over": _say_game_over,
    "final_tie": _say_final_tie,
}


def _tile(event: Event) -> Phrase:
    return tile_name(event["tile"], event["auction"])


def _seat(event: Event) -> Seat:
    assert event.seat is not None
    return Seat(event.seat)


def has_room(state: ZooState, seat: int) -> bool:
    """Whether the tile of this auction fits anywhere in the zoo."""
    return bool(state.places(seat, state.data[KIND + state.data[AUCTION]]))


# Names of things.


def animal_name(animal: str | None) -> Phrase:
    return Phrase(f"animal.{animal}")


def describe(tile: Tile, auction: int) -> Phrase:
    """`tile 7 (bird 1, sea creature 3, 1 bush)`."""
    key = {0: "tile.plain", 1: "tile.bush"}.get(tile.bushes, "tile.bushes")
    said = {
        "number": auction,
        "id": tile.id.lower(),
        "animal_a": animal_name(tile.animals[0]),
        "stars_a": tile.stars[0],
        "animal_b": animal_name(tile.animals[1]),
        "stars_b": tile.stars[1],
    }
    return Phrase(key, **said) if tile.bushes < 2 else Phrase(key, count=tile.bushes, **said)


def coin_count(coins: int) -> Phrase:
    return counted("coin", coins)


def bid_amount(coins: int) -> Phrase:
    """`nothing`, `1 coin`, `3 coins`."""
    return coin_count(coins) if coins else Phrase("count.nothing")
