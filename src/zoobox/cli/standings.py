"""The final standings as a table."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from zoobox.cli import printing
from zoobox.cli.options import display_names
from zoobox.kernel.game import Game
from zoobox.kernel.state import State
from zoobox.kernel.text import Phrase


def print_standings(console: Console, game: Game, state: State, names: Sequence[str] = ()) -> None:
    """Ranks, points and the lines of the score sheet, the winner first; alone, how it ended."""
    standings = sorted(state.standings, key=lambda standing: (standing.rank, standing.seat))
    lines = list(standings[0].breakdown)
    shown = [*lines, "points"] if game.points_add_up else lines
    headings = ("rank", "player") if game.players > 1 else ("player",)
    table = printing.table(*headings, numbers=[_heading(game, line) for line in shown])
    for standing in standings:
        name = display_names(names, game.players)[standing.seat]
        counted = {**standing.breakdown, "points": standing.points}
        rank = [str(standing.rank)] if game.players > 1 else []
        table.add_row(*rank, name, *(str(counted[line]) for line in shown))
    console.print(table)
    if standings[0].result:
        console.print(game.spoken_result(standings[0]), style="bold")


def _heading(game: Game, line: str) -> str:
    key = f"score.{line}"
    return game.texts.say(Phrase(key)) if key in game.texts.texts else line.replace("_", " ")
