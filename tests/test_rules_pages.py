"""The rules pages of all games: a summary of one screen, pieces, played examples; no bare codes, no seats by number."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import zoobox
from zoobox.kernel.ledger import introduction, ledger_path
from zoobox.kernel.text import LANGUAGES
from zoobox.testing import play
from zoobox.web import pages, prose

RULES = Path(__file__).parents[1] / "docs" / "rules"
GAMES = ("new-york-zoo", "night-at-the-zoo", "o-zoo-le-mio", "zooloretto-dice")
EVERY_PAGE = pytest.mark.parametrize(
    "page", [(game, language) for game in GAMES for language in LANGUAGES], ids="-".join
)


@EVERY_PAGE
def test_the_page_begins_with_a_summary_pieces_and_examples(page: tuple[str, str]) -> None:
    text = ledger_path(*page).read_text(encoding="utf-8")
    first, summary, pieces, examples = re.split(r"^## ", text, flags=re.MULTILINE)[:4]
    assert len((first + summary).split()) < 400
    assert "![" in summary
    assert pieces.count("\n|") >= 8
    assert examples.count("\n**") == 2
    assert examples.count("![") >= 2
    assert "{#" not in first + summary + pieces + examples


@EVERY_PAGE
def test_rulings_are_sentences_and_players_are_not_numbered_from_zero(page: tuple[str, str]) -> None:
    text = ledger_path(*page).read_text(encoding="utf-8")
    rulings = re.findall(r"^(?:Ruling|Auslegung): (.+)", text, flags=re.MULTILINE)
    assert rulings
    for ruling in rulings:
        assert not re.fullmatch(r"[A-Z]\d+(?:, [A-Z]\d+)*\.?", ruling), ruling
        assert len(ruling.split()) > 3, ruling
    assert not re.search(r"\b(?:seat|Platz) [0-4]\b", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_no_text_supports_is_marked_as_a_ruling(language: str) -> None:
    """Secrecy while tiles are used, and a row that is turned up first in the professional variant."""
    for rule, words in (
        ("natz.turn.same-time", {"en": "keeps the boards secret", "de": "geheim"}),
        ("ozm.variant.professional", {"en": "whether the row is turned up first", "de": "ob die Reihe vorher"}),
    ):
        name = "night-at-the-zoo" if rule.startswith("natz") else "o-zoo-le-mio"
        found = zoobox.game_class(name).ledger(language)[rule]
        assert words[language] in " ".join(found.ruling.split())
        assert words[language] not in found.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_picture_is_there_and_up_to_date(pictures: Any, game: str, language: str) -> None:
    page = ledger_path(game, language)
    shown = [page.parent / name for name in re.findall(r"\]\(([^)]+\.svg)\)", page.read_text(encoding="utf-8"))]
    drawn = {name: pictures.draw(game, one, language) for name, one in pictures.PICTURES[game].items()}
    assert len(shown) == len(drawn)
    ending = "" if language == "en" else f"-{language}"
    for name, picture in drawn.items():
        path = RULES / "pictures" / f"{game}-{name}{ending}.svg"
        assert path in [each.resolve() for each in shown]
        kept = ElementTree.canonicalize(path.read_text(encoding="utf-8"), strip_text=True)
        assert kept == ElementTree.canonicalize(picture, strip_text=True), "run docs/rules/make_pictures.py"
    sources = re.findall(r'src="/rules/pictures/([a-z0-9-]+)\.svg"', prose.html(introduction(game, language)))
    assert len(sources) == len(drawn)
    assert all(pages.rules_picture(source).status_code == 200 for source in sources)


def test_the_examples_of_the_dice_game(pictures: Any) -> None:
    game = zoobox.game("zooloretto-dice")
    state = game.restore(pictures.DICE_ROLL)
    play(state, *pictures.DICE_ROLL_PLAYED)
    assert state.view(0)["trucks"] == [["monkey", "lion"], ["elephant", "crocodile"], []]
    assert state.waiting == (1,)
    state = game.restore(pictures.DICE_TAKE)
    assert state.points_of(0) == 8
    lines = [line.text for line in state.play(0, "take 1")]
    assert "Zoo 1 is the first to fill the monkey enclosure and gets its bonus." in lines
    assert "Zoo 1 has no room for the crocodile: it goes to the barn." in lines
    assert state.points_of(0) == 10


def test_the_examples_of_o_zoo_le_mio(pictures: Any) -> None:
    game = zoobox.game("o-zoo-le-mio")
    state = game.restore(pictures.OZOO)
    assert state.view(0)["flags"] == [0, 1]
    play(state, *pictures.OZOO_BIDS)
    assert state.waiting == (0,)
    assert state.view(0)["flags"] == [1, 0]
    assert state.position()["coins"] == [5, 4]
    lines = [line.text for line in state.play(0, pictures.OZOO_PLACED[-1])]
    assert lines[:4] == [
        "Zoo 1 places tile 7 on P49 and P48.",
        "Zoo 1 closes a path and gets a bench.",
        "The bird enclosure of Zoo 1 grows to 4 stars.",
        "The bird visitors move: Zoo 1 (2 at 4 stars) and Zoo 2 (1 at 3 stars).",
    ]
