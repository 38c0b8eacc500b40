"""How much winning chance a bot gives away in a solved game, on decisions that are the same for every bot.

Losses added up over a game say little about weak play: who has given everything away has nothing left to lose. So all
bots are asked the same decisions, from games that are played well but for some random moves.
"""

from __future__ import annotations

from typing import Any, Protocol

from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck
from zoobox.kernel.player import Player
from zoobox.kernel.state import State

RANDOM_MOVES = 4
"""One move in so many is random, so that the decisions come from more than perfect games."""
MATTERS = 0.001
"""Decisions count where the choices differ by at least so much winning chance."""


class Entrant(Protocol):
    """A bot that can be made for a game."""

    def make(self, game: Game, seed: int) -> Player:
        """The bot for one game."""


def fixed_decisions(game: Game, count: int, seed: int) -> list[tuple[State, int, dict[int, float]]]:
    """So many decisions that matter: the state, the seat, and the value of every choice."""
    if game.solver is None:
        raise ZooboxError(f"{game.title} has not been solved, so losses cannot be measured.")
    judge = game.solver.player(game, seed)
    luck = Luck(seed)
    found: list[tuple[State, int, dict[int, float]]] = []
    number = 0
    while len(found) < count:
        state: State = game.start(seed + number)
        number += 1
        while not state.over and len(found) < count:
            seat = state.waiting[0]
            legal = state.legal(seat)
            choice = legal[0]
            if len(legal) > 1:
                values = {thought.choice: thought.value for thought in judge.think(state, seat)}
                if max(values.values()) - min(values.values()) >= MATTERS:
                    found.append((state.copy(), seat, values))
                choice = max(values, key=lambda one: values[one])
                if luck.below(RANDOM_MOVES) == 0:
                    choice = legal[luck.below(len(legal))]
            state.apply(seat, choice)
    return found


def losses(entrant: Entrant, game: Game, decisions: int, seed: int) -> dict[str, Any]:
    """What a bot loses on the fixed decisions of a seed: mean, percentiles, the worst, and how often nothing."""
    lost = []
    bot = entrant.make(game, seed)
    for state, seat, values in fixed_decisions(game, decisions, seed):
        lost.append(max(values.values()) - values[bot.choose(state, seat)])
    ranked = sorted(lost)
    return {
        "decisions": decisions,
        "seed": seed,
        "mean": sum(ranked) / decisions,
        **{f"percentile_{part}": ranked[int(part / 100 * (decisions - 1))] for part in (50, 90, 99)},
        "worst": ranked[-1],
        "best_chosen": sum(loss < MATTERS for loss in ranked) / decisions,
    }
