"""Opening a database: the engine, the lock on an SQLite file, the migrations."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from filelock import BaseFileLock, FileLock, Timeout
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import SQLAlchemyError

from zoobox.kernel.errors import ZooboxError

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATION_LOCK = 0x5A00B0C5
BUSY_MILLISECONDS = 5000


class DatabaseInUse(ZooboxError):
    """Another server has the SQLite file open."""


class DatabaseUnusable(ZooboxError):
    """The database cannot be opened, or not by this version."""


def open_engine(url: str) -> Engine:
    """An engine whose commits are on disk when they return."""
    if url.startswith("sqlite"):
        path = url.removeprefix("sqlite:///")
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(url, connect_args={"check_same_thread": False}, pool_size=4)
        event.listen(engine, "connect", _prepare_sqlite)
        return engine
    return create_engine(url, pool_size=5, max_overflow=5, pool_pre_ping=True, connect_args={"connect_timeout": 5})


def _prepare_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def lock(path: Path) -> BaseFileLock:
    """Reserves an SQLite file for this process; the operating system releases it when the process ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    held = FileLock(path.with_name(path.name + ".lock"), timeout=0)
    try:
        held.acquire()
    except Timeout:
        raise DatabaseInUse(
            f"another server is using {path}; stop it first, or use PostgreSQL for several processes."
        ) from None
    return held


def prepare(url: str, path: Path | None) -> None:
    """Checks and migrates the database before any server process starts, so that an error is one sentence."""
    try:
        if path is not None:
            lock(path).release()
        engine = open_engine(url)
        try:
            migrate(engine)
        finally:
            engine.dispose()
    except CommandError:
        raise DatabaseUnusable("the database was made by a newer version of Zoobox; install that one.") from None
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        reason = " ".join(str(getattr(error, "orig", None) or error).split())
        raise DatabaseUnusable(f"the database cannot be used: {reason}") from None


def migrate(engine: Engine, revision: str = "head") -> None:
    """Migrates the database to a version of the schema; processes that start together wait for each other."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        run_migrations(connection, revision)


def run_migrations(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
