"""`zoobox rules`"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Annotated, Literal

import typer
from rich.console import Console

from zoobox import games as registry
from zoobox.cli import printing
from zoobox.cli.options import GameName
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.ledger import Rule

RULING = {"en": "Ruling", "de": "Auslegung"}
SOURCE = {"en": "Source", "de": "Quelle"}


def rules(
    game: GameName,
    rule: Annotated[
        str | None,
        typer.Argument(metavar="RULE-ID", help="One rule, or the beginning of several, such as `zld.roll`."),
    ] = None,
    language: Annotated[Literal["en", "de"], typer.Option(help="The language of the rules.")] = "en",
) -> None:
    """Look up the rules of a game.

    Without a rule id: the whole ledger as a list of ids and titles. With one: the rule in full, where the rulebook
    says it, and how it is read where the rulebook leaves it open. Every choice and every refusal names such an id.
    """
    console = printing.console()
    if rule is None:
        print_list(console, registry.game_class(game).ledger(language).values())
        return
    found = find_rules(game, rule, language)
    if len(found) == 1:
        print_rule(console, found[0], language)
    else:
        print_list(console, found)


def find_rules(game: str, text: str, language: str = "en") -> list[Rule]:
    """The rule of that id, or all that begin with it or, failing that, have it in their id or title."""
    known = registry.game_class(game).ledger(language)
    text = text.strip().lower()
    if text in known:
        return [known[text]]
    found = [rule for rule in known.values() if rule.id.startswith(f"{text}.")]
    found = found or [rule for rule in known.values() if text in rule.id or text in rule.title.lower()]
    if not found:
        close = get_close_matches(text, known, n=3, cutoff=0.4)
        hint = f"; did you mean {', '.join(close)}?" if close else f"; `zoobox rules {game}` lists them."
        raise ZooboxError(f"there is no rule {text!r} in {game}{hint}")
    return found


def print_list(console: Console, found: Iterable[Rule]) -> None:
    """Ids and titles under the headings of the ledger."""
    section = None
    for rule in found:
        if rule.section != section:
            section = rule.section
            console.print(f"\n{section}", style="bold")
        console.print(f"  {rule.id:<34} {rule.title}")


def print_rule(console: Console, rule: Rule, language: str = "en") -> None:
    """One rule in full."""
    console.print(rule.title, style="bold")
    console.print(f"{rule.id}\n", style="dim")
    console.print(rule.text)
    if rule.ruling:
        console.print(f"\n{RULING[language]}: {rule.ruling}")
    console.print(f"\n{SOURCE[language]}: {rule.source}", style="dim")
