"""Every page: reachable by everybody, light and dark, quick, and the scripts behind it checked."""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import zoobox
from service.processes import ROOT
from web.conftest import Person
from web.players import by_keyboard, play_game
from zoobox.bots.levels import LEVELS
from zoobox.service.errors import STATUS
from zoobox.service.tables.curtain import keeps_secrets
from zoobox.web import descriptions, pages, prose, setup_form
from zoobox.web.chart import RIGHT, chart
from zoobox.web.language import TEXTS

SCRIPTS = ROOT / "src" / "zoobox" / "web" / "static" / "js"
MODULES = ROOT / "build" / "node_modules"
SCHEMES = ["light", pytest.param("dark", marks=pytest.mark.long)]
PATHS = (
    "/", "/me", "/rules", "/rules/new-york-zoo", "/components/o-zoo-le-mio", "/learn/night-at-the-zoo",
    "/learn/zooloretto-dice/lesson", "/puzzles", "/about", "/lost",
)  # fmt: skip
GAMES = ("zooloretto-dice", "o-zoo-le-mio", "night-at-the-zoo", "new-york-zoo")
BOT = [{"kind": "me"}, {"kind": "bot", "level": "visitor"}]


def npm(package: str) -> Path:
    """A package of the checks, fetched once into the build folder."""
    found = MODULES / package
    if not found.exists():
        if shutil.which("npm") is None:
            pytest.fail("these checks need npm")
        command = [
            "npm",
            "install",
            "--no-audit",
            "--no-fund",
            "--prefix",
            str(MODULES.parent),
            "typescript@5",
            "axe-core",
        ]
        subprocess.run(command, check=True, capture_output=True)
    return found


def violations(person: Person) -> list[str]:
    """What axe calls serious or critical."""
    person.page.evaluate((npm("axe-core") / "axe.min.js").read_text())
    found: Any = person.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:140]} {node['failureSummary'][:200]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("path", PATHS)
def test_pages_are_for_everybody(people: Callable[..., Person], path: str, scheme: str) -> None:
    ada = people(color_scheme=scheme)
    ada.go(path)
    ada.page.wait_for_load_state("networkidle")
    if path == "/lost":
        ada.complaints.clear()
    assert violations(ada) == []


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("game", GAMES)
def test_tables_are_for_everybody(people: Callable[..., Person], game: str, scheme: str) -> None:
    ada = people(color_scheme=scheme)
    ada.set_up(game, seats=BOT, seed=8)
    play_game(ada, by_keyboard, limit=6)
    ada.wait_for_turn()
    ada.page.wait_for_timeout(600)
    assert violations(ada) == []
    for lit in ada.page.query_selector_all("svg .lit"):
        assert lit.get_attribute("aria-label")
        assert lit.get_attribute("role") == "button"


@pytest.mark.parametrize("path", PATHS[:-1])
def test_no_page_is_wider_than_its_screen(ada: Person, path: str) -> None:
    ada.go(path)
    for width in (1280, 820, 360):
        ada.page.set_viewport_size({"width": width, "height": 740})
        assert ada.page.evaluate("document.documentElement.scrollWidth") <= width


def test_turns_are_announced(ada: Person) -> None:
    ada.set_up("zooloretto-dice", seats=BOT, seed=4)
    ada.wait_for_turn()
    assert "Your turn. Roll two dice" in ada.page.inner_text("#announce")


def test_the_scripts_pass_the_type_checker() -> None:
    compiler = npm("typescript") / "bin" / "tsc"
    assert "noImplicitAny" not in (ROOT / "tests" / "web" / "jsconfig.json").read_text()
    checked = subprocess.run(
        ["node", str(compiler), "-p", str(ROOT / "tests" / "web" / "jsconfig.json")], capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout


IMPORT = re.compile(r'from "\./([\w-]+\.js)"')
LATER = re.compile(r'import\("\./([\w-]+\.js)"\)')
LARGEST_START = 110_000
"""Bytes of script that a page loads before it can be used, before compression."""
LARGEST_TOTAL = 140_000
"""The same with everything that it may load later."""


def modules_of(page: str, *ways: re.Pattern[str]) -> set[str]:
    """The modules that a page loads in these ways."""
    found, left = set(), {page}
    while left:
        module = left.pop()
        found.add(module)
        text = (SCRIPTS / module).read_text()
        left |= {name for way in ways for name in way.findall(text)} - found
    return found


@pytest.mark.parametrize("page", ["table.js", "lesson.js", "replay.js", "lobby.js", "review.js", "puzzles.js"])
def test_the_script_of_a_page_is_small(page: str) -> None:
    """What comes later comes when it is needed: the waiting room, the end of a game, the rules, a closer look."""
    start, all_of_it = modules_of(page, IMPORT), modules_of(page, IMPORT, LATER)
    assert "dom.js" in start
    if page == "table.js":
        assert {
            "lounge.js",
            "ending.js",
            "rulebook.js",
            "cards.js",
            "curtain.js",
            "closer.js",
            "zoom.js",
        } <= all_of_it - start
    assert sum((SCRIPTS / module).stat().st_size for module in start) < LARGEST_START
    assert sum((SCRIPTS / module).stat().st_size for module in all_of_it) < LARGEST_TOTAL


def test_a_table_loads_no_more_script_than_it_says(ada: Person) -> None:
    """As the browser counts it, for a game that is under way."""
    ada.set_up("zooloretto-dice", seats=BOT, seed=4)
    ada.wait_for_turn()
    loaded = ada.page.evaluate(
        """() => Object.fromEntries(performance.getEntriesByType("resource")
            .filter(one => one.name.endsWith(".js")).map(one => [one.name.split("/").pop(), one.decodedBodySize]))"""
    )
    assert set(loaded) == modules_of("table.js", IMPORT)
    assert 50_000 < sum(loaded.values()) < LARGEST_START


def test_every_text_is_there_in_both_languages_with_the_same_gaps() -> None:
    for key, text in TEXTS.texts.items():
        gaps = [set(re.findall(r"\{(\w+)\}", text[language])) for language in ("en", "de")]
        assert gaps[0] == gaps[1], key


def test_every_text_that_a_script_asks_for_exists() -> None:
    known = {key.removeprefix("client.") for key in TEXTS.texts if key.startswith("client.")}
    for script in SCRIPTS.glob("*.js"):
        asked = set(re.findall(r"""\bsay\("(\w+)"[,)]""", script.read_text()))
        assert asked <= known, script.name


@pytest.mark.parametrize("game", GAMES)
def test_every_setting_option_and_variant_has_words_in_both_languages(game: str) -> None:
    kind = zoobox.game_class(game)
    for language in ("en", "de"):
        listed = setup_form.settings(kind, language)
        assert [setting["name"] for setting in listed] == [setting.name for setting in kind.offered_settings]
        assert all("_" not in words for setting in listed for _, words in setting["options"])
    for setting in kind.offered_settings:
        texts = kind.texts.texts[f"setting.{setting.name}"]
        assert texts["en"] == setting.summary
        assert texts["de"] != texts["en"]
    for variants in kind.variants.values():
        assert all(kind.texts.texts[f"variant.{name}"]["de"] for name in variants)


def test_which_games_keep_secrets() -> None:
    assert {game: keeps_secrets(game) for game in GAMES} == {
        "zooloretto-dice": False,
        "o-zoo-le-mio": True,
        "night-at-the-zoo": True,
        "new-york-zoo": False,
    }


def test_every_kind_of_component_has_a_heading() -> None:
    kinds = {kind for game in GAMES for kind, _ in descriptions.component_kinds(game)}
    assert {key.removeprefix("kind.") for key in TEXTS.texts if key.startswith("kind.")} == kinds


def test_every_level_has_words() -> None:
    levels = {*LEVELS, *(level.name for name in zoobox.names() for level in zoobox.game_class(name).levels)}
    assert {key.removeprefix("level.") for key in TEXTS.texts if key.startswith("level.")} == levels


def test_a_chart_names_every_line_and_draws_no_name_on_another() -> None:
    drawn = chart([(0, [0, 0, 0]), (10, [7, 7, -3])], ["Ada", "<Bob>", "Eve"], ["#111", "#222", "#333"], "t", "turns")
    heights = [float(found) for found in re.findall(rf'<text x="{RIGHT + 6}" y="([\d.]+)"', drawn)]
    assert len(heights) == 3
    assert all(after - before >= 22 for before, after in itertools.pairwise(heights))
    assert "&lt;Bob&gt;" in drawn
    assert drawn.count("<polyline") == 3


@pytest.mark.parametrize(("language", "words"), [("en", ("full", "23 left")), ("de", ("voll", "23 frei"))])
def test_a_chart_counts_in_the_words_of_its_game(language: str, words: Sequence[str]) -> None:
    game = zoobox.game("new-york-zoo", players=2)

    def spoken(points: int) -> str:
        return game.short_points(points, language)

    drawn = chart([(0, [-96, -96]), (10, [0, -23])], "AB", ["#111", "#222"], "t", "u", "/", spoken)
    assert all(re.search(rf"[> ]{word}[<,]", drawn) for word in words)
    assert not re.search(r"[> ]-\d", drawn)
    assert zoobox.game("zooloretto-dice").short_points(-3) == "-3"


def test_prose_escapes_and_links() -> None:
    assert prose.html("a <b> & `nyz.move.range`") == (
        '<p>a &lt;b&gt; &amp; <a href="#nyz.move.range"><code>nyz.move.range</code></a></p>'
    )
    assert '<a href="#natz.move.gait">' in prose.html("see `natz.move.gait`")
    assert prose.html("- one\n- two\n  more") == "<ul>\n<li>one</li>\n<li>two\nmore</li>\n</ul>"


def test_a_redirect_stays_on_this_site(ada: Person) -> None:
    page = ada.go("/settings/theme/dark?back=//example.org/")
    assert page.url == f"{ada.server.url}/"
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_every_game_has_a_card_and_a_cover() -> None:
    for name in zoobox.names():
        assert descriptions.game_card(name, "de")["summary"]
        assert descriptions.cover_of(name).startswith("<svg")


def test_first_paint_and_update_are_quick(ada: Person) -> None:
    """Generous, for a busy machine."""
    ada.set_up("zooloretto-dice", seats=BOT, seed=4)
    ada.wait_for_turn()
    paint = ada.page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    assert paint < 3000
    script = """() => new Promise(resolve => {
        const start = performance.now(), before = document.body.dataset.question;
        new MutationObserver(() => document.body.dataset.question !== before && resolve(performance.now() - start))
            .observe(document.body, {attributes: true});
        document.querySelector(".choice").click();
    })"""
    assert ada.page.evaluate(script) < 1500


def test_every_refusal_of_the_server_has_a_german_sentence() -> None:
    """What the rules refuse comes in the reader's language already; media types and methods no page gets wrong."""
    for code in set(STATUS) - {"illegal", "media-type", "method"}:
        said = TEXTS.texts[f"client.code_{code.replace('-', '_')}"]
        assert said["de"] != said["en"], code
    script = (SCRIPTS / "dom.js").read_text()
    assert 'code_${refusal.code.replaceAll("-", "_")}' in script


def test_tiles_of_the_components_pages_are_drawn() -> None:
    for game, kind, count in (
        ("new-york-zoo", "enclosure", 39),
        ("new-york-zoo", "attraction", 8),
        ("o-zoo-le-mio", "tile", 25),
        ("night-at-the-zoo", "action_tile", 57),
        ("night-at-the-zoo", "bonus_tile", 3),
    ):
        entries = dict(descriptions.component_kinds(game))[kind]
        figures = [entry["figures"] for entry in entries]
        assert all(len(shown) == 1 and shown[0].startswith(f"{game}/") for shown in figures)
        assert len({shown[0] for shown in figures}) == count
        for (shown,) in figures:
            assert pages.piece(*shown.split("/")).status_code == 200, shown
        assert not any("XX" in value for entry in entries for value in entry["fields"].values())
