"""Bots that think aloud say true things, and nothing that is still hidden."""

from __future__ import annotations

import pytest

import zoobox
from coach.reading import NAMES, played
from coach.test_truth import CHECKS
from zoobox.bots import player
from zoobox.bots.aloud import Thoughts, spoken


@pytest.mark.parametrize("name", CHECKS)
def test_what_bots_say_of_their_decisions_is_true(name):
    game = zoobox.game(name, players=2)
    state = game.start(5)
    bots = [player("keeper", game, seed=seat) for seat in range(2)]
    thoughts = Thoughts(game)
    made: dict[int, tuple[zoobox.State, int]] = {}
    told = 0
    for _ in range(80):
        if state.over:
            break
        seat = state.first_waiting()
        before = state.copy()
        choice = bots[seat].choose(state, seat)
        state.apply(seat, choice)
        made[seat] = (before, choice)
        for thought in thoughts.hear(before, seat, choice, state):
            was, chosen = made[thought.seat]
            play = played(was, thought.seat, chosen, None, -1)
            for phrase in spoken(game, thought):
                said = game.texts.say(phrase, "en", NAMES)
                opening = f"{NAMES[thought.seat]} thinks: "
                assert said.startswith(opening)
                fact = said.removeprefix(opening)
                pattern, check = next(pair for pair in CHECKS[name] if pair[0].fullmatch(fact))
                assert check(play, *pattern.fullmatch(fact).groups()), f"{said!r} is false"
                told += 1
    assert told >= 5


def test_a_secret_bid_is_explained_when_it_is_revealed():
    game = zoobox.game("o-zoo-le-mio")
    state = game.start(1)
    thoughts = Thoughts(game)
    before = state.copy()
    state.play(0, "bid 2")
    assert thoughts.hear(before, 0, game.find(before, 0, "bid 2"), state) == []
    before = state.copy()
    state.play(1, "bid 1")
    heard = thoughts.hear(before, 1, game.find(before, 1, "bid 1"), state)
    assert [thought.seat for thought in heard] == [0, 1]


def test_what_is_placed_in_secret_is_not_explained():
    game = zoobox.game("night-at-the-zoo")
    state = game.start(2)
    thoughts = Thoughts(game)
    for _ in range(120):
        seat = state.first_waiting()
        before = state.copy()
        choice = state.legal(seat)[0]
        state.apply(seat, choice)
        if before.position()["phase"] != "draft":
            assert thoughts.hear(before, seat, choice, state) == []


def test_what_is_told_depends_on_nothing_that_a_spectator_cannot_know():
    """Dealt differently where a spectator does not look, a decision is explained in the same words."""
    game = zoobox.game("o-zoo-le-mio")
    state = game.start(3)
    bots = [player("keeper", game, seed=seat) for seat in range(2)]
    compared = 0
    for _ in range(40):
        seat = state.first_waiting()
        choice = bots[seat].choose(state, seat)
        for number in range(3):
            dealt = state.redeal(None, zoobox.Luck(50 + number))
            if dealt.is_legal_choice(seat, choice) and state.waiting == (seat,):
                words = [
                    [
                        game.texts.say(phrase)
                        for thought in _heard(one, seat, choice)
                        for phrase in spoken(game, thought)
                    ]
                    for one in (state, dealt)
                ]
                assert words[0] == words[1]
                compared += 1
        state.apply(seat, choice)
    assert compared > 10


def _heard(state, seat, choice):
    before, after = state.copy(), state.copy()
    after.apply(seat, choice)
    return Thoughts(state.game).hear(before, seat, choice, after)
