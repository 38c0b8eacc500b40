"""Our games as Python games of OpenSpiel: `pyspiel.load_game("zoobox_zooloretto_dice(players=2)")`.

There is a chance node before every decision that draws random numbers, and before the start: each of its outcomes
re-seeds the generator, so that a search never sees the random numbers of the actual game. Where several seats decide at
the same time, they act one after the other and observe nothing of each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel

import zoobox
from zoobox.kernel.luck import scramble
from zoobox.kernel.state import State

CHANCE_OUTCOMES = 1024
"""The number of outcomes of a chance node; each is a different seed."""
OUTCOMES = [(outcome, 1.0 / CHANCE_OUTCOMES) for outcome in range(CHANCE_OUTCOMES)]
LONGEST = 20_000
START = -1
CHANCE = int(pyspiel.PlayerId.CHANCE)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)


class ZooboxGame(pyspiel.Game):  # type: ignore[misc]
    """One configuration of a game for OpenSpiel."""

    def __init__(self, game_type: Any, name: str, params: dict[str, Any] | None = None) -> None:
        chosen = {**game_type.parameter_specification, **(params or {})}
        self.zoobox_game = zoobox.game(name, int(chosen["players"]), chosen["variant"] or None)
        self.observation_spec = self.zoobox_game.observation_spec()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.zoobox_game.choice_count,
            max_chance_outcomes=CHANCE_OUTCOMES,
            num_players=self.zoobox_game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if 1 in self.zoobox_game.variants else 0.0,
            max_game_length=LONGEST,
        )
        super().__init__(game_type, info, chosen)

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (str(self),)

    def new_initial_state(self) -> ZooboxState:
        return ZooboxState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> ZooboxObserver:
        return ZooboxObserver(self)


class ZooboxState(pyspiel.State):  # type: ignore[misc]
    """A game in progress, with chance nodes where random numbers are drawn."""

    def __init__(self, game: ZooboxGame) -> None:
        super().__init__(game)
        self.ours = game.zoobox_game
        self.state: State | None = None
        self.pending: tuple[int, int] | None = (START, START)
        """The decision that waits for its chance outcome; at first, the start."""

    def current_player(self) -> int:
        if self.pending is not None:
            return CHANCE
        assert self.state is not None
        seat = self.state.first_waiting()
        return seat if seat >= 0 else TERMINAL

    def is_terminal(self) -> bool:
        return self.pending is None and self.state is not None and self.state.over

    def _legal_actions(self, player: int) -> list[int]:
        if self.state is None or self.pending is not None or player != self.state.first_waiting():
            return []
        return self.state.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return OUTCOMES.copy()

    def _apply_action(self, action: int) -> None:
        if self.pending is not None:
            self._resolve_chance(action)
            return
        assert self.state is not None
        seat = self.state.first_waiting()
        if self._is_random(seat, action):
            self.pending = (seat, action)
        else:
            self.state.apply(seat, action)

    def _is_random(self, seat: int, action: int) -> bool:
        assert self.state is not None
        after = self.state.copy()
        after.apply(seat, action)
        return after.word(0) != self.state.word(0) or after.word(1) != self.state.word(1)

    def _resolve_chance(self, outcome: int) -> None:
        """Carries out the waiting decision with a chance outcome."""
        assert self.pending is not None
        seat, action = self.pending
        self.pending = None
        if self.state is None:
            self.state = self.ours.start(outcome)
            return
        self.state.set_word(0, scramble(outcome ^ self.state.word(0)))
        self.state.apply(seat, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.state is None or player < 0:
            return f"chance {action}"
        return self.ours.notation(self.state, player, action)

    def returns(self) -> list[float]:
        players = range(self.ours.players)
        if self.state is None or not self.is_terminal():
            return [0.0 for _ in players]
        return [self.state.reward_of(seat) for seat in players]

    def __str__(self) -> str:
        return self.state.text(None) if self.state is not None else "before the start"


class ZooboxObserver:
    """The observation of a player."""

    def __init__(self, game: ZooboxGame) -> None:
        self.observation_spec = game.observation_spec
        self.tensor = np.zeros(self.observation_spec.size, np.float32)
        self.dict = {
            name: self.tensor[first : first + width] for name, first, width, _ in self.observation_spec.fields()
        }

    def set_from(self, state: ZooboxState, player: int) -> None:
        self.tensor.fill(0)
        if state.state is not None:
            self.tensor[:] = self.observation_spec.observe(state.state, player)

    def string_from(self, state: ZooboxState, player: int) -> str:
        return state.state.text(player) if state.state is not None else "before the start"


def register(names: Sequence[str] = ()) -> list[str]:
    """Registers the games with OpenSpiel as `zoobox_<game>`; importing this module does it."""
    registered = []
    for name in names or zoobox.names():
        short = f"zoobox_{name.replace('-', '_')}"
        kind = zoobox.game_class(name)
        counts = sorted(kind.variants)
        game_type = pyspiel.GameType(
            short_name=short,
            long_name=kind.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.GENERAL_SUM if 1 in counts else pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=counts[-1],
            min_num_players=counts[0],
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={"players": 2, "variant": ""},
        )
        if short not in pyspiel.registered_names():
            pyspiel.register_game(game_type, _maker(game_type, name))
        registered.append(short)
    return registered


def load(text: str) -> Any:
    """`pyspiel.load_game` for a game of this module, which pickles refer to."""
    return pyspiel.load_game(text)


def _maker(game_type: Any, name: str) -> Any:
    class Made(ZooboxGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game_type, name, params)

    return Made


register()
