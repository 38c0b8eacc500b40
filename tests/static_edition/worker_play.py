"""Plays at the static edition's worker in ordinary Python; run as a program, because stand-ins replace libraries.

Prints one line of JSON for each game: what was decided, the record, the statuses of pages.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

LIBRARIES, *GAMES = sys.argv[1:]
LACKING = (
    *("curses", "dbm", "fcntl", "grp", "lzma", "pty", "pwd", "readline", "resource", "sqlite3", "ssl", "syslog"),
    *("termios", "tty"),
)
"""Modules of the standard library that Pyodide does not have."""
HERE = ("zoobox", "static_edition", *LIBRARIES.split(","))


class OnlyWhatBrowsersHave:
    """Finds what another finder finds, unless it is a library that the folder does not contain."""

    def __init__(self, finder: Any) -> None:
        self.finder = finder

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        top = name.partition(".")[0]
        if top in LACKING or (top not in sys.stdlib_module_names and top not in HERE):
            return None
        return self.finder.find_spec(name, path, target)


sys.meta_path[:] = [OnlyWhatBrowsersHave(finder) for finder in sys.meta_path]  # type: ignore[misc]

from zoobox.web.static_edition.worker import main, thinking  # noqa: E402


class MemoryDatabase:
    """The browser's side of the storage, on dictionaries."""

    def __init__(self) -> None:
        self.stores: dict[str, dict[str, str]] = {name: {} for name in ("values", "people", "tables", "events")}
        self.full = False

    async def read(self, store: str, key: str) -> str | None:
        return self.stores[store].get(key)

    async def read_all(self, store: str, prefix: str) -> str:
        return json.dumps(sorted(pair for pair in self.stores[store].items() if pair[0].startswith(prefix)))

    async def write(self, changes: str) -> str:
        if self.full:
            return "QuotaExceededError"
        wanted = json.loads(changes)
        if any(new and key in self.stores[store] for store, key, _, new in wanted):
            return "conflict"
        for store, key, value, _ in wanted:
            if value is None:
                self.stores[store].pop(key, None)
            else:
                self.stores[store][key] = value
        return ""


class Browser:
    """The browser's side of the worker."""

    def __init__(self, database: MemoryDatabase) -> None:
        self.database = database
        self.messages: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()

    async def think(self, question: str) -> str:
        return thinking.think(question)

    def draw(self, path: str, svg: str) -> None:
        assert path.startswith("/figures/")
        assert svg.startswith("<svg"), path

    def send(self, socket: int, kind: str, text: str) -> None:
        self.messages.put_nowait((kind, json.loads(text) if kind == "message" else text))


async def opened(database: MemoryDatabase, languages: str = "en") -> tuple[main.App, Browser]:
    browser = Browser(database)
    app = main.App(browser, languages)
    await app.open()
    return app, browser


async def new_table(app: main.App, game: str, level: str = "keeper") -> str:
    seats = [{"kind": "me"}, {"kind": "bot", "level": level}]
    made = await app.answer("POST", "/api/tables", json.dumps({"game": game, "players": 2, "seats": seats}))
    assert made["status"] == 201, made
    table: str = json.loads(made["text"])["table"]
    return table


async def play(app: main.App, browser: Browser, table: str, decisions: int | None = None) -> dict[str, Any]:
    """Plays on through a socket, always the first choice; ends with the last `now`."""
    app.socket_opened(1, f"/api/tables/{table}/live")
    app.socket_received(1, json.dumps({"type": "hello", "seat": "mine", "pictures": True, "view": False}))
    decided, asked, sent, now = 0, None, 0, {}
    while True:
        kind, message = await asyncio.wait_for(browser.messages.get(), 60)
        if kind != "message":
            continue
        assert message["type"] != "refused", message
        now = message.get("now") or now
        if now.get("over") or (decisions is not None and decided >= decisions):
            break
        if now.get("ask") is not None and now["ask"] != asked:
            asked, decided, sent = now["ask"], decided + 1, sent + 1
            choice = now["choices"][len(now["choices"]) // 2]["id"]
            answer = {"type": "decide", "id": sent, "seat": now["seat"], "ask": asked, "choice": choice}
            app.socket_received(1, json.dumps(answer))
    app.socket_closed(1)
    return {**now, "decided": decided}


async def whole_game(game: str) -> dict[str, Any]:
    app, browser = await opened(MemoryDatabase())
    table = await new_table(app, game)
    first = await play(app, browser, table, 3)
    assert "<svg" in first["svg"]
    app, browser = await opened(browser.database)  # the tab was closed and opened again
    await play(app, browser, table)
    record = await app.answer("GET", f"/api/tables/{table}/record")
    addresses = ["/", f"/tables/{table}", f"/tables/{table}/replay", f"/tables/{table}/end", f"/words/{game}"]
    addresses += [f"/rules/{game}", f"/learn/{game}", f"/setup/{game}", f"/components/{game}", "/about", "/nowhere"]
    addresses += [f"/learn/{game}/lesson", f"/learn/{game}/steps/0"]
    addresses += [f"/api/tables/{table}/moments/3?pictures=true&seat=0", "/api/games", f"/tables/{table}/review"]
    statuses = {}
    for address in addresses:
        answer = await app.answer("GET", address)
        statuses[address.replace(table, "TABLE")] = answer["status"]
        assert 'href="/' not in answer["text"]
        assert 'src="/' not in answer["text"]
    uploaded = await app.answer("POST", "/api/records", record["text"])
    return {"game": game, "record": record["text"], "statuses": statuses, "uploaded": uploaded["status"]}


async def faults(game: str) -> dict[str, Any]:
    """A full disk refuses and loses nothing; a damaged game is set aside and harms no other."""
    database = MemoryDatabase()
    app, browser = await opened(database)
    table, other = await new_table(app, game), await new_table(app, game)
    await play(app, browser, table, 2)
    live_table = await app.server.live_table(table)
    number, ask = live_table.table.number, live_table.table.asks[0]
    database.full = True
    body = json.dumps({"seat": 0, "ask": ask, "choice": live_table.table.state.legal(0)[0]})
    refused = await app.answer("POST", f"/api/tables/{table}/decisions", body)
    database.full = False
    accepted = await app.answer("POST", f"/api/tables/{table}/decisions", body)
    events = database.stores["events"]
    events[min(key for key in events if key.startswith(table))] = '["broken"]'
    app, browser = await opened(database)
    broken = await app.answer("GET", f"/api/tables/{table}")
    return {
        "refused": [refused["status"], json.loads(refused["text"])["error"]["code"]],
        "accepted": [accepted["status"], json.loads(accepted["text"]).get("number", 0) > number],
        "broken": broken["status"],
        "damaged": [one["content"]["table"] == table for one in await app.damaged()],
        "lobby": (await app.answer("GET", "/"))["status"],
        "other": (await app.answer("GET", f"/api/tables/{other}"))["status"],
        "records": len(await app.records()),
        "german": (await app.answer("GET", "/settings/language/de?back=/rules"))["location"],
        "lang": 'lang="de"' in (await app.answer("GET", "/about"))["text"],
        "bad": (await app.answer("POST", "/api/tables", '{"game": 3}'))["status"],
    }


async def run() -> None:
    for game in GAMES:
        print(json.dumps(await whole_game(game)), flush=True)
    print(json.dumps(await faults(GAMES[0])))


if __name__ == "__main__":
    asyncio.run(run())
