"""`zoobox replay`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from zoobox import games as registry
from zoobox.bots.review import review as judge_all
from zoobox.cli import files, printing, rendering
from zoobox.cli.options import ComponentFile, display_names, read_components
from zoobox.cli.standings import print_standings
from zoobox.kernel.errors import BadRecord, ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.record import Replay
from zoobox.kernel.state import State


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record; `-` reads it from a pipe.")],
    at: Annotated[
        int | None, typer.Option(min=0, help="Show the moment after so many decisions, instead of the last.")
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="Print what happened, decision by decision.")] = False,
    review: Annotated[
        bool, typer.Option("--review", help="Show the value of every option, where the game is solved.")
    ] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the picture of the moment.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="The same as pixels (needs Chromium).")] = None,
    gif: Annotated[Path | None, typer.Option(metavar="FILE", help="The game as an animation (needs Chromium).")] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="The seat whose view the pictures show.")] = None,
    components: ComponentFile = None,
) -> None:
    """Check a record by replaying it, and show the board.

    Every line is checked against the rules. A record that was cut short is shown as far as it goes; one that was
    changed by hand is refused at the first wrong line, with the reason.
    """
    again = verified(file, components)
    moment = len(again.state.past) if at is None else at
    state = again.at(moment)
    console = printing.console()
    _print_heading(console, again, moment)
    if seat is not None and seat >= again.game.players:
        raise ZooboxError(f"there is no seat {seat}: the seats are 0 to {again.game.players - 1}.")
    written = rendering.write(again, moment, seat, svg, png, gif)
    for path in written:
        console.print(f"wrote {path}")
    if written:
        return
    if review:
        _print_review(console, again)
        return
    if log:
        for line in log_lines(again.game, state, display_names(again.names, again.game.players)):
            console.print(line, soft_wrap=True)
        console.print()
    console.print(state.text(None), soft_wrap=True)
    if state.over:
        print_standings(console, again.game, state, again.names)


def _print_review(console: Console, again: Replay) -> None:
    """Decision by decision: what was chosen, what it lost, and the value of every option."""
    names = display_names(again.names, again.game.players)
    lost = [0.0] * again.game.players
    table = printing.table("decision", "who", "chosen", "every option", numbers=["lost"])
    exact = False
    for judged in judge_all(again):
        exact = judged.exact
        lost[judged.seat] += judged.lost
        options = ", ".join(f"{notation} {worth:.3f}" for notation, worth in judged.options)
        table.add_row(str(judged.number + 1), names[judged.seat], judged.chosen, options, f"{judged.lost:.3f}")
    console.print(table)
    for name, lost_chance in zip(names, lost, strict=True):
        console.print(f"{name} lost {lost_chance:.3f} of winning chance.")
    if not exact:
        console.print(f"Estimated: the table of the solved game is missing; `zoobox solve {again.game.name}` makes it.")


def verified(file: Path, components: Path | None = None) -> Replay:
    """The record of a file, replayed and verified."""
    try:
        return registry.replay(files.read(file), read_components(components) if components else None)
    except BadRecord as error:
        raise ZooboxError(f"{file}: {error}") from None


def _print_heading(console: Console, again: Replay, moment: int) -> None:
    game, total = again.game, len(again.state.past)
    console.print(f"{game.title}, {game.players} players, {game.variant}", style="bold")
    if any(again.names):
        console.print(", ".join(display_names(again.names, game.players)))
    if again.complete:
        verdict = f"{total} decisions, all verified"
    else:
        verdict = f"{total} decisions, all possible; the record was cut short, so its end is not verified"
    for note in again.notes:
        verdict += f"; {note}"
    console.print(verdict if moment == total else f"{verdict}; shown after {moment}")
    console.print()


def log_lines(game: Game, state: State, names: list[str], viewer: int | None = None) -> list[str]:
    """What happened up to this state, as a seat or a spectator saw it."""
    lines = []
    after = game.start(state.origin) if isinstance(state.origin, int) else game.restore(state.origin)
    for number, (seat, choice) in enumerate(state.past, 1):
        before = after.copy()
        after.apply(seat, choice)
        seen = game.log(before, seat, choice, after, viewer, names=names)
        lines.append(f"{number:>4}. " + " ".join(line.text for line in seen))
    return lines
