"""No hint says anything false: every sentence is read and checked on positions by code of its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pytest

import zoobox
from coach import dice, new_york_zoo, night_at_the_zoo, o_zoo_le_mio
from coach.reading import NAMES, Patterns, Reader, played
from zoobox.bots import player

CHECKS: dict[str, Patterns] = {
    "zooloretto-dice": dice.CHECKS,
    "o-zoo-le-mio": o_zoo_le_mio.CHECKS,
    "new-york-zoo": new_york_zoo.CHECKS,
    "night-at-the-zoo": night_at_the_zoo.CHECKS,
}


@dataclass
class Found:
    """What a walk through games found."""

    lists: int = 0
    out_of_order: int = 0
    without_fact: int = 0
    wrong: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)


def walk(name: str, players: int, level: str, decisions: int, every: int, simulations: int, seed: int) -> Found:
    """Hints of every so many-th decision of games between bots of that level."""
    game = zoobox.game(name, players=players)
    found = Found()
    number = 0
    while found.lists < decisions:
        state = game.start(seed)
        bots = [player(level, game, simulations=simulations if level != "keeper" else None, seed=seed) for _ in NAMES]
        while not state.over and found.lists < decisions:
            seat = state.first_waiting()
            number += 1
            if len(state.legal(seat)) > 1 and number % every == 0:
                look(state, seat, found, simulations)
            state.apply(seat, bots[seat].choose(state, seat))
        seed += 1
    return found


def look(state: zoobox.State, seat: int, found: Found, simulations: int) -> None:
    advice = zoobox.advise(state, seat, simulations=simulations, seed=3, names=NAMES)
    reader = Reader(CHECKS[state.game.name], state, seat, advice)
    found.lists += 1
    values = [one.value for one in advice]
    found.out_of_order += values != sorted(values, reverse=True)
    found.without_fact += not advice[0].told
    for one in advice:
        found.wrong += [f"{state.game.name} {seat}: {error}" for error in reader.falsehoods(one)]
    found.kinds += Counter(reader.kinds)


FEW = [
    (name, players)
    for name in CHECKS
    for players in ((2, 1) if name in ("new-york-zoo", "night-at-the-zoo") else (2, 3))
]


@pytest.mark.parametrize(("name", "players"), FEW)
def test_hints_are_true_and_concrete(name, players):
    found = walk(name, players, "keeper", 20, 9, 20, seed=11)
    assert not found.wrong, "\n".join(found.wrong[:5])
    assert found.out_of_order == 0
    assert found.without_fact <= 0.05 * found.lists


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("level", ["keeper", "director"])
@pytest.mark.parametrize(("name", "players"), FEW)
def test_thousands_of_hints_are_true(name, players, level):
    found = walk(name, players, level, 500, 3, 48, seed=501)
    assert not found.wrong, "\n".join(found.wrong[:20])
    assert found.out_of_order <= 0.01 * found.lists
    assert found.without_fact <= 0.05 * found.lists


# What a choice leads to, told at the table before it is made.


def consequences(name: str, players: int, decisions: int, every: int, seed: int) -> list[str]:
    """What is wrong with the lines that tell what choices lead to."""
    game = zoobox.game(name, players=players)
    wrong: list[str] = []
    looked = number = 0
    while looked < decisions:
        state = game.start(seed)
        bots = [player("keeper", game, seed=seed) for _ in NAMES]
        while not state.over and looked < decisions:
            seat = state.first_waiting()
            number += 1
            legal = state.legal(seat)
            if number % every == 0:
                looked += 1
                for choice in legal[:: max(1, len(legal) // 4)]:
                    wrong += false_consequences(state, seat, choice)
            state.apply(seat, bots[seat].choose(state, seat))
        seed += 1
    return wrong


def false_consequences(state: zoobox.State, seat: int, choice: int) -> list[str]:
    game = state.game
    plays = [played(state, seat, choice, None, number) for number in range(-1, 2)]
    wrong = []
    for event in game.consequences(state, seat, choice):
        said = game.texts.say(game.words.say(event), "en", NAMES)
        found = next((pair for pair in CHECKS[game.name] if pair[0].fullmatch(said)), None)
        if found is None:
            wrong.append(f"nobody can check: {said!r}")
        elif not all(found[1](play, *found[0].fullmatch(said).groups()) for play in plays):  # type: ignore[union-attr]
            wrong.append(f"{game.name}, {game.notation(state, seat, choice)}: {said!r} is false")
    return wrong


@pytest.mark.parametrize(("name", "players"), FEW)
def test_consequences_told_at_the_table_are_true(name, players):
    wrong = consequences(name, players, 20, 11, seed=21)
    assert not wrong, "\n".join(wrong[:5])


@pytest.mark.long
@pytest.mark.timeout(3000)
@pytest.mark.parametrize(("name", "players"), FEW)
def test_thousands_of_consequences_are_true(name, players):
    wrong = consequences(name, players, 1000, 3, seed=900)
    assert not wrong, "\n".join(wrong[:20])
