"""Fingers on a phone: what is asked comes into sight, a tile hangs above the thumb, two fingers enlarge the picture."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as TookTooLong
from playwright.sync_api import expect

import zoobox
from web.conftest import Person
from web.players import by_keyboard, play_game

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
ON_ITS_SIDE = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}
ENLARGED = {"viewport": {"width": 640, "height": 400}}
"""A window of 1280 by 800 at 200 %."""
BOT = [{"kind": "me"}, {"kind": "bot", "level": "visitor"}]
NYZ = "new-york-zoo"
IN_SIGHT = """() => {
    const ask = document.querySelector(".ask").getBoundingClientRect().bottom;
    const side = document.querySelector(".side");
    const floor = getComputedStyle(side).position === "fixed" ? side.getBoundingClientRect().top : innerHeight;
    const asked = document.querySelector("svg.placing") ? "svg.placing .ghost, svg.placing" : "svg .lit";
    const boxes = [...document.querySelectorAll(asked)].map(one => one.getBoundingClientRect());
    const shown = boxes.map(box => Math.max(0, Math.min(box.bottom, floor) - Math.max(box.top, ask)) / box.height);
    return {count: boxes.length, least: Math.min(1, ...shown), most: Math.max(0, ...shown), room: floor - ask};
}"""
"""How much of what can be chosen is seen between the question and the list."""
ONE_WHOLE = f"() => {{ const seen = ({IN_SIGHT})(); return !seen.count || seen.most > 0.99; }}"
ALL_WHOLE = f"() => {{ const seen = ({IN_SIGHT})(); return seen.count && seen.least > 0.97; }}"
ANOTHER_QUESTION = "before => document.body.dataset.question !== before"


class Fingers:
    """Touches of a real screen, one or two at a time."""

    def __init__(self, person: Person) -> None:
        self.session = person.context.new_cdp_session(person.page)
        self.page = person.page

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})
        self.page.wait_for_timeout(30)


def box_of(person: Person, selector: str) -> Any:
    found = person.page.locator(selector).first.bounding_box()
    assert found is not None
    return found


def in_sight(ada: Person, wanted: str) -> Any:
    """What is seen in the end: boards are resized and pages scroll after the question has come."""
    with contextlib.suppress(TookTooLong):
        ada.page.wait_for_function(wanted, timeout=5000)
    return ada.page.evaluate(IN_SIGHT)


def tap_until_answered(ada: Person, selector: str, question: str) -> None:
    """Taps; a browser that still scrolls takes a tap for the wish to stop, so up to three times."""
    for _ in range(3):
        ada.page.tap(selector)
        with contextlib.suppress(TookTooLong):
            ada.page.wait_for_function(
                "before => document.body.dataset.question !== before", arg=question, timeout=5000
            )
            return
    raise AssertionError(f"nothing came of tapping {selector}")


def to_the_placing(ada: Person) -> None:
    """Moves the elephant until a tile is to be placed."""
    for _ in range(12):
        ada.wait_for_turn()
        if ada.page.query_selector("svg.placing"):
            return
        play_game(ada, by_keyboard, limit=1)
    raise AssertionError("no tile came")


@pytest.mark.parametrize("game", zoobox.names())
def test_what_is_asked_is_in_sight(people: Callable[..., Person], game: str) -> None:
    """At every decision of the opening something that can be chosen is seen whole: lit pieces, the ghost of a tile."""
    ada = people(**PHONE)
    ada.set_up(game, seats=BOT, seed=8)
    for _ in range(8):
        ada.wait_for_turn()
        seen = in_sight(ada, ONE_WHOLE)
        if seen["count"]:
            assert seen["most"] > 0.99, (ada.page.inner_text("#prompt"), seen)
            if ada.page.query_selector("svg.placing"):
                assert seen["least"] > 0.6, (ada.page.inner_text("#prompt"), seen)
        play_game(ada, by_keyboard, limit=1)


@pytest.mark.parametrize("window", [ON_ITS_SIDE, ENLARGED])
def test_a_low_window_shows_the_whole_board_while_placing(
    people: Callable[..., Person], window: dict[str, Any]
) -> None:
    ada = people(**window)
    ada.set_up(NYZ, seats=BOT, seed=5)
    to_the_placing(ada)
    seen = in_sight(ada, ALL_WHOLE)
    assert seen["least"] > 0.97, seen
    assert seen["room"] > 230
    sizes = ada.page.evaluate(
        """() => [...document.querySelectorAll("svg.placing text")].map(text =>
            parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)"""
    )
    assert min(sizes) >= 11, min(sizes)


def test_a_tile_hangs_above_the_thumb(people: Callable[..., Person]) -> None:
    """It lies at a legal spot at once; dragged, it stays above the finger; a first tap never places it."""
    ada = people(**PHONE)
    ada.set_up(NYZ, seats=BOT, seed=5)
    to_the_placing(ada)
    expect(ada.page.locator("svg.placing .ghost.legal rect").first).to_be_visible()
    expect(ada.page.locator(".placing-tools .primary")).to_be_enabled()
    inner, outer = box_of(ada, "svg.placing .ghost"), box_of(ada, "svg.placing")
    assert outer["x"] <= inner["x"] <= inner["x"] + inner["width"] <= outer["x"] + outer["width"]
    assert outer["y"] <= inner["y"] <= inner["y"] + inner["height"] <= outer["y"] + outer["height"]
    board, fingers = box_of(ada, "svg.placing .cell"), Fingers(ada)
    question = ada.page.evaluate("document.body.dataset.question")
    ghost = box_of(ada, "svg.placing .ghost")
    fingers.touch("touchStart", (ghost["x"] + 5, ghost["y"] + 5))
    fingers.touch("touchEnd")
    assert ada.page.evaluate("document.body.dataset.question") == question, "a first tap only aims"
    ground = box_of(ada, "svg.placing")
    x, y = ground["x"] + ground["width"] / 2, ground["y"] + ground["height"] * 0.85
    fingers.touch("touchStart", (x, y - 120))
    for step in range(1, 5):
        fingers.touch("touchMove", (x, y - 120 + 30 * step))
    ghost = box_of(ada, "svg.placing .ghost")
    snapped = 1.7 * board["height"]  # to a legal spot close by
    assert ghost["y"] + ghost["height"] <= y + snapped - 28, "the finger hides the tile"
    assert abs(ghost["x"] + ghost["width"] / 2 - x) < 3 * board["width"]
    fingers.touch("touchEnd")
    assert ada.page.evaluate("document.body.dataset.question") == question, "lifting a finger places nothing"
    tap_until_answered(ada, ".placing-tools .primary", question)


def test_two_fingers_enlarge_the_picture_and_one_moves_it(people: Callable[..., Person]) -> None:
    ada = people(**PHONE)
    ada.set_up(NYZ, seats=BOT, seed=5)
    ada.wait_for_turn()
    fingers = Fingers(ada)
    ground = box_of(ada, "#stage")
    x, y = ground["x"] + ground["width"] / 2, ground["y"] + 120
    before = box_of(ada, "#strip-S1")
    question = ada.page.evaluate("document.body.dataset.question")

    def pinch(start: float, end: float) -> None:
        fingers.touch("touchStart", (x - start, y))
        fingers.touch("touchStart", (x - start, y), (x + start, y))
        for step in range(1, 6):
            apart = start + (end - start) * step / 5
            fingers.touch("touchMove", (x - apart, y), (x + apart, y))
        fingers.touch("touchEnd")

    pinch(40, 41)  # the first touch loads what watches the fingers
    pinch(40, 100)
    expect(ada.page.locator(".stage-box.zoomed")).to_have_count(1)
    larger = box_of(ada, "#strip-S1")
    assert larger["width"] > 2 * before["width"]
    fingers.touch("touchStart", (x, y))
    for step in range(1, 5):
        fingers.touch("touchMove", (x + 15 * step, y + 10 * step))
    fingers.touch("touchEnd")
    moved = box_of(ada, "#strip-S1")
    assert moved["x"] - larger["x"] == pytest.approx(60, abs=3)
    pinch(140, 30)
    expect(ada.page.locator(".stage-box.zoomed")).to_have_count(0)
    assert box_of(ada, "#strip-S1")["width"] == pytest.approx(before["width"], abs=1)
    assert ada.page.evaluate("document.body.dataset.question") == question, "no gesture chose anything"
