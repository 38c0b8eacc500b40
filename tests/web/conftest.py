"""A real server and a real browser: the system's Chromium against `zoobox serve`."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
NAMES = ("chromium", "chromium-browser", "google-chrome")
START_SECONDS = 30
HURRIED = """for (const [key, value] of [["guard", "off"], ["pace", "instant"]])
    if (localStorage.getItem(`zoobox.${key}`) === null) localStorage.setItem(`zoobox.${key}`, value);"""
"""Machines click at once, and need no time to see what bots do."""


class Server:
    """`zoobox serve` in a process of its own; it can be killed and started again on the same tables."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.database = f"sqlite:///{folder / 'tables.db'}"
        self.log = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        environment = os.environ | {
            "PYTHONPATH": str(ROOT / "src"),
            "ZOOBOX_DATABASE": self.database,
            "ZOOBOX_REQUESTS_PER_SECOND": "1000",
            "ZOOBOX_REQUEST_BURST": "5000",
        }
        command = [sys.executable, "-m", "zoobox", "serve", "--port", str(self.port), "--bot-workers", "1"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=ROOT)
        self._await()

    def _await(self) -> None:
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            try:
                urllib.request.urlopen(f"{self.address}/health", timeout=1).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise AssertionError(f"the server did not start:\n{self.log.read_text()[-2000:]}")

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process:
            self.process.send_signal(how)
            self.process.wait(20)
            self.process = None


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = next((found for name in NAMES if (found := shutil.which(name))), None)
    if path is None:
        pytest.fail(f"these tests need a browser: {' or '.join(NAMES)}")
    with sync_playwright() as playwright:
        browser = launch(playwright, path)
        yield browser
        browser.close()


def launch(playwright: Playwright, path: str) -> Browser:
    return playwright.chromium.launch(executable_path=path, args=FLAGS)


class Person:
    """Somebody with a browser of their own. Anything the console says is remembered against the page."""

    def __init__(self, context: BrowserContext, server: Server) -> None:
        self.context = context
        self.server = server
        self.complaints: list[str] = []
        self.page = self.open_tab()

    def open_tab(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(15000)
        page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        return page

    def go(self, path: str) -> Page:
        self.page.goto(self.server.address + path)
        return self.page

    def set_up(self, game: str, **request: Any) -> str:
        """Sets a table up as the lobby does, and goes there."""
        self.go("/about")
        made = self.ask("POST", "/api/tables", {"game": game, "name": "Ada", **request})
        self.go(f"/tables/{made['table']}")
        return str(made["table"])

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        script = """async ([method, path, body]) => {
            const answer = await fetch(path, {method, headers: {"Content-Type": "application/json"}, body});
            return await answer.json();
        }"""
        return self.page.evaluate(script, [method, path, None if body is None else json.dumps(body)])

    def wait_for_turn(self) -> bool:
        """Until something is asked of this person; False when the game is over."""
        self.page.wait_for_selector(".my-turn .choice, .my-turn .placing-tools, #end:not([hidden])")
        return not self.page.is_visible("#end")


@pytest.fixture
def people(chromium: Browser, server: Server) -> Iterator[Callable[..., Person]]:
    """Makes people; in the end, no console may have said anything."""
    made: list[Person] = []

    def person(**options: Any) -> Person:
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 860}, "locale": "en-GB"} | options)
        context.add_init_script(HURRIED)
        made.append(Person(context, server))
        return made[-1]

    yield person
    complaints = [complaint for one in made for complaint in one.complaints]
    for one in made:
        one.context.close()
    assert complaints == []


@pytest.fixture
def ada(people: Callable[..., Person]) -> Person:
    return people()
