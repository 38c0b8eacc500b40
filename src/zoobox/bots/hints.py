"""Hints: the best choices, what they are worth, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from zoobox.bots.levels import player
from zoobox.bots.perfect import exact_thoughts
from zoobox.bots.players import Thought
from zoobox.kernel.choice import Choice
from zoobox.kernel.heuristics import Heuristics
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import State
from zoobox.kernel.text import Phrase

MOST_ADVICE = 5
MOST_COMPARED = 60
MOST_FOLLOWED = 16
"""Playing on costs more, so fewer choices are compared."""
FURTHER = 4
"""How many further decisions of the seat are played on to see what a choice leads to."""
MOST_REASONS = 2
LEAST_REASON = 0.25
"""What a feature must make up for, in points, to be named."""
EVEN = 0.01
"""Values no farther apart are the same to a player."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One choice worth a thought."""

    choice: Choice
    value: float
    """The estimated chance to win; in a solo game the estimated payoff."""
    sentence: str
    """What tells it apart from the choices before it; where nothing does, which of them it is like."""


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
    """The seat's best choices as a bot of that level sees them, best first, each with what tells it apart.

    Where the game has been solved on this machine, every choice with its exact chance.
    """
    adviser = player(level, state.game, simulations=simulations, seconds=seconds, seed=seed)
    thoughts = exact_thoughts(state, seat)
    if thoughts is None:
        thoughts = adviser.think(state, seat)[:most]
    reasons = _Reasons(adviser.heuristics, state.redeal(seat, Luck(adviser.seed)), seat, thoughts)
    return [
        Advice(
            state.game.choice(state, seat, thought.choice, language),
            thought.value,
            reasons.told(thought, language),
        )
        for thought in thoughts
    ]


@dataclass(slots=True)
class _Way:
    """One way to look at what a choice brings, and how to tell of it."""

    key: str
    after: Callable[[int], State]
    compared: int
    """With how many choices it is compared at most."""
    usual: Mapping[str, float] = field(default_factory=dict)


class _Reasons:
    """What sets the choices of a decision apart, in the features of the game's heuristics. Nothing is said twice."""

    def __init__(self, heuristics: Heuristics, known: State, seat: int, thoughts: list[Thought]) -> None:
        self.heuristics = heuristics
        self.known = known
        self.seat = seat
        self.best = max(thought.value for thought in thoughts)
        self.worst = min(thought.value for thought in thoughts)
        self.choices = known.legal(seat)
        self.said: dict[str, int] = {}
        """Each sentence so far, and the choice it was said of."""
        self.ways = (
            _Way("hint.sentence", self._played, MOST_COMPARED),
            _Way("hint.then", self._followed, MOST_FOLLOWED),
        )

    def told(self, thought: Thought, language: str) -> str:
        game = self.known.game
        if "hint.even" not in game.texts.texts:  # a game without heuristics of its own
            return str(game.choice(self.known, self.seat, thought.choice, language).label)
        for phrase in self.sentences(thought):
            sentence = str(game.texts.say(phrase, language))
            if sentence not in self.said:
                self.said[sentence] = thought.choice
                return sentence
        like = game.choice(self.known, self.seat, self.said[sentence], language).label
        return str(game.texts.say(Phrase("hint.alike", other=like), language))

    def sentences(self, thought: Thought) -> Iterator[Phrase]:
        """Why this choice: by what it does, by what it leads to, or by its value alone. Of lesser ones, why not."""
        remark = self.heuristics.remark(self.known, self.seat, thought.choice)
        if remark is not None:
            yield remark
            return
        if len(self.choices) == 1:
            yield Phrase("hint.only")
            return
        for weigh in (self._gains,) if self._is_best(thought) else (self._gains, self._losses):
            for way in self.ways:
                reasons = weigh(way.after(thought.choice), self._usual(way))
                if reasons:
                    yield Phrase(way.key, reasons=reasons)
        aside = self.heuristics.aside(self.known, self.seat, thought.choice)
        if aside is not None:
            yield aside
        yield self._by_value(thought)

    def _gains(self, after: State, usual: Mapping[str, float]) -> list[Phrase]:
        """In what a position is clearly better than usual, with the places and animals concerned."""
        features = self._clearest(after, usual, 1)
        named = self.heuristics.named(self.known, after, self.seat) if features else {}
        return [named.get(name, Phrase(f"hint.{name}")) for name in features]

    def _losses(self, after: State, usual: Mapping[str, float]) -> list[Phrase]:
        """In what it is clearly worse."""
        return [Phrase(f"hint.less.{name}") for name in self._clearest(after, usual, -1)]

    def _clearest(self, after: State, usual: Mapping[str, float], sign: int) -> list[str]:
        """The features that differ most from the usual in that direction, the weightiest first."""
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

    def _usual(self, way: _Way) -> Mapping[str, float]:
        """What the features are on average after all choices, or a fair part of them."""
        if not way.usual:
            step = -(-len(self.choices) // way.compared)
            found = [self.heuristics.features(way.after(choice), self.seat) for choice in self.choices[::step]]
            way.usual = {name: sum(each[name] for each in found) / len(found) for name in found[0]}
        return way.usual

    def _played(self, choice: int) -> State:
        after = self.known.copy()
        after.apply(self.seat, choice)
        return after

    def _followed(self, choice: int) -> State:
        """The position when the seat has gone on as looks best, up to the next decision of others or stroke of luck."""
        after = further = self._played(choice)
        for _ in range(FURTHER):
            if further.reveals != self.known.reveals or self.seat not in further.waiting:
                break
            after = further
            legal = after.legal(self.seat)
            looks = self.heuristics.priors(after, self.seat, legal)
            further = after.copy()
            further.apply(self.seat, legal[looks.index(max(looks))])
        return after if further.reveals != self.known.reveals else further
