"""Hints: the best choices, what they are worth, and why.

A reason is a fact of the rules. The choice is carried out on copies of the position, with whatever is forced after it,
and what happens in all of them is told: the same events that the log and the table tell. What a choice means before
anything happens is told by the game's module `facts.py`: what a truck is worth to whom, what a bid leaves. The best
choice and the next are told in the same terms, with the adviser's own numbers and how sure they are.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zoobox.bots.levels import player, strongest_level
from zoobox.bots.searcher import Searcher
from zoobox.kernel.choice import Choice
from zoobox.kernel.event import Event, visible
from zoobox.kernel.luck import Luck
from zoobox.kernel.player import Player, Thought
from zoobox.kernel.state import State
from zoobox.kernel.text import Phrase

SECONDS = 2.0
"""How long the adviser thinks if nothing else is asked for."""
MOST_ADVICE = 5
MOST_FACTS = 3
"""Sentences about one choice at most."""
MOST_COMPARED = 2
"""Sentences about the choice it is compared with, at most."""
MOST_FOLLOWED = 4
"""Further decisions of the seat that are carried out as the adviser would make them."""
WELL_TRIED = 0.5
"""Choices tried less often than this, compared with the one tried most, are not listed: their values say little."""
SMALL = 0.01
"""A difference in the chance to win that is called small."""
INTERVAL = 1.96
"""Standard errors on either side of a 95 % interval."""
LEAST_TOLD = 0.0005
"""An uncertainty that is not told."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One recommended choice."""

    choice: Choice
    value: float
    """The estimated chance to win; in a solo game the estimated payoff. Lists are in this order."""
    sentence: str
    """What it leads to, and how it compares with the best choice."""
    events: tuple[Event, ...] = ()
    """What is certain to happen."""
    facts: tuple[Event, ...] = ()
    """What it means, told beside the events."""
    line: tuple[int, ...] = ()
    """How the seat can go on, where the sentence tells that."""
    told: tuple[str, ...] = ()
    """The facts and events among its sentences."""
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
        level or strongest_level(state.game), state.game, simulations=simulations, seconds=seconds, seed=seed
    )
    solver = state.game.solver
    if solver is not None and solver.why_not(state.game) is None:
        adviser = solver.player(state.game, adviser.seed)
        thoughts = adviser.think(state, seat)
    else:
        thoughts = _with_plan(adviser, _well_tried(_one_value(state, seat, adviser.think(state, seat))))[:most]
    return _Reasons(adviser, state, seat, thoughts, language, names).advice()


def reason_for(
    state: State, seat: int, choice: int, language: str = "en", names: Sequence[str] = (), level: str = "keeper"
) -> str:
    """Why a choice could be made, in facts alone; empty where there is nothing to say."""
    only = [Thought(choice, 0.0, 1)]
    return " ".join(_Reasons(player(level, state.game, seed=1), state, seat, only, language, names).told(choice))


def _one_value(state: State, seat: int, thoughts: list[Thought]) -> list[Thought]:
    """Choices that are the same thing, such as two empty trucks, get one value: that of all their simulations."""
    module = state.game.fact_module
    if module is None:
        return thoughts
    groups: dict[object, list[Thought]] = {}
    for thought in thoughts:
        groups.setdefault(module.alike(state, seat, thought.choice), []).append(thought)
    same = []
    for group in groups.values():
        visits = sum(thought.visits for thought in group)
        value = sum(thought.visits * thought.value for thought in group) / visits if visits else group[0].value
        same += [Thought(thought.choice, value, visits) for thought in group]
    return same


def _well_tried(thoughts: list[Thought]) -> list[Thought]:
    """What the adviser would play, then the others whose value means something, in the order of their values.

    It plays what it tried most. What was tried less and looks better is not listed: its value is not sure enough.
    """
    best = max(thoughts, key=lambda thought: (thought.visits, thought.value))
    others = [
        thought
        for thought in thoughts
        if thought.choice != best.choice and thought.visits >= WELL_TRIED * best.visits and thought.value <= best.value
    ]
    return [best, *sorted(others, key=lambda thought: -thought.value)]


def _with_plan(adviser: Player, thoughts: list[Thought]) -> list[Thought]:
    """Alone where nothing is random: the first choice of the best line of play found, with what that line reaches."""
    if not isinstance(adviser, Searcher) or not adviser.plan.choices or adviser.plan.value < thoughts[0].value:
        return thoughts
    first = adviser.plan.choices[0]
    visits = next((thought.visits for thought in thoughts if thought.choice == first), 0)
    return [Thought(first, adviser.plan.value, visits), *(one for one in thoughts if one.choice != first)]


class _Reasons:
    """What is certain to happen after each choice of a decision and what it means, and how to say it."""

    def __init__(
        self,
        adviser: Player,
        state: State,
        seat: int,
        thoughts: list[Thought],
        language: str,
        names: Sequence[str],
    ) -> None:
        self.adviser = adviser
        self.language = language
        self.names = names
        self.state = state
        self.game = state.game
        self.seat = seat
        self.thoughts = thoughts
        self.best = thoughts[0]
        self.second = thoughts[1] if len(thoughts) > 1 else None
        self.known: dict[int, list[Event]] = {}
        self.meaning: dict[int, list[Event]] = {}
        self.lines: dict[int, tuple[tuple[int, ...], list[Event]]] = {}
        self.choices = len(state.legal(seat))

    def advice(self) -> list[Advice]:
        return [
            Advice(
                self.game.choice(self.state, self.seat, thought.choice, self.language),
                thought.value,
                " ".join(self._sentences(thought)),
                tuple(self.certain(thought.choice)),
                tuple(self.facts(thought.choice)),
                self.line(thought.choice)[0],
                tuple(self.told(thought.choice)) if self.choices > 1 else (),
                thought.visits,
            )
            for thought in self.thoughts
        ]

    # What is so.

    def certain(self, choice: int) -> list[Event]:
        """What the choice, and whatever is forced after it, is certain to bring."""
        if choice not in self.known:
            self.known[choice] = self.game.consequences(self.state, self.seat, choice)
        return self.known[choice]

    def facts(self, choice: int) -> list[Event]:
        """What the choice means, from what the seat knows."""
        if choice not in self.meaning:
            module = self.game.fact_module
            known = self.state.redeal(self.seat, Luck(0))
            self.meaning[choice] = module.facts(known, self.seat, choice) if module is not None else []
        return self.meaning[choice]

    def line(self, choice: int) -> tuple[tuple[int, ...], list[Event]]:
        """How the seat can go on, as the adviser would, and what that adds.

        It ends where something depends on luck or on others. What others choose in between is not told.
        """
        if choice not in self.lines:
            self.lines[choice] = self._followed(choice)
        return self.lines[choice]

    def _followed(self, choice: int) -> tuple[tuple[int, ...], list[Event]]:
        module = self.game.fact_module
        alone = bool(getattr(module, "OTHERS_DO_NOT_MATTER", False))
        after = self.state.redeal(self.seat, Luck(self.adviser.seed))
        reveals = after.reveals
        happened: list[Event] = []
        line: list[int] = []
        following = choice
        while True:
            before = after.copy()
            after.apply(self.seat, following)
            if line:
                events = self.game.event_module.events(before, self.seat, following, after)
                if after.reveals != reveals or alone:
                    events = [event for event in events if event.only == self.seat]
                happened += visible(events, self.seat)
            if after.reveals != reveals:
                break
            while alone and not after.over and self.seat not in after.waiting and after.reveals == reveals:
                other = after.first_waiting()
                after.apply(other, self._favourite(after, other))
            goes_on = self.seat in after.waiting if alone else after.waiting == (self.seat,)
            if len(line) == MOST_FOLLOWED or after.over or not goes_on or after.reveals != reveals:
                break
            following = self._favourite(after, self.seat)
            line.append(following)
        return tuple(line), happened

    def _favourite(self, state: State, seat: int) -> int:
        legal = state.legal(seat)
        priors = self.adviser.heuristics.priors(state, seat, legal)
        return legal[priors.index(max(priors))]

    # What is told of it.

    def told(self, choice: int) -> list[str]:
        """Its facts and events as sentences, the most telling first."""
        said = [self._say(self.game.fact_module.say(fact)) for fact in self.facts(choice) if self.game.fact_module]
        said += [self._say(self.game.words.say(event)) for event in self._worth_telling(choice, self.certain(choice))]
        said = list(dict.fromkeys(said))[:MOST_FACTS]
        if len(said) < MOST_COMPARED:
            then = self._worth_telling(choice, self.line(choice)[1])[:MOST_FACTS]
            if then:
                facts = " ".join(self._say(self.game.words.say(event)) for event in then)
                said.append(self._say(Phrase("hint.then", facts=facts)))
        return said

    def _worth_telling(self, choice: int, events: Sequence[Event]) -> list[Event]:
        """Not what only repeats the choice, nor what a fact says better; what has a tag in the picture, if anything."""
        own = self.game.choice(self.state, self.seat, choice)
        tag = getattr(self.game.words, "tag", None)
        certain = self.known.get(choice)
        restated = events is certain and bool(events) and (events[0].kind == own.kind or events[0].rule == own.rule)
        told = list(events[1:] if restated else events)
        if events is certain and self.facts(choice):
            replaced = getattr(self.game.fact_module, "REPLACED", ())
            told = [event for event in told if event.kind not in replaced]
        important = [event for event in told if tag is not None and tag(event) is not None]
        return important or told

    def _sentences(self, thought: Thought) -> Iterator[str]:
        if self.choices == 1:
            yield self._say(Phrase("hint.only"))
            return
        told = self.told(thought.choice)
        yield from told
        other = self.second if thought.choice == self.best.choice else self.best
        if other is not None:
            different = [sentence for sentence in self.told(other.choice) if sentence not in told][:MOST_COMPARED]
            if different:
                key = "hint.instead" if thought.choice == self.best.choice else "hint.best_instead"
                yield self._say(Phrase(key, other=self._label(other), facts=" ".join(different)))
        yield from self._compared(thought, other)

    def _compared(self, thought: Thought, other: Thought | None) -> Iterator[str]:
        """How its value compares: the best choice with the next, every other one with the best."""
        if self.state.players == 1:
            yield self._alone(thought, other)
        elif other is None:
            yield self._say(Phrase("hint.favourite"))
        elif thought.choice == self.best.choice:
            yield self._difference(thought, other, "hint.best", other)
        else:
            yield self._difference(other, thought, "hint.behind", other)

    def _alone(self, thought: Thought, other: Thought | None) -> str:
        """Alone, values are told in the game's own terms: points, spaces, a rating."""
        value = self.game.spoken_value(thought.value, self.language)
        key = "hint.alone"
        if isinstance(self.adviser, Searcher) and self.adviser.plan.choices[:1] == (thought.choice,):
            key = "hint.alone_known"
        compared: Phrase | str = ""
        if other is not None and thought.choice != self.best.choice:
            compared = Phrase("hint.alone_best", value=self.game.spoken_value(other.value, self.language))
        return self._say(Phrase(key, value=value, compared=compared))

    def _difference(self, better: Thought, worse: Thought, key: str, other: Thought) -> str:
        lost = better.value - worse.value
        error = INTERVAL * math.hypot(self._error(better), self._error(worse))
        small = lost <= max(SMALL, error)
        uncertainty: Phrase | str = ""
        if error >= LEAST_TOLD:
            uncertainty = Phrase("review.uncertainty", points=_points(error))
        gaps = {"points": _points(lost), "uncertainty": uncertainty, "other": self._label(other)}
        return self._say(Phrase(f"{key}_small" if small else key, **gaps))

    def _error(self, thought: Thought) -> float:
        """The standard error of an estimated chance."""
        if self.adviser.exact or thought.visits <= 1:
            return 0.0
        held = min(max(thought.value, 0.0), 1.0)
        return math.sqrt((held * (1 - held) + 1 / (thought.visits + 4)) / (thought.visits + 4))

    def _label(self, thought: Thought) -> str:
        return self.game.choice(self.state, self.seat, thought.choice, self.language).label

    def _say(self, phrase: Phrase) -> str:
        return self.game.texts.say(phrase, self.language, self.names)


def _points(chance: float) -> str:
    """Percentage points, with a digit behind the point where they are few."""
    return f"{100 * chance:.0f}" if chance >= 0.02 else f"{100 * chance:.1f}"
