"""The table fits the window: own board and shared table are large, nothing is hidden, highlights can be seen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import TimeoutError

import zoobox
from web.conftest import Person
from web.players import by_keyboard, play_game

OTHERS = [name for name in zoobox.names() if name != "new-york-zoo"]
SIZES = [(1440, 900), (1920, 1080), (2560, 1440), (1280, 800)]
SETTLED = 15_000
"""Milliseconds in which a page has arranged itself anew after its window has changed, at the latest: what bots did
comes first, at its pace."""
COVERED = """() => {
    const parts = [...document.querySelectorAll("#stage > .part")].map(part => {
        const [x, y, width, height] = part.getAttribute("viewBox").split(" ").map(Number);
        const matrix = part.getScreenCTM();
        return width * matrix.a * height * matrix.d;
    });
    return parts.reduce((sum, area) => sum + area, 0) / (innerWidth * innerHeight);
}"""
"""The share of the window that the shared table and the own board cover."""


@pytest.mark.parametrize("game", zoobox.names())
def test_own_board_and_shared_table_cover_half_of_the_window(people: Callable[..., Person], game: str) -> None:
    ada = people(viewport={"width": 1920, "height": 1080})
    seats = [{"kind": "me"}, {"kind": "bot", "level": "visitor"}]
    ada.set_up(game, seats=seats, seed=4)
    ada.page.wait_for_selector("#stage .part >> nth=1")
    shares = {}
    for width, height in SIZES:
        ada.page.set_viewport_size({"width": width, "height": height})
        shares[width] = ada.page.evaluate(COVERED)
        assert ada.page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1"), "the page itself scrolls"
    assert shares[1920] >= 0.5
    assert min(shares.values()) >= 0.4


READABLE = [(1024, 700), (390, 844), (844, 390), (820, 1180), (1280, 800), (1440, 900), (1920, 1080), (2560, 1440)]
SMALLEST = 11
TOO_SMALL = """(least, stage = document.querySelector("#stage").getBoundingClientRect()) =>
[...document.querySelectorAll("#stage text")].filter(text => {
    const box = text.getBoundingClientRect();
    return box.right > stage.left && box.left < stage.right && box.bottom > stage.top && box.top < stage.bottom;
}).map(text => {
    const matrix = text.getScreenCTM();
    return [parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.a, matrix.b), text.textContent.trim()];
}).filter(([size, text]) => text && size < least).slice(0, 6)"""
"""Texts of the stage that are shown smaller than that many pixels; while a tile is placed in a low window, only the
board is shown."""
NONE_TOO_SMALL = f"least => ({TOO_SMALL})(least).length === 0"


@pytest.mark.parametrize("game", zoobox.names())
def test_no_text_of_the_stage_is_smaller_than_eleven_pixels(people: Callable[..., Person], game: str) -> None:
    ada = people(viewport={"width": 1024, "height": 700})
    most = {"new-york-zoo": 5}.get(game, 4)
    small = []
    for players, sizes in ((2, READABLE[:3]), (most, READABLE)):
        bots = [{"kind": "bot", "level": "visitor"}] * (players - 1)
        ada.set_up(game, players=players, seats=[{"kind": "me"}, *bots], seed=4)
        ada.page.wait_for_selector("#stage .part >> nth=1")
        for moment, decisions in (("the opening", 0), ("later", 4)):
            play_game(ada, by_keyboard, limit=decisions)
            for width, height in sizes:
                ada.page.set_viewport_size({"width": width, "height": height})
                try:
                    ada.page.wait_for_function(NONE_TOO_SMALL, arg=SMALLEST - 0.05, timeout=SETTLED)
                except TimeoutError:
                    found = ada.page.evaluate(TOO_SMALL, SMALLEST)
                    small.append(f"{moment} for {players} at {width}x{height}: {found}")
    assert not small, "\n".join(small)


PANELS = """() => [".ask", "#choices", "#leads-to", ".talk", "#stage-box", "#others"].map(selector => {
    const box = document.querySelector(selector).getBoundingClientRect();
    return [selector, box.x, box.y, box.width, box.height].map(one => typeof one === "number" ? Math.round(one) : one);
})"""


@pytest.mark.parametrize("game", ["new-york-zoo", *(pytest.param(name, marks=pytest.mark.long) for name in OTHERS)])
def test_panels_keep_their_size(people: Callable[..., Person], game: str) -> None:
    """Nothing jumps under the pointer because a list got longer; the question may take a second line."""
    ada = people(viewport={"width": 1440, "height": 900})
    ada.set_up(game, seats=[{"kind": "me"}, {"kind": "bot", "level": "visitor"}], seed=8)
    seen = set()
    for _ in range(6):
        ada.wait_for_turn()
        panels = ada.page.evaluate(PANELS)
        tall = panels[0][4]
        seen.add((tall, tuple(map(tuple, panels))))
        play_game(ada, by_keyboard, limit=1)
    assert len(seen) == len({tall for tall, _ in seen}) <= 2


@pytest.mark.parametrize("players", [1, 2, 5])
def test_a_board_can_be_read_while_placing_on_a_phone_on_its_side(people: Callable[..., Person], players: int) -> None:
    """The whole board is shown then, and nothing else."""
    ada = people(viewport={"width": 844, "height": 390})
    bots = [{"kind": "bot", "level": "visitor"}] * (players - 1)
    variant = {"variant": "large"} if players == 1 else {}
    ada.set_up("new-york-zoo", players=players, seats=[{"kind": "me"}, *bots], seed=4, **variant)
    ada.page.wait_for_selector("#stage .part >> nth=1")
    for _ in range(12):
        if ada.page.locator("body.is-placing svg.close-up").count():
            break
        play_game(ada, by_keyboard, limit=1)
    assert ada.page.locator("body.is-placing svg.close-up").count() == 1
    ada.page.wait_for_function(NONE_TOO_SMALL, arg=SMALLEST - 0.05, timeout=SETTLED)
