"""Three people with a browser each: invitation, one device for several, clocks, absence, requests, rematch, alerts."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from web.conftest import Person, new_server
from web.players import by_keyboard
from web.test_pages import violations
from zoobox.drawing.palette import SEATS

DICE = "zooloretto-dice"
NIGHT = "night-at-the-zoo"
THREE = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
SLOW = {"kind": "decision", "seconds": 900}


def three(people: Callable[..., Person], **request: Any) -> tuple[str, list[Person]]:
    """Ada has set a table up, Bob and Eve have sat down."""
    ada, bob, eve = people(), people(), people()
    table = ada.set_up(DICE, players=3, seats=THREE, seed=3, **request)
    bob.sit_down(table, "Bob")
    eve.sit_down(table, "Eve")
    for one in (ada, bob, eve):
        expect(one.page.locator("#stage-box svg").first).to_be_visible()
    return table, [ada, bob, eve]


def menu(person: Person, name: str) -> None:
    if not person.page.locator("#seat-actions").is_visible():
        person.page.locator("details.menu summary").click()
    person.page.locator("#seat-actions").get_by_role("button", name=name).click()


def bar(person: Person) -> Any:
    return person.page.locator("#together")


def test_an_invitation_asks_for_a_name_and_says_what_is_played(people: Callable[..., Person]) -> None:
    ada, bob = people(), people()
    table = ada.set_up(DICE, players=3, seats=THREE, clock=SLOW, hints=False)
    expect(ada.page.locator("#lounge li.mine")).to_contain_text("your seat")
    expect(ada.page.locator(".unreachable")).to_contain_text("--host 0.0.0.0")
    page = bob.go(f"/tables/{table}")
    lounge = page.locator("#lounge")
    expect(lounge.locator("h2")).to_have_text("You are invited to Zooloretto: The Dice Game by Ada")
    expect(lounge).to_contain_text("3 players · 15 minutes for each decision; the computer makes that one decision")
    expect(lounge).to_contain_text("without hints")
    assert page.get_attribute("meta[property='og:title']", "content") == lounge.locator("h2").inner_text()
    picture = page.get_attribute("meta[property='og:image']", "content")
    assert picture is not None
    assert page.request.get(picture).headers["content-type"] == "image/png"
    assert page.evaluate("document.querySelector('.qr').naturalWidth") > 50
    assert violations(bob) == []
    lounge.get_by_role("button", name="Take this seat").first.click()
    assert page.locator("#my-name:invalid").count() == 1, "nobody sits down without a name"
    bob.sit_down(table, "Bob")
    expect(ada.page.locator("#lounge")).to_contain_text("Bob")
    bob.page.fill("#my-name", "Robert")
    bob.page.press("#my-name", "Tab")
    expect(ada.page.locator("#lounge .seat-list")).to_contain_text("Robert")
    menu(ada, "Leave my seat")
    expect(bob.page.locator("#lounge li").first).to_contain_text("open seat")
    menu(ada, "Close this table")
    ada.page.get_by_role("button", name="Close this table").last.click()
    expect(bob.page.locator("#lounge")).to_contain_text("This table was closed.")


def test_names_and_colours_are_given_when_a_table_for_one_device_is_set_up(ada: Person) -> None:
    page = ada.go("/")
    page.get_by_role("button", name=re.compile("Set up a table.*Night")).click()
    page.select_option("#setup-seat-1", "me")
    page.fill("#setup-name-0", "Ada")
    page.fill("#setup-name-1", "Bob")
    assert page.locator("#setup-form .dot").count() == 2
    page.select_option("#setup-colour-0", "2")
    page.select_option("#setup-colour-1", "2")
    assert page.input_value("#setup-colour-0") == "1", "they have swapped colours"
    assert violations(ada) == []
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#curtain")).to_contain_text(re.compile("Hand the device to (Ada|Bob)"))
    page.get_by_role("button", name=re.compile("I am (Ada|Bob)")).click()
    colours = page.evaluate("[0, 1].map((n) => document.documentElement.style.getPropertyValue(`--seat-${n}`))")
    assert colours == [SEATS[1], SEATS[2]]


def test_pictures_have_the_chosen_colours(ada: Person) -> None:
    seats = [{"kind": "me", "name": "Ada", "colour": 4}, {"kind": "bot", "level": "visitor"}]
    ada.set_up("o-zoo-le-mio", seats=seats, seed=3)
    ada.wait_for_turn()
    yellow = "rgb(192, 138, 30)"
    script = "[...document.querySelectorAll('#stage-box svg *')].some((one) => getComputedStyle(one).fill === '%s')"
    assert ada.page.evaluate(script % yellow)
    assert ada.page.evaluate("document.documentElement.style.getPropertyValue('--seat-0')") == SEATS[4]


def test_one_device_for_two_holds_nothing_hidden_of_the_other(people: Callable[..., Person]) -> None:
    """Behind the curtain the page and its messages hold what a spectator's have; a reload lifts nothing."""
    ada, eve = people(), people()
    heard: list[str] = []
    ada.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bob"}]
    table = ada.set_up(NIGHT, seats=seats, seed=3)
    eve.go(f"/tables/{table}")
    luck = Random(1)
    for turn in range(4):
        button = ada.page.get_by_role("button", name=re.compile("I am (Ada|Bob)"))
        expect(button).to_be_visible()
        number = ada.page.evaluate("document.body.dataset.question")
        eve.page.wait_for_function("number => document.body.dataset.question === number", arg=number)
        assert ada.page.locator("#choice-list .choice").count() == 0
        for part in ("#stage-box svg", "#others svg", "#log li"):
            texts = [one.page.locator(part).all_text_contents() for one in (ada, eve)]
            assert texts[0] == texts[1], part
        for part in ("#announce", "#prompt", "#since ul", "#leads-to", "#choice-list"):
            assert ada.page.text_content(part) == "", part
        if turn == 2:
            heard.clear()
            ada.page.reload()
            expect(button).to_be_visible()
            ada.page.wait_for_timeout(300)
            assert heard
            assert all('"choices":[]' in frame for frame in heard if '"svg"' in frame)
            assert all('"seat":null,"yours":[0,1]' in frame for frame in heard if '"svg"' in frame)
        button.click()
        before = ada.page.locator("#curtain")
        while True:
            ada.wait_for_turn()
            question = ada.page.evaluate("document.body.dataset.question")
            by_keyboard(ada.page, luck)
            ada.page.wait_for_function("old => document.body.dataset.question !== old", arg=question)
            if before.is_visible():
                break


def test_a_decision_out_of_time_is_the_computers_and_the_next_is_mine(people: Callable[..., Person]) -> None:
    table, (ada, bob, eve) = three(people, clock={"kind": "decision", "seconds": 3})
    for one in (ada, bob, eve):
        expect(one.page.locator("#log")).to_contain_text("decided by the computer", timeout=20000)
    assert table in ada.page.url
    assert ada.page.evaluate("document.body.classList.contains('my-turn')")
    expect(ada.page.locator("#my-clock")).to_be_visible()


def test_the_last_seconds_are_told(people: Callable[..., Person]) -> None:
    _, (ada, bob, _) = three(people, clock={"kind": "decision", "seconds": 12})
    expect(ada.page.locator("#announce")).to_contain_text("10 seconds left", timeout=20000)
    assert "seconds left" not in (bob.page.text_content("#announce") or "")


def test_a_link_is_sent_by_the_share_sheet(people: Callable[..., Person]) -> None:
    ada = people()
    ada.context.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    table = ada.set_up(DICE, seats=[{"kind": "me"}, {"kind": "open"}])
    ada.page.get_by_role("button", name="Share").click()
    assert ada.page.evaluate("window.shared.url").endswith(f"/tables/{table}")


@pytest.mark.long
def test_after_a_long_absence_the_table_offers_to_go_on(people: Callable[..., Person], tmp_path: Path) -> None:
    server = new_server(tmp_path)
    server.environment["ZOOBOX_ABSENCE_SECONDS"] = "3"
    server.start()
    try:
        ada, bob = people(), people()
        ada.server = bob.server = server
        table = ada.set_up(DICE, seats=[{"kind": "me"}, {"kind": "open"}], seed=4)
        bob.sit_down(table, "Bob")
        ada.go("/about")
        expect(bar(bob)).to_contain_text("Ada has been away for a long time.", timeout=30000)
        bar(bob).get_by_role("button", name="Let the computer play for Ada").click()
        expect(bob.page.locator("#notices")).to_contain_text("The computer plays for Ada")
    finally:
        for one in (ada, bob):
            one.page.close()
        server.stop()


def test_somebody_who_is_away_is_replaced_and_comes_back(people: Callable[..., Person]) -> None:
    table, (ada, bob, eve) = three(people)
    ada.page.goto(ada.server.url + "/about")
    expect(bob.page.locator("#others")).to_contain_text("away")
    menu(bob, "Let the computer play for Ada")
    expect(bar(bob)).to_contain_text("Waiting for Eve")
    expect(bar(eve)).to_contain_text("Bob asks to let the computer play for Ada")
    assert violations(eve) == []
    bar(eve).get_by_role("button", name="Refuse").click()
    for one in (bob, eve):
        expect(one.page.locator("#notices")).to_contain_text("Eve did not agree")
        expect(bar(one)).to_be_hidden()
    menu(bob, "Let the computer play for Ada")
    bar(eve).get_by_role("button", name="Agree").click()
    expect(bob.page.locator("#notices")).to_contain_text("The computer plays for Ada")
    ada.go(f"/tables/{table}")
    bar(ada).get_by_role("button", name="Take my seat back").click()
    expect(bob.page.locator("#notices")).to_contain_text("Ada is back")
    expect(bar(ada)).to_be_hidden()


def test_giving_up_asks_first_and_a_rematch_reaches_everybody(people: Callable[..., Person]) -> None:
    table, (ada, bob, eve) = three(people)
    menu(bob, "Let a bot play for me")
    bob.page.locator("dialog.confirm").get_by_role("button", name="Cancel").click()
    for one in (bob, eve):
        menu(one, "Resign")
        one.page.locator("dialog.confirm").get_by_role("button", name="Resign").click()
        expect(ada.page.locator("#notices")).to_contain_text("resigned")
    expect(ada.page.locator("#end h2")).to_have_text("You win!")
    expect(ada.page.locator("#end")).to_contain_text("Bob resigned.")
    ada.page.get_by_role("button", name="Rematch").click()
    bar(eve).get_by_role("button", name="Agree").click()
    for one in (ada, eve):
        one.page.wait_for_url(lambda address: "/tables/" in address and table not in address)
    expect(bob.page.locator("#notices")).to_contain_text("They play again.")


@pytest.mark.long
def test_requests_and_a_rematch_survive_a_killed_server(people: Callable[..., Person], tmp_path: Path) -> None:
    server = new_server(tmp_path)
    server.start()
    try:
        ada, bob, eve = people(), people(), people()
        for one in (ada, bob, eve):
            one.server = server
        table = ada.set_up(DICE, players=3, seats=THREE, seed=3)
        bob.sit_down(table, "Bob")
        server.kill()
        server.start()
        eve.sit_down(table, "Eve")
        expect(ada.page.locator("#whose")).to_have_text("Your turn", timeout=20000)
        menu(ada, "End the game without a result")
        ada.page.locator("dialog.confirm").get_by_role("button", name="End the game").click()
        expect(bar(bob)).to_contain_text("Ada asks to end the game", timeout=20000)
        server.kill()
        server.start()
        for one in (bob, eve):
            expect(one.page.locator("#connection")).to_be_empty(timeout=20000)
            bar(one).get_by_role("button", name="Agree").click()
        for one in (ada, bob, eve):
            expect(one.page.locator("#end")).to_contain_text("without a result", timeout=20000)
        ada.page.get_by_role("button", name="Rematch").click()
        for one in (bob, eve):
            bar(one).get_by_role("button", name="Agree").click()
        for one in (ada, bob, eve):
            one.page.wait_for_url(lambda address: "/tables/" in address and table not in address)
            expect(one.page.locator("#stage-box svg").first).to_be_visible()
            one.complaints.clear()  # a browser reports every failed attempt to connect
    finally:
        for one in (ada, bob, eve):
            one.page.close()
        server.stop()


def test_a_spectator_chats_with_a_name_and_everybody_sees_a_badge(people: Callable[..., Person]) -> None:
    ada, eve = people(viewport={"width": 390, "height": 800}), people()
    table = ada.set_up(DICE, seats=[{"kind": "me"}, {"kind": "bot", "level": "visitor"}], seed=3)
    ada.wait_for_turn()
    page = eve.go(f"/tables/{table}")
    page.click("#tab-chat")
    page.fill("#chat-text", "hello")
    page.press("#chat-text", "Enter")
    page.fill("#chat-name-text", "Eve")
    page.press("#chat-name-text", "Enter")
    expect(page.locator("#chat-name")).to_be_hidden()
    expect(page.locator("#chat-text")).to_have_value("hello")
    page.press("#chat-text", "Enter")
    expect(ada.page.locator("#chat-news")).to_have_text("Chat: 1 new")
    ada.page.click("#chat-news")
    expect(ada.page.locator("#chat")).to_contain_text("Eve: hello")
    expect(ada.page.locator("#chat-news")).to_be_hidden()


def test_my_turn_is_told_in_the_title_and_the_icon(people: Callable[..., Person]) -> None:
    ada, bob = people(), people()
    table = ada.set_up(DICE, seats=[{"kind": "me"}, {"kind": "open"}], seed=4)
    bob.sit_down(table, "Bob")
    expect(ada.page).to_have_title(re.compile("^● Your turn · Zooloretto"))
    expect(bob.page).to_have_title(re.compile("^Zooloretto"))
    icon = ada.page.get_attribute("link[rel=icon]", "href") or ""
    assert icon.endswith("icon-turn.svg")
    assert ada.page.request.get(ada.server.url + icon).status == 200


def test_the_lobby_lists_first_where_it_is_my_turn(people: Callable[..., Person]) -> None:
    ada, bob = people(), people()
    waiting = ada.set_up(DICE, seats=[{"kind": "me"}, {"kind": "open"}], seed=4)
    mine = bob.set_up(DICE, seats=[{"kind": "me"}, {"kind": "bot", "level": "visitor"}], seed=4)
    bob.sit_down(waiting, "Bob")
    page = bob.go("/")
    entries = page.locator("#mine li")
    expect(entries).to_have_count(2)
    expect(entries.first).to_contain_text("Your turn")
    assert entries.first.locator("a").get_attribute("href") == f"/tables/{mine}"
    expect(entries.last).to_contain_text("running")
    assert violations(bob) == []
