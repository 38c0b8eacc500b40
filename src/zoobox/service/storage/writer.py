"""The writer: one thread that commits what many tables have to write in one transaction."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.sql.base import Executable

from zoobox.service.storage.database import move_log_into_database
from zoobox.service.storage.schema import ADD_EVENT, ADD_PROBE, DROP_PROBE, ORDER, Statement, add_events

log = logging.getLogger("zoobox.storage")
MAX_BATCH = 200
PROBE = "probe"
PROBE_SECONDS = 5.0
NOTIFY = text("SELECT pg_notify('zoobox', payload) FROM unnest(CAST(:payloads AS text[])) AS payload")


class DatabaseDown(Exception):
    """The database cannot be written now. Whether the last commit arrived is unknown: read before going on."""


class Unwritable(Exception):
    """The database does not take what was to be written; nothing of this job was, and no other job suffers."""


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

    def __init__(self, engine: Engine, batch_sizes: Callable[[int], object] = lambda size: None) -> None:
        self.engine = engine
        self.batch_sizes = batch_sizes
        self.waiting: deque[WriteJob] = deque()
        self.wake = threading.Condition()
        self.stopping = False
        self.loop = asyncio.get_running_loop()
        self.commits = 0
        self.committed_at = 0.0
        self.split_batches = 0
        """Batches that were written job by job, because one of their jobs could not be written."""
        self.thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self.thread.start()

    async def write(self, job: WriteJob) -> None:
        """Returns once the job is committed.

        After Conflict and Unwritable nothing of it was written; after DatabaseDown that is unknown.
        """
        job.done = self.loop.create_future()
        with self.wake:
            if self.stopping:
                raise DatabaseDown("the server is stopping")
            self.waiting.append(job)
            self.wake.notify()
        await job.done

    async def can_write(self) -> bool:
        """Whether something was committed a moment ago, or can be now."""
        if time.monotonic() - self.committed_at < PROBE_SECONDS:
            return True
        probe = WriteJob([(DROP_PROBE, [{"which": PROBE}]), (ADD_PROBE, [{"key": PROBE, "value": "written"}])])
        try:
            await asyncio.wait_for(self.write(probe), PROBE_SECONDS)
        except Conflict:  # another process has just written it
            return True
        except (DatabaseDown, Unwritable, TimeoutError):
            return False
        return True

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
                move_log_into_database(self.engine)
                outcomes = [DatabaseDown(str(error.__cause__ or error)) for _ in jobs]
            self.loop.call_soon_threadsafe(_report, jobs, outcomes)
        self._drop(connection)

    def _commit(self, connection: Connection, jobs: list[WriteJob]) -> Sequence[Exception | None]:
        try:
            self._transaction(connection, jobs)
        except (OperationalError, InterfaceError, OSError):
            raise  # the database itself is the reason, so every job would fail
        except Exception as error:
            connection.rollback()
            if len(jobs) > 1:  # one by one, so that only the guilty ones fail
                self.split_batches += 1
                return [outcome for job in jobs for outcome in self._commit(connection, [job])]
            if isinstance(error, IntegrityError):
                return [Conflict(str(error.orig))]
            log.error("something cannot be written", extra={"reason": type(error).__name__})
            return [Unwritable(type(error).__name__)]
        self.batch_sizes(len(jobs))
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
        self.committed_at = time.monotonic()

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
