"""How far three laws of the solved game hold for learned values: one more coin, a free barn space, owning a bonus.

None of these ever hurts. `python tests/zooloretto_dice/laws.py 3` compares at the round starts of 400 games for three.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import zoobox
from zoobox.bots import player
from zoobox.bots.values import Values, load_values, values_path
from zoobox.games.zooloretto_dice.layout import (
    BARN,
    BONUS,
    COINS,
    ENCLOSURE,
    OFFICE_SPACES,
    SHEET,
    SHEETS,
    SIZE_OF,
    SPECIES,
)
from zoobox.kernel.luck import Luck

RANDOM_MOVES = 6
"""One move in so many is random, so that the sheets are not all alike."""
GAMES = 400
CLOSE = 1e-6


@dataclass
class Law:
    """What comparisons said of a law."""

    compared: int = 0
    kept: int = 0
    worth: float = 0.0
    worst: float = 0.0

    def add(self, gain: float) -> None:
        self.compared += 1
        self.kept += gain >= -CLOSE
        self.worth += gain
        self.worst = min(self.worst, gain)


def round_starts(game: Any, games: int) -> Iterator[Any]:
    """The round starts, but for the first, of games of keepers with some random moves."""
    keeper, luck = player("keeper", game, seed=1), Luck(5)
    for seed in range(games):
        state, number = game.start(seed), 1
        while not state.over:
            if state.round_number() != number:
                number = state.round_number()
                yield state.copy()
            seat = state.waiting[0]
            legal = state.legal(seat)
            random = luck.below(RANDOM_MOVES) == 0
            state.apply(seat, legal[luck.below(len(legal))] if random else keeper.choose(state, seat))


def better_off(state: Any, seat: int) -> Iterator[tuple[str, Any, Any]]:
    """Pairs of positions of which the second should suit the seat at least as well, and by which law."""
    sheet = SHEETS + seat * SHEET
    numbers = state.game.numbers
    if state.data[sheet + COINS] < numbers[OFFICE_SPACES]:
        after = state.copy()
        after.data[sheet + COINS] += 1
        yield "one more coin", state, after
    for species in range(SPECIES):
        if state.data[sheet + BARN + species]:
            after = state.copy()
            after.data[sheet + BARN + species] = 0
            yield "a free barn space", state, after
        for other in range(state.players):
            theirs = SHEETS + other * SHEET
            full = state.data[sheet + ENCLOSURE + species] == numbers[SIZE_OF + species]
            if other != seat and full and state.data[theirs + BONUS + species]:
                after = state.copy()
                after.data[theirs + BONUS + species], after.data[sheet + BONUS + species] = 0, 1
                yield "owning a bonus", state, after


def laws(values: Values, games: int = GAMES) -> dict[str, Law]:
    """Each law, at the round starts of so many games."""
    found: dict[str, Law] = {}
    for state in round_starts(values.game, games):
        for seat in range(state.players):
            for law, worse, better in better_off(state, seat):
                gain = values.estimate(better)[seat] - values.estimate(worse)[seat]
                found.setdefault(law, Law()).add(gain)
    return found


if __name__ == "__main__":
    asked = zoobox.game("zooloretto-dice", players=int(sys.argv[1]))
    for name, law in laws(load_values(asked, values_path(asked))).items():
        print(
            f"{name} never hurts: {law.kept / law.compared:.2%} of {law.compared:,} comparisons, worth "
            f"{law.worth / law.compared:.3f} on average, at worst {law.worst:.3f}"
        )
