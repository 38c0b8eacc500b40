"""Administration of a server through its database, while it runs or not."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Row, delete, exists, func, select, update
from sqlalchemy.exc import SQLAlchemyError

from zoobox.kernel.errors import ZooboxError
from zoobox.service.errors import Unreadable
from zoobox.service.host import ANNOUNCEMENT, CLOSE, MAX_ANNOUNCEMENT, NAME, PERSON, REMOVE_LINE, plain_name
from zoobox.service.settings import Settings
from zoobox.service.storage import Reader
from zoobox.service.storage.database import open_engine
from zoobox.service.storage.schema import (
    bans,
    events,
    host_requests,
    people,
    results,
    seats,
    server_values,
    tables,
    tokens,
)
from zoobox.service.tables.table import Setup, Table

DAY_SECONDS = 60 * 60 * 24


class Admin:
    """What `zoobox admin` and the host's page do."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def tables(self, status: str | None = None) -> list[dict[str, Any]]:
        """All tables, the one with the latest event first."""
        last = self._last_events()
        rows = [{**row, "last": last.get(row["id"], row["created"])} for row in self.reader.all_tables(status)]
        return sorted(rows, key=lambda row: -float(row["last"]))

    def table(self, table_id: str) -> Table:
        """Raises Unreadable if its rows make no sense."""
        return Table(Setup.from_row(self._row(table_id)), self.reader.events(table_id))

    def raw(self, table_id: str) -> dict[str, Any]:
        """The rows of a table as the database holds them, also where they cannot be replayed."""
        row = dict(self._row(table_id)._mapping)
        query = select(events).where(events.c.table_id == table_id).order_by(events.c.number)
        with self.reader.engine.connect() as connection:
            return {"table": row, "events": [dict(event) for event in connection.execute(query).mappings()]}

    def _row(self, table_id: str) -> Row[Any]:
        row = self.reader.table(table_id)
        if row is None:
            raise ZooboxError(f"there is no table {table_id!r}; `zoobox admin list` shows those there are.")
        return row

    def export(self, table_id: str) -> str:
        """The record, also of a running game; it holds the seed, so players must not see it."""
        try:
            return self.table(table_id).record()
        except Unreadable as error:
            raise ZooboxError(
                f"there is no record, as the table cannot be replayed: {error}. `--raw` writes its rows as they are."
            ) from None

    def old(self, days: float, status: str | None = None) -> list[dict[str, Any]]:
        """Tables at which nothing has happened for so many days."""
        before = time.time() - days * DAY_SECONDS
        return [row for row in self.tables(status) if row["last"] < before]

    def prune(self, table_ids: list[str]) -> None:
        """Removes tables with all their events."""
        with self.reader.engine.begin() as connection:
            for table_id in table_ids:
                connection.execute(delete(tables).where(tables.c.id == table_id))

    def people_without_tables(self, days: float) -> list[str]:
        """People who came more than so many days ago, have no table, and finished no game and made no token since."""
        before = time.time() - days * DAY_SECONDS
        query = select(people.c.id).where(
            people.c.created < before,
            ~exists().where(tables.c.owner == people.c.id),
            ~exists().where(seats.c.person == people.c.id),
            ~exists().where(tokens.c.person == people.c.id, tokens.c.created >= before),
            ~exists().where(results.c.person == people.c.id, results.c.at >= before),
        )
        with self.reader.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def remove_people(self, ids: list[str]) -> None:
        with self.reader.engine.begin() as connection:
            for person in ids:
                connection.execute(update(results).where(results.c.person == person).values(name=""))
                connection.execute(delete(people).where(people.c.id == person))

    # What the host decides. Servers read it once a second; see `zoobox.service.host`.

    def close(self, table_id: str) -> None:
        """Asks for a table to be closed; its game, if one is running, has no result."""
        self._row(table_id)
        self._ask(CLOSE, table_id)

    def remove_line(self, table_id: str, line: int) -> None:
        """Asks for a line of chat to be removed."""
        if all(said.number != line for said in self.table(table_id).chat):
            raise ZooboxError(f"table {table_id} has no line of chat with the number {line}.")
        self._ask(REMOVE_LINE, table_id, line)

    def _ask(self, kind: str, table_id: str, line: int | None = None) -> None:
        row = {"id": secrets.token_hex(8), "kind": kind, "table_id": table_id, "line": line, "created": time.time()}
        with self.reader.engine.begin() as connection:
            connection.execute(host_requests.insert().values(row))

    def announce(self, text: str) -> None:
        """Shows a text to everybody; an empty one removes it."""
        text = " ".join(text.split())
        if len(text) > MAX_ANNOUNCEMENT:
            raise ZooboxError(f"an announcement has at most {MAX_ANNOUNCEMENT} characters.")
        with self.reader.engine.begin() as connection:
            connection.execute(delete(server_values).where(server_values.c.key == ANNOUNCEMENT))
            if text:
                connection.execute(server_values.insert().values(key=ANNOUNCEMENT, value=text))

    def ban(self, name: str) -> int:
        """Nobody may be called so any more, and who is called so now may only look; returns how many they are."""
        plain = plain_name(name)
        if not plain:
            raise ZooboxError("a name to be banned needs a letter or a number.")
        self.unban(name)
        with self.reader.engine.begin() as connection:
            called = connection.execute(select(people.c.id, people.c.name)).all()
            guilty = [person.id for person in called if plain_name(person.name) == plain]
            rows = [{"value": plain[:64], "kind": NAME}, *({"value": one, "kind": PERSON} for one in guilty)]
            for row in rows:
                connection.execute(bans.insert().values(**row, name=name[:40], created=time.time()))
        return len(guilty)

    def unban(self, name: str) -> bool:
        """Allows a name again, and whoever was called so; tells whether it was banned."""
        plain = plain_name(name)
        with self.reader.engine.begin() as connection:
            found = connection.execute(select(bans)).all()
            values = [ban.value for ban in found if plain_name(ban.name) == plain]
            connection.execute(delete(bans).where(bans.c.value.in_(values)))
        return bool(values)

    def bans(self) -> list[dict[str, Any]]:
        """The banned names, each with the number of people it bans."""
        _, found = self.reader.host_decisions()
        counts: dict[str, int] = {}
        for ban in found:
            counts[ban.name] = counts.get(ban.name, 0) + (ban.kind == PERSON)
        return [{"name": name, "people": count} for name, count in counts.items()]

    def people(self) -> list[dict[str, Any]]:
        """Everybody the server knows, with their tables and finished games, the latest first."""
        sat = select(seats.c.person, func.count().label("tables")).group_by(seats.c.person).subquery()
        played = select(results.c.person, func.count().label("games")).group_by(results.c.person).subquery()
        query = (
            select(people.c.id, people.c.name, people.c.created, sat.c.tables, played.c.games)
            .outerjoin(sat, sat.c.person == people.c.id)
            .outerjoin(played, played.c.person == people.c.id)
            .order_by(people.c.created.desc())
        )
        with self.reader.engine.connect() as connection:
            return [
                {"id": row.id, "name": row.name, "created": row.created, "tables": row[3] or 0, "games": row[4] or 0}
                for row in connection.execute(query)
            ]

    def problems(self) -> Iterator[tuple[str, str]]:
        """The tables that cannot be replayed, each with the reason."""
        for row in self.reader.all_tables():
            try:
                table = self.table(row["id"])
            except Unreadable as error:
                yield row["id"], str(error)
                continue
            if table.status != row["status"]:
                yield row["id"], f"its row says {row['status']!r}, but its events make it {table.status!r}"

    def _last_events(self) -> dict[str, float]:
        query = select(events.c.table_id, func.max(events.c.at)).group_by(events.c.table_id)
        with self.reader.engine.connect() as connection:
            return {str(table_id): float(at) for table_id, at in connection.execute(query)}


@contextmanager
def open_admin(settings: Settings, new: bool = False) -> Iterator[Admin]:
    """Opens the database of a server; raises ZooboxError if there is none, unless a new one is wanted."""
    path = settings.sqlite_path
    if path is not None and not path.exists() and not new:
        raise ZooboxError(f"there is no database at {path}; give --database, or start `zoobox serve` once.")
    engine = open_engine(settings.database_url)
    try:
        yield Admin(Reader(engine))
    except SQLAlchemyError as error:
        raise ZooboxError(f"the database cannot be used: {error.__cause__ or error}") from None
    finally:
        engine.dispose()


def summary_line(row: dict[str, Any]) -> str:
    """One table on one line."""
    try:
        configuration = json.loads(row["configuration"])
        players = f"{configuration['players']}p {configuration['variant']}"
    except (ValueError, LookupError, TypeError):
        players = "(unreadable)"
    seated = ", ".join(seat["name"] or seat["kind"] for seat in row["seats"])
    when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(row["last"]))
    return f"{row['id']}  {row['status']:<8} {when}  {row['game']:<17} {players:<14} {seated}"
