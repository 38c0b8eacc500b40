"""Background jobs: going on with tables where something is due, announcing presence, collecting garbage."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from zoobox.service.errors import Refused
from zoobox.service.host import follow_host
from zoobox.service.storage import DatabaseDown, Unwritable, WriteJob
from zoobox.service.storage.notifications import presence_notification
from zoobox.service.tables import clocks
from zoobox.service.tables.live_table import PRESENCE_SECONDS
from zoobox.service.tables.table import BOT_GRACE_SECONDS

if TYPE_CHECKING:
    from zoobox.service.server import Server

log = logging.getLogger("zoobox.jobs")
SWEEP_SECONDS = 3.0
ANNOUNCE_SECONDS = 0.3
REMOVED_SECONDS = 1.0
HOST_SECONDS = 1.0
ALERT_SECONDS = 1.0
FAR_FUTURE = 1e12
MAX_GARBAGE_EVENTS = 10_000
"""A server that is never idle collects garbage after so many events."""
NEVER = 1_000_000


async def sweep(server: Server) -> None:
    """Goes on with tables where a bot or a clock is due: after a restart, or when another process has died."""
    garbage = GarbageCollector()
    first = server.single_process  # after a restart, this process is the only one that can go on with any table
    while True:
        try:
            await _go_on_with_due_tables(server, FAR_FUTURE if first else clocks.now())
            first = False
            server.swept_at = time.monotonic()
        except Refused:
            log.warning("the sweep waits for the database")
        except Exception:
            log.exception("internal error in the sweep")
        garbage.collect_if_idle(server.events_committed)
        await asyncio.sleep(SWEEP_SECONDS)


async def _go_on_with_due_tables(server: Server, before: float) -> None:
    for table_id in await server.read(server.reader.due_tables, before):
        if server.is_set_aside(table_id):
            continue
        try:
            live_table = await server.find_table(table_id)
            await live_table.end_overdue_clock()
            live_table.start_bots_and_timer()
        except Refused as refusal:
            if refusal.code == "busy":  # memory is full; the others are tried in the next sweep
                break
            if refusal.code != "set-aside":
                log.error("a table cannot go on", extra={"table": table_id, "reason": refusal.reason})
        except Exception as error:  # one broken table must not stop the others
            server.set_aside(table_id, error)
    grace = SWEEP_SECONDS if server.single_process else BOT_GRACE_SECONDS
    for live_table in list(server.live_tables.values()):
        waiting = not live_table.thinking and live_table.table.bots_to_move()
        if waiting and before >= live_table.table.at + grace and not server.is_set_aside(live_table.setup.id):
            live_table.start_bots_and_timer()


async def forget_removed_tables(server: Server) -> None:
    """Drops tables that were removed from the database by somebody else, and tells those who watch them."""
    while True:
        await asyncio.sleep(REMOVED_SECONDS)
        here = list(server.live_tables)
        try:
            there = await server.read(server.reader.existing, here)
        except Refused:
            continue
        for table_id in here:
            live_table = server.live_tables.get(table_id)
            if table_id not in there and live_table is not None:
                server.drop(live_table)
                live_table.removed.set()
                server.lobby.everything_changed()


async def follow_decisions_of_host(server: Server) -> None:
    """Takes over what the host has written into the database."""
    await _repeat(lambda: follow_host(server), HOST_SECONDS, "the host's decisions")


async def send_alerts(server: Server) -> None:
    """Tells people on their devices that it is their turn."""
    await _repeat(server.push.send_due, ALERT_SECONDS, "alerts")


async def _repeat(step: Callable[[], Awaitable[object]], seconds: float, what: str) -> None:
    """Does something again and again, whatever goes wrong."""
    while True:
        try:
            await step()
        except Refused:
            log.warning("%s have to wait", what)
        except Exception:
            log.exception("internal error with %s", what)
        await asyncio.sleep(seconds)


async def announce_presence(server: Server) -> None:
    """Tells the other processes who is connected to this one: when it changes, and regularly."""
    next_full = time.monotonic()
    while True:
        await asyncio.sleep(ANNOUNCE_SECONDS)
        if time.monotonic() >= next_full:
            next_full = time.monotonic() + PRESENCE_SECONDS
            watched = (table_id for table_id, live_table in server.live_tables.items() if live_table.watchers)
            server.presence_to_announce.update(watched)
        changed, server.presence_to_announce = server.presence_to_announce, set()
        for table_id in changed:
            live_table = server.live_tables.get(table_id)
            if live_table is None:
                continue
            watchers, seats = len(live_table.watchers), live_table.seats_here()
            try:
                await server.writer.write(
                    WriteJob([], presence_notification(table_id, server.process, watchers, seats))
                )
            except (DatabaseDown, Unwritable):
                log.warning("presence could not be announced")


class GarbageCollector:
    """Runs Python's full garbage collection when the server is idle.

    A full collection stops everything for a tenth of a second and more once thousands of tables are in memory. What
    waits for it is about a tenth of a megabyte for every game, so a server that is never idle does it after some
    hundreds of games. Only the oldest generation is taken out of Python's hands.
    """

    def __init__(self) -> None:
        gc.collect()
        gc.freeze()  # the program itself need not be searched again
        young, middle, _ = gc.get_threshold()
        gc.set_threshold(young, middle, NEVER)
        self.events_seen = self.events_collected = 0
        self.clean = True

    def collect_if_idle(self, events_committed: int) -> None:
        """Called regularly with the number of events so far; an unchanged number means that the server is idle."""
        idle = events_committed == self.events_seen
        self.events_seen = events_committed
        self.clean = self.clean and idle
        if not self.clean and (idle or events_committed - self.events_collected > MAX_GARBAGE_EVENTS):
            gc.collect()
            self.events_collected = events_committed
            self.clean = True
