"""Tiles, actions, foods and figures as phrases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.rules import NightState
from zoobox.games.night_at_the_zoo.tiles import animal_of, place_of
from zoobox.kernel.text import Phrase

Actions = Sequence[Sequence[Any]]
"""Symbols, each with a number."""


def tile_phrase(tile: Mapping[str, Any] | None) -> Phrase:
    """A tile by what is printed on it: `the sand tile with 2 movements`."""
    if tile is None:
        return Phrase("tile.none")
    kind = "tile.bonus" if tile["bonus"] else "tile.action"
    piece = Phrase(f"{kind}_piece", terrain=Phrase(f"terrain.{tile['terrain']}"), look=look_of(tile))
    if tile["bonus"]:
        return Phrase(kind, piece=piece)
    shown: list[Phrase | str] = [actions_phrase(tile["symbols"], "or")] if tile["symbols"] else []
    if tile["food"]:
        shown.append(food_phrase(tile["food"]))
    return Phrase(kind, piece=piece, shown=shown)


def look_of(tile: Mapping[str, Any]) -> str:
    """The name of a tile's figure, which says all that it shows: `sand-movement2`, `rocks-banana`, `grass-bonus`."""
    shown = [f"{symbol}{number}" for symbol, number in tile["symbols"]]
    if tile["food"]:
        shown.append(tile["food"] if tile["food"] in FOOD_NAMES else "food")
    return "-".join([tile["terrain"], *(shown or ["bonus"])])


def tile_with(look: str) -> dict[str, Any] | None:
    """The tile that looks so; None where no tile can."""
    terrain, *shown = look.split("-")
    tile: dict[str, Any] = {"id": look, "terrain": terrain, "symbols": [], "food": None, "bonus": shown == ["bonus"]}
    if terrain not in TERRAINS or not 1 <= len(shown) <= 2:
        return None
    for each in [] if tile["bonus"] else shown:
        if each in (*FOOD_NAMES, "food"):
            tile["food"] = each
        elif each[:-1] in SYMBOL_NAMES and each[-1] in "123456789":
            tile["symbols"].append([each[:-1], int(each[-1])])
        else:
            return None
    return tile


def action_phrase(symbol: str, number: int) -> Phrase:
    """`2 movements`."""
    if symbol == "discover":
        return Phrase("action.discover")
    return Phrase(f"action.{symbol}" if number == 1 else f"action.{symbol}_many", number=number)


def actions_phrase(actions: Actions, between: str) -> Phrase:
    """One action, or two with `or` or `and` between them."""
    phrases = [action_phrase(symbol, number) for symbol, number in actions]
    if len(phrases) == 1:
        return phrases[0]
    return Phrase(f"action.{between}", one=phrases[0], other=phrases[1])


def food_phrase(food: str) -> Phrase | str:
    """A food by its name; foods of a component file of one's own stay as they are written there."""
    return Phrase(f"food.{food}") if food in FOOD_NAMES else food


def gate_of(figure: str) -> int:
    """The number of a figure's gate, by which people call what the notation calls `E3`."""
    return 1 + ENTRANCE_NAMES.index(figure)


def figure_phrase(animal: str, figure: str, start: str | None = None) -> Phrase:
    """`the wolf at gate 3` while it is there, `the wolf of gate 3` when it has left."""
    is_there = start in (figure, "undiscovered")
    return Phrase("figure.at" if is_there else "figure.of", animal=Phrase(f"animal.{animal}"), gate=gate_of(figure))


def figure_of(state: NightState, seat: int, figure: str) -> Phrase:
    """The same for a figure of a seat."""
    place = place_of(state, seat, figure)
    start = figure if place == UNDISCOVERED or ENTRANCE <= place < HOME else None
    return figure_phrase(animal_of(state, seat, figure), figure, start)
