"""The static edition's worker in ordinary Python: the same routes, messages and records as the service."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import zoobox
from zoobox.web.static_edition.build import LIBRARIES

ROOT = Path(__file__).parents[2]
MODULES = ROOT / "src" / "zoobox" / "web" / "static" / "js"
STANDS_FOR_ITSELF = re.compile(r"\bfetch\(|new WebSocket\(|\blocation\.(href|pathname|search|origin|reload|assign)")


@pytest.fixture(scope="module")
def played() -> list[dict[str, Any]]:
    """One line for each game, and one about faults."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])}
    command = [sys.executable, "-m", "static_edition.worker_play", ",".join(LIBRARIES), *zoobox.names()]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=250)
    assert done.returncode == 0, done.stderr[-3000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_whole_games_are_played_and_their_records_replay(played: list[dict[str, Any]]) -> None:
    assert [one["game"] for one in played[:-1]] == list(zoobox.names())
    for one in played[:-1]:
        again = zoobox.replay(one["record"])
        assert again.state.over
        assert again.game.record(again.state, again.names, again.record.header["salt"]) == one["record"]
        assert one["uploaded"] == 201


def test_every_page_is_made_without_a_server(played: list[dict[str, Any]]) -> None:
    for one in played[:-1]:
        assert one["statuses"].pop("/nowhere") == 404
        assert set(one["statuses"].values()) <= {200, 204}, one["statuses"]


def test_faults_lose_nothing(played: list[dict[str, Any]]) -> None:
    assert played[-1] == {
        "refused": [503, "store"],
        "accepted": [200, True],
        "broken": 404,
        "damaged": [True],
        "lobby": 200,
        "other": 200,
        "records": 1,
        "german": "/rules",
        "lang": True,
        "bad": 400,
    }


@pytest.mark.parametrize("module", sorted(path.name for path in MODULES.glob("*.js")))
def test_browser_modules_leave_addresses_to_the_edition(module: str) -> None:
    """Requests, sockets and addresses go through host.js, which the static edition replaces."""
    if module != "host.js":
        lines = (MODULES / module).read_text().splitlines()
        assert not [line for line in lines if STANDS_FOR_ITSELF.search(line)]
        alone = re.compile(r'(?:src|href): [`"]/|setAttribute\("(?:src|href)", [`"]/')
        assert not [line for line in lines if alone.search(line)]


def test_both_editions_offer_the_same_to_browser_modules() -> None:
    ours = ROOT / "src" / "zoobox" / "web" / "static_edition" / "client" / "host.js"
    exported = re.compile(r"^export (?:const|(?:async )?function) (\w+)", re.MULTILINE)
    assert sorted(exported.findall(ours.read_text())) == sorted(exported.findall((MODULES / "host.js").read_text()))
