"""Where games are played, here, in a pool of processes or on Ray, and where finished ones are kept."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from zoobox.arena.fixtures import Fixture
from zoobox.arena.play import Outcome, order_for, play_order
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game

Task = Callable[[dict[str, Any]], dict[str, Any]]
PLACES = ("local", "ray")
FOREVER = float("inf")
TRIES = 3
"""How often a game is begun anew whose process died."""


class Finished(Protocol):
    """What is kept of a finished game."""

    SHELF: ClassVar[str]
    """What the names of its files end with; another ending when what is told changes."""

    @property
    def key(self) -> str:
        """That of its fixture."""

    def as_json(self) -> dict[str, Any]:
        """Plain values."""

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Self:
        """The inverse."""


Kept = TypeVar("Kept", bound=Finished)


def shelf_folder() -> Path:
    """Where finished games are kept unless a folder is given."""
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "zoobox" / "arena"


def mark_of(game: Game, *asked: str | int) -> str:
    """Tells finished games of one configuration from those of another; a bot with other weights is another bot."""
    heuristics = game.heuristics()
    sense = [heuristics.weights, repr(getattr(heuristics, "TUNING", {}))]
    told = [game.configuration(), game.components.fingerprint, game.rules_version, sense, *asked]
    return hashlib.blake2b(json.dumps(told, sort_keys=True).encode(), digest_size=5).hexdigest()


class Shelf(Generic[Kept]):
    """Finished games of one configuration, one line each, so that what is interrupted can be gone on with."""

    def __init__(self, game: Game, kind: type[Kept], folder: Path | None = None) -> None:
        self.kind = kind
        self.path = (folder or shelf_folder()) / f"{game.name}-{game.players}-{mark_of(game)}{kind.SHELF}"
        self.finished: dict[str, Kept] = {}
        if self.path.exists():
            text = self.path.read_text(encoding="utf-8")
            for line in text.splitlines():
                self._read(line)
            if not text.endswith("\n"):  # killed while writing: the next game has a line of its own
                with self.path.open("a", encoding="utf-8") as file:
                    file.write("\n")

    def _read(self, line: str) -> None:
        try:
            outcome = self.kind.from_json(json.loads(line))
        except (ValueError, TypeError):  # half a line
            return
        self.finished[outcome.key] = outcome

    def keep(self, outcome: Kept) -> None:
        self.finished[outcome.key] = outcome
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(outcome.as_json()) + "\n")


def play_all(
    game: Game,
    fixtures: Iterable[Fixture],
    *,
    jobs: int = 1,
    place: str = "local",
    shelf: Shelf[Outcome] | None = None,
    seconds: float | None = None,
) -> Iterator[Outcome]:
    """Plays the fixtures that the shelf does not hold yet and yields every outcome.

    After `seconds` no further game is begun; those under way are finished.
    """
    return finish_all(game, fixtures, play_order, Outcome, jobs=jobs, place=place, shelf=shelf, seconds=seconds)


def finish_all(
    game: Game,
    fixtures: Iterable[Fixture],
    task: Task,
    kind: type[Kept],
    *,
    jobs: int = 1,
    place: str = "local",
    shelf: Shelf[Kept] | None = None,
    seconds: float | None = None,
) -> Iterator[Kept]:
    """Carries out a task for each of the fixtures that the shelf does not hold yet, and yields what is kept of all."""
    kept = shelf.finished if shelf else {}
    todo = []
    for fixture in fixtures:
        if fixture.key in kept:
            yield kept[fixture.key]
        else:
            todo.append(fixture)
    orders = _until(time.monotonic() + (seconds or FOREVER), (order_for(game, fixture) for fixture in todo))
    for found in work(task, orders, jobs, place):
        outcome = kind.from_json(found)
        if shelf:
            shelf.keep(outcome)
        yield outcome


def _until(deadline: float, orders: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for order in orders:
        if time.monotonic() >= deadline:
            return
        yield order


def work(task: Task, orders: Iterator[dict[str, Any]], jobs: int = 1, place: str = "local") -> Iterator[dict[str, Any]]:
    """Carries out a task for every order, here, in a pool of processes or on Ray; results come as they are ready."""
    if place not in PLACES:
        raise ZooboxError(f"games are played on {' or '.join(PLACES)}, not on {place!r}.")
    if jobs < 1:
        raise ZooboxError(f"at least 1 job is needed, not {jobs}.")
    halls = {"local": _in_pool if jobs > 1 else _here, "ray": _on_ray}
    return halls[place](orders, jobs, task)


def _here(orders: Iterator[dict[str, Any]], jobs: int, task: Task) -> Iterator[dict[str, Any]]:
    for order in orders:
        yield task(order)


def _in_pool(orders: Iterator[dict[str, Any]], jobs: int, task: Task) -> Iterator[dict[str, Any]]:
    """A process that dies is replaced, and its game is played again."""
    tries: dict[str, int] = {}
    again: list[dict[str, Any]] = []
    while True:
        running: dict[Future[dict[str, Any]], dict[str, Any]] = {}
        source = _chained(again, orders)
        again = []
        with processes(jobs, "spawn") as pool:
            try:
                with unheard():
                    for order in islice(source, jobs):
                        running[_hand_out(pool, task, order, again)] = order
                while running:
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        result = future.result()
                        del running[future]
                        yield result
                        for order in islice(source, 1):
                            running[_hand_out(pool, task, order, again)] = order
                return
            except BrokenProcessPool:
                for order in running.values():
                    told = json.dumps(order, sort_keys=True)
                    tries[told] = tries.get(told, 0) + 1
                    if tries[told] >= TRIES:
                        raise ZooboxError(
                            f"the game of seed {order['seed']} killed its process {TRIES} times; it is given up."
                        ) from None
                    again.append(order)
                again.extend(source.pending)


@contextmanager
def processes(jobs: int, method: str | None = None) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes; when somebody stops in the middle, what is running is ended, not waited for."""
    others = set(active_children())
    with ProcessPoolExecutor(jobs, mp_context=get_context(method)) as pool:
        try:
            yield pool
        except BaseException:
            for process in set(active_children()) - others:
                process.terminate()
            raise


@contextmanager
def unheard() -> Iterator[None]:
    """Processes that begin here do not hear Ctrl-C: it is for whoever asked for them, who ends them."""
    if threading.current_thread() is not threading.main_thread():  # only that one may say how signals are heard
        yield
        return
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)


def _hand_out(
    pool: ProcessPoolExecutor, task: Task, order: dict[str, Any], again: list[dict[str, Any]]
) -> Future[dict[str, Any]]:
    """Gives a pool one more order; a pool that has just broken takes none, and the order is kept for the next one."""
    try:
        return pool.submit(task, order)
    except BrokenProcessPool:
        again.append(order)
        raise


class _chained(Iterator[dict[str, Any]]):  # noqa: N801 - reads like itertools.chain
    """First what must be played again, then the rest."""

    def __init__(self, again: list[dict[str, Any]], rest: Iterator[dict[str, Any]]) -> None:
        self.pending = list(again)
        self.rest = rest

    def __next__(self) -> dict[str, Any]:
        if self.pending:
            return self.pending.pop(0)
        return next(self.rest)


def _on_ray(orders: Iterator[dict[str, Any]], jobs: int, task: Task) -> Iterator[dict[str, Any]]:
    try:
        import ray
    except ImportError:
        raise ZooboxError("Ray is not installed; `pip install zoobox[lab]` brings it, or leave out --on ray.") from None
    if not ray.is_initialized():
        ray.init(
            num_cpus=jobs if jobs > 1 else None,
            log_to_driver=False,
            include_dashboard=False,
            logging_level=logging.ERROR,
        )
    remote = ray.remote(max_retries=TRIES)(task)
    running = [remote.remote(order) for order in islice(orders, 2 * jobs)]
    while running:
        done, running = ray.wait(running)
        for order in islice(orders, len(done)):
            running.append(remote.remote(order))
        yield from ray.get(done)
