"""How much winning chance a level gives away in the solved game, decision by decision, against perfect play.

Chances given away, added up over a game, are on average what the level loses against a perfect opponent; it takes far
fewer games to tell than wins and defeats would.
"""

from __future__ import annotations

import math
from typing import Any, Protocol

from zoobox.bots.perfect import NAME, Perfect
from zoobox.bots.players import Budget, Player
from zoobox.kernel.game import Game


class Entrant(Protocol):
    """A bot that can be made for a game."""

    def make(self, game: Game, seed: int) -> Player:
        """The bot for one game."""


def losses(entrant: Entrant, game: Game, games: int, seed: int) -> dict[str, Any]:
    """A bot against perfect play, half the games in either seat."""
    judge = Perfect(NAME, game, Budget(), seed)
    per_decision: list[float] = []
    per_game: list[float] = []
    won = 0.0
    for number in range(games):
        state = game.start(seed + number // 2)
        chair = number % 2
        bot = entrant.make(game, seed + number)
        given_away = 0.0
        while not state.over:
            seat = state.waiting[0]
            if seat != chair:
                state.apply(seat, judge.choose(state, seat))
                continue
            choice = bot.choose(state, seat)
            if len(state.legal(seat)) > 1:
                worth = {thought.choice: thought.value for thought in judge.think(state, seat)}
                lost = max(worth.values()) - worth[choice]
                per_decision.append(lost)
                given_away += lost
            state.apply(seat, choice)
        per_game.append(given_away)
        won += state.payoff_of(chair)
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
