"""Anonymous exhaustion: whatever somebody without a name tries, others go on."""

from __future__ import annotations

import asyncio
import contextlib
import http.cookiejar
import json
import os
import socket
import sqlite3
import struct
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import zoobox
from service.client import BOT, GAME, ME, OPEN, decide, error, look, new_table, play_on, until
from service.processes import ServerProcess
from service.test_admin import DAY, admin
from zoobox.service.http import metrics
from zoobox.service.server import Server
from zoobox.service.settings import Settings
from zoobox.service.storage.database import open_engine
from zoobox.service.tables import commands, creation
from zoobox.service.tables import events as kinds
from zoobox.service.tables.events import Draft
from zoobox.service.tables.live_table import LiveTable

DIRECTOR = {"kind": "bot", "level": "director"}
MEGABYTE = 1 << 20


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Callable[..., ServerProcess]]:
    """Servers with the usual limits, unless a test asks for others."""
    servers = []

    def start(**settings: str) -> ServerProcess:
        usual = {"requests_per_second": "100000", "request_burst": "100000", "people_per_hour": "100000"}
        usual |= {"tables_per_hour": "60", "log_level": "warning"}
        server = ServerProcess(f"sqlite:///{tmp_path / 'zoobox.db'}", tmp_path, **{**usual, **settings}).start()
        servers.append(server)
        return server

    yield start
    for server in servers:
        server.kill()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for attacks that leave nothing behind."""
    folder = tmp_path_factory.mktemp("attacked")
    server = ServerProcess(f"sqlite:///{folder / 'zoobox.db'}", folder, log_level="warning").start()
    yield server
    server.kill()


def resident_bytes(server: ServerProcess) -> int:
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


def gauge(server: ServerProcess, name: str) -> float:
    lines = httpx.get(f"{server.url}/metrics", timeout=30).text.splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith(f"{name} ")))


def from_address(server: ServerProcess, number: int) -> httpx.Client:
    """A client behind the trusted proxy, from an address of its own, without cookies."""
    client = server.client(headers={"x-forwarded-for": f"10.1.{number // 250}.{number % 250}"})
    client.cookies.jar.set_policy(http.cookiejar.DefaultCookiePolicy(allowed_domains=[]))
    return client


def raw_socket(server: ServerProcess, receive_buffer: int | None = None) -> socket.socket:
    plain = socket.socket()
    if receive_buffer is not None:
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    plain.settimeout(20)
    plain.connect(("127.0.0.1", server.port))
    return plain


def frame(content: bytes, opcode: int = 1) -> bytes:
    """A masked frame of a client."""
    length = bytes([0x80 | len(content)]) if len(content) < 126 else bytes([0xFE]) + struct.pack("!H", len(content))
    return bytes([0x80 | opcode]) + length + bytes(4) + content


def open_watcher(server: ServerProcess, table: str, receive_buffer: int | None = None) -> socket.socket:
    """A bare socket that watches a table with pictures; nothing reads it unless the test does."""
    plain = raw_socket(server, receive_buffer)
    request = (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
    )
    plain.sendall(request.encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += plain.recv(1)
    assert b" 101 " in answer
    plain.sendall(frame(b'{"type": "hello", "pictures": true}'))
    return plain


# Without cookies everybody is new: what counts then is the address.


def test_without_cookies_the_address_counts(club: Callable[..., ServerProcess]) -> None:
    server = club(tables_per_hour="5", people_per_hour="30")
    stranger = from_address(server, 1)
    codes = []
    for _ in range(60):
        stranger.cookies.clear()
        codes.append(stranger.post("/api/tables", json={"game": GAME, "seats": [ME, OPEN]}).status_code)
    assert codes.count(201) == 20  # four people may share an address
    assert set(codes) == {201, 429}
    refused = stranger.post("/api/tables", json={"game": GAME, "seats": [ME, OPEN]})
    assert int(refused.headers["retry-after"]) > 0
    other = from_address(server, 2)
    assert other.post("/api/tables", json={"game": GAME, "seats": [ME, OPEN]}).status_code == 201


def test_chat_without_cookies_is_counted_by_address(shared: ServerProcess) -> None:
    server = shared
    ada = server.program("Ada")
    table = new_table(ada, (ME, OPEN))
    codes = []
    for number in range(60):
        stranger = from_address(server, 3)
        stranger.put("/api/me", json={"name": f"Nobody {number}"})
        token = stranger.post("/api/me/tokens", json={"name": "x"}).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        answer = stranger.post(f"/api/tables/{table}/chat", json={"text": "hello"}, headers=headers)
        codes.append(answer.status_code)
    assert 20 <= codes.count(200) <= 40
    assert set(codes) == {200, 429}
    assert ada.post(f"/api/tables/{table}/chat", json={"text": "I can still talk"}).status_code == 200


# Connections.


def test_headers_have_a_limit(shared: ServerProcess) -> None:
    server = shared
    before = resident_bytes(server)
    sockets = []
    for _ in range(40):
        plain = raw_socket(server)
        with contextlib.suppress(OSError):
            plain.sendall(b"GET /health HTTP/1.1\r\n" + b"x-filler: " + b"y" * 2 * MEGABYTE)
        sockets.append(plain)
    assert server.is_healthy()
    assert resident_bytes(server) - before < 20 * MEGABYTE
    answers = [_answer(plain) for plain in sockets]
    assert all(not answer or b" 400 " in answer.splitlines()[0] for answer in answers)
    with pytest.raises((httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError, AssertionError)):
        assert httpx.get(f"{server.url}/health", headers={"x-filler": "y" * MEGABYTE}, timeout=20).status_code == 200


def _answer(plain: socket.socket) -> bytes:
    with contextlib.suppress(OSError), plain:
        return plain.recv(4096)
    return b""


@pytest.mark.long
def test_unfinished_requests_do_not_use_up_the_descriptors(club: Callable[..., ServerProcess]) -> None:
    """From one address there may be so many; from many, the oldest that has sent no header gives way."""
    server = club(trusted_proxies="10.9.9.9", connections_per_address="50")
    idle = []
    for _ in range(400):
        with contextlib.suppress(OSError):
            plain = raw_socket(server)
            plain.sendall(b"GET /health HT")
            idle.append(plain)
    still_open = sum(_is_open(plain) for plain in idle)
    assert still_open <= 50
    for plain in idle:
        plain.close()
    assert until(server.is_healthy)
    crowded = club_with_few_descriptors(server)
    try:
        idle = []
        for _ in range(300):
            with contextlib.suppress(OSError):
                plain = raw_socket(crowded)
                plain.sendall(b"GET /health HT")
                idle.append(plain)
        assert until(crowded.is_healthy, 30)
        assert sum(_is_open(plain) for plain in idle) < 200
    finally:
        crowded.kill()


def club_with_few_descriptors(server: ServerProcess) -> ServerProcess:
    """Another server on the same folder that may open 500 files, with all of localhost trusted as a proxy."""
    server.kill()
    limited = ServerProcess(
        server.database, server.folder, ("bash", "-c", 'ulimit -n 500; exec "$@"', "bash", *server.command)
    )
    return limited.start()


def _is_open(plain: socket.socket) -> bool:
    plain.settimeout(0.05)
    try:
        return plain.recv(1) != b""
    except TimeoutError:
        return True
    except OSError:
        return False


@pytest.mark.long
def test_a_request_that_never_ends_is_ended(club: Callable[..., ServerProcess]) -> None:
    server = club()
    header, body = raw_socket(server), raw_socket(server)
    header.sendall(b"GET /health HT")
    body.sendall(
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 400\r\n\r\n{"
    )
    began = time.monotonic()
    header.settimeout(60)
    assert header.recv(10) == b""
    assert 10 < time.monotonic() - began < 30
    body.settimeout(60)
    assert b" 408 " in body.recv(4096) or time.monotonic() - began < 45


# Sockets.


@pytest.mark.long
def test_a_watcher_who_never_reads_is_let_go(shared: ServerProcess) -> None:
    """It holds a megabyte at most, and does not stay."""
    server = shared
    ada = server.program("Ada")
    table = new_table(ada, (ME, ME))
    deaf = open_watcher(server, table, receive_buffer=4096)
    assert until(lambda: gauge(server, "zoobox_watchers") == 1)
    before = resident_bytes(server)
    play_on([ada, ada], table, 150)
    with connect(f"{server.socket_url}/api/tables/{table}/live") as well:
        well.send('{"type": "hello"}')
        assert orjson.loads(well.recv(timeout=30))["type"] == "state"
        assert until(lambda: gauge(server, "zoobox_watchers") == 1, 60)
    assert resident_bytes(server) - before < 25 * MEGABYTE
    deaf.close()


def _close_well(plain: socket.socket) -> None:
    plain.sendall(frame(struct.pack("!H", 1000), opcode=8))


def _reset(plain: socket.socket) -> None:
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    plain.close()


WAYS_TO_GO: dict[str, Callable[[socket.socket], None]] = {
    "a close frame": _close_well,
    "the connection closed": lambda plain: plain.close(),
    "the connection reset": _reset,
    "half closed": lambda plain: plain.shutdown(socket.SHUT_WR),
    "invalid UTF-8": lambda plain: plain.sendall(frame(b"\xff\xfe broken")),
    "half a character": lambda plain: plain.sendall(frame(b'{"type": "chat", "text": "\xed\xa0\x80"}')),
    "an unmasked frame": lambda plain: plain.sendall(b"\x81\x02hi"),
    "an unknown opcode": lambda plain: plain.sendall(frame(b"x", opcode=3)),
    "a frame that is too large": lambda plain: plain.sendall(b"\x81\xff" + struct.pack("!Q", 1 << 40) + bytes(4)),
    "a close frame with bad words": lambda plain: plain.sendall(frame(struct.pack("!H", 1000) + b"\xff", opcode=8)),
}


def test_whoever_is_gone_in_any_way_is_not_counted(shared: ServerProcess) -> None:
    server = shared
    ada = server.program("Ada")
    table = new_table(ada, (ME, OPEN))
    for way, go in WAYS_TO_GO.items():
        watcher = open_watcher(server, table)
        until(lambda: gauge(server, "zoobox_watchers") == 1)
        go(watcher)
        try:
            until(lambda: gauge(server, "zoobox_watchers") == 0, 30)
        except AssertionError:
            raise AssertionError(f"still counted after {way}") from None
        watcher.close()
    assert gauge(server, "zoobox_connections") == 0
    assert "Traceback" not in server.log()
    assert look(ada, table)["now"] is not None


def test_a_table_that_is_removed_is_gone_for_its_people_at_once(shared: ServerProcess) -> None:
    server = shared
    ada = server.program("Ada")
    table, other = new_table(ada, (ME, ME)), new_table(ada, (ME, ME))
    play_on([ada, ada], table, 5)
    engine = open_engine(server.database)
    with engine.begin() as connection:
        old = {"at": time.time() - 9 * DAY, "id": table}
        connection.execute(text("UPDATE events SET at = :at WHERE table_id = :id"), old)
    engine.dispose()
    with connect(f"{server.socket_url}/api/tables/{table}/live") as watcher:
        watcher.send('{"type": "hello"}')
        watcher.recv(timeout=30)
        assert "1 table removed" in admin(server, "prune", "--days", "7", "--yes").stdout
        said: dict[str, Any] = {}
        with contextlib.suppress(ConnectionClosed):
            while True:
                said = orjson.loads(watcher.recv(timeout=30))
        assert (said["type"], said["reason"]) == ("bye", "This table was cleared away.")
    answer = ada.get(f"/api/tables/{table}")
    assert (answer.status_code, error(answer)) == (404, "no-table")
    assert gauge(server, "zoobox_watchers") == 0
    play_on([ada, ada], other, 5)


def test_tables_in_memory_have_a_cap(club: Callable[..., ServerProcess]) -> None:
    server = club(cached_tables="5", tables_per_hour="1000")
    ada = server.program("Ada")
    tables = [new_table(ada, (ME, ME)) for _ in range(12)]
    for table in tables:
        play_on([ada, ada], table, 3)
        assert gauge(server, "zoobox_tables_in_memory") <= 5
    with contextlib.ExitStack() as stack:
        for table in tables[:5]:  # watched tables stay
            watcher = stack.enter_context(connect(f"{server.socket_url}/api/tables/{table}/live"))
            watcher.send('{"type": "hello"}')
            watcher.recv(timeout=30)
        refused = ada.get(f"/api/tables/{tables[8]}")
        assert (refused.status_code, error(refused)) == (503, "busy")
        assert gauge(server, "zoobox_tables_in_memory") <= 5
    assert until(lambda: ada.get(f"/api/tables/{tables[8]}").status_code == 200)


# Bots, hints and reviews.


def wait_for_bot(client: httpx.Client, table: str) -> float:
    """How long the bot on seat 1 takes, after seat 0 has decided until it is its turn."""
    for _ in range(60):
        now = look(client, table, 0)["now"]
        if now["over"]:
            break
        if now["ask"] is None:
            time.sleep(0.02)
            continue
        moment = now["moment"]
        assert decide(client, table, 0, now["ask"], now["choices"][-1]["id"]).status_code == 200
        after = look(client, table, 0)["now"]
        if after["ask"] is None and not after["over"]:
            began = time.monotonic()
            until(lambda moment=moment: look(client, table, 0)["now"]["moment"] > moment + 1, 120)
            return time.monotonic() - began
    raise AssertionError("the bot was never asked")


@pytest.mark.long
@pytest.mark.timeout(900)
def test_120_tables_of_directors_do_not_hold_up_another_bot(club: Callable[..., ServerProcess]) -> None:
    server = club(tables_per_hour="1000")
    ada = server.program("Ada")
    ada.headers["x-forwarded-for"] = "10.7.7.7"
    alone = max(wait_for_bot(ada, new_table(ada, (ME, BOT))) for _ in range(2))

    def seat_directors(number: int) -> None:
        stranger = from_address(server, number % 4)  # newcomers from a few addresses
        for _ in range(10):
            game = {"game": "night-at-the-zoo", "players": 2, "seats": [DIRECTOR, DIRECTOR]}
            answer = stranger.post("/api/tables", json=game)
            assert answer.status_code in (201, 400), answer.text
            if answer.status_code == 201:
                stranger.get(f"/api/tables/{answer.json()['table']}")

    threads = [threading.Thread(target=seat_directors, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    waits = [wait_for_bot(ada, new_table(ada, (ME, BOT))) for _ in range(3)]
    print(f"a bot alone {alone:.2f} s, beside 120 tables of directors {waits}")
    assert max(waits) < 10
    server.kill()
    server.start()
    after = [wait_for_bot(ada, new_table(ada, (ME, BOT))) for _ in range(3)]
    print(f"after a restart {after}")
    assert max(after) < 10


@pytest.mark.long
@pytest.mark.timeout(900)
def test_sixty_reviews_at_once_do_not_hold_up_the_server(club: Callable[..., ServerProcess]) -> None:
    server = club(tables_per_hour="1000")
    ada = server.program("Ada")
    tables = [new_table(ada, (ME, ME)) for _ in range(12)]
    for number, table in enumerate(tables):
        play_on([ada, ada], table, seed=number)
    codes: list[int] = []
    slow: list[float] = []

    def ask(number: int) -> None:
        with server.client() as client:
            codes.append(client.get(f"/api/tables/{tables[number % len(tables)]}/review").status_code)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(60)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        began = time.monotonic()
        assert server.is_healthy()
        slow.append(time.monotonic() - began)
    print(
        f"60 reviews: {codes.count(200)} answered, {codes.count(429)} refused; /health took {max(slow):.2f} s at most"
    )
    assert set(codes) <= {200, 429}
    assert max(slow) < 2
    stored = until(lambda: ada.get(f"/api/tables/{tables[0]}/review").json().get("complete"), 300)
    assert stored
    server.kill()
    server.start()
    began = time.monotonic()
    again = ada.get(f"/api/tables/{tables[0]}/review").json()
    assert again["complete"]
    assert time.monotonic() - began < 5


@pytest.mark.long
@pytest.mark.timeout(900)
def test_250_hints_do_not_hold_up_other_bots(club: Callable[..., ServerProcess]) -> None:
    server = club(tables_per_hour="1000")
    ada, eve = server.program("Ada"), server.program("Eve")
    ada.headers["x-forwarded-for"], eve.headers["x-forwarded-for"] = "10.7.7.7", "10.8.8.8"
    alone = wait_for_bot(ada, new_table(ada, (ME, BOT)))
    codes: list[int] = []

    def ask() -> None:
        """Asks what was not asked before: an answer that is there already costs nothing."""
        with server.client(headers=dict(eve.headers)) as client:
            for _ in range(13):
                table = new_table(client, (ME, ME))
                for language in ("en", "de"):
                    params = {"seat": "0", "language": language}
                    codes.append(client.get(f"/api/tables/{table}/hint", params=params).status_code)

    threads = [threading.Thread(target=ask) for _ in range(10)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    waits = [wait_for_bot(ada, new_table(ada, (ME, BOT))) for _ in range(3)]
    for thread in threads:
        thread.join()
    print(f"a bot alone {alone:.2f} s, beside 250 hints {waits}; {codes.count(200)} hints, {codes.count(429)} refused")
    assert set(codes) <= {200, 429, 503}
    assert codes.count(429) > 150
    assert max(waits) < 10


def test_tables_of_bots_that_nobody_watches_pause(tmp_path: Path) -> None:
    async def scene() -> None:
        server = Server(Settings(database=f"sqlite:///{tmp_path / 'zoobox.db'}", bot_pause=0.01))
        await server.open()
        try:
            game = zoobox.game("night-at-the-zoo", players=2)
            setup = creation.new_setup(game, "somebody", 5, None, "link", True)
            drafts = [Draft(kinds.SEAT, seat, detail=commands.bot_detail("visitor", seat, "joined")) for seat in (0, 1)]
            live_table = await creation.NewTable.prepare(setup, drafts).commit(server)
            await moves_on(live_table)
            live_table.last_used -= 1000
            await stands_still(live_table)
            await server.live_table(setup.id)  # somebody looks again
            await moves_on(live_table)
        finally:
            await server.close()

    async def stands_still(live_table: LiveTable) -> None:
        for _ in range(60):
            moment = live_table.table.moment
            await asyncio.sleep(1)  # a decision that was under way may be made
            if live_table.table.moment == moment:
                return
        raise AssertionError("the bots play on")

    async def moves_on(live_table: LiveTable) -> None:
        moment = live_table.table.moment
        for _ in range(600):
            if live_table.table.moment > moment:
                return
            await asyncio.sleep(0.05)
        raise AssertionError("no bot decided")

    asyncio.run(scene())


# What is told to caches, and what is written on disk.


def test_pages_with_a_persons_tables_are_private(shared: ServerProcess) -> None:
    server = shared
    browser = server.client()
    browser.put("/api/me", json={"name": "Ada"})
    table = browser.post("/api/tables", json={"game": GAME, "seats": [ME, BOT]}).json()["table"]
    for path in ("/", f"/tables/{table}", "/me"):
        answer = browser.get(path)
        if answer.status_code == 200:
            assert "private" in answer.headers["cache-control"], path
    assert browser.get("/").status_code == 200
    assert browser.get("/api/me").headers["cache-control"] == "no-store"


def test_files_with_secrets_are_for_the_owner_alone(tmp_path: Path, club: Callable[..., ServerProcess]) -> None:
    before = os.umask(0)
    try:
        server = club()
        new_table(server.program("Ada"), (ME, ME))
    finally:
        os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir() if path.name.startswith("zoobox.db")}
    assert {"zoobox.db", "zoobox.db-wal", "zoobox.db-shm", "zoobox.db.lock"} <= set(modes)
    assert set(modes.values()) == {0o600}, modes


def test_the_lock_holds_through_a_symbolic_link(tmp_path: Path, club: Callable[..., ServerProcess]) -> None:
    club()
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "zoo.db").symlink_to(tmp_path / "zoobox.db")
    second = ServerProcess(f"sqlite:///{folder / 'zoo.db'}", folder).start(wait=False)
    assert second.process is not None
    assert second.process.wait(timeout=60) == 2
    assert "another server is using" in second.log()


def test_health_covers_writing_and_the_sweep(tmp_path: Path) -> None:
    path = tmp_path / "zoobox.db"

    async def ask(server: Server) -> tuple[int, dict[str, Any]]:
        answer = await metrics.health(server)
        return answer.status_code, json.loads(bytes(answer.body))

    async def scene() -> None:
        server = Server(Settings(database=f"sqlite:///{path}"))
        await server.open()
        try:
            assert (await ask(server))[0] == 200
            server.swept_at = time.monotonic() - 1000
            code, said = await ask(server)
            assert (code, "sweep is stuck" in said["problem"]) == (503, True)
            server.swept_at = time.monotonic()
            other = sqlite3.connect(path, isolation_level=None)
            server.writer.committed_at -= 1000
            other.execute("BEGIN IMMEDIATE")  # somebody else holds the database: it is read, but cannot be written
            code, said = await ask(server)
            assert (code, said["problem"]) == (503, "the database cannot be written")
            other.execute("ROLLBACK")
            other.close()
            for _ in range(100):
                server.swept_at = time.monotonic()
                if (await ask(server))[0] == 200:
                    break
                await asyncio.sleep(0.1)
            assert (await ask(server))[0] == 200
        finally:
            await server.close()

    asyncio.run(scene())
