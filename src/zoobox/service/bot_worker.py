"""A process in which bots think: one question per line on standard input, one answer per line on standard output.

It is given a position dealt anew for the seat that thinks, so what the seat cannot know is not even in its memory.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import Any

from zoobox.bots import advise, player
from zoobox.service.tables.table import game_of

NICENESS = 5
"""People's requests go before the bots' thoughts."""


def answer(question: dict[str, Any]) -> dict[str, Any]:
    game = game_of(question["configuration"])
    state = game.blank()
    state.load(bytes.fromhex(question["position"]))
    seat = question["seat"]
    if question["kind"] == "choose":
        return {"choice": player(question["level"], game).choose(state, seat)}
    advice = advise(state, seat, question["level"], language=question["language"])
    return {
        "advice": [
            {"choice": thought.choice.id, "value": thought.value, "sentence": thought.sentence} for thought in advice
        ]
    }


def main() -> None:
    with contextlib.suppress(OSError):
        os.nice(NICENESS)
    for line in sys.stdin:
        try:
            told = answer(json.loads(line))
        except Exception as error:
            told = {"error": f"{type(error).__name__}: {error}"}
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt, BrokenPipeError):
        main()
