"""Looking before deciding: a tile is tried on the board before the elephant moves, and a stack is looked through."""

from __future__ import annotations

from playwright.sync_api import expect

import zoobox
from web.conftest import Person
from web.test_pages import violations

BOT = [{"kind": "me"}, {"kind": "bot", "level": "visitor"}]


def test_a_tile_is_tried_before_the_elephant_moves(ada: Person) -> None:
    """Tried, given up, tried again and taken: then it lies where it was tried, still to be placed."""
    ada.set_up("new-york-zoo", seats=BOT, seed=5)
    ada.wait_for_turn()
    page = ada.page
    moves = page.locator("#choice-list > .choice-buttons > li")
    count = moves.count()
    first = page.get_by_role("button", name="Try it on my board").first
    first.click()
    ghost = page.locator("svg.placing .ghost.legal rect")
    expect(ghost.first).to_be_visible()
    expect(page.locator("#choice-list")).to_contain_text("Only to try it")
    expect(page.locator("#prompt")).to_contain_text("Move the elephant")
    page.keyboard.press("r")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(moves).to_have_count(count)
    expect(page.locator("svg.placing")).to_have_count(0)
    page.get_by_role("button", name="Try it on my board").first.click()
    expect(ghost.first).to_be_visible()
    begun = [ghost.first.get_attribute(side) for side in "xy"]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    where = [ghost.first.get_attribute(side) for side in "xy"]
    assert where != begun
    page.get_by_role("button", name="Take this one").click()
    expect(page.locator("#prompt")).to_contain_text("Place the")
    expect(ghost.first).to_be_visible()
    assert [ghost.first.get_attribute(side) for side in "xy"] == where
    page.get_by_role("button", name="Place it here").click()
    expect(page.locator("#log")).to_contain_text("Ada places")


def test_a_stack_is_looked_through(ada: Person) -> None:
    ada.set_up("new-york-zoo", seats=BOT, seed=5)
    ada.wait_for_turn()
    page = ada.page
    page.get_by_role("button", name="Look through the stack").first.click()
    pieces = page.locator("#zoom .pile li")
    expect(pieces.first).to_contain_text("tile")
    assert pieces.count() > 1
    page.wait_for_function("() => [...document.querySelectorAll('.pile img')].every(one => one.complete)")
    assert violations(ada) == []
    page.wait_for_function("() => [...document.querySelectorAll('.pile img')].every(one => one.naturalWidth > 0)")
    page.keyboard.press("Escape")
    far = page.locator("[data-pile]:not(.lit)").last
    box = far.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator(".notice").get_by_role("button", name="Look through the stack").click()
    expect(pieces.first).to_be_visible()


def test_a_hidden_stack_is_not_looked_through() -> None:
    state = zoobox.game("new-york-zoo", stacks="hidden").start(seed=5)
    assert "data-pile" not in state.svg(0)
    assert "data-pile" in zoobox.game("new-york-zoo").start(seed=5).svg(0)


def test_what_may_be_tried_is_what_may_be_placed() -> None:
    """For every way of the elephant: the placements told before are those that are asked for after it."""
    game = zoobox.game("new-york-zoo")
    state = game.start(seed=5)
    tried = 0
    for choice in state.choices(0):
        after = game.state_with_tile(state, 0, choice.id)
        played = state.copy()
        played.apply(0, choice.id)
        placed = [one.notation for one in played.choices(0) if one.cells]
        assert (placed == []) == (after is None)
        if after is not None:
            tried += 1
            assert [one.notation for one in after.choices(0) if one.cells] == placed
    assert tried > 0
