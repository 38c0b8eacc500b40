"""Deleting a person: everything about them goes; in games with others, somebody without a name has played."""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Any

from sqlalchemy import Engine, delete, update

from zoobox.service.errors import Refused
from zoobox.service.storage import Reader, WriteJob
from zoobox.service.storage.schema import alerts, bans, events, people, results, seats, tables
from zoobox.service.tables import events as kinds
from zoobox.service.tables.commands import Close, Leave, Resign, Rights
from zoobox.service.tables.events import TableEvent
from zoobox.service.tables.results import GONE

if TYPE_CHECKING:
    from zoobox.service.server import Server

NO_LINE = {"line": 0}
"""Removes no line of chat: what is left of a line that its author had deleted."""


async def delete_person(server: Server, rights: Rights) -> None:
    """Ends the games a person still plays, then removes them everywhere."""
    person = rights.person_id
    if person is None:
        raise Refused("nobody", "Nobody is known here under this cookie or token.")
    await _leave_tables(server, rights, person)
    touched = await server.read(erase, server.engine, server.reader, person)
    server.person_deleted(person)
    for table_id in touched:
        live_table = server.live_tables.get(table_id)
        if live_table is not None:
            await live_table.reload()
        if not server.single_process:
            await server.writer.write(WriteJob([], f"reload {table_id} {server.process}"))
    if not server.single_process:
        await server.writer.write(WriteJob([], f"deleted {person}"))


async def _leave_tables(server: Server, rights: Rights, person: str) -> None:
    for row in await server.read(server.reader.tables_of, person, None):
        if row["status"] not in ("open", "running"):
            continue
        try:
            live_table = await server.live_table(row["id"])
            for seat in live_table.table.seats_of(person):
                running = live_table.table.status == "running"
                await live_table.execute(Resign(rights, seat) if running else Leave(rights, seat))
            if row["owner"] == person and live_table.table.status == "open":
                await live_table.execute(Close(rights))
        except Refused as refusal:  # over already, or set aside: then there is nothing to leave
            if refusal.code in ("store", "busy"):
                raise


def erase(engine: Engine, reader: Reader, person: str) -> list[str]:
    """Removes a person from the database; returns the tables that named them. Blocks."""
    nobody = GONE + secrets.token_hex(12)
    touched = sorted(reader.tables_naming(person))
    changes = [
        (table_id, number, kind, detail)
        for table_id in touched
        for number, kind, detail in anonymised(reader.events(table_id), person, nobody)
    ]
    with engine.begin() as connection:
        for table_id, number, kind, detail in changes:
            which = (events.c.table_id == table_id) & (events.c.number == number)
            connection.execute(update(events).where(which).values(kind=kind, detail=json.dumps(detail)))
        connection.execute(update(seats).where(seats.c.person == person).values(person=nobody, name=""))
        connection.execute(update(tables).where(tables.c.owner == person).values(owner=nobody))
        connection.execute(update(results).where(results.c.person == person).values(person=nobody, name=""))
        connection.execute(delete(alerts).where(alerts.c.person == person))
        connection.execute(delete(bans).where(bans.c.value == person))
        connection.execute(delete(people).where(people.c.id == person))  # with tokens, puzzles and subscriptions
    return touched


def anonymised(history: list[TableEvent], person: str, nobody: str) -> list[tuple[int, str, dict[str, Any]]]:
    """The events of a table that name a person, as they read without them: number, kind and detail."""
    changed = []
    theirs: set[int] = set()
    for event in history:
        detail = dict(event.detail)
        if event.kind == kinds.SEAT and event.seat is not None:
            theirs.discard(event.seat)
            if detail.get("person") == person:
                theirs.add(event.seat)
                changed.append((event.number, event.kind, {**detail, "person": nobody, "name": ""}))
        elif event.kind == kinds.NAME and event.seat in theirs:
            changed.append((event.number, event.kind, {**detail, "name": ""}))
        elif event.kind == kinds.CHAT and detail.get("person") == person:
            changed.append((event.number, kinds.CHAT_REMOVED, NO_LINE))
    return changed
