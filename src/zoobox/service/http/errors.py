"""Errors as JSON: always the same shape, never a traceback."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from zoobox.service.errors import Refused
from zoobox.service.server import Server

log = logging.getLogger("zoobox.errors")


def refusal_response(refusal: Refused) -> Response:
    response = Response(Server.encode(refusal.told()), refusal.status, media_type="application/json")
    if refusal.retry_after is not None:
        response.headers["retry-after"] = str(int(refusal.retry_after))
    elif refusal.status == 503:
        response.headers["retry-after"] = "1"
    return response


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return refusal_response(error)


async def _malformed(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])[:60]
    return refusal_response(Refused("malformed", f"{where}: {first['msg']}"))


async def _other(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if isinstance(error.__cause__, Refused):  # a body that grew too large while it was being read
        return refusal_response(error.__cause__)
    known = {404: "not-found", 405: "method"}
    response = refusal_response(Refused(known.get(error.status_code, "malformed"), str(error.detail)))
    response.status_code = error.status_code
    for name, value in (error.headers or {}).items():
        response.headers[name] = value
    return response


async def _unforeseen(request: Request, error: Exception) -> Response:
    log.error("internal error", exc_info=error)
    body = {"error": {"code": "server", "reason": "Something went wrong on the server.", "rule": None, "number": None}}
    return Response(Server.encode(body), 500, media_type="application/json")


def add_errors(app: FastAPI) -> None:
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _other)
    app.add_exception_handler(Exception, _unforeseen)
