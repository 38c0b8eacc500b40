"""Whatever Python gives to compiled code, the process goes on, and no answer comes from outside a buffer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import zoobox

PROGRAM = Path(__file__).with_name("every_call.py")
SOURCE = Path(zoobox.__file__).parents[1]
NAMES = [name if name == "zooloretto-dice" else pytest.param(name, marks=pytest.mark.long) for name in zoobox.names()]


def answers(name: str, visible: Path | None = None) -> dict[str, Any]:
    """What comes of every call; compiled, or interpreted for the calls that there are compiled."""
    interpreted = {"ZOOBOX_INTERPRETED": "1"} if visible else {}
    kept = {key: value for key, value in os.environ.items() if key != "ZOOBOX_INTERPRETED"}
    done = subprocess.run(
        [sys.executable, PROGRAM, name, *([visible] if visible else [])],
        env=kept | {"PYTHONPATH": str(SOURCE)} | interpreted, capture_output=True, text=True, check=False,
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert done.returncode == 0, f"the process died: {lines[-1]} {done.stderr[-500:]}"
    return {call[2:]: json.loads(answer[2:]) for call, answer in zip(lines[::2], lines[1::2], strict=True)}


@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.skipif(not zoobox.speed.compiled(), reason="interpreted, nothing can be read outside a buffer")
def test_the_process_survives_bad_arguments(name: str) -> None:
    assert len(answers(name)) > 1500


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", zoobox.names())
@pytest.mark.skipif(not zoobox.speed.compiled(), reason="interpreted, nothing can be read outside a buffer")
def test_bad_arguments_get_an_error_or_the_same_answer(name: str, tmp_path: Path) -> None:
    """Compiled, a fraction is taken as the whole number below it, which interpreted is a TypeError."""
    compiled = answers(name)
    visible = tmp_path / "visible.json"
    visible.write_text(json.dumps(list(compiled)))
    interpreted = answers(name, visible)
    for call, answer in compiled.items():
        refused = isinstance(answer, dict) and "error" in answer
        fraction = isinstance(interpreted[call], dict) and interpreted[call].get("error") == "TypeError"
        assert refused or fraction or answer == interpreted[call], call
