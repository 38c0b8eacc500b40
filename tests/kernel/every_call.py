"""Calls everything that compiled modules show to Python with bad arguments; prints what came of each call.

Run as a program, so that a call that kills the interpreter kills this process only: the last line names the call.
The same calls are made interpreted, where nothing can be read outside a buffer, and the answers must be the same.
"""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import itertools
import json
import sys
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import zoobox
from zoobox.bots.network import Recorder
from zoobox.bots.search import Search
from zoobox.bots.tuning import Tuning
from zoobox.envs.vector import VectorGames

SOURCE = Path(zoobox.__file__).parents[1]
INTEGERS = (0, 1, -1, 5, 63, 10**6, 2**31 - 1, 2**31, -(2**31), 2**63, 10**30, np.int64(1), np.int8(-1), True)
NO_INTEGERS = ("x", None, 1.5, [], b"\x00", object)
HARD_WORK = (
    "simulate",
    "simulate_choice",
    "play_against",
    "grow",
    "reserve",
    "VectorGames.__init__",
    "Recorder.__init__",
    "State.__init__",
)
"""A million of these is no bad argument: it takes time or memory."""
Call = tuple[str, Callable[[], Any]]


def sources() -> list[Path]:
    return [path.with_suffix(".py") for path in sorted(SOURCE.rglob("*.pxd")) if "template" not in path.parts]


@functools.cache
def parameters(path: Path) -> dict[str, list[str]]:
    """The annotations of the parameters of every function and method of a module."""
    found = {}
    tree = ast.parse(path.read_text())
    for node in tree.body:
        functions = [(node.name, node)] if isinstance(node, ast.FunctionDef) else []
        if isinstance(node, ast.ClassDef):
            functions = [(f"{node.name}.{f.name}", f) for f in node.body if isinstance(f, ast.FunctionDef)]
        for name, function in functions:
            found[name] = [
                ast.unparse(argument.annotation) if argument.annotation else ""
                for argument in function.args.args
                if argument.arg != "self"
            ]
    return found


def values(annotation: str, game: zoobox.Game) -> tuple[Any, ...]:
    """A good value, and bad ones."""
    state = game.start(3)
    other = zoobox.game(next(name for name in zoobox.names() if name != game.name)).start(3)
    kinds: dict[str, tuple[Any, ...]] = {
        "int": (*INTEGERS, *NO_INTEGERS),
        "float": (0.5, float("nan"), 10**400, None, "x"),
        "State": (state, other, None, 3, "x"),
        "Luck": (zoobox.Luck(1), None, 3, "x"),
        "Game": (game, other.game, None, 3),
        "Heuristics": (game.heuristics(), other.game.heuristics(), None, 3),
        "bytes": (state.snapshot(), b"", b"\x00" * state.size, b"\xff" * state.size, None, 7),
        "memoryview": (
            memoryview(array("h", bytes(2 * game.observation_spec().size))),
            memoryview(array("h", [0])),
            memoryview(array("b", bytes(game.choice_count))),
            memoryview(b"\x00\x00"),
            np.zeros((2, 3), np.int16),
            None,
        ),
        "list[int]": ([0], [10**30], [-1], [None], "x", None),
        "Sequence[int]": ([0], [10**30], [-1], [None], "x", None, []),
        "str": ("en", "xx", None, 3),
    }
    if "Game" in annotation and "Heuristics" not in annotation:
        return kinds["Game"]
    for name in ("Heuristics", "Luck", "memoryview", "list[int]", "Sequence[int]", "bytes", "int", "float", "str"):
        if annotation.split(" ")[0].startswith(name):
            return kinds[name]
    if "State" in annotation:
        return kinds["State"]
    return (0, None, "x", [], 10**30)


def is_much(value: Any) -> bool:
    return type(value) is int and 63 < value < 2**63


def objects(game: zoobox.Game) -> list[Callable[[], Any]]:
    """How to make one of every compiled kind."""

    def searching() -> Search:
        search = Search(game.start(3), game.heuristics(), Tuning())
        search.reset(0)
        search.add_deal(game.start(3))
        search.simulate(20, zoobox.Luck(1))
        return search

    return [
        lambda: game.start(3),
        lambda: zoobox.Luck(3),
        game.observation_spec,
        game.heuristics,
        searching,
        lambda: Search(game.start(3), game.heuristics(), Tuning()),
        lambda: VectorGames(game, count=2, seed=1),
        lambda: Recorder(game, 4),
    ]


def combinations(name: str, annotations: list[str], game: zoobox.Game) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Good arguments with one bad among them, all bad, one too few."""
    offered = [values(annotation, game) for annotation in annotations]
    if name in HARD_WORK:
        offered = [tuple(value for value in listed if not is_much(value)) for listed in offered]
    good = tuple(listed[0] for listed in offered)
    yield "good", good
    for place, listed in enumerate(offered):
        for number, bad in enumerate(listed[1:], 1):
            yield f"{place}:{number}", (*good[:place], bad, *good[place + 1 :])
    if len(offered) > 1:
        for number, bad in enumerate(itertools.islice(zip(*offered, strict=False), 1, 8), 1):
            yield f"all:{number}", bad
    if good:
        yield "few", good[:-1]


def calls(game: zoobox.Game) -> Iterator[tuple[str, Callable[[], Any]]]:
    for make in objects(game):
        kind = type(make())
        for name in sorted(dir(kind)):
            if name.startswith("_"):
                continue
            owner = next((base for base in kind.__mro__ if name in vars(base)), None)
            if owner is None or not owner.__module__.startswith("zoobox"):
                continue
            attribute = inspect.getattr_static(kind, name)
            if isinstance(attribute, property) or not callable(attribute):
                continue
            path = SOURCE / (owner.__module__.replace(".", "/") + ".py")
            wanted = parameters(path).get(f"{owner.__name__}.{name}")
            if wanted is None:
                continue
            for which, arguments in combinations(name, wanted, game):
                yield (
                    f"{game.name} {kind.__name__}.{name} {which}",
                    functools.partial(lambda make, name, given: getattr(make(), name)(*given), make, name, arguments),
                )


def functions(game: zoobox.Game) -> Iterator[Call]:
    """Functions of compiled modules, and constructors."""
    for path in sources():
        module_name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        module = importlib.import_module(module_name)
        for name, wanted in parameters(path).items():
            owner, _, method = name.rpartition(".")
            shown = getattr(module, owner or name, None)
            if name.startswith("_") or shown is None or (owner and method != "__init__"):
                continue
            if owner and not isinstance(shown, type):
                continue
            if name in ("pack", "unpack"):  # they write and read files that the caller names
                continue
            for which, arguments in combinations(name, wanted, game):
                yield f"{game.name} {module_name}.{name} {which}", functools.partial(shown, *arguments)


def plain(value: Any, depth: int = 0) -> Any:
    """An answer as something that two processes can compare."""
    if isinstance(value, float):
        return repr(round(value, 9))
    if value is None or isinstance(value, str | int | bool):
        return repr(value)
    if depth > 4:
        return type(value).__name__
    if isinstance(value, zoobox.State):
        return value.snapshot().hex()
    if isinstance(value, np.ndarray | array):
        return [plain(item, depth + 1) for item in value.tolist()]
    if isinstance(value, list | tuple):
        return [plain(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item, depth + 1) for key, item in value.items()}
    return type(value).__name__


def main(names: list[str], visible: Path | None) -> None:
    """Prints two lines a call: what is called, and what came of it; `visible` names the calls to be made."""
    wanted = set(json.loads(visible.read_text())) if visible else None
    for name in names:
        game = zoobox.game(name)
        for call, make in itertools.chain(calls(game), functions(game)):
            if wanted is not None and call not in wanted:
                continue
            print(f"> {call}", flush=True)
            try:
                answer = plain(make())
            except Exception as error:
                answer = {"error": type(error).__name__, "text": str(error)[:200]}
            print("< " + json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1].split(","), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
