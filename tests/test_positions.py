"""Positions that cannot be are refused; whatever is accepted, every bot, hint, review and picture can handle."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import zoobox
from zoobox.bots.judging import Judge
from zoobox.bots.levels import levels_of, player
from zoobox.bots.review import decisions_to_judge, judge_decision
from zoobox.kernel.fields import BY_HAND
from zoobox.kernel.luck import Luck
from zoobox.kernel.player import Budget
from zoobox.testing.random_games import Configuration, seatings, switched

NAMES = zoobox.games.names()
SEATINGS = [pytest.param(name, seating, id=f"{name}-{seating}") for name in NAMES for seating in seatings(name)]
SWITCHED = [pytest.param(name, seating, id=f"{name}-{seating}") for name in NAMES for seating in switched(name)]
QUICK = Budget(simulations=8)
LONG_GAMES = 25
MUTATIONS = 40
LONG_MUTATIONS = 4000
ALL_CHECKS = 2
"""How many of the accepted positions meet every bot, hint, review and picture; the others are drawn and played on."""

Path = tuple[Any, ...]


def played(game: Any, seed: int, by: str = "") -> Iterator[Any]:
    """Every state of a game, by random choices or by bots of a level; the state is played on."""
    state = game.start(seed)
    luck = random.Random(seed)
    bots = [player(by, game, seed=seed + seat, simulations=4) for seat in range(game.players)] if by else []
    while not state.over:
        yield state
        seat = luck.choice(state.waiting)
        legal = state.legal(seat)
        extreme = luck.random() < 0.2  # the first or the last choice: nothing, everything, the same place again
        choice = legal[luck.choice((0, -1))] if extreme else luck.choice(legal)
        state.apply(seat, bots[seat].choose(state, seat) if bots and luck.random() < 0.9 else choice)
    yield state


# What play leads to is accepted.


@pytest.mark.parametrize(("name", "seating"), [*SEATINGS, *SWITCHED])
def test_every_position_that_play_leads_to_is_accepted(name: str, seating: Configuration) -> None:
    game = seating.game(name)
    for moment, state in enumerate(played(game, 5)):
        assert game.unreachable(state) is None
        if moment % 25 == 0 or state.over:
            assert game.restore(json.loads(json.dumps(state.position()))) == state


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("name", "seating"), [*SEATINGS, *SWITCHED])
def test_every_position_of_many_games_is_accepted(name: str, seating: Configuration) -> None:
    game = seating.game(name)
    for seed in range(LONG_GAMES):
        for state in played(game, seed, by="keeper" if seed % 5 == 0 else ""):
            assert game.unreachable(state) is None
            if state.over:
                assert game.restore(state.position()) == state


# What cannot be is refused.


def late(name: str, good: Callable[[Any], bool] | None = None, **options: Any) -> tuple[Any, Any]:
    """A game and a position of it that play has led to, late in a game or where the condition holds."""
    game = zoobox.game(name, **options)
    for seed in range(200):
        states = [state.position() for state in played(game, seed)][:-1]
        found = [position for position in states if good(position)] if good else states[-3:]
        if found:
            return game, copy.deepcopy(found[-1])
    raise AssertionError("no game led to such a position")


def refused(game: Any, position: dict[str, Any]) -> str:
    with pytest.raises(zoobox.BadPosition) as error:
        game.restore(position)
    return str(error.value)


def test_a_full_enclosure_whose_bonus_nobody_has() -> None:
    game, position = late("zooloretto-dice", lambda told: any(sheet["bonuses"] for sheet in told["sheets"]))
    sheet = next(sheet for sheet in position["sheets"] if sheet["bonuses"])
    name = sheet["bonuses"].pop()
    assert f"the {name} enclosure of seat" in refused(game, position)


def test_a_player_who_is_out_at_the_start_of_a_round() -> None:
    game, position = late("zooloretto-dice", lambda told: told["supply"] == 6 and told["phase"] == "act")
    other = 1 - position["turn"]
    position["sheets"][other]["out"] = True
    assert f"seat {other} is out, so the dice" in refused(game, position)
    assert "is out, so the dice" in refused(game, {"sheets": [{}, {"out": True}]})


def test_dice_that_were_never_entered() -> None:
    def lion_taken(told: dict[str, Any]) -> bool:
        return not told["last_round"] and any("lion" in sheet["dice"] for sheet in told["sheets"])

    game, position = late("zooloretto-dice", lion_taken, players=3)
    sheet = next(sheet for sheet in position["sheets"] if "lion" in sheet["dice"])
    sheet["enclosures"]["lion"] = 0
    sheet["barn"] = [name for name in sheet["barn"] if name != "lion"]
    sheet["bonuses"] = [name for name in sheet["bonuses"] if name != "lion"]
    assert "show the lion more often than it was entered" in refused(game, position)


def test_more_and_fewer_marks_than_rounds_brought() -> None:
    game, position = late("zooloretto-dice", lambda told: told["round"] == 4)
    assert "fewer than" in refused(game, {**position, "round": 60})
    assert "more than" in refused(game, {**position, "round": 1})


def test_a_turn_that_cannot_have_come() -> None:
    game, position = late("zooloretto-dice", lambda told: told["supply"] == 8 and told["phase"] == "act", players=3)
    wrong = (position["starter"] + 1) % 3
    assert f"it cannot be the turn of seat {wrong}" in refused(game, {**position, "turn": wrong})


def test_a_tile_removed_although_it_fits() -> None:
    game, position = late("o-zoo-le-mio", lambda told: any(zoo["tiles"] for zoo in told["zoos"]))
    first = min((tile["auction"], seat) for seat, zoo in enumerate(position["zoos"]) for tile in zoo["tiles"])
    zoo = position["zoos"][first[1]]
    zoo["tiles"] = [tile for tile in zoo["tiles"] if tile["auction"] != first[0]]
    assert refused(game, position)
    game, position = late("o-zoo-le-mio", lambda told: told["auction"] == 2 and told["phase"] == "bid")
    for zoo in position["zoos"]:
        zoo["tiles"] = []
    assert "was removed at auction 1, although it fits in every zoo" in refused(game, position)


def test_points_that_no_zoo_brings() -> None:
    game, position = late("o-zoo-le-mio", lambda told: len(told["points"]) == 2)
    position["points"][0][0] = 255
    assert "points should hold numbers from 0 to" in refused(game, position)
    assert "not 255" in refused(game, {"auction": 6, "points": [[255, 0]]})
    position["points"][0][0] = 41
    assert "in year 1 seat 0 got" in refused(game, position)


def test_coins_that_nobody_paid() -> None:
    game, position = late("o-zoo-le-mio", lambda told: told["auction"] == 2 and told["phase"] == "bid")
    poor = 1 - position["last"]["winner"]
    coins = position["coins"][poor]
    position["coins"][poor] += 1
    assert f"seat {poor} has {coins + 1} coins, but had {coins} at most until now" in refused(game, position)


def test_a_winner_who_did_not_win() -> None:
    game, position = late("o-zoo-le-mio", lambda told: told["auction"] == 2 and told["phase"] == "bid", players=3)
    position["last"]["winner"] = (position["last"]["winner"] + 1) % 3
    position["last"]["bids"] = [3, 3, 3]
    assert "so it was the last winner" in refused(game, position)


def test_five_moons() -> None:
    game, position = late("night-at-the-zoo")
    position["animals"] = ["wolf", "snake", "penguin"]
    assert refused(game, position)
    assert "5 moons together; 6 are needed" in refused(game, {"animals": ["wolf", "snake", "penguin"]})


def first_draft(told: dict[str, Any]) -> bool:
    return bool(told["draft"] == 1 and told["phase"] == "draft" and not told["boards"][0]["drafted"])


def test_one_setup_tile_twice() -> None:
    game, position = late("night-at-the-zoo", first_draft)
    position["boards"][1] = copy.deepcopy(position["boards"][0])
    assert "both have the setup tile" in refused(game, position)


def test_a_sloth_asleep_on_an_entrance() -> None:
    def on_entrance(told: dict[str, Any]) -> bool:
        return any(one.get("asleep") is False and one["at"] == name for name, one in figures(told))

    def figures(told: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
        return [(name, one) for board in told["boards"] for name, one in board["figures"].items()]

    game, position = late("night-at-the-zoo", on_entrance)
    sloth = next(one for name, one in figures(position) if one.get("asleep") is False and one["at"] == name)
    sloth["asleep"] = True
    assert "has not moved yet, so it is awake" in refused(game, position)


def test_more_figures_and_bonus_tiles_than_tiles_give() -> None:
    game, position = late("night-at-the-zoo", first_draft)
    hidden = next(one for one in position["boards"][0]["figures"].items() if one[1]["at"] == "undiscovered")
    changed = copy.deepcopy(position)
    changed["boards"][0]["figures"][hidden[0]]["at"] = hidden[0]
    assert "seat 0 has discovered" in refused(game, changed)
    changed = copy.deepcopy(position)
    changed["supply"]["sand"] -= 3
    assert "3 bonus tiles have left the supply" in refused(game, changed)
    changed = copy.deepcopy(position)
    changed["boards"][0]["setup"] = None
    assert "seat 0 has no setup tile" in refused(game, changed)


def test_a_strip_whose_lower_tiles_are_on_a_board() -> None:
    game, position = late("new-york-zoo", lambda told: sum(len(one["enclosures"]) for one in told["seats"]) == 1)
    slot = next(slot for slot, tiles in position["strip"].items() if len(tiles) == 2)
    lower = position["strip"][slot][0]
    enclosure = next(one for seat in position["seats"] for one in seat["enclosures"])
    kinds = {kind.id: kind for kind in game.contents.kinds}
    assert kinds[lower].size < kinds[enclosure["tile"]].size
    other, whole = next((slot, tiles) for slot, tiles in position["strip"].items() if len(tiles) == 3)
    position["strip"][other] = whole[1:]
    place = position["strip"][slot]
    position["strip"][slot] = [place[0], place[1]]
    spot = free_spot(game, position, kinds[whole[0]])
    position["seats"][1]["enclosures"].append(
        {"tile": whole[0], "cells": spot, "species": None, "animals": 0, "added": 0, "bred": False, "open": False}
    )
    assert f"slot {other}: tiles are taken from the top" in refused(game, position)


def free_spot(game: Any, position: dict[str, Any], kind: Any) -> list[str]:
    """Cells of the second board where a tile fits."""
    from zoobox.games.new_york_zoo.shapes import cell_name

    board = position["seats"][1]
    covered = {cell for piece in (*board["enclosures"], *board["attractions"]) for cell in piece["cells"]}
    rows = game.contents.boards[1].rows
    for top, row in enumerate(rows):
        for left in range(len(row)):
            for orientation in kind.orientations:
                cells = [(top + y, left + x) for y, x in orientation.cells]
                names = [cell_name(*cell) for cell in cells]
                inside = all(y < len(rows) and 0 <= x < len(row) and rows[y][x] == "." for y, x in cells)
                if inside and not covered & set(names):
                    return names
    raise AssertionError("no room")


def test_what_is_under_way_only_while_a_line_breeds() -> None:
    game, position = late("new-york-zoo", lambda told: told["phase"] == "move" and told["seats"][0]["enclosures"])
    assert "breeders" in refused(game, {**position, "breeders": 1})
    assert "bonus_pass" in refused(game, {**position, "bonus_pass": True})
    position["seats"][0]["enclosures"][0]["open"] = True
    assert "opens for animals from houses" in refused(game, position)


# Positions written by hand.


def test_a_position_by_hand_need_not_be_one_that_play_leads_to() -> None:
    """It leaves something out, and says so when it is written down again; then it is restored as it was."""
    game = zoobox.game("zooloretto-dice")
    state = game.restore({"sheets": [{"enclosures": {"lion": 5}}, {}]})
    told = state.position()
    assert told[BY_HAND] is True
    assert game.restore(told) == state
    assert zoobox.replay(game.record(state)).state == state
    assert "more than 0 trucks and 0 dice brought" in refused(game, {**told, BY_HAND: False})
    assert "more than 0 trucks" in refused(game, {name: value for name, value in told.items() if name != BY_HAND})
    assert f"{BY_HAND} should be true or false, not 3" in refused(game, {BY_HAND: 3})
    assert BY_HAND not in game.start(1).position()


def test_the_perfect_level_plays_from_positions_by_hand() -> None:
    game = zoobox.game("zooloretto-dice")
    bot = player("perfect", game)
    for enclosures in ({"lion": 5}, {"crocodile": 1, "ostrich": 2}):
        for dice in ([], ["coin"], ["lion", "lion"]):
            for sheets in ([{"enclosures": enclosures}, {"dice": dice}], [{"enclosures": enclosures, "coins": 3}] * 2):
                rest = ["coin"] if len(sheets[1].get("dice", [])) % 2 else []
                state = game.restore({"sheets": sheets, "trucks": [["monkey", "coin"], rest, []]})
                assert bot.choose(state, 0) in state.legal(0)


# One field changed.


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """The way to everything in a position."""
    if isinstance(value, (dict, list)):
        for key, inside in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from places(inside, (*path, key))


def at(position: Any, path: Path) -> Any:
    for step in path:
        position = position[step]
    return position


def changed(position: dict[str, Any], donor: dict[str, Any], luck: random.Random) -> dict[str, Any]:
    """The position with one field changed: by one, to what stands elsewhere, to nothing; a list longer or shorter."""
    found = copy.deepcopy(position)
    ways = [way for way in places(found) if way[0] != "luck"]
    field = luck.choice(sorted({way[0] for way in ways}))
    path = luck.choice([way for way in ways if way[0] == field])
    inside, old = at(found, path[:-1]), at(found, path)
    way = luck.random()
    if isinstance(old, bool):
        new: Any = not old
    elif isinstance(old, int) and way < 0.8:
        new = old + luck.choice((-1, 1)) if way < 0.5 else luck.choice((0, 1, 2, 3, 5, 7, 12, 100, 255))
    elif isinstance(old, list) and old and way < 0.7:
        new = list(old)
        if way < 0.3:
            new.pop(luck.randrange(len(new)))
        elif way < 0.5:
            new.append(copy.deepcopy(luck.choice(old)))
        else:
            luck.shuffle(new)
    else:
        alike = [value for value in (at(donor, place) for place in places(donor)) if type(value) is type(old)]
        new = luck.choice(alike) if alike and way < 0.95 else None
    inside[path[-1]] = new
    return found


def check_pictures(state: Any, language: str) -> None:
    for seat in (*range(state.players), None):
        for form in ("wide", "narrow"):
            assert state.game.svg(state.view(seat), language, form)
        assert state.game.text(state.view(seat), language)
        json.dumps(state.view(seat))
        assert state.redeal(seat, Luck(3)).view(seat)
    assert state.standings


def check_bots(state: Any, bots: dict[str, Any], judge: Judge) -> None:
    """Every level decides, hints explain, and a review judges what was decided."""
    for seat in state.waiting:
        assert state.prompt(seat)
        assert state.choices(seat)
        for bot in bots.values():
            assert bot.choose(state, seat) in state.legal(seat)
        state.game.consequences(state, seat, state.legal(seat)[0])
        assert zoobox.advise(state, seat, simulations=8, seed=1)
        assert len(state.observe(seat)) if hasattr(state, "observe") else True
    after = state.copy()
    for _ in range(2):
        if not after.over:
            seat = after.waiting[0]
            after.play(seat, after.legal(seat)[-1])
    again = zoobox.replay(state.game.record(after))
    for number in decisions_to_judge(again)[:1]:
        assert judge_decision(again, number, QUICK, judge).lost >= 0


def play_on(state: Any, luck: random.Random, decisions: int) -> None:
    for _ in range(decisions):
        if state.over:
            break
        seat = luck.choice(state.waiting)
        state.play(seat, state.game.notation(state, seat, luck.choice(state.legal(seat))))
        assert state.game.restore(state.position()) == state
    assert state.standings


def change_positions(name: str, seating: Configuration, mutations: int, all_checks: int) -> tuple[int, int]:
    """How many changed positions were accepted and refused; those accepted work."""
    game = seating.game(name)
    luck = random.Random(seating.players)
    positions = [state.position() for seed in range(3) for state in played(game, seed) if luck.random() < 0.15]
    bots = {
        level.name: player(level.name, game, seed=1, simulations=8)
        if level.name != "perfect"
        else player("perfect", game)
        for level in levels_of(game)
    }
    judge = Judge(game, QUICK)
    accepted = refusals = 0
    for _ in range(mutations):
        position = changed(luck.choice(positions), luck.choice(positions), luck)
        try:
            state = game.restore(position)
        except zoobox.BadPosition:
            refusals += 1
            continue
        accepted += 1
        if accepted <= all_checks:
            check_pictures(state, luck.choice(("en", "de")))
            check_bots(state, bots, judge)
        play_on(state, luck, 5)
    return accepted, refusals


@pytest.mark.parametrize(("name", "seating"), SEATINGS)
def test_a_changed_position_is_refused_or_works(name: str, seating: Configuration) -> None:
    accepted, refusals = change_positions(name, seating, MUTATIONS, ALL_CHECKS)
    assert refusals > accepted


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("name", "seating"), [*SEATINGS, *SWITCHED])
def test_many_changed_positions_are_refused_or_work(name: str, seating: Configuration) -> None:
    accepted, refusals = change_positions(name, seating, LONG_MUTATIONS, LONG_MUTATIONS)
    print(f"{name} {seating}: {accepted} accepted, {refusals} refused")
    assert refusals > accepted > 0


ODD: list[Any] = [
    10**6000,
    -(10**30),
    1.5,
    float("nan"),
    "x" * 10_000,
    "\ud800",
    "a\0b",
    b"x",
    {1, 2},
    object(),
    ...,
    2 + 3j,
]
DEEP: list[Any] = []
for _ in range(5000):
    DEEP = [DEEP]
ODD.append(DEEP)


@pytest.mark.parametrize("name", NAMES)
def test_a_value_of_any_kind_is_refused_in_a_sentence(name: str) -> None:
    """At every place of a position; nothing else is ever raised."""
    game = zoobox.game(name)
    position = game.start(3).position()
    ways = list(places(position))
    luck = random.Random(1)
    for path in luck.sample(ways, min(60, len(ways))):
        for value in luck.sample(ODD, 3):
            found = copy.deepcopy(position)
            at(found, path[:-1])[path[-1]] = value
            reason = refused(game, found)
            assert len(reason) < 2000
            reason.encode()
    for key in (1, None, "x" * 10_000, (1, 2)):
        assert refused(game, {**position, key: 1})
    for whole in (None, 3, [], "position", DEEP):
        assert refused(game, whole)
