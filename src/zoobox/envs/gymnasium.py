"""Gymnasium environments: the agent has one seat, bots have the others.

>>> import gymnasium, zoobox.envs.gymnasium
>>> env = gymnasium.make("zoobox/ZoolorettoDice-v0", players=2, opponents="visitor")
>>> observation, info = env.reset(seed=1)
>>> sorted(observation)
['action_mask', 'observation']
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import gymnasium.spaces
import numpy as np

import zoobox
from zoobox.envs import spaces
from zoobox.envs.opponents import Opponent, Opponents, check_seat, drawn_seat
from zoobox.kernel.state import State

IDS = {f"zoobox/{name.title().replace('-', '')}-v0": name for name in zoobox.names()}
"""The ids of the environments: `zoobox/ZoolorettoDice-v0` for the game `zooloretto-dice`."""


class LegalDiscrete(spaces.LiveSpace):
    """All choice ids; without a mask, a sample is one of those that are legal now.

    Gymnasium's own checker seeds it, samples, resets the environment with that seed and steps, in this order. So after
    seeding, the first sample is also legal in the position that such a `reset` gives, where there is such a choice;
    where there is none, the sample is for that position only if the environment was reset with that seed before and
    has made one step at most, as in the checker.
    """

    def __init__(self, env: SoloSeatEnv) -> None:
        super().__init__(env, env.game.choice_count)
        self.last_seed: int | None = None

    def seed(self, seed: int | None = None) -> int:
        self.last_seed = seed
        return super().seed(seed)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None:
            mask = self._mask()
        return super().sample(mask, probability)

    def _mask(self) -> np.ndarray | None:
        state = self.env.state_now
        now = None if state is None or state.over else self.env.action_masks()
        if self.last_seed is not None:
            seed, self.last_seed = self.last_seed, None
            other = SoloSeatEnv(**self.env.configuration)
            other.reset(seed=seed)
            after_reset = other.action_masks()
            if now is None or (self.env.steps <= 1 and seed in self.env.seeds and not (now & after_reset).any()):
                now = after_reset
            elif (now & after_reset).any():
                now &= after_reset
        return None if now is None else now.astype(np.int8)


class SoloSeatEnv(gymnasium.Env[dict[str, np.ndarray], np.int64]):
    """One seat against opponents; the reward comes at the end of the game.

    Opponents are a level, a bot of one's own, a policy, or a list from which one is drawn for each seat and game;
    `seat="random"` draws the agent's seat for each game, and `info["seat"]` tells which it is.
    """

    metadata = {"render_modes": list(spaces.RENDER_MODES), "render_fps": 2}

    def __init__(
        self,
        name: str,
        players: int | None = None,
        variant: str | None = None,
        settings: Mapping[str, Any] | None = None,
        opponents: Opponent | Sequence[Opponent] = "visitor",
        seat: int | str = 0,
        render_mode: str | None = None,
        encoding: str = "raw",
    ) -> None:
        spaces.check_render_mode(render_mode)
        self.configuration: dict[str, Any] = {
            "name": name,
            "players": players,
            "variant": variant,
            "settings": settings,
            "opponents": opponents,
            "seat": seat,
            "encoding": encoding,
        }
        self.game = zoobox.game(name, players, variant, settings)
        check_seat(seat, self.game)
        self.chosen_seat = seat
        self.seat = drawn_seat(seat, self.game, 0)
        self.encoding = self.game.encoding(encoding)
        self.opponents = Opponents(opponents, self.game, encoding)
        self.render_mode = render_mode
        self.observation_space: Any = spaces.observation_space(self.encoding, self.game.choice_count)
        self.action_space: Any = LegalDiscrete(self)
        self.state_now: State | None = None
        self.steps = 0
        self.seeds: set[int] = set()
        """All seeds that it was reset with."""

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "action_space": self.action_space.own_state()}

    def __setstate__(self, given: dict[str, Any]) -> None:
        self.__dict__.update(given)
        self.action_space = LegalDiscrete(self)
        self.action_space.__setstate__(given["action_space"])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        """A new game; `options={"position": ...}` starts from a position."""
        unknown = spaces.unknown_option(options)
        if unknown is not None:
            raise zoobox.ZooboxError(unknown)
        super().reset(seed=seed)
        self.steps = 0
        if seed is not None:
            self.seeds.add(seed)
        luck = int(self.np_random.integers(2**40))
        self.state_now = spaces.first_state(self.game, luck, options)
        self.seat = drawn_seat(self.chosen_seat, self.game, luck)
        self.seated = self.opponents.draw(luck)
        self._let_opponents_play()
        return self._observation(), {"seat": self.seat}

    def step(self, action: Any) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        """Plays a choice; one outside the mask raises IllegalChoice with the rule that forbids it."""
        assert self.state_now is not None, "reset the environment first"
        spaces.play(self.state_now, self.seat, action)
        self.steps += 1
        self._let_opponents_play()
        over = self.state_now.over
        gained = self.state_now.reward_of(self.seat) if over else 0.0
        return self._observation(), gained, over, False, {}

    def action_masks(self) -> np.ndarray:
        """What may be chosen now, in the form that sb3-contrib's MaskablePPO needs."""
        mask = np.zeros(self.game.choice_count, dtype=bool)
        assert self.state_now is not None, "reset the environment first"
        mask[self.state_now.legal(self.seat)] = True
        return mask

    def render(self) -> Any:
        """The picture as the agent's seat sees it."""
        if self.render_mode is None or self.state_now is None:
            return None
        return spaces.picture(self.state_now, self.render_mode, self.seat)

    def _let_opponents_play(self) -> None:
        state = self.state_now
        assert state is not None
        while not state.over and self.seat not in state.waiting:
            actor = state.waiting[0]
            state.apply(actor, self.seated[actor](state, actor))

    def _observation(self) -> dict[str, np.ndarray]:
        assert self.state_now is not None
        return spaces.observe(self.encoding, self.state_now, self.seat, self.game.choice_count)


def register() -> None:
    """Registers the environments with Gymnasium; importing this module does it."""
    for id_, name in IDS.items():
        if id_ not in gymnasium.registry:
            gymnasium.register(id_, entry_point=f"{__name__}:SoloSeatEnv", kwargs={"name": name})


register()
