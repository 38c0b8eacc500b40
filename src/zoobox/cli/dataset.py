"""`zoobox dataset`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zoobox.arena import dataset as tables
from zoobox.arena.entrants import parse_all
from zoobox.cli import MOST, printing
from zoobox.cli.interrupts import resumable
from zoobox.cli.options import ComponentFile, GameName, Players, Settings, Variant, make_game


def dataset(
    game: GameName,
    out: Annotated[Path, typer.Option(metavar="FILE.parquet", help="The file to write.")],
    games: Annotated[int, typer.Option("--games", "-g", min=1, max=MOST, help="How many games.")] = 1000,
    bots: Annotated[
        str, typer.Option(metavar="A,B", help="Bots as in arena; of several, one is drawn for every seat and game.")
    ] = "keeper",
    players: Players = None,
    variant: Variant = None,
    settings: Settings = None,
    components: ComponentFile = None,
    seed: Annotated[int, typer.Option(min=0, max=1 << 62, help="The same seed gives the same file.")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=MOST, help="How many processes share the work.")] = 1,
    on: Annotated[str, typer.Option(help="Where the games are played: local or ray.")] = "local",
) -> None:
    """Write states, choices and outcomes of games between bots as Parquet, one row per decision.

    A dataset that was interrupted continues when the command is repeated.

    zoobox dataset zooloretto-dice --games 1000 --bots keeper,curator@200 --out dice.parquet
    """
    made = make_game(game, players, variant, settings, components)
    entrants = parse_all(bots, made)
    with resumable(), printing.progress() as progress:
        task = progress.add_task(f"{made.title}, {games:,} games", total=games)
        rows = tables.write(
            made, entrants, games, seed, out, processes=jobs, backend=on, progress=lambda: progress.advance(task)
        )
    print(f"{rows:,} decisions of {games:,} games in {out}")
