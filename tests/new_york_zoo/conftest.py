"""Positions for tests, said in few words: tiles are laid wherever they fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import zoobox
from zoobox.games.new_york_zoo import NewYorkZoo
from zoobox.games.new_york_zoo.shapes import cell_name

Enclosure = tuple[Any, ...]
"""Tile, species, animals and, if wanted, further fields."""


def seat(*enclosures: Enclosure, houses: Sequence[str] = (), leave: int | None = None, **more: Any) -> dict[str, Any]:
    """A board: its enclosures, the animals in its houses, and how many cells attractions of one space leave free."""
    return {"enclosures": enclosures, "houses": list(houses), "leave": leave, "more": more}


class Zoo:
    """One configuration, and states of it."""

    def __init__(self, players: int = 2, variant: str | None = None, **settings: Any) -> None:
        game = zoobox.game("new-york-zoo", players=players, variant=variant, settings=settings)
        assert isinstance(game, NewYorkZoo)
        self.game = game

    def start(self, seed: int = 1) -> Any:
        return self.game.start(seed)

    def at(self, phase: str = "move", *seats: dict[str, Any], empty: Sequence[str] = (), **fields: Any) -> Any:
        """A state in that phase; the tiles of slots that should be empty lie on the last seat's board."""
        given = [*seats, *([seat(houses=["meerkat"])] * (self.game.players - len(seats)))]
        strip = self.strip_beside(given) if empty else {}
        parked = [tile for slot in empty for tile in strip[slot]]
        position = {"phase": phase, "seats": self.boards(given, parked), **fields}
        if empty:
            position["strip"] = {**strip, **{slot: [] for slot in empty}}
        return self.game.restore(position)

    def boards(self, seats: Sequence[dict[str, Any]], parked: Sequence[str] = ()) -> list[dict[str, Any]]:
        told = []
        for number, words in enumerate(seats):
            board = Plot(self.game, number)
            enclosures = [board.enclosure(*entry) for entry in words["enclosures"]]
            if number == self.game.players - 1:
                enclosures += [board.enclosure(tile, None, 0) for tile in parked]
            attractions = board.fill(words["leave"]) if words["leave"] is not None else []
            told.append(
                {"houses": words["houses"], "enclosures": enclosures, "attractions": attractions, **words["more"]}
            )
        return told

    def strip_beside(self, seats: Sequence[dict[str, Any]]) -> dict[str, list[str]]:
        """The strip with all tiles that are on no board."""
        empty_boards = [seat(*((entry[0], None, 0) for entry in words["enclosures"])) for words in seats]
        strip: dict[str, list[str]] = self.game.restore({"seats": self.boards(empty_boards)}).position()["strip"]
        return strip


class Plot:
    """A board on which tiles are laid one after the other, each at the first place where it fits."""

    def __init__(self, game: NewYorkZoo, number: int) -> None:
        self.game = game
        rows = game.contents.boards[number].rows
        self.free = [(row, column) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "."]

    def enclosure(
        self, tile: str, species: str | None, animals: int, more: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        return {"tile": tile, "cells": self.lay(tile), "species": species, "animals": animals, **(more or {})}

    def lay(self, tile: str) -> list[str]:
        kind = next(kind for kind in self.game.contents.kinds if kind.id == tile)
        for top, left in self.free:
            for orientation in kind.orientations:
                cells = [(top + row, left + column) for row, column in orientation.cells]
                if all(cell in self.free for cell in cells):
                    self.free = [cell for cell in self.free if cell not in cells]
                    return [cell_name(*cell) for cell in cells]
        raise AssertionError(f"{tile} does not fit")

    def fill(self, leave: int) -> list[dict[str, Any]]:
        """Attractions of one space on all but the last free cells."""
        covered = self.free[: len(self.free) - leave]
        return [{"id": "att1", "cells": [cell_name(*cell)]} for cell in covered]


def houses(state: Any, number: int = 0) -> list[str]:
    found: list[str] = state.view(None)["seats"][number]["houses"]
    return found


def enclosure(state: Any, letter: str, number: int = 0) -> tuple[str | None, int]:
    """Species and animals."""
    found = next(entry for entry in state.view(None)["seats"][number]["enclosures"] if entry["id"] == letter)
    return found["species"], found["animals"]


def phase(state: Any) -> str:
    return str(state.view(None)["phase"])


def place_first(state: Any) -> None:
    """Places the tile in hand at the first possible place."""
    number = state.waiting[0]
    state.apply(number, state.legal(number)[0])


@pytest.fixture
def two() -> Zoo:
    return Zoo(2)


@pytest.fixture
def three() -> Zoo:
    return Zoo(3)


@pytest.fixture
def four() -> Zoo:
    return Zoo(4)


@pytest.fixture
def alone() -> Zoo:
    return Zoo(1)
