"""The language and the theme of a page, and its texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import Request

from zoobox.kernel.text import LANGUAGES, Catalogue, Phrase

THEMES = ("auto", "light", "dark")
LANGUAGE_COOKIE = "zoobox_language"
THEME_COOKIE = "zoobox_theme"
CLIENT = "client."

TEXTS = Catalogue.load(Path(__file__).with_name("texts.toml"))


def language_of(request: Request) -> str:
    """Asked for in the address, chosen before, or what the browser prefers."""
    for wanted in (request.query_params.get("language"), request.cookies.get(LANGUAGE_COOKIE)):
        if wanted in LANGUAGES:
            return wanted
    for tag in re.findall(r"[a-z]{2}", request.headers.get("accept-language", "").lower()):
        if tag in LANGUAGES:
            return str(tag)
    return LANGUAGES[0]


def theme_of(request: Request) -> str:
    chosen = request.cookies.get(THEME_COOKIE, "auto")
    return chosen if chosen in THEMES else "auto"


def say(language: str, key: str, **gaps: Any) -> str:
    """A text of the pages."""
    return TEXTS.say(Phrase(key, **gaps), language)


def texts_under(texts: Mapping[str, Mapping[str, str]], prefix: str, language: str) -> dict[str, str]:
    """The texts whose keys begin so, by the rest of their keys."""
    return {
        key.removeprefix(prefix): text.get(language) or text["en"]
        for key, text in texts.items()
        if key.startswith(prefix)
    }


@cache
def client_texts(language: str) -> dict[str, str]:
    """The texts that browser modules use, gaps and all."""
    return texts_under(TEXTS.texts, CLIENT, language)
