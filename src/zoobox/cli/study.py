"""`zoobox study`"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from zoobox.arena import report
from zoobox.arena.entrants import Entrant, parse_all
from zoobox.arena.runner import check_backend
from zoobox.arena.study import Study, games_to_play, run
from zoobox.cli import MOST, printing
from zoobox.cli.interrupts import resumable
from zoobox.cli.options import GameName, Players, Variant, make_game
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game

BELOW = {"visitor": None, "trainee": "visitor", "keeper": "trainee", "curator": "keeper"}
"""The level that one is compared with; any other level is compared with the curator."""


class Question(StrEnum):
    """What a study is about."""

    balance = "balance"
    compare = "compare"


def study(
    question: Annotated[Question, typer.Argument(help="balance: one configuration; compare: several side by side.")],
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-g", min=2, max=MOST, help="How many games of each kind.")] = 1000,
    bots: Annotated[
        str, typer.Option(metavar="LEVEL", help="The level in every seat: keeper, curator@200.")
    ] = "keeper",
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--settings", metavar="NAME=VALUE,...", help="compare: a set of settings; `usual` is none. Repeatable."
        ),
    ] = None,
    components: Annotated[
        list[Path] | None,
        typer.Option("--components", metavar="FILE", help="compare: a component file, compared with the usual one."),
    ] = None,
    players: Players = None,
    variant: Variant = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same study.")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=MOST, help="How many processes share the work.")] = 1,
    on: Annotated[str, typer.Option(help="Where the games are played: local or ray.")] = "local",
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder for the page and the data.")] = Path("study"),
) -> None:
    """Analyse many games: does the seat matter, how long is a game, what goes with winning, luck or skill.

    Writes index.html with plots, games.csv and games.parquet. A study that was interrupted
    continues when the command is repeated.

    zoobox study balance new-york-zoo --players 4 --games 500 --bots keeper --jobs 2

    zoobox study compare o-zoo-le-mio --settings usual --settings blind_row=true
    """
    made = _games(question, game, players, variant, settings or [], components or [])
    entrants = parse_all(bots, made[0][1])
    if len(entrants) != 1:
        raise ZooboxError(f"a study has one level in every seat, not {len(entrants)}.")
    weaker = _weaker(entrants[0])
    check_backend(on, jobs)
    report.prepare(out)
    each = games_to_play(games, weaker is not None and made[0][1].players > 1)
    found: list[Study] = []
    with resumable(), printing.progress() as progress:
        for title, configured in made:
            task = progress.add_task(escape(title), total=each)
            found.append(
                run(
                    configured,
                    entrants[0],
                    weaker,
                    games,
                    seed,
                    title=title,
                    processes=jobs,
                    backend=on,
                    progress=lambda task=task: progress.advance(task),  # type: ignore[misc]
                )
            )
    print(report.write(found, out))


def _weaker(entrant: Entrant) -> Entrant | None:
    level = BELOW.get(entrant.level, "curator")
    return Entrant(level, level) if level else None


def _games(
    question: Question,
    name: str,
    players: int | None,
    variant: str | None,
    settings: list[str],
    components: list[Path],
) -> list[tuple[str, Game]]:
    if question is Question.balance:
        if len(settings) > 1 or components:
            raise ZooboxError("balance looks at one configuration; to put several side by side, use compare.")
        chosen = _split(settings[0]) if settings else []
        configured = make_game(name, players, variant, chosen)
        return [(configured.title, configured)]
    made = [(text, make_game(name, players, variant, _split(text))) for text in settings]
    if components:
        made = made or [("usual", make_game(name, players, variant))]
        made += [(str(path.name), make_game(name, players, variant, None, path)) for path in components]
    if len(made) < 2:
        raise ZooboxError("compare needs two configurations: --settings A --settings B, or --components FILE.")
    for number, (title, configured) in enumerate(made):
        if configured in [other for _, other in made[:number]]:
            raise ZooboxError(f"compare needs different configurations; {title!r} is there twice.")
    return made


def _split(text: str) -> list[str]:
    return [] if text == "usual" else [part.strip() for part in text.split(",") if part.strip()]
