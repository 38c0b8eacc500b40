"""Opening a database: the engine, the lock on an SQLite file, the migrations."""

from __future__ import annotations

import contextlib
import os
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
LOG_PAGES = 250
"""SQLite's log grows to about so many pages before they are moved into the database; its own choice is 1,000."""
PAGE_BYTES = 4096
PRIVATE = 0o077
"""A mask: files that hold the secret and the seeds of running games are for the owner of the server alone."""
OWNER_ONLY = 0o600
SQLITE_FILES = ("", "-wal", "-shm", ".lock")


class DatabaseInUse(ZooboxError):
    """Another server has the SQLite file open."""


class DatabaseUnusable(ZooboxError):
    """The database cannot be opened, or not by this version."""


def open_engine(url: str) -> Engine:
    """An engine whose commits are on disk when they return."""
    if url.startswith("sqlite"):
        path = url.removeprefix("sqlite:///")
        _make_private(Path(path))
        engine = create_engine(url, connect_args={"check_same_thread": False}, pool_size=4)
        event.listen(engine, "connect", _prepare_sqlite)
        return engine
    return create_engine(url, pool_size=5, max_overflow=5, pool_pre_ping=True, connect_args={"connect_timeout": 5})


def _make_private(path: Path) -> None:
    """Makes the file, if it is new, and takes everybody else's rights to it and to what lies beside it."""
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, OWNER_ONLY))
    for end in SQLITE_FILES:
        beside = path.with_name(path.name + end)
        with contextlib.suppress(FileNotFoundError, PermissionError):
            if beside.is_file() and beside.stat().st_mode & PRIVATE:
                beside.chmod(OWNER_ONLY)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute(f"PRAGMA wal_autocheckpoint={LOG_PAGES}")
    cursor.execute(f"PRAGMA journal_size_limit={LOG_PAGES * PAGE_BYTES}")
    cursor.close()


def lock(path: Path) -> BaseFileLock:
    """Reserves an SQLite file for this process; the operating system releases it when the process ends."""
    path = path.resolve()  # the same file through a symbolic link is the same file
    path.parent.mkdir(parents=True, exist_ok=True)
    held = FileLock(path.with_name(path.name + ".lock"), timeout=0, mode=OWNER_ONLY)
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
    move_log_into_database(engine)


def move_log_into_database(engine: Engine) -> None:
    """Empties SQLite's write-ahead log, so that a small disk is not filled by the log of what is in the database."""
    if engine.dialect.name == "sqlite":
        with contextlib.suppress(SQLAlchemyError), engine.connect() as connection:
            connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))


def run_migrations(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
