"""Reads the component file of this game into the table of numbers that the rules work with."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

from zoobox.games.night_at_the_zoo.layout import *
from zoobox.kernel.components import Components

ACTION = re.compile(r"discover|([1-9]) (bonus|movements?|points?)")
STEPS = (-5, 1, 5, -1)
MOST_POINTS = 50


def read_action(written: str) -> tuple[str, int]:
    """An action as component files write it, `2 movements`, as its symbol and a number."""
    number, _, word = written.rpartition(" ")
    return {"movements": "movement", "point": "points"}.get(word, word), int(number or 1)


class Box:
    """The component file, checked, as a table and as names."""

    def __init__(self, components: Components) -> None:
        self.components = components
        self.table = bytearray(TABLE)
        self.tile_names: list[str] = [""]
        self.tile_provenance: list[str] = [""]
        self.foods: list[str] = []
        self.ratings: list[tuple[int, str]] = []
        self._read_animals()
        self._read_food()
        self._read_ratings()
        self._read_spaces()
        self._read_pairs()
        self._read_entrances()
        self._read_action_tiles()
        self._read_bonus_tiles()
        self._read_setup_tiles()
        self._read_solo_tiles()
        self._check_chains()
        self._check_points()

    def rating(self, points: int) -> str:
        """The title that so many points earn in the solo game."""
        return next(title for least, title in self.ratings if points >= least)

    def solo_result(self, points: int) -> dict[str, Any]:
        """The title, and how many points are missing for the next one, if there is one."""
        above = [(least, title) for least, title in self.ratings if points < least]
        least, following = above[-1] if above else (points, None)
        return {"points": points, "title": self.rating(points), "next": following, "missing": least - points}

    # Asking the file.

    def _entries(self, name: str, what: str, expected: int) -> list[dict[str, Any]]:
        """The entries of a kind, which must be so many."""
        found = self.components.entries(name)
        if len(found) != expected:
            raise self.components.error(
                f"there should be {expected} {what}, but the file has {len(found)}", name, len(found) - 1
            )
        return found

    def _one_of(self, entry: dict[str, Any], name: str, index: int, key: str, possible: tuple[str, ...]) -> int:
        value = entry.get(key)
        if value not in possible:
            raise self.components.error(
                f"{key} should be one of {', '.join(possible)}, not {value!r}", name, index, key
            )
        return possible.index(value)

    def _number(self, entry: dict[str, Any], name: str, index: int | None, key: str, least: int, most: int) -> int:
        value = entry.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.components.error(f"{key} should be {least} to {most}, not {value!r}", name, index, key)
        return value

    def _numbers(
        self, entry: dict[str, Any], name: str, index: int | None, key: str, count: int, most: int
    ) -> list[int]:
        value = entry.get(key)
        if (
            not isinstance(value, list)
            or len(value) != count
            or not all(type(number) is int and 0 <= number <= most for number in value)
        ):
            raise self.components.error(
                f"{key} should be a list of {count} numbers up to {most}, not {value!r}", name, index, key
            )
        return value

    def _actions(self, entry: dict[str, Any], name: str, index: int, key: str) -> list[tuple[int, int]]:
        """Up to two actions, as symbol and number."""
        texts = entry.get(key, [])
        if not isinstance(texts, list) or len(texts) > 2:
            raise self.components.error(f"{key} should be a list of one or two actions", name, index, key)
        actions = [self._action(text, name, index, key) for text in texts]
        if len({symbol for symbol, _ in actions}) != len(actions):
            raise self.components.error(f"{key} should be two different actions", name, index, key)
        return actions

    def _action(self, text: Any, name: str, index: int, key: str) -> tuple[int, int]:
        found = ACTION.fullmatch(text) if isinstance(text, str) else None
        if not found:
            raise self.components.error(
                f'{text!r} is no action; write "discover", "1 bonus", "2 movements" or "2 points"', name, index, key
            )
        symbol, number = read_action(str(text))
        return SYMBOL_NAMES.index(symbol) + 1, number

    def _space(self, text: Any, name: str, index: int, key: str) -> int:
        if text not in SPACE_NAMES or SPACE_NAMES.index(text) == ZOO:
            raise self.components.error(f"{text!r} is no space; they are a1 to e5 without c3", name, index, key)
        return SPACE_NAMES.index(text)

    # The kinds of components.

    def _read_animals(self) -> None:
        entries = self._entries("animal", "animal tiles", ANIMALS)
        names = [entry.get("id") for entry in entries]
        if names != list(ANIMAL_NAMES):
            raise self.components.error(f"the animals should be {', '.join(ANIMAL_NAMES)}, in this order", "animal", 0)
        for kind, entry in enumerate(entries):
            self.table[MOONS + kind] = self._number(entry, "animal", kind, "moons", 1, 9)
            if kind == BUTTERFLY:
                self._put(POLLEN_POINTS, self._numbers(entry, "animal", kind, "pollen", MOST_POLLEN + 1, MOST_POINTS))
            elif "group" in entry:
                self._put(
                    HOME_POINTS + 4 * kind,
                    self._numbers(entry, "animal", kind, "group", FIGURES_OF_KIND + 1, 2 * MOST_POINTS),
                )
            else:
                each = self._number(entry, "animal", kind, "each", 0, MOST_POINTS)
                self._put(HOME_POINTS + 4 * kind, [each * count for count in range(FIGURES_OF_KIND + 1)])
        moons = self.table[MOONS : MOONS + ANIMALS]
        if not any(sum(three) >= LEAST_MOONS for three in combinations(moons, SLOTS)):
            raise self.components.error(
                f"no three animals have {LEAST_MOONS} moons together", "animal", ANIMALS - 1, "moons"
            )

    def _read_food(self) -> None:
        entry = self.components.table("food")
        kinds = entry.get("kinds")
        if not isinstance(kinds, list) or len(kinds) != FOODS or len(set(map(str, kinds))) != FOODS:
            raise self.components.error(f"kinds should be {FOODS} different foods", "food", None, "kinds")
        self.foods = [str(kind) for kind in kinds]
        self._put(FOOD_POINTS, self._numbers(entry, "food", None, "points", FOODS + 1, MOST_POINTS))

    def _read_ratings(self) -> None:
        for index, entry in enumerate(self.components.entries("rating")):
            points = self._number(entry, "rating", index, "points", 0, 255)
            if self.ratings and points >= self.ratings[-1][0]:
                raise self.components.error("the ratings should fall from the highest to 0", "rating", index, "points")
            self.ratings.append((points, str(entry.get("title"))))
        if not self.ratings or self.ratings[-1][0] != 0:
            raise self.components.error("the last rating should begin at 0 points", "rating", 0, "points")

    def _read_spaces(self) -> None:
        entries = self._entries("space", "spaces", SPACES - 1)
        seen: set[int] = set()
        conditions = (*TERRAINS, "discover")
        for index, entry in enumerate(entries):
            space = self._space(entry.get("at"), "space", index, "at")
            if space in seen:
                raise self.components.error(f"the space {SPACE_NAMES[space]} stands here twice", "space", index, "at")
            seen.add(space)
            self._put_actions(SPACE_ACTIONS + 4 * space, self._actions(entry, "space", index, "actions"))
            if "condition" in entry:
                condition = self._one_of(entry, "space", index, "condition", conditions)
                self.table[SPACE_CONDITION + space] = condition + 1
        assert conditions[DISCOVER_SHOWN - 1] == "discover"

    def _read_pairs(self) -> None:
        for index, entry in enumerate(self._entries("pair", "pairs of dark spaces", PAIRS)):
            halves = entry.get("spaces")
            if not isinstance(halves, list) or len(halves) != 2:
                raise self.components.error("spaces should name the two dark spaces", "pair", index, "spaces")
            one, other = (self._space(half, "pair", index, "spaces") for half in halves)
            if one == other or self.table[SPACE_PAIR + one] or self.table[SPACE_PAIR + other]:
                raise self.components.error("a space belongs to one pair at most", "pair", index, "spaces")
            for half, partner in ((one, other), (other, one)):
                self.table[SPACE_PAIR + half] = index + 1
                self.table[PAIR_OTHER + half] = partner
            symbol, number = self._action(entry.get("bonus"), "pair", index, "bonus")
            self._put(PAIR_BONUS + 2 * (index + 1), [symbol, number])

    def _read_entrances(self) -> None:
        for place in range(ENTRANCE + FIGURES):
            self._put(NEXT + 4 * place, [NOWHERE] * 4)
        for space in range(SPACES):
            row, column = divmod(space, 5)
            open_ways = (row > 0, column < 4, row < 4, column > 0)
            for direction in range(4):
                if open_ways[direction]:
                    self.table[NEXT + 4 * space + direction] = space + STEPS[direction]
        for index, entry in enumerate(self._entries("entrance", "entrances", FIGURES)):
            if entry.get("id") != ENTRANCE_NAMES[index]:
                raise self.components.error(
                    f"the entrances should be E1 to E9 in this order, not {entry.get('id')!r} here", "entrance", index
                )
            space = self._space(entry.get("leads_to"), "entrance", index, "leads_to")
            inward = self._one_of(entry, "entrance", index, "inward", DIRECTIONS)
            if self.table[NEXT + 4 * space + (inward + 2) % 4] != NOWHERE:
                raise self.components.error(
                    f"one does not enter {SPACE_NAMES[space]} going {DIRECTIONS[inward]}", "entrance", index, "inward"
                )
            self.table[NEXT + 4 * (ENTRANCE + index) + inward] = space
            self.table[INWARD + index] = inward
            self.table[ENTRANCE_TERRAIN + index] = self._one_of(entry, "entrance", index, "terrain", TERRAINS)

    def _read_action_tiles(self) -> None:
        self.table[TILE_TERRAIN] = NO_TERRAIN
        for index, entry in enumerate(self._entries("action_tile", "action tiles", ACTION_TILES)):
            name = entry.get("id")
            if not isinstance(name, str) or not name or name in self.tile_names or name in TERRAINS:
                raise self.components.error(
                    f"each action tile needs an id of its own, not {name!r}", "action_tile", index
                )
            self.tile_names.append(name)
            self.tile_provenance.append(entry["provenance"])
            tile = index + 1
            self.table[TILE_TERRAIN + tile] = self._one_of(entry, "action_tile", index, "terrain", TERRAINS)
            symbols = self._actions(entry, "action_tile", index, "symbols")
            self._put_actions(TILE_SYMBOLS + 4 * tile, symbols)
            if "food" in entry:
                food = self._one_of(entry, "action_tile", index, "food", tuple(self.foods))
                self.table[TILE_FOOD + tile] = food + 1
            elif not symbols:
                raise self.components.error("an action tile shows symbols or a food", "action_tile", index)

    def _read_bonus_tiles(self) -> None:
        total = 0
        entries = self._entries("bonus_tile", "kinds of bonus tiles", len(TERRAINS))
        for index, entry in enumerate(entries):
            if entry.get("terrain") != TERRAINS[index]:
                raise self.components.error(
                    f"the bonus tiles should be {', '.join(TERRAINS)}, in this order", "bonus_tile", index, "terrain"
                )
            count = self._number(entry, "bonus_tile", index, "count", 0, BONUS_TILES)
            self.table[BONUS_COUNT + index] = count
            self.table[TILE_TERRAIN + BONUS_TILE + index] = index
            self.tile_names.append(TERRAINS[index])
            self.tile_provenance.append(entry["provenance"])
            total += count
        if total != BONUS_TILES:
            raise self.components.error(
                f"there should be {BONUS_TILES} bonus tiles, but the file has {total}", "bonus_tile", 0, "count"
            )

    def _read_setup_tiles(self) -> None:
        for index, entry in enumerate(self._entries("setup_tile", "setup tiles", SETUP_TILES)):
            letters = entry.get("letters")
            if not isinstance(letters, str) or sorted(letters) != sorted("".join(LETTERS) * FIGURES_OF_KIND):
                raise self.components.error(
                    "letters should have A, B and C three times each, for the entrances E1 to E9",
                    "setup_tile",
                    index,
                    "letters",
                )
            self._put(SETUP_LETTER + FIGURES * index, [LETTERS.index(letter) for letter in letters])
            starts = entry.get("starts")
            if not isinstance(starts, list) or not all(start in ENTRANCE_NAMES for start in starts):
                raise self.components.error("starts should be a list of entrances", "setup_tile", index, "starts")
            for start in starts:
                self.table[SETUP_START + FIGURES * index + ENTRANCE_NAMES.index(start)] = 1

    def _read_solo_tiles(self) -> None:
        for index, entry in enumerate(self._entries("solo_tile", "solo tiles", SOLO_TILES)):
            priority = entry.get("priority")
            if not isinstance(priority, list) or sorted(map(str, priority)) != sorted(MARKET_NAMES):
                raise self.components.error(
                    f"priority should be {', '.join(MARKET_NAMES)} in some order", "solo_tile", index, "priority"
                )
            self._put(SOLO_PRIORITY + 3 * index, [MARKET_NAMES.index(name) for name in priority])
            if not isinstance(entry.get("shuffle"), bool):
                raise self.components.error("shuffle should be true or false", "solo_tile", index, "shuffle")
            self.table[SOLO_SHUFFLE + index] = entry["shuffle"]

    def _check_chains(self) -> None:
        """Bonus tiles may set off bonus tiles; what then waits must fit on a player's stack."""
        waiting = 4  # the first tile's placement, its own bonus tiles, the tile in hand, what it sets off
        for space in range(SPACES):
            actions = [self.table[SPACE_ACTIONS + 4 * space + 2 * number :][:2] for number in range(2)]
            pair = self.table[SPACE_PAIR + space]
            actions.append(self.table[PAIR_BONUS + 2 * pair :][:2])
            lasting = [action for action in actions if action[0] not in (0, POINTS)]
            if any(action[0] == BONUS for action in lasting):
                waiting += len(lasting) - 1 + any(action[0] == BONUS and action[1] > 1 for action in lasting)
        if waiting > MOST_FRAMES:
            raise self.components.error("too many spaces give bonus tiles: one move could go on too long", "space", 0)

    def _check_points(self) -> None:
        """The most a player can gain during play: the best tile of every draft, all spaces and all pairs."""
        shown = [max(self._points_at(TILE_SYMBOLS + 4 * tile)) for tile in range(1, ACTION_TILES + 1)]
        most = sum(sorted(shown)[-LAST_DRAFT:])
        most += sum(max(self._points_at(SPACE_ACTIONS + 4 * space)) for space in range(SPACES))
        most += sum(self._points_at(PAIR_BONUS + 2 * pair)[0] for pair in range(1, PAIRS + 1))
        if most > MOST_GAINED:
            raise self.components.error(
                f"tiles and spaces could give {most} points during play; at most {MOST_GAINED} can be marked",
                "space",
                0,
            )

    def _points_at(self, offset: int) -> tuple[int, int]:
        """The points of each of two actions of the table, 0 for another action."""
        one, other = self.table[offset : offset + 2], self.table[offset + 2 : offset + 4]
        return one[1] if one[0] == POINTS else 0, other[1] if other[0] == POINTS else 0

    def _put(self, offset: int, numbers: list[int]) -> None:
        self.table[offset : offset + len(numbers)] = bytes(numbers)

    def _put_actions(self, offset: int, actions: list[tuple[int, int]]) -> None:
        self._put(offset, [part for action in actions for part in action])
