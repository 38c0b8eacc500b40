"""Routes about tables and seats."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Response

import zoobox
from zoobox.bots import levels_of, levels_of_every_game
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.ledger import ledger
from zoobox.service.errors import Refused
from zoobox.service.http.auth import CurrentRequester, CurrentServer, RequestedView, Requester
from zoobox.service.http.schemas import BotLevel, JoinSeat, Made, NewTable, SeatChanged, SeatTaken, StateSchema, Tables
from zoobox.service.http.summaries import summary
from zoobox.service.tables import creation, seats
from zoobox.service.tables.clocks import ClockRule
from zoobox.service.tables.live_table import LiveTable

router = APIRouter(prefix="/api", tags=["tables"])
TableId = Annotated[str, Path(max_length=64)]
SeatId = Annotated[int, Path(ge=0, le=15)]


def _game_message(game: type[Game]) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "rules": game.prefix,
        "players": {str(count): list(variants) for count, variants in game.variants.items()},
        "settings": [
            {
                "name": setting.name,
                "default": setting.default,
                "options": list(setting.options),
                "summary": setting.summary,
                "rule": setting.rule,
            }
            for setting in game.offered_settings
        ],
        "own_levels": {str(count): _own_levels(game, count) for count in game.variants},
    }


@cache
def _own_levels(game: type[Game], players: int) -> list[dict[str, str]]:
    """The levels that play this game with so many, and not every other."""
    everywhere = levels_of_every_game()
    own = [level for level in levels_of(game(players)) if level not in everywhere]
    return [{"name": level.name, "summary": level.summary} for level in own]


def installed_games() -> list[type[Game]]:
    """The games that can be played here."""
    found = []
    for name in zoobox.names():
        try:
            found.append(zoobox.game_class(name))
        except ImportError:
            continue
    return found


@router.get("/games")
async def games(requester: CurrentRequester) -> Response:
    """The games with their player counts, variants and settings, and the levels of the bots."""
    levels = [{"name": level.name, "summary": level.summary} for level in levels_of_every_game()]
    return requester.reply({"games": [_game_message(game) for game in installed_games()], "levels": levels})


@router.get("/games/{game}/rules")
async def rules(
    game: Annotated[str, Path(max_length=60)],
    requester: CurrentRequester,
    language: Literal["en", "de"] = "en",
) -> Response:
    """The rules ledger of a game."""
    try:
        zoobox.game_class(game)
        page = ledger(game, language)
    except (ZooboxError, ImportError, OSError):
        raise Refused("not-found", f"There are no rules of {game[:40]!r} here.") from None
    return requester.reply({"rules": [asdict(rule) for rule in page.values()]})


@router.get("/tables", response_model=Tables)
async def lobby(
    requester: CurrentRequester,
    server: CurrentServer,
    game: Annotated[str | None, Query(max_length=60)] = None,
    status: Literal["open", "running", "over"] | None = None,
) -> Response:
    """The public tables, the latest first."""
    rows = await server.read(server.store.lobby, game, status)
    return requester.reply({"tables": [summary(row, requester.person_id) for row in rows]})


@router.post("/tables", status_code=201, response_model=Made)
async def set_up(body: NewTable, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Sets a table up. The game begins when the last seat is filled."""
    game = creation.make_game(body.game, body.players, body.variant, body.settings)
    clock = ClockRule.read(body.clock.model_dump()) if body.clock else None
    name = seats.clean_name(body.name or "")
    person = await requester.somebody(name)
    server.limits.new_table(person.id)
    seed = None if body.seed is None else int(body.seed)
    setup = creation.new_setup(game, person.id, seed, clock, body.visibility, body.hints)
    drafts = creation.seat_drafts(game, [seat.model_dump() for seat in body.seats], person.id, name or person.name)
    live_table = await creation.create(server, setup, drafts)
    return requester.reply(
        {"table": live_table.setup.id, "number": live_table.table.number, "seats": _tokens(requester, live_table)}, 201
    )


def _tokens(requester: Requester, live_table: LiveTable) -> dict[str, str]:
    table = live_table.table
    return {
        str(seat): requester.people.seat_token(table.id, seat, table.chairs[seat].since)
        for seat in table.seats_of(requester.person_id)
    }


@router.get("/tables/{table}", response_model=StateSchema)
async def state(table: TableId, requester: CurrentRequester, server: CurrentServer, look: RequestedView) -> Response:
    """Everything about a table, as this watcher may see it."""
    live_table = await server.live_table(table)
    return requester.reply(live_table.whole(look.look(requester, live_table.table), requester.person_id))


@router.post("/tables/{table}/seats/{seat}", response_model=SeatTaken)
async def join(
    table: TableId, seat: SeatId, body: JoinSeat, requester: CurrentRequester, server: CurrentServer
) -> Response:
    """Takes an open seat."""
    live_table = await server.live_table(table)
    live_table.table.chair(seat)
    name = seats.clean_name(body.name or "")
    person = await requester.somebody(name)
    await live_table.act(seats.Join(seat, person.id, name or person.name))
    token = requester.people.seat_token(table, seat, live_table.table.chairs[seat].since)
    return requester.reply({"seat": seat, "token": token, "number": live_table.table.number})


@router.delete("/tables/{table}/seats/{seat}", response_model=SeatChanged)
async def leave(table: TableId, seat: SeatId, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Leaves a seat: open again before the start, a bot's for good afterwards."""
    live_table = await requester.live_table_to_act(server, table, seat)
    return requester.reply(await live_table.act(seats.Leave(seat, requester.person_id or "")))


@router.put("/tables/{table}/seats/{seat}/bot", response_model=SeatChanged)
async def hand_over(
    table: TableId, seat: SeatId, body: BotLevel, requester: CurrentRequester, server: CurrentServer
) -> Response:
    """Lets a bot sit in for me, or puts one on an open seat of my table."""
    live_table = await server.live_table(table)
    if live_table.table.chair(seat).kind != "open":
        requester.must_hold(live_table.table, seat)
    level = body.level or seats.SIT_IN_LEVEL
    return requester.reply(await live_table.act(seats.HandOver(seat, requester.person_id or "", level)))


@router.delete("/tables/{table}/seats/{seat}/bot", response_model=SeatChanged)
async def take_seat_back(table: TableId, seat: SeatId, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Takes my seat back from the bot; before the start, opens a bot's seat at my table."""
    live_table = await server.live_table(table)
    if live_table.table.chair(seat).kind != "bot":
        requester.must_hold(live_table.table, seat)
    return requester.reply(await live_table.act(seats.TakeSeatBack(seat, requester.person_id or "")))
