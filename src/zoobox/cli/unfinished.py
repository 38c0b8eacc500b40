"""Games that were left: records in a folder of the user's, each with a line that says who sat where."""

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
    """A name for a game that begins now."""
    return folder() / f"{game.name} {time.strftime('%Y-%m-%d %H.%M.%S')} {os.getpid()}.txt"


def all_left() -> list[Path]:
    """All of them, the latest first."""
    return sorted(folder().glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)


def latest(game: str | None) -> Path:
    """The one that was left last, of a game if one is named."""
    for path in all_left():
        if game is None or path.name.startswith(f"{game} "):
            return path
    raise ZooboxError(f"no game {f'of {game} ' if game else ''}was left unfinished.")


def with_seats(record: str, seats: Sequence[str | None]) -> str:
    """A record that remembers who sat where, in a comment that replaying passes over."""
    return f"{record}{SEATS_LINE}{', '.join(level or PERSON for level in seats)}\n"


def seats(file: Path, game: Game) -> list[str | None]:
    """Who sat where: None for a person; all people where the record does not say."""
    for line in files.read(file).splitlines():
        if line.startswith(SEATS_LINE):
            names = [name.strip() for name in line.removeprefix(SEATS_LINE).split(",")]
            known = {PERSON, *(level.name for level in levels_of(game))}
            if len(names) == game.players and known.issuperset(names):
                return [None if name == PERSON else name for name in names]
    return [None] * game.players
