"""A table: what its events, from the first to the last, have made of it."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import zoobox
from zoobox.drawing.palette import SEATS
from zoobox.kernel.choice import Standing
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck
from zoobox.kernel.origin import SecretSeed, begin, decide, read_origin, replay_decisions
from zoobox.kernel.state import State
from zoobox.kernel.text import ZOO
from zoobox.service.errors import Refused, Unreadable
from zoobox.service.tables import events as kinds
from zoobox.service.tables.clocks import Clock, ClockRule
from zoobox.service.tables.events import TableEvent

CHAT_LINES_KEPT = 200
LEVEL_NAMES = {
    "de": {
        "visitor": "Besucher",
        "trainee": "Lehrling",
        "keeper": "Pfleger",
        "curator": "Kurator",
        "director": "Direktor",
        "champion": "Champion",
        "perfect": "Perfekt",
    }
}
"""Names of bot levels in languages other than English."""
BY_PEOPLE = frozenset(
    {
        kinds.SEAT,
        kinds.PLAY,
        kinds.UNDO,
        kinds.UNDO_ASKED,
        kinds.UNDO_AGREED,
        kinds.UNDO_REFUSED,
        kinds.ASKED,
        kinds.AGREED,
        kinds.REFUSED,
        kinds.BOT_OUT,
        kinds.CHAT,
        kinds.NAME,
        kinds.CURTAIN,
    }
)
"""Events by which the person of a seat shows that they are there; a decision may also be a bot's."""
CLOCKS_GO_ON = frozenset({kinds.CHAT, kinds.CHAT_REMOVED, kinds.REMATCH, kinds.NAME, kinds.CURTAIN})
BOT_GRACE_SECONDS = 20.0
"""After this time another process may make a bot's decision: the first one has probably died."""


@lru_cache(maxsize=256)
def game_of(configuration: str) -> Game:
    """The game of a configuration; tables with equal configurations share it."""
    given = json.loads(configuration)
    return zoobox.game(given["game"], given["players"], given["variant"], given["settings"])


@dataclass(frozen=True, slots=True)
class Setup:
    """The part of a table that never changes."""

    id: str
    configuration: str
    origin: Any
    """A `SecretSeed`; tables of earlier versions have a plain seed, an uploaded record may start from a position."""
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
    """The table whose rematch this is."""

    @property
    def seed(self) -> int | None:
        """The seed, unless it is a record that starts from a position."""
        origin = self.origin.seed if isinstance(self.origin, SecretSeed) else self.origin
        return origin if isinstance(origin, int) else None

    @classmethod
    def from_row(cls, row: Any) -> Setup:
        """Raises Unreadable."""
        try:
            return cls._from_row(row)
        except Exception as error:
            raise Unreadable("its row cannot be read", error) from None

    @classmethod
    def _from_row(cls, row: Any) -> Setup:
        return cls(
            id=row.id,
            configuration=row.configuration,
            origin=read_origin(json.loads(row.origin)),
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

    def row(self, status: str, changed: float, due: float | None = None) -> dict[str, Any]:
        return {
            "id": self.id,
            "configuration": self.configuration,
            "game": json.loads(self.configuration)["game"],
            "rules": self.rules,
            "components": self.components,
            "origin": json.dumps(self.origin.as_dict() if isinstance(self.origin, SecretSeed) else self.origin),
            "seed_given": self.seed_given,
            "salt": self.salt,
            "visibility": self.visibility,
            "clock": json.dumps(self.clock.as_dict() if self.clock else None),
            "hints": self.hints,
            "owner": self.owner,
            "status": status,
            "created": self.created,
            "changed": changed,
            "due": due,
            "previous": self.previous,
        }


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat and who is in it."""

    kind: str = "open"
    person: str | None = None
    name: str = ""
    level: str | None = None
    bot_in: str | None = None
    """The level of the bot that stands in for the person."""
    bot_reason: str = ""
    """Why: `handed`; the clock ran out, `once` for one decision or `time`; `absent` if the others asked for it."""
    contribution: str = ""
    """What they have added to the luck of the game."""
    colour: int | None = None
    """The number of the colour they have chosen."""
    since: int = 0
    """The event that seated them. Seat tokens name it, so that an old token opens nothing."""

    @property
    def bot_level(self) -> str | None:
        """The level of the bot that decides here now, if one does."""
        return self.level if self.kind == "bot" else self.bot_in

    def name_in(self, language: str) -> str:
        return name_in(self.name, self.level, language)

    def row(self, table_id: str, seat: int) -> dict[str, Any]:
        return {
            "table_id": table_id,
            "seat": seat,
            "kind": self.kind,
            "person": self.person,
            "name": self.name,
            "level": self.level,
        }


def name_in(name: str, level: str | None, language: str) -> str:
    """A name in a language: a bot's begins with its level, which is translated."""
    word = LEVEL_NAMES.get(language, {}).get(level or "")
    return name.replace((level or "").capitalize(), word, 1) if word else name


@dataclass(frozen=True, slots=True)
class Play:
    """One decision that stands, because nobody has taken it back."""

    seat: int
    choice: int
    reveals: bool
    """Whether it drew luck or revealed something hidden."""
    event: int
    by_substitute: bool = False
    """Whether a bot decided in a person's place."""
    automatic: bool = False
    """Whether a page decided by itself, because there was one choice only."""

    def automatic_for(self, seat: int | None) -> bool:
        """Only who decided is told: that there was one choice may be a secret."""
        return self.automatic and seat == self.seat


@dataclass(frozen=True, slots=True)
class ChatLine:
    number: int
    seat: int | None
    name: str
    text: str
    at: float
    key: str = ""
    """Chosen by the sender, so that the same line sent again is recognised."""

    def as_dict(self) -> dict[str, Any]:
        return {"number": self.number, "seat": self.seat, "name": self.name, "text": self.text, "at": self.at}


@dataclass(slots=True)
class Request:
    """A seat has asked the others for something: `undo`, `replace` (of an absent person), `abandon` or `rematch`."""

    what: str
    seat: int
    expires: float
    agreed: set[int]
    missing: set[int]
    moment: int = 0
    """For `undo`: how many decisions are kept."""
    about: int | None = None
    """For `replace`: whose seat."""

    def as_dict(self) -> dict[str, Any]:
        return {
            "what": self.what,
            "seat": self.seat,
            "moment": self.moment,
            "about": self.about,
            "agreed": sorted(self.agreed),
            "missing": sorted(self.missing),
            "expires": self.expires,
        }


PATIENCE = {"undo": 120.0, "replace": 300.0, "abandon": 300.0, "rematch": 600.0}
"""Seconds after which a request lapses."""
SLOW_PATIENCE = 60.0 * 60 * 24
"""The same at tables where people have days for a decision."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Somebody lost before the game was over: they `resigned`, `left`, or their `time` ran out."""

    why: str
    person: str | None
    name: str


def with_losses(standings: Sequence[Standing], losses: Mapping[int, Loss]) -> list[Standing]:
    """The standings with those last who lost before the end; who lost first is the very last."""
    if not losses:
        return list(standings)
    stayed = [one for one in standings if one.seat not in losses]
    ranks = {one.seat: 1 + sum(other.rank < one.rank for other in stayed) for one in stayed}
    for place, seat in enumerate(reversed(list(losses)), len(stayed) + 1):
        ranks[seat] = place
    return [replace(one, rank=ranks[one.seat]) for one in standings]


class Table:
    """The present state of a table. Only `apply` changes it."""

    def __init__(self, setup: Setup, events: Sequence[TableEvent] = ()) -> None:
        self.setup = setup
        try:
            self.game = game_of(setup.configuration)
        except Exception as error:
            raise Unreadable("its game cannot be set up", error) from None
        self.number = 0
        self.at = setup.created
        self.seats = [Seat() for _ in range(self.game.players)]
        self.state: State | None = None
        self.plays: list[Play] = []
        self.asks: list[int | None] = [None] * self.game.players
        """The number of the question each seat is being asked."""
        self.events: list[TableEvent] = []
        self.moments: list[int] = []
        """The moment after each event."""
        self.chat: list[ChatLine] = []
        self.request: Request | None = None
        self.rematch: str | None = None
        self.losses: dict[int, Loss] = {}
        """Who has lost already, in that order."""
        self.ended: str | None = None
        """Why the game ended before its rules said so: as a loss, `abandoned`, or `closed` by the owner or host."""
        self.looking: dict[str, int] = {}
        """Where several people share a device: the seat of the one who is at it, by person."""
        self.acted = [setup.created] * self.game.players
        """When the person of each seat last did something."""
        self.clocks = [Clock(setup.clock) for _ in range(self.game.players)] if setup.clock else None
        for event in events:
            try:
                self.apply(event)
            except Exception as error:
                what = f"event {event.number} ({event.kind}) cannot be carried out"
                raise Unreadable(what, error, event.number) from None

    # Questions about it.

    @property
    def id(self) -> str:
        return self.setup.id

    @property
    def status(self) -> str:
        if self.setup.is_record:
            return "record"
        if self.state is None:
            return "closed" if self.ended else "open"
        return "over" if self.state.over or self.ended else "running"

    @property
    def moment(self) -> int:
        return len(self.plays)

    @property
    def revealed(self) -> bool:
        """Whether nothing has to be hidden any more."""
        return self.status in ("over", "record")

    def names_in(self, language: str) -> list[str]:
        """The names of all seats; a seat without a name is called by its number, counted from one."""
        return [seat.name_in(language) or f"{ZOO[language]} {number}" for number, seat in enumerate(self.seats, 1)]

    @property
    def colours(self) -> list[str]:
        """The colour of each seat: the chosen one, or the first that is free, if possible that of the seat's number."""
        chosen = [seat.colour for seat in self.seats]
        free = [number for number in range(len(SEATS)) if number not in chosen]
        found = []
        for number, colour in enumerate(chosen):
            if colour is None:
                colour = number if number in free or not free else free[0]
                free = [other for other in free if other != colour]
            found.append(SEATS[colour % len(SEATS)])
        return found

    def seats_of(self, person: str | None) -> list[int]:
        """The seats that a person holds."""
        if person is None:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.kind == "person" and seat.person == person]

    @property
    def undo_request(self) -> Request | None:
        return self.request if self.request is not None and self.request.what == "undo" else None

    @property
    def standings(self) -> list[Standing]:
        """Rank and points of every seat, with those last who lost before the end."""
        return with_losses(self.state.standings, self.losses) if self.state is not None else []

    @property
    def has_result(self) -> bool:
        """Whether the game was played, or given up by all but one, to its end."""
        return self.status == "over" and self.ended not in ("abandoned", "closed")

    def seat(self, number: int) -> Seat:
        if not 0 <= number < len(self.seats):
            raise Refused("no-seat", f"There is no seat {number}: the seats are 0 to {len(self.seats) - 1}.")
        return self.seats[number]

    def running_state(self) -> State:
        if self.state is None or self.status != "running":
            words = "is over" if self.state is not None or self.ended else "has not begun yet"
            raise Refused("not-running", f"The game {words}.", number=self.number)
        return self.state

    def bots_to_move(self) -> list[int]:
        """The seats where a bot has to decide."""
        if self.status != "running":
            return []
        return [seat for seat, ask in enumerate(self.asks) if ask is not None and self.seats[seat].bot_level]

    def next_timeout(self) -> tuple[float, int] | None:
        """When the next clock runs out, and at which seat."""
        if self.clocks is None:
            return None
        running = [(clock.runs_out, seat) for seat, clock in enumerate(self.clocks) if clock.runs_out is not None]
        return min(running, default=None)

    def due(self) -> float | None:
        """When the server has to look at this table even if nobody asks for it."""
        times = [self.at + BOT_GRACE_SECONDS] if self.bots_to_move() else []
        timeout = self.next_timeout()
        if timeout is not None:
            times.append(timeout[0])
        if self.request is not None:
            times.append(self.request.expires)
        return min(times, default=None)

    def state_at(self, moment: int) -> State:
        """The position after so many decisions."""
        if self.state is None or not 0 <= moment <= self.moment:
            raise Refused("no-moment", f"This game has the moments 0 to {self.moment}.", number=self.number)
        if moment == self.moment:
            return self.state
        return replay_decisions(self.game, self.state.origin, self.decisions[:moment])

    def known_state(self, state: State, seat: int | None) -> State:
        """The state with everything that the seat cannot know dealt again, the same way each time.

        Whatever is sent to somebody is made from this state, so that nothing hidden can be sent by mistake.
        """
        return state if self.revealed else state.redeal(seat, Luck(0))

    @property
    def decisions(self) -> list[tuple[int, int]]:
        return [(play.seat, play.choice) for play in self.plays]

    def answer_to(self, seat: int, ask: int) -> TableEvent | None:
        """The decision by which the seat has answered that question."""
        for event in reversed(self.events):
            if event.number <= ask:
                return None
            if event.kind == kinds.PLAY and event.seat == seat and event.ask == ask:
                return event
        return None

    def record(self) -> str:
        """The game so far as text, with the commitment to its seed. It holds everything that is hidden."""
        if self.state is None:
            raise Refused("not-running", "The game has not begun; there is no record yet.")
        setup = self.setup
        salt = setup.salt if setup.seed is not None and not setup.is_record else ""
        return self.game.record(self.state, [seat.name for seat in self.seats], salt)

    def public_record(self) -> str:
        """The record, once there is nothing left to hide."""
        if not self.revealed:
            raise Refused("hidden", "The record holds what is still hidden; it is available once the game is over.")
        return self.record()

    # Changes.

    def copy(self) -> Table:
        """A copy on which events can be tried before they are committed."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.copy() if self.state is not None else None
        twin.seats = self.seats[:]
        twin.plays = self.plays[:]
        twin.asks = self.asks[:]
        twin.events = self.events[:]
        twin.moments = self.moments[:]
        twin.request = copy.deepcopy(self.request) if self.request else None
        twin.losses = self.losses.copy()
        twin.looking = self.looking.copy()
        twin.acted = self.acted[:]
        twin.clocks = [copy.copy(clock) for clock in self.clocks] if self.clocks else None
        return twin

    def apply(self, event: TableEvent) -> None:
        """Carries out the next event."""
        if event.number != self.number + 1:
            raise ValueError(f"event {event.number} does not follow {self.number}")
        if event.kind not in _APPLY:
            raise ValueError(f"no event is called {event.kind!r}")
        _APPLY[event.kind](self, event)
        self.number = event.number
        self.at = max(self.at, event.at)
        self.events.append(event)
        self.moments.append(self.moment)
        if event.seat is not None and event.kind in BY_PEOPLE and event.detail.get("by") != "bot":
            self.acted[event.seat] = event.at
        if event.kind not in CLOCKS_GO_ON:
            self._set_clocks(event)

    def _apply_seat(self, event: TableEvent) -> None:
        detail = event.detail
        self.seats[event.seat or 0] = Seat(
            kind=detail["kind"],
            person=detail.get("person"),
            name=detail.get("name", ""),
            level=detail.get("level"),
            contribution=str(detail.get("contribution", "")),
            colour=detail.get("colour"),
            since=event.number,
        )

    def _apply_start(self, event: TableEvent) -> None:
        self.state = begin(self.game, self._origin())
        self._ask_everybody(event.number)

    def _origin(self) -> Any:
        """Where the game starts, with what those who sit at the table have added to its luck."""
        origin = self.setup.origin
        contributions = [seat.contribution for seat in self.seats]
        if isinstance(origin, SecretSeed) and not self.setup.is_record and any(contributions):
            return replace(origin, contributions=tuple(contributions))
        return origin

    def _apply_play(self, event: TableEvent) -> None:
        state = self.state
        if state is None or event.seat is None or event.choice is None:
            raise ValueError("a decision needs a running game, a seat and a choice")
        others = {seat: state.legal(seat) for seat in state.waiting if seat != event.seat}
        reveals = state.reveals
        decide(state, event.seat, event.choice, self.moment + 1)
        seat = self.seats[event.seat]
        substitute = seat.kind == "person" and event.detail.get("by") == "bot"
        automatic = bool(event.detail.get("automatic"))
        self.plays.append(Play(event.seat, event.choice, state.reveals != reveals, event.number, substitute, automatic))
        if seat.bot_reason == "once":
            self.seats[event.seat] = replace(seat, bot_in=None, bot_reason="")
        if self.request is not None and (self.request.what == "undo" or self._is_back(self.request.about, substitute)):
            self.request = None
        waiting = state.waiting
        for number in range(self.game.players):
            if number not in waiting:
                self.asks[number] = None
            elif number not in others or others[number] != state.legal(number):
                self.asks[number] = event.number
        if state.over:
            self.request = None

    def _is_back(self, seat: int | None, substitute: bool) -> bool:
        """Whether the person whom the others want to replace has just decided."""
        return seat is not None and self.plays[-1].seat == seat and not substitute

    def _apply_undo(self, event: TableEvent) -> None:
        kept = int(event.detail["moment"])
        assert self.state is not None
        self.state = replay_decisions(self.game, self.state.origin, self.decisions[:kept])
        del self.plays[kept:]
        self.request = None
        for number, seat in enumerate(self.seats):
            if seat.bot_reason == "once":
                self.seats[number] = replace(seat, bot_in=None, bot_reason="")
        self._ask_everybody(event.number)

    def _ask_everybody(self, number: int) -> None:
        waiting = self.state.waiting if self.state is not None else ()
        self.asks = [number if seat in waiting else None for seat in range(self.game.players)]

    def _apply_asked(self, event: TableEvent) -> None:
        detail = event.detail
        what = str(detail.get("what", "undo"))
        patience = SLOW_PATIENCE if self.setup.clock is not None and self.setup.clock.slow else PATIENCE[what]
        self.request = Request(
            what,
            event.seat or 0,
            event.at + patience,
            set(detail["agreed"]),
            set(detail["missing"]),
            int(detail.get("moment", 0)),
            detail.get("about"),
        )

    def _apply_agreed(self, event: TableEvent) -> None:
        if self.request is not None and event.seat is not None:
            seats = {event.seat, *self.seats_of(self.seats[event.seat].person)}
            self.request.agreed |= seats & self.request.missing
            self.request.missing -= seats

    def _apply_request_over(self, event: TableEvent) -> None:
        self.request = None

    def _apply_name(self, event: TableEvent) -> None:
        seat = event.seat or 0
        self.seats[seat] = replace(self.seats[seat], name=event.detail["name"])

    def _apply_curtain(self, event: TableEvent) -> None:
        seat = event.seat or 0
        self.looking[self.seats[seat].person or ""] = seat

    def _apply_lost(self, event: TableEvent) -> None:
        seat = self.seats[event.seat or 0]
        self.losses[event.seat or 0] = Loss(event.detail["why"], seat.person, seat.name)

    def _apply_ended(self, event: TableEvent) -> None:
        self.ended = event.detail["how"]
        self.asks = [None] * self.game.players
        self.request = None

    def _apply_bot_in(self, event: TableEvent) -> None:
        seat = event.seat or 0
        self.seats[seat] = replace(self.seats[seat], bot_in=event.detail["level"], bot_reason=event.detail["why"])
        if self.request is not None and self.request.about == seat:
            self.request = None

    def _apply_bot_out(self, event: TableEvent) -> None:
        seat = event.seat or 0
        self.seats[seat] = replace(self.seats[seat], bot_in=None, bot_reason="")
        if self.clocks:
            self.clocks[seat].give_time_back()

    def _apply_chat(self, event: TableEvent) -> None:
        detail = event.detail
        line = ChatLine(event.number, event.seat, detail["name"], detail["text"], event.at, detail.get("key", ""))
        self.chat = [*self.chat[-CHAT_LINES_KEPT + 1 :], line]

    def _apply_chat_removed(self, event: TableEvent) -> None:
        self.chat = [line for line in self.chat if line.number != event.detail["line"]]

    def _apply_rematch(self, event: TableEvent) -> None:
        self.rematch = event.detail["table"]
        self.request = None

    def _set_clocks(self, event: TableEvent) -> None:
        if self.clocks is None:
            return
        over = self.status != "running"
        for seat, clock in enumerate(self.clocks):
            if over or self.asks[seat] is None or self.seats[seat].bot_level or self.asks[seat] == event.number:
                clock.stop(event.at, event.kind == kinds.PLAY and event.seat == seat)
            if not over and self.asks[seat] is not None and not self.seats[seat].bot_level:
                clock.start(event.at)


_APPLY = {
    kinds.SEAT: Table._apply_seat,
    kinds.START: Table._apply_start,
    kinds.PLAY: Table._apply_play,
    kinds.UNDO: Table._apply_undo,
    kinds.UNDO_ASKED: Table._apply_asked,
    kinds.UNDO_AGREED: Table._apply_agreed,
    kinds.UNDO_REFUSED: Table._apply_request_over,
    kinds.ASKED: Table._apply_asked,
    kinds.AGREED: Table._apply_agreed,
    kinds.REFUSED: Table._apply_request_over,
    kinds.LAPSED: Table._apply_request_over,
    kinds.NAME: Table._apply_name,
    kinds.CURTAIN: Table._apply_curtain,
    kinds.LOST: Table._apply_lost,
    kinds.ENDED: Table._apply_ended,
    kinds.CHAT_REMOVED: Table._apply_chat_removed,
    kinds.BOT_IN: Table._apply_bot_in,
    kinds.BOT_OUT: Table._apply_bot_out,
    kinds.CHAT: Table._apply_chat,
    kinds.REMATCH: Table._apply_rematch,
}
