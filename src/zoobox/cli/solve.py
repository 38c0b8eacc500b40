"""`zoobox solve`"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from zoobox.games.zooloretto_dice import ZoolorettoDice
from zoobox.kernel.errors import ZooboxError

MACHINES = ("auto", "cuda", "cpu")


def solve(
    game: Annotated[str, typer.Argument(help="The game: zooloretto-dice is the one that can be solved.")],
    on: Annotated[
        str, typer.Option(metavar="|".join(MACHINES), help="A CUDA device, the processor, or what is there.")
    ] = "auto",
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="How many processor cores work.")] = 1,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="The table; your data folder otherwise.")] = None,
    up_to: Annotated[
        int | None,
        typer.Option(metavar="LEVEL", min=8, max=52, help="Only the levels up to this one; no table is written."),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Only check the table that is there.")] = False,
    page: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Only write the page about the solved game, with its plots.")
    ] = None,
    numbers: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="With --page and --measure: the file of numbers behind the page."),
    ] = None,
    measure: Annotated[
        str | None,
        typer.Option(metavar="BOTS", help="Only measure what levels lose against perfect play: keeper,curator@500."),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-g", min=2, help="With --measure: games for each.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report as JSON at the end.")] = False,
) -> None:
    """Solve Zooloretto: The Dice Game for two players: the exact worth of every state in which a round can begin.

    A few minutes on a CUDA device; on a processor a day or more of computing, which can be stopped and goes on when it
    is called again. Ends by verifying itself. The table makes the level perfect exact, and hints and reviews with it.

    zoobox solve zooloretto-dice --on cuda

    zoobox solve zooloretto-dice --on cpu --jobs 8

    zoobox solve zooloretto-dice --up-to 10
    """
    if game != ZoolorettoDice.name:
        raise ZooboxError(f"{game!r} cannot be solved; the game that can is {ZoolorettoDice.name}, for two players.")
    if on not in MACHINES:
        raise ZooboxError(f"--on can be {', '.join(MACHINES)}, not {on!r}.")
    try:
        from zoobox.games.zooloretto_dice.solved import session, states, table
    except ModuleNotFoundError as missing:
        raise ZooboxError(f"solving needs {missing.name}: pip install 'zoobox[lab]'") from None
    if page is not None:
        from zoobox.games.zooloretto_dice.solved.page import write

        write(page, numbers)
        print(f"Wrote {page}.")
        return
    if measure is not None:
        _measure(measure, games, numbers)
        return
    path = out or table.usual_path()
    if check:
        found = table.Table(path, check=True)
        print(f"{path} is whole: {states.OPEN_STATES:,} values, the starter's chance is {found.header['root']:.6f}.")
        return
    plan = session.Plan(path, on, jobs, up_to or states.MOST_LEVEL)
    report = session.run(plan, lambda words: print(words, flush=True))
    if as_json:
        print(json.dumps(report, indent=2))


def _measure(bots: str, games: int, numbers: Path | None) -> None:
    """Prints what each bot loses per decision and per game, and adds it to the file of numbers."""
    from zoobox.arena.entrants import parse_all
    from zoobox.bots.losses import losses
    from zoobox.games.zooloretto_dice.solved.page import read_numbers

    game = ZoolorettoDice(players=2)
    study = read_numbers(numbers) if numbers is not None else {}
    for entrant in parse_all(bots, game):
        found = losses(entrant, game, games, seed=1)
        print(
            f"{entrant}: {found['per_decision']:.4f} per decision, {found['per_game']:.3f} ± "
            f"{1.96 * found['standard_error']:.3f} per game, {found['won']:.2f} won of {games}"
        )
        if numbers is not None:
            study.setdefault("levels", {})[str(entrant)] = found
            numbers.write_text(json.dumps(study, indent=1) + "\n", encoding="utf-8")
