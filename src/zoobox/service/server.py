"""The server: one process with its live tables, people, bots and database."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from filelock import BaseFileLock
from sqlalchemy.exc import SQLAlchemyError

from zoobox.kernel.errors import ZooboxError
from zoobox.service import jobs
from zoobox.service.bots import BotWorkers
from zoobox.service.coach import Coach
from zoobox.service.errors import UNWRITABLE, Refused
from zoobox.service.host import Host
from zoobox.service.limits import Limits
from zoobox.service.lobby import Lobby
from zoobox.service.people import People
from zoobox.service.push import Push
from zoobox.service.ratings import Ratings
from zoobox.service.settings import Settings
from zoobox.service.storage import Conflict, DatabaseDown, Reader, Unwritable, WriteJob, Writer, database
from zoobox.service.storage.notifications import Listener, read_events_notification, read_presence_notification
from zoobox.service.tables.events import TableEvent
from zoobox.service.tables.live_table import LiveTable
from zoobox.service.tables.table import Setup

log = logging.getLogger("zoobox.server")
READER_THREADS = 4
SET_ASIDE_SECONDS = 30.0
"""After this time a table that could not go on is tried again; perhaps somebody has mended it."""
MAX_ID_LENGTH = 32
Result = TypeVar("Result")


def _ignore(number: float) -> None:
    """Counts nothing."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """Why a table cannot go on, and when it is tried again."""

    reason: str
    unreadable: bool
    """Whether it cannot even be shown."""
    until: float

    def refusal(self, table_id: str) -> Refused:
        return Refused(
            "set-aside",
            f"This table cannot go on: {self.reason}. Nothing is lost: whoever runs this server can look at it with "
            f"`zoobox admin inspect {table_id}` and save it with `zoobox admin export {table_id} --raw`.",
        )


class Server:
    """Opened once per process; everything that the routes need is here."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.process = secrets.token_hex(6)
        """Names this process to the others."""
        self.single_process = settings.sqlite_path is not None
        self.live_tables: dict[str, LiveTable] = {}
        self.opening: dict[str, asyncio.Future[LiveTable]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.tables_set_aside: dict[str, SetAside] = {}
        self.presence_to_announce: set[str] = set()
        self.events_committed = 0
        self.swept_at = time.monotonic()
        """When the sweep last went through."""
        self.batch_sizes: Callable[[int], object] = _ignore
        self.bot_waits: Callable[[float], object] = _ignore
        """Told the size of each transaction, and how long each question waited for a bot; set before `open`."""
        self.limits = Limits(settings)
        self.lobby = Lobby()
        self.host = Host()
        self.push = Push(self)
        self.ratings = Ratings()
        self.reader_threads = ThreadPoolExecutor(READER_THREADS, thread_name_prefix="reader")
        self.lock: BaseFileLock | None = None
        self.listener: Listener | None = None
        self.stopping = False

    async def open(self) -> None:
        """Opens the database, migrates it, and goes on with every table where something is due."""
        if self.settings.sqlite_path is not None:
            self.lock = database.lock(self.settings.sqlite_path)
        self.engine = database.open_engine(self.settings.database_url)
        await asyncio.to_thread(database.migrate, self.engine)
        self.reader = Reader(self.engine)
        self.writer = Writer(self.engine, self.batch_sizes)
        secret = self.settings.secret or await asyncio.to_thread(self.reader.secret)
        self.people = People(secret, self.reader, self.writer, self.read, self.limits)
        self.bots = BotWorkers(self.settings.bot_workers, self.bot_waits)
        self.coach = Coach(self)
        if not self.single_process:
            self._listen()
            self.spawn(jobs.announce_presence(self))
        self.spawn(jobs.sweep(self))
        self.spawn(jobs.forget_removed_tables(self))
        self.spawn(jobs.follow_decisions_of_host(self))
        self.spawn(jobs.send_alerts(self))

    async def close(self) -> None:
        """Lets what is under way finish, writes what is waiting, and closes the database."""
        self.stopping = True
        for live_table in self.live_tables.values():
            live_table.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.bots.stop()
        if self.listener is not None:
            await asyncio.to_thread(self.listener.stop)
        await asyncio.to_thread(self.writer.stop)
        self.reader_threads.shutdown(wait=False)
        self.engine.dispose()
        if self.lock is not None:
            self.lock.release()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs something in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._task_done)

    def _task_done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("internal error in a background task", exc_info=task.exception())

    async def read(self, method: Callable[..., Result], *arguments: Any) -> Result:
        """Calls a method that reads the database, or works long, in a thread."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self.reader_threads, method, *arguments)
        except SQLAlchemyError as error:
            log.error("the database cannot be read", extra={"reason": type(error).__name__})
            raise Refused("store", "The database cannot be reached now; ask again in a moment.") from None

    async def write(self, job: WriteJob) -> None:
        """Commits something that is no event of a table; raises Refused."""
        try:
            await self.writer.write(job)
        except Unwritable:
            raise Refused("malformed", UNWRITABLE) from None
        except (DatabaseDown, Conflict):
            raise Refused("store", "The database cannot be reached now; ask again in a moment.") from None

    async def can_write(self) -> bool:
        return await self.writer.can_write()

    # Live tables.

    async def live_table(self, table_id: str) -> LiveTable:
        """A table that somebody asks for, read from the database if it is not in memory."""
        live_table = await self.find_table(table_id)
        was_paused = live_table.is_paused()
        live_table.last_used = time.monotonic()
        if was_paused:
            live_table.start_bots_and_timer()
        return live_table

    async def find_table(self, table_id: str) -> LiveTable:
        """The same for the server itself: a table of bots that nobody watches stays paused."""
        self._check_not_unreadable(table_id)
        live_table = self.live_tables.get(table_id)
        if live_table is not None:
            if live_table.needs_reload:
                async with live_table.lock:
                    await live_table.reload_if_needed()
            return live_table
        if table_id not in self.opening:
            self.opening[table_id] = asyncio.ensure_future(self._open_table(table_id))
        try:
            return await asyncio.shield(self.opening[table_id])
        finally:
            self.opening.pop(table_id, None)

    async def _open_table(self, table_id: str) -> LiveTable:
        row = await self.read(self.reader.table, table_id) if len(table_id) <= MAX_ID_LENGTH else None
        if row is None:
            raise Refused("no-table", "There is no such table; perhaps the link is incomplete, or it was cleared away.")
        self.make_room()
        with self.setting_aside(table_id):
            events = await self.read(self.reader.events, table_id)
            live_table = self.keep(LiveTable(self, Setup.from_row(row), events))
        if not self.single_process:  # notifications reach it from now on; what was written before has to be read
            await live_table.read_new_events()
        return live_table

    def keep(self, live_table: LiveTable) -> LiveTable:
        """Keeps a table in memory."""
        return self.live_tables.setdefault(live_table.setup.id, live_table)

    def make_room(self) -> None:
        """Before another table comes into memory: drops those that nobody has used for longest; raises Refused."""
        excess = len(self.live_tables) + 1 - self.settings.cached_tables
        if excess <= 0:
            return
        idle = [one for one in self.live_tables.values() if not (one.watchers or one.thinking or one.lock.locked())]
        if len(idle) < excess:
            raise Refused("busy", "The server holds as many tables as it can; try again later.")
        for live_table in sorted(idle, key=lambda one: one.last_used)[: excess + excess // 10]:
            self.drop(live_table)

    def drop(self, live_table: LiveTable) -> None:
        """Removes a table from memory."""
        live_table.close()
        self.live_tables.pop(live_table.setup.id, None)

    # Tables that cannot go on. Nothing that is wrong with one of them may reach another.

    @contextmanager
    def setting_aside(self, table_id: str) -> Iterator[None]:
        """Sets the table aside, and refuses in words, when what the database holds of it cannot be replayed."""
        try:
            yield
        except Refused:
            raise
        except Exception as error:
            raise self.set_aside(table_id, error, unreadable=True) from None
        self.tables_set_aside.pop(table_id, None)

    def set_aside(self, table_id: str, error: Exception, unreadable: bool = False) -> Refused:
        """Leaves a table alone for a while; the refusal says why."""
        reason = str(error) if isinstance(error, ZooboxError) else f"{type(error).__name__}: {error}"
        self.tables_set_aside[table_id] = aside = SetAside(reason, unreadable, time.monotonic() + SET_ASIDE_SECONDS)
        trace = None if isinstance(error, ZooboxError) else error
        log.error("a table is set aside", extra={"table": table_id, "reason": reason}, exc_info=trace)
        return aside.refusal(table_id)

    def is_set_aside(self, table_id: str) -> bool:
        aside = self.tables_set_aside.get(table_id)
        return aside is not None and aside.until > time.monotonic()

    def _check_not_unreadable(self, table_id: str) -> None:
        aside = self.tables_set_aside.get(table_id)
        if aside is not None and aside.unreadable and aside.until > time.monotonic():
            raise aside.refusal(table_id)

    def person_deleted(self, person: str) -> None:
        self.people.remove(person)
        self.ratings.forget()

    # Other processes.

    def _listen(self) -> None:
        loop = asyncio.get_running_loop()
        self.listener = Listener(
            self.settings.database_url,
            lambda payload: loop.call_soon_threadsafe(self._on_notification, payload),
            lambda: loop.call_soon_threadsafe(self._on_missed_notifications),
        )

    def _on_notification(self, payload: str) -> None:
        """Another process, or this one, has committed something."""
        kind, _, rest = payload.partition(" ")
        if kind in ("person", "token"):
            self.people.forget(kind, rest)
        elif kind == "deleted":
            self.person_deleted(rest)
        elif kind == "reload":
            table_id, _, process = rest.partition(" ")
            if table_id in self.live_tables and process != self.process:
                self.spawn(self.live_tables[table_id].reload())
        elif kind == "presence":
            table_id, process, watchers, seats = read_presence_notification(rest)
            live_table = self.live_tables.get(table_id)
            if live_table is not None and process != self.process:
                live_table.receive_presence(process, seats, watchers)
        elif kind == "lobby":
            if rest != self.process:
                self.lobby.everything_changed()
        elif kind in self.live_tables:
            live_table = self.live_tables[kind]
            number, process, events = read_events_notification(rest)
            if process != self.process and number > live_table.table.number:
                self.spawn(self._update_table(live_table, events, number))
        elif self.lobby.watchers:
            self.lobby.other_table_changed(kind, read_events_notification(rest)[2])

    def _on_missed_notifications(self) -> None:
        self.lobby.everything_changed()
        for live_table in self.live_tables.values():
            self.spawn(self._update_table(live_table))

    async def _update_table(
        self, live_table: LiveTable, events: Sequence[TableEvent] = (), last_number: int | None = None
    ) -> None:
        try:
            if last_number is None:
                await live_table.read_new_events()
            else:
                await live_table.receive_events(events, last_number)
        except Refused as refusal:
            live_table.needs_reload = True
            log.warning("a table could not be updated", extra={"reason": refusal.code})
        except Exception as error:
            live_table.needs_reload = True
            self.set_aside(live_table.setup.id, error)
