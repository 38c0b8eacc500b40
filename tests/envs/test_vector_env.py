"""Many games as one Gymnasium environment, and opponents: levels, policies, pools, random seats."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import zoobox
import zoobox.envs.gymnasium
from zoobox.envs.opponents import Opponents
from zoobox.envs.vector_env import ZooboxVectorEnv
from zoobox.kernel.state import State

every_game = pytest.mark.parametrize("name", zoobox.names())
DICE = "zooloretto-dice"


def first_choice(observation: dict[str, np.ndarray]) -> int:
    """A policy."""
    return int(np.flatnonzero(observation["action_mask"])[0])


def last_choice(observation: dict[str, np.ndarray]) -> int:
    return int(np.flatnonzero(observation["action_mask"])[-1])


def check_rows(envs: ZooboxVectorEnv, observations: dict[str, np.ndarray], seats: np.ndarray) -> None:
    for index in range(envs.num_envs):
        state = envs.state_of(index)
        assert state.first_waiting() == seats[index]
        seen = envs.observation_spec.observe(state, int(seats[index]))
        assert observations["observation"][index].tolist() == list(seen)
        assert np.flatnonzero(observations["action_mask"][index]).tolist() == state.legal(int(seats[index]))


@every_game
@pytest.mark.parametrize("threads", [1, 2])
def test_self_play(name: str, threads: int) -> None:
    """Every row is an ordinary game; a finished one gives its rewards and its last observation."""
    envs = ZooboxVectorEnv(name, num_envs=4, threads=threads)
    observations, infos = envs.reset(seed=3)
    shadows = [envs.state_of(index) for index in range(4)]
    ended = 0
    for _ in range(700):
        actions = envs.sample().copy()
        acted = infos["seat"]
        for index, shadow in enumerate(shadows):
            shadow.apply(int(acted[index]), int(actions[index]))
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert terminations.tolist() == [shadow.over for shadow in shadows]
        assert not truncations.any()
        for index, shadow in enumerate(shadows):
            if shadow.over:
                ended += 1
                assert rewards[index] == shadow.reward_of(int(acted[index]))
                assert infos["rewards"][index].tolist() == [shadow.reward_of(seat) for seat in range(shadow.players)]
                final = infos["final_obs"][index]["observation"]
                assert final.tolist() == list(envs.observation_spec.observe(shadow, int(acted[index])))
                shadows[index] = envs.state_of(index)
            else:
                assert rewards[index] == 0
    check_rows(envs, observations, infos["seat"])
    assert envs.observation_space.contains({key: value.copy() for key, value in observations.items()})
    assert ended > 0 or name == "new-york-zoo"
    envs.close()


@every_game
@pytest.mark.parametrize("opponents", ["visitor", first_choice, ["visitor", first_choice, last_choice]])
def test_opponents_have_the_other_seats(name: str, opponents: Any) -> None:
    """After every step it is the agent's turn, whatever its seat is in that game."""
    envs = ZooboxVectorEnv(name, num_envs=3, opponents=opponents, seat="random")
    observations, infos = envs.reset(seed=5)
    check_rows(envs, observations, infos["seat"])
    seats = set(infos["seat"].tolist())
    ends = 0
    for _ in range(160):
        before = infos["seat"].copy()
        observations, rewards, terminations, _, infos = envs.step(envs.sample())
        seats |= set(infos["seat"].tolist())
        for index in np.flatnonzero(terminations):
            ends += 1
            assert rewards[index] == infos["rewards"][index][before[index]]
            assert infos["final_obs"][index]["action_mask"].sum() == 0
    check_rows(envs, observations, infos["seat"])
    assert ends > 0 or name == "new-york-zoo"
    assert len(seats) == 2


def test_games_are_truncated() -> None:
    envs = ZooboxVectorEnv(DICE, num_envs=2, max_decisions=5)
    envs.reset(seed=1)
    for number in range(1, 11):
        state = envs.state_of(0)
        actions = envs.sample().copy()
        state.apply(state.first_waiting(), int(actions[0]))
        _, rewards, terminations, truncations, infos = envs.step(actions)
        assert not terminations.any()
        assert truncations.all() == (number % 5 == 0)
        assert not rewards.any()
        if number % 5 == 0:
            assert infos["final_obs"][0]["observation"].shape == (envs.observation_spec.size,)
            assert envs.state_of(0).view(None)["round"] == 1


def test_the_same_seed_gives_the_same_games() -> None:
    def play() -> list[bytes]:
        envs = ZooboxVectorEnv(DICE, num_envs=3, opponents=["visitor", "keeper"], seat="random", copy=True)
        observations, _ = envs.reset(seed=9)
        seen = []
        for _ in range(60):
            seen.append(observations["observation"].tobytes())
            observations, *_ = envs.step([first_choice({"action_mask": mask}) for mask in observations["action_mask"]])
        return seen

    assert play() == play()


def test_wrong_calls_are_refused_as_a_whole() -> None:
    for threads in (1, 2):
        envs = ZooboxVectorEnv(DICE, num_envs=4, threads=threads)
        with pytest.raises(zoobox.ZooboxError, match="reset"):
            envs.step([0] * 4)
        envs.reset(seed=1)
        before = [envs.state_of(index) for index in range(4)]
        with pytest.raises(zoobox.IllegalChoice):
            envs.step([0, 0, 0, 1])
        assert [envs.state_of(index) for index in range(4)] == before
        with pytest.raises(zoobox.ZooboxError, match="one choice for each"):
            envs.step([0])
        with pytest.raises(zoobox.ZooboxError, match="option"):
            envs.reset(options={"position": {}})
        envs.close()
    for wrong in ({"threads": 0}, {"seat": 4}, {"seat": "best"}, {"max_decisions": 0}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            ZooboxVectorEnv(DICE, num_envs=2, **wrong)


def test_the_arrays_share_memory() -> None:
    """DLPack hands on the buffers themselves."""
    envs = ZooboxVectorEnv(DICE, num_envs=5)
    observations, _ = envs.reset(seed=2)
    for name in observations:
        shared = np.from_dlpack(observations[name])
        assert np.shares_memory(shared, observations[name])
        assert np.shares_memory(envs.step(envs.sample())[0][name], shared)


# Opponents of the environment with one seat


@every_game
def test_a_pool_and_a_random_seat(name: str) -> None:
    id_ = f"zoobox/{name.title().replace('-', '')}-v0"
    env = gymnasium.make(id_, opponents=["visitor", first_choice], seat="random")
    seats = set()
    for seed in range(8):
        observation, info = env.reset(seed=seed)
        seats.add(info["seat"])
        for _ in range(15):
            observation, _, over, _, _ = env.step(last_choice(observation))
            if over:
                break
    assert seats == {0, 1}


def test_a_policy_is_asked_with_its_own_observation() -> None:
    asked = []

    def remember(observation: dict[str, np.ndarray]) -> int:
        asked.append(observation)
        return first_choice(observation)

    env = gymnasium.make("zoobox/ZoolorettoDice-v0", opponents=remember)
    observation, _ = env.reset(seed=1)
    for _ in range(12):
        observation, *_ = env.step(first_choice(observation))
    assert asked
    assert all(env.observation_space.contains(seen) for seen in asked)


def test_a_pool_grows_during_training() -> None:
    pool = Opponents("visitor", zoobox.game(DICE))
    pool.add(first_choice)
    drawn = {type(choose).__name__ for seed in range(12) for choose in pool.draw(seed).values()}
    assert drawn == {"method", "AsPolicy"}
    for wrong in ("wizard", 3):
        with pytest.raises(zoobox.ZooboxError):
            pool.add(wrong)  # type: ignore[arg-type]
    with pytest.raises(zoobox.ZooboxError, match="at least one"):
        Opponents([], zoobox.game(DICE))


def test_an_illegal_answer_of_a_policy_is_refused() -> None:
    env = gymnasium.make("zoobox/ZoolorettoDice-v0", opponents=lambda observation: 34, seat=1)
    with pytest.raises(zoobox.IllegalChoice):
        env.reset(seed=1)


def test_a_state_is_not_changed_by_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    envs = ZooboxVectorEnv(DICE, num_envs=2)
    envs.reset(seed=1)
    state: State = envs.state_of(0)
    state.apply(state.first_waiting(), state.legal(state.first_waiting())[0])
    assert envs.state_of(0) != state


def test_a_choice_is_a_whole_number() -> None:
    envs = ZooboxVectorEnv(DICE, num_envs=2)
    envs.reset(seed=1)
    before = envs.arrays["rows"].copy()
    for actions in ([0.5, 0.0], np.zeros(2), ["0", "0"], [True, False], [None, 0]):
        with pytest.raises(zoobox.ZooboxError, match="whole"):
            envs.step(actions)
        with pytest.raises(zoobox.ZooboxError, match="whole"):
            envs.parts[0].step(actions)
    assert (envs.arrays["rows"] == before).all()
    envs.step(np.zeros(2, np.uint8))
