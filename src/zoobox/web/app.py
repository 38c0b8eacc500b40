"""The service with its pages: what `zoobox serve` starts."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException

from zoobox.service.http.app import create_app
from zoobox.service.settings import read_settings
from zoobox.web import admin, coach, invitations, lessons, lobby, pages, profile, results, setup_form
from zoobox.web.pages import add_static_files, not_found

NAME = "zoobox.web.app:app_from_environment"
ROUTERS = (
    pages.router,
    lobby.router,
    setup_form.router,
    results.router,
    lessons.router,
    invitations.router,
    coach.router,
    profile.router,
)
"""Every page; the static edition serves them too."""


def app_from_environment() -> FastAPI:
    """The factory that uvicorn calls in each process."""
    app = create_app(read_settings())
    add_static_files(app)
    for router in (*ROUTERS, admin.router):
        app.include_router(router)
    answer_in_json = app.exception_handlers[HTTPException]

    async def answer(request: Request, error: Exception) -> Response:
        """Programs get JSON, people a page."""
        assert isinstance(error, HTTPException)
        if error.status_code == 404 and not request.url.path.startswith(("/api", "/static")):
            return not_found(request)
        response: Response = await answer_in_json(request, error)  # type: ignore[misc]  # the service's is a coroutine
        return response

    app.add_exception_handler(HTTPException, answer)
    return app
