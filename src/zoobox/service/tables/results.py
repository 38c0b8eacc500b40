"""Results: who won a finished game, one row for each seat, written together with the event that ended it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from zoobox.kernel.choice import Standing
from zoobox.kernel.origin import SecretSeed
from zoobox.service.tables.table import Table

WON, SHARED, LOST, PLAYED = "won", "shared", "lost", "played"
"""`played` is a game for one that only rates what was reached."""
GONE = "gone-"
"""What the id of a person who had themselves deleted begins with."""


def result_rows(table: Table) -> list[dict[str, Any]]:
    """The results of a game that has just ended; none if no person played, or if it ended without a result."""
    if not table.has_result:
        return []
    people = [_person(table, seat) for seat in range(len(table.seats))]
    if not any(people):
        return []
    standings = sorted(table.standings, key=lambda one: one.seat)
    winners = sum(one.rank == 1 for one in standings)
    counts = Counter(person for person in people if person)
    own_luck = isinstance(table.setup.origin, SecretSeed) and not table.setup.seed_given
    rows = []
    for standing in standings:
        seat = table.seats[standing.seat]
        loss = table.losses.get(standing.seat)
        person = people[standing.seat]
        rows.append(
            {
                "table_id": table.id,
                "seat": standing.seat,
                "game": table.game.name,
                "players": table.game.players,
                "person": person,
                "name": loss.name if loss else seat.name,
                "level": None if person else seat.level,
                "rank": standing.rank,
                "points": int(standing.points),
                "outcome": _outcome(table, standing, winners),
                # one person at several seats plays against nobody, and a chosen seed may be known
                "rated": own_luck and (person is None or (counts[person] == 1 and _played_themselves(table, standing))),
                "at": table.at,
            }
        )
    return rows


def _person(table: Table, seat: int) -> str | None:
    """Who played there; somebody who lost before the end may have been followed by a bot."""
    loss = table.losses.get(seat)
    return loss.person if loss else table.seats[seat].person


def _outcome(table: Table, standing: Standing, winners: int) -> str:
    if standing.seat in table.losses:
        return LOST
    if standing.result is not None:
        return PLAYED if standing.result.won is None else WON if standing.result.won else LOST
    if standing.rank > 1:
        return LOST
    return WON if winners == 1 else SHARED


def _played_themselves(table: Table, standing: Standing) -> bool:
    """Whether the computer made less than half of the decisions there; losing always counts."""
    if standing.seat in table.losses:
        return True
    decisions = [play.by_substitute for play in table.plays if play.seat == standing.seat]
    return 2 * sum(decisions) < len(decisions) or not decisions
