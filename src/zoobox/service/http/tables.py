"""Routes about games, tables, seats, decisions and records."""

from __future__ import annotations

import json
from dataclasses import asdict
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Path, Query, Response

import zoobox
from zoobox.bots import levels_of, levels_of_every_game
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.service.errors import Refused
from zoobox.service.http.auth import CurrentRequester, CurrentServer, CurrentView
from zoobox.service.http.schemas import (
    BotLevel,
    ChatText,
    Created,
    Decided,
    DecisionRequest,
    JoinSeat,
    NewTableRequest,
    RematchLink,
    RequestResult,
    SeatChanged,
    SeatName,
    SeatOnly,
    SeatTaken,
    StateSchema,
    TableLink,
    TableRequest,
    Tables,
    UndoAnswer,
    UndoResult,
)
from zoobox.service.tables import agreements, commands, creation, messages
from zoobox.service.tables.clocks import ClockRule

router = APIRouter(prefix="/api", tags=["tables"])
play = APIRouter(prefix="/api/tables/{table}", tags=["play"])
records = APIRouter(prefix="/api", tags=["records"])
TableId = Annotated[str, Path(max_length=64)]
SeatNumber = Annotated[int, Path(ge=0, le=15)]
MAX_MOMENT = 2**31 - 1


# Games.


def installed_games() -> list[type[Game]]:
    """The games that can be played here."""
    found = []
    for name in zoobox.names():
        try:
            found.append(zoobox.game_class(name))
        except ImportError:
            continue
    return found


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
    """The levels that exist for this game and player count, but not for every game."""
    everywhere = levels_of_every_game()
    own = [level for level in levels_of(game(players)) if level not in everywhere]
    return [{"name": level.name, "summary": level.summary} for level in own]


@router.get("/games")
async def get_games(requester: CurrentRequester) -> Response:
    """The games with their player counts, variants and settings, and the levels of the bots."""
    levels = [{"name": level.name, "summary": level.summary} for level in levels_of_every_game()]
    return requester.reply({"games": [_game_message(game) for game in installed_games()], "levels": levels})


@router.get("/games/{game}/rules")
async def get_rules(
    game: Annotated[str, Path(max_length=60)],
    requester: CurrentRequester,
    language: Literal["en", "de"] = "en",
) -> Response:
    """The rules ledger of a game."""
    try:
        rules = zoobox.game_class(game).ledger(language)
    except (ZooboxError, ImportError, OSError):
        raise Refused("not-found", f"There are no rules of {game[:40]!r} here.") from None
    return requester.reply({"rules": [asdict(rule) for rule in rules.values()]})


# Tables.


def read_json(text: str) -> dict[str, Any]:
    """What a column of a table holds; empty if it cannot be read, so that one bad row spoils no list."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _title(game: str) -> str:
    try:
        return zoobox.game_class(game).title
    except (ZooboxError, ImportError):  # a table of another version
        return game


def table_summary(row: dict[str, Any], person_id: str | None) -> dict[str, Any]:
    """One table in a list."""
    configuration = read_json(row["configuration"])
    return {
        "table": row["id"],
        "game": row["game"],
        "title": _title(row["game"]),
        "players": configuration.get("players") or len(row["seats"]),
        "variant": configuration.get("variant") or "",
        "status": row["status"],
        "visibility": row["visibility"],
        "hints": row["hints"],
        "clock": read_json(row["clock"]) or None,
        "created": row["created"],
        "changed": row["changed"],
        "yours": [seat["seat"] for seat in row["seats"] if person_id is not None and seat["person"] == person_id],
        "seats": [
            {"seat": seat["seat"], "kind": seat["kind"], "name": seat["name"], "level": seat["level"]}
            for seat in row["seats"]
        ],
    }


@router.get("/tables", response_model=Tables)
async def get_lobby(
    requester: CurrentRequester,
    server: CurrentServer,
    game: Annotated[str | None, Query(max_length=60)] = None,
    status: Literal["open", "running", "over"] | None = None,
) -> Response:
    """The public tables, the latest first."""
    rows = await server.read(server.reader.lobby, game, status)
    return requester.reply({"tables": [table_summary(row, requester.person_id) for row in rows]})


@router.post("/tables", status_code=201, response_model=Created)
async def create_table(body: NewTableRequest, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Sets a table up. The game begins when the last seat is filled."""
    game = creation.find_game(body.game, body.players, body.variant, body.settings)
    clock = ClockRule.read(body.clock.model_dump()) if body.clock else None
    name = commands.clean_name(body.name or "")
    for given in (name, *(seat.name for seat in body.seats)):
        server.host.check_name(given or "")
    person = await requester.become_person(name)
    server.limits.new_table(person.id)
    seed = None if body.seed is None else int(body.seed)
    setup = creation.new_setup(game, person.id, seed, clock, body.visibility, body.hints)
    requested = [seat.model_dump() for seat in body.seats]
    drafts = creation.requested_seats(game, requested, person.id, name or person.name)
    table = (await creation.NewTable.prepare(setup, drafts).commit(server)).table
    tokens = {
        str(seat): requester.people.seat_token(table.id, seat, table.seats[seat].since)
        for seat in table.seats_of(person.id)
    }
    return requester.reply({"table": table.id, "number": table.number, "seats": tokens}, 201)


@router.get("/tables/{table}", response_model=StateSchema)
async def get_state(table: TableId, requester: CurrentRequester, server: CurrentServer, view: CurrentView) -> Response:
    """Everything about a table, as this watcher may see it."""
    live_table = await server.live_table(table)
    options = view.options(requester, live_table.table)
    return requester.reply(live_table.state_message(options, requester.person_id))


@router.delete("/tables/{table}")
async def close_table(table: TableId, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Closes a table of mine at which the game has not begun."""
    live_table = await server.live_table(table)
    return requester.reply(await live_table.execute(commands.Close(requester)))


# Seats.


@router.post("/tables/{table}/seats/{seat}", response_model=SeatTaken)
async def take_seat(
    table: TableId, seat: SeatNumber, body: JoinSeat, requester: CurrentRequester, server: CurrentServer
) -> Response:
    """Takes an open seat."""
    live_table = await server.live_table(table)
    live_table.table.seat(seat)  # a newcomer does not become a person for a seat that does not exist
    name = commands.clean_name(body.name or "")
    server.host.check_name(name)
    person = await requester.become_person(name)
    result = await live_table.execute(commands.Join(requester, seat, name or person.name, body.contribution))
    token = requester.people.seat_token(table, seat, result.pop("since"))
    return requester.reply({**result, "token": token})


@router.delete("/tables/{table}/seats/{seat}", response_model=SeatChanged)
async def leave_seat(table: TableId, seat: SeatNumber, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Leaves a seat: open again before the start, a bot's for good afterwards."""
    live_table = await server.live_table(table)
    return requester.reply(await live_table.execute(commands.Leave(requester, seat)))


@router.put("/tables/{table}/seats/{seat}/name", response_model=SeatChanged)
async def rename_seat(
    table: TableId, seat: SeatNumber, body: SeatName, requester: CurrentRequester, server: CurrentServer
) -> Response:
    """Changes the name at a seat of mine."""
    server.host.check_name(body.name)
    live_table = await server.live_table(table)
    return requester.reply(await live_table.execute(commands.Rename(requester, seat, commands.clean_name(body.name))))


@router.put("/tables/{table}/seats/{seat}/bot", response_model=SeatChanged)
async def seat_bot(
    table: TableId, seat: SeatNumber, body: BotLevel, requester: CurrentRequester, server: CurrentServer
) -> Response:
    """Lets a bot stand in for me, or puts one on an open seat of my table."""
    live_table = await server.live_table(table)
    level = body.level or commands.SUBSTITUTE_LEVEL
    return requester.reply(await live_table.execute(commands.SeatBot(requester, seat, level)))


@router.delete("/tables/{table}/seats/{seat}/bot", response_model=SeatChanged)
async def remove_bot(table: TableId, seat: SeatNumber, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Takes my seat back from the bot; before the start, opens a bot's seat at my table."""
    live_table = await server.live_table(table)
    return requester.reply(await live_table.execute(commands.RemoveBot(requester, seat)))


# Playing.


@play.post("/decisions", response_model=Decided)
async def decide(table: TableId, body: DecisionRequest, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Answers the question a seat is being asked. The very same request again is harmless."""
    live_table = await server.live_table(table)
    language = requester.person.language if requester.person else "en"
    command = commands.Decide(requester, body.seat, body.ask, body.choice, language, body.automatic)
    return requester.reply(await live_table.execute(command))


@play.post("/undo", response_model=UndoResult)
async def undo(table: TableId, body: SeatOnly, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Takes the seat's last decision back, or asks the others to agree."""
    live_table = await server.live_table(table)
    return requester.reply(await live_table.execute(commands.Undo(requester, body.seat)))


@play.post("/undo/answer", response_model=UndoResult)
async def answer_undo(table: TableId, body: UndoAnswer, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Agrees that somebody takes a decision back, or does not; whoever asked withdraws with it."""
    live_table = await server.live_table(table)
    return requester.reply(await live_table.execute(agreements.Answer(requester, body.seat, body.agree, "undo")))


@play.post("/requests", response_model=RequestResult)
async def ask_others(
    table: TableId, body: TableRequest, requester: CurrentRequester, server: CurrentServer
) -> Response:
    """Asks the others to let a bot play for somebody who is away, or to end the game without a result."""
    live_table = await server.live_table(table)
    command: commands.Command
    if body.what == "replace":
        if body.about is None:
            raise Refused("malformed", "Whose seat? Give its number as `about`.")
        command = agreements.AskReplacement(requester, body.seat, body.about, live_table.away())
    else:
        command = agreements.AskToAbandon(requester, body.seat, live_table.long_away())
    return requester.reply(await live_table.execute(command))


@play.post("/requests/answer", response_model=RequestResult)
async def answer_request(
    table: TableId, body: UndoAnswer, requester: CurrentRequester, server: CurrentServer
) -> Response:
    """Agrees to what somebody asks, or does not; whoever asked withdraws with it."""
    live_table = await server.live_table(table)
    return requester.reply(await live_table.execute(agreements.Answer(requester, body.seat, body.agree)))


@play.post("/resign", response_model=SeatChanged)
async def resign(table: TableId, body: SeatOnly, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Gives the game up. With more than one other player left, a bot goes on in my seat."""
    live_table = await server.live_table(table)
    return requester.reply(await live_table.execute(commands.Resign(requester, body.seat)))


@play.post("/curtain", response_model=SeatChanged)
async def raise_curtain(table: TableId, body: SeatOnly, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Several people share this device: from now on it shows what this seat may see."""
    live_table = await server.live_table(table)
    return requester.reply(await live_table.execute(commands.RaiseCurtain(requester, body.seat)))


@play.post("/chat")
async def chat(table: TableId, body: ChatText, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Says something to everybody at the table."""
    live_table = await server.live_table(table)
    person = await requester.become_person()
    command = commands.Chat(requester, person.name, body.text, body.key)
    server.limits.chat(person.id)
    return requester.reply(await live_table.execute(command))


@play.get("/hint")
async def hint(
    table: TableId,
    requester: CurrentRequester,
    server: CurrentServer,
    seat: Annotated[int, Query(ge=0, le=15)],
    language: Literal["en", "de"] = "en",
    quick: Annotated[bool, Query(description="a first answer at once; ask again without it for a better one")] = False,
) -> Response:
    """What the best adviser would do in my place, where the table allows hints."""
    live_table = await server.live_table(table)
    return requester.reply(await live_table.hint(requester, seat, language, quick))


@play.post("/rematch", response_model=RematchLink)
async def rematch(table: TableId, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Asks for a new table with the same people, or agrees to it; asking twice gives the same one."""
    live_table = await server.live_table(table)
    await requester.become_person()
    return requester.reply(await creation.rematch(server, live_table, requester))


# Records.


@records.get("/tables/{table}/moments/{moment}")
async def get_moment(
    table: TableId,
    moment: Annotated[int, Path(ge=0, le=MAX_MOMENT)],
    requester: CurrentRequester,
    server: CurrentServer,
    view: CurrentView,
) -> Response:
    """An earlier position, as this watcher may see it."""
    live_table = await server.live_table(table)
    options = view.options(requester, live_table.table)
    return requester.reply(messages.moment_message(live_table.table, live_table.log, moment, options))


@records.post("/tables/{table}/moments/{moment}/play", status_code=201, response_model=TableLink)
async def play_on(
    table: TableId,
    moment: Annotated[int, Path(ge=0, le=MAX_MOMENT)],
    body: SeatOnly,
    requester: CurrentRequester,
    server: CurrentServer,
) -> Response:
    """A new table that goes on from a moment of a finished game, in one of its seats, against bots."""
    finished = (await server.live_table(table)).table
    person = await requester.become_person()
    live_table = await creation.play_on(server, finished, moment, body.seat, person.id, person.name)
    return requester.reply({"table": live_table.setup.id}, 201)


@records.get("/tables/{table}/picture", response_class=Response)
async def get_picture(
    table: TableId,
    requester: CurrentRequester,
    server: CurrentServer,
    seat: Annotated[int | None, Query(ge=0, le=15)] = None,
    moment: Annotated[int | None, Query(ge=0, le=MAX_MOMENT)] = None,
    language: Literal["en", "de"] = "en",
    number: Annotated[int | None, Query(description="keeps caches right after something was taken back")] = None,
) -> Response:
    """The picture of a moment as SVG."""
    shown = (await server.live_table(table)).table
    visible = requester.visible_seat(shown, seat)
    svg = messages.picture(shown, visible, shown.moment if moment is None else moment, language)
    permanent = moment is not None and number is not None  # only then does the address name one picture for good
    headers = {"cache-control": "private, max-age=3600"} if permanent else {}
    return Response(svg, media_type="image/svg+xml", headers=headers)


@records.get("/tables/{table}/record", response_class=Response)
async def get_record(table: TableId, server: CurrentServer) -> Response:
    """The record as text, once the game is over."""
    shown = (await server.live_table(table)).table
    headers = {"content-disposition": f'attachment; filename="{shown.game.name}-{table}.zoobox"'}
    return Response(shown.public_record(), media_type="text/plain; charset=utf-8", headers=headers)


@records.post("/records", status_code=201, response_model=TableLink)
async def upload_record(
    requester: CurrentRequester,
    server: CurrentServer,
    text: Annotated[str, Body(media_type="text/plain", max_length=1_000_000)],
) -> Response:
    """Takes a record, checks it, and makes a table of it that anybody with the link can step through."""
    person = await requester.become_person()
    live_table = await creation.upload(server, person.id, text)
    return requester.reply({"table": live_table.setup.id}, 201)
