"""The writer: one thread that commits what many tables have to write in one transaction."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.sql.base import Executable

from zoobox.service.storage.schema import ADD_EVENT, ORDER, Statement, add_events

log = logging.getLogger("zoobox.storage")
MAX_BATCH = 200
NOTIFY = text("SELECT pg_notify('zoobox', payload) FROM unnest(CAST(:payloads AS text[])) AS payload")


class DatabaseDown(Exception):
    """The database cannot be written now. Whether the last commit arrived is unknown: read before going on."""


class Conflict(Exception):
    """Another process has written an event with that number first."""


@dataclass
class WriteJob:
    """Statements that are committed together."""

    statements: Sequence[Statement]
    notification: str | None = None
    """Sent to the other processes at the commit."""
    done: asyncio.Future[None] | None = field(default=None, repr=False)


class Writer:
    """Group commit: jobs that arrive during one transaction go into the next one together."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.waiting: deque[WriteJob] = deque()
        self.wake = threading.Condition()
        self.stopping = False
        self.loop = asyncio.get_running_loop()
        self.commits = 0
        self.thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self.thread.start()

    async def write(self, job: WriteJob) -> None:
        """Returns once the job is committed. After Conflict nothing was written; after DatabaseDown that is unknown."""
        job.done = self.loop.create_future()
        with self.wake:
            if self.stopping:
                raise DatabaseDown("the server is stopping")
            self.waiting.append(job)
            self.wake.notify()
        await job.done

    def stop(self) -> None:
        """Writes what is waiting, and ends."""
        with self.wake:
            self.stopping = True
            self.wake.notify()
        self.thread.join()

    def _run(self) -> None:
        connection: Connection | None = None
        while True:
            with self.wake:
                while not self.waiting and not self.stopping:
                    self.wake.wait()
                if not self.waiting:
                    break
                jobs = [self.waiting.popleft() for _ in range(min(len(self.waiting), MAX_BATCH))]
            try:
                if connection is None:
                    connection = self.engine.connect()
                outcomes = self._commit(connection, jobs)
            except Exception as error:  # whatever it was, the next transaction gets a new connection
                log.error("a transaction failed", extra={"reason": type(error).__name__, "jobs": len(jobs)})
                self._drop(connection)
                connection = None
                outcomes = [DatabaseDown(str(error.__cause__ or error)) for _ in jobs]
            self.loop.call_soon_threadsafe(_report, jobs, outcomes)
        self._drop(connection)

    def _commit(self, connection: Connection, jobs: list[WriteJob]) -> Sequence[Exception | None]:
        try:
            self._transaction(connection, jobs)
        except IntegrityError as error:
            connection.rollback()
            if len(jobs) == 1:
                return [Conflict(str(error.orig))]
            return [outcome for job in jobs for outcome in self._commit(connection, [job])]
        return [None] * len(jobs)

    def _transaction(self, connection: Connection, jobs: list[WriteJob]) -> None:
        rows_of: dict[Executable, list[Any]] = {}
        for job in jobs:
            for statement, rows in job.statements:
                rows_of.setdefault(statement, []).extend(rows)
        for statement in ORDER:
            if statement is ADD_EVENT and statement in rows_of:
                add_events(connection, rows_of[statement])
            elif statement in rows_of:
                connection.execute(statement, rows_of[statement])
        payloads = [job.notification for job in jobs if job.notification is not None]
        if payloads and connection.dialect.name == "postgresql":
            connection.execute(NOTIFY, {"payloads": payloads})
        connection.commit()
        self.commits += 1

    def _drop(self, connection: Connection | None) -> None:
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError, OSError):
                connection.invalidate()
            with contextlib.suppress(SQLAlchemyError, OSError):
                connection.close()


def _report(jobs: list[WriteJob], outcomes: Sequence[Exception | None]) -> None:
    for job, outcome in zip(jobs, outcomes, strict=True):
        if job.done is None or job.done.done():
            continue
        if outcome is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(outcome)
