"""What the host of a server decides: an announcement, banned names, tables to close, lines of chat to remove.

The host's page and `zoobox admin` write it into the database; every server process reads it there once a second, so it
does not matter which process, or whether any, is running.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from zoobox.service.errors import Refused
from zoobox.service.tables import events as kinds
from zoobox.service.tables.commands import Command
from zoobox.service.tables.events import Draft, TableEvent
from zoobox.service.tables.table import Table

if TYPE_CHECKING:
    from zoobox.service.server import Server

ANNOUNCEMENT = "announcement"
MAX_ANNOUNCEMENT = 300
CLOSE, REMOVE_LINE = "close", "remove-line"
NAME, PERSON = "name", "person"
"""Kinds of bans: nobody may be called so, and this person may do nothing."""


def plain_name(name: str) -> str:
    """A name by which it is recognised in any writing: upper or lower case, with spaces or marks."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in letters if letter.isalnum())


class Host:
    """The decisions of the host, as this process last read them."""

    def __init__(self) -> None:
        self.announcement = ""
        self.names: frozenset[str] = frozenset()
        self.people: frozenset[str] = frozenset()

    def check_name(self, name: str) -> None:
        """Raises Refused for a banned name."""
        if self.names and plain_name(name) in self.names:
            raise Refused("banned", "The host of this server does not allow this name.")

    def check_person(self, person_id: str | None) -> None:
        """Raises Refused for a banned person."""
        if person_id in self.people:
            raise Refused("banned", "The host of this server has banned you: you can look, but not take part.")


class CloseTable(Command):
    """The host ends a table, whatever is going on there; a game has no result then."""

    def drafts(self, table: Table) -> list[Draft]:
        if table.status not in ("open", "running"):
            return []
        return [Draft(kinds.ENDED, detail={"how": "closed"})]

    def result(self, table: Table, events: list[TableEvent]) -> dict[str, Any]:
        return {"number": table.number}


class RemoveLine(Command):
    """The host removes a line of chat."""

    def __init__(self, line: int) -> None:
        self.line = line

    def drafts(self, table: Table) -> list[Draft]:
        if all(line.number != self.line for line in table.chat):
            return []
        return [Draft(kinds.CHAT_REMOVED, detail={"line": self.line})]

    def result(self, table: Table, events: list[TableEvent]) -> dict[str, Any]:
        return {"number": table.number}


async def follow_host(server: Server) -> None:
    """Reads what the host has decided, and does what they have asked for."""
    announcement, bans = await server.read(server.reader.host_decisions)
    server.host.names = frozenset(ban.value for ban in bans if ban.kind == NAME)
    server.host.people = frozenset(ban.value for ban in bans if ban.kind == PERSON)
    if announcement != server.host.announcement:
        server.host.announcement = announcement
        for live_table in list(server.live_tables.values()):
            live_table.announce(announcement)
        server.lobby.everything_changed()
    for request in await server.read(server.reader.host_requests):
        await _carry_out(server, request)
        await server.read(server.reader.drop_host_request, request.id)


async def _carry_out(server: Server, request: Any) -> None:
    """Once or more often: doing the same again changes nothing."""
    try:
        live_table = await server.find_table(request.table_id)
        await live_table.execute(CloseTable() if request.kind == CLOSE else RemoveLine(request.line or 0))
    except Refused as refusal:
        if refusal.code in ("store", "busy"):
            raise
