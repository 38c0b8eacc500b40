"""The coach in the browser: a review that grows, learning from mistakes, puzzles, bots that think aloud."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from web.conftest import Person
from zoobox.bots import puzzles

DICE = "zooloretto-dice"
BOTS = [{"kind": "bot", "level": "visitor"}, {"kind": "bot", "level": "visitor"}]
BOT = [{"kind": "me"}, {"kind": "bot", "level": "keeper"}]
PHONE = {"width": 390, "height": 844}
WHILE_JUDGING = 120_000


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.long
def test_a_review_grows_and_asks_again(people: Callable[..., Person]) -> None:
    ada = people()
    table = ada.set_up(DICE, seats=BOTS, seed=5)
    page = ada.page
    page.wait_for_selector("#end:not([hidden])", timeout=60_000)
    ada.go(f"/tables/{table}/review")
    expect(page.locator("#progress")).to_be_hidden(timeout=WHILE_JUDGING)
    expect(page.locator("#chances polyline")).to_have_count(2)
    expect(page.locator("#summary")).to_contain_text("Accuracy of")
    expect(page.locator("#summary")).to_contain_text("percentage points")
    assert page.locator("#turning li").count() <= 3
    told = ada.ask("GET", f"/api/tables/{table}/review")
    for row, one in zip(page.locator("#accounts tbody tr").all(), told["seats"], strict=True):
        shown = [int(cell.inner_text().strip().replace("\N{MINUS SIGN}", "-")) for cell in row.locator("td").all()]
        exact = [one["accuracy"], 100 * one["luck"], 100 * one["own"], 100 * one["others"]]
        assert all(abs(said - value) <= 0.5 + 1e-9 for said, value in zip(shown, exact, strict=True))
    page.locator("details.sheet summary").click()
    assert page.locator("#decisions tbody tr").count() > 20
    page.locator("#mistakes button").first.click()
    expect(page.locator("#exercise")).to_be_visible()
    choices = page.locator("#choice-list .choice")
    for number in range(choices.count()):
        page.evaluate("document.querySelector('#verdict').replaceChildren()")  # that of the last try
        choices.nth(number).click()
        expect(page.locator("#verdict p").first).to_be_visible(timeout=30_000)
        if "right" in (page.locator("#verdict").get_attribute("class") or ""):
            break
    expect(page.locator("#verdict.right")).to_be_visible()
    bob = people(viewport=PHONE)
    bob.go(f"/tables/{table}/review")
    expect(bob.page.locator("#summary")).to_contain_text("Accuracy of")
    assert fits(bob.page)


def test_a_puzzle_is_solved_by_playing_and_the_rating_is_kept(people: Callable[..., Person]) -> None:
    ada = people(viewport=PHONE)
    page = ada.go("/puzzles")
    expect(page.locator(".puzzle-game .button").first).to_be_visible()
    assert page.locator(".puzzle-list a").count() >= 800
    assert fits(page)
    page.locator("#daily .button").click()
    expect(page.locator("#exercise")).to_be_visible()
    expect(page.locator("#stage-box svg").first).to_be_visible()
    assert fits(page)
    one = puzzles.shipped(DICE)[0]
    state = one.start()
    solution = state.game.find(state, one.seat, one.solutions[0])
    ada.go(f"/puzzles/{one.id}")
    page.locator(f'#choice-list [data-choice="{solution}"]').click()
    expect(page.locator("#verdict.right")).to_contain_text("Solved!")
    expect(page.locator("#verdict")).to_contain_text("percentage points better")
    expect(page.locator("#rating")).to_contain_text("1 solved")
    rating = page.locator("#rating").inner_text()
    ada.go("/puzzles")
    expect(page.locator("#rating")).to_have_text(rating)
    expect(page.locator(".puzzle-list a.solved")).to_have_count(1)
    expect(page.locator(f"#puzzles-{DICE}")).to_contain_text(f"1 of {len(puzzles.shipped(DICE))} solved")
    ada.go("/")
    page.locator(f'.game-card[data-game="{DICE}"] a[href="/puzzles#puzzles-{DICE}"]').click()
    expect(page.locator(f"#puzzles-{DICE} .button")).to_be_visible()


def test_bots_think_aloud_where_somebody_wants_that(ada: Person) -> None:
    ada.page.add_init_script("localStorage.setItem('zoobox.aloud', 'on')")
    ada.set_up(DICE, seats=BOT, seed=4)
    page = ada.page
    for _ in range(12):
        if page.locator("#log", has_text="thinks:").count():
            break
        ada.wait_for_turn()
        page.keyboard.press("1")
        page.wait_for_timeout(150)
    page.keyboard.press("l")
    expect(page.locator("#log")).to_contain_text("thinks:")
