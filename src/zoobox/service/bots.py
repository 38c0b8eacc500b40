"""Bots at tables: a few worker processes, replaced when one dies; the decision is then made again.

Both ends of the conversation are here: `BotWorkers` in the server, and `main`, which runs in each worker process. A
question is one line of JSON on the worker's standard input, the answer one line on its standard output.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import secrets
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from zoobox.bots import Budget, advise, player
from zoobox.bots.judging import Judge
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import State
from zoobox.service import context
from zoobox.service.fair_queue import FairQueue
from zoobox.service.tables.table import game_of

log = logging.getLogger("zoobox.bots")
DECISION_SECONDS = 60.0
ATTEMPTS = 4
MAX_LINE = 1 << 20
LUCK_BITS = 127
NICENESS = 5
"""Requests of people go before the decisions of bots."""


Charged = tuple[str, str]
"""The address and the table for which a bot works."""


REVIEWS = "reviews"
"""Stands for a table where a finished game is judged."""


class BotsUnavailable(Exception):
    """No bot could decide."""


class BotWorkers:
    """The worker processes. Each is started when it is first needed and answers one question at a time."""

    def __init__(self, count: int, waits: Callable[[float], object] = lambda seconds: None) -> None:
        self.queue = FairQueue(count)
        self.idle: list[asyncio.subprocess.Process] = []
        self.waits = waits
        """Told how long each question waited for a worker."""
        self.running: set[asyncio.subprocess.Process] = set()
        self.replaced = 0
        self.waiting = 0

    async def choose(self, state: State, seat: int, level: str, charged: Charged) -> int:
        """The choice of a bot of that level, from what the seat may know."""
        question = {"kind": "choose", "seat": seat, "level": level, **position_for(state, seat)}
        return int((await self._ask(question, charged))["choice"])

    async def advise(
        self, state: State, seat: int, seconds: float, language: str, names: Sequence[str], charged: Charged
    ) -> list[dict[str, Any]]:
        """Hints of the strongest level that answers in the time, best first."""
        question = {
            "kind": "advise",
            "seat": seat,
            "seconds": seconds,
            "language": language,
            "names": list(names),
            **position_for(state, seat),
        }
        advice: list[dict[str, Any]] = (await self._ask(question, charged))["advice"]
        return advice

    async def judge(
        self, state: State, seat: int, choice: int, *, near_end: bool, seconds: float, seed: int
    ) -> dict[str, Any]:
        """What a decision of a finished game, or of a puzzle, is worth; see `zoobox.bots.judging`."""
        question = judge_question(state, seat, choice, near_end=near_end, seconds=seconds, seed=seed)
        judgement: dict[str, Any] = (await self._ask(question, (context.address.get(), REVIEWS)))["judgement"]
        return judgement

    async def stop(self) -> None:
        for process in list(self.running):
            await self._end(process)

    async def _ask(self, question: dict[str, Any], charged: Charged) -> dict[str, Any]:
        line = json.dumps(question).encode() + b"\n"
        self.waiting += 1
        try:
            for _ in range(ATTEMPTS):
                answer = await self._ask_once(line, charged)
                if answer is not None:
                    if "error" in answer:
                        raise BotsUnavailable(answer["error"])
                    return answer
                self.replaced += 1
                log.warning("replaced a bot worker", extra={"replaced": self.replaced})
            raise BotsUnavailable("bot workers keep dying")
        finally:
            self.waiting -= 1

    async def _ask_once(self, line: bytes, charged: Charged) -> dict[str, Any] | None:
        """The answer, or None if the worker died or took too long."""
        async with self.queue.place(*charged) as waited:
            self.waits(waited)
            return await self._ask_worker(line)

    async def _ask_worker(self, line: bytes) -> dict[str, Any] | None:
        process = self.idle.pop() if self.idle else None
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
            if answered and process is not None:
                self.idle.append(process)

    async def _start(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "zoobox.service.bots",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=MAX_LINE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(folder for folder in sys.path if folder)},
        )
        self.running.add(process)
        return process

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        self.running.discard(process)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def position_for(state: State, seat: int) -> dict[str, Any]:
    """The position with everything re-randomised that the seat cannot know: the rest never enters a worker's memory."""
    redealt = state.redeal(seat, Luck(secrets.randbits(LUCK_BITS)))
    return {
        "configuration": json.dumps(state.game.configuration()),
        "position": redealt.snapshot().hex(),
    }


def judge_question(state: State, seat: int, choice: int, **how: Any) -> dict[str, Any]:
    """The position as it is: what is judged is a finished game or a puzzle, and hides nothing from a worker."""
    asked = {"kind": "judge", "seat": seat, "choice": choice, **how}
    configuration = json.dumps(state.game.configuration())
    return {**asked, "configuration": configuration, "position": state.snapshot().hex()}


# In the worker process.


def answer(question: dict[str, Any]) -> dict[str, Any]:
    game = game_of(question["configuration"])
    state = game.blank()
    state.load(bytes.fromhex(question["position"]))
    seat = question["seat"]
    if question["kind"] == "choose":
        return {"choice": player(question["level"], game).choose(state, seat)}
    if question["kind"] == "judge":
        judge = _judge_of(question["configuration"])
        judge.budget, judge.seed = Budget(seconds=question["seconds"]), question["seed"]
        return {"judgement": judge.judge(state, seat, question["choice"], question["near_end"]).as_json()}
    return {
        "advice": [
            {
                "choice": hint.choice.id,
                "value": hint.value,
                "worth": game.spoken_value(hint.value, question["language"]),
                "sentence": hint.sentence,
            }
            for hint in advise(
                state, seat, seconds=question["seconds"], language=question["language"], names=question["names"]
            )
        ]
    }


@lru_cache(maxsize=4)
def _judge_of(configuration: str) -> Judge:
    """Judges are kept, since a solved game remembers the round that it has looked at."""
    return Judge(game_of(configuration), Budget(seconds=1.0))


def main() -> None:
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    for line in sys.stdin:
        try:
            reply = answer(json.loads(line))
        except Exception as error:
            reply = {"error": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        main()
