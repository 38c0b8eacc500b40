"""What the numbers mean that a learner sees and gives: tables of an observation and of the choice ids.

>>> import zoobox
>>> game = zoobox.game("zooloretto-dice")
>>> game.describe(1)
{'id': 1, 'kind': 'take', 'parts': {'truck': 1}, 'notation': 'take {truck}', 'rule': 'zld.take.all'}
>>> game.observation_table()[0]["name"], game.observation_table()[0]["low"], game.observation_table()[0]["high"]
('phase', 0, 255)
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from zoobox.kernel import observation
from zoobox.kernel.integers import whole_number
from zoobox.kernel.observation import Field

if TYPE_CHECKING:
    from zoobox.kernel.game import Game

BYTE = 255
YES_OR_NO = {
    observation.waiting().kind,
    observation.seat_set("", 0, "").kind,
    observation.shared_bits("", 0, 1, "").kind,
    observation.each_seat_bits("", 0, 1, 1, "").kind,
}
SEAT = observation.a_seat("", 0, "").kind
OWNER = observation.owners("", 0, 1, "").kind
NONE_OR_BYTE = {observation.turned_up("", 0, 1, "").kind, observation.tops("", 0, 1, 1, 0, "").kind}
POINTS = observation.points().kind
LEAST_POINTS, MOST_POINTS = -(1 << 15), (1 << 15) - 1


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
    """Every field of an observation: name, where it begins, how many numbers it has, their range and their meaning."""
    spec = game.observation_spec()
    found = []
    for (name, first, width, meaning), field in zip(spec.fields(), spec.listed, strict=True):
        low, high = _range(field, game.players)
        found.append({"name": name, "first": first, "width": width, "low": low, "high": high, "meaning": meaning})
    return found


def learning_version(game: Game) -> str:
    """A name for what a network was trained on: it changes with the observation, the choice ids and the rules."""
    parts = [game.configuration(), game.rules_version, observation_table(game), choice_kinds(game)]
    digest = hashlib.blake2b(json.dumps(parts, sort_keys=True, default=str).encode(), digest_size=4).hexdigest()
    return f"{game.name}-{game.players}-{digest}"


def _range(field: Field, players: int) -> tuple[int, int]:
    """The numbers that a field can hold, by how it is read from the buffer."""
    if field.kind in YES_OR_NO:
        return 0, 1
    if field.kind == SEAT:
        return -1, players - 1
    if field.kind == OWNER:
        return 0, players
    if field.kind in NONE_OR_BYTE:
        return -1, BYTE
    if field.kind == POINTS:
        return LEAST_POINTS, MOST_POINTS
    return 0, BYTE
