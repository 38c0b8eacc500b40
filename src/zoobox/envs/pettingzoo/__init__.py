"""PettingZoo's environments: `zooloretto_dice_v0.env(players=2)`, its `parallel_env` and its siblings.

Where several seats decide at the same time, they act one after the other, and none sees what another has decided
until the rules reveal it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import parallel_to_aec_wrapper
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

import zoobox
from zoobox.envs import spaces
from zoobox.envs.pettingzoo.base import SeatsAsAgents
from zoobox.envs.pettingzoo.cycles import CyclesEnv
from zoobox.kernel.state import State

Last = tuple[dict[str, np.ndarray] | None, float, bool, bool, dict[str, Any]]


class ZooboxEnv(SeatsAsAgents, AECEnv):  # type: ignore[misc]
    """One game of Zoobox; agents are `seat_0`, `seat_1`, ..."""

    agent_selection: str

    def __init__(
        self,
        name: str,
        players: int | None = None,
        variant: str | None = None,
        settings: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        max_decisions: int | None = None,
        encoding: str = "raw",
    ) -> None:
        super().__init__()
        spaces.check_limit("max_decisions", max_decisions)
        self.set_up(name, players, variant, settings, render_mode, encoding)
        self.metadata = spaces.metadata(name, parallelizable=False)
        self.max_decisions = max_decisions
        self.observation_spaces = {
            agent: spaces.observation_space(self.encoding, self.game.choice_count) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.ChoiceSpace(self.game.choice_count) for agent in self.possible_agents}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; `options={"position": ...}` starts from a position."""
        state = self.begin(seed, options)
        self.decisions = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[state.waiting[0]]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        assert self.state_now is not None
        to_act = agent == self.agent_selection
        return spaces.observe(self.encoding, self.state_now, self.seat_of[agent], self.game.choice_count, to_act)

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self.state_now
        assert state is not None
        spaces.play(state, self.seat_of[agent], action)
        self.decisions += 1
        seat = state.first_waiting()
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
            if self.decisions == self.max_decisions:
                self.truncations = dict.fromkeys(self.agents, True)
                self._deads_step_first()
        else:
            self._finish(state)

    def _finish(self, state: State) -> None:
        """The game is over: the only rewards there are."""
        self.rewards = {agent: state.reward_of(seat) for agent, seat in self.seat_of.items()}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]
        self._accumulate_rewards()
        self._deads_step_first()


class OrderChecked(OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's check against calls in the wrong order, without the overhead, which costs as much as a decision."""

    def step(self, action: Any) -> None:
        if self._has_reset and self.env.agents:
            self._has_updated = True
            self.env.step(action)
        else:
            super().step(action)

    def last(self, observe: bool = True) -> Last:
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        last: Last = self.env.last(observe)
        return last


def raw_env(name: str, max_cycles: int | None = None, **configuration: Any) -> AECEnv:
    """The environment without PettingZoo's checks.

    With `max_cycles` it goes in cycles, as PettingZoo counts them: every agent acts once in each, and those that owe no
    decision can only wait.
    """
    if max_cycles is None:
        return ZooboxEnv(name, **configuration)
    return parallel_to_aec_wrapper(CyclesEnv(name, max_cycles=max_cycles, **configuration))


def env(name: str, **configuration: Any) -> AECEnv:
    """The environment as PettingZoo's users expect it, with checks against wrong use."""
    return OrderChecked(raw_env(name, **configuration))


def parallel_env(name: str, **configuration: Any) -> CyclesEnv:
    """All agents act at once; those that owe no decision can only wait."""
    return CyclesEnv(name, **configuration)


def _add_module(name: str) -> None:
    """A module for a game, as PettingZoo's users import it: `new_game_v0` with `env`, `raw_env` and `parallel_env`."""
    short = f"{name.replace('-', '_')}_v0"
    module = ModuleType(f"{__name__}.{short}", f"{zoobox.game_class(name).title} for PettingZoo.")
    for maker in (env, raw_env, parallel_env):
        setattr(module, maker.__name__, partial(maker, name))
    sys.modules[module.__name__] = module
    globals()[short] = module


for _name in zoobox.names():
    _add_module(_name)


def __getattr__(name: str) -> ModuleType:
    """Tells type checkers that the modules of the games are here."""
    modules = [found for found in globals() if found.endswith("_v0")]
    raise AttributeError(f"{__name__} has no {name!r}; its modules: {', '.join(modules)}")
