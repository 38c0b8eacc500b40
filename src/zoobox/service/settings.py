"""Settings of a server, from the environment: `ZOOBOX_PORT=8080`, `ZOOBOX_DATABASE=postgresql://...` and so on."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from math import inf
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from zoobox.kernel.errors import ZooboxError

PREFIX = "ZOOBOX_"
KINDS: dict[type, str] = {bool: "on or off", int: "a whole number", float: "a number"}


RANGES = {
    "port": (0, 65535),
    "workers": (1, inf),
    "bot_workers": (1, inf),
    "bot_pause": (0, 60),
    "cached_tables": (1, inf),
    "body_bytes": (1, inf),
    "record_bytes": (1, inf),
    "requests_per_second": (0.001, inf),
    "request_burst": (1, inf),
    "tables_per_hour": (1, inf),
    "connections": (1, inf),
    "connections_per_address": (1, inf),
    "stop_seconds": (0, inf),
}
LOG_LEVELS = ("debug", "info", "warning", "error")


class BadServerSetting(ZooboxError):
    """A variable of the environment that cannot be used."""


@dataclass(frozen=True)
class Settings:
    """What a host may choose. Every field is also a variable of the environment."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    """An SQLAlchemy URL; empty is an SQLite file in the user's data folder."""
    workers: int = 1
    """Server processes; more than one needs PostgreSQL."""
    bot_workers: int = 2
    """Processes in which bots think, for each server process."""
    origins: str = ""
    """Further origins whose pages may talk to this server, separated by commas."""
    secret: str = ""
    """Signs cookies and seat tokens; empty is one drawn at the first start and kept in the database."""
    secure_cookies: bool = False
    trusted_proxies: str = "127.0.0.1"
    bot_pause: float = 0.0
    """Seconds a bot waits before it decides."""
    cached_tables: int = 2000
    body_bytes: int = 64 * 1024
    record_bytes: int = 512 * 1024
    requests_per_second: float = 50.0
    request_burst: int = 300
    """Per person or address; a bucket that fills at the rate above."""
    tables_per_hour: int = 300
    connections: int = 4000
    connections_per_address: int = 200
    log_level: str = "info"
    stop_seconds: int = 10

    @property
    def database_url(self) -> str:
        """The URL for SQLAlchemy, with psycopg 3 for PostgreSQL."""
        url = self.database or f"sqlite:///{user_data_path('zoobox') / 'zoobox.db'}"
        for prefix in ("postgresql://", "postgres://"):
            if url.startswith(prefix):
                return "postgresql+psycopg://" + url.removeprefix(prefix)
        return url

    @property
    def sqlite_path(self) -> Path | None:
        """The file, when the database is SQLite."""
        url = self.database_url
        return Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None

    @property
    def allowed_origins(self) -> frozenset[str]:
        return frozenset(origin.strip().rstrip("/") for origin in self.origins.split(",") if origin.strip())

    def checked(self) -> Settings:
        """Itself, if it can work."""
        for name, (least, most) in RANGES.items():
            if not least <= getattr(self, name) <= most:
                span = f"at least {least}" if most == inf else f"{least} to {most}"
                raise BadServerSetting(f"{PREFIX}{name.upper()} should be {span}, not {getattr(self, name)!r}.")
        if self.log_level.lower() not in LOG_LEVELS:
            raise BadServerSetting(f"{PREFIX}LOG_LEVEL should be {', '.join(LOG_LEVELS)}, not {self.log_level!r}.")
        if not self.database_url.startswith(("sqlite:///", "postgresql+psycopg://")):
            raise BadServerSetting("the database is given as sqlite:///FILE or postgresql://user@host/name.")
        if self.workers > 1 and self.sqlite_path is not None:
            raise BadServerSetting("several server processes need PostgreSQL: give --database postgresql://...")
        return self

    def environment(self) -> dict[str, str]:
        """The variables that make these settings again, for processes started from this one."""
        return {PREFIX + field.name.upper(): str(getattr(self, field.name)) for field in fields(self)}


def from_environment(environment: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """The settings of the environment; what is given (and not None) goes before."""
    environment = os.environ if environment is None else environment
    found: dict[str, Any] = {}
    for field in fields(Settings):
        text = environment.get(PREFIX + field.name.upper())
        if text is not None and text != "":
            found[field.name] = _read(field.name, text, type(field.default))
    found.update({name: value for name, value in given.items() if value is not None})
    return replace(Settings(), **found).checked()


def _read(name: str, text: str, kind: type) -> Any:
    if kind is bool:
        if text.lower() in ("1", "true", "yes", "on", "0", "false", "no", "off"):
            return text.lower() in ("1", "true", "yes", "on")
    else:
        try:
            return kind(text)
        except ValueError:
            pass
    raise BadServerSetting(f"{PREFIX}{name.upper()} should be {KINDS[kind]}, not {text!r}.")
