"""Finished games on disk, so that whatever is interrupted continues where it was."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from platformdirs import user_cache_path

from zoobox.bots.champion import learned_fingerprint
from zoobox.kernel.game import Game


class Result(Protocol):
    """What is stored of a finished game."""

    FILE_SUFFIX: ClassVar[str]
    """How the names of its files end; it changes when the fields do."""

    @property
    def key(self) -> str:
        """The key of its match."""

    def as_json(self) -> dict[str, Any]:
        """Plain values."""

    @classmethod
    def from_json(cls, given: dict[str, Any]) -> Self:
        """The inverse."""


AnyResult = TypeVar("AnyResult", bound=Result)


def results_folder() -> Path:
    """Where finished games are stored unless a folder is given."""
    return user_cache_path("zoobox") / "arena"


def configuration_key(game: Game, *more: str | int) -> str:
    """Tells the games of one configuration from those of another; a bot with other weights is another bot."""
    heuristics = game.heuristics()
    weights = [heuristics.weights, repr(getattr(heuristics, "TUNING", {}))]
    more = (*more, *filter(None, [learned_fingerprint(game)]))
    parts = [game.configuration(), game.components.fingerprint, game.rules_version, weights, *more]
    return hashlib.blake2b(json.dumps(parts, sort_keys=True).encode(), digest_size=5).hexdigest()


class ResultStore(Generic[AnyResult]):
    """The finished games of one configuration in one file, one line each."""

    def __init__(self, game: Game, kind: type[AnyResult], folder: Path | None = None, fresh: bool = False) -> None:
        self.kind = kind
        name = f"{game.name}-{game.players}-{configuration_key(game)}{kind.FILE_SUFFIX}"
        self.path = (folder or results_folder()) / name
        self.results: dict[str, AnyResult] = {}
        if self.path.exists():
            text = self.path.read_text(encoding="utf-8")
            for line in [] if fresh else text.splitlines():
                self._read(line)
            if not text.endswith("\n"):  # the process was killed while writing: the next game gets a line of its own
                with self.path.open("a", encoding="utf-8") as file:
                    file.write("\n")

    def _read(self, line: str) -> None:
        try:
            result = self.kind.from_json(json.loads(line))
        except (ValueError, TypeError):  # an incomplete line
            return
        self.results[result.key] = result

    def add(self, result: AnyResult) -> None:
        self.results[result.key] = result
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result.as_json()) + "\n")
