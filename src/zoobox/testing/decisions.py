"""Asking a state what can be done, doing it, and being refused: what the tests of every game share."""

from __future__ import annotations

from typing import Any

import pytest

import zoobox


def notations(state: Any, seat: int | None = None) -> list[str]:
    """What the seat can do now; without a seat, the first that owes a decision."""
    return [choice.notation for choice in state.choices(_asked(state, seat))]


def play(state: Any, *decisions: str, seat: int | None = None) -> Any:
    """Plays by notation: the seat's decisions, or each by the first seat that owes one. Returns the state."""
    for decision in decisions:
        state.play(_asked(state, seat), decision)
    return state


def refused(state: Any, decision: str | int, rule: str | None = None, *, seat: int | None = None) -> Any:
    """The refusal of a decision, which must change nothing and, where a rule is given, cite it."""
    before = state.snapshot()
    with pytest.raises(zoobox.IllegalChoice) as refusal:
        state.play(_asked(state, seat), decision)
    assert state.snapshot() == before
    if rule is not None:
        assert refusal.value.rule == rule
    return refusal.value


def _asked(state: Any, seat: int | None) -> int:
    return int(state.waiting[0]) if seat is None else seat
