"""Nonsense finds no server error: schemathesis against the OpenAPI document, random messages on the socket."""

from __future__ import annotations

import contextlib
import random
from typing import Any

import httpx
import orjson
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import booleans
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from service.client import look, table_of_two
from service.processes import ServerProcess

EXAMPLES = 12
SOCKETS = 40
MESSAGES = 12


@pytest.mark.long
def test_no_route_answers_with_a_server_error(server: ServerProcess, ada: httpx.Client, bob: httpx.Client) -> None:
    """Half of the requests are about a table that exists, by somebody who sits at it."""
    import schemathesis  # takes a second

    document = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    table = table_of_two(ada, bob)
    seen = set()
    for found in document.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]
        seen.add(operation.label)
        fuzz(operation, server, table, ada.headers["authorization"])
    assert len(seen) > 25
    assert "internal error" not in server.log()


def fuzz(operation: Any, server: ServerProcess, table: str, authorization: str) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    @given(case=operation.as_strategy(), real=booleans())
    def ask(case: Any, real: bool) -> None:
        if real and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = table
        headers = {"authorization": authorization} if real and "tokens/" not in operation.path else {}
        answer = case.call(base_url=server.url, timeout=20, headers=headers)
        assert answer.status_code < 500, (operation.label, answer.status_code, answer.text)
        if answer.status_code >= 400 and operation.method.upper() != "HEAD":
            assert {"code", "reason", "rule", "number"} == set(answer.json()["error"])

    ask()


def nonsense(luck: random.Random, table: dict[str, Any]) -> str | bytes:
    """A message that is wrong in one of many ways."""
    words: list[Any] = ["hello", "decide", "undo", "undo-answer", "chat", "look", "ping", "", None, 7, [], {}]
    values = [
        None,
        -1,
        0,
        1,
        2**31,
        2**63,
        1.5,
        "0",
        "mine",
        "x" * 300,
        "\x00",
        [],
        {},
        True,
        "roll",
        table["now"]["ask"],
    ]
    kind = luck.randrange(5)
    if kind == 0:
        return bytes(luck.randrange(256) for _ in range(luck.randrange(60)))
    if kind == 1:
        return "".join(chr(luck.randrange(32, 0x3000)) for _ in range(luck.randrange(80)))
    if kind == 2:
        return orjson.dumps(luck.choice(values + words)).decode() if luck.random() < 0.9 else "[" * 5000
    message = {"type": luck.choice(words)}
    for name in ("id", "seat", "ask", "choice", "agree", "text", "language", "since", "token", "pictures"):
        if luck.random() < 0.6:
            message[name] = luck.choice(values)
    try:
        return orjson.dumps(message).decode()
    except TypeError:
        return '{"type": "decide", "ask": 1e999}'


def test_no_message_on_the_socket_breaks_anything(server: ServerProcess, ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob)
    before = look(ada, table, 0)
    luck = random.Random(8)
    token = ada.headers["authorization"][7:]
    answers = 0
    for _ in range(SOCKETS):
        with (
            contextlib.suppress(ConnectionClosed, OSError),
            connect(f"{server.socket_url}/api/tables/{table}/live") as socket,
        ):
            if luck.random() < 0.8:
                socket.send(orjson.dumps({"type": "hello", "token": luck.choice([token, "zb_x", ""])}).decode())
            for _ in range(MESSAGES):
                message = nonsense(luck, before)
                if "roll" not in str(message) and "chat" not in str(message):
                    socket.send(message)
            socket.send('{"type": "ping"}')
            socket.send('{"type": "nonsense", "id": "the last one"}')
            answer: dict[str, Any] = {}
            while answer.get("id") != "the last one":
                answer = orjson.loads(socket.recv(timeout=20))
                answers += answer["type"] in ("refused", "pong", "state")
    assert answers > SOCKETS
    after = look(ada, table, 0)
    assert after["number"] == before["number"]
    assert "internal error" not in server.log()
    assert "Traceback" not in server.log()
