"""How far learned values are off: what they say of rounds that begin, and what came of these in games played on.

All seats play on as the values like best. `python tests/zooloretto_dice/played_on.py 4` compares 100 positions of games
of keepers with some random moves, 400 games from each; it takes a minute.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import zoobox
from zoobox.bots import player
from zoobox.bots.practice import Practice
from zoobox.bots.search import Search
from zoobox.bots.tuning import tuning_of
from zoobox.bots.values import Values, load_values, values_path
from zoobox.kernel.luck import Luck

RANDOM_PERCENT = 15
FIRST_ROUND, ROUNDS = 2, 6
POSITIONS, GAMES, PLAYOUTS = 100, 400, 3_000


@dataclass
class Error:
    """The mean square of what estimates are off by, without the noise of the games played on."""

    square: float = 0.0
    compared: int = 0

    @property
    def root(self) -> float:
        return float(max(0.0, self.square / self.compared) ** 0.5)

    def add(self, estimate: list[float], played: list[float], games: int) -> None:
        for said, came in zip(estimate, played, strict=True):
            self.square += (said - came) ** 2 - came * (1 - came) / games
            self.compared += 1


def beginning_of_a_round(game: Any, luck: Luck) -> Any:
    """The beginning of one of the first rounds of a game; None if it ends before."""
    state = game.start(luck.below(1 << 30))
    keeper = player("keeper", game, seed=3)
    number = FIRST_ROUND + luck.below(ROUNDS)
    while not state.over and state.round_number() < number:
        seat = state.waiting[0]
        legal = state.legal(seat)
        random = luck.below(100) < RANDOM_PERCENT
        state.apply(seat, legal[luck.below(len(legal))] if random else keeper.choose(state, seat))
    return None if state.over else state


def played_on(values: Values, state: Any, games: int, luck: Luck) -> list[float]:
    """What each seat wins on average when all play what the values like best."""
    practice = Practice(values, explore=0.0)
    totals = [0.0] * values.players
    for _ in range(games):
        practice.play(state.redeal(0, luck), luck, 0.0, 0.0)
        totals = [total + payoff for total, payoff in zip(totals, practice.payoffs(), strict=True)]
    return [total / games for total in totals]


def played_out(state: Any, playouts: int, luck: Luck) -> list[float]:
    """What each seat wins on average in playouts of the director."""
    search = Search(state, state.game.heuristics(), tuning_of(state.game, "director", margin=0.0))
    search.reset(state.waiting[0])
    search.add_deal(state)
    search.play_against(state.game.heuristics(), playouts, luck)
    return search.mean_values()


def errors(values: Values, positions: int = POSITIONS, games: int = GAMES) -> tuple[Error, Error]:
    """Of the values, and of the director's playouts."""
    values.samples = 4
    luck = Luck(42)
    of_values, of_playouts = Error(), Error()
    for _ in range(positions):
        state = beginning_of_a_round(values.game, luck)
        if state is not None:
            came = played_on(values, state, games, luck)
            of_values.add(values.estimate(state), came, games)
            of_playouts.add(played_out(state, PLAYOUTS, luck), came, games)
    return of_values, of_playouts


if __name__ == "__main__":
    dice = zoobox.game("zooloretto-dice", players=int(sys.argv[1]))
    learned, director = errors(load_values(dice, values_path(dice)))
    print(f"{learned.compared // dice.players} positions: the values are off by {learned.root:.4f},", end=" ")
    print(f"the director's playouts by {director.root:.4f}")
