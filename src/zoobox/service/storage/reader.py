"""Reading the database. Every method blocks; the server calls them from threads."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Engine, Row, and_, func, select, text
from sqlalchemy.exc import IntegrityError

from zoobox.service.errors import Unreadable
from zoobox.service.storage.schema import (
    alerts,
    bans,
    events,
    host_requests,
    people,
    puzzle_answers,
    results,
    reviews,
    seats,
    server_values,
    subscriptions,
    tables,
    tokens,
)
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


def _this(alert: Row[Any]) -> ColumnElement[bool]:
    return and_(
        alerts.c.table_id == alert.table_id,
        alerts.c.seat == alert.seat,
        alerts.c.ask == alert.ask,
    )


class Reader:
    """Queries, and the few small changes that no table waits for."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def secret(self) -> str:
        """The secret that signs cookies and tokens; made at the first start."""
        return self.kept_value("secret", secrets.token_urlsafe(32))

    def kept_value(self, key: str, made: str) -> str:
        """A value of the server, made once and kept in the database; whoever comes first has made it for all."""
        query = select(server_values.c.value).where(server_values.c.key == key)
        with self.engine.connect() as connection:
            found = connection.execute(query).scalar()
        if found is not None:
            return str(found)
        try:
            with self.engine.begin() as connection:
                connection.execute(server_values.insert().values(key=key, value=made))
        except IntegrityError:
            return self.kept_value(key, made)
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

    def count_rated(self) -> int:
        """How many results count for ratings."""
        with self.engine.connect() as connection:
            return int(connection.execute(select(func.count()).where(results.c.rated)).scalar() or 0)

    def rated_results(self, after: float = 0.0) -> list[Row[Any]]:
        """The results that count for ratings, of games that ended after a time, in the order of their ends."""
        query = select(results).where(results.c.rated, results.c.at > after)
        with self.engine.connect() as connection:
            return list(connection.execute(query.order_by(results.c.at, results.c.table_id, results.c.seat)))

    def results_of(self, person_id: str) -> list[dict[str, Any]]:
        """The results of all seats of the games that a person has finished, the latest first."""
        mine = select(results.c.table_id).where(results.c.person == person_id)
        query = select(results).where(results.c.table_id.in_(mine))
        with self.engine.connect() as connection:
            rows = connection.execute(query.order_by(results.c.at.desc(), results.c.table_id, results.c.seat))
            return [dict(row) for row in rows.mappings()]

    def results_at(self, table_ids: Sequence[str]) -> list[dict[str, Any]]:
        """The results of these tables."""
        with self.engine.connect() as connection:
            rows = connection.execute(select(results).where(results.c.table_id.in_(table_ids)).order_by(results.c.seat))
            return [dict(row) for row in rows.mappings()]

    def names(self, person_ids: Sequence[str]) -> dict[str, str]:
        """What these people are called now."""
        found: dict[str, str] = {}
        with self.engine.connect() as connection:
            for start in range(0, len(person_ids), MAX_IDS):
                query = select(people.c.id, people.c.name).where(people.c.id.in_(person_ids[start : start + MAX_IDS]))
                found.update({str(row.id): str(row.name) for row in connection.execute(query)})
        return found

    def subscriptions_of(self, person_id: str) -> list[Row[Any]]:
        """Where a person wants to be told that it is their turn."""
        query = select(subscriptions).where(subscriptions.c.person == person_id).order_by(subscriptions.c.created)
        with self.engine.connect() as connection:
            return list(connection.execute(query))

    def subscribed(self) -> frozenset[str]:
        """Everybody who wants to be told somewhere."""
        with self.engine.connect() as connection:
            return frozenset(connection.execute(select(subscriptions.c.person).distinct()).scalars())

    def due_alerts(self, before: float) -> Sequence[Row[Any]]:
        with self.engine.connect() as connection:
            return connection.execute(select(alerts).where(alerts.c.due <= before).order_by(alerts.c.due)).all()

    def take_alert(self, alert: Row[Any], until: float, due: float | None = None) -> bool:
        """Reserves an alert until a time; False if another process was quicker."""
        query = alerts.update().where(_this(alert), alerts.c.due == (alert.due if due is None else due))
        with self.engine.begin() as connection:
            return connection.execute(query.values(due=until)).rowcount == 1

    def drop_alert(self, alert: Row[Any]) -> None:
        with self.engine.begin() as connection:
            connection.execute(alerts.delete().where(_this(alert)))

    def chat_of(self, person_id: str) -> list[dict[str, Any]]:
        """What a person has said at tables."""
        query = select(events).where(events.c.kind == "chat", events.c.detail.contains(person_id, autoescape=True))
        with self.engine.connect() as connection:
            rows = connection.execute(query.order_by(events.c.at)).all()
        found = [(row, _detail(row.number, row.detail)) for row in rows]
        return [
            {"table": row.table_id, "at": row.at, "text": detail.get("text")}
            for row, detail in found
            if detail.get("person") == person_id
        ]

    def host_decisions(self) -> tuple[str, Sequence[Row[Any]]]:
        """The announcement of the host, and the bans."""
        query = select(server_values.c.value).where(server_values.c.key == "announcement")
        with self.engine.connect() as connection:
            announcement = connection.execute(query).scalar()
            return str(announcement or ""), connection.execute(select(bans).order_by(bans.c.created)).all()

    def host_requests(self) -> Sequence[Row[Any]]:
        """What the host has asked for and nobody has done yet."""
        with self.engine.connect() as connection:
            return connection.execute(select(host_requests).order_by(host_requests.c.created)).all()

    def drop_host_request(self, request_id: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(host_requests.delete().where(host_requests.c.id == request_id))

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

    def tables_of(self, person_id: str, limit: int | None = LOBBY_LIMIT) -> list[dict[str, Any]]:
        """The tables at which a person sits or that they own, the latest first."""
        mine = select(seats.c.table_id).where(seats.c.person == person_id)
        query = select(tables).where(tables.c.id.in_(mine) | (tables.c.owner == person_id))
        return self._with_seats(query.order_by(tables.c.changed.desc()).limit(limit))

    def tables_naming(self, person_id: str) -> set[str]:
        """Every table that knows a person: as its owner, at a seat, or in any of its events."""
        queries = (
            select(tables.c.id).where(tables.c.owner == person_id),
            select(seats.c.table_id).where(seats.c.person == person_id),
            select(events.c.table_id).where(events.c.detail.contains(person_id, autoescape=True)),
        )
        with self.engine.connect() as connection:
            return {str(found) for query in queries for found in connection.execute(query).scalars()}

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
