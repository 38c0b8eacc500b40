"""What clients in tests do: set a table up, look, decide."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import httpx

GAME = "zooloretto-dice"
ME = {"kind": "me"}
OPEN = {"kind": "open"}
BOT = {"kind": "bot", "level": "visitor"}


def new_table(client: httpx.Client, seats: Sequence[dict[str, Any]] = (ME, BOT), **more: Any) -> str:
    answer = client.post("/api/tables", json={"game": GAME, "seats": list(seats), **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def table_of_two(one: httpx.Client, other: httpx.Client, **more: Any) -> str:
    """A running game between two people."""
    table = new_table(one, (ME, OPEN), **more)
    answer = other.post(f"/api/tables/{table}/seats/1", json={})
    assert answer.status_code == 200, answer.text
    return table


def look(client: httpx.Client, table: str, seat: int | str | None = None, **more: Any) -> dict[str, Any]:
    params = {**({} if seat is None else {"seat": seat}), **more}
    answer = client.get(f"/api/tables/{table}", params=params)
    assert answer.status_code == 200, answer.text
    state: dict[str, Any] = answer.json()
    return state


def decide(client: httpx.Client, table: str, seat: int, ask: int, choice: int | str) -> httpx.Response:
    return client.post(f"/api/tables/{table}/decisions", json={"seat": seat, "ask": ask, "choice": choice})


def play_on(clients: Sequence[httpx.Client], table: str, decisions: int = 10_000, seed: int = 1) -> int:
    """Random decisions for the seats of these clients, until the game is over or there were enough."""
    luck = random.Random(seed)
    made = 0
    end = time.monotonic() + 120
    while made < decisions and time.monotonic() < end:
        for seat, client in enumerate(clients):
            now = look(client, table, seat)["now"]
            while now["ask"] is not None and made < decisions:  # who decided is often asked again
                answer = decide(client, table, seat, now["ask"], luck.choice(now["choices"])["id"])
                assert answer.status_code == 200, answer.text
                made += 1
                now = look(client, table, seat)["now"]
            if now["over"]:
                return made
    return made


def error(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["code"])


def until(condition: Callable[[], Any], seconds: float = 60) -> Any:
    """Waits for something to become true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("it did not happen in time")
