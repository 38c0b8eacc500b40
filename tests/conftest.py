"""What holds for all tests."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

RULES = Path(__file__).parents[1] / "docs" / "rules"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Random games are not traced for coverage: it counts what tests of single things reach, and costs less time."""
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker("no_cover")


@pytest.fixture(scope="session")
def pictures() -> Any:
    """The script that draws the pictures of the rules pages, with the positions of their examples."""
    spec = importlib.util.spec_from_file_location("make_pictures", RULES / "make_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
