"""Nothing outside `zoobox.games` knows a game by name; import-linter holds the rest of the layers."""

import ast
from collections.abc import Iterator
from pathlib import Path

import zoobox

PACKAGE = Path(zoobox.__file__).parent


def names_of_games() -> set[str]:
    """Names, titles, classes and modules of the games that come with the package."""
    found = set()
    for name in zoobox.names():
        kind = zoobox.game_class(name)
        found |= {name, kind.title, kind.__module__, kind.__module__.rpartition(".")[2], kind.__name__}
    return found


def mentions(source: Path) -> Iterator[str]:
    """The modules that a source imports, the names it uses, and its strings."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, *node.module.split("."))
        elif isinstance(node, ast.Import):
            yield from (part for alias in node.names for part in alias.name.split("."))
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_only_the_games_know_games_by_name() -> None:
    names = names_of_games()
    sources = [path for path in PACKAGE.rglob("*.py") if not path.is_relative_to(PACKAGE / "games")]
    assert len(sources) > 80
    knowing = {(str(path.relative_to(PACKAGE)), name) for path in sources for name in mentions(path) if name in names}
    assert knowing == set()


def test_a_source_that_knows_a_game_would_be_found(tmp_path: Path) -> None:
    source = tmp_path / "source.py"
    source.write_text("from zoobox.games.new_york_zoo import components\nfor_two = 'zooloretto-dice'\n")
    assert set(mentions(source)) & names_of_games() >= {"zoobox.games.new_york_zoo", "zooloretto-dice"}
