"""Events: what a choice did, as data. The log says them, the table shows them, the coach compares them.

Each game turns (before, choice, after) into events in its module `events.py`, in the order in which they happen and
with everything hidden included. What a viewer may not know is removed here, in one place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


class Event:
    """Something that happened: its kind, the seat it is about, the rule behind it, and its parts.

    `Event("offspring", seat=1, rule="nyz.breed.two-enclosures", enclosure="c", species="fox")`. Parts are plain values
    (numbers, strings, tuples and dicts of them), so an event can be sent as JSON and compared. With `only`, just that
    seat may know it; the others see `instead`, or nothing. With `unless`, everyone but that seat sees it.
    """

    __slots__ = ("instead", "kind", "only", "parts", "rule", "seat", "unless")

    def __init__(
        self,
        kind: str,
        *,
        rule: str,
        seat: int | None = None,
        only: int | None = None,
        instead: Event | None = None,
        unless: int | None = None,
        **parts: Any,
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.rule = rule
        self.parts: Mapping[str, Any] = parts
        self.only = only
        self.instead = instead
        self.unless = unless

    def __getitem__(self, part: str) -> Any:
        return self.parts[part]

    def as_dict(self) -> dict[str, Any]:
        """The event as plain values, for JSON."""
        return {"kind": self.kind, "seat": self.seat, "rule": self.rule, "parts": dict(self.parts)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.as_dict() == other.as_dict()

    def __hash__(self) -> int:
        return hash((self.kind, self.seat, self.rule))

    def __repr__(self) -> str:
        parts = "".join(f", {name}={value!r}" for name, value in self.parts.items())
        return f"Event({self.kind!r}, seat={self.seat}, rule={self.rule!r}{parts})"


def visible(events: Iterable[Event], viewer: int | None) -> list[Event]:
    """The events as the viewer may know them; `None` is a spectator."""
    seen = []
    for event in events:
        if event.unless is not None and event.unless == viewer:
            continue
        if event.only is None or event.only == viewer:
            seen.append(event)
        elif event.instead is not None:
            seen.append(event.instead)
    return seen
