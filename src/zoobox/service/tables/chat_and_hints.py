"""What goes on around the decisions: chat, hints, the next game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from zoobox.service.bot_workers import BotsUnavailable
from zoobox.service.errors import Refused
from zoobox.service.people import Person
from zoobox.service.tables import creation
from zoobox.service.tables import events as kinds
from zoobox.service.tables.events import Draft, Event
from zoobox.service.tables.seats import SIT_IN_LEVEL, bot_detail
from zoobox.service.tables.table import Table, game_of

if TYPE_CHECKING:
    from zoobox.service.server import Server
    from zoobox.service.tables.live_table import LiveTable

CHAT_LENGTH = 300


class ChatSaid:
    """A line of chat; who sends it again with the same key, because the answer was lost, says it once."""

    def __init__(self, person: str, seat: int | None, name: str, text: str, key: str) -> None:
        self.seat = seat
        self.detail = {"name": name, "text": text}
        self.key = f"{person} {key}" if key else ""
        if key:
            self.detail["key"] = self.key

    def draft(self, table: Table) -> list[Draft]:
        return [] if self._said(table) else [Draft(kinds.CHAT, self.seat, detail=self.detail)]

    def result(self, table: Table, events: list[Event]) -> dict[str, Any]:
        return {"number": events[-1].number if events else self._said(table)}

    def _said(self, table: Table) -> int:
        """The number of the line with this key, 0 if there is none."""
        return next((line.number for line in table.chat if self.key and line.key == self.key), 0)


async def chat(
    server: Server, live_table: LiveTable, person: Person, seats: tuple[int, ...], text: str, key: str = ""
) -> dict[str, Any]:
    """Somebody says something; spectators may too."""
    said = "".join(letter if letter.isprintable() else " " for letter in text).strip()
    if not said:
        raise Refused("malformed", "There is nothing to say in that.")
    if len(said) > CHAT_LENGTH:
        raise Refused("malformed", f"A line of chat has at most {CHAT_LENGTH} characters.")
    server.limits.chat(person.id)
    seat = seats[0] if seats else None
    name = live_table.table.chairs[seat].name if seat is not None else person.name
    return await live_table.act(ChatSaid(person.id, seat, name, said, key))


async def hint(server: Server, live_table: LiveTable, seat: int, language: str) -> dict[str, Any]:
    """What a bot would do in the seat's place. It is shown only what the seat may know."""
    table = live_table.table
    state = table.running_state()
    if not table.setup.hints:
        raise Refused("no-hints", "This table is played without hints.", number=table.number)
    ask = table.asks[seat]
    if ask is None:
        raise Refused("stale", "Nothing is asked of this seat now.", number=table.number)
    try:
        advice = await server.bot_workers.advise(state, seat, SIT_IN_LEVEL, language)
    except BotsUnavailable:
        raise Refused("busy", "The bots cannot think now; try again in a moment.", number=table.number) from None
    return {"ask": ask, "choice": advice[0]["choice"], "reason": advice[0]["sentence"], "advice": advice}


class NextTable:
    """The table at which these people play again."""

    def __init__(self, table_id: str) -> None:
        self.table_id = table_id

    def draft(self, table: Table) -> list[Draft]:
        return [] if table.rematch else [Draft(kinds.REMATCH, detail={"table": self.table_id})]

    def result(self, table: Table, events: list[Event]) -> dict[str, Any]:
        return {"table": table.rematch}


async def rematch(server: Server, live_table: LiveTable, person: Person) -> dict[str, Any]:
    """A new table with the same people. Each of them is seated, and the seats move on by one."""
    table = live_table.table
    if table.status != "over":
        raise Refused("not-running", "There is a rematch once this game is over.", number=table.number)
    if not table.seats_of(person.id):
        raise Refused("foreign", "Only who played here can ask for a rematch.")
    if table.rematch:
        return {"table": table.rematch}
    setup = table.setup
    game = game_of(setup.configuration)
    server.limits.new_table(person.id)
    fresh = creation.new_setup(game, setup.owner, None, setup.clock, setup.visibility, setup.hints)
    again = await creation.create(server, replace(fresh, previous=setup.id), _same_people(table))
    return await live_table.act(NextTable(again.setup.id))


def _same_people(table: Table) -> list[Draft]:
    chairs = [*table.chairs[1:], table.chairs[0]]
    drafts = []
    for seat, chair in enumerate(chairs):
        if chair.kind == "bot":
            detail = bot_detail(chair.level or SIT_IN_LEVEL, seat, "joined")
        else:
            detail = {"kind": "person", "person": chair.person, "name": chair.name, "why": "joined"}
        drafts.append(Draft(kinds.SEAT, seat, detail=detail))
    return drafts
