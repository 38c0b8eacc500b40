"""`zoobox replay`"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from zoobox import games as registry
from zoobox.bots.judging import Judgement
from zoobox.bots.review import CORES, SECONDS, Review, budget_for, decisions_to_judge
from zoobox.bots.review import review as review_game
from zoobox.bots.review_words import INTERVAL, summary
from zoobox.cli import MOST, files, printing, rendering
from zoobox.cli.options import ComponentFile, display_names, read_components
from zoobox.cli.standings import print_standings
from zoobox.kernel.errors import BadRecord, ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.origin import begin, decide
from zoobox.kernel.record import Replay
from zoobox.kernel.state import State
from zoobox.kernel.text import LANGUAGES


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record; `-` reads it from a pipe.")],
    at: Annotated[
        int | None, typer.Option(min=0, max=MOST, help="Show the moment after so many decisions, instead of the last.")
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="Print what happened, decision by decision.")] = False,
    review: Annotated[
        bool, typer.Option("--review", help="Review the game: chances, what decisions gave away, luck and skill.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="With --review: print it as JSON.")] = False,
    seconds: Annotated[
        float, typer.Option(min=0.1, max=36000, help="With --review: about how long it takes.")
    ] = SECONDS,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="With --review: processes that judge.")] = CORES,
    language: Annotated[str, typer.Option(help="With --review: en or de.")] = "en",
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the picture of the moment.")] = None,
    png: Annotated[Path | None, typer.Option(metavar="FILE", help="The same as pixels (needs Chromium).")] = None,
    gif: Annotated[Path | None, typer.Option(metavar="FILE", help="The game as an animation (needs Chromium).")] = None,
    seat: Annotated[int | None, typer.Option(min=0, max=MOST, help="The seat whose view the pictures show.")] = None,
    components: ComponentFile = None,
) -> None:
    """Check a record by replaying it, and show the board.

    Every line is checked against the rules. A record that was cut short is shown as far as it goes; one that was
    changed by hand is refused at the first wrong line, with the reason.
    """
    if review:
        _review(printing.console(), file, components, as_json, seconds, jobs, language)
        return
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
    if log:
        for line in log_lines(again.game, state, display_names(again.names, again.game.players)):
            console.print(line, soft_wrap=True)
        console.print()
    console.print(state.text(None), soft_wrap=True)
    if state.over:
        print_standings(console, again.game, state, again.names)


def _review(
    console: Console, file: Path, components: Path | None, as_json: bool, seconds: float, jobs: int, language: str
) -> None:
    """A review of whatever can be replayed of the record, with progress while it grows."""
    if language not in LANGUAGES:
        raise ZooboxError(f"a review is written in {' or '.join(LANGUAGES)}, not in {language!r}.")
    try:
        again = registry.replay_as_far_as_possible(
            files.read(file), read_components(components) if components else None
        )
    except BadRecord as error:
        raise ZooboxError(f"{file}: {error}") from None
    names = display_names(again.names, again.game.players)
    budget = budget_for(len(decisions_to_judge(again)), seconds, jobs)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("judging decisions", total=None)
        found = review_game(again, budget, jobs, lambda done, total: progress.update(task, completed=done, total=total))
    if as_json:
        report = {**found.as_json(), "names": names, "summary": summary(found, again, language, names)}
        typer.echo(json.dumps(report, ensure_ascii=False))
        return
    _print_heading(console, again, len(again.state.past))
    console.print(_decisions(found, again, names, language))
    for line in summary(found, again, language, names):
        console.print(line)


def _decisions(found: Review, again: Replay, names: list[str], language: str) -> Table:
    """Every decision judged, with the chance after it and what it gave away."""
    game = again.game
    table = printing.table("decision", "who", "chosen", "worth", "better", numbers=["lost"])
    for one in found.in_order():
        state = again.at(one.number)
        spread = 100 * INTERVAL * next((option.error for option in one.options if option.choice == one.chosen), 0.0)
        alone = game.players == 1
        worth = game.spoken_value(one.value, language) + (f" ± {spread:.0f}" if spread >= 0.5 and not alone else "")
        better = game.notation(state, one.seat, one.best) if one.lost else ""
        table.add_row(
            str(one.number + 1),
            names[one.seat],
            game.notation(state, one.seat, one.chosen),
            worth,
            better,
            lost_in_words(game, one, language),
        )
    return table


def lost_in_words(game: Game, one: Judgement, language: str) -> str:
    """What a decision gave away: percentage points; alone, what it could have been."""
    if not one.lost:
        return ""
    if game.players > 1:
        return f"{100 * one.lost:.1f}"
    return game.spoken_value(one.best_value, language)


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
    after = begin(game, state.origin)
    for number, (seat, choice) in enumerate(state.past, 1):
        before = after.copy()
        decide(after, seat, choice, number)
        seen = game.log(before, seat, choice, after, viewer, names=names)
        lines.append(f"{number:>4}. " + " ".join(line.text for line in seen))
    return lines
