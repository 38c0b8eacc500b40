"""Is the table right? Three laws over all of it, one round by the plain rules, and games against its own root value."""

from __future__ import annotations

import ctypes
import math
import multiprocessing
import os
import pickle
import random
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from zoobox.games.zooloretto_dice import ZoolorettoDice
from zoobox.games.zooloretto_dice.layout import SEAT
from zoobox.games.zooloretto_dice.rules import DiceState
from zoobox.games.zooloretto_dice.solved import by_rules, states
from zoobox.games.zooloretto_dice.solved.native import DECISION, LAWS, Laws, Tally, address, host, tables
from zoobox.games.zooloretto_dice.solved.solver import PAIRS, Values, level_states

ROOT: Final = states.Contents(tuple(states.Code(size + 1, size + 1, 0) for size in states.SIZES), 0, 0)
TOLERANCE: Final = 1e-5
PERFECT: Final = 0
Decisions = npt.NDArray[np.void]


# The laws.


def laws(values: Values, jobs: int, highest_level: int = states.MOST_LEVEL) -> dict[str, dict[str, float]]:
    """One more coin, a free barn space, owning a bonus: none ever hurts. By how much does the table say it does?"""
    edges = np.linspace(0, PAIRS, 8 * jobs + 1).astype(int)

    def check(part: int) -> Laws:
        found = Laws()
        host().check_laws(
            tables(), address(values), int(edges[part]), int(edges[part + 1]), highest_level, ctypes.byref(found)
        )
        return found

    with ThreadPoolExecutor(jobs) as pool:
        parts = list(pool.map(check, range(8 * jobs)))
    return {
        name: {
            "compared": sum(part.compared[law] for part in parts),
            "worst": max(part.worst[law] for part in parts),
        }
        for law, name in enumerate(LAWS)
    }


# One round by the rules.


class RulesCheck:
    """Walks the round by `rules.py` in processes of its own, from the moment it is made."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self.walk_file = folder / "round-by-rules.pickle"
        self.jobs = jobs
        self.context = multiprocessing.get_context("spawn")
        self.walker = self.context.Process(target=_save_walk, args=(self.walk_file,))
        self.walker.start()

    def run(
        self, values_file: Path, count: int, highest_level: int = states.MOST_LEVEL, seed: int = 1
    ) -> dict[str, Any]:
        """One round of the plain rules on top of the table, for states drawn evenly from all levels."""
        self.walker.join()
        numbers = drawn_states(count, highest_level, seed)
        with ProcessPoolExecutor(
            self.jobs, self.context, initializer=_open_check, initargs=(self.walk_file, values_file)
        ) as pool:
            gaps = list(pool.map(_one_round, numbers, chunksize=4))
        return {"states": len(gaps), "worst": max(gaps), "mean": sum(gaps) / len(gaps)}

    def close(self) -> None:
        self.walker.join()
        self.walk_file.unlink(missing_ok=True)


def drawn_states(count: int, highest_level: int, seed: int) -> list[int]:
    """Random open states, each level as often as the others."""
    luck = random.Random(seed)
    levels = range(states.FIRST_OPEN_LEVEL, highest_level + 1)
    share = -(-count // len(levels))
    found: list[int] = []
    for level in levels:
        numbers = level_states(level)
        found += (int(numbers[luck.randrange(len(numbers))]) for _ in range(share))
    return found


def _save_walk(path: Path) -> None:
    path.write_bytes(pickle.dumps(by_rules.walk(ZoolorettoDice(players=2))))


_opened: dict[str, Any] = {}


def _open_check(walk_file: Path, values_file: Path) -> None:
    _opened["walk"] = pickle.loads(walk_file.read_bytes())
    _opened["values"] = np.memmap(values_file, np.float32, "r", 0, (states.STATES,))
    _opened["game"] = ZoolorettoDice(players=2)


def _one_round(number: int) -> float:
    return one_round_gap(number, _opened["values"], _opened["walk"], _opened["game"])


def one_round_gap(number: int, values: Values, walk: by_rules.Walk, game: ZoolorettoDice) -> float:
    """How far the table's value of a state is from one round of the rules on top of the table."""
    state: Any = game.restore({"sheets": states.positions_of(states.contents(number))})

    def worth(after: DiceState) -> float:
        if after.over:
            return after.payoff_of(0)
        next_starter = after.data[SEAT]
        value = float(values[states.of_sheets(after, next_starter).number])
        return value if next_starter == 0 else 1.0 - value

    by_the_rules = float(by_rules.fold(walk, by_rules.after_round(state, walk, worth)))
    return abs(by_the_rules - float(values[number]))


# Games.


def play(
    values: Values,
    games: int,
    habits: tuple[int, int],
    jobs: int,
    seed: int = 1,
    strays: int = 0,
    trace: int = 0,
    start: int | None = None,
) -> tuple[Tally, Decisions]:
    """Games of two ways to play, seat 0 starting; `strays` decisions in a million are random, `trace` are kept."""
    start = ROOT.number if start is None else start
    share = -(-games // jobs)
    kept = [np.zeros(-(-trace // jobs), DECISION) for _ in range(jobs)]

    def batch(job: int) -> Tally:
        tally = Tally()
        fold = ctypes.create_string_buffer(host().fold_size())
        luck = random.Random(f"{seed} {job}").getrandbits(63) | 1
        host().play_games(
            tables(),
            address(values),
            start,
            share,
            (ctypes.c_int * 2)(*habits),
            strays,
            ctypes.c_uint64(luck),
            address(kept[job]),
            ctypes.c_longlong(len(kept[job])),
            fold,
            ctypes.byref(tally),
        )
        return tally

    with ThreadPoolExecutor(jobs) as pool:
        tallies = list(pool.map(batch, range(jobs)))
    decisions = np.concatenate([rows[: tally.traced] for rows, tally in zip(kept, tallies, strict=True)])
    return _added(tallies), decisions


def _added(tallies: list[Tally]) -> Tally:
    total = Tally()
    for tally in tallies:
        for name in ("games", "won", "won_squared", "rounds", "traced"):
            setattr(total, name, getattr(total, name) + getattr(tally, name))
        for seat in range(2):
            total.lost[seat] += tally.lost[seat]
            total.lost_squared[seat] += tally.lost_squared[seat]
            total.decisions[seat] += tally.decisions[seat]
    return total


def self_play(values: Values, games: int, jobs: int, seed: int = 1, start: int | None = None) -> dict[str, float]:
    """Perfect against perfect: does the starter win as often as the value of the start says?"""
    start = ROOT.number if start is None else start
    tally, _ = play(values, games, (PERFECT, PERFECT), jobs, seed, start=start)
    mean = tally.won / tally.games
    root = float(values[start])
    error = math.sqrt(max(tally.won_squared / tally.games - mean * mean, 1e-12) / tally.games)
    return {
        "games": tally.games,
        "starter_won": mean,
        "standard_error": error,
        "root": root,
        "errors_apart": (mean - root) / error,
        "rounds_per_game": tally.rounds / tally.games,
    }


def usual_jobs() -> int:
    return os.cpu_count() or 1
