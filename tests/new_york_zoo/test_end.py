"""The end of the game, winners and further places."""

from __future__ import annotations

from typing import Any

import pytest

from new_york_zoo.conftest import Zoo, houses, place_first, seat
from zoobox.games.new_york_zoo.layout import HOUSED
from zoobox.games.new_york_zoo.shapes import cell_name
from zoobox.testing import notations, play


def nearly(*enclosures: tuple[Any, ...], houses: tuple[str, ...] = ()) -> dict[str, Any]:
    """A board with one free cell."""
    return seat(*enclosures, houses=houses, leave=1)


@pytest.mark.rule("nyz.goal.fill", "nyz.end.main-action")
def test_a_board_filled_in_the_main_action_wins_at_once(two: Zoo) -> None:
    """Case 22: no breeding follows, though a line was crossed and the other player could fill the board in it."""
    other = nearly(("L4", "fox", 3), ("6-01", "fox", 5))
    state = two.at("acquire", nearly(("T4", "fox", 3)), other, elephant="A3", lines=["fox"])
    play(state, "take fox", "put a", "no keep", "attraction att1")
    assert not state.over
    place_first(state)
    assert state.over
    assert [standing.rank for standing in state.standings] == [1, 2]
    assert [state.payoff_of(number) for number in range(2)] == [1.0, 0.0]
    assert [standing.points for standing in state.standings] == [0, -1]


@pytest.mark.rule("nyz.end.main-action")
def test_the_rest_of_the_main_action_is_carried_out(two: Zoo) -> None:
    """Case 22: the board fills with the first shown animal; the second may still be taken."""
    state = two.at("acquire", nearly(("T4", "fox", 3)), elephant="A10", lines=["fox"])
    play(state, "take fox", "put a", "keep", "attraction att1")
    place_first(state)
    assert notations(state) == ["take penguin", "no other"]
    play(state, "take penguin", "put house")
    assert state.over
    assert houses(state) == ["penguin", "fox"]


@pytest.mark.rule("nyz.end.main-action")
def test_a_tile_may_fill_the_board(two: Zoo) -> None:
    """The last cells are just the shape of the tile; with its first animal the main action is over."""
    state = two.at("tile", seat(("W", "fox", 2)), elephant="S1")
    last = state.choices(0)[-1]
    position = state.position()
    covered = {cell for entry in position["seats"][0]["enclosures"] for cell in entry["cells"]} | set(last.cells)
    rows = two.game.contents.boards[0].rows
    position["seats"][0]["attractions"] = [
        {"id": "att1", "cells": [cell_name(row, column)]}
        for row, line in enumerate(rows)
        for column, mark in enumerate(line)
        if mark == "." and cell_name(row, column) not in covered
    ]
    state = two.game.restore(position)
    play(state, last.notation)
    assert not state.over
    play(state, "fox from a")
    assert state.over
    assert state.standings[0].rank == 1


@pytest.mark.rule("nyz.end.breeding")
def test_a_board_filled_in_breeding_waits_for_the_others(two: Zoo) -> None:
    """Case 23: everybody finishes; among full boards the one with more animals wins."""
    first = nearly(("T4", "fox", 3), ("6-01", "fox", 1))
    second = nearly(("L4", "fox", 3), ("6-02", "penguin", 5))
    state = two.at("breed", first, second, elephant="S3", lines=["fox"])
    play(state, "breed a", "no keep", "attraction att1")
    place_first(state)
    assert not state.over
    assert state.waiting == (1,)
    play(state, "breed a", "no keep", "attraction att1")
    place_first(state)
    play(state, "no bonus")
    assert state.over
    assert [standing.rank for standing in state.standings] == [2, 1]
    assert [standing.points for standing in state.standings] == [0, 0]


@pytest.mark.rule("nyz.end.breeding")
def test_full_boards_with_equally_many_animals_share_the_win(two: Zoo) -> None:
    first = nearly(("T4", "fox", 3), houses=("meerkat",))
    second = nearly(("L4", "fox", 3), houses=("flamingo",))
    state = two.at("breed", first, second, elephant="S3", lines=["fox"])
    for _ in range(2):
        play(state, "breed a", "keep", "attraction att1")
        place_first(state)
    assert state.over
    assert [standing.rank for standing in state.standings] == [1, 1]
    assert [state.payoff_of(number) for number in range(2)] == [0.5, 0.5]


@pytest.mark.rule("nyz.end.breeding")
def test_a_second_line_and_bonuses_are_finished(two: Zoo) -> None:
    """Case 23 and section 6: the filled board goes on to breed, for the animals."""
    first = nearly(("T4", "fox", 3), ("6-01", "penguin", 2), houses=("penguin",))
    second = seat(("6-02", "penguin", 2), leave=5)
    state = two.at("breed", first, second, elephant="S3", lines=["fox", "penguin"])
    play(state, "breed a", "no keep", "attraction att1")
    place_first(state)
    play(state, "bonus b", "no add")
    assert state.prompt(0).startswith("The penguins breed")
    play(state, "breed b", "add b")
    assert state.waiting == (1,)
    play(state, "breed a")
    assert state.over
    assert [standing.rank for standing in state.standings] == [1, 2]


@pytest.mark.rule("nyz.end.places")
def test_further_places_by_free_spaces_then_animals(four: Zoo) -> None:
    """Houses count among the animals; equal ones share the place."""
    winner = nearly(("T4", "fox", 3))
    state = four.at(
        "acquire",
        winner,
        seat(("L4", "fox", 1), houses=["fox"], leave=5),
        seat(("S4", "fox", 3), houses=["fox"], leave=6),
        seat(("T4", "fox", 2), leave=5),
        elephant="A3",
    )
    play(state, "take fox", "put a", "no keep", "attraction att1")
    place_first(state)
    assert state.over
    assert [standing.rank for standing in state.standings] == [1, 2, 4, 2]
    assert [standing.points for standing in state.standings] == [0, -5, -6, -5]
    state.data[state.home(3) + HOUSED] += 1  # one more meerkat in a house breaks the tie
    assert [standing.rank for standing in state.standings] == [1, 3, 4, 2]
