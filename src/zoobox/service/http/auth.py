"""Who sends a request, and what they may do and see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import orjson
from fastapi import Depends, Query, Request, Response
from starlette.requests import HTTPConnection

from zoobox.service.errors import Refused
from zoobox.service.people import COOKIE, People, Person
from zoobox.service.server import Server
from zoobox.service.tables.curtain import Curtain, curtain_of
from zoobox.service.tables.messages import ViewOptions
from zoobox.service.tables.table import Table

CHANGING_METHODS = ("POST", "PUT", "PATCH", "DELETE")
COOKIE_SECONDS = 60 * 60 * 24 * 365 * 2


@dataclass(eq=False)
class Requester:
    """The person behind a request, if they are known, and the seat token that it brings."""

    people: People
    person: Person | None
    seat_token: str | None
    secure: bool
    set_cookie: bool = False
    at_device: bool = False
    """Whether they are known by a browser's cookie: several people may share that device."""

    async def become_person(self, name: str = "") -> Person:
        """The person; a newcomer becomes one."""
        if self.person is None:
            self.person = await self.people.create(name)
            self.set_cookie = True
        return self.person

    def known_person(self) -> Person:
        if self.person is None:
            raise Refused("nobody", "Nobody is known here under this cookie or token.")
        return self.person

    @property
    def person_id(self) -> str | None:
        return self.person.id if self.person else None

    def holds(self, table: Table, seat: int) -> bool:
        """Whether they may act for a seat: as the person who holds it, or with its token."""
        held = table.seat(seat)
        if held.kind != "person":
            return False
        if self.person is not None and held.person == self.person.id:
            return True
        return self.people.seat_token_is_valid(self.seat_token, table.id, seat, held.since)

    def must_hold(self, table: Table, seat: int) -> None:
        if not self.holds(table, seat):
            code = "foreign" if self.person is not None or self.seat_token else "nobody"
            raise Refused(code, f"Seat {seat} is not yours.", number=table.number)

    def curtain(self, table: Table) -> Curtain | None:
        """The curtain of the device, if several people share it."""
        return curtain_of(table, self.person_id) if self.at_device else None

    def must_see(self, table: Table, seat: int) -> None:
        """Raises Refused unless they may act for the seat and see what it sees."""
        self.must_hold(table, seat)
        curtain = self.curtain(table)
        has_token = self.people.seat_token_is_valid(self.seat_token, table.id, seat, table.seats[seat].since)
        if curtain is not None and curtain.shown != seat and not has_token:
            raise Refused("hidden", "Somebody else is at this device; raise the curtain first.", number=table.number)

    def seats(self, table: Table) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(table.seats)) if self.holds(table, seat))

    def visible_seat(self, table: Table, requested: int | Literal["mine"] | None) -> int | None:
        """The seat whose view they get: one of theirs, or any once nothing is hidden; raises Refused."""
        if requested == "mine":
            curtain = self.curtain(table)
            if curtain is not None:
                return curtain.shown
            mine = self.seats(table)
            asked = [seat for seat in mine if table.asks[seat] is not None]
            return next(iter(asked or mine), None)
        if requested is not None and not table.revealed:
            self.must_see(table, requested)
        elif requested is not None:
            table.seat(requested)
        return requested

    def reply(self, content: Any, status: int = 200) -> Response:
        """JSON, with the cookie if the person is new."""
        response = Response(orjson.dumps(content), status, media_type="application/json")
        if self.set_cookie and self.person is not None:
            response.set_cookie(
                COOKIE,
                self.people.make_cookie(self.person),
                max_age=COOKIE_SECONDS,
                httponly=True,
                samesite="lax",
                secure=self.secure,
                path="/",
            )
        return response


def server_of(connection: HTTPConnection) -> Server:
    server: Server = connection.app.state.server
    return server


async def requester_of(
    connection: HTTPConnection, token: str | None = None, seat_token: str | None = None
) -> Requester:
    """Recognises the sender by API token or cookie; raises Refused for an unknown token."""
    server = server_of(connection)
    header = connection.headers.get("authorization", "")
    token = token or (header[7:].strip() if header[:7].lower() == "bearer " else None)
    if token is not None:
        person = await server.people.from_token(token)
        if person is None:
            raise Refused("nobody", "This API token is not known here.")
    else:
        person = await server.people.from_cookie(connection.cookies.get(COOKIE))
    secure = server.settings.secure_cookies or connection.url.scheme in ("https", "wss")
    seat_token = seat_token or connection.headers.get("x-seat-token")
    return Requester(server.people, person, seat_token, secure, at_device=token is None)


@dataclass(frozen=True)
class ViewRequest:
    """How somebody asks to see a table."""

    seat: int | Literal["mine"] | None
    language: Literal["en", "de"]
    pictures: bool
    words: bool
    view: bool

    def options(self, requester: Requester, table: Table) -> ViewOptions:
        """The options, as far as they have the right; raises Refused."""
        return ViewOptions(
            requester.visible_seat(table, self.seat),
            self.language,
            self.pictures,
            self.words,
            self.view,
            requester.seats(table),
            curtain=requester.curtain(table),
        )


# Dependencies of routes. They are asynchronous because FastAPI would run plain functions in a thread.


async def _requester(request: Request) -> Requester:
    requester = await requester_of(request)
    if request.method in CHANGING_METHODS:
        server_of(request).host.check_person(requester.person_id)
    return requester


async def _server(request: Request) -> Server:
    return server_of(request)


async def _view_request(
    seat: Annotated[Literal["mine"] | int | None, Query()] = None,
    language: Annotated[Literal["en", "de"], Query()] = "en",
    pictures: Annotated[bool, Query()] = False,
    words: Annotated[bool, Query()] = True,
    view: Annotated[bool, Query()] = True,
) -> ViewRequest:
    return ViewRequest(seat, language, pictures, words, view)


CurrentRequester = Annotated[Requester, Depends(_requester)]
CurrentServer = Annotated[Server, Depends(_server)]
CurrentView = Annotated[ViewRequest, Depends(_view_request)]
