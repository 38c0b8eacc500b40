"""What a state and the heuristics keep to answer quickly says the same as the board itself."""

from __future__ import annotations

from typing import Any

import pytest

from new_york_zoo.conftest import Zoo
from zoobox.games.new_york_zoo.heuristics import ZooHeuristics
from zoobox.games.new_york_zoo.shapes import cell_name
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import play_out

STEPS = [(0, 1), (0, -1), (1, 0), (-1, 0)]
GAMES = [(1, "small"), (2, "standard"), (2, "short"), (5, "standard")]


def random_game(zoo: Zoo, seed: int) -> list[Any]:
    """Every state of a random game."""
    state = zoo.start(seed)
    luck = Luck(seed)
    states = []
    while not state.over:
        states.append(state.copy())
        seat = state.waiting[0]
        legal = state.legal(seat)
        state.apply(seat, legal[luck.below(len(legal))])
    return states


@pytest.mark.parametrize(("players", "variant"), GAMES)
def test_the_sets_say_what_the_enclosures_say(players: int, variant: str) -> None:
    for state in random_game(Zoo(players, variant), 3):
        sorted_anew = state.copy()
        sorted_anew.sort_enclosures()
        assert sorted_anew == state


@pytest.mark.parametrize(("players", "variant"), GAMES)
def test_what_did_not_fit_later_in_a_game_may_fit_earlier(players: int, variant: str) -> None:
    zoo = Zoo(players, variant)
    state = zoo.start(3)
    for told in reversed(random_game(zoo, 3)):
        state.load(told.snapshot())
        for seat in told.waiting:
            assert state.legal(seat) == told.legal(seat)


@pytest.mark.parametrize(("players", "variant"), GAMES)
def test_what_did_not_fit_in_one_game_may_fit_in_the_next(players: int, variant: str) -> None:
    """A search and the vectorised games go back to the start in the same buffer."""
    zoo = Zoo(players, variant)
    state = zoo.start(3)
    for told in [*random_game(zoo, 3), *random_game(zoo, 3)]:
        state.load(told.snapshot())
        for seat in told.waiting:
            assert state.legal(seat) == told.legal(seat)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_roughness_sees_the_whole_board(players: int) -> None:
    zoo = Zoo(players)
    heuristics = ZooHeuristics(zoo.game, {"edge": 1.0, "hole": 100.0})
    state = zoo.start(5)
    play_out(state, Luck(5), 150)
    seen = state.view(0)["seats"][0]
    covered = {cell for piece in [*seen["enclosures"], *seen["attractions"]] for cell in piece["cells"]}
    free = {
        (row, column)
        for row, marks in enumerate(seen["rows"])
        for column, mark in enumerate(marks)
        if mark == "." and cell_name(row, column) not in covered
    }
    beside = {cell: [(cell[0] + row, cell[1] + column) for row, column in STEPS] for cell in free}
    edges = sum(near not in free for cell in free for near in beside[cell])
    holes = sum(not any(near in free for near in beside[cell]) for cell in free)
    assert heuristics.roughness_of(state, 0) == edges + 100 * holes
