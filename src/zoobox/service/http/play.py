"""Routes for playing: decisions, taking back, chat, hints, rematch."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from zoobox.service import takebacks
from zoobox.service.decisions import Decision
from zoobox.service.http.asking import TheAsker, TheHouse
from zoobox.service.http.shapes import ChatText, Decided, DecisionShape, SeatOnly, TableLink, TookBack, UndoAnswer
from zoobox.service.http.tables import TableId
from zoobox.service.playing import chat as say
from zoobox.service.playing import hint as give_hint
from zoobox.service.playing import rematch as play_again

router = APIRouter(prefix="/api/tables/{table}", tags=["play"])


@router.post("/decisions", response_model=Decided)
async def decide(table: TableId, wish: DecisionShape, asker: TheAsker, house: TheHouse) -> Response:
    """Answers the question a seat is being asked. The very same request again is harmless."""
    room = await asker.room_to_act(house, table, wish.seat)
    language = asker.person.language if asker.person else "en"
    return asker.reply(await room.act(Decision(wish.seat, wish.ask, wish.choice, language=language)))


@router.post("/undo", response_model=TookBack)
async def undo(table: TableId, wish: SeatOnly, asker: TheAsker, house: TheHouse) -> Response:
    """Takes the seat's last decision back, or asks the others for it."""
    room = await asker.room_to_act(house, table, wish.seat)
    return asker.reply(await room.act(takebacks.TakeBack(wish.seat)))


@router.post("/undo/answer", response_model=TookBack)
async def answer_undo(table: TableId, wish: UndoAnswer, asker: TheAsker, house: TheHouse) -> Response:
    """Agrees that somebody takes something back, or does not; who asked withdraws with it."""
    room = await asker.room_to_act(house, table, wish.seat)
    return asker.reply(await room.act(takebacks.Answer(wish.seat, wish.agree)))


@router.post("/chat")
async def chat(table: TableId, wish: ChatText, asker: TheAsker, house: TheHouse) -> Response:
    """Says something to everybody at the table."""
    room = await house.room(table)
    person = await asker.somebody()
    return asker.reply(await say(house, room, person, asker.seats(room.table), wish.text, wish.key))


@router.get("/hint")
async def hint(
    table: TableId,
    asker: TheAsker,
    house: TheHouse,
    seat: Annotated[int, Query(ge=0, le=15)],
    language: Literal["en", "de"] = "en",
) -> Response:
    """What a bot would do in my place, where the table allows it."""
    room = await asker.room_to_act(house, table, seat)
    return asker.reply(await give_hint(house, room, seat, language))


@router.post("/rematch", response_model=TableLink)
async def rematch(table: TableId, asker: TheAsker, house: TheHouse) -> Response:
    """A new table with the same people; asking twice gives the same one."""
    room = await house.room(table)
    return asker.reply(await play_again(house, room, await asker.somebody()))
