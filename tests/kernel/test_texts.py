"""Texts: phrases with gaps, said in either language and by the players' names."""

import tomllib
from pathlib import Path

import pytest

import zoobox
from zoobox.kernel.text import LANGUAGES, SHARED_TEXTS, Catalogue, Drawn, Phrase, Seat, join

TEXTS = """
[log]
take = { en = "{seat} takes {things}.", de = "{seat} nimmt {things}." }
[thing]
lion = { en = "lion", de = "Löwe" }
coin = { en = "coin" }
"""


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    path = tmp_path / "texts.toml"
    path.write_text(TEXTS, encoding="utf-8")
    return Catalogue.load(path)


def test_gaps_are_filled_with_phrases_lists_and_seats(catalogue: Catalogue) -> None:
    things = [Phrase("thing.lion"), Phrase("thing.lion"), 3]
    phrase = Phrase("log.take", seat=Seat(1), things=things)
    assert catalogue.say(phrase) == "Zoo 2 takes lion, lion and 3."
    assert catalogue.say(phrase, "de") == "Zoo 2 nimmt Löwe, Löwe und 3."
    assert catalogue.say(phrase, names=["Ann", "Bob"]) == "Bob takes lion, lion and 3."


def test_a_name_with_braces_is_said_as_it_is(catalogue: Catalogue) -> None:
    phrase = Phrase("log.take", seat=Seat(0), things=1)
    assert catalogue.say(phrase, names=["{things} {0}"]) == "{things} {0} takes 1."


def test_a_text_without_a_translation_is_said_in_english(catalogue: Catalogue) -> None:
    assert catalogue.say(Phrase("thing.coin"), "de") == "coin"


def test_texts_that_all_games_share_can_be_replaced(tmp_path: Path) -> None:
    path = tmp_path / "texts.toml"
    path.write_text(TEXTS + '[hint]\nonly = { en = "Forced." }\n', encoding="utf-8")
    texts = Catalogue.load(path)
    assert texts.say(Phrase("hint.only")) == "Forced."
    assert texts.say(Phrase("turn.over"), "de") == "Das Spiel ist zu Ende."


@pytest.mark.parametrize("name", zoobox.names())
def test_no_game_repeats_a_shared_text(name: str) -> None:
    shared = tomllib.loads(SHARED_TEXTS.read_text(encoding="utf-8"))["hint"]
    own = tomllib.loads((zoobox.game_class(name).folder / "texts.toml").read_text(encoding="utf-8")).get("hint", {})
    assert not [key for key in shared if own.get(key) == shared[key]]


def test_join() -> None:
    assert [join([]), join(["a"]), join(["a", "b"]), join(["a", "b", "c"], "de")] == ["", "a", "a and b", "a, b und c"]


@pytest.mark.parametrize("name", zoobox.names())
def test_every_phrase_in_the_words_of_a_game_has_its_text(name: str) -> None:
    """Plays a game and says all that is said in it, in every language."""
    game = zoobox.game(name)
    state = game.start(seed=3)
    luck = zoobox.Luck(3)
    for _ in range(150):
        if state.over:
            break
        seat = state.waiting[0]
        for language in LANGUAGES:
            assert state.prompt(seat, language)
            choices = state.choices(seat, language)
            assert all(choice.label for choice in choices)
        choice = choices[luck.below(len(choices))]
        before = state.copy()
        state.apply(seat, choice.id)
        for viewer in (None, *range(game.players)):
            for language in LANGUAGES:
                assert all(line.text for line in game.log(before, seat, choice.id, state, viewer, language))


@pytest.mark.parametrize("name", zoobox.names())
def test_the_score_sheet_has_its_headings(name: str) -> None:
    game = zoobox.game(name)
    for line in game.start(seed=3).standings[0].breakdown:
        assert game.texts.say(Phrase(f"score.{line}"))


def test_a_sentence_comes_in_segments_that_can_be_drawn() -> None:
    texts = zoobox.game("zooloretto-dice").texts
    phrase = Phrase("log.take", seat=Seat(0), truck=2, dice=[Phrase("face.lion"), Phrase("face.coin")])
    assert texts.segments(phrase, names=["Ada"]) == [
        "Ada takes truck 2: ",
        Drawn("lion", "lion"),
        " and ",
        Drawn("coin", "coin"),
        ".",
    ]
    assert texts.say(phrase, names=["Ada"]) == "Ada takes truck 2: lion and coin."


def test_a_form_has_gaps_of_its_own() -> None:
    texts = Catalogue(
        {
            "face.lion": {"en": "lion", "de": "Löwe", "de_acc": "den Löwen", "figure": "lion"},
            "figure": {"en": "the {animal} of gate {gate}", "de": "{animal}", "de_acc": "{animal:acc} aus Tor {gate}"},
            "log.move": {"en": "Move {who}.", "de": "Ziehe {who:acc}."},
        }
    )
    move = Phrase("log.move", who=Phrase("figure", animal=Phrase("face.lion"), gate=3))
    assert texts.say(move, "de") == "Ziehe den Löwen aus Tor 3."
    assert texts.say(move) == "Move the lion of gate 3."
    assert texts.segments(move, "de") == ["Ziehe ", Drawn("den Löwen", "lion"), " aus Tor 3."]


def test_a_gap_asks_for_a_form() -> None:
    texts = Catalogue(
        {
            "face.lion": {"en": "lion", "de": "Löwe", "de_acc": "den Löwen", "figure": "lion"},
            "place": {"en": "Put the {face} on a truck.", "de": "Lege {face:acc} auf einen Wagen."},
            "goes": {"en": "{face} goes home."},
        }
    )
    place = Phrase("place", face=Phrase("face.lion"))
    assert texts.say(place, "de") == "Lege den Löwen auf einen Wagen."
    assert texts.say(place, "en") == "Put the lion on a truck."
    assert texts.segments(Phrase("goes", face=Phrase("face.lion"))) == [Drawn("Lion", "lion"), " goes home."]
