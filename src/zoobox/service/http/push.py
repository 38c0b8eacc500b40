"""Routes for Web Push: the key of this server, and the devices on which I want to be told that it is my turn."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import Field

from zoobox.service.http.auth import CurrentRequester, CurrentServer
from zoobox.service.http.schemas import Language, Schema
from zoobox.service.push import endpoints

router = APIRouter(prefix="/api", tags=["people"])


class SubscriptionKeys(Schema):
    p256dh: Annotated[str, Field(max_length=120)]
    auth: Annotated[str, Field(max_length=60)]


class Subscription(Schema):
    """What a browser's push manager gives, and the language of the alerts."""

    endpoint: Annotated[str, Field(max_length=1000)]
    keys: SubscriptionKeys
    language: Language = "en"


@router.get("/push")
async def get_key(requester: CurrentRequester, server: CurrentServer) -> Response:
    """The public key with which a browser subscribes."""
    return requester.reply({"key": await server.push.public_key()})


@router.get("/me/subscriptions")
async def get_subscriptions(requester: CurrentRequester, server: CurrentServer) -> Response:
    """The devices on which I am told."""
    rows = await server.read(server.reader.subscriptions_of, requester.known_person().id)
    return requester.reply({"subscriptions": endpoints(rows)})


@router.post("/me/subscriptions", status_code=201)
async def subscribe(body: Subscription, requester: CurrentRequester, server: CurrentServer) -> Response:
    """From now on this device is told that it is my turn, in games over days and without a clock."""
    person = requester.known_person()
    keys = body.keys
    made = await server.push.subscribe(person.id, body.endpoint, keys.p256dh, keys.auth, body.language)
    return requester.reply({"id": made}, 201)


@router.delete("/me/subscriptions/{which}", status_code=204)
async def unsubscribe(
    which: Annotated[str, Path(max_length=64)], requester: CurrentRequester, server: CurrentServer
) -> Response:
    """This device is not told any more."""
    await server.push.unsubscribe(requester.known_person().id, which)
    return Response(status_code=204)
