"""Hints: the best choices, what they are worth, and why.

A reason is a fact of the rules. The choice is carried out on copies of the position, with whatever is forced after it,
and what happens in all of them is told: the same events that the log and the table tell. Where a choice does nothing
that can be told, the adviser's own numbers are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zoobox.bots.levels import player, strongest_level
from zoobox.kernel.choice import Choice
from zoobox.kernel.event import Event
from zoobox.kernel.luck import Luck
from zoobox.kernel.player import Player, Thought
from zoobox.kernel.state import State
from zoobox.kernel.text import Phrase

SECONDS = 2.0
"""How long the adviser thinks if nothing else is asked for."""
MOST_ADVICE = 5
MOST_FACTS = 3
"""Sentences about one choice at most."""
MOST_FOLLOWED = 4
"""Further decisions of the seat that are carried out as the adviser would make them."""
WELL_TRIED = 0.5
"""Choices tried less often than this, compared with the one tried most, are not listed: their values say little."""
SMALL = 0.01
"""A difference in the chance to win that is called small."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One recommended choice."""

    choice: Choice
    value: float
    """The estimated chance to win; in a solo game the estimated payoff. Lists are in this order."""
    sentence: str
    """What it leads to, or how it compares with the best choice."""
    events: tuple[Event, ...] = ()
    """The facts behind the sentence: what is certain to happen."""
    visits: int = 0
    """How many simulated games began with it; 1 where the value is exact."""


def advise(
    state: State,
    seat: int,
    level: str | None = None,
    *,
    language: str = "en",
    names: Sequence[str] = (),
    most: int = MOST_ADVICE,
    simulations: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
) -> list[Advice]:
    """The seat's best choices as a bot of that level sees them, best first, each with a reason.

    Without a level, as the strongest one sees them. Where the game has been solved, every choice with the value of the
    solution, exact or as its network has it.
    """
    adviser = player(
        level or strongest_level(state.game, seconds), state.game, simulations=simulations, seconds=seconds, seed=seed
    )
    solver = state.game.solver
    if solver is not None and solver.why_not(state.game) is None:
        adviser = solver.player(state.game, adviser.seed)
        thoughts = adviser.think(state, seat)
    else:
        thoughts = _well_tried(adviser.think(state, seat))[:most]
    facts = _Facts(adviser, state, seat, thoughts, names)
    return [
        Advice(
            state.game.choice(state, seat, thought.choice, language),
            thought.value,
            facts.sentence(thought, language),
            tuple(facts.certain(thought.choice)),
            thought.visits,
        )
        for thought in thoughts
    ]


def _well_tried(thoughts: list[Thought]) -> list[Thought]:
    """Those whose value means something, in the order of their values."""
    most = max(thought.visits for thought in thoughts)
    return sorted(
        (thought for thought in thoughts if thought.visits >= WELL_TRIED * most), key=lambda thought: -thought.value
    )


class _Facts:
    """What is certain to happen after each choice of a decision, and how to say it."""

    def __init__(self, adviser: Player, state: State, seat: int, thoughts: list[Thought], names: Sequence[str]) -> None:
        self.adviser = adviser
        self.names = names
        self.state = state
        self.game = state.game
        self.seat = seat
        self.best = thoughts[0]
        self.second = thoughts[1] if len(thoughts) > 1 else None
        self.known: dict[int, list[Event]] = {}
        self.choices = len(state.legal(seat))

    def certain(self, choice: int) -> list[Event]:
        """What the choice, and whatever is forced after it, is certain to bring."""
        if choice not in self.known:
            self.known[choice] = self.game.consequences(self.state, self.seat, choice)
        return self.known[choice]

    def sentence(self, thought: Thought, language: str) -> str:
        return " ".join(self._sentences(thought, language))

    def _sentences(self, thought: Thought, language: str) -> Iterator[str]:
        if self.choices == 1:
            yield self._say(Phrase("hint.only"), language)
            return
        told = self._told(thought.choice)
        if told:
            yield self._tell(told[:MOST_FACTS], language)
        else:
            then = self._possible(thought.choice)
            if then:
                yield self._say(Phrase("hint.then", facts=self._tell(then[:MOST_FACTS], language)), language)
        if thought.choice != self.best.choice:
            missed = self._missed(thought.choice)
            if missed:
                facts = self._tell(missed[:MOST_FACTS], language)
                best = self._label(self.best, language)
                yield self._say(Phrase("hint.best_brings", best=best, facts=facts), language)
        yield from self._compared(thought, language, alone=not told)

    def _tell(self, events: Sequence[Event], language: str) -> str:
        """The events as the log would say them."""
        say = self.game.texts.say
        return " ".join(say(self.game.words.say(event), language, self.names) for event in events)

    def _told(self, choice: int) -> list[Event]:
        """The events worth telling: not the one that only repeats the choice."""
        return self._worth_telling(choice, self.certain(choice))

    def _worth_telling(self, choice: int, events: Sequence[Event]) -> list[Event]:
        own = self.game.choice(self.state, self.seat, choice)
        tag = getattr(self.game.words, "tag", None)
        restated = bool(events) and (events[0].kind == own.kind or events[0].rule == own.rule)
        told = list(events[1:] if restated else events)
        important = [event for event in told if tag is not None and tag(event) is not None]
        return important or told

    def _possible(self, choice: int) -> list[Event]:
        """What the adviser's own next decisions would add, as long as nothing depends on luck or on others."""
        after = self.state.redeal(self.seat, Luck(self.adviser.seed))
        reveals = after.reveals
        happened: list[Event] = []
        following = choice
        for step in range(MOST_FOLLOWED):
            before = after.copy()
            after.apply(self.seat, following)
            if after.reveals != reveals:
                break
            if step:
                happened += self.game.events(before, self.seat, following, after, self.seat)
            if after.waiting != (self.seat,):
                break
            legal = after.legal(self.seat)
            priors = self.adviser.heuristics.priors(after, self.seat, legal)
            following = legal[priors.index(max(priors))]
        return self._worth_telling(choice, happened)

    def _missed(self, choice: int) -> list[Event]:
        """What the best choice is certain to bring and this one is not."""
        here = self.certain(choice)
        return [event for event in self._told(self.best.choice) if event not in here]

    def _compared(self, thought: Thought, language: str, alone: bool) -> Iterator[str]:
        """How its value compares: told of the best choice if there is nothing else to say, and of every other one."""
        if thought.choice == self.best.choice:
            if alone and (self.second is None or self.state.players == 1):
                yield self._say(Phrase("hint.favourite"), language)
            elif alone and self.second is not None:
                yield self._difference(self.second, language, "hint.best")
        elif self.state.players == 1:
            if alone:
                yield self._say(Phrase("hint.expects_less"), language)
        else:
            yield self._difference(thought, language, "hint.behind")

    def _difference(self, other: Thought, language: str, key: str) -> str:
        lost = self.best.value - other.value
        if lost <= SMALL:
            return self._say(Phrase(f"{key}_small", other=self._label(self.second or other, language)), language)
        points = f"{100 * lost:.0f}" if lost >= 0.02 else f"{100 * lost:.1f}"
        return self._say(Phrase(key, points=points, other=self._label(other, language)), language)

    def _label(self, thought: Thought, language: str) -> str:
        return self.game.choice(self.state, self.seat, thought.choice, language).label

    def _say(self, phrase: Phrase, language: str) -> str:
        return self.game.texts.say(phrase, language)


def facts_of(state: State, seat: int, choice: int, language: str = "en", names: Sequence[str] = ()) -> str:
    """What a choice is certain to bring, in the words of the log; empty where there is nothing to say."""
    game = state.game
    say = game.texts.say
    told = [say(game.words.say(event), language, names) for event in game.consequences(state, seat, choice)]
    return " ".join(told[:MOST_FACTS])
