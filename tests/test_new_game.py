"""`zoobox new-game`: what it writes is a game like any other, in the repository and in a package of its own.

The tests that exist for games find it by its name, compiled and interpreted.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import zoobox
from zoobox.cli import main

ROOT = Path(__file__).parents[1]
NAME = "peanut-party"
MODULE = "peanut_party"
CHECKOUT = ("src/zoobox", "tests", "docs/rules", "docs/ladder.json", "pyproject.toml")
GAMES_TESTS = (
    "tests/kernel",
    "tests/bots",
    "tests/envs",
    "tests/test_pictures.py",
    "tests/service/test_playing.py",
)
"""Tests that run for every game there is; `-k` picks those of the new one."""
INTERPRETED_TESTS = GAMES_TESTS[:1]
"""Those that `make test` runs interpreted as well."""

pytestmark = pytest.mark.skipif(not zoobox.speed.compiled(), reason="runs both modes by itself")


def new_game(*arguments: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["new-game", *arguments])
    assert ended.value.code == 0


def run(arguments: list[str], folder: Path, *paths: Path, interpreted: bool = False) -> str:
    """Runs Python in a folder, with those paths to import from."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(str(path) for path in paths)}
    environment |= {zoobox.speed.ASKED: "1"} if interpreted else {}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


def run_tests(tests: list[str], folder: Path, *paths: Path, interpreted: bool = False) -> None:
    """Runs tests, of which some must be there and none may fail; golden games are written later."""
    options = ["-m", "pytest", "-p", "no:cacheprovider", "-rs", *tests]
    told = run(options, folder, *paths, interpreted=interpreted)
    reasons = re.findall(r"SKIPPED \[\d+\] \S+ (.*)", told)
    assert all("golden" in reason or interpreted for reason in reasons), reasons


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the repository in which the game has been made."""
    folder = tmp_path_factory.mktemp("checkout")
    for part in CHECKOUT:
        source, target = ROOT / part, folder / part
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    before = {path for path in folder.rglob("*") if path.is_file()}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        new_game(NAME)
    written = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file() and path not in before}
    assert {str(path.parent) for path in written} == {f"src/zoobox/games/{MODULE}", f"tests/{MODULE}", "docs/rules"}
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sources of a package with the game, and a folder into which it has been installed."""
    folder = tmp_path_factory.mktemp("package")
    sources, installed = folder / "sources", folder / "installed"
    new_game(NAME, "--package", str(sources))
    pip = ["-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-deps", "--no-build-isolation"]
    run([*pip, "--no-index", "--target", str(installed), str(sources)], folder)
    assert (installed / MODULE / "rules.md").exists()
    return sources, installed


@pytest.mark.parametrize("interpreted", [pytest.param(False, marks=pytest.mark.long), True])
def test_all_tests_of_games_hold_for_one_in_the_repository(checkout: Path, interpreted: bool) -> None:
    only = ["-k", f"{NAME} or {MODULE}"]
    games_tests = INTERPRETED_TESTS if interpreted else [*GAMES_TESTS, "tests/test_ledgers.py"]
    run_tests([*only, f"tests/{MODULE}", *games_tests], checkout, checkout / "src", interpreted=interpreted)


@pytest.mark.long
@pytest.mark.parametrize("interpreted", [False, True])
def test_all_tests_of_games_hold_for_one_in_a_package(package: tuple[Path, Path], interpreted: bool) -> None:
    sources, installed = package
    run_tests([str(sources / "tests")], sources, installed, ROOT / "src", interpreted=interpreted)
    games_tests = INTERPRETED_TESTS if interpreted else GAMES_TESTS
    run_tests(["-k", NAME, *games_tests], ROOT, installed, ROOT / "src", interpreted=interpreted)


@pytest.mark.parametrize("interpreted", [False, True])
def test_a_game_in_a_package_is_played_at_the_command_line(package: tuple[Path, Path], interpreted: bool) -> None:
    _, installed = package

    def zoobox_says(*arguments: str) -> str:
        return run(["-m", "zoobox", *arguments], ROOT, installed, ROOT / "src", interpreted=interpreted)

    assert NAME in zoobox_says("games")
    assert "pp.feed.another-number" in zoobox_says("rules", NAME)
    bots = "visitor,curator"
    assert "20 games" in zoobox_says("simulate", NAME, "--games", "20", "--bots", bots, "--simulations", "20")


@pytest.mark.long
def test_what_is_written_is_clean(checkout: Path) -> None:
    """Style, types and layers hold without a touch, also for the longest name there may be."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(checkout)
        new_game("w" * 20)
        new_game("a-1")
    if (ROOT / ".mypy_cache").exists():  # what has been checked there need not be checked again
        shutil.copytree(ROOT / ".mypy_cache", checkout / ".mypy_cache")
    for command in (["ruff", "check"], ["ruff", "format", "--check"], ["mypy"]):
        run(["-m", *command], checkout, checkout / "src")
    run(["-c", "from importlinter.cli import lint_imports; lint_imports()"], checkout, checkout / "src")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["Peanuts"], "a game is named like 'feeding-time'"),
        (["two  words"], "a game is named like 'feeding-time'"),
        (["1st-game"], "a game is named like 'feeding-time'"),
        (["x" * 21], "at most 20 of them"),
        ([zoobox.names()[0]], "already"),
        (["peanuts"], "this is no checkout of Zoobox"),
    ],
)
def test_what_cannot_be_written_is_refused(
    arguments: list[str],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(["new-game", *arguments])
    assert ended.value.code == 2
    assert reason in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new_game(NAME, "--package", str(tmp_path / "mine"))
    with pytest.raises(SystemExit) as ended:
        main(["new-game", NAME, "--package", str(tmp_path / "mine")])
    assert ended.value.code == 2
    assert "exists already; nothing was written" in capsys.readouterr().err
