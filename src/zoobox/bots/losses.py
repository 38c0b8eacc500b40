"""How much winning chance a bot gives away in a solved game, decision by decision, against perfect play.

The losses of a game, added up, are on average what the bot loses against a perfect opponent; measuring them takes far
fewer games than counting wins.
"""

from __future__ import annotations

import math
from typing import Any, Protocol

from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.player import Player


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
    for number in range(games):
        state = game.start(seed + number // 2)
        bot_seat = number % 2
        bot = entrant.make(game, seed + number)
        given_away = 0.0
        while not state.over:
            seat = state.waiting[0]
            if seat != bot_seat:
                state.apply(seat, judge.choose(state, seat))
                continue
            choice = bot.choose(state, seat)
            if len(state.legal(seat)) > 1:
                values = {thought.choice: thought.value for thought in judge.think(state, seat)}
                lost = max(values.values()) - values[choice]
                per_decision.append(lost)
                given_away += lost
            state.apply(seat, choice)
        per_game.append(given_away)
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
