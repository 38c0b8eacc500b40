"""Draws the curves that the baselines wrote, one picture for each game.

python examples/baselines/curves.py docs/baselines
"""

import csv
import sys
from pathlib import Path

from matplotlib import pyplot

COLOURS = {"visitor": "#8a8f98", "trainee": "#2f7fb8", "keeper": "#c2571a"}


def draw(path: Path) -> Path:
    """The win share against each level by processor time, with 95 % intervals."""
    rows = list(csv.DictReader(path.open()))
    minutes = [float(row["cpu_minutes"]) for row in rows]
    pyplot.rcParams["svg.hashsalt"] = "zoobox"  # the same curve gives the same file
    figure, axes = pyplot.subplots(figsize=(7, 3.6))
    for level, colour in COLOURS.items():
        if level not in rows[0]:
            continue
        shares = [100 * float(row[level]) for row in rows]
        errors = [100 * float(row[f"{level}_error"]) for row in rows]
        axes.plot(minutes, shares, color=colour, marker="o", markersize=3, label=f"against {level}")
        low = [share - error for share, error in zip(shares, errors, strict=True)]
        high = [share + error for share, error in zip(shares, errors, strict=True)]
        axes.fill_between(minutes, low, high, color=colour, alpha=0.15, linewidth=0)
    axes.axhline(50, color="black", linewidth=0.6, linestyle=":")
    axes.set(xlabel="minutes of processor time", ylabel="wins in %", ylim=(0, 100), title=path.stem)
    axes.legend(loc="lower right", frameon=False)
    figure.tight_layout()
    made = path.with_suffix(".svg")
    figure.savefig(made, metadata={"Date": None})
    return made


if __name__ == "__main__":
    for path in sorted(Path(sys.argv[1]).glob("*.csv")):
        print(draw(path))
