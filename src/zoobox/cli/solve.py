"""`zoobox solve`"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from zoobox import games as registry
from zoobox.cli.options import GameName
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.solver import Solver

MACHINES = ("auto", "cuda", "cpu")


def solve(
    game: GameName,
    on: Annotated[
        str, typer.Option(metavar="|".join(MACHINES), help="A CUDA device, the processor, or what is there.")
    ] = "auto",
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="How many processor cores work.")] = 1,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="The table; your data folder otherwise.")] = None,
    up_to: Annotated[
        int | None,
        typer.Option(metavar="LEVEL", min=1, help="Only the levels up to this one; no table is written."),
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
    """Solve a game: compute the exact value of every state. Zooloretto Dice for two players is one that can be solved.

    A few minutes on a CUDA device; on a processor a day or more of computing, which can be interrupted and continues
    when the command is repeated. Ends by verifying itself. The table makes the level perfect exact, and hints and
    reviews with it.

    zoobox solve zooloretto-dice --on cuda

    zoobox solve zooloretto-dice --on cpu --jobs 8

    zoobox solve zooloretto-dice --up-to 10
    """
    solver = _solver(game)
    if on not in MACHINES:
        raise ZooboxError(f"--on can be {', '.join(MACHINES)}, not {on!r}.")
    if page is not None:
        solver.write_page(page, numbers)
        print(f"Wrote {page}.")
    elif measure is not None:
        _measure(solver, measure, games, numbers)
    elif check:
        print(solver.check(out))
    else:
        report = solver.solve(machine=on, jobs=jobs, out=out, up_to=up_to, report=lambda line: print(line, flush=True))
        if as_json:
            print(json.dumps(report, indent=2))


def _solver(name: str) -> Solver:
    found = registry.game_class(name).solver
    if found is None:
        solvable = [other for other in registry.names() if registry.game_class(other).solver]
        raise ZooboxError(f"{name} cannot be solved; what can is: {', '.join(solvable)}.")
    return found


def _measure(solver: Solver, bots: str, games: int, numbers: Path | None) -> None:
    """Prints what each bot loses per decision and per game, and adds it to the file of numbers."""
    from zoobox.arena.entrants import parse_all
    from zoobox.bots.losses import losses

    game = solver.solved_game()
    study = solver.read_numbers(numbers) if numbers is not None else {}
    for entrant in parse_all(bots, game):
        found = losses(entrant, game, games, seed=1)
        print(
            f"{entrant}: {found['per_decision']:.4f} per decision, {found['per_game']:.3f} ± "
            f"{1.96 * found['standard_error']:.3f} per game, {found['won']:.2f} won of {games}"
        )
        if numbers is not None:
            study.setdefault("levels", {})[str(entrant)] = found
            numbers.write_text(json.dumps(study, indent=1) + "\n", encoding="utf-8")
