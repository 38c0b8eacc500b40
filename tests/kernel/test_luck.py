"""Two kinds of luck: a quick generator for simulation, a keyed hash for tables."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

import zoobox
from zoobox.kernel.luck import Luck
from zoobox.kernel.origin import KeyedStream, SecretSeed, begin, decide, read_origin, replay_decisions

SEED = 0x5EC2E7
GAMES = [
    ("new-york-zoo", 2, {}),
    ("night-at-the-zoo", 2, {}),
    ("night-at-the-zoo", 1, {}),
    ("zooloretto-dice", 2, {}),
    ("o-zoo-le-mio", 3, {}),
]
FACES = 6
CHI_SQUARE_5 = 20.5
"""Six equally likely faces exceed this once in a thousand tries."""


def keyed(seed: int, *contributions: str) -> SecretSeed:
    return SecretSeed(seed, contributions)


def play(game: Any, origin: Any, seed: int = 1, decisions: int = 10_000) -> Any:
    """A game of random decisions."""
    choose = random.Random(seed)
    state = begin(game, origin)
    for number in range(1, decisions + 1):
        if state.over:
            break
        seat = state.waiting[0]
        decide(state, seat, choose.choice(state.legal(seat)), number)
    return state


@pytest.mark.parametrize(("name", "players", "settings"), GAMES)
def test_the_same_secret_gives_the_same_game(name: str, players: int, settings: Any) -> None:
    game = zoobox.game(name, players, settings=settings)
    state = play(game, keyed(SEED))
    assert play(game, keyed(SEED)).snapshot() == state.snapshot()
    assert play(game, keyed(SEED + 1)).snapshot() != state.snapshot()
    assert play(game, SEED).snapshot() != state.snapshot()
    assert replay_decisions(game, state.origin, state.past).snapshot() == state.snapshot()


@pytest.mark.parametrize(("name", "players", "settings"), GAMES)
def test_a_record_names_the_kind_of_luck_and_replays(name: str, players: int, settings: Any) -> None:
    game = zoobox.game(name, players, settings=settings)
    text = game.record(play(game, keyed(SEED, "mine", "yours")), salt="5a17")
    assert "luck: keyed\n" in text
    assert 'contributions: ["mine", "yours"]\n' in text
    again = zoobox.replay(text)
    assert again.complete
    assert again.notes
    assert game.record(again.state, salt="5a17") == text
    for changed in (text.replace("luck: keyed", "luck: quick"), text.replace("mine", "mime")):
        with pytest.raises(zoobox.BadRecord):
            zoobox.replay(changed)


def test_a_record_of_a_simulated_game_replays_as_before() -> None:
    game = zoobox.game("zooloretto-dice", 2)
    text = game.record(play(game, 7))
    assert "luck:" not in text
    assert zoobox.replay(text.replace("seed: 7", "luck: quick\nseed: 7")).complete


@pytest.mark.parametrize("line", ["luck: lucky", "luck: keyed\ncontributions: 7", "luck: keyed\ncontributions: [1]"])
def test_a_record_with_another_kind_of_luck_is_refused(line: str) -> None:
    text = zoobox.game("zooloretto-dice", 2).record(zoobox.game("zooloretto-dice", 2).start(7))
    with pytest.raises(zoobox.BadRecord):
        zoobox.replay(text.replace("seed: 7", f"{line}\nseed: 7"))


def test_every_contribution_counts() -> None:
    assert keyed(SEED).words(1) != keyed(SEED, "", "").words(1)
    assert keyed(SEED, "a", "b").words(1) != keyed(SEED, "ab", "").words(1)
    assert keyed(SEED, "a", "b").words(1) != keyed(SEED, "a", "c").words(1)


def test_an_origin_is_read_as_it_was_written() -> None:
    origin = keyed(SEED, "a", "b")
    assert read_origin(origin.as_dict()) == origin
    assert read_origin(7) == 7
    assert read_origin({"luck": [1, 2]}) == {"luck": [1, 2]}


def test_what_a_decision_drew_does_not_tell_what_the_next_one_draws() -> None:
    """Whoever knows the generator entirely after one decision knows nothing of the next."""
    game = zoobox.game("zooloretto-dice", 2)
    guessed = rolls = 0
    for seed in range(60):
        state = begin(game, keyed(seed))
        known = state.copy()
        known.origin = None
        for number in range(1, 41):
            if state.over:
                break
            seat = state.waiting[0]
            choice = state.legal(seat)[0]
            before = state.reveals
            decide(known, seat, choice)
            decide(state, seat, choice, number)
            if state.reveals != before:
                rolls += 1
                guessed += known.view(None)["hand"] == state.view(None)["hand"]
            known = state.copy()
            known.origin = None
    assert rolls > 100
    assert guessed < rolls / 4, f"{guessed} of {rolls} rolls were predicted"


def test_a_deck_does_not_come_from_the_generator() -> None:
    """A deck of 75 tiles could betray 128 bits; its hidden part comes straight from the hash."""
    game = zoobox.game("night-at-the-zoo", 2)
    origin = keyed(SEED)
    quick = game.blank()
    for index, word in enumerate(origin.words(0)):
        quick.set_word(index, word)
    game.set_up(quick)
    state = begin(game, origin)
    assert state.view(None) == quick.view(None)
    deck, other = state.position()["deck"], quick.position()["deck"]
    assert sorted(deck, key=str) == sorted(other, key=str)
    assert sum(one == two for one, two in zip(deck, other, strict=True)) < len(deck) / 3


def test_playing_again_after_an_undo_meets_the_same_luck() -> None:
    game = zoobox.game("zooloretto-dice", 2)
    state = play(game, keyed(SEED), decisions=12)
    for kept in range(len(state.past)):
        again = replay_decisions(game, state.origin, state.past[:kept])
        for number, (seat, choice) in enumerate(state.past[kept:], kept + 1):
            decide(again, seat, choice, number)
        assert again.snapshot() == state.snapshot()


def test_play_and_undo_of_a_state_use_its_luck() -> None:
    game = zoobox.game("zooloretto-dice", 2)
    state = begin(game, keyed(SEED))
    state.play(0, "roll")
    state.play(0, state.choices(0)[0])
    assert state.undo(0).snapshot() == replay_decisions(game, keyed(SEED), state.past[:1]).snapshot()
    assert zoobox.replay(game.record(state)).state == state


def quick_numbers(seed: int) -> Callable[[int], int]:
    return Luck(seed).below


def keyed_numbers(seed: int) -> Callable[[int], int]:
    return KeyedStream(keyed(seed).key, "numbers").below


def first_numbers_of_decisions(seed: int) -> Callable[[int], int]:
    """The first number that each decision of a table draws."""
    origin, luck, decision = keyed(seed), Luck(), 0

    def below(n: int) -> int:
        nonlocal decision
        decision += 1
        luck.set_words(*origin.words(decision))
        return luck.below(n)

    return below


@pytest.mark.parametrize("numbers", [quick_numbers, keyed_numbers, first_numbers_of_decisions])
def test_the_faces_of_dice_are_equally_likely_and_independent(numbers: Any) -> None:
    below = numbers(2026)
    rolls = [below(FACES) for _ in range(30_000)]
    expected = len(rolls) / FACES
    assert sum((count - expected) ** 2 / expected for count in Counter(rolls).values()) < CHI_SQUARE_5
    pairs = Counter(pairwise(rolls))
    expected = (len(rolls) - 1) / FACES**2
    assert len(pairs) == FACES**2
    assert sum((count - expected) ** 2 / expected for count in pairs.values()) < 70  # 35 degrees: once in 2,000


@pytest.mark.parametrize("numbers", [quick_numbers, keyed_numbers])
def test_numbers_cover_any_range_evenly(numbers: Any) -> None:
    below = numbers(2026)
    for n in (1, 2, 3, 7, 75, 1000):
        drawn = [below(n) for _ in range(4000)]
        assert min(drawn) >= 0
        assert max(drawn) < n
        assert abs(sum(drawn) / len(drawn) - (n - 1) / 2) <= n * 0.02
    with pytest.raises(ValueError, match="1 or more"):
        below(0)


@pytest.mark.parametrize("origin", [int, keyed])
def test_every_tile_comes_up_first_equally_often(origin: Any) -> None:
    game = zoobox.game("o-zoo-le-mio", 2)
    seen = Counter(str(begin(game, origin(seed)).view(None)["row"][0]) for seed in range(1500))
    last = Counter(str(begin(game, origin(seed)).position()["deck"][-1]) for seed in range(1500))
    for tiles in (seen, last):
        expected = 1500 / len(tiles)
        assert len(tiles) > 10
        assert max(tiles.values()) < expected * 2.5
        assert min(tiles.values()) > expected / 3
