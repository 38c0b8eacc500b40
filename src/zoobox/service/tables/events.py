"""Table events: everything that happens at a table, numbered 1, 2, 3. A table is what its events make of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

SEAT: Final = "seat"
START: Final = "start"
PLAY: Final = "play"
UNDO: Final = "undo"
UNDO_ASKED: Final = "undo-asked"
AGAIN: Final = "again"
"""Who made a decision: it stands although one before it was taken back."""
UNDO_AGREED: Final = "undo-agreed"
UNDO_REFUSED: Final = "undo-refused"
BOT_IN: Final = "bot-in"
BOT_OUT: Final = "bot-out"
CHAT: Final = "chat"
CHAT_REMOVED: Final = "chat-removed"
REMATCH: Final = "rematch"
NAME: Final = "name"
CURTAIN: Final = "curtain"
ASKED: Final = "asked"
AGREED: Final = "agreed"
REFUSED: Final = "refused"
LAPSED: Final = "lapsed"
LOST: Final = "lost"
ENDED: Final = "ended"


@dataclass(frozen=True, slots=True)
class Draft:
    """An event that is not committed yet, and so has no number."""

    kind: str
    seat: int | None = None
    choice: int | None = None
    ask: int | None = None
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableEvent:
    """A committed event. What a decision did in the game is a `zoobox.kernel.event.Event`, which is something else."""

    number: int
    kind: str
    seat: int | None
    choice: int | None
    ask: int | None
    at: float
    detail: Mapping[str, Any]


def numbered(drafts: list[Draft], after: int, at: float) -> list[TableEvent]:
    """The drafts as the events that follow event number `after`."""
    return [
        TableEvent(number, draft.kind, draft.seat, draft.choice, draft.ask, at, draft.detail)
        for number, draft in enumerate(drafts, after + 1)
    ]
