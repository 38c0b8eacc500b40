"""Our speed beside that of OpenSpiel, catanatron and PettingZoo, with the bars we hold ourselves to, in one run.

The peers are installed into an environment of their own under build/. Each number is decisions per second in one
thread. Playouts: random games in compiled or interpreted rules, beside peers driven from Python as their users drive
them. Environments: ours and the frameworks' own games, driven from Python by the same loop.
"""

import argparse
import json
import os
import subprocess
import sys
import venv
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from zoobox import games as registry
from zoobox.cli import printing
from zoobox.cli.bench import measure, modes_here, rounded
from zoobox.cli.bench import row as bench_row

HERE = Path(__file__).parent
ENVIRONMENT = HERE.parent / "build" / "peers"
PACKAGES = ["open_spiel", "catanatron", "pettingzoo", "pygame", "numpy"]
SPIEL = "OpenSpiel connect_four (C++)"

PLAYOUT_BARS = {
    "zooloretto-dice": (SPIEL, {"compiled": 20, "interpreted": 0.5}, 1_000_000),
    "new-york-zoo": ("catanatron", {"compiled": 200, "interpreted": 2}, 300_000),
    "night-at-the-zoo": ("catanatron", {"compiled": 150, "interpreted": 4}, 500_000),
    "o-zoo-le-mio": ("catanatron", {"compiled": 80, "interpreted": 1.5}, 300_000),
}
"""For each game: beside whom, how many times as fast, and how many copies per second compiled."""
VECTOR_BARS = {"zooloretto-dice": 3_000_000, "new-york-zoo": 500_000}
PETTINGZOO_BAR = 5
OPENSPIEL_BAR = 1


@dataclass(frozen=True)
class Row:
    """One number, what it stands beside and what it should be at least: so many times that, or so many."""

    what: str
    game: str
    speed: int
    beside: str = ""
    times: float | None = None
    bar: float | None = None

    @property
    def met(self) -> bool | None:
        reached = self.speed if self.times is None else self.times
        return None if self.bar is None else reached >= self.bar


def peers_python() -> Path:
    """The Python of an environment that has the peers."""
    python = ENVIRONMENT / "bin" / "python"
    stamp = ENVIRONMENT / "installed"
    if not stamp.exists():
        print("Installing the peers, once.", file=sys.stderr)
        venv.create(ENVIRONMENT, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        stamp.touch()
    return python


def measure_peers(seconds: float) -> dict[str, dict[str, int]]:
    """The peers and our environments, all in one process of the peers' environment."""
    command = [peers_python(), "-W", "ignore", HERE / "peer_games.py", str(seconds)]
    environment = {**os.environ, "PYTHONPATH": str(HERE.parent / "src")}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    if done.returncode:
        sys.exit(f"The peers could not be measured:\n{done.stderr}")
    measured: dict[str, dict[str, int]] = json.loads(done.stdout.splitlines()[-1])
    return measured


def playout_rows(ours: list[dict[str, Any]], peers: dict[str, int]) -> list[Row]:
    rows = [Row("peer", name, speed) for name, speed in peers.items()]
    for one in ours:
        beside, bars, copies = PLAYOUT_BARS[one["game"]]
        speed, mode = one["decisions_per_second"], one["mode"]
        rows.append(Row(f"playouts, {mode}", one["game"], speed, beside, speed / peers[beside], bars[mode]))
        if mode == "compiled":
            rows.append(Row("copies, compiled", one["game"], one["copies_per_second"], bar=copies))
    return rows


def environment_rows(measured: dict[str, dict[str, int]]) -> list[Row]:
    rows = []
    for table, what in (("pettingzoo", "PettingZoo"), ("pettingzoo_by_space", "PettingZoo, space.sample(mask)")):
        rows += beside_one(what, measured[table], "connect_four_v3", PETTINGZOO_BAR)
    rows += [
        Row("vectorised", name, speed, bar=VECTOR_BARS.get(name)) for name, speed in measured["vectorised"].items()
    ]
    theirs = {name: speed for name, speed in measured["openspiel"].items() if name not in registry.names()}
    return rows + beside_one(
        "OpenSpiel", measured["openspiel"], max(theirs, key=lambda name: theirs[name]), OPENSPIEL_BAR
    )


def beside_one(what: str, speeds: dict[str, int], beside: str, bar: float) -> list[Row]:
    """Their games, then ours beside one of them."""
    rows = [Row(what, name, speed) for name, speed in speeds.items() if name not in registry.names()]
    return rows + [
        Row(what, name, speeds[name], beside, speeds[name] / speeds[beside], bar) for name in registry.names()
    ]


def print_table(rows: list[Row]) -> None:
    table = printing.table("decisions per second", "", "beside", numbers=["", "times", "bar", ""])
    for row in rows:
        times = "" if row.times is None else f"{row.times:.2f}"
        bar = "" if row.bar is None else rounded(row.bar) if row.times is None else f"{row.bar:g}"
        met = {None: "", True: "met", False: "missed"}[row.met]
        table.add_row(row.what, row.game, row.beside, rounded(row.speed), times, bar, met)
    printing.console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each number is measured")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    measured = measure_peers(arguments.seconds)
    modes = modes_here()
    measure(modes, registry.names(), arguments.seconds)
    ours = [bench_row(name, mode) for mode in modes for name in registry.names()]
    rows = playout_rows(ours, measured["peers"]) + environment_rows(measured)
    if arguments.json:
        print(json.dumps([{**asdict(row), "met": row.met} for row in rows], indent=2))
    else:
        print_table(rows)


if __name__ == "__main__":
    main()
