"""What holds for all tests."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

import zoobox

RULES = Path(__file__).parents[1] / "docs" / "rules"
WITH_PROCESSES = {"service", "static_edition", "web"}
"""Folders of tests with real servers and browsers."""


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """A worker starts two tracers of pytest-cov and forgets the first, which would trace what `no_cover` leaves out."""
    if "coverage" in sys.modules and hasattr(session.config, "workerinput"):
        forgotten = sys.modules["coverage"].Coverage.current()
        if forgotten is not None:
            forgotten.stop()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not _is_traced(item):
            item.add_marker("no_cover")
        if WITH_PROCESSES.intersection(item.path.parts):  # a second try; the summary names whoever needed it
            item.add_marker(pytest.mark.flaky(reruns=1))


def _is_traced(item: pytest.Item) -> bool:
    """Coverage counts what tests of single things reach; random games would hide what those miss, and cost much time.

    Interpreted, where the rules can be traced, only tests that name a rule of the ledger are. Those of them that play
    random games without Hypothesis say `no_cover` themselves.
    """
    random_games = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    of_a_rule = item.get_closest_marker("rule") is not None
    return not random_games and (of_a_rule or zoobox.speed.compiled())


@pytest.fixture(scope="session")
def pictures() -> Any:
    """The script that draws the pictures of the rules pages, with the positions of their examples."""
    spec = importlib.util.spec_from_file_location("make_pictures", RULES / "make_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
