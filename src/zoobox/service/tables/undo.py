"""Taking back: at once where the kernel's undo allows it, beyond that if the others agree."""

from __future__ import annotations

from typing import Any

from zoobox.kernel.errors import CannotUndo
from zoobox.kernel.undo import decisions_kept
from zoobox.service.errors import Refused
from zoobox.service.tables import events as kinds
from zoobox.service.tables.events import Draft, Event
from zoobox.service.tables.table import Table


def bot_seats(table: Table) -> list[int]:
    return [seat for seat, chair in enumerate(table.chairs) if chair.kind == "bot"]


def possible_at_once(table: Table, seat: int | None) -> bool:
    """What `decisions_kept` would say, told from what the table remembers of each decision."""
    if seat is None or not table.plays or table.status != "running":
        return False
    mine = [moment for moment, play in enumerate(table.plays) if play.seat == seat]
    if not mine or any(play.reveals for play in table.plays[mine[-1] :]):
        return False
    return mine[-1] == len(table.plays) - 1 or len(bot_seats(table)) == len(table.chairs) - 1


def possible_by_consent(table: Table, seat: int | None) -> bool:
    return can_be_asked_for(table, seat) and not possible_at_once(table, seat)


def can_be_asked_for(table: Table, seat: int | None) -> bool:
    """Whether there are people who could agree: bots cannot, so luck that was seen stays against them."""
    others = [chair for number, chair in enumerate(table.chairs) if number != seat and chair.kind == "person"]
    return (
        bool(others)
        and seat is not None
        and table.undo_request is None
        and has_decided(table, seat)
        and table.status == "running"
    )


def has_decided(table: Table, seat: int) -> bool:
    """Whether there is anything that the seat could take back."""
    return any(play.seat == seat for play in table.plays)


def undo_message(table: Table, seat: int | None) -> dict[str, Any]:
    at_once = possible_at_once(table, seat)
    request = table.undo_request
    asked = None
    if request is not None:
        asked = {
            "seat": request.seat,
            "moment": request.moment,
            "agreed": sorted(request.agreed),
            "missing": sorted(request.missing),
        }
    return {
        "possible": at_once,
        "by_consent": not at_once and can_be_asked_for(table, seat),
        "asked": asked,
    }


class TakeBack:
    """A seat would like to take its last decision back."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def draft(self, table: Table) -> list[Draft]:
        state = table.running_state()
        try:
            kept = decisions_kept(table.game, state, self.seat, bot_seats(table))
            return [Draft(kinds.UNDO, self.seat, detail={"moment": kept})]
        except CannotUndo as refusal:
            reason = str(refusal)
        if not possible_by_consent(table, self.seat):
            if table.undo_request is not None:
                reason = "Somebody has asked to take something back; that comes first."
            raise Refused("cannot-undo", reason, number=table.number)
        mine = [moment for moment, play in enumerate(table.plays) if play.seat == self.seat]
        missing = self._others(table)
        if not missing:
            return [Draft(kinds.UNDO, self.seat, detail={"moment": mine[-1]})]
        detail = {"moment": mine[-1], "agreed": [self.seat], "missing": missing}
        return [Draft(kinds.UNDO_ASKED, self.seat, detail=detail)]

    def _others(self, table: Table) -> list[int]:
        """Who has to agree: the people at other seats, also those a bot sits in for: they have seen and decided too."""
        requester = table.chair(self.seat).person
        return [seat for seat, chair in enumerate(table.chairs) if chair.kind == "person" and chair.person != requester]

    def result(self, table: Table, events: list[Event]) -> dict[str, Any]:
        return {"done": events[-1].kind == kinds.UNDO, "number": events[-1].number, "moment": table.moment}


class Answer:
    """A seat agrees that another takes something back, or does not."""

    def __init__(self, seat: int, agree: bool) -> None:
        self.seat = seat
        self.agree = agree

    def draft(self, table: Table) -> list[Draft]:
        table.running_state()
        request = table.undo_request
        if request is None or self.seat not in request.missing | {request.seat}:
            raise Refused("cannot-undo", "Nobody is asking this seat to take something back.", number=table.number)
        if not self.agree or self.seat == request.seat:
            return [Draft(kinds.UNDO_REFUSED, self.seat)]
        drafts = [Draft(kinds.UNDO_AGREED, self.seat)]
        if request.missing <= {self.seat}:
            drafts.append(Draft(kinds.UNDO, request.seat, detail={"moment": request.moment}))
        return drafts

    def result(self, table: Table, events: list[Event]) -> dict[str, Any]:
        return {"done": events[-1].kind == kinds.UNDO, "number": events[-1].number, "moment": table.moment}
