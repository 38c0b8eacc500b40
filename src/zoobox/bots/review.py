"""After the game: what every option of every decision was worth, where that is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zoobox.bots.perfect import NAME, Perfect, unfit
from zoobox.bots.players import Budget
from zoobox.kernel.errors import ZooboxError
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
    """Whether the chances come from the table of the solved game, or from the network trained on it."""


def review(again: Replay) -> Iterator[Judged]:
    """The decisions that had more than one option, one after another; raises ZooboxError where nothing is known."""
    reason = unfit(again.game)
    if reason is not None:
        raise ZooboxError(f"a review tells exact chances, so it is for the solved game: {reason}")
    judge = Perfect(NAME, again.game, Budget(), 1)
    for number, (seat, choice) in enumerate(again.state.past):
        state = again.at(number)
        if len(state.legal(seat)) < 2:
            continue
        worth = {thought.choice: thought.value for thought in judge.think(state, seat)}

        def told(option: int, state: State = state, seat: int = seat) -> str:
            return again.game.notation(state, seat, option)

        options = tuple((told(option), value) for option, value in worth.items())
        lost = max(worth.values()) - worth[choice]
        yield Judged(number, seat, told(choice), options, lost, judge.exact)
