"""boardgame.io's server under the same load, for comparison.

It is measured with its default store, the memory of its process, and with FlatFile, the store of its own that survives
the end of the process, as ours does. Server and client are Node programs in `boardgame_io/`.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from service.processes import free_port

WARM_UP_SECONDS = 2.0
PROGRAMS = Path(__file__).parent / "boardgame_io"


def run(
    folder: Path,
    tables: int,
    seconds: float,
    pace: float | None,
    store: Path | None,
    memory_of: Callable[[int], float],
    cpu_of: Callable[[int], float],
) -> tuple[list[float], float, float]:
    """The times of all decisions in seconds, the megabytes of the server afterwards, and its processor time."""
    port = free_port()
    server = subprocess.Popen(
        ["node", str(PROGRAMS / "server.cjs"), str(folder), str(port), *([str(store)] if store else [])],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        while "ready" not in (line := server.stdout.readline()):
            if not line:
                raise SystemExit(
                    "boardgame.io's server did not start; npm install boardgame.io socket.io-client node-persist"
                )
        arguments = [str(folder), str(port), str(tables), str(seconds), str(pace or 0)]
        told = subprocess.run(
            ["node", str(PROGRAMS / "load.cjs"), *arguments], stdout=subprocess.PIPE, check=True, text=True
        )
        times = [milliseconds / 1000 for milliseconds in json.loads(told.stdout)]
        share = seconds / (seconds + WARM_UP_SECONDS)  # its processor time is known for the whole run only
        return times, memory_of(server.pid), cpu_of(server.pid) * share
    finally:
        server.kill()
        server.wait()
