"""Who has the other seats of a game: levels, bots of one's own, policies, or a pool of any of them.

A policy is a function of an observation, as the environment gives it, that returns an action; an earlier version of the
agent for instance. From a list, one opponent is drawn for every other seat at the start of each game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from zoobox.bots.own import check_bot, make_bot
from zoobox.envs import spaces
from zoobox.kernel.encoding import Encoding
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import State

Policy = Callable[[dict[str, np.ndarray]], Any]
Opponent = str | Policy
Choose = Callable[[State, int], int]
RANDOM_SEAT = "random"


class Opponents:
    """A pool of opponents; `draw` takes those of one game from it."""

    def __init__(self, given: Opponent | Sequence[Opponent], game: Game, encoding: str = "raw") -> None:
        self.game = game
        self.encoding = game.encoding(encoding)
        self.pool: list[Opponent] = []
        listed = [given] if isinstance(given, str) or callable(given) else list(given)
        if not listed:
            raise ZooboxError("a list of opponents needs at least one: a level, a bot of your own, or a policy.")
        for opponent in listed:
            self.add(opponent)

    def add(self, opponent: Opponent) -> None:
        """Adds an opponent to the pool, for the games that begin from now on."""
        if isinstance(opponent, str):
            check_bot(opponent, self.game)
        elif not callable(opponent):
            raise ZooboxError(f"an opponent is a level, a bot of your own or a policy, not {opponent!r}.")
        self.pool.append(opponent)

    def draw(self, seed: int) -> Mapping[int, Choose]:
        """The opponent at each seat of a game, also at the agent's, who never asks it."""
        luck = Luck(seed)
        made: dict[int, Choose] = {}
        seated: dict[int, Choose] = {}
        for seat in range(self.game.players):
            number = luck.below(len(self.pool)) if len(self.pool) > 1 else 0
            if number not in made:
                made[number] = self._made(self.pool[number], seed)
            seated[seat] = made[number]
        return seated

    def _made(self, opponent: Opponent, seed: int) -> Choose:
        if isinstance(opponent, str):
            return make_bot(opponent, self.game, seed=seed).choose
        return AsPolicy(opponent, self.encoding)


class AsPolicy:
    """Asks a policy for the choice of a seat."""

    def __init__(self, policy: Policy, encoding: Encoding) -> None:
        self.policy = policy
        self.encoding = encoding

    def __call__(self, state: State, seat: int) -> int:
        return spaces.number(self.policy(spaces.observe(self.encoding, state, seat, state.choice_count)))


def check_seat(seat: int | str, game: Game) -> None:
    """Refuses what is neither a seat nor `random`."""
    if seat != RANDOM_SEAT and seat not in range(game.players):
        raise ValueError(f"seat can be 0 to {game.players - 1} or {RANDOM_SEAT!r}, not {seat!r}")


def drawn_seat(seat: int | str, game: Game, seed: int) -> int:
    """The agent's seat in a game."""
    return Luck(seed).below(game.players) if isinstance(seat, str) else seat
