"""Commands: everything that a person, a bot or a clock can make happen at a table.

A command is carried out by `LiveTable.execute`, which calls `drafts` under the table's lock, with the table that the
events will be committed to. Rights and rules are checked there, and only there.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Protocol

from zoobox.bots import check_level
from zoobox.kernel.errors import CannotUndo, IllegalChoice, ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.state import State
from zoobox.kernel.undo import decisions_kept, decisions_of_others, is_secret
from zoobox.service.errors import Refused
from zoobox.service.tables import events as kinds
from zoobox.service.tables.clocks import DECIDE, LOSE
from zoobox.service.tables.events import Draft, TableEvent
from zoobox.service.tables.table import Table

MAX_NAME_LENGTH = 40
MAX_CHAT_LENGTH = 300
SUBSTITUTE_LEVEL = "curator"
"""The level of a bot that replaces a person, unless they choose another."""


class Rights(Protocol):
    """What somebody may do at a table."""

    @property
    def person_id(self) -> str | None:
        """Who they are, if they are known."""

    def seats(self, table: Table) -> tuple[int, ...]:
        """The seats they may act for."""

    def must_hold(self, table: Table, seat: int) -> None:
        """Raises Refused unless they may act for the seat."""

    def must_see(self, table: Table, seat: int) -> None:
        """Raises Refused unless they may also see what the seat sees: at a shared device, one person at a time."""


class Command(ABC):
    """Something that somebody, or the server itself, wants to happen at a table."""

    @abstractmethod
    def drafts(self, table: Table) -> list[Draft]:
        """The events that it becomes; raises Refused. An empty list changes nothing."""

    @abstractmethod
    def result(self, table: Table, events: list[TableEvent]) -> dict[str, Any]:
        """The answer to whoever asked, from the table after these events."""


# Decisions.


class Decide(Command):
    """A seat answers the question it is being asked. Sending the same answer again is harmless."""

    def __init__(
        self, rights: Rights, seat: int, ask: int, choice: int | str, language: str = "en", automatic: bool = False
    ) -> None:
        self.rights = rights
        self.seat = seat
        self.ask = ask
        self.choice = choice
        self.language = language
        self.automatic = automatic

    def drafts(self, table: Table) -> list[Draft]:
        self.rights.must_see(table, self.seat)
        earlier = table.answer_to(self.seat, self.ask)
        if earlier is not None:
            self._must_be_the_same(table, earlier)
            return []
        state = table.running_state()
        if table.seats[self.seat].bot_level:
            raise Refused("stale", "A bot sits in for this seat; take the seat back first.", number=table.number)
        self._must_be_asked(table, state)
        try:
            choice = table.game.find(state, self.seat, self.choice)
        except IllegalChoice as refusal:
            refusal = self._refusal_from_known_state(table, state) or refusal
            raise Refused("illegal", self._words(table, refusal), refusal.rule, table.number) from None
        automatic = self.automatic and len(state.legal(self.seat)) == 1
        detail = {"by": "person", **({"automatic": True} if automatic else {})}
        return [Draft(kinds.PLAY, self.seat, choice, self.ask, detail)]

    def result(self, table: Table, events: list[TableEvent]) -> dict[str, Any]:
        event = events[-1] if events else table.answer_to(self.seat, self.ask)
        assert event is not None
        return {"number": event.number, "moment": table.moments[event.number - 1], "repeated": not events}

    def _must_be_asked(self, table: Table, state: State) -> None:
        expected = table.asks[self.seat]
        if expected is None:
            refusal = table.game.refusal(state, self.seat, -1)
            raise Refused("stale", self._words(table, refusal), refusal.rule, table.number)
        if self.ask != expected:
            raise Refused(
                "stale",
                f"This answers question {self.ask}, but the seat is being asked question {expected}; look again.",
                f"{table.game.prefix}.turn.order",
                table.number,
            )

    def _must_be_the_same(self, table: Table, earlier: TableEvent) -> None:
        choice: int | str | None = self.choice
        if isinstance(choice, str):
            before = table.state_at(table.moments[earlier.number - 2])
            try:
                choice = table.game.find(before, self.seat, choice)
            except IllegalChoice:
                choice = None
        if choice != earlier.choice:
            raise Refused(
                "answered",
                "That question has been answered otherwise already; look at the table again.",
                f"{table.game.prefix}.turn.order",
                table.number,
            )

    def _refusal_from_known_state(self, table: Table, state: State) -> IllegalChoice | None:
        """The same refusal, worded from what the seat may know."""
        try:
            table.game.find(table.known_state(state, self.seat), self.seat, self.choice)
        except IllegalChoice as refusal:
            return refusal
        return None

    def _words(self, table: Table, refusal: IllegalChoice) -> str:
        if refusal.phrase is not None:
            return table.game.texts.say(refusal.phrase, self.language, table.names_in(self.language))
        return refusal.reason


class BotDecide(Command):
    """A bot's decision; it counts only if a bot still has to answer that question there."""

    def __init__(self, seat: int, ask: int, choice: int) -> None:
        self.seat = seat
        self.ask = ask
        self.choice = choice

    def drafts(self, table: Table) -> list[Draft]:
        if self.seat not in table.bots_to_move() or table.asks[self.seat] != self.ask:
            return []
        choice = table.game.find(table.running_state(), self.seat, self.choice)
        return [Draft(kinds.PLAY, self.seat, choice, self.ask, {"by": "bot"})]

    def result(self, table: Table, events: list[TableEvent]) -> dict[str, Any]:
        return {"number": table.number}


# Taking back.


def bot_seats(table: Table) -> list[int]:
    return [number for number, seat in enumerate(table.seats) if seat.kind == "bot"]


def can_undo_at_once(table: Table, seat: int | None) -> bool:
    """What the kernel's `decisions_kept` would answer, from what the table remembers of each decision."""
    if seat is None or not table.plays or table.status != "running":
        return False
    mine = [moment for moment, play in enumerate(table.plays) if play.seat == seat]
    if not mine or any(play.reveals for play in table.plays[mine[-1] :]):
        return False
    if mine[-1] == len(table.plays) - 1 or len(bot_seats(table)) == len(table.seats) - 1:
        return True
    return table.state is not None and is_secret(table.game, table.state, mine[-1])


def can_ask_for_undo(table: Table, seat: int | None) -> bool:
    """Whether there are people who could agree: bots cannot, so luck that was seen stays against them."""
    people = [number for number, other in enumerate(table.seats) if number != seat and other.kind == "person"]
    decided = any(play.seat == seat for play in table.plays)
    return bool(people) and decided and table.request is None and table.status == "running"


class _UndoCommand(Command):
    def __init__(self, rights: Rights, seat: int) -> None:
        self.rights = rights
        self.seat = seat

    def result(self, table: Table, events: list[TableEvent]) -> dict[str, Any]:
        done = any(event.kind == kinds.UNDO for event in events)
        return {"done": done, "number": events[-1].number, "moment": table.moment}


class Undo(_UndoCommand):
    """A seat takes its last decision back: at once where the kernel allows it, otherwise if the others agree."""

    def drafts(self, table: Table) -> list[Draft]:
        self.rights.must_hold(table, self.seat)
        state = table.running_state()
        try:
            kept = decisions_kept(table.game, state, self.seat, bot_seats(table))
            undo = Draft(kinds.UNDO, self.seat, detail={"moment": kept})
            standing = decisions_of_others(table.game, state, kept, bot_seats(table))
            return [undo, *(Draft(kinds.PLAY, seat, choice, detail={"by": kinds.AGAIN}) for seat, choice in standing)]
        except CannotUndo as refusal:
            reason = str(refusal)
        if not can_ask_for_undo(table, self.seat):
            if table.request is not None:
                reason = "Somebody has asked for something else; that comes first."
            raise Refused("cannot-undo", reason, number=table.number)
        moment = max(index for index, play in enumerate(table.plays) if play.seat == self.seat)
        missing = self._must_agree(table)
        if not missing:
            return [Draft(kinds.UNDO, self.seat, detail={"moment": moment})]
        return [
            Draft(kinds.UNDO_ASKED, self.seat, detail={"moment": moment, "agreed": [self.seat], "missing": missing})
        ]

    def _must_agree(self, table: Table) -> list[int]:
        """The people at other seats, also where a bot stands in: they have seen and decided things too."""
        person = table.seats[self.seat].person
        return [number for number, seat in enumerate(table.seats) if seat.kind == "person" and seat.person != person]


# Seats. The game starts when the last one is filled.


def clean_name(name: str) -> str:
    """A name on one line, without control characters, not too long; any letters are allowed."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(shown.split())[:MAX_NAME_LENGTH]


def check_bot_level(game: Game, level: str) -> str:
    try:
        check_level(level, game)
    except ZooboxError as error:
        raise Refused("malformed", str(error)) from None
    return level


def person_detail(person: str | None, name: str, contribution: str = "", colour: int | None = None) -> dict[str, Any]:
    detail: dict[str, Any] = {"kind": "person", "person": person, "name": name, "why": "joined"}
    if contribution:
        detail["contribution"] = contribution
    return detail if colour is None else {**detail, "colour": colour}


def bot_detail(level: str, seat: int, why: str) -> dict[str, Any]:
    return {"kind": "bot", "level": level, "name": f"{level.capitalize()} {seat + 1}", "why": why}


def with_start(table: Table, drafts: list[Draft]) -> list[Draft]:
    """Adds the start of the game if these events fill the last seat."""
    if table.state is not None or any(draft.kind == kinds.START for draft in drafts):
        return drafts
    filled = [seat.kind for seat in table.seats]
    for draft in drafts:
        if draft.kind == kinds.SEAT and draft.seat is not None:
            filled[draft.seat] = draft.detail["kind"]
    return drafts if "open" in filled else [*drafts, Draft(kinds.START)]


class _SeatCommand(Command):
    def __init__(self, rights: Rights, seat: int) -> None:
        self.rights = rights
        self.seat = seat

    def result(self, table: Table, events: list[TableEvent]) -> dict[str, Any]:
        return {"seat": self.seat, "number": table.number}

    def _must_own(self, table: Table, reason: str) -> None:
        if self.rights.person_id is None or table.setup.owner != self.rights.person_id:
            raise Refused("foreign", reason, number=table.number)


class Join(_SeatCommand):
    """A person takes an open seat."""

    def __init__(self, rights: Rights, seat: int, name: str, contribution: str = "") -> None:
        super().__init__(rights, seat)
        self.name = name
        self.contribution = contribution

    def drafts(self, table: Table) -> list[Draft]:
        seat = table.seat(self.seat)
        person = self.rights.person_id
        if person is None:
            raise Refused("nobody", "Only a person can take a seat.", number=table.number)
        if seat.kind == "person" and seat.person == person:
            return []
        if table.ended:
            raise Refused("not-running", "This table was closed.", number=table.number)
        if seat.kind != "open" or table.state is not None:
            free = [str(number) for number, other in enumerate(table.seats) if other.kind == "open"]
            advice = f"free: {', '.join(free)}" if free and table.state is None else "you can watch"
            raise Refused("taken", f"Seat {self.seat} is taken; {advice}.", number=table.number)
        detail = person_detail(person, self.name, self.contribution)
        return with_start(table, [Draft(kinds.SEAT, self.seat, detail=detail)])

    def result(self, table: Table, events: list[TableEvent]) -> dict[str, Any]:
        return {**super().result(table, events), "since": table.seats[self.seat].since}


class Leave(_SeatCommand):
    """A person leaves: before the start the seat is open again, afterwards it belongs to a bot for good."""

    def drafts(self, table: Table) -> list[Draft]:
        self.rights.must_hold(table, self.seat)
        if table.revealed:
            raise Refused("not-running", "The game is over; nobody can leave a seat now.", number=table.number)
        if table.state is None:
            return [Draft(kinds.SEAT, self.seat, detail={"kind": "open", "why": "left"})]
        bot = bot_detail(SUBSTITUTE_LEVEL, self.seat, "left")
        return [Draft(kinds.LOST, self.seat, detail={"why": "left"}), Draft(kinds.SEAT, self.seat, detail=bot)]


class Resign(_SeatCommand):
    """A person gives the game up."""

    def drafts(self, table: Table) -> list[Draft]:
        self.rights.must_hold(table, self.seat)
        table.running_state()
        return loss_drafts(table, self.seat, "resigned")


def loss_drafts(table: Table, seat: int, why: str) -> list[Draft]:
    """A seat has lost. The game is over if one seat or no person is left, otherwise a bot goes on there."""
    lost = Draft(kinds.LOST, seat, detail={"why": why})
    left = [number for number in range(len(table.seats)) if number != seat and number not in table.losses]
    if len(left) < 2 or not any(table.seats[number].kind == "person" for number in left):
        return [lost, Draft(kinds.ENDED, seat, detail={"how": why})]
    return [lost, Draft(kinds.SEAT, seat, detail=bot_detail(SUBSTITUTE_LEVEL, seat, why))]


class Rename(_SeatCommand):
    """The person of a seat is called otherwise from now on."""

    def __init__(self, rights: Rights, seat: int, name: str) -> None:
        super().__init__(rights, seat)
        self.name = name

    def drafts(self, table: Table) -> list[Draft]:
        self.rights.must_hold(table, self.seat)
        if table.seats[self.seat].name == self.name:
            return []
        return [Draft(kinds.NAME, self.seat, detail={"name": self.name})]


class RaiseCurtain(_SeatCommand):
    """At a device that several people share, the person of this seat is at it now."""

    def drafts(self, table: Table) -> list[Draft]:
        self.rights.must_hold(table, self.seat)
        person = table.seats[self.seat].person
        if person is None or table.looking.get(person) == self.seat:
            return []
        return [Draft(kinds.CURTAIN, self.seat)]


class Close(Command):
    """The owner closes a table at which the game has not begun, also after leaving it."""

    def __init__(self, rights: Rights) -> None:
        self.rights = rights

    def drafts(self, table: Table) -> list[Draft]:
        if self.rights.person_id is None or table.setup.owner != self.rights.person_id:
            raise Refused("foreign", "Only the owner of the table can close it.", number=table.number)
        if table.ended:
            return []
        if table.state is not None:
            raise Refused(
                "running", "The game has begun; resign, or ask the others to abandon it.", number=table.number
            )
        return [Draft(kinds.ENDED, detail={"how": "closed"})]

    def result(self, table: Table, events: list[TableEvent]) -> dict[str, Any]:
        return {"number": table.number}


class SeatBot(_SeatCommand):
    """A person lets a bot stand in for them, or the owner of the table puts a bot on an open seat."""

    def __init__(self, rights: Rights, seat: int, level: str) -> None:
        super().__init__(rights, seat)
        self.level = level

    def drafts(self, table: Table) -> list[Draft]:
        seat = table.seat(self.seat)
        if seat.kind == "open":
            self._must_own(table, "Only the owner of the table can put a bot on an open seat.")
            check_bot_level(table.game, self.level)
            return with_start(table, [Draft(kinds.SEAT, self.seat, detail=bot_detail(self.level, self.seat, "joined"))])
        self.rights.must_hold(table, self.seat)
        check_bot_level(table.game, self.level)
        if seat.bot_in == self.level:
            return []
        table.running_state()
        return [Draft(kinds.BOT_IN, self.seat, detail={"level": self.level, "why": "handed"})]


class RemoveBot(_SeatCommand):
    """A person takes their seat back from the bot; or, before the start, the owner opens a bot's seat."""

    def drafts(self, table: Table) -> list[Draft]:
        seat = table.seat(self.seat)
        if seat.kind == "bot":
            self._must_own(table, "This seat belongs to a bot.")
            if table.state is not None:
                raise Refused("foreign", "This seat belongs to a bot.", number=table.number)
            return [Draft(kinds.SEAT, self.seat, detail={"kind": "open", "why": "opened"})]
        self.rights.must_hold(table, self.seat)
        return [Draft(kinds.BOT_OUT, self.seat, detail={"why": "returned"})] if seat.bot_in else []


class TimeOut(Command):
    """A clock has run out: what happens then was chosen when the table was set up."""

    def __init__(self, seat: int, now: float) -> None:
        self.seat = seat
        self.now = now

    def drafts(self, table: Table) -> list[Draft]:
        clock = table.clocks[self.seat] if table.clocks else None
        if clock is None or clock.runs_out is None or clock.runs_out > self.now:
            return []
        if clock.rule.policy == LOSE:
            return loss_drafts(table, self.seat, "time")
        why = "once" if clock.rule.policy == DECIDE else "time"
        return [Draft(kinds.BOT_IN, self.seat, detail={"level": SUBSTITUTE_LEVEL, "why": why})]

    def result(self, table: Table, events: list[TableEvent]) -> dict[str, Any]:
        return {"number": table.number}


# Chat.


class Chat(Command):
    """A line of chat. Sent again with the same key, because the answer was lost, it is said once."""

    def __init__(self, rights: Rights, name: str, text: str, key: str = "") -> None:
        self.rights = rights
        self.name = name
        self.text = "".join(letter if letter.isprintable() else " " for letter in text).strip()
        self.key = f"{rights.person_id} {key}" if key else ""
        if not self.text:
            raise Refused("malformed", "This line of chat is empty.")
        if len(self.text) > MAX_CHAT_LENGTH:
            raise Refused("malformed", f"A line of chat has at most {MAX_CHAT_LENGTH} characters.")

    def drafts(self, table: Table) -> list[Draft]:
        if self.rights.person_id is None:
            raise Refused("nobody", "Only a person can chat: give yourself a name first.")
        if self._number(table):
            return []
        seat = self._seat(table)
        if seat is None and not self.name:
            raise Refused("no-name", "Give yourself a name first; then you can chat.", number=table.number)
        name = self.name if seat is None else table.seats[seat].name
        detail = {"name": name, "text": self.text, "person": self.rights.person_id}
        if self.key:
            detail["key"] = self.key
        return [Draft(kinds.CHAT, seat, detail=detail)]

    def result(self, table: Table, events: list[TableEvent]) -> dict[str, Any]:
        return {"number": events[-1].number if events else self._number(table)}

    def _seat(self, table: Table) -> int | None:
        """The seat for which they speak; at a shared device, that of the person who is at it."""
        mine = self.rights.seats(table)
        looking = table.looking.get(self.rights.person_id or "")
        return looking if looking in mine else next(iter(mine), None)

    def _number(self, table: Table) -> int:
        """The number of the line with this key, 0 if there is none."""
        return next((line.number for line in table.chat if self.key and line.key == self.key), 0)
