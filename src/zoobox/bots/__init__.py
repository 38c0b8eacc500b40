"""Opponents: five levels under one name in every game, and the advice they give.

>>> import zoobox
>>> from zoobox.bots import player
>>> state = zoobox.game("zooloretto-dice", players=2).start(seed=7)
>>> keeper = player("keeper", state.game, seed=1)
>>> state.apply(0, keeper.choose(state, 0))
"""

from zoobox.bots.hints import Advice, advise
from zoobox.bots.levels import LEVELS, add_level, check_level, levels_of, levels_of_every_game, player
from zoobox.kernel.player import Budget, Level, Player, Thought

__all__ = [
    "LEVELS",
    "Advice",
    "Budget",
    "Level",
    "Player",
    "Thought",
    "add_level",
    "advise",
    "check_level",
    "levels_of",
    "levels_of_every_game",
    "player",
]
