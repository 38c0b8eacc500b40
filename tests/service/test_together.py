"""People at one table: clock policies, absent people, requests, rematch, one device for several, names, chat."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

import zoobox
from service.client import BOT, ME, OPEN, decide, error, look, new_table, play_on, table_of_two, until
from service.processes import Postgres, ServerProcess
from zoobox.drawing.palette import SEATS

NIGHT = "night-at-the-zoo"


@contextmanager
def at_table(server: ServerProcess, client: httpx.Client, table: str) -> Iterator[ClientConnection]:
    """Sits at the table as a browser does, with a socket."""
    headers = {name: client.headers[name] for name in ("authorization",) if name in client.headers}
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    with connect(
        f"{server.socket_url}/api/tables/{table}/live", additional_headers={**headers, "cookie": cookies}
    ) as socket:
        socket.send(json.dumps({"type": "hello", "seat": "mine", "pictures": True}))
        heard(socket, "state")
        until(lambda: any(seat["you"] and seat["present"] for seat in look(client, table, "mine")["now"]["seats"]))
        yield socket


def heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a type, or of an event of that kind."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=20))
        if message["type"] == kind or (message.get("event") or {}).get("kind") == kind:
            return message


def seats_of(client: httpx.Client, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = look(client, table)["now"]["seats"]
    return found


# Clocks.


def test_when_time_is_out_a_bot_makes_one_decision_and_the_clock_goes_on(ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob, clock={"kind": "decision", "seconds": 1})
    assert look(ada, table)["clock"]["policy"] == "decide"
    state = until(lambda: (state := look(ada, table, 0)) and state["now"]["moment"] == 1 and state)
    assert [line["substitute"] for line in state["log"]] == [True] * len(state["log"])
    assert state["now"]["seats"][0]["bot_in"] is None
    asked = state["now"]["ask"]
    assert asked is not None
    assert state["now"]["clocks"][0]["running"] is True
    assert decide(ada, table, 0, asked, state["now"]["choices"][0]["id"]).status_code == 200
    assert look(ada, table, 0)["log"][-1]["substitute"] is False


def test_a_reserve_that_is_used_up_leaves_a_few_seconds_for_each_decision(ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob, clock={"kind": "game", "seconds": 1, "increment": 8})
    now = until(lambda: (now := look(ada, table, 0)["now"]) and now["moment"] == 1 and now)
    assert 7 < now["clocks"][0]["left"] <= 8


def test_when_time_is_out_the_game_can_be_lost(ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob, clock={"kind": "decision", "seconds": 1, "policy": "lose"})
    now = until(lambda: (now := look(bob, table, 1)["now"]) and now["over"] and now)
    assert now["ended"] == {"how": "time", "lost": [{"seat": 0, "name": "Ada", "why": "time"}]}
    assert {one["seat"]: one["rank"] for one in now["standings"]} == {1: 1, 0: 2}
    assert (now["waiting"], now["choices"], now["ask"]) == ([], [], None)
    assert ada.get(f"/api/tables/{table}/record").status_code == 200


def test_whoever_loses_among_three_is_last_and_a_bot_goes_on(server: ServerProcess) -> None:
    ada, bob, eve = (server.program(name) for name in ("Ada", "Bob", "Eve"))
    table = new_table(ada, (ME, OPEN, OPEN), players=3)
    bob.post(f"/api/tables/{table}/seats/1", json={})
    eve.post(f"/api/tables/{table}/seats/2", json={})
    assert bob.post(f"/api/tables/{table}/resign", json={"seat": 1}).status_code == 200
    now = look(ada, table, 0)["now"]
    assert now["status"] == "running"
    assert now["seats"][1]["kind"] == "bot"
    assert error(bob.post(f"/api/tables/{table}/resign", json={"seat": 1})) == "foreign"
    eve.post(f"/api/tables/{table}/resign", json={"seat": 2})
    now = look(ada, table, 0)["now"]
    assert now["over"]
    assert {one["seat"]: one["rank"] for one in now["standings"]} == {0: 1, 2: 2, 1: 3}


# Absent people.


def test_somebody_who_is_away_is_replaced_if_the_others_agree(server: ServerProcess) -> None:
    ada, bob, eve = (server.program(name) for name in ("Ada", "Bob", "Eve"))
    table = new_table(ada, (ME, OPEN, OPEN), players=3)
    for seat, person in ((1, bob), (2, eve)):
        person.post(f"/api/tables/{table}/seats/{seat}", json={})
    ask = {"seat": 0, "what": "replace", "about": 1}
    with at_table(server, bob, table):
        assert error(ada.post(f"/api/tables/{table}/requests", json=ask)) == "present"
    until(lambda: seats_of(ada, table)[1]["away"] is not None)
    assert error(bob.post(f"/api/tables/{table}/requests", json=ask)) == "foreign"
    assert ada.post(f"/api/tables/{table}/requests", json=ask).json()["done"] is False
    request = look(eve, table, 2)["now"]["request"]
    assert (request["what"], request["about"], request["missing"]) == ("replace", 1, [2])
    assert error(bob.post(f"/api/tables/{table}/requests/answer", json={"seat": 1, "agree": True})) == "asked"
    assert eve.post(f"/api/tables/{table}/requests/answer", json={"seat": 2, "agree": True}).json()["done"] is True
    assert seats_of(ada, table)[1]["bot_reason"] == "absent"
    assert bob.delete(f"/api/tables/{table}/seats/1/bot").status_code == 200
    assert seats_of(ada, table)[1]["bot_in"] is None


def test_a_game_is_abandoned_by_all_and_has_no_result(ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob)
    ask = {"seat": 0, "what": "abandon"}
    assert ada.post(f"/api/tables/{table}/requests", json=ask).json()["done"] is False
    assert error(ada.post(f"/api/tables/{table}/requests", json=ask)) == "asked"
    refusal = bob.post(f"/api/tables/{table}/requests/answer", json={"seat": 1, "agree": False})
    assert refusal.status_code == 200
    assert look(ada, table)["now"]["request"] is None
    ada.post(f"/api/tables/{table}/requests", json=ask)
    assert bob.post(f"/api/tables/{table}/requests/answer", json={"seat": 1, "agree": True}).json()["done"] is True
    now = look(ada, table, 0)["now"]
    assert (now["over"], now["ended"]["how"]) == (True, "abandoned")


def test_who_has_been_away_for_long_is_not_waited_for(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'zoobox.db'}", tmp_path, absence_seconds="0.5").start()
    try:
        ada, bob = server.program("Ada"), server.program("Bob")
        table = table_of_two(ada, bob)
        until(lambda: time.time() - seats_of(ada, table)[1]["away"] > 0.6)
        assert ada.post(f"/api/tables/{table}/requests", json={"seat": 0, "what": "abandon"}).json()["done"] is True
    finally:
        server.kill()


def test_requests_lapse_for_everybody(ada: httpx.Client, bob: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request is over when its time is over; here the clock is asked, the server's timer is tested beside it."""
    from zoobox.service.tables import agreements
    from zoobox.service.tables import events as kinds
    from zoobox.service.tables.creation import new_setup
    from zoobox.service.tables.events import TableEvent
    from zoobox.service.tables.table import PATIENCE, Table

    setup = new_setup(zoobox.game("zooloretto-dice", players=2), "ada", 5, None, "link", True)
    detail = {"kind": "person", "name": ""}
    events = [
        TableEvent(1, kinds.SEAT, 0, None, None, 10.0, {**detail, "person": "ada"}),
        TableEvent(2, kinds.SEAT, 1, None, None, 10.0, {**detail, "person": "bob"}),
        TableEvent(3, kinds.START, None, None, None, 10.0, {}),
        TableEvent(4, kinds.ASKED, 0, None, None, 20.0, {"what": "abandon", "agreed": [0], "missing": [1]}),
    ]
    table = Table(setup, events)
    assert table.due() == 20.0 + PATIENCE["abandon"]
    assert agreements.Lapse(20.0 + PATIENCE["abandon"] - 1).drafts(table) == []
    [lapsed] = agreements.Lapse(20.0 + PATIENCE["abandon"]).drafts(table)
    table.apply(TableEvent(5, lapsed.kind, lapsed.seat, None, None, 400.0, lapsed.detail))
    assert table.request is None
    assert table.due() is None


# Rematch.


def test_a_rematch_is_asked_of_everybody_who_is_there(
    server: ServerProcess, ada: httpx.Client, bob: httpx.Client
) -> None:
    table = table_of_two(ada, bob, clock={"kind": "decision", "seconds": 900, "policy": "lose"}, hints=False)
    bob.post(f"/api/tables/{table}/resign", json={"seat": 1})
    with at_table(server, bob, table) as socket:
        assert ada.post(f"/api/tables/{table}/rematch").json() == {"table": None}
        assert heard(socket, "asked")["now"]["request"]["what"] == "rematch"
        refusal = {"seat": 1, "agree": False}
        bob.post(f"/api/tables/{table}/requests/answer", json=refusal)
        assert heard(socket, "refused")["event"]["what"] == "rematch"
        assert ada.post(f"/api/tables/{table}/rematch").json() == {"table": None}
        again = bob.post(f"/api/tables/{table}/rematch").json()["table"]
        assert heard(socket, "rematch")["event"]["table"] == again
    assert ada.post(f"/api/tables/{table}/rematch").json()["table"] == again
    new = look(ada, again, "mine")
    assert new["now"]["seat"] == 1
    assert (new["clock"], new["hints"], new["previous"]) == (look(ada, table)["clock"], False, table)


# One device for several.


def hot_seat(server: ServerProcess, **more: Any) -> tuple[httpx.Client, str]:
    device = server.client()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bob"}]
    answer = device.post("/api/tables", json={"game": NIGHT, "seats": seats, "seed": 3, **more})
    return device, answer.json()["table"]


def test_behind_the_curtain_there_is_nothing_hidden_of_anybody(server: ServerProcess) -> None:
    """Whatever the device gets while it is handed over equals what a spectator gets."""
    device, table = hot_seat(server)
    spectator = server.client()
    luck = random.Random(1)
    handed_over = 0
    for _ in range(60):
        now = look(device, table, "mine", pictures=True)["now"]
        if now["over"]:
            break
        if now["curtain"] is not None:
            handed_over += 1
            mine, theirs = (look(one, table, "mine", pictures=True) for one in (device, spectator))
            assert mine["now"]["seat"] is None
            for key in ("view", "svg", "choices", "prompt", "standings", "ask"):
                assert mine["now"][key] == theirs["now"][key], key
            assert mine["log"] == theirs["log"]
            for path in ("", "/hint", "/picture", "/moments/0"):
                for seat in (0, 1):
                    answer = device.get(f"/api/tables/{table}{path}", params={"seat": seat})
                    assert error(answer) == "hidden", path
            answer = device.post(f"/api/tables/{table}/curtain", json={"seat": now["curtain"]})
            assert answer.status_code == 200
            now = look(device, table, "mine")["now"]
        other = 1 - now["seat"]
        assert error(device.get(f"/api/tables/{table}", params={"seat": other})) == "hidden"
        assert error(decide(device, table, other, now["ask"], 0)) == "hidden"
        choice = luck.choice(now["choices"])["id"]
        assert decide(device, table, now["seat"], now["ask"], choice).status_code == 200
    assert handed_over > 5


def test_the_curtain_falls_on_the_socket_and_a_new_connection_does_not_lift_it(server: ServerProcess) -> None:
    device, table = hot_seat(server)
    with at_table(server, device, table) as socket:
        device.post(f"/api/tables/{table}/curtain", json={"seat": 0})
        state = heard(socket, "state")
        assert state["now"]["seat"] == 0
        while True:
            now = look(device, table, "mine")["now"]
            if now["curtain"] is not None:
                break
            decide(device, table, now["seat"], now["ask"], now["choices"][0]["id"])
        fallen = heard(socket, "state")
        assert (fallen["now"]["seat"], fallen["now"]["curtain"], fallen["now"]["choices"]) == (None, 1, [])
    with at_table(server, device, table):
        assert look(device, table, "mine")["now"]["curtain"] == 1


def test_colours_are_chosen_and_move_with_their_people(server: ServerProcess) -> None:
    ada = server.program("Ada")
    seats = [{**ME, "name": "Ada", "colour": 3}, BOT, {**ME, "name": "Bob", "colour": 1}]
    table = new_table(ada, seats, players=3)
    violet, red, blue = (seat["colour"] for seat in seats_of(ada, table))
    assert (violet, red, blue) == (SEATS[3], SEATS[0], SEATS[1])
    table = new_table(ada, (seats[0], seats[2]))
    ada.post(f"/api/tables/{table}/resign", json={"seat": 0})
    again = ada.post(f"/api/tables/{table}/rematch", json={}).json()["table"]
    moved = {seat["name"]: seat["colour"] for seat in seats_of(ada, again) if seat["kind"] == "person"}
    assert moved == {"Ada": violet, "Bob": blue}
    twice = [{**ME, "colour": 2}, {**ME, "colour": 2}]
    answer = ada.post("/api/tables", json={"game": "zooloretto-dice", "seats": twice})
    assert error(answer) == "malformed"


def test_a_game_without_secrets_has_no_curtain(server: ServerProcess) -> None:
    device = server.client()
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bob"}]
    table = device.post("/api/tables", json={"game": "zooloretto-dice", "seats": seats}).json()["table"]
    now = look(device, table, "mine")["now"]
    assert (now["curtain"], now["seat"]) == (None, 0)


# Names, chat, closing.


def test_a_name_changes_at_seats_already_taken(server: ServerProcess) -> None:
    ada, bob = server.client(), server.client()
    table = ada.post("/api/tables", json={"game": "zooloretto-dice", "seats": [ME, OPEN], "name": "Guest 12"}).json()[
        "table"
    ]
    bob.post(f"/api/tables/{table}/seats/1", json={"name": "Bob"})
    ada.put("/api/me", json={"name": "Ada"})
    assert [seat["name"] for seat in seats_of(bob, table)] == ["Ada", "Bob"]
    bob.put(f"/api/tables/{table}/seats/1/name", json={"name": "Robert"})
    assert seats_of(ada, table)[1]["name"] == "Robert"
    assert error(bob.put(f"/api/tables/{table}/seats/0/name", json={"name": "x"})) == "foreign"


def test_a_spectator_chats_after_giving_a_name(server: ServerProcess, ada: httpx.Client) -> None:
    table = new_table(ada, (ME, BOT))
    eve = server.client()
    assert error(eve.post(f"/api/tables/{table}/chat", json={"text": "hello"})) == "no-name"
    eve.put("/api/me", json={"name": "Eve"})
    assert eve.post(f"/api/tables/{table}/chat", json={"text": "hello"}).status_code == 200
    line = look(ada, table)["chat"][-1]
    assert (line["name"], line["text"], line["seat"]) == ("Eve", "hello", None)
    assert "person" not in line


def test_the_owner_closes_an_open_table_also_after_leaving(ada: httpx.Client, bob: httpx.Client) -> None:
    table = new_table(ada, (ME, OPEN), visibility="public")
    assert error(bob.delete(f"/api/tables/{table}")) == "foreign"
    assert ada.delete(f"/api/tables/{table}/seats/0").status_code == 200
    assert table in [one["table"] for one in bob.get("/api/tables").json()["tables"]]
    assert ada.delete(f"/api/tables/{table}").status_code == 200
    assert look(bob, table)["now"]["status"] == "closed"
    assert table not in [one["table"] for one in bob.get("/api/tables").json()["tables"]]
    assert error(bob.post(f"/api/tables/{table}/seats/1", json={})) == "not-running"
    running = table_of_two(ada, bob)
    assert error(ada.delete(f"/api/tables/{running}")) == "running"


# Nothing of this is lost.


@pytest.mark.parametrize("database", ["sqlite", pytest.param("postgres", marks=pytest.mark.long)])
def test_everything_is_there_after_a_kill(tmp_path: Path, request: pytest.FixtureRequest, database: str) -> None:
    if database == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        url = postgres.database("together")
    else:
        url = f"sqlite:///{tmp_path / 'zoobox.db'}"
    server = ServerProcess(url, tmp_path).start()
    ada, bob = server.program("Ada"), server.program("Bob")
    device, night = hot_seat(server)
    device.post(f"/api/tables/{night}/curtain", json={"seat": 0})
    asked = table_of_two(ada, bob)
    ada.post(f"/api/tables/{asked}/requests", json={"seat": 0, "what": "abandon"})
    resigned = table_of_two(ada, bob)
    ada.post(f"/api/tables/{resigned}/resign", json={"seat": 0})
    renamed = table_of_two(ada, bob)
    ada.put(f"/api/tables/{renamed}/seats/0/name", json={"name": "Ada L."})
    play_on([ada, bob], renamed, 5)

    def everything() -> list[Any]:
        found = [look(ada, table, 0) for table in (asked, resigned, renamed)] + [look(device, night, "mine")]
        for state in found:
            for seat in state["now"]["seats"]:
                seat.pop("away")
        return found

    before = everything()
    server.kill()
    server.start()
    try:
        assert everything() == before
        assert before[0]["now"]["request"]["what"] == "abandon"
        assert before[3]["now"]["seat"] == 0
    finally:
        server.kill()
