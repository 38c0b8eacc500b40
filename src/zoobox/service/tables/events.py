"""Events: everything that happens at a table, numbered 1, 2, 3. The table is what its events make of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import orjson

SEAT: Final = "seat"
START: Final = "start"
PLAY: Final = "play"
UNDO: Final = "undo"
UNDO_ASKED: Final = "undo-asked"
UNDO_AGREED: Final = "undo-agreed"
UNDO_REFUSED: Final = "undo-refused"
BOT_IN: Final = "bot-in"
BOT_OUT: Final = "bot-out"
CHAT: Final = "chat"
REMATCH: Final = "rematch"


@dataclass(frozen=True, slots=True)
class Draft:
    """An event that has not been committed yet."""

    kind: str
    seat: int | None = None
    choice: int | None = None
    ask: int | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Event:
    """An event in the log."""

    number: int
    kind: str
    seat: int | None
    choice: int | None
    ask: int | None
    at: float
    detail: Mapping[str, Any]


NOTIFICATION_BYTES = 7000
"""PostgreSQL carries up to 8000 bytes in a notice."""


def write_notification(table_id: str, process: str, events: Sequence[Event]) -> str:
    """What other processes are told at the commit: the events themselves where they are small enough."""
    rows = [[getattr(event, name) for name in Event.__slots__] for event in events]
    told = json.dumps(rows, separators=(",", ":"))
    head = f"{table_id} {events[-1].number} {process}"
    return f"{head} {told}" if len(told) < NOTIFICATION_BYTES else head


def read_notification(rest: str) -> tuple[int, str, list[Event]]:
    """The last number, the process that wrote, and the events if they were told."""
    number, process, *told = rest.split(" ", 2)
    return int(number), process, [Event(*row) for row in json.loads(told[0])] if told else []


def event_row(table_id: str, event: Event) -> list[Any]:
    """The event as the database keeps it."""
    detail = orjson.dumps(event.detail).decode() if event.detail else "{}"
    return [table_id, event.number, event.kind, event.seat, event.choice, event.ask, event.at, detail]
