"""Routes for looking back: moments, pictures, records."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Path, Query, Request, Response

from zoobox.service.http.auth import CurrentRequester, CurrentServer, RequestedView
from zoobox.service.http.schemas import TableLink
from zoobox.service.http.tables import TableId
from zoobox.service.tables import records

router = APIRouter(prefix="/api", tags=["records"])
Moment = Annotated[int, Path(ge=0, le=2**31 - 1)]


@router.get("/tables/{table}/moments/{moment}")
async def moment_of(
    table: TableId, moment: Moment, requester: CurrentRequester, server: CurrentServer, look: RequestedView
) -> Response:
    """An earlier position, as this watcher may see it."""
    live_table = await server.live_table(table)
    return requester.reply(records.moment(live_table, moment, look.look(requester, live_table.table)))


@router.get("/tables/{table}/picture", response_class=Response)
async def picture(
    table: TableId,
    requester: CurrentRequester,
    server: CurrentServer,
    seat: Annotated[int | None, Query(ge=0, le=15)] = None,
    moment: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
    language: Literal["en", "de"] = "en",
    number: Annotated[int | None, Query(description="keeps caches apart after something was taken back")] = None,
) -> Response:
    """The picture of a moment as SVG."""
    live_table = await server.live_table(table)
    shown = requester.seat_shown(live_table.table, seat)
    svg = records.picture(live_table, shown, live_table.table.moment if moment is None else moment, language)
    fixed = moment is not None and number is not None  # only then does the address name one picture for good
    headers = {"cache-control": "private, max-age=3600"} if fixed else {}
    return Response(svg, media_type="image/svg+xml", headers=headers)


@router.get("/tables/{table}/record", response_class=Response)
async def record(table: TableId, server: CurrentServer) -> Response:
    """The record as text, once the game is over."""
    live_table = await server.live_table(table)
    headers = {"content-disposition": f'attachment; filename="{live_table.table.game.name}-{table}.zoobox"'}
    return Response(records.record(live_table.table), media_type="text/plain; charset=utf-8", headers=headers)


@router.post("/records", status_code=201, response_model=TableLink)
async def upload(
    request: Request,
    requester: CurrentRequester,
    server: CurrentServer,
    text: Annotated[str, Body(media_type="text/plain", max_length=1_000_000)],
) -> Response:
    """Takes a record, checks it, and makes a table of it that anybody with the link can step through."""
    return requester.reply(await records.upload(server, await requester.somebody(), text), 201)
