"""What people read: no internal ids, every place that is named stands in the picture, sentences that are sentences."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from textwrap import wrap
from typing import Any
from xml.etree import ElementTree

import pytest

import zoobox
from zoobox.games.night_at_the_zoo import board as drawing
from zoobox.games.night_at_the_zoo.choices import order_is_idle
from zoobox.games.night_at_the_zoo.layout import ANIMAL_NAMES, BONUS_TILE
from zoobox.games.night_at_the_zoo.pieces import look_of
from zoobox.games.night_at_the_zoo.tiles import printed
from zoobox.kernel.text import LANGUAGES, Drawn, Phrase
from zoobox.testing import notations, play
from zoobox.web import pages

from .night import board, figure, game, moving, placing

SVG = "{http://www.w3.org/2000/svg}"
INTERNAL = re.compile(r"\b[A-Z]\d+\b|warehouse[12]|undiscovered\b(?! )|\bseat \d|[{}_]|\bc3\b|None")
PLACES = re.compile(r"\b(?:gate|market|warehouse|Tor|Markt|Lager) \d\b|\b[a-e][1-5]\b", re.IGNORECASE)
LEAST_PIXELS = 11.0
STAGE_PIXELS = {"wide": 942.0, "narrow": 376.0}
"""How wide the stage is in a window of 1440 x 900, and on a telephone of 390 pixels."""


@cache
def heard(players: int, language: str) -> list[tuple[str, int]]:
    """All that is said in a random game, and about which seat; the table is taken for seat 0."""
    on = zoobox.game("night-at-the-zoo", players=players)
    state = on.start(players)
    luck = random.Random(players)
    said = []
    while not state.over:
        seat = luck.choice(state.waiting)
        said.append((state.prompt(seat, language), seat))
        said += [(choice.label, seat) for choice in state.choices(seat, language)]
        before = state.copy()
        state.apply(seat, luck.choice(state.legal(seat)))
        for viewer in (None, *range(players)):
            lines = on.log(before, seat, state.past[-1][1], state, viewer, language)
            said += [(line.text, line.event.seat or 0) for line in lines if line.event]
    return said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [1, 2])
def test_no_internal_id_reaches_a_person(players: int, language: str) -> None:
    for text, _ in heard(players, language):
        assert not INTERNAL.search(text), text
        assert text[:1] == text[:1].upper(), text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [1, 2])
def test_every_place_that_is_named_stands_in_the_picture_once(players: int, language: str) -> None:
    on = zoobox.game("night-at-the-zoo", players=players)
    for seat in range(players):
        shown = _places_in(on.svg(on.start(players).view(seat), language), seat)
        named = {
            place.lower() for text, about in heard(players, language) if about == seat for place in PLACES.findall(text)
        }
        assert max(shown.values()) == 1
        assert named <= {name.lower() for name in shown}
        assert len(named) > 30


def _places_in(picture: str, seat: int) -> Counter[str]:
    """The names of places on the shared table and on the seat's board."""
    tree = ElementTree.fromstring(picture)
    parts = [part for part in tree.iter(f"{SVG}svg") if part.get("id") in ("part-shared", f"part-seat-{seat}")]
    assert len(parts) == 2
    texts = [text for part in parts for text in part.iter(f"{SVG}text") if text.get("class") == "place"]
    return Counter(str(text.text) for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", STAGE_PIXELS)
@pytest.mark.parametrize("players", [1, 4])
def test_no_text_of_the_stage_is_small(players: int, form: str, language: str) -> None:
    on = zoobox.game("night-at-the-zoo", players=players)
    state = on.start(2)
    luck = random.Random(2)
    for _ in range(25):
        seat = luck.choice(state.waiting)
        state.apply(seat, luck.choice(state.legal(seat)))
    tree = ElementTree.fromstring(on.svg(state.view(0), language, form))
    stage = next(element for element in tree.iter(f"{SVG}svg") if element.get("id") == "stage")
    wide = float(stage.get("viewBox", "").split()[2])
    for part in stage.iter(f"{SVG}svg"):
        if part is stage:
            continue
        scale = STAGE_PIXELS[form] / wide * float(part.get("width", 0)) / float(part.get("viewBox", "").split()[2])
        sizes = {float(text.get("font-size", 0)): text.text for text in part.iter(f"{SVG}text")}
        assert min(sizes) * scale >= LEAST_PIXELS, (part.get("id"), sizes[min(sizes)])
    assert "scale(" not in "".join(element.get("transform", "") for element in stage.iter())


def test_whatever_can_be_chosen_has_an_outline_and_a_tooltip() -> None:
    on = game(2)
    state = on.start(5)
    luck = random.Random(5)
    seen = set()
    while not state.over:
        seat = luck.choice(state.waiting)
        targets = {target for choice in state.choices(seat) for target in choice.targets} - seen
        if targets:
            by_id = {element.get("id"): element for element in ElementTree.fromstring(state.svg(seat)).iter()}
            for target in targets:
                element = by_id[target]
                lit = [child for child in element if child.get("class") == "outline"]
                assert lit or element.tag == f"{SVG}rect", target
                assert not lit or lit[0].get("fill") == "none"
                assert target.startswith("neighbourhood") or element.find(f"{SVG}title") is not None, target
        seen |= targets
        state.apply(seat, luck.choice(state.legal(seat)))
    assert len({target.split("-")[0] for target in seen}) >= 8


# Pieces in words.


def test_a_tile_is_said_by_what_it_shows_and_drawn() -> None:
    state = placing(board(drafted="A12", warehouse=["A19", "sand"]))
    labels = {choice.notation: choice.label for choice in state.choices(0)}
    assert labels["place drafted"] == "Place the rocks tile with Discover or 2 points (just drafted)"
    assert labels["place warehouse1"] == "Place the rocks tile with meat (warehouse 1)"
    assert labels["discard warehouse2"] == "Discard the sand bonus tile (warehouse 2) for a special move"
    german = {choice.notation: choice for choice in state.choices(0, "de")}
    assert (
        german["place drafted"].label
        == "Lege das Felsplättchen mit Entdecken oder 2 Punkten (gerade gewählt) ins Viertel"
    )
    pieces = state.game.texts.segments(german["place drafted"].phrase, "de")
    drawn = [piece for piece in pieces if isinstance(piece, Drawn)]
    assert drawn == [Drawn("Felsplättchen", "night-at-the-zoo/rocks-discover1-points2")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_an_animal_moves_fits_on_its_card(language: str) -> None:
    texts = game(2).texts
    for animal in ANIMAL_NAMES:
        said = texts.say(Phrase(f"gait.{animal}"), language)
        assert len(wrap(said, drawing.CARD_TEXT)) <= 2, said


def test_every_tile_of_the_box_can_be_drawn_in_a_line() -> None:
    on = game(2)
    state = on.start(1)
    looks = {look_of(tile) for tile in _all_tiles(state)}
    assert len(looks) > 30
    for look in looks:
        drawn = ElementTree.fromstring(drawing.figure(on, look) or "")
        assert drawn.get("viewBox") == "0 0 100 100"
    for nonsense in ("", "sand", "lava-banana", "sand-banana-meat-fish", "sand-movementx", "../x", "sand-"):
        assert drawing.figure(on, nonsense) is None


def test_a_tile_in_a_line_is_drawn_on_demand() -> None:
    drawn = pages.piece("night-at-the-zoo", "sand-movement2")
    assert (drawn.status_code, drawn.media_type) == (200, "image/svg+xml")
    assert b"#fig-paw" in bytes(drawn.body)
    for name in (("night-at-the-zoo", "nonsense"), ("nonsense", "sand-movement2")):
        assert pages.piece(*name).status_code == 404


def _all_tiles(state: Any) -> list[dict[str, Any]]:
    return [tile for number in range(1, BONUS_TILE + 3) if (tile := printed(state, number))]


def test_figures_go_by_their_gates() -> None:
    animals = ["wolf", "snake", "sloth"]
    figures = {"E9": figure("wolf", "a2"), "E2": figure("snake", "E2"), "E4": figure("sloth", "b2", asleep=True)}
    state = moving(figures, {"a2": "sand", "b2": "grass", "c1": "rocks"}, animals=animals)
    labels = {choice.notation: choice.label for choice in state.choices(0)}
    assert labels["wolf E9 b2"] == "Move the wolf of gate 9 from a2 to b2"
    assert labels["snake E2 c1"] == "Move the snake at gate 2 to c1"
    assert labels["turn snake E2 n"] == "Turn the snake at gate 2 to the north"
    assert labels["wake sloth E4"] == "Wake the sloth of gate 4"
    german = {choice.notation: choice.label for choice in state.choices(0, "de")}
    assert german["wolf E9 b2"] == "Ziehe den Wolf aus Tor 9 von a2 nach b2"
    assert german["snake E2 c1"] == "Ziehe die Schlange an Tor 2 nach c1"
    lines = [line.text for line in state.play(0, "wolf E9 b2")]
    assert lines[0] == "Zoo 1 moves the wolf of gate 9 to b2."


def test_prompts_name_only_figures_that_can_move() -> None:
    """The wolf of gate 1 is shut in, so only the other one is named."""
    tiles = {"a1": "grass", "c1": "grass", "d1": "sand"}
    state = placing(board({"E1": figure("wolf", "a1"), "E2": figure("wolf", "c1")}, spaces=tiles, drafted="A40"))
    play(state, "discard drafted")
    assert state.prompt(0) == "Special move: the wolf of gate 2 may move."


def test_animals_at_home_are_drawn_in_the_zoo() -> None:
    figures = {f"E{number}": figure(animal, "home") for number, animal in enumerate(["wolf"] * 3 + ["snake"] * 3, 1)}
    state = placing(board(figures, drafted="A01"))
    tree = ElementTree.fromstring(state.svg(0))
    zoo = next(element for element in tree.iter() if element.get("id") == "zoo-0")
    assert {element.get("id") for element in zoo.iter() if element.get("id")} == {
        "zoo-0",
        *(f"figure-0-{name}" for name in figures),
    }


def test_a_pair_bonus_never_covers_a_tile() -> None:
    """Between two open spaces it straddles them; beside a tile it moves into the open one; then it is gone."""

    def bridge(**spaces: str) -> list[float]:
        pair = {"spaces": ["c5", "d5"], "bonus": "5 points"}
        tiles = {name: {"terrain": terrain} for name, terrain in spaces.items()}
        drawn = drawing._pair_bridge(drawing.Picture(""), {"spaces": tiles}, pair)
        return [float(x) for x in re.findall(r'cx="([\d.]+)"', drawn)]

    border = drawing._space_middle("c5")[0] + drawing.SPOT / 2
    assert bridge() == [border]
    assert bridge(d5="sand")[0] + 18 < border < bridge(c5="sand")[0] - 18
    assert bridge(c5="sand", d5="sand") == []


# Refusals for likely mistakes.


def test_likely_mistakes_are_understood_or_explained() -> None:
    figures = {"E9": figure("penguin", "a2"), "E1": figure("wolf", "undiscovered"), "E2": figure("wolf", "home")}
    tiles = {"a2": "sand", "b2": "grass", "c2": "rocks"}
    state = moving(figures, tiles, animals=["penguin", "wolf", "sloth"])
    assert _why(state, "penguin E9 b2", "natz.penguin.slide") == (
        "The penguin of gate 9 slides on to c2: a penguin stops only where it cannot slide on."
    )
    assert _why(state, "wolf E1 b2", "natz.move.undiscovered") == "The wolf at gate 1 has not been discovered yet."
    assert _why(state, "wolf E2 b2", "natz.move.home") == "The wolf of gate 2 is home already."
    assert _why(state, "wolf E9 b2", "natz.setup.letters") == "At gate 9 is the penguin, not the wolf."
    using = placing(board({"E1": figure("wolf", "undiscovered")}, drafted="A01"))
    assert _why(using, "place drafted a1", "natz.use.three-ways").startswith("First say what to do with a tile")
    play(using, "place drafted", "a1")
    assert _why(using, "discover snake E1", "natz.setup.letters") == "At gate 1 is the wolf, not the snake."
    play(using, "discover wolf E1")
    assert using.position()["boards"][0]["figures"]["E1"]["at"] == "E1"


def _why(state: Any, text: str, rule: str) -> str:
    with pytest.raises(zoobox.IllegalChoice) as refusal:
        state.copy().play(0, text)
    assert refusal.value.rule == rule
    return str(refusal.value).rpartition(" (")[0]


# Tags.


def test_tags_are_short_and_stand_where_it_happens() -> None:
    near = moving({"E9": figure("wolf", "c2")}, {"c2": "sand"})
    assert _tags(near, "wolf E9 c3") == {"home +7": ("zoo-0",)}
    pair = placing(board(spaces={"c5": "rocks"}, drafted="A19"))
    play(pair, "place drafted")
    assert _tags(pair, "d5") == {"pair": ("space-0-c5", "space-0-d5"), "+5 points": ("points-0",)}
    lost = placing(board(spaces={"d1": "sand"}, drafted="A19", warehouse=["A20"]))
    play(lost, "place drafted")
    assert _tags(lost.copy(), "c2") == {"lost": ("space-0-c2",)}
    assert _tags(lost, "e1") == {"pair lost": ("space-0-d1", "space-0-e1")}
    on = game(2)
    state = on.start(1)
    luck = random.Random(1)
    while not state.over:
        seat = luck.choice(state.waiting)
        before = state.copy()
        state.apply(seat, luck.choice(state.legal(seat)))
        for event in on.events(before, seat, state.past[-1][1], state, seat):
            tag = on.words.tag(event)  # type: ignore[attr-defined]
            if tag is not None:
                assert on.event_targets(event), event.kind
                assert all(0 < len(on.texts.say(tag, language)) <= 18 for language in LANGUAGES)


def _tags(state: Any, text: str) -> dict[str, tuple[str, ...]]:
    on, before = state.game, state.copy()
    state.play(0, text)
    events = on.events(before, 0, state.past[-1][1], state, 0)
    return {on.texts.say(tag): on.event_targets(event) for event in events if (tag := on.words.tag(event))}


# Questions whose answer cannot matter.


def test_an_order_that_cannot_matter_is_not_asked_at_the_table() -> None:
    """Movements of the tile and of the space: whichever comes first, the same boards can be reached."""
    tiles = {"a1": "sand", "a2": "rocks", "a3": "grass"}
    state = placing(board({"E1": figure("wolf", "E1"), "E9": figure("wolf", "a2")}, spaces=tiles, drafted="A03"))
    play(state, "place drafted", "b1")
    assert notations(state) == ["first tile", "first space"]
    assert state.game.is_forced(state, 0)
    reached = [_boards_after(play(state.copy(), first)) for first in ("first tile", "first space")]
    assert reached[0] == reached[1]
    assert len(reached[0]) > 10
    other = placing(board({"E1": figure("wolf", "E1")}, spaces=tiles, drafted="A01"))
    play(other, "place drafted", "b1")
    assert not other.game.is_forced(other, 0)
    assert _boards_after(play(other.copy(), "first tile")) != _boards_after(play(other.copy(), "first space"))


def _boards_after(state: Any) -> set[str]:
    """Every board that the seat can reach by resolving all that is pending."""
    found: set[str] = set()
    seen: set[str] = set()
    todo = [state]
    while todo:
        state = todo.pop()
        mine = state.position()["boards"][0]
        if str(mine) in seen:
            continue
        seen.add(str(mine))
        if not mine["pending"]:
            found.add(str(mine))
            continue
        for choice in state.legal(0):
            after = state.copy()
            after.apply(0, choice)
            todo.append(after)
    return found


def test_some_questions_about_the_order_are_idle_and_some_are_not() -> None:
    on = game(2)
    counts: Counter[bool] = Counter()
    for seed in range(12):
        state = on.start(seed)
        luck = random.Random(seed)
        while not state.over:
            seat = luck.choice(state.waiting)
            if state.prompt(seat) == "What do you resolve first?":
                counts[order_is_idle(state, seat)] += 1
            state.apply(seat, luck.choice(state.legal(seat)))
    assert counts[True] > 0 < counts[False]
