"""The player that searches."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from zoobox.bots.halving import Halving
from zoobox.bots.network import Network, Recorder
from zoobox.bots.search import Search
from zoobox.bots.tuning import Tuning, tuning_of
from zoobox.bots.values import Values
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck
from zoobox.kernel.player import Budget, Player, Thought
from zoobox.kernel.state import State

SLICE = 32
"""Simulations between two checks of the clock, fewer where they are so slow that the time would be overrun."""
NEW_DEALS = 4
"""Deals added before each slice, up to the limit of the heuristics."""
RARE = 0.12
"""A secret choice with less than this share of the visits of the most visited one is not played."""
CHECK_LEAD_EVERY = 8
"""Slices between two looks at whether the rest of the budget could change the choice."""
FOREVER = float("inf")


@dataclass(frozen=True, slots=True)
class Plan:
    """Choices that lead to the end of the game where nothing is random, and the result."""

    value: float
    choices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Expected:
    """A decision that follows immediately, the part of the tree that was built for it, and the plan from there."""

    state: State
    seat: int
    node: int
    plan: Plan


NO_PLAN = Plan(-FOREVER, ())
NO_CHOICE = -1


class Searcher(Player):
    """Searches within a budget and plays the most visited choice."""

    def __init__(
        self,
        level: str,
        game: Game,
        budget: Budget,
        seed: int | None,
        tuning: Tuning | None = None,
        network: Network | None = None,
        learned: Values | None = None,
    ) -> None:
        super().__init__(level, game, budget, seed)
        self.tuning = tuning or tuning_of(game, level)
        self.network = network
        self.learned = learned
        self.recorder: Recorder | None = None
        """If given, it takes down the positions that simulations were judged from, and how they ended."""
        self.search: Search | None = None
        self.simulations = 0
        """How many the last decision took."""
        self.plan = NO_PLAN
        """In a solo game where nothing is random: the best line of play found so far, which it follows."""
        self._expected: _Expected | None = None
        self._halving: Halving | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return (*super().__reduce__(), {"tuning": self.tuning})

    def decide(self, state: State, seat: int, luck: Luck) -> int:
        search = self._run(state, seat, luck, settle=not self._plays_draw_by_visits(state))
        results = self._ranked(search)
        choice = results[0][0]
        if self._plays_draw_by_visits(state):
            choice = _draw_by_visits(results, luck)
        elif self.plan.choices:
            choice = self.plan.choices[0]
        self._expect_next(state, seat, choice, luck)
        return choice

    def _plays_draw_by_visits(self, state: State) -> bool:
        """Whether other seats decide at the same time and could exploit a predictable decision."""
        return self.tuning.mixed and len(state.waiting) > 1

    def weigh(self, state: State, seat: int, luck: Luck) -> list[Thought]:
        results = self._ranked(self._run(state, seat, luck))
        return [Thought(choice, value, visits) for choice, visits, value in results]

    def _ranked(self, search: Search) -> list[tuple[int, int, float]]:
        """The results, best first: the most visited choice, or the one that was left by halving."""
        best = self._halving.best() if self._halving else NO_CHOICE
        return sorted(search.results(), key=lambda result: (result[0] == best, result[1], result[2]), reverse=True)

    def _run(self, state: State, seat: int, luck: Luck, settle: bool = False) -> Search:
        """Searches until the budget is spent or, with `settle`, until the rest of it could not change the choice."""
        self.stopped = False
        search = self._tree(state, seat)
        started = now = time.monotonic()
        until = started + (self.budget.seconds or FOREVER)
        most = self.budget.simulations or self.tuning.most or 1 << 60
        done = slices = 0
        self._halving = None
        while done < most:
            for _ in range(min(NEW_DEALS, search.heuristics.deal_limit - search.deal_count)):
                search.add_deal(state.redeal(seat, luck))
            count = min(_fitting(done, now - started, until - now), most - done)
            search.reserve(count)
            if self._halving:
                spent = max(done / most, (now - started) / (until - started))
                search.simulate_choice(self._halving.next_choice(spent), count, luck)
            else:
                search.simulate(count, luck)
                if self.tuning.halving:
                    self._halving = Halving(search)
            done += count
            slices += 1
            now = time.monotonic()
            if self.stopped or now >= until:
                break
            if settle and slices % CHECK_LEAD_EVERY == 0 and self._can_settle(search):
                left = float(most - done)
                if self.budget.seconds is not None:
                    left = min(left, done * (until - now) / (now - started))
                if search.lead() > left:
                    break
        self.simulations = done
        self.plan = self._better_plan(search)
        return search

    def _better_plan(self, search: Search) -> Plan:
        value, choices = search.best_line()
        return Plan(value, tuple(choices)) if value > self.plan.value else self.plan

    def _can_settle(self, search: Search) -> bool:
        """Not while choices share simulations, nor in a solo game without luck before a way to its goal is known."""
        if self._halving:
            return False
        return not search.is_deterministic or self._better_plan(search).value >= self.heuristics.GOAL

    def _tree(self, state: State, seat: int) -> Search:
        """The tree of the last decision where this one follows from it, otherwise a new one."""
        if self.search is None:
            self.search = Search(state, self.heuristics, self.tuning, self.network, self.learned)
            self.search.recorder = self.recorder
        expected, self._expected = self._expected, None
        self.plan = NO_PLAN
        if expected is None or expected.seat != seat or expected.state.view(seat) != state.view(seat):
            self.search.reset(seat)
            return self.search
        self.plan = expected.plan
        if expected.node < 0 or self.search.full():
            self.search.reset(seat)
        else:
            self.search.move_root(expected.node)
        return self.search

    def _expect_next(self, state: State, seat: int, choice: int, luck: Luck) -> None:
        """Keeps the part of the tree for the seat's next decision, unless something is revealed before."""
        assert self.search is not None
        if not self.tuning.reuse or state.waiting != (seat,):
            return
        after = state.redeal(seat, luck)
        reveals = after.reveals
        node = self.search.decision_node()
        legal = [choice]
        steps = 0
        while len(legal) == 1:
            node = self.search.child_after(node, legal[0], 0) if node >= 0 else node
            after.apply(seat, legal[0])
            steps += 1
            if after.reveals != reveals or after.waiting != (seat,):
                return
            legal = after.legal(seat)
        plan = Plan(self.plan.value, self.plan.choices[steps:]) if self.plan.choices else NO_PLAN
        self._expected = _Expected(after, seat, node, plan)


def _fitting(done: int, spent: float, left: float) -> int:
    """The simulations of the next slice, judged by the time that those before it took."""
    if left == FOREVER:
        return SLICE
    if not done:
        return 1
    return max(1, min(SLICE, int(done * left / max(spent, 1e-6))))


def _draw_by_visits(results: list[tuple[int, int, float]], luck: Luck) -> int:
    """A random choice, with the share of visits as its probability, so that a secret cannot be predicted."""
    likely = [result for result in results if result[1] >= RARE * results[0][1]]
    number = luck.below(max(1, sum(result[1] for result in likely)))
    for choice, visits, _ in likely:
        number -= visits
        if number < 0:
            return choice
    return likely[0][0]
