"""Storage in the browser: the statements of the service, carried out on IndexedDB.

The browser's side (`client/storage.js`) knows four stores of JSON texts and does what it is told in one transaction.
A row of the service is one entry; the seats of a table are kept with it.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Protocol

from zoobox.service.errors import Refused
from zoobox.service.storage import schema
from zoobox.service.storage.reader import LOBBY_LIMIT
from zoobox.service.storage.writer import Conflict, DatabaseDown, WriteJob
from zoobox.service.tables.events import TableEvent

NEEDS_SERVER = "This needs a server, and this edition has none: it plays in your browser alone."


class Database(Protocol):
    """The browser's side. Keys and values are texts; the keys of a table's events begin with its id."""

    def read(self, store: str, key: str) -> Awaitable[str | None]:
        """One entry."""

    def read_all(self, store: str, prefix: str) -> Awaitable[str]:
        """Every entry whose key begins so, in the order of the keys, as a JSON list of pairs of key and value."""

    def write(self, changes: str) -> Awaitable[str]:
        """Carries out a JSON list of [store, key, value, new] in one transaction.

        The answer is empty, "conflict" (an entry that should be new is there already) or the reason why nothing was
        written. A value of null removes the entry.
        """


def event_key(table_id: str, number: int) -> str:
    return f"{table_id} {number:08d}"


class BrowserReader:
    """Reads what the browser has stored. Its methods are coroutines; `BrowserServer.read` waits for them."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def __getattr__(self, name: str) -> Any:
        """Whatever else the service reads is about other people."""
        raise Refused("not-found", NEEDS_SERVER)

    async def value(self, key: str) -> Any:
        """One value of the edition itself, such as the language; None if there is none."""
        text = await self.database.read("values", key)
        return None if text is None else json.loads(text)

    async def _entries(self, store: str, prefix: str = "") -> list[tuple[str, Any]]:
        pairs = json.loads(await self.database.read_all(store, prefix))
        return [(key, json.loads(text)) for key, text in pairs]

    async def person(self, person_id: str) -> Any:
        text = await self.database.read("people", person_id)
        return None if text is None else SimpleNamespace(**json.loads(text))

    async def person_of_token(self, digest: str) -> Any:
        return None

    async def tokens_of(self, person_id: str) -> Any:
        return []

    async def table(self, table_id: str) -> Any:
        text = await self.database.read("tables", table_id)
        return None if text is None else SimpleNamespace(**json.loads(text))

    async def events(self, table_id: str, after: int = 0) -> Any:
        rows = [row for _, row in await self._entries("events", f"{table_id} ")]
        found = [TableEvent(*row) for row in rows if row[0] > after]
        return [replace(event, detail=json.loads(str(event.detail))) for event in found]

    async def review(self, table_id: str) -> Any:
        return await self.value(f"review {table_id}")

    async def puzzle_answers(self, person_id: str) -> Any:
        rows = [SimpleNamespace(**row) for _, row in await self._entries("values", f"puzzle {person_id} ")]
        return sorted(rows, key=lambda row: row.at)

    async def results_of(self, person_id: str) -> Any:
        found = [row for _, row in await self._entries("values", "result ")]
        return sorted(found, key=lambda row: (-row["at"], row["table_id"], row["seat"]))

    async def results_at(self, table_ids: Any) -> Any:
        return [row for row in await self.results_of("") if row["table_id"] in table_ids]

    async def names(self, person_ids: Any) -> Any:
        return {}

    def count_rated(self) -> int:
        """Ratings need others to play against."""
        return 0

    async def lobby(self, game: str | None, status: str | None) -> Any:
        """Tables that others can join: there is nobody else here."""
        return []

    async def tables_of(self, person_id: str, limit: int | None = LOBBY_LIMIT) -> Any:
        found = [row for _, row in await self._entries("tables")]
        return sorted(found, key=lambda row: -float(row["changed"]))[:limit]

    async def due_tables(self, before: float) -> Any:
        """A table goes on when it is opened."""
        return []


class BrowserWriter:
    """Writes through the browser. A statement is known by the name it has in the service's schema."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.commits = 0
        self.names = {id(value): name for name, value in vars(schema).items() if name.isupper()}

    async def write(self, job: WriteJob) -> None:
        changes: dict[tuple[str, str], list[Any]] = {}
        for statement, rows in job.statements:
            name = self.names.get(id(statement), "")
            for row in rows:
                await self._change(name, row, changes)
        answer = await self.database.write(json.dumps([[*key, *change] for key, change in changes.items()]))
        if answer == "conflict":
            raise Conflict(answer)
        if answer:
            raise DatabaseDown(answer)
        self.commits += 1

    def stop(self) -> None:
        """Nothing waits: every write is committed when it returns."""

    async def _change(self, name: str, row: Any, changes: dict[tuple[str, str], list[Any]]) -> None:
        """Adds what a statement does with one row: the new entry, and whether there must not be one yet."""
        if name == "ADD_EVENT":
            table_id, *rest = row
            changes["events", event_key(table_id, rest[0])] = [json.dumps(rest), True]
        elif name == "ADD_TABLE":
            changes["tables", row["id"]] = [json.dumps({**row, "seats": []}), True]
        elif name == "ADD_SEAT":
            table = await self._entry("tables", row["table_id"], changes)
            table["seats"].append(row)
            self._put("tables", row["table_id"], table, changes)
        elif name == "CHANGE_TABLE":
            await self._merge("tables", row, changes)
        elif name == "CHANGE_SEAT":
            table = await self._entry("tables", row["which"], changes)
            change = {key: value for key, value in row.items() if key not in ("which", "which_seat")}
            table["seats"][row["which_seat"]].update(change)
            self._put("tables", row["which"], table, changes)
        elif name == "ADD_PERSON":
            changes["people", row["id"]] = [json.dumps(row), True]
        elif name == "ADD_REVIEW":
            changes["values", f"review {row['table_id']}"] = [json.dumps(row["judged"]), False]
        elif name == "ADD_PUZZLE_ANSWER":
            changes["values", f"puzzle {row['person']} {row['puzzle']}"] = [json.dumps(row), True]
        elif name == "ADD_RESULT":
            changes["values", f"result {row['table_id']} {row['seat']}"] = [json.dumps(row), True]
        elif name == "CHANGE_PERSON":
            await self._merge("people", row, changes)
        else:
            raise Refused("not-found", NEEDS_SERVER)

    async def _entry(self, store: str, key: str, changes: dict[tuple[str, str], list[Any]]) -> dict[str, Any]:
        known = changes.get((store, key))
        text = known[0] if known else await self.database.read(store, key)
        if text is None:
            raise Conflict(key)
        entry: dict[str, Any] = json.loads(text)
        return entry

    async def _merge(self, store: str, row: dict[str, Any], changes: dict[tuple[str, str], list[Any]]) -> None:
        entry = await self._entry(store, row["which"], changes)
        entry.update({key: value for key, value in row.items() if key != "which"})
        self._put(store, row["which"], entry, changes)

    def _put(self, store: str, key: str, entry: dict[str, Any], changes: dict[tuple[str, str], list[Any]]) -> None:
        known = changes.get((store, key))
        changes[store, key] = [json.dumps(entry), bool(known and known[1])]
