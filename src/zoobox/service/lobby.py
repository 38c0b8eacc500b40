"""The live lobby: tells those who look at it that a list of theirs has changed; they ask for it again."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from zoobox.service.tables import events as kinds
from zoobox.service.tables.events import TableEvent

if TYPE_CHECKING:
    from zoobox.service.tables.table import Table

SHOWN_KINDS = frozenset({kinds.SEAT, kinds.START, kinds.NAME, kinds.LOST, kinds.ENDED})
"""Events that change how a table is listed for everybody."""


@dataclass(eq=False)
class LobbyWatcher:
    """Somebody who looks at the lobby."""

    person_id: str | None
    tables: set[str] = field(default_factory=set)
    """The tables of theirs, as of the last time they were told."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)


class Lobby:
    """Everybody who looks at the lobby through this process."""

    def __init__(self) -> None:
        self.watchers: set[LobbyWatcher] = set()

    def table_changed(self, before: Table | None, after: Table, events: Sequence[TableEvent]) -> None:
        """Something was committed at a table that this process knows."""
        if not self.watchers:
            return
        listed = after.setup.visibility == "public" and (
            before is None or before.status != after.status or any(event.kind in SHOWN_KINDS for event in events)
        )
        people = {seat.person for table in (before, after) if table is not None for seat in table.seats}
        self._tell(listed, after.id, people | {after.setup.owner})

    def other_table_changed(self, table_id: str, events: Sequence[TableEvent]) -> None:
        """Another process has committed something at a table that this one does not know."""
        listed = not events or any(event.kind in SHOWN_KINDS for event in events)
        self._tell(listed, table_id, ())

    def everything_changed(self) -> None:
        self._tell(True, "", ())

    def _tell(self, listed: bool, table_id: str, people: Collection[str | None]) -> None:
        for watcher in self.watchers:
            mine = watcher.person_id is not None and watcher.person_id in people
            if listed or mine or table_id in watcher.tables:
                watcher.changed.set()
