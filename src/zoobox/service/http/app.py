"""The application: routes, guards, and a house that opens with it and closes with it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

import zoobox
from zoobox.service.house import House
from zoobox.service.http import live, metrics, people, play, records, reference, tables
from zoobox.service.http.errors import add_errors
from zoobox.service.http.guards import Guards
from zoobox.service.http.shapes import ErrorShape
from zoobox.service.settings import Settings, from_environment

REFUSALS = (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)


def create_app(settings: Settings) -> FastAPI:
    """A server with these settings."""
    house = House(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await house.open()
        yield
        await house.close()

    app = FastAPI(
        title="Zoobox",
        version=zoobox.__version__,
        description="Tables for four zoo board games. See docs/protocol.md.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
        responses={status: {"model": ErrorShape} for status in REFUSALS},
    )
    app.state.house = house
    app.state.metrics = metrics.Metrics(house)
    for module in (people, tables, play, records, live, metrics, reference):
        app.include_router(module.router)
    add_errors(app)
    app.add_middleware(Guards, house=house, metrics=app.state.metrics)
    return app


def app_from_environment() -> FastAPI:
    """What uvicorn starts in each process."""
    return create_app(from_environment())
