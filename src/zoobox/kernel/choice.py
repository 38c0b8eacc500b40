"""Small values that a game hands out: choices, standings, log lines, settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from zoobox.kernel.text import Phrase


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing a seat may decide now."""

    id: int
    notation: str
    label: str
    rule: str
    targets: tuple[str, ...] = ()
    """Ids of the elements in the picture that stand for this choice, in the order they are clicked."""
    cells: tuple[str, ...] = ()
    """For a tile placement: the cells it would cover."""
    phrase: Phrase | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return self.notation


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
    phrase: Phrase | None = field(default=None, compare=False, repr=False)


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
