"""`zoobox bench`"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from zoobox import games as registry
from zoobox import speed
from zoobox.cli import MOST, bench_worker, printing
from zoobox.cli.options import AsJson
from zoobox.kernel.errors import ZooboxError

MODES = ("compiled", "interpreted")
SLICES = 5
"""Each number is measured in so many slices, in turns with what it is compared with."""
WHAT = ("playouts", "from_python", "copies")
SPEEDS = ("decisions_per_second", "playouts_per_second", "decisions_per_second_from_python", "copies_per_second")
HERE = Path(speed.__file__).parents[1]


@dataclass
class Contestant:
    """One mode of one checkout, measured in a process of its own, since a process runs in one mode."""

    mode: str
    source: Path = HERE
    slices: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    """The speeds of each game, slice by slice."""
    bytes: dict[str, int] = field(default_factory=dict)

    def note(self, game: str, found: dict[str, Any]) -> None:
        """Keeps what was measured in one slice."""
        if found.pop("mode") != self.mode:
            raise ZooboxError(f"the modules of {self.source} are not all compiled; `make build` there compiles them.")
        self.bytes[game] = found.pop("state_bytes")
        speeds = self.slices.setdefault(game, {})
        for name, value in found.items():
            speeds.setdefault(name, []).append(value)

    def median(self, game: str, name: str) -> float:
        return statistics.median(self.slices[game][name])

    def times(self, other: Contestant, game: str, name: str) -> float:
        """How many times as fast as the other: the median over pairs of slices that were measured side by side."""
        pairs = zip(self.slices[game][name], other.slices[game][name], strict=True)
        return statistics.median(mine / theirs for mine, theirs in pairs)


def bench(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="One game; all of them where nothing is said.")
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.01, max=MOST, help="How long each number is measured, in CPU time.")
    ] = 0.5,
    against: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Another checkout to compare with, such as one before a change.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure how fast the games run, compiled and interpreted, with two players and one thread, in CPU time.

    What is compared takes turns in short slices; medians are shown, and how many times as fast. playouts: copy a
    starting position and play it to the end at random. decisions: those of the playouts. from Python: decisions made
    one by one through `legal` and `apply`. copies: of a position in mid-game. bytes: of one position.

    zoobox bench new-york-zoo --against ../before
    """
    names = [registry.game_class(game).name] if game else registry.names()
    contestants = modes_here()
    rivals: list[Contestant | None] = [*contestants[1:], None]
    if against is not None:
        source = _source(against)
        others = [Contestant(one.mode, source) for one in contestants]
        contestants = [one for pair in zip(contestants, others, strict=True) for one in pair]
        rivals = [rival for other in others for rival in (other, None)]
    measure(contestants, names, seconds)
    rows = [row(name, one, rival) for name in names for one, rival in zip(contestants, rivals, strict=True)]
    if as_json:
        print(json.dumps(rows, indent=2))
    else:
        _print_table(rows)


def modes_here() -> list[Contestant]:
    """This checkout, compiled if it is, and interpreted."""
    return [Contestant(mode) for mode in MODES if mode == "interpreted" or speed.is_built()]


def _source(checkout: Path) -> Path:
    """The folder of a checkout or an installation that holds the package."""
    for folder in (checkout / "src", checkout):
        if (folder / "zoobox" / "__init__.py").exists():
            return folder.resolve()
    raise ZooboxError(f"there is no zoobox in {checkout}; name a checkout.")


def measure(contestants: Sequence[Contestant], names: Sequence[str], seconds: float) -> None:
    """Measures all contestants in turns, slice by slice."""
    with ExitStack() as stack:
        workers = [stack.enter_context(_worker(one)) for one in contestants]
        for name in names:
            for number in range(SLICES):
                turns = list(zip(contestants, workers, strict=True))
                for what in WHAT:
                    for contestant, worker in turns if number % 2 else reversed(turns):
                        contestant.note(name, _ask(worker, contestant, name, what, seconds / SLICES))


def _ask(worker: subprocess.Popen[str], contestant: Contestant, game: str, what: str, seconds: float) -> dict[str, Any]:
    assert worker.stdin is not None
    assert worker.stdout is not None
    try:
        worker.stdin.write(json.dumps({"game": game, "what": what, "seconds": seconds}) + "\n")
        worker.stdin.flush()
        answer = worker.stdout.readline()
    except BrokenPipeError:
        answer = ""
    if not answer:
        _, error = worker.communicate()
        reason = error.strip().splitlines()[-1:] or ["its process ended"]
        raise ZooboxError(f"{game} could not be measured {contestant.mode} in {contestant.source}: {reason[0]}")
    found: dict[str, Any] = json.loads(answer)
    return found


@contextmanager
def _worker(contestant: Contestant) -> Iterator[subprocess.Popen[str]]:
    environment = {key: value for key, value in os.environ.items() if key != speed.ASKED}
    environment["PYTHONPATH"] = str(contestant.source)
    if contestant.mode == "interpreted":
        environment[speed.ASKED] = "1"
    command = [sys.executable, "-P", bench_worker.__file__]  # -P: the folder of the script is no place to import from
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def row(name: str, one: Contestant, other: Contestant | None = None) -> dict[str, Any]:
    """The medians of one game; with another contestant, also how many times as fast as that one."""
    found: dict[str, Any] = {"game": name, "mode": one.mode, "checkout": str(one.source)}
    found |= {key: round(one.median(name, key)) for key in SPEEDS}
    found["state_bytes"] = one.bytes[name]
    if other is not None:
        found["against"] = {"mode": other.mode, "checkout": str(other.source)}
        found["times_as_fast"] = {key: round(one.times(other, name, key), 3) for key in SPEEDS}
    return found


def _print_table(rows: list[dict[str, Any]]) -> None:
    table = printing.table("per second", "", numbers=("decisions", "playouts", "from Python", "copies", "bytes"))
    for one in rows:
        where = "" if one["checkout"] == str(HERE) else f", {one['checkout']}"
        numbers = [rounded(one[key]) for key in SPEEDS]
        table.add_row(one["game"], f"{one['mode']}{where}", *numbers, str(one["state_bytes"]))
        if "times_as_fast" in one:
            times = [f"{one['times_as_fast'][key]:.2f}" for key in SPEEDS]
            table.add_row("", "  times the row below", *times, "")
    printing.console().print(table)
    if not speed.is_built():
        print("Not all modules are compiled; `make build` compiles them.")


def rounded(number: float) -> str:
    """`28.4 M`, `415 k`."""
    if number >= 1_000_000:
        return f"{number / 1_000_000:.1f} M"
    return f"{number / 1000:.0f} k" if number >= 10_000 else f"{number:.0f}"
