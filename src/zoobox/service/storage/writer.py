"""The writer: one thread that puts what many tables have to say into one transaction and answers after the commit."""

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

from zoobox.service.storage.statements import ADD_EVENT, ORDER, add_events

log = logging.getLogger("zoobox.store")
MOST_JOBS = 200
NOTIFY = text("SELECT pg_notify('zoobox', notification) FROM unnest(CAST(:notification AS text[])) AS notification")


class DatabaseDown(Exception):
    """The database cannot be written now. Whether the last commit arrived is unknown: look before going on."""


class Conflict(Exception):
    """Somebody else has written that number first."""


@dataclass
class Job:
    """Statements that belong together, each with its rows."""

    statements: Sequence[tuple[Executable, list[Any]]]
    notification: str | None = None
    """What the other processes are told at the commit."""
    done: asyncio.Future[None] | None = field(default=None, repr=False)


class Writer:
    """Group commit: whatever has gathered while the last transaction was under way goes into the next one."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.waiting: deque[Job] = deque()
        self.wake = threading.Condition()
        self.stopping = False
        self.loop = asyncio.get_running_loop()
        self.commits = 0
        self.thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self.thread.start()

    async def write(self, job: Job) -> None:
        """Return once the job is committed. After Conflict nothing is written; after DatabaseDown that is unknown."""
        job.done = self.loop.create_future()
        with self.wake:
            if self.stopping:
                raise DatabaseDown("the server is stopping")
            self.waiting.append(job)
            self.wake.notify()
        await job.done

    def stop(self) -> None:
        """Writes what is waiting and ends."""
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
                jobs = [self.waiting.popleft() for _ in range(min(len(self.waiting), MOST_JOBS))]
            answers: list[BaseException | None] = []
            try:
                if connection is None:
                    connection = self.engine.connect()
                answers = self._commit(connection, jobs)
            except Exception as error:  # whatever it was, the next transaction gets a fresh connection
                log.error("a transaction failed", extra={"reason": type(error).__name__, "jobs": len(jobs)})
                self._drop(connection)
                connection = None
                answers = [DatabaseDown(str(error.__cause__ or error)) for _ in jobs]
            self.loop.call_soon_threadsafe(_answer, jobs, answers)
        self._drop(connection)

    def _commit(self, connection: Connection, jobs: list[Job]) -> list[BaseException | None]:
        try:
            self._transaction(connection, jobs)
        except IntegrityError as error:
            connection.rollback()
            if len(jobs) == 1:
                return [Conflict(str(error.orig))]
            return [answer for job in jobs for answer in self._commit(connection, [job])]
        return [None] * len(jobs)

    def _transaction(self, connection: Connection, jobs: list[Job]) -> None:
        together: dict[Executable, list[Any]] = {}
        notification: list[str] = []
        for job in jobs:
            for statement, rows in job.statements:
                together.setdefault(statement, []).extend(rows)
            if job.notification is not None:
                notification.append(job.notification)
        for statement in ORDER:
            if statement is ADD_EVENT and statement in together:
                add_events(connection, together[statement])
            elif statement in together:
                connection.execute(statement, together[statement])
        if notification and connection.dialect.name == "postgresql":
            connection.execute(NOTIFY, {"notification": notification})
        connection.commit()
        self.commits += 1

    def _drop(self, connection: Connection | None) -> None:
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError, OSError):
                connection.invalidate()
            with contextlib.suppress(SQLAlchemyError, OSError):
                connection.close()


def _answer(jobs: list[Job], answers: list[BaseException | None]) -> None:
    for job, answer in zip(jobs, answers, strict=True):
        if job.done is None or job.done.done():
            continue
        if answer is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(answer)
