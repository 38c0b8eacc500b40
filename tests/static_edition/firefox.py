"""Drives the system's Firefox over WebDriver BiDi: as much of it as a test of whole games needs."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
import time
from typing import Any

from websockets.sync.client import connect

START_SECONDS = 120
ANSWER_SECONDS = 600


class Firefox:
    """A Firefox without a window, with a profile of its own. Tabs share its storage."""

    def __init__(self) -> None:
        self.profile = tempfile.TemporaryDirectory()
        path = shutil.which("firefox-esr") or shutil.which("firefox")
        assert path is not None, "Firefox is not installed"
        command = [path, "--headless", "--no-remote", "--profile", self.profile.name, "--remote-debugging-port", "0"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        assert self.process.stderr is not None
        until = time.monotonic() + START_SECONDS
        address = None
        while address is None and time.monotonic() < until:
            found = re.search(r"WebDriver BiDi listening on (ws://\S+)", self.process.stderr.readline())
            address = found and found[1]
        assert address, "Firefox did not start"
        self.socket = connect(f"{address}/session", max_size=None)
        self.last = 0
        self.complaints: list[str] = []
        """What the console has said: errors and warnings."""
        self.ask("session.new", {"capabilities": {}})
        self.ask("session.subscribe", {"events": ["log.entryAdded"]})
        self.tab = str(self.ask("browsingContext.getTree", {})["contexts"][0]["context"])

    def ask(self, method: str, parameters: dict[str, Any]) -> Any:
        self.last += 1
        self.socket.send(json.dumps({"id": self.last, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv(ANSWER_SECONDS))
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] in ("error", "warn"):
                self.complaints.append(str(answer["params"]["text"]))
            if answer.get("id") == self.last:
                assert answer["type"] == "success", answer
                return answer["result"]

    def go(self, address: str) -> None:
        self.ask("browsingContext.navigate", {"context": self.tab, "url": address, "wait": "complete"})

    def new_tab(self) -> None:
        """Kills the tab and opens another one."""
        fresh = self.ask("browsingContext.create", {"type": "tab"})["context"]
        self.ask("browsingContext.close", {"context": self.tab})
        self.tab = fresh

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """What an asynchronous function of the page returns, as JSON."""
        called = f"async () => JSON.stringify(await ({function})({json.dumps(argument)}) ?? null)"
        parameters = {"functionDeclaration": called, "awaitPromise": True, "target": {"context": self.tab}}
        answer = self.ask("script.callFunction", parameters)
        assert answer["type"] == "success", answer.get("exceptionDetails", {}).get("text")
        return json.loads(answer["result"]["value"])

    def close(self) -> None:
        self.socket.close()
        self.process.terminate()
        self.process.wait(30)
        self.profile.cleanup()
