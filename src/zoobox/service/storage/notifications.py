"""News between processes: PostgreSQL's LISTEN, in a thread that never gives up."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable

import psycopg

log = logging.getLogger("zoobox.notification")
AGAIN_SECONDS = 1.0
LOOK_UP_SECONDS = 1.0


class Listener:
    """Hears what other processes have committed. `heard` and `missed` are called from its thread."""

    def __init__(self, url: str, heard: Callable[[str], object], missed: Callable[[], object]) -> None:
        self.url = url.replace("postgresql+psycopg://", "postgresql://")
        self.heard = heard
        self.missed = missed
        self.stopping = threading.Event()
        self.listening = threading.Event()
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
                log.warning("notification from other processes cannot be heard now")
            self.listening.clear()
            self.stopping.wait(AGAIN_SECONDS)

    def _listen(self) -> None:
        with contextlib.closing(psycopg.connect(self.url, autocommit=True, connect_timeout=5)) as connection:
            connection.execute("LISTEN zoobox")
            self.listening.set()
            self.missed()  # whatever was said before this moment has not been heard
            while not self.stopping.is_set():
                for notice in connection.notifies(timeout=LOOK_UP_SECONDS):
                    self.heard(notice.payload)
