"""`zoobox new-game`: a tiny complete game as a start for one's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from zoobox import games
from zoobox.kernel.errors import ZooboxError

TEMPLATE = Path(__file__).parent / "template"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_NAME = 20
"""With a longer one, lines of the template would have to be broken."""
TESTS = ("test_conformance.py", "test_rules.py")
LEDGER = "ledger.md"
PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "{name}"
version = "0.1.0"
requires-python = ">=3.11"
dependencies = ["zoobox"]

[project.optional-dependencies]
test = ["hypothesis", "pytest"]

[project.entry-points."zoobox.games"]
{name} = "{module}:{kind}"

[tool.setuptools.package-data]
"*" = ["*.md", "*.toml"]

[tool.pytest.ini_options]
markers = ["rule(id): the rule of the ledger that the test holds"]
"""


class Names:
    """What a game of that name is called in every place; in the template it is Feeding Time."""

    def __init__(self, name: str) -> None:
        if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
            raise ZooboxError(
                f"a game is named like 'feeding-time', with small letters, digits and hyphens, "
                f"at most {LONGEST_NAME} of them, not {name!r}."
            )
        if name in games.names():
            raise ZooboxError(f"there is a game {name!r} already.")
        words = name.split("-")
        self.name = name
        self.module = name.replace("-", "_")
        self.kind = "".join(word.capitalize() for word in words)
        self.title = " ".join(word.capitalize() for word in words)
        self.prefix = self._prefix(words)

    def _prefix(self, words: list[str]) -> str:
        """The initials, or the beginning of a single word; the whole name where another game has that."""
        short = "".join(word[0] for word in words) if len(words) > 1 else words[0][:3]
        taken = {games.game_class(other).prefix for other in games.names()}
        return short if short.isalpha() and short not in taken else "".join(words)

    def in_place_of_feeding_time(self, text: str) -> str:
        text = text.replace("feeding-time", self.name).replace("FeedingTime", self.kind)
        text = text.replace("Feeding Time", self.title).replace('"ft"', f'"{self.prefix}"')
        return re.sub(r"\bft\.(?=[a-z])", f"{self.prefix}.", text)


def new_game(
    name: Annotated[str, typer.Argument(help="What it is called, such as feeding-time.")],
    package: Annotated[
        Path | None, typer.Option("--package", help="Write a package of its own into this new folder.")
    ] = None,
) -> None:
    """Write a tiny complete game to start from: two players, a dozen lines of rules, ledger, texts and tests.

    In a checkout of Zoobox it becomes one of its games. With --package it becomes an installable package that Zoobox
    finds by its entry point.
    """
    names = Names(name)
    files = dict(_package(names, package) if package is not None else _in_checkout(names))
    for path in files:
        if path.exists():
            raise ZooboxError(f"{path} exists already; nothing was written.")
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path)
    if package is not None:
        print(f"\nNow: pip install -e '{package}[test]' && pytest {package} && zoobox play {names.name}")
    else:
        print(f"\nNow: pytest tests/{names.module} && zoobox play {names.name}")


def _in_checkout(names: Names) -> Iterator[tuple[Path, str]]:
    if not Path("src/zoobox/games").is_dir():
        raise ZooboxError("this is no checkout of Zoobox: go to one, or give --package for a package of its own.")
    yield from _modules(names, Path("src/zoobox/games") / names.module)
    yield Path("docs/rules") / f"{names.name}.md", _filled(names, LEDGER)
    yield from _tests(names, Path("tests") / names.module)
    yield Path("tests") / names.module / "__init__.py", ""


def _package(names: Names, folder: Path) -> Iterator[tuple[Path, str]]:
    yield folder / "pyproject.toml", PROJECT.format(name=names.name, module=names.module, kind=names.kind)
    yield from _modules(names, folder / "src" / names.module)
    yield folder / "src" / names.module / "rules.md", _filled(names, LEDGER)
    yield from _tests(names, folder / "tests")


def _modules(names: Names, folder: Path) -> Iterator[tuple[Path, str]]:
    for source in sorted(TEMPLATE.iterdir()):
        if source.suffix in (".py", ".toml") and source.name not in TESTS:
            yield folder / source.name, _filled(names, source.name)


def _tests(names: Names, folder: Path) -> Iterator[tuple[Path, str]]:
    for file in TESTS:
        yield folder / file, _filled(names, file)


def _filled(names: Names, file: str) -> str:
    return names.in_place_of_feeding_time((TEMPLATE / file).read_text(encoding="utf-8"))
