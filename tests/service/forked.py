"""Servers forked from a process that has imported all they need: importing is nearly all of the start of a server.

That process is Python's fork server. It starts with the first server of a test process and ends with the test process.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing import forkserver
from pathlib import Path
from unittest.mock import patch

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["zoobox.cli.serve", "zoobox.web.app", __name__])


class ForkedProcess:
    """`zoobox` with these arguments: those methods of `subprocess.Popen` that tests call."""

    def __init__(self, arguments: Sequence[str], environment: dict[str, str], log: Path) -> None:
        with patch.dict(os.environ, PYTHONPATH=os.pathsep.join(sys.path)):
            forkserver.ensure_running()
        os.umask(mask := os.umask(0))
        inherited = (environment, os.getcwd(), mask)
        # a daemon, so that no server outlives its tests
        self.process = CONTEXT.Process(target=run, args=(arguments, *inherited, log), daemon=True)
        self.process.start()
        assert self.process.pid is not None
        self.pid = self.process.pid

    def poll(self) -> int | None:
        return self.process.exitcode

    def wait(self, timeout: float) -> int:
        self.process.join(timeout)
        if self.process.exitcode is None:
            raise subprocess.TimeoutExpired("zoobox", timeout)
        return self.process.exitcode

    def terminate(self) -> None:
        self.process.terminate()

    def kill(self) -> None:
        self.process.kill()


def run(arguments: Sequence[str], environment: dict[str, str], folder: str, mask: int, log: Path) -> None:
    """Runs in the fork, as a program that was started there and then."""
    from zoobox import cli

    gc.freeze()  # what was imported is no garbage; to look through it takes a tenth of a second
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    os.umask(mask)
    with log.open("ab") as file:
        for standard in (sys.stdout, sys.stderr):
            os.dup2(file.fileno(), standard.fileno())
    cli.main(list(arguments))
