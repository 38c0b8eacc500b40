"""A WebSocket client that does as little as possible, so that a benchmark measures the server and not itself.

It takes whole unfragmented text messages, as servers send them, and calls back at once instead of waking a task.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
FINAL, MASKED = 0x80, 0x80
NO_MASK = bytes(4)
"""A mask of zeros leaves the message as it is, which spares the client the masking."""
END_OF_HEAD = b"\r\n\r\n"


class MinimalWebSocketClient(asyncio.Protocol):
    """One connection. `on_message` is called with every text message, `closed` is done when the connection ends."""

    def __init__(self, address: str, on_message: Callable[[bytes], None]) -> None:
        self.address = urlsplit(address)
        self.on_message = on_message
        self.received = b""
        self.open = False
        loop = asyncio.get_running_loop()
        self.ready: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[None] = loop.create_future()

    @classmethod
    async def connect(cls, address: str, on_message: Callable[[bytes], None]) -> MinimalWebSocketClient:
        """A socket whose handshake is done."""
        parts = urlsplit(address)
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(lambda: cls(address, on_message), parts.hostname, parts.port)
        try:
            await socket.ready
        except BaseException:
            socket.transport.abort()
            raise
        return socket

    def send(self, text: bytes) -> None:
        """Sends a text message, unless the connection has ended."""
        self._send_frame(TEXT, text)

    def close(self) -> None:
        """Closes the connection."""
        self._send_frame(CLOSE, b"")
        self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        head = (
            f"GET {self.address.path} HTTP/1.1\r\nHost: {self.address.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self.transport.write(head.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("the server ended the connection"))
        if not self.closed.done():
            self.closed.set_result(None)

    def data_received(self, data: bytes) -> None:
        self.received = self.received + data if self.received else data
        if not self.open and not self._shake_hands():
            return
        at, end = 0, len(self.received)
        while end - at >= 2:
            start, length = at + 2, self.received[at + 1]
            if length >= 126:
                width = 2 if length == 126 else 8
                start += width
                if start > end:
                    break
                length = int.from_bytes(self.received[start - width : start])
            if start + length > end:
                break
            self._take_frame(self.received[at] & 0xF, self.received[start : start + length])
            at = start + length
        self.received = self.received[at:]

    def _shake_hands(self) -> bool:
        head, found, rest = self.received.partition(END_OF_HEAD)
        if not found:
            return False
        if b" 101 " not in head.partition(b"\r\n")[0]:
            self.ready.set_exception(ConnectionError(head.decode(errors="replace")))
            self.transport.close()
            return False
        self.received, self.open = rest, True
        if not self.ready.done():  # nobody waits for it any more when a run is cut off
            self.ready.set_result(None)
        return True

    def _take_frame(self, kind: int, content: bytes) -> None:
        if kind == TEXT:
            self.on_message(content)
        elif kind == PING:
            self._send_frame(PONG, content)
        elif kind == CLOSE:
            self.transport.close()

    def _send_frame(self, kind: int, content: bytes) -> None:
        if self.transport.is_closing():
            return
        length = len(content)
        if length < 126:
            head = bytes((FINAL | kind, MASKED | length))
        else:
            head = bytes((FINAL | kind, MASKED | 126)) + length.to_bytes(2)
        self.transport.write(head + NO_MASK + content)
