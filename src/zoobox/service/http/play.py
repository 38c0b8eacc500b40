"""Routes for playing: decisions, taking back, chat, hints, rematch."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from zoobox.service.http.auth import CurrentRequester, CurrentServer
from zoobox.service.http.schemas import ChatText, Decided, DecisionRequest, SeatOnly, TableLink, TookBack, UndoAnswer
from zoobox.service.http.tables import TableId
from zoobox.service.tables import undo
from zoobox.service.tables.chat_and_hints import chat as say
from zoobox.service.tables.chat_and_hints import hint as give_hint
from zoobox.service.tables.chat_and_hints import rematch as play_again
from zoobox.service.tables.decisions import Decision

router = APIRouter(prefix="/api/tables/{table}", tags=["play"])


@router.post("/decisions", response_model=Decided)
async def decide(table: TableId, body: DecisionRequest, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Answers the question a seat is being asked. The very same request again is harmless."""
    live_table = await requester.live_table_to_act(server, table, body.seat)
    language = requester.person.language if requester.person else "en"
    return requester.reply(await live_table.act(Decision(body.seat, body.ask, body.choice, language=language)))


@router.post("/undo", response_model=TookBack)
async def take_back(table: TableId, body: SeatOnly, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Takes the seat's last decision back, or asks the others for it."""
    live_table = await requester.live_table_to_act(server, table, body.seat)
    return requester.reply(await live_table.act(undo.TakeBack(body.seat)))


@router.post("/undo/answer", response_model=TookBack)
async def answer_undo(table: TableId, body: UndoAnswer, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Agrees that somebody takes something back, or does not; who asked withdraws with it."""
    live_table = await requester.live_table_to_act(server, table, body.seat)
    return requester.reply(await live_table.act(undo.Answer(body.seat, body.agree)))


@router.post("/chat")
async def chat(table: TableId, body: ChatText, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Says something to everybody at the table."""
    live_table = await server.live_table(table)
    person = await requester.somebody()
    return requester.reply(
        await say(server, live_table, person, requester.seats(live_table.table), body.text, body.key)
    )


@router.get("/hint")
async def hint(
    table: TableId,
    requester: CurrentRequester,
    server: CurrentServer,
    seat: Annotated[int, Query(ge=0, le=15)],
    language: Literal["en", "de"] = "en",
) -> Response:
    """What a bot would do in my place, where the table allows it."""
    live_table = await requester.live_table_to_act(server, table, seat)
    return requester.reply(await give_hint(server, live_table, seat, language))


@router.post("/rematch", response_model=TableLink)
async def rematch(table: TableId, requester: CurrentRequester, server: CurrentServer) -> Response:
    """A new table with the same people; asking twice gives the same one."""
    live_table = await server.live_table(table)
    return requester.reply(await play_again(server, live_table, await requester.somebody()))
