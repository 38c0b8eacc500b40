"""Makes the pictures of this folder: every page, and an early, middle and late position of each game, at three sizes.

Run by `make screenshots`. It starts a server of its own, lets bots play a game of each kind, goes on from some of its
moments, and looks through the system's Chromium. With names of games it makes the pictures of those games only, and of
the pages.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

import zoobox
from zoobox.bots.levels import player
from zoobox.cli.rendering import find_browser

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
SIZES = {"phone": (360, 740), "tablet": (820, 1100), "desktop": (1360, 850)}
PAGES = {
    "lobby": "/",
    "rules": "/rules/zooloretto-dice",
    "components": "/components/o-zoo-le-mio",
    "learn": "/learn/night-at-the-zoo",
    "about": "/about",
}
GAMES = ("zooloretto-dice", "new-york-zoo", "night-at-the-zoo", "o-zoo-le-mio")
MOMENTS = {"early": 0.1, "middle": 0.5, "late": 0.85}
"""How much of a game has been played."""
NAMES = ("Ada", "Bob")
LEVEL = "keeper"
SEED = 7
COLOURS = 256


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        address = f"http://127.0.0.1:{port}"
        environment = os.environ | {
            "ZOOBOX_DATABASE": f"sqlite:///{folder}/tables.db",
            "ZOOBOX_REQUESTS_PER_SECOND": "1000",
            "ZOOBOX_PEOPLE_PER_HOUR": "1000",
            "PYTHONPATH": str(ROOT / "src"),
        }
        command = [sys.executable, "-m", "zoobox", "serve", "--port", str(port), "--log-level", "error"]
        server = subprocess.Popen(command, env=environment)
        try:
            await_server(address)
            browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
            context = browser.new_context(locale="en-GB", reduced_motion="reduce")
            page = context.new_page()
            for name, path in PAGES.items():
                page.goto(address + path)
                page.wait_for_load_state("networkidle")
                shoot(page, name)
            for game in sys.argv[1:] or GAMES:
                play_and_shoot(page, address, game)
            page.emulate_media(color_scheme="dark")
            page.goto(address + "/")
            page.wait_for_load_state("networkidle")
            shoot(page, "lobby-dark", ("desktop",))
            browser.close()
        finally:
            server.terminate()
            server.wait(20)


def await_server(address: str) -> None:
    for _ in range(200):
        try:
            urllib.request.urlopen(f"{address}/health", timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("the server did not start")


def play_and_shoot(page: Page, address: str, game: str) -> None:
    """The first seat goes on from each moment, so that its choices are lit; the last decision is played again."""
    page.goto(address + "/about")
    page.evaluate("localStorage.setItem('zoobox.pace', 'instant')")
    ask(page, "PUT", "/api/me", {"name": NAMES[0]})
    replay = recorded(game)
    record = replay.game.record(replay.state, NAMES)
    table = ask(page, "POST", "/api/records", record, "text/plain")["table"]
    turns = [moment for moment in range(len(replay.state.past)) if 0 in replay.at(moment).waiting]
    for name, share in MOMENTS.items():
        moment = turns[round(share * (len(turns) - 1))]
        go_on(page, address, table, moment)
        page.wait_for_selector(".my-turn .choice, .my-turn .placing-tools, #end:not([hidden])")
        page.wait_for_timeout(700)
        shoot(page, f"{game}-{name}")
    go_on(page, address, table, turns[-1])
    play_to_the_end(page)
    page.wait_for_selector("#end .chart polyline", state="attached")
    shoot(page, f"{game}-end", ("desktop",) if game != "zooloretto-dice" else tuple(SIZES))
    if game == "new-york-zoo":
        page.goto(f"{address}/tables/{table}/replay?moment=90&seat=0")
        page.wait_for_selector("#stage-box svg.part")
        page.wait_for_timeout(500)
        shoot(page, "replay")


def recorded(name: str) -> zoobox.Replay:
    """A game that two bots have played."""
    game = zoobox.game(name, players=2)
    state = game.start(seed=SEED)
    bots = [player(LEVEL, game, seed=seat) for seat in range(2)]
    while not state.over:
        seat = state.waiting[0]
        state.apply(seat, bots[seat].choose(state, seat))
    return zoobox.replay(game.record(state))


def go_on(page: Page, address: str, table: str, moment: int) -> None:
    made = ask(page, "POST", f"/api/tables/{table}/moments/{moment}/play", {"seat": 0})
    page.goto(f"{address}/tables/{made['table']}")


def play_to_the_end(page: Page) -> None:
    table = page.url.rsplit("/", 1)[1]
    for _ in range(400):
        now = ask(page, "GET", f"/api/tables/{table}?seat=0&view=false&words=false")["now"]
        if now["over"]:
            return
        if now["ask"] is None:
            page.wait_for_timeout(60)
            continue
        choice = now["choices"][0]["id"]
        ask(page, "POST", f"/api/tables/{table}/decisions", {"seat": 0, "ask": now["ask"], "choice": choice})


def ask(page: Page, method: str, path: str, body: Any = None, kind: str = "application/json") -> Any:
    script = """async ([method, path, body, kind]) => {
        const answer = await fetch(path, {method, headers: {"Content-Type": kind}, body});
        return await answer.json();
    }"""
    text = body if body is None or isinstance(body, str) else json.dumps(body)
    return page.evaluate(script, [method, path, text, kind])


def shoot(page: Page, name: str, sizes: tuple[str, ...] = tuple(SIZES)) -> None:
    for size in sizes:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(600)
        target = HERE / f"{name}-{size}.png"
        page.screenshot(path=target)
        Image.open(target).convert("RGB").quantize(
            COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        ).save(target, optimize=True)
        print(f"{target.name:<44}{target.stat().st_size // 1024:>5} KB", flush=True)


if __name__ == "__main__":
    main()
