"""Routes about the person who asks."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from zoobox.service.deletion import delete_person
from zoobox.service.http.auth import CurrentRequester, CurrentServer, Requester
from zoobox.service.http.schemas import Me, Recovery, Tables, TokenName, Who
from zoobox.service.http.tables import table_summary
from zoobox.service.people import COOKIE, Person
from zoobox.service.profile import export_of, profile_of
from zoobox.service.server import Server
from zoobox.service.tables.commands import Rename, clean_name

router = APIRouter(prefix="/api", tags=["people"])
UNFINISHED = ("open", "running")


def _who(person: Person | None) -> dict[str, Any]:
    if person is None:
        return {"person": None, "name": "", "language": "en"}
    return {"person": person.id, "name": person.name, "language": person.language}


@router.get("/me", response_model=Who)
async def get_me(requester: CurrentRequester) -> Response:
    """Who I am; `person` is null for a newcomer."""
    return requester.reply(_who(requester.person))


@router.put("/me", response_model=Who)
async def put_me(body: Me, requester: CurrentRequester, server: CurrentServer) -> Response:
    """Changes my name, also at the seats I have taken, and my language; makes a person of a newcomer."""
    person = await requester.become_person()
    name = person.name if body.name is None else clean_name(body.name)
    server.host.check_name(name)
    requester.person = await requester.people.change(person, name=name, language=body.language or person.language)
    if name != person.name:
        await _rename_seats(server, requester, person.name, name)
    return requester.reply(_who(requester.person))


async def _rename_seats(server: Server, requester: Requester, before: str, name: str) -> None:
    """A new name also holds at the seats that the person has taken under the old one."""
    for row in await server.read(server.reader.tables_of, requester.known_person().id):
        for seat in row["seats"]:
            if row["status"] in UNFINISHED and seat["person"] == requester.person_id and seat["name"] == before:
                live_table = await server.live_table(row["id"])
                await live_table.execute(Rename(requester, seat["seat"], name))


@router.delete("/me", status_code=204)
async def delete_me(requester: CurrentRequester, server: CurrentServer) -> Response:
    """Deletes everything that is stored about me; what others keep of games with me names nobody."""
    requester.known_person()
    await delete_person(server, requester)
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path="/")
    return response


@router.get("/me/profile")
async def get_profile(requester: CurrentRequester, server: CurrentServer) -> Response:
    """My results by game, level and opponent, ratings, streaks and the latest games."""
    return requester.reply(await profile_of(server, requester.known_person()))


@router.get("/me/export")
async def export_me(requester: CurrentRequester, server: CurrentServer) -> Response:
    """Everything that is stored about me, as one file."""
    response = requester.reply(await export_of(server, requester.known_person()))
    response.headers["content-disposition"] = 'attachment; filename="zoobox.json"'
    return response


@router.get("/me/tables", response_model=Tables)
async def get_my_tables(requester: CurrentRequester, server: CurrentServer) -> Response:
    """The tables at which I sit or that I own."""
    person_id = requester.person_id
    rows = await server.read(server.reader.tables_of, person_id) if person_id else []
    return requester.reply({"tables": [table_summary(row, person_id) for row in rows]})


@router.post("/me/recovery")
async def make_recovery_link(requester: CurrentRequester) -> Response:
    """A link that makes another device mine; valid until it is used or another one is made."""
    token = await requester.people.make_recovery_token(requester.known_person())
    return requester.reply({"token": token, "link": f"/recover/{token}"})


@router.post("/recover", response_model=Who)
async def recover(body: Recovery, requester: CurrentRequester) -> Response:
    """Makes this device that of the person who made the link."""
    requester.person = await requester.people.recover(body.token)
    requester.set_cookie = True
    return requester.reply(_who(requester.person))


@router.get("/me/tokens")
async def get_tokens(requester: CurrentRequester, server: CurrentServer) -> Response:
    """My API tokens, without the secrets."""
    rows = await server.read(server.reader.tokens_of, requester.known_person().id)
    return requester.reply({"tokens": [{"id": row.id, "name": row.name, "created": row.created} for row in rows]})


@router.post("/me/tokens", status_code=201)
async def create_token(body: TokenName, requester: CurrentRequester, server: CurrentServer) -> Response:
    """A token for a program; shown once. A newcomer becomes a person of that name."""
    name = clean_name(body.name)
    server.host.check_name(name)
    person = await requester.become_person(name)
    return requester.reply(await requester.people.add_token(person, name), 201)


@router.delete("/me/tokens/{token_id}", status_code=204)
async def delete_token(token_id: str, requester: CurrentRequester) -> Response:
    """The token is no longer valid."""
    await requester.people.delete_token(requester.known_person(), token_id)
    return Response(status_code=204)
