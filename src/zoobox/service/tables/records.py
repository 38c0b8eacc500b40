"""Looking back: any moment of a game, records to keep, and records brought along."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import zoobox
from zoobox.kernel.errors import ZooboxError
from zoobox.service.errors import Refused
from zoobox.service.people import Person
from zoobox.service.tables import creation, messages
from zoobox.service.tables import events as kinds
from zoobox.service.tables.events import Draft
from zoobox.service.tables.seats import clean_name
from zoobox.service.tables.table import Setup, Table

if TYPE_CHECKING:
    from zoobox.service.server import Server
    from zoobox.service.tables.live_table import LiveTable


def moment(live_table: LiveTable, number: int, look: messages.ViewOptions) -> dict[str, Any]:
    """An earlier position, with the log up to it."""
    table = live_table.table
    state = table.state_at(number)
    return {
        "table": table.id,
        "moment": number,
        "moments": table.moment,
        "number": table.number,
        "log": live_table.table_log.told(look.seat, look.language, 0, number),
        "now": {
            "moment": number,
            "over": state.over,
            "seat": look.seat,
            "seats": messages.seats_message(table, look, ()),
            **messages.position_message(table, state, number, look),
        },
    }


def picture(live_table: LiveTable, seat: int | None, number: int, language: str) -> str:
    return messages.known(live_table.table, live_table.table.state_at(number), seat).svg(seat, language)


def record(table: Table) -> str:
    """The record, with the luck's commitment; not before the end, because it holds the seed and every secret."""
    if not table.all_open:
        raise Refused("hidden", "The record holds what is still hidden; it can be had once the game is over.")
    assert table.state is not None
    return table.record(table.state)


async def upload(server: Server, person: Person, text: str) -> dict[str, str]:
    """A table at which a record can be watched."""
    try:
        replay = await server.read(zoobox.replay, text)
    except (ZooboxError, ImportError) as error:
        raise Refused("bad-record", str(error)) from None
    server.limits.new_table(person.id)
    game = replay.game
    fresh = creation.new_setup(game, person.id, 0, None, "link", False)
    setup = Setup(
        id=fresh.id,
        configuration=fresh.configuration,
        origin=replay.state.origin,
        seed_given=True,
        salt=replay.record.header.get("salt", "")[:64],
        visibility="link",
        clock=None,
        hints=False,
        owner=person.id,
        rules=fresh.rules,
        components=fresh.components,
        is_record=True,
        created=time.time(),
    )
    names = [clean_name(name) for name in replay.names] + [""] * game.players
    drafts = [
        Draft(kinds.SEAT, seat, detail={"kind": "person", "name": names[seat], "why": "joined"})
        for seat in range(game.players)
    ]
    drafts.append(Draft(kinds.START))
    drafts += [Draft(kinds.PLAY, seat, choice) for seat, choice in replay.state.past]
    live_table = await creation.create(server, setup, drafts)
    return {"table": live_table.setup.id}
