"""The rules page: its examples happen as they are told."""

from __future__ import annotations

import re
from typing import Any

import pytest

from zoobox.kernel.ledger import introduction
from zoobox.kernel.text import LANGUAGES
from zoobox.testing import notations, play
from zoobox.web import pages, prose

from .night import at, game, of


def test_the_first_example(pictures: Any) -> None:
    state = game().restore(pictures.NIGHT_PLACING)
    play(state, "place drafted")
    labels = {choice.notation: choice.label for choice in state.choices(0)}
    assert labels["b2"] == "Cover b2: 1 movement"
    play(state, "b2")
    assert state.game.is_forced(state, 0)
    play(state, "first tile", "wolf E9 b2", "wolf E9 c2", "wolf E9 c3")
    assert at(state, "E9") == "home"
    assert state.standings[0].breakdown["wolf"] == 7


def test_the_second_example(pictures: Any) -> None:
    state = game().restore(pictures.NIGHT_SPECIAL)
    play(state, "discard drafted")
    assert {text.rpartition(" ")[0] for text in notations(state)} == {"penguin E1", "cheetah E4", "sloth E8", ""}
    play(state, "penguin E1 e", "cheetah E4 e2", "cheetah E4 d2", "sloth E8 a4")
    assert [at(state, name) for name in ("E1", "E4", "E8")] == ["c1", "d2", "a4"]
    assert of(state, "E8", "asleep") is True


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_shows_the_summary_with_its_pictures(language: str) -> None:
    shown = prose.html(introduction("night-at-the-zoo", language))
    assert shown.startswith("<h2>")
    assert shown.count("<h2>") == 4
    assert "{#" not in shown
    sources = re.findall(r'<img class="shown" src="/rules/pictures/([a-z0-9-]+)\.svg" alt="[^"]+">', shown)
    assert len(sources) == 4
    assert all(pages.rules_picture(name).status_code == 200 for name in sources)
    assert pages.rules_picture("../night-at-the-zoo").status_code == 404
    assert pages.rules_picture("nothing").status_code == 404


def test_headings_and_pictures_are_escaped() -> None:
    assert prose.html("## A <b>") == "<h2>A &lt;b&gt;</h2>"
    assert prose.html('![a "b"](pictures/x-1.svg)') == (
        '<p><img class="shown" src="/rules/pictures/x-1.svg" alt="a &quot;b&quot;"></p>'
    )
    assert "<img" not in prose.html("![a](https://example.org/x.svg)")
