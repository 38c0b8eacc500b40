"""The level champion: the search, guided by the network that was trained for the game."""

from __future__ import annotations

from zoobox.bots.network import load_network, usual_path
from zoobox.bots.searcher import Searcher
from zoobox.kernel.game import Game
from zoobox.kernel.player import Budget

NAME = "champion"


class Champion(Searcher):
    """Searches with the network that is installed with the game."""

    def __init__(self, level: str, game: Game, budget: Budget, seed: int | None) -> None:
        super().__init__(level, game, budget, seed, network=load_network(game, usual_path(game)))
