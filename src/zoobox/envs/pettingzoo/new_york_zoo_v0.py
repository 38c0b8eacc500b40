"""new-york-zoo for PettingZoo."""

from functools import partial

from zoobox.envs import pettingzoo

env = partial(pettingzoo.env, "new-york-zoo")
raw_env = partial(pettingzoo.raw_env, "new-york-zoo")
parallel_env = partial(pettingzoo.parallel_env, "new-york-zoo")
