"""O Zoo le Mio once more, slowly and by other means, to hold the rules against.

A zoo is a dict from squares to halves; legality tries every placement, enclosures are flooded, benches are counted as
joins minus paths plus groups of paths, and ranks are sorted.
"""

from __future__ import annotations

from typing import Any

EDGES = ("A.N", "B.N", "B.E", "B.S", "A.S", "A.W")
COMPASS = "NESW"
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}


class Zoo:
    """The squares of one zoo: for each its animal, stars and auction, and for each side the path that leaves there."""

    def __init__(self, start: Any) -> None:
        self.squares: dict[tuple[int, int], dict[str, Any]] = {}
        self.blocked = set(start.entrance)
        self.paths: list[tuple[int, int]] = []
        self.tiles = 0
        self.bushes: list[tuple[int, int]] = []
        self.add(start, 0, 0, 0, 0)

    def halves(self, tile: Any, x: int, y: int, turn: int) -> list[tuple[tuple[int, int], dict[str, int]]]:
        """The two squares of a tile with the path at each side that has one."""
        step = STEP["ESWN"[turn]]
        places = [(x, y), (x + step[0], y + step[1])]
        exits: list[dict[str, int]] = [{}, {}]
        for number, path in enumerate(tile.paths):
            for edge in path:
                half, side = EDGES[edge].split(".")
                exits["AB".index(half)][COMPASS[(COMPASS.index(side) + turn) % 4]] = number
        return list(zip(places, exits, strict=True))

    def fits(self, tile: Any, x: int, y: int, turn: int) -> bool:
        joined = 0
        halves = self.halves(tile, x, y, turn)
        own = {place for place, _ in halves}
        for place, exits in halves:
            if place in self.squares or place in self.blocked:
                return False
            for side, (dx, dy) in STEP.items():
                beside = (place[0] + dx, place[1] + dy)
                if beside in own:
                    continue
                if beside in self.blocked and side in exits:
                    return False
                if beside in self.squares:
                    meets = OPPOSITE[side] in self.squares[beside]["exits"]
                    if meets != (side in exits):
                        return False
                    joined += meets
        return joined > 0

    def all_places(self, tile: Any) -> set[tuple[int, int, int]]:
        around = {(x + dx, y + dy) for x, y in self.squares for dx in range(-2, 3) for dy in range(-2, 3)}
        return {(x, y, turn) for x, y in around for turn in range(4) if self.fits(tile, x, y, turn)}

    def add(self, tile: Any, x: int, y: int, turn: int, auction: int) -> None:
        for half, (place, exits) in enumerate(self.halves(tile, x, y, turn)):
            self.squares[place] = {
                "animal": tile.animals[half],
                "stars": tile.stars[half],
                "auction": auction,
                "exits": {side: (auction, path) for side, path in exits.items()},
            }
        self.paths += [(auction, number) for number in range(len(tile.paths))]
        self.tiles += auction > 0
        if tile.bushes:
            self.bushes.append((tile.bushes, auction))

    def benches(self) -> int:
        joins = [
            (path, self.squares[x + STEP[side][0], y + STEP[side][1]]["exits"][OPPOSITE[side]])
            for (x, y), square in self.squares.items()
            for side, path in square["exits"].items()
            if side in "ES" and (x + STEP[side][0], y + STEP[side][1]) in self.squares
        ]
        groups = {path: {path} for path in self.paths}
        for one, two in joins:
            if groups[one] is not groups[two]:
                groups[one] |= groups[two]
                for path in groups[two]:
                    groups[path] = groups[one]
        return len(joins) - len(self.paths) + len({id(group) for group in groups.values()})

    def enclosures(self, animal: str) -> list[tuple[int, int]]:
        """(stars, newest auction) of each, best first."""
        left = {place for place, square in self.squares.items() if square["animal"] == animal}
        found = []
        while left:
            todo, group = [left.pop()], []
            while todo:
                x, y = todo.pop()
                group.append(self.squares[x, y])
                for dx, dy in STEP.values():
                    if (x + dx, y + dy) in left:
                        left.discard((x + dx, y + dy))
                        todo.append((x + dx, y + dy))
            found.append((sum(one["stars"] for one in group), max(one["auction"] for one in group)))
        return sorted(found, reverse=True)


def ranks(values: list[tuple[int, int]], alone: int) -> list[int]:
    """Two for the best value, one for the second; `alone` where only one is there."""
    owners = [seat for seat, value in enumerate(values) if value[0]]
    order = sorted(owners, key=lambda seat: values[seat], reverse=True)
    given = [0] * len(values)
    for prize, seat in zip((alone if len(owners) == 1 else 2, 1), order, strict=False):
        given[seat] = prize
    return given
