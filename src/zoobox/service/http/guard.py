"""Guards connections before they are requests: how many, how long, how large their headers may be.

uvicorn bounds none of this by itself. The guard is an asyncio protocol that passes everything on to uvicorn's own, and
uses nothing of it but the interface that every asyncio protocol has.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket
from collections import Counter
from typing import Any, ClassVar, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_BYTES = 16 * 1024
HEADER_SECONDS = 15.0
"""A connection that has not sent its first header after this time is closed."""
REQUEST_SECONDS = 300.0
"""A connection that has not sent another header for so long is closed; no answer takes longer."""
UNREAD_SECONDS = 30
"""A peer that takes nothing for so long is disconnected by the operating system."""
SPARE_DESCRIPTORS = 200
"""Left for databases, bots and sockets of tables."""
END_OF_HEADER = b"\r\n\r\n"


def raise_descriptor_limit() -> None:
    """Lets the process open as many files as the system permits it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, 65536) if hard != resource.RLIM_INFINITY else 65536
    if soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def most_unfinished() -> int:
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(64, min(4000, (soft - SPARE_DESCRIPTORS) // 2))


class GuardedHttp(asyncio.Protocol):
    """One connection until it is closed or becomes a socket of a table."""

    unfinished: ClassVar[dict[GuardedHttp, None]] = {}
    """Connections without a complete header, the oldest first."""
    by_address: ClassVar[Counter[str]] = Counter()
    most_per_address: ClassVar[int] = 200
    trusted: ClassVar[frozenset[str]] = frozenset()
    """Proxies: they bring the requests of many."""

    def __init__(self, **given: Any) -> None:
        self.inner = H11Protocol(**given)
        self.address: str | None = None
        self.transport: asyncio.Transport | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.end = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport = cast("asyncio.Transport", transport)  # uvloop's is one in all but its class
        self.transport = transport
        peer = transport.get_extra_info("peername")
        self.address = str(peer[0]) if isinstance(peer, tuple) else ""
        self.by_address[self.address] += 1
        if self.address not in self.trusted and self.by_address[self.address] > self.most_per_address:
            self._forget()
            transport.abort()
            return
        _disconnect_if_unread(transport)
        self.unfinished[self] = None
        if len(self.unfinished) > most_unfinished():
            next(iter(self.unfinished)).close()
        self._wait(HEADER_SECONDS)
        self.inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        if self.address is None or self.transport is None:
            return
        if END_OF_HEADER in self.end + data:
            self.unfinished.pop(self, None)
            self._wait(REQUEST_SECONDS)
        self.end = (self.end + data)[-len(END_OF_HEADER) + 1 :]
        self.inner.data_received(data)
        if self.transport.get_protocol() is not self:  # it is the socket of a table now
            self._forget()

    def eof_received(self) -> bool | None:
        if self.address is not None:
            self.inner.eof_received()
        return None

    def connection_lost(self, reason: Exception | None) -> None:
        if self.address is not None:
            self._forget()
            self.inner.connection_lost(reason)

    def pause_writing(self) -> None:
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        self.inner.resume_writing()

    def close(self) -> None:
        if self.transport is not None:
            self.transport.abort()

    def _wait(self, seconds: float) -> None:
        if self.timer is not None:
            self.timer.cancel()
        self.timer = asyncio.get_running_loop().call_later(seconds, self.close)

    def _forget(self) -> None:
        if self.address is not None:
            self.by_address[self.address] -= 1
            if self.by_address[self.address] <= 0:
                del self.by_address[self.address]
        self.address = None
        self.unfinished.pop(self, None)
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


def _disconnect_if_unread(transport: asyncio.Transport) -> None:
    """Otherwise a peer that never reads keeps what was sent to it in memory for as long as it likes."""
    raw = transport.get_extra_info("socket")
    if raw is None or not hasattr(socket, "TCP_USER_TIMEOUT"):
        return
    with contextlib.suppress(OSError), socket.socket(fileno=socket.dup(raw.fileno())) as same:
        same.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_SECONDS * 1000)
