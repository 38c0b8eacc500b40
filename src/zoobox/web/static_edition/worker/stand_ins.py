"""Stand-ins for libraries of the server that do not run, or would cost too much, in a browser.

FastAPI and pydantic are replaced by the little of them that routes and schemas use, orjson by the standard library.
What only a server does (databases, locks of files, metrics) is imported and never called: `Inert`.
"""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import Any

from zoobox.web.static_edition.worker import checking, routing

INERT = (
    "alembic",
    "alembic.config",
    "alembic.util",
    "filelock",
    "prometheus_client",
    "psycopg",
    "resource",
    "sqlite3",
    "sqlalchemy",
    "sqlalchemy.exc",
    "sqlalchemy.sql",
    "sqlalchemy.sql.base",
    "sqlalchemy.dialects",
    "sqlalchemy.dialects.postgresql",
    "sqlalchemy.dialects.sqlite",
    "uvicorn",
    "uvicorn.protocols",
    "uvicorn.protocols.http",
    "uvicorn.protocols.http.h11_impl",
)


class Inert(Exception):
    """Stands for any class or function of a library that is not there, and for whatever comes out of it."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Inert()

    def __call__(self, *arguments: Any, **options: Any) -> Inert:
        return Inert()

    def __getitem__(self, key: Any) -> Inert:
        return Inert()

    def __or__(self, other: Any) -> Inert:
        return Inert()

    __and__ = __ror__ = __rand__ = __invert__ = __or__
    __lt__ = __le__ = __gt__ = __ge__ = __add__ = __sub__ = __or__

    def __class_getitem__(cls, key: Any) -> Any:
        return cls


class InertModule(ModuleType):
    """A library that is not there; every name in it is a class of its own."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        made = type(name, (Inert,), {})
        setattr(self, name, made)
        return made


def _dumps(value: Any, *arguments: Any, **options: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_known).encode()


def _known(value: Any) -> Any:
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


class BaseSettings(checking.BaseModel):
    """Settings without an environment: their defaults."""


class Unused:
    """Marks of pydantic that check settings, which nobody gives here; as a decorator it changes nothing."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        pass

    def __call__(self, function: Any) -> Any:
        return function


def _mounted(*arguments: Any, **options: Any) -> None:
    """Static files are files of the folder."""


def modules() -> dict[str, dict[str, Any]]:
    """The modules that are replaced, and what is in them."""
    responses = {
        name: getattr(routing, name)
        for name in ("Response", "HTMLResponse", "JSONResponse", "PlainTextResponse", "RedirectResponse")
    }
    markers = {name: getattr(routing, name) for name in ("Body", "Depends", "Path", "Query")}
    pydantic = {
        "BaseModel": checking.BaseModel,
        "ConfigDict": dict,
        "Field": checking.Constraint,
        "PositiveInt": int,
        "ValidationError": checking.ValidationError,
        **dict.fromkeys(("AfterValidator", "BeforeValidator", "model_validator", "field_validator"), Unused),
    }
    connections = {"HTTPConnection": routing.HTTPConnection, "Request": routing.Request}
    sockets = {"WebSocket": routing.HTTPConnection, "WebSocketDisconnect": routing.WebSocketDisconnect}
    errors = {"HTTPException": routing.HTTPException, "RequestValidationError": checking.ValidationError}
    return {
        "fastapi": {
            "APIRouter": routing.APIRouter,
            "FastAPI": routing.APIRouter,
            **responses,
            **markers,
            **connections,
            **sockets,
            **errors,
        },
        "fastapi.exceptions": errors,
        "fastapi.responses": responses,
        "fastapi.staticfiles": {"StaticFiles": _mounted},
        "orjson": {"dumps": _dumps, "loads": json.loads, "JSONDecodeError": ValueError},
        "pydantic": pydantic,
        "pydantic_settings": {"BaseSettings": BaseSettings, "SettingsConfigDict": dict},
        "starlette": {},
        "starlette.exceptions": errors,
        "starlette.requests": connections,
        "starlette.responses": responses,
        "starlette.types": dict.fromkeys(("ASGIApp", "Message", "Receive", "Scope", "Send"), Any),
        "starlette.websockets": sockets,
    }


def install() -> None:
    """Puts the stand-ins in place; what is imported from now on gets them."""
    for name in INERT:
        sys.modules[name] = InertModule(name)
    for name, content in modules().items():
        module = ModuleType(name)
        vars(module).update(content)
        sys.modules[name] = module
