"""Backups: everything in a database as one file, made while its server runs, for either kind of database.

The file is compressed JSON, a line for a header and one for each row, so that a backup of SQLite can be restored into
PostgreSQL and the other way round.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, MetaData, func, insert, select, text

from zoobox.kernel.errors import ZooboxError
from zoobox.service.storage.database import OWNER_ONLY, migrate
from zoobox.service.storage.schema import metadata

FORMAT = "zoobox backup 1"
ROWS_AT_ONCE = 500


def write_backup(engine: Engine, path: Path) -> dict[str, int]:
    """Writes all rows as they are at one moment; returns how many of each table."""
    if path.exists():
        raise ZooboxError(f"{path} exists; it is not overwritten.")
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        with os.fdopen(os.open(partial, os.O_CREAT | os.O_WRONLY | os.O_EXCL, OWNER_ONLY), "wb") as raw:
            with gzip.open(raw, "wt", encoding="utf-8") as file, engine.connect() as connection:
                _freeze(connection)
                counts = _write(connection, file)
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(partial, path)
    except OSError as error:
        raise ZooboxError(f"cannot write {path}: {error.strerror}.") from None
    finally:
        partial.unlink(missing_ok=True)
    return counts


def _freeze(connection: Connection) -> None:
    """What is written from now on is not seen."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
    else:
        connection.execute(text("BEGIN"))


def _write(connection: Connection, file: Any) -> dict[str, int]:
    revision = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    file.write(json.dumps({"format": FORMAT, "revision": revision}) + "\n")
    counts = {}
    for table in metadata.sorted_tables:
        counts[table.name] = 0
        for row in connection.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table)).mappings():
            file.write(json.dumps([table.name, dict(row)]) + "\n")
            counts[table.name] += 1
    file.write(json.dumps({"rows": sum(counts.values())}) + "\n")
    return counts


def read_backup(engine: Engine, path: Path) -> dict[str, int]:
    """Puts a backup into an empty database, all of it or nothing."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            header = json.loads(file.readline())
            if not isinstance(header, dict) or header.get("format") != FORMAT:
                raise ZooboxError(f"{path} is no backup of Zoobox.")
            migrate(engine, str(header["revision"]))
            counts = _restore(engine, _rows(file, path))
    except (OSError, EOFError, ValueError, LookupError, gzip.BadGzipFile) as error:
        raise ZooboxError(f"{path} cannot be restored: {error}.") from None
    migrate(engine)
    return counts


def _rows(file: Any, path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    for read, line in enumerate(file):
        found = json.loads(line)
        if isinstance(found, dict):
            if found["rows"] != read:
                break
            return
        yield found[0], found[1]
    raise ZooboxError(f"{path} is incomplete: its end is missing.")


def _restore(engine: Engine, rows: Iterator[tuple[str, dict[str, Any]]]) -> dict[str, int]:
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.execute(text("BEGIN"))
        found = MetaData()
        found.reflect(connection)
        for name in ("tables", "people"):
            if connection.execute(select(func.count()).select_from(found.tables[name])).scalar():
                raise ZooboxError("a backup is restored into an empty database; this one has tables or people.")
        counts: dict[str, int] = {}
        waiting: list[dict[str, Any]] = []
        current = ""
        for name, row in rows:
            if waiting and (name != current or len(waiting) >= ROWS_AT_ONCE):
                _insert(connection, found, current, waiting)
                waiting = []
            current = name
            waiting.append(row)
            counts[name] = counts.get(name, 0) + 1
        if waiting:
            _insert(connection, found, current, waiting)
    return counts


def _insert(connection: Connection, found: MetaData, name: str, rows: list[dict[str, Any]]) -> None:
    if name == "house":  # an empty database may have drawn a secret already
        connection.execute(found.tables[name].delete())
    connection.execute(insert(found.tables[name]), rows)
