"""Backups of either kind of database, restored into either kind; checks; people who are cleared away."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

import zoobox
from service.client import GAME
from service.processes import Postgres, ServerProcess
from service.test_admin import DAY, admin
from service.test_rights import Scene, open_server
from zoobox.service.admin import Admin
from zoobox.service.storage import Reader
from zoobox.service.storage.database import open_engine
from zoobox.service.tables import commands
from zoobox.service.tables.table import Table

KINDS = ("sqlite", "postgres")


@pytest.fixture
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str], ServerProcess]:
    """An empty database of a kind; no server runs on it."""

    def make(kind: str) -> ServerProcess:
        name = f"backup{random.randrange(10**9)}"
        if kind == "sqlite":
            return ServerProcess(f"sqlite:///{tmp_path / f'{name}.db'}", tmp_path)
        postgres: Postgres = request.getfixturevalue("postgres")
        return ServerProcess(postgres.database(name), tmp_path)

    return make


def url_of(server: ServerProcess) -> str:
    return server.database.replace("postgresql://", "postgresql+psycopg://")


def fill(server: ServerProcess, tables: int = 3) -> None:
    """Some tables with decisions, chat and people."""

    async def scene() -> None:
        async with open_server(server.database) as opened:
            for number in range(tables):
                scene = await Scene.set(opened)
                await scene.play(lambda scene=scene, number=number: len(scene.live_table.table.plays) > 5 * number)
                await scene.live_table.execute(commands.Chat(scene.ada, "Ada", "Grüße 🦁"))

    asyncio.run(scene())


def everything(server: ServerProcess) -> dict[str, Table]:
    engine = open_engine(url_of(server))
    try:
        host = Admin(Reader(engine))
        return {row["id"]: host.table(row["id"]) for row in host.tables()}
    finally:
        engine.dispose()


@pytest.mark.parametrize("target", KINDS)
@pytest.mark.parametrize("source", KINDS)
def test_a_backup_is_restored_into_either_kind(
    fresh: Callable[[str], ServerProcess], tmp_path: Path, source: str, target: str
) -> None:
    old, new = fresh(source), fresh(target)
    fill(old)
    file = tmp_path / "copy.gz"
    said = admin(old, "backup", str(file))
    assert (said.code, "3 tables" in said.stdout) == (0, True), said.stderr
    assert file.stat().st_mode & 0o777 == 0o600
    said = admin(new, "restore", str(file))
    assert (said.code, "3 tables" in said.stdout) == (0, True), said.stderr
    before, after = everything(old), everything(new)
    assert {name: table.events for name, table in before.items()} == {
        name: table.events for name, table in after.items()
    }
    assert all(before[name].record() == after[name].record() for name in before)
    said = admin(new, "check")
    assert (said.code, said.stdout) == (0, "3 tables, all whole\n")
    again = admin(new, "restore", str(file))
    assert (again.code, "into an empty database" in again.stderr) == (2, True)
    with gzip.open(file, "rt") as lines:
        assert json.loads(lines.readline())["format"] == "zoobox backup 1"


def test_a_file_that_is_no_whole_backup_is_refused_and_changes_nothing(
    fresh: Callable[[str], ServerProcess], tmp_path: Path
) -> None:
    old = fresh("sqlite")
    fill(old, 1)
    whole = tmp_path / "copy.gz"
    admin(old, "backup", str(whole))
    assert "is not overwritten" in admin(old, "backup", str(whole)).stderr
    letter, cut, short, half = (tmp_path / name for name in ("letter", "cut.gz", "short.gz", "half.gz"))
    letter.write_text("Dear Ada")
    cut.write_bytes(whole.read_bytes()[:-200])
    lines = gzip.decompress(whole.read_bytes()).splitlines(keepends=True)
    short.write_bytes(gzip.compress(b"".join(lines[:-1])))
    half.write_bytes(gzip.compress(lines[0] + b'["tables", {"id": "x"}]\n{"rows": 1}\n'))
    for file in (letter, cut, short, half, tmp_path / "nothing"):
        new = fresh("sqlite")
        said = admin(new, "restore", str(file))
        assert said.code == 2, file
        assert len(said.stderr.strip().splitlines()) == 1, said.stderr
        assert everything(new) == {} if Path(new.database.removeprefix("sqlite:///")).stat().st_size else True
        assert admin(new, "restore", str(whole)).code == 0


def test_a_backup_is_not_restored_under_a_running_server(server: ServerProcess, tmp_path: Path) -> None:
    file = tmp_path / "copy.gz"
    assert admin(server, "backup", str(file)).code == 0  # while it runs
    said = admin(server, "restore", str(file))
    assert (said.code, "another server is using" in said.stderr) == (2, True)


def test_check_names_what_is_wrong(fresh: Callable[[str], ServerProcess]) -> None:
    server = fresh("sqlite")
    fill(server)
    names = sorted(everything(server))
    engine = open_engine(server.database)
    with engine.begin() as connection:
        damage = text("UPDATE events SET kind = 'dance' WHERE table_id = :id AND number = 2")
        connection.execute(damage, {"id": names[0]})
        connection.execute(text("UPDATE tables SET status = 'over' WHERE id = :id"), {"id": names[1]})
    engine.dispose()
    said = admin(server, "check")
    assert said.code == 1
    assert f"{names[0]}  " in said.stdout
    assert "event 2" in said.stdout
    assert f"{names[1]}  its row says 'over', but its events make it 'running'" in said.stdout
    assert said.stdout.endswith("3 tables, 2 with a problem\n")


@pytest.mark.parametrize("kind", KINDS)
def test_pruning_removes_people_without_tables(fresh: Callable[[str], ServerProcess], kind: str) -> None:
    server = fresh(kind)
    fill(server, 2)  # Ada, Bob and Eve twice; Eve sits nowhere
    engine = open_engine(url_of(server))
    with engine.begin() as connection:
        connection.execute(text("UPDATE people SET created = :at"), {"at": time.time() - 9 * DAY})
        first = connection.execute(text("SELECT id FROM tables ORDER BY id")).scalars().first()
        connection.execute(
            text("UPDATE events SET at = :at WHERE table_id = :id"), {"at": time.time() - 9 * DAY, "id": first}
        )
    said = admin(server, "prune", "--days", "7")
    assert "1 table would be removed" in said.stdout
    assert "2 people without tables would be removed" in said.stdout
    said = admin(server, "prune", "--days", "7", "--yes")
    assert "1 table removed" in said.stdout
    assert "4 people without tables removed" in said.stdout  # with the table, its two people have none
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM people")).scalar() == 2
        assert connection.execute(text("SELECT count(*) FROM tables")).scalar() == 1
    engine.dispose()
    assert zoobox.replay(next(iter(everything(server).values())).record()).game.name == GAME
