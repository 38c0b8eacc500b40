"""Who is asking, and what they may look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Request, Response
from starlette.requests import HTTPConnection

from zoobox.service.errors import Refused
from zoobox.service.people import COOKIE, People, Person
from zoobox.service.server import Server
from zoobox.service.tables.live_table import LiveTable
from zoobox.service.tables.messages import ViewOptions
from zoobox.service.tables.table import Table

COOKIE_SECONDS = 60 * 60 * 24 * 365 * 2


@dataclass
class Requester:
    """One request's person, if it has one, and the seat token it brings."""

    people: People
    person: Person | None
    seat_token: str | None
    secure: bool
    new: bool = False

    async def somebody(self, name: str = "") -> Person:
        """The person; a newcomer becomes one."""
        if self.person is None:
            self.person = await self.people.make(name)
            self.new = True
        return self.person

    @property
    def person_id(self) -> str | None:
        return self.person.id if self.person else None

    def holds(self, table: Table, seat: int) -> bool:
        """Whether they may act for a seat: as the person who holds it, or with its token."""
        chair = table.chair(seat)
        if chair.kind != "person":
            return False
        if self.person is not None and chair.person == self.person.id:
            return True
        return self.people.opens(self.seat_token, table.id, seat, chair.since)

    async def live_table_to_act(self, server: Server, table_id: str, seat: int) -> LiveTable:
        """The live_table, if they may act for that seat; raises Refused."""
        live_table = await server.live_table(table_id)
        if not server.alone and not self.holds(live_table.table, seat):
            await live_table.catch_up()  # the seat may have been taken in another process a moment ago
        self.must_hold(live_table.table, seat)
        return live_table

    def must_hold(self, table: Table, seat: int) -> None:
        if not self.holds(table, seat):
            code = "foreign" if self.person is not None or self.seat_token else "nobody"
            raise Refused(code, f"Seat {seat} is not yours.", number=table.number)

    def seats(self, table: Table) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(table.chairs)) if self.holds(table, seat))

    def seat_shown(self, table: Table, request: int | Literal["mine"] | None) -> int | None:
        """The seat to draw for: one of theirs, or any once nothing is hidden; raises Refused."""
        if request == "mine":
            mine = self.seats(table)
            asked = [seat for seat in mine if table.asks[seat] is not None]
            return next(iter(asked or mine), None)
        if request is not None and not table.all_open:
            self.must_hold(table, request)
        elif request is not None:
            table.chair(request)
        return request

    def reply(self, content: Any, status: int = 200) -> Response:
        """JSON, with the cookie if the person is new."""
        response = Response(Server.encode(content), status, media_type="application/json")
        if self.new and self.person is not None:
            self.set_cookie(response, self.person)
        return response

    def set_cookie(self, response: Response, person: Person) -> None:
        response.set_cookie(
            COOKIE,
            self.people.cookie(person),
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=self.secure,
            path="/",
        )


def server_of(connection: HTTPConnection) -> Server:
    server: Server = connection.app.state.server
    return server


async def requester_of(
    connection: HTTPConnection, token: str | None = None, seat_token: str | None = None
) -> Requester:
    server = server_of(connection)
    people = server.people
    header = connection.headers.get("authorization", "")
    token = token or (header[7:].strip() if header[:7].lower() == "bearer " else None)
    if token is not None:
        person = await people.of_token(token)
        if person is None:
            raise Refused("nobody", "This API token is not known here.")
    else:
        person = await people.of_cookie(connection.cookies.get(COOKIE))
    secure = server.settings.secure_cookies or connection.url.scheme in ("https", "wss")
    return Requester(people, person, seat_token or connection.headers.get("x-seat-token"), secure)


async def _requester(request: Request) -> Requester:
    return await requester_of(request)


async def _server(request: Request) -> Server:  # asynchronous, or it would wait for a thread
    return server_of(request)


@dataclass(frozen=True)
class ViewRequest:
    """How somebody would like to be shown a table, from the query."""

    seat: int | Literal["mine"] | None
    language: Literal["en", "de"]
    pictures: bool
    words: bool
    view: bool

    def look(self, requester: Requester, table: Table) -> ViewOptions:
        return ViewOptions(
            requester.seat_shown(table, self.seat),
            self.language,
            self.pictures,
            self.words,
            self.view,
            requester.seats(table),
        )


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
RequestedView = Annotated[ViewRequest, Depends(_view_request)]
