"""The application: its routes, its errors, and a server that opens and closes with it."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import orjson
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

import zoobox
from zoobox.service.errors import Refused
from zoobox.service.http import admin, coach, lobby, metrics, people, push, table_socket, tables
from zoobox.service.http.guard import GuardedHttp
from zoobox.service.http.middleware import Middleware, first_problem, refusal_response
from zoobox.service.http.schemas import ErrorSchema
from zoobox.service.server import Server
from zoobox.service.settings import Settings, read_settings

log = logging.getLogger("zoobox.errors")
REFUSAL_STATUSES = (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
ROUTERS = (people.router, tables.router, tables.play, tables.records, coach.router, table_socket.router)
"""What people and programs ask for; the static edition serves it too."""
CODES = {404: "not-found", 405: "method"}


def create_app(settings: Settings) -> FastAPI:
    """The application for a server with these settings."""
    server = Server(settings)
    GuardedHttp.most_per_address = settings.connections_per_address
    GuardedHttp.trusted = frozenset(address.strip() for address in settings.trusted_proxies.split(","))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await server.open()
        yield
        await server.close()

    app = FastAPI(
        title="Zoobox",
        version=zoobox.__version__,
        description="Tables for four zoo board games. See docs/protocol.md.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
        responses={status: {"model": ErrorSchema} for status in REFUSAL_STATUSES},
    )
    app.state.server = server
    app.state.metrics = metrics.Metrics(server)
    for router in (*ROUTERS, metrics.router, lobby.router, push.router, admin.enter, admin.router):
        app.include_router(router)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _internal_error)
    app.add_middleware(Middleware, server=server, metrics=app.state.metrics)
    return app


def app_from_environment() -> FastAPI:
    """The factory that uvicorn calls in each process."""
    return create_app(read_settings())


# Errors are JSON of one shape, never a traceback.


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return refusal_response(error)


async def _malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return refusal_response(Refused("malformed", first_problem(error.errors())))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, Refused):  # a body that grew too large while it was being read
        return refusal_response(error.__cause__)
    response = refusal_response(Refused(CODES.get(error.status_code, "malformed"), str(error.detail)))
    response.status_code = error.status_code
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


async def _internal_error(request: Request, error: Exception) -> Response:
    log.error("internal error", exc_info=error)
    body = {
        "error": {
            "code": "server",
            "reason": "Internal error; the host finds it in the log.",
            "rule": None,
            "number": None,
        }
    }
    return Response(orjson.dumps(body), 500, media_type="application/json")
