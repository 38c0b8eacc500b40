"""Clocks: time for each decision or for the whole game. They follow from the events, so a restart changes nothing."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from zoobox.service.errors import Refused

MIN_SECONDS = 1
MAX_SECONDS = 60 * 60 * 24 * 30
SLOW_SECONDS = 60 * 60
RETURN_SHARE = 10
"""Whoever returns after a game clock ran out gets one tenth of its time again."""
LEAST_SECONDS = 5.0
"""Whoever has used up the time for the whole game has the increment for each further decision, but at least this."""
DECIDE, SIT_IN, LOSE = "decide", "sit-in", "lose"
POLICIES = (DECIDE, SIT_IN, LOSE)
_STARTED = time.time() - time.monotonic()


def now() -> float:
    """Seconds since 1970 as this process counts them: read once, then measured by a clock that nobody can set.

    A wall clock jumps when somebody or a time server corrects it; clocks of games must not.
    """
    return _STARTED + time.monotonic()


@dataclass(frozen=True, slots=True)
class ClockRule:
    """`decision`: so many seconds for each decision; `game`: for all of them, with an increment for each.

    The policy says what happens when the time has run out: a bot makes that one decision and the clock goes on
    (`decide`), a bot sits in until the person returns (`sit-in`), or the person has lost (`lose`).
    """

    kind: str
    seconds: float
    increment: float = 0.0
    policy: str = DECIDE

    @classmethod
    def read(cls, given: Mapping[str, Any] | None) -> ClockRule | None:
        if given is None:
            return None
        increment = float(given.get("increment") or 0)
        rule = cls(str(given["kind"]), float(given["seconds"]), increment, str(given.get("policy") or DECIDE))
        if rule.kind not in ("decision", "game"):
            raise Refused("malformed", f"A clock counts a 'decision' or a 'game', not {rule.kind[:20]!r}.")
        if not MIN_SECONDS <= rule.seconds <= MAX_SECONDS or not 0 <= rule.increment <= MAX_SECONDS:
            raise Refused("malformed", f"A clock has {MIN_SECONDS} to {MAX_SECONDS} seconds.")
        if rule.policy not in POLICIES:
            raise Refused("malformed", f"When time has run out: {', '.join(POLICIES)}; not {rule.policy[:20]!r}.")
        return rule

    @property
    def slow(self) -> bool:
        """Whether people have days, and nobody is expected to sit at the table."""
        return self.kind == "decision" and self.seconds >= SLOW_SECONDS

    def as_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "seconds": self.seconds, "increment": self.increment, "policy": self.policy}


class Clock:
    """The clock of one seat."""

    def __init__(self, rule: ClockRule) -> None:
        self.rule = rule
        self.left = rule.seconds
        self.since: float | None = None

    def start(self, at: float) -> None:
        """A question is asked; does nothing if the clock is running."""
        if self.since is None:
            if self.rule.kind == "decision":
                self.left = self.rule.seconds
            elif self.left <= 0:
                self.left = max(self.rule.increment, LEAST_SECONDS)
            self.since = at

    def stop(self, at: float, answered: bool) -> None:
        """The question was answered or withdrawn."""
        if self.since is not None:
            self.left = self.left_at(at)
            if answered:
                self.left += self.rule.increment
            self.since = None

    def give_time_back(self) -> None:
        """The person returns after the clock ran out."""
        self.left = max(self.left, self.rule.seconds / RETURN_SHARE, self.rule.increment)

    def left_at(self, at: float) -> float:
        """The seconds left; never more than there were when it was started, whatever the time is."""
        return self.left if self.since is None else max(0.0, self.left - max(0.0, at - self.since))

    @property
    def runs_out(self) -> float | None:
        """When it runs out, if it is running."""
        return None if self.since is None else self.since + self.left
