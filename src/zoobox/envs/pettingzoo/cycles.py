"""PettingZoo's parallel environments: in each cycle all agents act at once.

Those that owe a decision make it, without seeing what the others decide in the same cycle; those that owe none can only
wait, which is the last action. This is the environment for simultaneous play, and for counting in cycles.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from zoobox.envs import spaces
from zoobox.envs.pettingzoo.base import SeatsAsAgents
from zoobox.kernel.state import State

Observations = dict[str, dict[str, np.ndarray]]


class SeatSpace(spaces.LiveSpace):
    """The choices of one seat, and to wait; without a mask, a sample is one that is possible now."""

    def __init__(self, env: CyclesEnv, seat: int) -> None:
        super().__init__(env, env.game.choice_count + 1)
        self.seat = seat

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None and self.env.state_now is not None:
            mask = self.env.observe_seat(self.seat)["action_mask"]
        return super().sample(mask, probability)


class CyclesEnv(SeatsAsAgents, ParallelEnv):  # type: ignore[misc]
    """One game of Zoobox; agents are `seat_0`, `seat_1`, ... and all of them act in every cycle."""

    def __init__(
        self,
        name: str,
        players: int | None = None,
        variant: str | None = None,
        settings: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        encoding: str = "raw",
    ) -> None:
        spaces.check_limit("max_cycles", max_cycles)
        self.set_up(name, players, variant, settings, render_mode, encoding)
        self.metadata = spaces.metadata(name, parallelizable=True)
        self.max_cycles = max_cycles
        self.wait = self.game.choice_count
        self.observation_spaces = {
            agent: spaces.observation_space(self.encoding, self.wait + 1) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Any] = {agent: SeatSpace(self, seat) for agent, seat in self.seat_of.items()}

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "action_spaces": {name: space.own_state() for name, space in self.action_spaces.items()}}

    def __setstate__(self, given: dict[str, Any]) -> None:
        self.__dict__.update(given)
        self.action_spaces = {agent: SeatSpace(self, seat) for agent, seat in self.seat_of.items()}
        for agent, state in given["action_spaces"].items():
            self.action_spaces[agent].__setstate__(state)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, dict[str, Any]]]:
        """A new game; `options={"position": ...}` starts from a position."""
        self.begin(seed, options)
        self.cycles = 0
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """One cycle. An action outside its agent's mask raises IllegalChoice, and then none is carried out."""
        state = self.state_now
        assert state is not None, "reset the environment first"
        acting = self.agents
        for agent in acting:
            self._check(state, agent, actions)
        for seat in state.waiting:
            state.apply(seat, int(actions[self.possible_agents[seat]]))
        self.cycles += 1
        over = state.over
        stopped = not over and self.cycles == self.max_cycles
        if over or stopped:
            self.agents = []
        return (
            {agent: self.observe_seat(self.seat_of[agent]) for agent in acting},
            {agent: state.reward_of(self.seat_of[agent]) if over else 0.0 for agent in acting},
            dict.fromkeys(acting, over),
            dict.fromkeys(acting, stopped),
            {agent: {} for agent in acting},
        )

    def _check(self, state: State, agent: str, actions: Mapping[str, Any]) -> None:
        if agent not in actions:
            raise ValueError(f"{agent} needs an action, too: every agent acts in each cycle")
        seat, choice = self.seat_of[agent], spaces.number(actions[agent])
        waits = seat not in state.waiting
        if (waits and choice != self.wait) or not (waits or state.is_legal_choice(seat, choice)):
            raise self.game.refusal(state, seat, choice)

    def observe_seat(self, seat: int) -> dict[str, np.ndarray]:
        """The observation of a seat; its mask allows to wait when it owes no decision."""
        assert self.state_now is not None
        observed = spaces.observe(self.encoding, self.state_now, seat, self.wait + 1)
        if seat not in self.state_now.waiting:
            observed["action_mask"][self.wait] = 1
        return observed

    def _observations(self) -> Observations:
        return {agent: self.observe_seat(self.seat_of[agent]) for agent in self.agents}
