"""Names of tiles, actions and figures as phrases."""

from __future__ import annotations

from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.rules import NightState
from zoobox.games.night_at_the_zoo.tiles import block_of, tile_symbols
from zoobox.kernel.text import Phrase


def terrain_phrase(terrain: int) -> Phrase:
    return Phrase(f"terrain.{TERRAINS[terrain]}")


def animal_name(kind: int) -> Phrase:
    return Phrase(f"animal.{ANIMAL_NAMES[kind]}")


def direction_name(direction: int) -> Phrase:
    return Phrase(f"direction.{DIRECTIONS[direction]}")


def symbol_phrase(symbol: int) -> Phrase:
    return Phrase(f"symbol.{SYMBOL_NAMES[symbol - 1]}")


def action_phrase(symbol: int, number: int) -> Phrase:
    """`2 movements`."""
    name = SYMBOL_NAMES[symbol - 1]
    if name == "discover":
        return Phrase("action.discover")
    return Phrase(f"action.{name}" if number == 1 else f"action.{name}_many", number=number)


def actions_phrase(actions: list[tuple[int, int]], between: str) -> Phrase:
    """One action, or two with `or` or `and` between them."""
    phrases = [action_phrase(symbol, number) for symbol, number in actions]
    if len(phrases) == 1:
        return phrases[0]
    return Phrase(f"action.{between}", one=phrases[0], other=phrases[1])


def tile_phrase(state: NightState, tile: int) -> Phrase:
    """A tile by what is printed on it."""
    if not tile:
        return Phrase("tile.none")
    terrain = terrain_phrase(state.box.numbers[TILE_TERRAIN + tile])
    if tile >= BONUS_TILE:
        return Phrase("tile.bonus", terrain=terrain)
    actions = tile_symbols(state, tile)
    food = state.box.numbers[TILE_FOOD + tile]
    name = state.box.contents.tile_names[tile]
    shown: list[Phrase | str] = [actions_phrase(actions, "or")] if actions else []
    if food:
        shown.append(food_phrase(state, food))
    return Phrase("tile.action", terrain=terrain, shown=shown, name=name)


def food_phrase(state: NightState, food: int) -> Phrase | str:
    """A food by its name; foods of a component file of one's own stay as they are written there."""
    name = str(state.box.contents.foods[food - 1])
    key = f"food.{name}"
    return Phrase(key) if key in state.game.texts.texts else name


def figure_phrase(state: NightState, seat: int, figure: int) -> Phrase:
    """`wolf E3`."""
    kind = state.data[block_of(seat) + KIND + figure]
    return Phrase("figure", animal=animal_name(kind), entrance=ENTRANCE_NAMES[figure])
