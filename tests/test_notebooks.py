"""The notebooks of examples/ run from start to end, and print what they are kept with.

`ZOOBOX_WRITE_NOTEBOOKS=1 pytest tests/test_notebooks.py` writes them anew. Pictures are not compared, nor the cells
with the tag `varies`, whose numbers depend on the machine's arithmetic.
"""

import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[1] / "examples"
SLOW = ("a_study", "train_an_agent")
NOTEBOOKS = [
    pytest.param(path, id=path.stem, marks=[pytest.mark.long] * (path.stem in SLOW))
    for path in sorted(FOLDER.glob("*.ipynb"))
]


def printed(cell: Any) -> str:
    """What a cell shows as text."""
    parts = []
    for output in cell.outputs:
        if output.output_type == "stream":
            parts.append(output.text)
        elif "image/svg+xml" not in output.get("data", {}):
            parts.append(output.get("data", {}).get("text/plain", ""))
    return "".join(parts).strip()


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_notebook(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(FOLDER.parent / "src"))
    kept = nbformat.read(path, as_version=4)
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=240, record_timing=False, resources={"metadata": {"path": str(FOLDER)}}).execute()
    if os.environ.get("ZOOBOX_WRITE_NOTEBOOKS"):
        notebook.metadata["language_info"] = kept.metadata["language_info"]
        nbformat.write(notebook, path)
        return
    for before, now in zip(kept.cells, notebook.cells, strict=True):
        if now.cell_type == "code" and "varies" not in now.metadata.get("tags", []):
            assert printed(before) == printed(now), now.source
    assert any(cell.outputs for cell in kept.cells if cell.cell_type == "code")
