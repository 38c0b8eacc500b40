"""What a decision did, as data: set a position, play a decision, look at the events."""

from __future__ import annotations

import json
from typing import Any

import pytest

import zoobox
from new_york_zoo.conftest import Plot, Zoo, seat
from zoobox.kernel.event import Event
from zoobox.testing import play
from zoobox.testing.random_games import Configuration, seatings, switched, walk

CONFIGURATIONS = [*seatings("new-york-zoo"), *(switched("new-york-zoo") if zoobox.speed.compiled() else ())]
"""Events are Python in both modes, so that settings are switched in one of them."""


def happened(state: Any, decision: str) -> list[Event]:
    """The events of a decision by whoever is asked."""
    return [line.event for line in state.play(state.waiting[0], decision)]


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def only(events: list[Event], kind: str) -> Event:
    (found,) = [event for event in events if event.kind == kind]
    return found


def place_first(state: Any) -> list[Event]:
    """Places the piece in hand at the first possible place."""
    return happened(state, state.choices(state.waiting[0])[0].notation)


# Choices without a state.


def test_an_id_means_something_without_a_state(two: Zoo) -> None:
    table = two.game.choice_table
    assert len(table) == two.game.choice_count
    kind, parts = table.decode(table["put"].encode(enclosure="c"))
    assert (kind.name, parts) == ("put", {"enclosure": "c"})
    kind, parts = table.decode(table["place"].encode(turn=5, cell="C4"))
    assert (kind.name, parts) == ("place", {"turn": 5, "cell": "C4"})
    kind, parts = table.decode(table["attraction"].encode(attraction="att2"))
    assert (kind.name, kind.write(parts)) == ("attraction", "attraction att2")


@pytest.mark.parametrize(("players", "variant"), [(1, "small"), (2, "short"), (5, "standard")])
def test_every_id_can_be_described_at_every_decision(players: int, variant: str) -> None:
    game = zoobox.game("new-york-zoo", players=players, variant=variant)
    for number, (state, number_of_seat, _) in enumerate(walk(game, 3)):
        if number % 40:
            continue
        for choice in range(0, game.choice_count, 7):
            found = game.choice(state, number_of_seat, choice)
            assert found.kind == game.choice_table.decode(choice)[0].name
            assert found.notation
            assert found.label


def test_a_choice_has_parts(two: Zoo) -> None:
    state = two.at("populate", seat(("P", "fox", 2), ("T4", None, 0), houses=["penguin"]), elephant="S1")
    found = {choice.notation: (choice.kind, dict(choice.parts)) for choice in state.choices(0)}
    assert found == {
        "penguin from house": ("from_house", {"species": "penguin", "enclosure": "b"}),
        "fox from a": ("from", {"source": "a", "species": "fox", "enclosure": "b"}),
    }


# The elephant.


@pytest.mark.rule("nyz.move.range", "nyz.breed.crossing")
def test_a_move_tells_where_from_where_to_and_what_each_line_would_bring(two: Zoo) -> None:
    mine = seat(("P", "fox", 2), ("V", "fox", 3), ("T4", "fox", 1), houses=["meerkat"])
    state = two.at("move", mine, seat(("L4", "meerkat", 2)), elephant="S2")
    move, crossed = happened(state, "E2")
    assert move == Event(
        "move",
        seat=0,
        rule="nyz.move.range",
        origin="S2",
        space="A3",
        spaces=2,
        marker=None,
        tile=None,
        animals=("kangaroo", "meerkat"),
        lines=("fox",),
    )
    assert crossed == Event("crossed", seat=0, rule="nyz.breed.after-main", species="fox", offspring=(2, 0))
    assert state.game.event_targets(move) == ("strip-A3",)
    assert state.game.event_targets(crossed) == ("line-fox",)


@pytest.mark.rule("nyz.solo.markers")
def test_markers_and_laps_alone(alone: Zoo) -> None:
    board = seat(("P", "fox", 2), houses=["fox"])
    state = alone.at("move", board, elephant="S15", markers=["2"])
    move, lap = happened(state, "E2")
    assert (move["marker"], move["space"]) == ("2", "S1")
    assert lap == Event("lap", seat=0, rule="nyz.solo.passing", lap=2, laps=2)
    place_first(state)
    happened(state, "fox from house")
    assert kinds(happened(state, "no second")) == ["no_second", "markers_back"]
    free = happened(state, "free")[0]
    assert (free["marker"], free["spaces"], free["space"]) == ("free", None, "A2")
    assert state.game.event_targets(free) == ("free-move", "strip-A2")


@pytest.mark.rule("nyz.solo.passing", "nyz.solo.losing")
def test_passing_the_start_for_the_last_time(alone: Zoo) -> None:
    state = alone.at("move", seat(("P", "fox", 3), houses=["fox"]), elephant="S13", arrivals=1)
    events = happened(state, "E6")  # over the penguin line, which does not breed any more
    assert kinds(events) == ["move", "passed_start", "lost", "game_over"]
    assert events[0]["lines"] == ("penguin",)
    assert events[2]["points"] == -75
    assert events[3]["winners"] == ()


@pytest.mark.rule("nyz.solo.exact-landing")
def test_the_end_by_exact_landing(alone: Zoo) -> None:
    state = alone.at("move", seat(("T4", "fox", 2), leave=1), elephant="S14", arrivals=1)
    assert kinds(happened(state, "E2")) == ["move", "crossed", "last_turn"]
    play(state, "take fox", "put a")
    events = happened(state, "no other")
    assert kinds(events) == ["no_other", "breeding", "last_turn_over", "lost", "game_over"]
    assert only(events, "last_turn_over").rule == "nyz.solo.exact-landing"


@pytest.mark.rule("nyz.solo.exact-landing")
def test_a_line_on_the_way_to_the_last_landing_may_not_breed() -> None:
    state = Zoo(1, exact_landing="no_breeding").at("move", seat(("T4", "penguin", 3)), elephant="S14", arrivals=1)
    assert kinds(happened(state, "E2")) == ["move", "crossed_too_late", "last_turn"]
    play(state, "take meerkat")
    assert kinds(happened(state, "put house")) == ["put_house", "last_turn_over", "lost", "game_over"]


@pytest.mark.rule("nyz.solo.winning")
def test_a_game_won_alone(alone: Zoo) -> None:
    state = alone.at("acquire", seat(("T4", "fox", 3), leave=1), elephant="A3", lines=["fox"])
    play(state, "take fox", "put a", "no keep", "attraction att1")
    events = place_first(state)
    assert kinds(events) == ["place_attraction", "filled", "won", "game_over"]
    assert events[2]["points"] == 45
    assert events[3]["winners"] == (0,)


# Tiles.


@pytest.mark.rule("nyz.tile.at-once", "nyz.populate.sources")
def test_a_tile_and_its_animals(two: Zoo) -> None:
    state = two.at("tile", seat(("P", "fox", 3), houses=["fox", "penguin"]), elephant="S1")
    choice = state.choices(0)[0]
    (placed,) = happened(state, choice.notation)
    assert placed.parts == {
        "tile": choice.parts["piece"],
        "look": "bench",
        "size": 7,
        "cells": choice.cells,
        "enclosure": "b",
        "source": "S1",
    }
    assert set(state.game.event_targets(placed)) == {f"cell-0-{cell}" for cell in choice.cells}
    first = happened(state, "fox from a")[0]
    size = len(choice.cells)
    assert first.parts == {"species": "fox", "source": "a", "enclosure": "b", "animals": 1, "size": size}
    second = happened(state, "fox from house")[0]
    assert second.parts == {"species": "fox", "source": "house", "enclosure": "b", "animals": 2, "size": size}


@pytest.mark.rule("nyz.setup.open-stacks", "nyz.move.skipped")
@pytest.mark.parametrize(("stacks", "told"), [("open", []), ("hidden", ["revealed"])])
def test_what_lies_under_a_tile(stacks: str, told: list[str]) -> None:
    state = Zoo(2, stacks=stacks).at("tile", seat(houses=["fox"]), elephant="S1")
    events = place_first(state)
    assert kinds(events) == ["place_tile", *told]
    below = next(space["stack"][-1] for space in state.view(0)["strip"] if space["id"] == "S1")
    assert [event["tile"] for event in events[1:]] == [below] * len(told)


@pytest.mark.rule("nyz.move.skipped")
def test_the_last_tile_of_a_slot(alone: Zoo) -> None:
    """Alone there are two tiles in each slot, and the 0 takes the second."""
    state = play(alone.start(), "E1")
    assert kinds(place_first(state)) == ["place_tile"]
    play(state, "meerkat from house", "E0")
    assert place_first(state)[1] == Event("slot_emptied", rule="nyz.move.skipped", space="S1")


@pytest.mark.rule("nyz.short.place")
def test_the_last_dealt_tile_is_taken_up_by_itself() -> None:
    game = Zoo(2, "short").game
    last_events: dict[int, list[Event]] = {}
    for state, number, choice in walk(game, 1):
        if state.view(None)["phase"] != "deal":
            break
        after = state.copy()
        after.apply(number, choice)
        events = game.events(state, number, choice, after, None)
        held = len(state.view(None)["seats"][number]["dealt"])
        if held == 1:
            assert kinds(events) == ["place_tile", "tile"]
            assert events[1]["tile"] == after.view(None)["seats"][number]["hand"]
        last_events[number] = events
    last = [event.kind for events in last_events.values() for event in events]
    assert sorted(last) == ["all_placed", "place_tile", "place_tile"]


@pytest.mark.rule("nyz.short.no-room")
def test_dealt_tiles_without_room_are_set_aside() -> None:
    """Two rows are left: after one tile of two rows, a tile of three rows has no room any more."""
    game = Zoo(2, "short").game
    position = game.start(2).position()
    tiles = [tile for tile in game.contents.tiles if tile.size == 7]
    flat = next(tile.id for tile in tiles if len(tile.art) == 2)
    tall = next(tile.id for tile in tiles if min(len(tile.art), len(tile.art[0])) > 2)
    position["seats"][1] |= {"dealt": [], "hand": None}
    position["seats"][0] |= {"dealt": [tall], "hand": flat, "attractions": Plot(game, 0).fill(28)}
    position["by_hand"] = True
    placed, aside, begins = place_first(game.restore(position))
    assert (placed.kind, placed["source"]) == ("place_tile", "dealt")
    assert (aside.kind, aside.rule, aside["tile"], aside["size"]) == ("aside", "nyz.short.no-room", tall, 7)
    assert (begins.kind, begins.seat) == ("all_placed", 0)


# Animals.


@pytest.mark.rule("nyz.acquire.must-place")
def test_the_second_animal_lapses_if_it_has_no_place(two: Zoo) -> None:
    board = seat(("P", "fox", 1), houses=["meerkat", "meerkat"])
    state = two.at("acquire", board, elephant="A10")  # arctic fox and penguin
    play(state, "take fox")
    assert kinds(happened(state, "put house")) == ["put_house", "no_place"]
    state = two.at("acquire", board, elephant="A10")
    play(state, "take fox")
    put = happened(state, "put a")[0]
    assert put.parts == {"enclosure": "a", "species": "fox", "source": "supply", "animals": 2, "size": 5}
    assert kinds(happened(state, "take penguin")) == ["take"]
    housed = happened(state, "put house")[0]
    assert housed.parts == {"species": "penguin", "source": "supply", "free_houses": 0, "house": 2}
    assert state.game.event_targets(housed) == ("house-0-2",)


@pytest.mark.rule("nyz.complete.at-once", "nyz.complete.keep", "nyz.complete.attraction")
def test_a_completed_enclosure_and_its_attraction(two: Zoo) -> None:
    state = two.at("acquire", seat(("T4", "fox", 3)), elephant="A3")
    play(state, "take fox")
    put, completed = happened(state, "put a")
    assert put["animals"] == put["size"] == 4
    assert completed.parts == {"enclosure": "a", "species": "fox", "animals": 4}
    assert state.game.event_targets(completed) == ("enclosure-0-a",)
    assert happened(state, "keep")[0].parts == {"species": "fox", "house": 0}
    assert happened(state, "attraction att2")[0].parts == {"attraction": "att2", "look": "straight", "size": 2}
    placed = place_first(state)[0]
    assert (placed.kind, placed["attraction"], placed["size"], len(placed["cells"])) == (
        "place_attraction",
        "att2",
        2,
        2,
    )


@pytest.mark.rule("nyz.complete.no-room", "nyz.complete.several")
@pytest.mark.parametrize(
    ("houses", "told"),
    [
        (["meerkat"] * 3, ["place_attraction", "filled", "ends_after_breeding", "completed", "no_reward"]),
        ([], ["place_attraction", "filled", "ends_after_breeding", "completed"]),
    ],
)
def test_the_second_of_two_completed_enclosures_finds_no_room(two: Zoo, houses: list[str], told: list[str]) -> None:
    mine = seat(("T4", "fox", 3), ("L4", "fox", 3), houses=houses, leave=1)
    theirs = seat(("S4", "fox", 2))
    state = two.at("breed", mine, theirs, elephant="A3", lines=["fox"])
    play(state, "breed a", "breed b")
    if not houses:
        play(state, "no keep")
    play(state, "attraction att1")
    events = place_first(state)
    assert kinds(events) == [*told, "no_bonus_possible"] if houses else told
    if not houses:
        assert kinds(happened(state, "keep")) == ["keep", "no_reward", "no_bonus_possible"]


# Breeding.


@pytest.mark.rule("nyz.breed.all-players", "nyz.breed.one-each")
def test_who_breeds_how_much(two: Zoo) -> None:
    mine = seat(("P", "fox", 2), ("V", "fox", 3), houses=["meerkat"])
    theirs = seat(("L4", "fox", 2), ("X", "meerkat", 2))
    state = two.at("acquire", mine, theirs, elephant="A3", lines=["fox", "penguin"])
    play(state, "take flamingo")
    _, breeding = happened(state, "put house")
    assert breeding == Event("breeding", rule="nyz.breed.all-players", species="fox", enclosures=(("a", "b"), ("a",)))
    born = happened(state, "breed b")[0]
    assert born == Event("breed", seat=0, rule="nyz.breed.one-each", enclosure="b", species="fox", animals=4, size=5)
    assert kinds(happened(state, "no breed")) == ["no_more_breeding"]
    bonus = happened(state, "bonus a")[0]
    assert (bonus.kind, bonus["species"], bonus["animals"]) == ("bonus", "fox", 3)
    assert kinds(happened(state, "breed a")) == ["breed"]
    events = happened(state, "no bonus")
    assert kinds(events) == ["no_bonus", "breeding"]
    assert events[1] == Event("breeding", rule="nyz.breed.two-animals", species="penguin", enclosures=((), ()))
    assert state.view(0)["phase"] == "move"


@pytest.mark.rule("nyz.bonus.other-enclosure", "nyz.bonus.timing")
def test_a_bonus_that_lapses() -> None:
    mine = seat(("P", "fox", 2), ("V", "meerkat", 1))
    theirs = seat(("L4", "fox", 2), ("X", "meerkat", 2))
    state = Zoo(2).at("breed", mine, theirs, elephant="A3", lines=["fox"])
    assert happened(state, "breed a")[1] == Event("no_bonus_possible", seat=0, rule="nyz.bonus.other-enclosure")
    assert kinds(happened(state, "breed a")) == ["breed"]
    state = Zoo(2, bonus_breeding="by_phase").at("breed", mine, theirs, elephant="A3", lines=["fox"])
    assert kinds(happened(state, "breed a")) == ["breed"]
    events = happened(state, "breed a")
    assert [(event.kind, event.seat) for event in events] == [("breed", 1), ("no_bonus_possible", 0)]
    assert kinds(happened(state, "bonus b")) == ["bonus"]
    assert Zoo(4).at("breed", mine, theirs, lines=["fox"], elephant="A3").play(0, "breed a")[1:] == []


@pytest.mark.rule("nyz.end.main-action", "nyz.breed.after-main")
def test_no_breeding_after_a_board_filled_in_the_main_action(two: Zoo) -> None:
    state = two.at("acquire", seat(("T4", "fox", 3), leave=1), elephant="A10", lines=["fox"])
    play(state, "take fox", "put a", "keep", "attraction att1")
    assert kinds(place_first(state)) == ["place_attraction", "filled", "ends_after_action"]
    events = happened(state, "no other")
    assert kinds(events) == ["no_other", "game_over"]
    assert events[1]["winners"] == (0,)


# All together.


class Follower:
    """Knows a game by its events alone, and so shows what they leave out."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.elephant = view["elephant"]
        self.markers: list[str] = view.get("markers", [])
        self.heights = {space["id"]: len(space["stack"]) for space in view["strip"] if "stack" in space}
        self.left = {entry["id"]: entry["left"] for entry in view["attractions"]}
        self.over = False
        self.seats = [
            {
                "houses": sorted(zoo["houses"]),
                "enclosures": [(entry["species"], entry["animals"]) for entry in zoo["enclosures"]],
                "dealt": sorted(zoo["dealt"]),
                "free": zoo["free"],
            }
            for zoo in view["seats"]
        ]

    def hear(self, event: Event) -> None:
        zoo: dict[str, Any] = self.seats[event.seat] if event.seat is not None else {}
        parts = event.parts
        if event.kind == "move":
            self.elephant = parts["space"]
            if parts["marker"] in self.markers:
                self.markers.remove(parts["marker"])
        elif event.kind == "markers_back":
            assert self.markers == []
            self.markers = ["0", "1", "2", "3", "4+"]
        elif event.kind == "place_tile":
            assert parts["enclosure"] == chr(ord("a") + len(zoo["enclosures"]))
            zoo["enclosures"].append((None, 0))
            zoo["free"] -= len(parts["cells"])
            if parts["source"] != "dealt":
                self.heights[parts["source"]] -= 1
        elif event.kind == "slot_emptied":
            assert self.heights[parts["space"]] == 0
        elif event.kind in ("tile", "aside"):
            zoo["dealt"].remove(parts["tile"])
        elif event.kind == "place_attraction":
            zoo["free"] -= len(parts["cells"])
            assert parts["size"] == len(parts["cells"])
            if self.left[parts["attraction"]] is not None:
                self.left[parts["attraction"]] -= 1
        elif event.kind in ("put", "from", "from_house", "add", "breed", "bonus"):
            self.hear_of_an_animal(zoo, parts)
        elif event.kind in ("put_house", "keep"):
            zoo["houses"] = sorted([*zoo["houses"], parts["species"]])
        elif event.kind == "completed":
            number = ord(parts["enclosure"]) - ord("a")
            assert zoo["enclosures"][number] == (parts["species"], parts["animals"])
            zoo["enclosures"][number] = (None, 0)
        elif event.kind == "filled":
            assert zoo["free"] == 0
        elif event.kind == "game_over":
            self.over = True

    def hear_of_an_animal(self, zoo: dict[str, Any], parts: Any) -> None:
        number = ord(parts["enclosure"]) - ord("a")
        species, animals = zoo["enclosures"][number]
        assert species in (None, parts["species"])
        assert parts["animals"] == animals + 1
        zoo["enclosures"][number] = (parts["species"], animals + 1)
        source = parts.get("source")
        if source == "house":
            zoo["houses"].remove(parts["species"])
        elif source not in (None, "supply"):
            there = ord(source) - ord("a")
            zoo["enclosures"][there] = (parts["species"], zoo["enclosures"][there][1] - 1)


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
def test_the_events_tell_everything_that_changes(configuration: Configuration) -> None:
    game = configuration.game("new-york-zoo")
    seeds = range(4 if configuration.players == 1 else 1)
    for seed in seeds:
        follower = Follower(game.start(seed).view(None))
        for state, number, choice in walk(game, seed):
            after = state.copy()
            after.apply(number, choice)
            events = game.events(state, number, choice, after, None)
            assert json.loads(json.dumps([event.as_dict() for event in events]))
            for event in events:
                follower.hear(event)
            expected = Follower(after.view(None))
            expected.over = after.over
            assert vars(follower) == vars(expected)


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
def test_every_line_is_told_before_it_breeds(configuration: Configuration) -> None:
    """The event names exactly the enclosures that can breed when each seat is asked; who is not named is not asked."""
    game = configuration.game("new-york-zoo")
    breeding: Event | None = None
    asked: set[int] = set()
    for state, number, choice in walk(game, 11):
        view = state.view(None)
        if view["phase"] == "breed":
            assert breeding is not None
            assert view["lines"][0] == breeding["species"]
            named = [option.notation for option in state.choices(number) if option.kind == "breed"]
            assert named == [f"breed {letter}" for letter in breeding["enclosures"][number]]
            asked.add(number)
        after = state.copy()
        after.apply(number, choice)
        for event in game.events(state, number, choice, after, None):
            if event.kind == "breeding":
                if breeding is not None:
                    assert asked == {other for other, letters in enumerate(breeding["enclosures"]) if letters}
                breeding, asked = event, set()
    assert breeding is not None


@pytest.mark.no_cover
@pytest.mark.rule("nyz.bonus.needs-breeding")
@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
def test_who_has_bred_takes_the_bonus_or_forgoes_it_or_cannot(configuration: Configuration) -> None:
    game = configuration.game("new-york-zoo")
    bred: set[int] = set()
    settled: list[int] = []
    lines = 0
    for state, number, choice in walk(game, 5):
        after = state.copy()
        after.apply(number, choice)
        for event in game.events(state, number, choice, after, None):
            if event.kind in ("breeding", "move", "game_over"):
                if configuration.players <= 3:
                    assert sorted(settled) == sorted(bred)
                else:
                    assert settled == []
                lines += bool(settled)
                bred, settled = set(), []
            elif event.kind == "breed":
                bred.add(event.seat if event.seat is not None else -1)
            elif event.kind in ("bonus", "no_bonus", "no_bonus_possible"):
                settled.append(event.seat if event.seat is not None else -1)
    assert lines or configuration.players > 3 or configuration.players == 1
