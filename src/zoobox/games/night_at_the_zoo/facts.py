"""What a choice means, as data, where nothing happens yet that events could tell: for hints.

Kinds and parts; a tile is what `printed` tells of it, a figure goes by its entrance and has its `animal` beside it. A
distance counts spaces from one to the next, not over corners, whether they are covered or not:

    leaves tiles, warehouse tiles, special_figures figures terrain, bonus_left terrain number, uncovered number
    distance figure now before, gate figure space covered distance, stands figure place distance
    unused number, stays figures, home_points figure points, points_then points
"""

from __future__ import annotations

from typing import Any

from zoobox.games.night_at_the_zoo.choices import describe
from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.pieces import action_phrase, figure_phrase, gate_of, tile_phrase
from zoobox.games.night_at_the_zoo.rules import NightState
from zoobox.games.night_at_the_zoo.tiles import (
    animal_of,
    block_of,
    named_figures,
    place_name,
    place_of,
    printed,
    terrain_under,
    top_frame,
)
from zoobox.kernel.choice import Description
from zoobox.kernel.event import Event
from zoobox.kernel.text import Phrase, Seat

OTHERS_DO_NOT_MATTER = True
"""Whether others that decide in between change nothing of what the seat can do."""
REPLACED = ("home", "move", "discover", "wake", "turn", "stop", "store", "discard", "finished")
"""Kinds of events that need not be told beside these facts."""


def facts(state: NightState, seat: int, choice: int) -> list[Event]:
    chosen = describe(state, seat, choice)
    found = _ABOUT.get(chosen.kind)
    return found(state, seat, chosen, choice) if found is not None else []


def _draft(state: NightState, seat: int, chosen: Description, choice: int) -> list[Event]:
    market = state.data[MARKET : MARKET + state.box.market_size]
    left = [tile for slot, tile in enumerate(market, 1) if tile and slot != chosen["slot"]]
    tiles = tuple(printed(state, tile) for tile in left)
    return [Event("leaves", seat=seat, rule="natz.draft.leftover", tiles=tiles)] if len(tiles) > 1 else []


def _move(state: NightState, seat: int, chosen: Description, choice: int) -> list[Event]:
    figure = {"figure": chosen["figure"], "animal": chosen["animal"], "seat": seat}
    if chosen["to"] == SPACE_NAMES[ZOO]:
        after = _after(state, seat, choice)
        points = after.points_of(seat) - state.points_of(seat)
        return [Event("home_points", rule="natz.move.home", points=points, **figure)]
    if chosen["to"] is None:
        return []
    before = _distance(state, place_of(state, seat, chosen["figure"]))
    now = _distance(state, SPACE_NAMES.index(chosen["to"]))
    return [Event("distance", rule="natz.move.home", now=now, before=before, **figure)]


def _discover(state: NightState, seat: int, chosen: Description, choice: int) -> list[Event]:
    entrance = ENTRANCE + ENTRANCE_NAMES.index(chosen["figure"])
    space = _behind(state, entrance)
    covered = space == ZOO or bool(state.data[block_of(seat) + space])
    told: dict[str, Any] = {"space": SPACE_NAMES[space], "covered": covered, "distance": _distance(state, entrance)}
    figure = {"figure": chosen["figure"], "animal": animal_of(state, seat, chosen["figure"])}
    return [Event("gate", seat=seat, rule="natz.discover.own-entrance", **figure, **told)]


def _stands(state: NightState, seat: int, chosen: Description, choice: int) -> list[Event]:
    place = place_of(state, seat, chosen["figure"])
    told: dict[str, Any] = {"place": place_name(place), "distance": _distance(state, place)}
    figure = {"figure": chosen["figure"], "animal": chosen["animal"]}
    return [Event("stands", seat=seat, rule="natz.move.home", **figure, **told)]


def _stop(state: NightState, seat: int, chosen: Description, choice: int) -> list[Event]:
    asked, first, second, _ = top_frame(state, seat)
    if asked == MOVES:
        return [Event("unused", seat=seat, rule="natz.action.useless", number=first)]
    if asked in (SPECIAL, ROUND_MOVE):
        names = [name for name in named_figures(first | second << 8) if place_of(state, seat, name) < HOME]
    elif asked == SECOND_TILE:
        names = [ENTRANCE_NAMES[first]]
    else:
        return []
    figures = tuple({"animal": animal_of(state, seat, name), "figure": name} for name in names)
    return [Event("stays", seat=seat, rule="natz.special.nothing", figures=figures)]


def _store(state: NightState, seat: int, chosen: Description, choice: int) -> list[Event]:
    block = block_of(seat)
    held = sum(bool(tile) for tile in state.data[block + WAREHOUSE : block + WAREHOUSE + WAREHOUSE_SPACES])
    return [Event("warehouse", seat=seat, rule="natz.store.two", tiles=held + (chosen.kind == "store"))]


def _discard(state: NightState, seat: int, chosen: Description, choice: int) -> list[Event]:
    terrain = chosen["tile"]["terrain"]
    names = [name for name in ENTRANCE_NAMES if terrain_under(state, seat, name) == terrain]
    figures = tuple({"animal": animal_of(state, seat, name), "figure": name} for name in names)
    return [Event("special_figures", seat=seat, rule="natz.special.all", terrain=terrain, figures=figures)]


def _bonus(state: NightState, seat: int, chosen: Description, choice: int) -> list[Event]:
    number = state.data[SUPPLY + TERRAINS.index(chosen["terrain"])] - 1
    return [Event("bonus_left", seat=seat, rule="natz.bonus.supply", terrain=chosen["terrain"], number=number)]


def _cover(state: NightState, seat: int, chosen: Description, choice: int) -> list[Event]:
    block = block_of(seat)
    left = sum(not state.data[block + space] for space in range(SPACES) if space != ZOO) - 1
    return [Event("uncovered", seat=seat, rule="natz.place.any-empty", number=left)]


def _gain(state: NightState, seat: int, chosen: Description, choice: int) -> list[Event]:
    after = _after(state, seat, choice)
    points = after.points_of(seat)
    return [Event("points_then", seat=seat, rule="natz.action.points", points=points)] if not after.over else []


_ABOUT: dict[str, Any] = {
    "draft": _draft,
    "move": _move,
    "discover": _discover,
    "wake": _stands,
    "turn": _stands,
    "stop": _stop,
    "store": _store,
    "finish": _store,
    "discard": _discard,
    "bonus": _bonus,
    "cover": _cover,
    "symbol": _gain,
    "first": _gain,
}


def _after(state: NightState, seat: int, choice: int) -> NightState:
    after = state.copy()
    assert isinstance(after, NightState)
    after.apply(seat, choice)
    return after


def _behind(state: NightState, entrance: int) -> int:
    """The space that a gate leads to."""
    beside = (state.box.numbers[NEXT + 4 * entrance + direction] for direction in range(4))
    return next(space for space in beside if space != NOWHERE)


def _distance(state: NightState, place: int) -> int:
    """How many spaces it is to the Zoo, by columns and rows; from a gate one more than from the space behind it."""
    if place >= ENTRANCE:
        return 1 + _distance(state, _behind(state, place))
    side = 5
    return abs(place % side - ZOO % side) + abs(place // side - ZOO // side)


def alike(state: NightState, seat: int, choice: int) -> object:
    """Placing a tile that one holds twice is the same; other choices differ."""
    chosen = describe(state, seat, choice)
    if chosen.kind == "draft":
        return "draft", repr(chosen["tile"])
    return choice


# In words.


def say(fact: Event) -> Phrase:
    key, parts = fact.kind, fact.parts
    gaps: dict[str, Any] = {name: value for name, value in parts.items() if isinstance(value, int | str)}
    gaps["seat"] = Seat(fact.seat or 0)
    if "figure" in parts:
        gaps["figure"] = figure_phrase(parts["animal"], parts["figure"])
        gaps["gate"] = gate_of(parts["figure"])
    if "figures" in parts:
        gaps["figures"] = [figure_phrase(each["animal"], each["figure"]) for each in parts["figures"]]
        key = key if parts["figures"] else f"{key}_none"
    if "terrain" in parts:
        gaps["terrain"] = Phrase(f"terrain.{parts['terrain']}")
    if key == "leaves":
        gaps["tiles"] = [tile_phrase(tile) for tile in parts["tiles"]]
    elif key == "gate":
        key = "gate_covered" if parts["covered"] else key
    elif key == "stands" and parts["place"] in ENTRANCE_NAMES:
        key, gaps["place"] = "stands_at_gate", gate_of(parts["place"])
    elif key == "home_points":
        gaps["action"] = action_phrase("points", parts["points"])
    elif key == "unused":
        gaps["action"] = action_phrase("movement", parts["number"])
    return Phrase(f"fact.{key}", **gaps)
