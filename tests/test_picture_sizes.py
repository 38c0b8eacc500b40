"""Pictures can be read on a phone and on a tablet, and what is highlighted stands out from everything beneath it."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import zoobox
from zoobox.drawing.palette import SEATS

STAGES = [("narrow", 378), ("wide", 808)]
"""The width of the stage on a phone, in a window of 390 pixels, and on a tablet, in one of 820."""
SMALLEST = 11
SVG = "{http://www.w3.org/2000/svg}"
SCALE = re.compile(r"(scale|matrix)\(([^)]*)\)")
COLOUR = re.compile(r"#[0-9a-fA-F]{6}\b|#[0-9a-fA-F]{3}\b")
STYLE = Path(zoobox.__file__).parent / "web" / "static" / "zoobox.css"
LEAST_CONTRAST = 3


def pictures(name: str, form: str) -> list[str]:
    """Pictures of the opening, the middle and the end of a random game."""
    game = zoobox.game(name, players=2)
    state = game.start(seed=3)
    luck = Random(3)
    found = []
    while True:
        if state.over or len(state.past) % 40 == 0:
            found.append(state.svg(0, "de") if form == "wide" else game.svg(state.view(0), "de", form))
        if state.over:
            return found
        seat = state.waiting[0]
        state.apply(seat, luck.choice(state.legal(seat)))


def scale_of(element: ElementTree.Element) -> float:
    """By how much an element enlarges what is in it."""
    factor = 1.0
    for kind, numbers in SCALE.findall(element.get("transform", "")):
        first, *rest = [float(number) for number in re.split(r"[ ,]+", numbers.strip())]
        factor *= first if kind == "scale" else (first**2 + rest[0] ** 2) ** 0.5
    if element.tag == f"{SVG}svg" and element.get("viewBox") and element.get("width"):
        width, height = [float(number) for number in element.get("viewBox", "").split()[2:]]
        factor *= min(float(element.get("width", width)) / width, float(element.get("height", height)) / height)
    return factor


def texts(element: ElementTree.Element, factor: float, size: float) -> list[tuple[float, str]]:
    """Every written text below an element with the size it is shown at."""
    factor *= scale_of(element)
    size = float(element.get("font-size", size))
    found = [(size * factor, "".join(element.itertext()))] if element.tag == f"{SVG}text" else []
    return found + [one for child in element for one in texts(child, factor, size)]


@pytest.mark.parametrize(("form", "wide"), STAGES)
@pytest.mark.parametrize("name", zoobox.names())
def test_no_text_of_the_stage_is_smaller_than_eleven_pixels(name: str, form: str, wide: int) -> None:
    small = set()
    for svg in pictures(name, form):
        stage = next(one for one in ElementTree.fromstring(svg).iter(f"{SVG}svg") if one.get("id") == "stage")
        width = float(stage.get("viewBox", "").split()[2])
        for key in ("width", "height"):
            stage.attrib.pop(key, None)
        small |= {(round(size, 1), text) for size, text in texts(stage, wide / width, 16) if size < SMALLEST - 0.05}
    assert small == set()


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def stroke(layer: str) -> str:
    """The colour of a layer of an outline."""
    found = re.search(rf"\.outline-mark > \.{layer} {{ stroke: (#\w+)", STYLE.read_text())
    assert found
    return found[1]


@pytest.mark.parametrize("name", zoobox.names())
def test_highlights_stand_out_from_every_colour_of_the_game(name: str) -> None:
    """An outline has a dark edge and a white line: one of the two stands out from whatever lies beneath."""
    grounds = {colour for svg in pictures(name, "wide") for colour in COLOUR.findall(svg)}
    assert len(grounds) > 20
    for ground in grounds:
        assert max(contrast(stroke("under"), ground), contrast(stroke("edge"), ground)) >= LEAST_CONTRAST, ground


def test_the_colours_of_highlights_stand_out_from_their_white_line() -> None:
    colours = re.findall(r"outline-mark[^{]*{[^}]*--mark: (#\w+)", STYLE.read_text())
    assert len(colours) >= 3
    for colour in colours:
        assert contrast(stroke("under"), colour) >= LEAST_CONTRAST, colour


@pytest.mark.parametrize("colour", SEATS)
def test_outlines_in_the_colour_of_a_seat_stand_out_from_their_white(colour: str) -> None:
    assert contrast("#ffffff", colour) >= LEAST_CONTRAST
