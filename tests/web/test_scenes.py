"""Scenes with three browsers at once, in each of which the server is killed; on SQLite, and on PostgreSQL with two
processes. Nothing that anybody was shown may be lost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from service.conftest import postgres  # noqa: F401  a fixture
from service.processes import Postgres, ServerProcess
from service.test_push import Device, PushService
from web.conftest import Person, launch
from web.players import by_keyboard
from web.test_together import DICE, NIGHT, THREE, bar, menu
from zoobox.cli.rendering import BROWSERS

pytestmark = pytest.mark.long
SLOW = {"kind": "decision", "seconds": 3 * 86400}
PATIENCE = 40_000
"""Milliseconds; a server that is started again on a busy machine takes a while."""
SUBSCRIBED = """(subscription) => { PushManager.prototype.subscribe = async () => ({toJSON: () => subscription}); }"""
"""The push service of the browser's maker is the one part that a test cannot reach."""


class Club:
    """The servers of a scene, and what everybody was shown before they were killed."""

    def __init__(self, servers: list[ServerProcess]) -> None:
        self.servers = servers
        self.members: list[Person] = []

    def join(self, *members: Person) -> None:
        """Each sits at a process of their own, as far as there are several."""
        for member in members:
            member.server = self.servers[len(self.members) % len(self.servers)]
            self.members.append(member)

    def crash(self, table: str) -> None:
        """Kills every process without warning and starts them again."""
        before = self.shown(table)
        for server in self.servers:
            server.kill()
        for server in self.servers:
            server.start()
        after = self.shown(table)
        assert after["number"] >= before["number"]
        for part in ("log", "chat"):
            assert after[part][: len(before[part])] == before[part], part
        for member in self.members:
            if "/tables/" in member.page.url:
                expect(member.page.locator("#connection")).to_be_empty(timeout=PATIENCE)

    def shown(self, table: str) -> dict[str, Any]:
        """What a spectator is told."""
        with self.servers[0].client() as client:
            state: dict[str, Any] = client.get(f"/api/tables/{table}").json()
        return state


@pytest.fixture(scope="module")
def pushes() -> Iterator[PushService]:
    service = PushService()
    yield service
    service.server.shutdown()


@pytest.fixture(params=["sqlite", "postgres"])
def club(request: pytest.FixtureRequest, tmp_path: Path, pushes: PushService) -> Iterator[Club]:
    more = {"bot_workers": "1", "push_services": pushes.url, "alert_seconds": "2"}
    if request.param == "sqlite":
        servers = [ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path, **more)]
    else:
        found: Postgres = request.getfixturevalue("postgres")
        url = found.database(f"scene_{abs(hash(request.node.name)) % 10**9}")
        servers = [ServerProcess(url, tmp_path, **more) for _ in range(2)]
    for server in servers:
        server.start()
    made = Club(servers)
    yield made
    for member in made.members:
        member.complaints.clear()  # a browser reports every failed attempt to connect
        member.page.close()
    for server in servers:
        server.kill()


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """One with windows, since one without never shows a notification."""
    browser = launch(playwright, BROWSERS[1:])
    yield browser
    browser.close()


@pytest.fixture
def three(people: Callable[..., Person], club: Club) -> list[Person]:
    members = [people(), people(), people()]
    club.join(*members)
    return members


def seated(three: list[Person], **request: Any) -> str:
    """Ada has set a table up, Bob and Eve have sat down."""
    ada, bob, eve = three
    table = ada.set_up(DICE, players=3, seats=THREE, **request)
    bob.sit_down(table, "Bob")
    eve.sit_down(table, "Eve")
    for one in three:
        expect(one.page.locator("#stage-box svg").first).to_be_visible(timeout=PATIENCE)
    return table


def decides(person: Person, luck: Random) -> None:
    """One decision by the keyboard, acknowledged by the server."""
    assert person.wait_for_turn()
    question = person.page.evaluate("document.body.dataset.question")
    by_keyboard(person.page, luck)
    changed = "old => document.body.dataset.question !== old"
    person.page.wait_for_function(changed, arg=question, timeout=PATIENCE)


def whole_turn(person: Person, luck: Random) -> None:
    decides(person, luck)
    while person.page.evaluate("document.body.classList.contains('my-turn')"):
        decides(person, luck)


def test_invitation_with_a_name(three: list[Person], club: Club) -> None:
    ada, bob, eve = three
    table = ada.set_up(DICE, players=3, seats=THREE, clock=SLOW)
    club.crash(table)
    page = bob.go(f"/tables/{table}")
    expect(page.locator("#lounge h2")).to_have_text("You are invited to Zooloretto: The Dice Game by Ada")
    bob.sit_down(table, "Bob")
    expect(ada.page.locator("#lounge .seat-list")).to_contain_text("Bob", timeout=PATIENCE)
    club.crash(table)
    bob.page.fill("#my-name", "Robert")
    bob.page.press("#my-name", "Tab")
    expect(ada.page.locator("#lounge .seat-list")).to_contain_text("Robert", timeout=PATIENCE)
    club.crash(table)
    eve.sit_down(table, "Eve")
    for one in three:
        expect(one.page.locator("#stage-box svg").first).to_be_visible(timeout=PATIENCE)
        one.page.click("#tab-score")  # one's own name stands there, with everybody's
        for name in ("Ada", "Robert", "Eve"):
            expect(one.page.locator("#table")).to_contain_text(name)


def test_one_device_for_two_and_a_friend_elsewhere(three: list[Person], club: Club) -> None:
    """Night at the Zoo: behind the curtain the device knows what a spectator knows, also after a crash."""
    device, eve, watcher = three
    heard: list[str] = []
    device.page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bob"}, {"kind": "open"}]
    table = device.set_up(NIGHT, players=3, seats=seats, clock=SLOW)
    eve.sit_down(table, "Eve")
    watcher.go(f"/tables/{table}")
    luck = Random(1)
    curtain = device.page.get_by_role("button", name=re.compile("I am (Ada|Bob)"))
    seen_down = 0
    for turn in range(14):
        if eve.page.evaluate("document.body.classList.contains('my-turn')"):
            decides(eve, luck)
        elif curtain.is_visible():
            heard.clear()
            if turn in (1, 6):
                club.crash(table)
                expect(curtain).to_be_visible(timeout=PATIENCE)
            assert_nothing_hidden(device.page, watcher.page)
            for frame in heard:
                if '"svg"' in frame:
                    assert '"choices":[]' in frame
                    assert '"seat":null,"yours":[0,1]' in frame
            seen_down += 1
            curtain.click()
            expect(device.page.locator("#curtain")).to_be_hidden(timeout=PATIENCE)
        elif device.page.evaluate("document.body.classList.contains('my-turn')"):
            decides(device, luck)
        device.page.wait_for_timeout(150)
    assert seen_down >= 2


def assert_nothing_hidden(device: Page, watcher: Page) -> None:
    """What the page behind the curtain holds is what a spectator's page holds."""
    question = device.evaluate("document.body.dataset.question")
    same = "question => document.body.dataset.question === question"
    watcher.wait_for_function(same, arg=question, timeout=PATIENCE)
    for part in ("#stage-box svg", "#others svg", "#log li"):
        texts = [page.locator(part).all_text_contents() for page in (device, watcher)]
        assert texts[0] == texts[1], part
    for part in ("#announce", "#prompt", "#since ul", "#leads-to", "#choice-list"):
        assert device.text_content(part) == "", part


@pytest.mark.parametrize("policy", ["decide", "sit-in", "lose"])
def test_clock_policies(three: list[Person], club: Club, policy: str) -> None:
    """The time runs out while the server is dead or has just come back; what was agreed happens all the same."""
    ada, bob, _ = three
    table = seated(three, clock={"kind": "decision", "seconds": 8, "policy": policy})
    expect(ada.page.locator("#my-clock")).to_be_visible(timeout=PATIENCE)
    club.crash(table)
    if policy == "decide":
        for one in three:
            expect(one.page.locator("#log")).to_contain_text("decided by the computer", timeout=PATIENCE)
        assert club.shown(table)["now"]["seats"][0]["bot_in"] is None
    elif policy == "sit-in":
        back = bar(ada).get_by_role("button", name="Take my seat back")
        expect(back).to_be_visible(timeout=PATIENCE)
        expect(bob.page.locator("#log")).to_contain_text("decided by the computer", timeout=PATIENCE)
        club.crash(table)
        back.click()
        expect(bar(ada)).to_be_hidden(timeout=PATIENCE)
    else:
        lost = [{"seat": 0, "name": "Ada", "why": "time"}]
        ada.page.wait_for_timeout(9000)
        club.crash(table)
        ended = club.shown(table)["now"]["ended"]
        assert ended is not None
        assert lost[0] in ended["lost"]


def test_an_absent_player_is_replaced(three: list[Person], club: Club) -> None:
    ada, bob, eve = three
    table = seated(three)
    ada.go("/about")
    expect(bob.page.locator("#others")).to_contain_text("away", timeout=PATIENCE)
    menu(bob, "Let the computer play for Ada")
    expect(bar(eve)).to_contain_text("Bob asks to let the computer play for Ada", timeout=PATIENCE)
    club.crash(table)
    bar(eve).get_by_role("button", name="Agree").click(timeout=PATIENCE)
    expect(bob.page.locator("#notices")).to_contain_text("The computer plays for Ada", timeout=PATIENCE)
    club.crash(table)
    assert club.shown(table)["now"]["seats"][0]["bot_in"]
    ada.go(f"/tables/{table}")
    bar(ada).get_by_role("button", name="Take my seat back").click(timeout=PATIENCE)
    expect(bar(ada)).to_be_hidden(timeout=PATIENCE)
    club.crash(table)
    assert club.shown(table)["now"]["seats"][0]["bot_in"] is None


def test_a_rematch_for_all(three: list[Person], club: Club) -> None:
    ada, bob, eve = three
    table = seated(three)
    menu(ada, "End the game without a result")
    ada.page.locator("dialog.confirm").get_by_role("button", name="End the game").click()
    for one in (bob, eve):
        bar(one).get_by_role("button", name="Agree").click(timeout=PATIENCE)
    for one in three:
        expect(one.page.locator("#end")).to_contain_text("without a result", timeout=PATIENCE)
    ada.page.get_by_role("button", name="Rematch").click()
    expect(bar(bob)).to_contain_text("Ada asks for a rematch", timeout=PATIENCE)
    bar(bob).get_by_role("button", name="Agree").click()
    expect(bar(bob)).to_contain_text("Waiting for Eve", timeout=PATIENCE)
    club.crash(table)
    bar(eve).get_by_role("button", name="Agree").click(timeout=PATIENCE)
    for one in three:
        one.page.wait_for_url(lambda address: "/tables/" in address and table not in address, timeout=PATIENCE)
        expect(one.page.locator("#stage-box svg").first).to_be_visible(timeout=PATIENCE)
    again = ada.page.url.rpartition("/")[2]
    club.crash(again)
    seats = [seat["name"] for seat in club.shown(again)["now"]["seats"]]
    assert seats == ["Bob", "Eve", "Ada"], "everybody has moved one seat on"
    assert club.shown(again)["previous"] == table


def test_alerts(three: list[Person], club: Club, pushes: PushService) -> None:
    """Title, icon, and a push that really arrives; who says no is not asked again and not told."""
    ada, bob, eve = three
    phone = Device(pushes, f"bob-{id(club)}")
    for one in three:
        one.context.grant_permissions(["notifications"])
    bob.context.add_init_script(f"({SUBSCRIBED})({json.dumps(phone.subscription())})")
    table = seated(three, clock=SLOW)
    expect(ada.page).to_have_title(re.compile("^● Your turn"))
    luck = Random(2)
    whole_turn(ada, luck)
    whole_turn(bob, luck)
    offer = bob.page.locator(".notice.alerts")
    offer.get_by_role("button", name="Yes, tell me").click(timeout=PATIENCE)
    expect(bob.page.locator("#notices")).to_contain_text("also when this page is closed", timeout=PATIENCE)
    whole_turn(eve, luck)
    eve.page.locator(".notice.alerts").get_by_role("button", name="No").click(timeout=PATIENCE)
    eve.page.reload()
    expect(eve.page.locator("#stage-box svg").first).to_be_visible(timeout=PATIENCE)
    assert eve.page.locator(".notice.alerts").count() == 0
    registration = worker_of(bob)
    bob.page.goto(bob.server.url + "/about")
    bob.page.wait_for_timeout(2500)  # every process reads once a second who has subscribed
    whole_turn(ada, luck)
    club.crash(table)
    for _ in range(150):
        if phone.received:
            break
        ada.page.wait_for_timeout(200)
    message = phone.decrypted()
    assert message == {"title": "Your turn", "body": "Zooloretto: The Dice Game", "url": f"/tables/{table}"}
    assert len(phone.received) == 1
    registration(json.dumps(message))
    shown = """async () => (await (await navigator.serviceWorker.ready).getNotifications()).map(
        ({title, body, tag}) => ({title, body, tag}))"""
    for _ in range(50):
        if found := bob.page.evaluate(shown):
            break
        bob.page.wait_for_timeout(100)
    assert found == [{"title": message["title"], "body": message["body"], "tag": message["url"]}]


def worker_of(person: Person) -> Callable[[str], None]:
    """Delivers a message to the page's service worker, as the browser does with a push."""
    session = person.context.new_cdp_session(person.page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    for _ in range(50):
        if found:
            break
        person.page.wait_for_timeout(100)
    assert found, "the page has registered no worker"
    origin = "/".join(person.page.url.split("/")[:3])

    def deliver(message: str) -> None:
        session.send(
            "ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": found[-1], "data": message}
        )

    return deliver
