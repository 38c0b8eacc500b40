"""o-zoo-le-mio for PettingZoo."""

from functools import partial

from zoobox.envs import pettingzoo

env = partial(pettingzoo.env, "o-zoo-le-mio")
raw_env = partial(pettingzoo.raw_env, "o-zoo-le-mio")
parallel_env = partial(pettingzoo.parallel_env, "o-zoo-le-mio")
