"""Agreements: what one person asks of the others at a table, and what they answer.

There is one request at a time. It is answered by everybody who is asked, refused by one of them, withdrawn, or it
lapses; each of these is an event, so everybody hears of it at once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from zoobox.service.errors import Refused
from zoobox.service.tables import events as kinds
from zoobox.service.tables.commands import SUBSTITUTE_LEVEL, Command, Rights
from zoobox.service.tables.events import Draft, TableEvent
from zoobox.service.tables.table import Request, Table


def others(table: Table, seat: int, besides: Collection[int] = ()) -> list[int]:
    """The seats of other people, except these."""
    person = table.seats[seat].person
    return [
        number
        for number, other in enumerate(table.seats)
        if other.kind == "person" and other.person != person and number not in besides
    ]


def outcome(request: Request) -> list[Draft]:
    """What happens when everybody has agreed. The table of a rematch is made by `creation`."""
    if request.what == "undo":
        return [Draft(kinds.UNDO, request.seat, detail={"moment": request.moment})]
    if request.what == "replace":
        return [Draft(kinds.BOT_IN, request.about, detail={"level": SUBSTITUTE_LEVEL, "why": "absent"})]
    return [Draft(kinds.ENDED, request.seat, detail={"how": "abandoned"})]


class _Agreement(Command):
    def __init__(self, rights: Rights, seat: int) -> None:
        self.rights = rights
        self.seat = seat

    def result(self, table: Table, events: list[TableEvent]) -> dict[str, Any]:
        return {"done": table.request is None, "number": table.number}

    def _ask(self, table: Table, what: str, missing: list[int], about: int | None = None) -> list[Draft]:
        """Asks those who have to agree; if there is nobody, it happens at once."""
        if table.request is not None:
            raise Refused("asked", "Somebody has asked for something else; that comes first.", number=table.number)
        if not missing:
            return outcome(Request(what, self.seat, 0.0, {self.seat}, set(), about=about))
        detail = {"what": what, "agreed": [self.seat], "missing": missing, "about": about}
        return [Draft(kinds.ASKED, self.seat, detail=detail)]


class AskReplacement(_Agreement):
    """A person asks the others to let a bot play for somebody who is away, until they return."""

    def __init__(self, rights: Rights, seat: int, about: int, away: Mapping[int, float]) -> None:
        super().__init__(rights, seat)
        self.about = about
        self.away = away

    def drafts(self, table: Table) -> list[Draft]:
        self.rights.must_hold(table, self.seat)
        table.running_state()
        absent = table.seat(self.about)
        if absent.kind != "person" or absent.person == table.seats[self.seat].person:
            raise Refused("foreign", f"Seat {self.about} is not another person's.", number=table.number)
        if absent.bot_in:
            return []
        if self.about not in self.away:
            raise Refused("present", "They are at the table; only who is away can be replaced.", number=table.number)
        person = absent.person
        theirs = table.seats_of(person)
        return self._ask(table, "replace", others(table, self.seat, theirs), self.about)


class AskToAbandon(_Agreement):
    """A person asks the others to end the game without a result; who has been away for long is not waited for."""

    def __init__(self, rights: Rights, seat: int, long_away: Collection[int]) -> None:
        super().__init__(rights, seat)
        self.long_away = long_away

    def drafts(self, table: Table) -> list[Draft]:
        self.rights.must_hold(table, self.seat)
        table.running_state()
        return self._ask(table, "abandon", others(table, self.seat, self.long_away))


class Answer(_Agreement):
    """A person agrees to what another asks, or does not; whoever asked withdraws with it."""

    def __init__(self, rights: Rights, seat: int, agree: bool, what: str | None = None) -> None:
        super().__init__(rights, seat)
        self.agree = agree
        self.what = what
        """The kind of request that is answered, if it must be a certain one."""

    def drafts(self, table: Table) -> list[Draft]:
        self.rights.must_hold(table, self.seat)
        if self.what == "undo":
            table.running_state()
        request = self.request(table)
        undo = request.what == "undo"
        if not self.agree or self.seat == request.seat:
            detail = {} if undo else {"what": request.what}
            return [Draft(kinds.UNDO_REFUSED if undo else kinds.REFUSED, self.seat, detail=detail)]
        if request.what == "rematch":
            raise Refused("asked", "To agree to a rematch, ask for it, too.", number=table.number)
        drafts = [Draft(kinds.UNDO_AGREED if undo else kinds.AGREED, self.seat)]
        if request.missing <= {self.seat, *table.seats_of(table.seats[self.seat].person)}:
            drafts += outcome(request)
        return drafts

    def request(self, table: Table) -> Request:
        """The request that is answered; raises Refused if this seat is not asked."""
        request = table.request
        if (
            request is None
            or self.seat not in request.missing | {request.seat}
            or (self.what is not None and request.what != self.what)
        ):
            code = "cannot-undo" if self.what == "undo" else "asked"
            raise Refused(code, "Nobody is asking this seat for that now.", number=table.number)
        return request

    def result(self, table: Table, events: list[TableEvent]) -> dict[str, Any]:
        done = events[-1].kind in (kinds.UNDO, kinds.BOT_IN, kinds.ENDED)
        return {"done": done, "number": events[-1].number, "moment": table.moment}


class Lapse(Command):
    """A request that was not answered in time."""

    def __init__(self, now: float) -> None:
        self.now = now

    def drafts(self, table: Table) -> list[Draft]:
        if table.request is None or table.request.expires > self.now:
            return []
        return [Draft(kinds.LAPSED, table.request.seat, detail={"what": table.request.what})]

    def result(self, table: Table, events: list[TableEvent]) -> dict[str, Any]:
        return {"number": table.number}


class AskForRematch(_Agreement):
    """Those who played ask each other to play again; who has gone is taken along without being asked."""

    def __init__(self, rights: Rights, new_table: str, present: Collection[int]) -> None:
        super().__init__(rights, 0)
        self.new_table = new_table
        self.present = present

    def drafts(self, table: Table) -> list[Draft]:
        if table.status != "over":
            raise Refused("not-running", "A rematch is possible once this game is over.", number=table.number)
        mine = table.seats_of(self.rights.person_id)
        if not mine:
            raise Refused("foreign", "Only those who played here can ask for a rematch.", number=table.number)
        if table.rematch:
            return []
        self.seat = mine[0]
        request = table.request
        if request is not None:
            if request.what != "rematch" or not request.missing & set(mine):
                return []
            drafts = [Draft(kinds.AGREED, mine[0])]
            return [*drafts, self._rematch()] if request.missing <= set(mine) else drafts
        missing = [number for number in others(table, self.seat) if number in self.present]
        if not missing:
            return [self._rematch()]
        return self._ask(table, "rematch", missing)

    def _rematch(self) -> Draft:
        return Draft(kinds.REMATCH, detail={"table": self.new_table})

    def result(self, table: Table, events: list[TableEvent]) -> dict[str, Any]:
        return {"table": table.rematch}
