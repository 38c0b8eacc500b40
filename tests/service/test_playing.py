"""Playing through the API: tables, seats, decisions, whole games."""

from __future__ import annotations

import httpx
import orjson
import pytest
from websockets.sync.client import connect

import zoobox
from service.client import BOT, ME, OPEN, decide, error, look, new_table, play_on, table_of_two, until
from service.processes import ServerProcess


def test_a_whole_game_against_a_bot(ada: httpx.Client) -> None:
    table = new_table(ada)
    play_on([ada], table)
    state = look(ada, table, 0)
    assert state["now"]["over"]
    assert state["luck"]["seed"]
    replay = zoobox.replay(ada.get(f"/api/tables/{table}/record").text)
    assert replay.complete
    assert replay.names == ["Ada", "Visitor 2"]
    assert [standing["points"] for standing in state["now"]["standings"]] == [
        standing.points for standing in replay.state.standings
    ]


def test_bots_are_called_by_their_level_in_the_language_of_whoever_looks(ada: httpx.Client) -> None:
    table = new_table(ada)
    for language, name in (("en", "Visitor 2"), ("de", "Besucher 2")):
        answer = ada.get(f"/api/tables/{table}?seat=0&language={language}").json()["now"]
        assert answer["seats"][1]["name"] == name
        assert answer["seats"][0]["name"] == "Ada"


def test_progress_is_told_in_what_the_game_counts(ada: httpx.Client) -> None:
    table = new_table(ada, game="new-york-zoo")
    answer = ada.get(f"/api/tables/{table}?seat=0&language=de").json()["now"]["standings"]
    assert [standing["words"] for standing in answer] == ["noch 107 frei", "noch 105 frei"]
    table = new_table(ada)
    assert [standing["words"] for standing in look(ada, table, 0)["now"]["standings"]] == ["0 points"] * 2


def test_the_game_starts_when_the_last_seat_is_filled(ada: httpx.Client, bob: httpx.Client) -> None:
    table = new_table(ada, (ME, OPEN))
    now = look(ada, table, 0)["now"]
    assert (now["status"], now["ask"], now["view"]) == ("open", None, None)
    answer = bob.post(f"/api/tables/{table}/seats/1", json={"name": "Bob\x00 the\nsecond"})
    assert answer.status_code == 200
    now = look(ada, table, 0)["now"]
    assert now["status"] == "running"
    assert now["seats"][1]["name"] == "Bob the second"
    assert now["ask"] == now["number"]
    assert [choice["notation"] for choice in now["choices"]] == ["roll"]


def test_the_log_tells_what_a_page_decided_by_itself(ada: httpx.Client) -> None:
    """Only where there was one choice: who had several has decided, whatever the request says."""
    table = new_table(ada)
    for choices, told in ((1, True), (2, False)):
        now = look(ada, table, 0)["now"]
        assert min(len(now["choices"]), 2) == choices
        answer = {"seat": 0, "ask": now["ask"], "choice": now["choices"][0]["id"], "automatic": True}
        assert ada.post(f"/api/tables/{table}/decisions", json=answer).status_code == 200
        assert look(ada, table, 0)["log"][-1]["automatic"] is told
        assert look(ada, table)["log"][-1]["automatic"] is False, "others may not know how many choices there were"


def test_an_update_brings_all_that_a_client_needs(server: ServerProcess, ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob)
    with connect(f"{server.socket_url}/api/tables/{table}/live") as socket:
        token = ada.headers["authorization"][7:]
        socket.send(
            orjson.dumps({"type": "hello", "seat": 0, "token": token, "pictures": True, "language": "de"}).decode()
        )
        state = orjson.loads(socket.recv(timeout=30))
        assert state["type"] == "state"
        assert orjson.loads(socket.recv(timeout=30))["type"] == "presence"
        now = state["now"]
        socket.send(orjson.dumps({"type": "decide", "id": 7, "seat": 0, "ask": now["ask"], "choice": "roll"}).decode())
        messages = [orjson.loads(socket.recv(timeout=30)) for _ in range(2)]
        update = next(message for message in messages if message["type"] == "update")
        done = next(message for message in messages if message["type"] == "done")
    assert done == {"type": "done", "id": 7, "result": {"number": update["number"], "moment": 1, "repeated": False}}
    assert update["number"] == state["number"] + 1
    assert update["event"]["kind"] == "play"
    assert update["log"][0]["text"].startswith("Ada wirft")
    assert update["log"][0]["rule"]
    now = update["now"]
    assert now["svg"].startswith("<svg")
    assert set(now["choices"][0]) == {
        "id", "notation", "label", "segments", "rule", "kind", "parts", "forced", "targets", "cells",
        "tile",
    }  # fmt: skip
    assert set(update["log"][0]) == {
        "moment", "seat", "text", "segments", "rule", "targets", "event", "substitute", "automatic",
    }  # fmt: skip
    assert set(now) == {
        "number", "moment", "status", "over", "seat", "yours", "seats", "thinking", "waiting", "ask", "prompt",
        "choices", "view", "svg", "picture", "standings", "clocks", "undo", "request", "rematch", "curtain", "ended",
        "hint",
    }  # fmt: skip


def test_a_socket_resumes_after_any_number(server: ServerProcess, ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob)
    since = look(ada, table)["number"]
    play_on([ada, bob], table, 12)
    with connect(f"{server.socket_url}/api/tables/{table}/live") as socket:
        socket.send(orjson.dumps({"type": "hello", "since": since}).decode())
        updates = [orjson.loads(socket.recv(timeout=30)) for _ in range(12)]
    assert [update["number"] for update in updates] == list(range(since + 1, since + 13))
    assert [update["now"] is None for update in updates] == [True] * 11 + [False]
    log = [line for update in updates for line in update["log"]]
    assert log == look(ada, table)["log"]


def test_decisions_are_refused_with_reason_and_rule(ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob)
    before = look(ada, table, 0)
    ask = before["now"]["ask"]
    foreign = decide(bob, table, 0, ask, "roll")
    assert (foreign.status_code, error(foreign)) == (403, "foreign")
    not_asked = decide(bob, table, 1, ask, "roll")
    assert (not_asked.status_code, error(not_asked)) == (409, "stale")
    old = decide(ada, table, 0, ask - 1, "roll")
    assert (old.status_code, error(old)) == (409, "stale")
    illegal = decide(ada, table, 0, ask, "take 1")
    assert (illegal.status_code, error(illegal)) == (422, "illegal")
    assert illegal.json()["error"]["rule"].startswith("zld.")
    nonsense = decide(ada, table, 0, ask, "fly")
    assert (nonsense.status_code, error(nonsense)) == (422, "illegal")
    assert look(ada, table, 0) == before


def test_the_very_same_decision_again_is_harmless(ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob)
    ask = look(ada, table, 0)["now"]["ask"]
    first = decide(ada, table, 0, ask, "roll").json()
    again = decide(ada, table, 0, ask, "roll").json()
    assert first["repeated"] is False
    assert again == {**first, "repeated": True}
    state = look(ada, table, 0)
    assert state["now"]["moment"] == 1
    choice = state["now"]["choices"][0]
    decide(ada, table, 0, state["now"]["ask"], choice["id"])
    assert decide(ada, table, 0, state["now"]["ask"], choice["notation"]).json()["repeated"] is True
    other = decide(ada, table, 0, state["now"]["ask"], state["now"]["choices"][-1]["id"])
    assert (other.status_code, error(other)) == (409, "answered")


@pytest.mark.parametrize("name", zoobox.names())
def test_every_game_is_played_to_its_end_and_replayed(ada: httpx.Client, name: str) -> None:
    players = min(zoobox.game_class(name).variants)
    table = new_table(ada, [ME] * players, game=name, players=players)
    play_on([ada] * players, table)
    state = look(ada, table, 0, pictures=True)
    assert state["now"]["over"]
    assert state["now"]["svg"].startswith("<svg")
    assert {line["rule"].partition(".")[0] for line in state["log"]} == {zoobox.game_class(name).prefix}
    replay = zoobox.replay(ada.get(f"/api/tables/{table}/record").text)
    assert replay.complete
    assert len(replay.state.past) == state["now"]["moment"]


@pytest.mark.parametrize("name", zoobox.names())
def test_bots_play_every_game(ada: httpx.Client, name: str) -> None:
    table = new_table(ada, (BOT, BOT), game=name)
    moment = until(lambda: look(ada, table, view=False)["now"]["moment"], 120)
    assert moment > 0
    until(lambda: (now := look(ada, table, view=False)["now"])["over"] or now["moment"] > 60, 120)


def test_what_players_add_to_the_luck_is_in_the_record(ada: httpx.Client, bob: httpx.Client) -> None:
    table = new_table(ada, ({"kind": "me", "contribution": "seven geese"}, OPEN))
    assert look(ada, table)["luck"]["commitment"], "the fingerprint is shown before anybody has added anything"
    assert bob.post(f"/api/tables/{table}/seats/1", json={"contribution": "a\u0000b"}).status_code in (400, 422)
    assert bob.post(f"/api/tables/{table}/seats/1", json={"contribution": "nine swans"}).status_code == 200
    luck = look(ada, table)["luck"]
    assert luck["kind"] == "keyed"
    assert luck["contributions"] == ["seven geese", "nine swans"]
    play_on([ada, bob], table)
    text = ada.get(f"/api/tables/{table}/record").text
    assert "luck: keyed" in text
    assert '["seven geese", "nine swans"]' in text
    again = zoobox.replay(text)
    assert again.complete
    shown = ada.post("/api/records", content=text, headers={"content-type": "text/plain"}).json()["table"]
    assert ada.get(f"/api/tables/{shown}/record").text.split("\n\n")[1] == text.split("\n\n")[1]
