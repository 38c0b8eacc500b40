"""The socket: one watcher, numbered messages out, commands in."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from zoobox.service.errors import Refused
from zoobox.service.http.auth import Requester, requester_of, server_of
from zoobox.service.http.fast_websocket import WRITE
from zoobox.service.http.middleware import check_origin, shorten
from zoobox.service.http.schemas import (
    ChangeView,
    ChatText,
    ConsequencesRequest,
    DecisionRequest,
    Hello,
    SeatOnly,
    UndoAnswer,
    WhyRequest,
)
from zoobox.service.server import Server
from zoobox.service.tables import chat_and_hints, messages, seats, undo
from zoobox.service.tables.decisions import Decision
from zoobox.service.tables.live_table import LiveTable
from zoobox.service.tables.messages import ViewOptions
from zoobox.service.tables.table import Table

router = APIRouter()
HELLO_SECONDS = 10
MOST_WAITING = 600
"""Messages a slow watcher may have waiting before it is asked to come back."""
MESSAGE_BYTES = 8 * 1024
SLOW_DOWN_SECONDS = 0.5
GOING_AWAY, POLICY, TOO_BIG, TRY_LATER = 1001, 1008, 1009, 1013
Wish = DecisionRequest | SeatOnly | UndoAnswer | ChatText | ConsequencesRequest | WhyRequest
COMMANDS: dict[str, TypeAdapter[Any]] = {
    "decide": TypeAdapter(DecisionRequest),
    "undo": TypeAdapter(SeatOnly),
    "undo-answer": TypeAdapter(UndoAnswer),
    "chat": TypeAdapter(ChatText),
    "consequences": TypeAdapter(ConsequencesRequest),
    "why": TypeAdapter(WhyRequest),
}


class SocketWatcher:
    """A watcher at the other end of a socket."""

    def __init__(self, socket: WebSocket, requester: Requester, request: Hello | ChangeView) -> None:
        self.socket = socket
        self.requester = requester
        self.request = request
        self.address = socket.client.host if socket.client else ""
        self.write: Callable[[bytes], bool] | None = socket.scope.get("extensions", {}).get(WRITE)
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.behind = 0
        """Messages that could not be sent at once."""

    @property
    def person(self) -> str | None:
        return self.requester.person_id

    def look(self, table: Table) -> ViewOptions:
        try:
            seat = self.requester.seat_shown(table, self.request.seat)
        except Refused:
            seat = None  # the seat is no longer theirs: from now on they watch
        request = self.request
        return ViewOptions(
            seat,
            request.language,
            request.pictures,
            request.words,
            request.view,
            self.requester.seats(table),
            request.form,
        )

    def send(self, message: bytes) -> None:
        if self.behind == 0 and self.write is not None and self.write(message):
            return
        self.behind += 1
        self.waiting.put_nowait(message if self.behind < MOST_WAITING else None)

    async def pump(self) -> None:
        """Sends what has to wait, until a None says that it is too much or over."""
        while True:
            message = await self.waiting.get()
            if message is None:
                await self.bye("You are too slow for this table, or the server is stopping; come back.")
                return
            await self.socket.send({"type": "websocket.send", "text": message.decode()})
            self.behind -= 1

    async def bye(self, reason: str) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            text = Server.encode({"type": "bye", "reason": reason}).decode()
            await self.socket.send({"type": "websocket.send", "text": text})
            await self.socket.close(TRY_LATER)


@router.websocket("/api/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """Watches a table and plays at it."""
    server = server_of(socket)
    address = socket.client.host if socket.client else ""
    try:
        check_origin(socket, server.settings)
        server.limits.connect(address)
    except Refused:
        await socket.close(POLICY)
        return
    try:
        await socket.accept()
        await _watch(server, socket, table)
    except Refused as refusal:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(Server.encode({"type": "refused", "id": None, **refusal.told()}).decode())
            await socket.close(POLICY)
    except (WebSocketDisconnect, RuntimeError, OSError):
        pass
    finally:
        server.limits.disconnect(address)


async def _watch(server: Server, socket: WebSocket, table_id: str) -> None:
    try:
        hello = Hello.model_validate(_parse(await asyncio.wait_for(_receive(socket), HELLO_SECONDS)))
    except TimeoutError:
        raise Refused("malformed", f"The first message, hello, is expected within {HELLO_SECONDS} seconds.") from None
    except ValidationError as error:
        raise Refused("malformed", f"The first message should be a hello: {shorten(error)}") from None
    requester = await requester_of(socket, hello.token, hello.seat_token)
    live_table = await server.live_table(table_id)
    requester.seat_shown(live_table.table, hello.seat)
    watcher = SocketWatcher(socket, requester, hello)
    live_table.show(watcher, hello.since)
    live_table.enter(watcher)
    server.sockets.add(watcher)
    pump = asyncio.create_task(watcher.pump())
    try:
        await _return_to_seats(live_table, requester)
        await _obey(server, live_table, watcher, pump)
    finally:
        server.sockets.discard(watcher)
        live_table.leave(watcher)
        pump.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await pump


async def _return_to_seats(live_table: LiveTable, requester: Requester) -> None:
    """Who comes back to a seat whose time was out finds it again."""
    for seat in requester.seats(live_table.table):
        if live_table.table.chairs[seat].why_bot == "time":
            await live_table.act(seats.TakeSeatBack(seat, requester.person_id or ""))


async def _receive(socket: WebSocket) -> str | None:
    """The next message; None if it is binary."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", GOING_AWAY))
    text: str | None = message.get("text")
    return text


def _parse(text: str | None) -> Any:
    if text is None:
        raise Refused("malformed", "Messages are JSON text, not binary.")
    if len(text) > MESSAGE_BYTES:
        raise Refused("too-large", f"A message has at most {MESSAGE_BYTES} characters.")
    try:
        return orjson.loads(text)
    except ValueError:
        raise Refused("malformed", "That message is not JSON.") from None


async def _obey(server: Server, live_table: LiveTable, watcher: SocketWatcher, pump: asyncio.Task[None]) -> None:
    """Carries out what the watcher sends, one after the other."""
    while not pump.done():
        marker: Any = None
        text = await _receive(watcher.socket)
        try:
            server.limits.request(watcher.person or watcher.address)
            message = _parse(text)
            if not isinstance(message, dict):
                raise Refused("malformed", "A message is a JSON object with a type.")
            marker = message.get("id") if isinstance(message.get("id"), (int, str)) else None
            await _one(server, live_table, watcher, message, marker)
        except Refused as refusal:
            watcher.send(Server.encode({"type": "refused", "id": marker, **refusal.told()}))
            if refusal.code == "too-many":
                await asyncio.sleep(SLOW_DOWN_SECONDS)  # what follows waits in the line, not in our memory


async def _one(
    server: Server, live_table: LiveTable, watcher: SocketWatcher, message: dict[str, Any], marker: Any
) -> None:
    kind = message.get("type")
    if kind == "ping":
        watcher.send(b'{"type":"pong"}')
        return
    try:
        if kind == "look":
            request = ChangeView.model_validate(message)
            watcher.requester.seat_token = request.seat_token or watcher.requester.seat_token
            watcher.requester.seat_shown(live_table.table, request.seat)
            watcher.request = request
            live_table.show(watcher, None)
            watcher.send(Server.encode({"type": "done", "id": marker, "result": {"number": live_table.table.number}}))
            return
        adapter = COMMANDS.get(kind) if isinstance(kind, str) else None
        if adapter is None:
            raise Refused("malformed", f"Possible messages: {', '.join([*COMMANDS, 'look', 'ping'])}.")
        asked = adapter.validate_python({name: value for name, value in message.items() if name not in ("type", "id")})
    except ValidationError as error:
        raise Refused("malformed", shorten(error)) from None
    result = await _carry_out(server, live_table, watcher, asked)
    watcher.send(Server.encode({"type": "done", "id": marker, "result": result}))


async def _carry_out(server: Server, live_table: LiveTable, watcher: SocketWatcher, request: Wish) -> dict[str, Any]:
    requester = watcher.requester
    if isinstance(request, ChatText):
        person = requester.person
        if person is None:
            raise Refused("nobody", "Only somebody can say something: give yourself a name first.")
        return await chat_and_hints.chat(
            server, live_table, person, requester.seats(live_table.table), request.text, request.key
        )
    seat = request.seat
    requester.must_hold(live_table.table, seat)
    if isinstance(request, DecisionRequest):
        return await live_table.act(Decision(seat, request.ask, request.choice, language=watcher.request.language))
    if isinstance(request, ConsequencesRequest):
        return messages.consequences_message(
            live_table.table, seat, request.ask, request.choice, watcher.request.language
        )
    if isinstance(request, WhyRequest):
        return messages.refusal_message(live_table.table, seat, request.ask, request.targets, watcher.request.language)
    if isinstance(request, UndoAnswer):
        return await live_table.act(undo.Answer(seat, request.agree))
    return await live_table.act(undo.TakeBack(seat))
