"""Clocks of games while somebody sets the clock on the wall."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import pytest

from service.client import look, table_of_two
from service.processes import PROGRAM, ServerProcess

HOUR = 3600.0
SECONDS = 30


def left(client: httpx.Client, table: str) -> float:
    now = look(client, table, 0)["now"]
    assert now["seats"][0]["bot_in"] is None, "the clock has run out"
    return float(now["clocks"][0]["left"])


@pytest.mark.long
def test_clocks_do_not_follow_a_wall_clock_that_jumps(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'zoobox.db'}", tmp_path, PROGRAM)
    server.set_wall_clock(0)
    server.start()
    try:
        ada, bob = server.program("Ada"), server.program("Bob")
        table = table_of_two(ada, bob, clock={"kind": "decision", "seconds": SECONDS})
        for wrong_by in (-HOUR, 2 * HOUR):
            server.set_wall_clock(wrong_by)
            before = left(ada, table)
            assert before <= SECONDS
            time.sleep(3.5)  # long enough for the sweep to look at every table
            assert before - 10 < left(ada, table) <= before - 3.4
        server.kill()
        server.set_wall_clock(-HOUR)
        server.start()
        before = left(ada, table)
        assert before <= SECONDS
        time.sleep(1)
        assert left(ada, table) <= before - 0.9, "the clock waits for the wall clock to catch up"
    finally:
        server.kill()
