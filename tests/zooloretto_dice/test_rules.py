"""The rulebook of Zooloretto: The Dice Game, sentence by sentence; scenario names are those of the facts."""

from __future__ import annotations

from typing import Any

import pytest

import zoobox
from zoobox.kernel.state import State
from zoobox.testing import notations, refused

FULL = {"crocodile": 1, "ostrich": 2, "monkey": 3, "elephant": 4, "lion": 5}
KINDS = list(FULL)


@pytest.fixture
def two() -> zoobox.Game:
    return zoobox.game("zooloretto-dice", players=2)


def sheet(**fields: Any) -> dict[str, Any]:
    return fields


def play_round(state: State, *decisions: tuple[int, str]) -> None:
    for seat, notation in decisions:
        state.play(seat, notation)


def with_truck(game: zoobox.Game, load: list[str], seat: int = 0, **position: Any) -> State:
    """The seat may take truck 1 with that load; the other dice make the supply even."""
    rest = ["coin"] if len(load) % 2 else []
    empty = [[] for _ in range(game.trucks - 2)]  # type: ignore[attr-defined]
    return game.restore({"turn": seat, "trucks": [load, rest, *empty], **position})


# Setup


@pytest.mark.rule("zld.setup.dice")
@pytest.mark.parametrize(("players", "dice"), [(2, 6), (3, 8), (4, 10)])
def test_dice_by_player_count(players: int, dice: int) -> None:
    view = zoobox.game("zooloretto-dice", players=players).start(1).view(0)
    assert view["supply"] == dice
    faces = set()
    for seed in range(40):
        state = zoobox.game("zooloretto-dice", players=players).start(seed)
        state.play(0, "roll")
        faces |= set(state.view(0)["hand"])
    assert faces == {*KINDS, "coin"}


@pytest.mark.rule("zld.setup.trucks")
@pytest.mark.parametrize(("players", "trucks"), [(2, 3), (3, 3), (4, 4)])
def test_trucks_by_player_count(players: int, trucks: int) -> None:
    game = zoobox.game("zooloretto-dice", players=players)
    state = game.start(1)
    assert len(state.view(0)["trucks"]) == trucks
    state.play(0, "roll")
    assert len(state.choices(0)) == trucks
    if trucks == 3:
        refused(state, f"place {state.view(0)['hand'][0]} 4", "zld.setup.trucks", seat=0)


@pytest.mark.rule("zld.setup.sheets")
def test_the_sheet(two: zoobox.Game) -> None:
    view = two.start(1).view(0)
    assert view["sizes"] == FULL
    assert view["bonuses"] == {"crocodile": 1, "ostrich": 1, "monkey": 1, "elephant": 1, "lion": 2}
    assert view["groups"] == [3, 2, 1]
    assert view["sheets"][1]["enclosures"] == dict.fromkeys(KINDS, 0)
    assert view["sheets"][1]["barn"] == []


@pytest.mark.rule("zld.setup.first-player")
def test_seat_0_begins_or_a_drawn_one() -> None:
    assert zoobox.game("zooloretto-dice", players=4).start(3).waiting == (0,)
    drawn = zoobox.game("zooloretto-dice", players=4, first_player="random")
    assert {drawn.start(seed).waiting for seed in range(40)} == {(0,), (1,), (2,), (3,)}


# Turns


@pytest.mark.rule("zld.turn.two-actions")
@pytest.mark.rule("zld.take.not-empty")
@pytest.mark.rule("zld.roll.supply")
@pytest.mark.parametrize(
    ("trucks", "dice", "legal"),
    [
        ([[], [], []], [], ["roll"]),
        ([["lion", "coin", "coin"], ["monkey", "lion"], []], ["lion"], ["take 1", "take 2"]),
        ([["lion"], [], ["coin"]], ["coin", "coin"], ["roll", "take 1", "take 3"]),
    ],
)
def test_forced_actions(two: zoobox.Game, trucks: list[list[str]], dice: list[str], legal: list[str]) -> None:
    state = two.restore({"trucks": trucks, "sheets": [sheet(), sheet(dice=dice)]})
    assert notations(state, 0) == legal


@pytest.mark.rule("zld.turn.two-actions")
def test_there_is_no_passing(two: zoobox.Game) -> None:
    with pytest.raises(zoobox.MalformedChoice) as refusal:
        two.start(1).play(0, "pass")
    assert refusal.value.rule == "zld.turn.two-actions"


@pytest.mark.rule("zld.take.not-empty")
def test_an_empty_truck_cannot_be_taken(two: zoobox.Game) -> None:
    assert "Truck 2" in refused(two.start(1), "take 2", "zld.take.not-empty", seat=0).reason


@pytest.mark.rule("zld.roll.supply")
def test_an_empty_supply_forbids_rolling(two: zoobox.Game) -> None:
    state = two.restore({"trucks": [["lion"] * 3, ["coin"] * 3, []]})
    refused(state, "roll", "zld.roll.supply", seat=0)


@pytest.mark.rule("zld.turn.order")
@pytest.mark.rule("zld.take.out")
def test_clockwise_and_those_who_have_taken_are_skipped() -> None:
    game = zoobox.game("zooloretto-dice", players=4)
    state = game.restore(
        {
            "turn": 2,
            "trucks": [["lion", "coin"], [], [], []],
            "sheets": [sheet(), sheet(), sheet(), sheet(dice=["coin", "coin"])],
        }
    )
    state.play(2, "take 1")
    assert state.waiting == (0,)
    with pytest.raises(zoobox.NotYourTurn) as refusal:
        state.play(2, "roll")
    assert refusal.value.rule == "zld.turn.order"
    state.play(0, "roll")
    for _ in range(2):
        state.play(0, notations(state, 0)[0])
    assert state.waiting == (1,)


@pytest.mark.rule("zld.turn.alone")
def test_the_last_player_goes_on_alone(two: zoobox.Game) -> None:
    state = two.restore({"turn": 0, "trucks": [["lion"], [], []], "sheets": [sheet(), sheet(dice=["coin"])]})
    for supply in (4, 2):
        assert state.view(0)["supply"] == supply
        state.play(0, "roll")
        for _ in range(2):
            state.play(0, notations(state, 0)[0])
        assert state.waiting == (0,)
    assert "roll" not in notations(state, 0)
    state.play(0, notations(state, 0)[0])
    assert state.view(0)["round"] == 2


# Rolling


@pytest.mark.rule("zld.roll.two-dice")
@pytest.mark.rule("zld.roll.place-both")
def test_two_dice_are_rolled_and_both_are_placed(two: zoobox.Game) -> None:
    state = two.start(5)
    state.play(0, "roll")
    hand = state.view(0)["hand"]
    assert len(hand) == 2
    assert state.view(0)["supply"] == 4
    for illegal in ("roll", "take 1"):
        refused(state, illegal, "zld.roll.place-both", seat=0)
    state.play(0, f"place {hand[0]} 1")
    assert state.waiting == (0,)
    state.play(0, f"place {hand[1]} 3")
    assert state.view(0)["trucks"] == [[hand[0]], [], [hand[1]]]
    assert state.waiting == (1,)


@pytest.mark.rule("zld.roll.any-crate")
@pytest.mark.rule("zld.roll.three-crates")
@pytest.mark.parametrize(
    ("load", "pairs"), [([0, 0, 0], 9), ([2, 0, 0], 8), ([3, 0, 0], 4), ([2, 2, 2], 6), ([3, 2, 1], 3)]
)
def test_placements_of_two_dice(load: list[int], pairs: int) -> None:
    game = zoobox.game("zooloretto-dice", players=3)
    trucks = [["coin"] * count for count in load]
    on_sheet = sheet(dice=["coin"] * (sum(load) % 2))
    state = game.restore(
        {"phase": "place", "hand": ["lion", "monkey"], "trucks": trucks, "sheets": [sheet(), on_sheet, sheet()]}
    )
    reached = 0
    for first in notations(state, 0):
        twin = state.copy()
        twin.play(0, first)
        reached += len(notations(twin, 0))
    assert reached == pairs


@pytest.mark.rule("zld.roll.three-crates")
def test_a_full_truck_takes_no_die_but_can_be_taken(two: zoobox.Game) -> None:
    state = two.restore({"phase": "place", "hand": ["lion"], "trucks": [["coin"] * 3, [], []]})
    refused(state, "place lion 1", "zld.roll.three-crates", seat=0)
    state.play(0, "place lion 2")
    assert "take 1" in notations(state, 1)


@pytest.mark.rule("zld.roll.faces-stay")
def test_dice_are_placed_as_they_fell(two: zoobox.Game) -> None:
    state = two.restore({"phase": "place", "hand": ["lion", "coin"]})
    refused(state, "place crocodile 1", "zld.roll.faces-stay", seat=0)
    state.play(0, "place lion 1")
    state.play(0, "place coin 1")
    state.play(1, "roll")
    assert state.view(0)["trucks"][0] == ["lion", "coin"]


@pytest.mark.rule("zld.roll.room")
@pytest.mark.parametrize(("players", "free"), [(2, 5), (3, 3), (4, 4)])
def test_there_is_always_room_for_two(players: int, free: int) -> None:
    game = zoobox.game("zooloretto-dice", players=players)
    crates = 3 * game.trucks  # type: ignore[attr-defined]
    assert crates - (game.dice - 2) == free  # type: ignore[attr-defined]


# Taking


@pytest.mark.rule("zld.take.all")
@pytest.mark.rule("zld.animals.enclosure")
@pytest.mark.rule("zld.coins.office")
def test_all_dice_of_the_truck_are_entered_at_once(two: zoobox.Game) -> None:
    state = with_truck(two, ["lion", "lion", "coin"])
    state.play(0, "take 1")
    mine = state.view(0)["sheets"][0]
    assert mine["enclosures"]["lion"] == 2
    assert mine["coins"] == 1
    assert sorted(mine["dice"]) == ["coin", "lion", "lion"]
    assert state.view(0)["trucks"][0] == []


@pytest.mark.rule("zld.take.truck-stays")
def test_a_taken_truck_is_loaded_and_taken_again(two: zoobox.Game) -> None:
    state = two.restore({"trucks": [["lion", "coin"], [], []]})
    state.play(0, "take 1")
    assert state.view(0)["sheets"][0]["dice"] == ["lion", "coin"]
    state.play(1, "roll")
    first, second = state.view(1)["hand"]
    state.play(1, f"place {first} 1")
    state.play(1, f"place {second} 1")
    assert "take 1" in notations(state, 1)


# Symbols


@pytest.mark.rule("zld.barn.overflow")
@pytest.mark.rule("zld.barn.once")
def test_overflow_once(two: zoobox.Game) -> None:
    state = with_truck(two, ["lion"] * 3, sheets=[sheet(enclosures={"lion": 4}), sheet()])
    state.play(0, "take 1")
    mine = state.view(0)["sheets"][0]
    assert mine["enclosures"]["lion"] == 5
    assert mine["barn"] == ["lion"]
    assert mine["bonuses"] == ["lion"]


@pytest.mark.rule("zld.coins.full-office")
def test_ticket_office_full(two: zoobox.Game) -> None:
    state = with_truck(two, ["coin", "coin"], sheets=[sheet(coins=5), sheet()])
    state.play(0, "take 1")
    assert state.view(0)["sheets"][0]["coins"] == 6


@pytest.mark.rule("zld.bonus.first")
def test_bonus_order_same_round(two: zoobox.Game) -> None:
    open_ostrich = sheet(enclosures={"ostrich": 1})
    state = two.restore(
        {"turn": 1, "trucks": [["ostrich"], ["ostrich", "coin"], ["coin"]], "sheets": [open_ostrich, open_ostrich]}
    )
    play_round(state, (1, "take 1"), (0, "take 2"))
    assert [seat["bonuses"] for seat in state.view(None)["sheets"]] == [[], ["ostrich"]]


@pytest.mark.rule("zld.bonus.first")
def test_one_take_can_bring_several_bonuses(two: zoobox.Game) -> None:
    state = with_truck(two, ["crocodile", "ostrich"], sheets=[sheet(enclosures={"ostrich": 1}), sheet()])
    state.play(0, "take 1")
    assert state.view(0)["sheets"][0]["bonuses"] == ["crocodile", "ostrich"]


@pytest.mark.rule("zld.bonus.closed")
def test_a_later_filler_gets_no_bonus(two: zoobox.Game) -> None:
    state = with_truck(two, ["crocodile"], sheets=[sheet(), sheet(enclosures={"crocodile": 1}, bonuses=["crocodile"])])
    log = state.play(0, "take 1")
    assert state.view(0)["sheets"][0]["bonuses"] == []
    assert state.standings[0].points == 1
    assert [line.rule for line in log] == ["zld.take.all", "zld.bonus.closed", "zld.score.animals"]


# Rounds


@pytest.mark.rule("zld.round.end")
@pytest.mark.rule("zld.round.next-starter")
def test_next_start_player() -> None:
    game = zoobox.game("zooloretto-dice", players=3)
    trucks = [["lion"], ["coin"], ["monkey", "coin"]]
    state = game.restore({"turn": 2, "trucks": trucks})
    play_round(state, (2, "take 1"), (0, "take 2"))
    state.play(1, "take 3")
    view = state.view(None)
    assert state.waiting == (1,)
    assert (view["round"], view["supply"], view["trucks"]) == (2, 8, [[], [], []])
    assert [seat["dice"] for seat in view["sheets"]] == [[], [], []]


@pytest.mark.rule("zld.round.end")
def test_dice_left_on_trucks_go_back(two: zoobox.Game) -> None:
    state = two.restore({"trucks": [["lion"], ["coin"], ["coin", "coin"]]})
    play_round(state, (0, "take 1"), (1, "take 2"))
    assert state.view(0)["supply"] == 6
    assert notations(state, 1) == ["roll"]


# End


@pytest.mark.rule("zld.end.trigger")
@pytest.mark.parametrize(
    ("animals", "ends"),
    [
        ((1, 2, 3, 4, 4), True),
        ((1, 2, 3, 4, 5), True),
        ((0, 2, 3, 4, 5), True),
        ((1, 2, 2, 3, 5), False),
        ((1, 2, 2, 4, 4), False),
        ((1, 2, 3, 4, 0), True),
    ],
)
def test_end_trigger(two: zoobox.Game, animals: tuple[int, ...], ends: bool) -> None:
    enclosures = dict(zip(KINDS, animals, strict=True))
    before = dict(enclosures)
    last = "monkey"
    before[last] -= 1
    state = with_truck(two, [last], sheets=[sheet(enclosures=before), sheet()])
    state.play(0, "take 1")
    assert state.view(0)["sheets"][0]["enclosures"] == enclosures
    assert state.view(0)["last_round"] is ends
    state.play(1, "take 2")
    assert state.over is ends


@pytest.mark.rule("zld.end.trigger")
def test_barn_crosses_do_not_end_the_game(two: zoobox.Game) -> None:
    mine = sheet(enclosures={"crocodile": 1, "ostrich": 2, "monkey": 3}, barn=["crocodile", "ostrich", "monkey"])
    state = with_truck(two, ["crocodile"], sheets=[mine, sheet()])
    state.play(0, "take 1")
    assert state.view(0)["last_round"] is False


@pytest.mark.rule("zld.end.finish-round")
def test_the_others_finish_the_round() -> None:
    game = zoobox.game("zooloretto-dice", players=3)
    nearly = sheet(enclosures={"ostrich": 2, "monkey": 3, "elephant": 4})
    state = game.restore({"turn": 1, "trucks": [["crocodile"], ["coin"], []], "sheets": [sheet(), nearly, sheet()]})
    state.play(1, "take 1")
    assert not state.over
    assert "roll" in notations(state, 2)
    state.play(2, "take 2")
    state.play(0, "roll")
    for _ in range(2):
        state.play(0, notations(state, 0)[0])
    state.play(0, "take 1")
    assert state.over


@pytest.mark.rule("zld.end.cap")
def test_the_cap_on_rounds(two: zoobox.Game) -> None:
    position = {"round": 100, "trucks": [["lion"], ["coin"], []]}
    capped = two.restore(position)
    play_round(capped, (0, "take 1"), (1, "take 2"))
    assert capped.over
    endless = zoobox.game("zooloretto-dice", players=2, round_cap=None).restore(position)
    play_round(endless, (0, "take 1"), (1, "take 2"))
    assert not endless.over


@pytest.mark.rule("zld.end.cap")
def test_without_the_cap_no_number_of_rounds_ends_the_game() -> None:
    """The round is told and restored whatever its number; stubborn players could pass any byte."""
    game = zoobox.game("zooloretto-dice", players=2, round_cap=None)
    for number in (100, 250, 254, 255, 256, 511, 65534):
        state = game.restore({"round": number, "trucks": [["lion"], ["coin"], []]})
        play_round(state, (0, "take 1"), (1, "take 2"))
        assert not state.over
        assert state.view(0)["round"] == number + 1
        assert game.restore(state.position()) == state


# Scoring


def scored(game: zoobox.Game, **fields: Any) -> zoobox.Standing:
    return game.restore({"phase": "over", "sheets": [sheet(**fields), sheet()]}).standings[0]


@pytest.mark.rule("zld.score.animals")
@pytest.mark.rule("zld.score.bonuses")
@pytest.mark.rule("zld.score.barn")
@pytest.mark.rule("zld.score.best-use")
def test_rulebook_scoring_example(two: zoobox.Game) -> None:
    animals = {"crocodile": 1, "ostrich": 2, "monkey": 2, "elephant": 4, "lion": 5}
    standing = scored(two, enclosures=animals, bonuses=["crocodile", "lion"], coins=4, barn=["crocodile", "ostrich"])
    assert standing.points == 15
    assert standing.breakdown == {"animals": 14, "bonuses": 3, "coins": 0, "barn": -2}


@pytest.mark.rule("zld.score.groups")
@pytest.mark.parametrize(("coins", "groups"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 3)])
def test_coin_thresholds(two: zoobox.Game, coins: int, groups: int) -> None:
    assert scored(two, coins=coins).points == groups


@pytest.mark.rule("zld.score.groups")
def test_coins_without_barn(two: zoobox.Game) -> None:
    assert scored(two, enclosures={"crocodile": 1}, coins=6).points == 4


@pytest.mark.rule("zld.score.bonuses")
def test_perfect_sheet(two: zoobox.Game) -> None:
    assert scored(two, enclosures=FULL, bonuses=KINDS, coins=6).points == 24


@pytest.mark.rule("zld.score.barn")
def test_worst_barn(two: zoobox.Game) -> None:
    assert scored(two, enclosures=FULL, barn=KINDS, coins=2).points == 5


@pytest.mark.rule("zld.score.best-use")
def test_groups_clear_the_barn_first(two: zoobox.Game) -> None:
    standing = scored(two, enclosures={"crocodile": 1}, barn=["crocodile"], coins=5)
    assert standing.breakdown == {"animals": 1, "bonuses": 0, "coins": 1, "barn": 0}


@pytest.mark.rule("zld.score.winner")
@pytest.mark.parametrize(
    ("marks", "coins", "winners"), [([10, 10], [1, 2], [1]), ([10, 10, 9], [4, 4, 3], [0, 1]), ([9, 10], [2, 0], [1])]
)
def test_tie_break(marks: list[int], coins: list[int], winners: list[int]) -> None:
    game = zoobox.game("zooloretto-dice", players=len(marks))
    sheets = []
    for marked, coin in zip(marks, coins, strict=True):
        lions = min(5, marked)
        elephants = min(4, marked - lions)
        sheets.append(
            sheet(enclosures={"lion": lions, "elephant": elephants, "monkey": marked - lions - elephants}, coins=coin)
        )
    state = game.restore({"phase": "over", "sheets": sheets})
    assert [standing.seat for standing in state.standings if standing.rank == 1] == winners


@pytest.mark.rule("zld.score.groups")
def test_players_may_use_their_groups_themselves() -> None:
    game = zoobox.game("zooloretto-dice", players=2, coin_group_use="player_chooses")
    rich = sheet(enclosures=FULL, barn=["crocodile", "lion"], coins=5)
    state = game.restore({"phase": "groups", "sheets": [rich, sheet()]})
    assert state.waiting == (0,)
    assert notations(state, 0) == ["group point", "group remove crocodile", "group remove lion"]
    with pytest.raises(zoobox.IllegalChoice):
        state.play(0, "group remove monkey")
    state.play(0, "group point")
    state.play(0, "group remove lion")
    assert state.over
    assert state.standings[0].points == 15 + 1 - 2
    assert state.standings[0].breakdown == {"animals": 15, "bonuses": 0, "coins": 1, "barn": -2}


# What cannot be


@pytest.mark.parametrize(
    ("position", "told"),
    [
        ({"trucks": [["lion"] * 4, [], []]}, "truck 1 carries 4 dice"),
        ({"trucks": [["tiger"], [], []]}, "'tiger' is no die face"),
        ({"trucks": [["lion"], [], []]}, "left in twos"),
        ({"trucks": [[], []]}, "list of 3 lists"),
        ({"hand": ["lion"]}, "phase 'place'"),
        ({"turn": 2}, "turn should be 0 to 1"),
        ({"turn": 0, "sheets": [{"out": True}, {}]}, "cannot be the turn of seat 0"),
        ({"sheets": [{"enclosures": {"lion": 6}}, {}]}, "lion should be 0 to 5"),
        ({"sheets": [{"barn": ["lion"]}, {}]}, "which has room"),
        ({"sheets": [{"bonuses": ["lion"]}, {}]}, "without a full enclosure"),
        ({"sheets": [{"enclosures": FULL, "bonuses": ["lion"]}] * 2}, "both have the lion bonus"),
        ({"sheets": [{"coins": 7}, {}]}, "coins should be 0 to 6"),
        ({"last_round": True}, "nobody has four full enclosures"),
        ({"supply": 4}, "supply should be 6"),
        ({"round": 101}, "round should be 1 to 100, not 101"),
        ({"sheets": [{}, {"dice": ["lion", "coin"], "out": False}]}, "seat 1 has dice on its sheet, so it is out"),
        ({"sheets": [{"coins": 3, "groups_as_points": 1}, {}]}, "seat 0 has used a coin group"),
        ({"luck": [0, 0]}, "luck should not be two zeros"),
        ({"phase": "groups"}, "nobody has a complete coin group"),
        ({"moon": 1}, "unknown field moon"),
        ({"luck": [1]}, "list of 2 numbers"),
    ],
)
def test_positions_that_cannot_be(two: zoobox.Game, position: dict[str, Any], told: str) -> None:
    with pytest.raises(zoobox.BadPosition) as refusal:
        two.restore(position)
    assert told in str(refusal.value)


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ("size = 5", "size = 0", 50, "size of the lion enclosure"),
        ("2 = 6", "2 = 7", 8, "even"),
        ("groups = [3, 2, 1]", "groups = 6", 56, "list of sizes"),
        ('animal = "lion"', 'animal = "tiger"', None, "in this order"),
        ("crates = 3", "crates = 4", 17, "a truck should have 3 crates"),
        ('"lion", "coin"]', '"coin", "lion"]', 4, "the faces of a die should be"),
        ('provenance = "rulebook"', 'provenance = "my cousin"', None, "unknown provenance"),
        ("[dice]", "[dice", None, "not valid TOML"),
    ],
)
def test_component_files_that_do_not_fit(old: str, new: str, line: int | None, told: str) -> None:
    text = zoobox.game_class("zooloretto-dice").box().text.replace(old, new, 1)
    with pytest.raises(zoobox.BadComponents) as refusal:
        zoobox.game("zooloretto-dice", players=2, components=zoobox.Components.parse(text))
    assert told in str(refusal.value)
    if line:
        assert refusal.value.line == line


def test_changed_components_change_the_game_and_its_fingerprint() -> None:
    box = zoobox.game_class("zooloretto-dice").box()
    other = zoobox.Components.parse(box.text.replace("size = 5", "size = 6"))
    game = zoobox.game("zooloretto-dice", components=other)
    assert game.start(1).view(0)["sizes"]["lion"] == 6
    assert other.fingerprint != box.fingerprint
    assert zoobox.Components.parse("# a remark\n" + box.text).fingerprint == box.fingerprint


@pytest.mark.rule("zld.round.end")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_dice_are_conserved_and_the_supply_is_even(players: int) -> None:
    game = zoobox.game("zooloretto-dice", players=players)
    for seed in range(5):
        state = game.start(seed)
        luck = zoobox.Luck(seed)
        while not state.over:
            seat = state.waiting[0]
            legal = state.legal(seat)
            state.apply(seat, legal[luck.below(len(legal))])
            view = state.view(None)
            dice = view["supply"] + len(view["hand"]) + sum(map(len, view["trucks"]))
            assert dice + sum(len(seat["dice"]) for seat in view["sheets"]) == game.dice  # type: ignore[attr-defined]
            assert view["supply"] % 2 == 0
