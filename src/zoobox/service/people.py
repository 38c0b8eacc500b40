"""People without accounts: a signed cookie for a person, a token for each seat, API tokens, a recovery link."""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass, replace
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

from zoobox.service.errors import UNWRITABLE, Refused
from zoobox.service.limits import Limits
from zoobox.service.storage import DatabaseDown, Reader, Unwritable, WriteJob, Writer
from zoobox.service.storage.schema import ADD_PERSON, ADD_TOKEN, CHANGE_PERSON, DROP_TOKEN

COOKIE = "zoobox_person"
MEMBER_COOKIE = "zoobox_member"
HOST_COOKIE = "zoobox_host"
HOST_SECONDS = 60 * 60 * 12
"""How long the host stays known."""
TOKEN_PREFIX = "zb_"
MAX_TOKENS = 20
CACHED_PEOPLE = 10_000
"""Kept in memory, so that not every request has to read the database."""


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
    """Recognises people by their cookies and tokens."""

    def __init__(self, secret: str, reader: Reader, writer: Writer, read: Any, limits: Limits) -> None:
        self.limits = limits
        self.reader = reader
        self.writer = writer
        self.read = read
        self.cookies = URLSafeSerializer(secret, salt="person")
        self.seats = URLSafeSerializer(secret, salt="seat")
        self.recoveries = URLSafeSerializer(secret, salt="recovery")
        self.members = URLSafeSerializer(secret, salt="member")
        self.hosts = URLSafeTimedSerializer(secret, salt="host")
        self.cached: dict[str, Person] = {}
        self.id_by_digest: dict[str, str] = {}

    # The cookie and the API token.

    def make_cookie(self, person: Person) -> str:
        return self.cookies.dumps(person.id)

    async def from_cookie(self, cookie: str | None) -> Person | None:
        person_id = _loads(self.cookies, cookie)
        return await self.find(person_id) if isinstance(person_id, str) else None

    async def from_token(self, token: str | None) -> Person | None:
        if not token or not token.startswith(TOKEN_PREFIX):
            return None
        hashed = digest(token)
        if hashed in self.id_by_digest:
            return await self.find(self.id_by_digest[hashed])
        row = await self.read(self.reader.person_of_token, hashed)
        if row is None:
            return None
        self.id_by_digest[hashed] = row.id
        return self._cache(Person(row.id, row.name, row.language, row.recovery))

    async def find(self, person_id: str) -> Person | None:
        if person_id in self.cached:
            return self.cached[person_id]
        row = await self.read(self.reader.person, person_id)
        return None if row is None else self._cache(Person(row.id, row.name, row.language, row.recovery))

    def latest(self, person: Person | None) -> Person | None:
        """The person as last changed here: on a socket, the name may be an old one."""
        return self.cached.get(person.id, person) if person is not None else None

    async def create(self, name: str = "", language: str = "en") -> Person:
        """A new person; raises Refused when there are too many from one address."""
        self.limits.new_person()
        person = Person(secrets.token_hex(16), name, language)
        row = {"id": person.id, "name": name, "language": language, "recovery": None, "created": time.time()}
        await self._write(WriteJob([(ADD_PERSON, [row])]))
        return self._cache(person)

    async def change(self, person: Person, **changes: Any) -> Person:
        person = replace(person, **changes)
        row = {
            "which": person.id,
            "name": person.name,
            "language": person.language,
            "recovery": person.recovery,
        }
        await self._write(WriteJob([(CHANGE_PERSON, [row])], f"person {person.id}"))
        return self._cache(person)

    # Recovery.

    async def make_recovery_token(self, person: Person) -> str:
        """A token for another device, valid until it is used or another one is made."""
        nonce = secrets.token_urlsafe(16)
        await self.change(person, recovery=digest(nonce))
        return self.recoveries.dumps([person.id, nonce])

    async def recover(self, token: str) -> Person:
        found = _loads(self.recoveries, token)
        row = (
            await self.read(self.reader.person, str(found[0])) if isinstance(found, list) and len(found) == 2 else None
        )
        if row is None or row.recovery is None or not secrets.compare_digest(row.recovery, digest(str(found[1]))):
            raise Refused("nobody", "This link is no longer valid: it was used, or another one was made since.")
        return await self.change(Person(row.id, row.name, row.language, row.recovery), recovery=None)

    # API tokens.

    async def add_token(self, person: Person, name: str) -> dict[str, str]:
        if len(await self.read(self.reader.tokens_of, person.id)) >= MAX_TOKENS:
            raise Refused("too-many", f"A person can have {MAX_TOKENS} tokens; delete one first.")
        token = TOKEN_PREFIX + secrets.token_urlsafe(32)
        row = {
            "id": secrets.token_hex(8),
            "person": person.id,
            "name": name,
            "digest": digest(token),
            "created": time.time(),
        }
        await self._write(WriteJob([(ADD_TOKEN, [row])]))
        return {"id": str(row["id"]), "token": token}

    async def delete_token(self, person: Person, token_id: str) -> None:
        mine = [row for row in await self.read(self.reader.tokens_of, person.id) if row.id == token_id]
        if not mine:
            raise Refused("not-found", "There is no such token of yours.")
        await self._write(WriteJob([(DROP_TOKEN, [{"which": token_id}])], f"token {mine[0].digest}"))
        self.id_by_digest.pop(mine[0].digest, None)

    # Seat tokens.

    def seat_token(self, table_id: str, seat: int, since: int) -> str:
        """Gives the rights of one seat for as long as the same person sits there."""
        return self.seats.dumps([table_id, seat, since])

    def seat_token_is_valid(self, token: str | None, table_id: str, seat: int, since: int) -> bool:
        return token is not None and _loads(self.seats, token) == [table_id, seat, since]

    # Members of a closed club, and the host. A cookie names what was known when it was made, so a new password or
    # secret ends it.

    def make_member_cookie(self, password: str) -> str:
        return self.members.dumps(digest(password))

    def is_member(self, cookie: str | None, password: str) -> bool:
        return cookie is not None and _loads(self.members, cookie) == digest(password)

    def make_host_cookie(self, secret: str) -> str:
        return self.hosts.dumps(digest(secret))

    def is_host(self, cookie: str | None, secret: str) -> bool:
        if not secret or not cookie or len(cookie) > 500:
            return False
        try:
            return bool(self.hosts.loads(cookie, max_age=HOST_SECONDS) == digest(secret))
        except BadSignature:
            return False

    def forget(self, kind: str, which: str) -> None:
        """Another process has changed a person or deleted a token."""
        if kind == "person":
            self.remove(which)
        else:
            self.id_by_digest.pop(which, None)

    def remove(self, person_id: str) -> None:
        """The person was deleted."""
        self.cached.pop(person_id, None)
        self.id_by_digest = {digest: who for digest, who in self.id_by_digest.items() if who != person_id}

    def _cache(self, person: Person) -> Person:
        while len(self.cached) >= CACHED_PEOPLE:
            self.cached.pop(next(iter(self.cached)))
        while len(self.id_by_digest) >= CACHED_PEOPLE:
            self.id_by_digest.pop(next(iter(self.id_by_digest)))
        self.cached[person.id] = person
        return person

    async def _write(self, job: WriteJob) -> None:
        try:
            await self.writer.write(job)
        except Unwritable:
            raise Refused("malformed", UNWRITABLE) from None
        except DatabaseDown:
            raise Refused("store", "The database cannot be reached now; ask again in a moment.") from None


def _loads(serializer: URLSafeSerializer, text: str | None) -> Any:
    if not text or len(text) > 500:
        return None
    try:
        return serializer.loads(text)
    except BadSignature:
        return None
