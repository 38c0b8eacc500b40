"""Frames as they really arrive: whole, in pieces, several at once, in fragments, or broken."""

from __future__ import annotations

import base64
import json
import os
import socket
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from service.processes import ServerProcess

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
FINAL, MASKED = 0x80, 0x80
PROTOCOL_ERROR, BAD_TEXT, TOO_BIG = 1002, 1007, 1009
A_PING = b'{"type":"ping"}'


def frame(content: bytes, kind: int = TEXT, final: bool = True, mask: bytes = b"\x01\x02\x03\x04") -> bytes:
    length = len(content)
    size = bytes((MASKED | length,)) if length < 126 else bytes((MASKED | 126,)) + length.to_bytes(2)
    masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(content))
    return bytes((kind | (FINAL if final else 0),)) + size + mask + masked


class Raw:
    """A client that writes bytes."""

    def __init__(self, server: ServerProcess, table: str) -> None:
        self.line = socket.create_connection(("127.0.0.1", server.port), timeout=20)
        key = base64.b64encode(os.urandom(16)).decode()
        head = (
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self.line.sendall(head.encode())
        self.received = b""
        while b"\r\n\r\n" not in self.received:
            self._more()
        self.received = self.received.partition(b"\r\n\r\n")[2]

    def send(self, *pieces: bytes) -> None:
        for piece in pieces:
            self.line.sendall(piece)

    def _more(self) -> None:
        data = self.line.recv(65536)
        assert data, "the connection has ended"
        self.received += data

    def _take(self, count: int) -> bytes:
        while len(self.received) < count:
            self._more()
        taken, self.received = self.received[:count], self.received[count:]
        return taken

    def receive(self) -> tuple[int, bytes]:
        """The kind and the content of the next frame."""
        kind, length = self._take(2)
        if length >= 126:
            length = int.from_bytes(self._take(2 if length == 126 else 8))
        return kind & 0xF, self._take(length)

    def receive_json(self, wanted: str) -> dict[str, Any]:
        while True:
            kind, content = self.receive()
            assert kind == TEXT, (kind, content)
            message: dict[str, Any] = json.loads(content)
            if message["type"] == wanted:
                return message

    def receive_close(self) -> int:
        """The code with which the server ends the connection."""
        while True:
            kind, content = self.receive()
            if kind == CLOSE:
                return int.from_bytes(content[:2])


@pytest.fixture
def raw(server: ServerProcess, ada: httpx.Client) -> Iterator[Callable[[], Raw]]:
    request = {"game": "zooloretto-dice", "seats": [{"kind": "me"}]}
    table = ada.post("/api/tables", json=request).json()["table"]
    made: list[Raw] = []

    def connect() -> Raw:
        made.append(Raw(server, table))
        made[-1].send(frame(b'{"type":"hello"}'))
        made[-1].receive_json("state")
        return made[-1]

    yield connect
    for one in made:
        one.line.close()


def test_whole_frames_short_and_long(raw: Callable[[], Raw]) -> None:
    client = raw()
    for spaces in (0, 100, 200, 5000):
        client.send(frame(A_PING + b" " * spaces))
        client.receive_json("pong")


def test_a_frame_in_pieces_and_two_at_once(raw: Callable[[], Raw]) -> None:
    client = raw()
    whole = frame(A_PING)
    for cut in range(1, len(whole)):
        client.send(whole[:cut])
        client.send(whole[cut:])
        client.receive_json("pong")
    client.send(whole + whole)
    client.receive_json("pong")
    client.receive_json("pong")
    client.send(whole)
    client.receive_json("pong")


def test_fragments_with_a_ping_between_them(raw: Callable[[], Raw]) -> None:
    client = raw()
    client.send(frame(A_PING[:5], final=False))
    client.send(frame(b"still here?", PING))
    client.send(frame(A_PING[5:], CONTINUED))
    frames = [client.receive() for _ in range(3)]
    assert (PONG, b"still here?") in frames
    assert (TEXT, b'{"type":"pong"}') in frames


def test_controls_do_not_disturb(raw: Callable[[], Raw]) -> None:
    client = raw()
    client.send(frame(b"", PONG))
    client.send(frame(A_PING))
    client.receive_json("pong")
    client.send(frame(b"x", BINARY))
    assert client.receive_json("refused")["error"]["code"] == "malformed"
    client.send(frame(A_PING))
    client.receive_json("pong")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (bytes((FINAL | TEXT, len(A_PING))) + A_PING, PROTOCOL_ERROR),  # not masked
        (frame(A_PING, TEXT | 0x40), PROTOCOL_ERROR),  # a reserved bit
        (frame(A_PING, CONTINUED), PROTOCOL_ERROR),  # continues nothing
        (frame(A_PING, 0x3), PROTOCOL_ERROR),  # no such kind
        (frame(A_PING[:5], final=False) + frame(A_PING), PROTOCOL_ERROR),  # a new message within another
        (frame(b"\xff\xfe"), BAD_TEXT),
        (frame(A_PING + b" " * 20000), TOO_BIG),
        (bytes((FINAL | TEXT, MASKED | 127)) + (1 << 40).to_bytes(8) + bytes(4), TOO_BIG),
    ],
)
def test_who_breaks_the_protocol_is_sent_away(raw: Callable[[], Raw], sent: bytes, code: int) -> None:
    client = raw()
    client.send(sent)
    assert client.receive_close() == code
    raw().send(frame(A_PING))


def test_a_fragment_begun_before_a_whole_frame_is_not_forgotten(raw: Callable[[], Raw]) -> None:
    client = raw()
    client.send(frame(A_PING[:5], final=False))
    client.send(frame(A_PING))
    assert client.receive_close() == PROTOCOL_ERROR
