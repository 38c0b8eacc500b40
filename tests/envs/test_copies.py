"""Environments and spaces survive pickling and copying, in both modes and in other processes."""

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

import zoobox
import zoobox.envs.gymnasium
import zoobox.envs.openspiel
from zoobox.envs.pettingzoo import o_zoo_le_mio_v0, zooloretto_dice_v0
from zoobox.envs.spaces import ChoiceSpace
from zoobox.envs.vector import VectorGames

Copied = Callable[[Any], Any]
COPIES: list[Copied] = [lambda value: pickle.loads(pickle.dumps(value)), copy.deepcopy]
each_copy = pytest.mark.parametrize("copied", COPIES, ids=["pickle", "deepcopy"])
DICE = "zoobox/ZoolorettoDice-v0"


def play_on(env: Any, steps: int = 30) -> list[Any]:
    """What happens to an agent that samples from the action space."""
    seen = []
    for _ in range(steps):
        action = env.action_space.sample()
        observation, reward, over, _, _ = env.step(action)
        seen.append((int(action), observation["observation"].tolist(), reward))
        if over:
            break
    return seen


@each_copy
def test_a_gymnasium_environment_continues_where_it_was(copied: Copied) -> None:
    env: Any = gymnasium.make(DICE, opponents="keeper").unwrapped
    env.reset(seed=4)
    env.action_space.seed(4)
    play_on(env, 3)
    again = copied(env)
    assert again.action_space.env is again
    assert play_on(again) == play_on(env)


@each_copy
def test_a_space_alone_is_a_space_without_an_environment(copied: Copied) -> None:
    """Learners save the spaces with their models."""
    env: Any = gymnasium.make(DICE).unwrapped
    env.reset(seed=4)
    for space in (env.action_space, o_zoo_le_mio_v0.parallel_env(players=2).action_space("seat_0")):
        again = copied(space)
        assert type(again) is ChoiceSpace
        assert again == space
    assert copied(env.observation_space) == env.observation_space


@each_copy
def test_pettingzoo_environments_continue_where_they_were(copied: Copied) -> None:
    turns: Any = zooloretto_dice_v0.env(players=3)
    turns.reset(seed=2)
    turns.step(0)
    again = copied(turns)
    for env in (turns, again):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert again.agent_selection == turns.agent_selection
    assert (again.last()[0]["observation"] == turns.last()[0]["observation"]).all()
    cycles: Any = o_zoo_le_mio_v0.parallel_env(players=2)
    cycles.reset(seed=2)
    for agent in cycles.agents:
        cycles.action_space(agent).seed(1)
    other = copied(cycles)
    assert other.action_spaces["seat_0"].env is other
    for _ in range(5):
        chosen = [{agent: int(env.action_space(agent).sample()) for agent in env.agents} for env in (cycles, other)]
        assert chosen[0] == chosen[1]
        cycles.step(chosen[0])
        other.step(chosen[1])
    assert cycles.state_now == other.state_now


@each_copy
def test_vectorised_games_continue_where_they_were(copied: Copied) -> None:
    games = VectorGames("zooloretto-dice", count=5, seed=3)
    for _ in range(40):
        games.step(games.sample())
    again = copied(games)
    for _ in range(60):
        chosen = games.sample().copy()
        assert (again.sample() == chosen).all()
        games.step(chosen)
        again.step(chosen)
        for name in ("rows", "seats", "observations", "masks", "rewards", "finished"):
            assert (getattr(again, name) == getattr(games, name)).all()


@each_copy
def test_openspiel_games_and_states(copied: Copied) -> None:
    game = pyspiel.load_game("zoobox_zooloretto_dice(players=3)")
    again = copied(game)
    assert str(again) == str(game)
    assert again.num_players() == 3
    state = game.new_initial_state()
    for action in (0, 7):  # to roll, and a roll
        state.apply_action(action)
    other = copied(state)
    assert str(other) == str(state)
    assert other.legal_actions() == state.legal_actions()


def test_asynchronous_environments_play_like_synchronous_ones() -> None:
    played = []
    for mode in ("sync", "async"):
        envs = gymnasium.make_vec(DICE, num_envs=2, vectorization_mode=mode, opponents="visitor")
        observations, _ = envs.reset(seed=3)
        seen = []
        for _ in range(12):
            actions = observations["action_mask"].argmax(axis=1)
            observations, rewards, over, *_ = envs.step(actions)
            seen.append((observations["observation"].tolist(), rewards.tolist(), over.tolist()))
        envs.close()
        played.append(seen)
    assert played[0] == played[1]


def test_a_refusal_comes_back_from_an_asynchronous_environment() -> None:
    envs = gymnasium.make_vec(DICE, num_envs=2, vectorization_mode="async")
    observations, _ = envs.reset(seed=3)
    forbidden = observations["action_mask"].argmin(axis=1)
    with pytest.raises(zoobox.IllegalChoice):
        envs.step(forbidden)
    envs.close(terminate=True)


@pytest.mark.skipif(not zoobox.speed.compiled(), reason="this is the interpreted mode")
def test_all_of_this_interpreted() -> None:
    here = Path(__file__)
    environment = {**os.environ, zoobox.speed.ASKED: "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", str(here)]
    done = subprocess.run(command, env=environment, cwd=here.parents[2], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
