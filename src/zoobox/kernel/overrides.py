"""Games that are not compiled, beside a compiled kernel.

Compiled code calls the rules through C tables, in which methods written in Python do not appear. So a compiled State
asks for them by name: `overridden` tells which ones a class has, `ask` calls one. It is called where C code cannot
raise anything, so what a method raises is kept in `state.failure`, every further answer is 0, and `State.complain`
raises it as soon as compiled code is left. Answers that compiled code uses as an index are checked. None of this is
used where everything runs interpreted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Methods = tuple[tuple[str, int], ...]
"""Names, each with how many numbers the method is given."""
_overridden: dict[type, int] = {}


def overridden(kind: type, methods: Methods) -> int:
    """Which of the methods a class has in Python, as a bit mask."""
    if kind not in _overridden:
        _overridden[kind] = sum(1 << index for index, (name, _) in enumerate(methods) if hasattr(kind, name))
    return _overridden[kind]


def ask(state: Any, owner: Any, method: tuple[str, int], numbers: tuple[int, int], read: Callable[[Any], Any]) -> Any:
    """What a method of a state, or of the heuristics that watch it, answers; 0 if anything goes wrong."""
    if state.failure is None:
        name, count = method
        try:
            found = getattr(owner, name)(*numbers[:count])
            answer = 0 if found is None else read(found)
            if name in LIMITS and not 0 <= answer < LIMITS[name](state):
                raise ValueError(f"{name} of {state.game.name} cannot be {answer}")
            return answer
        except BaseException as error:
            state.failure = error
    return 0


LIMITS: dict[str, Callable[[Any], int]] = {
    "seats_waiting": lambda state: 1 << state.players,
    "count_legal": lambda state: state.game.choice_count + 1,
    "nth_legal": lambda state: state.game.choice_count,
}
