"""How long a click takes until its outcome is painted, in the browser at the server's table.

    python benchmarks/clicks.py [GAME ...] [--clicks 120]

It starts a server and the system's Chromium, plays against a bot that answers at once, and measures every decision of
the person from the click to the frame that shows its outcome: socket, rules, picture, layout, paint. What follows does
not count: the bot's turn, and questions with one answer that the page answers by itself. The bar is 100 ms in 95 of 100
clicks on a quiet machine; the load of the machine is printed beside the numbers.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Page, sync_playwright

import zoobox
from zoobox.cli.rendering import find_browser

ROOT = Path(__file__).parents[1]
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
BAR = 100.0
CLICK = """([pick]) => new Promise((done) => {
    const {question, answered} = document.body.dataset;
    const place = document.querySelector("svg.placing") ? document.querySelector(".placing-tools .primary") : null;
    const choices = document.querySelectorAll("#choice-list .choice");
    const target = place && !place.disabled ? place : choices[pick % choices.length];
    const begun = performance.now();
    const finish = () => requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
    const observer = new MutationObserver(() => {
        const now = document.body.dataset;
        const same = now.question === question && now.answered === answered;
        if (same && !document.querySelector("#choice-list > p.soft")) return;
        observer.disconnect();
        finish();
    });
    observer.observe(document.body, {attributes: true});
    observer.observe(document.querySelector("#choice-list"), {childList: true});
    target.click();
})"""
"""Presses a choice, or puts a tile where its ghost lies, and waits for the frame after the next question."""
TURN = ".my-turn .choice, .my-turn .placing-tools .primary:not([disabled]), #end:not([hidden])"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(zoobox.names()))
    parser.add_argument("--clicks", type=int, default=120)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        port, server = start_server(folder)
        try:
            browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
            print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
            for game in given.games:
                page = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB").new_page()
                times = clicks(page, f"http://127.0.0.1:{port}", game, given.clicks)
                slow = quantiles(times, n=20)[-1]
                print(f"{game:18} {len(times):4} clicks  median {median(times):5.0f} ms  95 % {slow:5.0f} ms", end="")
                print("" if slow <= BAR else f"  above {BAR:.0f} ms", flush=True)
            browser.close()
        finally:
            server.terminate()
            server.wait(20)


def start_server(folder: str) -> tuple[int, subprocess.Popen[bytes]]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    environment = os.environ | {
        "ZOOBOX_DATABASE": f"sqlite:///{folder}/tables.db",
        "ZOOBOX_REQUESTS_PER_SECOND": "1000",
        "PYTHONPATH": str(ROOT / "src"),
    }
    command = [sys.executable, "-m", "zoobox", "serve", "--port", str(port), "--log-level", "error"]
    server = subprocess.Popen(command, env=environment)
    for _ in range(200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return port, server
    raise SystemExit("the server did not start")


def clicks(page: Page, address: str, game: str, count: int) -> list[float]:
    """The milliseconds of so many clicks, over as many games as it takes."""
    times: list[float] = []
    page.goto(f"{address}/about")
    page.evaluate("localStorage.setItem('zoobox.guard', 'off'); localStorage.setItem('zoobox.pace', 'instant')")
    while len(times) < count:
        new_table(page, address, game)
        while len(times) < count:
            page.wait_for_selector(TURN)
            if page.is_visible("#end"):
                break
            times.append(page.evaluate(CLICK, [len(times) * 7]))
    return times


def new_table(page: Page, address: str, game: str) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "level": "visitor"}]
    body: Any = json.dumps({"game": game, "name": "Ada", "seats": seats})
    script = """async (body) => (await (await fetch("/api/tables", {
        method: "POST", headers: {"Content-Type": "application/json"}, body})).json()).table"""
    page.goto(f"{address}/tables/{page.evaluate(script, body)}")


if __name__ == "__main__":
    main()
