"""Administration of the tables in a database, while its server runs or not."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Row, delete, exists, func, select
from sqlalchemy.exc import SQLAlchemyError

from zoobox.kernel.errors import ZooboxError
from zoobox.service.errors import Unreadable
from zoobox.service.settings import Settings
from zoobox.service.storage import Reader
from zoobox.service.storage.database import open_engine
from zoobox.service.storage.schema import events, people, seats, tables, tokens
from zoobox.service.tables.table import Setup, Table

DAY_SECONDS = 60 * 60 * 24


class Admin:
    """What `zoobox admin` does."""

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
        """People who came more than so many days ago, have no table, and made no token since."""
        before = time.time() - days * DAY_SECONDS
        query = select(people.c.id).where(
            people.c.created < before,
            ~exists().where(tables.c.owner == people.c.id),
            ~exists().where(seats.c.person == people.c.id),
            ~exists().where(tokens.c.person == people.c.id, tokens.c.created >= before),
        )
        with self.reader.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def remove_people(self, ids: list[str]) -> None:
        with self.reader.engine.begin() as connection:
            for person in ids:
                connection.execute(delete(people).where(people.c.id == person))

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
