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

    @cached_property
    def count(self) -> int:
        return prod(len(values) for values in self.parts.values())

    def decode(self, choice: int) -> dict[str, Any]:
        """The parts of an id of this kind."""
        rest = choice - self.first
        found = {}
        for name, values in reversed(list(self.parts.items())):
            rest, index = divmod(rest, len(values))
            found[name] = values[index]
        return dict(reversed(found.items()))

    def encode(self, **parts: Any) -> int:
        """The id with these parts."""
        offset = 0
        for name, values in self.parts.items():
            offset = offset * len(values) + values.index(parts[name])
        return self.first + offset

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
        self._of_id = [kind for kind in kinds for _ in range(kind.count)]
        for kind in kinds:
            if self._of_id[kind.first] is not kind:
                raise ValueError(f"choices of kind {kind.name} do not begin at {kind.first}")

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
class Standing:
    """One seat's place: rank 1 is best, several seats may share it."""

    seat: int
    rank: int
    points: int
    breakdown: Mapping[str, int]
    """What the score sheet would show, line by line."""

    def __getitem__(self, name: str) -> Any:
        if name not in ("seat", "rank", "points", "breakdown"):
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
    """Other names it is known by; records and settings pages tell `name`."""

    def __post_init__(self) -> None:
        if not self.allows(self.default):
            raise ValueError(f"default {self.default!r} of {self.name} is none of its options")

    def allows(self, value: object) -> bool:
        """Whether the value is one of the options; 1 is not True."""
        return any(type(value) is type(option) and value == option for option in self.options)
