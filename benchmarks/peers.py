"""Our random games beside those of OpenSpiel, catanatron and PettingZoo, measured in one run on one machine.

The peers are installed into an environment of their own under build/. Each number is decisions per second in one
thread: ours for random playouts, theirs driven from Python as their users drive them.
"""

import argparse
import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

from zoobox import games as shelf
from zoobox.cli import printing
from zoobox.cli.bench import MODES, measure_in, rounded

HERE = Path(__file__).parent
ENVIRONMENT = HERE.parent / "build" / "peers"
PACKAGES = ["open_spiel", "catanatron", "pettingzoo", "pygame", "numpy"]


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


def peers(seconds: float) -> dict[str, int]:
    done = subprocess.run(
        [peers_python(), HERE / "peer_games.py", str(seconds)], check=True, capture_output=True, text=True
    )
    measured: dict[str, int] = json.loads(done.stdout.splitlines()[-1])
    return measured


def compare(ours: list[dict[str, Any]], theirs: dict[str, int]) -> list[dict[str, Any]]:
    return [
        {
            "game": row["game"],
            "mode": row["mode"],
            "decisions_per_second": row["decisions_per_second"],
            "copies_per_second": row["copies_per_second"],
            "state_bytes": row["state_bytes"],
            "times": {name: round(row["decisions_per_second"] / speed, 2) for name, speed in theirs.items()},
        }
        for row in ours
    ]


def print_table(rows: list[dict[str, Any]], theirs: dict[str, int]) -> None:
    table = printing.table("decisions per second", "", numbers=["", *(f"times {name.split()[0]}" for name in theirs)])
    for name, speed in theirs.items():
        table.add_row(name, "", rounded(speed))
    for row in rows:
        times = [f"{ratio:.2f}" for ratio in row["times"].values()]
        table.add_row(row["game"], row["mode"], rounded(row["decisions_per_second"]), *times)
    printing.console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each number is measured")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    theirs = peers(arguments.seconds)
    ours = [row for mode in MODES for row in measure_in(mode, shelf.names(), arguments.seconds)]
    rows = compare(ours, theirs)
    if arguments.json:
        print(json.dumps({"peers": theirs, "zoobox": rows}, indent=2))
    else:
        print_table(rows, theirs)


if __name__ == "__main__":
    main()
