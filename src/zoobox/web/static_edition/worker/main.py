"""The worker's Python: answers requests and sockets of the page as the service would over the network."""

from __future__ import annotations

from zoobox.web.static_edition.worker import stand_ins

stand_ins.install()

# ruff: noqa: E402  the stand-ins have to be in place before anything of the service is imported
import asyncio
import contextlib
import json
import random
import re
from collections.abc import Awaitable
from typing import Any, Protocol

import zoobox
from zoobox.kernel.errors import ZooboxError
from zoobox.service.errors import Refused
from zoobox.service.http import app as service
from zoobox.service.tables.curtain import keeps_secrets
from zoobox.web import app as web
from zoobox.web import descriptions, pages
from zoobox.web.static_edition.worker.checking import ValidationError
from zoobox.web.static_edition.worker.routing import (
    APIRouter,
    HTTPConnection,
    HTTPException,
    Request,
    Response,
    WebSocketDisconnect,
    call,
)
from zoobox.web.static_edition.worker.server import DAMAGED, BrowserServer
from zoobox.web.static_edition.worker.storage import Database

pages.templates.globals["edition"] = "static"
FILE_FOLDERS = ("static/", "figures/", "covers/", "rules/pictures/", "manifest.webmanifest")
"""Addresses that are files of the folder; all others are pages that the worker makes."""
PIECE = re.compile(r'"figure":\s*"([a-z0-9-]+)/([A-Za-z0-9_-]+)"')
"""A piece that one game draws, named in a message; the shared figures are files."""
ADDRESS = re.compile(r'(?<=\s)(href|src|data-src)="/([^"/][^"]*)?"')
ROUTERS: tuple[Any, ...] = (*service.ROUTERS, *web.ROUTERS)


class Browser(Protocol):
    """The JavaScript side of the worker."""

    database: Database

    def think(self, question: str) -> Awaitable[str]:
        """Asks the bots that search."""

    def send(self, socket: int, kind: str, text: str) -> None:
        """Tells a socket of the page `open`, `message` or `close`."""

    def draw(self, path: str, svg: str) -> None:
        """Gives the page a picture that it will ask for under this path."""


def relative(html: str) -> str:
    """The page with addresses that work in any folder of any host."""

    def rewritten(found: re.Match[str]) -> str:
        rest = found[2] or ""
        return f'{found[1]}="{rest if rest.startswith(FILE_FOLDERS) else f"page.html?/{rest}"}"'

    return ADDRESS.sub(rewritten, html)


class PageSocket(HTTPConnection):
    """A socket of the page, as routes know it."""

    def __init__(self, app: Any, address: str, cookies: dict[str, str], browser: Browser, number: int) -> None:
        super().__init__(app, address, {}, cookies)
        self.browser = browser
        self.number = number
        self.received: asyncio.Queue[str | None] = asyncio.Queue()

    async def accept(self) -> None:
        self.browser.send(self.number, "open", "")

    async def send_text(self, text: str) -> None:
        self.app.draw_pieces(text)
        self.browser.send(self.number, "message", text)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self.browser.send(self.number, "close", str(code))

    async def receive(self) -> dict[str, Any]:
        text = await self.received.get()
        return {"type": "websocket.disconnect"} if text is None else {"type": "websocket.receive", "text": text}


class App(APIRouter):
    """All routes of the service and of its pages, answered for one person."""

    def __init__(self, browser: Browser, languages: str) -> None:
        super().__init__()
        for router in ROUTERS:
            self.include_router(router)
        self.browser = browser
        self.languages = languages
        self.server = BrowserServer(browser.database, browser.think)
        self.state = self  # where routes look for the server
        self.sockets: dict[int, PageSocket] = {}
        self.drawn: set[str] = set()

    async def open(self) -> None:
        random.seed()  # a snapshot of memory would give everybody the same numbers
        await self.server.open()

    # Requests.

    async def answer(self, method: str, address: str, body: str = "") -> dict[str, Any]:
        """The answer to a request: status, type and text, or the address to go to."""
        headers = {"accept-language": self.languages, "content-type": "application/json"}
        request = Request(self, method, address, body, headers, self.server.cookies)
        try:
            route, request.path_params = self.find(method, request.url.path)
            response = await call(route.function, request)
        except Exception as error:
            response = self._refusal(request, error)
        await self.server.set_cookies(response.cookies_set)
        kind = response.headers.get("content-type", "text/plain")
        text = response.body.decode()
        if kind.startswith("application/json"):
            self.draw_pieces(text)
        return {
            "status": response.status_code,
            "type": kind,
            "text": relative(text) if kind.startswith("text/html") else text,
            "location": response.headers.get("location"),
        }

    def _refusal(self, request: Request, error: Exception) -> Response:
        if isinstance(error, HTTPException) and error.status_code == 404 and not request.url.path.startswith("/api"):
            missing: Any = pages.not_found
            return missing(request)  # type: ignore[no-any-return]
        if isinstance(error, Refused):
            refusal = error
        elif isinstance(error, (ValidationError, ZooboxError)):
            place = ".".join(str(part) for part in getattr(error, "place", ()))
            refusal = Refused("malformed", f"{place}: {error}" if place else str(error))
        elif isinstance(error, HTTPException):
            refusal = Refused("method" if error.status_code == 405 else "not-found", error.detail)
        else:
            raise error
        return Response(json.dumps(refusal.as_dict()), refusal.status, media_type="application/json")

    def draw_pieces(self, message: str) -> None:
        """Sends the pictures of pieces that a message names ahead of it, each once."""
        for game, name in PIECE.findall(message):
            path = f"/figures/{game}/{name}.svg"
            if path not in self.drawn:
                self.drawn.add(path)
                self.browser.draw(path, bytes(pages.piece(game, name).body).decode())

    # Sockets.

    def socket_opened(self, number: int, address: str) -> None:
        socket = PageSocket(self, address, self.server.cookies, self.browser, number)
        self.sockets[number] = socket
        self.server.spawn(self._serve(socket))

    async def _serve(self, socket: PageSocket) -> None:
        try:
            route, socket.path_params = self.find("SOCKET", socket.url.path)
            with contextlib.suppress(WebSocketDisconnect):
                await call(route.function, socket)
        finally:
            self.sockets.pop(socket.number, None)
            self.browser.send(socket.number, "close", "1000")

    def socket_received(self, number: int, text: str) -> None:
        if number in self.sockets:
            self.sockets[number].received.put_nowait(text)

    def socket_closed(self, number: int) -> None:
        if number in self.sockets:
            self.sockets[number].received.put_nowait(None)

    async def answer_text(self, method: str, address: str, body: str) -> str:
        """The answer as JSON, which passes between the languages at no cost."""
        return json.dumps(await self.answer(method, address, body))

    async def records_text(self) -> str:
        return json.dumps(await self.records())

    async def damaged_text(self) -> str:
        return json.dumps(await self.damaged())

    # What only this edition has.

    async def damaged(self) -> list[dict[str, Any]]:
        """Games that were set aside."""
        found = json.loads(await self.server.database.read_all("values", f"{DAMAGED} "))
        return [{"key": key, "content": json.loads(text)} for key, text in found]

    async def records(self) -> list[dict[str, str]]:
        """Every stored game as a record, finished or not; what is hidden in a game is in its record."""
        made = []
        for row in await self.server.browser_reader.tables_of(""):
            with contextlib.suppress(Refused):
                live_table = await self.server.live_table(row["id"])
                made.append({"name": f"{row['game']}-{row['id']}.txt", "text": live_table.table.record()})
        return made


def prepare() -> None:
    """Loads what every visit needs, before the snapshot of memory is taken."""
    for name in zoobox.names():
        for language in ("en", "de"):
            descriptions.game_card(name, language)
        descriptions.usual_game(name)
        keeps_secrets(name)
    for template in pages.templates.list_templates():
        pages.templates.get_template(template)
