"""Measures the games of one checkout in one mode, slice by slice, as `zoobox bench` asks for them.

Run as a script with the checkout on PYTHONPATH. Reads lines of JSON, {"game": ..., "what": ..., "seconds": ...}, and
answers each with a line. It uses little of the package, and only what seldom changes, so that it also measures older
checkouts.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import zoobox
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import play_out

STARTS = 32
LONGEST_GAME = 1_000_000
COPIES = 1000


class Measured:
    """One game, ready to be measured in CPU time."""

    def __init__(self, name: str) -> None:
        self.game = zoobox.game(name)
        self.luck = Luck(1)
        self.starts: list[Any] = [self.game.start(seed) for seed in range(STARTS)]
        self.mid_game: Any = self.game.start(1)
        play_out(self.mid_game, Luck(1), play_out(self.mid_game.copy(), Luck(1), LONGEST_GAME) // 2)

    def playouts(self, seconds: float) -> dict[str, float]:
        """Copies a starting position and plays it to the end at random."""
        games = decisions = 0
        began = now = time.process_time()
        while now - began < seconds:
            for start in self.starts:
                decisions += play_out(start.copy(), self.luck, LONGEST_GAME)
            games += len(self.starts)
            now = time.process_time()
        return {"decisions_per_second": decisions / (now - began), "playouts_per_second": games / (now - began)}

    def from_python(self, seconds: float) -> dict[str, float]:
        """Makes decisions one by one through `legal` and `apply`."""
        decisions = 0
        began = now = time.process_time()
        while now - began < seconds:
            state = self.starts[self.luck.below(len(self.starts))].copy()
            while not state.over:
                seat = state.waiting[0]
                legal = state.legal(seat)
                state.apply(seat, legal[self.luck.below(len(legal))])
                decisions += 1
            now = time.process_time()
        return {"decisions_per_second_from_python": decisions / (now - began)}

    def copies(self, seconds: float) -> dict[str, float]:
        """Copies a position in mid-game."""
        copies = 0
        began = now = time.process_time()
        while now - began < seconds:
            for _ in range(COPIES):
                self.mid_game.copy()
            copies += COPIES
            now = time.process_time()
        return {"copies_per_second": copies / (now - began)}


def main() -> None:
    measured: dict[str, Measured] = {}
    for line in sys.stdin:
        asked = json.loads(line)
        name = asked["game"]
        if name not in measured:
            measured[name] = Measured(name)
        found: dict[str, Any] = getattr(measured[name], asked["what"])(asked["seconds"])
        found["mode"] = zoobox.speed.mode()
        found["state_bytes"] = measured[name].mid_game.size
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
