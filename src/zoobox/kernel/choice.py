"""Small values that a game returns: choices, standings, log lines, settings; and the table of a game's choice kinds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

from zoobox.kernel.text import Phrase

if TYPE_CHECKING:
    from zoobox.kernel.event import Event


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing a seat may decide now."""

    id: int
    notation: str
    label: str
    rule: str
    kind: str = ""
    """What sort of choice it is: `place`, say."""
    parts: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What it is about: `{"face": "lion", "truck": 2}`, say."""
    targets: tuple[str, ...] = ()
    """Ids of the elements in the picture that stand for this choice, in the order they are clicked."""
    cells: tuple[str, ...] = ()
    """For a tile placement: the cells it would cover."""
    phrase: Phrase = field(default=Phrase(""), compare=False, repr=False)

    def __str__(self) -> str:
        return self.notation


@dataclass(frozen=True, slots=True)
class Description:
    """What a choice id means at a decision: all that words, refusals and events need to know of it."""

    kind: str
    parts: Mapping[str, Any]
    notation: str
    rule: str
    """The ledger id of the rule that allows it."""
    targets: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()

    def __getitem__(self, part: str) -> Any:
        return self.parts[part]


@dataclass(frozen=True)
class ChoiceKind:
    """One kind of choice: a run of ids from `first` on, one for every combination of its parts.

    The last part changes fastest. `notation` is a template over the parts: "place {face} {truck}". Where it names
    a part that only the state knows, the game reads such a notation itself.
    """

    name: str
    first: int
    notation: str
    rule: str
    parts: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    step: int = 0
    """Where the ids of several kinds alternate: how far apart two neighbouring values of the first part are."""

    @cached_property
    def count(self) -> int:
        return prod(len(values) for values in self.parts.values())

    @cached_property
    def _strides(self) -> dict[str, int]:
        """How far apart the ids of two neighbouring values of each part are."""
        names = list(self.parts)
        strides = {name: prod(len(self.parts[later]) for later in names[at + 1 :]) for at, name in enumerate(names)}
        if self.step:
            strides[names[0]] = self.step
        return strides

    def ids(self) -> list[int]:
        """All ids of this kind, rising."""
        found = [self.first]
        for name, stride in self._strides.items():
            found = [before + stride * index for before in found for index in range(len(self.parts[name]))]
        return found

    def decode(self, choice: int) -> dict[str, Any]:
        """The parts of an id of this kind."""
        rest = choice - self.first
        found = {}
        for name, stride in self._strides.items():
            index, rest = divmod(rest, stride)
            found[name] = self.parts[name][index]
        return found

    def encode(self, **parts: Any) -> int:
        """The id with these parts."""
        return self.first + sum(stride * self.parts[name].index(parts[name]) for name, stride in self._strides.items())

    def write(self, parts: Mapping[str, Any]) -> str:
        return self.notation.format(**parts)

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        gaps = {
            name: f"(?P<{name}>{'|'.join(re.escape(str(value).lower()) for value in values)})"
            for name, values in self.parts.items()
        }
        pieces = re.split(r"\{(\w+)\}", self.notation.lower())
        if not gaps.keys() >= set(pieces[1::2]):
            return None
        return re.compile("".join(gaps[text] if index % 2 else re.escape(text) for index, text in enumerate(pieces)))

    def read(self, text: str) -> int | None:
        """The id that a notation names, or None if it is not of this kind."""
        found = self._pattern and self._pattern.fullmatch(text)
        if not found:
            return None
        spelled = {name: {str(value).lower(): value for value in values} for name, values in self.parts.items()}
        return self.encode(**{name: spelled[name][found[name]] for name in self.parts})


class ChoiceTable:
    """All kinds of choices of a game, in the order of their ids."""

    def __init__(self, *kinds: ChoiceKind) -> None:
        self.kinds = {kind.name: kind for kind in kinds}
        found = {choice: kind for kind in kinds for choice in kind.ids()}
        if sum(kind.count for kind in kinds) != len(found) or sorted(found) != list(range(len(found))):
            raise ValueError("every choice id from 0 on should belong to one kind of choice")
        self._of_id = [found[choice] for choice in range(len(found))]

    def __len__(self) -> int:
        return len(self._of_id)

    def __getitem__(self, name: str) -> ChoiceKind:
        return self.kinds[name]

    def decode(self, choice: int) -> tuple[ChoiceKind, dict[str, Any]]:
        """The kind and the parts of an id."""
        kind = self._of_id[choice]
        return kind, kind.decode(choice)

    def read(self, text: str) -> int | None:
        """The id that a notation names, in any spelling of capitals and spaces."""
        text = " ".join(text.lower().split())
        for kind in self.kinds.values():
            found = kind.read(text)
            if found is not None:
                return found
        return None


@dataclass(frozen=True, slots=True)
class SoloResult:
    """How a game played alone ended."""

    name: str
    """`won` or `lost`; in a game that only rates, the title that was earned."""
    phrase: Phrase
    """The same with how far it went, as the game says it."""
    won: bool | None = None
    """None where the game only rates."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One seat's place: rank 1 is best, several seats may share it."""

    seat: int
    rank: int
    points: int
    breakdown: Mapping[str, int]
    """What the score sheet would show, line by line."""
    result: SoloResult | None = None
    """Of a finished solo game, where rank 1 says nothing."""

    def __getitem__(self, name: str) -> Any:
        if name not in ("seat", "rank", "points", "breakdown", "result"):
            raise KeyError(name)
        return getattr(self, name)


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log: what happened, and the rule behind it."""

    text: str
    rule: str
    phrase: Phrase = field(default=Phrase(""), compare=False, repr=False)
    event: Event | None = field(default=None, compare=False, repr=False)
    targets: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """Ids of the elements in the picture that it is about."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A ruling that can be read in more than one way."""

    name: str
    default: Any
    options: tuple[Any, ...]
    summary: str
    rule: str
    also: tuple[str, ...] = ()
    """Other names that are accepted; records and pages use `name`."""
    selects: Mapping[Any, Mapping[str, Any]] = field(default_factory=dict, hash=False)
    """For a name that stands for a set of other settings: what each option makes of those left at their default."""

    def __post_init__(self) -> None:
        if not self.allows(self.default):
            raise ValueError(f"default {self.default!r} of {self.name} is not one of its options")

    def allows(self, value: object) -> bool:
        """Whether the value is one of the options; 1 is not True."""
        return any(type(value) is type(option) and value == option for option in self.options)
