"""What a bot knows of a game beyond its rules. Each game derives its own Heuristics in `heuristics.py`.

They watch one state and evaluate it as it is: how many points each seat can expect, how good a choice looks, what
chance has just produced. They read integers and floats only, so that the compiled search calls them without holding
the interpreter's lock. The base class knows nothing but the score sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.layout import *
from zoobox.kernel.overrides import methods_in_python, raise_failure
from zoobox.kernel.state import State

if not cython.compiled:  # compiled, these come from the C library and the .pxd
    from math import exp

    from zoobox.kernel.luck import draw

NEVER = -1000.0
"""The prior of a choice that no sensible player makes."""
MOST_WEIGHTS = 48


class Heuristics:
    """The heuristics of a game for one state at a time."""

    WEIGHTS: ClassVar[Mapping[str, float]] = {}
    """The weight of each named feature."""

    HAS_STAGES: ClassVar[bool] = False
    """Whether `stage`, `best_payoff` and `promise` are known, so that a solo game without luck can be planned."""

    PLAN_WEIGHTS: ClassVar[Mapping[str, float]] = {}
    """Weights that differ for a planner."""

    GOAL: ClassVar[float] = 1e30
    """The payoff from which a solo game is won."""

    BOARDS_APART: ClassVar[bool] = False
    """Whether `write_features` tells of one seat's board only, from which its points at the end can be learned;
    otherwise it tells of all seats, from the one it is asked for on."""

    POINTS_OF_PAYOFF: ClassVar[float] = 1.0
    """Alone: so many points are a payoff of 1."""

    def __init__(self, game: Any, weights: Mapping[str, float] | None = None) -> None:
        self.game = game
        self.players = game.players
        self.weights = dict(self.WEIGHTS)
        if weights:
            unknown = sorted(set(weights) - set(self.weights))
            if unknown:
                raise ZooboxError(
                    f"heuristics of {game.name} have no weight {unknown[0]!r}; they have: {', '.join(self.weights)}."
                )
            self.weights.update(weights)
        if not cython.compiled:
            self.weight = [0.0] * MOST_WEIGHTS
            self.shares = [0.0] * MAX_SEATS
            self.expected = [0.0] * MAX_SEATS
        for index, value in enumerate(self.weights.values()):
            self.weight[index] = value
        self.deal_limit = 256  # redeals that a search starts from, at most
        self.feature_count = 0  # of `write_features`
        self.choices_known = False  # whether hidden information never changes which choices are legal
        self.in_python = 0
        if cython.compiled and hasattr(self, "__dict__"):  # no compiled class has one
            self.in_python = methods_in_python(type(self), ASKED_OF_HEURISTICS)
            vars(self)["failure"] = None
        self.state: Any = None
        self.next_state: Any = None
        self.lookahead: Any = None

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game, dict(self.weights))

    def watch(self, state: State) -> None:
        """Sets the state to evaluate, with all that evaluating it needs."""
        self.bind(state)

    def bind(self, state: State) -> None:
        """Sets the state alone; a game's heuristics also keep it under its own type."""
        self.state = state

    def watch_with_lookahead(self, state: State) -> None:
        """A `watch` for heuristics that look ahead: sets up a second state, and heuristics that evaluate it."""
        self.bind(state)
        self.next_state = state.copy()
        if self.lookahead is None:
            self.lookahead = type(self)(self.game, self.weights)
        self.lookahead.bind(self.next_state)

    def look_ahead(self, seat: int, choice: int) -> float:
        """The points the seat can expect after a choice."""
        for index in range(self.state.size):
            self.next_state.d[index] = self.state.d[index]
        self.next_state.enact(seat, choice)
        return self.lookahead.expected_points(seat)  # type: ignore[no-any-return]

    def ask(self, question: int, seat: int, choice: int) -> float:
        """Compiled: asks a method in Python."""
        answer = 0.0
        with cython.gil:
            asked: Any = self
            if asked.failure is None:
                try:
                    if question == ASK_PRIOR:
                        answer = asked.python_methods[question](self, seat, choice)
                    elif question == ASK_EXPECTED_POINTS:
                        answer = asked.python_methods[question](self, seat)
                    elif question == ASK_PREPARE_PRIORS:
                        asked.python_methods[question](self, seat)
                    else:
                        answer = asked.python_methods[question](self)
                except BaseException as error:
                    asked.failure = error
        return answer

    def complain(self) -> int:
        """Raises what methods in Python, of these heuristics or of the state, raised while compiled code could not."""
        if self.in_python:
            raise_failure(self)
        self.state.complain()
        return 0

    def ask_outcome(self) -> int:
        """Compiled: the same for the one answer that is a whole number."""
        answer = 0
        with cython.gil:
            asked: Any = self
            if asked.failure is None:
                try:
                    answer = asked.python_methods[ASK_CHANCE_OUTCOME](self)
                except BaseException as error:
                    asked.failure = error
        return answer

    # What a game supplies, each about the watched state as it is.

    def expected_points(self, seat: int) -> float:
        """The points the seat can expect at the end of the game."""
        if self.in_python >> ASK_EXPECTED_POINTS & 1:
            return self.ask(ASK_EXPECTED_POINTS, seat, 0)
        return self.state.points(seat)  # type: ignore[no-any-return]

    def spread(self) -> float:
        """The lead in points that multiplies the odds of winning by e; it shrinks towards the end of the game."""
        if self.in_python >> ASK_SPREAD & 1:
            return self.ask(ASK_SPREAD, 0, 0)
        return 10.0

    def prepare_priors(self, seat: int) -> None:
        """Called once before the priors of a decision, to compute what they share."""
        if self.in_python >> ASK_PREPARE_PRIORS & 1:
            self.ask(ASK_PREPARE_PRIORS, seat, 0)

    def prior(self, seat: int, choice: int) -> float:
        """How good a legal choice looks without playing it; more is better, NEVER is for needless blunders."""
        if self.in_python >> ASK_PRIOR & 1:
            return self.ask(ASK_PRIOR, seat, choice)
        return 0.0

    def chance_outcome(self) -> int:
        """What chance or a reveal has just produced, as a small number: equal numbers mean equal choices."""
        if self.in_python >> ASK_CHANCE_OUTCOME & 1:
            return self.ask_outcome()
        mask = self.state.seats_waiting()
        if mask == 0:
            return 0
        seat = 0
        while not mask >> seat & 1:
            seat += 1
        count = self.state.count_legal(seat)
        key = seat
        for index in range(count):
            key = (key * KEY_MULTIPLIER + self.state.nth_legal(seat, index) + 1) & KEY_MASK
        return key

    def stage(self) -> int:
        """Alone, without luck: how far the game has come, from 0 to 63, or NOWHERE in the middle of a turn."""
        return NOWHERE

    def best_payoff(self) -> float:
        """Alone: no line of play from here comes to more than this."""
        return 1e30

    def promise(self) -> float:
        """Alone: how promising a position is beside others of its stage."""
        return self.expected_points(0)

    def write_features(self, seat: int, out: Any) -> int:
        """Writes which features the position has, numbers below `feature_count`, and tells how many it wrote."""
        return 0

    def settles(self) -> bool:
        """Whether the position is better judged by what follows it: a few choices without luck, each seat's best.

        At most `MAX_SEATS` decisions, of one seat at a time, may follow each other like this.
        """
        return False

    def forget_secret_decisions(self, state: State, seat: int) -> None:
        """Undoes, in a redealt state, what other seats decided in secret, so that a search decides it again."""

    # What follows from these.

    def estimate_shares(self) -> None:
        """Fills `shares` with each seat's chance to win; in a solo game, with what the seat expects."""
        if self.players == 1:
            self.shares[0] = self.expected_points(0)
            return
        best = -1e30
        for seat in range(self.players):
            self.expected[seat] = self.expected_points(seat)
            if self.expected[seat] > best:
                best = self.expected[seat]
        total = 0.0
        spread = self.spread()
        for seat in range(self.players):
            self.shares[seat] = exp((self.expected[seat] - best) / spread)
            total += self.shares[seat]
        for seat in range(self.players):
            self.shares[seat] /= total

    def contest_winner(self, seat: int, count: int, entries: int, words: Any, scan: Any) -> int:
        """Of so many of the seat's choices, drawn at random, the one with the highest prior; `scan` has room for them.

        `words` is the generator, `count` what `count_legal` has just answered.
        """
        for index in range(entries):
            scan[index] = self.state.nth_legal(seat, draw(words, count))
        self.prepare_priors(seat)
        best: int = scan[0]
        best_score = self.prior(seat, best)
        for index in range(1, entries):
            if scan[index] != best:
                score = self.prior(seat, scan[index])
                if score > best_score:
                    best_score = score
                    best = scan[index]
        return best

    # For callers from Python.

    def check(self, state: State, seat: int) -> None:
        """Raises an error for a state of another game, or a seat that there is not."""
        if state.game is not self.game and state.game != self.game:
            raise ZooboxError(f"these are heuristics for {self.game!r}, not for {state.game!r}.")
        state.check_seat(seat)

    def evaluate(self, state: State, seat: int) -> float:
        """The seat's estimated share of the win in that state."""
        self.check(state, seat)
        self.watch(state)
        self.estimate_shares()
        self.complain()
        return float(self.shares[seat])

    def best_payoff_of(self, state: State) -> float:
        """`best_payoff` of that state."""
        self.check(state, 0)
        self.watch(state)
        return float(self.best_payoff())

    def priors(self, state: State, seat: int, choices: list[int]) -> list[float]:
        """How good each of the seat's legal choices looks in that state."""
        self.check(state, seat)
        for choice in choices:
            if not state.is_legal_choice(seat, choice):
                raise self.game.refusal(state, seat, choice)
        self.watch(state)
        self.prepare_priors(seat)
        found = [self.prior(seat, choice) for choice in choices]
        self.complain()
        return found
