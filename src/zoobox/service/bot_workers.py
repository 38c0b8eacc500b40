"""Bots at tables: a few processes that think, replaced when one dies; the decision is then made again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import secrets
import sys
from typing import Any

from zoobox.kernel.luck import Luck
from zoobox.kernel.state import State

log = logging.getLogger("zoobox.bots")
DECISION_SECONDS = 60.0
ATTEMPTS = 4
LINE_LIMIT = 1 << 20
LUCK_BITS = 127


class BotsUnavailable(Exception):
    """No bot could decide."""


class BotWorkers:
    """The processes. Each is started when it is first needed and answers one question at a time."""

    def __init__(self, count: int) -> None:
        self.free: asyncio.LifoQueue[asyncio.subprocess.Process | None] = asyncio.LifoQueue()
        for _ in range(count):
            self.free.put_nowait(None)
        self.running: set[asyncio.subprocess.Process] = set()
        self.replaced = 0
        self.waiting = 0

    async def choose(self, state: State, seat: int, level: str) -> int:
        """The choice of a bot at that level. It is shown only what the seat may know."""
        told = await self._ask({"kind": "choose", "seat": seat, "level": level, **_shown(state, seat)})
        return int(told["choice"])

    async def advise(self, state: State, seat: int, level: str, language: str) -> list[dict[str, Any]]:
        """Hints, best first."""
        question = {"kind": "advise", "seat": seat, "level": level, "language": language, **_shown(state, seat)}
        advice: list[dict[str, Any]] = (await self._ask(question))["advice"]
        return advice

    async def stop(self) -> None:
        for process in list(self.running):
            await self._end(process)

    async def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        line = json.dumps(question).encode() + b"\n"
        self.waiting += 1
        try:
            for _ in range(ATTEMPTS):
                told = await self._ask_once(line)
                if told is not None:
                    if "error" in told:
                        raise BotsUnavailable(told["error"])
                    return told
                self.replaced += 1
                log.warning("a thinking process was replaced", extra={"replaced": self.replaced})
            raise BotsUnavailable("the bots' processes keep dying")
        finally:
            self.waiting -= 1

    async def _ask_once(self, line: bytes) -> dict[str, Any] | None:
        """The answer, or None if the process died over it."""
        process = await self.free.get()
        answered = False
        try:
            if process is None or process.returncode is not None:
                process = await self._start()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(line)
            await process.stdin.drain()
            reply = await asyncio.wait_for(process.stdout.readline(), DECISION_SECONDS)
            answered = reply.endswith(b"\n")
            return json.loads(reply) if answered else None
        except (OSError, TimeoutError, ValueError):
            return None
        finally:
            if not answered and process is not None:
                await self._end(process)
            self.free.put_nowait(process if answered else None)

    async def _start(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "zoobox.service.bot_worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_LIMIT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(folder for folder in sys.path if folder)},
        )
        self.running.add(process)
        return process

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        self.running.discard(process)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def _shown(state: State, seat: int) -> dict[str, Any]:
    redealt = state.redeal(seat, Luck(secrets.randbits(LUCK_BITS)))
    return {
        "configuration": json.dumps(state.game.configuration()),
        "position": redealt.snapshot().hex(),
    }
