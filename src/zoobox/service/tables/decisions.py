"""Decisions: the answer of a seat to the question it is being asked."""

from __future__ import annotations

from typing import Any

from zoobox.kernel.errors import IllegalChoice
from zoobox.kernel.state import State
from zoobox.service.errors import Refused
from zoobox.service.tables import events as kinds
from zoobox.service.tables.events import Draft, Event
from zoobox.service.tables.messages import known
from zoobox.service.tables.table import Table


class Decision:
    """A decision on its way into the log. Sending the very same one again is harmless."""

    def __init__(self, seat: int, ask: int, choice: int | str, by: str = "person", language: str = "en") -> None:
        self.seat = seat
        self.ask = ask
        self.choice = choice
        self.by = by
        self.language = language
        self.repeated: Event | None = None

    def draft(self, table: Table) -> list[Draft]:
        """The event it becomes, or nothing if it is in the log already; raises Refused."""
        answered = table.answer_to(self.seat, self.ask)
        if answered is not None:
            self._compare(table, answered)
            self.repeated = answered
            return []
        state = table.running_state()
        chair = table.chair(self.seat)
        expected = table.asks[self.seat]
        if self.by == "person" and chair.bot_level:
            raise Refused("stale", "A bot sits in for this seat; take the seat back first.", number=table.number)
        if expected is None:
            refusal = table.game.refusal(state, self.seat, -1)
            raise Refused("stale", self._say(table, refusal), refusal.rule, table.number)
        if self.ask != expected:
            raise Refused(
                "stale",
                f"This answers question {self.ask}, but the seat is being asked question {expected}; look again.",
                f"{table.game.prefix}.turn.order",
                table.number,
            )
        try:
            choice = table.game.find(state, self.seat, self.choice)
        except IllegalChoice as refusal:
            refusal = self._from_what_is_known(table, state) or refusal
            raise Refused("illegal", self._say(table, refusal), refusal.rule, table.number) from None
        return [Draft(kinds.PLAY, self.seat, choice, self.ask, {"by": self.by})]

    def result(self, table: Table, events: list[Event]) -> dict[str, Any]:
        event = self.repeated or events[-1]
        moment = table.moments[event.number - 1]
        return {"number": event.number, "moment": moment, "repeated": self.repeated is not None}

    def _compare(self, table: Table, answered: Event) -> None:
        before = table.state_at(table.moments[answered.number - 2]) if isinstance(self.choice, str) else None
        meant: int | str | None = self.choice
        if before is not None and isinstance(self.choice, str):
            meant = _parse(table, before, self.seat, self.choice)
        if meant != answered.choice:
            raise Refused(
                "answered",
                "That question has been answered otherwise already; look at the table again.",
                f"{table.game.prefix}.turn.order",
                table.number,
            )

    def _from_what_is_known(self, table: Table, state: State) -> IllegalChoice | None:
        """The same refusal, worded from what the seat may know."""
        try:
            table.game.find(known(table, state, self.seat), self.seat, self.choice)
        except IllegalChoice as refusal:
            return refusal
        return None

    def _say(self, table: Table, refusal: IllegalChoice) -> str:
        if refusal.phrase is not None:
            return table.game.texts.say(refusal.phrase, self.language, table.spoken_names(self.language))
        return refusal.reason


def _parse(table: Table, before: Any, seat: int, notation: str) -> int | None:
    try:
        return table.game.find(before, seat, notation)
    except IllegalChoice:
        return None
