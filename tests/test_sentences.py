"""Sentences as people read them, in all games: names of players, capitals, ties, and wordings that were given up."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import zoobox
from zoobox.kernel.text import LANGUAGES
from zoobox.web.language import TEXTS
from zoobox.web.results import _tie_words

ROOT = Path(__file__).parents[1]
GAMES = zoobox.names()
GIVEN_UP = (
    "Whose turn it is takes one tile",
    "who walks onto the terrain later gets nothing",
    "Each tile may be used in another way",
    "known to nobody who wrote them down",
    "hang them together",
    "who is quicker may see less",
    "and no offspring yet",
    "the line of the flamingo",
    "allows one last turn",
    "draws the dice",
    "dice are drawn",
    "wins with -",
)
"""Wordings that could not be read at once, or said something false."""


def texts_of(path: Path) -> str:
    return " ".join(path.read_text(encoding="utf-8").split())


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "rules").rglob("*.md")), ids=lambda path: path.name)
def test_rules_pages_keep_to_plain_words(path: Path) -> None:
    assert [words for words in GIVEN_UP if words in texts_of(path)] == []


@pytest.mark.parametrize("name", GAMES)
def test_texts_and_lessons_keep_to_plain_words(name: str) -> None:
    folder = zoobox.game_class(name).folder
    for path in (folder / "texts.toml", folder / "lessons.toml"):
        assert [words for words in GIVEN_UP if words in texts_of(path)] == []


def every_sentence() -> Iterator[tuple[str, str]]:
    """Each text of pages, games and lessons, with where it stands."""
    for key, text in TEXTS.texts.items():
        yield from ((f"web {key}", text[language]) for language in LANGUAGES if language in text)
    for name in GAMES:
        game = zoobox.game_class(name)
        for key, text in game.texts.texts.items():
            yield from ((f"{name} {key}", text[language]) for language in LANGUAGES if language in text)
        lessons = tomllib.loads((game.folder / "lessons.toml").read_text(encoding="utf-8"))
        yield from ((f"lesson of {name}", said) for said in _said(lessons))


def _said(entry: Any) -> Iterator[str]:
    if isinstance(entry, dict):
        if isinstance(entry.get("en"), str):
            yield from (entry[language] for language in LANGUAGES if language in entry)
        else:
            entry = list(entry.values())
    if isinstance(entry, list):
        for each in entry:
            yield from _said(each)


def test_players_are_never_called_by_the_number_of_a_seat() -> None:
    found = [(where, said) for where, said in every_sentence() if re.search(r"\b(?:seat|Platz) (?:\d|\{seat)", said)]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_lines_of_the_log_are_sentences(name: str, language: str) -> None:
    """They begin with a capital letter, whoever and whatever they begin with, and end with a full stop."""
    for players in zoobox.game_class(name).variants:
        game = zoobox.game(name, players=players)
        state, dice = game.start(5), random.Random(5)
        while not state.over:
            seat = dice.choice(state.waiting)
            choice = dice.choice(state.legal(seat))
            before = state.copy()
            state.apply(seat, choice)
            for line in game.log(before, seat, choice, state, seat, language):
                assert line.text[0].isupper() or line.text[0].isdigit(), line.text
                assert line.text[-1] in ".:!?", line.text


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("new-york-zoo", "With equally many free spaces, more animals decide."),
        ("night-at-the-zoo", "At equal points, more animals at home decide."),
        ("zooloretto-dice", "At equal points, more coins decide."),
    ],
)
def test_the_end_table_says_what_broke_a_tie(name: str, words: str) -> None:
    table: Any = SimpleNamespace(game=zoobox.game(name))
    first, second = (zoobox.Standing(seat, seat + 1, 7, {}) for seat in range(2))
    assert _tie_words(table, [first, second], "en") == words
    assert _tie_words(table, [first, zoobox.Standing(1, 1, 7, {})], "en") == ""
    assert _tie_words(table, [first, zoobox.Standing(1, 2, 6, {})], "en") == ""


def test_what_is_said_of_perfect_play_was_measured() -> None:
    """Levels are compared by what they lose on fixed decisions; nothing is claimed of games between people."""
    text = texts_of(ROOT / "docs" / "solved.md")
    assert "| level | mean loss | median |" in text
    assert not re.search(r"\b(?:people|humans?|beginners?|experts?)\b", text, re.IGNORECASE)
