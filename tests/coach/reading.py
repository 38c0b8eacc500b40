"""Reads the English sentences of the coach and decides from positions whether they are true.

Nothing here is shared with the coach, nor with the modules that make events and facts: a sentence is taken apart by the
patterns of its game's checker (`dice.py`, `new_york_zoo.py`, ...), which look at positions and views before and after.
What a hint calls certain has to be true in every deal of what the seat does not know, also in the real one; where it
says how one can go on, its line is played in them, others deciding at random in between.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from zoobox.kernel.luck import Luck
from zoobox.kernel.state import State

NAMES = ("Ada", "Bob", "Cyd", "Dan", "Eve")
DEALS = 2
FORCED_STEPS = 30
WHO = r"(Ada|Bob|Cyd|Dan|Eve)"
PEOPLE = rf"((?:{WHO[1:-1]})(?:(?:, | and )(?:{WHO[1:-1]}))*)"


@dataclass
class Step:
    """A position, with what the seat to decide sees of it."""

    position: dict[str, Any]
    view: dict[str, Any]


@dataclass
class Play:
    """A choice that was carried out: the position before and after each decision of the seat."""

    seat: int
    steps: list[Step]
    choices: list[int]
    state: State
    """The state before."""
    notations: list[str]
    """What was chosen, in the notation of the game."""

    def pairs(self) -> Iterator[tuple[Step, Step]]:
        yield from zip(self.steps, self.steps[1:], strict=False)

    def chose(self, notation: str) -> bool:
        """Whether one of the choices was written like that."""
        return any(re.fullmatch(notation, one) for one in self.notations)

    @property
    def first(self) -> Step:
        return self.steps[0]

    @property
    def next(self) -> Step:
        return self.steps[1]

    @property
    def last(self) -> Step:
        return self.steps[-1]


Check = Callable[..., bool]
Patterns = list[tuple[re.Pattern[str], Check]]


def patterns(*pairs: tuple[str, Check]) -> Patterns:
    """Checks by the sentence they are for; {who} is a name, {people} are several."""
    return [
        (re.compile(text.replace("{who}", WHO).replace("{people}", PEOPLE).replace("{n}", r"(-?\d+)")), check)
        for text, check in pairs
    ]


def seat_of(name: str) -> int:
    return NAMES.index(name)


def names_in(text: str) -> list[int]:
    return [seat_of(name) for name in re.findall(WHO, text)]


def numbers_by_seat(text: str, pattern: str) -> dict[int, int]:
    """`2 to Ada and -1 to Bob` as {0: 2, 1: -1}."""
    found = {}
    for match in re.finditer(pattern, text):
        parts = match.groupdict()
        found[seat_of(parts["who"])] = int(parts["n"])
    return found


def snapshot(state: State, seat: int) -> Step:
    return Step(state.position(), state.view(seat))


def played(state: State, seat: int, choice: int, line: tuple[int, ...] | None, number: int) -> Play:
    """Carries out a choice on a copy: with what is forced after it, or with a line of play."""
    after = state.copy() if number < 0 else state.redeal(seat, Luck(1000 + number))
    luck = Luck(77 + number)
    before = after.copy()
    steps, choices = [snapshot(after, seat)], [choice]
    notations = [state.game.notation(after, seat, choice)]
    reveals = after.reveals
    after.apply(seat, choice)
    steps.append(snapshot(after, seat))
    if line is None:
        while after.waiting == (seat,) and len(after.legal(seat)) == 1 and len(steps) < FORCED_STEPS:
            if after.reveals != reveals:
                break
            choices.append(after.legal(seat)[0])
            notations.append(state.game.notation(after, seat, choices[-1]))
            after.apply(seat, choices[-1])
            steps.append(snapshot(after, seat))
        return Play(seat, steps, choices, before, notations)
    for following in line:
        while not after.over and seat not in after.waiting:
            other = after.first_waiting()
            legal = after.legal(other)
            after.apply(other, legal[luck.below(len(legal))])
        assert not after.over, "the line goes on after the end of the game"
        assert following in after.legal(seat), "the line is not legal"
        steps.append(snapshot(after, seat))
        choices.append(following)
        notations.append(state.game.notation(after, seat, following))
        after.apply(seat, following)
        steps.append(snapshot(after, seat))
    return Play(seat, steps, choices, before, notations)


class Reader:
    """Takes the sentences of one list of advice apart."""

    def __init__(self, checks: Patterns, state: State, seat: int, advice: list[Any]) -> None:
        self.checks = checks
        self.state = state
        self.seat = seat
        self.advice = {one.choice.label: one for one in advice}
        self.listed = advice
        self.kinds: dict[str, int] = {}
        self.plays: dict[tuple[int, bool], list[Play]] = {}

    def _plays(self, one: Any, with_line: bool) -> list[Play]:
        key = (one.choice.id, with_line)
        if key not in self.plays:
            line = one.line if with_line else None
            self.plays[key] = [
                played(self.state, self.seat, one.choice.id, line, number) for number in range(-1, DEALS)
            ]
        return self.plays[key]

    def falsehoods(self, one: Any) -> list[str]:
        """What is wrong with the sentences about one choice."""
        wrong = []
        about, with_line = one, False
        rest = one.sentence
        while rest:
            rest = rest.lstrip()
            opening = re.match(r"With (?:the best choice, )?“([^”]+)”(?: instead)?: ", rest)
            if opening:
                about, with_line = self.advice[opening[1]], False
                rest = rest[opening.end() :]
                continue
            if rest.startswith("You can go on like this: "):
                rest, with_line = rest[len("You can go on like this: ") :], True
                continue
            compared = self._comparison(rest, one)
            if compared is not None:
                rest, error = compared
                wrong += [error] if error else []
                with_line = False
                continue
            found = self._matching(rest)
            if found is None:
                wrong.append(f"nobody can check: {rest!r}")
                return wrong
            pattern, check, match = found
            self.kinds[pattern.pattern] = self.kinds.get(pattern.pattern, 0) + 1
            for play in self._plays(about, with_line):
                if not check(play, *match.groups()):
                    wrong.append(f"{about.choice.label}{' (line)' if with_line else ''}: {match[0]!r} is false")
                    break
            rest = rest[match.end() :]
        return wrong

    def _matching(self, rest: str) -> tuple[re.Pattern[str], Check, re.Match[str]] | None:
        for pattern, check in self.checks:
            match = pattern.match(rest)
            if match and (match.end() == len(rest) or rest[match.end()] == " "):
                return pattern, check, match
        return None

    def _comparison(self, rest: str, one: Any) -> tuple[str, str] | None:
        """A sentence about values: the numbers have to be those of the list."""
        best = self.listed[0]
        points = r"(\d+(?:\.\d)?) percentage points(?: \(give or take (\d+(?:\.\d)?)\))?"
        other = r"“([^”]+)”"
        for text in (
            rf"The adviser puts the chance to win {points} above that of {other}\.",
            rf"The difference from {other} is small: {points}\.",
            rf"The adviser puts the chance to win {points} below that of the best choice\.",
            rf"The difference from the best choice is small: {points}\.",
        ):
            match = re.match(text, rest)
            if not match:
                continue
            said = re.search(r"([\d.]+) percentage points", match[0])
            assert said is not None
            number = float(said[1])
            label = re.search(other, match[0])
            lower = self.advice[label[1]] if label else one
            lost = 100 * (best.value - lower.value)
            error = "" if abs(lost - number) <= (0.5 if number >= 2 else 0.051) else f"{match[0]!r}: it is {lost:.2f}"
            small = "is small" in match[0]
            taken = re.search(r"give or take ([\d.]+)", match[0])
            unsure = float(taken[1]) if taken else 0.0
            if small != (lost <= max(1.0, unsure) + 0.06) and abs(lost - max(1.0, unsure)) > 0.6:
                error = error or f"{match[0]!r}: {lost:.2f} is not {'small' if small else 'large'}"
            return rest[match.end() :], error
        alone = re.match(
            r"The adviser (?:expects|knows a way from here to): (.+?)(; with the best choice: (.+?))?\.$", rest
        )
        if alone:
            game = self.state.game
            said = [alone[1], alone[3]]
            real = [game.spoken_value(one.value), game.spoken_value(best.value) if alone[3] else None]
            return "", "" if said == real else f"{rest!r}: it is {real}"
        for plain in ("The adviser has tried nothing else as often.", "There is no other choice."):
            if rest.startswith(plain):
                true = len(self.listed) == 1 if "tried" in plain else len(self.state.legal(self.seat)) == 1
                return rest[len(plain) :], "" if true else f"{plain!r} is false"
        return None
