"""The log of a table: what each viewer saw happen, decision by decision."""

from __future__ import annotations

from typing import Any

from zoobox.kernel.choice import LogLine
from zoobox.kernel.text import Drawn
from zoobox.service.tables import events as kinds
from zoobox.service.tables.events import Event
from zoobox.service.tables.table import Table

Lines = list[LogLine]


def segments_message(segments: list[str | Drawn]) -> list[str | dict[str, str]]:
    """A sentence in pieces, for a page that draws the animals and tiles it names."""
    return [part if isinstance(part, str) else {"text": part.text, "figure": part.figure} for part in segments]


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
        texts = table.game.texts
        names = table.spoken_names(language)
        return [
            {
                "moment": moment,
                "seat": table.plays[moment - 1].seat,
                "text": texts.say(line.phrase, language, names),
                "segments": segments_message(texts.segments(line.phrase, language, names)),
                "rule": line.rule,
                "targets": line.targets,
                "event": line.event.as_dict() if line.event else None,
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
