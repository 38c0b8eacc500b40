"""The socket: one watcher, numbered messages out, commands in."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from zoobox.service import playing, seats, takebacks
from zoobox.service.decisions import Decision
from zoobox.service.house import House
from zoobox.service.http.asking import Asker, asker_of, house_of
from zoobox.service.http.guards import check_origin, shorten
from zoobox.service.http.shapes import ChatText, DecisionShape, Hello, LookAgain, SeatOnly, UndoAnswer
from zoobox.service.http.sockets import WRITE
from zoobox.service.refusals import Refused
from zoobox.service.rooms import Room
from zoobox.service.tables import Table
from zoobox.service.telling import Look

router = APIRouter()
HELLO_SECONDS = 10
MOST_WAITING = 600
"""Messages a slow watcher may have waiting before it is asked to come back."""
MESSAGE_BYTES = 8 * 1024
SLOW_DOWN_SECONDS = 0.5
GOING_AWAY, POLICY, TOO_BIG, TRY_LATER = 1001, 1008, 1009, 1013
Wish = DecisionShape | SeatOnly | UndoAnswer | ChatText
COMMANDS: dict[str, TypeAdapter[Any]] = {
    "decide": TypeAdapter(DecisionShape),
    "undo": TypeAdapter(SeatOnly),
    "undo-answer": TypeAdapter(UndoAnswer),
    "chat": TypeAdapter(ChatText),
}


class SocketWatcher:
    """A watcher at the other end of a socket."""

    def __init__(self, socket: WebSocket, asker: Asker, wish: Hello | LookAgain) -> None:
        self.socket = socket
        self.asker = asker
        self.wish = wish
        self.address = socket.client.host if socket.client else ""
        self.write: Callable[[bytes], bool] | None = socket.scope.get("extensions", {}).get(WRITE)
        self.waiting: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.behind = 0
        """Messages that could not be sent at once."""

    @property
    def person(self) -> str | None:
        return self.asker.person_id

    def look(self, table: Table) -> Look:
        try:
            seat = self.asker.seat_shown(table, self.wish.seat)
        except Refused:
            seat = None  # the seat is no longer theirs: from now on they watch
        wish = self.wish
        return Look(seat, wish.language, wish.pictures, wish.words, wish.view, self.asker.seats(table))

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
            text = House.encode({"type": "bye", "reason": reason}).decode()
            await self.socket.send({"type": "websocket.send", "text": text})
            await self.socket.close(TRY_LATER)


@router.websocket("/api/tables/{table}/live")
async def live(socket: WebSocket, table: str) -> None:
    """Watches a table and plays at it."""
    house = house_of(socket)
    address = socket.client.host if socket.client else ""
    try:
        check_origin(socket, house.settings)
        house.limits.connect(address)
    except Refused:
        await socket.close(POLICY)
        return
    try:
        await socket.accept()
        await _watch(house, socket, table)
    except Refused as refusal:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(House.encode({"type": "refused", "id": None, **refusal.told()}).decode())
            await socket.close(POLICY)
    except (WebSocketDisconnect, RuntimeError, OSError):
        pass
    finally:
        house.limits.disconnect(address)


async def _watch(house: House, socket: WebSocket, table_id: str) -> None:
    try:
        hello = Hello.model_validate(_parse(await asyncio.wait_for(_receive(socket), HELLO_SECONDS)))
    except TimeoutError:
        raise Refused("malformed", f"The first message, hello, is expected within {HELLO_SECONDS} seconds.") from None
    except ValidationError as error:
        raise Refused("malformed", f"The first message should be a hello: {shorten(error)}") from None
    asker = await asker_of(socket, hello.token, hello.seat_token)
    room = await house.room(table_id)
    asker.seat_shown(room.table, hello.seat)
    watcher = SocketWatcher(socket, asker, hello)
    room.show(watcher, hello.since)
    room.enter(watcher)
    house.sockets.add(watcher)
    pump = asyncio.create_task(watcher.pump())
    try:
        await _return_to_seats(room, asker)
        await _obey(house, room, watcher, pump)
    finally:
        house.sockets.discard(watcher)
        room.leave(watcher)
        pump.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await pump


async def _return_to_seats(room: Room, asker: Asker) -> None:
    """Who comes back to a seat whose time was out finds it again."""
    for seat in asker.seats(room.table):
        if room.table.chairs[seat].why_bot == "time":
            await room.act(seats.TakeSeatBack(seat, asker.person_id or ""))


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


async def _obey(house: House, room: Room, watcher: SocketWatcher, pump: asyncio.Task[None]) -> None:
    """Carries out what the watcher sends, one after the other."""
    while not pump.done():
        marker: Any = None
        text = await _receive(watcher.socket)
        try:
            house.limits.request(watcher.person or watcher.address)
            message = _parse(text)
            if not isinstance(message, dict):
                raise Refused("malformed", "A message is a JSON object with a type.")
            marker = message.get("id") if isinstance(message.get("id"), (int, str)) else None
            await _one(house, room, watcher, message, marker)
        except Refused as refusal:
            watcher.send(House.encode({"type": "refused", "id": marker, **refusal.told()}))
            if refusal.code == "too-many":
                await asyncio.sleep(SLOW_DOWN_SECONDS)  # what follows waits in the line, not in our memory


async def _one(house: House, room: Room, watcher: SocketWatcher, message: dict[str, Any], marker: Any) -> None:
    kind = message.get("type")
    if kind == "ping":
        watcher.send(b'{"type":"pong"}')
        return
    try:
        if kind == "look":
            wish = LookAgain.model_validate(message)
            watcher.asker.seat_token = wish.seat_token or watcher.asker.seat_token
            watcher.asker.seat_shown(room.table, wish.seat)
            watcher.wish = wish
            room.show(watcher, None)
            watcher.send(House.encode({"type": "done", "id": marker, "result": {"number": room.table.number}}))
            return
        adapter = COMMANDS.get(kind) if isinstance(kind, str) else None
        if adapter is None:
            raise Refused("malformed", f"Possible messages: {', '.join([*COMMANDS, 'look', 'ping'])}.")
        asked = adapter.validate_python({name: value for name, value in message.items() if name not in ("type", "id")})
    except ValidationError as error:
        raise Refused("malformed", shorten(error)) from None
    result = await _carry_out(house, room, watcher, asked)
    watcher.send(House.encode({"type": "done", "id": marker, "result": result}))


async def _carry_out(house: House, room: Room, watcher: SocketWatcher, wish: Wish) -> dict[str, Any]:
    asker = watcher.asker
    if isinstance(wish, ChatText):
        person = asker.person
        if person is None:
            raise Refused("nobody", "Only somebody can say something: give yourself a name first.")
        return await playing.chat(house, room, person, asker.seats(room.table), wish.text, wish.key)
    seat = wish.seat
    asker.must_hold(room.table, seat)
    if isinstance(wish, DecisionShape):
        return await room.act(Decision(seat, wish.ask, wish.choice, language=watcher.wish.language))
    if isinstance(wish, UndoAnswer):
        return await room.act(takebacks.Answer(seat, wish.agree))
    return await room.act(takebacks.TakeBack(seat))
