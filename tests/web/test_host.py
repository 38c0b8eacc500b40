"""The host's page and the door of a closed club, in a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from service.processes import ServerProcess
from web.conftest import Person
from web.test_pages import violations

SECRET = "a secret of the host"
PASSWORD = "open sesame"
DICE = "zooloretto-dice"


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder: Path = tmp_path_factory.mktemp("hosted")
    url = f"sqlite:///{folder / 'tables.db'}"
    server = ServerProcess(url, folder, bot_workers="1", admin_secret=SECRET, password=PASSWORD).start()
    yield server
    server.kill()


def enter(person: Person, hosted: ServerProcess, words: str = "Come in") -> None:
    person.server = hosted
    page = person.go("/rules")
    page.fill("#password", PASSWORD)
    page.get_by_role("button", name=words).click()
    page.wait_for_url(hosted.url + "/rules")


def test_the_door_of_a_closed_club(people: Callable[..., Person], hosted: ServerProcess) -> None:
    ada = people(locale="de")
    ada.server = hosted
    page = ada.go("/rules")
    assert page.url.endswith("/enter?back=/rules")
    assert violations(ada) == []
    page.fill("#password", "falsch")
    page.get_by_role("button", name="Eintreten").click()
    expect(page.locator("#notices")).to_contain_text("die sein Passwort kennen")
    ada.complaints.clear()  # a browser reports every refusal
    enter(ada, hosted, "Eintreten")


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_host_looks_after_the_club(people: Callable[..., Person], hosted: ServerProcess, scheme: str) -> None:
    host, ada = people(color_scheme=scheme), people()
    enter(host, hosted)
    enter(ada, hosted)
    table = ada.set_up(DICE, seats=[{"kind": "me"}, {"kind": "open"}])
    ada.ask("POST", f"/api/tables/{table}/chat", {"text": "rude words"})
    page = host.go("/admin")
    host.complaints.clear()  # the page says 401 to strangers
    assert violations(host) == []
    page.fill("#secret", SECRET)
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("#load")).to_contain_text("Memory")
    assert violations(host) == []
    expect(page.locator("#admin-people")).to_contain_text("Ada")

    page.fill("#text", f"Tea at five, {scheme}")
    page.get_by_role("button", name="Announce").click()
    expect(ada.page.locator("#announcement")).to_have_text(f"Tea at five, {scheme}")
    assert violations(ada) == []
    expect(page.locator("#announcement")).to_have_text(f"Tea at five, {scheme}")

    page.goto(f"{hosted.url}/admin/tables/{table}")
    expect(page.locator("#lines")).to_contain_text("rude words")
    assert violations(host) == []
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("#lines")).not_to_contain_text("rude words")
    expect(ada.page.locator("#chat")).not_to_contain_text("rude words")

    page.goto(hosted.url + "/admin")
    page.fill("#ban-name", "Mallory")
    page.get_by_role("button", name="Ban this name").click()
    expect(page.locator("#bans")).to_contain_text("Mallory")
    page.get_by_role("button", name="Allow again: Mallory").click()
    expect(page.locator("#bans li")).to_have_count(0)

    row = page.locator(f"tr:has(a[href='/admin/tables/{table}'])")
    row.get_by_role("button").click()
    page.locator("dialog.confirm button.primary").click()
    expect(row).to_contain_text("closed")
    expect(ada.page.locator("#lounge")).to_contain_text("This table was closed.")

    with page.expect_download() as download:
        page.click("#backup")
    assert download.value.path().stat().st_size > 100
    page.fill("#days", "0")
    page.get_by_role("button", name="Remove old tables").click()
    expect(page.locator("dialog.confirm")).to_contain_text("tables and")
    page.locator("dialog.confirm").get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url(hosted.url + "/")
    host.go("/admin")
    expect(page.locator("#secret")).to_be_visible()
    host.complaints.clear()
    ada.complaints.clear()
