"""Whole numbers from callers: NumPy's integers count as integers, truth values do not."""

from __future__ import annotations

import operator
from typing import Any

from zoobox.kernel.errors import BadPosition


def whole_number(value: Any) -> int | None:
    """The value as an int, if it is a whole number of any type."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None


def whole_seed(seed: Any) -> int:
    """A seed as an int; raises BadPosition for anything but a whole number from 0 on."""
    found = whole_number(seed)
    if found is None or found < 0:
        raise BadPosition(f"a seed is a whole number from 0 on, not {seed!r}")
    return found
