"""`zoobox simulate`"""

from __future__ import annotations

import json
import math
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from zoobox import __version__
from zoobox.arena.entrants import Entrant, parse_list
from zoobox.arena.results import Estimate, Z, share_interval
from zoobox.arena.runner import ignored_interrupts, process_pool
from zoobox.cli import MOST, files, printing
from zoobox.cli.options import (
    RANDOM,
    AsJson,
    ComponentFile,
    GameName,
    Players,
    Settings,
    Variant,
    make_game,
)
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck
from zoobox.kernel.player import play_game
from zoobox.kernel.state import State, play_out

LONGEST_GAME = 1_000_000
BATCHES = 50
"""Batches for each process: enough that the progress bar moves and no process waits long for another."""


@dataclass(frozen=True)
class Plan:
    """What is simulated. Game number n depends on the seed and on n alone."""

    game: Game
    bots: tuple[Entrant, ...]
    seed: int
    records: Path | None

    def luck(self, number: int) -> Luck:
        """The luck from which the seeds of a game are drawn."""
        return Luck(self.seed << 64 | number)


@dataclass
class Tally:
    """Sums over games, as integers, so that the order of adding does not matter."""

    seats: int
    games: int = 0
    decisions: int = 0
    shared: int = 0
    wins: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    results: Counter[str] = field(default_factory=Counter)
    """Alone: how often it was won and lost, or which title was earned."""
    squares: list[int] = field(default_factory=list)
    """Of the points, for their interval."""

    def __post_init__(self) -> None:
        self.wins = self.wins or [0] * self.seats
        self.points = self.points or [0] * self.seats
        self.squares = self.squares or [0] * self.seats

    def count(self, state: State, decisions: int) -> None:
        self.games += 1
        self.decisions += decisions
        shared = 0
        for seat in range(self.seats):
            points = state.points_of(seat)
            self.points[seat] += points
            self.squares[seat] += points * points
            payoff = state.payoff_of(seat)
            self.wins[seat] += payoff == 1 and self.seats > 1
            shared |= 0 < payoff < 1
        self.shared += shared if self.seats > 1 else 0
        if self.seats == 1 and (result := state.game.solo_result(state)):
            self.results[result.name] += 1
            self.wins[0] += result.won is True

    def points_interval(self, seat: int) -> Estimate:
        """The mean points of a seat and their 95 % interval."""
        mean = self.points[seat] / self.games
        spread = max(0.0, self.squares[seat] - self.games * mean * mean) / max(1, self.games - 1)
        half = Z * math.sqrt(spread / self.games)
        return Estimate(mean, mean - half, mean + half)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.shared += other.shared
        self.results += other.results
        for seat in range(self.seats):
            self.wins[seat] += other.wins[seat]
            self.points[seat] += other.points[seat]
            self.squares[seat] += other.squares[seat]


def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-g", min=1, max=MOST, help="How many games.")] = 1000,
    bots: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="The bot at each seat, as in arena, or one for all; random if not given."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=MOST, help="How many processes share the work.")] = 1,
    simulations: Annotated[
        int | None,
        typer.Option(
            min=1, max=MOST, help="Bots think by so many simulations, not by the clock; then games repeat exactly."
        ),
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the record of every game into this folder.")
    ] = None,
    variant: Variant = None,
    settings: Settings = None,
    components: ComponentFile = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play many games, and count.

    The result depends on the seed, not on the number of processes. A win is a win alone; games whose first place is
    shared are counted under `shared`. A solo game is won or lost, or earns a title: `results` counts them.
    Where every bot is random, all legal choices are equally likely; against other bots, a visitor avoids needless
    blunders.

    zoobox simulate zooloretto-dice --players 3 --games 100000 --seed 1

    zoobox simulate zooloretto-dice --bots keeper,random --games 200 --jobs 2

    zoobox simulate zooloretto-dice --bots my_file.py:MyBot,curator@200 --games 200 --json
    """
    made = make_game(game, players, variant, settings, components)
    plan = Plan(made, _bots(bots, made, simulations), seed, _folder(records))
    began = time.perf_counter()
    tally = run(plan, games, jobs, bar=None)
    result = summary(plan, tally, time.perf_counter() - began)
    if as_json:
        print(json.dumps(result))
    else:
        _print_table(plan, result)


def _bots(text: str | None, game: Game, simulations: int | None) -> tuple[Entrant, ...]:
    found = parse_list(RANDOM if text is None else text, game)
    if len(found) == 1:
        found *= game.players
    if len(found) != game.players:
        raise ZooboxError(f"{game.players} seats need {game.players} bots or one level for all, not {len(found)}.")
    if simulations is not None:
        found = [
            replace(bot, simulations=simulations) if bot.level != RANDOM and bot.seconds is None else bot
            for bot in found
        ]
    return tuple(found)


def _folder(records: Path | None) -> Path | None:
    if records is not None:
        try:
            records.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ZooboxError(f"cannot make the folder {records}: {error.strerror}.") from None
    return records


def run(plan: Plan, games: int, jobs: int = 1, bar: bool | None = False) -> Tally:
    """Plays games 0 to games - 1."""
    size = max(1, games // (BATCHES * jobs))
    batches = [(plan, first, min(size, games - first)) for first in range(0, games, size)]
    total = Tally(plan.game.players)
    with printing.progress(bar) as progress:
        task = progress.add_task(f"{plan.game.title}, {games:,} games", total=games)
        for tally in _tallies(batches, min(jobs, len(batches))):
            total.add(tally)
            progress.advance(task, tally.games)
    return total


def _tallies(batches: list[tuple[Plan, int, int]], jobs: int) -> Iterator[Tally]:
    if jobs == 1:
        yield from map(play_batch, batches)
        return
    with process_pool(jobs) as pool:
        with ignored_interrupts():
            tallies = [pool.submit(play_batch, batch) for batch in batches]
        for tally in tallies:
            yield tally.result()


def play_batch(batch: tuple[Plan, int, int]) -> Tally:
    """Plays some games in this process."""
    plan, first, count = batch
    tally = Tally(plan.game.players)
    all_random = all(bot.text == RANDOM for bot in plan.bots)
    for number in range(first, first + count):
        luck = plan.luck(number)
        state = plan.game.start(luck.word(0) >> 16)
        if all_random:
            decisions = play_at_random(state, luck, keep_record=plan.records is not None)
        else:
            decisions = _play_with_bots(plan, state, luck)
        if not state.over:
            raise ZooboxError(f"game {number} of seed {plan.seed} did not end after {decisions} decisions.")
        tally.count(state, decisions)
        if plan.records is not None:
            path = plan.records / f"{plan.game.name}-{plan.game.players}p-{plan.seed}-{number:06}.txt"
            files.write_record(path, plan.game.record(state, [str(bot) for bot in plan.bots]))
    return tally


def play_at_random(state: State, luck: Luck, keep_record: bool) -> int:
    """Random decisions to the end: the same ones whether they are kept for a record or not."""
    if not keep_record:
        return play_out(state, luck, LONGEST_GAME)
    decisions = 0
    while not state.over and decisions < LONGEST_GAME:
        seat = state.waiting[0]
        legal = state.legal(seat)
        state.apply(seat, legal[luck.below(len(legal)) if len(legal) > 1 else 0])
        decisions += 1
    return decisions


def _play_with_bots(plan: Plan, state: State, luck: Luck) -> int:
    seated = [bot.make(plan.game, luck.below(1 << 30)) for bot in plan.bots]
    return play_game(state, seated, limit=LONGEST_GAME)


def summary(plan: Plan, tally: Tally, seconds: float) -> dict[str, Any]:
    """What --json prints: the numbers, and all that is needed to get them again."""
    alone = {"results": dict(tally.results.most_common())} if plan.game.players == 1 else {}
    return {
        "game": plan.game.name,
        "players": plan.game.players,
        "variant": plan.game.variant,
        "settings": dict(plan.game.settings),
        "components": plan.game.components.fingerprint,
        "rules_version": plan.game.rules_version,
        "zoobox": __version__,
        "seed": plan.seed,
        "bots": [bot.key for bot in plan.bots],
        "budgets": [{"simulations": bot.simulations, "seconds": bot.seconds} for bot in plan.bots],
        "games": tally.games,
        "decisions": tally.decisions,
        "seconds": round(seconds, 3),
        "decisions_per_second": round(tally.decisions / seconds),
        "wins": tally.wins,
        "win_share_95": [_rounded(share_interval(wins / tally.games, tally.games)) for wins in tally.wins],
        "shared": tally.shared,
        **alone,
        "mean_points": [round(points / tally.games, 4) for points in tally.points],
        "mean_points_95": [_rounded(tally.points_interval(seat)) for seat in range(tally.seats)],
        "mean_decisions": round(tally.decisions / tally.games, 4),
    }


def _rounded(estimate: Estimate) -> list[float]:
    return [round(estimate.low, 4), round(estimate.high, 4)]


def _print_table(plan: Plan, result: dict[str, Any]) -> None:
    printing.console().print(f"{plan.game.title}, {result['games']:,} games, seed {plan.seed}", style="bold")
    console = printing.console()
    console.print(_results(plan, result) if plan.game.players == 1 else _wins(plan, result))
    shared = "" if plan.game.players == 1 else f"{result['shared']:,} games shared; "
    console.print(
        f"{shared}{result['mean_decisions']:.1f} decisions a game; "
        f"{result['seconds']:.1f} s, {result['decisions_per_second']:,} decisions a second.",
    )


def _wins(plan: Plan, result: dict[str, Any]) -> Table:
    table = printing.table("seat", "bot", numbers=("wins", "share (95 %)", "mean points (95 %)"))
    for seat, bot in enumerate(plan.bots):
        wins = result["wins"][seat]
        low, high = result["win_share_95"][seat]
        share = f"{wins / result['games']:.1%} ({low:.1%} to {high:.1%})"
        table.add_row(str(seat), str(bot), f"{wins:,}", share, _points(result, seat))
    return table


def _points(result: dict[str, Any], seat: int) -> str:
    least, most = result["mean_points_95"][seat]
    return f"{result['mean_points'][seat]:.2f} ({least:.2f} to {most:.2f})"


def _results(plan: Plan, result: dict[str, Any]) -> Table:
    """Alone: how the games ended."""
    table = printing.table("bot", "result", numbers=("games", "share", "mean points (95 %)"))
    for number, (name, count) in enumerate(result["results"].items()):
        first = (str(plan.bots[0]), _points(result, 0)) if number == 0 else ("", "")
        table.add_row(first[0], name, f"{count:,}", f"{count / result['games']:.1%}", first[1])
    return table
