"""What people read: places as the picture names them, pieces by their look, never an id of the files."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

import zoobox
from new_york_zoo.conftest import Zoo, place_first, seat
from zoobox.games.new_york_zoo.shapes import look
from zoobox.kernel.text import Drawn, Phrase
from zoobox.testing import notations, play, refused
from zoobox.testing.random_games import Configuration, seatings, walk

SVG = "{http://www.w3.org/2000/svg}"
LANGUAGES = ("en", "de")
SLOT = re.compile(r"(?:[Ss]lot|Steckplatz) (\w+)")
ENCLOSURE = re.compile(r"(?:[Ee]nclosure|Gehege) ([a-z])\b")
CELL = re.compile(r"\b([A-Z])(\d+)\b")
MARKER = re.compile(r"[Mm]arker (\d\+?)")


def ids(game: Any) -> re.Pattern[str]:
    """Ids of spaces, tiles and attractions that must not be read; those of one letter are also shapes and columns."""
    spaces = [space.id for space in game.contents.slots]
    names = [*spaces, *(kind.id for kind in game.contents.kinds if len(kind.id) > 1)]
    return re.compile(r"(?<![\w-])(?:" + "|".join(map(re.escape, names)) + r"|att\d\S*)(?![\w-])")


class Seen:
    """The names that a picture shows as text, and how large."""

    def __init__(self, game: Any, state: Any, viewer: int, form: str) -> None:
        root = ElementTree.fromstring(game.svg(state.view(viewer), "en", form))
        self.stage = next(part for part in root.iter(f"{SVG}svg") if part.get("id") == "stage")
        self.parts = {part.get("id"): part for part in root.iter(f"{SVG}svg")}

    def texts(self, part: str, under: str = "") -> list[str]:
        found = self.parts[part]
        return [
            "".join(text.itertext())
            for group in found.iter(f"{SVG}g")
            if (group.get("id") or "").startswith(under) and (under or group.get("class") == "coordinates")
            for text in group.iter(f"{SVG}text")
        ]

    def sizes(self, width: float) -> list[float]:
        """How large the names on the stage are, in pixels, if it is so wide."""
        across = float(self.stage.get("viewBox", "").split()[2])
        found = []
        for part in self.stage.findall(f"{SVG}svg"):
            scale = float(part.get("width", 0)) / float(part.get("viewBox", "").split()[2]) * width / across
            sized = [each for each in part.iter() if each.get("font-size")]
            found += [float(each.get("font-size", 0)) * scale for each in sized]
        return found


def said(game: Any, before: Any, number: int, choice: int, after: Any) -> list[tuple[str, int]]:
    """All sentences about a decision, in both languages, with the seat whose board they are about."""
    told = []
    for language in LANGUAGES:
        told.append((game.prompt(before, number, language), number))
        told += [(option.label, number) for option in game.choices(before, number, language)[:40]]
        for line in game.log(before, number, choice, after, None, language):
            told.append((line.text, line.event.seat if line.event.seat is not None else number))
            short = game.words.tag(line.event)
            if short:
                told.append((game.texts.say(short, language), number))
    return told


@pytest.mark.parametrize("configuration", seatings("new-york-zoo"), ids=str)
def test_nobody_reads_an_id_and_every_place_named_is_in_the_picture(configuration: Configuration) -> None:
    game = configuration.game("new-york-zoo")
    pattern = ids(game)
    before: Any = None
    every = 15 if zoobox.speed.compiled() else 45  # words and pictures are Python in both modes
    for moment, (state, number, choice) in enumerate(walk(game, 4)):
        if before is not None:
            check(game, *before, state, pattern)
        before = (state.copy(), number, choice) if moment % every == 0 else None


def check(game: Any, before: Any, number: int, choice: int, after: Any, pattern: re.Pattern[str]) -> None:
    seen = Seen(game, after, number, "wide")
    slots = seen.texts("part-shared", "strip-")
    assert len(set(slots)) == len(slots)
    for sentence, owner in said(game, before, number, choice, after):
        cells = CELL.sub("", sentence)
        assert not pattern.search(cells), sentence
        assert set(SLOT.findall(sentence)) <= set(slots), sentence
        board = f"part-seat-{owner}"
        letters = seen.texts(board, "enclosure-")
        assert len(set(letters)) == len(letters)
        assert set(ENCLOSURE.findall(sentence)) <= set(letters), sentence
        coordinates = seen.texts(board)
        for column, row in CELL.findall(sentence):
            assert column in coordinates, sentence
            assert row in coordinates, sentence
        assert set(MARKER.findall(sentence)) <= set(seen.texts("part-shared", "marker-")), sentence


@pytest.mark.parametrize(("form", "width"), [("wide", 895), ("narrow", 378)])
@pytest.mark.parametrize("players", [1, 2, 4])
def test_names_in_the_picture_can_be_read(players: int, form: str, width: float) -> None:
    """Eleven pixels where the stage is as wide as on a screen of 1440 by 900, and on a phone of 390."""
    zoo = Zoo(players)
    state = zoo.at("move", seat(("P", "fox", 2), ("6-01", None, 0), houses=["fox"]))
    assert min(Seen(zoo.game, state, 0, form).sizes(width)) >= 11


def test_every_tile_has_a_look_of_its_own(two: Zoo) -> None:
    names = [(kind.is_attraction, kind.size, kind.look) for kind in two.game.contents.kinds]
    assert len(set(names)) == len(names)
    assert [name for name in names if name[2] is None] == [(True, 1, None)]
    assert look(("X..", "XXX")) == look(("XXX", "X..")) == "l"
    assert look(("XXX", "XXX", "XXX")) is None


def test_a_tile_is_drawn_in_the_sentence_that_names_it(two: Zoo) -> None:
    state = two.start()
    phrase = state.choices(0)[0].phrase
    drawn = [piece for piece in two.game.texts.segments(phrase) if isinstance(piece, Drawn)]
    assert drawn == [Drawn("bench-shaped tile of 7", "new-york-zoo/tile-bench-7")]
    for kind in two.game.contents.kinds:
        (segment,) = two.game.texts.segments(Phrase("refusal.no_room", piece=kind.words))[1:2]
        assert isinstance(segment, Drawn)
        game, _, name = segment.figure.partition("/")
        assert game == "new-york-zoo"
        assert ElementTree.fromstring(two.game.board.figure(two.game, name) or "").tag == f"{SVG}svg"
    for unknown in ("tile-boat-6", "tile-7", "elephant", "tile-yacht-7"):
        assert two.game.board.figure(two.game, unknown) is None


def test_german_sentences_are_sentences(two: Zoo) -> None:
    state = two.start()
    assert state.choices(0, "de")[0].label == (
        "Ziehe den Elefanten 1 Feld weit auf Steckplatz 1 mit dem bankförmigen 7er-Plättchen"
    )
    assert (
        state.choices(0, "de")[1].label == "Ziehe den Elefanten 2 Felder weit auf das Feld mit Baumkänguru und Pinguin"
    )
    play(state, "E2")
    assert [choice.label for choice in state.choices(0, "de")][3:] == [
        "Nimm nur einen Pinguin",
        "Nimm nur einen Polarfuchs",
    ]


# What can follow.


@pytest.mark.rule("nyz.acquire.two-or-one", "nyz.acquire.must-place")
@pytest.mark.parametrize(
    ("board", "label"),
    [
        (seat(("P", "flamingo", 1), houses=["fox", "fox"]), "Take the flamingo; the meerkat may follow"),
        (seat(("P", "flamingo", 1), houses=["fox"] * 3), "Take a single flamingo"),
        (
            seat(("P", "flamingo", 1), ("V", "meerkat", 1), houses=["fox"] * 3),
            "Take the flamingo; the meerkat may follow",
        ),
        (seat(("P", "flamingo", 4), houses=["fox"] * 3), "Take the flamingo; the meerkat may follow"),  # emptied
        (seat(("P", "flamingo", 2), houses=["flamingo"] * 3), "Take the flamingo; the meerkat may follow"),  # a house
    ],
)
def test_a_second_animal_is_promised_only_where_it_can_follow(two: Zoo, board: dict[str, Any], label: str) -> None:
    state = two.at("acquire", board, elephant="A4")
    told = next(choice.label for choice in state.choices(0) if choice.notation == "take flamingo")
    assert told == label


@pytest.mark.parametrize("number", range(3))
def test_what_is_promised_can_be_had(number: int) -> None:
    """Whether the second animal follows, against all ways to go on from where the first is taken."""
    game = zoobox.game("new-york-zoo", players=2, settings={"animal_limit": ["main_action", "each_animal"][number % 2]})
    promised = 0
    for state, mover, _ in walk(game, number):
        if state.view(None)["phase"] != "acquire":
            continue
        for choice in state.choices(mover):
            if "follow" not in choice.label and choice.parts["species"] not in shown(state):
                continue
            promised += "follow" in choice.label
            after = state.copy()
            after.apply(mover, choice.id)
            assert ("follow" in choice.label) == reaches_other(after, mover)
    assert promised


def shown(state: Any) -> list[str]:
    view = state.view(None)
    return list(next(space["animals"] for space in view["strip"] if space["id"] == view["elephant"]))


def reaches_other(state: Any, mover: int) -> bool:
    phase = state.view(None)["phase"]
    if phase == "acquire_other":
        return True
    if phase not in ("put", "add", "keep", "attraction", "place") or state.view(None)["other"] is None:
        return False
    following = state.legal(mover)[:1] if phase in ("attraction", "place") else state.legal(mover)
    for choice in following:
        after = state.copy()
        after.apply(mover, choice)
        if reaches_other(after, mover):
            return True
    return False


# Refusals.


@pytest.mark.rule("nyz.puzzle.rotate-flip")
def test_an_orientation_that_looks_like_another_is_understood(two: Zoo) -> None:
    state = two.at("place", seat(hand="att8"), elephant="A1", step="first")
    assert state.game.parse(state, 0, "att8 r180 E1") == state.game.parse(state, 0, "att8 r0 E1")
    assert state.game.parse(state, 0, "att8 r270f E1") == state.game.parse(state, 0, "att8 r90 E1")
    play(state, "att8 r180 H1")


@pytest.mark.parametrize(
    ("tried", "reason", "rule"),
    [
        (
            "6-01 r0 E5",
            "You are placing the rectangular attraction of 8, not the Y-shaped tile of 6.",
            "nyz.tile.at-once",
        ),
        (
            "att8 r0 Z9",
            "The rectangular attraction of 8 would stick out over the edge of the board.",
            "nyz.puzzle.inside",
        ),
        ("att8 r0 A1", "A1 belongs to the barn; only the construction area can be built on.", "nyz.puzzle.inside"),
        (
            "take fox",
            "That is not what is asked now. Place the rectangular attraction of 8 on your construction area.",
            None,
        ),
    ],
)
def test_mistakes_in_placing_are_explained(two: Zoo, tried: str, reason: str, rule: str | None) -> None:
    state = two.at("place", seat(hand="att8"), elephant="A1", step="first")
    refusal = refused(state, tried)
    assert refusal.reason == reason
    assert rule is None or refusal.rule == rule


@pytest.mark.rule("nyz.move.range", "nyz.solo.range")
def test_moves_far_too_far_are_explained(two: Zoo, alone: Zoo) -> None:
    refusal = refused(two.start(), "E99")
    assert (refusal.reason, refusal.rule) == ("The elephant moves 1 to 4 spaces here, not 99.", "nyz.move.range")
    assert refused(alone.start(), "E99").rule == "nyz.solo.range"


@pytest.mark.rule("nyz.animals.one-species")
def test_an_animal_that_does_not_live_there(two: Zoo) -> None:
    state = two.at("populate", seat(("P", "fox", 2), ("T4", None, 0)), elephant="S1")
    assert refused(state, "penguin from a").reason == "Enclosure a is home to another species: arctic foxes."


@pytest.mark.rule("nyz.animals.one-species", "nyz.animals.limit")
@pytest.mark.parametrize("limit", ["main_action", "each_animal"])
def test_another_species_is_refused_for_its_species(limit: str) -> None:
    state = Zoo(2, animal_limit=limit).at("acquire", seat(("P", "fox", 2), ("V", "penguin", 2)), elephant="A10")
    play(state, "take fox")
    refusal = refused(state, "put b")
    assert (refusal.reason, refusal.rule) == (
        "Enclosure b is home to another species: penguins.",
        "nyz.animals.one-species",
    )


@pytest.mark.rule("nyz.breed.two-animals")
def test_why_an_enclosure_does_not_breed(two: Zoo) -> None:
    state = two.at("breed", seat(("P", "fox", 2), ("V", "fox", 1)), lines=["fox"], elephant="A3")
    assert refused(state, "breed b").reason == (
        "Enclosure b does not breed now: only enclosures with at least two arctic foxes do, and each of them once."
    )


# Short tags in the picture.


@pytest.mark.rule("nyz.breed.after-main")
def test_tags_say_what_a_move_would_bring(two: Zoo) -> None:
    state = two.at("move", seat(("P", "fox", 2), ("V", "fox", 3), houses=["fox"]), elephant="S2")
    events = two.game.consequences(state, 0, two.game.find(state, 0, "E2"))
    tags = [two.game.texts.say(tag) for event in events if (tag := two.game.words.tag(event))]
    assert tags == ["+2 offspring"]
    play(state, "E1")
    place_first(state)
    events = two.game.consequences(state, 0, two.game.find(state, 0, "fox from house"))
    assert two.game.texts.say(two.game.words.tag(events[0])) == "+1 arctic fox"


# The end.


@pytest.mark.rule("nyz.end.places")
def test_the_score_sheet_counts_what_is_left(two: Zoo) -> None:
    state = two.start()
    assert state.standings[0].breakdown == {"free": 107, "animals": 2}
    assert two.game.spoken_points(state.standings[0]) == "107 to cover"


@pytest.mark.rule("nyz.solo.winning", "nyz.solo.losing")
def test_a_solo_game_is_won_or_lost(alone: Zoo) -> None:
    state = alone.at("acquire", seat(("T4", "fox", 3), leave=1), elephant="A3")
    assert alone.game.spoken_points(state.standings[0]) == "1 to cover"
    play(state, "take fox", "put a", "no keep", "attraction att1")
    lines = [line.text for line in state.play(0, notations(state)[0])]
    assert lines[-2] == "The game is won: Zoo 1 has 45 spaces of the strip to spare."
    assert alone.game.spoken_points(state.standings[0]) == "won, 45 spaces to spare"
    lost = alone.at("move", seat(("P", "fox", 3), houses=["fox"]), elephant="S15", arrivals=1)
    lines = [line.text for line in lost.play(0, "E2")]
    assert lines[1:] == [
        "The elephant has passed the start for the last time.",
        "The game is lost: Zoo 1 has 75 spaces left to cover.",
        "The game is over.",
    ]
    assert alone.game.spoken_points(lost.standings[0]) == "lost, 75 left to cover"
    assert alone.game.spoken_points(lost.standings[0], "de") == "verloren, noch 75 frei"
