"""Tests that every game keeps, for games of this repository and of other packages.

A game's whole contract is one line in a test file, `TestConformance = conformance("my-game", Path(__file__).parent)`.
Tests of single rules ask for `notations`, `play` decisions and expect to be `refused`. Needs pytest and Hypothesis.
"""

import pytest

pytest.register_assert_rewrite("zoobox.testing.conformance", "zoobox.testing.decisions", "zoobox.testing.golden")

from zoobox.testing.conformance import conformance  # noqa: E402
from zoobox.testing.decisions import notations, play, refused  # noqa: E402

__all__ = ["conformance", "notations", "play", "refused"]
