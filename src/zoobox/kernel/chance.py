"""Exact chance: everything that the rules can draw next, each outcome with its name and its probability.

>>> import zoobox
>>> state = zoobox.game("zooloretto-dice").start(seed=1)
>>> results = state.outcomes(0, "roll")
>>> len(results), results[1].names, results[1].probability
(36, ('crocodile ostrich',), Fraction(1, 36))

The rules draw through the state: numbers, dice, and pieces that are turned up. Here they are asked for with answers
prepared; the first draw that has no answer yet is what can be drawn next. Pieces that lie face down are not drawn when
they are shuffled but when they are turned up, so nothing is decided before a player could see it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.luck import Luck

if TYPE_CHECKING:
    from zoobox.kernel.game import Game
    from zoobox.kernel.state import State

MOST_RESULTS = 10_000


@dataclass(frozen=True, slots=True)
class Draw:
    """Something that is drawn: where it comes to lie in the buffer, and how often each outcome is there."""

    place: int
    weights: tuple[tuple[int, int], ...]
    """Outcomes in ascending order: a number, or the byte of a piece, and how many such pieces there are."""

    @property
    def total(self) -> int:
        return sum(weight for _, weight in self.weights)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One outcome of a draw."""

    id: int
    name: str
    probability: Fraction


@dataclass(frozen=True, slots=True)
class Result:
    """A position that a choice can lead to, and what was drawn on the way: one way, where several lead to it."""

    probability: Fraction
    names: tuple[str, ...]
    state: State


class Draws:
    """Prepared answers; the first draw without one is `asked`, and everything after it is of no account."""

    def __init__(self, answers: Sequence[int] = ()) -> None:
        self.answers = answers
        self.given = 0
        self.asked: Draw | None = None

    def number(self, place: int, n: int) -> int:
        """A number from 0 to n-1."""
        return self._answer(Draw(place, tuple((number, 1) for number in range(n)))) if n > 1 else 0

    def piece(self, place: int, pieces: Sequence[int]) -> int:
        """The index of one of the pieces."""
        counts = Counter(pieces)
        return pieces.index(self._answer(Draw(place, tuple(sorted(counts.items()))))) if len(counts) > 1 else 0

    def _answer(self, draw: Draw) -> int:
        if self.asked is None and self.given < len(self.answers):
            self.given += 1
            return self.answers[self.given - 1]
        if self.asked is None:
            self.asked = draw
        return draw.weights[0][0]


class Chance:
    """A choice, or the start of a game, carried out draw by draw.

    While something must be drawn, `draw` says what, and `take` draws it; then `state` is what became of it.
    """

    def __init__(self, game: Game, before: State | None = None, seat: int = 0, choice: int = 0) -> None:
        self.game = game
        self.before = before
        self.decision = (seat, choice)
        self.answers: list[int] = []
        self._carry_out()

    def _carry_out(self) -> None:
        draws = Draws(self.answers)
        if self.before is None:
            state = self.game.blank()
            state.seed_luck(0)
            state.ask_chance(draws)
            self.game.set_up(state)
            state.reveals = 0
        else:
            state = self.before.copy()
            state.ask_chance(draws)
            state.apply(*self.decision)
        state.ask_chance(None)
        state.origin = None
        state.history = None
        self.draw = draws.asked
        self.state: Any = state if draws.asked is None else None

    def outcomes(self) -> list[Outcome]:
        """What can be drawn now; empty when nothing is left to draw."""
        if self.draw is None:
            return []
        total = self.draw.total
        return [Outcome(id, self.name(id), Fraction(weight, total)) for id, weight in self.draw.weights]

    def name(self, outcome: int) -> str:
        """What an outcome of the present draw is called."""
        return self.game.drawn_name(self.draw.place, outcome) if self.draw is not None else str(outcome)

    def take(self, outcome: int) -> None:
        """Draws one of the outcomes, by its id."""
        if self.draw is None:
            raise ZooboxError("there is nothing left to draw.")
        if outcome not in dict(self.draw.weights):
            possible = ", ".join(str(id) for id, _ in self.draw.weights)
            raise ZooboxError(f"{outcome!r} cannot be drawn here; possible: {possible}.")
        self.answers.append(int(outcome))
        self._carry_out()

    def sample(self, luck: Luck) -> int:
        """One of the outcomes, as likely as it is."""
        if self.draw is None:
            raise ZooboxError("there is nothing left to draw.")
        number = luck.below(self.draw.total)
        for outcome, weight in self.draw.weights:
            if number < weight:
                return outcome
            number -= weight
        raise AssertionError("a number below the total belongs to an outcome")

    def __deepcopy__(self, memo: dict[int, Any]) -> Chance:
        return self.copy()

    def copy(self) -> Chance:
        copied = Chance.__new__(Chance)
        copied.__dict__.update(vars(self))
        copied.answers = list(self.answers)
        copied.state = None if self.state is None else self.state.copy()
        return copied


def results(chance: Chance, most: int = MOST_RESULTS) -> list[Result]:
    """Everything that can become of it; raises ZooboxError where that is more than `most`."""
    found: dict[Any, Result] = {}
    waiting: list[tuple[Chance, Fraction, tuple[str, ...]]] = [(chance, Fraction(1), ())]
    while waiting:
        here, probability, names = waiting.pop()
        if here.draw is None:
            before = found.get(here.state)
            names = before.names if before else names
            found[here.state] = Result(probability + (before.probability if before else 0), names, here.state)
        elif len(found) + len(waiting) + len(here.draw.weights) > most:
            raise ZooboxError(f"this leads to more than {most:,} positions; go draw by draw with zoobox.Chance.")
        for outcome in reversed(here.outcomes()):
            after = here.copy()
            after.take(outcome.id)
            waiting.append((after, probability * outcome.probability, (*names, outcome.name)))
    return list(found.values())


def expectation(state: State, seat: int, choice: int, value: Callable[[State], float]) -> float:
    """The mean value of what a choice leads to, over everything that can be drawn."""
    return sum(float(found.probability) * value(found.state) for found in state.outcomes(seat, choice))
