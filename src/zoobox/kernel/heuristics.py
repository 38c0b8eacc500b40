"""What a bot knows of a game beyond its rules. Each game derives its own Heuristics in `heuristics.py`.

They watch one state and judge it as it stands: what each seat's position is worth, how good a choice looks, what luck
has just shown. They read integers and numbers only, so that a compiled search asks it without the
interpreter's lock. These know nothing but the score sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.state import MAX_SEATS, State
from zoobox.kernel.text import Phrase

if not cython.compiled:  # compiled, it comes from the C library through the .pxd
    from math import exp

NEVER = -1000.0
"""The prior of a choice that no sensible player makes."""
MOST_WEIGHTS = 48
KEY_MULTIPLIER = 1000003
KEY_MASK = 0x3FFFFFFF


class Heuristics:
    """Heuristics of a game, watching one state."""

    WEIGHTS: ClassVar[Mapping[str, float]] = {}
    """How much each named feature counts."""
    HINTS: ClassVar[Mapping[str, float]] = {}
    """What a hint may name: a feature, and what one more of it is worth in points; the texts are `hint.<feature>`."""

    GOAL: ClassVar[float] = 1e30
    """The payoff from which a solo game is won."""

    def __init__(self, game: Any, weights: Mapping[str, float] | None = None) -> None:
        self.game = game
        self.players = game.players
        self.weights = dict(self.WEIGHTS)
        if weights:
            unknown = sorted(set(weights) - set(self.weights))
            if unknown:
                raise ZooboxError(
                    f"the heuristics of {game.name} has no weight {unknown[0]!r}; it has: {', '.join(self.weights)}."
                )
            self.weights.update(weights)
        if not cython.compiled:
            self.weight = [0.0] * MOST_WEIGHTS
            self.shares = [0.0] * MAX_SEATS
            self.worths = [0.0] * MAX_SEATS
        for index, value in enumerate(self.weights.values()):
            self.weight[index] = value
        self.deals = 256
        self.steady = False
        self.state: Any = None
        self.twin: Any = None
        self.ahead: Any = None

    def watch(self, state: State) -> None:
        """From now on, speak about this state."""
        self.attend(state)

    def attend(self, state: State) -> None:
        """Takes the state to speak about; a game's heuristics keeps it by its own type as well."""
        self.state = state

    def watch_ahead(self, state: State) -> None:
        """For a `watch` of heuristics that looks ahead: a second state, and a second sense that speaks about it."""
        self.attend(state)
        self.twin = state.copy()
        if self.ahead is None:
            self.ahead = type(self)(self.game, self.weights)
        self.ahead.attend(self.twin)

    def look_ahead(self, seat: int, choice: int) -> float:
        """What the seat's position is worth after a choice."""
        for index in range(self.state.size):
            self.twin.d[index] = self.state.d[index]
        self.twin.enact(seat, choice)
        return self.ahead.worth(seat)  # type: ignore[no-any-return]

    # What a game supplies, each about the watched state as it stands.

    def worth(self, seat: int) -> float:
        """The points the seat may expect to end with."""
        return self.state.points(seat)  # type: ignore[no-any-return]

    def spread(self) -> float:
        """How many points of difference make a lead safe by a factor of e; it shrinks as the end comes near."""
        return 10.0

    def prepare(self, seat: int) -> None:
        """Asked once before the priors of a decision, for what they share."""

    def prior(self, seat: int, choice: int) -> float:
        """How good a legal choice looks without playing it; more is better, NEVER is for needless blunders."""
        return 0.0

    def outcome(self) -> int:
        """What luck or an opened secret has just shown, as a small number: the same number, the same choices."""
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

    def reopen(self, state: State, seat: int) -> None:
        """Takes back, in a state dealt anew, what others decided in secret, so that a search decides it again."""

    # What follows from it.

    def assess(self) -> None:
        """Fills `shares`: the chance to win of each seat; for a single seat, what it expects."""
        if self.players == 1:
            self.shares[0] = self.worth(0)
            return
        best = -1e30
        for seat in range(self.players):
            self.worths[seat] = self.worth(seat)
            if self.worths[seat] > best:
                best = self.worths[seat]
        total = 0.0
        spread = self.spread()
        for seat in range(self.players):
            self.shares[seat] = exp((self.worths[seat] - best) / spread)
            total += self.shares[seat]
        for seat in range(self.players):
            self.shares[seat] /= total

    # For callers from Python.

    def evaluate(self, state: State, seat: int) -> float:
        """The seat's estimated share of the win in that state."""
        self.watch(state)
        self.assess()
        return float(self.shares[seat])

    def priors(self, state: State, seat: int, choices: list[int]) -> list[float]:
        """How good each choice looks in that state."""
        self.watch(state)
        self.prepare(seat)
        return [self.prior(seat, choice) for choice in choices]

    def features(self, state: State, seat: int) -> dict[str, float]:
        """The named things a good player looks at, as numbers, for hints."""
        return {"points": float(state.points_of(seat))}

    def named(self, before: State, after: State, seat: int) -> dict[str, Phrase]:
        """For a hint: by feature, a phrase that names the places and animals concerned, where there are any."""
        return {}

    def remark(self, state: State, seat: int, choice: int) -> Phrase | None:
        """What to say of a choice that the features after it do not show, such as a secret bid."""
        return None

    def aside(self, state: State, seat: int, choice: int) -> Phrase | None:
        """What to say of a choice that stands out in no feature, or whose reasons were given for another one."""
        return None
