"""The WebSocket of a table: one watcher, numbered messages out, commands in."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ValidationError

from zoobox.service import context
from zoobox.service.context import address_key
from zoobox.service.errors import Refused
from zoobox.service.http.auth import Requester, requester_of, server_of
from zoobox.service.http.middleware import check_origin, check_text, first_problem
from zoobox.service.http.schemas import (
    ChangeView,
    ChatText,
    ConsequencesRequest,
    DecisionRequest,
    Hello,
    PlacementsRequest,
    SeatOnly,
    UndoAnswer,
    WhyRequest,
)
from zoobox.service.server import Server
from zoobox.service.tables import messages
from zoobox.service.tables.agreements import Answer
from zoobox.service.tables.commands import Chat, Command, Decide, Undo
from zoobox.service.tables.live_table import LiveTable
from zoobox.service.tables.messages import ViewOptions
from zoobox.service.tables.table import Table

router = APIRouter()
HELLO_SECONDS = 10
MAX_WAITING = 600
MAX_WAITING_BYTES = 1 << 20
"""Messages that may wait for a slow watcher before it is disconnected; one message alone may always wait."""
GOODBYE_SECONDS = 1.0
SEND_SECONDS = 20.0
"""A watcher who takes nothing for so long is gone."""
MAX_MESSAGE_LENGTH = 8 * 1024
SLOW_DOWN_SECONDS = 0.5
GOING_AWAY, POLICY_VIOLATION, TRY_AGAIN_LATER = 1001, 1008, 1013
SCHEMAS: dict[str, type[BaseModel]] = {
    "decide": DecisionRequest,
    "undo": SeatOnly,
    "undo-answer": UndoAnswer,
    "chat": ChatText,
    "look": ChangeView,
    "consequences": ConsequencesRequest,
    "placements": PlacementsRequest,
    "why": WhyRequest,
}
"""What a watcher can send, besides `ping`."""


class SocketWatcher:
    """A watcher at the other end of a socket. Messages are queued and sent one after the other."""

    def __init__(self, socket: WebSocket, requester: Requester, view: Hello | ChangeView) -> None:
        self.socket = socket
        self.requester = requester
        self.view = view
        self.queue: asyncio.Queue[bytes] = asyncio.Queue()
        self.waiting_bytes = 0
        self.too_slow = asyncio.Event()

    @property
    def person_id(self) -> str | None:
        return self.requester.person_id

    def view_options(self, table: Table) -> ViewOptions:
        try:
            seat = self.requester.visible_seat(table, self.view.seat)
        except Refused:
            seat = None  # the seat is no longer theirs: from now on they watch
        view = self.view
        mine = self.requester.seats(table)
        curtain = self.requester.curtain(table)
        return ViewOptions(
            seat, view.language, view.pictures, view.words, view.view, mine, view.form, curtain, view.aloud
        )

    def send(self, message: bytes) -> None:
        full = self.queue.qsize() >= MAX_WAITING or self.waiting_bytes + len(message) > MAX_WAITING_BYTES
        if self.too_slow.is_set() or (full and not self.queue.empty()):
            self.too_slow.set()
            return
        self.waiting_bytes += len(message)
        self.queue.put_nowait(message)

    def answer(self, kind: str, message_id: Any, content: dict[str, Any]) -> None:
        """Answers a command."""
        self.send(orjson.dumps({"type": kind, "id": message_id, **content}))

    async def send_queued(self) -> None:
        """Sends what is queued, until the watcher takes nothing any more."""
        while True:
            message = await self.queue.get()
            async with asyncio.timeout(SEND_SECONDS):
                await self.socket.send_text(message.decode())
            self.waiting_bytes -= len(message)

    async def say_goodbye(self, reason: str) -> None:
        """Says why it ends, if that still arrives."""
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, OSError, TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                await self.socket.send_text(orjson.dumps({"type": "bye", "reason": reason}).decode())
                await self.socket.close(TRY_AGAIN_LATER)


@router.websocket("/api/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """Watches a table and plays at it."""
    server = server_of(socket)
    address = address_key(socket.client.host) if socket.client else ""
    context.address.set(address)
    context.request_id.set(secrets.token_hex(8))
    try:
        check_text(table, socket.cookies)
        check_origin(socket, server.settings)
        server.limits.connect(address)
    except Refused:
        await socket.close(POLICY_VIOLATION)
        return
    try:
        await socket.accept()
        await _watch(server, socket, table, address)
    except Refused as refusal:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(orjson.dumps({"type": "refused", "id": None, **refusal.as_dict()}).decode())
            await socket.close(POLICY_VIOLATION)
    except (WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
        pass
    finally:
        server.limits.disconnect(address)


async def _watch(server: Server, socket: WebSocket, table_id: str, address: str) -> None:
    hello = await _receive_hello(socket)
    requester = await requester_of(socket, hello.token, hello.seat_token)
    live_table = await server.live_table(table_id)
    requester.visible_seat(live_table.table, hello.seat)
    watcher = SocketWatcher(socket, requester, hello)
    live_table.send_missed(watcher, hello.since)
    live_table.add_watcher(watcher)
    tasks = [
        asyncio.create_task(watcher.send_queued()),
        asyncio.create_task(_answer_messages(server, live_table, watcher, address)),
        asyncio.create_task(watcher.too_slow.wait()),
        asyncio.create_task(live_table.removed.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:  # whichever way the socket is gone, nobody watches through it any more
        live_table.remove_watcher(watcher)
        for task in tasks:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    if live_table.removed.is_set():
        await watcher.say_goodbye("This table was cleared away.")
    elif watcher.too_slow.is_set() or isinstance(outcomes[0], TimeoutError):
        await watcher.say_goodbye("Messages arrive too slowly at this watcher; come back.")
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            raise outcome


async def _answer_messages(server: Server, live_table: LiveTable, watcher: SocketWatcher, address: str) -> None:
    while True:
        text = await _receive(watcher.socket)
        await _answer_message(server, live_table, watcher, text, address)


async def _receive_hello(socket: WebSocket) -> Hello:
    try:
        return Hello.model_validate(_parse(await asyncio.wait_for(_receive(socket), HELLO_SECONDS)))
    except TimeoutError:
        raise Refused("malformed", f"The first message, hello, is expected within {HELLO_SECONDS} seconds.") from None
    except ValidationError as error:
        problem = first_problem(error.errors(include_url=False, include_input=False))
        raise Refused("malformed", f"The first message should be a hello: {problem}") from None


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
    if len(text) > MAX_MESSAGE_LENGTH:
        raise Refused("too-large", f"A message has at most {MAX_MESSAGE_LENGTH} characters.")
    try:
        return orjson.loads(text)
    except ValueError:
        raise Refused("malformed", "This message is not JSON.") from None


async def _answer_message(
    server: Server, live_table: LiveTable, watcher: SocketWatcher, text: str | None, address: str
) -> None:
    """Does what a message asks for and answers with `done` or `refused`."""
    message_id: Any = None
    try:
        server.limits.request(watcher.person_id or address)
        message = _parse(text)
        if not isinstance(message, dict):
            raise Refused("malformed", "A message is a JSON object with a type.")
        message_id = message.get("id") if isinstance(message.get("id"), (int, str)) else None
        if message.get("type") == "ping":
            watcher.send(b'{"type":"pong"}')
            return
        request = _request(message)
        server.host.check_person(watcher.person_id)
        if isinstance(request, ChangeView):
            result = _change_view(live_table, watcher, request)
        elif isinstance(request, (ConsequencesRequest, WhyRequest)):
            result = _explain(live_table.table, watcher, request)
        else:
            result = await live_table.execute(_command(server, watcher, request))
        watcher.answer("done", message_id, {"result": result})
    except Refused as refusal:
        watcher.answer("refused", message_id, refusal.as_dict())
        if refusal.code == "too-many":
            await asyncio.sleep(SLOW_DOWN_SECONDS)  # later messages wait in the connection, not in memory


def _request(message: dict[str, Any]) -> BaseModel:
    kind = message.get("type")
    schema = SCHEMAS.get(kind) if isinstance(kind, str) else None
    if schema is None:
        raise Refused("malformed", f"Possible messages: {', '.join([*SCHEMAS, 'ping'])}.")
    try:
        return schema.model_validate({name: value for name, value in message.items() if name not in ("type", "id")})
    except ValidationError as error:
        problem = first_problem(error.errors(include_url=False, include_input=False))
        raise Refused("malformed", problem) from None


def _change_view(live_table: LiveTable, watcher: SocketWatcher, view: ChangeView) -> dict[str, Any]:
    watcher.requester.seat_token = view.seat_token or watcher.requester.seat_token
    watcher.requester.visible_seat(live_table.table, view.seat)
    watcher.view = view
    live_table.send_missed(watcher, None)
    return {"number": live_table.table.number}


def _explain(table: Table, watcher: SocketWatcher, request: ConsequencesRequest | WhyRequest) -> dict[str, Any]:
    watcher.requester.must_see(table, request.seat)
    language = watcher.view.language
    if isinstance(request, PlacementsRequest):
        return messages.placements_message(table, request.seat, request.ask, request.choice, language)
    if isinstance(request, ConsequencesRequest):
        return messages.consequences_message(table, request.seat, request.ask, request.choice, language)
    return messages.refusal_message(table, request.seat, request.ask, request.targets, language)


def _command(server: Server, watcher: SocketWatcher, request: BaseModel) -> Command:
    requester = watcher.requester
    match request:
        case DecisionRequest():
            return Decide(
                requester, request.seat, request.ask, request.choice, watcher.view.language, request.automatic
            )
        case UndoAnswer():
            return Answer(requester, request.seat, request.agree, "undo")
        case SeatOnly():
            return Undo(requester, request.seat)
        case ChatText():
            person = server.people.latest(requester.person)
            command = Chat(requester, person.name if person else "", request.text, request.key)
            if requester.person_id is not None:
                server.limits.chat(requester.person_id)
            return command
    raise AssertionError(request)
