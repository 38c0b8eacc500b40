"""Choices, events, questions and refusals as sentences; `texts.toml` has them."""

from __future__ import annotations

from zoobox.kernel.choice import Description
from zoobox.kernel.event import Event
from zoobox.kernel.text import Phrase, Seat

from .choices import CHOICE_TABLE
from .layout import *
from .rules import FeedingTimeState


def label(state: FeedingTimeState, seat: int, choice: Description) -> Phrase:
    return Phrase(f"label.{choice.kind}", **choice.parts)


def prompt(state: FeedingTimeState, seat: int) -> Phrase:
    return Phrase("prompt.feed", left=state.data[BOWL])


def decision_rule(state: FeedingTimeState, seat: int) -> str:
    return "ft.feed.one-to-three"


def refusal(state: FeedingTimeState, seat: int, choice: int) -> tuple[Phrase, str]:
    _, parts = CHOICE_TABLE.decode(choice)
    if parts["count"] > state.data[BOWL]:
        return Phrase("refusal.too_few", left=state.data[BOWL]), "ft.feed.one-to-three"
    return Phrase("refusal.same_number", **parts), "ft.feed.another-number"


def say(event: Event) -> Phrase:
    seat = {} if event.seat is None else {"seat": Seat(event.seat)}
    return Phrase(f"log.{event.kind}", **seat, **event.parts)
