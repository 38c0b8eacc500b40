"""Our games as Python games of OpenSpiel: `pyspiel.load_game("zoobox_zooloretto_dice(players=2)")`.

Chance nodes are what the rules draw, with their probabilities: the 36 rolls of two dice, the next tile, a deal piece by
piece. Pieces that lie face down are drawn when they are turned up, so a search sees nothing of what is to come. Where
several seats decide at the same time, they act one after the other and observe nothing of each other.

Parameters are `players`, `variant`, `encoding` (`raw`, `onehot` or `planes`) and the game's settings:
`zoobox_o_zoo_le_mio(players=3,blind_row=true)`.
"""

from __future__ import annotations

import copy
import hashlib
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel

import zoobox
from zoobox.kernel.chance import Chance
from zoobox.kernel.choice import Setting
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import State

MOST_CHANCE_OUTCOMES = 256
"""Outcomes are a roll of dice, or the byte of a piece."""
LONGEST = 20_000
MEMORY_BITS = 64
BEFORE = "before the start"
NONE = -1
SAMPLER_STEPS = 1 << 30
CHANCE = int(pyspiel.PlayerId.CHANCE)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)


class ZooboxGame(pyspiel.Game):  # type: ignore[misc]
    """One configuration of a game for OpenSpiel."""

    def __init__(self, name: str, params: dict[str, Any] | None = None) -> None:
        chosen = {**_parameters(name), **(params or {})}
        settings = {
            setting.name: _option(setting, chosen[setting.name]) for setting in zoobox.game_class(name).offered_settings
        }
        self.zoobox_game = zoobox.game(name, int(chosen["players"]), chosen["variant"] or None, settings)
        self.encoding = self.zoobox_game.encoding(chosen["encoding"])
        self.observation_spec = self.encoding.spec
        alone = self.zoobox_game.players == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.zoobox_game.choice_count,
            max_chance_outcomes=MOST_CHANCE_OUTCOMES,
            num_players=self.zoobox_game.players,
            min_utility=0.0 if alone else -1.0,
            max_utility=1.0,
            utility_sum=None if alone else 0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_game_type(name, alone), info, chosen)

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (str(self),)

    def new_initial_state(self) -> ZooboxState:
        return ZooboxState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> ZooboxObserver:
        """The observer of an observation, or with perfect recall of an information state."""
        return ZooboxObserver(self, iig_obs_type is not None and iig_obs_type.perfect_recall)

    def max_chance_nodes_in_history(self) -> int:
        return LONGEST


class ZooboxState(pyspiel.State):  # type: ignore[misc]
    """A game in progress."""

    def __init__(self, game: ZooboxGame) -> None:
        super().__init__(game)
        self.ours = game.zoobox_game
        self.observation_spec = game.observation_spec
        self.state: State | None = None
        self.acting = CHANCE
        self.memory = [b""] * self.ours.players
        """Of each player: a digest of all that it has chosen and observed."""
        self.seen: list[bytes] = [b""] * self.ours.players
        self.drawing: Chance | None = Chance(self.ours)
        """The start, or a decision, for which something must be drawn."""
        self._go_on()

    def current_player(self) -> int:
        return self.acting

    def is_terminal(self) -> bool:
        return self.acting == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        if self.state is None or player != self.acting:
            return []
        return self.state.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        assert self.drawing is not None
        assert self.drawing.draw is not None
        total = self.drawing.draw.total
        return [(outcome, weight / total) for outcome, weight in self.drawing.draw.weights]

    def _apply_action(self, action: int) -> None:
        if self.drawing is not None:
            self.drawing.take(action)
        else:
            seat = self.acting
            self.memory[seat] = _digest(self.memory[seat], b"chose %d" % action)
            self.drawing = Chance(self.ours, self.state, seat, action)
        self._go_on()

    def _go_on(self) -> None:
        """Goes on once nothing is left to draw."""
        assert self.drawing is not None
        if self.drawing.draw is not None:
            self.acting = CHANCE
            return
        state: State = self.drawing.state
        self.state = state
        self.drawing = None
        seat = state.first_waiting()
        self.acting = seat if seat >= 0 else TERMINAL
        for player in range(self.ours.players):
            seen = bytes(self.observation_spec.observe(state, player))
            if seen != self.seen[player]:
                self.memory[player] = _digest(self.memory[player], seen)
                self.seen[player] = seen

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> ZooboxState:
        """A state that the player cannot tell from this one: what it does not know is re-randomised."""
        again = copy.deepcopy(self)
        if self.state is not None:
            high, low = (int(probability_sampler() * SAMPLER_STEPS) for _ in range(2))
            state = self.state.redeal(player_id, Luck(high * SAMPLER_STEPS + low))
            again.state = state
            if player_id in state.waiting:
                again.acting = player_id
        return again

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return self.drawing.name(action) if self.drawing is not None else str(action)
        if self.state is None:
            return str(action)
        return self.ours.notation(self.state, player, action)

    def returns(self) -> list[float]:
        players = range(self.ours.players)
        if self.state is None or not self.is_terminal():
            return [0.0 for _ in players]
        return [self.state.reward_of(seat) for seat in players]

    def __str__(self) -> str:
        if self.state is None:
            return f"{BEFORE}, drawn: {self.drawing.answers if self.drawing else ''}"
        return self.state.text(None)


class ZooboxObserver:
    """What a player observes; with perfect recall, and a digest of all that it observed and chose before."""

    def __init__(self, game: ZooboxGame, recall: bool = False) -> None:
        self.observation_spec = game.observation_spec
        self.encoding = game.encoding
        self.recall = recall
        self.size = sum(math.prod(shape) for shape in self.encoding.shapes().values())
        self.tensor = np.zeros(self.size + (MEMORY_BITS if recall else 0), np.float32)
        self.dict = {
            field["name"]: self.tensor[field["first"] : field["first"] + field["width"]]
            for field in self.encoding.table()
        }
        if self.encoding.board is not None:
            self.dict["planes"] = self.tensor[self.encoding.size : self.size].reshape(self.encoding.shapes()["planes"])
        if recall:
            self.dict["memory"] = self.tensor[self.size :]

    def set_from(self, state: ZooboxState, player: int) -> None:
        self.tensor.fill(0)
        if state.state is not None:
            found = self.encoding.encode(state.state, player)
            self.tensor[: self.encoding.size] = found["observation"]
            if "planes" in found:
                self.dict["planes"][:] = found["planes"]
            if self.recall:
                digest = np.frombuffer(state.memory[player], dtype=np.uint8)
                self.dict["memory"][:] = np.unpackbits(digest)[:MEMORY_BITS]

    def string_from(self, state: ZooboxState, player: int) -> str:
        if state.state is None:
            return BEFORE
        if self.recall:  # searches ask for it at every node, so it is not the picture
            numbers = ",".join(map(str, self.observation_spec.observe(state.state, player)))
            return f"player {player}, memory {state.memory[player].hex()}, sees {numbers}"
        return state.state.text(player)


def _digest(memory: bytes, more: bytes) -> bytes:
    return hashlib.blake2b(memory + more, digest_size=MEMORY_BITS // 8).digest()


def _parameters(name: str) -> dict[str, Any]:
    """The parameters of a game with their usual values; a number of -1 stands for none."""
    usual = {
        setting.name: setting.default if isinstance(setting.default, bool | int) else str(setting.default)
        for setting in zoobox.game_class(name).offered_settings
    }
    return {"players": 2, "variant": "", "encoding": "raw", **usual}


def _option(setting: Setting, given: Any) -> Any:
    """The option of a setting that a parameter names."""
    if given == NONE and None in setting.options:
        return None
    return next((option for option in setting.options if str(option) == str(given)), given)


def _game_type(name: str, alone: bool) -> Any:
    kind = zoobox.game_class(name)
    counts = sorted(kind.variants)
    return pyspiel.GameType(
        short_name=f"zoobox_{name.replace('-', '_')}",
        long_name=kind.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if alone else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=counts[-1],
        min_num_players=counts[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(name),
    )


def register(names: Sequence[str] = ()) -> list[str]:
    """Registers the games with OpenSpiel as `zoobox_<game>`; importing this module does it."""
    registered = []
    for name in names or zoobox.names():
        game_type = _game_type(name, alone=False)
        if game_type.short_name not in pyspiel.registered_names():
            pyspiel.register_game(game_type, _maker(name))
        registered.append(game_type.short_name)
    return registered


def load(text: str) -> Any:
    """`pyspiel.load_game` for a game of this module, which pickles refer to."""
    return pyspiel.load_game(text)


def _maker(name: str) -> Any:
    class Made(ZooboxGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(name, params)

    return Made


register()
