"""Pages of people: the live lobby, the profile."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from web.conftest import Person
from web.test_pages import violations

DICE = "zooloretto-dice"
TWO = [{"kind": "me"}, {"kind": "open"}]
SLOW = {"kind": "decision", "seconds": 3 * 86400}


def test_the_lobby_changes_by_itself(people: Callable[..., Person]) -> None:
    """An open table appears, is taken, and can be watched; my turn comes first; nobody reloads."""
    ada, bob, eve = people(), people(), people()
    eve.go("/")
    table = ada.set_up(DICE, seats=TWO, seed=4, visibility="public", clock=SLOW, hints=False)
    entry = eve.page.locator(f"#open li:has(a[href='/tables/{table}'])")
    expect(entry).to_contain_text("3 days for each decision")
    expect(entry).to_contain_text("without hints")
    expect(entry).to_contain_text("Ada")
    eve.page.select_option("#filter-speed", "live")
    expect(entry).to_be_hidden()
    eve.page.select_option("#filter-speed", "slow")
    expect(entry).to_be_visible()
    eve.page.select_option("#filter-game", "new-york-zoo")
    expect(entry).to_be_hidden()
    eve.page.select_option("#filter-game", DICE)
    ada.go("/")
    expect(ada.page.locator("#mine li").first).to_contain_text("waiting for players")
    bob.sit_down(table, "Bob")
    expect(entry).to_have_count(0)
    expect(eve.page.locator(f"#watch a[href='/tables/{table}']")).to_have_text("Watch")
    mine = ada.page.locator("#mine li").first
    expect(mine).to_contain_text("Your turn")
    expect(ada.page).to_have_title(re.compile("^● Your turn"))
    state = ada.ask("GET", f"/api/tables/{table}?seat=0")["now"]
    assert violations(ada) == []
    assert violations(eve) == []
    bob.go("/")
    ada.ask("POST", f"/api/tables/{table}/resign", {"seat": 0})
    assert state["ask"] is not None
    for one, words in ((ada, "lost"), (bob, "won")):
        expect(one.page.locator("#mine li").first).to_contain_text(re.compile(rf"{words}, \d\d/\d\d/\d{{4}}"))
    expect(ada.page.locator("#mine li").first).to_contain_text("Bob")
    expect(eve.page.locator(f"#watch a[href='/tables/{table}']")).to_have_count(0)


def test_the_lobby_goes_on_after_the_server_was_gone(people: Callable[..., Person]) -> None:
    ada, eve = people(), people()
    eve.go("/")
    eve.page.evaluate("dispatchEvent(new Event('offline'))")
    eve.context.set_offline(True)
    table = ada.set_up(DICE, seats=TWO, visibility="public")
    eve.page.wait_for_timeout(300)
    eve.context.set_offline(False)
    expect(eve.page.locator(f"#open a[href='/tables/{table}']")).to_be_visible(timeout=20000)
    eve.complaints.clear()  # a browser reports what it could not load


def test_a_table_whose_first_requests_are_lost_asks_again(ada: Person) -> None:
    ada.go("/about")
    table = ada.ask("POST", "/api/tables", {"game": DICE, "seats": TWO, "name": "Ada"})["table"]
    lost: list[str] = []

    def lose_once(route: Route) -> None:
        lost.append(route.request.url)
        route.abort() if len(lost) == 1 else route.continue_()

    ada.page.route("**/words/**", lose_once)
    page = ada.go(f"/tables/{table}")
    expect(page.locator("#lounge .seat-list")).to_contain_text("Ada")
    assert len(lost) == 2
    ada.complaints.clear()  # a browser reports what it could not load


def test_on_a_phone_my_games_come_first(people: Callable[..., Person]) -> None:
    ada = people(viewport={"width": 390, "height": 800})
    ada.set_up(DICE, seats=[{"kind": "me"}, {"kind": "bot", "level": "visitor"}], seed=4)
    page = ada.go("/")
    place = "(what) => document.querySelector(what).getBoundingClientRect().toJSON()"
    mine, card = page.evaluate(place, "#mine li"), page.evaluate(place, ".game-card")
    assert mine["bottom"] < 400
    assert mine["bottom"] < card["top"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(ada) == []


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.long)])
def test_a_profile_is_shown_exported_and_deleted(people: Callable[..., Person], language: str) -> None:
    ada, bob = people(locale=language), people()
    table = ada.set_up(DICE, seats=TWO)
    bob.sit_down(table, "Bob")
    ada.ask("POST", f"/api/tables/{table}/resign", {"seat": 0})
    page = ada.go("/me")
    expect(page.locator("h1")).to_contain_text("Ada")
    expect(page.locator("#history tbody tr")).to_contain_text("lost" if language == "en" else "verloren")
    expect(page.locator("#by-opponent tbody tr")).to_contain_text("Bob")
    expect(page.locator("#by-game tbody tr")).to_contain_text(re.compile(r"1[0-4]\d\d ± \d+"))
    assert violations(ada) == []
    with page.expect_download() as download:
        page.click("#export")
    assert '"Ada"' in download.value.path().read_text()
    delete = page.get_by_role("button", name="Delete everything" if language == "en" else "Alles über mich löschen")
    delete.click()
    page.locator("dialog.confirm").get_by_role("button", name="Cancel" if language == "en" else "Abbrechen").click()
    assert ada.ask("GET", "/api/me")["name"] == "Ada"
    delete.click()
    page.locator("dialog.confirm button.primary").click()
    page.wait_for_url(ada.server.url + "/")
    assert ada.ask("GET", "/api/me")["person"] is None
    expect(page.locator("#my-games")).to_be_hidden()
    bob.go("/me")
    expect(bob.page.locator("#history tbody tr")).to_contain_text("somebody without a name")
    assert "Ada" not in bob.page.content()
