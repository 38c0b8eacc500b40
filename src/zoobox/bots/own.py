"""Bots of your own: a class or function in a file, a program in any language, or an address.

`my_file.py:MyBot` is a class with a method `choose(self, state, seat)`, or a function of the same two arguments. It
answers with the id, the notation or the Choice that it wants. The state holds only what the seat may know; everything
else in it is re-randomised.

`run:COMMAND` is a program that reads one line of JSON for each decision and writes one; `http://...` is sent the same
JSON by POST. docs/bots.md describes it.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import queue
import re
import secrets
import shlex
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from zoobox.bots.levels import check_level, player
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck
from zoobox.kernel.player import Budget, Player, Thought
from zoobox.kernel.state import State

IN_FILE = re.compile(r"(?P<file>[^,\[\]]+\.py):(?P<name>\w+)")
PROGRAM = "run:"
ADDRESSES = ("http://", "https://")
PROTOCOL = 1
"""The version of what programs and addresses are sent."""
ANSWER_SECONDS = 60.0
FAULTS = (ZooboxError, OSError, ValueError)
THIS_PROCESS = secrets.token_hex(4)

Choose = Callable[[State, int], Any]


def is_own(text: str) -> bool:
    """Whether a bot is named by a file, a program or an address instead of a level."""
    return text.startswith((PROGRAM, *ADDRESSES)) or IN_FILE.fullmatch(text) is not None


def check_bot(text: str, game: Game) -> None:
    """Raises ZooboxError for a level that does not play the game, or a file without that bot."""
    if not is_own(text):
        check_level(text, game)
    elif IN_FILE.fullmatch(text):
        _read(text)


def make_bot(
    text: str, game: Game, *, simulations: int | None = None, seconds: float | None = None, seed: int | None = None
) -> Player:
    """A level, or a bot of one's own. A service never calls this: it would run what a request names."""
    if not is_own(text):
        return player(text, game, simulations=simulations, seconds=seconds, seed=seed)
    return OwnBot(text, game, Budget(simulations, seconds), seed)


def fingerprint(text: str) -> str:
    """Tells one version of an own bot from another; empty for a level.

    A program or an address can change unseen, so it is another one in every process that asks.
    """
    if not is_own(text):
        return ""
    found = IN_FILE.fullmatch(text)
    if found is None:
        return THIS_PROCESS
    return hashlib.blake2b(_source(Path(found["file"])), digest_size=5).hexdigest()


class OwnBot(Player):
    """A bot that somebody else wrote."""

    def __init__(self, level: str, game: Game, budget: Budget, seed: int | None) -> None:
        super().__init__(level, game, budget, seed)
        if level.startswith(PROGRAM):
            self.asked: Choose = Program(level.removeprefix(PROGRAM))
        elif level.startswith(ADDRESSES):
            self.asked = Address(level)
        else:
            self.asked = _made(_read(level), game, self.seed)

    def decide(self, state: State, seat: int, luck: Luck) -> int:
        try:
            return self.game.find(state, seat, self.asked(state, seat))
        except FAULTS as error:
            raise ZooboxError(f"{self.level}: {error}") from error

    def weigh(self, state: State, seat: int, luck: Luck) -> list[Thought]:
        """Its choice first; of the others it says nothing."""
        chosen = self.decide(state, seat, luck)
        share = 1 / state.players
        others = [Thought(choice, 0.0, 0) for choice in state.legal(seat) if choice != chosen]
        return [Thought(chosen, share, 1), *others]


def request(state: State, seat: int) -> dict[str, Any]:
    """What a program or an address is sent for a decision: all that the seat may know, and its choices."""
    return {
        "protocol": PROTOCOL,
        "game": state.game.configuration(),
        "seat": seat,
        "prompt": state.prompt(seat),
        "view": state.view(seat),
        "choices": [
            {"id": choice.id, "notation": choice.notation, "label": choice.label} for choice in state.choices(seat)
        ],
    }


def answer(text: str) -> int | str:
    """The choice in a reply: an id or a notation, plain or as {"choice": ...}."""
    text = text.strip()
    try:
        found = json.loads(text)
    except ValueError:
        return text
    if isinstance(found, dict):
        found = found.get("choice")
    if not isinstance(found, int | str) or isinstance(found, bool):
        raise ZooboxError(f"the answer should be an id or a notation, not {text[:80]!r}.")
    return found


class Program:
    """A program that is asked by lines on its standard input and answers on its standard output."""

    def __init__(self, command: str) -> None:
        try:
            self.process = subprocess.Popen(
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except (OSError, ValueError) as error:
            raise ZooboxError(f"cannot start {command!r}: {error}.") from None
        self.lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put("")

    def __call__(self, state: State, seat: int) -> int | str:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(request(state, seat)) + "\n")
        self.process.stdin.flush()
        try:
            line = self.lines.get(timeout=ANSWER_SECONDS)
        except queue.Empty:
            raise ZooboxError(f"no answer within {ANSWER_SECONDS:g} seconds.") from None
        if not line:
            raise ZooboxError("the program ended instead of answering.")
        return answer(line)

    def __del__(self) -> None:
        process = getattr(self, "process", None)
        if process is not None and process.poll() is None:
            process.kill()
            process.wait()
        for stream in (process.stdin, process.stdout) if process is not None else ():
            if stream is not None:
                stream.close()


class Address:
    """A service that is asked by POST."""

    def __init__(self, url: str) -> None:
        self.url = url

    def __call__(self, state: State, seat: int) -> int | str:
        asked = urllib.request.Request(
            self.url, json.dumps(request(state, seat)).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(asked, timeout=ANSWER_SECONDS) as reply:
            return answer(reply.read().decode())


def _source(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ZooboxError(f"cannot read {path}: {error.strerror}.") from None


def _read(text: str) -> Any:
    """The class or function that `my_file.py:MyBot` names."""
    found = IN_FILE.fullmatch(text)
    assert found is not None
    path = Path(found["file"])
    name = f"zoobox_own_{hashlib.blake2b(str(path.resolve()).encode() + _source(path), digest_size=8).hexdigest()}"
    if name not in sys.modules:
        spec = spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except Exception as error:
            del sys.modules[name]
            raise ZooboxError(f"{path} cannot be loaded: {type(error).__name__}: {error}.") from error
    bot = getattr(sys.modules[name], found["name"], None)
    if not callable(bot) or (inspect.isclass(bot) and not hasattr(bot, "choose")):
        raise ZooboxError(
            f"{path} has no bot {found['name']}, a class with a method choose(state, seat) or a function."
        )
    return bot


def _made(bot: Any, game: Game, seed: int) -> Choose:
    """A function is asked itself; a class is made, and given the game and the seed where it wants them."""
    if not inspect.isclass(bot):
        return bot  # type: ignore[no-any-return]
    wanted = inspect.signature(bot).parameters
    given = {name: value for name, value in (("game", game), ("seed", seed)) if name in wanted}
    made: Any = bot(**given)
    return made.choose  # type: ignore[no-any-return]
