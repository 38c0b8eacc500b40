"""The end of a game and what comes after it: score sheet, chart, image, rematch, playing on."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from web.conftest import Person
from web.players import by_keyboard, play_game
from web.test_layout import SMALLEST
from web.test_pages import violations

DICE = "zooloretto-dice"
BOTS = [{"kind": "bot", "level": "visitor"}, {"kind": "bot", "level": "visitor"}]
BOT = [{"kind": "me"}, {"kind": "bot", "level": "visitor"}]


def test_an_end_leads_on(ada: Person) -> None:
    table = ada.set_up(DICE, seats=BOTS, seed=5)
    page = ada.page
    expect(page.locator("#end .by-what")).to_contain_text("points", timeout=60000)
    page.wait_for_selector("#end .chart polyline")
    assert violations(ada) == []
    with page.expect_download() as image:
        page.get_by_role("button", name="Image to share").click()
    assert image.value.suggested_filename == f"{DICE}.png"
    link = page.locator("#end .chart a").nth(3)
    moment = re.search(r"moment=(\d+)", link.get_attribute("href") or "")
    assert moment
    ada.go(f"/tables/{table}/replay?moment={moment[1]}")
    expect(page.locator("#where")).to_contain_text(f"{moment[1]} /")
    assert violations(ada) == []
    page.keyboard.press("ArrowRight")
    expect(page.locator("#where")).to_contain_text(f"{int(moment[1]) + 1} /")
    page.keyboard.press("Home")
    expect(page.locator("#where")).to_contain_text("0 /")
    page.keyboard.press("PageDown")
    expect(page.locator("#where")).not_to_contain_text("0 /")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda address: "/tables/" in address and table not in address)
    assert ada.wait_for_turn()
    play_game(ada, by_keyboard, limit=3)


def test_the_curve_of_most_players_can_be_read_at_every_size(ada: Person) -> None:
    ada.set_up(DICE, seats=2 * BOTS, players=4, seed=5)
    ada.page.wait_for_selector("#end .chart polyline", timeout=60000)
    for width, height in ((390, 844), (844, 390), (820, 1180), (1024, 700), (1440, 900), (2560, 1440)):
        ada.page.set_viewport_size({"width": width, "height": height})
        ada.page.wait_for_timeout(300)
        least = ada.page.evaluate(
            """() => Math.min(...[...document.querySelectorAll("#end .chart text")]
                .map(one => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a))"""
        )
        assert least >= SMALLEST, f"text of {least:.1f} pixels at {width}x{height}"
        assert ada.page.evaluate(
            """() => { const right = document.querySelector("#end .chart").getBoundingClientRect().right;
                return [...document.querySelectorAll("#end .chart text")]
                    .every(one => one.getBoundingClientRect().right <= right); }"""
        ), f"a name is cut off at {width}x{height}"


def test_the_score_sheet_is_there_during_the_game(ada: Person) -> None:
    ada.set_up(DICE, seats=BOT, seed=4)
    ada.wait_for_turn()
    ada.page.keyboard.press("s")
    expect(ada.page.locator("#score-sheet tbody tr")).to_have_count(5)
    expect(ada.page.locator("#score-sheet")).to_contain_text("coin groups")


def test_a_decision_is_confirmed_where_somebody_wants_that(ada: Person) -> None:
    ada.set_up(DICE, seats=BOT, seed=4)
    ada.wait_for_turn()
    ada.page.evaluate("localStorage.setItem('zoobox.confirm', 'on')")
    ada.page.keyboard.press("1")
    expect(ada.page.locator("#prompt")).to_contain_text("on a truck")
    button = ada.page.locator("#choice-list .choice").first
    button.click()
    expect(ada.page.locator("#choice-list .choice.selected")).to_have_count(1)
    button.click()
    expect(ada.page.locator("#log")).to_contain_text("Ada puts")


def test_the_focus_stays_with_the_question(ada: Person) -> None:
    ada.set_up(DICE, seats=BOT, seed=4)
    ada.wait_for_turn()
    ada.page.locator("#choice-list .choice").first.focus()
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator("#prompt")).to_contain_text("on a truck")
    expect(ada.page.locator("#prompt")).to_be_focused()


def test_an_answer_to_a_request_that_is_gone_is_not_asked_for(people: Callable[..., Person]) -> None:
    """Ada asks to take back, then plays on: Bob is no longer asked to agree."""
    ada, bob = people(), people()
    table = ada.set_up(DICE, seats=[{"kind": "me"}, {"kind": "open"}], seed=4)
    bob.sit_down(table, "Bob")
    ada.wait_for_turn()
    ada.page.keyboard.press("1")
    expect(ada.page.locator("#prompt")).to_contain_text("on a truck")
    ada.page.keyboard.press("u")
    expect(bob.page.locator("#together .consent")).to_be_visible()
    ada.page.keyboard.press("1")
    expect(bob.page.locator("#together .consent")).to_have_count(0)


def test_the_prompt_begins_right_below_the_header(people: Callable[..., Person]) -> None:
    ada = people(viewport={"width": 390, "height": 844})
    ada.set_up(DICE, seats=BOT, seed=4)
    ada.wait_for_turn()
    tops = ada.page.evaluate(
        """() => { scrollTo(0, 200); const bottom = document.querySelector(".bar").getBoundingClientRect().bottom;
                   return [bottom, document.querySelector(".ask").getBoundingClientRect().top]; }"""
    )
    assert tops[1] >= tops[0] - 0.5


def test_nobody_plays_on_from_a_game_that_still_hides_something(ada: Person) -> None:
    table = ada.set_up("o-zoo-le-mio", seats=BOT, seed=4)
    ada.wait_for_turn()
    answer = ada.ask("POST", f"/api/tables/{table}/moments/0/play", {"seat": 0})
    assert answer["error"]["code"] == "hidden"
    ada.complaints.clear()  # a browser reports what it was refused
