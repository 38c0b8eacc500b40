"""Live tables: the tables that this process has in memory, with everybody who watches them."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import orjson

from zoobox.kernel.errors import IllegalChoice
from zoobox.kernel.state import State
from zoobox.service import context
from zoobox.service.bots import BotsUnavailable
from zoobox.service.errors import UNWRITABLE, Refused
from zoobox.service.storage import Conflict, DatabaseDown, Statement, Unwritable, WriteJob
from zoobox.service.storage.notifications import events_notification
from zoobox.service.storage.schema import ADD_ALERT, ADD_EVENT, ADD_RESULT, CHANGE_SEAT, CHANGE_TABLE, event_row
from zoobox.service.tables import clocks, messages
from zoobox.service.tables import events as kinds
from zoobox.service.tables.agreements import Lapse
from zoobox.service.tables.commands import BotDecide, Command, Rights, TimeOut
from zoobox.service.tables.events import Draft, TableEvent, numbered
from zoobox.service.tables.messages import TableLog, ViewOptions
from zoobox.service.tables.results import result_rows
from zoobox.service.tables.table import Seat, Setup, Table

if TYPE_CHECKING:
    from zoobox.service.server import Server

log = logging.getLogger("zoobox.tables")
ATTEMPTS = 20
MAX_HINTS = 16
UNWATCHED_SECONDS = 15.0
"""A table of bots that nobody has asked for so long pauses."""
MAX_MISSED_UPDATES = 500
"""A watcher who missed more than this is sent the whole state instead."""
QUICK_HINT_SECONDS = 0.2
PRESENCE_SECONDS = 20.0
"""How often each process says who is connected to it; after three times this, what it said is forgotten."""


SEAT_ROWS = (kinds.SEAT, kinds.NAME)
"""Events after which the database's row of a seat has to be written again."""


class Watcher(Protocol):
    """Somebody who is sent what happens."""

    @property
    def person_id(self) -> str | None:
        """Who they are, if they are known."""

    def view_options(self, table: Table) -> ViewOptions:
        """How they see the table now; their rights may have changed since the last time."""

    def send(self, message: bytes) -> None:
        """Puts a message on its way, without waiting."""


class RemotePresence(NamedTuple):
    """Who watches a table through another process, as it last said."""

    heard_at: float
    seats: list[int]
    watchers: int


class LiveTable:
    """One table in memory. Its lock keeps events in order; between processes the database decides."""

    def __init__(self, server: Server, setup: Setup, events: Sequence[TableEvent]) -> None:
        self.server = server
        self.setup = setup
        self.lock = asyncio.Lock()
        self.watchers: dict[Watcher, int | None] = {}
        """With the seat whose view they were last sent."""
        self.thinking: dict[int, int] = {}
        """Seats whose bot is deciding, with the number of the question."""
        self.removed = asyncio.Event()
        """Set when the table no longer exists."""
        self.hints: dict[tuple[int, int, float, str], asyncio.Future[list[dict[str, Any]]]] = {}
        """By seat, question, time to think and language."""
        self.timer: asyncio.TimerHandle | None = None
        self.remote: dict[str, RemotePresence] = {}
        """By process."""
        self.last_seen: dict[int, float] = {}
        """When the person of a seat was last connected, as far as this process knows."""
        self.needs_reload = False
        """After a failed commit nobody knows what was written: the events are read again before anything else."""
        self.last_used = -math.inf
        """When somebody last asked for it."""
        self.ahead = 0.0
        """Seconds by which this table's time is ahead of the process, because its last event says so."""
        self._replay(events)

    def _replay(self, events: Sequence[TableEvent]) -> None:
        self.table = Table(self.setup, events)
        self.log = TableLog(self.table)
        self.due = self.table.due()
        self._set_time()

    # Time.

    def now(self) -> float:
        """The time at this table. It never runs backwards, not even when events come from a clock that was wrong."""
        return clocks.now() + self.ahead

    def _set_time(self) -> None:
        self.ahead = max(self.ahead, self.table.at - clocks.now())

    # Commands.

    async def execute(self, command: Command, with_rematch: Sequence[Statement] = ()) -> dict[str, Any]:
        """Checks a command, commits its events, and sends them to everybody.

        `with_rematch` makes the table of a rematch; it is committed in the same transaction as the event that names it.
        """
        up_to_date = self.server.single_process
        for _ in range(ATTEMPTS):
            async with self.lock:
                await self.reload_if_needed()
                try:
                    drafts = command.drafts(self.table)
                except Refused:
                    if up_to_date:
                        raise
                    up_to_date = True  # another process may have committed what makes it possible
                    await self._read_new_events()
                    continue
                if not drafts:
                    return command.result(self.table, [])
                also = with_rematch if any(draft.kind == kinds.REMATCH for draft in drafts) else ()
                try:
                    events = await self._commit(drafts, also)
                except Conflict:
                    await self._find_out_why()
                    continue
                result = command.result(self.table, events)
            self.start_bots_and_timer()
            return result
        raise Refused("busy", "Too much is happening at this table at once; try again.", number=self.table.number)

    async def _commit(self, drafts: list[Draft], also: Sequence[Statement]) -> list[TableEvent]:
        events = numbered(drafts, self.table.number, at=round(self.now(), 3))
        after = self.table.copy()
        for event in events:
            after.apply(event)
        due = after.due()
        single = self.server.single_process
        notification = None if single else events_notification(self.setup.id, self.server.process, events)
        try:
            await self.server.writer.write(WriteJob([*also, *self._statements(events, after, due)], notification))
        except asyncio.CancelledError:
            self.needs_reload = True
            raise
        except Unwritable:
            raise Refused("malformed", UNWRITABLE, number=self.table.number) from None
        except DatabaseDown:
            self.needs_reload = True
            raise Refused(
                "store",
                "The database cannot be reached now. Ask again in a moment: doing the same twice is harmless.",
                number=self.table.number,
            ) from None
        self.server.events_committed += len(events)
        self.due = due
        self._publish(after, events)
        return events

    def _statements(self, events: list[TableEvent], after: Table, due: float | None) -> list[Statement]:
        table_id = self.setup.id
        statements: list[Statement] = [(ADD_EVENT, [event_row(table_id, event) for event in events])]
        changed = [event.seat for event in events if event.kind in SEAT_ROWS and event.seat is not None]
        if changed:
            statements.append((CHANGE_SEAT, [_seat_change(table_id, seat, after.seats[seat]) for seat in changed]))
        if due != self.due or after.status != self.table.status or changed:
            change = {"which": table_id, "status": after.status, "due": due, "changed": events[-1].at}
            statements.append((CHANGE_TABLE, [change]))
        if after.status == "over" and self.table.status != "over":
            found = result_rows(after)
            if found:
                statements.append((ADD_RESULT, found))
        if self.server.push.subscribed:
            alerts = self.server.push.alerts_for(self.table, after, self.present_seats(), events[-1].at)
            statements += [(ADD_ALERT, alerts)] if alerts else []
        return statements

    def _publish(self, after: Table, events: Sequence[TableEvent]) -> None:
        """These events are committed: from now on this is the table, and every watcher is sent them."""
        before, self.table = self.table, after
        self._set_time()
        self.server.lobby.table_changed(before, after, events)
        for event in events:
            try:
                self.log.advance(after, event)
            except Exception:
                log.exception("internal error in the log", extra={"game": after.game.name, "event": event.kind})
                self.log = TableLog(after)
        for event in events:
            self._broadcast_event(event)

    # The database and other processes.

    async def reload_if_needed(self) -> None:
        """Reads all events again after a failed commit; call it with the lock held."""
        if self.needs_reload:
            heard = self.table.number
            with self.server.setting_aside(self.setup.id):
                self._replay(await self.server.read(self.server.reader.events, self.setup.id))
            self.needs_reload = False
            for watcher in list(self.watchers):
                self.send_missed(watcher, heard if heard <= self.table.number else None)

    async def reload(self) -> None:
        """Reads everything again, because names in it have been removed, and shows it to everybody."""
        async with self.lock:
            row = await self.server.read(self.server.reader.table, self.setup.id)
            if row is not None:
                self.setup = Setup.from_row(row)
            self.needs_reload = True
            await self.reload_if_needed()
            for watcher in list(self.watchers):
                self.send_missed(watcher, None)

    async def read_new_events(self) -> None:
        """Reads what other processes have written."""
        async with self.lock:
            await self.reload_if_needed()
            await self._read_new_events()

    async def _read_new_events(self) -> None:
        await self.reload_if_needed()
        with self.server.setting_aside(self.setup.id):
            self._take_over(await self.server.read(self.server.reader.events, self.setup.id, self.table.number))

    async def _find_out_why(self) -> None:
        """After a conflict: reads what another process has written, or raises Refused if the table was removed."""
        number = self.table.number
        await self._read_new_events()
        if self.table.number == number and await self.server.read(self.server.reader.table, self.setup.id) is None:
            self.server.drop(self)
            raise Refused("no-table", "This table was cleared away.")

    async def receive_events(self, events: Sequence[TableEvent], last_number: int) -> None:
        """Another process has committed these events; if earlier ones are missing, they are read."""
        async with self.lock:
            await self.reload_if_needed()
            with self.server.setting_aside(self.setup.id):
                self._take_over(events)
            if self.table.number < last_number:
                await self._read_new_events()

    def _take_over(self, events: Sequence[TableEvent]) -> None:
        for event in events:
            if event.number == self.table.number + 1:
                after = self.table.copy()
                after.apply(event)
                self._publish(after, [event])
        self.due = self.table.due()
        self._set_timer()

    # Messages.

    def _broadcast_event(self, event: TableEvent) -> None:
        """Sends an event to every watcher; those with equal options share the message."""
        made: dict[ViewOptions, bytes] = {}
        for watcher in list(self.watchers):
            options = watcher.view_options(self.table)
            if self._sees_another_seat(watcher, options):
                watcher.send(orjson.dumps(self.state_message(options, watcher.person_id)))
                continue
            if options not in made:
                made[options] = self._encoded_update(event, options)
            watcher.send(made[options])

    def _sees_another_seat(self, watcher: Watcher, options: ViewOptions) -> bool:
        """Whether a shared device now shows another person's view, and so needs everything again, the log included."""
        before = self.watchers[watcher]
        self.watchers[watcher] = options.seat
        return options.seat != before and options.curtain is not None

    def _encoded_update(self, event: TableEvent, options: ViewOptions) -> bytes:
        """The update; an error in words or pictures must not keep anybody from hearing of a committed event."""
        try:
            return orjson.dumps(self._update_message(event, options))
        except Exception:
            log.exception("internal error in a message", extra={"game": self.table.game.name, "event": event.kind})
            reduced: dict[str, Any] = {"event": messages.event_message(self.table, event), "log": [], "now": None}
            return orjson.dumps({"type": "update", "number": event.number, **reduced})

    def _update_message(self, event: TableEvent, options: ViewOptions) -> dict[str, Any]:
        now = self._now_message(options) if event.number == self.table.number else None
        return messages.update_message(self.table, self.log, event, options, now)

    def _now_message(self, options: ViewOptions) -> dict[str, Any]:
        return messages.now_message(self.table, options, self.present_seats(), self.thinking, self.now(), self.away())

    def state_message(self, options: ViewOptions, person_id: str | None) -> dict[str, Any]:
        owner = person_id is not None and person_id == self.setup.owner
        message = messages.state_message(self.table, self.log, options, owner, self._now_message(options))
        return {**message, "absence": self.server.settings.absence_seconds}

    def send_missed(self, watcher: Watcher, since: int | None) -> None:
        """Brings a watcher up to date: with the updates after number `since`, or with the whole state."""
        options = watcher.view_options(self.table)
        if watcher in self.watchers:
            self.watchers[watcher] = options.seat
        if options.curtain is not None:
            since = None  # what it has may have been another person's
        if since is None or not 0 <= self.table.number - since <= MAX_MISSED_UPDATES:
            watcher.send(orjson.dumps(self.state_message(options, watcher.person_id)))
            return
        for event in self.table.events[since:]:
            watcher.send(orjson.dumps(self._update_message(event, options)))

    def _broadcast(self, message: dict[str, Any]) -> None:
        """Sends an unnumbered message to every watcher."""
        encoded = orjson.dumps(message)
        for watcher in list(self.watchers):
            watcher.send(encoded)

    def announce(self, text: str) -> None:
        """The host has something to say to everybody on this server."""
        self._broadcast({"type": "announcement", "text": text})

    # Presence.

    def add_watcher(self, watcher: Watcher) -> None:
        self.watchers[watcher] = watcher.view_options(self.table).seat
        self._presence_changed()
        self.start_bots_and_timer()

    def remove_watcher(self, watcher: Watcher) -> None:
        if watcher in self.watchers:
            self.away()  # notes who has been here until now
            del self.watchers[watcher]
            self.last_used = time.monotonic()
            self._presence_changed()

    def seats_here(self) -> list[int]:
        """The seats whose people are connected to this process."""
        people = {watcher.person_id for watcher in self.watchers}
        return [
            number for number, seat in enumerate(self.table.seats) if seat.person is not None and seat.person in people
        ]

    def present_seats(self) -> set[int]:
        """The seats whose people are connected, here or through another process."""
        self._forget_silent_processes()
        return set(self.seats_here()).union(*(other.seats for other in self.remote.values()))

    def away(self) -> dict[int, float]:
        """The seats whose people are not connected, with the time when they were last noticed."""
        present = self.present_seats()
        now = round(self.now(), 1)
        for seat in present:
            self.last_seen[seat] = now
        return {
            number: max(self.table.acted[number], self.last_seen.get(number, 0.0))
            for number, seat in enumerate(self.table.seats)
            if seat.kind == "person" and number not in present
        }

    def long_away(self) -> list[int]:
        """The seats whose people have been away for so long that the others need not wait for them."""
        before = self.now() - self.server.settings.absence_seconds
        return [seat for seat, noticed in self.away().items() if noticed <= before]

    def presence_message(self) -> dict[str, Any]:
        seats = sorted(self.present_seats())
        watchers = len(self.watchers) + sum(other.watchers for other in self.remote.values())
        away = {str(seat): noticed for seat, noticed in self.away().items()}
        return {"type": "presence", "seats": seats, "watchers": watchers, "away": away}

    def _presence_changed(self) -> None:
        self._broadcast(self.presence_message())
        if not self.server.single_process:
            self.server.presence_to_announce.add(self.setup.id)

    def receive_presence(self, process: str, seats: list[int], watchers: int) -> None:
        """Another process says who is connected to it."""
        before = self.remote.get(process)
        self.away()  # notes who has been here until now
        self.remote[process] = RemotePresence(time.monotonic(), seats, watchers)
        if before is None or (before.seats, before.watchers) != (seats, watchers):
            self._broadcast(self.presence_message())

    def _forget_silent_processes(self) -> None:
        if self.remote:
            long_ago = time.monotonic() - 3 * PRESENCE_SECONDS
            self.remote = {process: other for process, other in self.remote.items() if other.heard_at > long_ago}

    # Bots and clocks.

    def start_bots_and_timer(self) -> None:
        """Starts the bots that have to decide, and the timer for the next clock that runs out."""
        self._set_timer()
        for seat in () if self.is_paused() else self.table.bots_to_move():
            ask = self.table.asks[seat]
            if ask is not None and self.thinking.get(seat) != ask:
                self.thinking[seat] = ask
                self.server.spawn(self._run_bot(seat, ask))

    def is_paused(self) -> bool:
        """Whether only bots play here and nobody looks: then they wait until somebody does."""
        return (
            all(seat.kind == "bot" for seat in self.table.seats)
            and not self.watchers
            and not any(other.watchers for other in self.remote.values())
            and time.monotonic() - self.last_used > UNWATCHED_SECONDS
        )

    async def _run_bot(self, seat: int, ask: int) -> None:
        """Lets a bot decide; if that fails, the sweep tries again."""
        try:
            self._broadcast_thinking()
            if self.server.settings.bot_pause:
                await asyncio.sleep(self.server.settings.bot_pause)
            level = self.table.seats[seat].bot_level
            state = self.table.state
            if state is None or level is None or self.table.asks[seat] != ask:
                return
            choice = await self.server.bots.choose(state, seat, level, self._charged())
            await self.execute(BotDecide(seat, ask, choice))
        except (BotsUnavailable, IllegalChoice, Refused) as error:
            log.error("a bot could not decide", extra={"table": self.setup.id, "seat": seat, "reason": str(error)})
        except Exception as error:
            self.server.set_aside(self.setup.id, error)
        finally:
            if self.thinking.get(seat) == ask:
                del self.thinking[seat]
                self._broadcast_thinking()

    def _charged(self) -> tuple[str, str]:
        """For whom bots work here: the address that made them, or the owner when the server itself goes on."""
        return context.address.get() or self.setup.owner, self.setup.id

    def _broadcast_thinking(self) -> None:
        if self.watchers:
            self._broadcast({"type": "thinking", "seats": sorted(self.thinking)})

    async def hint(self, rights: Rights, seat: int, language: str, quick: bool = False) -> dict[str, Any]:
        """What the best adviser would choose in the seat's place, from what the seat may know.

        A quick answer comes first, so that nobody waits for the better one.
        """
        if not self.server.single_process:
            await self.read_new_events()
        table = self.table
        rights.must_see(table, seat)
        state = table.running_state()
        if not table.setup.hints:
            raise Refused("no-hints", "This table is played without hints.", number=table.number)
        ask = table.asks[seat]
        if ask is None:
            raise Refused("stale", "Nothing is asked of this seat now.", number=table.number)
        seconds = self.server.settings.hint_seconds
        if quick:
            seconds = min(QUICK_HINT_SECONDS, seconds)
        advice = await self._advice(state, seat, ask, seconds, language)
        return {"ask": ask, "choice": advice[0]["choice"], "reason": advice[0]["sentence"], "advice": advice}

    async def _advice(self, state: State, seat: int, ask: int, seconds: float, language: str) -> list[dict[str, Any]]:
        """The answer to a question is computed once, however often it is asked for."""
        key = (seat, ask, seconds, language)
        task = self.hints.get(key)
        if task is None:
            self.server.limits.hint(context.address.get())
            names = self.table.names_in(language)
            work = self.server.bots.advise(state, seat, seconds, language, names, self._charged())
            task = self.hints[key] = asyncio.ensure_future(work)
            while len(self.hints) > MAX_HINTS:
                del self.hints[next(iter(self.hints))]
        try:
            return await asyncio.shield(task)
        except BotsUnavailable:
            self.hints.pop(key, None)
            raise Refused("busy", "No bot is available now; try again in a moment.", number=self.table.number) from None

    def _set_timer(self) -> None:
        self.close()
        request = self.table.request
        timeout = self.table.next_timeout()
        times = [timeout[0]] if timeout is not None else []
        times += [request.expires] if request is not None else []
        if times:
            wait = max(0.0, min(times) - self.now())
            self.timer = asyncio.get_running_loop().call_later(wait, self._on_timer)

    def _on_timer(self) -> None:
        self.server.spawn(self.end_overdue_clock())

    async def end_overdue_clock(self) -> None:
        """Ends a clock that has run out and a request that nobody has answered in time."""
        timeout, request, now = self.table.next_timeout(), self.table.request, self.now()
        overdue: list[Command] = []
        if timeout is not None and timeout[0] <= now:
            overdue.append(TimeOut(timeout[1], now))
        if request is not None and request.expires <= now:
            overdue.append(Lapse(now))
        try:
            for command in overdue:
                await self.execute(command)
        except Refused as refusal:
            log.warning("a clock could not be ended", extra={"table": self.setup.id, "reason": refusal.code})
        except Exception as error:
            self.server.set_aside(self.setup.id, error)
        if not overdue:
            self._set_timer()

    def close(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


def _seat_change(table_id: str, number: int, seat: Seat) -> dict[str, Any]:
    row = seat.row(table_id, number)
    return {"which": row.pop("table_id"), "which_seat": row.pop("seat"), **row}
