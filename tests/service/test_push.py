"""Web Push: a real push, received by a push service of our own and decrypted as a browser would."""

from __future__ import annotations

import base64
import json
import os
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import http_ece
import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from service.client import ME, OPEN, decide, error, look, new_table, table_of_two, until
from service.processes import Postgres, ServerProcess
from service.test_together import at_table
from zoobox.service.errors import Refused
from zoobox.service.push import check_endpoint
from zoobox.service.settings import Settings

SLOW = {"kind": "decision", "seconds": 86400 * 3}


class PushService:
    """What a browser's maker runs: takes messages for devices and keeps them."""

    def __init__(self) -> None:
        self.received: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                content = self.rfile.read(int(self.headers["content-length"]))
                service.received.append((self.path, {k.lower(): v for k, v in self.headers.items()}, content))
                self.send_response(service.status)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *arguments: Any) -> None:
                """Nothing is printed."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"


class Device:
    """A browser that has subscribed."""

    def __init__(self, service: PushService, name: str) -> None:
        self.service = service
        self.path = f"/push/{name}"
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)

    def subscription(self, language: str = "en") -> dict[str, Any]:
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": text(point), "auth": text(self.secret)}
        return {"endpoint": self.service.url + self.path, "keys": keys, "language": language}

    @property
    def received(self) -> list[tuple[dict[str, str], bytes]]:
        return [(headers, content) for path, headers, content in self.service.received if path == self.path]

    def decrypted(self, number: int = 0) -> dict[str, str]:
        content = self.received[number][1]
        plain = http_ece.decrypt(content, private_key=self.private, auth_secret=self.secret, version="aes128gcm")
        found: dict[str, str] = json.loads(plain)
        return found


def text(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


@pytest.fixture
def pushes() -> Iterator[PushService]:
    service = PushService()
    yield service
    service.server.shutdown()


def alerting(folder: Path, pushes: PushService, url: str = "", seconds: str = "0.3") -> ServerProcess:
    database = url or f"sqlite:///{folder / 'zoobox.db'}"
    return ServerProcess(database, folder, bot_workers="1", push_services=pushes.url, alert_seconds=seconds).start()


def make_decision(client: httpx.Client, table: str, seat: int) -> None:
    """Decides until it is the other's turn; what another process has written arrives in a moment."""
    until(lambda: look(client, table, seat)["now"]["ask"] is not None)
    while (now := look(client, table, seat)["now"])["ask"] is not None:
        assert decide(client, table, seat, now["ask"], now["choices"][0]["id"]).status_code == 200


def test_a_push_arrives_and_tells_nothing_but_the_game(tmp_path: Path, pushes: PushService) -> None:
    server = alerting(tmp_path, pushes)
    try:
        ada, bob = server.program("Ada"), server.program("Bob")
        phone = Device(pushes, "phone")
        made = bob.post("/api/me/subscriptions", json=phone.subscription("de"))
        assert made.status_code == 201, made.text
        table = table_of_two(ada, bob, clock=SLOW)
        make_decision(ada, table, 0)
        until(lambda: phone.received)
        headers, content = phone.received[0]
        assert phone.decrypted() == {
            "title": "Du bist dran",
            "body": "Zooloretto \u2013 Das Würfelspiel",
            "url": f"/tables/{table}",
        }
        assert headers["content-encoding"] == "aes128gcm"
        assert table.encode() not in content
        key = server.client().get("/api/push").json()["key"]
        assert key in headers["authorization"]
        assert Vapid02.verify(headers["authorization"])
        make_decision(bob, table, 1)
        make_decision(ada, table, 0)
        until(lambda: len(phone.received) == 2)
        assert bob.delete(f"/api/me/subscriptions/{made.json()['id']}").status_code == 204
        assert bob.get("/api/me/subscriptions").json()["subscriptions"] == []
        make_decision(bob, table, 1)
        make_decision(ada, table, 0)
        assert len(phone.received) == 2, "who has refused is not told"
    finally:
        server.kill()


def test_nobody_is_told_who_is_there_plays_fast_or_has_a_bot(tmp_path: Path, pushes: PushService) -> None:
    server = alerting(tmp_path, pushes)
    try:
        ada, bob = server.program("Ada"), server.program("Bob")
        bob.post("/api/me/subscriptions", json=Device(pushes, "phone").subscription())
        fast = table_of_two(ada, bob, clock={"kind": "decision", "seconds": 120})
        make_decision(ada, fast, 0)
        there = table_of_two(ada, bob, clock=SLOW)
        with at_table(server, bob, there):
            make_decision(ada, there, 0)
            handed = table_of_two(ada, bob, clock=SLOW)
            bob.put(f"/api/tables/{handed}/seats/1/bot", json={"level": "visitor"})
            make_decision(ada, handed, 0)
            told = table_of_two(ada, bob, clock=SLOW)  # and this one shows that something would have arrived
            make_decision(ada, told, 0)
            until(lambda: pushes.received)
        assert len(pushes.received) == 1
    finally:
        server.kill()


@pytest.mark.long
@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_an_alert_is_sent_once_also_when_the_server_was_killed(
    tmp_path: Path, pushes: PushService, request: pytest.FixtureRequest, database: str
) -> None:
    postgres: Postgres | None = request.getfixturevalue("postgres") if database == "postgres" else None
    url = postgres.database("pushes") if postgres else ""
    servers = [alerting(tmp_path, pushes, url, "3") for _ in range(2 if url else 1)]
    try:
        ada, bob = servers[0].program("Ada"), servers[-1].program("Bob")
        phone = Device(pushes, "phone")
        bob.post("/api/me/subscriptions", json=phone.subscription())
        if url:
            time.sleep(2)  # every process reads once a second who has subscribed
            table = table_of_two(bob, ada, clock=SLOW)
            make_decision(bob, table, 0)  # Ada decides through the other process, which has read of the device
            other = ada
            seat = 1
        else:
            table = table_of_two(ada, bob, clock=SLOW)
            other, seat = ada, 0
        make_decision(other, table, seat)
        for server in servers:
            server.kill()
        assert phone.received == []
        for server in servers:
            server.start()
        until(lambda: phone.received)
        assert phone.decrypted()["url"] == f"/tables/{table}"
        time.sleep(3)
        assert len(phone.received) == 1
    finally:
        for server in servers:
            server.kill()


def test_a_device_that_is_gone_is_forgotten(tmp_path: Path, pushes: PushService) -> None:
    server = alerting(tmp_path, pushes)
    try:
        ada, bob = server.program("Ada"), server.program("Bob")
        bob.post("/api/me/subscriptions", json=Device(pushes, "old").subscription())
        pushes.status = 410
        table = table_of_two(ada, bob)
        make_decision(ada, table, 0)
        until(lambda: bob.get("/api/me/subscriptions").json()["subscriptions"] == [])
    finally:
        server.kill()


def test_only_push_services_are_asked(server: ServerProcess, ada: httpx.Client, pushes: PushService) -> None:
    """Otherwise anybody could make this server send requests into its own network."""
    assert error(ada.post("/api/me/subscriptions", json=Device(pushes, "x").subscription())) == "malformed"
    settings = Settings(database="sqlite:///x.db")
    for endpoint in ("https://fcm.googleapis.com/fcm/send/abc", "https://web.push.apple.com/abc"):
        check_endpoint(endpoint, settings)
    for endpoint in (
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:22/x",
        "https://fcm.googleapis.com@10.0.0.1/x",
        "https://push.apple.com.evil.example/x",
        "https://127.0.0.1/x",
        "file:///etc/passwd",
        "",
    ):
        with pytest.raises(Refused):
            check_endpoint(endpoint, settings)


def test_keys_that_are_none_are_refused(tmp_path: Path, pushes: PushService) -> None:
    server = alerting(tmp_path, pushes)
    try:
        ada = server.program("Ada")
        given = Device(pushes, "phone").subscription()
        for name, value in (("p256dh", "AAAA"), ("auth", "AAAA"), ("auth", "not base64!")):
            broken = {**given, "keys": {**given["keys"], name: value}}
            assert error(ada.post("/api/me/subscriptions", json=broken)) == "malformed"
        assert error(server.client().post("/api/me/subscriptions", json=given)) == "nobody"
        table = new_table(ada, (ME, OPEN))
        assert look(ada, table)["now"]["status"] == "open"
    finally:
        server.kill()
