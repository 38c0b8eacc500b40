"""Undo: which decisions can be taken back, computed from the record rather than from the position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from zoobox.kernel.errors import CannotUndo

if TYPE_CHECKING:
    from zoobox.kernel.game import Game
    from zoobox.kernel.state import State


def undo(game: Game, state: State, seat: int, bots: Sequence[int] = ()) -> State:
    """The state before the seat's last decision.

    A decision may be taken back while no luck was drawn and nothing hidden was shown since, and nobody else acted.
    Where all other seats are bots, they may have acted: their decisions are taken back too.
    """
    past = state.past
    keep = decisions_kept(game, state, seat, bots)
    return replay_decisions(game, state.origin, past[:keep])


def decisions_kept(game: Game, state: State, seat: int, bots: Sequence[int] = ()) -> int:
    """How many decisions stay when the seat takes its last one back; raises CannotUndo."""
    past = state.past
    mine = [index for index, (actor, _) in enumerate(past) if actor == seat]
    if state.origin is None or not mine:
        raise CannotUndo("There is no decision of yours to take back.")
    last = mine[-1]
    alone = set(range(game.players)) <= {seat, *bots}
    if last != len(past) - 1 and not alone:
        raise CannotUndo("Somebody else has acted since; your decision stands.")
    again = replay_decisions(game, state.origin, past[:last])
    reveals = again.reveals
    for actor, choice in past[last:]:
        again.apply(actor, choice)
    if again.reveals != reveals:
        raise CannotUndo("Luck has been drawn or something hidden has been shown since; your decision stands.")
    return last


def replay_decisions(game: Game, origin: Any, past: Sequence[tuple[int, int]]) -> State:
    """The state after these decisions from a seed or a position."""
    state: State = game.start(origin) if isinstance(origin, int) else game.restore(origin)
    for seat, choice in past:
        state.apply(seat, choice)
    return state
