"""What a choice id means, and its notation.

feed 2     feed two peanuts

Ids in the picture: `feed-2`.
"""

from __future__ import annotations

from zoobox.kernel.choice import ChoiceKind, ChoiceTable, Description

from .layout import *
from .rules import FeedingTimeState

CHOICE_TABLE = ChoiceTable(
    ChoiceKind("feed", FEED, "feed {count}", "ft.feed.one-to-three", {"count": range(1, MOST_AT_ONCE + 1)}),
)


def describe(state: FeedingTimeState, seat: int, choice: int) -> Description:
    kind, parts = CHOICE_TABLE.decode(choice)
    return Description(kind.name, parts, kind.write(parts), kind.rule, (f"feed-{parts['count']}",))


def parse(state: FeedingTimeState, seat: int, text: str) -> int | None:
    return CHOICE_TABLE.read(text)
