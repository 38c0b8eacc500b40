"""The table_log of a table: what each viewer saw happen, decision by decision."""

from __future__ import annotations

from typing import Any

from zoobox.kernel.choice import LogLine
from zoobox.service.tables import events as kinds
from zoobox.service.tables.events import Event
from zoobox.service.tables.table import Table

Lines = list[LogLine]


class TableLog:
    """Log lines for every viewer who has asked; those of others are never made."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seen: dict[int | None, list[Lines]] = {}

    def go_on(self, table: Table, event: Event) -> None:
        """The table has become what it is after an event."""
        before, self.table = self.table, table
        if event.kind == kinds.PLAY:
            self._add(before, event, table)
        elif event.kind == kinds.UNDO:
            for lines in self.seen.values():
                del lines[table.moment :]

    def _add(self, before: Table, event: Event, after: Table) -> None:
        assert event.seat is not None
        assert event.choice is not None
        assert before.state is not None
        assert after.state is not None
        game = after.game
        for viewer, lines in self.seen.items():
            lines.append(game.log(before.state, event.seat, event.choice, after.state, viewer))

    def of(self, viewer: int | None) -> list[Lines]:
        """What a viewer saw, one list of lines per decision."""
        if viewer not in self.seen:
            self.seen[viewer] = self._replay(viewer)
        return self.seen[viewer]

    def told(self, viewer: int | None, language: str, start: int = 0, end: int | None = None) -> list[dict[str, Any]]:
        """The lines after the moment `start`, up to `end`, in words."""
        table = self.table
        if table.state is None:
            return []
        say = table.game.texts.say
        names = table.spoken_names(language)
        return [
            {
                "moment": moment,
                "seat": table.plays[moment - 1].seat,
                "text": say(line.phrase, language, names),
                "rule": line.rule,
            }
            for moment, lines in enumerate(self.of(viewer)[start:end], start + 1)
            for line in lines
        ]

    def _replay(self, viewer: int | None) -> list[Lines]:
        table = self.table
        if not table.plays:
            return []
        after = table.state_at(0)
        seen = []
        for play in table.plays:
            before = after.copy()
            after.apply(play.seat, play.choice)
            seen.append(table.game.log(before, play.seat, play.choice, after, viewer))
        return seen
