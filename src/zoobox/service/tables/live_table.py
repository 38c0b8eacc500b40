"""Rooms: the tables this process is looking after, with everybody who watches them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from zoobox.kernel.errors import ZooboxError
from zoobox.service.errors import Refused
from zoobox.service.storage import Conflict, DatabaseDown, Job
from zoobox.service.storage.statements import ADD_EVENT, CHANGE_SEAT, CHANGE_TABLE
from zoobox.service.tables import events as kinds
from zoobox.service.tables import messages
from zoobox.service.tables.events import Draft, Event, event_row, write_notification
from zoobox.service.tables.log import TableLog
from zoobox.service.tables.table import Setup, Table

if TYPE_CHECKING:
    from zoobox.service.server import Server

log = logging.getLogger("zoobox.live_tables")
ATTEMPTS = 20
MOST_CATCHING_UP = 500
"""A watcher who missed more than this is shown the whole state instead."""


class Command(Protocol):
    """Something somebody wants to happen at a table."""

    def draft(self, table: Table) -> list[Draft]:
        """The events it would be; raises Refused. An empty list changes nothing."""

    def result(self, table: Table, events: list[Event]) -> dict[str, Any]:
        """What the one who asked is told."""


class Watcher(Protocol):
    """Somebody who is told what happens."""

    @property
    def person(self) -> str | None:
        """Who they are, if anybody."""

    def look(self, table: Table) -> messages.ViewOptions:
        """How they look at the table now."""

    def send(self, message: bytes) -> None:
        """Puts a message on its way."""


class LiveTable:
    """One table in memory. Its lock keeps events in order; the database decides between processes."""

    def __init__(self, server: Server, setup: Setup, events: Sequence[Event]) -> None:
        self.server = server
        self.setup = setup
        self.lock = asyncio.Lock()
        self.watchers: dict[Watcher, None] = {}
        self.thinking: dict[int, int] = {}
        """Seats whose bot thinks, with the question."""
        self.flag: asyncio.TimerHandle | None = None
        self.elsewhere: dict[str, tuple[float, list[int], int]] = {}
        """Who is present in other processes: when heard of, seats, watchers."""
        self.unsure = False
        """After a failed commit: the log has to be read again before anything else."""
        self.used = time.monotonic()
        self.due: float | None = None
        self._begin(events)

    def _begin(self, events: Sequence[Event]) -> None:
        self.table = Table(self.setup)
        try:
            self.table.take_all(events)
        except ZooboxError as error:
            raise Refused(
                "not-running", f"This table was played with other rules or components and cannot go on: {error}"
            ) from None
        self.table_log = TableLog(self.table)
        self.due = self.table.due()

    # Acting.

    async def act(self, command: Command) -> dict[str, Any]:
        """Carries a command out: checked, committed, then told to everybody."""
        fresh = self.server.alone
        for _ in range(ATTEMPTS):
            async with self.lock:
                await self.make_sure()
                try:
                    drafts = command.draft(self.table)
                except Refused:
                    if fresh:
                        raise
                    fresh = True  # another process may know better
                    await self._catch_up()
                    continue
                if not drafts:
                    return command.result(self.table, [])
                try:
                    events = await self._commit(drafts)
                except Conflict:
                    await self._catch_up()
                    continue
                except asyncio.CancelledError:
                    self.unsure = True
                    raise
                except DatabaseDown:
                    self.unsure = True
                    raise Refused(
                        "store",
                        "The database cannot be reached now. Ask again in a moment: doing the same twice is harmless.",
                        number=self.table.number,
                    ) from None
                result = command.result(self.table, events)
            self.look_after()
            return result
        raise Refused("busy", "Too much is happening at this table at once; try again.", number=self.table.number)

    async def _commit(self, drafts: list[Draft]) -> list[Event]:
        at = max(round(time.time(), 3), self.table.at)
        events = [
            Event(self.table.number + index, draft.kind, draft.seat, draft.choice, draft.ask, at, draft.detail)
            for index, draft in enumerate(drafts, 1)
        ]
        after = self.table.fork()
        after.take_all(events)
        due = after.due()
        notification = None if self.server.alone else write_notification(self.setup.id, self.server.process, events)
        await self.server.writer.write(Job(self._statements(events, after, due), notification))
        self.server.committed += len(events)
        self.due = due
        self._become(after, events)
        return events

    def _become(self, after: Table, events: Sequence[Event]) -> None:
        """These events are committed: from now on this is the table, and everybody hears of it."""
        self.table = after
        for event in events:
            self.table_log.go_on(after, event)
        for event in events:
            self.tell(event)

    def _statements(self, events: list[Event], after: Table, due: float | None) -> list[Any]:
        table_id = self.setup.id
        rows = [event_row(table_id, event) for event in events]
        statements: list[Any] = [(ADD_EVENT, rows)]
        seats = [event for event in events if event.kind == kinds.SEAT]
        if seats:
            statements.append((CHANGE_SEAT, [_seat_row(table_id, event) for event in seats]))
        if due != self.due or after.status != self.table.status or seats:
            change = {"which": table_id, "status": after.status, "due": due, "changed": events[-1].at}
            statements.append((CHANGE_TABLE, [change]))
        return statements

    async def make_sure(self) -> None:
        """After a failed commit, what is in the log decides."""
        if self.unsure:
            events = await self.server.read(self.server.store.events, self.setup.id)
            heard = self.table.number
            self._begin(events)
            self.unsure = False
            for watcher in list(self.watchers):
                self.show(watcher, heard if heard <= self.table.number else None)

    async def hear(self, events: Sequence[Event], number: int) -> None:
        """Another process has committed these events; if some before them are missing, the log is read."""
        async with self.lock:
            await self.make_sure()
            for event in events:
                if event.number == self.table.number + 1:
                    after = self.table.fork()
                    after.take(event)
                    self._become(after, [event])
            if self.table.number < number:
                await self._catch_up()
            self.due = self.table.due()
            self._set_flag()

    async def catch_up(self) -> None:
        """Reads what other processes have written."""
        async with self.lock:
            await self.make_sure()
            await self._catch_up()

    async def _catch_up(self) -> None:
        if self.unsure:
            await self.make_sure()
            return
        for event in await self.server.read(self.server.store.events, self.setup.id, self.table.number):
            after = self.table.fork()
            after.take(event)
            self._become(after, [event])
        self.due = self.table.due()
        self._set_flag()

    # Telling.

    def tell(self, event: Event) -> None:
        """Tells every watcher of an event; equal looks share the work."""
        made: dict[messages.ViewOptions, bytes] = {}
        present = self.present() if event.number == self.table.number else None
        for watcher in list(self.watchers):
            look = watcher.look(self.table)
            if look not in made:
                made[look] = self._encoded_update(event, look, present)
            watcher.send(made[look])

    def _encoded_update(self, event: Event, look: messages.ViewOptions, present: set[int] | None) -> bytes:
        """The update; a fault in words or picture must not keep the others from hearing of what is committed."""
        try:
            return self.server.encode(self.update(event, look, present))
        except Exception:
            log.exception("an update could not be told", extra={"game": self.table.game.name, "event": event.kind})
            told = messages.event_message(self.table, event)
            return self.server.encode({"type": "update", "number": event.number, "event": told, "log": [], "now": None})

    def update(self, event: Event, look: messages.ViewOptions, present: set[int] | None) -> dict[str, Any]:
        """What a watcher is told of an event; who is present is not given when a later event follows at once."""
        return {
            "type": "update",
            "number": event.number,
            "event": messages.event_message(self.table, event),
            "log": messages.log_message(self.table, self.table_log, event, look),
            "now": None if present is None else messages.now_message(self.table, look, present, self.thinking),
        }

    def now(self, look: messages.ViewOptions) -> dict[str, Any]:
        return messages.now_message(self.table, look, self.present(), self.thinking)

    def whole(self, look: messages.ViewOptions, person: str | None) -> dict[str, Any]:
        owner = person is not None and person == self.setup.owner
        return messages.state_message(self.table, self.table_log, look, owner, self.now(look))

    def show(self, watcher: Watcher, since: int | None) -> None:
        """Brings a watcher up to date: what they missed, or everything."""
        look = watcher.look(self.table)
        if since is None or not 0 <= self.table.number - since <= MOST_CATCHING_UP:
            watcher.send(self.server.encode(self.whole(look, watcher.person)))
            return
        for event in self.table.events[since:]:
            present = self.present() if event.number == self.table.number else None
            watcher.send(self.server.encode(self.update(event, look, present)))

    def say(self, message: dict[str, Any]) -> None:
        """An unnumbered message to everybody."""
        encoded = self.server.encode(message)
        for watcher in list(self.watchers):
            watcher.send(encoded)

    # Presence.

    def enter(self, watcher: Watcher) -> None:
        self.watchers[watcher] = None
        self.presence_changed()

    def leave(self, watcher: Watcher) -> None:
        if watcher in self.watchers:
            del self.watchers[watcher]
            self.used = time.monotonic()
            self.presence_changed()

    def present_here(self) -> list[int]:
        people = {watcher.person for watcher in self.watchers}
        return [
            seat for seat, chair in enumerate(self.table.chairs) if chair.person is not None and chair.person in people
        ]

    def present(self) -> set[int]:
        """The seats whose people are connected, here or in another process."""
        self.server.forget_absent(self)
        return set(self.present_here()).union(*(seats for _, seats, _ in self.elsewhere.values()))

    def presence(self) -> dict[str, Any]:
        present = sorted(self.present())
        watchers = len(self.watchers) + sum(count for _, _, count in self.elsewhere.values())
        return {"type": "presence", "seats": present, "watchers": watchers}

    def presence_changed(self) -> None:
        self.say(self.presence())
        self.server.tell_presence(self)

    # Bots and clocks.

    def look_after(self) -> None:
        """Lets bots think whose turn it is, and sets the timer for the next clock that runs out."""
        self._set_flag()
        for seat in self.table.bots_to_move():
            ask = self.table.asks[seat]
            if ask is not None and self.thinking.get(seat) != ask:
                self.thinking[seat] = ask
                self.server.spawn(self.server.think(self, seat, ask))

    def thought(self, seat: int, ask: int) -> None:
        """A bot has finished."""
        if self.thinking.get(seat) == ask:
            del self.thinking[seat]
            self.tell_thinking()

    def tell_thinking(self) -> None:
        if self.watchers:
            self.say({"type": "thinking", "seats": sorted(self.thinking)})

    def _set_flag(self) -> None:
        if self.flag is not None:
            self.flag.cancel()
            self.flag = None
        flag = self.table.next_flag()
        if flag is not None:
            wait = max(0.0, flag[0] - time.time())
            self.flag = asyncio.get_running_loop().call_later(wait, self.server.time_out, self, flag[1])

    def close(self) -> None:
        if self.flag is not None:
            self.flag.cancel()


def _seat_row(table_id: str, event: Event) -> dict[str, Any]:
    detail = event.detail
    return {
        "which": table_id,
        "which_seat": event.seat,
        "kind": detail["kind"],
        "person": detail.get("person"),
        "name": detail.get("name", ""),
        "level": detail.get("level"),
    }
