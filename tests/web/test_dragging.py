"""A tile is dragged from strip or hand straight onto the board."""

from __future__ import annotations

from playwright.sync_api import expect

from web.conftest import Person

BOT = [{"kind": "me"}, {"kind": "bot", "level": "visitor"}]
MIDDLE = """id => {
    const box = document.getElementById(id).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""


def drag(ada: Person, source: str, target: str) -> None:
    page = ada.page
    page.mouse.move(*page.evaluate(MIDDLE, source))
    page.mouse.down()
    x, y = page.evaluate(MIDDLE, target)
    page.mouse.move(x - 30, y - 30)
    expect(page.locator(".dragged")).to_have_count(1)
    page.mouse.move(x, y)
    page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)


def test_a_tile_of_the_strip_is_dragged_onto_the_board(ada: Person) -> None:
    """The elephant moves to its slot, and the tile lies under the pointer, still to be turned."""
    ada.set_up("new-york-zoo", seats=BOT, seed=5)
    ada.wait_for_turn()
    drag(ada, "strip-S1", "cell-0-H5")
    expect(ada.page.locator("#prompt")).to_contain_text("Place the")
    expect(ada.page.locator("svg.placing .ghost.legal rect").first).to_be_visible()
    ghost = ada.page.locator("svg.placing .ghost").bounding_box()
    x, y = ada.page.evaluate(MIDDLE, "cell-0-H5")
    assert ghost is not None
    assert ghost["x"] <= x <= ghost["x"] + ghost["width"]
    assert ghost["y"] <= y <= ghost["y"] + ghost["height"]


def test_a_drafted_tile_is_dragged_onto_a_space(ada: Person) -> None:
    ada.set_up("night-at-the-zoo", seats=BOT, seed=5)
    ada.wait_for_turn()
    ada.page.keyboard.press("1")
    expect(ada.page.locator("#prompt")).to_contain_text("Use a tile")
    drag(ada, "drafted-0", "space-0-e4")
    expect(ada.page.locator("#log")).to_contain_text("covers e4")
