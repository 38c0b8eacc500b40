"""Hints: the best choices, what they are worth, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from zoobox.bots.levels import player
from zoobox.kernel.choice import Choice
from zoobox.kernel.heuristics import Heuristics
from zoobox.kernel.luck import Luck
from zoobox.kernel.player import Thought
from zoobox.kernel.state import State
from zoobox.kernel.text import Phrase

MOST_ADVICE = 5
MOST_COMPARED = 60
MOST_PLAYED_ON = 16
"""Playing on takes longer, so fewer choices are compared."""
DECISIONS_PLAYED_ON = 4
"""How many further decisions of the seat are played to see what a choice leads to."""
MOST_REASONS = 2
LEAST_REASON = 0.25
"""The difference in points that a feature must make to be named."""
EVEN = 0.01
"""Values that differ by no more than this count as equal."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One recommended choice."""

    choice: Choice
    value: float
    """The estimated chance to win; in a solo game the estimated payoff."""
    sentence: str
    """What sets it apart from the choices listed before it; where nothing does, which of them it resembles."""


def advise(
    state: State,
    seat: int,
    level: str = "curator",
    *,
    language: str = "en",
    most: int = MOST_ADVICE,
    simulations: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
) -> list[Advice]:
    """The seat's best choices as a bot of that level sees them, best first, each with a reason.

    Where the game has been solved on this machine, every choice with its exact value.
    """
    adviser = player(level, state.game, simulations=simulations, seconds=seconds, seed=seed)
    solver = state.game.solver
    if solver is not None and solver.is_exact(state.game):
        thoughts = solver.player(state.game, adviser.seed).think(state, seat)
    else:
        thoughts = adviser.think(state, seat)[:most]
    reasons = _Reasons(adviser.heuristics, state.redeal(seat, Luck(adviser.seed)), seat, thoughts)
    return [
        Advice(
            state.game.choice(state, seat, thought.choice, language),
            thought.value,
            reasons.sentence(thought, language),
        )
        for thought in thoughts
    ]


@dataclass(slots=True)
class _Comparison:
    """One way to compare what choices lead to, and the text that introduces the result."""

    key: str
    after: Callable[[int], State]
    compared: int
    """With how many choices one is compared at most."""
    usual: Mapping[str, float] = field(default_factory=dict)


class _Reasons:
    """What sets the choices of a decision apart, by the features of the game's heuristics; no reason is given twice."""

    def __init__(self, heuristics: Heuristics, known: State, seat: int, thoughts: list[Thought]) -> None:
        self.heuristics = heuristics
        self.known = known
        self.seat = seat
        self.best = max(thought.value for thought in thoughts)
        self.worst = min(thought.value for thought in thoughts)
        self.choices = known.legal(seat)
        self.said: dict[str, int] = {}
        """Each sentence so far, and the choice it was given for."""
        self.comparisons = (
            _Comparison("hint.sentence", self._played, MOST_COMPARED),
            _Comparison("hint.then", self._played_on, MOST_PLAYED_ON),
        )

    def sentence(self, thought: Thought, language: str) -> str:
        """The first of the reasons that was not given for another choice; otherwise which choice it resembles."""
        game = self.known.game
        for phrase in self.phrases(thought):
            sentence = str(game.texts.say(phrase, language))
            if sentence not in self.said:
                self.said[sentence] = thought.choice
                return sentence
        like = game.choice(self.known, self.seat, self.said[sentence], language).label
        return str(game.texts.say(Phrase("hint.alike", other=like), language))

    def phrases(self, thought: Thought) -> Iterator[Phrase]:
        """Reasons for this choice, or against a lesser one: what it does, what it leads to, its value alone."""
        special = self.heuristics.special_hint(self.known, self.seat, thought.choice)
        if special is not None:
            yield special
            return
        if len(self.choices) == 1:
            yield Phrase("hint.only")
            return
        for differences in (self._gains,) if self._is_best(thought) else (self._gains, self._losses):
            for comparison in self.comparisons:
                reasons = differences(comparison.after(thought.choice), self._usual(comparison))
                if reasons:
                    yield Phrase(comparison.key, reasons=reasons)
        fallback = self.heuristics.fallback_hint(self.known, self.seat, thought.choice)
        if fallback is not None:
            yield fallback
        yield self._by_value(thought)

    def _gains(self, after: State, usual: Mapping[str, float]) -> list[Phrase]:
        """The features in which a position is clearly better than usual, with the places and animals concerned."""
        features = self._clearest(after, usual, 1)
        named = self.heuristics.named_features(self.known, after, self.seat) if features else {}
        return [named.get(name, Phrase(f"hint.{name}")) for name in features]

    def _losses(self, after: State, usual: Mapping[str, float]) -> list[Phrase]:
        """The features in which it is clearly worse."""
        return [Phrase(f"hint.less.{name}") for name in self._clearest(after, usual, -1)]

    def _clearest(self, after: State, usual: Mapping[str, float], sign: int) -> list[str]:
        """The features that differ most from the usual in that direction, the largest difference first."""
        found = self.heuristics.features(after, self.seat)
        gains = {name: sign * worth * (found[name] - usual[name]) for name, worth in self.heuristics.HINTS.items()}
        clear = [name for name in gains if gains[name] >= LEAST_REASON]
        return sorted(clear, key=lambda name: -gains[name])[:MOST_REASONS]

    def _by_value(self, thought: Thought) -> Phrase:
        if self.best - self.worst <= EVEN:
            return Phrase("hint.even")
        return Phrase("hint.ahead" if self._is_best(thought) else "hint.behind")

    def _is_best(self, thought: Thought) -> bool:
        return self.best - thought.value <= EVEN

    def _usual(self, comparison: _Comparison) -> Mapping[str, float]:
        """The mean of the features after all choices, or after an even sample of them."""
        if not comparison.usual:
            step = -(-len(self.choices) // comparison.compared)
            found = [self.heuristics.features(comparison.after(choice), self.seat) for choice in self.choices[::step]]
            comparison.usual = {name: sum(each[name] for each in found) / len(found) for name in found[0]}
        return comparison.usual

    def _played(self, choice: int) -> State:
        after = self.known.copy()
        after.apply(self.seat, choice)
        return after

    def _played_on(self, choice: int) -> State:
        """The position after the seat's next best-looking decisions, until another seat decides or chance does."""
        after = further = self._played(choice)
        for _ in range(DECISIONS_PLAYED_ON):
            if further.reveals != self.known.reveals or self.seat not in further.waiting:
                break
            after = further
            legal = after.legal(self.seat)
            priors = self.heuristics.priors(after, self.seat, legal)
            further = after.copy()
            further.apply(self.seat, legal[priors.index(max(priors))])
        return after if further.reveals != self.known.reveals else further
