"""A table: what its events, from the first to the last, have made of it."""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import zoobox
from zoobox.kernel.game import Game
from zoobox.kernel.state import State
from zoobox.kernel.text import ZOO
from zoobox.kernel.undo import replay_decisions
from zoobox.service.errors import Refused
from zoobox.service.tables import events as kinds
from zoobox.service.tables.clocks import Clock, ClockRule
from zoobox.service.tables.events import Event

CHAT_KEPT = 200
LEVELS = {
    "de": {
        "visitor": "Besucher",
        "keeper": "Pfleger",
        "curator": "Kurator",
        "director": "Direktor",
        "perfect": "Perfekt",
    }
}
"""What the levels of bots are called in other languages than English."""
BOT_GRACE = 20.0
"""Seconds after which another process may make a bot's decision for a process that has died."""


@lru_cache(maxsize=256)
def game_of(configuration: str) -> Game:
    """The game of a configuration; equal tables share it."""
    given = json.loads(configuration)
    return zoobox.game(given["game"], given["players"], given["variant"], given["settings"])


@dataclass(frozen=True, slots=True)
class Setup:
    """What never changes at a table."""

    id: str
    configuration: str
    origin: Any
    """The seed, or for an uploaded record possibly a position."""
    seed_given: bool
    salt: str
    visibility: str
    clock: ClockRule | None
    hints: bool
    owner: str
    rules: int
    components: str
    is_record: bool
    created: float
    previous: str | None = None
    """The table of which this is the rematch."""

    @classmethod
    def from_row(cls, row: Any) -> Setup:
        return cls(
            id=row.id,
            configuration=row.configuration,
            origin=json.loads(row.origin),
            seed_given=row.seed_given,
            salt=row.salt,
            visibility=row.visibility,
            clock=ClockRule.read(json.loads(row.clock)),
            hints=row.hints,
            owner=row.owner,
            rules=row.rules,
            components=row.components,
            is_record=row.status == "record",
            created=row.created,
            previous=row.previous,
        )

    def row(self, status: str, changed: float) -> dict[str, Any]:
        game = json.loads(self.configuration)["game"]
        return {
            "id": self.id,
            "configuration": self.configuration,
            "game": game,
            "rules": self.rules,
            "components": self.components,
            "origin": json.dumps(self.origin),
            "seed_given": self.seed_given,
            "salt": self.salt,
            "visibility": self.visibility,
            "clock": json.dumps(self.clock.told() if self.clock else None),
            "hints": self.hints,
            "owner": self.owner,
            "status": status,
            "created": self.created,
            "changed": changed,
            "due": None,
            "previous": self.previous,
        }


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat at the table and who is in it."""

    kind: str = "open"
    person: str | None = None
    name: str = ""
    level: str | None = None
    bot_in: str | None = None
    """The level of the bot that sits in for the person."""
    why_bot: str = ""
    since: int = 0
    """The event that put them there; seat tokens name it, so that an old one opens nothing."""

    @property
    def bot_level(self) -> str | None:
        """The level of the bot that decides here now, if one does."""
        return self.level if self.kind == "bot" else self.bot_in

    def spoken_name(self, language: str) -> str:
        """The name as it is said: bots are called by their level, in the language of whoever looks."""
        return spoken_name(self.name, self.level, language)


def spoken_name(name: str, level: str | None, language: str) -> str:
    """A name as it is said in a language: that of a bot begins with its level."""
    word = LEVELS.get(language, {}).get(level or "")
    return name.replace((level or "").capitalize(), word, 1) if word else name


@dataclass(frozen=True, slots=True)
class Play:
    """One decision that stands."""

    seat: int
    choice: int
    reveals: bool
    """Whether it drew luck or showed something hidden."""
    event: int


@dataclass(frozen=True, slots=True)
class ChatLine:
    number: int
    seat: int | None
    name: str
    text: str
    at: float
    key: str = ""
    """What the sender marked it with, so that the same line sent again is known."""

    def told(self) -> dict[str, Any]:
        return {"number": self.number, "seat": self.seat, "name": self.name, "text": self.text, "at": self.at}


@dataclass(slots=True)
class UndoRequest:
    """Somebody would like to take something back and asks the others."""

    seat: int
    moment: int
    agreed: set[int] = field(default_factory=set)
    missing: set[int] = field(default_factory=set)


class Table:
    """The present of a table. `take` is the only thing that changes it."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = game_of(setup.configuration)
        self.number = 0
        self.at = setup.created
        self.chairs = [Chair() for _ in range(self.game.players)]
        self.state: State | None = None
        self.plays: list[Play] = []
        self.asks: list[int | None] = [None] * self.game.players
        self.events: list[Event] = []
        self.moments: list[int] = []
        """The moment after each event."""
        self.chat: list[ChatLine] = []
        self.undo_request: UndoRequest | None = None
        self.rematch: str | None = None
        self.clocks = [Clock(setup.clock) for _ in range(self.game.players)] if setup.clock else None

    # What can be asked.

    @property
    def id(self) -> str:
        return self.setup.id

    @property
    def status(self) -> str:
        if self.setup.is_record:
            return "record"
        if self.state is None:
            return "open"
        return "over" if self.state.over else "running"

    @property
    def moment(self) -> int:
        return len(self.plays)

    @property
    def all_open(self) -> bool:
        """Whether nothing needs to be hidden any more."""
        return self.status in ("over", "record")

    @property
    def names(self) -> list[str]:
        return [chair.name for chair in self.chairs]

    def spoken_names(self, language: str) -> list[str]:
        """The names as they are said: who has given none is called by the seat, counted from one."""
        return [chair.spoken_name(language) or f"{ZOO[language]} {seat}" for seat, chair in enumerate(self.chairs, 1)]

    def seats_of(self, person: str | None) -> list[int]:
        """The seats that a person holds."""
        if person is None:
            return []
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person" and chair.person == person]

    def running_state(self) -> State:
        if self.state is None or self.status != "running":
            words = "has not begun yet" if self.state is None else "is over"
            raise Refused("not-running", f"The game {words}.", number=self.number)
        return self.state

    def chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise Refused("no-seat", f"There is no seat {seat}: the seats are 0 to {len(self.chairs) - 1}.")
        return self.chairs[seat]

    def bots_to_move(self) -> list[int]:
        """The seats whose decision a bot owes."""
        if self.status != "running":
            return []
        return [seat for seat, ask in enumerate(self.asks) if ask is not None and self.chairs[seat].bot_level]

    def next_flag(self) -> tuple[float, int] | None:
        """When the next clock runs out, and whose."""
        if self.clocks is None:
            return None
        running = [(clock.runs_out, seat) for seat, clock in enumerate(self.clocks) if clock.runs_out is not None]
        return min(running, default=None)

    def due(self) -> float | None:
        """When somebody should look at this table although nobody asks."""
        times = [self.at + BOT_GRACE] if self.bots_to_move() else []
        flag = self.next_flag()
        if flag is not None:
            times.append(flag[0])
        return min(times, default=None)

    def state_at(self, moment: int) -> State:
        """The position after so many decisions."""
        if self.state is None or not 0 <= moment <= self.moment:
            raise Refused("no-moment", f"This game has the moments 0 to {self.moment}.", number=self.number)
        if moment == self.moment:
            return self.state
        return replay_decisions(self.game, self.setup.origin, self.decisions[:moment])

    def record(self, state: State) -> str:
        """The game up to that state as text, with the commitment to its seed; it holds all that is hidden."""
        setup = self.setup
        salt = setup.salt if isinstance(setup.origin, int) and not setup.is_record else ""
        return self.game.record(state, self.names, salt)

    @property
    def decisions(self) -> list[tuple[int, int]]:
        return [(play.seat, play.choice) for play in self.plays]

    def answer_to(self, seat: int, ask: int) -> Event | None:
        """The decision by which the seat has answered that question."""
        for event in reversed(self.events):
            if event.number <= ask:
                return None
            if event.kind == kinds.PLAY and event.seat == seat and event.ask == ask:
                return event
        return None

    # What changes it.

    def fork(self) -> Table:
        """A twin on which events can be tried before they are committed."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.copy() if self.state is not None else None
        twin.chairs = self.chairs[:]
        twin.plays = self.plays[:]
        twin.asks = self.asks[:]
        twin.events = self.events[:]
        twin.moments = self.moments[:]
        twin.undo_request = copy.deepcopy(self.undo_request) if self.undo_request else None
        twin.clocks = [copy.copy(clock) for clock in self.clocks] if self.clocks else None
        return twin

    def take(self, event: Event) -> None:
        """The next event."""
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} does not follow {self.number}")
        getattr(self, _TAKING[event.kind])(event)
        self.number = event.number
        self.at = max(self.at, event.at)
        self.events.append(event)
        self.moments.append(self.moment)
        if event.kind not in (kinds.CHAT, kinds.REMATCH):
            self._set_clocks(event)

    def take_all(self, events: Sequence[Event]) -> None:
        for event in events:
            self.take(event)

    def _take_seat(self, event: Event) -> None:
        detail = event.detail
        self.chairs[event.seat or 0] = Chair(
            kind=detail["kind"],
            person=detail.get("person"),
            name=detail.get("name", ""),
            level=detail.get("level"),
            since=event.number,
        )

    def _take_start(self, event: Event) -> None:
        origin = self.setup.origin
        self.state = self.game.start(origin) if isinstance(origin, int) else self.game.restore(origin)
        self._ask_anew(event.number)

    def _take_play(self, event: Event) -> None:
        state = self.state
        assert state is not None
        assert event.seat is not None
        assert event.choice is not None
        others = {seat: state.legal(seat) for seat in state.waiting if seat != event.seat}
        reveals = state.reveals
        state.apply(event.seat, event.choice)
        self.plays.append(Play(event.seat, event.choice, state.reveals != reveals, event.number))
        self.undo_request = None
        waiting = state.waiting
        for seat in range(self.game.players):
            if seat not in waiting:
                self.asks[seat] = None
            elif seat not in others or others[seat] != state.legal(seat):
                self.asks[seat] = event.number

    def _take_undo(self, event: Event) -> None:
        kept = int(event.detail["moment"])
        self.state = replay_decisions(self.game, self.setup.origin, self.decisions[:kept])
        del self.plays[kept:]
        self.undo_request = None
        self._ask_anew(event.number)

    def _ask_anew(self, number: int) -> None:
        waiting = self.state.waiting if self.state is not None else ()
        self.asks = [number if seat in waiting else None for seat in range(self.game.players)]

    def _take_undo_asked(self, event: Event) -> None:
        detail = event.detail
        self.undo_request = UndoRequest(
            event.seat or 0, int(detail["moment"]), set(detail["agreed"]), set(detail["missing"])
        )

    def _take_undo_agreed(self, event: Event) -> None:
        if self.undo_request is not None and event.seat is not None:
            self.undo_request.missing.discard(event.seat)
            self.undo_request.agreed.add(event.seat)

    def _take_undo_refused(self, event: Event) -> None:
        self.undo_request = None

    def _take_bot_in(self, event: Event) -> None:
        seat = event.seat or 0
        self.chairs[seat] = replace(self.chairs[seat], bot_in=event.detail["level"], why_bot=event.detail["why"])

    def _take_bot_out(self, event: Event) -> None:
        seat = event.seat or 0
        self.chairs[seat] = replace(self.chairs[seat], bot_in=None, why_bot="")
        if self.clocks:
            self.clocks[seat].come_back()

    def _take_chat(self, event: Event) -> None:
        line = ChatLine(
            event.number, event.seat, event.detail["name"], event.detail["text"], event.at, event.detail.get("key", "")
        )
        self.chat = [*self.chat[-CHAT_KEPT + 1 :], line]

    def _take_rematch(self, event: Event) -> None:
        self.rematch = event.detail["table"]

    def _set_clocks(self, event: Event) -> None:
        if self.clocks is None:
            return
        over = self.status != "running"
        for seat, clock in enumerate(self.clocks):
            if over or self.asks[seat] is None or self.chairs[seat].bot_level or self.asks[seat] == event.number:
                clock.stop(event.at, event.kind == kinds.PLAY and event.seat == seat)
            if not over and self.asks[seat] is not None and not self.chairs[seat].bot_level:
                clock.run(event.at)


_TAKING = {
    kinds.SEAT: "_take_seat",
    kinds.START: "_take_start",
    kinds.PLAY: "_take_play",
    kinds.UNDO: "_take_undo",
    kinds.UNDO_ASKED: "_take_undo_asked",
    kinds.UNDO_AGREED: "_take_undo_agreed",
    kinds.UNDO_REFUSED: "_take_undo_refused",
    kinds.BOT_IN: "_take_bot_in",
    kinds.BOT_OUT: "_take_bot_out",
    kinds.CHAT: "_take_chat",
    kinds.REMATCH: "_take_rematch",
}
