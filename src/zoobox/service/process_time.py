"""The time of day as this process counts it: read once, then measured by a clock that nobody can set.

A wall clock jumps when somebody or a time server corrects it; clocks of games must not.
"""

from __future__ import annotations

import time

_STARTED = time.time() - time.monotonic()


def now() -> float:
    """Seconds since 1970."""
    return _STARTED + time.monotonic()
