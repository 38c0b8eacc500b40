"""Commands that can be interrupted with Ctrl-C and repeated to continue."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

STOPPED = "Stopped. What is finished is kept; repeat the command to continue."


@contextmanager
def resumable() -> Iterator[None]:
    """Prints, when the user interrupts, that finished work is kept and how to continue."""
    try:
        yield
    except KeyboardInterrupt:
        print(STOPPED, file=sys.stderr)
        raise
