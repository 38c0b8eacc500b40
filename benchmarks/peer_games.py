"""Random games of our peers and of our environments for their frameworks, driven from Python in one process.

Runs in an environment of its own that has the peers; zoobox comes from the path. Peers and ours are driven by the
same loop, and choosing at random is part of it. Prints one JSON object: decisions per second.
"""

import importlib
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

Play = Callable[[], int]
"""Plays one game, or one step of many, and says how many decisions that were."""


def catanatron() -> Play:
    from catanatron import Color, Game, RandomPlayer

    def play() -> int:
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
        decisions = 0
        while game.winning_color() is None and decisions < 10_000:
            game.play_tick()
            decisions += 1
        return decisions

    return play


def spiel(name: str) -> Play:
    """A sequential game of OpenSpiel; chance nodes are not counted."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random.random() * len(outcomes))][0])
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(random.random() * len(legal))])
            decisions += 1
        return decisions

    return play


def petting(module: str) -> Play:
    """The loop of PettingZoo's users; one of the set entries of the mask is chosen."""
    env = importlib.import_module(module).env()

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


def petting_by_space(module: str) -> Play:
    """The same, with the action space drawing from the mask."""
    env = importlib.import_module(module).env()

    def play() -> int:
        env.reset()
        decisions = 0
        for agent in env.agent_iter():
            observation, _reward, terminated, truncated, _info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            decisions += 1
        return decisions

    return play


def vectorised(name: str) -> Play:
    """A thousand games stepped at once: observations and masks of all of them are written."""
    from zoobox.envs.vector import VectorGames

    games = VectorGames(name, count=1024)

    def play() -> int:
        games.step(games.sample())
        return games.count

    return play


def python_games() -> list[str]:
    """OpenSpiel's own Python games in which players move in turn."""
    import open_spiel.python.games  # noqa: F401 - registers them
    import pyspiel

    turns = pyspiel.GameType.Dynamics.SEQUENTIAL
    return [
        game_type.short_name
        for game_type in pyspiel.registered_games()
        if game_type.short_name.startswith("python_") and game_type.dynamics == turns and game_type.default_loadable
    ]


def everything() -> dict[str, dict[str, Callable[[], Play]]]:
    """What is measured: for each table the names and how to make them ready to play."""
    import zoobox
    import zoobox.envs.openspiel

    ours = zoobox.names()
    modules = {"connect_four_v3": "pettingzoo.classic.connect_four_v3"}
    modules.update({name: f"zoobox.envs.pettingzoo.{name.replace('-', '_')}_v0" for name in ours})
    spiels = {name: name for name in python_games()}
    spiels.update({name: f"zoobox_{name.replace('-', '_')}" for name in ours})
    return {
        "peers": {
            "OpenSpiel connect_four (C++)": lambda: spiel("connect_four"),
            "catanatron": catanatron,
        },
        "pettingzoo": {name: _made(petting, module) for name, module in modules.items()},
        "pettingzoo_by_space": {name: _made(petting_by_space, module) for name, module in modules.items()},
        "vectorised": {name: _made(vectorised, name) for name in ours},
        "openspiel": {name: _made(spiel, short) for name, short in spiels.items()},
    }


def _made(make: Callable[[str], Play], name: str) -> Callable[[], Play]:
    return lambda: make(name)


def measure(play: Play, seconds: float) -> float:
    play()
    decisions = 0
    began = now = time.perf_counter()
    while now - began < seconds:
        decisions += play()
        now = time.perf_counter()
    return decisions / (now - began)


def main(seconds: float) -> dict[str, Any]:
    random.seed(1)
    return {
        table: {name: round(measure(make(), seconds)) for name, make in rows.items()}
        for table, rows in everything().items()
    }


if __name__ == "__main__":
    print(json.dumps(main(float(sys.argv[1]))))
