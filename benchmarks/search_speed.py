"""Simulations per second of our search beside OpenSpiel's Python MCTS, both with random playouts, in one run.

python benchmarks/search_speed.py
"""

from __future__ import annotations

import json
import time

import numpy as np

import zoobox
from zoobox.bots.search import Search
from zoobox.bots.tuning import Tuning
from zoobox.kernel.luck import Luck

SIMULATIONS = 2000
SLICE = 50
TRIES = 3


def ours(name: str, simulations: int) -> float:
    """From the start of a two-player game, every playout random and to the end."""
    game = zoobox.game(name, players=2)
    state = game.start(seed=1)
    while len(state.legal(state.waiting[0])) < 2:
        state.apply(state.waiting[0], state.legal(state.waiting[0])[0])
    seat = state.waiting[0]
    search = Search(state, game.heuristics(), Tuning(contest=1, cut=-1))
    search.reset(seat)
    luck = Luck(1)
    search.add_deal(state.redeal(seat, luck))
    begun = time.perf_counter()
    for _ in range(simulations // SLICE):
        search.reserve(SLICE)
        search.simulate(SLICE, luck)
    return simulations / (time.perf_counter() - begun)


def theirs(simulations: int) -> float:
    """OpenSpiel's own Python search on its `python_tic_tac_toe`."""
    import pyspiel
    from open_spiel.python.algorithms import mcts
    from open_spiel.python.games import tic_tac_toe  # noqa: F401 - registers the game

    game = pyspiel.load_game("python_tic_tac_toe")
    bot = mcts.MCTSBot(game, 2.0, simulations, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), solve=False)
    begun = time.perf_counter()
    bot.step(game.new_initial_state())
    return simulations / (time.perf_counter() - begun)


def main() -> None:
    rates = {
        "open_spiel python_tic_tac_toe": max(theirs(SIMULATIONS) for _ in range(TRIES)),
        **{name: max(ours(name, SIMULATIONS) for _ in range(TRIES)) for name in zoobox.names()},
    }
    peer = rates["open_spiel python_tic_tac_toe"]
    print(
        json.dumps(
            {
                "mode": zoobox.speed.mode(),
                "simulations": SIMULATIONS,
                "per_second": {name: round(rate) for name, rate in rates.items()},
                "dice_against_open_spiel": round(rates["zooloretto-dice"] / peer, 1),
            },
            indent=1,
        )
    )


if __name__ == "__main__":
    main()
