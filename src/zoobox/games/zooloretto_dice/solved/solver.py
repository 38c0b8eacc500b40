"""Solving: level by level, from the fewest marks that are still possible to the most.

Marks are irreversible, so a round leads to lower levels only, or, when nobody marks anything, back to the same state
or its mirror image; those two are evaluated in turn until they stand still.
"""

from __future__ import annotations

import ctypes
import json
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
import numpy.typing as npt

from zoobox.games.zooloretto_dice.solved import states
from zoobox.games.zooloretto_dice.solved.native import (
    GRAPH,
    CannotSolve,
    address,
    device,
    device_name,
    device_trouble,
    host,
    tables,
)

STILL: Final = 2e-7
"""States that follow themselves are evaluated until they move by less."""
GUESS: Final = 0.5
PAIRS: Final = states.COMBINATIONS * states.LIONS
PORTION: Final = 4096
"""States that a processor core takes at a time; between portions the work can be stopped and its progress kept."""
ROUNDS_IN_ALL: Final = 2.36
"""Rounds folded per open state, over the whole game: for the estimate before a long run."""
SAVING: Final = 60.0

Values = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the solving has come."""

    level: int
    states: int
    rounds: int
    seconds: float


class Engine(Protocol):
    """What solves the states of one level."""

    def solve(self, numbers: Numbers) -> Iterator[tuple[int, int]]:
        """Solves a level's states in portions; yields how many are done and how many rounds were folded for them."""

    def close(self) -> None:
        """Brings the values home."""


def level_states(level: int) -> Numbers:
    """The open states of a level, rising."""
    count = host().list_level(tables(), states.COMBINATIONS, level, None)
    numbers = np.empty(count, np.int32)
    host().list_level(tables(), states.COMBINATIONS, level, address(numbers))
    return numbers


def blank_values(guess: float = GUESS, into: Values | None = None, jobs: int = 1) -> Values:
    """A value for every state: results of the finished ones, a guess for the others."""
    values = np.empty(states.STATES, np.float32) if into is None else into
    edges = np.linspace(0, PAIRS, jobs + 1).astype(int)

    def fill(part: int) -> None:
        host().fill_finished(tables(), address(values), int(edges[part]), int(edges[part + 1]), ctypes.c_float(guess))

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(fill, range(jobs)))
    return values


class Cores:
    """Solves on processor cores, one thread each; the kernel runs without the interpreter's lock."""

    def __init__(self, values: Values, jobs: int) -> None:
        self.values = values
        self.pool = ThreadPoolExecutor(jobs)
        self.jobs = jobs

    def solve(self, numbers: Numbers) -> Iterator[tuple[int, int]]:
        step = PORTION * self.jobs
        for start in range(0, len(numbers), step):
            portion = numbers[start : start + step]
            shares = [np.ascontiguousarray(portion[job :: self.jobs]) for job in range(self.jobs)]
            yield len(portion), sum(self.pool.map(self._solve, shares))

    def _solve(self, numbers: Numbers) -> int:
        rounds = host().solve_list(
            tables(), address(numbers), len(numbers), address(self.values), ctypes.c_float(STILL)
        )
        if rounds < 0:
            raise CannotSolve("there is not enough memory to fold a round.")
        return int(rounds)

    def close(self) -> None:
        self.pool.shutdown()


class Cuda:
    """Solves on a CUDA device, one thread block per state."""

    def __init__(self, values: Values, longest_level: int) -> None:
        self.values = values
        self.name = device_name()
        arrays = GRAPH
        places = (ctypes.c_void_p * len(arrays))(*(array.ctypes.data for array in arrays))
        sizes = (ctypes.c_longlong * len(arrays))(*(array.nbytes for array in arrays))
        self._check(
            device().device_open(
                places, sizes, len(arrays), address(values), ctypes.c_longlong(states.STATES), longest_level
            )
        )

    def _check(self, code: int) -> None:
        if code:
            raise CannotSolve(f"the CUDA device failed: {device_trouble()}.")

    def solve(self, numbers: Numbers) -> Iterator[tuple[int, int]]:
        rounds = int(device().device_solve(address(numbers), len(numbers), ctypes.c_float(STILL)))
        self._check(rounds < 0)
        yield len(numbers), rounds

    def close(self) -> None:
        self._check(device().device_read(address(self.values)))
        self._check(device().device_close())


def solve(
    engine: Engine, levels: range, report: Callable[[Progress], None], keep: Callable[[int, int], None], skip: int = 0
) -> int:
    """Solves levels in order; `skip` states of the first are done. Calls `keep` after every portion. Returns rounds."""
    rounds = 0
    for level in levels:
        began = time.perf_counter()
        numbers = level_states(level)
        done, skip = skip, 0
        folded = 0
        for count, more in engine.solve(numbers[done:]):
            done += count
            folded += more
            keep(level, done)
        rounds += folded
        report(Progress(level, len(numbers), folded, time.perf_counter() - began))
    return rounds


class Workbook:
    """The values of an unfinished solve in a file beside the table, and how far it has come."""

    def __init__(self, path: Path, jobs: int) -> None:
        self.path = path
        self.note = path.with_suffix(".progress")
        self.level, self.done = states.FIRST_OPEN_LEVEL, 0
        path.parent.mkdir(parents=True, exist_ok=True)
        self.resumed = self._resumes()
        self.values: Values = np.memmap(path, np.float32, "r+" if self.resumed else "w+", 0, (states.STATES,))
        if not self.resumed:
            blank_values(into=self.values, jobs=jobs)
            self.save()
        self.saved = time.monotonic()

    def _resumes(self) -> bool:
        try:
            noted = json.loads(self.note.read_text())
            if self.path.stat().st_size != 4 * states.STATES or noted["states"] != states.STATES:
                return False
            self.level, self.done = int(noted["level"]), int(noted["done"])
        except (OSError, ValueError, KeyError, TypeError):
            return False
        return True

    def keep(self, level: int, done: int) -> None:
        """Notes the progress, and once a minute makes sure that it is on the disk."""
        self.level, self.done = level, done
        if time.monotonic() - self.saved > SAVING:
            self.save()

    def save(self) -> None:
        if isinstance(self.values, np.memmap):
            self.values.flush()
        fresh = self.note.with_suffix(".progress.new")
        fresh.write_text(json.dumps({"states": states.STATES, "level": self.level, "done": self.done}))
        os.replace(fresh, self.note)
        self.saved = time.monotonic()

    def discard(self) -> None:
        del self.values
        self.path.unlink(missing_ok=True)
        self.note.unlink(missing_ok=True)


def measured_round(values: Values, rounds: int = 200) -> float:
    """Seconds that this processor core needs to fold one round, as measured now."""
    fold = ctypes.create_string_buffer(host().fold_size())
    began = time.perf_counter()
    for index in range(rounds):
        number = (index * 40_503 * 2003) % states.STATES
        host().fold_state(tables(), fold, number, address(values))
    return (time.perf_counter() - began) / rounds


def estimate(values: Values, jobs: int) -> dict[str, Any]:
    """How long a solve on processor cores will take, from rounds folded now."""
    per_round = measured_round(values)
    return {"round_ms": per_round * 1e3, "hours": per_round * states.OPEN_STATES * ROUNDS_IN_ALL / jobs / 3600}
