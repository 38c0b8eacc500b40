"""Notifications between server processes, through PostgreSQL's LISTEN and NOTIFY."""

from __future__ import annotations

import contextlib
import json
import logging
import threading
from collections.abc import Callable, Sequence

import psycopg

from zoobox.service.tables.events import TableEvent

log = logging.getLogger("zoobox.notifications")
RETRY_SECONDS = 1.0
POLL_SECONDS = 1.0
MAX_PAYLOAD = 7000
"""PostgreSQL carries up to 8000 bytes in a notification."""


def events_notification(table_id: str, process: str, events: Sequence[TableEvent]) -> str:
    """Announces new events; they are included if they are small enough."""
    rows = [[getattr(event, name) for name in TableEvent.__slots__] for event in events]
    payload = json.dumps(rows, separators=(",", ":"))
    head = f"{table_id} {events[-1].number} {process}"
    return f"{head} {payload}" if len(payload) < MAX_PAYLOAD else head


def read_events_notification(rest: str) -> tuple[int, str, list[TableEvent]]:
    """The last number, the process that wrote, and the events if they were included."""
    number, process, *payload = rest.split(" ", 2)
    return int(number), process, [TableEvent(*row) for row in json.loads(payload[0])] if payload else []


def presence_notification(table_id: str, process: str, watchers: int, seats: Sequence[int]) -> str:
    """Announces who watches a table through this process."""
    return f"presence {table_id} {process} {watchers} {','.join(str(seat) for seat in seats) or '-'}"


def read_presence_notification(rest: str) -> tuple[str, str, int, list[int]]:
    """The table, the process, how many watch, and the seats of those who play."""
    table_id, process, watchers, seats = rest.split(" ")
    return table_id, process, int(watchers), [int(seat) for seat in seats.split(",") if seat.isdigit()]


class Listener:
    """A thread that receives notifications and reconnects for as long as it takes.

    `received` and `missed` are called from that thread; `missed` after every new connection, because whatever was sent
    before has not been received.
    """

    def __init__(self, url: str, received: Callable[[str], object], missed: Callable[[], object]) -> None:
        self.url = url.replace("postgresql+psycopg://", "postgresql://")
        self.received = received
        self.missed = missed
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self._run, name="listener", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        self.stopping.set()
        self.thread.join()

    def _run(self) -> None:
        while not self.stopping.is_set():
            try:
                self._listen()
            except (psycopg.Error, OSError):
                log.warning("cannot listen for notifications; trying again")
            self.stopping.wait(RETRY_SECONDS)

    def _listen(self) -> None:
        with contextlib.closing(psycopg.connect(self.url, autocommit=True, connect_timeout=5)) as connection:
            connection.execute("LISTEN zoobox")
            self.missed()
            while not self.stopping.is_set():
                for notification in connection.notifies(timeout=POLL_SECONDS):
                    self.received(notification.payload)
