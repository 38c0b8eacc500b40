"""Reading hand-written tables: every field is checked, and errors name the field."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from zoobox.kernel.errors import BadPosition
from zoobox.kernel.luck import Luck

BY_HAND = "by_hand"
"""The field of a position that need not be one that play can lead to."""


DEEPEST = 12
LARGEST = 1 << 64
LONGEST = 200


def check_plain(position: Mapping[str, Any]) -> None:
    """Refuses what no position holds, so that nothing that reads it, or words a refusal, stumbles over it."""
    waiting: list[tuple[Any, int]] = [(position, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > DEEPEST:
            raise BadPosition(f"position: tables and lists are nested more than {DEEPEST} deep")
        if isinstance(value, str):
            if len(value) > LONGEST or not value.isprintable():
                raise BadPosition("position: a text is longer than any that a position holds, or cannot be printed")
        elif isinstance(value, int):
            if abs(value) > LARGEST:
                raise BadPosition("position: a number is larger than any that a position holds")
        elif isinstance(value, (list, tuple)):
            waiting += [(one, depth + 1) for one in value]
        elif isinstance(value, Mapping):  # last, since Python takes long to find that out
            waiting += [(one, depth + 1) for pair in value.items() for one in pair]
        elif not isinstance(value, (float, type(None))):
            raise BadPosition(f"position: it holds a {type(value).__name__}, which is no plain value")


def leaves_out(given: Mapping[str, Any], whole: Mapping[str, Any]) -> bool:
    """Whether a position lacks fields of the whole one, of the table or of a seat."""
    if any(name not in given for name in whole if name != BY_HAND):
        return True
    tables = [pair for name in whole if name != BY_HAND for pair in _seats(given[name], whole[name])]
    return any(name not in one for one, other in tables for name in other)


def _seats(given: Any, whole: Any) -> list[tuple[Any, Any]]:
    if not isinstance(given, Sequence) or not isinstance(whole, list):
        return []
    return [pair for pair in zip(given, whole, strict=False) if all(isinstance(one, Mapping) for one in pair)]


class Fields:
    """A table whose fields are read one by one; `done` refuses fields that were not read."""

    def __init__(self, given: Any, where: str) -> None:
        if not isinstance(given, Mapping):
            raise BadPosition(f"{where} should be a table of named fields, not {given!r}")
        self.given = given
        self.where = where
        self.known: set[str] = set()

    def get(self, name: str, default: Any) -> Any:
        self.known.add(name)
        return self.given.get(name, default)

    def whole_number(self, name: str, default: int, least: int, most: int) -> int:
        value = self.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            span = f"{least}" if least == most else f"{least} to {most}"
            raise BadPosition(f"{self.where}: {name} should be {span}, not {value!r}")
        return value

    def whole_numbers(self, name: str, default: Sequence[int], count: int, least: int, most: int) -> list[int]:
        value = self.get(name, default)
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != count:
            raise BadPosition(f"{self.where}: {name} should be a list of {count} numbers, not {value!r}")
        for number in value:
            if isinstance(number, bool) or not isinstance(number, int) or not least <= number <= most:
                raise BadPosition(f"{self.where}: {name} should hold numbers from {least} to {most}, not {number!r}")
        return list(value)

    def luck(self) -> list[int]:
        """The two words of the random generator; those of seed 0 where none are given, since zeros would draw badly."""
        seed_0 = Luck(0)
        words = self.whole_numbers("luck", [seed_0.word(0), seed_0.word(1)], 2, 0, 2**64 - 1)
        if not any(words):
            raise BadPosition(f"{self.where}: luck should not be two zeros: nothing could ever be drawn from them")
        return words

    def flag(self, name: str, default: bool) -> bool:
        value = self.get(name, default)
        if not isinstance(value, bool):
            raise BadPosition(f"{self.where}: {name} should be true or false, not {value!r}")
        return value

    def one_of(self, name: str, default: Any, possible: Collection[Any]) -> Any:
        value = self.get(name, default)
        if value not in possible:
            names = ", ".join(str(item) for item in possible)
            raise BadPosition(f"{self.where}: {name} should be one of {names}, not {value!r}")
        return value

    def several_of(
        self, name: str, default: Sequence[str], possible: Collection[str], repeated: bool = False
    ) -> list[str]:
        value = self.get(name, default)
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise BadPosition(f"{self.where}: {name} should be a list, not {value!r}")
        for item in value:
            if item not in possible:
                raise BadPosition(f"{self.where}: {name} cannot hold {item!r}; possible: {', '.join(possible)}")
        if not repeated and len(set(value)) != len(value):
            raise BadPosition(f"{self.where}: {name} names something twice: {', '.join(value)}")
        return list(value)

    def lists(self, name: str, default: Sequence[Any], count: int) -> list[list[Any]]:
        value = self.get(name, default)
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != count:
            raise BadPosition(f"{self.where}: {name} should be a list of {count} lists, not {value!r}")
        for item in value:
            if not isinstance(item, Sequence) or isinstance(item, str):
                raise BadPosition(f"{self.where}: {name} should hold lists, not {item!r}")
        return [list(item) for item in value]

    def table(self, name: str, default: Mapping[str, Any]) -> Fields:
        return Fields(self.get(name, default), f"{self.where}: {name}")

    def tables(self, name: str, default: Sequence[Any], count: int) -> list[Fields]:
        value = self.get(name, default)
        if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != count:
            raise BadPosition(f"{self.where}: {name} should be a list of {count} tables, not {value!r}")
        return [Fields(item, f"{self.where}: {name} {index}") for index, item in enumerate(value)]

    def done(self) -> None:
        """Refuses fields that were not read."""
        unknown = [str(name) for name in self.given if name not in self.known]
        if unknown:
            known = ", ".join(sorted(self.known))
            raise BadPosition(f"{self.where}: unknown field {', '.join(unknown)}; possible: {known}")
