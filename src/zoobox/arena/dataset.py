"""Games as tables for learning: what a seat observed, what it could choose, what it chose, how the game ended.

One row per decision:

| column | meaning |
| --- | --- |
| `game_number`, `seed` | which game |
| `decision` | its number in the game, from 0 |
| `seat`, `bot` | who decided |
| `observation` | what that seat observed: 16-bit numbers, described by `game.observation_table()` |
| `legal` | 1 for each id it could choose, 0 for the others |
| `choice` | the id it chose |
| `visits` | how many simulations began with each id, where the bot searched; otherwise 0 |
| `value` | the value that its search gave the choice; empty where it did not search |
| `reward` | the reward of that seat at the end of the game |
| `points` | its points at the end of the game |

Every column has a fixed width. The file's metadata and the card beside it (`FILE.md`) hold the tables of fields and
ids, the versions of rules and of Zoobox, and how to make the dataset again.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from zoobox import __version__
from zoobox.arena.entrants import Entrant
from zoobox.arena.matches import Match
from zoobox.arena.play import game_of, job_for, match_of, seated
from zoobox.arena.runner import check_backend, run_jobs
from zoobox.arena.store import configuration_key
from zoobox.bots.searcher import Searcher
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck
from zoobox.kernel.player import Player, play_game
from zoobox.kernel.state import State

GROUP = 200
"""Games in one row group of the file, and in one part of a file that is not complete yet."""


def game_rows(game: Game, match: Match) -> list[dict[str, Any]]:
    """The rows of one game between bots."""
    spec = game.observation_spec()
    rows: list[dict[str, Any]] = []
    bots = seated(game, match)

    def add_row(state: State, seat: int, choice: int, taken: float) -> None:
        legal = state.legal(seat)
        visits, value = _searched(bots[seat], legal, choice)
        rows.append(
            {
                "seed": match.seed,
                "decision": len(rows),
                "seat": seat,
                "bot": str(match.seating[seat]),
                "observation": list(spec.observe(state, seat)),
                "legal": _wide(dict.fromkeys(legal, 1), game.choice_count),
                "choice": choice,
                "visits": _wide(visits, game.choice_count),
                "value": value,
            }
        )

    state: State = game.start(match.seed)
    play_game(state, bots, add_row)
    for row in rows:
        row["reward"] = state.reward_of(row["seat"])
        row["points"] = state.points_of(row["seat"])
    return rows


def _searched(bot: Player, legal: list[int], choice: int) -> tuple[dict[int, int], float | None]:
    """How often a search tried each choice, and the value of the one it took; nothing where there was no search."""
    if not isinstance(bot, Searcher) or bot.search is None or len(legal) == 1:
        return {}, None
    results = bot.search.results()
    values = {found: value for found, _, value in results}
    return {found: visits for found, visits, _ in results}, values.get(choice)


def _wide(numbers: dict[int, int], width: int) -> list[int]:
    row = [0] * width
    for index, number in numbers.items():
        row[index] = number
    return row


def rows_job(job: dict[str, Any]) -> dict[str, Any]:
    """`game_rows` for another process."""
    return {"seed": job["seed"], "rows": game_rows(game_of(job), match_of(job))}


def write(
    game: Game,
    entrants: Sequence[Entrant],
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
    then each group of games is kept in a folder beside it, so that an interrupted dataset continues where it was. Of
    several bots, one is drawn for every seat of each game.
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
            ("bot", arrow.string()),
            ("observation", arrow.list_(arrow.int16(), game.observation_spec().size)),
            ("legal", arrow.list_(arrow.uint8(), game.choice_count)),
            ("choice", arrow.int32()),
            ("visits", arrow.list_(arrow.int32(), game.choice_count)),
            ("value", arrow.float32()),
            ("reward", arrow.float32()),
            ("points", arrow.int32()),
        ],
        metadata=_metadata(game, entrants, games, seed),
    )
    parts = path.with_name(
        f".{path.name}.{configuration_key(game, ','.join(entrant.key for entrant in entrants), seed)}.parts"
    )
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
            rows = _in_order(game, entrants, numbers, seed, processes, backend, progress)
            pyarrow.parquet.write_table(arrow.Table.from_pylist(rows, schema), part.with_suffix(".partial"))
            os.replace(part.with_suffix(".partial"), part)
        with pyarrow.parquet.ParquetWriter(parts / "complete", schema) as file:
            for part in groups:
                group = pyarrow.parquet.read_table(part, schema=schema)
                file.write_table(group)
                total += group.num_rows
        os.replace(parts / "complete", path)
        path.with_name(f"{path.name}.md").write_text(card(game, entrants, games, seed, total, path), encoding="utf-8")
        shutil.rmtree(parts)
    except OSError as error:
        raise ZooboxError(f"cannot write {path}: {error.strerror}.") from None
    return total


def _in_order(
    game: Game,
    entrants: Sequence[Entrant],
    numbers: range,
    seed: int,
    processes: int,
    backend: str,
    progress: Callable[[], None],
) -> list[dict[str, Any]]:
    """The rows of some games, in the order of their numbers."""
    matches = (Match(_seating(game, entrants, seed + number), seed + number) for number in numbers)
    found: dict[int, list[dict[str, Any]]] = {}
    for result in run_jobs(rows_job, (job_for(game, match) for match in matches), processes, backend):
        found[result["seed"] - seed] = result["rows"]
        progress()
    return [{"game_number": number, **row} for number in numbers for row in found[number]]


def _seating(game: Game, entrants: Sequence[Entrant], seed: int) -> tuple[Entrant, ...]:
    luck = Luck(seed)
    return tuple(entrants[luck.below(len(entrants))] for _ in range(game.players))


def _metadata(game: Game, entrants: Sequence[Entrant], games: int, seed: int) -> dict[str, str]:
    """What a reader of the file must know, as text."""
    return {
        "zoobox": __version__,
        "game": json.dumps(game.configuration()),
        "rules_version": str(game.rules_version),
        "learning_version": game.learning_version(),
        "components": game.components.fingerprint,
        "bots": ",".join(entrant.key for entrant in entrants),
        "games": str(games),
        "seed": str(seed),
        "observation_table": json.dumps(game.observation_table()),
        "choice_kinds": json.dumps(game.choice_kinds(), default=str),
    }


def card(game: Game, entrants: Sequence[Entrant], games: int, seed: int, rows: int, path: Path) -> str:
    """The dataset card: what is in the file, and how to make it again."""
    bots = ",".join(map(str, entrants))
    fields = "\n".join(
        "| {name} | {first} | {width} | {low} to {high} | {meaning} |".format(**field)
        for field in game.observation_table()
    )
    kinds = "\n".join(
        f"| {kind['kind']} | {kind['first']} | {kind['count']} | `{kind['notation']}` | {kind['rule']} |"
        for kind in game.choice_kinds()
    )
    return f"""---
pretty_name: {game.title}, {games:,} games between bots
tags: [board-games, reinforcement-learning, zoobox]
---

# {game.title}: {rows:,} decisions of {games:,} games

One row per decision; the columns are described in the documentation of Zoobox. Made by Zoobox {__version__}, rules
version {game.rules_version}, learning version `{game.learning_version()}`:

```sh
zoobox dataset {game.name} --players {game.players} --variant {game.variant} --games {games} --seed {seed} \
    --bots "{bots}" --out {path.name}
```

Settings: {json.dumps(dict(game.settings), default=str)}. Components: `{game.components.fingerprint}`.
Bots that think by time instead of by simulations do not repeat themselves exactly.

## The observation

| field | first | numbers | range | meaning |
| --- | ---: | ---: | --- | --- |
{fields}

## The choice ids

| kind | first | ids | notation | rule |
| --- | ---: | ---: | --- | --- |
{kinds}
"""
