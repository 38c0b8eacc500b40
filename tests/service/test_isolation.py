"""One bad row, request or upload never reaches another table."""

from __future__ import annotations

import contextlib
import io
import json
import random
import threading
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text

import zoobox
from service.client import ME, OPEN, decide, error, look, new_table, table_of_two, until
from service.processes import Postgres, ServerProcess
from zoobox.cli import main
from zoobox.service.storage.database import open_engine

JSON = {"content-type": "application/json"}
DAMAGE = {
    "a kind that nobody knows": "UPDATE events SET kind = 'dance' WHERE table_id = :id AND number = 3",
    "a decision without a choice": "UPDATE events SET choice = NULL WHERE table_id = :id AND kind = 'play'",
    "broken JSON": "UPDATE events SET detail = '{\"by' WHERE table_id = :id AND number = 2",
    "a gap": "DELETE FROM events WHERE table_id = :id AND number = 2",
    "a broken configuration": "UPDATE tables SET configuration = '[[' WHERE id = :id",
    "a game of another version": (
        "UPDATE tables SET game = 'zoo-of-the-future', "
        "configuration = replace(configuration, 'zooloretto-dice', 'zoo-of-the-future') WHERE id = :id"
    ),
    "a broken clock": "UPDATE tables SET clock = '{}' WHERE id = :id",
}


def run_admin(server: ServerProcess, *arguments: str) -> tuple[int, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.raises(SystemExit) as ended:
        main(["admin", *arguments, "--database", server.database])
    return int(ended.value.code or 0), out.getvalue() + err.getvalue()


def test_unreadable_tables_are_set_aside_and_the_others_go_on(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'zoobox.db'}", tmp_path).start()
    try:
        ada = server.program("Ada")
        tables = [new_table(ada, visibility="public") for _ in range(len(DAMAGE) + 3)]
        for table in tables:
            now = until(lambda table=table: (now := look(ada, table, 0)["now"])["ask"] and now)
            assert decide(ada, table, 0, now["ask"], now["choices"][0]["id"]).status_code == 200
        server.kill()
        engine = open_engine(server.database)
        with engine.begin() as connection:
            for table, statement in zip(tables, DAMAGE.values(), strict=False):
                connection.execute(text(statement), {"id": table})
            connection.execute(text("UPDATE tables SET due = 0"))
        engine.dispose()
        server.start()

        for table in tables[len(DAMAGE) :]:  # bots go on where nothing is wrong
            before = look(ada, table, 0)["now"]["moment"]
            for _ in range(3):
                now = until(lambda table=table: (now := look(ada, table, 0)["now"])["ask"] and now)
                assert decide(ada, table, 0, now["ask"], now["choices"][0]["id"]).status_code == 200
            assert until(lambda table=table, before=before: look(ada, table, 0)["now"]["moment"] > before + 3)
        assert until(lambda: ada.get("/health").json()["set_aside"] == len(DAMAGE))
        assert f"zoobox_tables_set_aside {len(DAMAGE)}.0" in ada.get("/metrics").text
        assert ada.get("/health").status_code == 200

        listed = {row["table"] for row in ada.get("/api/tables").json()["tables"]}
        assert listed == set(tables), "one bad row must not spoil a list"
        assert len(ada.get("/api/me/tables").json()["tables"]) == len(tables)
        assert ada.get("/").status_code == 200
        code, told = run_admin(server, "list")
        assert code == 0
        assert all(table in told for table in tables)
        for table, what in zip(tables, DAMAGE, strict=False):
            answer = ada.get(f"/api/tables/{table}")
            assert (answer.status_code, error(answer)) == (409, "set-aside"), what
            reason = answer.json()["error"]["reason"]
            assert f"zoobox admin export {table} --raw" in reason
            assert "cannot be" in reason
            code, told = run_admin(server, "inspect", table)
            assert code == 0, told
            assert "set aside" in told
            assert "Traceback" not in told
            code, told = run_admin(server, "export", table)
            assert code == 2
            assert "--raw" in told
            code, told = run_admin(server, "export", table, "--raw")
            assert code == 0
            assert json.loads(told)["table"]["id"] == table
        assert "event 3" in ada.get(f"/api/tables/{tables[0]}").json()["error"]["reason"]
        assert "event 2" in ada.get(f"/api/tables/{tables[2]}").json()["error"]["reason"]
    finally:
        server.kill()


def test_one_bad_upload_fails_alone(postgres: Postgres, tmp_path: Path) -> None:
    """Texts that PostgreSQL cannot store are refused at the door; everybody else's writes succeed."""
    server = ServerProcess(postgres.database(f"isolation{random.randrange(10**9)}"), tmp_path).start()
    try:
        record = zoobox.game("zooloretto-dice", 2).record(zoobox.game("zooloretto-dice", 2).start(7), salt="5a17")
        guilty: list[int] = []
        cleaned: list[int] = []
        innocent: list[int] = []
        stop = threading.Event()

        def attack() -> None:
            client = server.program("Mallory")
            mine = new_table(client, (ME, OPEN))
            while not stop.is_set():
                nul = record.replace("salt: 5a17", "salt: 5a\0017".replace("\1", "\0"))
                answers = [
                    client.post("/api/records", content=nul, headers={"content-type": "text/plain"}),
                    client.get("/api/tables/abc%00def"),
                    client.get("/api/tables?game=a%00b"),
                    client.post(f"/api/tables/{mine}/chat", json={"text": "hello", "key": "a\0b"}),
                    client.put("/api/me", content=b'{"name": "half \\ud800"}', headers=JSON),
                    client.post("/api/recover", content=b'{"token": "half \\ud800"}', headers=JSON),
                ]
                guilty.extend(answer.status_code for answer in answers)
                cleaned.append(client.put("/api/me", json={"name": "x\0"}).status_code)

        def chat(number: int) -> None:
            client = server.program(f"Ada {number}")
            client.headers["x-forwarded-for"] = f"10.0.0.{number}"
            table = new_table(client, (ME, OPEN))
            for line in range(5):
                innocent.append(client.post(f"/api/tables/{table}/chat", json={"text": f"line {line}"}).status_code)

        attackers = [threading.Thread(target=attack) for _ in range(3)]
        honest = [threading.Thread(target=chat, args=(number,)) for number in range(8)]
        for thread in [*attackers, *honest]:
            thread.start()
        for thread in honest:
            thread.join()
        stop.set()
        for thread in attackers:
            thread.join()
        assert innocent == [200] * 40
        assert set(guilty) == {400}, f"{sorted(set(guilty))}"
        assert set(cleaned) == {200}
    finally:
        server.kill()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_batch_that_fails_is_written_one_by_one(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Whatever slips through the door: only the job that cannot be written fails."""
    import asyncio

    from zoobox.service.storage import Reader, Unwritable, WriteJob, Writer
    from zoobox.service.storage.database import migrate
    from zoobox.service.storage.schema import ADD_PERSON

    if kind == "sqlite":
        url = f"sqlite:///{tmp_path / 'zoobox.db'}"
    else:
        database = request.getfixturevalue("postgres").database(f"batch{random.randrange(10**9)}")
        url = database.replace("postgresql://", "postgresql+psycopg://")
    engine = open_engine(url)
    migrate(engine)

    def person(number: int) -> WriteJob:
        name = "half \ud800" if number == 13 else f"person {number}"
        row = {"id": f"p{number}", "name": name, "language": "en", "recovery": None, "created": 0.0}
        return WriteJob([(ADD_PERSON, [row])])

    async def write() -> list[object]:
        writer = Writer(engine)
        outcomes = await asyncio.gather(*(writer.write(person(n)) for n in range(40)), return_exceptions=True)
        await asyncio.to_thread(writer.stop)
        return outcomes

    outcomes = asyncio.run(write())
    assert isinstance(outcomes[13], Unwritable)
    assert [outcome for number, outcome in enumerate(outcomes) if number != 13] == [None] * 39
    reader = Reader(engine)
    assert [reader.person(f"p{number}") is not None for number in range(40)] == [n != 13 for n in range(40)]
    engine.dispose()


def test_what_is_no_text_is_refused_in_words(server: ServerProcess, ada: httpx.Client, bob: httpx.Client) -> None:
    table = table_of_two(ada, bob)
    wide = json.dumps({"text": "hello"}).encode("utf-16")
    headers = {"content-type": "application/json"}
    answer = ada.post(f"/api/tables/{table}/chat", content=wide, headers=headers)
    assert answer.status_code == 400
    assert "UTF-8" in answer.json()["error"]["reason"]
    answer = server.client().get("/api/me", headers={"cookie": 'zoobox_person="a\\000b"'})
    assert answer.status_code == 400
    assert "control characters" in answer.json()["error"]["reason"]
    answer = server.client().get("/api/me", headers={"cookie": "zoobox_person=a\x01b"})
    assert answer.status_code == 400
