"""Routes about oneself."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from zoobox.service.http.asking import Asker, TheAsker, TheHouse
from zoobox.service.http.shapes import Me, Recovery, Tables, TokenName, Who
from zoobox.service.http.summaries import summary
from zoobox.service.people import Person
from zoobox.service.refusals import Refused
from zoobox.service.seats import clean_name

router = APIRouter(prefix="/api", tags=["people"])


def _who(person: Person | None) -> dict[str, Any]:
    if person is None:
        return {"person": None, "name": "", "language": "en"}
    return {"person": person.id, "name": person.name, "language": person.language}


def _known(asker: Asker) -> Person:
    if asker.person is None:
        raise Refused("nobody", "Nobody is known here under this cookie or token.")
    return asker.person


@router.get("/me", response_model=Who)
async def who_am_i(asker: TheAsker) -> Response:
    """Who I am; `person` is null for a newcomer."""
    return asker.reply(_who(asker.person))


@router.put("/me", response_model=Who)
async def call_me(wish: Me, asker: TheAsker) -> Response:
    """Changes my name and language; makes a person of a newcomer."""
    person = await asker.somebody()
    asker.person = await asker.people.change(
        person,
        name=person.name if wish.name is None else clean_name(wish.name),
        language=wish.language or person.language,
    )
    return asker.reply(_who(asker.person))


@router.get("/me/tables", response_model=Tables)
async def my_tables(asker: TheAsker, house: TheHouse) -> Response:
    """The tables at which I sit or that I have set up."""
    if asker.person is None:
        return asker.reply({"tables": []})
    rows = await house.read(house.store.tables_of, asker.person.id)
    return asker.reply({"tables": [summary(row, asker.person.id) for row in rows]})


@router.post("/me/recovery")
async def recovery_link(asker: TheAsker) -> Response:
    """A link that makes another device mine; good until it is used or another one is made."""
    token = await asker.people.recovery(_known(asker))
    return asker.reply({"token": token, "link": f"/recover/{token}"})


@router.post("/recover", response_model=Who)
async def recover(wish: Recovery, asker: TheAsker) -> Response:
    """Makes this device that of the person who made the link."""
    asker.person = await asker.people.recover(wish.token)
    asker.new = True
    return asker.reply(_who(asker.person))


@router.get("/me/tokens")
async def my_tokens(asker: TheAsker, house: TheHouse) -> Response:
    """My API tokens, without the secrets."""
    rows = await house.read(house.store.tokens_of, _known(asker).id)
    return asker.reply({"tokens": [{"id": row.id, "name": row.name, "created": row.created} for row in rows]})


@router.post("/me/tokens", status_code=201)
async def new_token(wish: TokenName, asker: TheAsker) -> Response:
    """A token for a program; shown once. A newcomer becomes a person of that name."""
    name = clean_name(wish.name)
    person = await asker.somebody(name)
    return asker.reply(await asker.people.add_token(person, name), 201)


@router.delete("/me/tokens/{token_id}", status_code=204)
async def drop_token(token_id: str, asker: TheAsker) -> Response:
    """The token is no longer good."""
    await asker.people.drop_token(_known(asker), token_id)
    return Response(status_code=204)
