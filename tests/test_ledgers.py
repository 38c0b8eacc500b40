"""The rules ledgers, the tests that hold them and the code that cites them tell of the same rules."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import zoobox
from zoobox.kernel.ledger import Rule, ledger_path, parse
from zoobox.kernel.text import LANGUAGES

ROOT = Path(__file__).parents[1]
GAMES = zoobox.names()
TRANSLATED = [(game, language) for game in GAMES for language in zoobox.game_class(game).texts.languages[1:]]


def ledger(game: str, language: str = "en") -> dict[str, Rule]:
    return zoobox.game_class(game).ledger(language)


@cache
def marked_rules() -> frozenset[str]:
    """Every id in a `pytest.mark.rule(...)` of a test."""
    return frozenset(rule for path in (ROOT / "tests").rglob("test_*.py") for rule in rules_marked_in(path.read_text()))


def rules_marked_in(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule":
                yield from (ast.literal_eval(argument) for argument in decorator.args)


def cited_rules(prefix: str) -> dict[str, str]:
    """Every id of a game that stands in the sources, with one file that has it."""
    looks_like_one = re.compile(rf"(?<![\w.\-]){prefix}\.[a-z][a-z0-9\-]*\.[a-z][a-z0-9\-]*")
    sources = [path for kind in ("*.py", "*.toml", "*.js", "*.html") for path in (ROOT / "src").rglob(kind)]
    return {
        rule: str(path.relative_to(ROOT))
        for path in sources
        for rule in looks_like_one.findall(path.read_text(encoding="utf-8"))
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_test(game: str) -> None:
    assert sorted(set(ledger(game)) - marked_rules()) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_mark_names_a_rule(game: str) -> None:
    prefix = zoobox.game_class(game).prefix
    marked = {rule for rule in marked_rules() if rule.split(".")[0] == prefix}
    assert sorted(marked - set(ledger(game))) == []


def test_every_mark_belongs_to_a_game() -> None:
    prefixes = {zoobox.game_class(game).prefix for game in GAMES}
    assert sorted(rule for rule in marked_rules() if rule.split(".")[0] not in prefixes) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_cited_rule_exists(game: str) -> None:
    cited = cited_rules(zoobox.game_class(game).prefix)
    assert cited, "the game cites no rule at all"
    assert {rule: path for rule, path in cited.items() if rule not in ledger(game)} == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_the_prefix_and_a_text(game: str) -> None:
    prefix = zoobox.game_class(game).prefix
    assert f"{prefix}.turn.order" in ledger(game)
    for rule in ledger(game).values():
        assert rule.id.startswith(f"{prefix}.")
        assert rule.text
        assert rule.section


@pytest.mark.parametrize(("game", "language"), TRANSLATED)
def test_every_language_tells_the_same_rules_in_the_same_order(game: str, language: str) -> None:
    """Titles, texts and headings are translated; ids, rulings and the settings they name are the same."""
    assert ledger_path(game, language, zoobox.game_class(game).folder).exists()
    ours, theirs = ledger(game), ledger(game, language)
    assert list(theirs) == list(ours)
    for rule, other in zip(ours.values(), theirs.values(), strict=True):
        assert other.text != rule.text, rule.id
        assert bool(other.ruling) == bool(rule.ruling), rule.id
        assert settings_named(other) == settings_named(rule), rule.id
        assert numbers_in(other) == numbers_in(rule), rule.id


def settings_named(rule: Rule) -> set[str]:
    return set(re.findall(r"`([a-z_]+)`", rule.text + rule.ruling))


def numbers_in(rule: Rule) -> list[str]:
    """Every number in the text: what a translation gets wrong most easily."""
    return sorted(re.findall(r"\d+", rule.text + " " + rule.ruling))


def test_marks_are_found_wherever_they_stand() -> None:
    source = """
@pytest.mark.rule("a.b.c", "a.b.d")
@pytest.mark.rule("a.b.e")
def test_one(): ...

@pytest.mark.rule("a.b.f")
class TestMore:
    @pytest.mark.rule("a.b.g")
    def test_two(self): ...

@pytest.mark.parametrize("rule", ["a.b.h"])
def test_three(rule): ...
"""
    assert sorted(rules_marked_in(source)) == ["a.b.c", "a.b.d", "a.b.e", "a.b.f", "a.b.g"]


def test_a_rule_that_stands_twice_or_has_no_source_is_refused() -> None:
    rule = "### Title {#x.y.z}\nText.\n\nSource: page 1.\n"
    assert parse(f"## Section\n\n{rule}")["x.y.z"].section == "Section"
    with pytest.raises(zoobox.ZooboxError, match=r"x\.y\.z appears twice"):
        parse(rule + rule)
    with pytest.raises(zoobox.ZooboxError, match="names no source"):
        parse("### Title {#x.y.z}\nText.\n")


def test_a_ruling_is_kept_apart_from_the_text() -> None:
    rule = parse("### Title {#x.y.z}\nText\non two lines.\n\nSource: page 1.\n\nRuling: like this,\nsay we.\n")["x.y.z"]
    assert (rule.text, rule.source, rule.ruling) == ("Text\non two lines.", "page 1.", "like this,\nsay we.")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", zoobox.names())
def test_every_ruling_is_written_out(name: str, language: str) -> None:
    codes = [rule.id for rule in ledger(name, language).values() if rule.ruling and re.search(r"\bE\d+\b", rule.ruling)]
    short = [rule.id for rule in ledger(name, language).values() if rule.ruling and len(rule.ruling.split()) < 5]
    assert codes == []
    assert short == []
