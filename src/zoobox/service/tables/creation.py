"""Setting a table up: the game, its luck, its seats."""

from __future__ import annotations

import json
import secrets
import string
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.service.errors import Refused
from zoobox.service.storage import DatabaseDown, Job
from zoobox.service.storage.statements import ADD_EVENT, ADD_SEAT, ADD_TABLE
from zoobox.service.tables import events as kinds
from zoobox.service.tables.clocks import ClockRule
from zoobox.service.tables.events import Draft, Event, event_row
from zoobox.service.tables.live_table import LiveTable
from zoobox.service.tables.seats import SIT_IN_LEVEL, bot_detail, check_bot, clean_name, with_start
from zoobox.service.tables.table import Setup, Table, game_of

if TYPE_CHECKING:
    from zoobox.service.server import Server

SEED_BITS = 120
"""Longer than the kernel's usual seeds, so that nobody finds the seed by trying them all."""
LETTERS = string.ascii_letters + string.digits
ID_LENGTH = 16
"""95 bits nobody guesses; letters and digits alone, so that a link or a command line takes an id as it is."""
MOST_SEED = 1 << 128


def make_game(name: str, players: int | None, variant: str | None, settings: Mapping[str, Any]) -> Game:
    try:
        wanted = {"game": name, "players": players, "variant": variant, "settings": settings}
        return game_of(json.dumps(wanted, sort_keys=True))
    except ZooboxError as error:
        raise Refused("unknown-game", str(error)) from None
    except ImportError:
        raise Refused("unknown-game", f"The game {name!r} is not installed here.") from None


def new_setup(game: Game, owner: str, seed: int | None, clock: ClockRule | None, visibility: str, hints: bool) -> Setup:
    if seed is not None and not 0 <= seed < MOST_SEED:
        raise Refused("malformed", "A seed is a whole number from 0 on, with at most 38 digits.")
    return Setup(
        id=_new_id(),
        configuration=json.dumps(game.configuration(), sort_keys=True),
        origin=secrets.randbits(SEED_BITS) if seed is None else seed,
        seed_given=seed is not None,
        salt=secrets.token_hex(16),
        visibility=visibility,
        clock=clock,
        hints=hints,
        owner=owner,
        rules=game.rules_version,
        components=game.components.fingerprint,
        is_record=False,
        created=round(time.time(), 3),
    )


def _new_id() -> str:
    number = secrets.randbelow(len(LETTERS) ** ID_LENGTH)
    return "".join(LETTERS[number // len(LETTERS) ** place % len(LETTERS)] for place in range(ID_LENGTH))


def seat_drafts(game: Game, asked: Sequence[Mapping[str, Any]], person: str, name: str) -> list[Draft]:
    """One event for each seat that is not left open."""
    if len(asked) > game.players:
        raise Refused("malformed", f"This game has {game.players} seats, not {len(asked)}.")
    drafts = []
    for seat, request in enumerate(asked):
        if request["kind"] == "bot":
            level = check_bot(game, request.get("level") or SIT_IN_LEVEL)
            drafts.append(Draft(kinds.SEAT, seat, detail=bot_detail(level, seat, "joined")))
        elif request["kind"] == "me":
            mine = clean_name(request.get("name") or "") or name
            detail = {"kind": "person", "person": person, "name": mine, "why": "joined"}
            drafts.append(Draft(kinds.SEAT, seat, detail=detail))
    return drafts


async def create(server: Server, setup: Setup, drafts: list[Draft]) -> LiveTable:
    """Commits a new table with its first events and opens its live_table."""
    at = setup.created
    drafts = with_start(Table(setup), drafts)
    events = [
        Event(number, draft.kind, draft.seat, draft.choice, draft.ask, at, draft.detail)
        for number, draft in enumerate(drafts, 1)
    ]
    live_table = LiveTable(server, setup, events)
    seats = [
        {
            "table_id": setup.id,
            "seat": seat,
            "kind": chair.kind,
            "person": chair.person,
            "name": chair.name,
            "level": chair.level,
        }
        for seat, chair in enumerate(live_table.table.chairs)
    ]
    row = {**setup.row(live_table.table.status, at), "due": live_table.due}
    rows = [event_row(setup.id, event) for event in events]
    statements: list[Any] = [(ADD_TABLE, [row]), (ADD_SEAT, seats)]
    if rows:
        statements.append((ADD_EVENT, rows))
    try:
        await server.writer.write(Job(statements))
    except DatabaseDown:
        raise Refused("store", "The database cannot be reached now; ask again in a moment.") from None
    server.committed += len(events)
    live_table = server.keep(live_table)
    live_table.look_after()
    return live_table
