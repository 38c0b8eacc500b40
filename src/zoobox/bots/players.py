"""What every player has in common, and the two that do not search."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from zoobox.bots.tuning import heuristics_of
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import SEED_BITS, Game
from zoobox.kernel.heuristics import NEVER
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

    def __init__(self, level: str, game: Game, budget: Budget, seed: int | None) -> None:
        if seed is not None and (type(seed) is not int or seed < 0):
            raise ZooboxError(f"a bot's seed is a whole number from 0 on, not {seed!r}.")
        self.level = level
        self.game = game
        self.budget = budget
        self.seed = secrets.randbits(SEED_BITS) if seed is None else seed
        self.heuristics = heuristics_of(game)
        self.decisions = 0
        self.stopped = False

    def choose(self, state: State, seat: int) -> int:
        """The id of the choice it makes for the seat; the state itself is left alone."""
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
        """One of several choices, in a state in which all that the seat cannot know was dealt anew."""

    @abstractmethod
    def weigh(self, state: State, seat: int, luck: Luck) -> list[Thought]:
        """What it thinks of the choices of such a state, best first."""

    def _known(self, state: State, seat: int, luck: Luck) -> State:
        """The state as far as the seat knows it: all else dealt anew, secret decisions of others still to be made."""
        known = state.redeal(seat, luck)
        self.heuristics.forget_secret_decisions(known, seat)
        return known

    def _next_luck(self) -> Luck:
        """Luck for one decision, from the seed and the number of the decision."""
        self.decisions += 1
        return Luck(self.seed + (self.decisions << 64))

    def _check_turn(self, state: State, seat: int) -> None:
        if state.game is not self.game and state.game != self.game:
            raise ZooboxError(f"this bot plays {self.game!r}, not {state.game!r}.")
        if not isinstance(seat, int) or seat not in state.waiting:
            raise self.game.refusal(state, seat, -1)

    def __reduce__(self) -> tuple[Any, ...]:
        from zoobox.bots.levels import player

        return _revive, (player, self.level, self.game, self.budget, self.seed, self.decisions)


def _revive(make: Any, level: str, game: Game, budget: Budget, seed: int, decisions: int) -> Player:
    revived: Player = make(level, game, simulations=budget.simulations, seconds=budget.seconds, seed=seed)
    revived.decisions = decisions
    return revived


class Visitor(Player):
    """Random, but for needless blunders."""

    def decide(self, state: State, seat: int, luck: Luck) -> int:
        sensible = [thought.choice for thought in self.weigh(state, seat, luck) if thought.value > 0]
        return sensible[luck.below(len(sensible))]

    def weigh(self, state: State, seat: int, luck: Luck) -> list[Thought]:
        legal = state.legal(seat)
        priors = self.heuristics.priors(state, seat, legal)
        sensible = [prior > NEVER for prior in priors]
        if not any(sensible):
            sensible = [True] * len(legal)
        thoughts = [Thought(choice, sane / state.players, 0) for choice, sane in zip(legal, sensible, strict=True)]
        return sorted(thoughts, key=lambda thought: thought.value, reverse=True)


class Keeper(Player):
    """Looks at each choice with the game's own heuristics and takes what looks best; ties are drawn."""

    def decide(self, state: State, seat: int, luck: Luck) -> int:
        legal = state.legal(seat)
        scores = self.heuristics.priors(state, seat, legal)
        best = max(scores)
        equal = [choice for choice, score in zip(legal, scores, strict=True) if score == best]
        return equal[luck.below(len(equal))]

    def weigh(self, state: State, seat: int, luck: Luck) -> list[Thought]:
        """The choices in the order of their looks, each with what the position after it is worth."""
        heuristics = self.heuristics
        legal = state.legal(seat)
        scores = dict(zip(legal, heuristics.priors(state, seat, legal), strict=True))
        thoughts = []
        for choice in sorted(legal, key=lambda choice: -scores[choice]):
            after = state.copy()
            after.apply(seat, choice)
            value = after.payoff_of(seat) if after.over else heuristics.evaluate(after, seat)
            thoughts.append(Thought(choice, value, 1))
        return thoughts
