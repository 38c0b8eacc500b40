"""Routes about oneself."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from zoobox.service.errors import Refused
from zoobox.service.http.auth import CurrentRequester, CurrentServer, Requester
from zoobox.service.http.schemas import Me, Recovery, Tables, TokenName, Who
from zoobox.service.http.summaries import summary
from zoobox.service.people import Person
from zoobox.service.tables.seats import clean_name

router = APIRouter(prefix="/api", tags=["people"])


def _who(person: Person | None) -> dict[str, Any]:
    if person is None:
        return {"person": None, "name": "", "language": "en"}
    return {"person": person.id, "name": person.name, "language": person.language}


def _known(requester: Requester) -> Person:
    if requester.person is None:
        raise Refused("nobody", "Nobody is known here under this cookie or token.")
    return requester.person


@router.get("/me", response_model=Who)
async def who_am_i(requester: CurrentRequester) -> Response:
    """Who I am; `person` is null for a newcomer."""
    return requester.reply(_who(requester.person))


@router.put("/me", response_model=Who)
async def call_me(body: Me, requester: CurrentRequester) -> Response:
    """Changes my name and language; makes a person of a newcomer."""
    person = await requester.somebody()
    requester.person = await requester.people.change(
        person,
        name=person.name if body.name is None else clean_name(body.name),
        language=body.language or person.language,
    )
    return requester.reply(_who(requester.person))


@router.get("/me/tables", response_model=Tables)
async def my_tables(requester: CurrentRequester, server: CurrentServer) -> Response:
    """The tables at which I sit or that I have set up."""
    if requester.person is None:
        return requester.reply({"tables": []})
    rows = await server.read(server.store.tables_of, requester.person.id)
    return requester.reply({"tables": [summary(row, requester.person.id) for row in rows]})


@router.post("/me/recovery")
async def recovery_link(requester: CurrentRequester) -> Response:
    """A link that makes another device mine; good until it is used or another one is made."""
    token = await requester.people.recovery(_known(requester))
    return requester.reply({"token": token, "link": f"/recover/{token}"})


@router.post("/recover", response_model=Who)
async def recover(body: Recovery, requester: CurrentRequester) -> Response:
    """Makes this device that of the person who made the link."""
    requester.person = await requester.people.recover(body.token)
    requester.new = True
    return requester.reply(_who(requester.person))


@router.get("/me/tokens")
async def my_tokens(requester: CurrentRequester, server: CurrentServer) -> Response:
    """My API tokens, without the secrets."""
    rows = await server.read(server.store.tokens_of, _known(requester).id)
    return requester.reply({"tokens": [{"id": row.id, "name": row.name, "created": row.created} for row in rows]})


@router.post("/me/tokens", status_code=201)
async def new_token(body: TokenName, requester: CurrentRequester) -> Response:
    """A token for a program; shown once. A newcomer becomes a person of that name."""
    name = clean_name(body.name)
    person = await requester.somebody(name)
    return requester.reply(await requester.people.add_token(person, name), 201)


@router.delete("/me/tokens/{token_id}", status_code=204)
async def drop_token(token_id: str, requester: CurrentRequester) -> Response:
    """The token is no longer good."""
    await requester.people.drop_token(_known(requester), token_id)
    return Response(status_code=204)
