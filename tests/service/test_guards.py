"""Nobody in: origins, sizes, rates, headers, and logs without secrets."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import orjson
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from service.client import ME, error, look, new_table, play_on, table_of_two, until
from service.processes import ServerProcess


def test_other_sites_pages_are_refused(server: ServerProcess) -> None:
    browser = server.client()
    browser.put("/api/me", json={"name": "Eve"})
    for headers in ({"origin": "https://elsewhere.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        answer = browser.put("/api/me", json={"name": "Mallory"}, headers=headers)
        assert (answer.status_code, error(answer)) == (403, "cross-site")
    assert browser.put("/api/me", json={"name": "Eve II"}, headers={"origin": server.url}).status_code == 200


def test_a_form_cannot_post(server: ServerProcess, ada: httpx.Client) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = ada.post("/api/tables", content=b'{"game": "zooloretto-dice"}', headers={"content-type": kind})
        assert (answer.status_code, error(answer)) == (415, "media-type")


def test_foreign_sockets_are_refused(server: ServerProcess, ada: httpx.Client) -> None:
    table = new_table(ada)
    with (
        pytest.raises(InvalidStatus),
        connect(
            f"{server.socket_url}/api/tables/{table}/live", additional_headers={"origin": "https://elsewhere.example"}
        ),
    ):
        pass
    with connect(f"{server.socket_url}/api/tables/{table}/live", origin=Origin(server.url)) as socket:
        socket.send('{"type": "hello"}')
        assert orjson.loads(socket.recv(timeout=30))["type"] == "state"


def test_browsers_are_told_to_be_strict(server: ServerProcess) -> None:
    for path in ("/health", "/api/games", "/api/nothing", "/nothing"):
        headers = server.client().get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers


def test_the_reference_page_shows_every_route_without_scripts(server: ServerProcess) -> None:
    client = server.client()
    page = client.get("/api/docs").text
    for path in client.get("/api/openapi.json").json()["paths"]:
        assert f"<code>{path}</code>" in page
    assert "<script src" not in page
    assert '<script type="module"' not in page


def test_bodies_have_a_limit_even_without_a_length(ada: httpx.Client) -> None:
    big = b'{"game": "' + b"x" * 200_000 + b'"}'
    answer = ada.post("/api/tables", content=big, headers={"content-type": "application/json"})
    assert (answer.status_code, error(answer)) == (413, "too-large")

    def pieces() -> Iterator[bytes]:
        for start in range(0, len(big), 10_000):
            yield big[start : start + 10_000]

    answer = ada.post("/api/tables", content=pieces(), headers={"content-type": "application/json"})
    assert (answer.status_code, error(answer)) == (413, "too-large")


def test_bad_input_is_a_sentence(ada: httpx.Client) -> None:
    bad = [
        ({"game": "chess"}, "unknown-game"),
        ({"game": "zooloretto-dice", "players": 9}, "unknown-game"),
        ({"game": "zooloretto-dice", "variant": "x"}, "unknown-game"),
        ({"game": "zooloretto-dice", "settings": {"x": 1}}, "unknown-game"),
        ({"game": "zooloretto-dice", "seats": [{"kind": "bot", "level": "god"}]}, "malformed"),
        ({"game": "zooloretto-dice", "seats": [ME] * 3}, "malformed"),
        ({"game": "zooloretto-dice", "seed": -1}, "malformed"),
        ({"game": "zooloretto-dice", "clock": {"kind": "decision", "seconds": 0}}, "malformed"),
        ({"game": "zooloretto-dice", "surprise": 1}, "malformed"),
        ({}, "malformed"),
        ([], "malformed"),
    ]
    for body, code in bad:
        answer = ada.post("/api/tables", json=body)
        assert (answer.status_code, error(answer)) == (400, code), answer.text
        assert len(answer.json()["error"]["reason"]) < 300
    answer = ada.post("/api/tables", content=b"{", headers={"content-type": "application/json"})
    assert (answer.status_code, error(answer)) == (400, "malformed")
    answer = ada.get("/api/tables/nothing")
    assert (answer.status_code, error(answer)) == (404, "no-table")
    answer = ada.get(f"/api/tables/{new_table(ada)}?seat=7")
    assert (answer.status_code, error(answer)) == (404, "no-seat")


def test_names_and_chat_come_back_as_they_are_and_as_json_only(ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob)
    nasty = "<script>alert(1)</script> \u202e \" ' &amp; {0} {name}"
    assert ada.post(f"/api/tables/{table}/chat", json={"text": nasty}).status_code == 200
    answer = ada.get(f"/api/tables/{table}")
    assert answer.headers["content-type"] == "application/json"
    assert "<script>" in answer.json()["chat"][0]["text"]
    assert "\u202e" not in answer.json()["chat"][0]["text"]
    ada.put("/api/me", json={"name": "{seat} <img>"})
    table = table_of_two(ada, bob)
    play_on([ada, bob], table, 3)
    assert "{seat} <img>" in look(ada, table)["log"][0]["text"]


def test_chat_has_limits(ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob)
    assert error(ada.post(f"/api/tables/{table}/chat", json={"text": "x" * 301})) == "malformed"
    assert error(ada.post(f"/api/tables/{table}/chat", json={"text": " \n "})) == "malformed"
    answers = [ada.post(f"/api/tables/{table}/chat", json={"text": f"line {number}"}) for number in range(8)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 3
    assert int(answers[-1].headers["retry-after"]) >= 1
    assert [line["text"] for line in look(bob, table)["chat"]] == [f"line {number}" for number in range(5)]


def test_a_line_of_chat_sent_again_is_said_once(ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob)
    said = [ada.post(f"/api/tables/{table}/chat", json={"text": "hello", "key": "a"}).json() for _ in range(2)]
    assert said[0] == said[1]
    bob.post(f"/api/tables/{table}/chat", json={"text": "hello", "key": "a"})
    ada.post(f"/api/tables/{table}/chat", json={"text": "hello", "key": "b"})
    lines = look(bob, table)["chat"]
    assert [(line["name"], line["text"]) for line in lines] == [("Ada", "hello"), ("Bob", "hello"), ("Ada", "hello")]
    assert all("key" not in line for line in lines)
    assert error(ada.post(f"/api/tables/{table}/chat", json={"text": "hello", "key": "x" * 41})) == "malformed"


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(
        f"sqlite:///{tmp_path / 'zoobox.db'}",
        tmp_path,
        requests_per_second="5",
        request_burst="40",
        connections_per_address="3",
        tables_per_hour="2",
    ).start()
    yield server
    server.kill()


def connects(address: str) -> bool:
    with contextlib.suppress(InvalidStatus), connect(address):
        return True
    return False


def test_requests_connections_and_tables_have_limits(strict: ServerProcess) -> None:
    program = strict.program()
    table = new_table(program)
    new_table(program)
    third = program.post("/api/tables", json={"game": "zooloretto-dice"})
    assert (third.status_code, error(third)) == (429, "too-many")
    address = f"{strict.socket_url}/api/tables/{table}/live"
    with connect(address), connect(address), connect(address), pytest.raises(InvalidStatus), connect(address):
        pass
    until(lambda: connects(address))  # those that were closed no longer count
    begun = time.monotonic()
    with ThreadPoolExecutor(8) as several:
        codes = list(several.map(lambda _: program.get("/api/me").status_code, range(200)))
    assert 429 in codes
    assert codes.count(200) <= 40 + 5 * (time.monotonic() - begun) + 1, "more than the burst and the rate allow"
    assert program.get("/health").status_code == 200


def test_no_secret_reaches_the_log(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'zoobox.db'}", tmp_path, log_level="debug").start()
    try:
        program = server.program("Nomen Nescio")
        browser = server.client()
        browser.put("/api/me", json={"name": "Eve"})
        recovery = browser.post("/api/me/recovery").json()["token"]
        made = program.post("/api/tables", json={"game": "zooloretto-dice", "seats": [ME, ME]}).json()
        program.get(f"/api/tables/{made['table']}", headers={"x-seat-token": made["seats"]["0"]})
        with connect(f"{server.socket_url}/api/tables/{made['table']}/live") as socket:
            token = program.headers["authorization"][7:]
            socket.send(orjson.dumps({"type": "hello", "token": token, "seat": 0}).decode())
            socket.recv(timeout=30)
        play_on([program, program], made["table"])
        seed = look(program, made["table"])["luck"]["seed"]
        browser.post("/api/recover", json={"token": recovery})
    finally:
        server.stop()
    log = server.log()
    assert '"route": "/api/tables/{table}"' in log
    secrets = [token, browser.cookies["zoobox_person"], recovery, made["seats"]["0"], seed, made["table"]]
    for secret in secrets:
        assert secret not in log
