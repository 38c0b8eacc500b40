"""The live lobby: a message whenever my games or the public tables have changed, also through other processes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from service.client import BOT, ME, OPEN, decide, look, new_table, table_of_two
from service.processes import Postgres, ServerProcess


@contextlib.contextmanager
def in_lobby(server: ServerProcess, client: httpx.Client) -> Iterator[ClientConnection]:
    """Looks at the lobby; the first message has been heard."""
    headers = {name: client.headers[name] for name in ("authorization",) if name in client.headers}
    with connect(f"{server.socket_url}/api/lobby/live", additional_headers=headers) as socket:
        socket.recv(timeout=20)
        yield socket


def silent(socket: ClientConnection, seconds: float = 1.5) -> bool:
    try:
        socket.recv(timeout=seconds)
    except TimeoutError:
        return True
    return False


def test_who_looks_hears_of_their_own_games_and_of_public_tables(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'zoobox.db'}", tmp_path, bot_workers="1").start()
    try:
        ada, bob, eve = (server.program(name) for name in ("Ada", "Bob", "Eve"))
        with in_lobby(server, ada) as mine, in_lobby(server, eve) as other:
            table = table_of_two(ada, bob)
            mine.recv(timeout=10)
            assert silent(other), "a table by link is nobody else's business"
            while not silent(mine):
                pass
            now = look(ada, table, 0)["now"]
            decide(ada, table, 0, now["ask"], now["choices"][0]["id"])
            mine.recv(timeout=10)
            new_table(bob, (ME, OPEN), visibility="public")
            other.recv(timeout=10)
    finally:
        server.kill()


@pytest.mark.long
def test_the_lobby_hears_of_what_other_processes_do(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database("lobby")
    servers = [ServerProcess(url, tmp_path, bot_workers="1").start() for _ in range(2)]
    try:
        here, there = servers
        ada, bob = here.program("Ada"), there.program("Bob")
        with in_lobby(here, ada) as socket:
            table = new_table(bob, (ME, OPEN), visibility="public")
            socket.recv(timeout=10)
            while not silent(socket):
                pass
            there.client(headers=ada.headers).post(f"/api/tables/{table}/seats/1", json={})
            socket.recv(timeout=10)
            while not silent(socket):
                pass
            now = look(bob, table, 0)["now"]
            decide(bob, table, 0, now["ask"], now["choices"][0]["id"])
            socket.recv(timeout=10)
    finally:
        for server in servers:
            server.kill()


def test_a_lobby_left_behind_costs_nothing(server: ServerProcess, ada: httpx.Client) -> None:
    """Everybody who looked has gone, and the server stops without waiting for anybody."""
    with in_lobby(server, ada):
        pass
    new_table(ada, (ME, BOT), visibility="public")
    assert server.is_healthy()


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null"])
def test_pages_of_other_sites_hear_nothing(server: ServerProcess, origin: str) -> None:
    with pytest.raises(Exception, match="403"):
        connect(f"{server.socket_url}/api/lobby/live", additional_headers={"origin": origin})
