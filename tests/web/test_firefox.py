"""A whole game of each kind in the system's Firefox, at the server's table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import zoobox
from service.processes import ServerProcess
from static_edition.firefox import Firefox

pytestmark = pytest.mark.long
PLAY = (Path(__file__).parent / "play.js").read_text().split("\n\n", 1)[1].rstrip()
SET_UP = """async ({game}) => {
    localStorage.setItem("zoobox.guard", "off");
    localStorage.setItem("zoobox.pace", "instant");
    const seats = [{kind: "me"}, {kind: "bot", level: "visitor"}];
    const answer = await fetch("/api/tables", {
        method: "POST", headers: {"Content-Type": "application/json"},
        body: JSON.stringify({game, name: "Ada", seats, seed: 5}),
    });
    return (await answer.json()).table;
}"""


@pytest.fixture(scope="module")
def firefox() -> Iterator[Firefox]:
    running = Firefox()
    yield running
    running.close()


@pytest.mark.parametrize("game", zoobox.names())
def test_a_whole_game_in_firefox(firefox: Firefox, server: ServerProcess, game: str) -> None:
    firefox.complaints.clear()
    firefox.go(f"{server.url}/about")
    table = firefox.evaluate(SET_UP, {"game": game})
    firefox.go(f"{server.url}/tables/{table}")
    played = firefox.evaluate(PLAY)
    assert played["decided"] > 10
    assert played["lines"] > played["decided"]
    assert played["broken"] == []
    assert firefox.complaints == []
