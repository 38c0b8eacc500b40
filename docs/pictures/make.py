"""Makes the pictures of this folder: every page, and an early, middle and late position of each game, at three sizes.

Run by `make screenshots`. It starts a server of its own, lets bots play up to each position, and looks through the
system's Chromium. With names of games it makes the pictures of those games only, and of the pages.
"""

from __future__ import annotations

import json
import os
import shutil
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
MOMENTS = {
    "zooloretto-dice": {"early": 6, "middle": 30, "late": 62},
    "new-york-zoo": {"early": 18, "middle": 110, "late": 240},
    "night-at-the-zoo": {"early": 22, "middle": 90, "late": 150},
    "o-zoo-le-mio": {"early": 9, "middle": 36, "late": 66},
}
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
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
            context = browser.new_context(locale="en-GB", reduced_motion="reduce")
            page = context.new_page()
            for name, path in PAGES.items():
                page.goto(address + path)
                page.wait_for_load_state("networkidle")
                shoot(page, name)
            for game, moments in MOMENTS.items():
                if not sys.argv[1:] or game in sys.argv[1:]:
                    play_and_shoot(page, address, game, moments)
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


def play_and_shoot(page: Page, address: str, game: str, moments: dict[str, int]) -> None:
    """Bots play for both; at each moment the first seat is taken back, so that its choices are lit."""
    seats = [{"kind": "me"}, {"kind": "bot", "level": "keeper"}]
    page.goto(address + "/about")
    made = ask(page, "POST", "/api/tables", {"game": game, "seed": 7, "name": "Ada", "seats": seats})
    table = made["table"]
    for name, moment in moments.items():
        play_until(page, table, moment)
        page.goto(f"{address}/tables/{table}")
        page.wait_for_selector(".my-turn .choice, .my-turn .placing-tools, #end:not([hidden])")
        page.wait_for_timeout(700)
        shoot(page, f"{game}-{name}")
    play_until(page, table, 100_000)
    page.goto(f"{address}/tables/{table}")
    page.wait_for_selector("#end .chart polyline")
    shoot(page, f"{game}-end", ("desktop",) if game != "zooloretto-dice" else tuple(SIZES))
    if game == "new-york-zoo":
        page.goto(f"{address}/tables/{table}/replay?moment=90&seat=0")
        page.wait_for_selector("#stage-box svg.part")
        page.wait_for_timeout(500)
        shoot(page, "replay")


def play_until(page: Page, table: str, moment: int) -> None:
    """Decides by the hints of the bots while it is our turn, until so many decisions were made."""
    for _ in range(4000):
        now = ask(page, "GET", f"/api/tables/{table}?seat=0&view=false&words=false")["now"]
        if now["over"] or (now["moment"] >= moment and now["ask"] is not None):
            return
        if now["ask"] is None:
            page.wait_for_timeout(60)
            continue
        choice = now["choices"][0]["id"]
        if len(now["choices"]) > 1:
            advice = ask(page, "GET", f"/api/tables/{table}/hint?seat=0")
            if advice.get("ask") == now["ask"]:
                choice = advice["choice"]["id"] if isinstance(advice["choice"], dict) else advice["choice"]
        ask(page, "POST", f"/api/tables/{table}/decisions", {"seat": 0, "ask": now["ask"], "choice": choice})


def ask(page: Page, method: str, path: str, body: Any = None) -> Any:
    script = """async ([method, path, body]) => {
        const answer = await fetch(path, {method, headers: {"Content-Type": "application/json"}, body});
        return await answer.json();
    }"""
    return page.evaluate(script, [method, path, None if body is None else json.dumps(body)])


def shoot(page: Page, name: str, sizes: tuple[str, ...] = tuple(SIZES)) -> None:
    for size in sizes:
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_timeout(250)
        target = HERE / f"{name}-{size}.png"
        page.screenshot(path=target)
        Image.open(target).convert("RGB").quantize(
            COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        ).save(target, optimize=True)
        print(f"{target.name:<44}{target.stat().st_size // 1024:>5} KB", flush=True)


if __name__ == "__main__":
    main()
