"""Programs of others that learn, on our games as they are. `make test-long` runs this in an environment of its own.

The libraries need several gigabytes and older versions of Gymnasium, so they are not where the other tests run; there
these tests are skipped.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import zoobox
import zoobox.envs.gymnasium
from zoobox.envs.vector_env import ZooboxVectorEnv

pytestmark = [pytest.mark.long, pytest.mark.timeout(1200)]
torch = pytest.importorskip("torch", reason="make test-long installs the libraries")
DICE = "zoobox/ZoolorettoDice-v0"


def dice_env() -> gymnasium.Env[Any, Any]:
    return gymnasium.make(DICE, opponents="visitor", seat="random", encoding="onehot").unwrapped


# Stable-Baselines3 and sb3-contrib


def test_maskable_ppo_learns_saves_and_loads(tmp_path: Path) -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    model = sb3_contrib.MaskablePPO("MultiInputPolicy", dice_env(), n_steps=128, batch_size=64, seed=1)
    model.learn(256)
    model.save(tmp_path / "model.zip")
    again = sb3_contrib.MaskablePPO.load(tmp_path / "model.zip", env=dice_env())
    env: Any = dice_env()
    observation, _ = env.reset(seed=3)
    over = False
    while not over:
        chosen = [
            int(each.predict(observation, action_masks=env.action_masks(), deterministic=True)[0])
            for each in (model, again)
        ]
        assert chosen[0] == chosen[1]
        assert observation["action_mask"][chosen[0]]
        observation, _, over, _, _ = env.step(chosen[0])
    again.learn(128)


def test_maskable_ppo_in_several_processes() -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    from stable_baselines3.common.vec_env import SubprocVecEnv

    envs = SubprocVecEnv([dice_env, dice_env], start_method="spawn")
    try:
        sb3_contrib.MaskablePPO("MultiInputPolicy", envs, n_steps=64, batch_size=64, seed=1).learn(256)
    finally:
        envs.close()


@pytest.mark.parametrize(("name", "encoding"), [("zooloretto-dice", "onehot"), ("o-zoo-le-mio", "planes")])
def test_maskable_ppo_on_many_games_at_once(name: str, encoding: str, tmp_path: Path) -> None:
    sb3_contrib = pytest.importorskip("sb3_contrib")
    from zoobox.envs.stable_baselines3 import ZooboxVecEnv

    envs = ZooboxVecEnv(name, 8, opponents="visitor", seat="random", encoding=encoding)
    envs.seed(1)
    model = sb3_contrib.MaskablePPO("MultiInputPolicy", envs, n_steps=32, batch_size=64, seed=1)
    model.learn(512)
    model.save(tmp_path / "model")
    sb3_contrib.MaskablePPO.load(tmp_path / "model")


def test_ppo_beats_the_easiest_level_after_a_minute() -> None:
    """The baseline's own script, for a short time: it learns something."""
    pytest.importorskip("sb3_contrib")
    import runpy
    import sys
    import tempfile

    torch.set_num_threads(1)  # more of them wait for each other on a busy machine, and waiting is processor time
    folder = Path(__file__).parents[2] / "examples" / "baselines"
    sys.path.insert(0, str(folder))
    try:
        ppo = runpy.run_path(str(folder / "ppo.py"))
    finally:
        sys.path.remove(str(folder))
    baseline = ppo["Baseline"]("zooloretto-dice", opponents=("visitor",), measured_against="visitor")
    with tempfile.TemporaryDirectory() as out:
        baseline.train(1.0, Path(out), every=1.0, games=200)
        assert {path.suffix for path in Path(out).iterdir()} == {".csv", ".zip", ".version"}
    assert baseline.curve[-1]["win_share"] > baseline.curve[0]["win_share"] + 0.1
    assert baseline.curve[-1]["win_share"] > 0.7


# RLlib


class ForRay(gymnasium.ObservationWrapper):  # type: ignore[type-arg]
    """RLlib's own module for masks wants these names and floats."""

    def __init__(self, config: dict[str, Any]) -> None:
        env = gymnasium.make(DICE, opponents="visitor", encoding="onehot")
        super().__init__(env)
        space: Any = env.observation_space
        self.observation_space = gymnasium.spaces.Dict(
            {
                "action_mask": gymnasium.spaces.Box(0, 1, space["action_mask"].shape, np.float32),
                "observations": gymnasium.spaces.Box(0, 1, space["observation"].shape, np.float32),
            }
        )

    def observation(self, observation: Any) -> dict[str, np.ndarray]:
        return {
            "action_mask": observation["action_mask"].astype(np.float32),
            "observations": observation["observation"].astype(np.float32),
        }


def test_rllib_learns_with_masks() -> None:
    ray = pytest.importorskip("ray")
    pytest.importorskip("ray.rllib")
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

    ray.init(num_cpus=2, include_dashboard=False, ignore_reinit_error=True, log_to_driver=False)
    try:
        config = (
            PPOConfig()
            .environment(ForRay)
            .env_runners(num_env_runners=0, num_envs_per_env_runner=1)
            .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
            .training(train_batch_size_per_learner=256, minibatch_size=64, num_epochs=1)
        )
        trained = config.build_algo()
        result = trained.train()
        assert result["env_runners"]["num_env_steps_sampled_lifetime"] >= 256
        trained.stop()
    finally:
        ray.shutdown()


# tianshou


def test_tianshou_plays_and_learns_through_pettingzoo() -> None:
    pytest.importorskip("tianshou")
    from tianshou.data import Collector, VectorReplayBuffer
    from tianshou.env import DummyVectorEnv, PettingZooEnv
    from tianshou.policy import DQNPolicy, MultiAgentPolicyManager, RandomPolicy
    from tianshou.utils.net.common import Net

    from zoobox.envs.pettingzoo import zooloretto_dice_v0

    def make() -> Any:
        return PettingZooEnv(zooloretto_dice_v0.env(players=2, encoding="onehot"))

    one = make()
    size = zoobox.game("zooloretto-dice").encoding("onehot").size
    choices = zoobox.game("zooloretto-dice").choice_count
    net = Net(state_shape=(size,), action_shape=choices, hidden_sizes=[64])
    learner = DQNPolicy(net, torch.optim.Adam(net.parameters(), lr=1e-3), discount_factor=1.0, target_update_freq=50)
    policy = MultiAgentPolicyManager([learner, RandomPolicy()], one)
    envs = DummyVectorEnv([make, make])
    collector = Collector(policy, envs, VectorReplayBuffer(2000, 2), exploration_noise=True)
    collected = collector.collect(n_episode=4)
    assert collected["n/ep"] == 4
    policy.update(64, collector.buffer)


# Memory


@pytest.mark.parametrize("encoding", ["raw", "onehot"])
def test_torch_shares_the_memory(encoding: str) -> None:
    envs = ZooboxVectorEnv("zooloretto-dice", num_envs=5, encoding=encoding)
    observations, _ = envs.reset(seed=2)
    for name, array in observations.items():
        tensor = torch.from_dlpack(array)
        assert tensor.data_ptr() == array.ctypes.data
        envs.step(envs.sample())
        assert (tensor.numpy() == envs._observations()[name]).all()


# Datasets


def test_pandas_pyarrow_and_hugging_face_read_a_dataset(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    pandas = pytest.importorskip("pandas")
    parquet = pytest.importorskip("pyarrow.parquet")
    from zoobox.arena import dataset
    from zoobox.arena.entrants import parse

    path = tmp_path / "dice.parquet"
    game = zoobox.game("zooloretto-dice")
    dataset.write(game, [parse("keeper"), parse("visitor")], 6, 3, path)
    table = parquet.read_table(path)
    frame = pandas.read_parquet(path)
    loaded = datasets.load_dataset("parquet", data_files=str(path), split="train", cache_dir=str(tmp_path / "cache"))
    assert len(frame) == len(loaded) == table.num_rows > 100
    row = loaded.with_format("numpy")[5]
    assert row["observation"].shape == (game.observation_spec().size,)
    assert row["legal"][row["choice"]] == 1
    assert frame["choice"].tolist() == loaded["choice"][:]
    raw = np.asarray(row["observation"], dtype=np.int16)
    assert len(game.encoding("onehot").from_raw(raw)["observation"]) == game.encoding("onehot").size
