"""Middleware that every request passes: origins, sizes, rates, security headers, access log and metrics."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import orjson
from fastapi import Response
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zoobox.service import context
from zoobox.service.context import address_key
from zoobox.service.errors import Refused
from zoobox.service.http.auth import CHANGING_METHODS
from zoobox.service.http.metrics import Metrics
from zoobox.service.people import MEMBER_COOKIE
from zoobox.service.server import Server
from zoobox.service.settings import Settings

access = logging.getLogger("zoobox.access")
CONTENT_SECURITY_POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    b"font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self'; "
    b"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SECURITY_HEADERS = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"x-frame-options", b"DENY"),
]
DEFAULT_RETRY_SECONDS = 1
COOKIE_PREFIX = "zoobox"
BODY_SECONDS = 30.0
PASSWORD_HEADER = "x-zoobox-password"
POLICY_VIOLATION = 1008
OPEN_PATHS = (
    "/enter",
    "/api/enter",
    "/static/",
    "/figures/",
    "/settings/",
    "/health",
    "/live",
    "/metrics",
    "/manifest",
)
"""What is there without the password of a closed club."""
REQUEST_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
MAX_PLACE_LENGTH = 60


def refusal_response(refusal: Refused) -> Response:
    response = Response(orjson.dumps(refusal.as_dict()), refusal.status, media_type="application/json")
    if refusal.retry_after is not None:
        response.headers["retry-after"] = str(int(refusal.retry_after))
    elif refusal.status == 503:
        response.headers["retry-after"] = str(DEFAULT_RETRY_SECONDS)
    return response


def first_problem(errors: Sequence[Any]) -> str:
    """The first thing that pydantic found wrong, in one sentence, without repeating what was sent."""
    first = errors[0]
    where = ".".join(str(part) for part in first["loc"])[:MAX_PLACE_LENGTH]
    return f"{where}: {first['msg']}" if where else str(first["msg"])


def check_origin(connection: HTTPConnection, settings: Settings) -> None:
    """Refuses requests from pages of other sites."""
    origin = connection.headers.get("origin")
    if origin is None:
        foreign = connection.headers.get("sec-fetch-site") == "cross-site"
    else:
        own = urlsplit(origin).netloc == connection.headers.get("host") and origin != "null"
        foreign = not own and origin.rstrip("/") not in settings.allowed_origins
    if foreign:
        raise Refused("cross-site", "This request comes from another site's page and is refused.")


def check_text(address: str, cookies: Mapping[str, str]) -> None:
    """Refuses control characters in address and cookies: nobody types them, and databases refuse them."""
    if _has_control(address):
        raise Refused("malformed", "An address cannot hold control characters.")
    if any(_has_control(value) for name, value in cookies.items() if name.startswith(COOKIE_PREFIX)):
        raise Refused("malformed", "A cookie cannot hold control characters.")


def _has_control(text: str) -> bool:
    return any(letter < " " or letter == "\x7f" or letter == "\ufffd" for letter in text)


def _request_id(scope: Scope) -> str:
    """The id that a proxy gave the request, or a new one; every line of the log names it."""
    given = HTTPConnection(scope).headers.get("x-request-id", "")
    return given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)


class Middleware:
    """The outermost layer of the application. Sockets pass through; `table_socket` checks them."""

    def __init__(self, app: ASGIApp, server: Server, metrics: Metrics) -> None:
        self.app = app
        self.server = server
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and not self._may_enter(scope):
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": "password"})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 500
        client = scope.get("client")
        context.address.set(address_key(client[0]) if client else "")
        context.request_id.set(_request_id(scope))

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = self._with_headers(scope, list(message.get("headers", [])))
            await send(message)

        try:
            self._check(scope)
            if self._may_enter(scope):
                await self.app(scope, self._limited(scope, receive), send_with_headers)
            else:
                await self._turn_away(scope)(scope, receive, send_with_headers)
        except Refused as refusal:
            await refusal_response(refusal)(scope, receive, send_with_headers)
        finally:
            seconds = time.perf_counter() - started
            method, route = scope["method"], getattr(scope.get("route"), "path", "-")
            self.metrics.count_request(method, route, status, seconds)
            milliseconds = round(seconds * 1000, 1)
            access.info("request", extra={"method": method, "route": route, "status": status, "ms": milliseconds})

    def _may_enter(self, scope: Scope) -> bool:
        """Whether the server is open to everybody, or this is somebody who knows its password."""
        password = self.server.settings.password
        if not password or scope["path"].startswith(OPEN_PATHS):
            return True
        connection = HTTPConnection(scope)
        given = connection.headers.get(PASSWORD_HEADER, "")
        if given:
            address = address_key(scope["client"][0]) if scope.get("client") else ""
            right = secrets.compare_digest(given.encode(), password.encode())
            if not right:
                self.server.limits.wrong_passwords.use(address)
            return right and self.server.limits.may_guess(address)
        return self.server.people.is_member(connection.cookies.get(MEMBER_COOKIE), password)

    def _turn_away(self, scope: Scope) -> Response:
        """Programs are refused, people asked for the password."""
        if scope["path"].startswith("/api") or scope["method"] != "GET":
            return refusal_response(Refused("password", "This server asks for its password, as X-Zoobox-Password."))
        query = scope["query_string"].decode("latin-1")
        back = quote(scope["path"] + (f"?{query}" if query else ""))
        return Response(status_code=303, headers={"location": f"/enter?back={back}"})

    def _check(self, scope: Scope) -> None:
        connection = HTTPConnection(scope)
        check_text(scope["path"] + unquote(scope["query_string"].decode("latin-1")), connection.cookies)
        if self.server.stopping:
            raise Refused("stopping", "The server is stopping; come back in a moment.")
        if scope["path"].startswith("/api"):
            self.server.limits.request(context.address.get())
        if scope["method"] in CHANGING_METHODS:
            check_origin(connection, self.server.settings)
            self._check_body(connection, scope)

    def _check_body(self, connection: HTTPConnection, scope: Scope) -> None:
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._max_bytes(scope):
            raise Refused("too-large", f"At most {self._max_bytes(scope)} bytes can be sent here.")
        kind = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
        text = scope["path"] == "/api/records" and kind == "text/plain"
        empty = length == "0" and "transfer-encoding" not in connection.headers
        if kind != "application/json" and not text and not empty:
            raise Refused("media-type", "Requests are sent as application/json; a record may be text/plain.")

    def _max_bytes(self, scope: Scope) -> int:
        settings = self.server.settings
        return settings.record_bytes if scope["path"] == "/api/records" else settings.body_bytes

    def _limited(self, scope: Scope, receive: Receive) -> Receive:
        """Counts the bytes that arrive, whatever the header said."""
        left = self._max_bytes(scope)
        until = time.monotonic() + BODY_SECONDS
        complete = False

        async def limited() -> Message:
            nonlocal left, complete
            if complete:
                return await receive()
            try:
                async with asyncio.timeout(max(0.0, until - time.monotonic())):
                    message = await receive()
            except TimeoutError:
                raise Refused("too-slow", f"A request should arrive within {BODY_SECONDS:.0f} seconds.") from None
            complete = not message.get("more_body", False)
            body = message.get("body", b"")
            left -= len(body)
            if b"\0" in body:
                raise Refused("malformed", "A body is UTF-8 text without NUL; this may be UTF-16.")
            if left < 0:
                raise Refused("too-large", f"At most {self._max_bytes(scope)} bytes can be sent here.")
            return message

        return limited

    def _with_headers(self, scope: Scope, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        given = {name.lower() for name, _ in headers}
        headers += [header for header in SECURITY_HEADERS if header[0] not in given]
        headers.append((b"x-request-id", context.request_id.get().encode()))
        if scope["path"].startswith("/api") and b"cache-control" not in given:
            headers.append((b"cache-control", b"no-store"))
        return headers
