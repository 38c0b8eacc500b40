"""Whether what was learned plays better than what was there before."""

from __future__ import annotations

from pathlib import Path

from zoobox.arena import sprt
from zoobox.arena.entrants import Entrant
from zoobox.arena.matches import schedule, seatings
from zoobox.arena.play import Outcome
from zoobox.arena.runner import play_all
from zoobox.arena.store import ResultStore
from zoobox.kernel.game import Game


def compare_strength(
    game: Game,
    old: Entrant,
    new: Entrant,
    folder: Path,
    *,
    games: int,
    first_seed: int,
    elo: float,
    processes: int = 1,
    backend: str = "local",
) -> sprt.Verdict | None:
    """The verdict of a sequential test after at most so many games; those in the folder are not played again."""
    store = ResultStore(game, Outcome, folder)
    matches = list(schedule([old, new], game.players, games, first_seed))
    outcomes = play_all(game, matches, processes=processes, backend=backend, store=store)
    seats = len(seatings(old, new, game.players))
    verdict = None
    for verdict in sprt.run(outcomes, str(new), seats, elo, 1 / game.players):  # noqa: B007 - the last one counts
        pass
    return verdict
