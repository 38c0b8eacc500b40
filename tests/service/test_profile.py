"""Profiles without accounts: results, ratings, streaks, export, deletion."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from sqlalchemy import select, text

from service.client import BOT, ME, OPEN, look, new_table, play_on, table_of_two
from service.processes import Postgres, ServerProcess
from zoobox.service.profile import played_games, summary_of
from zoobox.service.ratings import PEOPLE, Rating, rate_all
from zoobox.service.storage.database import open_engine
from zoobox.service.storage.schema import metadata


def row(table: str, seat: int, rank: int, person: str | None = None, level: str | None = None, **more: Any) -> Any:
    outcome = "won" if rank == 1 else "lost"
    usual = {"game": "dice", "players": 2, "name": person or "", "points": 10 - rank, "outcome": outcome, "at": 1.0}
    return {"table_id": table, "seat": seat, "rank": rank, "person": person, "level": level, **usual, **more}


def rated(rows: list[dict[str, Any]]) -> dict[Any, Rating]:
    found: dict[Any, Rating] = {}
    rate_all(found, [SimpleNamespace(**one) for one in rows])
    return found


def test_a_winner_goes_up_and_a_loser_down_among_people() -> None:
    found = rated([row("a", 0, 1, "ada"), row("a", 1, 2, "bob")])
    ada, bob = found["ada", "dice", PEOPLE], found["bob", "dice", PEOPLE]
    assert ada.mu > 25 > bob.mu
    assert ada.sigma < 25 / 3
    assert ada.as_dict()["rating"] > 1500
    assert set(found) == {("ada", "dice", PEOPLE), ("bob", "dice", PEOPLE)}


def test_each_level_of_the_bots_has_a_rating_of_its_own() -> None:
    game = [row("a", 0, 2, "ada"), row("a", 1, 1, level="curator"), row("a", 2, 3, level="keeper")]
    found = rated(game)
    assert found["ada", "dice", "curator"].mu < 25 < found["ada", "dice", "keeper"].mu
    assert ("ada", "dice", PEOPLE) not in found


def test_who_wins_half_of_the_games_against_a_level_is_as_strong_as_it() -> None:
    rows = []
    for number in range(100):
        won = number % 2 == 0
        at = float(number)
        rows += [row(f"{number:03}", 0, 1 if won else 2, "ada", at=at)]
        rows += [row(f"{number:03}", 1, 2 if won else 1, level="keeper", at=at)]
    rating = rated(rows)["ada", "dice", "keeper"]
    assert rating.games == 100
    assert 1400 < rating.as_dict()["rating"] < 1600


def test_streaks_and_tallies_by_game_level_and_opponent() -> None:
    rows = []
    for number, ranks in enumerate([(1, 2, 3), (1, 3, 2), (2, 1, 3), (1, 2, 3)]):
        table = str(number)
        at = float(number)
        rows += [row(table, 0, ranks[0], "me", at=at), row(table, 1, ranks[1], "bob", at=at)]
        rows += [row(table, 2, ranks[2], level="keeper", at=at)]
    rows += [row("9", seat, seat + 1, "me", at=9.0) for seat in range(2)]  # two at one device: nobody has won
    rows.sort(key=lambda one: -one["at"])
    summary = summary_of(played_games(rows, "me"))
    assert summary.games["dice"].as_dict() == {"games": 4, "won": 3, "shared": 0, "lost": 1}
    assert (summary.streaks["dice"].current, summary.streaks["dice"].best) == (1, 2)
    assert summary.levels["dice", "keeper"].as_dict() == {"games": 4, "won": 4, "shared": 0, "lost": 0}
    assert summary.opponents["bob"].as_dict() == {"games": 4, "won": 3, "shared": 0, "lost": 1}


def test_a_game_that_ends_is_in_the_profile_of_everybody(ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob)
    play_on((ada, bob), table)
    standings = {one["seat"]: one["rank"] for one in look(ada, table)["now"]["standings"]}
    for seat, client in enumerate((ada, bob)):
        profile = client.get("/api/me/profile").json()
        (game,) = profile["history"]
        assert (game["table"], game["rank"], len(game["opponents"])) == (table, standings[seat], 1)
        assert profile["games"][0]["rating"]["games"] == 1
        assert profile["games"][0][game["outcome"]] == 1
        assert profile["opponents"][0]["name"] == ("Bob", "Ada")[seat]
    ratings = [client.get("/api/me/profile").json()["games"][0]["rating"]["rating"] for client in (ada, bob)]
    if standings[0] != standings[1]:
        assert (ratings[0] > ratings[1]) == (standings[0] < standings[1])


def test_resigning_counts_as_lost_and_is_rated_but_a_chosen_seed_is_not(ada: httpx.Client, bob: httpx.Client) -> None:
    table = new_table(ada, (ME, BOT))
    ada.post(f"/api/tables/{table}/resign", json={"seat": 0})
    profile = ada.get("/api/me/profile").json()
    assert profile["history"][0]["outcome"] == "lost"
    assert profile["levels"][0]["level"] == "visitor"
    assert profile["levels"][0]["rating"]["rating"] < 1500
    known = table_of_two(ada, bob, seed=5)
    bob.post(f"/api/tables/{known}/resign", json={"seat": 1})
    assert ada.get("/api/me/profile").json()["games"][0]["rating"] is None
    assert ada.get("/api/me/profile").json()["games"][0]["games"] == 2


def test_a_game_ended_without_a_result_is_no_result(ada: httpx.Client) -> None:
    table = new_table(ada, (ME, ME))
    ada.post(f"/api/tables/{table}/requests", json={"seat": 0, "what": "abandon"})
    assert look(ada, table)["now"]["over"]
    assert ada.get("/api/me/profile").json()["history"] == []


def test_a_newcomer_has_no_profile(server: ServerProcess) -> None:
    nobody = server.client()
    for method, path in (("GET", "/api/me/profile"), ("GET", "/api/me/export"), ("DELETE", "/api/me")):
        assert nobody.request(method, path).status_code == 401
    assert "set-cookie" not in nobody.get("/me").headers


@pytest.mark.long
@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_everything_about_me_is_exported_and_deleted(
    tmp_path: Path, request: pytest.FixtureRequest, database: str
) -> None:
    """Afterwards neither my id nor my name is anywhere in the database, and the others' games still replay."""
    if database == "sqlite":
        url = f"sqlite:///{tmp_path / 'zoobox.db'}"
    else:
        postgres: Postgres = request.getfixturevalue("postgres")
        url = postgres.database("deleted")
    servers = [ServerProcess(url, tmp_path, bot_workers="1").start() for _ in range(1 + (database != "sqlite"))]
    server = servers[0]
    try:
        eve, bob = server.client(), servers[-1].program("Bob")
        person = eve.put("/api/me", json={"name": "Evelyn Unique"}).json()["person"]
        token = eve.post("/api/me/tokens", json={"name": "robot"}).json()["token"]
        finished = table_of_two(eve, bob)
        eve.put("/api/me", json={"name": "Eve Unique"})
        eve.post(f"/api/tables/{finished}/chat", json={"text": "my secret line", "key": "k1"})
        play_on((eve, bob), finished)
        running = table_of_two(eve, bob)
        waiting = new_table(eve, (ME, OPEN, OPEN), players=3)
        exported = eve.get("/api/me/export")
        assert "attachment" in exported.headers["content-disposition"]
        found = exported.json()
        assert {one["table"] for one in found["tables"]} == {finished, running, waiting}
        assert [line["text"] for line in found["chat"]] == ["my secret line"]
        assert [one["name"] for one in found["tokens"]] == ["robot"]
        assert len(found["results"]) == 2
        before = bob.get("/api/me/profile").json()
        look(bob, finished)  # in the memory of the other process, too

        assert eve.delete("/api/me").status_code == 204
        assert eve.get("/api/me").json()["person"] is None
        assert server.client(headers={"authorization": f"Bearer {token}"}).get("/api/me").status_code == 401
        with open_engine(server_url(url)).connect() as connection:
            for table in metadata.sorted_tables:
                rows = [dict(one) for one in connection.execute(select(table)).mappings()]
                told = json.dumps(rows, ensure_ascii=False)
                for secret in (person, "Unique", "my secret line"):
                    assert secret not in told, (table.name, secret)
        assert look(bob, running)["now"]["over"], "the game they still played is given up"
        assert look(bob, waiting)["now"]["status"] == "closed"
        state = look(bob, finished)
        assert state["chat"] == []
        assert "Unique" not in json.dumps(state)
        after = bob.get("/api/me/profile").json()
        assert after["history"][-1]["rank"] == before["history"][0]["rank"]
        assert after["opponents"][0]["name"] == ""
        for one in servers:
            one.kill()
            one.start()
        assert "Unique" not in bob.get(f"/api/tables/{finished}/record").text
        assert bob.get("/api/me/profile").json() == after
    finally:
        for one in servers:
            one.kill()


def server_url(url: str) -> str:
    return url.replace("postgresql://", "postgresql+psycopg://")


def test_results_are_there_after_a_kill_and_count_once(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'zoobox.db'}", tmp_path, bot_workers="1").start()
    try:
        ada = server.program("Ada")
        table = new_table(ada, (ME, BOT))
        ada.post(f"/api/tables/{table}/resign", json={"seat": 0})
        server.kill()
        server.start()
        assert len(ada.get("/api/me/profile").json()["history"]) == 1
        with open_engine(server.database).connect() as connection:
            assert connection.execute(text("SELECT count(*) FROM results")).scalar() == 2
    finally:
        server.kill()
