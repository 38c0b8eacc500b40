"""Reading the database. Every method blocks; the server calls them from threads."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Engine, Row, select, text
from sqlalchemy.exc import IntegrityError

from zoobox.service.errors import Unreadable
from zoobox.service.storage.schema import events, people, puzzle_answers, reviews, seats, server_values, tables, tokens
from zoobox.service.tables.events import TableEvent

LOBBY_LIMIT = 100
MAX_IDS = 500
"""In one statement; databases limit the number of parameters."""


def _detail(number: int, text: str) -> dict[str, Any]:
    """The detail of an event; raises Unreadable."""
    if text == "{}":
        return {}
    try:
        found = json.loads(text)
        if isinstance(found, dict):
            return found
        raise ValueError("not an object")
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"the detail of event {number} cannot be read", error, number) from None


class Reader:
    """Queries."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def secret(self) -> str:
        """The secret that signs cookies and tokens; made at the first start."""
        with self.engine.connect() as connection:
            found = connection.execute(select(server_values.c.value).where(server_values.c.key == "secret")).scalar()
        if found is not None:
            return str(found)
        made = secrets.token_urlsafe(32)
        try:
            with self.engine.begin() as connection:
                connection.execute(server_values.insert().values(key="secret", value=made))
        except IntegrityError:
            return self.secret()
        return made

    def ping(self) -> None:
        """Raises if the database cannot be reached."""
        with self.engine.connect() as connection:
            connection.execute(text("SELECT 1"))

    def person(self, person_id: str) -> Row[Any] | None:
        with self.engine.connect() as connection:
            return connection.execute(select(people).where(people.c.id == person_id)).first()

    def person_of_token(self, digest: str) -> Row[Any] | None:
        query = select(people).join(tokens, tokens.c.person == people.c.id).where(tokens.c.digest == digest)
        with self.engine.connect() as connection:
            return connection.execute(query).first()

    def tokens_of(self, person_id: str) -> Sequence[Row[Any]]:
        query = select(tokens).where(tokens.c.person == person_id).order_by(tokens.c.created)
        with self.engine.connect() as connection:
            return connection.execute(query).all()

    def table(self, table_id: str) -> Row[Any] | None:
        with self.engine.connect() as connection:
            return connection.execute(select(tables).where(tables.c.id == table_id)).first()

    def events(self, table_id: str, after: int = 0) -> list[TableEvent]:
        """The events of a table after a number, in order."""
        query = (
            select(
                events.c.number,
                events.c.kind,
                events.c.seat,
                events.c.choice,
                events.c.ask,
                events.c.at,
                events.c.detail,
            )
            .where(events.c.table_id == table_id, events.c.number > after)
            .order_by(events.c.number)
        )
        with self.engine.connect() as connection:
            rows = connection.execute(query).all()
        return [TableEvent(*row[:6], _detail(row[0], row[6])) for row in rows]

    def review(self, table_id: str) -> str | None:
        """What was judged of a finished game, as JSON."""
        with self.engine.connect() as connection:
            found = connection.execute(select(reviews.c.judged).where(reviews.c.table_id == table_id)).scalar()
        return None if found is None else str(found)

    def puzzle_answers(self, person_id: str) -> list[Row[Any]]:
        """The first answers of a person to puzzles, the earliest first."""
        query = select(puzzle_answers).where(puzzle_answers.c.person == person_id).order_by(puzzle_answers.c.at)
        with self.engine.connect() as connection:
            return list(connection.execute(query).all())

    def lobby(self, game: str | None, status: str | None) -> list[dict[str, Any]]:
        """Public tables, the latest first."""
        query = select(tables).where(tables.c.visibility == "public")
        query = (
            query.where(tables.c.status == status)
            if status
            else query.where(tables.c.status.not_in(("record", "closed")))
        )
        if game:
            query = query.where(tables.c.game == game)
        return self._with_seats(query.order_by(tables.c.changed.desc()).limit(LOBBY_LIMIT))

    def tables_of(self, person_id: str) -> list[dict[str, Any]]:
        """The tables at which a person sits or that they own, the latest first."""
        mine = select(seats.c.table_id).where(seats.c.person == person_id)
        query = select(tables).where(tables.c.id.in_(mine) | (tables.c.owner == person_id))
        return self._with_seats(query.order_by(tables.c.changed.desc()).limit(LOBBY_LIMIT))

    def all_tables(self, status: str | None = None) -> list[dict[str, Any]]:
        """Every table, for `zoobox admin`."""
        query = select(tables).order_by(tables.c.changed.desc())
        return self._with_seats(query.where(tables.c.status == status) if status else query)

    def due_tables(self, before: float) -> list[str]:
        """Tables at which a bot or a clock is due before that time."""
        with self.engine.connect() as connection:
            return list(connection.execute(select(tables.c.id).where(tables.c.due <= before)).scalars())

    def existing(self, table_ids: list[str]) -> set[str]:
        """Those of these tables that exist."""
        found: set[str] = set()
        with self.engine.connect() as connection:
            for start in range(0, len(table_ids), MAX_IDS):
                query = select(tables.c.id).where(tables.c.id.in_(table_ids[start : start + MAX_IDS]))
                found.update(connection.execute(query).scalars())
        return found

    def _with_seats(self, query: Any) -> list[dict[str, Any]]:
        with self.engine.connect() as connection:
            found = [dict(row) for row in connection.execute(query).mappings()]
            ids = [row["id"] for row in found]
            seats_at: dict[str, list[dict[str, Any]]] = {table_id: [] for table_id in ids}
            for start in range(0, len(ids), MAX_IDS):
                some = ids[start : start + MAX_IDS]
                query = select(seats).where(seats.c.table_id.in_(some)).order_by(seats.c.seat)
                for seat in connection.execute(query).mappings():
                    seats_at[seat["table_id"]].append(dict(seat))
        return [{**row, "seats": seats_at[row["id"]]} for row in found]
