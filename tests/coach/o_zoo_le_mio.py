"""The sentences of O Zoo le Mio, checked on positions and views."""

from __future__ import annotations

import re
from typing import Any

from coach.reading import Play, Step, names_in, numbers_by_seat, patterns, seat_of

ANIMAL = r"(ape|mammal|bird|reptile|sea creature)"
ZOOS = r"((?:\w+ \([^)]*\)(?:, | and )?)+)"


def zoo(step: Step, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = step.view["zoos"][seat]
    return found


def items(step: Step, seat: int) -> int:
    """Visitors, trees and benches."""
    one = zoo(step, seat)
    return sum(enclosure["visitors"] for enclosure in one["enclosures"]) + one["trees"] + len(one["benches"])


def seats(play: Play) -> range:
    return range(len(play.first.view["zoos"]))


def animal_id(name: str) -> str:
    return "sea" if name == "sea creature" else name


def tile_items(play: Play, number: str, told: str, each: str) -> bool:
    """The offered tile is won and placed everywhere: by the rules themselves, for each zoo."""
    state = play.state
    position = state.position()
    if position["auction"] != int(number) or state.view(None)["year"] != int(each):
        return False
    key = repr([position[field] for field in ("auction", "zoos")] + [position["deck"][position["auction"] - 1]])
    if key not in MOST_ITEMS:
        MOST_ITEMS[key] = most_items(play)
    return numbers_by_seat(told, r"up to (?P<n>\d+) for (?P<who>\w+)") == MOST_ITEMS[key]


MOST_ITEMS: dict[str, dict[int, int]] = {}


def most_items(play: Play) -> dict[int, int]:
    """How many items more each zoo can have with the tile that is offered."""
    state = play.state
    position = state.position()
    most = {}
    for seat in seats(play):
        won = {**position, "phase": "place", "bids": [None] * len(position["bids"])}
        paid = int(position["coins"][seat] > 0)
        won["coins"] = [coins - paid * (other == seat) for other, coins in enumerate(position["coins"])]
        won["last"] = {"bids": [paid * (other == seat) for other in seats(play)], "winner": seat}
        if not paid:  # all bid nothing, and its flag, which hung highest, has gone down
            won["flags"] = [flag for flag in position["flags"] if flag != seat] + [seat]
        after = state.game.restore(won)
        had = items(Step({}, after.view(None)), seat)
        best = 0
        for choice in after.legal(seat):
            placed = after.copy()
            placed.apply(seat, choice)
            best = max(best, items(Step({}, placed.view(None)), seat) - had)
        most[seat] = best
    return most


def items_then(play: Play, told: str) -> bool:
    for match in re.finditer(r"(\w+) (\d+) \(([+-]\d+|±0)\)", told):
        seat = seat_of(match[1])
        change = 0 if match[3] == "±0" else int(match[3])
        if items(play.next, seat) != int(match[2]) or items(play.next, seat) - items(play.first, seat) != change:
            return False
    return len(names_in(told)) == len(seats(play))


def coins_of(play: Play, seat: int) -> int:
    coins: int = play.first.position["coins"][seat]
    return coins


def bid_of(play: Play) -> int:
    return int(play.state.game.choice(play.state, play.seat, play.choices[0]).parts["coins"])


def coins_left(play: Play, who: str, coins: str, auctions: str) -> bool:
    left = coins_of(play, seat_of(who)) - bid_of(play)
    open_tiles = sum(tile["status"] == "open" for tile in play.first.view["row"])
    return left == int(coins) and open_tiles == (1 if auctions == "one auction" else int(auctions.split()[0]))


def sure_to_win(play: Play, coins: str) -> bool:
    others = [coins_of(play, seat) for seat in seats(play) if seat != play.seat]
    return max(others) == int(coins) < bid_of(play)


def grew(play: Play, animal: str, who: str, stars: str) -> bool:
    seat = seat_of(who)
    return any(
        any(
            one["animal"] == animal_id(animal) and one["stars"] == int(stars) and len(one["squares"]) > 1
            for one in zoo(after, seat)["enclosures"]
        )
        and not any(
            one["animal"] == animal_id(animal) and one["stars"] == int(stars) and len(one["squares"]) > 1
            and one in zoo(before, seat)["enclosures"]
            for one in zoo(after, seat)["enclosures"]
            if len(zoo(after, seat)["enclosures"]) == len(zoo(before, seat)["enclosures"]) + 2
        )
        for before, after in play.pairs()
    )  # fmt: skip


def visitors(play: Play, animal: str, told: str) -> bool:
    """Whoever is named has so many visitors at so many stars afterwards; the others have none."""
    kind = animal_id(animal)
    last = play.next
    named = {}
    for match in re.finditer(r"(\w+) \((\d+) at (\d+) stars?(?:, newer than ([^)]*))?\)", told):
        seat = seat_of(match[1])
        named[seat] = named.get(seat, 0) + int(match[2])
        held = [
            one for one in zoo(last, seat)["enclosures"] if one["animal"] == kind and one["visitors"] == int(match[2])
        ]
        if not any(one["stars"] == int(match[3]) for one in held):
            return False
        for other in names_in(match[4] or ""):
            rivals = [
                one for one in zoo(last, other)["enclosures"] if one["animal"] == kind and one["stars"] == int(match[3])
            ]
            if not any(mine["auction"] > rival["auction"] for mine in held for rival in rivals):
                return False
    return all(zoo(last, seat)["visitors"].get(kind, 0) == named.get(seat, 0) for seat in seats(play))


def trees(play: Play, told: str) -> bool:
    last = play.next
    named = {}
    for match in re.finditer(r"(\w+) \((\d+) for (\d+) bush(?:es)?(?:, later than ([^)]*))?\)", told):
        seat = seat_of(match[1])
        named[seat] = int(match[2])
        if zoo(last, seat)["bushes"] != int(match[3]):
            return False
        if any(zoo(last, other)["bushes"] != int(match[3]) for other in names_in(match[4] or "")):
            return False
    changed = any(zoo(play.first, seat)["trees"] != zoo(last, seat)["trees"] for seat in seats(play))
    return changed and all(zoo(last, seat)["trees"] == named.get(seat, 0) for seat in seats(play))


def year_ends(play: Play, year: str, each: str, told: str) -> bool:
    scored = play.last.view["points_by_year"]
    points = numbers_by_seat(told, r"(?P<who>\w+) \((?P<n>\d+)\)")
    by_year = scored[int(year) - 1]
    return year == each and all(
        by_year[seat] == points[seat] == int(year) * items(play.next, seat) for seat in seats(play)
    )


def income(play: Play, told: str) -> bool:
    coins = numbers_by_seat(told, r"(?P<who>\w+) \((?P<n>\d+)\)")
    before, after = play.first.position["coins"], play.next.position["coins"]
    bought = [len(one["tiles"]) for one in play.next.position["zoos"]]
    return all(coins.get(seat, 0) == after[seat] - before[seat] == bought[seat] for seat in seats(play))


def benches(play: Play, who: str, number: int) -> bool:
    seat = seat_of(who)
    return any(
        len(zoo(after, seat)["benches"]) - len(zoo(before, seat)["benches"]) == number for before, after in play.pairs()
    )


def bids(play: Play, told: str) -> bool:
    return numbers_by_seat(told, r"(?P<who>\w+) \((?P<n>\d+)\)") == dict(enumerate(play.last.position["last"]["bids"]))


def tied(play: Play, people: str, amount: str, who: str) -> bool:
    made = play.last.position["last"]["bids"]
    coins = 0 if amount == "nothing" else int(amount.split()[0])
    flags = play.first.position["flags"]
    highest = min(names_in(people), key=flags.index)
    return set(names_in(people)) == {
        seat for seat in seats(play) if made[seat] == coins == max(made)
    } and highest == seat_of(who)


def wins(play: Play, who: str, number: str, amount: str) -> bool:
    last = play.last.position["last"]
    coins = 0 if amount == "nothing" else int(amount.split()[0])
    return (
        last["winner"] == seat_of(who) and max(last["bids"]) == coins and play.first.position["auction"] == int(number)
    )


def own_bid(play: Play, who: str, amount: str) -> bool:
    coins = 0 if amount == "nothing" else int(amount.split()[0])
    after = play.next.position
    made = after["bids"][seat_of(who)]
    return coins == (made if made is not None else after["last"]["bids"][seat_of(who)])


def placed(play: Play, who: str, number: str) -> bool:
    laid = [tile["auction"] for tile in play.next.position["zoos"][seat_of(who)]["tiles"]]
    had = [tile["auction"] for tile in play.first.position["zoos"][seat_of(who)]["tiles"]]
    return int(number) in laid and int(number) not in had


def new_year(play: Play, year: str, tiles: str) -> bool:
    shown = [tile["auction"] for tile in play.last.view["row"]]
    return play.last.view["year"] == int(year) and [int(one) for one in re.findall(r"tile (\d+)", tiles)] == shown


CHECKS = patterns(
    (
        r"More visitors, trees and benches with tile {n}, well placed: ((?:up to \d+ for \w+(?:, | and )?)+); "
        r"each scores (\d) points? at the end of this year\.",
        tile_items,
    ),
    (r"It is sure to win: nobody else has more than (\d+) coins?\.", sure_to_win),
    (
        r"Able to bid more: {people}\.",
        lambda play, people: (
            set(names_in(people))
            == {seat for seat in seats(play) if seat != play.seat and coins_of(play, seat) > bid_of(play)}
        ),
    ),
    (r"If it wins, {who} has (\d+) coins? for the (one auction|\d+ auctions) left this year\.", coins_left),
    (
        r"This is the last auction: nothing is left to save coins for\.",
        lambda play: play.first.position["auction"] == len(play.first.position["deck"]),
    ),
    (r"Visitors, trees and benches then: ((?:\w+ \d+ \([^)]*\)(?:, | and )?)+)\.", items_then),
    (r"{who} closes a path and gets a bench\.", lambda play, who: benches(play, who, 1)),
    (
        r"{who} closes paths around \d+ areas and gets (\d+) benches\.",
        lambda play, who, number: benches(play, who, int(number)),
    ),
    (rf"The {ANIMAL} enclosure of {{who}} grows to (\d+) stars?\.", grew),
    (rf"The only {ANIMAL} enclosure draws a visitor: {ZOOS}\.", visitors),
    (rf"The {ANIMAL} visitors (?:arrive|move): {ZOOS}\.", visitors),
    (rf"(?:A tree arrives|The trees? (?:arrives?|moves?)): {ZOOS}\.", trees),
    (
        rf"Year {{n}} ends\. Each visitor, tree and bench scores (\d) points?: {ZOOS}\.",
        year_ends,
    ),
    (rf"Income, a coin for each tile: {ZOOS}\.", income),
    (r"Year {n} begins with ((?:tile \d+[^.]*?))\.", new_year),
    (r"{who} bids (nothing|\d+ coins?), unseen by the others\.", own_bid),
    (r"{who} places tile {n} on [A-Z]+\d+ and [A-Z]+\d+\.", placed),
    (r"The bids: ((?:\w+ \(\d+\)(?:, | and )?)+)\.", bids),
    (
        r"{people} are tied, each bidding (nothing|\d+ coins?): among them the flag of {who} hangs highest\.",
        tied,
    ),
    (r"{who} wins tile {n} for (nothing|\d+ coins?)\.", wins),
    (
        r"The flag of {who} goes to the bottom of the flagpole\.",
        lambda play, who: (
            play.last.position["flags"][-1] == seat_of(who) != play.first.position["flags"][-1] or len(seats(play)) == 1
        ),
    ),
    (
        r"{who} has no place for tile {n}: it leaves the game\.",
        lambda play, who, number: all(
            tile["auction"] != int(number) for zoo in play.next.position["zoos"] for tile in zoo["tiles"]
        ),
    ),
    (r"Five years are over, and so is the game\.", lambda play: not play.last.view["waiting"]),
    (
        r"{people} have equally many points and share the victory\.",
        lambda play, people: len({play.last.view["points"][seat] for seat in names_in(people)}) == 1,
    ),
)
