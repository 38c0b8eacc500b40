"""The rules page: its pictures are those of today's boards, its examples happen as they are told."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import zoobox
from new_york_zoo.conftest import enclosure, houses
from zoobox.kernel.ledger import introduction, ledger_path
from zoobox.kernel.text import LANGUAGES
from zoobox.testing import notations

RULES = Path(__file__).parents[2] / "docs" / "rules"


@pytest.fixture(scope="module")
def pictures() -> Any:
    spec = importlib.util.spec_from_file_location("make_pictures", RULES / "make_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_there_and_up_to_date(pictures: Any, language: str) -> None:
    page = ledger_path("new-york-zoo", language)
    shown = [page.parent / name for name in re.findall(r"\]\(([^)]+\.svg)\)", page.read_text(encoding="utf-8"))]
    drawn = pictures.new_york_zoo(language)
    assert len(shown) == len(drawn)
    ending = "" if language == "en" else f"-{language}"
    for name, picture in drawn.items():
        path = RULES / "pictures" / f"new-york-zoo-{name}{ending}.svg"
        assert path in [each.resolve() for each in shown]
        kept = ElementTree.canonicalize(path.read_text(encoding="utf-8"), strip_text=True)
        assert kept == ElementTree.canonicalize(picture, strip_text=True), "run docs/rules/make_pictures.py"


def played(position: dict[str, Any], decisions: tuple[str, ...]) -> tuple[Any, list[str]]:
    state = zoobox.game("new-york-zoo").restore(position)
    return state, [line.text for decision in decisions for line in state.play(0, decision)]


def test_the_example_of_a_turn(pictures: Any) -> None:
    state, log = played(pictures.YORK_TURN, pictures.YORK_TURN_PLAYED)
    assert log[0] == "Zoo 1 moves the elephant 2 spaces to the space of the tree kangaroo and the meerkat."
    assert enclosure(state, "a") == ("fox", 5)
    assert enclosure(state, "b") == ("meerkat", 3)
    assert houses(state) == ["flamingo", "kangaroo"]
    assert state.waiting == (1,)


def test_the_example_of_a_full_enclosure(pictures: Any) -> None:
    state, log = played(pictures.YORK_FULL, pictures.YORK_FULL_PLAYED)
    assert log[-1] == "Zoo 1 places the corner-shaped attraction of 3 on D6, E6 and D7."
    assert enclosure(state, "c") == (None, 0)
    assert houses(state) == ["flamingo", "penguin", "fox"]
    assert state.prompt(0) == "Take the arctic fox as well?" or "take fox" in notations(state)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_begins_with_a_summary_of_one_screen(language: str) -> None:
    page = ledger_path("new-york-zoo", language).read_text(encoding="utf-8")
    _, summary, pieces, examples = re.split(r"^## ", page, flags=re.MULTILINE)[:4]
    assert len(summary.split()) < 400
    assert pieces.count("\n|") >= 8
    assert examples.count("![") == 3
    assert introduction("new-york-zoo", language).count("![") == 4
