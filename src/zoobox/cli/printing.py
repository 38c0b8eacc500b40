"""How the commands print: one console, one kind of table."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

WIDTH_OF_A_PIPE = 160


def console(stderr: bool = False) -> Console:
    """Standard output, wide enough in a pipe that nothing is cut off, without markup."""
    stream = sys.stderr if stderr else sys.stdout
    return Console(
        stderr=stderr, width=None if stream.isatty() else WIDTH_OF_A_PIPE, markup=False, highlight=False, emoji=False
    )


def progress(shown: bool | None = None) -> Progress:
    """A progress bar on standard error; shown in a terminal unless `shown` says otherwise."""
    visible = sys.stderr.isatty() if shown is None else shown
    return Progress(console=console(stderr=True), disable=not visible, transient=True)


def table(*texts: str, numbers: Sequence[str] = ()) -> Table:
    """A table with columns of text and then columns of numbers."""
    made = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in texts:
        made.add_column(heading, overflow="fold")
    for heading in numbers:
        made.add_column(heading, justify="right", no_wrap=True)
    return made
