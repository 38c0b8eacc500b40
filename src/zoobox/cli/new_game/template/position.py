"""States as plain dicts: position, view, redeal, score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zoobox.kernel.errors import BadPosition
from zoobox.kernel.fields import Fields
from zoobox.kernel.luck import Luck

from .layout import *
from .rules import FeedingTimeState


def position(state: FeedingTimeState) -> dict[str, Any]:
    """Everything. Nothing is hidden but the luck."""
    return {"luck": [state.word(0), state.word(1)], **_public(state)}


def view(state: FeedingTimeState, seat: int | None) -> dict[str, Any]:
    """All that a seat may know."""
    return {"seat": seat, "waiting": list(state.waiting), **_public(state)}


def _public(state: FeedingTimeState) -> dict[str, Any]:
    data = state.data
    return {"turn": data[TURN], "bowl": data[BOWL], "last": data[LAST], "fed": list(data[FED : FED + 2])}


def redeal(state: FeedingTimeState, seat: int | None, luck: Luck) -> None:
    """Only the luck is hidden, and the kernel has re-randomised it."""


def breakdown(state: FeedingTimeState, seat: int) -> dict[str, int]:
    """The lines of the score sheet; they add up to the points."""
    return {"peanuts": state.data[FED + seat]}


def restore(game: Any, given: Mapping[str, Any]) -> FeedingTimeState:
    """The inverse of `position`. By hand, every field may be left out that is as at the start."""
    fields = Fields(given, "position")
    state: FeedingTimeState = game.blank()
    luck = fields.luck()
    state.set_word(0, luck[0])
    state.set_word(1, luck[1])
    state.data[TURN] = fields.whole_number("turn", 0, 0, 1)
    fed = fields.whole_numbers("fed", [0, 0], 2, 0, game.most)
    state.data[FED : FED + 2] = bytes(fed)
    state.data[BOWL] = fields.whole_number("bowl", max(0, game.most - sum(fed)), 0, game.most)
    state.data[LAST] = fields.whole_number("last", 0, 0, MOST_AT_ONCE)
    fields.done()
    if not game.least <= state.data[BOWL] + sum(fed) <= game.most:
        raise BadPosition(f"peanuts in the bowl and fed should be {game.least} to {game.most} together")
    if (state.data[LAST] == 0) != (sum(fed) == 0):
        raise BadPosition("last should be 0 as long as nothing has been fed, and only then")
    return state
