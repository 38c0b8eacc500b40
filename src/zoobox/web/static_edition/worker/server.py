"""The server of the static edition: one person, their tables, and bots; no process, thread or network."""

from __future__ import annotations

import inspect
import json
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from zoobox.service import bots
from zoobox.service.bots import BotsUnavailable, Charged, position_for
from zoobox.service.coach import Coach
from zoobox.service.errors import Refused
from zoobox.service.people import COOKIE, People
from zoobox.service.server import Server
from zoobox.service.settings import Settings
from zoobox.service.tables.live_table import LiveTable
from zoobox.web.language import LANGUAGE_COOKIE
from zoobox.web.static_edition.worker.storage import BrowserReader, BrowserWriter, Database

QUICK_LEVELS = ("visitor", "keeper")
"""Bots that decide in a few milliseconds; the others think in a worker of their own."""
COOKIES = "cookies"
DAMAGED = "damaged"

Think = Callable[[str], Awaitable[str]]
"""Asks the worker in which bots search: a question of `zoobox.service.bots` as JSON, answered likewise."""


class BrowserBots:
    """Bots in the browser: the quick ones here, the others elsewhere, so that nobody has to wait for them."""

    def __init__(self, think: Think) -> None:
        self.think = think
        self.waiting = 0
        self.replaced = 0

    async def choose(self, state: Any, seat: int, level: str, charged: Charged) -> int:
        question = {"kind": "choose", "seat": seat, "level": level, **position_for(state, seat)}
        answer = bots.answer(question) if level in QUICK_LEVELS else await self._ask(question)
        return int(answer["choice"])

    async def advise(
        self, state: Any, seat: int, seconds: float, language: str, names: Sequence[str], charged: Charged
    ) -> list[dict[str, Any]]:
        asked = {"kind": "advise", "seat": seat, "seconds": seconds, "language": language, "names": list(names)}
        question = {**asked, **position_for(state, seat)}
        advice: list[dict[str, Any]] = (await self._ask(question))["advice"]
        return advice

    async def judge(self, state: Any, seat: int, choice: int, **how: Any) -> dict[str, Any]:
        judgement: dict[str, Any] = (await self._ask(bots.judge_question(state, seat, choice, **how)))["judgement"]
        return judgement

    async def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(await self.think(json.dumps(question)))
        if "error" in answer:
            raise BotsUnavailable(answer["error"])
        return answer

    async def stop(self) -> None:
        """The browser ends its workers."""


class BrowserServer(Server):
    """What routes need, on the browser's storage."""

    def __init__(self, database: Database, think: Think) -> None:
        super().__init__(Settings(database="sqlite:///browser"))
        self.database = database
        self.browser_reader = BrowserReader(database)
        # the same questions as those of a server, asked of no database and no process
        self.reader = self.browser_reader  # type: ignore[assignment]
        self.writer = BrowserWriter(database)  # type: ignore[assignment]
        self.bots = BrowserBots(think)  # type: ignore[assignment]
        self.people = People(secrets.token_hex(16), self.reader, self.writer, self.read, self.limits)
        self.coach = Coach(self)
        self.cookies: dict[str, str] = {}

    async def open(self) -> None:
        """Finds the person whose browser this is, or makes them."""
        self.cookies = await self.browser_reader.value(COOKIES) or {}
        known = await self.browser_reader.value("person")
        person = await self.people.find(known) if known else None
        if person is None:
            person = await self.people.create()
            await self.remember("person", person.id)
        self.cookies[COOKIE] = self.people.make_cookie(person)

    async def remember(self, key: str, value: Any) -> None:
        await self.database.write(json.dumps([["values", key, json.dumps(value), False]]))

    async def set_cookies(self, cookies: dict[str, str]) -> None:
        """What pages remember: language and theme. The person is known without a cookie."""
        kept = {name: value for name, value in cookies.items() if name != COOKIE}
        if kept:
            self.cookies |= kept
            await self.remember(COOKIES, {name: value for name, value in self.cookies.items() if name != COOKIE})

    @property
    def language(self) -> str | None:
        return self.cookies.get(LANGUAGE_COOKIE)

    async def read(self, method: Callable[..., Any], *arguments: Any) -> Any:
        result = method(*arguments)
        return await result if inspect.isawaitable(result) else result

    async def _open_table(self, table_id: str) -> LiveTable:
        """A table; one whose entries cannot be read is set aside, to be downloaded, and harms no other."""
        try:
            live_table = await super()._open_table(table_id)
        except Refused as refusal:
            if refusal.code != "set-aside":
                raise
            await self.put_away(table_id, self.tables_set_aside.pop(table_id).reason)
            raise Refused("no-table", "This game is damaged. It was set aside; you can download it.") from None
        live_table.start_bots_and_timer()
        return live_table

    async def put_away(self, table_id: str, reason: str) -> None:
        """Moves a table with everything that belongs to it out of the way, as it is."""
        table = await self.database.read("tables", table_id)
        events = json.loads(await self.database.read_all("events", f"{table_id} "))
        kept = {"table": table_id, "reason": reason, "row": table, "events": events}
        changes: list[list[Any]] = [["values", f"{DAMAGED} {table_id}", json.dumps(kept), False]]
        changes.append(["tables", table_id, None, False])
        changes += [["events", key, None, False] for key, _ in events]
        await self.database.write(json.dumps(changes))
