"""The review of a game that was played: chances, what each decision gave away, luck and skill, turning points.

`review` judges the decisions and yields what it has, growing; `Review` holds what can be told of it. docs/coach.md says
how accuracy and luck are computed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from zoobox.bots.judging import Judge, Judgement
from zoobox.kernel.game import Game
from zoobox.kernel.origin import decide, replay_decisions
from zoobox.kernel.player import Budget
from zoobox.kernel.record import Replay
from zoobox.kernel.state import State

SECONDS = 32.0
"""What a review takes, on two cores, if nothing else is asked for."""
CORES = 2
LONGEST, SHORTEST = 2.0, 0.02
"""Seconds for one decision."""
LAST_DECISIONS = 12
"""Of so many decisions before the end it is tried whether everything that can follow can be looked at."""
TURNING_POINTS = 3
WORTH_NAMING = 0.02
"""A smaller change of a chance is no turning point, and nothing to learn from."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A moment at which the game changed: by a decision, or by luck."""

    number: int
    seat: int
    """Who decided, or whom luck helped most."""
    by_luck: bool
    change: float
    judged: Judgement
    later: float
    """What the seat that decided has after it."""


@dataclass(frozen=True, slots=True)
class Account:
    """Where a seat's result comes from, in winning chance (alone, in payoff).

    start + luck + own + others + rest = result.
    """

    seat: int
    start: float
    result: float
    luck: float
    """What came to light brought it; 0 in a game without luck and without anything hidden."""
    own: float
    """What its own decisions gave away, at most 0."""
    others: float
    """What the decisions of others gave to it."""
    rest: float
    """How much the judge's estimates changed where nothing came to light: errors of the judge."""
    error: float
    """The standard error of what decisions gave away, of all seats together."""
    accuracy: float | None
    """100: nothing was given away. 0: as much as by choosing at random. None without decisions."""
    decisions: int


@dataclass
class Review:
    """A review, perhaps not complete yet."""

    game: Game
    past: list[tuple[int, int]]
    payoffs: tuple[float, ...] | None
    """The result; None for a game that was not finished."""
    judged: dict[int, Judgement] = field(default_factory=dict)
    total: int = 0
    """How many decisions there are to judge."""
    lucky: frozenset[int] = frozenset()
    """Decisions after which luck was drawn or something hidden came to light."""
    secret: frozenset[int] = frozenset()
    """Decisions made while others decided too."""
    notes: list[str] = field(default_factory=list)

    @property
    def complete(self) -> bool:
        return len(self.judged) >= self.total

    def in_order(self) -> list[Judgement]:
        """The decisions judged so far; alone, where nothing is random, with what is known from those behind them."""
        found = [self.judged[number] for number in sorted(self.judged)]
        if self.game.players == 1 and not self.lucky and self.payoffs is not None:
            return _linked(_with_lines(found, self.past), self.payoffs[0])
        return found

    def chances(self) -> list[tuple[float, ...] | None]:
        """Every seat's chance at each moment, from the start to the end; None where nothing was judged yet."""
        moments: list[tuple[float, ...] | None] = [None] * (len(self.past) + 1)
        for one in self.in_order():
            moments[one.number] = one.chances
        if self.payoffs is not None:
            moments[-1] = self.payoffs
        for number in range(len(self.past) - 1, -1, -1):
            if moments[number] is None and number not in self.lucky:
                moments[number] = moments[number + 1]
        for one in self.in_order():
            if moments[one.number + 1] is None:
                moments[one.number + 1] = one.chances_after()
        for number in range(1, len(moments)):
            if moments[number] is None:
                moments[number] = moments[number - 1]
        return moments

    def accounts(self) -> list[Account]:
        """Luck and skill of every seat, over the decisions judged so far."""
        players = self.game.players
        found = self.in_order()
        moments = [chances for chances in self.chances() if chances is not None]
        if not moments:
            return []
        luck, rest = [0.0] * players, [0.0] * players
        # Where seats decide at once, each is judged from what it knows: the difference is what was hidden.
        hidden = self.lucky | self.secret
        for _, changes, span in self._changes():
            for seat, change in enumerate(changes):
                (rest if hidden.isdisjoint(span) else luck)[seat] += change
        error = math.sqrt(sum(one.error**2 for one in found))
        accounts = []
        for seat in range(players):
            own = -sum(one.lost for one in found if one.seat == seat)
            others = sum(one.lost for one in found if one.seat != seat) / max(1, players - 1)
            start, result = moments[0][seat], moments[-1][seat]
            mine = [one for one in found if one.seat == seat]
            at_random = sum(max(0.0, one.best_value - one.random) for one in mine)
            accuracy = 100 * max(0.0, 1 + own / at_random) if at_random > 0 else (100.0 if mine else None)
            accounts.append(
                Account(seat, start, result, luck[seat], own, others, rest[seat], error, accuracy, len(mine))
            )
        return accounts

    def _changes(self) -> Iterator[tuple[Judgement, tuple[float, ...], range]]:
        """How the chances changed after each decision judged, and the decisions from it to before the next one judged.

        What the decision itself gave away is not counted.
        """
        found = self.in_order()
        moments = self.chances()
        for index, one in enumerate(found):
            until = found[index + 1].number if index + 1 < len(found) else len(self.past)
            later = moments[until]
            assert later is not None, "chances are known from the first judged decision on"
            changes = tuple(then - now for then, now in zip(later, one.chances_after(), strict=True))
            yield one, changes, range(one.number, until)

    def turning_points(self) -> list[TurningPoint]:
        """The largest changes, in the order of the game."""
        points = []
        for one, changes, span in self._changes():
            if one.lost >= WORTH_NAMING:
                points.append(TurningPoint(one.number, one.seat, False, one.lost, one, one.value))
            helped = max(range(self.game.players), key=lambda seat: changes[seat])
            change = abs(changes[helped])
            if not self.lucky.isdisjoint(span) and change >= max(WORTH_NAMING, 2 * one.error):
                points.append(TurningPoint(one.number, helped, True, change, one, one.value + changes[one.seat]))
        largest = sorted(points, key=lambda point: -point.change)[:TURNING_POINTS]
        return sorted(largest, key=lambda point: point.number)

    def mistakes(self, seat: int) -> list[Judgement]:
        """Decisions of the seat that gave away something worth naming."""
        return [one for one in self.in_order() if one.seat == seat and one.lost >= WORTH_NAMING]

    def state_before(self, origin: Any, number: int) -> State:
        return replay_decisions(self.game, origin, self.past[:number])

    def as_json(self) -> dict[str, Any]:
        """Everything, as plain values."""
        return {
            "game": self.game.configuration(),
            "complete": self.complete,
            "judged": len(self.judged),
            "decisions": self.total,
            "notes": list(self.notes),
            "result": list(self.payoffs) if self.payoffs is not None else None,
            "chances": [list(chances) if chances else None for chances in self.chances()],
            "seats": [asdict(account) for account in self.accounts()],
            "turning_points": [
                {"number": one.number, "seat": one.seat, "by_luck": one.by_luck, "change": one.change}
                for one in self.turning_points()
            ],
            "all": [one.as_json() for one in self.in_order()],
        }


def _with_lines(found: list[Judgement], past: Sequence[tuple[int, int]]) -> list[Judgement]:
    """A line of play that was found earlier and followed so far is known later, too, even if it is not found again."""
    known: list[Judgement] = []
    best: Judgement | None = None
    for one in found:
        if best is not None:
            played = tuple(choice for _, choice in past[best.number : one.number])
            rest = best.line[len(played) :]
            if best.line[: len(played)] != played or not rest:
                best = None
            elif best.best_value > one.best_value:
                one = replace(one, best=rest[0], best_value=best.best_value, line=rest)
        if best is None or one.best_value > best.best_value:
            best = one if one.line else None
        known.append(one)
    return known


def _linked(found: list[Judgement], result: float) -> list[Judgement]:
    """Alone without luck, what was reached later was possible before: values never fall from the end to the start."""
    linked: list[Judgement] = []
    later = result
    for one in reversed(found):
        best = max(one.best_value, later)
        lost = best - later
        linked.append(
            replace(
                one,
                best=one.best if lost > 0 else one.chosen,
                value=later,
                best_value=best,
                lost=lost,
                error=0.0,
                random=min(one.random, later),
                chances=(best,),
                line=one.line if lost > 0 else (),
            )
        )
        later = best
    linked.reverse()
    return linked


def begin(again: Replay) -> Review:
    """A review of a replayed record in which nothing is judged yet."""
    game, past = again.game, again.state.past
    state = again.at(0)
    to_judge, lucky, secret = 0, set(), set()
    for number, (seat, choice) in enumerate(past):
        to_judge += len(state.legal(seat)) > 1
        if len(state.waiting) > 1:
            secret.add(number)
        reveals = state.reveals
        decide(state, seat, choice)
        if state.reveals != reveals:
            lucky.add(number)
    payoffs = tuple(state.payoff_of(seat) for seat in range(game.players)) if state.over else None
    return Review(
        game,
        past,
        payoffs,
        total=to_judge,
        lucky=frozenset(lucky),
        secret=frozenset(secret),
        notes=list(again.notes),
    )


def decisions_to_judge(again: Replay) -> list[int]:
    """The decisions with more than one choice, in the order in which they are best judged.

    In a solved game from first to last, since what is known of a round serves all its decisions; else coarse first.
    """
    state = again.at(0)
    numbers = []
    for number, (seat, choice) in enumerate(again.state.past):
        if len(state.legal(seat)) > 1:
            numbers.append(number)
        decide(state, seat, choice)
    solver = again.game.solver
    if solver is not None and solver.why_not(again.game) is None:
        return numbers
    return [number for step in range(4) for number in numbers[_FIRST[step] :: 4]]


_FIRST = (0, 2, 1, 3)
"""A growing review shows the whole game early: every fourth decision first."""


def budget_for(decisions: int, seconds: float = SECONDS, cores: int = CORES) -> Budget:
    """The time for each decision, so that all of them take about so many seconds."""
    each = 0.85 * seconds * cores / max(1, decisions)
    return Budget(seconds=min(LONGEST, max(SHORTEST, each)))


def before_decision(again: Replay, number: int) -> State:
    """The state in which a decision is judged: what others decided meanwhile, hidden from its seat, is still to come.

    Seats that decide at the same time do so independently of each other, so their decisions can be left out, unless
    luck was drawn: then the state is as it was.
    """
    past = again.state.past
    seat, _ = past[number]
    state = again.at(0)
    begun, before = 0, state.copy()
    left_out: list[int] = []
    waiting = state.waiting
    for index in range(number):
        luck = state.word(0)
        decide(state, *past[index], index + 1)
        if state.word(0) != luck or not set(state.waiting) <= set(waiting):
            begun, before, left_out = index + 1, state.copy(), []
        elif past[index][0] != seat and len(waiting) > 1:
            left_out.append(index)
        waiting = state.waiting
    if not left_out:
        return state
    for index in range(begun, number):
        if index not in left_out:
            if not before.is_legal_choice(*past[index]):
                return state
            decide(before, *past[index], index + 1)
    same = seat in before.waiting and before.legal(seat) == state.legal(seat)
    return before if same else state


def is_near_end(again: Replay, number: int, state: State) -> bool:
    """Whether it is tried if everything that can follow can be looked at."""
    past = again.state.past
    near = number >= len(past) - LAST_DECISIONS or again.game.all_is_known(state, past[number][0])
    return again.state.over and near


def judge_decision(again: Replay, number: int, budget: Budget, judge: Judge | None = None) -> Judgement:
    """Judges one decision of the record; the same budget in simulations gives the same judgement."""
    judge = judge or Judge(again.game, budget, seed=1)
    judge.seed = 1 + number
    seat, choice = again.state.past[number]
    state = before_decision(again, number)
    return judge.judge(state, seat, choice, is_near_end(again, number, state), number)


def review(
    again: Replay, budget: Budget | None = None, jobs: int = 1, report: Callable[[int, int], None] | None = None
) -> Review:
    """A whole review; `report` hears how many of the decisions are judged."""
    found = begin(again)
    for one in judge_all(again, budget, jobs):
        found.judged[one.number] = one
        if report is not None:
            report(len(found.judged), found.total)
    return found


def judge_all(again: Replay, budget: Budget | None = None, jobs: int = 1) -> Iterator[Judgement]:
    """Every decision of a record with more than one choice, judged in several processes if that is wanted."""
    numbers = decisions_to_judge(again)
    if not numbers:
        return
    budget = budget or budget_for(len(numbers), cores=jobs)
    if jobs == 1:
        yield from _judge_some(again, numbers, budget)
        return
    from concurrent.futures import ProcessPoolExecutor, as_completed  # a browser has no processes

    with ProcessPoolExecutor(
        jobs, initializer=_open, initargs=(again.game, again.state.origin, again.state.past, budget)
    ) as pool:
        waiting = [pool.submit(_judge_here, number) for number in numbers]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _judge_some(again: Replay, numbers: Iterable[int], budget: Budget) -> Iterator[Judgement]:
    judge = Judge(again.game, budget)
    for number in numbers:
        yield judge_decision(again, number, budget, judge)


_here: dict[str, Any] = {}
"""What a process of a review judges with."""


def _open(game: Game, origin: Any, past: Sequence[tuple[int, int]], budget: Budget) -> None:
    state = replay_decisions(game, origin, list(past))
    from zoobox.kernel.record import Record

    _here["again"] = Replay(game, state, [], Record({}, []), False)
    _here["judge"] = Judge(game, budget)


def _judge_here(number: int) -> Judgement:
    return judge_decision(_here["again"], number, _here["judge"].budget, _here["judge"])
