"""Settings of a server, from the environment: `ZOOBOX_PORT=8080`, `ZOOBOX_DATABASE=postgresql://...` and so on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from platformdirs import user_data_path
from pydantic import AfterValidator, BeforeValidator, Field, PositiveInt, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from zoobox.bots import hints
from zoobox.kernel.errors import ZooboxError

PREFIX = "ZOOBOX_"
SECRET_LENGTH = 16


class BadServerSetting(ZooboxError):
    """A setting that cannot be used."""


def _supported(url: str) -> str:
    if url and not url.startswith(("sqlite:///", "postgresql://", "postgres://", "postgresql+psycopg://")):
        raise ValueError("Input should be sqlite:///FILE or postgresql://user@host/name")
    if url.startswith("sqlite:///") and url.removeprefix("sqlite:///").partition("?")[0] in ("", ":memory:"):
        raise ValueError("Input should be a file, as in sqlite:///zoobox.db: what is only in memory would be lost")
    return url


def _long_enough(secret: str) -> str:
    if secret and len(secret) < SECRET_LENGTH:
        raise ValueError(f"Input should be at least {SECRET_LENGTH} characters long, or empty for one that is made")
    return secret


class Settings(BaseSettings):
    """What a host may choose. Every field is also a variable of the environment."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="ignore", hide_input_in_errors=True
    )

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    database: Annotated[str, AfterValidator(_supported), Field(repr=False)] = ""
    """An SQLAlchemy URL; empty means an SQLite file in the user's data folder."""
    workers: PositiveInt = 1
    """Server processes; more than one needs PostgreSQL."""
    bot_workers: PositiveInt = 2
    """Processes in which bots decide, for each server process."""
    origins: str = ""
    """Further origins whose pages may use this server, separated by commas."""
    secret: Annotated[str, AfterValidator(_long_enough), Field(repr=False)] = ""
    """Signs cookies and seat tokens; empty means one that is made at the first start and kept in the database."""
    admin_secret: Annotated[str, AfterValidator(_long_enough), Field(repr=False)] = ""
    """Opens the host's page, /admin; empty means that there is none."""
    password: Annotated[str, Field(repr=False)] = ""
    """For closed clubs: who does not know it sees nothing of this server; empty means that everybody may come in."""
    secure_cookies: bool = False
    trusted_proxies: str = "127.0.0.1"
    bot_pause: Annotated[float, Field(ge=0, le=60)] = 0.0
    """Seconds a bot waits before each decision."""
    hint_seconds: Annotated[float, Field(gt=0, le=30)] = hints.SECONDS
    """How long the adviser thinks about a hint; a first answer comes sooner."""
    review_seconds: Annotated[float, Field(ge=1, le=3600)] = 40.0
    """About how long the review of a finished game takes, with the bot workers there are."""
    cached_tables: PositiveInt = 2000
    body_bytes: PositiveInt = 64 * 1024
    record_bytes: PositiveInt = 512 * 1024
    requests_per_second: Annotated[float, Field(ge=0.001)] = 50.0
    request_burst: PositiveInt = 300
    """Per address, and per person on a socket; a bucket that fills at the rate above."""
    tables_per_hour: PositiveInt = 60
    """New tables of one person; of an address four times as many."""
    people_per_hour: PositiveInt = 100
    """Newcomers from one address."""
    connections: PositiveInt = 4000
    connections_per_address: PositiveInt = 200
    public_url: str = ""
    """The address under which others reach this server, such as https://zoo.example, for links in invitations."""
    push_services: str = (
        "fcm.googleapis.com, updates.push.services.mozilla.com, .push.apple.com, .notify.windows.com, .push.samsung.com"
    )
    """Hosts to which alerts may be sent; one that begins with a dot stands for all hosts that end so."""
    push_contact: str = ""
    """Whom push services can write to, as mailto:you@example.org or an address on the web."""
    alert_seconds: Annotated[float, Field(ge=0)] = 20.0
    """How long somebody may be away before their device tells them that it is their turn."""
    absence_seconds: Annotated[float, Field(gt=0)] = 3600.0
    """After this time away, a table offers the others to go on without somebody."""
    log_level: Annotated[Literal["debug", "info", "warning", "error"], BeforeValidator(str.lower)] = "info"
    stop_seconds: Annotated[int, Field(ge=0)] = 10

    @model_validator(mode="after")
    def _several_processes_need_postgresql(self) -> Settings:
        if self.workers > 1 and self.sqlite_path is not None:
            raise ValueError("several server processes need PostgreSQL: give --database postgresql://user@host/name")
        return self

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
        """The file, if the database is SQLite."""
        url = self.database_url
        return Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None

    @property
    def allowed_origins(self) -> frozenset[str]:
        return frozenset(origin.strip().rstrip("/") for origin in self.origins.split(",") if origin.strip())

    def environment(self) -> dict[str, str]:
        """The variables that give the same settings to a process started from this one."""
        return {PREFIX + name.upper(): str(value) for name, value in self}


def read_settings(**given: Any) -> Settings:
    """The settings of the environment; arguments that are not None go first."""
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        problem = error.errors(include_url=False, include_input=False)[0]
        reason = problem["msg"].removeprefix("Value error, ")
        if problem["loc"]:
            name = PREFIX + str(problem["loc"][0]).upper()
            reason = f"{name} {reason.removeprefix('Input ')}" if reason.startswith("Input ") else f"{name}: {reason}"
        raise BadServerSetting(f"{reason}.") from None
