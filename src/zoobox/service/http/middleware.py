"""Middleware: every request passes here first. Origins, sizes, rates, and what browsers are told to be strict about."""

from __future__ import annotations

import logging
import time
from urllib.parse import urlsplit

from pydantic import ValidationError
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zoobox.service.errors import Refused
from zoobox.service.http.metrics import Metrics
from zoobox.service.server import Server
from zoobox.service.settings import Settings

access = logging.getLogger("zoobox.access")
CHANGES = ("POST", "PUT", "PATCH", "DELETE")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"x-frame-options", b"DENY"),
]


def shorten(error: ValidationError) -> str:
    """What is wrong with a message, in one sentence, without repeating it."""
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"])[:60]
    return f"{where}: {first['msg']}" if where else str(first["msg"])


def check_origin(connection: HTTPConnection, settings: Settings) -> None:
    """Refuses pages of other sites."""
    origin = connection.headers.get("origin")
    if origin is not None:
        own = urlsplit(origin).netloc == connection.headers.get("host") and origin != "null"
        if not own and origin.rstrip("/") not in settings.allowed_origins:
            raise Refused("cross-site", "This request comes from another site's page and is refused.")
    elif connection.headers.get("sec-fetch-site") == "cross-site":
        raise Refused("cross-site", "This request comes from another site's page and is refused.")


class Middleware:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, server: Server, metrics: Metrics) -> None:
        self.app = app
        self.server = server
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 500

        async def send_guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = self._headers(scope, list(message.get("headers", [])))
            await send(message)

        try:
            self._check(scope)
            await self.app(scope, self._limited(scope, receive), send_guarded)
        except Refused as refusal:
            await _refuse(refusal, scope, receive, send_guarded)
        finally:
            seconds = time.perf_counter() - started
            route = getattr(scope.get("route"), "path", "-")
            self.metrics.request(scope["method"], route, status, seconds)
            access.info(
                "request",
                extra={"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000, 1)},
            )

    def _check(self, scope: Scope) -> None:
        connection = HTTPConnection(scope)
        if self.server.stopping:
            raise Refused("stopping", "The server is stopping; come back in a moment.")
        if scope["path"].startswith("/api"):
            client = scope.get("client")
            self.server.limits.request(client[0] if client else "")
        if scope["method"] in CHANGES:
            check_origin(connection, self.server.settings)
            self._check_body(connection, scope)

    def _check_body(self, connection: HTTPConnection, scope: Scope) -> None:
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._most(scope):
            raise Refused("too-large", f"At most {self._most(scope)} bytes can be sent here.")
        kind = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
        text = scope["path"] == "/api/records" and kind == "text/plain"
        empty = length == "0" and "transfer-encoding" not in connection.headers
        if kind != "application/json" and not text and not empty:
            raise Refused("media-type", "Requests are sent as application/json; a record may be text/plain.")

    def _most(self, scope: Scope) -> int:
        settings = self.server.settings
        return settings.record_bytes if scope["path"] == "/api/records" else settings.body_bytes

    def _limited(self, scope: Scope, receive: Receive) -> Receive:
        """Counts what really arrives, whatever the header said."""
        left = self._most(scope)

        async def limited() -> Message:
            nonlocal left
            message = await receive()
            left -= len(message.get("body", b""))
            if left < 0:
                raise Refused("too-large", f"At most {self._most(scope)} bytes can be sent here.")
            return message

        return limited

    def _headers(self, scope: Scope, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        given = {name.lower() for name, _ in headers}
        headers += [header for header in HEADERS if header[0] not in given]
        if b"content-security-policy" not in given:
            headers.append((b"content-security-policy", POLICY.encode()))
        if scope["path"].startswith("/api") and b"cache-control" not in given:
            headers.append((b"cache-control", b"no-store"))
        return headers


async def _refuse(refusal: Refused, scope: Scope, receive: Receive, send: Send) -> None:
    from zoobox.service.http.errors import refusal_response

    await refusal_response(refusal)(scope, receive, send)
