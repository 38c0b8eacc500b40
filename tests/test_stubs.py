"""The stubs of compiled modules show what exists at run time, so that type checkers find wrong names."""

from __future__ import annotations

import ast
import importlib
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import zoobox

ROOT = Path(__file__).parents[1]
STUBS: dict[str, Any] = runpy.run_path(str(ROOT / "stubs.py"))
MODULES = [".".join(path.relative_to(ROOT / "src").with_suffix("").parts) for path in STUBS["modules"]()]
compiled = pytest.mark.skipif(not zoobox.speed.compiled(), reason="interpreted, everything can be seen")


def stub_of(module: str) -> ast.Module:
    return ast.parse(STUBS["stub"](ROOT / "src" / (module.replace(".", "/") + ".py")))


@compiled
@pytest.mark.parametrize("name", MODULES)
def test_a_stub_shows_what_there_is(name: str) -> None:
    module = importlib.import_module(name)
    tree = stub_of(name)
    told = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    for shown, node in told.items():
        assert hasattr(module, shown), shown
        if isinstance(node, ast.ClassDef):
            of_class = getattr(module, shown)
            members = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            members |= {
                item.target.id
                for item in node.body
                if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
            }
            is_dataclass = hasattr(of_class, "__dataclass_fields__")
            for member in members:
                assert hasattr(of_class, member) or (is_dataclass and member in of_class.__dataclass_fields__), member
            public = {key for key in vars(of_class) if not key.startswith("_")}
            assert public - members == set(), f"{shown} has more than its stub shows"
    for key, value in vars(module).items():
        if getattr(value, "__module__", None) == name and not key.startswith("_") and key not in told:
            assert value in [getattr(module, other) for other in told], f"{key} is missing"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as a wheel lays it out: sources, and stubs beside those that are compiled."""
    folder = tmp_path_factory.mktemp("installed")
    for path in (ROOT / "src").rglob("*"):
        if path.suffix == ".py" or path.name == "py.typed":
            target = folder / path.relative_to(ROOT / "src")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    STUBS["write_stubs"](folder)
    return folder


PROGRAM = """
import zoobox

game = zoobox.game("zooloretto-dice", players=2)
state = game.start(seed=7)
while not state.over:
    seat = state.waiting[0]
    state.apply(seat, state.legal(seat)[0])
points: list[int] = [state.points_of(seat) for seat in range(state.players)]
luck: int = zoobox.Luck(3).below(6)
"""
MISTAKES = """
state.aply(0, 1)
state.enact(0, 1)
state.players = 3
state.points_of("1")
zoobox.Luck(3).bellow(6)
"""


@pytest.mark.timeout(600)
def test_mypy_finds_mistakes(installed: Path, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM + MISTAKES)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--config-file=", program],
        env={"MYPYPATH": str(installed), "PATH": ""}, cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    lines = sorted(int(line) for line in re.findall(r"program\.py:(\d+): error", done.stdout))
    first = PROGRAM.count("\n") + 2
    assert lines == [*range(first, first + MISTAKES.count("\n") - 1)], done.stdout + done.stderr


@pytest.mark.long
@pytest.mark.timeout(900)
def test_the_stubs_are_sound_for_mypy(installed: Path, tmp_path: Path) -> None:
    stubs = [str(installed / (module.replace(".", "/") + ".pyi")) for module in MODULES]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--follow-imports=silent", "--ignore-missing-imports", "--config-file=", *stubs],
        env={"MYPYPATH": str(installed), "PATH": ""}, cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


@compiled
def test_the_reference_shows_what_there_is(tmp_path: Path) -> None:
    """Everything that the reference page shows exists, and everything public of State is shown, with types."""
    griffe = pytest.importorskip("griffe")
    STUBS["write_package"](tmp_path)
    package = griffe.load("zoobox", search_paths=[str(tmp_path)], try_relative_path=False)
    names = re.findall(r"^::: zoobox\.(\S+)", (ROOT / "docs" / "reference.md").read_text(), re.M)
    assert len(names) > 8
    for name in names:
        shown = package[name]
        if shown.is_class:
            of_class = getattr(importlib.import_module(shown.module.path), shown.name)
            fields = getattr(of_class, "__dataclass_fields__", {})
            for member in shown.members.values():
                if not member.name.startswith("_"):
                    assert hasattr(of_class, member.name) or member.name in fields or not member.is_function, (
                        member.path
                    )
                if member.is_function:
                    assert member.returns is not None, member.path
    state = package["kernel.state.State"].members
    assert {name for name in vars(zoobox.State) if not name.startswith("_")} <= set(state)
    assert "enact" not in state
