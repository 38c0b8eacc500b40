"""Setting positions of O Zoo le Mio for tests, and asking about them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import zoobox
from zoobox.games.o_zoo_le_mio.layout import ANIMALS, BEST_STARS, BEST_TIME, BUSH_TIME, BUSHES

SCENARIOS = {
    scenario["id"]: scenario for scenario in json.loads((Path(__file__).parent / "scenarios.json").read_text())
}


def game(players: int = 2, **settings: Any) -> Any:
    return zoobox.game("o-zoo-le-mio", players=players, **settings)


def tile(text: str, auction: int | None = None) -> dict[str, Any]:
    """`Z15 at 2,-2 r0` as a position has it."""
    name, _, square, turn = text.split()
    x, y = square.split(",")
    laid = {"tile": name, "at": [int(x), int(y)], "rot": int(turn[1:])}
    return laid if auction is None else {**laid, "auction": auction}


def zoo(*tiles: str) -> dict[str, Any]:
    return {"tiles": [tile(text) for text in tiles]}


def numbered_zoo(tiles: dict[int, str]) -> dict[str, Any]:
    """A zoo whose tiles were won at those auctions."""
    return {"tiles": [tile(text, auction) for auction, text in tiles.items()]}


def zoos(*built: dict[str, Any], players: int = 2) -> list[dict[str, Any]]:
    return [*built, *[{} for _ in range(players - len(built))]]


def placing(name: str, *tiles: str, players: int = 2, **settings: Any) -> Any:
    """Seat 0 has won a tile and is about to place it in a zoo with those tiles."""
    return game(players, **settings).restore(
        {"zoos": zoos(zoo(*tiles), players=players), "row": [name], "phase": "place", "last": {"winner": 0}}
    )


def written(laid: dict[str, Any]) -> str:
    """A placement of the scenarios as notation."""
    return f"{laid['tile']} at {laid['at'][0]},{laid['at'][1]} r{laid['rot']}"


def bid(state: Any, *coins: int) -> None:
    """All seats bid, in order."""
    for seat, amount in enumerate(coins):
        state.play(seat, f"bid {amount}")


def benches(state: Any, seat: int = 0) -> int:
    return len(state.view(None)["zoos"][seat]["benches"])


def visitors(state: Any, animal: str) -> list[int]:
    return [one["visitors"][animal] for one in state.view(None)["zoos"]]


def trees(state: Any) -> list[int]:
    return [one["trees"] for one in state.view(None)["zoos"]]


def stars(state: Any, animal: str, seat: int = 0) -> list[int]:
    """The enclosures of an animal in a zoo, largest first."""
    return [one["stars"] for one in state.view(None)["zoos"][seat]["enclosures"] if one["animal"] == animal]


def set_enclosure(state: Any, seat: int, animal: str, value: int, auction: int) -> None:
    """Says what a zoo's largest enclosure of an animal is worth and how new it is, without building it."""
    at = len(ANIMALS) * seat + ANIMALS.index(animal)
    state.data[BEST_STARS + at] = value
    state.data[BEST_TIME + at] = auction


def set_bushes(state: Any, seat: int, value: int, auction: int) -> None:
    state.data[BUSHES + seat] = value
    state.data[BUSH_TIME + seat] = auction
