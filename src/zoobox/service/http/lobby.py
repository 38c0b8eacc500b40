"""The socket of the lobby: one message whenever a list on the page has changed."""

from __future__ import annotations

import asyncio
import contextlib
import secrets

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from zoobox.service import context
from zoobox.service.context import address_key
from zoobox.service.errors import Refused
from zoobox.service.http.auth import requester_of, server_of
from zoobox.service.http.middleware import check_origin, check_text
from zoobox.service.http.table_socket import POLICY_VIOLATION
from zoobox.service.lobby import LobbyWatcher
from zoobox.service.server import Server

router = APIRouter()
PAUSE_SECONDS = 1.0
"""Between two messages, however much happens."""


@router.websocket("/api/lobby/live")
async def live(socket: WebSocket) -> None:
    """Says `changed` whenever my games or the public tables have."""
    server = server_of(socket)
    address = address_key(socket.client.host) if socket.client else ""
    context.address.set(address)
    context.request_id.set(secrets.token_hex(8))
    try:
        check_text("", socket.cookies)
        check_origin(socket, server.settings)
        server.limits.connect(address)
    except Refused:
        await socket.close(POLICY_VIOLATION)
        return
    watcher = LobbyWatcher(None)
    try:
        await socket.accept()
        watcher.person_id = (await requester_of(socket)).person_id
        server.lobby.watchers.add(watcher)
        tasks = [asyncio.create_task(_tell(server, socket, watcher)), asyncio.create_task(_listen(socket))]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    except (Refused, WebSocketDisconnect, RuntimeError, OSError):
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(POLICY_VIOLATION)
    finally:
        server.lobby.watchers.discard(watcher)
        server.limits.disconnect(address)


async def _tell(server: Server, socket: WebSocket, watcher: LobbyWatcher) -> None:
    while True:
        if watcher.person_id is not None:
            rows = await server.read(server.reader.tables_of, watcher.person_id)
            watcher.tables = {row["id"] for row in rows}
        message = {"type": "changed", "announcement": server.host.announcement}
        await socket.send_text(
            orjson.dumps(message).decode()
        )  # also at first: something may have happened since the page was made
        await asyncio.sleep(PAUSE_SECONDS)
        await watcher.changed.wait()
        watcher.changed.clear()


async def _listen(socket: WebSocket) -> None:
    """Until the page is closed; what it says, it says to stay connected."""
    while True:
        await socket.receive_text()
