"""The host: the page behind a secret, a closed club, and the same in the terminal."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from service.client import ME, OPEN, error, look, new_table, table_of_two, until
from service.processes import Postgres, ServerProcess
from service.test_together import at_table, heard

SECRET = "a secret of the host"
PASSWORD = "open sesame"
ROUTES = [
    ("GET", ""),
    ("GET", "/backup"),
    ("GET", "/tables/x/chat"),
    ("POST", "/tables/x/close"),
    ("DELETE", "/tables/x/chat/1"),
    ("POST", "/bans"),
    ("DELETE", "/bans/x"),
    ("PUT", "/announcement"),
    ("POST", "/prune"),
]


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("hosted")
    server = ServerProcess(f"sqlite:///{folder / 'zoobox.db'}", folder, admin_secret=SECRET, bot_workers="1").start()
    yield server
    server.kill()


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
def club(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """A server on SQLite, or two on one PostgreSQL: what is done through one of them holds at the other."""
    folder = tmp_path_factory.mktemp("club")
    if request.param == "sqlite":
        server = ServerProcess(f"sqlite:///{folder / 'z.db'}", folder, admin_secret=SECRET, bot_workers="1").start()
        servers = (server, server)
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        url = postgres.database("host")
        one, other = (ServerProcess(url, folder, admin_secret=SECRET, bot_workers="1").start() for _ in range(2))
        servers = (one, other)
    yield servers
    for server in servers:
        server.kill()


def host_of(server: ServerProcess) -> httpx.Client:
    client = server.client()
    answer = client.post("/api/admin/login", json={"secret": SECRET})
    assert answer.status_code == 204, answer.text
    return client


def admin(server: ServerProcess, *arguments: str) -> str:
    command = [sys.executable, "-m", "zoobox", "admin", *arguments, "--database", server.database]
    environment = {"PYTHONPATH": ":".join(sys.path), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_every_route_of_the_host_asks_for_the_secret(hosted: ServerProcess, method: str, path: str) -> None:
    stranger = hosted.client()
    stranger.cookies.set("zoobox_host", "nonsense")
    body = {"name": "x"} if path == "/bans" else {"text": "x"} if path == "/announcement" else {"days": 1.0}
    answer = stranger.request(method, f"/api/admin{path}", json=body if method in ("POST", "PUT") else None)
    assert answer.status_code == 403, answer.text


def test_without_a_secret_there_is_no_page(server: ServerProcess) -> None:
    stranger = server.client()
    assert stranger.get("/admin").status_code == 404
    assert stranger.get("/api/admin").status_code == 404
    assert stranger.post("/api/admin/login", json={"secret": ""}).status_code == 404


def test_guessing_is_slow(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'z.db'}", tmp_path, admin_secret=SECRET, password=PASSWORD).start()
    try:
        stranger = server.client(headers={"x-zoobox-password": PASSWORD})
        answers = [stranger.post("/api/admin/login", json={"secret": f"guess {n}"}).status_code for n in range(12)]
        assert answers[:10] == [403] * 10
        assert answers[10:] == [429] * 2
        assert stranger.post("/api/admin/login", json={"secret": SECRET}).status_code == 429
        guesser = server.client()
        for number in range(12):
            assert guesser.get("/api/me", headers={"x-zoobox-password": f"guess {number}"}).status_code == 401
        assert guesser.get("/api/me", headers={"x-zoobox-password": PASSWORD}).status_code == 401
    finally:
        server.kill()


def test_the_host_closes_tables_removes_lines_and_announces(club: tuple[ServerProcess, ServerProcess]) -> None:
    here, there = club
    host = host_of(here)
    ada, bob = there.program("Ada"), there.program("Bob")
    table = table_of_two(ada, bob, visibility="public")
    line = ada.post(f"/api/tables/{table}/chat", json={"text": "rude words"}).json()["number"]
    with at_table(there, bob, table) as socket:
        assert host.put("/api/admin/announcement", json={"text": "Back at nine"}).status_code == 204
        assert heard(socket, "announcement")["text"] == "Back at nine"
        assert "Back at nine" in there.client().get("/").text
        said = host.get(f"/api/admin/tables/{table}/chat").json()["chat"]
        assert [one["text"] for one in said] == ["rude words"]
        assert host.delete(f"/api/admin/tables/{table}/chat/{line}").status_code == 204
        assert heard(socket, "chat-removed")["event"]["line"]["number"] == line
        assert look(ada, table)["chat"] == []
        assert host.post(f"/api/admin/tables/{table}/close").status_code == 204
        assert heard(socket, "ended")["event"]["how"] == "closed"
    now = look(ada, table, 0)["now"]
    assert (now["over"], now["ask"]) == (True, None)
    assert ada.get("/api/me/profile").json()["history"] == []
    assert host.post("/api/admin/tables/nothing/close").status_code == 400
    shown = host.get("/api/admin").json()
    assert table in [row["table"] for row in shown["tables"]]
    assert {"Ada", "Bob"} <= {row["name"] for row in shown["people"]}
    assert shown["load"]["memory_mb"] > 0
    host.put("/api/admin/announcement", json={"text": ""})
    until(lambda: "Back at nine" not in there.client().get("/").text)
    host.post("/api/admin/logout")
    assert host.get("/api/admin").status_code == 403


def test_a_banned_name_can_only_look(club: tuple[ServerProcess, ServerProcess]) -> None:
    here, there = club
    host = host_of(here)
    mallory, ada = there.program("Mallory"), there.program("Ada")
    table = new_table(ada, (ME, OPEN))
    assert host.post("/api/admin/bans", json={"name": "MALLORY"}).json()["people"] == 1
    until(lambda: mallory.post(f"/api/tables/{table}/seats/1", json={}).status_code == 403)
    assert error(mallory.post(f"/api/tables/{table}/chat", json={"text": "hm"})) == "banned"
    assert mallory.get(f"/api/tables/{table}").status_code == 200
    newcomer = there.client()
    for name in ("Mallory", "m a l l o r y", "Mállory"):
        assert error(newcomer.put("/api/me", json={"name": name})) == "banned"
        assert error(newcomer.post(f"/api/tables/{table}/seats/1", json={"name": name})) == "banned"
    assert newcomer.put("/api/me", json={"name": "Mal"}).status_code == 200
    assert host.get("/api/admin").json()["bans"] == [{"name": "MALLORY", "people": 1}]
    assert host.delete("/api/admin/bans/mallory").status_code == 204
    until(lambda: mallory.post(f"/api/tables/{table}/seats/1", json={}).status_code == 200)


def test_prune_and_backup(club: tuple[ServerProcess, ServerProcess], tmp_path: Path) -> None:
    here, there = club
    host = host_of(here)
    ada = there.program("Ada")
    table = new_table(ada, (ME, OPEN))
    saved = host.get("/api/admin/backup")
    assert "attachment" in saved.headers["content-disposition"]
    assert table in gzip.decompress(saved.content).decode()
    kept = tmp_path / "kept"
    kept.write_bytes(saved.content)
    told = host.post("/api/admin/prune", json={"days": 0.0}).json()
    assert told["removed"] is False
    assert told["tables"] >= 1
    assert ada.get(f"/api/tables/{table}").status_code == 200
    assert host.post("/api/admin/prune", json={"days": 0.0, "really": True}).json()["removed"] is True
    until(lambda: ada.get(f"/api/tables/{table}").status_code == 404)
    restored = f"sqlite:///{tmp_path / 'restored.db'}"
    command = [sys.executable, "-m", "zoobox", "admin", "restore", str(kept), "--database", restored]
    done = subprocess.run(command, capture_output=True, text=True, env={"PYTHONPATH": ":".join(sys.path)})
    assert done.returncode == 0, done.stderr


@pytest.mark.long
def test_the_same_in_the_terminal(hosted: ServerProcess) -> None:
    ada = hosted.program("Ada")
    table = new_table(ada, (ME, OPEN))
    line = ada.post(f"/api/tables/{table}/chat", json={"text": "hello"}).json()["number"]
    assert "Ada: hello" in admin(hosted, "chat", table)
    assert "Ada" in admin(hosted, "people")
    admin(hosted, "remove-line", table, str(line))
    until(lambda: look(ada, table)["chat"] == [])
    admin(hosted, "announce", "Tea is ready")
    until(lambda: "Tea is ready" in hosted.client().get("/rules").text)
    admin(hosted, "announce")
    admin(hosted, "ban", "Trudy")
    until(lambda: hosted.client().put("/api/me", json={"name": "Trudy"}).status_code == 403)
    admin(hosted, "unban", "Trudy")
    admin(hosted, "close", table)
    until(lambda: look(ada, table)["now"]["status"] == "closed")


@pytest.mark.long
def test_what_the_host_asked_for_is_done_after_a_kill(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'z.db'}", tmp_path, bot_workers="1").start()
    try:
        ada = server.program("Ada")
        table = new_table(ada, (ME, OPEN))
        server.kill()
        admin(server, "close", table)
        server.start()
        until(lambda: look(ada, table)["now"]["status"] == "closed")
    finally:
        server.kill()


def test_a_closed_club_shows_nothing_without_its_password(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'z.db'}", tmp_path, password=PASSWORD, bot_workers="1").start()
    try:
        stranger = server.client()
        for path in ("/", "/rules", "/tables/abc?learn", "/me"):
            answer = stranger.get(path)
            assert answer.status_code == 303
            assert answer.headers["location"].startswith("/enter?back=/")
        for path in ("/api/me", "/api/tables", "/api/games", "/api/openapi.json"):
            assert error(stranger.get(path)) == "password"
        assert error(stranger.post("/api/me/tokens", json={"name": "x"})) == "password"
        with pytest.raises(InvalidStatus):
            connect(f"{server.socket_url}/api/lobby/live")
        with pytest.raises(InvalidStatus):
            connect(f"{server.socket_url}/api/tables/abc/live")
        assert stranger.get("/enter").status_code == 200
        assert stranger.get("/health").status_code == 200
        assert error(stranger.post("/api/enter", json={"password": "wrong"})) == "password"
        entered = stranger.post("/api/enter", json={"password": PASSWORD})
        assert "HttpOnly" in entered.headers["set-cookie"]
        assert stranger.get("/").status_code == 200
        assert new_table(stranger, (ME, OPEN))
        cookie = f"zoobox_member={stranger.cookies['zoobox_member']}"
        with connect(f"{server.socket_url}/api/lobby/live", additional_headers={"cookie": cookie}) as socket:
            assert json.loads(socket.recv(timeout=10))["type"] == "changed"
        program = server.client(headers={"x-zoobox-password": PASSWORD})
        assert program.get("/api/me").status_code == 200
        server.kill()
        server.environment["ZOOBOX_PASSWORD"] = "another one"
        server.start()
        assert stranger.get("/").status_code == 303, "a new password ends old cookies"
    finally:
        server.kill()
