"""Ways to play: by mouse, by keyboard alone, by touch. Each makes one decision on the page."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, TimeoutError

from web.conftest import Person

MOST_DECISIONS = 900
CLICKABLE = """chance => {
    const lit = [...document.querySelectorAll("svg .lit")];
    const chosen = lit[Math.floor(chance * lit.length)];
    if (!chosen) return null;
    chosen.scrollIntoView({block: "center"});
    const box = chosen.getBoundingClientRect();
    const steps = [.5, .3, .7, .15, .85, .05, .95];
    for (const [fx, fy] of steps.flatMap(fx => steps.map(fy => [fx, fy]))) {
        const [x, y] = [box.x + box.width * fx, box.y + box.height * fy];
        if (document.elementsFromPoint(x, y).some(there => chosen.contains(there))) return {id: chosen.id, at: [x, y]};
    }
    return {id: chosen.id, at: null};
}"""
"""Something that is lit, and a point of it; a piece that is flying by may be in front of it."""
GHOST = "svg.placing .ghost.legal rect"


def play_game(person: Person, way: object, limit: int = MOST_DECISIONS, seed: int = 1) -> int:
    """Plays on until the game is over or the limit is reached; returns how many decisions were made."""
    luck = Random(seed)
    for decisions in range(limit):
        if not person.wait_for_turn():
            return decisions
        before = question(person.page)
        way(person.page, luck)  # type: ignore[operator]
        try:
            person.page.wait_for_function("before => document.body.dataset.question !== before", arg=before)
        except TimeoutError:
            shown = person.page.inner_text("#prompt"), person.page.inner_text("#notices")
            raise AssertionError(f"the question {before} was not answered: {shown}") from None
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
        found = page.evaluate(CLICKABLE, luck.random())
        if not found:
            break
        assert found["at"], f"{found['id']} is lit but cannot be clicked"
        page.mouse.click(*found["at"])
        page.wait_for_timeout(20)
        if question(page) != before or not page.query_selector("svg .lit"):
            break
    if question(page) == before and (count := page.locator("#choice-list .choice").count()):
        page.locator("#choice-list .choice").nth(luck.randrange(count)).click()


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
    keys = page.evaluate("[...document.querySelectorAll('#choice-list .choice[data-key]')].map(one => one.dataset.key)")
    if keys and luck.random() < 0.8:
        page.keyboard.press(luck.choice(keys))
        return
    page.evaluate("document.querySelector('#choice-list .choice').focus()")
    page.keyboard.press("Enter")


def by_touch(page: Page, luck: Random) -> None:
    """Taps. A tile is put down by a tap and confirmed by another."""
    if page.query_selector("svg.placing"):
        if luck.random() < 0.5 and page.is_visible(".placing-tools .tool"):
            page.tap(".placing-tools .tool")
        box = page.evaluate(
            """() => { const b = document.querySelector("svg.placing").getBoundingClientRect();
                       const ask = document.querySelector(".ask").getBoundingClientRect().bottom;
                       const sheet = document.querySelector(".side").getBoundingClientRect().top;
                       return [b.x, Math.max(b.y, ask), b.right, Math.min(b.bottom, sheet)]; }"""
        )
        left, top, right, bottom = box
        for _ in range(40):
            x, y = left + luck.random() * (right - left), top + luck.random() * (bottom - top)
            if page.evaluate("([x, y]) => !!document.elementFromPoint(x, y)?.closest('.notices')", [x, y]):
                continue  # a tap there would open the rule under "not possible"
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
    chosen = luck.choice(buttons)
    chosen.tap()
    if chosen.is_visible():  # the first tap shows what it leads to, the second chooses
        chosen.tap()
