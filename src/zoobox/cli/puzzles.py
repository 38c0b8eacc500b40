"""`zoobox puzzles`"""

from __future__ import annotations

import time
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import count as counted
from pathlib import Path
from typing import Annotated

import typer

from zoobox.bots import puzzles as making
from zoobox.cli import MOST, printing
from zoobox.cli.options import GameName, Players, Settings, Variant, make_game
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game


def puzzles(
    game: GameName,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.jsonl.gz", help="Make puzzles and write them there.")
    ] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, max=MOST, help="How many to make.")] = 10,
    minutes: Annotated[float, typer.Option(min=0.01, max=MOST, help="Stop after so long with what there is.")] = 60.0,
    simulations: Annotated[
        int, typer.Option(min=100, max=MOST, help="How long the search that confirms one is.")
    ] = making.LONG,
    check: Annotated[
        Path | None, typer.Option(metavar="FILE.jsonl.gz", help="Search longer whether the puzzles of a file hold.")
    ] = None,
    players: Players = None,
    variant: Variant = None,
    settings: Settings = None,
    seed: Annotated[int, typer.Option(min=0, max=1 << 40, help="The first game of bots.")] = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=MOST, help="How many processes share the work.")] = 1,
) -> None:
    """Make puzzles from games of bots, check them, or list those that come with a game.

    A puzzle is a position in which one choice is clearly better than all others: a quick look finds it, a long search
    or the solution of the game confirms it, and a trainee mostly misses it.

    zoobox puzzles zooloretto-dice --count 20 --out mine.jsonl.gz
    """
    made = make_game(game, players, variant, settings, None)
    if check is not None:
        _check(check, count)
    elif out is not None:
        _make(made, out, count, minutes, simulations, seed, jobs)
    else:
        _list(game)


def _list(name: str) -> None:
    table = printing.table("id", "theme", "difficulty", "solved by", numbers=["margin"])
    for one in making.shipped(name):
        solved = ", ".join(f"{level} {share:.0%}" for level, share in one.solved_by.items() if share)
        table.add_row(one.id, one.theme, str(one.difficulty), solved, f"{one.margin:.3f}")
    printing.console().print(table)


def _check(file: Path, count: int) -> None:
    wrong = [why for one in making.read(file)[:count] if (why := making.verify(one)) is not None]
    for why in wrong:
        print(why)
    if wrong:
        raise ZooboxError(f"{len(wrong)} of the puzzles do not hold.")
    print("All of them hold.")


def _make(game: Game, out: Path, count: int, minutes: float, simulations: int, seed: int, jobs: int) -> None:
    until = time.monotonic() + 60 * minutes
    found: dict[str, making.Puzzle] = {}
    seeds = counted(seed)
    with ProcessPoolExecutor(jobs) as pool, printing.progress() as progress:
        task = progress.add_task(f"{game.title}, puzzles", total=count)
        waiting = {pool.submit(_puzzles_of, game, next(seeds), simulations) for _ in range(jobs)}
        while len(found) < count and time.monotonic() < until:
            done, waiting = wait(waiting, timeout=max(0.0, until - time.monotonic()), return_when=FIRST_COMPLETED)
            for future in done:
                found |= {one.id: one for one in future.result()}
                waiting.add(pool.submit(_puzzles_of, game, next(seeds), simulations))
            progress.update(task, completed=min(count, len(found)))
        pool.shutdown(wait=False, cancel_futures=True)
    making.write(out, list(found.values())[:count])
    print(f"{min(count, len(found))} puzzles in {out}")


def _puzzles_of(game: Game, seed: int, simulations: int) -> list[making.Puzzle]:
    return list(making.make_puzzles(game, seed, simulations))
