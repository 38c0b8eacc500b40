"""Games that are not compiled, beside a compiled kernel.

Compiled code calls the rules through C tables, in which methods written in Python do not appear. So a compiled State
asks for them: `methods_in_python` finds those of a class, `State.ask` calls one. It is called where C code cannot raise
anything, so what a method raises is kept in `state.failure`, every further answer is 0, and `State.complain` raises it
as soon as compiled code is left. Answers that compiled code uses as an index are checked. None of this is used where
everything runs interpreted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def methods_in_python(kind: Any, names: tuple[str, ...]) -> int:
    """Which of the methods a class has in Python, as a bit mask; one bit more says that it is a class in Python.

    They become `python_methods` of the class; one that is missing raises when it is called.
    """
    if "python_methods" not in vars(kind):
        kind.python_methods = tuple(getattr(kind, name, None) or _missing(name) for name in names)
        found = sum(hasattr(kind, name) << index for index, name in enumerate(names))
        kind.methods_in_python = found | 1 << len(names)
    return int(kind.methods_in_python)


def _missing(name: str) -> Callable[..., Any]:
    def method(self: object, *numbers: int) -> Any:
        raise NotImplementedError(f"{type(self).__name__} needs a method {name}")

    return method


def raise_failure(owner: Any) -> None:
    """Raises what a method in Python of a state or of heuristics has raised, once."""
    failure, owner.failure = owner.failure, None
    if failure is not None:
        raise failure
