"""Whole games against a bot: by mouse, by keyboard alone, by touch on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from web.conftest import Person
from web.players import by_keyboard, by_mouse, by_touch, play_game

GAMES = ("zooloretto-dice", "o-zoo-le-mio", "night-at-the-zoo", "new-york-zoo")
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
BOT = [{"kind": "me"}, {"kind": "bot", "level": "visitor"}]
LONG = [pytest.param(game, marks=pytest.mark.long) for game in GAMES]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_mouse(ada: Person, game: str) -> None:
    ada.set_up(game, seats=BOT, seed=5)
    play_game(ada, by_mouse)
    expect(ada.page.locator("#end table.score")).to_be_visible()
    expect(ada.page.locator("#end .chart polyline").first).to_be_visible()


@pytest.mark.parametrize("game", LONG)
def test_a_whole_game_by_keyboard_alone(ada: Person, game: str) -> None:
    ada.set_up(game, seats=BOT, seed=6)
    play_game(ada, by_keyboard)
    expect(ada.page.locator("#end table.score")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_touch_at_phone_size(people: Callable[..., Person], game: str) -> None:
    ada = people(**PHONE)
    ada.set_up(game, seats=BOT, seed=7)
    play_game(ada, by_touch)
    expect(ada.page.locator("#end table.score")).to_be_visible()
    assert ada.page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("game", [GAMES[3], *LONG[:3]])
@pytest.mark.parametrize("way", [by_mouse, by_keyboard])
def test_the_first_decisions_of_every_game(ada: Person, game: str, way: object) -> None:
    ada.set_up(game, seats=BOT, seed=8)
    play_game(ada, way, limit=8)
    assert len(ada.page.query_selector_all("#log li")) > 8


@pytest.mark.parametrize("game", [*LONG[:2], GAMES[2], LONG[3]])
def test_the_first_decisions_by_touch(people: Callable[..., Person], game: str) -> None:
    ada = people(**PHONE)
    ada.set_up(game, seats=BOT, seed=9)
    play_game(ada, by_touch, limit=8)
    assert len(ada.page.query_selector_all("#log li")) > 8


LIT_POINT = """() => {
    const box = document.querySelector("svg .lit").getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""


def test_a_picture_that_comes_while_the_button_is_down_swallows_no_click(people: Callable[..., Person]) -> None:
    """Both bid at the same time; the other bid arrives, and the picture is redrawn, between press and release."""
    ada, bob = people(), people()
    table = ada.set_up("o-zoo-le-mio", seats=[{"kind": "me"}, {"kind": "open"}], seed=3)
    bob.sit_down(table, "Bob")
    bob.wait_for_turn()
    ada.wait_for_turn()
    ada.page.mouse.move(*ada.page.evaluate(LIT_POINT))
    drawn = ada.page.query_selector("svg .lit")
    ada.page.mouse.down()
    bob.page.locator("#choice-list .choice").nth(2).click()
    expect(ada.page.locator("#log")).to_contain_text("has made a bid")
    assert drawn is not None
    assert drawn.evaluate("element => element.isConnected"), "what is drawn as before stays"
    drawn.evaluate("element => element.replaceWith(element.cloneNode(true))")  # as where it is drawn otherwise
    ada.page.mouse.up()
    expect(ada.page.locator("#log")).to_contain_text("The bids")


def test_a_flying_piece_in_front_swallows_no_click(ada: Person) -> None:
    ada.set_up("zooloretto-dice", seats=BOT, seed=4)
    ada.wait_for_turn()
    x, y = ada.page.evaluate(LIT_POINT)
    ada.page.evaluate(
        """() => {
            const part = document.querySelector("#stage #part-shared");
            const piece = part.querySelector(".lit").cloneNode(true);
            piece.classList.remove("lit");
            piece.id = "flying";
            part.append(piece);
        }"""
    )
    ada.page.mouse.click(x, y)
    expect(ada.page.locator("#prompt")).to_contain_text("on a truck")
