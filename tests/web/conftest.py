"""A real server and a real browser: the system's Chromium against `zoobox serve`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

from service.processes import ServerProcess
from web.faulty_connection import FaultyConnection
from zoobox.cli.rendering import BROWSERS, find_browser

PATIENCE = 15_000
"""Milliseconds, for machines that are busy with other tests."""
expect.set_options(timeout=PATIENCE)
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
HURRIED = """for (const [key, value] of [["guard", "off"], ["pace", "instant"]])
    if (localStorage.getItem(`zoobox.${key}`) === null) localStorage.setItem(`zoobox.${key}`, value);"""
"""Machines click at once, and need no time to see what bots do."""


def new_server(folder: Path) -> ServerProcess:
    """A server that can be killed and started again on the same tables."""
    return ServerProcess(f"sqlite:///{folder / 'tables.db'}", folder, bot_workers="1")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server = new_server(tmp_path_factory.mktemp("server")).start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = launch(playwright)
    yield browser
    browser.close()


def launch(playwright: Playwright, names: Sequence[str] = BROWSERS) -> Browser:
    path = find_browser(names)
    if path is None:
        pytest.fail(f"these tests need a browser: {' or '.join(names)}")
    return playwright.chromium.launch(executable_path=path, args=FLAGS)


class Person:
    """Somebody with a browser of their own. Anything the console says is remembered against the page."""

    def __init__(self, context: BrowserContext, server: ServerProcess | FaultyConnection) -> None:
        self.context = context
        self.server = server
        self.complaints: list[str] = []
        self.page = self.open_tab()

    def open_tab(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        return page

    def go(self, path: str) -> Page:
        self.page.goto(self.server.url + path)
        return self.page

    def set_up(self, game: str, **request: Any) -> str:
        """Sets a table up as the lobby does, and goes there."""
        self.go("/about")
        made = self.ask("POST", "/api/tables", {"game": game, "name": "Ada", **request})
        self.go(f"/tables/{made['table']}")
        return str(made["table"])

    def sit_down(self, table: str, name: str) -> None:
        """Takes the first open seat, as somebody with the link does."""
        page = self.go(f"/tables/{table}")
        page.fill("#my-name", name)
        with page.expect_navigation():
            page.get_by_role("button", name="Take this seat").first.click()

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
def people(chromium: Browser, server: ServerProcess) -> Iterator[Callable[..., Person]]:
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
