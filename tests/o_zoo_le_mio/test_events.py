"""What a choice did, as data and said aloud."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from o_zoo_le_mio.table import bid, game, numbered_zoo, placing, set_bushes, tile, zoo, zoos
from zoobox.games.o_zoo_le_mio import events as events_module
from zoobox.games.o_zoo_le_mio.layout import (
    ANIMALS,
    BENCHES,
    COINS,
    FLAG,
    KIND,
    NO_ROOM,
    PHASE,
    PLACING,
    YEAR,
    YEAR_START,
)
from zoobox.kernel.event import Event
from zoobox.testing.random_games import Configuration, seatings, switched, walk


def played(state: Any, seat: int, notation: str, viewer: int | None = None) -> list[Event]:
    """Plays a choice and returns what the viewer sees happen."""
    before = state.copy()
    choice = state.game.find(state, seat, notation)
    state.apply(seat, choice)
    events: list[Event] = state.game.events(before, seat, choice, state, viewer)
    return events


def said(state: Any, event: Event, language: str = "en") -> str:
    text: str = state.game.texts.say(state.game.words.say(event), language)
    return text


def only(events: list[Event], kind: str) -> Event:
    (event,) = [event for event in events if event.kind == kind]
    return event


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


# The auction.


@pytest.mark.rule("ozm.bid.simultaneous")
def test_only_the_bidder_knows_the_bid() -> None:
    for viewer, kind, text in (
        (0, "bid", "Zoo 1 bids 3 coins, unseen by the others."),
        (1, "bid_made", "Zoo 1 has made a bid."),
        (None, "bid_made", "Zoo 1 has made a bid."),
    ):
        state = game(3).restore({"row": ["Z05"]})
        (event,) = played(state, 0, "bid 3", viewer)
        assert (event.kind, event.seat, event["tile"], said(state, event)) == (kind, 0, "Z05", text)
        assert ("coins" in event.parts) == (viewer == 0)


@pytest.mark.rule("ozm.bid.reveal", "ozm.bid.highest-pays", "ozm.bid.no-tie")
def test_the_last_bid_shows_all_and_the_highest_pays() -> None:
    state = game(3).restore({"row": ["Z19"]})
    bid(state, 4, 1)
    events = played(state, 2, "bid 1")
    assert kinds(events) == ["bid_made", "bids", "wins"]
    assert only(events, "bids")["bids"] == (4, 1, 1)
    wins = only(events, "wins")
    assert (wins.seat, wins["tile"], wins["coins"], wins["auction"]) == (0, "Z19", 4, 1)
    assert said(state, wins) == "Zoo 1 wins tile 1 for 4 coins."


@pytest.mark.rule("ozm.bid.ties", "ozm.bid.flag-drops")
def test_in_a_tie_the_flag_is_the_highest_of_the_tied_only() -> None:
    """The flag of seat 3 hangs above all others, but it is not tied."""
    state = game(4).restore({"flags": [3, 1, 0, 2]})
    bid(state, 2, 2, 0)
    events = played(state, 3, "bid 1")
    assert kinds(events) == ["bid_made", "bids", "tie", "wins", "flag_drops"]
    tie = only(events, "tie")
    assert (tie.seat, tie["seats"], tie["coins"], tie["flags"]) == (1, (0, 1), 2, (3, 1, 0, 2))
    assert said(state, tie) == (
        "Zoo 1 and Zoo 2 are tied, each bidding 2 coins: among them the flag of Zoo 2 hangs highest."
    )
    assert only(events, "flag_drops")["flags"] == (3, 0, 2, 1)
    assert said(state, events[-1], "de") == "Die Fahne von Zoo 2 kommt am Fahnenmast ganz nach unten."


@pytest.mark.rule("ozm.bid.all-zero")
def test_nobody_bids_and_the_tile_costs_nothing() -> None:
    state = game(2).restore({"row": ["Z19"], "flags": [1, 0]})
    bid(state, 0)
    events = played(state, 1, "bid 0")
    assert [event.rule for event in events[2:4]] == ["ozm.bid.all-zero"] * 2
    assert said(state, only(events, "wins")) == "Zoo 2 wins tile 1 for nothing."
    assert said(state, only(events, "tie"), "de") == (
        "Zoo 1 und Zoo 2 bieten gleich viel, nämlich nichts; unter ihnen hängt die Fahne von Zoo 2 am höchsten."
    )


# Tiles and benches.


@pytest.mark.rule("ozm.place.at-once")
def test_a_placement_tells_the_tile_and_how_it_lies() -> None:
    state = placing("Z05")
    place = played(state, 0, "Z05 at 1,-1 r3")[0]
    assert (place.kind, place.seat, place.rule) == ("place", 0, "ozm.place.at-once")
    assert dict(place.parts) == {
        "tile": "Z05",
        "auction": 1,
        "squares": ("1,-1", "1,-2"),
        "turn": 3,
        "animals": ("ape", "bird"),
        "stars": (2, 3),
        "bushes": 0,
    }
    assert said(state, place) == "Zoo 1 places tile 1 on O49 and O48."


@pytest.mark.rule("ozm.place.nowhere")
def test_a_tile_that_fits_nowhere_is_told_to_leave() -> None:
    built = zoos(zoo("Z21 at 0,-2 r1", "Z20 at 1,-2 r1"))
    state = game().restore({"zoos": built, "row": ["Z07"], "phase": "place", "last": {"winner": 0}})
    (event,) = played(state, 0, "remove Z07")
    assert (event.kind, event.seat, event["tile"], event["auction"]) == ("removed", 0, "Z07", 3)


@pytest.mark.rule("ozm.place.nowhere")
def test_who_can_only_bid_nothing_is_told() -> None:
    built = zoos(zoo("Z21 at 0,-2 r1", "Z20 at 1,-2 r1"))
    state = game(no_legal_placement="bid_forced_to_zero").restore(
        {"zoos": built, "row": ["Z05", "Z07"], "phase": "place", "last": {"winner": 1}}
    )
    event = only(played(state, 1, state.choices(1)[0].notation), "no_room")
    assert (event.seat, event["tile"]) == (0, "Z07")
    assert said(state, event) == "Zoo 1 has no place for tile 4 and can only bid nothing."


@pytest.mark.rule("ozm.benches.closed-path")
def test_one_area_one_bench() -> None:
    state = placing("Z03")
    event = only(played(state, 0, "Z03 at 1,-1 r2"), "benches")
    assert (event.seat, event["areas"], event["benches"], event["total"]) == (0, 1, 1, 1)
    assert said(state, event) == "Zoo 1 closes a path and gets a bench."


@pytest.mark.rule("ozm.benches.several")
def test_two_areas_two_benches() -> None:
    state, choice = next(_closing(2))
    events = played(state, 0, choice)
    event = only(events, "benches")
    assert (event.rule, event["areas"], event["benches"]) == ("ozm.benches.several", 2, 2)
    assert said(state, event) == "Zoo 1 closes paths around 2 areas and gets 2 benches."
    assert said(state, event, "de") == "Zoo 1 schließt Wege um 2 Flächen und erhält 2 Bänke."


def _closing(areas: int, **settings: Any) -> Iterator[tuple[Any, str]]:
    """Moments of random games in which a choice of seat 0 closes that many areas."""
    for seed in range(200):
        for state, seat, _ in walk(game(2, **settings), seed):
            if state.data[PHASE] != PLACING or seat != 0:
                continue
            for choice in state.legal(0):
                after = state.copy()
                after.apply(0, choice)
                if after.data[BENCHES] - state.data[BENCHES] == areas:
                    yield state.copy(), state.game.notation(state, 0, choice)


@pytest.mark.rule("ozm.benches.supply")
def test_benches_that_are_not_there_are_told() -> None:
    state = placing("Z03", bench_supply_limited=True)
    state.data[BENCHES] = 9
    state.data[BENCHES + 1] = 6
    events = played(state, 0, "Z03 at 1,-1 r2")
    assert "benches" not in kinds(events)
    assert said(state, only(events, "no_bench")) == "Zoo 1 closes paths around an area, but there is no bench left."
    state, choice = next(_closing(2, bench_supply_limited=True))
    state.data[BENCHES + 1] = 14 - state.data[BENCHES]
    events = played(state, 0, choice)
    assert (only(events, "benches")["benches"], only(events, "no_bench")["areas"]) == (1, 1)
    assert said(state, only(events, "benches")) == "Zoo 1 closes paths around 2 areas and gets a bench."


@pytest.mark.rule("ozm.visitors.combine")
def test_an_enclosure_that_grows_is_told() -> None:
    state = placing("Z24", "Z17 at 1,-1 r2", "Z22 at -1,-2 r1")
    event = only(played(state, 0, "Z24 at 0,-2 r3"), "combined")
    assert (event.seat, event["animal"], event["stars"], len(event["squares"])) == (0, "sea", 6, 3)
    assert said(state, event) == "The sea creature enclosure of Zoo 1 grows to 6 stars."


# Visitors and trees.


def built(players: int, tiles: dict[int, str], row: str, winner: int = 0, **settings: Any) -> Any:
    """Zoos where each seat has laid one tile; the winner is to place the next."""
    own: list[dict[str, Any]] = [{} for _ in range(players)]
    for auction, (seat, text) in enumerate(tiles.items(), 1):
        own[seat] = {"tiles": [tile(text, auction)]}
    return game(players, **settings).restore({"zoos": own, "row": [row], "phase": "place", "last": {"winner": winner}})


@pytest.mark.rule("ozm.visitors.alone")
def test_the_first_enclosure_of_an_animal_draws_one_visitor() -> None:
    state = placing("Z05")
    ape, bird = [event for event in played(state, 0, "Z05 at 1,-1 r3") if event.kind == "visitors"]
    assert (ape["animal"], ape["before"], ape["after"], ape.rule) == ("ape", (0, 0), (1, 0), "ozm.visitors.alone")
    assert said(state, bird) == "The only bird enclosure draws a visitor: Zoo 1 (1 at 3 stars)."


@pytest.mark.rule("ozm.visitors.ranks", "ozm.visitors.move")
def test_visitors_arrive_while_no_zoo_loses_any_and_move_when_one_does() -> None:
    """Zoo 2 has apes 2 and birds 3. Zoo 1 lays apes 1 and birds 3, which are newer."""
    state = built(2, {1: "Z05 at 1,-1 r3"}, "Z03")
    ape, bird = [event for event in played(state, 0, "Z03 at 1,-1 r2") if event.kind == "visitors"]
    assert said(state, ape) == "The ape visitors arrive: Zoo 2 (2 at 2 stars) and Zoo 1 (1 at 1 star)."
    assert ape.rule == "ozm.visitors.ranks"
    assert said(state, bird) == (
        "The bird visitors arrive: Zoo 1 (2 at 3 stars, newer than Zoo 2) and Zoo 2 (1 at 3 stars)."
    )
    state = built(3, {0: "Z05 at 1,-1 r3", 1: "Z03 at 1,-1 r2"}, "Z04", winner=2)
    ape = only(played(state, 2, state.choices(2)[0].notation), "visitors")
    assert (ape["before"], ape["after"]) == ((2, 1, 0), (1, 0, 2))
    assert said(state, ape) == (
        "The ape visitors move: Zoo 3 (2 at 2 stars, newer than Zoo 1) and Zoo 1 (1 at 2 stars)."
    )


@pytest.mark.rule("ozm.visitors.ties")
def test_visitors_that_a_tie_decides_cite_the_rule_for_ties() -> None:
    state = built(2, {1: "Z05 at 1,-1 r3"}, "Z03")
    bird = [event for event in played(state, 0, "Z03 at 1,-1 r2") if event.kind == "visitors"][1]
    assert (bird["animal"], bird.rule) == ("bird", "ozm.visitors.ties")
    assert [(one["seat"], one["visitors"], one["stars"], one["newer_than"]) for one in bird["ranked"]] == [
        (0, 2, 3, (1,)),
        (1, 1, 3, ()),
    ]
    assert (
        said(state, bird, "de")
        == "Besucher kommen zu den Vögeln: Zoo 1 (2 für 3 Sterne, neuer als Zoo 2) und Zoo 2 (1 für 3 Sterne)."
    )


@pytest.mark.rule("ozm.variant.double-rank")
def test_one_zoo_with_both_ranks() -> None:
    own = zoos(numbered_zoo({1: "Z07 at 1,-1 r0"}), numbered_zoo({2: "Z06 at 0,-1 r3"}))
    state = game(two_player_double_rank=True).restore(
        {"zoos": own, "row": ["Z22"], "phase": "place", "last": {"winner": 0}}
    )
    sea = next(event for event in played(state, 0, "Z22 at 1,-2 r3") if event.parts.get("animal") == "sea")
    assert (sea.rule, sea["before"], sea["after"]) == ("ozm.variant.double-rank", (2, 1), (3, 0))
    assert said(state, sea) == "The sea creature visitors move: Zoo 1 (2 at 3 stars) and Zoo 1 (1 at 2 stars)."


@pytest.mark.rule("ozm.trees.ranks", "ozm.trees.alone", "ozm.trees.ties")
def test_trees_arrive_before_they_move() -> None:
    state = placing("Z25")
    first = only(played(state, 0, "Z25 at 0,-1 r0"), "trees")
    assert (first.rule, first["before"], first["after"]) == ("ozm.trees.alone", (0, 0), (2, 0))
    assert said(state, first) == "The trees arrive: Zoo 1 (2 for 1 bush)."
    state = built(2, {1: "Z06 at 0,-1 r3"}, "Z25")
    second = only(played(state, 0, "Z25 at 0,-1 r0"), "trees")
    assert (second.rule, second["after"]) == ("ozm.trees.ranks", (1, 2))
    assert said(state, second) == "The trees arrive: Zoo 2 (2 for 2 bushes) and Zoo 1 (1 for 1 bush)."
    state = built(3, {1: "Z06 at 0,-1 r3"}, "Z25")
    set_bushes(state, 2, 1, 1)
    third = only(played(state, 0, "Z25 at 0,-1 r0"), "trees")
    assert (third.rule, third["before"], third["after"]) == ("ozm.trees.ties", (0, 2, 1), (1, 2, 0))
    assert said(state, third) == ("The trees move: Zoo 2 (2 for 2 bushes) and Zoo 1 (1 for 1 bush, later than Zoo 3).")


@pytest.mark.rule("ozm.variant.double-rank", "ozm.trees.alone")
def test_a_single_tree_is_told_as_one() -> None:
    for settings, rule in (
        ({"two_player_double_rank": True}, "ozm.variant.double-rank"),
        ({"trees_sole_owner_exception": True}, "ozm.trees.alone"),
    ):
        state = placing("Z25", **settings)
        event = only(played(state, 0, "Z25 at 0,-1 r0"), "trees")
        assert (event.rule, said(state, event)) == (rule, "A tree arrives: Zoo 1 (1 for 1 bush).")


# Years.


@pytest.mark.rule("ozm.score.year", "ozm.income.tiles", "ozm.year.row")
def test_a_year_ends_with_points_income_and_a_new_row() -> None:
    state = game().restore({"auction": 10, "row": ["Z05"], "points": [[3, 1]], "phase": "place", "last": {"winner": 0}})
    events = played(state, 0, "Z05 at -1,-1 r0")
    assert kinds(events)[-3:] == ["year_ends", "income", "new_year"]
    scored = only(events, "year_ends")
    assert dict(scored.parts) == {
        "year": 2,
        "visitors": (2, 0),
        "trees": (0, 0),
        "benches": (0, 0),
        "points": (4, 0),
        "totals": (7, 1),
    }
    assert said(state, scored) == "Year 2 ends. Each visitor, tree and bench scores 2 points: Zoo 1 (4) and Zoo 2 (0)."
    income = only(events, "income")
    assert (income["paid"], income["due"], income["flat"]) == ((1, 0), (1, 0), False)
    row = [one["tile"] for one in state.view(None)["row"]]
    assert (events[-1]["year"], list(events[-1]["tiles"]), events[-1]["auction"]) == (3, row, 11)


@pytest.mark.rule("ozm.variant.blind-row")
def test_a_blind_row_turns_up_one_tile() -> None:
    state = game(blind_row=True).restore({"row": ["Z05", "Z19"], "phase": "place", "last": {"winner": 0}})
    event = played(state, 0, "Z05 at -1,-1 r0")[-1]
    assert (event.kind, event["tile"], event.rule) == ("turned_up", "Z19", "ozm.variant.blind-row")


@pytest.mark.rule("ozm.variant.professional")
def test_two_years_may_end_with_one_tile() -> None:
    """All other tiles without bushes are auctioned: the fifth year has no tile and is scored at once."""
    state = game(variant="professional").restore(
        {"auction": 25, "phase": "place", "last": {"winner": 0}, "points": [[0, 0]] * 4}
    )
    state.data[YEAR] = 4
    state.data[YEAR_START] = 22
    for piece, name in enumerate(("Z01", "Z03", "Z06"), 22):
        other = list(state.data[KIND : KIND + 25]).index(state.game.kind_of[name.lower()])
        state.data[KIND + piece], state.data[KIND + other] = state.data[KIND + other], state.data[KIND + piece]
    events = played(state, 0, state.choices(0)[0].notation)
    told = [(event.kind, event.parts.get("year")) for event in events[-4:]]
    assert told == [("year_ends", 4), ("income", 4), ("year_ends", 5), ("game_over", None)]


@pytest.mark.rule("ozm.end.five-years", "ozm.end.tie")
@pytest.mark.parametrize(
    ("final_tie", "winners", "text"),
    [
        ("shared_victory", (0, 1), "Zoo 1 and Zoo 2 have equally many points and share the victory."),
        ("most_coins", (1,), "Zoo 1 and Zoo 2 have equally many points; the most coins decide for Zoo 2."),
        ("most_tiles", (0,), "Zoo 1 and Zoo 2 have equally many points; the most tiles decide for Zoo 1."),
    ],
)
def test_the_end_tells_the_winners_and_what_broke_a_tie(final_tie: str, winners: tuple[int, ...], text: str) -> None:
    state = game(final_tie=final_tie).restore(
        {
            "auction": 25,
            "row": ["Z05"],
            "coins": [1, 2],
            "points": [[0, 10], *[[0, 0]] * 3],
            "phase": "place",
            "last": {"winner": 0},
        }
    )
    over, tie = played(state, 0, "Z05 at -1,-1 r0")[-2:]
    assert (over.kind, over["points"], over["winners"]) == ("game_over", (10, 10), winners)
    assert (tie.kind, tie["seats"], tie["by"], said(state, tie)) == ("final_tie", (0, 1), final_tie, text)


# All of them.


def test_before_a_decision_only_what_is_certain_is_told() -> None:
    """Of a bid, the bid; of a placement all that it moves, but not the row that is turned up after the year."""
    state = game().restore({"row": ["Z05"], "coins": [8, 8], "bids": [None, 3]})
    (certain,) = state.game.consequences(state, 0, 2)
    assert (certain.kind, certain["coins"]) == ("bid", 2)
    state = game().restore({"auction": 5, "row": ["Z05"], "phase": "place", "last": {"winner": 0}})
    choice = state.game.find(state, 0, "Z05 at 1,-1 r3")
    certain = state.game.consequences(state, 0, choice)
    assert kinds(certain) == ["place", "visitors", "visitors", "year_ends", "income"]


@pytest.mark.parametrize("configuration", [*seatings("o-zoo-le-mio"), *switched("o-zoo-le-mio")], ids=str)
def test_events_account_for_all_that_changes(configuration: Configuration) -> None:
    """Coins, flags, benches, visitors, trees and points change by what the events tell, and by nothing else."""
    players = configuration.players
    listed = _parts_listed()
    for state, seat, choice in walk(configuration.game("o-zoo-le-mio"), 5):
        after = state.copy()
        after.apply(seat, choice)
        events = state.game.events(state, seat, choice, after, seat)
        coins, flags, have = list(state.data[COINS : COINS + players]), _flags(state), _items(state)
        points = [state.points_of(player) for player in range(players)]
        for event in events:
            assert event.parts.keys() == listed[event.kind]
            assert event.as_dict() == _with_tuples(json.loads(json.dumps(event.as_dict())))
            if event.kind == "wins":
                coins[event.seat] -= event["coins"]
            elif event.kind == "income":
                coins = [now + more for now, more in zip(coins, event["paid"], strict=True)]
            elif event.kind == "flag_drops":
                flags = event["flags"]
            elif event.kind == "benches":
                have["benches"] = _replaced(have["benches"], event.seat, event["total"])
            elif event.kind in ("visitors", "trees"):
                assert have[event.parts.get("animal", "trees")] == event["before"]
                have[event.parts.get("animal", "trees")] = event["after"]
                for player in range(players):
                    held = sum(one[event.kind] for one in event["ranked"] if one["seat"] == player)
                    assert held == event["after"][player]
            elif event.kind == "year_ends":
                points = [now + more for now, more in zip(points, event["points"], strict=True)]
                assert tuple(points) == event["totals"]
                assert event["points"] == tuple(
                    event["year"] * sum(event[part][player] for part in ("visitors", "trees", "benches"))
                    for player in range(players)
                )
        assert coins == list(after.data[COINS : COINS + players])
        assert flags == _flags(after)
        assert have == _items(after)
        assert points == [after.points_of(player) for player in range(players)]
        told = {event.seat for event in events if event.kind == "no_room"}
        if after.data[PHASE] == 0 and state.data[PHASE] == PLACING:
            assert told == {player for player in range(players) if after.data[NO_ROOM] >> player & 1}


def _parts_listed() -> dict[str, set[str]]:
    """The kinds of events and their parts, as the module lists them."""
    rows = re.findall(r"^    (\w.*)$", str(events_module.__doc__), re.MULTILINE)
    listed = [entry.split() for row in rows for entry in row.split(", ")]
    return {kind: set(parts) for kind, *parts in listed}


def _flags(state: Any) -> tuple[int, ...]:
    return tuple(state.data[FLAG : FLAG + state.players])


def _items(state: Any) -> dict[str, tuple[int, ...]]:
    seats = range(state.players)
    items = {animal: tuple(state.visitors_at(seat, n) for seat in seats) for n, animal in enumerate(ANIMALS)}
    items["trees"] = tuple(state.trees_at(seat) for seat in seats)
    items["benches"] = tuple(state.data[BENCHES : BENCHES + state.players])
    return items


def _replaced(values: tuple[int, ...], index: int | None, value: int) -> tuple[int, ...]:
    return tuple(value if at == index else old for at, old in enumerate(values))


def _with_tuples(value: Any) -> Any:
    """JSON has lists where events have tuples."""
    if isinstance(value, list):
        return tuple(_with_tuples(item) for item in value)
    if isinstance(value, dict):
        return {name: _with_tuples(item) for name, item in value.items()}
    return value


@pytest.mark.parametrize("players", [2, 4])
def test_the_picture_shows_what_events_are_about(players: int) -> None:
    """Before the choice or after it, each target of an event is an element of the picture."""
    for number, (state, seat, choice) in enumerate(walk(game(players), 3)):
        after = state.copy()
        after.apply(seat, choice)
        events = state.game.events(state, seat, choice, after, seat)
        if number % 3 and not any(event.kind in ("year_ends", "benches", "tie") for event in events):
            continue
        shown = set(re.findall(r' id="([^"]+)"', state.svg(seat) + after.svg(seat)))
        for event in events:
            assert set(state.game.event_targets(event)) <= shown, event
