"""A connection between browser and server that can be cut, frozen and repaired."""

from __future__ import annotations

import contextlib
import socket
import threading

CHUNK = 65536


class FaultyConnection:
    """Forwards TCP to a port of this machine. While it is cut, nothing connects; while it is frozen, nothing passes."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.connected = True
        self.flowing = threading.Event()
        self.flowing.set()
        self.ends: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self.connected = False
        self._drop()

    def freeze(self) -> None:
        self.flowing.clear()

    def repair(self) -> None:
        """What was under way in a frozen connection is lost, as packets are."""
        self._drop()
        self.connected = True
        self.flowing.set()

    def close(self) -> None:
        self.cut()
        self.flowing.set()
        self.listener.close()

    def _drop(self) -> None:
        for end in self.ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        self.ends.clear()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            if not self.connected:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.target))
            self.ends += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                self.flowing.wait()
                sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
