"""Games as tables for learning: what a seat perceived, what it could choose, what it chose, how it ended.

One row per decision:

| column | meaning |
| --- | --- |
| `game_number`, `seed` | which game |
| `decision` | its number in the game, from 0 |
| `seat` | who decided |
| `observation` | what that seat perceived, 16-bit numbers as `game.senses()` documents them |
| `legal` | the ids it could choose from |
| `choice` | the id it chose |
| `reward` | what the game gave that seat in the end |
| `points` | its points in the end |
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from zoobox.arena.entrants import Entrant, parse
from zoobox.arena.fixtures import Fixture
from zoobox.arena.hall import work
from zoobox.arena.play import BOT_SEED_STEP, game_of, order_for
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game

GROUP = 200
"""Games in one row group of the file."""


def game_rows(game: Game, seating: tuple[Entrant, ...], seed: int) -> list[dict[str, Any]]:
    """The rows of one game between bots."""
    bots = [entrant.make(game, seed * BOT_SEED_STEP + seat) for seat, entrant in enumerate(seating)]
    senses = game.senses()
    state = game.start(seed)
    rows: list[dict[str, Any]] = []
    while not state.over:
        seat = state.waiting[0]
        choice = bots[seat].choose(state, seat)
        rows.append(
            {
                "seed": seed,
                "decision": len(rows),
                "seat": seat,
                "observation": list(senses.observe(state, seat)),
                "legal": state.legal(seat),
                "choice": choice,
            }
        )
        state.apply(seat, choice)
    for row in rows:
        row["reward"] = state.reward_of(row["seat"])
        row["points"] = state.points_of(row["seat"])
    return rows


def rows_order(order: dict[str, Any]) -> dict[str, Any]:
    """`game_rows` for another process."""
    seating = tuple(parse(text) for text in order["seating"])
    return {"seed": order["seed"], "rows": game_rows(game_of(order), seating, order["seed"])}


def write(
    game: Game,
    level: Entrant,
    games: int,
    seed: int,
    path: Path,
    *,
    jobs: int = 1,
    place: str = "local",
    progress: Callable[[], None] = lambda: None,
) -> int:
    """Plays the games and writes them as Parquet; returns the number of rows.

    The same seed gives the same file, whatever the number of processes. The file appears when it is whole.
    """
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
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    total = 0
    try:
        with pyarrow.parquet.ParquetWriter(partial, schema) as file:
            for group in _groups(_in_order(game, level, games, seed, jobs, place, progress)):
                file.write_table(arrow.Table.from_pylist(group, schema))
                total += len(group)
        os.replace(partial, path)
    except OSError as error:
        raise ZooboxError(f"cannot write {path}: {error.strerror}.") from None
    finally:
        partial.unlink(missing_ok=True)
    return total


def _in_order(
    game: Game, level: Entrant, games: int, seed: int, jobs: int, place: str, progress: Callable[[], None]
) -> Iterator[list[dict[str, Any]]]:
    """The rows of each game, in the order of the seeds."""
    fixtures = [Fixture((level,) * game.players, seed + number) for number in range(games)]
    waiting: dict[int, list[dict[str, Any]]] = {}
    due = 0
    for found in work(rows_order, (order_for(game, fixture) for fixture in fixtures), jobs, place):
        waiting[found["seed"] - seed] = found["rows"]
        progress()
        while due in waiting:
            rows = waiting.pop(due)
            for row in rows:
                row["game_number"] = due
            yield rows
            due += 1


def _groups(games: Iterator[list[dict[str, Any]]]) -> Iterator[list[dict[str, Any]]]:
    group: list[dict[str, Any]] = []
    for number, rows in enumerate(games, 1):
        group += rows
        if number % GROUP == 0:
            yield group
            group = []
    if group:
        yield group
