"""Around the decisions: seats, taking back, clocks, bots, hints, rematch, records, fair luck."""

from __future__ import annotations

import asyncio
import hashlib
import time

import httpx
import pytest

import zoobox
from service.client import BOT, ME, OPEN, decide, error, look, new_table, play_on, table_of_two, until
from service.processes import ServerProcess
from zoobox.kernel.errors import CannotUndo
from zoobox.kernel.undo import decisions_kept
from zoobox.service.admin import Admin
from zoobox.service.bots import BotWorkers
from zoobox.service.storage import Reader
from zoobox.service.storage.database import open_engine
from zoobox.service.tables import events as kinds
from zoobox.service.tables.commands import bot_seats, can_undo_at_once
from zoobox.service.tables.events import TableEvent
from zoobox.service.tables.table import Table


def stored(server: ServerProcess, table: str) -> Table:
    """The table as the database alone knows it."""
    engine = open_engine(server.database)
    try:
        return Admin(Reader(engine)).table(table)
    finally:
        engine.dispose()


# Seats.


def test_a_taken_seat_stays_taken(ada: httpx.Client, bob: httpx.Client, server: ServerProcess) -> None:
    table = new_table(ada, (ME, OPEN, OPEN), players=3)
    taken = bob.post(f"/api/tables/{table}/seats/0", json={})
    assert (taken.status_code, error(taken)) == (409, "taken")
    assert "free: 1, 2" in taken.json()["error"]["reason"]
    assert bob.post(f"/api/tables/{table}/seats/2", json={}).status_code == 200
    assert bob.post(f"/api/tables/{table}/seats/2", json={}).status_code == 200  # again, harmless
    assert error(bob.post(f"/api/tables/{table}/seats/5", json={})) == "no-seat"


def test_one_person_may_hold_several_seats(ada: httpx.Client) -> None:
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Her brother"}]
    table = new_table(ada, seats)
    assert [seat["name"] for seat in look(ada, table)["now"]["seats"]] == ["Ada", "Her brother"]
    asked = set()
    for _ in range(30):
        now = look(ada, table, "mine")["now"]
        assert now["yours"] == [0, 1]
        assert now["waiting"] == [now["seat"]]
        asked.add(now["seat"])
        assert decide(ada, table, now["seat"], now["ask"], now["choices"][-1]["id"]).status_code == 200
    assert asked == {0, 1}


def test_who_has_no_name_is_called_by_the_seat(server: ServerProcess) -> None:
    somebody = server.client()
    table = new_table(somebody, (ME, BOT))
    decide(somebody, table, 0, look(somebody, table, 0)["now"]["ask"], "roll")
    assert look(somebody, table)["log"][0]["text"].startswith("Zoo 1 rolls ")
    assert look(somebody, table, language="de")["log"][0]["text"].startswith("Zoo 1 wirft ")


def test_only_the_owner_fills_open_seats_with_bots(ada: httpx.Client, bob: httpx.Client) -> None:
    table = new_table(ada, (ME, OPEN))
    assert error(bob.put(f"/api/tables/{table}/seats/1/bot", json={"level": "visitor"})) == "foreign"
    assert ada.put(f"/api/tables/{table}/seats/1/bot", json={"level": "visitor"}).status_code == 200
    assert look(ada, table, 0)["now"]["status"] == "running"
    assert error(ada.delete(f"/api/tables/{table}/seats/1/bot")) == "foreign"


def test_a_seat_is_handed_to_a_bot_and_taken_back(ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob)
    assert ada.put(f"/api/tables/{table}/seats/0/bot", json={"level": "visitor"}).status_code == 200
    now = until(lambda: (now := look(ada, table, 0)["now"]) and now["waiting"] == [1] and now)
    assert now["seats"][0]["bot_in"] == "visitor"
    assert now["moment"] > 0
    assert ada.delete(f"/api/tables/{table}/seats/0/bot").status_code == 200
    assert look(ada, table, 0)["now"]["seats"][0]["bot_in"] is None


def test_a_bot_goes_on_for_who_leaves(ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob)
    assert bob.delete(f"/api/tables/{table}/seats/1").status_code == 200
    seats = look(ada, table, 0)["now"]["seats"]
    assert seats[1]["kind"] == "bot"
    assert error(decide(bob, table, 1, 1, "roll")) == "foreign"


def test_a_rematch_moves_the_seats_on(ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob)
    assert error(ada.post(f"/api/tables/{table}/rematch")) == "not-running"
    play_on([ada, bob], table)
    again = ada.post(f"/api/tables/{table}/rematch").json()["table"]
    assert bob.post(f"/api/tables/{table}/rematch").json()["table"] == again
    state = look(bob, again, 0)
    assert [seat["name"] for seat in state["now"]["seats"]] == ["Bob", "Ada"]
    assert state["previous"] == table
    assert look(ada, table)["rematch"] == again


def test_the_lobby_shows_public_tables_only(ada: httpx.Client) -> None:
    shown = new_table(ada, (ME, OPEN), visibility="public")
    hidden = new_table(ada, (ME, OPEN))
    listed = [row["table"] for row in ada.get("/api/tables?status=open").json()["tables"]]
    assert shown in listed
    assert hidden not in listed
    assert {shown, hidden} <= {row["table"] for row in ada.get("/api/me/tables").json()["tables"]}


# Taking back.


def test_taking_back_at_once(ada: httpx.Client, bob: httpx.Client, server: ServerProcess) -> None:
    table = table_of_two(ada, bob)
    ask = look(ada, table, 0)["now"]["ask"]
    decide(ada, table, 0, ask, "roll")
    assert look(ada, table, 0)["now"]["undo"]["possible"] is False  # dice were rolled
    now = look(ada, table, 0)["now"]
    decide(ada, table, 0, now["ask"], now["choices"][0]["id"])
    after = look(ada, table, 0)["now"]
    assert after["undo"]["possible"] is True
    assert look(bob, table, 1)["now"]["undo"]["possible"] is False
    answer = ada.post(f"/api/tables/{table}/undo", json={"seat": 0}).json()
    assert (answer["done"], answer["moment"]) == (True, 1)
    again = look(ada, table, 0)["now"]
    assert again["choices"] == now["choices"]
    assert again["view"] == now["view"]
    assert again["ask"] > after["ask"]
    late = decide(ada, table, 0, now["ask"], now["choices"][0]["id"])
    assert late.json()["repeated"] is True  # the old request, delivered twice, does not play it again
    assert look(ada, table, 0)["now"]["moment"] == 1


def test_a_secret_bid_is_changed_while_others_still_decide(ada: httpx.Client, bob: httpx.Client) -> None:
    """Two have bid and one has not: the first bid comes back at once, the second stands, and nobody is asked."""
    table = new_table(ada, (ME, OPEN, OPEN), game="o-zoo-le-mio", players=3)
    assert bob.post(f"/api/tables/{table}/seats/1", json={}).status_code == 200
    assert bob.post(f"/api/tables/{table}/seats/2", json={}).status_code == 200
    for client, seat, bid in ((ada, 0, "bid 3"), (bob, 1, "bid 1")):
        decide(client, table, seat, look(client, table, seat)["now"]["ask"], bid)
    assert look(ada, table, 0)["now"]["undo"]["possible"] is True
    answer = ada.post(f"/api/tables/{table}/undo", json={"seat": 0}).json()
    assert (answer["done"], answer["moment"]) == (True, 1)
    assert look(bob, table, 1)["now"]["view"]["bid"] == 1
    assert look(ada, table, 0)["now"]["view"]["bid"] is None
    assert look(ada, table, 0)["now"]["waiting"] == [0, 2]
    decide(ada, table, 0, look(ada, table, 0)["now"]["ask"], "bid 5")
    decide(bob, table, 2, look(bob, table, 2)["now"]["ask"], "bid 0")
    now = look(ada, table, 0)["now"]
    assert now["view"]["last"]["bids"] == [5, 1, 0]
    assert now["undo"]["possible"] is False


def test_what_was_built_comes_back_while_others_still_build(ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob, game="night-at-the-zoo")
    clients = (ada, bob)
    while len(waiting := look(ada, table, 0)["now"]["waiting"]) == 1:
        now = look(clients[waiting[0]], table, waiting[0])["now"]
        decide(clients[waiting[0]], table, waiting[0], now["ask"], now["choices"][0]["id"])
    for seat, client in enumerate(clients):
        decide(client, table, seat, look(client, table, seat)["now"]["ask"], "store drafted")
    assert look(ada, table, 0)["now"]["undo"]["possible"] is True
    assert ada.post(f"/api/tables/{table}/undo", json={"seat": 0}).json()["done"] is True
    notations = [choice["notation"] for choice in look(ada, table, 0)["now"]["choices"]]
    assert "store drafted" in notations
    assert "place warehouse1" in [choice["notation"] for choice in look(bob, table, 1)["now"]["choices"]]


def test_a_game_is_played_on_with_luck_that_nobody_can_predict(ada: httpx.Client) -> None:
    """It goes on from the position with a secret seed of its own, is promised, and its record can be checked."""
    table = new_table(ada, (ME, BOT), seed=4)
    play_on([ada], table)
    on = ada.post(f"/api/tables/{table}/moments/20/play", json={"seat": 0}).json()["table"]
    begun = look(ada, on, 0)
    assert begun["luck"]["kind"] == "keyed"
    assert begun["luck"]["commitment"]
    assert begun["luck"]["given"] is False
    assert begun["luck"]["seed"] is None
    play_on([ada], on)
    record = ada.get(f"/api/tables/{on}/record").text
    assert "luck: keyed" in record
    assert "position: " in record
    replay = zoobox.replay(record)
    assert replay.state.over
    assert (
        hashlib.sha256(f"{replay.record.header['seed']}:{replay.record.header['salt']}".encode()).hexdigest()
        == (begun["luck"]["commitment"])
    )


def test_taking_back_by_consent(ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob)
    decide(ada, table, 0, look(ada, table, 0)["now"]["ask"], "roll")
    assert look(ada, table, 0)["now"]["undo"] == {"seat": 0, "possible": False, "by_consent": True, "asked": None}
    assert ada.post(f"/api/tables/{table}/undo", json={"seat": 0}).json()["done"] is False
    asked = look(bob, table, 1)["now"]["undo"]["asked"]
    assert asked == {"seat": 0, "moment": 0, "agreed": [0], "missing": [1]}
    assert bob.post(f"/api/tables/{table}/undo/answer", json={"seat": 1, "agree": False}).json()["done"] is False
    assert look(ada, table, 0)["now"]["undo"]["asked"] is None
    ada.post(f"/api/tables/{table}/undo", json={"seat": 0})
    assert bob.post(f"/api/tables/{table}/undo/answer", json={"seat": 1, "agree": True}).json()["done"] is True
    assert look(ada, table, 0)["now"]["moment"] == 0
    assert error(bob.post(f"/api/tables/{table}/undo", json={"seat": 1})) == "cannot-undo"


def test_against_bots_luck_that_was_seen_stays(ada: httpx.Client) -> None:
    table = new_table(ada, (ME, BOT))
    play_on([ada], table, 1)
    now = until(lambda: (now := look(ada, table, 0)["now"]) and now["ask"] is not None and now)
    assert now["undo"] == {"seat": 0, "possible": False, "by_consent": False, "asked": None}
    assert error(ada.post(f"/api/tables/{table}/undo", json={"seat": 0})) == "cannot-undo"
    play_on([ada], table, 1)
    now = until(lambda: (now := look(ada, table, 0)["now"]) and now["ask"] is not None and now)
    assert now["undo"]["possible"] is True
    assert ada.post(f"/api/tables/{table}/undo", json={"seat": 0}).json()["done"] is True
    assert look(ada, table, 0)["now"]["moment"] == 1


def test_what_is_shown_as_possible_is_what_the_kernel_allows(server: ServerProcess, ada: httpx.Client) -> None:
    for seats in ((ME, ME), (ME, BOT)):
        table_id = new_table(ada, seats)
        play_on([ada, ada][: seats.count(ME)], table_id, 25, seed=5)
        table = stored(server, table_id)
        assert table.state is not None
        again = Table(table.setup)
        for event in table.events:
            again.apply(event)
            if event.kind != kinds.PLAY or again.state is None or again.state.over:
                continue
            for seat in range(2):
                if again.seats[seat].kind == "bot":
                    continue
                try:
                    decisions_kept(again.game, again.state, seat, bot_seats(again))
                    allowed = True
                except CannotUndo:
                    allowed = False
                assert can_undo_at_once(again, seat) is allowed


# Clocks.


def test_when_time_is_out_a_bot_sits_in_until_the_person_returns(ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob, clock={"kind": "decision", "seconds": 1, "policy": "sit-in"})
    clocks = look(ada, table, 0)["now"]["clocks"]
    assert clocks[0]["running"] is True
    assert clocks[1] == {"seat": 1, "left": 1.0, "running": False}
    now = until(lambda: (now := look(ada, table, 0)["now"]) and now["seats"][0]["bot_in"] and now)
    until(lambda: look(ada, table, 0)["now"]["moment"] > 0)
    assert ada.delete(f"/api/tables/{table}/seats/0/bot").status_code == 200
    assert look(ada, table, 0)["now"]["seats"][0]["bot_in"] is None
    assert now["number"] < look(ada, table, 0)["number"]


def test_a_game_clock_counts_down_and_adds(server: ServerProcess, ada: httpx.Client, bob: httpx.Client) -> None:
    table_id = table_of_two(ada, bob, clock={"kind": "game", "seconds": 100, "increment": 5})
    time.sleep(0.1)
    play_on([ada, bob], table_id, 1)
    clocks = look(ada, table_id, 0)["now"]["clocks"]
    assert 90 < clocks[0]["left"] < 104.95
    table = stored(server, table_id)
    assert table.clocks is not None
    last = table.events[-1]
    table.apply(TableEvent(last.number + 1, kinds.CHAT, 0, None, None, last.at + 50, {"name": "", "text": "slow"}))
    assert 40 < table.clocks[0].left_at(last.at + 50) < 55
    assert table.next_timeout() is not None


# Bots.


def test_a_bot_whose_process_dies_decides_all_the_same() -> None:
    state = zoobox.game("zooloretto-dice", players=2).start(seed=3)
    state.play(0, "roll")

    async def scene() -> tuple[int, int]:
        bot_workers = BotWorkers(1)
        thought = asyncio.create_task(bot_workers.choose(state, 0, "keeper", ("", "")))
        while not bot_workers.running:
            await asyncio.sleep(0.01)
        next(iter(bot_workers.running)).kill()
        choice = await thought
        await bot_workers.stop()
        return choice, bot_workers.replaced

    choice, replaced = asyncio.run(scene())
    assert choice in state.legal(0)
    assert replaced == 1


def test_hints_where_the_table_allows_them(ada: httpx.Client, bob: httpx.Client) -> None:
    table = new_table(ada, (ME, BOT))
    now = look(ada, table, 0)["now"]
    assert now["hint"] is True
    hint = ada.get(f"/api/tables/{table}/hint?seat=0&language=de").json()
    assert hint["ask"] == now["ask"]
    assert hint["choice"] in [choice["id"] for choice in now["choices"]]
    assert hint["reason"]
    without = new_table(ada, (ME, BOT), hints=False)
    assert error(ada.get(f"/api/tables/{without}/hint?seat=0")) == "no-hints"


# Records and luck.


def test_the_luck_can_be_checked(ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob)
    luck = look(ada, table, 0)["luck"]
    assert (luck["seed"], luck["salt"], luck["given"]) == (None, None, False)
    hidden = ada.get(f"/api/tables/{table}/record")
    assert (hidden.status_code, error(hidden)) == (403, "hidden")
    play_on([ada, bob], table)
    shown = look(ada, table, 0)["luck"]
    assert hashlib.sha256(f"{shown['seed']}:{shown['salt']}".encode()).hexdigest() == luck["commitment"]
    text = ada.get(f"/api/tables/{table}/record").text
    assert zoobox.replay(text).notes == [f"the seed matches the commitment {luck['commitment']}"]
    with pytest.raises(zoobox.BadRecord, match="does not match the commitment"):
        zoobox.replay(text.replace(f"salt: {shown['salt']}", "salt: 00"))


def test_a_given_seed_is_shown_as_such_and_gives_the_same_game(ada: httpx.Client) -> None:
    views = []
    for _ in range(2):
        table = new_table(ada, (ME, ME), seed=7)
        assert look(ada, table)["luck"]["given"] is True
        play_on([ada, ada], table, 20, seed=3)
        views.append(look(ada, table, 0)["now"]["view"])
    assert views[0] == views[1]


def test_any_moment_can_be_looked_at_again(ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob)
    seen = []
    for _ in range(15):
        now = look(ada, table, 0)["now"]
        seen.append(now["view"])
        play_on([ada, bob], table, 1, seed=len(seen))
    for moment, view in enumerate(seen):
        past = ada.get(f"/api/tables/{table}/moments/{moment}?seat=0").json()
        assert past["now"]["view"] == view
        assert all(line["moment"] <= moment for line in past["log"])
    assert error(ada.get(f"/api/tables/{table}/moments/99")) == "no-moment"
    assert ada.get(f"/api/tables/{table}/picture?seat=0&moment=3").text.startswith("<svg")


def test_a_record_can_be_brought_along_and_watched(server: ServerProcess, ada: httpx.Client) -> None:
    game = zoobox.game("zooloretto-dice", players=3)
    state = game.start(seed=11)
    while not state.over:
        seat = state.waiting[0]
        state.apply(seat, state.legal(seat)[-1])
    text = game.record(state, ["Ann", "Ben", "Cyd"])
    answer = ada.post("/api/records", content=text, headers={"content-type": "text/plain"})
    assert answer.status_code == 201, answer.text
    table = answer.json()["table"]
    anybody = server.client()
    state_now = look(anybody, table, 2)
    assert state_now["now"]["status"] == "record"
    assert [seat["name"] for seat in state_now["now"]["seats"]] == ["Ann", "Ben", "Cyd"]
    assert anybody.get(f"/api/tables/{table}/record").text == text
    bad = ada.post(
        "/api/records", content=text.replace("1. 0 roll", "1. 0 fly"), headers={"content-type": "text/plain"}
    )
    assert (bad.status_code, error(bad)) == (400, "bad-record")
    assert "line" in bad.json()["error"]["reason"]
    assert error(decide(ada, table, 0, 1, "roll")) in ("foreign", "not-running")


def test_luck_is_keyed_too_where_a_finished_game_is_played_on(ada: httpx.Client) -> None:
    table = new_table(ada, (ME, ME))
    play_on([ada, ada], table)
    other = ada.post(f"/api/tables/{table}/moments/9/play", json={"seat": 0}).json()["table"]
    luck = look(ada, other)["luck"]
    assert (luck["kind"], luck["given"], luck["seed"]) == ("keyed", False, None)
    assert luck["commitment"]
    play_on([ada], other)
    shown = look(ada, other)["luck"]
    assert hashlib.sha256(f"{shown['seed']}:{shown['salt']}".encode()).hexdigest() == luck["commitment"]
    text = ada.get(f"/api/tables/{other}/record").text
    assert "luck: keyed" in text
    assert "position: " in text
    again = zoobox.replay(text)
    assert again.complete
    assert again.notes == [f"the seed matches the commitment {luck['commitment']}"]
