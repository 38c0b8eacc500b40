"""The application: routes, guards, and a server that opens with it and closes with it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

import zoobox
from zoobox.service.http import metrics, people, play, records, reference, table_socket, tables
from zoobox.service.http.errors import add_errors
from zoobox.service.http.middleware import Middleware
from zoobox.service.http.schemas import ErrorSchema
from zoobox.service.server import Server
from zoobox.service.settings import Settings, from_environment

REFUSALS = (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)


def create_app(settings: Settings) -> FastAPI:
    """A server with these settings."""
    server = Server(settings)

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
        responses={status: {"model": ErrorSchema} for status in REFUSALS},
    )
    app.state.server = server
    app.state.metrics = metrics.Metrics(server)
    for module in (people, tables, play, records, table_socket, metrics, reference):
        app.include_router(module.router)
    add_errors(app)
    app.add_middleware(Middleware, server=server, metrics=app.state.metrics)
    return app


def app_from_environment() -> FastAPI:
    """What uvicorn starts in each process."""
    return create_app(from_environment())
