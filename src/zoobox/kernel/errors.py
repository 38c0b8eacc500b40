"""What can go wrong, in sentences for people. Every error of Zoobox is a ZooboxError."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zoobox.kernel.text import Phrase


class ZooboxError(ValueError):
    """One clear sentence: what was wrong and what is possible."""


class UnknownGame(ZooboxError):
    """No game, player count or variant of that name."""


class BadSetting(ZooboxError):
    """A setting that the game does not have, or a value it cannot take."""


class BadComponents(ZooboxError):
    """A component file that does not fit; `line` is where, if it is known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.message = message
        self.line = line

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.line)


class BadPosition(ZooboxError):
    """A position that the rules do not allow."""


class BadRecord(ZooboxError):
    """A record that is malformed or that the rules contradict; `line` is where."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.message = message
        self.line = line

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message, self.line)


class CannotUndo(ZooboxError):
    """A decision that cannot be taken back any more."""


class IllegalChoice(ZooboxError):
    """A choice the rules forbid: `.reason` in words, `.rule` the id of the rule in the ledger."""

    def __init__(self, reason: str, rule: str = "", phrase: Phrase | None = None) -> None:
        super().__init__(f"{reason} ({rule})" if rule else reason)  # some libraries raise it again from its text
        self.reason = reason
        self.rule = rule
        self.phrase = phrase

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.reason, self.rule, self.phrase)


class MalformedChoice(IllegalChoice):
    """Text that is no choice of this decision at all."""


class NotYourTurn(IllegalChoice):
    """A seat that owes no decision now."""
