"""Learning by playing: each lesson is played through to its end in the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import zoobox
from web.conftest import Person
from zoobox.kernel.lesson import LEARNER, lesson

LONG = [pytest.param(name, marks=pytest.mark.long) for name in zoobox.names() if name != "zooloretto-dice"]
ANCHOR = """([ids]) => {
    const box = document.querySelector("#callout").getBoundingClientRect();
    const inside = box.x >= 0 && box.y >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
    const found = ids.map(id => document.getElementById(id).getBoundingClientRect());
    return {inside, seen: found.every(one => one.width > 0 && one.height > 0)};
}"""
"""Whether the callout is in the window, and what it speaks of is there."""


@pytest.mark.parametrize("name", ["zooloretto-dice", *LONG])
def test_a_lesson_is_played_to_its_end(ada: Person, name: str) -> None:
    told = lesson(zoobox.game_class(name))
    assert told is not None
    page = ada.go(f"/learn/{name}")
    page.get_by_role("link", name="Begin the lesson").click()
    callout = page.locator("#callout")
    for step in told.steps:
        expect(page.locator(f"body[data-step='{step.number}']")).to_be_visible()
        expect(callout).to_contain_text(step.text["en"])
        assert page.evaluate(ANCHOR, [list(step.point)]) == {"inside": True, "seen": True}, step
        if step.is_exercise:
            state = told.asked(step)
            choice = told.game.find(state, LEARNER, step.answers[0])
            if details := page.query_selector("#choice-list details"):
                details.evaluate("one => { one.open = true; }")
            page.locator(f"#choice-list [data-choice='{choice}']").click()
            expect(page.locator("#callout.right")).to_be_visible()
        callout.get_by_role("button").click()
    page.wait_for_url("**/learn/*?done")
    expect(page.get_by_role("button", name="Play a whole game")).to_be_visible()


def test_a_wrong_answer_is_told_and_may_be_tried_again(ada: Person) -> None:
    page = ada.go("/learn/zooloretto-dice/lesson?step=4")
    page.locator("#choice-list .choice", has_text="truck 2").click()
    expect(page.locator("#callout.wrong")).to_contain_text("put the crocodile on truck 1")
    page.locator("#choice-list .choice", has_text="truck 1").click()
    expect(page.locator("#callout.right")).to_be_visible()


def test_an_exercise_is_solved_in_the_picture_and_by_key(ada: Person) -> None:
    page = ada.go("/learn/o-zoo-le-mio/lesson?step=3")
    expect(page.locator("#choice-list .choice").first).to_be_visible()
    page.keyboard.press("2")
    expect(page.locator("#callout.wrong")).to_be_visible()
    page.locator("#bid-3").click()
    expect(page.locator("#callout.right")).to_be_visible()


def test_a_lesson_in_german(ada: Person) -> None:
    page = ada.go("/learn/zooloretto-dice/lesson?step=3&language=de")
    expect(page.locator("#callout")).to_contain_text("Klicke auf die Schale")
