"""The house: one server process with its rooms, its people, its bots and its database."""

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

from zoobox.service.bots import BotsDown, Thinkers
from zoobox.service.decisions import Decision
from zoobox.service.events import Event, read_news
from zoobox.service.limits import Limits
from zoobox.service.people import People
from zoobox.service.refusals import Refused
from zoobox.service.rooms import Room
from zoobox.service.seats import TimeOut
from zoobox.service.settings import Settings
from zoobox.service.store import Job, Store, StoreDown, Writer
from zoobox.service.store.news import Listener
from zoobox.service.store.opening import lock_file, migrate, open_engine
from zoobox.service.tables import BOT_GRACE, Setup
from zoobox.service.tidying import Tidying

log = logging.getLogger("zoobox.house")
READERS = 4
SWEEP_SECONDS = 3.0
IDLE_SECONDS = 60.0
PRESENCE_SECONDS = 20.0
PRESENCE_PAUSE = 0.3
Read = TypeVar("Read")


class House:
    """Opened once per process; everything the routes need is here."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.process = secrets.token_hex(6)
        self.rooms: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Future[Room]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.sockets: set[Any] = set()
        self.presence_news: set[str] = set()
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
        self.thinkers = Thinkers(self.settings.thinkers)
        self.listener = self._listen()
        self.tidying = Tidying()
        self.spawn(self._sweep())

    def _listen(self) -> Listener | None:
        if self.alone:
            return None
        loop = asyncio.get_running_loop()
        listener = Listener(
            self.settings.database_url,
            lambda news: loop.call_soon_threadsafe(self.hear, news),
            lambda: loop.call_soon_threadsafe(self.hear_again),
        )
        self.spawn(self._announce_presence())
        return listener

    async def close(self) -> None:
        """Lets what is under way finish, writes what is waiting, and goes."""
        self.stopping = True
        for room in self.rooms.values():
            room.close()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.thinkers.stop()
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

    async def room(self, table_id: str) -> Room:
        """The room of a table, opened if need be."""
        room = self.rooms.get(table_id)
        if room is not None:
            room.used = time.monotonic()
            if room.unsure:
                async with room.lock:
                    await room.make_sure()
            return room
        if table_id not in self.opening:
            self.opening[table_id] = asyncio.ensure_future(self._open_room(table_id))
        try:
            return await asyncio.shield(self.opening[table_id])
        finally:
            self.opening.pop(table_id, None)

    async def _open_room(self, table_id: str) -> Room:
        row = await self.read(self.store.table, table_id) if len(table_id) <= 32 else None
        if row is None:
            raise Refused("no-table", "There is no such table; perhaps the link is incomplete, or it was cleared away.")
        events = await self.read(self.store.events, table_id)
        room = self.keep(Room(self, Setup.from_row(row), events))
        if not self.alone:  # from now on news of this table is heard; what came before has to be read
            await room.catch_up()
        return room

    def keep(self, room: Room) -> Room:
        """Looks after a room from now on."""
        room = self.rooms.setdefault(room.setup.id, room)
        if len(self.rooms) > self.settings.cached_tables:
            self._close_idle_rooms()
        return room

    def _close_idle_rooms(self) -> None:
        long_ago = time.monotonic() - IDLE_SECONDS
        idle = [
            room
            for room in self.rooms.values()
            if not room.watchers and not room.thinking and not room.lock.locked() and room.used < long_ago
        ]
        for room in idle:
            room.close()
            del self.rooms[room.setup.id]

    # Bots and clocks.

    async def think(self, room: Room, seat: int, ask: int) -> None:
        """A bot decides."""
        try:
            room.tell_thinking()
            if self.settings.bot_pause:
                await asyncio.sleep(self.settings.bot_pause)
            level = room.table.chairs[seat].bot_level
            state = room.table.state
            if state is None or level is None or room.table.asks[seat] != ask:
                return
            choice = await self.thinkers.choose(state, seat, level)
            await room.act(Decision(seat, ask, choice, by="bot"))
        except BotsDown as error:
            log.error("a bot cannot decide", extra={"table": room.setup.id, "seat": seat, "reason": str(error)})
        except Refused as refusal:
            if refusal.code == "store":
                log.warning("a bot's decision waits for the database", extra={"table": room.setup.id})
        finally:
            room.thought(seat, ask)

    def time_out(self, room: Room, seat: int) -> None:
        """A clock has run out."""
        self.spawn(self._time_out(room, seat))

    async def _time_out(self, room: Room, seat: int) -> None:
        try:
            await room.act(TimeOut(seat, time.time()))
        except Refused as refusal:
            log.warning("a clock waits", extra={"table": room.setup.id, "reason": refusal.code})

    async def _sweep(self) -> None:
        """Goes on with tables where a bot or a clock is due: after a restart, or when another process has died."""
        first = True
        while True:
            try:
                await self._look_after_due(time.time() + (1e12 if self.alone and first else 0.0))
                first = False
            except Refused:
                log.warning("the sweep waits for the database")
            self.tidying.tidy(self.committed)
            await asyncio.sleep(SWEEP_SECONDS)

    async def _look_after_due(self, before: float) -> None:
        for table_id in await self.read(self.store.due_tables, before):
            try:
                room = await self.room(table_id)
            except Refused as refusal:
                log.error("a table cannot go on", extra={"table": table_id, "reason": refusal.reason})
                continue
            flag = room.table.next_flag()
            if flag is not None and flag[0] <= time.time():
                await self._time_out(room, flag[1])
            room.look_after()
        for room in list(self.rooms.values()):
            if not room.thinking and room.table.bots_to_move() and before >= room.table.at + self.grace:
                room.look_after()

    # Several processes.

    def hear(self, news: str) -> None:
        """Another process (or this one) has committed something."""
        kind, _, rest = news.partition(" ")
        if kind in ("person", "token"):
            self.people.forget(kind, rest)
        elif kind == "presence":
            self._hear_presence(rest)
        else:
            room = self.rooms.get(kind)
            if room is not None:
                self._hear_events(room, rest)

    def _hear_events(self, room: Room, rest: str) -> None:
        number, process, events = read_news(rest)
        if process != self.process and number > room.table.number:
            self.spawn(self._bring_up_to_date(room, events, number))

    def hear_again(self) -> None:
        """News may have been missed: every room looks for itself."""
        for room in self.rooms.values():
            self.spawn(self._bring_up_to_date(room))

    async def _bring_up_to_date(self, room: Room, events: Sequence[Event] = (), number: int | None = None) -> None:
        try:
            if number is None:
                await room.catch_up()
            else:
                await room.hear(events, number)
        except Refused as refusal:
            room.unsure = True
            log.warning("a table could not be brought up to date", extra={"reason": refusal.code})

    def tell_presence(self, room: Room) -> None:
        """The other processes will be told who is here."""
        if not self.alone:
            self.presence_news.add(room.setup.id)

    def _hear_presence(self, rest: str) -> None:
        table_id, process, watchers, seats = rest.split(" ")
        room = self.rooms.get(table_id)
        if room is None or process == self.process:
            return
        before = room.presence()
        room.elsewhere[process] = (
            time.monotonic(),
            [int(seat) for seat in seats.split(",") if seat.isdigit()],
            int(watchers),
        )
        if room.presence() != before:
            room.say(room.presence())

    async def _announce_presence(self) -> None:
        """Tells the others who is here when it changes, and now and then in any case."""
        again = time.monotonic()
        while True:
            await asyncio.sleep(PRESENCE_PAUSE)
            if time.monotonic() >= again:
                again = time.monotonic() + PRESENCE_SECONDS
                self.presence_news.update(room.setup.id for room in self.rooms.values() if room.watchers)
            due, self.presence_news = self.presence_news, set()
            for table_id in due:
                room = self.rooms.get(table_id)
                if room is not None:
                    seats = ",".join(str(seat) for seat in room.present_here()) or "-"
                    await self._announce(f"presence {table_id} {self.process} {len(room.watchers)} {seats}")

    async def _announce(self, news: str) -> None:
        try:
            await self.writer.write(Job([], news))
        except StoreDown:
            log.warning("other processes could not be told")

    def forget_absent(self, room: Room) -> None:
        """Drops what has not been heard of for long: that process is gone."""
        if room.elsewhere:
            long_ago = time.monotonic() - 3 * PRESENCE_SECONDS
            room.elsewhere = {process: told for process, told in room.elsewhere.items() if told[0] > long_ago}
