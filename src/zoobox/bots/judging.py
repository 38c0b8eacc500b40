"""Judging a decision: what each option was worth, how sure that is, and what a choice made at random would be worth.

The best judge there is: the solution where the game is solved, everything that can follow where little is left, and
otherwise the search of the strongest level. The search first finds the best option, then plays it and the one that was
chosen equally often; only those simulations are compared, so that the winner of a search is not flattered.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from zoobox.bots.endings import exact_values
from zoobox.bots.levels import player, strongest_level
from zoobox.bots.search import Search
from zoobox.bots.searcher import NEW_DEALS, SLICE, Searcher
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck
from zoobox.kernel.player import Budget
from zoobox.kernel.state import State

FINDING = 0.45
"""The part of a budget that looks for the best option."""
COMPARING = 0.95
"""Up to there it is compared with the one chosen; what is left estimates a choice made at random."""
RANDOM_OPTIONS = 12
NETWORK_ERROR = 0.001
"""How far the values of a solved game are off where only its network is there."""
LISTED = 5
LEAST_SLICES = 6
"""Slices of simulations in which each of two options is compared, at least."""
NOTHING = (0, 0.0)
LEAST_EFFORT = 0.1


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a decision, with the payoff expected of it and the standard error of that."""

    choice: int
    value: float
    error: float


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a decision was worth to the seat that made it."""

    number: int
    """How many decisions came before it."""
    seat: int
    chosen: int
    best: int
    """The best alternative, or what was chosen if nothing better is known."""
    value: float
    """What was chosen is worth: the chance to win, alone the payoff."""
    best_value: float
    lost: float
    """How much better the best was; 0 where the difference is not larger than its standard error."""
    error: float
    """The standard error of that difference."""
    random: float
    """What a choice made at random would have been worth."""
    chances: tuple[float, ...]
    """For each seat before the decision, everybody playing on as well as the judge knows."""
    options: tuple[Option, ...]
    """The best known ones, best first, and the one chosen."""
    exact: bool
    line: tuple[int, ...] = ()
    """Alone, where nothing is random: the choices that lead to the best value."""

    def chances_after(self) -> tuple[float, ...]:
        """For each seat after the decision: what it gave away is divided equally among the others."""
        gift = self.lost / max(1, len(self.chances) - 1)
        return tuple(self.value if seat == self.seat else chance + gift for seat, chance in enumerate(self.chances))

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Judgement:
        options = tuple(Option(**option) for option in given["options"])
        line = tuple(given.get("line", ()))
        return cls(**{**given, "chances": tuple(given["chances"]), "options": options, "line": line})


class Judge:
    """Judges decisions of one game, within a budget for each."""

    def __init__(self, game: Game, budget: Budget, seed: int = 1) -> None:
        self.game = game
        self.budget = budget
        self.seed = seed
        solver = game.solver
        self.solver = solver.player(game, seed) if solver is not None and solver.why_not(game) is None else None
        searcher = player(strongest_level(game), game, seed=seed)
        assert isinstance(searcher, Searcher)
        if searcher.learned is not None:  # no number of simulations tells the errors of what it learned
            searcher = player("director", game, seed=seed)
            assert isinstance(searcher, Searcher)
        self.searcher = searcher
        self.number = self.seat = 0
        self.scores: dict[bytes, float] = {}
        """What endings were found to be worth to a seat by itself; see `exact_values`."""
        self.effort = 1.0
        """Halved whenever an ending was too large, so that those of one game do not take too long."""

    def judge(
        self, state: State, seat: int, chosen: int | None = None, near_end: bool = False, number: int = 0
    ) -> Judgement:
        """Without a choice, the two best options are compared; `near_end` tries whether everything can be looked at."""
        self.number, self.seat = number, seat
        if chosen is not None and not state.is_legal_choice(seat, chosen):
            raise self.game.refusal(state, seat, chosen)
        values: dict[int, float] | None = None
        exact, error = True, 0.0
        if self.solver is not None:
            values = {thought.choice: thought.value for thought in self.solver.think(state, seat)}
            exact = self.solver.exact
            error = 0.0 if exact else NETWORK_ERROR
        elif near_end:
            values = exact_values(state, seat, self.searcher.heuristics, scores=self.scores, effort=self.effort)
            self.effort = 1.0 if values is not None else max(LEAST_EFFORT, self.effort / 2)
        if values is None:
            return self._by_search(state, seat, chosen)
        return self._by_values(state, seat, chosen, values, exact, error)

    def _judgement(self, made: Option, best: Option, *rest: Any) -> Judgement:
        return Judgement(self.number, self.seat, made.choice, best.choice, made.value, best.value, *rest)

    def _by_values(
        self, state: State, seat: int, chosen: int | None, values: dict[int, float], exact: bool, error: float
    ) -> Judgement:
        options = sorted((Option(choice, value, error) for choice, value in values.items()), key=lambda one: -one.value)
        made = _second(options) if chosen is None else next(one for one in options if one.choice == chosen)
        best = made if options[0].value - made.value <= error and chosen is not None else options[0]
        return self._judgement(
            made,
            best,
            best.value - made.value,
            error,
            min(best.value, sum(values.values()) / len(values)),
            _shares(state.players, seat, best.value, []),
            tuple(options),
            exact,
        )

    def _by_search(self, state: State, seat: int, chosen: int | None) -> Judgement:
        searcher = self.searcher
        luck = Luck(self.seed)
        known = searcher._known(state, seat, luck)
        tuning = replace(searcher.tuning, margin=0.0)
        search = Search(known, searcher.heuristics, tuning, searcher.network)
        search.reset(seat)
        if search.is_deterministic:
            return self._by_lines(search, known, seat, chosen, luck)
        clock = _Clock(self.budget)

        def more(first: int | None = None) -> None:
            for _ in range(min(NEW_DEALS, search.heuristics.deal_limit - search.deal_count)):
                search.add_deal(known.redeal(seat, luck))
            search.reserve(SLICE)
            if first is None:
                search.simulate(SLICE, luck)
            else:
                search.simulate_choice(first, SLICE, luck)
            clock.done += SLICE

        while clock.part() < FINDING:
            more()
        found = sorted(search.results(), key=lambda result: (result[1], result[2]), reverse=True)
        rivals = [found[0][0]]
        other = chosen if chosen is not None else (found[1][0] if len(found) > 1 else rivals[0])
        if other not in rivals:
            rivals.append(other)
        means: dict[int, list[float]] = {rival: [] for rival in rivals}
        while clock.part() < COMPARING or len(means[rivals[0]]) < LEAST_SLICES:
            for rival in rivals:
                before = _sums(search).get(rival, NOTHING)
                more(rival)
                means[rival].append(_mean_since(before, _sums(search)[rival]))
        compared = {rival: _option(rival, means[rival]) for rival in rivals}
        random = self._random(search, state, seat, luck)
        best, made = compared[rivals[0]], compared[other]
        if made.value > best.value:
            best = made
        error = math.hypot(best.error, made.error) if best is not made else 0.0
        lost = best.value - made.value
        if chosen is not None and lost <= error:
            best, lost = made, 0.0
        listed = [
            compared.get(choice) or Option(choice, value, _error(value, visits))
            for choice, visits, value in sorted(found, key=lambda result: -result[1])[:LISTED]
        ]
        if all(option.choice != made.choice for option in listed):
            listed.append(made)
        return self._judgement(
            made,
            best,
            lost,
            error,
            min(random, best.value),
            _shares(state.players, seat, best.value, search.mean_values()),
            tuple(sorted(listed, key=lambda option: -option.value)),
            False,
        )

    def _random(self, search: Search, state: State, seat: int, luck: Luck) -> float:
        """The mean payoff of options drawn at random, each tried a little."""
        legal = state.legal(seat)
        drawn = (
            legal if len(legal) <= RANDOM_OPTIONS else [legal[luck.below(len(legal))] for _ in range(RANDOM_OPTIONS)]
        )
        total = 0.0
        for choice in drawn:
            before = _sums(search).get(choice, NOTHING)
            search.simulate_choice(choice, SLICE, luck)
            total += _mean_since(before, _sums(search)[choice])
        return total / len(drawn)

    def _by_lines(self, search: Search, known: State, seat: int, chosen: int | None, luck: Luck) -> Judgement:
        """Alone, where nothing is random: the best line of play found, which anybody can play after it."""
        clock = _Clock(self.budget)
        search.add_deal(known)
        while clock.part() < 1:
            search.reserve(SLICE)
            search.simulate(SLICE, luck)
            clock.done += SLICE
        value, line = search.best_line()
        best = Option(line[0], value, 0.0) if line else Option(known.legal(seat)[0], value, 0.0)
        made = best if chosen is None or chosen == best.choice else Option(chosen, value, 0.0)
        options = tuple(Option(choice, mean, 0.0) for choice, visits, mean in search.results() if visits)
        random = sum(option.value for option in options) / len(options)
        return self._judgement(made, best, 0.0, 0.0, min(random, value), (value,), (best,), False, tuple(line))


class _Clock:
    """How much of a budget is used."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.started = time.monotonic()
        self.done = 0
        if budget.seconds is None and budget.simulations is None:
            raise ZooboxError("a judge needs a budget: simulations or seconds for each decision.")

    def part(self) -> float:
        part = 0.0
        if self.budget.seconds is not None:
            part = (time.monotonic() - self.started) / self.budget.seconds
        if self.budget.simulations is not None:
            part = max(part, self.done / self.budget.simulations)
        return part


def _sums(search: Search) -> dict[int, tuple[int, float]]:
    return {choice: (visits, visits * value) for choice, visits, value in search.results()}


def _mean_since(before: tuple[int, float], after: tuple[int, float]) -> float:
    """The mean over the simulations between two moments; an option that took the place of another began again."""
    if after[0] <= before[0]:
        before = NOTHING
    return (after[1] - before[1]) / (after[0] - before[0])


def _option(choice: int, means: Sequence[float]) -> Option:
    """The mean of several slices of simulations, with the standard error that their spread tells."""
    value = sum(means) / len(means)
    spread = sum((mean - value) ** 2 for mean in means) / (len(means) - 1)
    return Option(choice, min(1.0, max(0.0, value)), math.sqrt(spread / len(means)))


def _error(value: float, visits: int) -> float:
    """The standard error of a share; never quite 0, since a few equal results prove nothing."""
    held = min(max(value, 0.0), 1.0)
    return math.sqrt((held * (1 - held) + 1 / (visits + 4)) / (visits + 4))


def _second(options: Sequence[Option]) -> Option:
    return options[1] if len(options) > 1 else options[0]


def _shares(players: int, seat: int, value: float, means: Sequence[float]) -> tuple[float, ...]:
    """The chances of all seats, where the judge knows that of one and, roughly, those of the others."""
    if players == 1:
        return (value,)
    others = [max(1e-6, means[other]) if means else 1.0 for other in range(players) if other != seat]
    left = (1.0 - value) / sum(others)
    found = [left * share for share in others]
    found.insert(seat, value)
    return tuple(found)
