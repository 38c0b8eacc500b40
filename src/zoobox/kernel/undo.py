"""Undo: which decisions can be taken back, computed from the record rather than from the position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from zoobox.kernel.errors import CannotUndo
from zoobox.kernel.origin import decide, replay_decisions

if TYPE_CHECKING:
    from zoobox.kernel.game import Game
    from zoobox.kernel.state import State


def undo(game: Game, state: State, seat: int, bots: Sequence[int] = ()) -> State:
    """The state before the seat's last decision.

    A decision may be taken back while no luck was drawn and nothing hidden was shown since, and nobody else acted who
    could know it. What others decided meanwhile, in secret, stands. Where all other seats are bots, they may have
    acted in any case: their decisions are taken back too.
    """
    past = state.past
    keep = decisions_kept(game, state, seat, bots)
    return replay_decisions(game, state.origin, [*past[:keep], *decisions_of_others(game, state, keep, bots)])


def decisions_of_others(game: Game, state: State, kept: int, bots: Sequence[int] = ()) -> list[tuple[int, int]]:
    """Decisions after the one that is taken back that stand; those of bots who play one person alone do not."""
    seat = state.past[kept][0]
    return [] if _is_alone(game, seat, bots) else state.past[kept + 1 :]


def _is_alone(game: Game, seat: int, bots: Sequence[int]) -> bool:
    return set(range(game.players)) <= {seat, *bots}


def decisions_kept(game: Game, state: State, seat: int, bots: Sequence[int] = ()) -> int:
    """How many decisions stay when the seat takes its last one back; raises CannotUndo."""
    past = state.past
    mine = [index for index, (actor, _) in enumerate(past) if actor == seat]
    if state.origin is None or not mine:
        raise CannotUndo("There is no decision of yours to take back.")
    last = mine[-1]
    if last != len(past) - 1 and not _is_alone(game, seat, bots) and not is_secret(game, state, last):
        raise CannotUndo("Somebody else has acted since; your decision stands.")
    again = replay_decisions(game, state.origin, past[:last])
    reveals = again.reveals
    for number, (actor, choice) in enumerate(past[last:], last + 1):
        decide(again, actor, choice, number)
    if again.reveals != reveals:
        raise CannotUndo("Luck has been drawn or something hidden has been shown since; your decision stands.")
    return last


DONE = ("waiting", "finished")
"""Fields of a view that tell who is done: no secret, and nothing is learned by it."""


def is_secret(game: Game, state: State, number: int) -> bool:
    """Whether all who acted after that decision were asked at the same time and could not know what was chosen.

    What they could know is found by making another choice in its place, or none where there is no other: nothing that
    they saw may differ, but that somebody is done.
    """
    past = state.past
    seat, choice = past[number]
    made = replay_decisions(game, state.origin, past[:number])
    asked = made.waiting
    if any(actor == seat or actor not in asked for actor, _ in past[number + 1 :]):
        return False
    otherwise = made.copy()
    decide(made, seat, choice)
    for other in [one for one in otherwise.legal(seat) if one != choice][:1]:
        decide(otherwise, seat, other)
    for actor, decision in past[number + 1 :]:
        if _seen(made.view(actor)) != _seen(otherwise.view(actor)) or not otherwise.is_legal_choice(actor, decision):
            return False
        decide(made, actor, decision)
        decide(otherwise, actor, decision)
    return True


def _seen(view: Any) -> Any:
    if isinstance(view, dict):
        return {key: _seen(value) for key, value in view.items() if key not in DONE}
    return [_seen(one) for one in view] if isinstance(view, (list, tuple)) else view
