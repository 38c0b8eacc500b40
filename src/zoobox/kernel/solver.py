"""What a game that can be solved supplies, so that hints, reviews and `zoobox solve` can use it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from zoobox.kernel.game import Game
    from zoobox.kernel.player import Player


class Solver(Protocol):
    """A module of a game: exact values of its states, computed once and kept in a file."""

    def why_not(self, game: Any) -> str | None:
        """Why a configuration of the game is not the solved one, in a sentence; None when it is."""

    def is_exact(self, game: Any) -> bool:
        """Whether the exact values are on this machine."""

    def player(self, game: Any, seed: int) -> Player:
        """A player that goes by the exact values, or by the best approximation there is."""

    def solved_game(self) -> Game:
        """The configuration that is solved."""

    def solve(
        self, *, machine: str, jobs: int, out: Path | None, up_to: int | None, report: Callable[[str], None]
    ) -> dict[str, Any]:
        """Computes and verifies the values and writes them to a file; `report` gets a line about each step.

        With `up_to`, only the levels up to that one, and no file.
        """

    def check(self, file: Path | None) -> str:
        """Checks the file of values and describes it in a sentence."""

    def write_page(self, page: Path, numbers: Path | None) -> None:
        """Writes the page about the solved game from a file of numbers."""

    def read_numbers(self, file: Path) -> dict[str, Any]:
        """The numbers behind the page; `losses` holds what bots lose. Raises ZooboxError for another file."""
