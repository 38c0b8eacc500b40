"""Positions of Night at the Zoo for the tests, set up in a line or two.

Tiles used most: A01 rocks Discover, A03 rocks 2 movements, A06 rocks bonus, A12 rocks Discover or 2 points, A19 rocks
meat; the same 25 tiles follow on grass from A26 on, and on sand from A51 on. Bonus tiles go by their terrain.
"""

from __future__ import annotations

from typing import Any

import zoobox

FULL_BOARD = [f"{column}{row}" for row in range(1, 6) for column in "abcde" if f"{column}{row}" != "c3"]


def game(players: int = 2, **settings: Any) -> zoobox.Game:
    return zoobox.game("night-at-the-zoo", players=players, settings=settings)


def figure(animal: str, at: str, **more: Any) -> dict[str, Any]:
    return {"animal": animal, "at": at, **more}


def board(figures: dict[str, dict[str, Any]] | None = None, **fields: Any) -> dict[str, Any]:
    """A board on which only the figures named are discovered."""
    return {**({"figures": figures} if figures else {}), **fields}


def placing(seat0: dict[str, Any], *others: dict[str, Any], on: zoobox.Game | None = None, **fields: Any) -> Any:
    """The placement phase, seat 0 about to act; the others hold a drafted tile each, so that the phase goes on."""
    on = on or game()
    boards = [seat0, *others]
    boards += [{"drafted": f"A7{seat}"} for seat in range(len(boards), on.players)]
    return on.restore({"phase": "placement", "draft": 4, "boards": boards, **fields})


def moving(
    figures: dict[str, dict[str, Any]],
    tiles: dict[str, str],
    pending: list[dict[str, Any]] | None = None,
    **fields: Any,
) -> Any:
    """Seat 0 has arrows to use (one, unless told otherwise)."""
    seat0 = board(figures, spaces=tiles, pending=pending or [{"moves": 1}])
    return placing(seat0, **fields)


def at(state: Any, entrance: str, seat: int = 0) -> str:
    return str(state.position()["boards"][seat]["figures"][entrance]["at"])


def of(state: Any, entrance: str, what: str, seat: int = 0) -> Any:
    return state.position()["boards"][seat]["figures"][entrance][what]


def gained(state: Any, seat: int = 0) -> int:
    return int(state.position()["boards"][seat]["gained"])
