"""Games as tables for learning: what a seat observed, what it could choose, what it chose, how the game ended.

One row per decision:

| column | meaning |
| --- | --- |
| `game_number`, `seed` | which game |
| `decision` | its number in the game, from 0 |
| `seat` | who decided |
| `observation` | what that seat observed: 16-bit numbers, documented by `game.observation_spec()` |
| `legal` | the ids it could choose from |
| `choice` | the id it chose |
| `reward` | the reward of that seat at the end of the game |
| `points` | its points at the end of the game |
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zoobox.arena.entrants import Entrant
from zoobox.arena.matches import Match
from zoobox.arena.play import game_of, job_for, match_of, play_match
from zoobox.arena.runner import check_backend, run_jobs
from zoobox.arena.store import configuration_key
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.state import State

GROUP = 200
"""Games in one row group of the file, and in one part of a file that is not complete yet."""


def game_rows(game: Game, match: Match) -> list[dict[str, Any]]:
    """The rows of one game between bots."""
    spec = game.observation_spec()
    rows: list[dict[str, Any]] = []

    def add_row(state: State, seat: int, choice: int, taken: float) -> None:
        rows.append(
            {
                "seed": match.seed,
                "decision": len(rows),
                "seat": seat,
                "observation": list(spec.observe(state, seat)),
                "legal": state.legal(seat),
                "choice": choice,
            }
        )

    state = play_match(game, match, add_row)
    for row in rows:
        row["reward"] = state.reward_of(row["seat"])
        row["points"] = state.points_of(row["seat"])
    return rows


def rows_job(job: dict[str, Any]) -> dict[str, Any]:
    """`game_rows` for another process."""
    return {"seed": job["seed"], "rows": game_rows(game_of(job), match_of(job))}


def write(
    game: Game,
    level: Entrant,
    games: int,
    seed: int,
    path: Path,
    *,
    processes: int = 1,
    backend: str = "local",
    progress: Callable[[], None] = lambda: None,
) -> int:
    """Plays the games and writes them as Parquet; returns the number of rows.

    The same seed gives the same file, whatever the number of processes. The file appears when it is complete; until
    then each group of games is kept in a folder beside it, so that an interrupted dataset continues where it was.
    """
    if path.is_dir():
        raise ZooboxError(f"cannot write {path}: it is a folder.")
    if path.suffix != ".parquet":
        raise ZooboxError(f"a dataset is written as Parquet, so its file ends with .parquet, not {path.name!r}.")
    if games < 1:
        raise ZooboxError(f"a dataset needs at least 1 game, not {games}.")
    check_backend(backend, processes)
    try:
        import pyarrow as arrow
        import pyarrow.parquet
    except ImportError:
        raise ZooboxError("datasets need pyarrow; `pip install zoobox[lab]` brings it.") from None
    schema = arrow.schema(
        [
            ("game_number", arrow.int32()),
            ("seed", arrow.int64()),
            ("decision", arrow.int32()),
            ("seat", arrow.int8()),
            ("observation", arrow.list_(arrow.int16())),
            ("legal", arrow.list_(arrow.int32())),
            ("choice", arrow.int32()),
            ("reward", arrow.float32()),
            ("points", arrow.int32()),
        ],
        metadata={"game": repr(game), "components": game.components.fingerprint, "level": str(level)},
    )
    parts = path.with_name(f".{path.name}.{configuration_key(game, str(level), seed)}.parts")
    groups = {
        parts / f"{first}-{min(first + GROUP, games)}": range(first, min(first + GROUP, games))
        for first in range(0, games, GROUP)
    }
    total = 0
    try:
        parts.mkdir(exist_ok=True)
        for part, numbers in groups.items():
            if part.exists():
                for _ in numbers:
                    progress()
                continue
            rows = _in_order(game, level, numbers, seed, processes, backend, progress)
            pyarrow.parquet.write_table(arrow.Table.from_pylist(rows, schema), part.with_suffix(".partial"))
            os.replace(part.with_suffix(".partial"), part)
        with pyarrow.parquet.ParquetWriter(parts / "complete", schema) as file:
            for part in groups:
                group = pyarrow.parquet.read_table(part, schema=schema)
                file.write_table(group)
                total += group.num_rows
        os.replace(parts / "complete", path)
        shutil.rmtree(parts)
    except OSError as error:
        raise ZooboxError(f"cannot write {path}: {error.strerror}.") from None
    return total


def _in_order(
    game: Game,
    level: Entrant,
    numbers: range,
    seed: int,
    processes: int,
    backend: str,
    progress: Callable[[], None],
) -> list[dict[str, Any]]:
    """The rows of some games, in the order of their numbers."""
    matches = (Match((level,) * game.players, seed + number) for number in numbers)
    found: dict[int, list[dict[str, Any]]] = {}
    for result in run_jobs(rows_job, (job_for(game, match) for match in matches), processes, backend):
        found[result["seed"] - seed] = result["rows"]
        progress()
    return [{"game_number": number, **row} for number in numbers for row in found[number]]
