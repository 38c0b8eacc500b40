"""The statements that write, in the order in which one transaction carries them out."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, update
from sqlalchemy.sql.base import Executable

from zoobox.service.store.schema import events, people, seats, tables, tokens

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
