"""The rules ledger: docs/rules/<game>.md, read so that choices, refusals and tests can cite it.

A rule is a heading `### Title {#prefix.topic.rule}`, its text, a line `Source: ...` and, where the text of the rulebook
is open, a line `Ruling: ...`. The same rules in another language are in a folder of its name: docs/rules/de/<game>.md,
with `Quelle: ...` and `Auslegung: ...`. A game in a package of its own has rules.md and rules.de.md in its folder.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.text import LANGUAGES

HEADING = re.compile(r"^###\s+(?P<title>.+?)\s+\{#(?P<id>[a-z0-9.\-]+)\}\s*$")
SECTION = re.compile(r"^##\s+(?P<title>[^#].*)$")
PARTS = {"Source": "source", "Ruling": "ruling", "Quelle": "source", "Auslegung": "ruling"}
FIRST_LANGUAGE = LANGUAGES[0]


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in our own words."""

    id: str
    title: str
    section: str
    text: str
    source: str
    ruling: str = ""


def ledger_path(game: str, language: str = FIRST_LANGUAGE, folder: Path | None = None) -> Path:
    """Where the ledger of a game is: in its own folder, in the installed Zoobox, or in the repository."""
    package = Path(__file__).parents[1]
    page = Path(f"{game}.md") if language == FIRST_LANGUAGE else Path(language, f"{game}.md")
    own = "rules.md" if language == FIRST_LANGUAGE else f"rules.{language}.md"
    for path in (folder and folder / own, package / "rulebooks" / page):
        if path and path.exists():
            return path
    return package.parents[1] / "docs" / "rules" / page


@cache
def ledger(game: str, language: str = FIRST_LANGUAGE, folder: Path | None = None) -> dict[str, Rule]:
    """The rules of a game by id, in the order of the page; in the first language where there is no page in another."""
    return parse(_page(game, language, folder))


def _page(game: str, language: str, folder: Path | None) -> str:
    path = ledger_path(game, language, folder)
    return (path if path.exists() else ledger_path(game, folder=folder)).read_text(encoding="utf-8")


@cache
def introduction(game: str, language: str = FIRST_LANGUAGE, folder: Path | None = None) -> str:
    """What stands before the exact rules, from the first heading on: a summary, the pieces, examples. May be empty."""
    lines = _page(game, language, folder).splitlines()
    first_rule = next((number for number, line in enumerate(lines) if HEADING.match(line)), len(lines))
    sections = [number for number, line in enumerate(lines[:first_rule]) if SECTION.match(line)]
    return "\n".join(lines[sections[0] : sections[-1]]).strip() if sections else ""


def parse(page: str) -> dict[str, Rule]:
    """The rules on a page."""
    rules: dict[str, Rule] = {}
    section = ""
    lines = page.splitlines()
    for number, line in enumerate(lines):
        if found := SECTION.match(line):
            section = found["title"].strip()
        elif found := HEADING.match(line):
            rule = _rule(found["id"], found["title"], section, _body(lines[number + 1 :]))
            if rule.id in rules:
                raise ZooboxError(f"the rule {rule.id} appears twice in the ledger")
            rules[rule.id] = rule
    return rules


def _body(lines: list[str]) -> list[str]:
    body = []
    for line in lines:
        if line.startswith(("## ", "### ", "# ")):
            break
        body.append(line)
    return body


def _rule(rule_id: str, title: str, section: str, body: list[str]) -> Rule:
    kept: dict[str, list[str]] = {"text": [], "source": [], "ruling": []}
    current = "text"
    for line in body:
        name, colon, rest = line.partition(":")
        if colon and name in PARTS:
            current = PARTS[name]
            line = rest.strip()
        if not line.strip() and current != "text":
            current = "text"
        kept[current].append(line)
    joined = {name: "\n".join(part).strip() for name, part in kept.items()}
    if not joined["source"]:
        raise ZooboxError(f"the rule {rule_id} names no source")
    return Rule(rule_id, title, section, joined["text"], joined["source"], joined["ruling"])
