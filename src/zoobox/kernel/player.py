"""Players: what every bot has in common, and the levels by whose names people ask for them.

The bots that play every game are in `zoobox.bots`. A game may have levels of its own (`Game.levels`).
"""

from __future__ import annotations

import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import SEED_BITS, Game
from zoobox.kernel.integers import whole_number, whole_seed
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import State


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a player may think about one decision: simulations, seconds, or whichever ends first."""

    simulations: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.simulations is not None and (type(self.simulations) is not int or self.simulations < 1):
            raise ZooboxError(f"a bot needs at least 1 simulation to think with, not {self.simulations!r}.")
        if self.seconds is not None and (isinstance(self.seconds, bool) or not 0 < self.seconds < 3600):
            raise ZooboxError(f"a bot thinks for more than 0 and less than 3600 seconds, not {self.seconds!r}.")


@dataclass(frozen=True, slots=True)
class Thought:
    """What a player thinks of one choice."""

    choice: int
    value: float
    """The estimated share of the win, or in a solo game the estimated payoff."""
    visits: int
    """How many simulations began with it."""


class Player(ABC):
    """One bot in one game. With a seed and a number of simulations it repeats itself exactly."""

    exact = False
    """Whether its values are exact, as they are in a solved game."""

    def __init__(self, level: str, game: Game, budget: Budget, seed: int | None) -> None:
        self.level = level
        self.game = game
        self.budget = budget
        self.seed = secrets.randbits(SEED_BITS) if seed is None else whole_seed(seed)
        self.heuristics = game.heuristics()
        self.decisions = 0
        self.stopped = False

    def choose(self, state: State, seat: int) -> int:
        """The id of the choice it makes for the seat; the state itself is not changed."""
        self._check_turn(state, seat)
        luck = self._next_luck()
        legal = state.legal(seat)
        if len(legal) == 1:
            return legal[0]
        return self.decide(self._known(state, seat, luck), seat, luck)

    def think(self, state: State, seat: int) -> list[Thought]:
        """What it thinks of the seat's choices, best first."""
        self._check_turn(state, seat)
        luck = self._next_luck()
        return self.weigh(self._known(state, seat, luck), seat, luck)

    def stop(self) -> None:
        """Ends the thinking that is under way, from another thread; the player answers with what it has."""
        self.stopped = True

    @abstractmethod
    def decide(self, state: State, seat: int, luck: Luck) -> int:
        """One of several choices, in a state in which all that the seat cannot know has been re-randomised."""

    @abstractmethod
    def weigh(self, state: State, seat: int, luck: Luck) -> list[Thought]:
        """What it thinks of the choices of such a state, best first."""

    def _known(self, state: State, seat: int, luck: Luck) -> State:
        """The state as the seat knows it: the rest re-randomised, secret decisions of others still to be made."""
        known = state.redeal(seat, luck)
        self.heuristics.forget_secret_decisions(known, seat)
        return known

    def _next_luck(self) -> Luck:
        """Random numbers for one decision, from the seed and the number of the decision."""
        self.decisions += 1
        return Luck(self.seed + (self.decisions << 64))

    def _check_turn(self, state: State, seat: int) -> None:
        if state.game is not self.game and state.game != self.game:
            raise ZooboxError(f"this bot plays {self.game!r}, not {state.game!r}.")
        if whole_number(seat) not in state.waiting:
            raise self.game.refusal(state, seat, -1)

    def __reduce__(self) -> tuple[Any, ...]:
        made = type(self), self.level, self.game, self.budget, self.seed
        return _restore, (*made, self.decisions, dict(self.heuristics.weights))


def _restore(
    kind: type[Player], level: str, game: Game, budget: Budget, seed: int, decisions: int, weights: dict[str, float]
) -> Player:
    player = kind(level, game, budget, seed)
    player.decisions = decisions
    player.heuristics = game.heuristics(weights)
    return player


def plays_all(game: Game) -> str | None:
    """Most levels play every game."""
    return None


@dataclass(frozen=True, slots=True)
class Level:
    """One strength of play."""

    name: str
    summary: str
    make: Callable[[str, Game, Budget, int | None], Player]
    budget: Budget
    """What it thinks with when nothing else is asked for."""
    why_not: Callable[[Game], str | None] = plays_all
    """Why it cannot play a game, in a sentence; None when it can."""


Listener = Callable[[State, int, int, float], None]
"""Called with every decision before it is carried out: the state, the seat, its choice, the seconds it took."""


def play_game(state: State, players: Sequence[Player], listener: Listener | None = None, limit: int = 1 << 60) -> int:
    """Lets players play a state to its end, at most `limit` decisions, and returns how many they made."""
    decisions = 0
    while not state.over and decisions < limit:
        seat = state.first_waiting()
        begun = time.perf_counter()
        choice = players[seat].choose(state, seat)
        if listener is not None:
            listener(state, seat, choice, time.perf_counter() - begun)
        state.apply(seat, choice)
        decisions += 1
    return decisions
