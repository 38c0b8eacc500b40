"""What a choice did, as data: complete, in order, and told to those who may know it."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from typing import Any

import pytest

import zoobox
from zoobox.kernel.event import Event
from zoobox.kernel.text import LANGUAGES
from zoobox.testing import notations, play

from .night import board, figure, game, moving, placing

LINE = {"a2": "sand", "b2": "grass", "c2": "rocks"}
"""The way from E9 to the Zoo: a2, b2, c2, c3."""
EVERYBODY = ("supply", "market", "leftover", "draft")


def happened(state: Any, text: str, seat: int = 0, viewer: int | None = 0) -> list[Event]:
    """Plays a choice and returns what the viewer is told, which can be said in every language."""
    before = state.copy()
    state.play(seat, text)
    choice = state.past[-1][1]
    events: list[Event] = state.game.events(before, seat, choice, state, viewer)
    for language in LANGUAGES:
        lines = state.game.log(before, seat, choice, state, viewer, language)
        assert [line.event for line in lines] == events
        assert all(line.text and "{" not in line.text for line in lines)
    return events


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


# What a seat is told of its own choices.


@pytest.mark.rule("natz.place.any-empty", "natz.pair.same-terrain", "natz.action.points")
def test_covering_a_space_tells_what_it_gives() -> None:
    """c5 and d5 are a pair worth 5 points; the tile gives two movements, which nobody can use."""
    hidden = {"E1": figure("wolf", "undiscovered")}
    state = placing(board(hidden, spaces={"c5": "rocks"}, drafted="A03", warehouse=["A20"]))
    play(state, "place drafted")
    cover, pair, points, lapse = happened(state, "d5")
    assert cover.kind == "cover"
    assert cover["space"] == "d5"
    assert cover["tile"]["id"] == "A03"
    assert cover["gives"] == (("tile", "movement", 2), ("pair", "points", 5))
    assert (pair.kind, pair["spaces"]) == ("pair", ("c5", "d5"))
    assert (points.kind, points["number"]) == ("points", 5)
    assert (lapse.kind, lapse["number"], lapse.rule) == ("lapse_moves", 2, "natz.action.useless")


@pytest.mark.rule("natz.condition.not-met", "natz.pair.once")
def test_what_a_placement_loses_is_told() -> None:
    state = placing(board(spaces={"d1": "sand"}, drafted="A19", warehouse=["A20"]))
    play(state, "place drafted")
    assert kinds(happened(state, "c2")) == ["cover", "condition_missed"]
    play(state, "place warehouse1")
    lost = happened(state, "e1")
    assert kinds(lost) == ["cover", "pair_lost", "finished"]
    assert (lost[1]["spaces"], lost[1].rule) == (("d1", "e1"), "natz.pair.once")


@pytest.mark.rule("natz.sloth.awake", "natz.sloth.asleep")
def test_a_sloth_falls_asleep_and_wakes_up() -> None:
    state = moving({"E9": figure("sloth", "a2")}, LINE, [{"moves": 2}])
    move, sleep = happened(state, "sloth E9 b2")
    assert (move.kind, move["start"], move["to"], move["path"]) == ("move", "a2", "b2", ("b2",))
    assert (sleep.kind, sleep["figure"], sleep["animal"], sleep.rule) == ("sleep", "E9", "sloth", "natz.sloth.awake")
    assert kinds(happened(state, "wake sloth E9")) == ["wake", "finished"]
    home = moving({"E9": figure("sloth", "c2")}, LINE)
    came, _ = happened(home, "sloth E9 c3")
    assert (came.kind, came["points"]) == ("home", 15)


@pytest.mark.rule("natz.penguin.slide", "natz.butterfly.pollen")
def test_ways_and_pollen() -> None:
    slide = moving({"E9": figure("penguin", "E9")}, LINE, animals=["penguin", "wolf", "sloth"])
    assert happened(slide, "penguin E9 c2")[0]["path"] == ("a2", "b2", "c2")
    figures = {"E9": figure("butterfly", "b2", pollen=1)}
    state = placing(board(figures, spaces=LINE, drafted="A44"), animals=["butterfly", "wolf", "sloth"])
    (discard,) = happened(state, "discard drafted")
    assert discard["figures"] == ({"animal": "butterfly", "figure": "E9"},)
    assert [(event.kind, event.parts.get("number")) for event in happened(state, "butterfly E9 c2")][:2] == [
        ("move", None),
        ("pollen", 2),
    ]


@pytest.mark.rule("natz.special.nothing")
def test_a_special_move_that_nobody_can_use_lapses() -> None:
    away = placing(board({"E1": figure("wolf", "E1")}, drafted="A44", warehouse=["A20"]))
    assert kinds(happened(away, "discard drafted")) == ["discard", "lapse_special"]
    figures = {"E9": figure("wolf", "b2"), "E1": figure("wolf", "e5")}
    tiles = {"a2": "sand", "b2": "grass", "e5": "grass"}
    state = placing(board(figures, spaces=tiles, drafted="A44", warehouse=["A20"]))
    assert kinds(happened(state, "discard drafted")) == ["discard"]
    _, stuck = happened(state, "wolf E9 a2")
    assert (stuck.kind, stuck["figures"]) == ("lapse_figures", ({"animal": "wolf", "figure": "E1"},))


@pytest.mark.rule("natz.cheetah.second-tile", "natz.discover.none-left", "natz.bonus.supply")
def test_other_things_that_lapse() -> None:
    figures = {"E9": figure("cheetah", "E9")}
    walk = placing(
        board(figures, spaces={"a2": "grass"}, drafted="A69", warehouse=["A20"]), animals=["cheetah", "snake", "sloth"]
    )
    play(walk, "discard drafted")
    assert kinds(happened(walk, "cheetah E9 a2")) == ["move", "lapse_second_tile"]
    everybody = {f"E{number}": figure("wolf" if number < 4 else "snake", "home") for number in range(1, 7)}
    everybody |= {f"E{number}": figure("sloth", "home") for number in range(7, 10)}
    found = placing(board(everybody, drafted="A01", warehouse=["A20"]))
    play(found, "place drafted")
    assert kinds(happened(found, "a1")) == ["cover", "lapse_discover"]
    empty = placing(board(drafted="A06", warehouse=["A20"]), supply={"rocks": 0, "grass": 0, "sand": 0})
    play(empty, "place drafted")
    assert kinds(happened(empty, "a1")) == ["cover", "lapse_bonus"]


@pytest.mark.rule("natz.bonus.supply")
def test_the_last_bonus_tile_went_to_another_seat() -> None:
    seat = {"spaces": {}, "pending": [{"bonus": 1}], "drafted": "A19"}
    state = placing(seat, {**seat, "drafted": "A20"}, supply={"rocks": 1, "grass": 0, "sand": 0})
    assert kinds(happened(state, "bonus rocks", viewer=1)) == ["bonus"]
    before = state.copy()
    assert notations(state, 1) == ["stop"]
    lines = state.play(1, "stop")
    assert [line.text for line in lines] == ["Zoo 2 gets no bonus tile: none are left."]
    assert kinds(state.game.events(before, 1, state.past[-1][1], state, 0)) == []


@pytest.mark.rule("natz.special.decline", "natz.round.optional", "natz.cheetah.second-tile")
def test_who_moves_no_further_cites_the_rule_that_allows_it() -> None:
    state = placing(board({"E9": figure("wolf", "b2")}, spaces=LINE, drafted="A44"))
    play(state, "discard drafted")
    assert happened(state, "stop")[0].rule == "natz.special.decline"
    arrows = moving({"E9": figure("wolf", "b2")}, LINE)
    assert happened(arrows, "stop")[0].rule == "natz.move.optional"


# Who is told what, and when.


@pytest.mark.rule("natz.turn.same-time")
def test_the_others_are_told_when_the_phase_is_over() -> None:
    figures = {"E9": figure("sloth", "a2"), "E1": figure("snake", "undiscovered")}
    mine = board(figures, spaces=LINE, drafted="A03")
    state = placing(mine, board(drafted="A20"), draft=1, leftover=["A70"])
    for text in ("place drafted", "a1", "sloth E9 b2"):
        assert happened(state, text, viewer=1) == []
    assert kinds(happened(state, "stop", viewer=None)) == ["finished"]
    play(state, "place drafted", seat=1)
    before = state.copy()
    state.play(1, "b5")
    choice = state.past[-1][1]
    told = {viewer: state.game.events(before, 1, choice, state, viewer) for viewer in (0, 1, None)}
    assert kinds(told[0]) == ["cover", "market", "new_draft"]
    assert [event.seat for event in told[0]] == [1, None, 1]
    assert kinds(told[1]) == ["cover", "cover", "move", "sleep", "market", "new_draft"]
    assert [event.seat for event in told[1][:2]] == [1, 0]
    assert kinds(told[None]) == ["cover", "move", "sleep", "cover", "market", "new_draft"]


@pytest.mark.rule("natz.snake.turn", "natz.discover.own-entrance")
def test_a_snake_that_was_discovered_and_turned() -> None:
    figures = {"E1": figure("snake", "undiscovered"), "E2": figure("wolf", "E2")}
    mine = board(figures, pending=[{"moves": 1}, {"discover": 1}])
    state = placing(mine, board({"E1": figure("wolf", "E1")}))
    play(state, "discover E1")
    assert kinds(happened(state, "turn snake E1 w", viewer=None)) == ["discover", "turn", "market", "new_draft"]


@pytest.mark.rule("natz.bonus.discarded", "natz.special.all")
def test_bonus_tiles_that_are_discarded() -> None:
    """The sand tile of the warehouse goes although another one is placed; the one just taken is discarded too."""
    mine = board(warehouse=["sand"], pending=[{"bonus": 2}], drafted="A19")
    state = placing(mine, board({"E1": figure("wolf", "E1")}))
    play(state, "bonus sand", "place bonus", "b5", "bonus rocks")
    assert happened(state, "discard bonus", viewer=1) == []
    play(state, "place drafted", "c1")
    told = happened(state, "discard warehouse1", viewer=1)
    assert kinds(told)[:4] == ["cover", "cover", "discard", "discard"]
    assert sorted(event["tile"]["id"] for event in told[2:4]) == ["rocks", "sand"]


@pytest.mark.rule("natz.bonus.discarded")
def test_a_bonus_tile_that_returns_is_seen_by_all() -> None:
    on = game(discarded_bonus_tiles="return")
    state = placing(board(warehouse=["sand"], drafted="A19"), on=on)
    before = state.copy()
    own = happened(state, "discard warehouse1")
    assert kinds(own)[:2] == ["discard", "bonus_returns"]
    (returned,) = on.events(before, 0, state.past[-1][1], state, 1)
    assert (returned.kind, returned.seat, returned["terrain"]) == ("bonus_returns", 0, "sand")


# Leo.


@pytest.mark.rule("natz.solo.leo-drafts", "natz.solo.leo-removes")
@pytest.mark.parametrize("seed", range(6))
def test_leos_first_tile_is_told(seed: int) -> None:
    on = game(1)
    state = on.start(seed)
    gap = state.view(0)["market"].index(None)
    choice = state.choices(0)[0]
    told = happened(state, choice.notation)
    leo = told[0]
    assert (leo.kind, leo["slot"], leo["name"]) == ("leo", gap + 1, state.view(0)["leo"]["last"]["id"])
    assert leo["tile"]["id"] in state.view(0)["gone"]
    shuffles = on.components.entries("solo_tile")[int(leo["name"][1:]) - 1]["shuffle"]
    assert ("leo_shuffles" in kinds(told)) == shuffles
    assert kinds(on.start(seed).game.consequences(on.start(seed), 0, choice.id))[0] == "draft"


@pytest.mark.rule("natz.solo.pile-empty")
def test_leos_pile_runs_out() -> None:
    pile = ["L1", "L2", "L3", "L4", "L5", "L6"]
    state = game(1).restore({"draft": 2, "market": ["A01", "A26", "A51"], "leo": {"pile": pile, "shown": 6}})
    told = happened(state, "draft 1")
    assert kinds(told)[:3] == ["draft", "leo_shuffles", "leo"]
    assert told[1].rule == "natz.solo.pile-empty"


# Everything that happens is told.


class Follower:
    """Rebuilds what a viewer sees from the events alone."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.table = {name: json.loads(json.dumps(view[name])) for name in EVERYBODY}
        self.boards = [self.board(seen) for seen in view["boards"]]

    @staticmethod
    def board(seen: dict[str, Any]) -> dict[str, Any]:
        """What is compared of a board; tiles that are held go together, wherever they lie."""
        held = [*seen["warehouse"], seen["drafted"], seen["hand"]]
        return {
            "spaces": {space: tile["id"] for space, tile in seen["spaces"].items()},
            "held": Counter(tile["id"] for tile in held if tile),
            "figures": json.loads(json.dumps(seen["figures"])),
            "gained": seen["gained"],
        }

    def follow(self, event: Event) -> None:
        if event.kind in ("discover", "move", "home", "turn", "wake", "sleep", "pollen"):
            self.figure(event, self.boards[event.seat]["figures"][event["figure"]])
        elif event.seat is not None and event.kind not in ("new_draft", "bonus_returns"):
            self.tile(event, self.boards[event.seat])
        self.shared(event)

    def figure(self, event: Event, figure: dict[str, Any]) -> None:
        if event.kind == "discover":
            figure["at"] = event["figure"]
            figure |= {"snake": {"facing": None}, "sloth": {"asleep": False}, "butterfly": {"pollen": 0}}.get(
                figure["animal"], {}
            )
        elif event.kind in ("move", "home"):
            assert figure["at"] == event["start"]
            figure["at"] = "home" if event.kind == "home" else event["to"]
            if event.kind == "home":
                figure.pop("facing", None)
                figure.pop("asleep", None)
        elif event.kind == "turn":
            figure["facing"] = event["direction"]
        elif event.kind == "pollen":
            figure["pollen"] = event["number"]
        else:
            figure["asleep"] = event.kind == "sleep"

    def tile(self, event: Event, board: dict[str, Any]) -> None:
        if event.kind == "draft":
            board["held"][event["tile"]["id"]] += 1
        elif event.kind == "bonus":
            board["held"][event["terrain"]] += 1
        elif event.kind in ("cover", "discard"):
            board["held"][event["tile"]["id"]] -= 1
        elif event.kind == "points":
            board["gained"] += event["number"]
        if event.kind == "cover":
            board["spaces"][event["space"]] = event["tile"]["id"]

    def shared(self, event: Event) -> None:
        table = self.table
        if event.kind in ("draft", "leo"):
            table["market"][event["slot"] - 1] = None
        elif event.kind == "leftover":
            table["market"] = [None] * len(table["market"])
            table["leftover"].append(event["tile"])
        elif event.kind == "leftover_goes":
            assert [tile["id"] for tile in event["tiles"]] == [tile["id"] for tile in table["leftover"]]
            table["leftover"] = []
        elif event.kind == "market":
            table["market"] = list(event["tiles"])
        elif event.kind in ("bonus", "bonus_returns"):
            table["supply"][event["terrain"]] += 1 if event.kind == "bonus_returns" else -1
        elif event.kind == "new_draft":
            table["draft"] = event["number"]

    def check(self, view: dict[str, Any], seats: list[int]) -> None:
        for name in ("supply", "draft"):
            assert self.table[name] == view[name]
        for name in ("market", "leftover"):
            assert [tile and tile["id"] for tile in self.table[name]] == [tile and tile["id"] for tile in view[name]]
        for seat in seats:
            expected = self.board(view["boards"][seat])
            for name, found in self.boards[seat]["figures"].items():
                if found.get("facing", "") is None:  # a snake that was just discovered looks inward
                    found["facing"] = expected["figures"][name]["facing"]
            self.boards[seat]["held"] = +self.boards[seat]["held"]
            assert self.boards[seat] == expected


CONFIGURATIONS: list[tuple[int, dict[str, Any]]] = [
    (1, {}),
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"end_of_round_movement": "forced"}),
    (2, {"discarded_bonus_tiles": "return"}),
    (3, {"two_action_spaces": "one"}),
]


@pytest.mark.parametrize(("players", "settings"), CONFIGURATIONS)
@pytest.mark.parametrize("seed", [1, 2])
def test_events_rebuild_what_each_viewer_sees(players: int, settings: dict[str, Any], seed: int) -> None:
    """Nothing that a view shows changes without an event, for the seat at once, for the others after the phase."""
    on = game(players, **settings)
    state = on.start(seed)
    dice = random.Random(seed)
    viewers = (None, *range(players))
    followers = {viewer: Follower(state.view(viewer)) for viewer in viewers}
    while not state.over:
        seat = dice.choice(state.waiting)
        choice = dice.choice(state.legal(seat))
        before = state.copy()
        state.apply(seat, choice)
        for viewer in viewers:
            for event in on.events(before, seat, choice, state, viewer):
                json.dumps(event.as_dict())
                followers[viewer].follow(event)
            view = state.view(viewer)
            seats = [viewer] if view["simultaneous"] else list(range(players))
            followers[viewer].check(view, [seat for seat in seats if seat is not None])


def test_events_name_elements_of_the_picture() -> None:
    on = game(2)
    state = on.start(3)
    dice = random.Random(3)
    found = set()
    while not state.over:
        seat = dice.choice(state.waiting)
        before = state.copy()
        state.apply(seat, dice.choice(state.legal(seat)))
        events = on.events(before, seat, state.past[-1][1], state, seat)
        wanted = {target for event in events for target in on.event_targets(event)}
        if wanted - found:
            ids = set(re.findall(r'id="([^"]+)"', before.svg(seat) + state.svg(seat)))
            assert wanted <= ids
            found |= wanted
    assert {target.split("-")[0] for target in found} >= {"space", "figure", "drafted", "warehouse", "bonus"}
    near = moving({"E9": figure("wolf", "c2")}, LINE)
    assert on.event_targets(happened(near, "wolf E9 c3")[0]) == ("zoo-0",)
    assert 'id="zoo-0"' in near.svg(0)


# What an id means without a state.


def _named(choice: int) -> tuple[str, dict[str, Any]]:
    kind, parts = game().choice_table.decode(choice)
    return kind.name, parts


def test_every_id_has_a_kind_and_parts_and_a_notation() -> None:
    on = game()
    table = on.choice_table
    assert len(table) == on.choice_count
    for choice in range(on.choice_count):
        kind, parts = table.decode(choice)
        assert kind.encode(**parts) == choice
        assert table.read(kind.write(parts)) == choice
    assert _named(0) == ("draft", {"slot": 1})
    assert _named(8) == ("place", {"source": "warehouse1"})
    assert _named(62) == ("move", {"figure": "E1", "direction": "n"})
    assert _named(142) == ("wake", {"figure": "E9"})


def test_descriptions_know_the_state() -> None:
    state = moving({"E9": figure("wolf", "a2")}, LINE)
    (choice, _) = state.choices(0)
    assert (choice.kind, choice.notation) == ("move", "wolf E9 b2")
    assert choice.parts == {"figure": "E9", "direction": "e", "animal": "wolf", "start": "a2", "to": "b2"}
    for text in ("wolf E9", "turn wolf E9 b2", "wake wolf E9 n", "E9 a5"):
        with pytest.raises(zoobox.IllegalChoice):
            state.play(0, text)
