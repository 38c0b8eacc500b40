"""What people read in every game: no id of the files, and every place named stands in the picture once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

import zoobox
from zoobox.kernel.text import LANGUAGES, Drawn
from zoobox.testing.random_games import walk

SVG = "{http://www.w3.org/2000/svg}"
GAMES = ("new-york-zoo", "night-at-the-zoo", "o-zoo-le-mio", "zooloretto-dice")
INTERNAL = re.compile(
    r"\{|\}|_|\bNone\b|\bseat \d|-?\d+,-?\d|\batt\d|\b[AZ][0-3]\d\b|\b[5-7]-\d\d\b|\b(?:nyz|natz|ozm|zld)\."
)
"""Gaps, enum names, seats by number, coordinates, ids of tiles and attractions, ids of rules."""
PLACES = {
    "new-york-zoo": re.compile(r"(?:[Ss]lot|Steckplatz) (?P<shared>\w+)|(?:[Ee]nclosure|Gehege) (?P<own>[a-z])\b"),
    "night-at-the-zoo": re.compile(r"(?P<own>\b[a-e][1-5]\b)"),
    "o-zoo-le-mio": re.compile(r"\b(?P<column>[A-Z]{1,2})(?P<row>\d\d)\b|\b(?:tile|Plättchen) (?P<tile>\d+)"),
    "zooloretto-dice": re.compile(r"(?:[Tt]ruck|Wagen) (?P<shared>\d)|\b(?P<own>barn|ticket office|Stall|Kasse)\b"),
}


@cache
def heard(name: str, language: str) -> list[tuple[str, Any, int]]:
    """Sentences of random games with the state in which they are said and the seat they are about."""
    told = []
    for players in (2, 3):
        game = zoobox.game(name, players=players)
        for number, (state, seat, choice) in enumerate(walk(game, players)):
            if number % 7:
                continue
            before, after = state.copy(), state.copy()
            after.apply(seat, choice)
            told.append((game.prompt(before, seat, language), before, seat))
            told += [(label.label, before, seat) for label in game.choices(before, seat, language)[:30]]
            for viewer in (None, seat):
                for line in game.log(before, seat, choice, after, viewer, language):
                    about = line.event.seat if line.event and line.event.seat is not None else seat
                    told.append((line.text, after, about))
    return told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_no_internal_id_is_said(name: str, language: str) -> None:
    for text, _, _ in heard(name, language):
        without_cells = re.sub(r"\b[A-Z]\d+\b", "", text) if name == "new-york-zoo" else text
        assert not INTERNAL.search(without_cells), text
        assert text[:1] == text[:1].upper(), text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_place_that_is_said_stands_in_the_picture_once(name: str, language: str) -> None:
    asked = 0
    pictures: dict[tuple[int, int], Any] = {}
    for text, state, seat in heard(name, language)[::3]:
        named = [found.groupdict() for found in PLACES[name].finditer(text)]
        if not named:
            continue
        key = (id(state), seat)
        if key not in pictures:
            pictures[key] = ElementTree.fromstring(state.game.svg(state.view(seat), language))
        for where in named:
            for kind, place in where.items():
                if place is not None:
                    asked += 1
                    assert count(name, pictures[key], seat, kind, place) == 1, (text, kind, place)
    assert asked > 20


def count(name: str, picture: Any, seat: int, kind: str, place: str) -> int:
    """How often the picture shows the name of a place."""
    if kind == "tile":  # in the row, or in whoever's zoo it lies
        return int(bool([text for text in texts(picture, "") if place in text.split()]))
    part = "part-shared" if kind == "shared" else f"part-seat-{seat}"
    return Counter(place_names(name, picture, part, kind))[place]


def place_names(name: str, picture: Any, part: str, kind: str) -> list[str]:
    if name == "new-york-zoo":
        return texts(picture, part, under="strip-" if kind == "shared" else "enclosure-")
    if name == "o-zoo-le-mio":
        return texts(picture, part, cls="coordinates")
    return texts(picture, part, cls="place")


def texts(picture: Any, part: str, under: str = "", cls: str = "") -> list[str]:
    """The texts of a part, of the whole picture without one: those of elements with such an id or class."""
    found = []
    for element in picture.iter(f"{SVG}svg"):
        if part and element.get("id") != part:
            continue
        for held in element.iter():
            if under and not (held.get("id") or "").startswith(under):
                continue
            if cls and held.get("class") != cls:
                continue
            found += ["".join(text.itertext()) for text in held.iter(f"{SVG}text")] if (under or cls) else []
        if not (under or cls):
            found += ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]
        if part:
            break
    return found


def drawn(game: Any, state: Any, seat: int) -> Iterator[Drawn]:
    for choice in state.choices(seat):
        yield from (piece for piece in game.texts.segments(choice.phrase) if isinstance(piece, Drawn))


@pytest.mark.parametrize("name", GAMES)
def test_pieces_are_drawn_where_they_are_named(name: str) -> None:
    game: Any = zoobox.game(name)
    seen = set()
    for state, seat, _ in walk(game, 2):
        seen |= {piece.figure for piece in drawn(game, state, seat)}
        if len(seen) > 5:
            break
    assert seen
    for figure in seen:
        owner, slash, piece = figure.partition("/")
        if slash:
            assert owner == name
            assert ElementTree.fromstring(game.board.figure(game, piece) or "").tag == f"{SVG}svg"
