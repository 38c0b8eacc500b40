"""zooloretto-dice for PettingZoo."""

from functools import partial

from zoobox.envs import pettingzoo

env = partial(pettingzoo.env, "zooloretto-dice")
raw_env = partial(pettingzoo.raw_env, "zooloretto-dice")
parallel_env = partial(pettingzoo.parallel_env, "zooloretto-dice")
