"""Tables in a list."""

from __future__ import annotations

import json
from typing import Any

import zoobox


def summary(row: dict[str, Any], person: str | None) -> dict[str, Any]:
    """One table as the lobby shows it."""
    configuration = json.loads(row["configuration"])
    return {
        "table": row["id"],
        "game": row["game"],
        "title": zoobox.game_class(row["game"]).title,
        "players": configuration["players"],
        "variant": configuration["variant"],
        "status": row["status"],
        "visibility": row["visibility"],
        "hints": row["hints"],
        "clock": json.loads(row["clock"]),
        "created": row["created"],
        "changed": row["changed"],
        "yours": [seat["seat"] for seat in row["seats"] if person is not None and seat["person"] == person],
        "seats": [
            {"seat": seat["seat"], "kind": seat["kind"], "name": seat["name"], "level": seat["level"]}
            for seat in row["seats"]
        ],
    }
