"""Nothing lost: servers killed in mid-game, databases gone, disks full, messages mangled, versions upgraded."""

from __future__ import annotations

import contextlib
import json
import random
import resource
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import orjson
import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import zoobox
from service.client import BOT, GAME, ME, decide, error, look, new_table, play_on, table_of_two, until
from service.processes import Postgres, ServerProcess
from zoobox.service.admin import Admin
from zoobox.service.storage import Reader
from zoobox.service.storage.database import migrate, open_engine
from zoobox.service.tables import events as kinds
from zoobox.service.tables.table import Table

PLAYERS = 3
"""Tables that are played at while servers are killed."""
ENOUGH = 20
"""Decisions acknowledged before the first kill, so that there is something to lose."""
COUNTER = iter(range(1000))


def fresh_database(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    if kind == "sqlite":
        return f"sqlite:///{folder / 'zoobox.db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.database(f"test{next(COUNTER)}_{random.randrange(10**6)}")


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return fresh_database(request.param, tmp_path, request)


def stored_tables(database: str) -> list[Table]:
    """Every table as the database alone knows it."""
    url = database.replace("postgresql://", "postgresql+psycopg://")
    engine = open_engine(url)
    try:
        host = Admin(Reader(engine))
        return [host.table(row["id"]) for row in host.tables()]
    finally:
        engine.dispose()


class Stubborn(threading.Thread):
    """Plays at tables of its own, through every failure, and remembers what was acknowledged."""

    def __init__(self, server: ServerProcess, token: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.server = server
        self.luck = random.Random(seed)
        self.headers = {"authorization": token}
        self.acknowledged: dict[tuple[str, int], tuple[int, int]] = {}
        self.tables: set[str] = set()
        self.stopping = False
        self.wrong: list[str] = []

    def run(self) -> None:
        table = ""
        while not self.stopping:
            try:
                with httpx.Client(base_url=self.server.url, headers=self.headers, timeout=10, verify=False) as client:
                    while not self.stopping:
                        table = table or new_table(client, (ME, ME))
                        self.tables.add(table)
                        now = look(client, table, "mine")["now"]
                        if now["over"]:
                            table = ""
                        else:
                            self._decide(client, table, now)
            except (httpx.HTTPError, AssertionError, KeyError, ValueError):
                time.sleep(0.2)

    def _decide(self, client: httpx.Client, table: str, now: dict[str, object]) -> None:
        choices = now["choices"]
        assert isinstance(choices, list)
        choice = self.luck.choice(choices)["id"]
        while not self.stopping:
            try:
                answer = decide(client, table, now["seat"], now["ask"], choice)  # type: ignore[arg-type]
            except httpx.HTTPError:
                time.sleep(0.1)
                continue
            if answer.status_code == 200:
                self.acknowledged[table, answer.json()["number"]] = (now["seat"], choice)  # type: ignore[assignment]
            elif answer.status_code != 503:
                self.wrong.append(answer.text)
            return


def kill_again_and_again(database: str, folder: Path, times: int) -> None:
    server = ServerProcess(database, folder, log_level="warning").start()
    luck = random.Random(times)
    token = server.program().headers["authorization"]
    players = [Stubborn(server, token, seed) for seed in range(PLAYERS)]
    for player in players:
        player.start()
    until(lambda: sum(len(player.acknowledged) for player in players) > ENOUGH)
    for _ in range(times):
        time.sleep(luck.uniform(0.02, 0.6))
        server.kill()
        server.start()
    time.sleep(0.3)
    for player in players:
        player.stopping = True
    for player in players:
        player.join(timeout=30)
    try:
        check_nothing_lost(server, players, token)
    finally:
        server.kill()


def check_nothing_lost(server: ServerProcess, players: list[Stubborn], token: str) -> None:
    assert [wrong for player in players for wrong in player.wrong] == []
    acknowledged = {key: value for player in players for key, value in player.acknowledged.items()}
    assert len(acknowledged) > ENOUGH
    played = {}
    for table in stored_tables(server.database):  # each of them is replayed from the first event to the last
        assert [event.number for event in table.events] == list(range(1, table.number + 1))
        plays = [event for event in table.events if event.kind == kinds.PLAY]
        assert len({(event.seat, event.ask) for event in plays}) == len(plays)
        played.update({(table.id, event.number): (event.seat, event.choice) for event in plays})
    for key, decision in acknowledged.items():
        assert played[key] == decision
    assert len(played) - len(acknowledged) <= len(players)  # at most one each was written and not yet acknowledged
    with httpx.Client(base_url=server.url, headers={"authorization": token}, timeout=60) as client:
        for player in players:
            for table_id in player.tables:
                play_on([client, client], table_id, 1)


def test_a_killed_server_has_lost_nothing(database: str, tmp_path: Path) -> None:
    kill_again_and_again(database, tmp_path, 2)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_server_killed_two_hundred_times_has_lost_nothing(database: str, tmp_path: Path) -> None:
    kill_again_and_again(database, tmp_path, 200)


def test_bots_and_clocks_go_on_after_a_restart(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'zoobox.db'}", tmp_path, bot_pause="0.1").start()
    ada = server.program()
    bots = new_table(ada, (BOT, BOT))
    clock = new_table(ada, (ME, ME), clock={"kind": "decision", "seconds": 2, "policy": "sit-in"})
    server.kill()
    moment = stored_tables(server.database)
    before = {table.id: table.moment for table in moment}
    server.start()
    try:
        until = time.monotonic() + 20
        while time.monotonic() < until:
            moved = look(ada, bots)["now"]["moment"] > before[bots]
            if moved and look(ada, clock)["now"]["seats"][0]["bot_in"]:
                return
            time.sleep(0.1)
        raise AssertionError("the tables did not go on")
    finally:
        server.kill()


def test_a_graceful_stop_says_goodbye(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'zoobox.db'}", tmp_path).start()
    ada = server.program()
    table = new_table(ada, (ME, ME))
    with connect(f"{server.socket_url}/api/tables/{table}/live") as socket:
        socket.send('{"type": "hello"}')
        socket.recv(timeout=30)
        play_on([ada, ada], table, 5)
        assert server.stop() == 0
        with contextlib.suppress(ConnectionClosed):
            while True:
                socket.recv(timeout=30)
        assert socket.close_code == 1012
    assert stored_tables(server.database)[0].moment == 5
    assert "Traceback" not in server.log()


def test_two_servers_do_not_share_one_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'zoobox.db'}"
    first = ServerProcess(url, tmp_path).start()
    try:
        second = ServerProcess(url, tmp_path).start(wait=False)
        assert second.process is not None
        assert second.process.wait(timeout=60) != 0
        assert "another server is using" in second.log()
    finally:
        first.kill()


# Several processes.


@pytest.fixture(scope="module")
def two_servers(
    postgres: Postgres, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    folder = tmp_path_factory.mktemp("two-servers")
    url = fresh_database("postgres", folder, request)
    servers = [ServerProcess(url, folder).start(wait=False) for _ in range(2)]
    for server in servers:
        server.wait()
    yield servers[0], servers[1]
    for server in servers:
        server.kill()


@pytest.mark.long
def test_players_split_between_two_processes(two_servers: tuple[ServerProcess, ServerProcess]) -> None:
    here, there = two_servers
    ada, bob = here.program("Ada"), there.program("Bob")
    table = table_of_two(ada, bob)
    with connect(f"{there.socket_url}/api/tables/{table}/live") as socket:
        socket.send('{"type": "hello"}')
        first = orjson.loads(socket.recv(timeout=30))["number"]
        play_on([ada, bob], table)
        numbers = []
        over = False
        while not over:
            message = orjson.loads(socket.recv(timeout=30))
            if message["type"] == "update":
                numbers.append(message["number"])
                over = message["now"] is not None and message["now"]["over"]
    assert numbers == list(range(first + 1, first + 1 + len(numbers)))
    until(lambda: look(ada, table, 0)["number"] == look(bob, table, 0)["number"])
    mine, theirs = look(ada, table, 0), look(bob, table, 0)
    assert mine["now"]["standings"] == theirs["now"]["standings"]
    assert mine["log"] == theirs["log"]
    records = [client.get(f"/api/tables/{table}/record").text for client in (ada, bob)]
    assert records[0] == records[1]
    assert zoobox.replay(records[0]).complete


def test_two_processes_deciding_at_once_decide_once(two_servers: tuple[ServerProcess, ServerProcess]) -> None:
    here, there = two_servers
    ada = here.program("Ada")
    also_ada = there.client(headers={"authorization": ada.headers["authorization"]})
    table = new_table(ada, (ME, ME))
    for _ in range(40):
        now = look(ada, table, "mine")["now"]
        if now["over"]:
            break
        choice = now["choices"][-1]["id"]
        answers: list[httpx.Response] = []
        threads = [
            threading.Thread(
                target=lambda client: answers.append(decide(client, table, now["seat"], now["ask"], choice)),  # noqa: B023
                args=(client,),
            )
            for client in (ada, also_ada)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [answer.status_code for answer in answers] == [200, 200]
        assert len({answer.json()["number"] for answer in answers}) == 1
        assert sorted(answer.json()["repeated"] for answer in answers) == [False, True]


def test_presence_is_known_across_processes(two_servers: tuple[ServerProcess, ServerProcess]) -> None:
    here, there = two_servers
    ada, bob = here.program("Ada"), there.program("Bob")
    table = table_of_two(ada, bob)
    look(bob, table, 1)
    with connect(f"{here.socket_url}/api/tables/{table}/live") as socket:
        token = ada.headers["authorization"][7:]
        socket.send(orjson.dumps({"type": "hello", "seat": 0, "token": token}).decode())
        for _ in range(100):
            if look(bob, table, 1)["now"]["seats"][0]["present"]:
                break
            time.sleep(0.05)
        assert [seat["present"] for seat in look(bob, table, 1)["now"]["seats"]] == [True, False]


# The database.


@pytest.mark.long
def test_a_database_that_goes_and_comes_back(tmp_path_factory: pytest.TempPathFactory) -> None:
    import tempfile

    with tempfile.TemporaryDirectory(prefix="zoobox-gone-") as name:
        postgres = Postgres(Path(name))
        server = ServerProcess(postgres.database("gone"), tmp_path_factory.mktemp("gone")).start()
        try:
            ada = server.program()
            table = new_table(ada, (ME, ME))
            play_on([ada, ada], table, 5)
            now = look(ada, table, "mine")["now"]
            postgres.stop()
            answer = decide(ada, table, now["seat"], now["ask"], now["choices"][0]["id"])
            assert (answer.status_code, error(answer)) == (503, "store")
            assert "Ask again" in answer.json()["error"]["reason"]
            assert ada.get("/health").status_code == 503
            assert ada.get("/api/tables").status_code == 503
            postgres.start()
            server.wait()
            answer = decide(ada, table, now["seat"], now["ask"], now["choices"][0]["id"])
            assert answer.status_code == 200, answer.text
            assert look(ada, table)["now"]["moment"] == 6
            play_on([ada, ada], table, 5)
        finally:
            server.kill()
            postgres.stop()
    assert "Traceback" not in server.log()


def test_a_full_disk(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'zoobox.db'}", tmp_path, log_level="error").start()
    try:
        ada = server.program()
        table = new_table(ada, (ME, ME))
        play_on([ada, ada], table, 5)
        assert server.process is not None
        usual = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        size = (tmp_path / "zoobox.db-wal").stat().st_size
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size + 20_000, usual[1]))
        refused = None
        made = 5
        for _ in range(60):
            now = look(ada, table, "mine")["now"]
            refused = decide(ada, table, now["seat"], now["ask"], now["choices"][0]["id"])
            if refused.status_code != 200:
                break
            made += 1
        assert refused is not None
        assert (refused.status_code, error(refused)) == (503, "store")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, usual)
        assert look(ada, table)["now"]["moment"] == made
        assert decide(ada, table, now["seat"], now["ask"], now["choices"][0]["id"]).status_code == 200
        play_on([ada, ada], table, 5)
        assert stored_tables(server.database)[0].moment == look(ada, table)["now"]["moment"]
    finally:
        server.kill()


# Upgrades.


def test_a_database_of_the_previous_version_opens(database: str, tmp_path: Path) -> None:
    engine = open_engine(database.replace("postgresql://", "postgresql+psycopg://"))
    migrate(engine, "0001")
    configuration = zoobox.game(GAME, players=2).configuration()
    game = zoobox.game(GAME, players=2)
    row = {
        "id": "oldtable",
        "configuration": json.dumps(configuration),
        "game": GAME,
        "rules": game.rules_version,
        "components": game.components.fingerprint,
        "origin": "7",
        "seed_given": False,
        "salt": "00",
        "visibility": "public",
        "clock": "null",
        "hints": True,
        "owner": "somebody",
        "status": "running",
        "created": 1.0,
        "changed": 1.0,
    }
    detail = {"kind": "person", "person": "somebody", "name": "Old Ada", "why": "joined"}
    events = [("seat", 0, None, None, detail), ("seat", 1, None, None, detail), ("start", None, None, None, {})]
    events.append(("play", 0, game.find(game.start(7), 0, "roll"), 3, {"by": "person"}))  # type: ignore[arg-type]
    with engine.begin() as connection:
        names = ", ".join(row)
        connection.execute(text(f"INSERT INTO tables ({names}) VALUES ({', '.join(':' + name for name in row)})"), row)
        for number, (kind, seat, choice, ask, detail) in enumerate(events, 1):
            connection.execute(
                text("INSERT INTO events VALUES ('oldtable', :number, :kind, :seat, :choice, :ask, 2.0, :detail)"),
                {
                    "number": number,
                    "kind": kind,
                    "seat": seat,
                    "choice": choice,
                    "ask": ask,
                    "detail": json.dumps(detail),
                },
            )
    engine.dispose()
    server = ServerProcess(database, tmp_path).start()
    try:
        state = look(server.client(), "oldtable")
        assert state["now"]["moment"] == 1
        assert state["log"][0]["text"].startswith("Old Ada rolls")
        assert server.client().get("/api/tables").json()["tables"][0]["table"] == "oldtable"
    finally:
        server.kill()
