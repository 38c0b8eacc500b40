"""A game played alone is won or lost, or earns a title; records, terminal, messages and statistics say so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import zoobox
from zoobox.arena.entrants import parse
from zoobox.cli import simulate
from zoobox.cli.standings import print_standings
from zoobox.kernel.record import result_line
from zoobox.service.tables.messages import ViewOptions, standings_message

RECORDS = Path(__file__).parents[1] / "records"


def finished(name: str, seed: int = 1) -> Any:
    state = zoobox.game(name, players=1).start(seed)
    while not state.over:
        state.apply(0, state.legal(0)[0])
    return state


def won() -> Any:
    """New York Zoo, filled: every cell but the last is covered by attractions, and the last one is taken now."""
    game = zoobox.game("new-york-zoo", players=1)
    rows = game.contents.boards[0].rows
    cells = [
        f"{chr(ord('A') + column)}{row + 1}"
        for row, line in enumerate(rows)
        for column, mark in enumerate(line)
        if mark == "."
    ]
    board = {"enclosures": [], "attractions": [{"id": "att1", "cells": [cell]} for cell in cells[:-1]]}
    state = game.restore({"phase": "attraction", "step": "first", "seats": [board]})
    for decision in ("attraction att1", None):
        state.apply(0, game.find(state, 0, decision) if decision else state.legal(0)[0])
    return state


def test_a_lost_game_is_called_lost() -> None:
    state = finished("new-york-zoo")
    points = state.points_of(0)
    standing = state.standings[0]
    assert points < 0
    assert standing.result is not None
    assert standing.result.won is False
    assert result_line(state.standings) == f"0 lost with {points}"
    assert f"result: 0 lost with {points}" in state.game.record(state)
    assert state.game.spoken_result(standing) == f"Lost with {-points} spaces left to cover."
    assert state.game.spoken_result(standing, "de") == f"Verloren, und {-points} Felder sind noch frei."


def test_a_won_game_says_how_far() -> None:
    state = won()
    assert state.over
    assert result_line(state.standings) == "0 won with 50"
    assert state.game.spoken_result(state.standings[0]) == "Won with 50 spaces of the strip to spare."


def test_a_rated_game_tells_title_and_the_next() -> None:
    state = finished("night-at-the-zoo")
    points = state.points_of(0)
    assert result_line(state.standings) == f"0 has {points}: Lost Lemur"
    spoken = state.game.spoken_result(state.standings[0])
    assert spoken == f"{points} points: Lost Lemur; {50 - points} more for Sneaky Weasel."
    assert "Verirrter Lemur" in state.game.spoken_result(state.standings[0], "de")


def test_earlier_records_of_solo_games_are_still_read() -> None:
    """They called every end a win."""
    text = (RECORDS / "new-york-zoo-1p-2026-000000.txt").read_text()
    assert "result: 0 wins with -" in text
    assert zoobox.replay(text).complete
    with pytest.raises(zoobox.BadRecord):
        zoobox.replay(text.replace("0 wins with -", "0 won with -"))


@pytest.mark.parametrize(("name", "word"), [("new-york-zoo", "Lost with"), ("night-at-the-zoo", "Lost Lemur;")])
def test_terminal_and_messages_say_it(name: str, word: str) -> None:
    state = finished(name)
    console = Console(record=True, width=120)
    print_standings(console, state.game, state)
    printed = console.export_text()
    assert word in printed
    assert "rank" not in printed
    assert word in standings_message(state, ViewOptions())[0]["result"]


def test_statistics_count_how_games_ended() -> None:
    plan = simulate.Plan(zoobox.game("new-york-zoo", players=1), (parse("visitor"),), 1, None)
    told = simulate.summary(plan, simulate.run(plan, 5), 1.0)
    assert told["results"] == {"lost": 5}
    assert told["wins"] == [0]


def test_others_are_ranked_as_ever() -> None:
    state = zoobox.game("zooloretto-dice").start(1)
    assert all(standing.result is None for standing in state.standings)
