"""Routes for looking back: moments, pictures, records."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Path, Query, Request, Response

from zoobox.service import records
from zoobox.service.http.asking import TheAsker, TheHouse, TheLook
from zoobox.service.http.shapes import TableLink
from zoobox.service.http.tables import TableId

router = APIRouter(prefix="/api", tags=["records"])
Moment = Annotated[int, Path(ge=0, le=2**31 - 1)]


@router.get("/tables/{table}/moments/{moment}")
async def moment_of(table: TableId, moment: Moment, asker: TheAsker, house: TheHouse, look: TheLook) -> Response:
    """An earlier position, as this watcher may see it."""
    room = await house.room(table)
    return asker.reply(records.moment(room, moment, look.look(asker, room.table)))


@router.get("/tables/{table}/picture", response_class=Response)
async def picture(
    table: TableId,
    asker: TheAsker,
    house: TheHouse,
    seat: Annotated[int | None, Query(ge=0, le=15)] = None,
    moment: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
    language: Literal["en", "de"] = "en",
    number: Annotated[int | None, Query(description="keeps caches apart after something was taken back")] = None,
) -> Response:
    """The picture of a moment as SVG."""
    room = await house.room(table)
    shown = asker.seat_shown(room.table, seat)
    svg = records.picture(room, shown, room.table.moment if moment is None else moment, language)
    fixed = moment is not None and number is not None  # only then does the address name one picture for good
    headers = {"cache-control": "private, max-age=3600"} if fixed else {}
    return Response(svg, media_type="image/svg+xml", headers=headers)


@router.get("/tables/{table}/record", response_class=Response)
async def record(table: TableId, house: TheHouse) -> Response:
    """The record as text, once the game is over."""
    room = await house.room(table)
    headers = {"content-disposition": f'attachment; filename="{room.table.game.name}-{table}.zoobox"'}
    return Response(records.record(room.table), media_type="text/plain; charset=utf-8", headers=headers)


@router.post("/records", status_code=201, response_model=TableLink)
async def upload(
    request: Request,
    asker: TheAsker,
    house: TheHouse,
    text: Annotated[str, Body(media_type="text/plain", max_length=1_000_000)],
) -> Response:
    """Takes a record, checks it, and makes a table of it that anybody with the link can step through."""
    return asker.reply(await records.upload(house, await asker.somebody(), text), 201)
