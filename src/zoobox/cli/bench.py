"""`zoobox bench`"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import Annotated, Any

import typer

from zoobox import games as registry
from zoobox import speed
from zoobox.cli import printing
from zoobox.cli.options import AsJson
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import play_out

STARTS = 32
LONGEST_GAME = 1_000_000
MODES = ("compiled", "interpreted")


def bench(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="One game; all of them where nothing is said.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="How long each number is measured.")] = 0.5,
    as_json: AsJson = False,
    here: Annotated[bool, typer.Option("--here", hidden=True)] = False,
) -> None:
    """Measure how fast the games run, compiled and interpreted, with two players and one thread.

    playouts: copy a starting position and play it to the end at random. decisions: those of the playouts. from Python:
    decisions asked for and made one by one through `legal` and `apply`. copies: of a position in mid-game. bytes: of
    one position.
    """
    names = [registry.game_class(game).name] if game else registry.names()
    if here:
        print(json.dumps([measure(registry.game(name), seconds) for name in names]))
        return
    rows = [row for mode in MODES for row in measure_in(mode, names, seconds)]
    rows.sort(key=lambda row: names.index(row["game"]))
    if as_json:
        print(json.dumps(rows, indent=2))
    else:
        _print_table(rows)


def measure_in(mode: str, names: list[str], seconds: float) -> list[dict[str, Any]]:
    """Measures in a process of its own, since a process runs in one mode. Modules that are not built give no rows."""
    if mode == "compiled" and not speed.is_built():
        return []
    environment = {key: value for key, value in os.environ.items() if key != speed.ASKED}
    if mode == "interpreted":
        environment[speed.ASKED] = "1"
    rows: list[dict[str, Any]] = []
    for name in names:
        command = [sys.executable, "-m", "zoobox", "bench", name, "--here", "--seconds", str(seconds)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise ZooboxError(f"{name} could not be measured {mode}: {done.stderr.strip()}")
        rows += json.loads(done.stdout)
    return rows


def measure(game: Game, seconds: float) -> dict[str, Any]:
    """The numbers of one game in the mode of this process."""
    starts = [game.start(seed) for seed in range(STARTS)]
    playouts, decisions = _playouts(starts, seconds)
    return {
        "game": game.name,
        "mode": speed.mode(),
        "decisions_per_second": round(decisions),
        "playouts_per_second": round(playouts),
        "decisions_per_second_from_python": round(_from_python(starts, seconds)),
        "copies_per_second": round(_copies(_mid_game(game), seconds)),
        "state_bytes": starts[0].size,
    }


def _playouts(starts: list[Any], seconds: float) -> tuple[float, float]:
    luck = Luck(1)
    games = decisions = 0
    began = now = time.perf_counter()
    while now - began < seconds:
        for start in starts:
            decisions += play_out(start.copy(), luck, LONGEST_GAME)
        games += len(starts)
        now = time.perf_counter()
    return games / (now - began), decisions / (now - began)


def _from_python(starts: list[Any], seconds: float) -> float:
    luck = Luck(1)
    decisions = 0
    began = now = time.perf_counter()
    while now - began < seconds:
        state = starts[luck.below(len(starts))].copy()
        while not state.over:
            seat = state.waiting[0]
            legal = state.legal(seat)
            state.apply(seat, legal[luck.below(len(legal))])
            decisions += 1
        now = time.perf_counter()
    return decisions / (now - began)


def _mid_game(game: Game) -> Any:
    """A position some way into a game."""
    state = game.start(1)
    play_out(state, Luck(1), play_out(state.copy(), Luck(1), LONGEST_GAME) // 2)
    return state


def _copies(state: Any, seconds: float) -> float:
    copies = 0
    began = now = time.perf_counter()
    while now - began < seconds:
        for _ in range(1000):
            state.copy()
        copies += 1000
        now = time.perf_counter()
    return copies / (now - began)


def _print_table(rows: list[dict[str, Any]]) -> None:
    numbers = ("decisions", "playouts", "from Python", "copies", "bytes")
    table = printing.table("per second", "", numbers=numbers)
    for row in rows:
        name, mode, *measured, size = row.values()
        table.add_row(name, mode, *(rounded(number) for number in measured), str(size))
    printing.console().print(table)
    if not speed.is_built():
        print("Not all modules are compiled; `make build` compiles them.")


def rounded(number: float) -> str:
    """`28.4 M`, `415 k`."""
    if number >= 1_000_000:
        return f"{number / 1_000_000:.1f} M"
    return f"{number / 1000:.0f} k" if number >= 10_000 else f"{number:.0f}"
