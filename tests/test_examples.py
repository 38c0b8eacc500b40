"""The examples in README, docs and docstrings do what they say."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
SOURCE = ROOT / "src"
MODULES = [path for path in sorted((SOURCE / "zoobox").rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize(
    "text",
    [page for page in PAGES if page.exists() and ">>> " in page.read_text(encoding="utf-8")],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_examples_on_pages(text: Path) -> None:
    result = doctest.testfile(str(text), module_relative=False, encoding="utf-8")
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_examples_in_docstrings(path: Path) -> None:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    module = import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
