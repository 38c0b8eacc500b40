"""After the game: the value of every option of every decision, where the game is solved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.record import Replay
from zoobox.kernel.state import State


@dataclass(frozen=True, slots=True)
class Judged:
    """One decision of a game that was played."""

    number: int
    """How many decisions came before it."""
    seat: int
    chosen: str
    options: tuple[tuple[str, float], ...]
    """Every option in notation with its chance to win, best first."""
    lost: float
    """How much better the best option was."""
    exact: bool
    """Whether the values are exact, or approximated."""


def why_not(game: Game) -> str | None:
    """Why the games of a configuration cannot be reviewed, in a sentence; None when they can."""
    return game.solver.why_not(game) if game.solver else f"{game.title} has not been solved."


def review(again: Replay) -> Iterator[Judged]:
    """The decisions that had more than one option, one after another; raises ZooboxError for a game not solved."""
    reason = why_not(again.game)
    if reason is not None or again.game.solver is None:
        raise ZooboxError(f"a review gives exact chances, so it is for solved games: {reason}")
    judge = again.game.solver.player(again.game, seed=1)
    for number, (seat, choice) in enumerate(again.state.past):
        state = again.at(number)
        if len(state.legal(seat)) < 2:
            continue
        values = {thought.choice: thought.value for thought in judge.think(state, seat)}

        def notation(option: int, state: State = state, seat: int = seat) -> str:
            return again.game.notation(state, seat, option)

        options = tuple((notation(option), value) for option, value in values.items())
        lost = max(values.values()) - values[choice]
        yield Judged(number, seat, notation(choice), options, lost, judge.exact)
