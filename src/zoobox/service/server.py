"""The server: one server process with its live_tables, its people, its bots and its database."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any, TypeVar

import orjson
from sqlalchemy.exc import SQLAlchemyError

from zoobox.service.bot_workers import BotsUnavailable, BotWorkers
from zoobox.service.errors import Refused
from zoobox.service.garbage_collection import GarbageCollection
from zoobox.service.limits import Limits
from zoobox.service.people import People
from zoobox.service.settings import Settings
from zoobox.service.storage import DatabaseDown, Job, Store, Writer
from zoobox.service.storage.database import lock_file, migrate, open_engine
from zoobox.service.storage.notifications import Listener
from zoobox.service.tables.decisions import Decision
from zoobox.service.tables.events import Event, read_notification
from zoobox.service.tables.live_table import LiveTable
from zoobox.service.tables.seats import TimeOut
from zoobox.service.tables.table import BOT_GRACE, Setup

log = logging.getLogger("zoobox.server")
READERS = 4
SWEEP_SECONDS = 3.0
IDLE_SECONDS = 60.0
PRESENCE_SECONDS = 20.0
PRESENCE_PAUSE = 0.3
Read = TypeVar("Read")


class Server:
    """Opened once per process; everything the routes need is here."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.process = secrets.token_hex(6)
        self.live_tables: dict[str, LiveTable] = {}
        self.opening: dict[str, asyncio.Future[LiveTable]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.sockets: set[Any] = set()
        self.presence_changes: set[str] = set()
        self.committed = 0
        self.limits = Limits(settings)
        self.readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self.lock: IO[str] | None = None
        self.stopping = False
        self.started = time.time()
        self.alone = settings.sqlite_path is not None
        self.grace = SWEEP_SECONDS if self.alone else BOT_GRACE

    async def open(self) -> None:
        """Opens the database, brings it up to date, and goes on with every table where something is due."""
        if self.settings.sqlite_path is not None:
            self.lock = lock_file(self.settings.sqlite_path)
        self.engine = open_engine(self.settings.database_url)
        await asyncio.to_thread(migrate, self.engine)
        self.store = Store(self.engine)
        self.writer = Writer(self.engine)
        secret = self.settings.secret or await asyncio.to_thread(self.store.secret)
        self.people = People(secret, self.store, self.writer, self.read)
        self.bot_workers = BotWorkers(self.settings.bot_workers)
        self.listener = self._listen()
        self.garbage_collection = GarbageCollection()
        self.spawn(self._sweep())

    def _listen(self) -> Listener | None:
        if self.alone:
            return None
        loop = asyncio.get_running_loop()
        listener = Listener(
            self.settings.database_url,
            lambda notification: loop.call_soon_threadsafe(self.hear, notification),
            lambda: loop.call_soon_threadsafe(self.hear_again),
        )
        self.spawn(self._announce_presence())
        return listener

    async def close(self) -> None:
        """Lets what is under way finish, writes what is waiting, and goes."""
        self.stopping = True
        for live_table in self.live_tables.values():
            live_table.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.bot_workers.stop()
        if self.listener is not None:
            await asyncio.to_thread(self.listener.stop)
        await asyncio.to_thread(self.writer.stop)
        self.readers.shutdown(wait=False)
        self.engine.dispose()
        if self.lock is not None:
            self.lock.close()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Something to be done while others are served."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a task failed", exc_info=task.exception())

    async def read(self, method: Callable[..., Read], *arguments: Any) -> Read:
        """Reads the database in a thread."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self.readers, method, *arguments)
        except SQLAlchemyError as error:
            log.error("the database cannot be read", extra={"reason": type(error).__name__})
            raise Refused("store", "The database cannot be reached now; ask again in a moment.") from None

    @staticmethod
    def encode(message: dict[str, Any]) -> bytes:
        return orjson.dumps(message)

    # Rooms.

    async def live_table(self, table_id: str) -> LiveTable:
        """The live_table of a table, opened if need be."""
        live_table = self.live_tables.get(table_id)
        if live_table is not None:
            live_table.used = time.monotonic()
            if live_table.unsure:
                async with live_table.lock:
                    await live_table.make_sure()
            return live_table
        if table_id not in self.opening:
            self.opening[table_id] = asyncio.ensure_future(self._open_live_table(table_id))
        try:
            return await asyncio.shield(self.opening[table_id])
        finally:
            self.opening.pop(table_id, None)

    async def _open_live_table(self, table_id: str) -> LiveTable:
        row = await self.read(self.store.table, table_id) if len(table_id) <= 32 else None
        if row is None:
            raise Refused("no-table", "There is no such table; perhaps the link is incomplete, or it was cleared away.")
        events = await self.read(self.store.events, table_id)
        live_table = self.keep(LiveTable(self, Setup.from_row(row), events))
        if not self.alone:  # from now on notification of this table is heard; what came before has to be read
            await live_table.catch_up()
        return live_table

    def keep(self, live_table: LiveTable) -> LiveTable:
        """Looks after a live_table from now on."""
        live_table = self.live_tables.setdefault(live_table.setup.id, live_table)
        if len(self.live_tables) > self.settings.cached_tables:
            self._close_idle_tables()
        return live_table

    def _close_idle_tables(self) -> None:
        long_ago = time.monotonic() - IDLE_SECONDS
        idle = [
            live_table
            for live_table in self.live_tables.values()
            if not live_table.watchers
            and not live_table.thinking
            and not live_table.lock.locked()
            and live_table.used < long_ago
        ]
        for live_table in idle:
            live_table.close()
            del self.live_tables[live_table.setup.id]

    # Bots and clocks.

    async def think(self, live_table: LiveTable, seat: int, ask: int) -> None:
        """A bot decides."""
        try:
            live_table.tell_thinking()
            if self.settings.bot_pause:
                await asyncio.sleep(self.settings.bot_pause)
            level = live_table.table.chairs[seat].bot_level
            state = live_table.table.state
            if state is None or level is None or live_table.table.asks[seat] != ask:
                return
            choice = await self.bot_workers.choose(state, seat, level)
            await live_table.act(Decision(seat, ask, choice, by="bot"))
        except BotsUnavailable as error:
            log.error("a bot cannot decide", extra={"table": live_table.setup.id, "seat": seat, "reason": str(error)})
        except Refused as refusal:
            if refusal.code == "store":
                log.warning("a bot's decision waits for the database", extra={"table": live_table.setup.id})
        finally:
            live_table.thought(seat, ask)

    def time_out(self, live_table: LiveTable, seat: int) -> None:
        """A clock has run out."""
        self.spawn(self._time_out(live_table, seat))

    async def _time_out(self, live_table: LiveTable, seat: int) -> None:
        try:
            await live_table.act(TimeOut(seat, time.time()))
        except Refused as refusal:
            log.warning("a clock waits", extra={"table": live_table.setup.id, "reason": refusal.code})

    async def _sweep(self) -> None:
        """Goes on with tables where a bot or a clock is due: after a restart, or when another process has died."""
        first = True
        while True:
            try:
                await self._look_after_due(time.time() + (1e12 if self.alone and first else 0.0))
                first = False
            except Refused:
                log.warning("the sweep waits for the database")
            self.garbage_collection.collect_when_idle(self.committed)
            await asyncio.sleep(SWEEP_SECONDS)

    async def _look_after_due(self, before: float) -> None:
        for table_id in await self.read(self.store.due_tables, before):
            try:
                live_table = await self.live_table(table_id)
            except Refused as refusal:
                log.error("a table cannot go on", extra={"table": table_id, "reason": refusal.reason})
                continue
            flag = live_table.table.next_flag()
            if flag is not None and flag[0] <= time.time():
                await self._time_out(live_table, flag[1])
            live_table.look_after()
        for live_table in list(self.live_tables.values()):
            if (
                not live_table.thinking
                and live_table.table.bots_to_move()
                and before >= live_table.table.at + self.grace
            ):
                live_table.look_after()

    # Several processes.

    def hear(self, notification: str) -> None:
        """Another process (or this one) has committed something."""
        kind, _, rest = notification.partition(" ")
        if kind in ("person", "token"):
            self.people.forget(kind, rest)
        elif kind == "presence":
            self._hear_presence(rest)
        else:
            live_table = self.live_tables.get(kind)
            if live_table is not None:
                self._hear_events(live_table, rest)

    def _hear_events(self, live_table: LiveTable, rest: str) -> None:
        number, process, events = read_notification(rest)
        if process != self.process and number > live_table.table.number:
            self.spawn(self._bring_up_to_date(live_table, events, number))

    def hear_again(self) -> None:
        """News may have been missed: every live_table looks for itself."""
        for live_table in self.live_tables.values():
            self.spawn(self._bring_up_to_date(live_table))

    async def _bring_up_to_date(
        self, live_table: LiveTable, events: Sequence[Event] = (), number: int | None = None
    ) -> None:
        try:
            if number is None:
                await live_table.catch_up()
            else:
                await live_table.hear(events, number)
        except Refused as refusal:
            live_table.unsure = True
            log.warning("a table could not be brought up to date", extra={"reason": refusal.code})

    def tell_presence(self, live_table: LiveTable) -> None:
        """The other processes will be told who is here."""
        if not self.alone:
            self.presence_changes.add(live_table.setup.id)

    def _hear_presence(self, rest: str) -> None:
        table_id, process, watchers, seats = rest.split(" ")
        live_table = self.live_tables.get(table_id)
        if live_table is None or process == self.process:
            return
        before = live_table.presence()
        live_table.elsewhere[process] = (
            time.monotonic(),
            [int(seat) for seat in seats.split(",") if seat.isdigit()],
            int(watchers),
        )
        if live_table.presence() != before:
            live_table.say(live_table.presence())

    async def _announce_presence(self) -> None:
        """Tells the others who is here when it changes, and now and then in any case."""
        again = time.monotonic()
        while True:
            await asyncio.sleep(PRESENCE_PAUSE)
            if time.monotonic() >= again:
                again = time.monotonic() + PRESENCE_SECONDS
                self.presence_changes.update(
                    live_table.setup.id for live_table in self.live_tables.values() if live_table.watchers
                )
            due, self.presence_changes = self.presence_changes, set()
            for table_id in due:
                live_table = self.live_tables.get(table_id)
                if live_table is not None:
                    seats = ",".join(str(seat) for seat in live_table.present_here()) or "-"
                    await self._announce(f"presence {table_id} {self.process} {len(live_table.watchers)} {seats}")

    async def _announce(self, notification: str) -> None:
        try:
            await self.writer.write(Job([], notification))
        except DatabaseDown:
            log.warning("other processes could not be told")

    def forget_absent(self, live_table: LiveTable) -> None:
        """Drops what has not been heard of for long: that process is gone."""
        if live_table.elsewhere:
            long_ago = time.monotonic() - 3 * PRESENCE_SECONDS
            live_table.elsewhere = {
                process: told for process, told in live_table.elsewhere.items() if told[0] > long_ago
            }
