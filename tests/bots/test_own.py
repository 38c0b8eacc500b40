"""Bots of one's own: in a file, as a program, behind an address; in arena, simulate and play."""

from __future__ import annotations

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

import zoobox
from zoobox.arena.entrants import parse, parse_all
from zoobox.bots.levels import UnknownLevel, check_level, player
from zoobox.bots.own import check_bot, make_bot
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.player import play_game

GAME = zoobox.game("zooloretto-dice")
FIRST = """
class MyBot:
    def __init__(self, game, seed):
        self.game = game

    def choose(self, state, seat):
        return state.choices(seat)[0]


def last(state, seat):
    return state.legal(seat)[-1]


def by_notation(state, seat):
    return state.choices(seat)[-1].notation


def illegal(state, seat):
    return 34


not_a_bot = 3
"""
PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    assert asked["protocol"] == 1 and asked["view"] and asked["game"]["game"] == "zooloretto-dice"
    print(json.dumps({"choice": asked["choices"][-1]["notation"]}), flush=True)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my_file.py"
    path.write_text(FIRST, encoding="utf-8")
    return path


def finished(bot: str) -> list[tuple[int, int]]:
    state = GAME.start(3)
    play_game(state, [make_bot(bot, GAME, seed=1), make_bot("visitor", GAME, seed=2)])
    assert state.over
    return state.past  # type: ignore[no-any-return]


def test_a_class_a_function_and_a_notation(file: Path) -> None:
    assert finished(f"{file}:MyBot") != finished(f"{file}:last") == finished(f"{file}:by_notation")


def test_a_program_and_an_address(file: Path, tmp_path: Path) -> None:
    """They are asked the same, and answer the same as the function."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    assert finished(f"run:{sys.executable} {program}") == finished(f"{file}:last")

    class Service(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(str(asked["choices"][-1]["id"]).encode())

        def log_message(self, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        assert finished(f"http://127.0.0.1:{server.server_port}/") == finished(f"{file}:last")
    finally:
        server.shutdown()
        server.server_close()


def test_what_goes_wrong_is_said(file: Path, tmp_path: Path) -> None:
    for wrong, words in [
        (f"{file}:nobody", "has no bot nobody"),
        (f"{file}:not_a_bot", "has no bot not_a_bot"),
        (f"{tmp_path}/none.py:MyBot", "cannot read"),
    ]:
        with pytest.raises(ZooboxError, match=words):
            check_bot(wrong, GAME)
    broken = tmp_path / "broken.py"
    broken.write_text("1 / 0", encoding="utf-8")
    with pytest.raises(ZooboxError, match="ZeroDivisionError"):
        check_bot(f"{broken}:MyBot", GAME)
    with pytest.raises(ZooboxError, match="illegal"):
        finished(f"{file}:illegal")
    with pytest.raises(ZooboxError, match="cannot start"):
        make_bot("run:/nonexistent/program", GAME)
    with pytest.raises(ZooboxError, match=r"ended instead of answering|Broken pipe"):
        finished(f"run:{sys.executable} -c pass")


def test_it_sees_only_what_its_seat_may_know(tmp_path: Path) -> None:
    path = tmp_path / "curious.py"
    path.write_text(
        "seen = []\ndef look(state, seat):\n    seen.append(state.snapshot()[:16])\n    return state.legal(seat)[0]\n",
        encoding="utf-8",
    )
    bot = make_bot(f"{path}:look", GAME, seed=1)
    state = GAME.start(3)
    while len(state.legal(0)) < 2:
        state.apply(state.waiting[0], state.legal(state.waiting[0])[0])
    bot.choose(state, state.waiting[0])
    module = next(
        module for name, module in sys.modules.items() if name.startswith("zoobox_own_") and "seen" in vars(module)
    )
    assert module.seen
    assert state.snapshot()[:16] not in module.seen


def test_changed_code_is_another_bot(file: Path) -> None:
    text = f"{file}:last"
    before = parse(text).key
    assert before != text
    assert parse(text).key == before
    file.write_text(FIRST + "\n# changed\n", encoding="utf-8")
    assert parse(text).key != before
    assert parse("keeper").key == "keeper"


def test_no_service_loads_code() -> None:
    """`check_level`, which the service asks, knows levels only."""
    for text in ("x.py:Bot", "run:ls", "http://127.0.0.1/"):
        with pytest.raises(UnknownLevel):
            check_level(text, GAME)
        with pytest.raises(UnknownLevel):
            player(text, GAME)


def test_arena_takes_it_beside_levels(file: Path) -> None:
    assert [str(entrant) for entrant in parse_all(f"{file}:MyBot,curator@20,keeper", GAME)] == [
        f"{file}:MyBot",
        "curator@20",
        "keeper",
    ]
