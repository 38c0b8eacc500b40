"""Hints: the best choices, what they are worth, and why."""

from __future__ import annotations

from dataclasses import dataclass

from zoobox.bots.levels import player
from zoobox.bots.perfect import exact_thoughts
from zoobox.kernel.choice import Choice
from zoobox.kernel.luck import Luck
from zoobox.kernel.skill import Skill
from zoobox.kernel.state import State
from zoobox.kernel.text import Phrase

MOST_ADVICE = 5
MOST_COMPARED = 60
MOST_REASONS = 2
LEAST_REASON = 0.25
"""What a feature must make up for, in points, to be named."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One choice worth a thought."""

    choice: Choice
    value: float
    """The estimated chance to win; in a solo game the estimated payoff."""
    sentence: str


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
    """The seat's best choices as a bot of that level sees them, best first, with one sentence each.

    Where the game has been solved on this machine, every choice with its exact chance.
    """
    adviser = player(level, state.game, simulations=simulations, seconds=seconds, seed=seed)
    thoughts = exact_thoughts(state, seat)
    if thoughts is None:
        thoughts = adviser.think(state, seat)[:most]
    known = state.redeal(seat, Luck(adviser.seed))
    reasons = _Reasons(adviser.skill, known, seat)
    return [
        Advice(
            state.game.describe(state, seat, thought.choice, language),
            thought.value,
            reasons.sentence(thought.choice, language),
        )
        for thought in thoughts
    ]


class _Reasons:
    """What sets the choices of a decision apart, in the features of the game's skill."""

    def __init__(self, skill: Skill, known: State, seat: int) -> None:
        self.skill = skill
        self.known = known
        self.seat = seat
        choices = known.legal(seat)
        step = -(-len(choices) // MOST_COMPARED)
        compared = [self._after(choice) for choice in choices[::step]]
        self.usual = {name: sum(each[name] for each in compared) / len(compared) for name in compared[0]}

    def _after(self, choice: int) -> dict[str, float]:
        return self.skill.features(self._played(choice), self.seat)

    def _played(self, choice: int) -> State:
        after = self.known.copy()
        after.apply(self.seat, choice)
        return after

    def sentence(self, choice: int, language: str) -> str:
        texts = self.known.game.texts
        remark = self.skill.remark(self.known, self.seat, choice)
        if remark is not None:
            return str(texts.say(remark, language))
        if "hint.even" not in texts.texts:  # a game without a skill of its own
            return str(self.known.game.describe(self.known, self.seat, choice, language).label)
        after = self._after(choice)
        gains = {name: worth * (after[name] - self.usual[name]) for name, worth in self.skill.HINTS.items()}
        best = sorted((name for name in gains if gains[name] >= LEAST_REASON), key=lambda name: -gains[name])
        if not best:
            return str(texts.say(Phrase("hint.even"), language))
        named = self.skill.named(self.known, self._played(choice), self.seat)
        reasons = [named.get(name, Phrase(f"hint.{name}")) for name in best[:MOST_REASONS]]
        return str(texts.say(Phrase("hint.sentence", reasons=reasons), language))
