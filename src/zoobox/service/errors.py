"""Refusals: why a request changes nothing, in words, with a code for programs and the rule if a rule is the reason."""

from __future__ import annotations

from typing import Any

from zoobox.kernel.errors import ZooboxError

STATUS = {
    "malformed": 400,
    "bad-record": 400,
    "unknown-game": 400,
    "nobody": 401,
    "foreign": 403,
    "cross-site": 403,
    "banned": 403,
    "password": 401,
    "hidden": 403,
    "no-table": 404,
    "no-seat": 404,
    "no-moment": 404,
    "not-found": 404,
    "method": 405,
    "too-slow": 408,
    "stale": 409,
    "answered": 409,
    "taken": 409,
    "not-running": 409,
    "running": 409,
    "present": 409,
    "asked": 409,
    "no-name": 409,
    "set-aside": 409,
    "cannot-undo": 409,
    "no-hints": 409,
    "too-large": 413,
    "media-type": 415,
    "illegal": 422,
    "too-many": 429,
    "store": 503,
    "busy": 503,
    "stopping": 503,
}
"""The HTTP status of each code."""


UNWRITABLE = "The database does not take this text; leave out what no keyboard has."


class Unreadable(ZooboxError):
    """A table whose rows in the database make no sense, with the number of the event if one is to blame."""

    def __init__(self, what: str, error: Exception, event: int | None = None) -> None:
        reason = str(error) if isinstance(error, ZooboxError) else f"{type(error).__name__}: {error}".rstrip(": ")
        super().__init__(f"{what}: {reason}")
        self.event = event


class Refused(ZooboxError):
    """A request that was refused and has changed nothing."""

    def __init__(self, code: str, reason: str, rule: str | None = None, number: int | None = None) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason
        self.rule = rule
        self.number = number
        self.retry_after: float | None = None

    @property
    def status(self) -> int:
        return STATUS[self.code]

    def as_dict(self) -> dict[str, Any]:
        return {"error": {"code": self.code, "reason": self.reason, "rule": self.rule, "number": self.number}}
