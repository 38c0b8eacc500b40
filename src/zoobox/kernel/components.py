"""What is in the box: a TOML file in which every entry says where it comes from."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from zoobox.kernel.errors import BadComponents

PROVENANCES = ("rulebook", "public", "inferred", "reconstructed")
NOT_PLAYED = ("provenance", "source", "note", "title")
"""Keys that describe an entry and change nothing in play; they are not part of the fingerprint."""
ANY_HEADER = re.compile(r'\s*\[\[?[A-Za-z_"][^\],]*\]\]?\s*(#.*)?$')


DEEPEST = 20
LARGEST = 10**9


def _check_size(data: dict[str, Any]) -> None:
    """Refuses what no component needs, so that nothing that reads the file stumbles over it."""
    waiting: list[tuple[Any, int]] = [(data, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > DEEPEST:
            raise BadComponents(f"tables and lists are nested more than {DEEPEST} deep")
        if isinstance(value, int) and abs(value) > LARGEST:
            raise BadComponents(f"a number has {len(str(abs(value)))} digits; no number of a component is so large")
        if isinstance(value, (dict, list)):
            waiting += [(one, depth + 1) for one in (value.values() if isinstance(value, dict) else value)]


class Components:
    """The parsed file, which knows the line of each entry for error messages."""

    def __init__(self, data: dict[str, Any], text: str, path: str = "") -> None:
        self.data = data
        self.text = text
        self.path = path
        self._check_provenance()

    @classmethod
    def load(cls, path: Path | str) -> Components:
        try:
            text = Path(path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise BadComponents(f"cannot read the component file {path}: it is not a text file") from None
        except OSError as error:
            raise BadComponents(f"cannot read the component file {path}: {error.strerror}") from None
        return cls.parse(text, str(path))

    @classmethod
    def parse(cls, text: str, path: str = "") -> Components:
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"\(at line (\d+)", str(error))
            raise BadComponents(f"not valid TOML: {error}", int(found[1]) if found else None) from None
        except (ValueError, RecursionError):
            raise BadComponents("not valid TOML: it is nested too deeply, or a number has too many digits") from None
        _check_size(data)
        return cls(data, text, path)

    @cached_property
    def fingerprint(self) -> str:
        """Equal for files that play alike, whatever their comments and sources."""
        text = json.dumps(_played(self.data), sort_keys=True, separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()

    def table(self, name: str) -> dict[str, Any]:
        """The table `[name]`."""
        found: Any = self.data
        for part in name.split("."):
            found = found.get(part) if isinstance(found, dict) else None
        if not isinstance(found, dict):
            raise BadComponents(f"the table [{name}] is missing")
        return found

    def entries(self, name: str) -> list[dict[str, Any]]:
        """The entries `[[name]]`."""
        found = self.data.get(name)
        if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
            raise BadComponents(f"the entries [[{name}]] are missing")
        return found

    def line_of(self, name: str, index: int | None = None, key: str | None = None) -> int | None:
        """The line of `[name]` or of the entry number `index` of `[[name]]`, or of a key in it."""
        header = re.compile(rf"\s*\[\[{re.escape(name)}\]\]" if index is not None else rf"\s*\[{re.escape(name)}\]")
        left = index or 0
        inside = False
        for number, line in enumerate(self.text.splitlines(), 1):
            if inside and ANY_HEADER.match(line):
                return None
            if header.match(line):
                if left:
                    left -= 1
                    continue
                if key is None:
                    return number
                inside = True
            elif inside and re.match(rf"\s*{re.escape(key or '')}\s*=", line):
                return number
        return None

    def error(self, message: str, name: str, index: int | None = None, key: str | None = None) -> BadComponents:
        """A BadComponents that points at an entry."""
        return BadComponents(message, self.line_of(name, index, key) or self.line_of(name, index))

    def provenance_counts(self) -> dict[str, int]:
        """How many entries come from where."""
        counts = dict.fromkeys(PROVENANCES, 0)
        for _, _, entry in self.all_entries():
            counts[entry["provenance"]] += 1
        return counts

    def all_entries(self) -> Iterator[tuple[str, int | None, dict[str, Any]]]:
        """Every entry: the name of its table, its number where there are several, and its values."""
        for name, value in self.data.items():
            if isinstance(value, dict):
                yield name, None, value
            elif isinstance(value, list) and all(isinstance(entry, dict) for entry in value):
                for index, entry in enumerate(value):
                    yield name, index, entry

    def _check_provenance(self) -> None:
        for name, index, entry in self.all_entries():
            given = entry.get("provenance")
            if given not in PROVENANCES:
                possible = ", ".join(PROVENANCES)
                what = "has no provenance" if given is None else f"has the unknown provenance {given!r}"
                raise self.error(f"{name} {what}; possible: {possible}", name, index, "provenance")


def _played(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _played(item) for key, item in value.items() if key not in NOT_PLAYED}
    if isinstance(value, list):
        return [_played(item) for item in value]
    return value
