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
from zoobox.service import creating, seats
from zoobox.service.clocks import ClockRule
from zoobox.service.http.asking import Asker, TheAsker, TheHouse, TheLook
from zoobox.service.http.shapes import BotWish, JoinSeat, Made, NewTable, SeatChanged, SeatTaken, StateShape, Tables
from zoobox.service.http.summaries import summary
from zoobox.service.refusals import Refused
from zoobox.service.rooms import Room

router = APIRouter(prefix="/api", tags=["tables"])
TableId = Annotated[str, Path(max_length=64)]
SeatId = Annotated[int, Path(ge=0, le=15)]


def _told_game(game: type[Game]) -> dict[str, Any]:
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
async def games(asker: TheAsker) -> Response:
    """The games with their player counts, variants and settings, and the levels of the bots."""
    levels = [{"name": level.name, "summary": level.summary} for level in levels_of_every_game()]
    return asker.reply({"games": [_told_game(game) for game in installed_games()], "levels": levels})


@router.get("/games/{game}/rules")
async def rules(
    game: Annotated[str, Path(max_length=60)],
    asker: TheAsker,
    language: Literal["en", "de"] = "en",
) -> Response:
    """The rules ledger of a game."""
    try:
        zoobox.game_class(game)
        page = ledger(game, language)
    except (ZooboxError, ImportError, OSError):
        raise Refused("not-found", f"There are no rules of {game[:40]!r} here.") from None
    return asker.reply({"rules": [asdict(rule) for rule in page.values()]})


@router.get("/tables", response_model=Tables)
async def lobby(
    asker: TheAsker,
    house: TheHouse,
    game: Annotated[str | None, Query(max_length=60)] = None,
    status: Literal["open", "running", "over"] | None = None,
) -> Response:
    """The public tables, the latest first."""
    rows = await house.read(house.store.lobby, game, status)
    return asker.reply({"tables": [summary(row, asker.person_id) for row in rows]})


@router.post("/tables", status_code=201, response_model=Made)
async def set_up(wish: NewTable, asker: TheAsker, house: TheHouse) -> Response:
    """Sets a table up. The game begins when the last seat is filled."""
    game = creating.make_game(wish.game, wish.players, wish.variant, wish.settings)
    clock = ClockRule.read(wish.clock.model_dump()) if wish.clock else None
    name = seats.clean_name(wish.name or "")
    person = await asker.somebody(name)
    house.limits.new_table(person.id)
    seed = None if wish.seed is None else int(wish.seed)
    setup = creating.new_setup(game, person.id, seed, clock, wish.visibility, wish.hints)
    drafts = creating.seat_drafts(game, [seat.model_dump() for seat in wish.seats], person.id, name or person.name)
    room = await creating.create(house, setup, drafts)
    return asker.reply({"table": room.setup.id, "number": room.table.number, "seats": _tokens(asker, room)}, 201)


def _tokens(asker: Asker, room: Room) -> dict[str, str]:
    table = room.table
    return {
        str(seat): asker.people.seat_token(table.id, seat, table.chairs[seat].since)
        for seat in table.seats_of(asker.person_id)
    }


@router.get("/tables/{table}", response_model=StateShape)
async def state(table: TableId, asker: TheAsker, house: TheHouse, look: TheLook) -> Response:
    """Everything about a table, as this watcher may see it."""
    room = await house.room(table)
    return asker.reply(room.whole(look.look(asker, room.table), asker.person_id))


@router.post("/tables/{table}/seats/{seat}", response_model=SeatTaken)
async def join(table: TableId, seat: SeatId, wish: JoinSeat, asker: TheAsker, house: TheHouse) -> Response:
    """Takes an open seat."""
    room = await house.room(table)
    room.table.chair(seat)
    name = seats.clean_name(wish.name or "")
    person = await asker.somebody(name)
    await room.act(seats.Join(seat, person.id, name or person.name))
    token = asker.people.seat_token(table, seat, room.table.chairs[seat].since)
    return asker.reply({"seat": seat, "token": token, "number": room.table.number})


@router.delete("/tables/{table}/seats/{seat}", response_model=SeatChanged)
async def leave(table: TableId, seat: SeatId, asker: TheAsker, house: TheHouse) -> Response:
    """Leaves a seat: open again before the start, a bot's for good afterwards."""
    room = await asker.room_to_act(house, table, seat)
    return asker.reply(await room.act(seats.Leave(seat, asker.person_id or "")))


@router.put("/tables/{table}/seats/{seat}/bot", response_model=SeatChanged)
async def hand_over(table: TableId, seat: SeatId, wish: BotWish, asker: TheAsker, house: TheHouse) -> Response:
    """Lets a bot sit in for me, or puts one on an open seat of my table."""
    room = await house.room(table)
    if room.table.chair(seat).kind != "open":
        asker.must_hold(room.table, seat)
    level = wish.level or seats.SIT_IN_LEVEL
    return asker.reply(await room.act(seats.HandOver(seat, asker.person_id or "", level)))


@router.delete("/tables/{table}/seats/{seat}/bot", response_model=SeatChanged)
async def take_seat_back(table: TableId, seat: SeatId, asker: TheAsker, house: TheHouse) -> Response:
    """Takes my seat back from the bot; before the start, opens a bot's seat at my table."""
    room = await house.room(table)
    if room.table.chair(seat).kind != "bot":
        asker.must_hold(room.table, seat)
    return asker.reply(await room.act(seats.TakeSeatBack(seat, asker.person_id or "")))
