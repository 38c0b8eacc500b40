"""The level champion: the search guided by what was learned about the game, or, in a solo game in which nothing is
random, a plan of the whole game.

What was learned lies in the game's folder: networks in `champion.npz` or `values.npz`, weights of its heuristics in
`champion.toml`, all by number of players. docs/learning.md tells how they were made.
"""

from __future__ import annotations

import hashlib
import time
import tomllib
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from zoobox.bots import network
from zoobox.bots.network import load_network, usual_path
from zoobox.bots.planner import Planner
from zoobox.bots.searcher import FOREVER, NO_PLAN, Plan, Searcher
from zoobox.bots.tuning import tuning_of
from zoobox.bots.values import has_values, load_values, values_path
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck
from zoobox.kernel.player import Budget, Player, Thought
from zoobox.kernel.state import State

NAME = "champion"
SLICE = 16
"""Positions a planner plays on from between two looks at the clock."""
WEIGHTS = "champion.toml"
"""In a game's folder: learned weights, under the numbers of players they are for."""


class Champion(Searcher):
    """Searches with the values, the network or the weights that are installed with the game."""

    def __init__(self, level: str, game: Game, budget: Budget, seed: int | None) -> None:
        weights = learned_weights(game)
        values = load_values(game, values_path(game)) if has_values(game, values_path(game)) else None
        network = None if weights or values else load_network(game, usual_path(game))
        super().__init__(level, game, budget, seed, network=network, learned=values)
        if weights:
            self.heuristics = game.heuristics(weights)


class PlanningChampion(Searcher):
    """Plans a solo game in which nothing is random to its end, and goes on planning while it plays."""

    def __init__(self, level: str, game: Game, budget: Budget, seed: int | None) -> None:
        super().__init__(level, game, budget, seed)
        self.planner: Planner | None = None
        self._followed: tuple[State, list[int]] | None = None
        """The position of the next decision if the plan is followed, and the choices up to there."""

    def decide(self, state: State, seat: int, luck: Luck) -> int:
        self.plan = self._planned(state, luck, self.budget)
        choice = self.plan.choices[0] if self.plan.choices else self._best_looking(state, seat)
        self._expect(state, seat, choice)
        return choice

    def weigh(self, state: State, seat: int, luck: Luck) -> list[Thought]:
        """Half of the time goes into the plan, half into a search that compares the choices."""
        whole = self.budget
        self.budget = _half(whole)
        try:
            plan = self._planned(state, luck, self.budget)
            thoughts = super().weigh(state, seat, luck)
        finally:
            self.budget = whole
        if plan.value > self.plan.value:
            self.plan = plan
        return thoughts

    def _planned(self, state: State, luck: Luck, budget: Budget) -> Plan:
        """The best line that could be found within the budget; a simulation is one turn, played in one way."""
        self.stopped = False
        until = time.monotonic() + (budget.seconds or FOREVER)
        planner = self._planner(state)
        most = -(-budget.simulations // planner.ways) if budget.simulations else 1 << 60
        left, before = most, planner.explored
        while left > 0 and planner.explore(min(SLICE, left), luck):
            left -= SLICE
            if self.stopped or time.monotonic() >= until:
                break
        self.simulations = (planner.explored - before) * planner.ways
        value, line = planner.best_line()
        return Plan(value, tuple(line)) if line else NO_PLAN

    def _planner(self, state: State) -> Planner:
        """What was planned before where the game followed it, otherwise a new plan."""
        followed, self._followed = self._followed, None
        if self.planner is None:
            heuristics = self.game.heuristics(self.heuristics.PLAN_WEIGHTS)
            self.planner = Planner(state, heuristics, tuning_of(self.game, NAME))
        elif followed is not None and followed[0].view(0) == state.view(0):
            self.planner.follow(state, followed[1])
        else:
            self.planner.reset(state)
        return self.planner

    def _best_looking(self, state: State, seat: int) -> int:
        legal = state.legal(seat)
        priors = self.heuristics.priors(state, seat, legal)
        return legal[priors.index(max(priors))]

    def _expect(self, state: State, seat: int, choice: int) -> None:
        """Keeps where the game stands at the next decision that has more than one answer."""
        after = state.copy()
        taken = []
        legal = [choice]
        while len(legal) == 1:
            after.apply(seat, legal[0])
            taken += legal
            legal = [] if after.over else after.legal(seat)
        self._followed = (after, taken)


def _half(budget: Budget) -> Budget:
    return Budget(
        max(1, budget.simulations // 2) if budget.simulations else None, budget.seconds / 2 if budget.seconds else None
    )


def make(level: str, game: Game, budget: Budget, seed: int | None) -> Player:
    """The champion of a configuration; of a solved game, whoever plays its solution."""
    if game.solver is not None and is_solved(game):
        return game.solver.player(game, seed or 0)
    kind = PlanningChampion if can_plan(game) else Champion
    return kind(level, game, budget, seed)


def is_solved(game: Game) -> bool:
    """Whether the solution of this configuration can be played here."""
    return game.solver is not None and game.solver.why_not(game) is None


def can_plan(game: Game) -> bool:
    """Whether a game is played alone, without luck, and its heuristics know its stages."""
    return game.players == 1 and game.heuristics_class().HAS_STAGES and game.heuristics().choices_known


def learned_weights(game: Game) -> dict[str, float]:
    """The weights that were learned for a game with so many players; empty without any."""
    stored = _stored_weights(game.folder / WEIGHTS)
    return next((weights for numbers, weights in stored.items() if str(game.players) in numbers.split()), {})


@cache
def _stored_weights(path: Path) -> dict[str, dict[str, float]]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def learned_fingerprint(game: Game) -> str:
    """Tells what the champion of a game has learned from what it knew before; empty without any."""
    files = [path for path in (usual_path(game), game.folder / WEIGHTS, values_path(game)) if path.exists()]
    return hashlib.blake2b(b"".join(map(Path.read_bytes, files)), digest_size=5).hexdigest() if files else ""


def why_not(game: Game) -> str | None:
    """Why there is no champion of a game, in a sentence; None when there is one."""
    if can_plan(game) or is_solved(game):
        return None
    if learned_weights(game) or (find_spec("numpy") is not None and has_values(game, values_path(game))):
        return network.why_not_this_box(game)
    return network.why_not(game)
