"""Messages: what is sent about a table, to each viewer only what they may know. See docs/protocol.md."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from zoobox.bots.aloud import Thought, Thoughts, spoken
from zoobox.kernel.choice import Choice, LogLine
from zoobox.kernel.game import Game
from zoobox.kernel.origin import KEYED, QUICK, SecretSeed, decide
from zoobox.kernel.record import commitment
from zoobox.kernel.state import State
from zoobox.kernel.text import Drawn
from zoobox.service.errors import Refused
from zoobox.service.tables import commands
from zoobox.service.tables import events as kinds
from zoobox.service.tables.curtain import Curtain
from zoobox.service.tables.events import TableEvent
from zoobox.service.tables.table import Loss, Table, with_losses


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """How somebody wants to see a table. Viewers with equal options are sent the same messages."""

    seat: int | None = None
    language: str = "en"
    pictures: bool = False
    words: bool = True
    view: bool = True
    yours: tuple[int, ...] = ()
    form: str = "wide"
    """Of the picture: for a `wide` or a `narrow` screen."""
    curtain: Curtain | None = None
    """At a device that several people share."""
    aloud: bool = False
    """Whether bots say what their decisions mean."""


class TableLog:
    """The log lines of every decision, for each viewer who has asked for them; others' lines are never made."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lines_of: dict[int | None, list[list[LogLine]]] = {}
        """By viewer: one list of lines for each decision."""
        self.thoughts_of: list[list[Thought]] | None = None
        """What each decision meant, made when somebody asks for it."""
        self.thoughts = Thoughts(table.game)

    def advance(self, table: Table, event: TableEvent) -> None:
        """The table is now what it became by this event."""
        before, self.table = self.table, table
        if event.kind == kinds.UNDO:
            self.thoughts_of = None
            self.lines_of.clear()  # what others decided meanwhile may stand, so the lines are made again when asked for
        elif event.kind == kinds.PLAY and event.detail.get("by") != kinds.AGAIN:
            self._add(before, event)

    def _add(self, before: Table, event: TableEvent) -> None:
        after = self.table
        assert event.seat is not None
        assert event.choice is not None
        assert before.state is not None
        assert after.state is not None
        for viewer, lines in self.lines_of.items():
            lines.append(after.game.log(before.state, event.seat, event.choice, after.state, viewer))
        if self.thoughts_of is not None:
            heard = self.thoughts.hear(before.state, event.seat, event.choice, after.state)
            self.thoughts_of.append(heard)

    def thoughts_after(self, moment: int) -> list[Thought]:
        """What can be told of bots' thoughts with the decision that led to a moment."""
        if self.thoughts_of is None or len(self.thoughts_of) < len(self.table.plays):
            self.thoughts = Thoughts(self.table.game)
            self.thoughts_of = []
            after = self.table.state_at(0)
            for number, play in enumerate(self.table.plays, 1):
                before = after.copy()
                decide(after, play.seat, play.choice, number)
                self.thoughts_of.append(self.thoughts.hear(before, play.seat, play.choice, after))
        return [one for one in self.thoughts_of[moment - 1] if self.table.seats[one.seat].kind == "bot"]

    def lines(self, viewer: int | None) -> list[list[LogLine]]:
        """The lines that a viewer may see, one list for each decision."""
        if viewer not in self.lines_of:
            self.lines_of[viewer] = self._replay(viewer)
        return self.lines_of[viewer]

    def _replay(self, viewer: int | None) -> list[list[LogLine]]:
        table = self.table
        if not table.plays:
            return []
        after = table.state_at(0)
        lines = []
        for number, play in enumerate(table.plays, 1):
            before = after.copy()
            decide(after, play.seat, play.choice, number)
            lines.append(table.game.log(before, play.seat, play.choice, after, viewer))
        return lines

    def message(self, options: ViewOptions, start: int = 0, end: int | None = None) -> list[dict[str, Any]]:
        """The lines of the decisions after the moment `start`, up to `end`."""
        table = self.table
        if table.state is None or not options.words:
            return []
        names = table.names_in(options.language)
        return [
            {
                "moment": moment,
                "seat": table.plays[moment - 1].seat,
                **line_message(table.game, line, names, options.language),
                "substitute": table.plays[moment - 1].by_substitute,
                "automatic": table.plays[moment - 1].automatic_for(options.seat),
            }
            for moment, lines in enumerate(self.lines(options.seat)[start:end], start + 1)
            for line in (*lines, *(self.aloud(moment) if options.aloud else ()))
        ]

    def aloud(self, moment: int) -> list[LogLine]:
        """What bots say of their decisions at a moment."""
        game = self.table.game
        return [
            LogLine(game.texts.say(phrase), fact.rule, phrase)
            for thought in self.thoughts_after(moment)
            for phrase, fact in zip(spoken(game, thought), thought.facts, strict=False)
        ]


def state_message(
    table: Table, log: TableLog, options: ViewOptions, owner: bool, now: dict[str, Any]
) -> dict[str, Any]:
    """Everything about a table."""
    setup = table.setup
    return {
        "type": "state",
        "table": table.id,
        "number": table.number,
        "game": {
            "name": table.game.name,
            "title": table.game.title,
            "players": table.game.players,
            "variant": table.game.variant,
            "settings": table.game.configuration()["settings"],
        },
        "visibility": setup.visibility,
        "host": next((seat.name for seat in table.seats if seat.person == setup.owner and seat.name), ""),
        "hints": setup.hints,
        "clock": setup.clock.as_dict() if setup.clock else None,
        "owner": owner,
        "luck": luck_message(table),
        "rematch": table.rematch,
        "previous": setup.previous,
        "log": log.message(options),
        "chat": [line.as_dict() for line in table.chat],
        "now": now,
    }


def update_message(
    table: Table, log: TableLog, event: TableEvent, options: ViewOptions, now: dict[str, Any] | None
) -> dict[str, Any]:
    """One event. `now` is left out when a later event follows at once."""
    return {
        "type": "update",
        "number": event.number,
        "event": event_message(table, event),
        "log": update_log_message(table, log, event, options),
        "now": now,
    }


def now_message(
    table: Table,
    options: ViewOptions,
    present: Collection[int],
    thinking: Collection[int],
    at: float,
    away: Mapping[int, float] = {},
) -> dict[str, Any]:
    """The present state of the game and the seats."""
    seat = options.seat
    curtain = options.curtain
    return {
        "number": table.number,
        "moment": table.moment,
        "status": table.status,
        "over": table.revealed,
        "seat": seat,
        "yours": list(options.yours),
        "curtain": curtain.next if curtain is not None else None,
        "ended": ended_message(table),
        "seats": seats_message(table, options, present, away),
        "thinking": sorted(thinking),
        **position_message(table, table.state, table.moment, options),
        "clocks": clocks_message(table, at),
        "undo": undo_message(table, curtain.last if curtain is not None else seat),
        "request": table.request.as_dict() if table.request is not None else None,
        "rematch": table.rematch,
        "hint": can_have_hint(table, seat),
    }


def moment_message(table: Table, log: TableLog, moment: int, options: ViewOptions) -> dict[str, Any]:
    """An earlier position, with the log up to it."""
    state = table.state_at(moment)
    return {
        "table": table.id,
        "moment": moment,
        "moments": table.moment,
        "number": table.number,
        "log": log.message(options, 0, moment),
        "now": {
            "moment": moment,
            "over": state.over,
            "seat": options.seat,
            "seats": seats_message(table, options, ()),
            **position_message(table, state, moment, options),
        },
    }


def position_message(table: Table, state: State | None, moment: int, options: ViewOptions) -> dict[str, Any]:
    """A position, present or past: the question, its choices, the view, the picture, the standings."""
    seat = options.seat
    message: dict[str, Any] = {
        "waiting": [],
        "ask": table.asks[seat] if state is table.state and seat is not None else None,
        "prompt": "",
        "choices": [],
        "view": None,
        "svg": None,
        "picture": None,
        "standings": [],
    }
    if state is None:
        return message
    stopped = table.ended is not None and state is table.state
    state = table.known_state(state, seat)
    message["waiting"] = [] if stopped else list(state.waiting)
    if seat is not None and not stopped:
        message["prompt"] = state.prompt(seat, options.language) if options.words else ""
        message["choices"] = choices_message(state, seat, options)
    if options.view or options.pictures:
        view = state.view(seat)
        if options.view:
            message["view"] = view
        if options.pictures:
            message["svg"] = table.game.svg(view, options.language, options.form)
    message["picture"] = picture_address(table, moment, options)
    message["standings"] = standings_message(state, options, table.losses if state is table.state else {})
    return message


def picture(table: Table, seat: int | None, moment: int, language: str) -> str:
    """The picture of a moment as SVG."""
    return table.known_state(table.state_at(moment), seat).svg(seat, language)


def picture_address(table: Table, moment: int, options: ViewOptions) -> str:
    """The address of a moment's picture; the number in it keeps caches right after something was taken back."""
    seat = "" if options.seat is None else f"seat={options.seat}&"
    return f"/api/tables/{table.id}/picture?{seat}moment={moment}&language={options.language}&number={table.number}"


def choices_message(state: State, seat: int, options: ViewOptions) -> list[dict[str, Any]]:
    if not options.words:
        notation = state.game.notation
        return [{"id": choice, "notation": notation(state, seat, choice)} for choice in state.legal(seat)]
    game = state.game
    forced = game.is_forced(state, seat)

    def brings_tile(choice: int) -> bool:
        return game.state_with_tile(state, seat, choice) is not None

    return [
        choice_message(game, choice, options.language)
        | {"forced": forced, "tile": choice.kind in game.tile_choices and brings_tile(choice.id)}
        for choice in state.choices(seat, options.language)
    ]


def choice_message(game: Game, choice: Choice, language: str) -> dict[str, Any]:
    """A choice in words and as data. Where a tile may lie in hundreds of ways, it is not drawn in each of them."""
    return {
        "id": choice.id,
        "notation": choice.notation,
        "label": choice.label,
        "segments": [choice.label] if choice.cells else segments_message(game.texts.segments(choice.phrase, language)),
        "rule": choice.rule,
        "kind": choice.kind,
        "parts": dict(choice.parts),
        "targets": choice.targets,
        "cells": choice.cells,
    }


def segments_message(segments: list[str | Drawn]) -> list[str | dict[str, str]]:
    """A sentence in pieces, for a page that draws the animals and tiles it names."""
    return [part if isinstance(part, str) else {"text": part.text, "figure": part.figure} for part in segments]


def line_message(game: Game, line: LogLine, names: Sequence[str], language: str) -> dict[str, Any]:
    """A log line in words, in pieces that can be drawn, and as data."""
    return {
        "text": game.texts.say(line.phrase, language, names),
        "segments": segments_message(game.texts.segments(line.phrase, language, names)),
        "rule": line.rule,
        "targets": line.targets,
        "event": line.event.as_dict() if line.event else None,
    }


def consequences_message(table: Table, seat: int, ask: int, choice: int, language: str) -> dict[str, Any]:
    """What a choice would lead to, as far as it is certain."""
    state = _considered_state(table, seat, ask, choice)
    return {"choice": choice, "lines": consequence_lines(state, seat, choice, table.names_in(language), language)}


def placements_message(table: Table, seat: int, ask: int, choice: int, language: str) -> dict[str, Any]:
    """Where the tile could lie that a choice would bring."""
    after = table.game.state_with_tile(_considered_state(table, seat, ask, choice), seat, choice)
    found = after.choices(seat, language) if after else []
    return {"choice": choice, "placements": [choice_message(table.game, one, language) for one in found if one.cells]}


def _considered_state(table: Table, seat: int, ask: int, choice: int) -> State:
    state = _asked_state(table, seat, ask)
    if not state.is_legal_choice(seat, choice):
        raise Refused("illegal", "That is not one of your choices now.", number=table.number)
    return state


def consequence_lines(
    state: State, seat: int, choice: int, names: Sequence[str], language: str
) -> list[dict[str, Any]]:
    """What is certain to happen when a choice is made, each with its place in the picture and a short tag."""
    game = state.game
    tag = getattr(game.words, "tag", None)
    lines = []
    for event in game.consequences(state, seat, choice):
        phrase = game.words.say(event)
        short = tag(event) if tag else None
        lines.append(
            {
                "seat": event.seat,
                "text": game.texts.say(phrase, language, names),
                "segments": segments_message(game.texts.segments(phrase, language, names)),
                "rule": event.rule,
                "targets": game.event_targets(event),
                "tag": game.texts.say(short, language, names) if short else None,
                "event": event.as_dict(),
            }
        )
    return lines


def refusal_message(table: Table, seat: int, ask: int, targets: list[str], language: str) -> dict[str, Any]:
    """Why a place of the picture cannot be chosen."""
    state = _asked_state(table, seat, ask)
    refusal = state.game.why_not(state, seat, targets)
    if refusal is None:
        return {"reason": None, "rule": None}
    reason = state.game.texts.say(refusal.phrase, language) if refusal.phrase else refusal.reason
    return {"reason": reason, "rule": refusal.rule}


def _asked_state(table: Table, seat: int, ask: int) -> State:
    """What the seat may know of the state in which it is asked that question."""
    if table.state is None or table.asks[seat] != ask:
        raise Refused("stale", "That question is no longer asked.", number=table.number)
    return table.known_state(table.state, seat)


def ended_message(table: Table) -> dict[str, Any] | None:
    """Why the game ended before its rules said so, and who lost before the end."""
    if table.ended is None and not table.losses:
        return None
    return {
        "how": table.ended,
        "lost": [{"seat": seat, "name": loss.name, "why": loss.why} for seat, loss in table.losses.items()],
    }


def standings_message(known: State, options: ViewOptions, losses: Mapping[int, Loss] = {}) -> list[dict[str, Any]]:
    """The standings, from the state that the viewer may know."""
    game = known.game
    return [
        {
            "seat": standing.seat,
            "rank": standing.rank,
            "points": standing.points,
            "words": game.spoken_points(standing, options.language) if options.words else "",
            "breakdown": dict(standing.breakdown),
            "result": game.spoken_result(standing, options.language) if options.words else "",
        }
        for standing in with_losses(game.standings(known, with_breakdown=options.words), losses)
    ]


def seats_message(
    table: Table, options: ViewOptions, present: Collection[int], away: Mapping[int, float] = {}
) -> list[dict[str, Any]]:
    colours = table.colours
    return [
        {
            "seat": number,
            "kind": seat.kind,
            "name": seat.name_in(options.language),
            "level": seat.level,
            "colour": colours[number],
            "you": number in options.yours,
            "present": seat.kind == "bot" or number in present,
            "bot_in": seat.bot_in,
            "bot_reason": seat.bot_reason,
            "away": away.get(number),
        }
        for number, seat in enumerate(table.seats)
    ]


def clocks_message(table: Table, at: float) -> list[dict[str, Any]] | None:
    if table.clocks is None:
        return None
    return [
        {"seat": seat, "left": round(clock.left_at(at), 3), "running": clock.since is not None}
        for seat, clock in enumerate(table.clocks)
    ]


def undo_message(table: Table, seat: int | None) -> dict[str, Any]:
    at_once = commands.can_undo_at_once(table, seat)
    request = table.undo_request
    return {
        "seat": seat,
        "possible": at_once,
        "by_consent": not at_once and commands.can_ask_for_undo(table, seat),
        "asked": None
        if request is None
        else {
            "seat": request.seat,
            "moment": request.moment,
            "agreed": sorted(request.agreed),
            "missing": sorted(request.missing),
        },
    }


def can_have_hint(table: Table, seat: int | None) -> bool:
    return table.setup.hints and seat is not None and table.asks[seat] is not None and table.status == "running"


def luck_message(table: Table) -> dict[str, Any]:
    """The commitment to the seed, and the seed itself once the game is over."""
    setup = table.setup
    seed = setup.seed
    return {
        "kind": KEYED if isinstance(setup.origin, SecretSeed) else QUICK,
        "commitment": commitment(seed, setup.salt) if seed is not None and setup.salt else None,
        "given": setup.seed_given,
        "contributions": [seat.contribution for seat in table.seats],
        "seed": str(seed) if table.revealed and seed is not None else None,
        "salt": setup.salt if table.revealed and seed is not None and setup.salt else None,
    }


def event_message(table: Table, event: TableEvent) -> dict[str, Any]:
    """What everybody may know of an event; its log lines are sent apart, made for each viewer."""
    message: dict[str, Any] = {"kind": event.kind, "seat": event.seat, "at": event.at}
    if event.kind in (kinds.PLAY, kinds.UNDO):
        message["moment"] = table.moments[event.number - 1]
    if event.kind == kinds.PLAY:
        message["by"] = event.detail.get("by", "person")
    elif event.kind in (kinds.SEAT, kinds.BOT_IN, kinds.BOT_OUT, kinds.LOST):
        message["why"] = event.detail.get("why")
    elif event.kind in (kinds.ASKED, kinds.REFUSED, kinds.LAPSED):
        message["what"] = event.detail.get("what")
    elif event.kind == kinds.ENDED:
        message["how"] = event.detail["how"]
    elif event.kind == kinds.CHAT_REMOVED:
        message["line"] = {"number": event.detail["line"]}
    elif event.kind == kinds.CHAT:
        line = {"number": event.number, "seat": event.seat, "at": event.at}
        message["line"] = {**line, "name": event.detail["name"], "text": event.detail["text"]}
    elif event.kind == kinds.REMATCH:
        message["table"] = event.detail["table"]
    return message


def update_log_message(table: Table, log: TableLog, event: TableEvent, options: ViewOptions) -> list[dict[str, Any]]:
    """The lines of a decision, unless it has been taken back since."""
    if event.kind != kinds.PLAY:
        return []
    moment = table.moments[event.number - 1]
    if moment > table.moment or table.plays[moment - 1].event != event.number:
        return []
    return log.message(options, moment - 1, moment)
