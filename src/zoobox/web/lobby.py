"""The lobby: my games, open tables, games to watch. Its lists are made here, also when they change on an open page."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from zoobox.kernel.errors import ZooboxError
from zoobox.service.errors import Refused
from zoobox.service.http.auth import CurrentRequester, CurrentServer
from zoobox.service.http.tables import installed_games, table_summary
from zoobox.service.server import Server
from zoobox.service.tables.clocks import ClockRule
from zoobox.service.tables.table import Setup, Table, name_in
from zoobox.web.descriptions import game_card, is_installed
from zoobox.web.invitations import settings_words
from zoobox.web.language import language_of, say
from zoobox.web.pages import DATES, page

router = APIRouter(include_in_schema=False)
MAX_ASKED = 24
"""Running games of mine that are looked at to find out whether it is my turn."""
MAX_OVER, MAX_OPEN, MAX_WATCHED = 6, 24, 12
"""How many tables the lists hold."""
ORDER = {"running": 1, "open": 2, "over": 3, "record": 4}
"""The order of my tables; one where it is my turn comes before all others."""


@router.get("/")
async def lobby(request: Request, requester: CurrentRequester, server: CurrentServer) -> HTMLResponse:
    language = language_of(request)
    games = [game_card(game.name, language) for game in installed_games()]
    return page(request, "lobby.html", games=games, **await _lists(server, requester.person_id, language))


@router.get("/lobby/lists")
async def lists(request: Request, requester: CurrentRequester, server: CurrentServer) -> HTMLResponse:
    """The lists alone, to be put into an open page."""
    language = language_of(request)
    games = [game_card(game.name, language) for game in installed_games()]
    return page(request, "lobby_lists.html", games=games, **await _lists(server, requester.person_id, language))


async def _lists(server: Server, person: str | None, language: str) -> dict[str, Any]:
    mine = await server.read(server.reader.tables_of, person) if person else []
    mine = [row for row in mine if row["status"] != "closed"]
    asked = await _asked_of(server, [row["id"] for row in mine if row["status"] == "running"][:MAX_ASKED], person)
    mine.sort(key=lambda row: ORDER[row["status"]] - (row["id"] in asked))
    going_on = [row for row in mine if row["status"] in ("running", "open")]
    past = [row for row in mine if row["status"] not in ("running", "open")][:MAX_OVER]
    outcomes = await _outcomes(server, [row["id"] for row in past], person)
    public = await server.read(server.reader.lobby, None, "open")
    watched = await server.read(server.reader.lobby, None, "running")
    known = {row["id"] for row in mine}
    return {
        "mine": [
            _entry(row, person, language) | {"my_turn": row["id"] in asked, "outcome": outcomes.get(row["id"])}
            for row in (*going_on, *past)
        ],
        "open": [_entry(row, person, language) for row in public if row["id"] not in known][:MAX_OPEN],
        "watch": [_entry(row, person, language) for row in watched if row["id"] not in known][:MAX_WATCHED],
    }


async def _asked_of(server: Server, tables: list[str], person: str | None) -> set[str]:
    """Those of the tables at which something is asked of the person."""
    found = set()
    for table_id in tables:
        try:
            shown = (await server.live_table(table_id)).table
        except Refused:
            continue
        mine = shown.seats_of(person)
        if any(shown.asks[seat] is not None and not shown.seats[seat].bot_level for seat in mine):
            found.add(table_id)
    return found


async def _outcomes(server: Server, tables: list[str], person: str | None) -> dict[str, str]:
    """How finished games ended for a person who played one seat there."""
    found: dict[str, list[str]] = {}
    for row in await server.read(server.reader.results_at, tables) if tables else []:
        if row["person"] == person:
            found.setdefault(row["table_id"], []).append(row["outcome"])
    return {table: outcomes[0] for table, outcomes in found.items() if len(outcomes) == 1}


def _entry(row: dict[str, Any], person: str | None, language: str) -> dict[str, Any]:
    """A table in a list: what is played and how, who sits there, and what its link does."""
    entry = table_summary(row, person)
    names = [
        say(language, "client.open_seat")
        if seat["kind"] == "open"
        else name_in(seat["name"], seat["level"], language)
        or say(language, "client.seat_number", seat=seat["seat"] + 1)
        for seat in entry["seats"]
        if entry["status"] != "over" or seat["seat"] not in entry["yours"] or len(entry["yours"]) > 1
    ]
    verbs = {"open": "continue" if entry["yours"] else "join", "running": "continue" if entry["yours"] else "watch"}
    return {
        "table": entry["table"],
        "game": entry["game"],
        "title": game_card(entry["game"], language)["title"] if is_installed(entry["game"]) else entry["title"],
        "status": entry["status"],
        "my_turn": False,
        "outcome": None,
        "date": time.strftime(DATES[language], time.localtime(entry["changed"])) if entry["status"] == "over" else "",
        "names": ", ".join(names),
        "settings": _settings_words(row, language) if entry["status"] == "open" else "",
        "speed": _speed(entry["clock"]),
        "verb": say(language, f"lobby.{verbs.get(entry['status'], 'look_back')}"),
    }


def _settings_words(row: dict[str, Any], language: str) -> str:
    """What is played at a table; nothing if its row cannot be read."""
    try:
        return settings_words(Table(Setup.from_row(SimpleNamespace(**row))), language)
    except ZooboxError:
        return ""


def _speed(clock: dict[str, Any] | None) -> str:
    """By which the list can be filtered: a clock of minutes, one of days, or none."""
    try:
        rule = ClockRule.read(clock)
    except (LookupError, TypeError, ValueError):
        return "free"
    return "free" if rule is None else "slow" if rule.slow else "live"
