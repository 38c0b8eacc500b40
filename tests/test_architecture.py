"""docs/architecture.md names functions that exist, where it says they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROW = re.compile(r"^\| `([\w/.]+\.(?:py|js))` \| ((?:`\w+`(?:, )?)+) \|", re.MULTILINE)
STEPS = [
    (path, name)
    for path, names in ROW.findall((ROOT / "docs" / "architecture.md").read_text())
    for name in re.findall(r"`(\w+)`", names)
]


def test_there_are_two_walks() -> None:
    assert len(STEPS) > 40
    assert ("web/static/js/table.js", "decide") in STEPS
    assert ("service/bots.py", "choose") in STEPS


@pytest.mark.parametrize(("path", "name"), STEPS)
def test_a_named_function_exists(path: str, name: str) -> None:
    source = (ROOT / "src" / "zoobox" / path).read_text()
    definition = (
        rf"def {name}\(" if path.endswith(".py") else rf"^(?:(?:export )?(?:async )?function |  (?:async )?){name}\("
    )
    assert re.search(definition, source, re.MULTILINE), f"{path} has no function {name}"


def test_every_module_of_the_service_has_its_place() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    parts = text[text.index("## The parts of the service") :].split("\n## ")[0]
    service = ROOT / "src" / "zoobox" / "service"
    modules = {path.stem for path in service.rglob("*.py") if "migrations" not in path.parts} - {"__init__"}
    assert {name for name in modules if not re.search(rf"[`/]{name}(?:\.py)?`", parts)} == set()
