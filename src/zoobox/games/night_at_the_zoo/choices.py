"""What a choice id means, and its notation.

draft 2                             take the second tile of the market
place drafted, store drafted        use a tile: drafted, warehouse1, warehouse2, or the bonus tile in hand
discard warehouse1, place bonus
finish                              leave the rest in the warehouse
b4                                  the space to cover; columns a-e from the left, rows 1-5 from the top
first tile, first space, first pair what to resolve first
symbol discover                     which symbol: discover, bonus, movement, points
discover E4                         the figure to discover
bonus sand                          the bonus tile to take
wolf E3 b2                          a figure, named by animal and entrance, goes to a space (the Zoo is c3)
turn snake E4 n, wake sloth E2      what else a figure can do
stop                                no more movement

A figure may be named by its entrance alone, and a way by its direction: `E3 s`. Directions are n, e, s, w. What people
read calls the entrance `E3` gate 3; that is understood as well: `wolf gate 3 b2`.

Ids of the picture's elements: `market-2`, `drafted-0` (0 is the seat), `warehouse-0-1`, `hand-0` (the bonus tile in
hand), `neighbourhood-0`, `discard`, `space-0-b4`, `zoo-0`, `entrance-0-E4`, `figure-0-E4`, `bonus-sand`,
`turn-0-n` (the arrows of a compass, for snakes). What has no element is chosen by its button.
"""

from __future__ import annotations

import re
from typing import Any

from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.pieces import figure_of, gate_of
from zoobox.games.night_at_the_zoo.rules import NightState
from zoobox.games.night_at_the_zoo.tiles import (
    animal_of,
    arrival,
    block_of,
    neighbour,
    pair_actions,
    place_name,
    place_of,
    printed,
    space_actions,
    tile_actions,
    tile_held,
    top_frame,
)
from zoobox.kernel.choice import ChoiceKind, ChoiceTable, Description
from zoobox.kernel.text import Phrase

Reason = tuple[Phrase, str]

SLOT_NUMBERS = range(1, MARKET_SPACES + 1)
WAYS_OF = {"source": SOURCES}
FIGURE_OF = {"figure": ENTRANCE_NAMES}
FIGURE_TO = {"figure": ENTRANCE_NAMES, "direction": DIRECTIONS}

CHOICE_TABLE = ChoiceTable(
    ChoiceKind("draft", TAKE, "draft {slot}", "natz.draft.take-one", {"slot": SLOT_NUMBERS}),
    ChoiceKind("place", USE + PUT, "place {source}", "natz.use.three-ways", WAYS_OF, len(WAYS)),
    ChoiceKind("store", USE + STORE, "store {source}", "natz.store.two", WAYS_OF, len(WAYS)),
    ChoiceKind("discard", USE + DISCARD, "discard {source}", "natz.special.all", WAYS_OF, len(WAYS)),
    ChoiceKind("finish", FINISH, "finish", "natz.use.warehouse-may"),
    ChoiceKind("cover", SPACE, "{space}", "natz.place.any-empty", {"space": SPACE_NAMES}),
    ChoiceKind("first", FIRST_EFFECT, "first {effect}", "natz.place.order", {"effect": EFFECT_NAMES}),
    ChoiceKind("symbol", CHOOSE_SYMBOL, "symbol {symbol}", "natz.tiles.two-symbols", {"symbol": SYMBOL_NAMES}),
    ChoiceKind("discover", FIND, "discover {figure}", "natz.discover.own-entrance", FIGURE_OF),
    ChoiceKind("bonus", BONUS_TERRAIN, "bonus {terrain}", "natz.bonus.take", {"terrain": TERRAINS}),
    ChoiceKind("move", FIGURE, "{figure} {direction}", "natz.move.one-step", FIGURE_TO, FIGURE_MOVEMENTS),
    ChoiceKind("turn", FIGURE + TURN_TO, "turn {figure} {direction}", "natz.snake.turn", FIGURE_TO, FIGURE_MOVEMENTS),
    ChoiceKind("wake", FIGURE + WAKE, "wake {figure}", "natz.sloth.asleep", FIGURE_OF, FIGURE_MOVEMENTS),
    ChoiceKind("stop", STOP, "stop", "natz.move.optional"),
)

STOP_RULES = {
    SPECIAL: "natz.special.decline",
    SECOND_TILE: "natz.cheetah.second-tile",
    ROUND_MOVE: "natz.round.optional",
    BONUSES: "natz.bonus.supply",
}
ANIMAL_RULES = {"penguin": "natz.penguin.slide", "snake": "natz.snake.forward", "sloth": "natz.sloth.awake"}
"""Where an animal has its own way of walking."""
ANIMAL_TEXT = f"(?:(?P<animal>{'|'.join(ANIMAL_NAMES)}) )?(?P<figure>e[1-9])"
GATE_TEXT = re.compile(r"\b(?:(?:at|of|an|aus) )?(gate|tor) ?([1-9])\b")
PLACE_AT_ONCE = re.compile(r"place (?:drafted|warehouse[12]|bonus) (?:on |to )?[a-e][1-5]")
DISCOVER_TEXT = re.compile(f"discover {ANIMAL_TEXT}")
MOVEMENT_TEXT = re.compile(
    rf"(?P<verb>turn |wake )?{ANIMAL_TEXT}"
    r"(?: (?:to )?(?P<way>[a-e][1-5]|n|e|s|w|north|east|south|west))?"
)


def describe(state: NightState, seat: int, choice: int) -> Description:
    kind, parts = CHOICE_TABLE.decode(choice)
    notation = kind.write(parts)
    if kind.name in ("move", "turn", "wake"):
        return _movement(state, seat, kind, parts)
    if kind.name in WAYS:
        return _use(state, seat, kind, parts, notation)
    rule = kind.rule
    targets: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    asked, tile, space, _ = top_frame(state, seat)
    if kind.name == "draft":
        parts["tile"] = printed(state, state.data[MARKET + parts["slot"] - 1])
        targets = (f"market-{parts['slot']}",)
    elif kind.name == "cover":
        tile = tile if asked == COVER else 0
        parts["tile"] = printed(state, tile)
        space = SPACE_NAMES.index(parts["space"])
        parts["gives"] = gives(state, seat, tile, space)
        parts["loses"] = loses(state, seat, tile, space)
        parts["other"] = SPACE_NAMES[state.box.numbers[PAIR_OTHER + space]] if pair_actions(state, space) else None
        cells = targets = (f"space-{seat}-{parts['space']}",)
    elif kind.name == "first":
        parts["gives"] = _effect(state, parts["effect"], tile, space) if asked == EFFECTS else ()
    elif kind.name == "symbol":
        rule = rule if tile else "natz.space.two-actions"
        offered = (tile_actions(state, tile) if tile else space_actions(state, space)) if asked == SYMBOL else ()
        parts["number"] = dict(offered).get(parts["symbol"], 1)
    elif kind.name == "discover":
        parts["animal"] = animal_of(state, seat, parts["figure"])
        targets = (f"figure-{seat}-{parts['figure']}",)
    elif kind.name == "bonus":
        targets = (f"bonus-{parts['terrain']}",)
    elif kind.name == "stop":
        rule = STOP_RULES.get(asked, rule)
        parts["action"] = "bonus" if asked == BONUSES else "movement"
    return Description(kind.name, parts, notation, rule, targets, cells)


def _use(state: NightState, seat: int, kind: ChoiceKind, parts: dict[str, Any], notation: str) -> Description:
    """A tile leaves the hand or the warehouse; what is held is clicked first, then where it goes."""
    source = parts["source"]
    parts["tile"] = printed(state, tile_held(state, seat, source))
    held = {"drafted": f"drafted-{seat}", "bonus": f"hand-{seat}"}.get(source) or f"warehouse-{seat}-{source[-1]}"
    to = {"place": f"neighbourhood-{seat}", "discard": "discard"}.get(kind.name)
    if kind.name == "store":
        parts["slot"] = 2 if state.data[block_of(seat) + WAREHOUSE] else 1
        to = f"warehouse-{seat}-{parts['slot']}"
    rule = "natz.bonus.at-once" if source == "bonus" else kind.rule
    return Description(kind.name, parts, notation, rule, (held, str(to)))


def gives(state: NightState, seat: int, tile: int, space: int) -> tuple[tuple[str, str, int], ...]:
    """What covering the space with the tile gives beside the tile's own symbols: from what, which symbol, how many."""
    found: list[tuple[str, str, int]] = []
    if tile and space != ZOO:
        if state.condition_met(tile, space):
            found += [("space", *action) for action in space_actions(state, space)]
        if state.pair_completed(seat, tile, space):
            found += [("pair", *action) for action in pair_actions(state, space)]
    return tuple(found)


def loses(state: NightState, seat: int, tile: int, space: int) -> tuple[tuple[str, str, int], ...]:
    """What is lost for good when the tile covers the space: its action, or the bonus of a pair with two terrains."""
    found: list[tuple[str, str, int]] = []
    if tile and space != ZOO:
        if not state.condition_met(tile, space):
            found += [("space", *action) for action in space_actions(state, space)]
        other = state.data[block_of(seat) + state.box.numbers[PAIR_OTHER + space]]
        if other and not state.pair_completed(seat, tile, space):
            found += [("pair", *action) for action in pair_actions(state, space)]
    return tuple(found)


def order_is_idle(state: NightState, seat: int) -> bool:
    """Whether an order is asked for that cannot matter: all that is left to resolve is of one kind, points apart.

    Movements after movements, or bonus tiles after bonus tiles, come to the same whichever symbol gave them.
    """
    asked, tile, space, left = top_frame(state, seat)
    if asked != EFFECTS:
        return False
    effects = [effect for number, effect in enumerate(EFFECT_NAMES) if left >> number & 1]
    symbols = {symbol for effect in effects for symbol, _ in _effect(state, effect, tile, space)} - {"points"}
    places = state.data[block_of(seat) + PLACE : block_of(seat) + PLACE + FIGURES]
    if UNDISCOVERED not in places:
        symbols.discard("discover")
    return len(symbols) < 2


def _effect(state: NightState, effect: str, tile: int, space: int) -> tuple[tuple[str, int], ...]:
    """The actions of the tile, the space or the pair that a placement has set off."""
    if effect == "tile":
        return tile_actions(state, tile)
    return space_actions(state, space) if effect == "space" else pair_actions(state, space)


def _movement(state: NightState, seat: int, kind: ChoiceKind, parts: dict[str, Any]) -> Description:
    """One movement of a figure: it goes somewhere, turns, or wakes up."""
    figure = parts["figure"]
    animal = parts["animal"] = animal_of(state, seat, figure)
    parts["start"] = place_name(place_of(state, seat, figure))
    who, target = f"{animal} {figure}", f"figure-{seat}-{figure}"
    if kind.name == "wake":
        return Description(kind.name, parts, f"wake {who}", kind.rule, (target,))
    direction = parts["direction"]
    if kind.name == "turn":
        arrow = f"turn-{seat}-{direction}"
        return Description(kind.name, parts, f"turn {who} {direction}", kind.rule, (target, arrow))
    to = arrival(state, seat, figure, direction)
    parts["to"] = None if to == NOWHERE else SPACE_NAMES[to]
    named = neighbour(state, seat, figure, direction) if to == NOWHERE else to
    notation = f"{who} {direction if named == NOWHERE else SPACE_NAMES[named]}"
    rule = ANIMAL_RULES.get(animal, kind.rule)
    if top_frame(state, seat)[0] == SECOND_TILE:
        rule = "natz.cheetah.second-tile"
    elif to == ZOO:
        rule = "natz.move.home"
    if to == NOWHERE:
        return Description(kind.name, parts, notation, rule, (target,))
    goal = f"zoo-{seat}" if to == ZOO else f"space-{seat}-{SPACE_NAMES[to]}"
    return Description(kind.name, parts, notation, rule, (target, goal))


def parse(state: NightState, seat: int, text: str) -> int | Reason | None:
    """A notation, or what people write instead; for what can be named but never chosen, the reason."""
    text = GATE_TEXT.sub(r"e\2", " ".join(text.lower().split()))
    found = CHOICE_TABLE.read(text)
    if found is not None:
        return found
    if PLACE_AT_ONCE.fullmatch(text):
        return Phrase("refusal.choose_way"), "natz.use.three-ways"
    if (named := DISCOVER_TEXT.fullmatch(text)) is not None:
        reason = _other_animal(state, seat, named["animal"], named["figure"].upper())
        return reason or CHOICE_TABLE.read(f"discover {named['figure']}")
    return _read_movement(state, seat, text)


def _other_animal(state: NightState, seat: int, animal: str | None, figure: str) -> Reason | None:
    """Why a figure cannot be called by that animal's name; None if it can, or if no animal is named."""
    own = animal_of(state, seat, figure)
    if animal in (None, own):
        return None
    gaps = {"animal": Phrase(f"animal.{own}"), "named": Phrase(f"animal.{animal}"), "gate": gate_of(figure)}
    return Phrase("refusal.other_animal", **gaps), "natz.setup.letters"


def _read_movement(state: NightState, seat: int, text: str) -> int | Reason | None:
    """A movement written with the animal, or with the space where the figure arrives."""
    found = MOVEMENT_TEXT.fullmatch(text)
    if not found:
        return None
    figure = found["figure"].upper()
    verb, way = found["verb"] or "", found["way"] or ""
    if (verb == "wake ") == bool(way) or (verb and way[1:].isdigit()):
        return None
    reason = _other_animal(state, seat, found["animal"], figure)
    if reason:
        return reason
    if way[1:].isdigit():
        direction = _direction_to(state, seat, figure, way)
        if not direction:
            return _never_there(state, seat, figure, way)
        way = direction
    return CHOICE_TABLE.read(f"{verb}{figure} {way[:1]}")


def _never_there(state: NightState, seat: int, figure: str, space: str) -> Reason:
    """Why no movement leads from where the figure is to the space."""
    who = figure_of(state, seat, figure)
    place = place_of(state, seat, figure)
    if place == UNDISCOVERED:
        return Phrase("refusal.undiscovered", figure=who), "natz.move.undiscovered"
    if place == HOME:
        return Phrase("refusal.home", figure=who), "natz.move.home"
    if animal_of(state, seat, figure) == "penguin":
        for direction in range(len(DIRECTIONS)):
            end = arrival(state, seat, figure, DIRECTIONS[direction])
            passed = place
            while end != NOWHERE and passed != end:
                passed = state.box.numbers[NEXT + 4 * passed + direction]
                if SPACE_NAMES[passed] == space:
                    key = "refusal.slides_home" if end == ZOO else "refusal.slides"
                    return Phrase(key, figure=who, to=SPACE_NAMES[end]), "natz.penguin.slide"
    return Phrase("refusal.unreachable", figure=who, space=space), "natz.move.one-step"


def _direction_to(state: NightState, seat: int, figure: str, space: str) -> str:
    """The direction in which the figure would arrive at the space; empty if there is none."""
    for direction in DIRECTIONS:
        to = arrival(state, seat, figure, direction)
        if to == NOWHERE:
            to = neighbour(state, seat, figure, direction)
        if to != NOWHERE and SPACE_NAMES[to] == space:
            return direction
    return ""
