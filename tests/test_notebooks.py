"""The notebooks of examples/ run from start to end."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "examples"


SLOW = ("train_an_agent",)
NOTEBOOKS = [
    pytest.param(path, id=path.stem, marks=[pytest.mark.long] * (path.stem in SLOW))
    for path in sorted(FOLDER.glob("*.ipynb"))
]


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_notebook(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(FOLDER.parent / "src"))
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=240, resources={"metadata": {"path": str(FOLDER)}}).execute()
