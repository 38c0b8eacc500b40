"""Unfinished games: records in a folder of the user, each with a line that says who has which seat."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

from platformdirs import user_state_path

from zoobox.bots import levels_of
from zoobox.cli import files
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game

SEATS_LINE = "# seats: "
PERSON = "person"


def folder() -> Path:
    """Where they are kept."""
    return user_state_path("zoobox") / "unfinished"


def new_file(game: Game) -> Path:
    """The file for a new game."""
    return folder() / f"{game.name} {time.strftime('%Y-%m-%d %H.%M.%S')} {os.getpid()}.txt"


def all_files() -> list[Path]:
    """All of them, the latest first."""
    return sorted(folder().glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)


def latest(game: str | None) -> Path:
    """The one that was left last, of a game if one is named."""
    for path in all_files():
        if game is None or path.name.startswith(f"{game} "):
            return path
    raise ZooboxError(f"no game {f'of {game} ' if game else ''}was left unfinished.")


def with_seats(record: str, seats: Sequence[str | None]) -> str:
    """A record with a comment that says who has which seat; replaying ignores it."""
    return f"{record}{SEATS_LINE}{', '.join(level or PERSON for level in seats)}\n"


def seats(file: Path, game: Game) -> list[str | None]:
    """Who has which seat: None for a person; all people where the record does not say."""
    for line in files.read(file).splitlines():
        if line.startswith(SEATS_LINE):
            names = [name.strip() for name in line.removeprefix(SEATS_LINE).split(",")]
            known = {PERSON, *(level.name for level in levels_of(game))}
            if len(names) == game.players and known.issuperset(names):
                return [None if name == PERSON else name for name in names]
    return [None] * game.players
