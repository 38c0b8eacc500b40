"""The two-player game as `kernel.solver.Solver` wants it, and its level `perfect`.

Nothing here imports NumPy until it is used, since the rules do without it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from zoobox.games.zooloretto_dice.solved.player import Perfect
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.player import Budget, Level, Player

NAME = "perfect"
SOLVED_BOX = (bytes((1, 2, 3, 4, 5, 1, 1, 1, 1, 2, 6, 0, 0, 0, 1, 1, 2, 3)), 6, 3)
"""The numbers of the box, its dice and its trucks that were solved."""


def why_not(game: Any) -> str | None:
    """Why a configuration cannot be played perfectly, in a sentence."""
    if game.players != 2:
        return f"the level {NAME} plays {game.title} for two players, and nothing else."
    if (game.numbers, game.dice, game.trucks) != SOLVED_BOX:
        return f"the level {NAME} knows the usual box only; this one has other components."
    missing = [needed for needed in ("numpy", "platformdirs") if find_spec(needed) is None]
    if missing:
        return f"the level {NAME} needs more packages: pip install {' '.join(missing)}"
    return None


def is_exact(game: Any) -> bool:
    """Whether the table of the solved game is on this machine."""
    if why_not(game) is not None:
        return False
    from zoobox.games.zooloretto_dice.solved import table

    return table.usual_path().exists()


def player(game: Any, seed: int) -> Player:
    return Perfect(NAME, game, Budget(), seed)


def solved_game() -> Game:
    from zoobox.games.zooloretto_dice import ZoolorettoDice

    return ZoolorettoDice(players=2)


def solve(
    *, machine: str, jobs: int, out: Path | None, up_to: int | None, report: Callable[[str], None]
) -> dict[str, Any]:
    """Solves the levels one by one, verifies the values and writes the table."""
    session, states, table = _modules()
    least, most = states.FIRST_OPEN_LEVEL, states.MOST_LEVEL
    if up_to is not None and not least <= up_to <= most:
        raise ZooboxError(f"--up-to can be {least} to {most}, not {up_to}.")
    plan = session.Plan(out or table.usual_path(), machine, jobs, up_to or most)
    found: dict[str, Any] = session.run(plan, report)
    return found


def check(file: Path | None) -> str:
    _, states, table = _modules()
    path = file or table.usual_path()
    found = table.Table(path, check=True)
    return f"{path} is whole: {states.OPEN_STATES:,} values, the starter's chance is {found.header['root']:.6f}."


def write_page(page: Path, numbers: Path | None) -> None:
    from zoobox.games.zooloretto_dice.solved.page import write

    write(page, numbers)


def read_numbers(file: Path) -> dict[str, Any]:
    from zoobox.games.zooloretto_dice.solved import page

    return page.read_numbers(file)


def _modules() -> tuple[Any, Any, Any]:
    """The modules that need NumPy."""
    try:
        from zoobox.games.zooloretto_dice.solved import session, states, table
    except ModuleNotFoundError as missing:
        raise ZooboxError(f"solving needs {missing.name}: pip install 'zoobox[lab]'") from None
    return session, states, table


LEVEL = Level(NAME, "plays the two-player game as it was solved", Perfect, Budget(), why_not)
