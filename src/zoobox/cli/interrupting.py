"""Long work that is stopped by Ctrl-C, and what becomes of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

STOPPED = "Stopped. What is finished is kept; the same command goes on from there."


@contextmanager
def goes_on_later() -> Iterator[None]:
    """Says, when somebody interrupts the work, that nothing finished is lost and how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        print(STOPPED, file=sys.stderr)
        raise
