"""Messages cut, delayed, doubled and reordered between client and server: the same final state."""

from __future__ import annotations

import asyncio
import contextlib
import random
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

import zoobox
from service.client import GAME, ME
from service.processes import ServerProcess
from zoobox.kernel.origin import SecretSeed, begin, decide

SEED = 20
DECISIONS = 60


def undisturbed() -> Any:
    """The game as it goes when nothing is in the way: every seat takes a choice that depends on the moment only."""
    state = begin(zoobox.game(GAME, players=2), SecretSeed(SEED))
    while not state.over and len(state.past) < DECISIONS:
        seat = state.waiting[0]
        legal = state.legal(seat)
        decide(state, seat, legal[len(state.past) * 7 % len(legal)])
    return state


class BadLine:
    """A connection between client and server on which nothing can be relied upon."""

    def __init__(self, target: str, luck: random.Random) -> None:
        self.target = target
        self.luck = luck
        self.mischief = dict.fromkeys(("cut", "delayed", "doubled", "reordered", "lost"), 0)

    async def carry(self, client: ServerConnection) -> None:
        assert client.request is not None
        async with connect(self.target + client.request.path) as server:
            ways = [
                asyncio.create_task(self._one_way(client, server)),
                asyncio.create_task(self._one_way(server, client)),
            ]
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    async def _one_way(self, source: Any, target: Any) -> None:
        held: str | bytes | None = None
        async for message in source:
            chance = self.luck.random()
            if b"hello" in (message if isinstance(message, bytes) else message.encode()):
                await target.send(message)
                continue
            if chance < 0.04:
                self.mischief["cut"] += 1
                return
            if chance < 0.08:
                self.mischief["lost"] += 1
                continue
            if chance < 0.16:
                self.mischief["delayed"] += 1
                await asyncio.sleep(self.luck.uniform(0, 0.05))
            if chance > 0.9:
                self.mischief["doubled"] += 1
                await target.send(message)
            if held is None and chance > 0.8:
                self.mischief["reordered"] += 1
                held = message
                continue
            await target.send(message)
            if held is not None:
                await target.send(held)
                held = None


class Player:
    """Plays by the plan above, resuming and repeating itself for as long as it takes."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address
        self.token = token
        self.now: dict[str, Any] = {"number": 0, "moment": 0, "over": False}
        self.numbers: list[int] = []
        self.repeated = 0

    @property
    def finished(self) -> bool:
        return bool(self.now["over"]) or self.now["moment"] >= DECISIONS

    async def play(self) -> None:
        while not self.finished:
            with contextlib.suppress(ConnectionClosed, OSError, TimeoutError):
                async with connect(self.address, open_timeout=30) as socket:
                    hello = {"type": "hello", "seat": "mine", "token": self.token}
                    if self.numbers:
                        hello["since"] = self.numbers[-1]  # type: ignore[assignment]
                    await socket.send(orjson.dumps(hello).decode())
                    await self._converse(socket)

    async def _converse(self, socket: ClientConnection) -> None:
        while not self.finished:
            try:
                self._hear(orjson.loads(await asyncio.wait_for(socket.recv(), 0.15)))
            except TimeoutError:
                await self._look_again(socket)
            now = self.now
            if now.get("ask") is not None and not self.finished:
                choices = now["choices"]
                choice = choices[now["moment"] * 7 % len(choices)]["id"]
                command = {"type": "decide", "id": 1, "seat": now["seat"], "ask": now["ask"], "choice": choice}
                await socket.send(orjson.dumps(command).decode())

    async def _look_again(self, socket: ClientConnection) -> None:
        await socket.send('{"type": "look", "seat": "mine"}')

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] in ("state", "update") and message["number"] > self.now["number"] and message["now"]:
            self.now = message["now"]
            self.numbers.append(message["number"])
        elif message["type"] == "done":
            self.repeated += message["result"].get("repeated", False)
        elif message["type"] == "refused":
            assert message["error"]["code"] in ("stale", "answered"), message


def test_a_bad_line_changes_nothing(server: ServerProcess, ada: httpx.Client) -> None:
    request = {"game": GAME, "seats": [ME, ME], "seed": SEED}
    table = ada.post("/api/tables", json=request).json()["table"]
    line = BadLine(server.socket_url, random.Random(4))

    async def scene() -> Player:
        async with serve(line.carry, "127.0.0.1", 0) as proxy:
            port = next(iter(proxy.sockets)).getsockname()[1]
            player = Player(f"ws://127.0.0.1:{port}/api/tables/{table}/live", ada.headers["authorization"][7:])
            await asyncio.wait_for(player.play(), 120)
            return player

    player = asyncio.run(scene())
    expected = undisturbed()
    view = ada.get(f"/api/tables/{table}?seat=0").json()["now"]
    assert view["moment"] == len(expected.past)
    assert view["view"] == orjson.loads(orjson.dumps(expected.view(0)))
    assert all(count > 0 for count in line.mischief.values()), line.mischief
    assert player.repeated > 0
