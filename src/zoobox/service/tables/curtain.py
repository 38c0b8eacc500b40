"""The curtain: where several people share one device and a game has secrets, one of them is at it at a time.

Whose turn it is to look is part of the table's state (`Table.looking`), so a reload, a second window or a restart of
the server changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from zoobox import games
from zoobox.service.tables.table import Table

COMPARE_EVERY = 11
"""Views are compared after every so many decisions of a game, which is enough to find out whether they differ."""


@dataclass(frozen=True, slots=True)
class Curtain:
    """What a shared device may show."""

    shown: int | None
    """The seat whose view is shown; None while the curtain is down, or before anybody has looked."""
    next: int | None
    """The seat whose person the device has to be handed to."""
    last: int | None
    """The seat of the person who looked last."""


def curtain_of(table: Table, person: str | None) -> Curtain | None:
    """The curtain of a person who plays for several, or None where there is none."""
    if person is None or table.status != "running":
        return None
    mine = table.seats_of(person)
    if len(mine) < 2 or not keeps_secrets(table.game.name):
        return None
    last = table.looking.get(person)
    last = last if last in mine else None
    asked = [seat for seat in mine if table.asks[seat] is not None and not table.seats[seat].bot_level]
    if not asked or last in asked:
        return Curtain(last, None, last)
    return Curtain(None, asked[0], last)


@cache
def keeps_secrets(name: str) -> bool:
    """Whether two seats ever see something different; tried by playing one game."""
    game = games.game(name, players=2)
    state = game.start(seed=1)
    while not state.over:
        if len(state.past) % COMPARE_EVERY == 0:
            seen, other = state.view(0), state.view(1)
            if {**seen, "seat": None} != {**other, "seat": None}:
                return True
        seat = state.waiting[0]
        legal = state.legal(seat)
        state.apply(seat, legal[len(state.past) % len(legal)])
    return False
