"""Administration of the tables in a database, while its server runs or not."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.exc import SQLAlchemyError

from zoobox.kernel.errors import ZooboxError
from zoobox.service.settings import Settings
from zoobox.service.storage import Reader
from zoobox.service.storage.database import open_engine
from zoobox.service.storage.schema import events, tables
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
        row = self.reader.table(table_id)
        if row is None:
            raise ZooboxError(f"there is no table {table_id!r}; `zoobox admin list` shows those there are.")
        return Table(Setup.from_row(row), self.reader.events(table_id))

    def export(self, table_id: str) -> str:
        """The record, also of a running game; it holds the seed, so players must not see it."""
        return self.table(table_id).record()

    def old(self, days: float, status: str | None = None) -> list[dict[str, Any]]:
        """Tables at which nothing has happened for so many days."""
        before = time.time() - days * DAY_SECONDS
        return [row for row in self.tables(status) if row["last"] < before]

    def prune(self, table_ids: list[str]) -> None:
        """Removes tables with all their events."""
        with self.reader.engine.begin() as connection:
            for table_id in table_ids:
                connection.execute(delete(tables).where(tables.c.id == table_id))

    def _last_events(self) -> dict[str, float]:
        query = select(events.c.table_id, func.max(events.c.at)).group_by(events.c.table_id)
        with self.reader.engine.connect() as connection:
            return {str(table_id): float(at) for table_id, at in connection.execute(query)}


@contextmanager
def open_admin(settings: Settings) -> Iterator[Admin]:
    """Opens the database of a server; raises ZooboxError if there is none."""
    path = settings.sqlite_path
    if path is not None and not path.exists():
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
    configuration = json.loads(row["configuration"])
    seated = ", ".join(seat["name"] or seat["kind"] for seat in row["seats"])
    when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(row["last"]))
    players = f"{configuration['players']}p {configuration['variant']}"
    return f"{row['id']}  {row['status']:<8} {when}  {row['game']:<17} {players:<14} {seated}"
