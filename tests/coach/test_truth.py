"""No hint says anything false: every sentence is read and checked on positions by code of its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pytest

import zoobox
from coach import dice, new_york_zoo, night_at_the_zoo, o_zoo_le_mio
from coach.reading import NAMES, Patterns, Reader
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
    found = walk(name, players, "keeper", 40, 7, 24, seed=11)
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
