"""Pictures: every choice can be found in them, ids are unique, nothing is too large, nothing hidden shows."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from PIL import Image

import zoobox
from zoobox.cli import rendering
from zoobox.drawing.figures import FIGURES
from zoobox.drawing.palette import ANIMAL

MOST_BYTES = 150_000
SHAPES = {f"{{http://www.w3.org/2000/svg}}{name}" for name in ("rect", "circle", "ellipse", "path", "polygon")}
CONFIGURATIONS = [
    (name, players, variant)
    for name in zoobox.names()
    for players, variants in zoobox.game_class(name).variants.items()
    for variant in variants
]


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_a_drawing(name: str) -> None:
    drawn = ElementTree.fromstring(f"<g>{FIGURES[name]()}</g>")
    assert len(drawn) > 0


def test_every_animal_has_a_colour_and_a_figure_of_its_own() -> None:
    assert set(ANIMAL) <= set(FIGURES)
    assert len(set(ANIMAL.values())) == len(ANIMAL)
    assert len({FIGURES[name]() for name in ANIMAL}) == len(ANIMAL)


@pytest.mark.parametrize(("name", "players", "variant"), CONFIGURATIONS)
def test_a_picture_shows_every_target_once(name: str, players: int, variant: str) -> None:
    game = zoobox.game(name, players=players, variant=variant)
    state = game.start(seed=players)
    luck = Random(players)
    step = 0
    while not state.over:
        seat = luck.choice(state.waiting)
        if step % 23 == 0:
            look(state, seat)
        state.apply(seat, luck.choice(state.legal(seat)))
        step += 1
    look(state, None)


def look(state: zoobox.State, seat: int | None) -> None:
    picture = state.svg(seat, "de")
    assert len(picture.encode()) < MOST_BYTES
    tree = ElementTree.fromstring(picture)
    found = {element.get("id"): element for element in tree.iter() if element.get("id")}
    ids = Counter(element.get("id") for element in tree.iter() if element.get("id"))
    assert [name for name, count in ids.items() if count > 1] == []
    assert "style=" not in picture
    for used in tree.iter("{http://www.w3.org/2000/svg}use"):
        assert used.get("href", "")[1:] in ids
    assert [
        piece.get("id") for piece in tree.iter() if piece.get("class") == "piece" and not has_words(tree, piece)
    ] == []
    if seat is not None:
        for choice in state.choices(seat):
            assert [target for target in choice.targets if target not in ids] == [], choice.notation
            for target in choice.targets:
                assert has_outline(found[target]), f"{target} would be lit by its bounding box"


def has_words(tree: ElementTree.Element, piece: ElementTree.Element) -> bool:
    """Whether a piece says what it is, or lies on something that does; a tile in hand is told by the question."""
    title, definitions = (f"{{http://www.w3.org/2000/svg}}{name}" for name in ("title", "defs"))
    holders = [one for one in tree.iter() if one.find(title) is not None or one.tag == definitions]
    return any(piece is held for holder in holders for held in holder.iter())


def has_outline(element: ElementTree.Element) -> bool:
    """Whether an element is one plain shape, or says what its outline is."""
    return element.tag in SHAPES or any(child.get("class") == "outline" for child in element)


@pytest.mark.parametrize("name", zoobox.names())
def test_a_picture_is_the_same_whatever_the_seat_cannot_know(name: str) -> None:
    game = zoobox.game(name)
    state = game.start(seed=4)
    luck = Random(4)
    for _ in range(40):
        seat = luck.choice(state.waiting)
        state.apply(seat, luck.choice(state.legal(seat)))
        if state.over:
            break
        redealt = state.redeal(0, zoobox.Luck(9))
        assert game.svg(state.view(0)) == game.svg(redealt.view(0))


def test_a_replay_is_written_as_pictures(tmp_path: Path) -> None:
    game = zoobox.game("zooloretto-dice")
    state = game.start(seed=3)
    for _ in range(6):
        state.apply(state.waiting[0], state.legal(state.waiting[0])[0])
    again = zoobox.replay(game.record(state))
    files = [tmp_path / f"game.{kind}" for kind in ("svg", "png", "gif")]
    assert rendering.write(again, 3, 1, *files) == files
    assert files[0].read_text() == again.at(3).svg(1)
    assert Image.open(files[1]).width == rendering.WIDE
    assert Image.open(files[2]).n_frames == 7
