"""Everything that needs the whole table at once, in one run: solve, verify, train, measure.

    python -m zoobox.games.zooloretto_dice.solved.lab FOLDER --on cuda

leaves in FOLDER the network of the package, the sample of exact values for its tests, and the numbers behind
docs/solved.md. What each part gave is written as soon as it is there.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Final

import numpy as np

from zoobox.games.zooloretto_dice.solved import states, study, table, training, verify
from zoobox.games.zooloretto_dice.solved.network import Network
from zoobox.games.zooloretto_dice.solved.solver import (
    Cores,
    Cuda,
    Engine,
    Progress,
    Values,
    blank_values,
    level_states,
    measured_round,
    solve,
)

TRACED: Final = 400_000
STRAYS: Final = 150_000
ROUNDS_LEARNED: Final = 10_000
ROUNDS_JUDGED: Final = 3_000
ROUNDS_STORED: Final = 160
VALUES_STORED: Final = 20_000
POOL_STORED: Final = 2_400_000


class Notes:
    """The numbers, written after every part."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "study.json"
        self.numbers: dict[str, Any] = {}
        self.began = time.perf_counter()

    def add(self, name: str, what: Any) -> None:
        self.numbers[name] = what
        self.path.write_text(json.dumps(self.numbers, indent=1) + "\n")
        self.log(f"{name}: {json.dumps(what)[:400]}")

    def log(self, words: str) -> None:
        print(f"{time.perf_counter() - self.began:7.1f} s  {words}", flush=True)


def solved_values(values: Values, on: str, jobs: int, highest: int, notes: Notes) -> None:
    """Solves all levels up to the highest and notes each."""
    levels = range(states.FIRST_OPEN_LEVEL, highest + 1)
    longest = max(len(level_states(level)) for level in levels)
    engine: Engine = Cuda(values, longest) if on == "cuda" else Cores(values, jobs)
    rows: list[Progress] = []

    def report(progress: Progress) -> None:
        rows.append(progress)
        notes.log(
            f"level {progress.level}: {progress.states} states, {progress.rounds} rounds, {progress.seconds:.2f} s"
        )

    began = time.perf_counter()
    rounds = solve(engine, levels, report, lambda level, done: None)
    engine.close()
    notes.add(
        "solve",
        {
            "on": engine.name if isinstance(engine, Cuda) else f"{jobs} cores",
            "seconds": time.perf_counter() - began,
            "states": states.STATES,
            "finished": states.FINISHED_STATES,
            "rounds": rounds,
            "levels": {str(row.level): [row.states, row.rounds] for row in rows},
        },
    )


class SecondSolve(threading.Thread):
    """Solves everything again from another first guess, while the processor is busy with other checks."""

    GUESS = 0.9

    def __init__(self, values: Values, on: str, jobs: int, highest: int) -> None:
        super().__init__()
        self.first, self.on, self.jobs, self.highest = values, on, jobs, highest
        self.found: dict[str, float] = {}

    def run(self) -> None:
        values = blank_values(self.GUESS, jobs=self.jobs)
        levels = range(states.FIRST_OPEN_LEVEL, self.highest + 1)
        longest = max(len(level_states(level)) for level in levels)
        engine: Engine = Cuda(values, longest) if self.on == "cuda" else Cores(values, self.jobs)
        solve(engine, levels, lambda progress: None, lambda level, done: None)
        engine.close()
        worst = max(float(np.abs(values[numbers] - self.first[numbers]).max()) for numbers in map(level_states, levels))
        self.found = {"guess": self.GUESS, "worst": worst}


def low_levels_apart(values: Values, jobs: int, highest: int = 10) -> float:
    """How far the processor's own solve of the lowest levels is from the values."""
    own = blank_values(jobs=jobs)
    engine = Cores(own, jobs)
    levels = range(states.FIRST_OPEN_LEVEL, highest + 1)
    solve(engine, levels, lambda progress: None, lambda level, done: None)
    engine.close()
    return max(float(np.abs(own[numbers] - values[numbers]).max()) for numbers in map(level_states, levels))


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("folder", type=Path)
    given.add_argument("--on", choices=("cuda", "cpu"), default="cuda")
    given.add_argument("--jobs", type=int, default=verify.usual_jobs())
    given.add_argument("--highest", type=int, default=states.MOST_LEVEL, help="stop at this level (to try things out)")
    given.add_argument("--train", type=float, default=150.0, help="seconds of training")
    given.add_argument("--games", type=int, default=100_000)
    given.add_argument("--checks", type=int, default=2_000)
    arguments = given.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp())
    try:
        run(arguments, work)
    finally:
        shutil.rmtree(work)


def run(arguments: argparse.Namespace, work: Path) -> None:
    jobs, out = arguments.jobs, arguments.folder
    notes = Notes(out)
    rules_check = verify.RulesCheck(work, jobs)
    values_file = work / "values"
    values: Values = np.memmap(values_file, np.float32, "w+", 0, (states.STATES,))
    blank_values(into=values, jobs=jobs)
    notes.log("began")
    solved_values(values, arguments.on, jobs, arguments.highest, notes)
    start = verify.ROOT.number
    if arguments.highest < states.MOST_LEVEL:  # a trial: from a state of the highest level that was solved
        start = int(level_states(arguments.highest)[0])
    notes.add("root", float(values[start]))
    notes.add("low_levels_apart", low_levels_apart(values, jobs, min(10, arguments.highest)))
    laws = verify.laws(values, jobs, arguments.highest)
    notes.add("laws", laws)
    first_check = rules_check.run(values_file, 2 * states.MOST_LEVEL, arguments.highest, seed=2)
    notes.log(f"first check by the rules: {first_check}")
    if max(first_check["worst"], *(law["worst"] for law in laws.values())) > verify.TOLERANCE:
        raise SystemExit("the table is wrong; nothing more is made of it.")

    _, played = verify.play(values, TRACED // 60, (0, 0), jobs, seed=2, trace=TRACED, start=start)
    _, strayed = verify.play(values, TRACED // 60, (0, 0), jobs, seed=3, strays=STRAYS, trace=TRACED, start=start)
    notes.log(f"{len(played)} decisions of perfect play, {len(strayed)} with strays")
    judged = study.some_rounds(played, ROUNDS_JUDGED)
    stored = study.some_rounds(judged, ROUNDS_STORED)
    luck = np.random.default_rng(4)
    numbers = np.concatenate(
        [luck.choice(level_states(level), VALUES_STORED // 45 + 1) for level in range(8, arguments.highest + 1)]
    )
    np.savez_compressed(out / "sample.npz", decisions=stored, numbers=numbers, values=values[numbers])
    starts = np.unique(np.concatenate([played["state"], strayed["state"]]))
    starts = luck.permutation(starts)[:ROUNDS_LEARNED]
    of_play = training.leaves_of_play(starts, seed=5)
    notes.log(f"{len(of_play)} states to learn from, out of {len(starts)} rounds")
    learned = np.unique(luck.choice(of_play, POOL_STORED))
    steps = np.rint(values[learned] * table.STEPS).astype(np.uint16)
    np.savez_compressed(out / "learned.npz", gaps=np.diff(learned, prepend=0).astype(np.int32), steps=steps)

    try:
        learn(values, of_play, arguments.train, judged, jobs, out, notes)
    except Exception as error:  # the other parts are worth having without it
        notes.log(f"training failed: {error!r}")

    again = SecondSolve(values, arguments.on, jobs, arguments.highest)
    again.start()
    table.write(work / "table", values, {"root": float(values[start])})
    opened = table.Table(work / "table", check=True)
    some = luck.integers(0, states.STATES, 2_000_000).astype(np.int32)
    rounding = float(np.abs(opened.worth(some) - values[some]).max())
    notes.add("table", {"bytes": (work / "table").stat().st_size, "worst_rounding": rounding})
    notes.add("regret_table", study.summed_up(study.regrets(judged, opened, jobs)))
    notes.add("self_play", verify.self_play(values, arguments.games, jobs) if start == verify.ROOT.number else None)
    notes.add("openings", study.openings(study.Exact(values)))
    notes.add("facts_of_play", study.facts_of_play(played))
    notes.add("through_the_game", study.through_the_game(values, played))
    notes.add("one_round", rules_check.run(values_file, arguments.checks, arguments.highest))
    if start == verify.ROOT.number:
        notes.add("habits", study.habits(values, arguments.games // 10, jobs))
    again.join()
    notes.add("second_solve", again.found)
    notes.add("round_ms_on_one_core", 1e3 * measured_round(values))


def learn(
    values: Values, of_play: Any, seconds: float, judged: verify.Decisions, jobs: int, out: Path, notes: Notes
) -> None:
    """Trains the network and measures what trusting it costs."""
    network = training.train(values, of_play, seconds, notes.log)
    network.save(out / "network.npz")
    shipped = Network.load(out / "network.npz")
    notes.add("regret_network", study.summed_up(study.regrets(judged, shipped, jobs)))
    luck = np.random.default_rng(6)
    sample = np.unique(luck.choice(of_play, 200_000))
    gap = shipped.estimate(sample) - values[sample]
    notes.add("network_error", {"root_mean_square": float(np.sqrt((gap**2).mean())), "most": float(np.abs(gap).max())})


if __name__ == "__main__":
    main()
