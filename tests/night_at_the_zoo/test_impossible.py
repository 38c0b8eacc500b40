"""Positions that cannot be are refused; whatever is accepted can be drawn and played on."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

import zoobox
from zoobox.bots.levels import player
from zoobox.kernel.errors import BadPosition
from zoobox.kernel.player import Player

from .night import board, figure, game

MUTATIONS = 120


def refused(match: str, on: zoobox.Game | None = None, **fields: Any) -> None:
    with pytest.raises(BadPosition, match=match):
        (on or game()).restore(fields)


def test_too_few_moons() -> None:
    refused("5 moons together; 6 are needed", animals=["wolf", "snake", "penguin"])


def test_one_setup_tile_twice() -> None:
    name = game().start(1).position()["boards"][0]["setup"]
    refused(f"seat 0 and seat 1 both have the setup tile {name}", boards=[{"setup": name}, {"setup": name}])


def test_figures_that_have_not_moved() -> None:
    asleep = board({"E1": figure("sloth", "E1", asleep=True)})
    refused("the sloth E1 has not moved yet, so it is awake", boards=[asleep, {}])
    pollen = board({"E1": figure("butterfly", "E1", pollen=1)})
    refused("the butterfly E1 has not moved yet", boards=[pollen, {}], animals=["butterfly", "wolf", "sloth"])


def test_a_starting_figure_is_never_undiscovered() -> None:
    setup = game().components.entries("setup_tile")[0]
    names = [f"E{number}" for number in range(1, 10)]
    position = game().restore({"boards": [{"setup": setup["id"]}, {}]}).position()
    figures = position["boards"][0]["figures"]
    starts = next(name for name in names if figures[name]["at"] == name)
    figures[starts] = {"animal": figures[starts]["animal"], "at": "undiscovered"}
    refused(f"by its setup tile the figure {starts} is discovered from the beginning", **position)


def test_points_that_no_tile_gave() -> None:
    refused("seat 0: 1 points gained, but its tiles give 0 at most", boards=[{"gained": 1}, {}])
    pair = {"spaces": {"c5": "sand", "d5": "sand"}}
    assert game().restore({"boards": [{**pair, "gained": 5}, {}]}).points_of(0) >= 5
    refused("its tiles give 5 at most", boards=[{**pair, "gained": 6}, {}])


def test_more_tiles_than_drafts() -> None:
    refused("seat 0 has 2 action tiles, but in draft 1", boards=[{"spaces": {"a1": "A19", "b1": "A20"}}, {}])


def test_the_first_player_is_known() -> None:
    refused("in draft 2 the first player is 1", draft=2, first=0)
    assert game(first_player="random").restore({"draft": 2, "first": 0}).view(0)["first"] == 0


def test_what_was_before_the_phase_cannot_be_undone() -> None:
    now = {"drafted": "A01", "spaces": {"a1": "sand"}}

    def phase(**before: Any) -> dict[str, Any]:
        seat0 = {**now, "before": {"drafted": "A01", "spaces": {"a1": "sand"}, **before}}
        return {"phase": "placement", "draft": 4, "boards": [seat0, {"drafted": "A71"}]}

    game().restore(phase())
    refused("a1 is covered differently now", **phase(spaces={"a1": "rocks"}))
    refused("b1 is covered differently now", **phase(spaces={"a1": "sand", "b1": "sand"}))
    refused("A71 lies in two places", **phase(warehouse=["A71"]))


def test_the_supply_is_whole_when_discarded_tiles_return() -> None:
    on = game(discarded_bonus_tiles="return")
    refused("rocks", on, supply={"rocks": 3})
    assert game().restore({"supply": {"rocks": 3}}).view(0)["supply"]["rocks"] == 3


def test_pending_things_fit_the_board() -> None:
    tiles = {"a1": "A03"}
    for match, pending in (
        ("the figure E1 is not on the board", {"special": ["E1"]}),
        ("only a cheetah has a second tile", {"second_tile": "E9"}),
        ("tile and space do not give that", {"effects": ["pair"], "tile": "A03", "space": "a1"}),
    ):
        seat0 = board(
            {"E1": figure("wolf", "undiscovered"), "E9": figure("wolf", "a1")}, spaces=tiles, pending=[pending]
        )
        refused(match, phase="placement", draft=4, boards=[seat0, {"drafted": "A71"}])


def test_leos_last_tile_lies_on_top() -> None:
    pile = ["L1", "L2", "L3", "L4", "L5", "L6"]
    refused("the last of 2 tiles turned over is L2, not L1", game(1), leo={"pile": pile, "shown": 2, "last": "L1"})


# Mutations.


def some_positions(players: int, seed: int) -> list[dict[str, Any]]:
    on = game(players)
    state = on.start(seed)
    luck = random.Random(seed)
    found = []
    while not state.over:
        seat = luck.choice(state.waiting)
        state.apply(seat, luck.choice(state.legal(seat)))
        if luck.random() < 0.1:
            found.append(state.position())
    return [*found, state.position()]


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all plain values in a position."""
    if isinstance(value, dict):
        return [leaf for key, each in value.items() for leaf in leaves(each, (*path, key))]
    if isinstance(value, list):
        return [leaf for index, each in enumerate(value) for leaf in leaves(each, (*path, index))] or [path]
    return [path]


def at(position: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        position = position[step]
    return position


def mutated(position: dict[str, Any], others: list[dict[str, Any]], luck: random.Random) -> dict[str, Any]:
    """The position with one value changed, mostly to one that stands elsewhere in a position."""
    changed = copy.deepcopy(position)
    path = luck.choice([leaf for leaf in leaves(changed) if leaf and leaf[0] not in ("luck", "deck")])
    old = at(changed, path)
    donor = luck.choice(others)
    values = [at(donor, leaf) for leaf in leaves(donor)]
    new = luck.choice([value for value in values if type(value) is type(old)] or [None])
    if isinstance(old, int) and not isinstance(old, bool) and luck.random() < 0.5:
        new = old + luck.choice((-1, 1))
    if luck.random() < 0.1:
        new = None
    at(changed, path[:-1])[path[-1]] = new
    return changed


@pytest.mark.parametrize("players", [1, 2])
def test_a_changed_position_is_refused_or_can_be_played(players: int) -> None:
    """Every position reached by play is accepted; with one value changed it is refused in words, or it works."""
    positions = some_positions(players, players)
    luck = random.Random(players)
    on = game(players)
    for position in positions:
        assert on.restore(position).position() == position
    accepted = 0
    keeper = player("keeper", on, simulations=20, seed=1)
    for _ in range(MUTATIONS):
        changed = mutated(luck.choice(positions), positions, luck)
        try:
            state = on.restore(changed)
        except BadPosition:
            continue
        accepted += 1
        play_on(state, luck, keeper)
    assert accepted > 5


def play_on(state: Any, luck: random.Random, bot: Player) -> None:
    """To the end, by random choices and now and then one of a bot."""
    assert state.svg(0)
    assert state.text(0)
    while not state.over:
        seat = luck.choice(state.waiting)
        assert state.prompt(seat)
        choice = bot.choose(state, seat) if luck.random() < 0.05 else luck.choice(state.legal(seat))
        assert choice in state.legal(seat)
        state.play(seat, state.game.notation(state, seat, choice))
    assert state.standings
