"""Telling: what one watcher may know of a table, ready to be sent."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from zoobox.kernel.luck import Luck
from zoobox.kernel.record import commitment
from zoobox.kernel.state import State
from zoobox.service.errors import Refused
from zoobox.service.tables import events as kinds
from zoobox.service.tables import undo
from zoobox.service.tables.events import Event
from zoobox.service.tables.log import TableLog, segments_message
from zoobox.service.tables.table import Table


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """How somebody looks at a table. Equal looks are shown the same."""

    seat: int | None = None
    language: str = "en"
    pictures: bool = False
    words: bool = True
    view: bool = True
    yours: tuple[int, ...] = ()
    form: str = "wide"


def now_message(table: Table, look: ViewOptions, present: Collection[int], thinking: Collection[int]) -> dict[str, Any]:
    """The present, for one look."""
    return {
        "number": table.number,
        "moment": table.moment,
        "status": table.status,
        "over": table.all_open,
        "seat": look.seat,
        "yours": list(look.yours),
        "seats": seats_message(table, look, present),
        "thinking": sorted(thinking),
        **position_message(table, table.state, table.moment, look),
        "clocks": clocks_message(table),
        "undo": undo.undo_message(table, look.seat),
        "hint": hint_is_allowed(table, look.seat),
    }


def position_message(table: Table, state: State | None, moment: int, look: ViewOptions) -> dict[str, Any]:
    """A position, present or past, for one look."""
    present = state is table.state
    asks = table.asks[look.seat] if present and look.seat is not None else None
    told: dict[str, Any] = {
        "waiting": [],
        "ask": asks,
        "prompt": "",
        "choices": [],
        "view": None,
        "svg": None,
        "picture": None,
        "standings": [],
    }
    if state is None:
        return told
    seat = look.seat
    state = known(table, state, seat)
    told["waiting"] = list(state.waiting)
    if seat is not None:
        told["prompt"] = state.prompt(seat, look.language) if look.words else ""
        told["choices"] = choices_message(state, seat, look)
    if look.view or look.pictures:
        view = state.view(seat)
        if look.view:
            told["view"] = view
        if look.pictures:
            told["svg"] = table.game.svg(view, look.language, look.form)
    told["picture"] = picture_address(table, moment, look)
    told["standings"] = standings_message(state, look)
    return told


def known(table: Table, state: State, seat: int | None) -> State:
    """The state with all that the seat cannot know dealt anew, the same way each time; itself once nothing is hidden.

    Whatever is told is taken from this one, so that what is hidden cannot be told by mistake.
    """
    return state if table.all_open else state.redeal(seat, Luck(0))


def picture_address(table: Table, moment: int, look: ViewOptions) -> str:
    """Where the picture of a moment is; the number in it keeps caches honest after something was taken back."""
    seat = "" if look.seat is None else f"seat={look.seat}&"
    return f"/api/tables/{table.id}/picture?{seat}moment={moment}&language={look.language}&number={table.number}"


def choices_message(state: State, seat: int, look: ViewOptions) -> list[dict[str, Any]]:
    if not look.words:
        notation = state.game.notation
        return [{"id": choice, "notation": notation(state, seat, choice)} for choice in state.legal(seat)]
    game = state.game
    forced = game.is_forced(state, seat)
    return [
        {
            "id": choice.id,
            "notation": choice.notation,
            "label": choice.label,
            "segments": segments_message(game.texts.segments(choice.phrase, look.language)),
            "rule": choice.rule,
            "kind": choice.kind,
            "parts": dict(choice.parts),
            "forced": forced,
            "targets": choice.targets,
            "cells": choice.cells,
        }
        for choice in state.choices(seat, look.language)
    ]


def consequences_message(table: Table, seat: int, ask: int, choice: int, language: str) -> dict[str, Any]:
    """What a choice would lead to, as far as it is certain."""
    state = _asked_state(table, seat, ask)
    if not state.is_legal_choice(seat, choice):
        raise Refused("illegal", "That is not one of your choices now.")
    game = state.game
    names = table.spoken_names(language)
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
    return {"choice": choice, "lines": lines}


def refusal_message(table: Table, seat: int, ask: int, targets: list[str], language: str) -> dict[str, Any]:
    """Why a place of the picture cannot be chosen."""
    state = _asked_state(table, seat, ask)
    refusal = state.game.why_not(state, seat, targets)
    if refusal is None:
        return {"reason": None, "rule": None}
    reason = state.game.texts.say(refusal.phrase, language) if refusal.phrase else refusal.reason
    return {"reason": reason, "rule": refusal.rule}


def _asked_state(table: Table, seat: int, ask: int) -> State:
    if table.state is None or table.asks[seat] != ask:
        raise Refused("stale", "That question is no longer asked.")
    return known(table, table.state, seat)


def standings_message(known: State, look: ViewOptions) -> list[dict[str, Any]]:
    """The standings as a seat may know them, from the state it may know."""
    game = known.game
    return [
        {
            "seat": standing.seat,
            "rank": standing.rank,
            "points": standing.points,
            "words": game.spoken_points(standing, look.language) if look.words else "",
            "breakdown": dict(standing.breakdown),
        }
        for standing in game.standings(known, with_breakdown=look.words)
    ]


def seats_message(table: Table, look: ViewOptions, present: Collection[int]) -> list[dict[str, Any]]:
    return [
        {
            "seat": seat,
            "kind": chair.kind,
            "name": chair.spoken_name(look.language),
            "level": chair.level,
            "you": seat in look.yours,
            "present": chair.kind == "bot" or seat in present,
            "bot_in": chair.bot_in,
        }
        for seat, chair in enumerate(table.chairs)
    ]


def clocks_message(table: Table) -> list[dict[str, Any]] | None:
    if table.clocks is None:
        return None
    at = time.time()
    return [
        {"seat": seat, "left": round(clock.left_at(at), 3), "running": clock.since is not None}
        for seat, clock in enumerate(table.clocks)
    ]


def hint_is_allowed(table: Table, seat: int | None) -> bool:
    return table.setup.hints and seat is not None and table.asks[seat] is not None and table.status == "running"


def state_message(
    table: Table, table_log: TableLog, look: ViewOptions, owner: bool, now: dict[str, Any]
) -> dict[str, Any]:
    """Everything about a table, for one look."""
    setup = table.setup
    configuration = table.game.configuration()
    shown = table.all_open
    return {
        "type": "state",
        "table": table.id,
        "number": table.number,
        "game": {
            "name": table.game.name,
            "title": table.game.title,
            "players": table.game.players,
            "variant": table.game.variant,
            "settings": configuration["settings"],
        },
        "visibility": setup.visibility,
        "hints": setup.hints,
        "clock": setup.clock.told() if setup.clock else None,
        "owner": owner,
        "luck": luck_message(table, shown),
        "rematch": table.rematch,
        "previous": setup.previous,
        "log": table_log.told(look.seat, look.language) if look.words else [],
        "chat": [line.told() for line in table.chat],
        "now": now,
    }


def luck_message(table: Table, shown: bool) -> dict[str, Any]:
    setup = table.setup
    seeded = isinstance(setup.origin, int)
    return {
        "commitment": commitment(setup.origin, setup.salt) if seeded and setup.salt else None,
        "given": setup.seed_given,
        "seed": str(setup.origin) if shown and seeded else None,
        "salt": setup.salt if shown and seeded and setup.salt else None,
    }


def event_message(table: Table, event: Event) -> dict[str, Any]:
    """What everybody may know of an event; its log lines come apart, for each viewer."""
    told: dict[str, Any] = {"kind": event.kind, "seat": event.seat, "at": event.at}
    if event.kind in (kinds.PLAY, kinds.UNDO):
        told["moment"] = table.moments[event.number - 1]
    if event.kind == kinds.PLAY:
        told["by"] = event.detail.get("by", "person")
    elif event.kind in (kinds.SEAT, kinds.BOT_IN, kinds.BOT_OUT):
        told["why"] = event.detail.get("why")
    elif event.kind == kinds.CHAT:
        line = {"number": event.number, "seat": event.seat, "at": event.at}
        told["line"] = {**line, "name": event.detail["name"], "text": event.detail["text"]}
    elif event.kind == kinds.REMATCH:
        told["table"] = event.detail["table"]
    return told


def log_message(table: Table, table_log: TableLog, event: Event, look: ViewOptions) -> list[dict[str, Any]]:
    """The lines of a decision that still stands."""
    if event.kind != kinds.PLAY or not look.words:
        return []
    moment = table.moments[event.number - 1]
    if moment > table.moment or table.plays[moment - 1].event != event.number:
        return []
    return table_log.told(look.seat, look.language, moment - 1, moment)
