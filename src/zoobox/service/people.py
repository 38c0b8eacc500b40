"""People without accounts: a signed cookie for a person, a token for each seat, API tokens, a recovery link."""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass, replace
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer

from zoobox.service.errors import Refused
from zoobox.service.storage import DatabaseDown, Job, Store, Writer
from zoobox.service.storage.statements import ADD_PERSON, ADD_TOKEN, CHANGE_PERSON, DROP_TOKEN

COOKIE = "zoobox_person"
TOKEN_PREFIX = "zb_"
MOST_TOKENS = 20
REMEMBERED = 10_000
"""People kept in memory, so that not every request asks the database who it is."""


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    name: str
    language: str
    recovery: str | None = None


def digest(token: str) -> str:
    """Tokens are stored as digests only."""
    return hashlib.sha256(token.encode()).hexdigest()


class People:
    """Who is who."""

    def __init__(self, secret: str, store: Store, writer: Writer, read: Any) -> None:
        self.store = store
        self.writer = writer
        self.read = read
        self.cookies = URLSafeSerializer(secret, salt="person")
        self.seats = URLSafeSerializer(secret, salt="seat")
        self.recoveries = URLSafeSerializer(secret, salt="recovery")
        self.by_id: dict[str, Person] = {}
        self.by_digest: dict[str, str] = {}

    # The cookie and the API token.

    def cookie(self, person: Person) -> str:
        return self.cookies.dumps(person.id)

    async def of_cookie(self, cookie: str | None) -> Person | None:
        person_id = _loads(self.cookies, cookie)
        return await self.known(person_id) if isinstance(person_id, str) else None

    async def of_token(self, token: str | None) -> Person | None:
        if not token or not token.startswith(TOKEN_PREFIX):
            return None
        hashed = digest(token)
        if hashed in self.by_digest:
            return await self.known(self.by_digest[hashed])
        row = await self.read(self.store.person_of_token, hashed)
        if row is None:
            return None
        self.by_digest[hashed] = row.id
        return self._remember(Person(row.id, row.name, row.language, row.recovery))

    async def known(self, person_id: str) -> Person | None:
        if person_id in self.by_id:
            return self.by_id[person_id]
        row = await self.read(self.store.person, person_id)
        return None if row is None else self._remember(Person(row.id, row.name, row.language, row.recovery))

    async def make(self, name: str = "", language: str = "en") -> Person:
        """A new person."""
        person = Person(secrets.token_hex(16), name, language)
        row = {"id": person.id, "name": name, "language": language, "recovery": None, "created": time.time()}
        await self._write(Job([(ADD_PERSON, [row])]))
        return self._remember(person)

    async def change(self, person: Person, **changes: Any) -> Person:
        person = replace(person, **changes)
        row = {
            "which": person.id,
            "name": person.name,
            "language": person.language,
            "recovery": person.recovery,
        }
        await self._write(Job([(CHANGE_PERSON, [row])], f"person {person.id}"))
        return self._remember(person)

    # Recovery.

    async def recovery(self, person: Person) -> str:
        """A token for another device, good until it is used or another one is made."""
        nonce = secrets.token_urlsafe(16)
        await self.change(person, recovery=digest(nonce))
        return self.recoveries.dumps([person.id, nonce])

    async def recover(self, token: str) -> Person:
        found = _loads(self.recoveries, token)
        row = await self.read(self.store.person, str(found[0])) if isinstance(found, list) and len(found) == 2 else None
        if row is None or row.recovery is None or not secrets.compare_digest(row.recovery, digest(str(found[1]))):
            raise Refused("nobody", "This link is no longer good: it was used, or another one was made since.")
        return await self.change(Person(row.id, row.name, row.language, row.recovery), recovery=None)

    # API tokens.

    async def add_token(self, person: Person, name: str) -> dict[str, str]:
        if len(await self.read(self.store.tokens_of, person.id)) >= MOST_TOKENS:
            raise Refused("too-many", f"A person can have {MOST_TOKENS} tokens; delete one first.")
        token = TOKEN_PREFIX + secrets.token_urlsafe(32)
        row = {
            "id": secrets.token_hex(8),
            "person": person.id,
            "name": name,
            "digest": digest(token),
            "created": time.time(),
        }
        await self._write(Job([(ADD_TOKEN, [row])]))
        return {"id": str(row["id"]), "token": token}

    async def drop_token(self, person: Person, token_id: str) -> None:
        mine = [row for row in await self.read(self.store.tokens_of, person.id) if row.id == token_id]
        if not mine:
            raise Refused("not-found", "There is no such token of yours.")
        await self._write(Job([(DROP_TOKEN, [{"which": token_id}])], f"token {mine[0].digest}"))
        self.by_digest.pop(mine[0].digest, None)

    # Seat tokens.

    def seat_token(self, table_id: str, seat: int, since: int) -> str:
        """Opens one seat as long as it is held by who was given it."""
        return self.seats.dumps([table_id, seat, since])

    def opens(self, token: str | None, table_id: str, seat: int, since: int) -> bool:
        return token is not None and _loads(self.seats, token) == [table_id, seat, since]

    def forget(self, kind: str, which: str) -> None:
        """Another process has changed somebody."""
        if kind == "person":
            self.by_id.pop(which, None)
        else:
            self.by_digest.pop(which, None)

    def _remember(self, person: Person) -> Person:
        while len(self.by_id) >= REMEMBERED:
            self.by_id.pop(next(iter(self.by_id)))
        while len(self.by_digest) >= REMEMBERED:
            self.by_digest.pop(next(iter(self.by_digest)))
        self.by_id[person.id] = person
        return person

    async def _write(self, job: Job) -> None:
        try:
            await self.writer.write(job)
        except DatabaseDown:
            raise Refused("store", "The database cannot be reached now; ask again in a moment.") from None


def _loads(serializer: URLSafeSerializer, text: str | None) -> Any:
    if not text or len(text) > 500:
        return None
    try:
        return serializer.loads(text)
    except BadSignature:
        return None
