"""Defects that somebody saw at the table, each with a test that it does not come back."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import zoobox
from web.conftest import Person
from web.players import by_keyboard, play_game
from zoobox.bots.levels import player
from zoobox.drawing.palette import SEATS

DICE = "zooloretto-dice"
BOT = [{"kind": "me"}, {"kind": "bot", "level": "visitor"}]
DOTS = """() => [...document.querySelectorAll("#log li")].map(line => {
    const dot = line.querySelector(":scope > .dot"), box = dot && dot.getBoundingClientRect();
    return dot ? [line.innerText, getComputedStyle(dot).backgroundColor, box.width, box.height] : null;
}).filter(one => one)"""
OVERLAPS = """([one, other]) => {
    const boxes = selector => [...document.querySelectorAll(selector)].map(found => found.getBoundingClientRect());
    return boxes(one).flatMap(a => boxes(other).filter(b =>
        a.right > b.left + 1 && b.right > a.left + 1 && a.bottom > b.top + 1 && b.bottom > a.top + 1)).length;
}"""


def colour_of(seat: int) -> str:
    red, green, blue = (int(SEATS[seat][start : start + 2], 16) for start in (1, 3, 5))
    return f"rgb({red}, {green}, {blue})"


@pytest.mark.parametrize("path", ["", "/replay"])
def test_lines_of_the_log_carry_a_dot_in_the_colour_of_whom_they_are_about(ada: Person, path: str) -> None:
    table = ada.set_up(DICE, seats=BOT, seed=4)
    play_game(ada, by_keyboard, limit=8)
    page = ada.go(f"/tables/{table}{path}")
    page.wait_for_selector("#log li .dot")
    lines = page.evaluate(DOTS)
    for text, colour, width, height in lines:
        assert 8 <= width == height <= 16, text
        if found := re.match(r"(Ada|Visitor 2) ", text):
            assert colour == colour_of(0 if found[1] == "Ada" else 1), text
    assert {colour for _, colour, _, _ in lines} >= {colour_of(0), colour_of(1)}


def test_key_3_bids_3(ada: Person) -> None:
    ada.set_up("o-zoo-le-mio", seats=BOT, seed=4)
    ada.wait_for_turn()
    ada.page.keyboard.press("3")
    expect(ada.page.locator("#log")).to_contain_text("Ada (3)")


def test_the_result_of_an_auction_is_told_to_who_bids_last(people: Callable[..., Person]) -> None:
    ada, bob = people(), people()
    table = ada.set_up("o-zoo-le-mio", seats=[{"kind": "me"}, {"kind": "open"}], seed=3)
    bob.sit_down(table, "Bob")
    bob.wait_for_turn()
    bob.page.keyboard.press("2")
    expect(ada.page.locator("#log")).to_contain_text("Bob has made a bid")
    ada.page.keyboard.press("0")
    expect(ada.page.locator("#since ul")).to_contain_text("The bids: Ada (0) and Bob (2)")
    expect(ada.page.locator("#since ul")).to_contain_text("Bob wins")
    expect(ada.page.locator("#since summary")).to_be_visible()
    expect(ada.page.locator("#last-bid-1")).to_have_text("2")


def test_a_hint_goes_with_its_decision(ada: Person) -> None:
    ada.set_up(DICE, seats=BOT, seed=4, hints=True)
    ada.wait_for_turn()
    ada.page.keyboard.press("h")
    expect(ada.page.locator(".notice.hint")).to_have_count(1)
    ada.page.keyboard.press("1")
    expect(ada.page.locator("#prompt")).to_contain_text("on a truck")
    expect(ada.page.locator(".notice.hint")).to_have_count(0)
    ada.page.wait_for_timeout(700)  # the better answer of the same hint may still come
    expect(ada.page.locator(".notice.hint")).to_have_count(0)


CARD = """async ([seat]) => {
    const {showCard} = await import("/static/js/cards.js");
    const now = {moment: 9, over: false, ask: 1, seat: 0, yours: [0], choices: [{rule: "zld.roll"}]};
    const log = [{moment: 9, seat: 1, rule: "zld.barn.overflow", event: {seat}}];
    const words = {lessons: {"zld.barn.overflow": "overflow", "zld.never": "never"}, score: {}, seats: []};
    showCard(`none-${seat}`, now, log, words, () => {});
    return document.querySelector("#lesson").hidden ? null : document.querySelector("#lesson p").textContent;
}"""


def test_a_card_comes_for_what_happened_to_me_only(ada: Person) -> None:
    ada.set_up(DICE, seats=BOT, seed=4)
    ada.wait_for_turn()
    assert ada.page.evaluate(CARD, [1]) is None
    assert ada.page.evaluate(CARD, [0]) == "overflow"


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_markers_of_the_solo_game_cover_no_card(people: Callable[..., Person], size: tuple[int, int]) -> None:
    ada = people(viewport={"width": size[0], "height": size[1]})
    ada.set_up("new-york-zoo", players=1, seats=[{"kind": "me"}], seed=4)
    ada.wait_for_turn()
    assert ada.page.locator("[id^=marker-]").count() >= 4
    for other in ("[id^=attraction-]", "[id^=animal-]", "[id^=strip-]", ".stage [id^=cell-0]"):
        assert ada.page.evaluate(OVERLAPS, ["[id^=marker-]", other]) == 0, other


def test_a_bonus_of_two_spaces_lies_on_no_tile() -> None:
    """Where a tile lies on one of the two, the bonus moves to the other; where tiles lie on both, it is gone."""
    game = zoobox.game("night-at-the-zoo", players=2)
    state = game.start(seed=4)
    bots = [player("keeper", game, seed=seat) for seat in range(2)]
    pairs = [entry["spaces"] for entry in game.components.entries("pair")]
    seen = set()
    while not state.over:
        seat = state.waiting[0]
        state.apply(seat, bots[seat].choose(state, seat))
        covered = set(state.view(0)["boards"][0]["spaces"])
        bridges = re.findall(r'class="bridge" data-open="([a-e1-5 ]*)"', board_of(state.svg(0), 0))
        for spaces in pairs:
            free = [space for space in spaces if space not in covered]
            seen.add(len(free))
            assert (" ".join(free) in bridges) == bool(free), (spaces, bridges)
    assert seen == {0, 1, 2}


def board_of(svg: str, seat: int) -> str:
    found = re.search(rf'<svg[^>]*id="part-seat-{seat}".*?(?=<svg[^>]*id="part-|$)', svg, re.DOTALL)
    assert found
    return found[0]


def test_a_question_with_one_answer_is_answered_by_itself(ada: Person) -> None:
    """The log says so; who wants to answer is asked."""
    game = zoobox.game("new-york-zoo", players=2)
    state = game.start(seed=7)
    bots = [player("keeper", game, seed=seat) for seat in range(2)]
    forced = None
    while not state.over:
        seat = state.waiting[0]
        if forced is None and seat == 0 and game.is_forced(state, 0):
            forced = len(state.past)
        state.apply(seat, bots[seat].choose(state, seat))
    page = ada.go("/about")
    record = game.record(state)
    script = """async (record) => (await (await fetch("/api/records", {
        method: "POST", headers: {"Content-Type": "text/plain"}, body: record})).json()).table"""
    table = page.evaluate(script, record)
    for wanted in ("on", "off"):
        page.evaluate("wanted => localStorage.setItem('zoobox.auto', wanted)", wanted)
        made = ada.ask("POST", f"/api/tables/{table}/moments/{forced}/play", {"seat": 0})
        ada.go(f"/tables/{made['table']}")
        if wanted == "on":
            expect(page.locator("#log li").first).to_contain_text("(the only choice)")
            page.reload()
            expect(page.locator("#log li").first).to_contain_text("(the only choice)")
        else:
            ada.wait_for_turn()
            expect(page.locator("#choice-list .choice")).to_have_count(1)
            assert page.locator("#log li").count() == 0


EARLY = """() => new Promise(done => {
    const before = document.body.dataset.question;
    const press = () => document.querySelector("#choice-list .choice").dispatchEvent(
        new MouseEvent("click", {detail: 1, bubbles: true}));
    new MutationObserver((_, observer) => {
        if (document.body.dataset.question === before) return;
        observer.disconnect();
        const next = document.body.dataset.question;
        press();
        setTimeout(() => done([next, document.body.dataset.question]), 250);
    }).observe(document.body, {attributes: true});
    press();
})"""


def test_a_click_that_was_meant_for_the_question_before_is_ignored(ada: Person) -> None:
    ada.set_up(DICE, seats=BOT, seed=4)
    ada.wait_for_turn()
    ada.page.evaluate("localStorage.setItem('zoobox.guard', 'on')")
    ada.page.wait_for_timeout(350)
    before, after = ada.page.evaluate(EARLY)
    assert before == after, "the second click came too early"
    ada.page.locator("#choice-list .choice").first.click()
    expect(ada.page.locator("#log")).to_contain_text("Ada puts")
