"""`zoobox arena`"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from zoobox import games as registry
from zoobox.arena import ladder as ladders
from zoobox.arena import sprt as tests
from zoobox.arena.entrants import Entrant, parse_all
from zoobox.arena.matches import Match, schedule, seatings
from zoobox.arena.play import Outcome
from zoobox.arena.ratings import rate
from zoobox.arena.results import tally
from zoobox.arena.runner import play_all
from zoobox.arena.store import ResultStore
from zoobox.cli import MOST, printing
from zoobox.cli.interrupts import resumable
from zoobox.cli.options import AsJson, ComponentFile, Players, Settings, Variant, make_game
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game

MOST_TEST_GAMES = 20_000


def arena(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="The name of a game.")] = None,
    bots: Annotated[
        str,
        typer.Option(metavar="A,B[,C]", help="Who competes: levels, with a budget if wanted, or my_file.py:MyBot."),
    ] = "visitor,keeper",
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, max=MOST, help="Games for each pairing.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="The first seed; every pairing plays the same ones.")] = 1,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=MOST, help="How many processes play.")] = 1,
    on: Annotated[str, typer.Option(metavar="local|ray", help="A pool of processes here, or a Ray cluster.")] = "local",
    sprt: Annotated[
        float | None,
        typer.Option(metavar="ELO", help="Stop as soon as the second bot is proven stronger by so much, or not."),
    ] = None,
    ladder: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Play the ladder of all levels and keep its numbers in FILE.")
    ] = None,
    page: Annotated[
        Path | None, typer.Option(metavar="FILE", help="With --ladder: write the page to FILE, without playing.")
    ] = None,
    minutes: Annotated[float, typer.Option(min=0.01, max=MOST, help="With --ladder: the most for each pairing.")] = 5.0,
    only: Annotated[
        str | None, typer.Option(metavar="LEVELS", help="With --ladder: only these levels against the one below.")
    ] = None,
    keep: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where finished games are kept; a cache folder otherwise.")
    ] = None,
    variant: Variant = None,
    settings: Settings = None,
    components: ComponentFile = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Play all games again, also those kept from before.")] = False,
    as_json: AsJson = False,
) -> None:
    """Let bots compete: every pairing plays the same seeds in all seats.

    Finished games are kept on disk, so an arena that is interrupted continues when the command is repeated. A bot is a
    level, a level with so many simulations (curator@500) or with so much time (curator@0.1s), or your own: a class in a
    file (my_file.py:MyBot), a program (run:COMMAND) or an address (http://...). Games of your own bot are kept for the
    code that played them: when the file changes, it plays again. Play everything again with --fresh, for instance
    when another file that your bot imports has changed.

    zoobox arena zooloretto-dice --bots visitor,keeper,curator@200 --players 2 --games 100 --jobs 2

    zoobox arena zooloretto-dice --bots curator@200,curator@400 --sprt 30

    zoobox arena --ladder ladder.json --games 200 --minutes 5 --jobs 16
    """
    if ladder is not None:
        _ladder(ladder, page, game, players, games, minutes, jobs, on, only, keep)
        return
    if page is not None:
        raise ZooboxError("--page needs --ladder FILE, whose numbers it is made from.")
    if game is None:
        raise ZooboxError(f"which game? There is: {', '.join(registry.names())}.")
    made = make_game(game, players, variant, settings, components)
    entrants = parse_all(bots, made)
    if made.players > 1:
        rate(())  # what ratings need is missed before the games are played
    store = ResultStore(made, Outcome, keep, fresh=fresh)
    if sprt is not None:
        _test(made, entrants, sprt, seed, jobs, on, store, as_json)
        return
    matches = list(schedule(entrants, made.players, games, seed))
    _announce(sum(match.key in store.results for match in matches), len(matches))
    outcomes = play_all(made, matches, processes=jobs, backend=on, store=store)
    _print(made, list(_shown(outcomes, len(matches), made)), as_json)


def _announce(kept: int, total: int) -> None:
    """Says on the error stream how many games are not played again."""
    if kept:
        print(f"{kept:,} of {total:,} games are kept from before; --fresh plays them again.", file=sys.stderr)


def _shown(outcomes: Iterable[Outcome], total: int, game: Game) -> Iterator[Outcome]:
    """The outcomes as they come, with a progress bar in a terminal."""
    with resumable(), printing.progress() as progress:
        task = progress.add_task(f"{game.title}, {total:,} games", total=total)
        for outcome in outcomes:
            progress.advance(task)
            yield outcome


def _print(game: Game, outcomes: list[Outcome], as_json: bool) -> None:
    lines = tally(outcomes)
    ratings = rate(outcomes) if game.players > 1 else []
    if as_json:
        result: dict[str, Any] = {
            "game": game.configuration(),
            "lines": [line.as_json() for line in lines],
            "ratings": [{"entrant": found.entrant, "mu": found.mu, "sigma": found.sigma} for found in ratings],
        }
        print(json.dumps(result))
        return
    console = printing.console()
    console.print(f"{game.title}, {game.players} players", style="bold")
    share = "payoff (95 %)" if game.players == 1 else "win share (95 %)"
    table = printing.table("bot", "against", numbers=("games", share, "points (95 %)", "median", "ms a decision"))
    for line in lines:
        table.add_row(
            line.entrant,
            line.rival,
            str(line.games),
            line.share.plain() if game.players == 1 else line.share.percent(),
            line.points.plain(),
            f"{line.median_points:g}",
            f"{1000 * line.seconds:.1f}",
        )
    console.print(table)
    if ratings:
        table = printing.table("bot", numbers=("rating", "unsure by"))
        for found in ratings:
            table.add_row(found.entrant, f"{found.mu:.1f}", f"{found.sigma:.1f}")
        console.print(table)


def _test(
    game: Game,
    entrants: list[Entrant],
    elo: float,
    seed: int,
    jobs: int,
    on: str,
    store: ResultStore[Outcome],
    as_json: bool,
) -> None:
    if len(entrants) != 2 or game.players != 2:
        raise ZooboxError("a test of strength is between two bots in a game for two: --bots OLD,NEW --players 2")
    old, new = entrants
    tests.judge([], elo)
    matches: list[Match] = list(schedule(entrants, 2, MOST_TEST_GAMES, seed))
    _announce(sum(match.key in store.results for match in matches), len(matches))
    outcomes = play_all(game, matches, processes=jobs, backend=on, store=store)
    *_, verdict = tests.run(_shown(outcomes, len(matches), game), str(new), len(seatings(old, new, 2)), elo)
    decided = verdict.decided or "not decided"
    if as_json:
        print(
            json.dumps(
                {"verdict": decided, "trials": verdict.trials, "share": verdict.share, "ratio": round(verdict.ratio, 3)}
            )
        )
        return
    print(
        f"{new} is {decided} than {old} by {elo:g} Elo: {verdict.trials} seeds, win share {verdict.share:.1%}, "
        f"log-likelihood ratio {verdict.ratio:.2f} (bounds {verdict.lower:.2f} and {verdict.upper:.2f})."
    )


def _ladder(
    file: Path,
    page: Path | None,
    game: str | None,
    players: int | None,
    games: int,
    minutes: float,
    jobs: int,
    on: str,
    only: str | None,
    keep: Path | None,
) -> None:
    if page is not None:
        page.write_text(ladders.page(ladders.read(file)), encoding="utf-8")
        return
    levels = only.split(",") if only else []
    unknown = [level for level in levels if level not in ladders.RUNGS]
    if unknown:
        raise ZooboxError(f"there is no rung {unknown[0]!r}; there is: {', '.join(ladders.RUNGS)}.")
    with resumable():
        ladders.play_ladder(
            file,
            [registry.game_class(game).name] if game else registry.names(),
            games=games,
            minutes=minutes,
            processes=jobs,
            backend=on,
            counts=[players] if players else [],
            levels=levels,
            folder=keep,
        )
