"""The static edition in real browsers: built, loaded once, then played without any network."""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright

import zoobox
from static_edition.firefox import Firefox
from web.conftest import launch
from zoobox.web.static_edition.build import COMPILED, build

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]
PLAY = (Path(__file__).parent / "play.js").read_text()
MOST_BYTES = 15_000_000
LOBBY = "[data-play]"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments: Any) -> None:
        pass


class Host:
    """A plain web host of a folder, which can be switched off."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        self.folder = folder
        handler = functools.partial(Quiet, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

        self.running = True

    def stop(self) -> None:
        if self.running:
            self.running = False
            self.server.shutdown()
            self.server.server_close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = build(tmp_path_factory.mktemp("static") / "site")
    print(f"\n{len(made.sizes)} files, {made.bytes:,} bytes")
    assert made.bytes < MOST_BYTES
    return made.folder


@pytest.fixture
def host(folder: Path, tmp_path: Path) -> Iterator[Host]:
    """In a folder below the root, as many hosts have it."""
    shutil.copytree(folder, tmp_path / "below" / "play")
    running = Host(tmp_path)
    running.address += "below/play/"
    yield running
    running.stop()


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    browser = launch(playwright)
    yield browser
    browser.close()


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    made = chromium.new_context(viewport={"width": 1280, "height": 860}, locale="en-GB")
    yield made
    made.close()


def visited(context: BrowserContext, address: str) -> Page:
    """A new tab with the lobby, ready to play."""
    page = context.new_page()
    page.goto(address)
    page.frame_locator("#page").locator(LOBBY).first.wait_for(timeout=60000)
    return page


def kept_offline(page: Page) -> None:
    """Waits until everything is kept for use without a network."""
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    page.wait_for_function(
        "caches.keys().then(async names => names.length && "
        "(await (await caches.open(names[0])).keys()).length > 90 && !!navigator.serviceWorker.controller)",
        timeout=60000,
    )


@pytest.mark.parametrize("game", zoobox.names())
def test_a_whole_game_without_a_network_and_with_a_tab_killed_in_the_middle(
    context: BrowserContext, host: Host, game: str
) -> None:
    page = visited(context, host.address)
    kept_offline(page)
    host.stop()
    half = page.evaluate(PLAY, {"game": game, "decisions": 5, "seed": 3})
    page.close()
    started = time.monotonic()
    page = visited(context, host.address)
    again = time.monotonic() - started
    done = page.evaluate(PLAY, {"table": half["table"]})
    print(f"\n{game}: {half['decided'] + done['decided']} decisions, lobby again {again:.1f} s, ", end="")
    print(f"answers {done['median']:.0f} ms median, {done['slow']:.0f} ms in 95 %")
    assert done["over"]
    assert done["broken"] == []
    replay = zoobox.replay(done["record"])
    assert replay.state.over
    assert replay.game.record(replay.state, replay.names, replay.record.header["salt"]) == done["record"]


@pytest.fixture
def firefox() -> Iterator[Firefox]:
    running = Firefox()
    yield running
    running.close()


READY = """async () => {
    await zoobox.ready;
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
}"""


@pytest.mark.parametrize("game", zoobox.names())
def test_a_whole_game_in_firefox(firefox: Firefox, host: Host, game: str) -> None:
    firefox.go(host.address)
    firefox.evaluate(READY)
    host.stop()
    half = firefox.evaluate(PLAY, {"game": game, "decisions": 5, "seed": 3})
    firefox.new_tab()
    firefox.go(host.address)
    done = firefox.evaluate(PLAY, {"table": half["table"]})
    print(f"\n{game}: answers {done['median']:.0f} ms median, {done['slow']:.0f} ms in 95 %")
    assert done["over"]
    assert done["broken"] == []
    assert zoobox.replay(done["record"]).state.over


def test_a_record_of_the_package_gives_the_same_position_here(context: BrowserContext, host: Host) -> None:
    page = visited(context, host.address)
    for name in zoobox.names():
        state = zoobox.game(name, players=2).start(seed=11)
        while not state.over:
            seat = state.waiting[0]
            legal = state.legal(seat)
            state.apply(seat, legal[len(state.past) * 5 % len(legal)])
        record = state.game.record(state)
        script = """async (record) => {
            const made = JSON.parse((await zoobox.ask("POST", "/api/records", record)).text);
            return (await zoobox.ask("GET", `/api/tables/${made.table}/record`, "")).text;
        }"""
        again = page.evaluate(script, record)
        assert zoobox.replay(again).state.hash() == state.hash()


def test_bots_that_search_decide_in_every_game(context: BrowserContext, host: Host) -> None:
    page = visited(context, host.address)
    for game in zoobox.names():
        done = page.evaluate(PLAY, {"game": game, "decisions": 3, "seed": 5, "level": "director"})
        assert done["decided"] == 3
    assert page.evaluate("zoobox.botMode()") == "compiled"


def test_bots_decide_where_compiled_rules_cannot_be_used(context: BrowserContext, host: Host) -> None:
    (host.folder / "below" / "play" / COMPILED).write_bytes(b"damaged")
    page = visited(context, host.address)
    assert page.evaluate("zoobox.botMode()") == "interpreted"
    done = page.evaluate(PLAY, {"game": "zooloretto-dice", "decisions": 2, "seed": 5, "level": "director"})
    assert done["decided"] == 2


def test_a_browser_without_what_is_needed_gets_a_sentence(chromium: Browser, host: Host) -> None:
    missing = {
        "delete window.WebAssembly": "WebAssembly",
        "Object.defineProperty(window, 'indexedDB', {value: undefined})": "store",
    }
    for script, word in missing.items():
        with chromium.new_context(locale="en-GB") as context:
            context.add_init_script(script)
            page = context.new_page()
            page.goto(host.address)
            page.wait_for_function("word => document.getElementById('words').textContent.includes(word)", arg=word)
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(host.address)
        assert "needs a current browser" in page.inner_text("body")


def test_a_full_disk_refuses_and_loses_nothing(context: BrowserContext, host: Host) -> None:
    """The browser's refusal is played by the module that writes: real quotas are too large to be filled."""
    module = host.folder / "below" / "play" / "storage.js"
    writing = "const database = await this.open;\n      await new Promise"
    fault = 'if (globalThis.isFull) throw new DOMException("", "QuotaExceededError");\n'
    listening = 'new BroadcastChannel("disk").onmessage = ({ data }) => (globalThis.isFull = data);\n'
    source = module.read_text()
    assert writing in source
    module.write_text(listening + source.replace(writing, fault + writing))
    page = visited(context, host.address)
    half = page.evaluate(PLAY, {"game": "zooloretto-dice", "decisions": 4, "seed": 3})
    frame = page.frame_locator("#page")
    frame.locator("#choice-list .choice").first.wait_for()
    before = page.evaluate("document.getElementById('page').contentDocument.body.dataset.question")
    page.evaluate("new BroadcastChannel('disk').postMessage(true)")
    frame.locator("#choice-list .choice").first.click()
    page.wait_for_selector("#bar:not([hidden])")
    assert "no room" in page.inner_text("#bar")
    page.close()
    page = context.new_page()
    page.goto(f"{host.address}#/tables/{half['table']}")
    page.frame_locator("#page").locator("#choice-list .choice").first.wait_for(timeout=60000)
    assert page.evaluate("document.getElementById('page').contentDocument.body.dataset.question") == before


def test_a_damaged_game_is_set_aside_and_can_be_downloaded(context: BrowserContext, host: Host) -> None:
    page = visited(context, host.address)
    tables = [
        page.evaluate(PLAY, {"game": "zooloretto-dice", "decisions": 2, "seed": seed})["table"] for seed in (3, 4)
    ]
    page.evaluate(
        """(table) => new Promise((done) => { indexedDB.open("zoobox").onsuccess = ({target}) => {
            const change = target.result.transaction("events", "readwrite");
            change.objectStore("events").put('["broken"', `${table} 00000003`);
            change.oncomplete = done;
        }; })""",
        tables[0],
    )
    page.close()
    page = visited(context, host.address)
    answers = page.evaluate(
        "tables => Promise.all(tables.map(async t => (await zoobox.ask('GET', `/api/tables/${t}`, '')).status))",
        tables,
    )
    assert answers == [404, 200]
    page.reload()
    note = page.frame_locator("#page").locator("#damaged-games button")
    with page.expect_download() as download:
        note.click()
    kept = json.loads(Path(download.value.path()).read_text())
    assert kept["table"] == tables[0]
    assert len(kept["events"]) > 3


def test_an_update_is_offered_and_a_game_goes_on(context: BrowserContext, host: Host) -> None:
    page = visited(context, host.address)
    kept_offline(page)
    half = page.evaluate(PLAY, {"game": "o-zoo-le-mio", "decisions": 3, "seed": 3})
    served = host.folder / "below" / "play"
    keeper = served / "service-worker.js"
    keeper.write_text(keeper.read_text().replace('const VERSION = "', 'const VERSION = "new-'))
    shell = served / "index.html"
    shell.write_text(shell.read_text().replace("<title>Zoobox", "<title>New Zoobox"))
    page.reload()
    page.get_by_role("button", name="Use it now").click(timeout=60000)
    page.wait_for_function(
        "document.querySelector('html[data-ready]') && caches.keys().then(names => names.length === 1)"
    )
    done = page.evaluate(PLAY, {"table": half["table"], "decisions": 3})
    assert done["decided"] == 3


def test_one_tab_plays_at_a_time(context: BrowserContext, host: Host) -> None:
    first = visited(context, host.address)
    second = context.new_page()
    second.goto(host.address)
    second.get_by_role("button", name="Play here").click()
    second.frame_locator("#page").locator(LOBBY).first.wait_for(timeout=60000)
    first.wait_for_function("() => document.getElementById('words').textContent.includes('another tab')")


def test_in_german(chromium: Browser, host: Host) -> None:
    with chromium.new_context(locale="de-DE") as context:
        page = visited(context, host.address)
        frame = page.frame_locator("#page")
        assert "Jetzt spielen" in frame.locator(LOBBY).first.inner_text()
        assert frame.locator(".needs-server").first.is_hidden()
        assert "Freunde per Link" in frame.locator("main").inner_text()
