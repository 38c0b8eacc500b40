"""How much winning chance a bot gives away in a solved game, decision by decision, against perfect play.

The losses of a game, added up, are on average what the bot loses against a perfect opponent; measuring them takes far
fewer games than counting wins.
"""

from __future__ import annotations

import math
from typing import Any, Protocol

from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.player import Player, play_game
from zoobox.kernel.state import State


class Entrant(Protocol):
    """A bot that can be made for a game."""

    def make(self, game: Game, seed: int) -> Player:
        """The bot for one game."""


def losses(entrant: Entrant, game: Game, games: int, seed: int) -> dict[str, Any]:
    """A bot against perfect play, half the games in either seat."""
    if game.solver is None:
        raise ZooboxError(f"{game.title} has not been solved, so losses cannot be measured.")
    judge = game.solver.player(game, seed)
    per_decision: list[float] = []
    per_game: list[float] = []
    won = 0.0

    def compare(state: State, seat: int, choice: int, taken: float) -> None:
        """Notes what a decision of the bot loses."""
        if seat == bot_seat and len(state.legal(seat)) > 1:
            values = {thought.choice: thought.value for thought in judge.think(state, seat)}
            per_decision.append(max(values.values()) - values[choice])

    for number in range(games):
        state: State = game.start(seed + number // 2)
        bot_seat = number % 2
        bot = entrant.make(game, seed + number)
        before = len(per_decision)
        play_game(state, [bot, judge] if bot_seat == 0 else [judge, bot], compare)
        per_game.append(sum(per_decision[before:]))
        won += state.payoff_of(bot_seat)
    mean = sum(per_game) / games
    spread = math.sqrt(sum((lost - mean) ** 2 for lost in per_game) / max(1, games - 1))
    ranked = sorted(per_decision)
    return {
        "games": games,
        "decisions": len(ranked),
        "per_decision": sum(ranked) / len(ranked),
        "percentile_99": ranked[int(0.99 * (len(ranked) - 1))],
        "per_game": mean,
        "standard_error": spread / math.sqrt(games),
        "won": won / games,
    }
