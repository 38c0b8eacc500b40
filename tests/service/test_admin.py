"""What a host and a programmer do: settings, health, metrics, admin, the example."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import text

import zoobox
from service.client import ME, look, new_table, play_on
from service.processes import ROOT, ServerProcess, free_port
from zoobox.cli import main
from zoobox.service.run import APPLICATION_VARIABLE
from zoobox.service.settings import PREFIX, BadServerSetting, Settings, read_settings
from zoobox.service.storage.database import open_engine

DAY = 60 * 60 * 24


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("club")
    server = ServerProcess(f"sqlite:///{folder / 'zoobox.db'}", folder).start()
    yield server
    server.kill()


@dataclass
class Output:
    """What a command printed, and how it ended."""

    stdout: str
    stderr: str
    code: int


def admin(server: ServerProcess, *arguments: str) -> Output:
    """`zoobox admin`, as the command line runs it."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), pytest.raises(SystemExit) as ended:
        main(["admin", *arguments, "--database", server.database])
    return Output(out.getvalue(), err.getvalue(), int(ended.value.code or 0))


def test_settings_come_from_the_environment_and_options_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("ZOOBOX_PORT", "9000")
    monkeypatch.setenv("ZOOBOX_SECURE_COOKIES", "yes")
    monkeypatch.setenv("ZOOBOX_DATABASE", "postgres://a@b/c")
    monkeypatch.setenv("ZOOBOX_LOG_LEVEL", "DEBUG")
    settings = read_settings(port=9001, host=None)
    assert (settings.port, settings.secure_cookies, settings.host) == (9001, True, "127.0.0.1")
    assert settings.database_url == "postgresql+psycopg://a@b/c"
    assert settings.log_level == "debug"
    for name, value in settings.environment().items():
        monkeypatch.setenv(name, value)
    assert read_settings() == settings


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("PORT", "x", "valid integer"),
        ("PORT", "70000", "65535"),
        ("SECURE_COOKIES", "maybe", "valid boolean"),
        ("WORKERS", "2", "PostgreSQL"),
        ("DATABASE", "mysql://ada:secret@x", "sqlite:///FILE"),
        ("LOG_LEVEL", "loud", "'debug', 'info'"),
        ("BOT_WORKERS", "0", "greater than 0"),
        ("SECRET", "zoobox", "at least 16 characters long"),
        ("DATABASE", "sqlite:///", "should be a file"),
        ("DATABASE", "sqlite:///:memory:", "what is only in memory would be lost"),
        ("DATABASE", "sqlite:///?mode=memory", "should be a file"),
    ],
)
def test_a_setting_that_cannot_be_used_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, words: str
) -> None:
    monkeypatch.setenv(f"{PREFIX}{name}", value)
    with pytest.raises(BadServerSetting) as refused:
        read_settings()
    reason = str(refused.value)
    assert words in reason
    assert name == "WORKERS" or reason.startswith(f"{PREFIX}{name} should be ")
    assert "secret" not in reason
    assert "\n" not in reason


def test_a_database_that_cannot_be_used_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(APPLICATION_VARIABLE, "")
    (tmp_path / "letter.db").write_text("Dear Ada, this is no database, however long I make it. " * 20)
    newer = open_engine(f"sqlite:///{tmp_path / 'newer.db'}")
    with newer.begin() as connection:
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"))
        connection.execute(text("INSERT INTO alembic_version VALUES ('v9999')"))
    newer.dispose()
    nobody = f"postgresql://ada:secret@127.0.0.1:{free_port()}/zoobox"
    expected = {
        f"sqlite:///{tmp_path / 'letter.db'}": "not a database",
        f"sqlite:///{tmp_path / 'newer.db'}": "newer version",
        f"sqlite:///{tmp_path / 'letter.db' / 'x.db'}": "cannot be used",
        nobody: "cannot be used",
    }
    for database, words in expected.items():
        with pytest.raises(SystemExit) as left:
            main(["serve", "--database", database, "--port", "0"])
        said = capsys.readouterr().err
        assert left.value.code == 2
        assert said.startswith("zoobox: the database")
        assert words in said
        assert said.count("\n") == 1
        assert "secret" not in said
    assert Settings().sqlite_path is not None


def test_health_and_metrics(club: ServerProcess) -> None:
    program = club.program()
    play_on([program, program], new_table(program, (ME, ME)), 3)
    health = program.get("/health").json()
    assert health["ok"] is True
    assert health["version"] == zoobox.__version__
    metrics = program.get("/metrics").text
    assert 'zoobox_requests_total{method="POST",route="/api/tables/{table}/decisions",status="200"}' in metrics
    assert "zoobox_events" in metrics


def test_liveness_readiness_metrics_and_request_ids(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'zoobox.db'}", tmp_path).start()
    try:
        client = server.client()
        assert client.get("/live").json() == {"ok": True}
        assert set(client.get("/health").json()) >= {"ok", "problem", "set_aside"}
        told = client.get("/metrics").text
        for name in (
            "zoobox_commits_waiting",
            "zoobox_bots_waiting",
            "zoobox_tables_set_aside",
            "zoobox_commit_batch_bucket",
            "zoobox_bot_wait_seconds_bucket",
            "zoobox_sweep_age_seconds",
        ):
            assert name in told
        mine = client.get("/api/games", headers={"x-request-id": "from-the-proxy-17"})
        assert mine.headers["x-request-id"] == "from-the-proxy-17"
        odd = client.get("/api/games", headers={"x-request-id": "no such\tthing"}).headers["x-request-id"]
        assert len(odd) == 16
    finally:
        server.stop()
    lines = [json.loads(line) for line in server.log().splitlines() if line.startswith("{")]
    assert {line.get("request") for line in lines if line.get("route") == "/api/games"} == {"from-the-proxy-17", odd}


def test_the_host_lists_inspects_exports_and_prunes(club: ServerProcess) -> None:
    program = club.program("Ada")
    old, young = new_table(program, (ME, ME)), new_table(program, (ME, ME))
    play_on([program, program], old)
    play_on([program, program], young, 4)
    engine = open_engine(club.database)
    with engine.begin() as connection:
        connection.execute(
            text("UPDATE events SET at = :at WHERE table_id = :id"), {"at": time.time() - 9 * DAY, "id": old}
        )
    engine.dispose()
    listed = admin(club, "list").stdout
    assert old in listed
    assert listed.index(young) < listed.index(old)
    assert young not in admin(club, "list", "--status", "over").stdout
    assert old.isalnum()
    inspected = admin(club, "inspect", young).stdout
    assert "running" in inspected
    assert "seat 0: person 'Ada'" in inspected
    replay = zoobox.replay(admin(club, "export", old).stdout)
    assert replay.complete
    assert old in admin(club, "prune", "--days", "7").stdout
    assert look(program, old)["now"]["over"]
    assert "1 table removed" in admin(club, "prune", "--days", "7", "--yes").stdout
    listed = admin(club, "list").stdout
    assert old not in listed
    assert young in listed


def test_bad_input_to_admin_is_one_line(club: ServerProcess, tmp_path: Path) -> None:
    for answer in (
        admin(club, "inspect", "nothing"),
        admin(club, "export", "nothing"),
        admin(ServerProcess(f"sqlite:///{tmp_path / 'none.db'}", tmp_path), "list"),
        admin(ServerProcess("postgresql://nobody@127.0.0.1:1/nothing", tmp_path), "list"),
    ):
        assert answer.code == 2
        assert len(answer.stderr.strip().splitlines()) == 1, answer.stderr
    assert not (tmp_path / "none.db").exists()


def test_the_ten_line_client_plays_a_whole_game(club: ServerProcess) -> None:
    program = ROOT / "examples" / "ten_lines.py"
    output = subprocess.run([sys.executable, str(program), club.url], capture_output=True, text=True, check=True)
    assert output.stdout.startswith("seat 0: ")
    code = program.read_text().partition("import httpx\n")[2]
    assert len([line for line in code.splitlines() if line.strip()]) <= 11
