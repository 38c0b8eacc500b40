"""Ways to play: by mouse, by keyboard alone, by touch. Each makes one decision on the page."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page

from web.conftest import Person

MOST_DECISIONS = 900
GHOST = "svg.placing .ghost.legal rect"


def play_game(person: Person, way: object, limit: int = MOST_DECISIONS, seed: int = 1) -> int:
    """Plays on until the game is over or the limit is reached; returns how many decisions were made."""
    luck = Random(seed)
    for decisions in range(limit):
        if not person.wait_for_turn():
            return decisions
        before = question(person.page)
        way(person.page, luck)  # type: ignore[operator]
        person.page.wait_for_function("before => document.body.dataset.question !== before", arg=before)
    return limit


def question(page: Page) -> str:
    return str(page.evaluate("document.body.dataset.question"))


def by_mouse(page: Page, luck: Random) -> None:
    """Clicks what is lit in the picture; places tiles by moving the pointer over the board."""
    if page.query_selector("svg.placing"):
        _place_by_mouse(page, luck)
        return
    before = question(page)
    for _ in range(4):
        lit = page.query_selector_all("svg .lit")
        if not lit or page.evaluate("document.querySelectorAll('#choice-list > .choice-buttons .choice').length") > 60:
            break
        choice = luck.choice(lit)
        choice.scroll_into_view_if_needed()
        box = page.evaluate(
            "element => { const b = element.getBoundingClientRect(); return [b.x, b.y, b.width, b.height] }", choice
        )
        hit = page.evaluate(
            """([element, fractions]) => {
                const b = element.getBoundingClientRect();
                for (const [fx, fy] of fractions) {
                    const [x, y] = [b.x + b.width * fx, b.y + b.height * fy];
                    const top = document.elementFromPoint(x, y);
                    if (top && element.contains(top)) return [x, y];
                }
                return null;
            }""",
            [choice, [[0.5, 0.5], [0.3, 0.3], [0.7, 0.7], [0.5, 0.15], [0.15, 0.5]]],
        )
        assert hit is not None, f"a lit element cannot be clicked: {page.evaluate('e => e.id', choice)} at {box}"
        page.mouse.click(*hit)
        page.wait_for_timeout(20)
        if question(page) != before or not page.query_selector("svg .lit"):
            break
    if question(page) == before and (left := page.query_selector_all("#choice-list .choice")):
        luck.choice(left).click()


def _place_by_mouse(page: Page, luck: Random) -> None:
    board = page.query_selector("svg.placing")
    assert board is not None
    board.scroll_into_view_if_needed()
    for _ in range(luck.randrange(3)):
        page.keyboard.press("r")
    spots = page.evaluate(
        """() => { const b = document.querySelector("svg.placing").getBoundingClientRect();
                   return [Math.max(b.x, 0), Math.max(b.y, 130), b.right, Math.min(b.bottom, innerHeight)]; }"""
    )
    left, top, right, bottom = spots
    for _ in range(60):
        x, y = left + luck.random() * (right - left), top + luck.random() * (bottom - top)
        page.mouse.move(x, y)
        if page.query_selector(GHOST):
            page.mouse.click(x, y)
            if page.query_selector("#choice-list > p.soft"):
                luck.choice(page.query_selector_all("#choice-list .choice")).click()
            return
        if luck.random() < 0.3:
            page.mouse.wheel(0, 100)
    by_keyboard(page, luck)


def by_keyboard(page: Page, luck: Random) -> None:
    """Arrows, R, F and Enter for tiles; numbers or Tab and Enter for the rest."""
    if page.query_selector("svg.placing"):
        page.evaluate("document.activeElement && document.activeElement.blur()")
        for key in luck.choices(["ArrowRight", "ArrowDown", "ArrowLeft", "r", "f"], k=1 + luck.randrange(4)):
            page.keyboard.press(key)
        page.keyboard.press("ArrowRight")
        before = question(page)
        page.keyboard.press("Enter")
        page.wait_for_timeout(20)
        if question(page) == before and page.query_selector("#choice-list > p.soft"):
            page.keyboard.press("1")
        return
    count = page.evaluate("document.querySelectorAll('#choice-list > .choice-buttons .choice').length")
    if count and luck.random() < 0.8:
        page.keyboard.press(str(1 + luck.randrange(min(9, count))))
        return
    page.evaluate("document.querySelector('#choice-list .choice').focus()")
    page.keyboard.press("Enter")


def by_touch(page: Page, luck: Random) -> None:
    """Taps. A tile is put down by a tap and confirmed by another."""
    if page.query_selector("svg.placing"):
        if luck.random() < 0.5 and page.is_visible(".placing-tools .tool"):
            page.tap(".placing-tools .tool")
        box = page.evaluate(
            """() => { const part = document.querySelector("svg.placing"); part.scrollIntoView({block: "center"});
                       const b = part.getBoundingClientRect();
                       return [b.x, Math.max(b.y, 330), b.right, Math.min(b.bottom, innerHeight)]; }"""
        )
        left, top, right, bottom = box
        for _ in range(40):
            x, y = left + luck.random() * (right - left), top + luck.random() * (bottom - top)
            page.touchscreen.tap(x, y)
            if page.query_selector(GHOST):
                page.tap(".placing-tools .primary")
                page.wait_for_timeout(20)
                if page.query_selector("#choice-list > p.soft"):
                    page.tap("#choice-list .choice")
                return
        by_keyboard(page, luck)
        return
    buttons = page.query_selector_all("#choice-list .choice")
    luck.choice(buttons).tap()
