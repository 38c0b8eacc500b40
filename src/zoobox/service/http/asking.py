"""Who is asking, and what they may look at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Request, Response
from starlette.requests import HTTPConnection

from zoobox.service.house import House
from zoobox.service.people import COOKIE, People, Person
from zoobox.service.refusals import Refused
from zoobox.service.rooms import Room
from zoobox.service.tables import Table
from zoobox.service.telling import Look

COOKIE_SECONDS = 60 * 60 * 24 * 365 * 2


@dataclass
class Asker:
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

    async def room_to_act(self, house: House, table_id: str, seat: int) -> Room:
        """The room, if they may act for that seat; raises Refused."""
        room = await house.room(table_id)
        if not house.alone and not self.holds(room.table, seat):
            await room.catch_up()  # the seat may have been taken in another process a moment ago
        self.must_hold(room.table, seat)
        return room

    def must_hold(self, table: Table, seat: int) -> None:
        if not self.holds(table, seat):
            code = "foreign" if self.person is not None or self.seat_token else "nobody"
            raise Refused(code, f"Seat {seat} is not yours.", number=table.number)

    def seats(self, table: Table) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(table.chairs)) if self.holds(table, seat))

    def seat_shown(self, table: Table, wish: int | Literal["mine"] | None) -> int | None:
        """The seat to draw for: one of theirs, or any once nothing is hidden; raises Refused."""
        if wish == "mine":
            mine = self.seats(table)
            asked = [seat for seat in mine if table.asks[seat] is not None]
            return next(iter(asked or mine), None)
        if wish is not None and not table.all_open:
            self.must_hold(table, wish)
        elif wish is not None:
            table.chair(wish)
        return wish

    def reply(self, content: Any, status: int = 200) -> Response:
        """JSON, with the cookie if the person is new."""
        response = Response(House.encode(content), status, media_type="application/json")
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


def house_of(connection: HTTPConnection) -> House:
    house: House = connection.app.state.house
    return house


async def asker_of(connection: HTTPConnection, token: str | None = None, seat_token: str | None = None) -> Asker:
    house = house_of(connection)
    people = house.people
    header = connection.headers.get("authorization", "")
    token = token or (header[7:].strip() if header[:7].lower() == "bearer " else None)
    if token is not None:
        person = await people.of_token(token)
        if person is None:
            raise Refused("nobody", "This API token is not known here.")
    else:
        person = await people.of_cookie(connection.cookies.get(COOKIE))
    secure = house.settings.secure_cookies or connection.url.scheme in ("https", "wss")
    return Asker(people, person, seat_token or connection.headers.get("x-seat-token"), secure)


async def _asker(request: Request) -> Asker:
    return await asker_of(request)


async def _house(request: Request) -> House:  # asynchronous, or it would wait for a thread
    return house_of(request)


@dataclass(frozen=True)
class LookWish:
    """How somebody would like to be shown a table, from the query."""

    seat: int | Literal["mine"] | None
    language: Literal["en", "de"]
    pictures: bool
    words: bool
    view: bool

    def look(self, asker: Asker, table: Table) -> Look:
        return Look(
            asker.seat_shown(table, self.seat),
            self.language,
            self.pictures,
            self.words,
            self.view,
            asker.seats(table),
        )


async def _look_wish(
    seat: Annotated[Literal["mine"] | int | None, Query()] = None,
    language: Annotated[Literal["en", "de"], Query()] = "en",
    pictures: Annotated[bool, Query()] = False,
    words: Annotated[bool, Query()] = True,
    view: Annotated[bool, Query()] = True,
) -> LookWish:
    return LookWish(seat, language, pictures, words, view)


TheAsker = Annotated[Asker, Depends(_asker)]
TheHouse = Annotated[House, Depends(_house)]
TheLook = Annotated[LookWish, Depends(_look_wish)]
