"""What PettingZoo's two kinds of environments share: one game, its seats as agents, and a spectator's picture."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

import gymnasium.spaces
import numpy as np

import zoobox
from zoobox.envs import spaces
from zoobox.kernel.state import State


class SeatsAsAgents:
    """Agents are `seat_0`, `seat_1`, ...; an environment gives them their spaces."""

    observation_spaces: dict[str, gymnasium.spaces.Space[Any]]
    action_spaces: dict[str, gymnasium.spaces.Space[Any]]

    def set_up(
        self,
        name: str,
        players: int | None,
        variant: str | None,
        settings: Mapping[str, Any] | None,
        render_mode: str | None,
        encoding: str,
    ) -> None:
        spaces.check_render_mode(render_mode)
        self.game = zoobox.game(name, players, variant, settings)
        self.render_mode = render_mode
        self.encoding = self.game.encoding(encoding)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.players)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.seeds = np.random.SeedSequence()
        self.state_now: State | None = None

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def begin(self, seed: int | None, options: dict[str, Any] | None) -> State:
        """A new game; `options={"position": ...}` starts from a position."""
        unknown = spaces.unknown_option(options)
        if unknown is not None:  # PettingZoo's own tests give options that no environment has
            warnings.warn(unknown, stacklevel=3)
        if seed is not None:
            self.seeds = np.random.SeedSequence(seed)
        luck = int(self.seeds.spawn(1)[0].generate_state(1)[0])
        self.state_now = spaces.first_state(self.game, luck, options)
        return self.state_now

    def render(self) -> Any:
        """The picture a spectator sees."""
        if self.render_mode is None or self.state_now is None:
            return None
        return spaces.picture(self.state_now, self.render_mode)

    def close(self) -> None:
        """There is nothing to release."""
