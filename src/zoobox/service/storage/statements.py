"""The statements that write, in the order in which one transaction carries them out."""

from __future__ import annotations

from typing import Any

import orjson
from sqlalchemy import Connection, bindparam, delete, insert, text, update
from sqlalchemy.sql.base import Executable

from zoobox.service.storage.schema import events, people, seats, tables, tokens

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
"""Carried out by `add_events`; its rows are lists."""
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


def add_events(connection: Connection, rows: list[list[Any]]) -> None:
    """Writes all events of a transaction with one statement.

    Row by row, the writer would have to wait for the interpreter after each of them, and a busy event loop hands it
    over every five milliseconds only.
    """
    connection.execute(_ALL_EVENTS[connection.dialect.name], {"rows": orjson.dumps(rows).decode()})


ORDER: tuple[Executable, ...] = (
    ADD_PERSON,
    CHANGE_PERSON,
    ADD_TOKEN,
    DROP_TOKEN,
    ADD_TABLE,
    CHANGE_TABLE,
    ADD_SEAT,
    CHANGE_SEAT,
    ADD_EVENT,
)
"""What is referred to is written before what refers to it."""
