"""Random games of our peers, driven from Python; runs in an environment of its own, where zoobox is not installed.

Prints one JSON object: decisions per second for each peer.
"""

import json
import random
import sys
import time
from collections.abc import Callable


def open_spiel() -> Callable[[], int]:
    """As OpenSpiel's own example plays: whose turn, what is legal, one of it."""
    import pyspiel

    game = pyspiel.load_game("connect_four")

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions(state.current_player())))
            decisions += 1
        return decisions

    return play


def catanatron() -> Callable[[], int]:
    from catanatron import Color, Game, RandomPlayer

    def play() -> int:
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
        decisions = 0
        while game.winning_color() is None and decisions < 10_000:
            game.play_tick()
            decisions += 1
        return decisions

    return play


def pettingzoo() -> Callable[[], int]:
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()

    def play() -> int:
        env.reset()
        decisions = 0
        for _agent in env.agent_iter():
            observation, _reward, terminated, truncated, _info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(random.random() * len(legal))]))
            decisions += 1
        return decisions

    return play


PEERS = {
    "OpenSpiel connect_four (C++)": open_spiel,
    "catanatron": catanatron,
    "PettingZoo connect_four_v3": pettingzoo,
}


def measure(play: Callable[[], int], seconds: float) -> float:
    play()
    decisions = 0
    began = now = time.perf_counter()
    while now - began < seconds:
        decisions += play()
        now = time.perf_counter()
    return decisions / (now - began)


if __name__ == "__main__":
    random.seed(1)
    print(json.dumps({name: round(measure(make(), float(sys.argv[1]))) for name, make in PEERS.items()}))
