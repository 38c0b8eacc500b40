"""What happens around a game: friends by link, breaks, taking back, one device for two, replays, bad links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from service.processes import ServerProcess
from web.conftest import Person, new_server
from web.faulty_connection import FaultyConnection
from web.players import by_keyboard, play_game

DICE = "zooloretto-dice"
BOT = [{"kind": "me"}, {"kind": "bot", "level": "visitor"}]


def roll(person: Person) -> None:
    person.page.get_by_role("button", name="Roll two dice").first.click()


def test_two_clicks_from_the_lobby_to_a_game_against_the_computer(ada: Person) -> None:
    page = ada.go("/")
    page.get_by_role("button", name=re.compile("Play now.*Zooloretto")).click()
    expect(page.locator("#whose")).to_have_text("Your turn")
    roll(ada)
    expect(page.locator("#prompt")).to_contain_text("on a truck")


def test_setting_up_a_table_in_the_lobby(ada: Person) -> None:
    page = ada.go("/")
    page.get_by_role("button", name=re.compile("Set up a table.*Zooloretto")).click()
    page.select_option("#setup-clock", label="2 minutes for each decision")
    page.select_option("#setup-players", "3")
    page.wait_for_selector("#setup-seat-2")
    page.select_option("#setup-seat-1", "bot:visitor")
    page.select_option("#setup-seat-2", "me")
    page.locator("#setup details summary").click()
    page.select_option("#setting-coin_group_use", label="each decides")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector("#stage-box svg.part")
    assert len(page.query_selector_all("figure.board")) == 2
    expect(page.locator("#my-clock")).to_have_text(re.compile("[12]:[0-9][0-9]"))


def test_two_friends_by_link_and_a_spectator(people: Callable[..., Person]) -> None:
    ada, bob, eve = people(), people(), people()
    table = ada.set_up(DICE, seats=[{"kind": "me"}, {"kind": "open"}], seed=3)
    expect(ada.page.locator("#lounge")).to_be_visible()
    bob.sit_down(table, "Bob")
    expect(ada.page.locator("#whose")).to_have_text("Your turn")
    eve.go(f"/tables/{table}")
    expect(eve.page.locator("#prompt")).to_have_text("You are watching.")
    roll(ada)
    expect(eve.page.locator("#log")).to_contain_text("Ada rolls")
    expect(bob.page.locator("#log")).to_contain_text("Ada rolls")
    assert not eve.page.is_visible("#choice-list")
    while ada.page.evaluate("document.body.classList.contains('my-turn')"):
        ada.wait_for_turn()
        by_keyboard(ada.page, Random(1))
        ada.page.wait_for_timeout(150)
    expect(bob.page.locator("body.my-turn")).to_be_visible()
    expect(bob.page.locator("#since")).to_contain_text("Since your move")
    bob.page.keyboard.press("c")
    bob.page.fill("#chat-text", "<b>hello</b>")
    bob.page.keyboard.press("Enter")
    ada.page.click("#tab-chat")
    expect(ada.page.locator("#chat")).to_contain_text("<b>hello</b>")


def test_reload_and_second_tab_show_the_same_question(ada: Person) -> None:
    ada.set_up(DICE, seats=BOT, seed=4)
    ada.wait_for_turn()
    roll(ada)
    expect(ada.page.locator("#prompt")).to_contain_text("on a truck")
    words = ada.page.inner_text("#prompt")
    ada.page.reload()
    expect(ada.page.locator("#prompt")).to_have_text(words)
    second = ada.open_tab()
    second.goto(ada.page.url)
    expect(second.locator("#prompt")).to_have_text(words)
    second.keyboard.press("1")
    expect(ada.page.locator("#log")).to_contain_text("Ada puts")


@pytest.fixture
def connection(server: ServerProcess) -> Iterator[FaultyConnection]:
    between = FaultyConnection(server.port)
    yield between
    between.close()


@pytest.mark.parametrize("how", ["cut", pytest.param("freeze", marks=pytest.mark.long)])
def test_a_decision_made_without_a_connection_is_made_once_when_it_is_back(
    people: Callable[..., Person], connection: FaultyConnection, how: str
) -> None:
    """In mid-turn the connection is cut, or falls silent as a lost radio link does."""
    ada, bob = people(), people()
    ada.server = connection
    table = ada.set_up(DICE, seats=[{"kind": "me"}, {"kind": "open"}], seed=4)
    bob.sit_down(table, "Bob")
    ada.wait_for_turn()
    roll(ada)
    expect(ada.page.locator("#prompt")).to_contain_text("on a truck")
    getattr(connection, how)()
    if how == "cut":
        expect(ada.page.locator("#connection")).to_contain_text("connection is gone")
    ada.page.locator("#choice-list .choice").first.click()
    expect(ada.page.locator("#connection")).to_contain_text("connection is gone", timeout=15000)
    if how == "cut":
        expect(ada.page.locator("#notices")).to_contain_text("Your decision is kept")
    assert ada.page.locator("#choice-list .choice").count() == 0, "what was decided is not asked again"
    expect(bob.page.locator("#log")).not_to_contain_text("Ada puts")
    connection.repair()
    expect(ada.page.locator("#connection")).to_be_empty(timeout=20000)
    expect(ada.page.locator("#notices")).to_contain_text("Connected again")
    expect(ada.page.locator("#log")).to_contain_text("Ada puts")
    ada.wait_for_turn()
    ada.page.keyboard.press("1")
    for one in (ada, bob):
        expect(one.page.locator("#log li", has_text="Ada puts")).to_have_count(2)
    ada.complaints.clear()  # a browser reports every failed attempt to connect


def test_what_others_did_meanwhile_is_there_after_a_lost_connection(
    people: Callable[..., Person], connection: FaultyConnection
) -> None:
    ada, bob = people(), people()
    bob.server = connection
    table = ada.set_up(DICE, seats=[{"kind": "me"}, {"kind": "open"}], seed=4)
    bob.sit_down(table, "Bob")
    expect(bob.page.locator("#stage-box svg.part >> nth=0")).to_be_visible()
    connection.cut()
    expect(bob.page.locator("#connection")).to_contain_text("connection is gone")
    ada.wait_for_turn()
    roll(ada)
    for _ in range(2):
        ada.wait_for_turn()
        ada.page.keyboard.press("1")
    expect(ada.page.locator("#log li", has_text="Ada puts")).to_have_count(2)
    connection.repair()
    expect(bob.page.locator("#log li", has_text="Ada puts")).to_have_count(2, timeout=20000)
    assert bob.wait_for_turn()
    roll(bob)
    expect(ada.page.locator("#log li", has_text="rolls")).to_have_count(2)
    bob.complaints.clear()


@pytest.mark.long
def test_the_server_dies_in_mid_turn(people: Callable[..., Person], tmp_path: Path) -> None:
    server = new_server(tmp_path).start()
    try:
        ada = people()
        ada.server = server
        ada.set_up(DICE, seats=BOT, seed=4)
        ada.wait_for_turn()
        roll(ada)
        expect(ada.page.locator("#prompt")).to_contain_text("on a truck")
        server.kill()
        expect(ada.page.locator("#connection")).to_contain_text("connection is gone")
        ada.page.keyboard.press("1")  # decided while nobody listens
        server.start()
        expect(ada.page.locator("#log")).to_contain_text("Ada puts", timeout=20000)
        expect(ada.page.locator("#connection")).to_be_empty()
        assert ada.page.locator("#log li", has_text="Ada puts").count() == 1
        ada.complaints.clear()  # a browser reports every failed attempt to connect
    finally:
        ada.page.close()
        server.stop()


def test_taking_back(ada: Person) -> None:
    ada.set_up(DICE, seats=BOT, seed=4)
    ada.wait_for_turn()
    roll(ada)
    expect(ada.page.locator("#prompt")).to_contain_text("on a truck")
    ada.page.keyboard.press("1")
    expect(ada.page.locator("#log")).to_contain_text("Ada puts")
    ada.page.keyboard.press("u")
    expect(ada.page.locator("#log")).not_to_contain_text("Ada puts")


def test_a_hint_marks_a_choice(ada: Person) -> None:
    ada.set_up(DICE, seats=BOT, seed=4, hints=True)
    ada.wait_for_turn()
    ada.page.keyboard.press("h")
    expect(ada.page.locator(".choice.hinted")).to_have_count(1)


def test_one_device_for_two(ada: Person) -> None:
    """The next person's board is shown only when they say that they are there."""
    ada.set_up("o-zoo-le-mio", seats=[{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bob"}], seed=4)
    ada.page.get_by_role("button", name="I am Ada").click()
    ada.wait_for_turn()
    ada.page.keyboard.press("3")
    button = ada.page.get_by_role("button", name="I am Bob")
    expect(button).to_be_visible()
    assert not ada.page.query_selector("svg .lit")
    button.click()
    ada.wait_for_turn()
    expect(ada.page.locator("#whose")).to_have_text("Bob")


def test_the_rule_behind_a_line_is_one_click_away(ada: Person) -> None:
    ada.set_up(DICE, seats=BOT, seed=4)
    ada.wait_for_turn()
    roll(ada)
    ada.page.locator("#log .rule-link").first.click()
    expect(ada.page.locator("#drawer .rule.here")).to_contain_text("zld.roll")


@pytest.mark.long
def test_end_rematch_and_replay(ada: Person) -> None:
    table = ada.set_up(DICE, seats=BOT, seed=5)
    play_game(ada, by_keyboard)
    ada.page.wait_for_selector("#end .chart polyline")
    result = ada.page.inner_text("#end h2")
    expect(ada.page.get_by_text(result, exact=True).locator("visible=true")).to_have_count(1)
    expect(ada.page.locator(".ask")).to_be_hidden()
    expect(ada.page.locator("#end .score tbody tr")).to_have_count(6)
    expect(ada.page.locator("#end").get_by_role("link", name="Review of the game")).to_be_visible()
    page = ada.go(f"/tables/{table}/replay?moment=3&seat=1")
    expect(page.locator("#where")).to_contain_text("3 /")
    page.click("#next")
    expect(page.locator("#where")).to_contain_text("4 /")
    page.click("#last")
    page.wait_for_function("() => document.querySelector('#moment').value === document.querySelector('#moment').max")
    assert page.input_value("#eyes") == "1"
    expect(page.locator("#review")).to_be_visible()
    ada.go(f"/tables/{table}")
    ada.page.get_by_role("button", name="Rematch").click()
    ada.page.wait_for_url(lambda address: "/tables/" in address and table not in address)
    ada.page.wait_for_selector("#stage-box svg.part >> nth=0")


def test_a_line_of_chat_whose_answer_was_lost_is_said_once(ada: Person) -> None:
    """The line is cut when the server has received the line and its answer has not come yet."""
    page = ada.page
    page.add_init_script(
        """const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
            send.call(this, text);
            if (text.includes('"chat"') && !window.cut) { window.cut = true; this.dispatchEvent(new Event("close")); }
        };"""
    )
    ada.set_up(DICE, seats=BOT, seed=4)
    ada.wait_for_turn()
    page.click("#tab-chat")
    page.fill("#chat-text", "hello")
    page.press("#chat-text", "Enter")
    page.wait_for_function("() => window.cut")
    page.fill("#chat-text", "there")
    page.press("#chat-text", "Enter")
    expect(page.locator("#chat li").last).to_have_text("Ada: there")
    assert page.locator("#chat li").all_inner_texts() == ["Ada: hello", "Ada: there"]


SQUEEZED = """inside => [...document.querySelectorAll(inside)].filter(one => {
    const frame = one.closest("figure, dialog").getBoundingClientRect(), box = one.getBoundingClientRect();
    return box.width && (box.right > frame.right + 1 || box.left < frame.left - 1);
}).map(one => one.outerHTML.slice(0, 120))"""
"""What reaches out of its board or dialog."""


@pytest.mark.parametrize("width", [360, 820, 1440])
def test_names_and_buttons_stay_in_their_frames(people: Callable[..., Person], width: int) -> None:
    ada = people(viewport={"width": width, "height": 840}, locale="de-DE")
    page = ada.go("/")
    page.get_by_role("button", name=re.compile("Tisch einrichten.*New York Zoo")).click()
    page.select_option("#setup-players", "5")
    page.wait_for_selector("#setup-seat-4")
    assert page.evaluate(SQUEEZED, "dialog[open] *") == []
    assert page.get_by_role("button", name="Tisch öffnen").is_visible()
    box = page.get_by_role("button", name="Tisch öffnen").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 840
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "director"}] * 3]
    ada.set_up(DICE, players=4, seats=seats, seed=4)
    page.wait_for_selector("#others .caption")
    assert page.evaluate(SQUEEZED, "figure .caption *") == []


def test_cards_in_a_first_game(ada: Person) -> None:
    page = ada.go(f"/learn/{DICE}")
    page.get_by_role("button", name="Play a whole game").click()
    card = page.locator("#lesson")
    expect(card).to_contain_text("Every animal you bring home")
    card.get_by_role("button", name="Got it").click()
    expect(card).to_contain_text("roll two dice")


def test_german(people: Callable[..., Person]) -> None:
    ada = people(locale="de-DE")
    page = ada.go("/")
    expect(page.locator("h1")).to_have_text("Vier Spiele rund um den Zoo")
    ada.set_up(DICE, seats=BOT, seed=4)
    expect(page.locator("#prompt")).to_contain_text("Wirf zwei Würfel")
    expect(page.locator("#others .caption")).to_contain_text("Besucher 2")
    page.click("#rule-now")
    expect(page.locator("#drawer .rule.here")).to_contain_text("Genau zwei Würfel")
    ada.go(f"/rules/{DICE}")
    expect(page.locator("#zld\\.barn\\.overflow")).to_contain_text("Stallfeld dieser Art")
    page.fill("#search", "kasse nimmt")
    expect(page.locator(".rule:visible")).to_have_count(1)
    expect(page.locator(".rule-id:visible")).to_have_count(0)
    page.check("#show-ids")
    expect(page.locator(".rule-id:visible")).to_have_text("zld.coins.full-office")
    ada.go(f"/rules/{DICE}")
    expect(page.locator(".rule-id:visible").first).to_have_text("zld.setup.dice")
    page.goto(f"{ada.server.url}/settings/language/en?back=/rules")
    expect(page.locator("h1")).to_have_text("Which rules?")


@pytest.mark.parametrize(
    "path", ["/nothing", "/tables/nothing", "/rules/nothing", "/tables/nothing/replay", "/learn/x"]
)
def test_bad_links_lead_to_a_friendly_page(ada: Person, path: str) -> None:
    page = ada.go(path)
    expect(page.get_by_role("link", name="entrance").or_(page.get_by_role("link", name="lobby"))).to_be_visible()
    ada.complaints.clear()  # a browser reports what it was refused


def test_an_old_decision_is_refused_with_a_reason(ada: Person) -> None:
    table = ada.set_up(DICE, seats=BOT, seed=4)
    ada.wait_for_turn()
    answer = ada.ask("POST", f"/api/tables/{table}/decisions", {"seat": 0, "ask": 0, "choice": "roll"})
    assert answer["error"]["reason"]
    expect(ada.page.locator("#whose")).to_have_text("Your turn")
    ada.complaints.clear()


CUT_OFF = """chip => [chip, ...chip.children].filter(part =>
    !["inline", "none"].includes(getComputedStyle(part).display)
    && part.className !== "unseen" && part.scrollWidth > part.clientWidth + 1).map(part => part.textContent)"""
"""Parts of a chip whose words do not fit into it."""


@pytest.mark.parametrize("size", [(1280, 860), (844, 390), (390, 844), (360, 740)])
def test_a_chosen_seed_and_the_fingerprint_are_shown_before_the_first_move(
    people: Callable[..., Person], size: tuple[int, int]
) -> None:
    viewport = {"viewport": {"width": size[0], "height": size[1]}}
    ada, bob, eve = people(**viewport), people(**viewport), people(**viewport)
    table = ada.set_up(DICE, seats=[{"kind": "me"}, {"kind": "open"}], seed=3)
    luck = ada.ask("GET", f"/api/tables/{table}")["luck"]
    for one in (ada, bob, eve):  # also those who do not sit yet
        page = one.go(f"/tables/{table}")
        expect(page.locator("#seed-given")).to_be_visible()
        expect(page.locator("#seed-given")).to_contain_text("chose its seed")
        assert page.locator("#seed-given").evaluate(CUT_OFF) == []
        expect(page.locator("#luck")).to_contain_text(luck["commitment"][:16])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    other = ada.set_up(DICE, seats=[{"kind": "me"}, {"kind": "open"}])
    luck = ada.ask("GET", f"/api/tables/{other}")["luck"]
    expect(ada.page.locator("#luck")).to_contain_text(luck["commitment"][:16])
    expect(ada.page.locator("#seed-given")).to_be_hidden()
