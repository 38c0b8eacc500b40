"""Seats: taken, left, handed to a bot and taken back. The game starts when the last one is filled."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from zoobox.bots import check_level
from zoobox.kernel.errors import ZooboxError
from zoobox.service.errors import Refused
from zoobox.service.tables import events as kinds
from zoobox.service.tables.events import Draft, Event
from zoobox.service.tables.table import Table

NAME_LENGTH = 40
SIT_IN_LEVEL = "curator"


def clean_name(name: str) -> str:
    """A name on one line, without control characters, not too long; people may choose any letters."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(shown.split())[:NAME_LENGTH]


def check_bot(table_game: Any, level: str) -> str:
    try:
        check_level(level, table_game)
    except ZooboxError as error:
        raise Refused("malformed", str(error)) from None
    return level


def bot_name(level: str, seat: int) -> str:
    return f"{level.capitalize()} {seat + 1}"


def bot_detail(level: str, seat: int, why: str) -> dict[str, Any]:
    return {"kind": "bot", "level": level, "name": bot_name(level, seat), "why": why}


def with_start(table: Table, drafts: list[Draft]) -> list[Draft]:
    """Adds the start if these events fill the last seat."""
    if table.state is not None or any(draft.kind == kinds.START for draft in drafts):
        return drafts
    kind = [chair.kind for chair in table.chairs]
    for draft in drafts:
        if draft.kind == kinds.SEAT and draft.seat is not None:
            kind[draft.seat] = draft.detail["kind"]
    return drafts if "open" in kind else [*drafts, Draft(kinds.START)]


class SeatChange(ABC):
    """Something that happens to one seat."""

    def __init__(self, seat: int, person: str) -> None:
        self.seat = seat
        self.person = person

    @abstractmethod
    def draft(self, table: Table) -> list[Draft]:
        """The events that it brings about."""

    def result(self, table: Table, events: list[Event]) -> dict[str, Any]:
        return {"seat": self.seat, "number": table.number}


class Join(SeatChange):
    """A person takes an open seat."""

    def __init__(self, seat: int, person: str, name: str) -> None:
        super().__init__(seat, person)
        self.name = name

    def draft(self, table: Table) -> list[Draft]:
        chair = table.chair(self.seat)
        if chair.kind == "person" and chair.person == self.person:
            return []
        if chair.kind != "open" or table.state is not None:
            free = [str(seat) for seat, other in enumerate(table.chairs) if other.kind == "open"]
            also = f"free: {', '.join(free)}" if free and table.state is None else "you can watch"
            raise Refused("taken", f"Seat {self.seat} is taken; {also}.", number=table.number)
        detail = {"kind": "person", "person": self.person, "name": self.name, "why": "joined"}
        return with_start(table, [Draft(kinds.SEAT, self.seat, detail=detail)])


class Leave(SeatChange):
    """A person goes: the seat is open again before the start, and a bot's for good afterwards."""

    def draft(self, table: Table) -> list[Draft]:
        if table.chair(self.seat).kind != "person" or table.all_open:
            raise Refused("not-running", "Nobody can leave this seat now.", number=table.number)
        if table.state is None:
            return [Draft(kinds.SEAT, self.seat, detail={"kind": "open", "why": "left"})]
        return [Draft(kinds.SEAT, self.seat, detail=bot_detail(SIT_IN_LEVEL, self.seat, "left"))]


class HandOver(SeatChange):
    """A bot sits in for a person, or takes an open seat at the owner's table."""

    def __init__(self, seat: int, person: str, level: str) -> None:
        super().__init__(seat, person)
        self.level = level

    def draft(self, table: Table) -> list[Draft]:
        check_bot(table.game, self.level)
        chair = table.chair(self.seat)
        if chair.kind == "open":
            if table.setup.owner != self.person:
                raise Refused("foreign", "Only who set the table up can put a bot on an open seat.")
            return with_start(table, [Draft(kinds.SEAT, self.seat, detail=bot_detail(self.level, self.seat, "joined"))])
        if chair.kind == "bot" or chair.bot_in == self.level:
            return []
        table.running_state()
        return [Draft(kinds.BOT_IN, self.seat, detail={"level": self.level, "why": "handed"})]


class TakeSeatBack(SeatChange):
    """The person is back; or, before the start, the owner opens a bot's seat."""

    def draft(self, table: Table) -> list[Draft]:
        chair = table.chair(self.seat)
        if chair.kind == "bot":
            if table.setup.owner != self.person or table.state is not None:
                raise Refused("foreign", "This seat is a bot's.")
            return [Draft(kinds.SEAT, self.seat, detail={"kind": "open", "why": "opened"})]
        return [Draft(kinds.BOT_OUT, self.seat, detail={"why": "returned"})] if chair.bot_in else []


class TimeOut(SeatChange):
    """A clock has run out: a bot sits in until the person returns."""

    def __init__(self, seat: int, now: float) -> None:
        super().__init__(seat, "")
        self.now = now

    def draft(self, table: Table) -> list[Draft]:
        clock = table.clocks[self.seat] if table.clocks else None
        if clock is None or clock.runs_out is None or clock.runs_out > self.now:
            return []
        return [Draft(kinds.BOT_IN, self.seat, detail={"level": SIT_IN_LEVEL, "why": "time"})]
