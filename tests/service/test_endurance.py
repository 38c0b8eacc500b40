"""Endurance: thousands of games with flat memory, and minutes of chaos in which honest tables finish their games."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import resource
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest
from sqlalchemy import text
from websockets.asyncio.client import connect as connect_async
from websockets.sync.client import connect

from service.client import BOT, GAME, ME, decide, look, new_table, until
from service.processes import PROGRAM, Postgres, ServerProcess
from service.test_attacks import frame, gauge, resident_bytes
from zoobox.service.admin import Admin
from zoobox.service.storage import Reader
from zoobox.service.storage.database import open_engine
from zoobox.service.tables import events as kinds

SOAK_GAMES = int(os.environ.get("ZOOBOX_SOAK_GAMES", "5000"))
SOAK_TABLES = 60
"""Games that are played at a time."""
SOAK_SAMPLES = 50
CHAOS_SECONDS = float(os.environ.get("ZOOBOX_CHAOS_SECONDS", "300"))
HONEST_TABLES = 50
NO_LIMITS = {"tables_per_hour": "1000000", "people_per_hour": "1000000", "connections_per_address": "2000"}


# Soak.


@dataclass
class Soak:
    """Games that are played one after the other at many tables, each over a socket of its own."""

    server: ServerProcess
    token: str
    left: int
    games: int = 0
    decisions: int = 0

    async def play(self, seed: int) -> None:
        luck = random.Random(seed)
        headers = {"authorization": self.token}
        while self.left:
            self.left -= 1
            # A new connection each, since the server may just be closing one that was idle during a game.
            async with httpx.AsyncClient(base_url=self.server.url, headers=headers, timeout=120) as client:
                answer = await client.post("/api/tables", json={"game": GAME, "seats": [ME, ME]})
                await self._play(answer.json()["table"], luck)
                self.games += 1

    async def _play(self, table: str, luck: random.Random) -> None:
        address = f"{self.server.socket_url}/api/tables/{table}/live"
        async with connect_async(address, compression=None, open_timeout=120, ping_timeout=None) as line:
            hello = {"type": "hello", "seat": "mine", "token": self.token[7:], "words": False, "view": False}
            await line.send(orjson.dumps(hello).decode())
            answered = None
            async for received in line:
                now = orjson.loads(received).get("now")
                if not now:
                    continue
                if now["over"]:
                    return
                if now.get("ask") is not None and (now["seat"], now["ask"]) != answered:
                    answered = now["seat"], now["ask"]
                    choice = luck.choice(now["choices"])["id"]
                    command = {"type": "decide", "id": 1, "seat": now["seat"], "ask": now["ask"], "choice": choice}
                    await line.send(orjson.dumps(command).decode())
                    self.decisions += 1

    async def watch(self) -> list[tuple[int, float]]:
        """The memory of the server, from time to time."""
        curve: list[tuple[int, float]] = []
        while self.games < SOAK_GAMES:
            await asyncio.sleep(0.5)
            if self.games >= len(curve) * SOAK_GAMES / SOAK_SAMPLES:
                curve.append((self.games, resident_bytes(self.server) / 1e6))
                print(f"{curve[-1][0]:>6} games  {curve[-1][1]:6.1f} MB", flush=True)
        return curve

    async def run(self) -> list[tuple[int, float]]:
        found = await asyncio.gather(self.watch(), *(self.play(seed) for seed in range(SOAK_TABLES)))
        return found[0] or []


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_memory_stays_flat_over_thousands_of_games(tmp_path: Path) -> None:
    server = ServerProcess(
        f"sqlite:///{tmp_path / 'zoobox.db'}", tmp_path, PROGRAM, cached_tables="100", log_level="warning", **NO_LIMITS
    ).start()
    try:
        soak = Soak(server, server.program("Soak").headers["authorization"], SOAK_GAMES)
        curve = asyncio.run(soak.run())
        assert soak.games == SOAK_GAMES
        early = statistics.mean(size for games, size in curve if SOAK_GAMES * 0.1 <= games <= SOAK_GAMES * 0.3)
        late = statistics.mean(size for games, size in curve if games >= SOAK_GAMES * 0.8)
        print(f"{SOAK_GAMES} games, {soak.decisions} decisions: {early:.1f} MB early, {late:.1f} MB late")
        assert late < 1.1 * early
        assert gauge(server, "zoobox_tables_in_memory") <= 100
        assert gauge(server, "zoobox_watchers") == 0
        assert server.is_healthy()
        assert "Traceback" not in server.log()
    finally:
        server.kill()


# Chaos.


class Honest(threading.Thread):
    """Plays one game to its end, through every failure, and remembers what was acknowledged."""

    def __init__(self, server: ServerProcess, token: str, table: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.headers = {"authorization": token, "x-forwarded-for": f"10.5.{seed // 250}.{seed % 250}"}
        self.table = table
        self.luck = random.Random(seed)
        self.acknowledged: dict[int, tuple[int, int]] = {}
        self.finished = False
        self.wrong: list[str] = []
        self.refused = 0
        self.slowest = 0.0

    def run(self) -> None:
        end = time.monotonic() + CHAOS_SECONDS * 3 + 300
        while not self.finished and time.monotonic() < end:
            try:
                with self.server.client(headers=self.headers) as client:
                    while not self.finished:
                        self._decide(client)
                        time.sleep(self.luck.uniform(0, 2 * CHAOS_SECONDS / 120))
            except (httpx.HTTPError, AssertionError, KeyError, ValueError):
                self.refused += 1
                time.sleep(0.3)

    def _decide(self, client: httpx.Client) -> None:
        now = look(client, self.table, "mine")["now"]
        if now["over"]:
            self.finished = True
            return
        choice = self.luck.choice(now["choices"])["id"]
        began = time.monotonic()
        while True:  # the very same decision, until it is answered
            try:
                answer = decide(client, self.table, now["seat"], now["ask"], choice)
            except httpx.HTTPError:
                self.refused += 1
                time.sleep(0.2)
                continue
            if answer.status_code == 503:
                self.refused += 1
                time.sleep(0.2)
                continue
            break
        self.slowest = max(self.slowest, time.monotonic() - began)
        if answer.status_code == 200:
            self.acknowledged[answer.json()["number"]] = (now["seat"], choice)
        else:
            self.wrong.append(answer.text)


Blow = Callable[[], str]


class Mischief:
    """What is done to a server and its database while honest people play."""

    def __init__(self, server: ServerProcess, postgres: Postgres | None, luck: random.Random) -> None:
        self.server = server
        self.postgres = postgres
        self.luck = luck
        self.done: dict[str, int] = {}
        self.stranger = server.program("Mallory")
        self.victims = [new_table(self.stranger, (ME, BOT)) for _ in range(20)]
        self.blows: list[Blow] = [self.damage_a_row, self.jump_the_clock, self.misbehave, self.misbehave, self.exhaust]
        self.blows.append(self.restart_the_database if postgres else self.fill_the_disk)
        self.limit = resource.prlimit(self._pid, resource.RLIMIT_FSIZE)

    @property
    def _pid(self) -> int:
        assert self.server.process is not None
        return self.server.process.pid

    def strike(self) -> None:
        blow = self.luck.choice(self.blows)
        with contextlib.suppress(OSError, httpx.HTTPError, AssertionError, IndexError):
            what = blow()
            self.done[what] = self.done.get(what, 0) + 1

    def restart_the_database(self) -> str:
        assert self.postgres is not None
        self.postgres.stop(self.luck.choice(("immediate", "fast")))
        time.sleep(self.luck.uniform(0.5, 4))
        self.postgres.start()
        time.sleep(5)
        return "database restarted"

    def fill_the_disk(self) -> str:
        size = max(path.stat().st_size for path in self.server.folder.glob("zoobox.db*"))
        resource.prlimit(self._pid, resource.RLIMIT_FSIZE, (size + self.luck.randrange(5_000), self.limit[1]))
        time.sleep(self.luck.uniform(1, 5))
        resource.prlimit(self._pid, resource.RLIMIT_FSIZE, self.limit)
        time.sleep(2)
        return "disk filled"

    def damage_a_row(self) -> str:
        table = self.victims.pop()
        statement = self.luck.choice(
            (
                "UPDATE events SET kind = 'dance' WHERE table_id = :id AND number = 2",
                "UPDATE events SET detail = '{\"by' WHERE table_id = :id AND number = 2",
                "DELETE FROM events WHERE table_id = :id AND number = 2",
                "UPDATE tables SET configuration = '[[' WHERE id = :id",
                "UPDATE tables SET clock = '{}' WHERE id = :id",
            )
        )
        engine = open_engine(self.server.database.replace("postgresql://", "postgresql+psycopg://"))
        try:
            with engine.begin() as connection:
                connection.execute(text(statement), {"id": table})
                connection.execute(text("UPDATE tables SET due = 0 WHERE id = :id"), {"id": table})
        finally:
            engine.dispose()
        self.stranger.get(f"/api/tables/{table}")
        return "row damaged"

    def jump_the_clock(self) -> str:
        self.server.set_wall_clock(self.luck.choice((-86400, -3600, 0, 3600, 7200, 86400)))
        return "clock jumped"

    def misbehave(self) -> str:
        plain = socket.create_connection(("127.0.0.1", self.server.port), timeout=5)
        how = self.luck.randrange(4)
        if how == 0:
            plain.sendall(self.luck.randbytes(5000))
        elif how == 1:
            plain.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n{")
        elif how == 2:
            plain.sendall(b"GET / HTTP/1.1\r\nx: " + b"y" * 1_000_000)
        else:
            with connect(f"{self.server.socket_url}/api/tables/{self.luck.choice(self.victims)}/live") as line:
                line.send('{"type": "hello", "pictures": true}')
                raw = line.socket
                raw.sendall(frame(b"\xff\xfe"))
        plain.close()
        headers = {"content-type": "application/json"}
        for body in (b"\0" * 50, b'{"text": "\\ud800"}', b"[" * 20_000, '{"name": "Zoë"}'.encode("utf-16")):
            self.stranger.put("/api/me", content=body, headers=headers)
        self.stranger.get("/api/tables/abc%00def")
        return "client misbehaved"

    def exhaust(self) -> str:
        table = self.luck.choice(self.victims)
        for _ in range(20):
            self.stranger.get(f"/api/tables/{table}/hint", params={"seat": 0})
        director = {"kind": "bot", "level": "director"}
        for _ in range(3):
            self.stranger.post("/api/tables", json={"game": GAME, "seats": [director, director]})
        return "bots and hints asked for"

    def end(self) -> None:
        """Everything is put right again."""
        self.server.set_wall_clock(0)
        with contextlib.suppress(OSError):
            resource.prlimit(self._pid, resource.RLIMIT_FSIZE, self.limit)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_honest_tables_finish_their_games_in_chaos(tmp_path: Path) -> None:
    """Half of the tables on PostgreSQL, whose server is restarted; half on SQLite, whose disk is filled."""
    with tempfile.TemporaryDirectory(prefix="zoobox-chaos-") as name:
        postgres = Postgres(Path(name))
        folders = [tmp_path / "sqlite", tmp_path / "postgres"]
        for folder in folders:
            folder.mkdir()
        urls = [f"sqlite:///{folders[0] / 'zoobox.db'}", postgres.database("chaos")]
        servers = [
            ServerProcess(url, folder, PROGRAM, log_level="error", **NO_LIMITS)
            for url, folder in zip(urls, folders, strict=True)
        ]
        for server in servers:
            server.set_wall_clock(0)
            server.start()
        try:
            honest = _seat_honest_people(servers)
            mischiefs = [
                Mischief(servers[0], None, random.Random(1)),
                Mischief(servers[1], postgres, random.Random(2)),
            ]
            for player in honest:
                player.start()
            until_then = time.monotonic() + CHAOS_SECONDS
            while time.monotonic() < until_then:
                for mischief in mischiefs:
                    mischief.strike()
                time.sleep(0.5)
            for mischief in mischiefs:
                mischief.end()
            for server in servers:
                until(server.is_healthy, 60)
            for player in honest:
                player.join(timeout=CHAOS_SECONDS * 2 + 300)
            _check_chaos(servers, honest, mischiefs)
        finally:
            for server in servers:
                server.kill()
            postgres.stop()


def _seat_honest_people(servers: list[ServerProcess]) -> list[Honest]:
    honest = []
    for number in range(HONEST_TABLES):
        server = servers[number % len(servers)]
        person = server.program(f"Honest {number}")
        table = new_table(person, (ME, ME))
        honest.append(Honest(server, person.headers["authorization"], table, number))
    return honest


def _check_chaos(servers: list[ServerProcess], honest: list[Honest], mischiefs: list[Mischief]) -> None:
    for mischief in mischiefs:
        print(mischief.done)
    assert [player.wrong for player in honest if player.wrong] == []
    assert [player.table for player in honest if not player.finished] == []
    total = 0
    for server in servers:
        mine = {player.table: player for player in honest if player.server is server}
        stored = {table.id: table for table in _readable(server, set(mine))}
        for table_id, player in mine.items():
            plays = {
                event.number: (event.seat, event.choice)
                for event in stored[table_id].events
                if event.kind == kinds.PLAY
            }
            assert stored[table_id].status == "over"
            for number, decision in player.acknowledged.items():
                assert plays[number] == decision
            total += len(player.acknowledged)
        assert server.client().get("/health").json()["ok"]
    refused = sum(player.refused for player in honest)
    slowest = max(player.slowest for player in honest)
    print(f"{len(honest)} games finished, {total} acknowledged decisions kept, {refused} requests refused or cut off")
    print(f"the slowest decision took {slowest:.1f} s")


def _readable(server: ServerProcess, wanted: set[str]) -> list[Any]:
    engine = open_engine(server.database.replace("postgresql://", "postgresql+psycopg://"))
    try:
        host = Admin(Reader(engine))
        return [host.table(table) for table in sorted(wanted)]
    finally:
        engine.dispose()
