"""What a choice did. Nothing is hidden in this game, so everybody sees every event."""

from __future__ import annotations

from zoobox.kernel.event import Event

from .choices import CHOICE_TABLE
from .rules import FeedingTimeState


def events(before: FeedingTimeState, seat: int, choice: int, after: FeedingTimeState) -> list[Event]:
    kind, parts = CHOICE_TABLE.decode(choice)
    happened = [Event("fed", seat=seat, rule=kind.rule, **parts)]
    if after.over:
        happened.append(Event("game_over", rule="ft.end.nothing-possible"))
    return happened


def targets(event: Event) -> tuple[str, ...]:
    """Ids of the elements in the picture that an event is about."""
    return (f"fed-{event.seat}",) if event.kind == "fed" else ()
