"""Plays many games: in this process, in a pool of processes, or on Ray."""

from __future__ import annotations

import json
import logging
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import islice
from multiprocessing import active_children, get_context
from typing import Any

from zoobox.arena.matches import Match
from zoobox.arena.play import Outcome, job_for, play_job
from zoobox.arena.store import AnyResult, ResultStore
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game

Job = dict[str, Any]
"""What a process needs to play a game, as plain values."""
Task = Callable[[Job], dict[str, Any]]
BACKENDS = ("local", "ray")
FOREVER = float("inf")
TRIES = 3
"""How often a game is started whose process died."""


def play_all(
    game: Game,
    matches: Iterable[Match],
    *,
    processes: int = 1,
    backend: str = "local",
    store: ResultStore[Outcome] | None = None,
    seconds: float | None = None,
) -> Iterator[Outcome]:
    """Plays the matches that the store does not hold yet and yields every outcome.

    After `seconds` no further game is started; running ones are finished.
    """
    return run_all(game, matches, play_job, Outcome, processes=processes, backend=backend, store=store, seconds=seconds)


def run_all(
    game: Game,
    matches: Iterable[Match],
    task: Task,
    kind: type[AnyResult],
    *,
    processes: int = 1,
    backend: str = "local",
    store: ResultStore[AnyResult] | None = None,
    seconds: float | None = None,
) -> Iterator[AnyResult]:
    """Runs a task for each of the matches that the store does not hold yet, and yields the results of all."""
    stored = store.results if store else {}
    todo = []
    for match in matches:
        if match.key in stored:
            yield stored[match.key]
        else:
            todo.append(match)
    jobs = _until(time.monotonic() + (seconds or FOREVER), (job_for(game, match) for match in todo))
    for found in run_jobs(task, jobs, processes, backend):
        result = kind.from_json(found)
        if store:
            store.add(result)
        yield result


def _until(deadline: float, jobs: Iterator[Job]) -> Iterator[Job]:
    for job in jobs:
        if time.monotonic() >= deadline:
            return
        yield job


def check_backend(backend: str, processes: int) -> None:
    """Raises ZooboxError for a backend that there is not, or one that is not installed."""
    if backend not in BACKENDS:
        raise ZooboxError(f"games are played on {' or '.join(BACKENDS)}, not on {backend!r}.")
    if processes < 1:
        raise ZooboxError(f"at least 1 process is needed, not {processes}.")
    if backend == "ray" and find_spec("ray") is None:
        raise ZooboxError("Ray is not installed; `pip install zoobox[cluster]` brings it, or leave out --on ray.")


def run_jobs(task: Task, jobs: Iterator[Job], processes: int = 1, backend: str = "local") -> Iterator[dict[str, Any]]:
    """Runs a task for every job and yields the results as they become ready."""
    check_backend(backend, processes)
    if backend == "ray":
        return _on_ray(task, jobs, processes)
    return map(task, jobs) if processes == 1 else _in_pool(task, jobs, processes)


def _in_pool(task: Task, jobs: Iterator[Job], processes: int) -> Iterator[dict[str, Any]]:
    """A process that dies is replaced, and its game is played again."""
    tries: dict[str, int] = {}
    again: list[Job] = []
    while True:
        running: dict[Future[dict[str, Any]], Job] = {}
        source = _Chain(again, jobs)
        again = []
        with process_pool(processes, "spawn") as pool:
            try:
                with ignored_interrupts():
                    for job in islice(source, processes):
                        running[_submit(pool, task, job, again)] = job
                while running:
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        result = future.result()
                        del running[future]
                        yield result
                        for job in islice(source, 1):
                            running[_submit(pool, task, job, again)] = job
                return
            except BrokenProcessPool:
                for job in running.values():
                    key = json.dumps(job, sort_keys=True)
                    tries[key] = tries.get(key, 0) + 1
                    if tries[key] >= TRIES:
                        raise ZooboxError(
                            f"the game of seed {job['seed']} killed its process {TRIES} times; giving up."
                        ) from None
                    again.append(job)
                again.extend(source.pending)


@contextmanager
def process_pool(processes: int, method: str | None = None) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes; if an exception ends it, running processes are terminated, not waited for."""
    others = set(active_children())
    with ProcessPoolExecutor(processes, mp_context=get_context(method)) as pool:
        try:
            yield pool
        except BaseException:
            for process in set(active_children()) - others:
                process.terminate()
            raise


@contextmanager
def ignored_interrupts() -> Iterator[None]:
    """Processes started here ignore Ctrl-C; the process that started them handles it and ends them."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread may set signal handlers
        yield
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def _submit(pool: ProcessPoolExecutor, task: Task, job: Job, again: list[Job]) -> Future[dict[str, Any]]:
    """Submits a job; a pool that has just broken takes none, and the job is kept for the next one."""
    try:
        return pool.submit(task, job)
    except BrokenProcessPool:
        again.append(job)
        raise


class _Chain(Iterator[Job]):
    """First the jobs that must be run again, then the rest."""

    def __init__(self, again: list[Job], rest: Iterator[Job]) -> None:
        self.pending = list(again)
        self.rest = rest

    def __next__(self) -> Job:
        if self.pending:
            return self.pending.pop(0)
        return next(self.rest)


def _on_ray(task: Task, jobs: Iterator[Job], processes: int) -> Iterator[dict[str, Any]]:
    import ray

    if not ray.is_initialized():
        ray.init(
            num_cpus=processes if processes > 1 else None,
            log_to_driver=False,
            include_dashboard=False,
            logging_level=logging.ERROR,
        )
    remote = ray.remote(max_retries=TRIES)(task)
    running = [remote.remote(job) for job in islice(jobs, 2 * processes)]
    while running:
        done, running = ray.wait(running)
        for job in islice(jobs, len(done)):
            running.append(remote.remote(job))
        yield from ray.get(done)
