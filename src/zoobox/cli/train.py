"""`zoobox train`"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from zoobox.arena.sprt import Verdict
from zoobox.cli import MOST
from zoobox.cli.interrupts import resumable
from zoobox.cli.options import GameName, Players, Variant, make_game
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game


def train(
    game: GameName,
    players: Players = None,
    variant: Variant = None,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the run is kept, and continued.")] = Path(
        "training"
    ),
    generations: Annotated[int, typer.Option("--generations", "-n", min=1, max=MOST, help="How many in all.")] = 3,
    games: Annotated[
        int, typer.Option("--games", "-g", min=8, max=MOST, help="Games of self-play for each generation.")
    ] = 400,
    fit_seconds: Annotated[float, typer.Option(min=1.0, max=MOST, help="How long each network is fitted.")] = 60.0,
    width: Annotated[int, typer.Option(min=8, max=MOST, help="The width of the network's first layer.")] = 128,
    test_budget: Annotated[
        str, typer.Option(metavar="@N|@Ns", help="What both sides of a test think with: simulations or seconds.")
    ] = "@0.05s",
    test_games: Annotated[int, typer.Option(min=16, max=MOST, help="Games of a test at most.")] = 200,
    elo: Annotated[float, typer.Option(help="By how much a new network must be stronger to be promoted.")] = 30.0,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=MOST, help="How many processes play.")] = 1,
    on: Annotated[str, typer.Option(metavar="local|ray", help="A pool of processes here, or a Ray cluster.")] = "local",
    seed: Annotated[int, typer.Option(min=0)] = 1,
    weights: Annotated[
        bool, typer.Option("--weights", help="Evolve the weights of the game's heuristics instead of a network.")
    ] = False,
    values: Annotated[
        bool, typer.Option("--values", help="Learn what positions are worth, for games that write features.")
    ] = False,
) -> None:
    """Train a network for a game by self-play, or evolve the weights of its heuristics.

    The search plays games, first with playouts, then with the best network; a network is fitted to them and tested
    against the best one so far (at first the director). Only a network that a sequential test proves stronger
    replaces it. A run that is stopped continues with the same command.

    zoobox train o-zoo-le-mio --players 2 --games 2000 --jobs 16 --out runs/o-zoo-2

    With --weights, candidates play the playouts of the search against earlier ones, --games each in every generation;
    at the end the director with the new weights plays the director.

    zoobox train new-york-zoo --players 2 --weights --generations 100 --games 3000 --jobs 2 --out runs/new-york-2

    With --values, every position learns from what came of it: in half of the rounds (--generations) in games without a
    search, --games each in four parts, then in games of the search, one for fifty of these. No PyTorch is needed.

    zoobox train night-at-the-zoo --players 1 --values --generations 60 --games 2000 --jobs 2 --out runs/night-1
    """
    if values:
        _learn_values(
            make_game(game, players, variant), out, generations, games, test_budget, test_games, elo, jobs, on, seed
        )
        return
    if weights:
        _evolve(make_game(game, players, variant), out, generations, games, test_budget, test_games, elo, jobs, seed)
        return
    if find_spec("torch") is None:
        raise ZooboxError("training needs PyTorch: pip install 'zoobox[learn]'")
    from zoobox.arena.training.fitting import Shape
    from zoobox.arena.training.loop import Plan, Training

    made = make_game(game, players, variant)
    plan = Plan(
        generations=generations,
        games=games,
        fit_seconds=fit_seconds,
        shape=Shape(width=width, roots=0.3, trust=0.75, decay=0.3),
        test_budget=test_budget,
        test_games=test_games,
        elo=elo,
        seed=seed,
    )
    training = Training(made, out, plan, processes=jobs, backend=on)
    with resumable():
        training.run()
    print(
        f"{training.best if training.best.exists() else 'no network'} is the best; {out / 'curves.md'} has the numbers."
    )


def _evolve(
    game: Game,
    out: Path,
    generations: int,
    games: int,
    test_budget: str,
    test_games: int,
    elo: float,
    jobs: int,
    seed: int,
) -> None:
    from zoobox.arena.training.evolution import Evolution, EvolutionPlan

    plan = EvolutionPlan(
        generations=generations, games=games, test_budget=test_budget, test_games=test_games, elo=elo, seed=seed
    )
    evolution = Evolution(game, out, plan, processes=jobs)
    with resumable():
        verdict = evolution.run()
    _tell(verdict)
    print(f"{evolution.best} has the weights." if evolution.best.exists() else "nothing was proven stronger.")


def _learn_values(
    game: Game,
    out: Path,
    generations: int,
    games: int,
    test_budget: str,
    test_games: int,
    elo: float,
    jobs: int,
    on: str,
    seed: int,
) -> None:
    from zoobox.arena.training.values import ValuePlan, ValueTraining

    plan = ValuePlan(
        practice=(generations + 1) // 2,
        practice_games=games,
        searched=generations // 2,
        searched_games=max(1, games // 50),
        test_budget=test_budget,
        test_games=test_games,
        elo=elo,
        seed=seed,
    )
    training = ValueTraining(game, out, plan, processes=jobs, backend=on)
    with resumable():
        verdict = training.run()
    _tell(verdict)
    print(f"{training.best} has the values." if training.best.exists() else "nothing was proven stronger.")


def _tell(verdict: Verdict | None) -> None:
    """How the test ended, where there was one."""
    if verdict is not None:
        print(f"against the director: {verdict.share:.1%} of {verdict.trials} seeds, {verdict.decided or 'undecided'}.")
