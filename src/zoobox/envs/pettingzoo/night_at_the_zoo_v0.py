"""night-at-the-zoo for PettingZoo."""

from functools import partial

from zoobox.envs import pettingzoo

env = partial(pettingzoo.env, "night-at-the-zoo")
raw_env = partial(pettingzoo.raw_env, "night-at-the-zoo")
parallel_env = partial(pettingzoo.parallel_env, "night-at-the-zoo")
