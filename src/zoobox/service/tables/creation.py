"""New tables: set up by a person, as a rematch, or from an uploaded record."""

from __future__ import annotations

import json
import secrets
import string
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import zoobox
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck
from zoobox.kernel.origin import KeyedStream, SecretSeed
from zoobox.service.errors import UNWRITABLE, Refused
from zoobox.service.storage import DatabaseDown, Statement, Unwritable, WriteJob
from zoobox.service.storage.schema import ADD_EVENT, ADD_SEAT, ADD_TABLE, event_row
from zoobox.service.tables import clocks
from zoobox.service.tables import events as kinds
from zoobox.service.tables.agreements import AskForRematch
from zoobox.service.tables.clocks import ClockRule
from zoobox.service.tables.commands import (
    SUBSTITUTE_LEVEL,
    Rights,
    bot_detail,
    check_bot_level,
    clean_name,
    person_detail,
    with_start,
)
from zoobox.service.tables.events import Draft, TableEvent, numbered
from zoobox.service.tables.live_table import LiveTable
from zoobox.service.tables.results import GONE
from zoobox.service.tables.table import Setup, Table, game_of

if TYPE_CHECKING:
    from zoobox.service.server import Server

SEED_BITS = 120
"""More than the kernel's usual seeds, so that nobody can find the seed by trying all of them."""
SEED_LIMIT = 1 << 128
ID_LETTERS = string.ascii_letters + string.digits
ID_LENGTH = 16
"""95 bits; only letters and digits, so that links and command lines take an id as it is."""


def find_game(name: str, players: int | None, variant: str | None, settings: Mapping[str, Any]) -> Game:
    configuration = {"game": name, "players": players, "variant": variant, "settings": settings}
    try:
        return game_of(json.dumps(configuration, sort_keys=True))
    except ZooboxError as error:
        raise Refused("unknown-game", str(error)) from None
    except ImportError:
        raise Refused("unknown-game", f"The game {name!r} is not installed here.") from None


def new_setup(game: Game, owner: str, seed: int | None, clock: ClockRule | None, visibility: str, hints: bool) -> Setup:
    if seed is not None and not 0 <= seed < SEED_LIMIT:
        raise Refused("malformed", "A seed is a whole number from 0 on, with at most 38 digits.")
    return Setup(
        id="".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH)),
        configuration=json.dumps(game.configuration(), sort_keys=True),
        origin=SecretSeed(secrets.randbits(SEED_BITS) if seed is None else seed),
        seed_given=seed is not None,
        salt=secrets.token_hex(16),
        visibility=visibility,
        clock=clock,
        hints=hints,
        owner=owner,
        rules=game.rules_version,
        components=game.components.fingerprint,
        is_record=False,
        created=round(clocks.now(), 3),
    )


def requested_seats(game: Game, seats: Sequence[Mapping[str, Any]], person: str, name: str) -> list[Draft]:
    """One event for each seat that is not left open."""
    if len(seats) > game.players:
        raise Refused("malformed", f"This game has {game.players} seats, not {len(seats)}.")
    colours = [seat["colour"] for seat in seats if seat["kind"] == "me" and seat.get("colour") is not None]
    if len(set(colours)) < len(colours):
        raise Refused("malformed", "Two seats cannot have the same colour.")
    drafts = []
    for number, seat in enumerate(seats):
        if seat["kind"] == "bot":
            level = check_bot_level(game, seat.get("level") or SUBSTITUTE_LEVEL)
            drafts.append(Draft(kinds.SEAT, number, detail=bot_detail(level, number, "joined")))
        elif seat["kind"] == "me":
            seat_name = clean_name(seat.get("name") or "") or name
            detail = person_detail(person, seat_name, seat.get("contribution", ""), seat.get("colour"))
            drafts.append(Draft(kinds.SEAT, number, detail=detail))
    return drafts


@dataclass(frozen=True)
class NewTable:
    """A table with its first events, not committed yet."""

    setup: Setup
    events: list[TableEvent]
    statements: list[Statement]

    @classmethod
    def prepare(cls, setup: Setup, drafts: list[Draft]) -> NewTable:
        drafts = with_start(Table(setup), drafts)
        events = numbered(drafts, 0, setup.created)
        table = Table(setup, events)
        row = setup.row(table.status, setup.created, table.due())
        seats = [seat.row(setup.id, number) for number, seat in enumerate(table.seats)]
        statements: list[Statement] = [(ADD_TABLE, [row]), (ADD_SEAT, seats)]
        if events:
            statements.append((ADD_EVENT, [event_row(setup.id, event) for event in events]))
        return cls(setup, events, statements)

    async def commit(self, server: Server) -> LiveTable:
        server.make_room()
        notification = None if server.single_process else f"lobby {server.process}"
        try:
            await server.writer.write(WriteJob(self.statements, notification))
        except Unwritable:
            raise Refused("malformed", UNWRITABLE) from None
        except DatabaseDown:
            raise Refused("store", "The database cannot be reached now; ask again in a moment.") from None
        return self.open(server)

    def open(self, server: Server) -> LiveTable:
        """Brings the table to life once it is committed."""
        server.events_committed += len(self.events)
        live_table = server.keep(LiveTable(server, self.setup, self.events))
        live_table.last_used = time.monotonic()
        server.lobby.table_changed(None, live_table.table, self.events)
        live_table.start_bots_and_timer()
        return live_table


async def rematch(server: Server, live_table: LiveTable, rights: Rights) -> dict[str, Any]:
    """Asks for a rematch, or agrees to it; when all have, there is a new table, where each sits one seat further on.

    Asking twice gives the same table. While others have not answered yet, the answer has no table.
    """
    if not server.single_process:
        await live_table.read_new_events()
    table = live_table.table
    setup = new_setup(table.game, table.setup.owner, None, table.setup.clock, table.setup.visibility, table.setup.hints)
    command = AskForRematch(rights, setup.id, live_table.present_seats())
    drafts = command.drafts(table)
    if not drafts:
        return command.result(table, [])
    if drafts[-1].kind == kinds.REMATCH:
        server.limits.new_table(rights.person_id or "")
    new_table = NewTable.prepare(replace(setup, previous=table.id), _seats_moved_on(table))
    result = await live_table.execute(command, with_rematch=new_table.statements)
    if result["table"] == setup.id:
        new_table.open(server)
    return result


def _seats_moved_on(table: Table) -> list[Draft]:
    drafts = []
    for number, seat in enumerate([*table.seats[1:], table.seats[0]]):
        if seat.kind == "bot":
            detail = bot_detail(seat.level or SUBSTITUTE_LEVEL, number, "joined")
        elif (seat.person or "").startswith(GONE):
            continue  # an open seat: they had themselves deleted
        else:
            detail = person_detail(seat.person, seat.name, colour=seat.colour)
        drafts.append(Draft(kinds.SEAT, number, detail=detail))
    return drafts


async def play_on(server: Server, table: Table, moment: int, seat: int, person: str, name: str) -> LiveTable:
    """A new table that goes on from a moment of a finished game: the person against bots, with fresh luck."""
    if not table.revealed:
        raise Refused("hidden", "One can play on from a game that is over.", number=table.number)
    table.seat(seat)
    state = table.state_at(moment)
    if state.over:
        raise Refused("not-running", "The game is over at this moment; choose an earlier one.", number=table.number)
    server.limits.new_table(person)
    setup = new_setup(table.game, person, None, None, "link", True)
    fresh = state.redeal(seat, Luck(secrets.randbits(SEED_BITS)))
    table.game.redeal(fresh, seat, cast("Luck", KeyedStream(setup.origin.key, "hidden")))  # it draws numbers, no more
    setup = replace(setup, origin=replace(setup.origin, position=fresh.position()))
    drafts = []
    for number, other in enumerate(table.seats):
        level = other.level or SUBSTITUTE_LEVEL
        detail = person_detail(person, name) if number == seat else bot_detail(level, number, "joined")
        drafts.append(Draft(kinds.SEAT, number, detail=detail))
    return await NewTable.prepare(setup, drafts).commit(server)


async def upload(server: Server, person: str, text: str) -> LiveTable:
    """A table at which anybody with the link can step through a record."""
    try:
        replay = await server.read(zoobox.replay, text)
    except (ZooboxError, ImportError) as error:
        raise Refused("bad-record", str(error)) from None
    server.limits.new_table(person)
    game = replay.game
    setup = replace(
        new_setup(game, person, 0, None, "link", False),
        origin=replay.state.origin,
        salt=replay.record.header.get("salt", "")[:64],
        is_record=True,
    )
    names = [clean_name(name) for name in replay.names] + [""] * game.players
    drafts = [Draft(kinds.SEAT, seat, detail=person_detail(None, names[seat])) for seat in range(game.players)]
    drafts.append(Draft(kinds.START))
    drafts += [Draft(kinds.PLAY, seat, choice) for seat, choice in replay.state.past]
    return await NewTable.prepare(setup, drafts).commit(server)
