"""The tables of the database, and the statements that write to them."""

from __future__ import annotations

from typing import Any

import orjson
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    bindparam,
    delete,
    insert,
    text,
    update,
)
from sqlalchemy.sql.base import Executable

from zoobox.service.tables.events import TableEvent

metadata = MetaData()

server_values = Table(
    "house",  # the name it has in existing databases
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("language", String(2), nullable=False),
    Column("recovery", String(64)),
    Column("created", Float, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("digest", String(64), nullable=False, unique=True),
    Column("created", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("configuration", Text, nullable=False),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("components", String(16), nullable=False),
    Column("origin", Text, nullable=False),
    Column("seed_given", Boolean, nullable=False),
    Column("salt", String(64), nullable=False),
    Column("visibility", String(8), nullable=False),
    Column("clock", Text, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("owner", String(32), nullable=False),
    Column("status", String(8), nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("due", Float),
    Column("previous", String(32)),
    Index("tables_lobby", "visibility", "status", "changed"),
    Index("tables_due", "due"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("person", String(32), index=True),
    Column("name", String(40), nullable=False),
    Column("level", String(40)),
)

events = Table(
    "events",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("choice", BigInteger),
    Column("ask", Integer),
    Column("at", Float, nullable=False),
    Column("detail", Text, nullable=False),
    UniqueConstraint("table_id", "seat", "ask", name="events_answered_once"),
    sqlite_with_rowid=False,
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("judged", Text, nullable=False),
    Column("at", Float, nullable=False),
)

puzzle_answers = Table(
    "puzzle_answers",
    metadata,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("at", Float, nullable=False),
)

results = Table(
    "results",
    metadata,
    # no reference to the table: a result stays when its table is cleared away
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("person", String(32), index=True),
    Column("name", String(40), nullable=False),
    Column("level", String(40)),
    Column("rank", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("outcome", String(8), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("at", Float, nullable=False),
    Index("results_game", "game", "at"),
)

subscriptions = Table(
    "subscriptions",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(120), nullable=False),
    Column("auth", String(60), nullable=False),
    Column("language", String(2), nullable=False),
    Column("created", Float, nullable=False),
)

alerts = Table(
    "alerts",
    metadata,
    Column("table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("ask", Integer, primary_key=True),
    Column("person", String(32), nullable=False, index=True),
    Column("due", Float, nullable=False),
)

bans = Table(
    "bans",
    metadata,
    Column("value", String(64), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
)

host_requests = Table(
    "host_requests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("line", Integer),
    Column("created", Float, nullable=False),
)

Statement = tuple[Executable, list[Any]]
"""A statement with its rows."""

DROP_PROBE = delete(server_values).where(server_values.c.key == bindparam("which"))
ADD_PROBE = insert(server_values)
ADD_PERSON = insert(people)
CHANGE_PERSON = (
    update(people)
    .where(people.c.id == bindparam("which"))
    .values(name=bindparam("name"), language=bindparam("language"), recovery=bindparam("recovery"))
)
ADD_TOKEN = insert(tokens)
DROP_TOKEN = delete(tokens).where(tokens.c.id == bindparam("which"))
ADD_TABLE = insert(tables)
CHANGE_TABLE = (
    update(tables)
    .where(tables.c.id == bindparam("which"))
    .values(status=bindparam("status"), due=bindparam("due"), changed=bindparam("changed"))
)
ADD_SEAT = insert(seats)
CHANGE_SEAT = (
    update(seats)
    .where(seats.c.table_id == bindparam("which"), seats.c.seat == bindparam("which_seat"))
    .values(kind=bindparam("kind"), person=bindparam("person"), name=bindparam("name"), level=bindparam("level"))
)
ADD_EVENT = insert(events)
"""Carried out by `add_events`; its rows come from `event_row`."""
ADD_REVIEW = insert(reviews)
ADD_PUZZLE_ANSWER = insert(puzzle_answers)
ADD_RESULT = insert(results)
ADD_SUBSCRIPTION = insert(subscriptions)
DROP_SUBSCRIPTION = delete(subscriptions).where(subscriptions.c.id == bindparam("which"))
ADD_ALERT = insert(alerts)
_ALL_EVENTS = {
    "sqlite": text(
        "INSERT INTO events (table_id, number, kind, seat, choice, ask, at, detail) "
        "SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), "
        "json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'), "
        "json_extract(value, '$[6]'), json_extract(value, '$[7]') FROM json_each(:rows)"
    ),
    "postgresql": text(
        "INSERT INTO events (table_id, number, kind, seat, choice, ask, at, detail) "
        "SELECT value->>0, (value->>1)::integer, value->>2, (value->>3)::integer, (value->>4)::bigint, "
        "(value->>5)::integer, (value->>6)::float, value->>7 FROM json_array_elements(CAST(:rows AS json)) AS value"
    ),
}


def event_row(table_id: str, event: TableEvent) -> list[Any]:
    """The event as the database stores it."""
    detail = orjson.dumps(event.detail).decode() if event.detail else "{}"
    return [table_id, event.number, event.kind, event.seat, event.choice, event.ask, event.at, detail]


def add_events(connection: Connection, rows: list[list[Any]]) -> None:
    """Writes all events of a transaction with one statement.

    With one statement per row the writer thread would need the interpreter after each of them, and a busy event loop
    gives it up only every five milliseconds.
    """
    connection.execute(_ALL_EVENTS[connection.dialect.name], {"rows": orjson.dumps(rows).decode()})


ORDER: tuple[Executable, ...] = (
    DROP_PROBE,
    ADD_PROBE,
    ADD_PERSON,
    CHANGE_PERSON,
    ADD_TOKEN,
    DROP_TOKEN,
    ADD_TABLE,
    CHANGE_TABLE,
    ADD_SEAT,
    CHANGE_SEAT,
    ADD_EVENT,
    ADD_REVIEW,
    ADD_PUZZLE_ANSWER,
    ADD_RESULT,
    DROP_SUBSCRIPTION,
    ADD_SUBSCRIPTION,
    ADD_ALERT,
)
"""Rows are written before the rows that refer to them."""
