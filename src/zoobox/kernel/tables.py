"""What the numbers mean that a learner sees and gives: tables of an observation and of the choice ids.

>>> import zoobox
>>> game = zoobox.game("zooloretto-dice")
>>> game.describe(1)
{'id': 1, 'kind': 'take', 'parts': {'truck': 1}, 'notation': 'take {truck}', 'rule': 'zld.take.all'}
>>> game.observation_table()[0]["name"], game.observation_table()[0]["low"], game.observation_table()[0]["high"]
('phase', 0, 3)
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from zoobox.kernel.integers import whole_number

if TYPE_CHECKING:
    from zoobox.kernel.game import Game


def describe(game: Game, choice: int) -> dict[str, Any]:
    """What an id means in every position: its kind, its parts, how it is written, and the rule behind it."""
    number = whole_number(choice)
    if number not in range(game.choice_count):
        raise IndexError(f"the choices of this game are 0 to {game.choice_count - 1}, not {choice!r}")
    assert number is not None
    kind, parts = game.choice_table.decode(number)
    return {"id": number, "kind": kind.name, "parts": parts, "notation": kind.notation, "rule": kind.rule}


def choice_kinds(game: Game) -> list[dict[str, Any]]:
    """Every kind of choice: how many ids it has and from where on, what its parts can be, and how it is written."""
    return [
        {
            "kind": kind.name,
            "first": kind.first,
            "count": kind.count,
            "parts": {name: list(values) for name, values in kind.parts.items()},
            "notation": kind.notation,
            "rule": kind.rule,
        }
        for kind in game.choice_table.kinds.values()
    ]


def observation_table(game: Game) -> list[dict[str, Any]]:
    """Every field of an observation: name, where it begins, how many numbers it has, their range and their meaning.

    `parts` are the ranges of the numbers one by one, which the field repeats; an amount is more when it is more.
    """
    spec = game.observation_spec()
    found = []
    for (name, first, width, meaning), field in zip(spec.fields(), spec.listed, strict=True):
        scales = spec.scales(field)
        low, high = min(scale.low for scale in scales), max(scale.high for scale in scales)
        parts = [{"low": scale.low, "high": scale.high, "amount": scale.is_amount} for scale in scales]
        row = {"name": name, "first": first, "width": width, "low": low, "high": high, "meaning": meaning}
        found.append(row | {"parts": parts})
    return found


def learning_version(game: Game) -> str:
    """A name for what a network was trained on: it changes with the observation, the choice ids and the rules."""
    parts = [game.configuration(), game.rules_version, observation_table(game), choice_kinds(game)]
    digest = hashlib.blake2b(json.dumps(parts, sort_keys=True, default=str).encode(), digest_size=4).hexdigest()
    return f"{game.name}-{game.players}-{digest}"
