"""How much load a server takes: tables with two programs each, watchers, and the opening of long tables.

    python benchmarks/load.py                        200 tables on SQLite at 450 decisions/s, then as fast as they can
    python benchmarks/load.py --database postgres    the same through two processes on one PostgreSQL
    python benchmarks/load.py --people               with profiles, ratings and lobbies asked for all the time
    python benchmarks/load.py --growth               10 to 400 tables
    python benchmarks/load.py --boardgame-io DIR     the same random play on boardgame.io's server, for comparison

Client and server share the machine. The client is one process with one socket per program, which speaks by hand so as
not to measure itself; a decision's time runs from sending it to the server's answer that it is committed. "450/s asked"
paces the tables: its times are what people would feel. "As fast as they can" is a closed loop with one decision under
way at every table: it shows the most decisions per second, and its times are the length of the queue.

For boardgame.io: `npm install boardgame.io socket.io-client node-persist` in DIR.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import itertools
import json
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import httpx
import orjson
import uvloop

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import boardgame_io
from minimal_websocket_client import MinimalWebSocketClient

from service.processes import PROGRAM, Postgres, ServerProcess

GAME = "zooloretto-dice"
LONG_GAME = "new-york-zoo"
NO_LIMITS = {"connections_per_address": "100000", "connections": "100000", "tables_per_hour": "1000000"}
WARM_UP_SECONDS = 2.0


@dataclass
class Outcome:
    """What one run measured."""

    name: str
    tables: int
    seconds: float = 0.0
    decisions: int = 0
    per_second: float = 0.0
    p50_ms: float = 0.0
    p99_ms: float = 0.0
    worst_ms: float = 0.0
    memory_mb: float = 0.0
    cpu_ms: float = 0.0
    """Processor time of the servers for each decision: it holds on a machine that others use too."""
    refused: int = 0

    def __str__(self) -> str:
        return (
            f"{self.name:<42} {self.tables:>4} tables  {self.per_second:>7.0f} decisions/s   "
            f"p50 {self.p50_ms:>6.1f} ms   p99 {self.p99_ms:>6.1f} ms   worst {self.worst_ms:>6.1f} ms   "
            f"{self.memory_mb:>5.0f} MB   {self.cpu_ms:>5.2f} ms CPU each   {self.refused} refused"
        )


@dataclass
class Load:
    """The run under way."""

    urls: list[str]
    tables: int
    pace: float | None
    """Decisions per second that all tables together should make; None is as fast as they can."""
    seconds: float
    times: list[float] = field(default_factory=list)
    refused: int = 0
    begun: set[int] = field(default_factory=set)
    """Tables at which a decision has been made."""
    counting: bool = False
    over: bool = False
    people: bool = False
    """Whether people look at their profiles and at the lobby meanwhile."""


async def new_person(client: httpx.AsyncClient) -> str:
    token: str = (await client.post("/api/me/tokens", json={"name": "load"})).json()["token"]
    client.cookies.clear()
    return token


class Program:
    """One seat, one socket, random decisions."""

    def __init__(self, load: Load, number: int, client: httpx.AsyncClient, token: str, luck: random.Random) -> None:
        self.load = load
        self.number = number
        self.client = client
        self.token = token
        self.luck = luck
        self.headers = {"authorization": f"Bearer {token}"}

    async def play(self, table: str, seat: int) -> None:
        """Plays one game to its end."""
        self.seat = seat
        self.asked: int | None = None
        self.sent: dict[int, float] = {}
        self.loop = asyncio.get_running_loop()
        self.over = self.loop.create_future()
        url = str(self.client.base_url).rstrip("/").replace("http", "ws") + f"/api/tables/{table}/live"
        self.socket = await MinimalWebSocketClient.connect(url, self._receive)
        hello = {"type": "hello", "seat": seat, "token": self.token, "view": False, "words": False}
        self.socket.send(orjson.dumps(hello))
        try:
            await asyncio.wait((self.over, self.socket.closed), return_when=asyncio.FIRST_COMPLETED)
            if not self.over.done():
                raise ConnectionError("the server ended a connection in mid-game")
        finally:
            self.socket.close()

    def _receive(self, text: bytes) -> None:
        message = orjson.loads(text)
        kind = message["type"]
        if kind in ("done", "refused"):
            self._count(message["id"], refused=kind == "refused")
            return
        now = message.get("now")
        if now is None:
            return
        if now["over"]:
            self._end()
        elif now["ask"] is not None and now["ask"] != self.asked:
            self.asked = now["ask"]
            choice = self.luck.choice(now["choices"])["id"]
            if self.load.pace:
                pause = self.luck.uniform(0.5, 1.5) * self.load.tables / self.load.pace
                self.loop.call_later(pause, self._decide, self.asked, choice)
            else:
                self._decide(self.asked, choice)

    def _decide(self, ask: int, choice: int) -> None:
        if self.over.done():
            return
        command = {"type": "decide", "id": ask, "seat": self.seat, "ask": ask, "choice": choice}
        self.sent[ask] = time.perf_counter()
        self.socket.send(orjson.dumps(command))

    def _count(self, ask: int, refused: bool) -> None:
        self.load.begun.add(self.number)
        seconds = time.perf_counter() - self.sent.pop(ask)
        if self.load.counting:
            self.load.times.append(seconds)
            self.load.refused += refused

    def _end(self) -> None:
        if not self.over.done():
            self.over.set_result(None)


async def one_table(load: Load, number: int, clients: list[httpx.AsyncClient], tokens: list[str]) -> None:
    """Game after game at one table; its two programs sit at different processes where there are several."""
    luck = random.Random(number)
    programs = [
        Program(load, number, clients[(number + seat) % len(clients)], tokens[(number + seat) % len(tokens)], luck)
        for seat in range(2)
    ]
    if load.pace:
        await asyncio.sleep(luck.uniform(0, load.tables / load.pace))
    while not load.over:
        first, second = programs
        request = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}]}
        made = await first.client.post("/api/tables", json=request, headers=first.headers)
        table = made.json()["table"]
        await second.client.post(f"/api/tables/{table}/seats/1", json={}, headers=second.headers)
        await asyncio.gather(first.play(table, 0), second.play(table, 1))


async def look_around(load: Load, client: httpx.AsyncClient, tokens: list[str]) -> None:
    """One profile with its ratings, and one lobby with all its lists, every half second; and twenty open lobbies."""
    url = str(client.base_url).rstrip("/").replace("http", "ws") + "/api/lobby/live"
    lobbies = [await MinimalWebSocketClient.connect(url, lambda text: None) for _ in range(20)]
    for token in itertools.cycle(tokens):
        if load.over:
            break
        headers = {"authorization": f"Bearer {token}"}
        for path in ("/api/me/profile", "/lobby/lists"):
            answer = await client.get(path, headers=headers)
            assert answer.status_code == 200, answer.text
            await asyncio.sleep(0.25)
    for lobby in lobbies:
        lobby.close()


async def run_load(name: str, load: Load, machine: Machine) -> Outcome:
    limits = httpx.Limits(max_connections=50, keepalive_expiry=2)
    clients = [httpx.AsyncClient(base_url=url, timeout=60, limits=limits, verify=False) for url in load.urls]
    tokens = [await new_person(clients[number % len(clients)]) for number in range(20)]
    playing = [asyncio.create_task(one_table(load, number, clients, tokens)) for number in range(load.tables)]
    if load.people:
        playing.append(asyncio.create_task(look_around(load, clients[0], tokens)))
    while len(load.begun) < load.tables and not any(task.done() for task in playing):
        await asyncio.sleep(0.1)
    await asyncio.sleep(WARM_UP_SECONDS)
    load.counting = True
    started, cpu = time.perf_counter(), machine.cpu()
    await asyncio.sleep(load.seconds)
    load.counting = False
    seconds = time.perf_counter() - started
    cpu = machine.cpu() - cpu
    megabytes = machine.memory()
    load.over = True
    for task in playing:
        task.cancel()
    failed = [
        answer
        for answer in await asyncio.gather(*playing, return_exceptions=True)
        if isinstance(answer, Exception) and not isinstance(answer, asyncio.CancelledError)
    ]
    if failed:
        raise failed[0]
    for client in clients:
        await client.aclose()
    return outcome(name, load, seconds, megabytes, cpu)


def outcome(name: str, load: Load, seconds: float, megabytes: float, cpu: float) -> Outcome:
    times = sorted(load.times) or [0.0]

    def at(share: float) -> float:
        return times[min(len(times) - 1, int(share * len(times)))] * 1000

    return Outcome(
        name,
        load.tables,
        round(seconds, 2),
        len(load.times),
        round(len(load.times) / seconds, 1),
        round(at(0.5), 2),
        round(at(0.99), 2),
        round(times[-1] * 1000, 2),
        round(megabytes, 1),
        round(cpu * 1000 / max(1, len(load.times)), 3),
        load.refused,
    )


def memory_of(process_id: int) -> float:
    """Megabytes in the memory of a process and its children."""
    total = 0.0
    for number in [process_id, *_children(process_id)]:
        try:
            status = Path(f"/proc/{number}/status").read_text()
        except OSError:
            continue
        total += next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")), 0) / 1024
    return total


def cpu_of(process_id: int) -> float:
    """Seconds of processor time of a process and its children so far."""
    total = 0.0
    for number in [process_id, *_children(process_id)]:
        try:
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def _children(process_id: int) -> list[int]:
    try:
        text = Path(f"/proc/{process_id}/task/{process_id}/children").read_text()
    except OSError:
        return []
    return [child for number in text.split() for child in (int(number), *_children(int(number)))]


async def hold_watchers(server: ServerProcess, count: int) -> dict[str, float]:
    """Opens so many sockets at one table, lets them be, and measures when all of them have received a decision."""
    async with httpx.AsyncClient(base_url=server.url, timeout=60, verify=False) as client:
        headers = {"authorization": f"Bearer {await new_person(client)}"}
        request = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "me"}]}
        table = (await client.post("/api/tables", json=request, headers=headers)).json()["table"]
        before = memory_of(server.process.pid if server.process else 0)
        watchers = [Listener() for _ in range(count)]
        for watcher in watchers:
            await watcher.watch(f"{server.socket_url}/api/tables/{table}/live")
        await asyncio.sleep(3)
        after = memory_of(server.process.pid if server.process else 0)
        state = (await client.get(f"/api/tables/{table}?seat=0", headers=headers)).json()
        request = {"seat": 0, "ask": state["now"]["ask"], "choice": state["now"]["choices"][0]["id"]}
        started = time.perf_counter()
        await client.post(f"/api/tables/{table}/decisions", json=request, headers=headers)
        await asyncio.wait_for(asyncio.gather(*(watcher.notified for watcher in watchers)), 30)
        seconds = time.perf_counter() - started
        for watcher in watchers:
            watcher.socket.close()
    return {
        "watchers": float(count),
        "all_received_ms": round(seconds * 1000, 1),
        "kb_each": round((after - before) * 1024 / count, 1),
    }


class Listener:
    """A watcher who waits for a decision."""

    def __init__(self) -> None:
        self.notified: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def watch(self, address: str) -> None:
        self.socket = await MinimalWebSocketClient.connect(address, self._receive)
        self.socket.send(b'{"type":"hello"}')

    def _receive(self, text: bytes) -> None:
        message = orjson.loads(text)
        if message["type"] == "update" and message["event"]["kind"] == "play" and not self.notified.done():
            self.notified.set_result(None)


async def open_long_table(
    server: ServerProcess, restart: Callable[[], ServerProcess], decisions: int
) -> dict[str, float]:
    """The first look at a table of so many decisions after a restart, when nothing of it is in memory."""
    async with httpx.AsyncClient(base_url=server.url, timeout=60, verify=False) as client:
        headers = {"authorization": f"Bearer {await new_person(client)}"}
        table = await _long_game(client, headers, decisions)
    server.stop()
    server = restart()
    async with httpx.AsyncClient(base_url=server.url, timeout=60, verify=False) as client:
        await client.get("/api/games")
        times = []
        started = time.perf_counter()
        state = (await client.get(f"/api/tables/{table}?seat=0", headers=headers)).json()
        times.append(time.perf_counter() - started)
        started = time.perf_counter()
        await client.get(f"/api/tables/{table}?seat=0", headers=headers)
        times.append(time.perf_counter() - started)
    return {
        "decisions": state["now"]["moment"],
        "first_ms": round(times[0] * 1000, 1),
        "again_ms": round(times[1] * 1000, 1),
    }


async def _long_game(client: httpx.AsyncClient, headers: dict[str, str], decisions: int) -> str:
    """Random play of the game that lasts longest."""
    luck = random.Random(1)
    request: dict[str, Any] = {"game": LONG_GAME, "players": 2, "seats": [{"kind": "me"}] * 2}
    table: str = (await client.post("/api/tables", json=request, headers=headers)).json()["table"]
    for _ in range(decisions):
        address = f"/api/tables/{table}?seat=mine&view=false&words=false"
        now = (await client.get(address, headers=headers)).json()["now"]
        if now["over"]:
            break
        request = {"seat": now["seat"], "ask": now["ask"], "choice": luck.choice(now["choices"])["id"]}
        await client.post(f"/api/tables/{table}/decisions", json=request, headers=headers)
    return table


class Machine:
    """The servers of one run, with their database."""

    def __init__(self, folder: Path, database: str, processes: int) -> None:
        self.postgres = Postgres(folder) if database == "postgres" else None
        url = self.postgres.database("load") if self.postgres else f"sqlite:///{folder / 'load.db'}"
        count = processes if self.postgres else 1
        self.servers = [
            ServerProcess(url, folder, PROGRAM, log_level="warning", **NO_LIMITS).start() for _ in range(count)
        ]

    def memory(self) -> float:
        return sum(memory_of(server.process.pid) for server in self.servers if server.process)

    def cpu(self) -> float:
        return sum(cpu_of(server.process.pid) for server in self.servers if server.process)

    def stop(self) -> None:
        for server in self.servers:
            server.kill()
        if self.postgres:
            self.postgres.stop()


async def measure(arguments: argparse.Namespace, machine: Machine) -> dict[str, Any]:
    urls = [server.url for server in machine.servers]
    name = arguments.database + (f", {len(urls)} processes" if len(urls) > 1 else "")
    results: dict[str, Any] = {"runs": []}

    async def one(label: str, tables: int, pace: float | None) -> None:
        load = Load(urls, tables, pace, arguments.seconds, people=arguments.people)
        measured = await run_load(f"{name}, {label}", load, machine)
        results["runs"].append(asdict(measured))
        print(measured, flush=True)

    counts = [10, 50, 100, 200, 400] if arguments.growth else [arguments.tables]
    for tables in counts:
        await one(f"{arguments.pace:.0f}/s asked", tables, arguments.pace)
        if not arguments.paced_only:
            await one("as fast as they can", tables, None)
    if len(urls) == 1 and not arguments.growth and not arguments.paced_only:
        results["watchers"] = await hold_watchers(machine.servers[0], arguments.watchers)
        print(results["watchers"], flush=True)
        server = machine.servers[0]
        results["opening"] = await open_long_table(server, server.start, 500)
        print(results["opening"], flush=True)
    return results


def measure_boardgame_io(folder: Path, stored: Path, arguments: argparse.Namespace) -> dict[str, Any]:
    results = []
    for number, (pace, store) in enumerate(itertools.product((arguments.pace, None), ("in memory", "in files"))):
        load = Load([], arguments.tables, pace, arguments.seconds)
        load.times, megabytes, cpu = boardgame_io.run(
            folder.resolve(),
            load.tables,
            load.seconds,
            pace,
            stored / str(number) if store == "in files" else None,
            memory_of,
            cpu_of,
        )
        label = f"{pace:.0f}/s asked" if pace else "as fast as they can"
        measured = outcome(f"boardgame.io {store}, {label}", load, load.seconds, megabytes, cpu)
        print(measured, flush=True)
        results.append(asdict(measured))
    return {"runs": results}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--pace", type=float, default=450.0, help="decisions per second asked for in the paced run")
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--processes", type=int, default=2, help="server processes on PostgreSQL")
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--growth", action="store_true", help="10 to 400 tables")
    parser.add_argument("--people", action="store_true", help="profiles, ratings and lobbies are asked for, too")
    parser.add_argument("--paced-only", action="store_true", help="leave out the run as fast as they can, and the rest")
    parser.add_argument("--boardgame-io", type=Path, metavar="DIR", help="a folder with boardgame.io in node_modules")
    parser.add_argument("--json", type=Path, help="write the numbers there")
    arguments = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory(prefix="zoobox-load-") as name:
        os.chmod(name, 0o755)
        machine = None if arguments.boardgame_io else Machine(Path(name), arguments.database, arguments.processes)
        try:
            if machine is None:
                results = measure_boardgame_io(arguments.boardgame_io, Path(name), arguments)
            else:
                gc.disable()  # its pauses would be counted as the server's
                results = uvloop.run(measure(arguments, machine))
        finally:
            if machine is not None:
                machine.stop()
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n")


if __name__ == "__main__":
    main()
