"""No review says anything false: every sentence is read and checked on the record by code of its own."""

from __future__ import annotations

from collections import Counter

import pytest

import zoobox
from coach.reading import NAMES
from coach.reviews import CHECKS, ReviewReader
from zoobox.bots import judging, player
from zoobox.bots.review import review
from zoobox.bots.review_words import summary
from zoobox.games import replay_as_far_as_possible
from zoobox.kernel.player import Budget, play_game

FEW_SIMULATIONS = Budget(simulations=32)


def reviewed(name: str, players: int, level: str, seed: int, part: float = 1.0) -> ReviewReader:
    """A game between bots of that level, or its first part, with its review."""
    game = zoobox.game(name, players=players)
    state = game.start(seed)
    fast = None if level in ("visitor", "keeper") else 24
    play_game(state, [player(level, game, simulations=fast, seed=seed + seat) for seat in range(players)])
    lines = game.record(state).splitlines()
    again = replay_as_far_as_possible("\n".join(lines[: int(part * len(lines))]))
    found = review(again, FEW_SIMULATIONS)
    return ReviewReader(again, found.as_json(), summary(found, again, "en", NAMES))


QUICK = [
    ("zooloretto-dice", 2, 1.0),
    ("zooloretto-dice", 3, 1.0),
    ("o-zoo-le-mio", 3, 1.0),
    ("o-zoo-le-mio", 2, 0.5),
    ("night-at-the-zoo", 1, 1.0),
    ("night-at-the-zoo", 2, 0.2),
    ("new-york-zoo", 1, 1.0),
    ("new-york-zoo", 2, 0.15),
]


@pytest.mark.parametrize(("name", "players", "part"), QUICK)
def test_a_review_is_true(name, players, part, monkeypatch):
    """A judge that looks less closely judges worse, but what is said of its judgement has to be true as well."""
    monkeypatch.setattr(judging, "SLICE", 4)
    wrong = reviewed(name, players, "keeper", 3, part).falsehoods()
    assert not wrong, "\n".join(wrong[:10])


def test_a_false_sentence_is_found():
    """The checker notices wrong names, numbers and labels."""
    reader = reviewed("zooloretto-dice", 3, "keeper", 3)
    true = list(reader.said)
    assert not reader.falsehoods()
    changed = 0
    for index, sentence in enumerate(true):
        for old, new in (("Ada", "Bob"), ("Cyd", "Ada"), ("Decision ", "Decision 1"), ("brought ", "brought 9")):
            if old in sentence:
                reader.wrong, reader.kinds = [], []
                reader.said = [*true[:index], sentence.replace(old, new, 1), *true[index + 1 :]]
                assert reader.falsehoods(), reader.said[index]
                changed += 1
    assert changed > 10


ALL = [
    ("zooloretto-dice", 2),
    ("zooloretto-dice", 3),
    ("zooloretto-dice", 4),
    ("o-zoo-le-mio", 2),
    ("o-zoo-le-mio", 3),
    ("o-zoo-le-mio", 4),
    ("night-at-the-zoo", 1),
    ("night-at-the-zoo", 2),
    ("new-york-zoo", 1),
    ("new-york-zoo", 2),
    ("new-york-zoo", 4),
]
GAMES = 6


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("level", ["visitor", "keeper", "director"])
@pytest.mark.parametrize(("name", "players"), ALL)
def test_the_reviews_of_many_games_are_true(name, players, level):
    wrong: list[str] = []
    kinds: Counter[str] = Counter()
    for seed in range(700, 700 + GAMES):
        reader = reviewed(name, players, level, seed)
        wrong += [f"{name} for {players}, seed {seed}: {error}" for error in reader.falsehoods()]
        kinds += Counter(reader.kinds)
    assert not wrong, "\n".join(wrong[:20])
    assert set(kinds) <= set(CHECKS.values())
