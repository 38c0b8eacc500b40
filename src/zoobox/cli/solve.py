"""`zoobox solve`"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from zoobox import games as registry
from zoobox.cli import MOST
from zoobox.cli.options import GameName
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.solver import Solver

MACHINES = ("auto", "cuda", "cpu")


def solve(
    game: GameName,
    on: Annotated[
        str, typer.Option(metavar="|".join(MACHINES), help="A CUDA device, the processor, or what is there.")
    ] = "auto",
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=MOST, help="How many processor cores work.")] = 1,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="The table; your data folder otherwise.")] = None,
    up_to: Annotated[
        int | None,
        typer.Option(metavar="LEVEL", min=1, max=MOST, help="Only the levels up to this one; no table is written."),
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
        typer.Option(metavar="BOTS", help="Only measure what bots lose: keeper,curator@500,my_file.py:MyBot."),
    ] = None,
    decisions: Annotated[int, typer.Option(min=1, max=MOST, help="With --measure: on so many decisions.")] = 300,
    seed: Annotated[int, typer.Option(min=0, help="With --measure: which decisions; the same for every bot.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print the report, or the measurement, as JSON.")] = False,
) -> None:
    """Solve a game: compute the exact value of every state. Zooloretto Dice for two players is one that can be solved.

    A few minutes on a CUDA device; on a processor a day or more of computing, which can be interrupted and continues
    when the command is repeated. Ends by verifying itself. The table makes the level perfect exact, and hints and
    reviews with it.

    zoobox solve zooloretto-dice --on cuda

    zoobox solve zooloretto-dice --on cpu --jobs 8

    zoobox solve zooloretto-dice --up-to 10

    zoobox solve zooloretto-dice --measure keeper,my_file.py:MyBot
    """
    solver = _solver(game)
    if on not in MACHINES:
        raise ZooboxError(f"--on can be {', '.join(MACHINES)}, not {on!r}.")
    if page is not None:
        solver.write_page(page, numbers)
        print(f"Wrote {page}.")
    elif measure is not None:
        _measure(solver, measure, decisions, seed, numbers, as_json)
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


def _measure(solver: Solver, bots: str, decisions: int, seed: int, numbers: Path | None, as_json: bool) -> None:
    """Prints what each bot loses on the same decisions, and adds it to the file of numbers."""
    from zoobox.arena.entrants import parse_all
    from zoobox.bots.losses import losses

    game = solver.solved_game()
    study = solver.read_numbers(numbers) if numbers is not None else {}
    measured = {}
    for entrant in parse_all(bots, game):
        found = losses(entrant, game, decisions, seed)
        measured[str(entrant)] = found
        if not as_json:
            print(
                f"{entrant}: loses {found['mean']:.4f} of winning chance on average over {decisions} decisions; median "
                f"{found['percentile_50']:.4f}, 90 % {found['percentile_90']:.4f}, 99 % {found['percentile_99']:.4f}, "
                f"worst {found['worst']:.4f}; best choice in {100 * found['best_chosen']:.0f} %"
            )
        if numbers is not None:
            study.setdefault("losses", {})[str(entrant)] = found
            numbers.write_text(json.dumps(study, indent=1) + "\n", encoding="utf-8")
    if as_json:
        print(json.dumps(measured))
