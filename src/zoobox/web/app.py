"""The service with its pages: what `zoobox serve` starts."""

from __future__ import annotations

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException

from zoobox.service.http.app import create_app
from zoobox.service.settings import from_environment
from zoobox.web import results, setup_form
from zoobox.web.pages import add_pages, not_found

NAME = "zoobox.web.app:app_from_environment"


def app_from_environment() -> FastAPI:
    """What uvicorn starts in each process."""
    app = create_app(from_environment())
    add_pages(app)
    app.include_router(setup_form.router)
    app.include_router(results.router)
    told_by_service = app.exception_handlers[HTTPException]

    async def friendly(request: Request, error: Exception) -> Response:
        """Programs are told in JSON, people by a page."""
        assert isinstance(error, HTTPException)
        if error.status_code == 404 and not request.url.path.startswith(("/api", "/static")):
            return not_found(request)
        answer: Response = await told_by_service(request, error)  # type: ignore[misc]  # the service's is a coroutine
        return answer

    app.add_exception_handler(HTTPException, friendly)
    return app
