"""GarbageCollection up memory while nobody waits.

Python's search for unreachable cycles stops everything: a tenth of a second and more once thousands of tables are in
memory. Nearly all of what a table leaves behind goes without it, so the full search is made when nothing happens.
"""

from __future__ import annotations

import gc
import time

NEVER = 1_000_000
MOST_SECONDS = 600.0
"""A server that is never idle tidies up this often."""


class GarbageCollection:
    """Takes the full search out of Python's hands; the quick ones, among what is young, stay there."""

    def __init__(self) -> None:
        gc.collect()
        gc.freeze()  # what the program itself consists of need not be searched again
        young, middle, _ = gc.get_threshold()
        gc.set_threshold(young, middle, NEVER)
        self.at = time.monotonic()
        self.committed = 0
        self.clean = True

    def collect_when_idle(self, committed: int) -> None:
        """Called now and then with the number of events so far; searches if it has not changed since the last time."""
        idle = committed == self.committed
        self.committed = committed
        self.clean = self.clean and idle
        if not self.clean and (idle or time.monotonic() - self.at > MOST_SECONDS):
            gc.collect()
            self.at = time.monotonic()
            self.clean = True
