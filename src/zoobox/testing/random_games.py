"""Configurations of a game, and random games in them: what the suites are made of."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import zoobox

DECISION_LIMIT = 20_000


class Configuration(NamedTuple):
    """What `zoobox.game` is asked for."""

    players: int
    variant: str
    settings: dict[str, Any]

    def game(self, name: str) -> Any:
        return zoobox.game(name, players=self.players, variant=self.variant, settings=self.settings)

    def __str__(self) -> str:
        return "-".join([str(self.players), self.variant, *(f"{key}={value}" for key, value in self.settings.items())])


def seatings(name: str) -> list[Configuration]:
    """Every player count and variant."""
    offered = zoobox.game_class(name).variants
    return [Configuration(players, variant, {}) for players, variants in offered.items() for variant in variants]


def other_settings(name: str) -> Iterator[dict[str, Any]]:
    """Every value of every setting that is not the usual one."""
    for setting in zoobox.game_class(name).offered_settings:
        for value in setting.options:
            if value != setting.default or type(value) is not type(setting.default):
                yield {setting.name: value}


def switched(name: str) -> Iterator[Configuration]:
    """The usual configuration, with every other value of every setting once."""
    usual = next((seating for seating in seatings(name) if seating.players == 2), seatings(name)[0])
    for settings in other_settings(name):
        yield usual._replace(settings=settings)


def walk(game: Any, seed: int) -> Iterator[tuple[Any, int, int]]:
    """A random game: each state before a decision, the seat and what it chooses. The state is played on."""
    state = game.start(seed)
    dice = random.Random(seed)
    for _ in range(DECISION_LIMIT):
        if state.over:
            return
        seat = dice.choice(state.waiting)
        choice = dice.choice(state.legal(seat))
        yield state, seat, choice
        state.apply(seat, choice)
    raise AssertionError(f"seed {seed}: no end after {DECISION_LIMIT} decisions")


def random_record(name: str, configuration: Configuration, seed: int) -> str:
    """The record of a random game."""
    game = configuration.game(name)
    state = None
    for state, _, _ in walk(game, seed):  # noqa: B007 - the last state is the finished one
        pass
    return str(game.record(state))
