"""Sentences in more than one language: a Phrase names a text, a Catalogue says it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

SHARED_TEXTS = Path(__file__).with_name("texts.toml")
LANGUAGES = ("en", "de")
AND = {"en": "and", "de": "und"}
ZOO = {"en": "Zoo", "de": "Zoo"}
"""What a seat is called whose player has no name: the picture says the same."""
OPEN, MIDDLE, CLOSE = "\ue000", "\ue001", "\ue002"  # around the words and the figure of a piece, while a text is made
MARKS = re.compile(f"{OPEN}|{MIDDLE}[^{CLOSE}]*{CLOSE}?|{CLOSE}")
DRAWN = re.compile(f"{OPEN}([^{MIDDLE}]*){MIDDLE}([^{CLOSE}]*){CLOSE}|([^{OPEN}]+)")
POINTS = {"en": ("point", "points"), "de": ("Punkt", "Punkte")}


class Seat(int):
    """A seat in a gap of a phrase: said by the player's name where names are known."""


class Phrase:
    """A text of the catalogue with what fills its gaps: strings, numbers, phrases or lists of them."""

    __slots__ = ("key", "values")

    def __init__(self, key: str, **values: Any) -> None:
        self.key = key
        self.values = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and (self.key, self.values) == (other.key, other.values)

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        gaps = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"Phrase({self.key!r}{gaps})"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A piece that a sentence names and a picture can show: its words, and the name of its figure."""

    text: str
    figure: str


class Catalogue:
    """The texts of one game, read from its texts.toml, where the languages are side by side, and those all games share.

    A game's own text replaces a shared one.
    """

    def __init__(self, texts: Mapping[str, Mapping[str, str]]) -> None:
        self.texts = texts

    @classmethod
    def load(cls, path: Path) -> Catalogue:
        return cls({**_read(SHARED_TEXTS), **_read(path)})

    @cached_property
    def own(self) -> dict[str, Mapping[str, str]]:
        """The texts that are not shared."""
        return {key: text for key, text in self.texts.items() if key not in _read(SHARED_TEXTS)}

    @cached_property
    def languages(self) -> list[str]:
        """The languages of the game: English, and every other in which it has a text of its own."""
        spoken = {code for text in self.own.values() for code in text}
        return [code for code in LANGUAGES if code == LANGUAGES[0] or code in spoken]

    def say(self, phrase: Phrase, language: str = "en", names: Sequence[str] = ()) -> str:
        """The phrase in that language, with the players' names if they are given."""
        return MARKS.sub("", self._marked(phrase, language, names))

    def segments(self, phrase: Phrase, language: str = "en", names: Sequence[str] = ()) -> list[str | Drawn]:
        """The same sentence in pieces, so that a page can draw the animals, tiles and dice that it names.

        A text of the catalogue that names a piece says which figure shows it: `figure = "lion"`, or with gaps,
        `figure = "tile-{id}"`.
        """
        found: list[str | Drawn] = []
        for text, figure, plain in DRAWN.findall(self._marked(phrase, language, names)):
            found.append(Drawn(text, figure) if figure else plain)
        return found

    def _marked(self, phrase: Phrase, language: str, names: Sequence[str], form: str = "") -> str:
        text = self.texts[phrase.key]
        template = text.get(f"{language}_{form}") or text.get(language) or text["en"]
        if not phrase.values:
            return template
        gaps = {name: _Gap(self, value, language, names) for name, value in phrase.values.items()}
        sentence = template.format(**gaps)
        return _capital(sentence) if _begins_with_a_piece(template, phrase) else sentence

    def fill(self, value: Any, form: str, language: str, names: Sequence[str]) -> str:
        """The text that fills a gap; `form` is the case or article that the sentence needs, as in `{animal:acc}`."""
        if isinstance(value, Phrase):
            entry = self.texts[value.key]
            said = self._marked(value, language, names, form)
            return f"{OPEN}{said}{MIDDLE}{entry['figure'].format(**value.values)}{CLOSE}" if "figure" in entry else said
        if isinstance(value, (list, tuple)):
            return join([self.fill(item, form, language, names) for item in value], language)
        if isinstance(value, Seat):
            return MARKS.sub("", names[value]) if value < len(names) else f"{ZOO.get(language, ZOO['en'])} {value + 1}"
        return str(value)


class _Gap:
    """What fills one gap of a template. The part behind the colon names a form: `de_acc` of the text, in German."""

    def __init__(self, texts: Catalogue, value: Any, language: str, names: Sequence[str]) -> None:
        self.texts = texts
        self.value = value
        self.language = language
        self.names = names

    def __format__(self, form: str) -> str:
        return self.texts.fill(self.value, form, self.language, self.names)


def _capital(sentence: str) -> str:
    first = 1 if sentence.startswith(OPEN) else 0
    return sentence[:first] + sentence[first : first + 1].upper() + sentence[first + 1 :]


def _begins_with_a_piece(template: str, phrase: Phrase) -> bool:
    """Whether it is a sentence that begins with the name of a piece; people's names keep their spelling."""
    if not template.startswith("{") or not template.endswith((".", "!", "?")):
        return False
    first = template[1:].partition("}")[0].partition(":")[0]
    return not isinstance(phrase.values[first], Seat)


def join(items: list[str], language: str = "en") -> str:
    """`a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {AND.get(language, AND['en'])} {items[-1]}"


@cache
def _read(path: Path) -> dict[str, dict[str, str]]:
    return _flatten(tomllib.loads(path.read_text(encoding="utf-8")))


def _flatten(table: Mapping[str, Any], prefix: str = "") -> dict[str, dict[str, str]]:
    texts: dict[str, dict[str, str]] = {}
    for name, value in table.items():
        key = f"{prefix}{name}"
        if "en" in value and isinstance(value["en"], str):
            texts[key] = dict(value)
        else:
            texts.update(_flatten(value, f"{key}."))
    return texts
