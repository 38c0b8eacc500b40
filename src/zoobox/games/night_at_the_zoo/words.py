"""What is said in this game: notation, labels, prompts and reasons for a refusal.

Notation, decision by decision:

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

A figure may be named by its entrance alone, and a way by its direction: `E3 s`. Directions are n, e, s, w.

Ids of the picture's elements: `market-2`, `drafted-0` (0 is the seat), `warehouse-0-1`, `hand-0` (the bonus tile in
hand), `neighbourhood-0`, `discard`, `space-0-b4`, `zoo-0`, `entrance-0-E4`, `figure-0-E4`, `bonus-sand`,
`turn-0-n` (the arrows of a compass, for snakes). What has no element is chosen by its button.
"""

from __future__ import annotations

import re

from zoobox.games.night_at_the_zoo import refusals
from zoobox.games.night_at_the_zoo.chronicle import log
from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.phrases import (
    action_phrase,
    actions_phrase,
    animal_name,
    direction_name,
    figure_phrase,
    terrain_phrase,
    tile_phrase,
)
from zoobox.games.night_at_the_zoo.rules import NightState
from zoobox.games.night_at_the_zoo.tiles import block_of, named_figures, symbols, tile_symbols, top_frame
from zoobox.kernel.text import Phrase

__all__ = ["cells", "decision_rule", "label", "log", "notation", "parse", "prompt", "refusal", "rule", "targets"]

EFFECT_WORDS = ("tile", "space", "pair")
DRAFT_TEXT = re.compile(r"draft ([1-5])")
USE_TEXT = re.compile(rf"({'|'.join(WAYS)}) ({'|'.join(SOURCES)})")
SYMBOL_TEXT = re.compile(rf"symbol ({'|'.join(SYMBOL_NAMES)})")
FIND_TEXT = re.compile(r"discover e([1-9])")
BONUS_TEXT = re.compile(rf"bonus ({'|'.join(TERRAINS)})")
TURN_TEXT = re.compile(r"turn (?:([a-z]+) )?e([1-9]) (n|e|s|w|north|east|south|west)")
WAKE_TEXT = re.compile(r"wake (?:([a-z]+) )?e([1-9])")
MOVE_TEXT = re.compile(r"(?:([a-z]+) )?e([1-9]) (?:to )?([a-e][1-5]|n|e|s|w|north|east|south|west)")


def notation(state: NightState, seat: int, choice: int) -> str:
    if choice < USE:
        return f"draft {choice - TAKE + 1}"
    if choice < FINISH:
        source, way = divmod(choice - USE, len(WAYS))
        return f"{WAYS[way]} {SOURCES[source]}"
    if choice == FINISH:
        return "finish"
    if choice < FIRST_EFFECT:
        return SPACE_NAMES[choice - SPACE]
    if choice < CHOOSE_SYMBOL:
        return f"first {EFFECT_WORDS[choice - FIRST_EFFECT]}"
    if choice < FIND:
        return f"symbol {SYMBOL_NAMES[choice - CHOOSE_SYMBOL]}"
    if choice < BONUS_TERRAIN:
        return f"discover {ENTRANCE_NAMES[choice - FIND]}"
    if choice < FIGURE:
        return f"bonus {TERRAINS[choice - BONUS_TERRAIN]}"
    if choice == STOP:
        return "stop"
    return _movement_notation(state, seat, choice)


def _movement_notation(state: NightState, seat: int, choice: int) -> str:
    figure, movement = divmod(choice - FIGURE, FIGURE_MOVEMENTS)
    who = f"{ANIMAL_NAMES[_kind(state, seat, figure)]} {ENTRANCE_NAMES[figure]}"
    if movement == WAKE:
        return f"wake {who}"
    if movement >= TURN_TO:
        return f"turn {who} {DIRECTIONS[movement - TURN_TO]}"
    to = state.route(seat, figure, movement)
    if to == NOWHERE:
        to = _next_space(state, seat, figure, movement)
    return f"{who} {DIRECTIONS[movement] if to == NOWHERE else SPACE_NAMES[to]}"


def _kind(state: NightState, seat: int, figure: int) -> int:
    return state.data[block_of(seat) + KIND + figure]


def _next_space(state: NightState, seat: int, figure: int, direction: int) -> int:
    """The space beside the figure, whether it can be entered or not."""
    place = state.data[block_of(seat) + PLACE + figure]
    return state.box.numbers[NEXT + 4 * place + direction] if place < HOME else NOWHERE


def parse(state: NightState, seat: int, text: str) -> int | None:
    text = " ".join(text.lower().split())
    if text in ("finish", "stop"):
        return FINISH if text == "finish" else STOP
    if text in SPACE_NAMES:
        return SPACE + SPACE_NAMES.index(text)
    if found := DRAFT_TEXT.fullmatch(text):
        return TAKE + int(found[1]) - 1
    if found := USE_TEXT.fullmatch(text):
        return USE + len(WAYS) * SOURCES.index(found[2]) + WAYS.index(found[1])
    if text.startswith("first ") and text[6:] in EFFECT_WORDS:
        return FIRST_EFFECT + EFFECT_WORDS.index(text[6:])
    if found := SYMBOL_TEXT.fullmatch(text):
        return CHOOSE_SYMBOL + SYMBOL_NAMES.index(found[1])
    if found := FIND_TEXT.fullmatch(text):
        return FIND + int(found[1]) - 1
    if found := BONUS_TEXT.fullmatch(text):
        return BONUS_TERRAIN + TERRAINS.index(found[1])
    return _parse_movement(state, seat, text)


def _parse_movement(state: NightState, seat: int, text: str) -> int | None:
    for pattern in (TURN_TEXT, WAKE_TEXT, MOVE_TEXT):
        found = pattern.fullmatch(text)
        if not found:
            continue
        figure = int(found[2]) - 1
        if found[1] not in (None, ANIMAL_NAMES[_kind(state, seat, figure)]):
            return None
        movement = FIGURE + FIGURE_MOVEMENTS * figure
        if pattern is WAKE_TEXT:
            return movement + WAKE
        if pattern is TURN_TEXT:
            return movement + TURN_TO + DIRECTIONS.index(found[3][0])
        direction = _parse_way(state, seat, figure, found[3])
        return None if direction is None else movement + direction
    return None


def _parse_way(state: NightState, seat: int, figure: int, text: str) -> int | None:
    """A direction, or the space where the figure would arrive."""
    if text[0] in DIRECTIONS and not text[1:].isdigit():
        return DIRECTIONS.index(text[0])
    for direction in range(4):
        to = state.route(seat, figure, direction)
        if to == NOWHERE:
            to = _next_space(state, seat, figure, direction)
        if to != NOWHERE and SPACE_NAMES[to] == text:
            return direction
    return None


def label(state: NightState, seat: int, choice: int) -> Phrase:
    if choice < USE:
        slot = choice - TAKE
        return Phrase("label.draft", tile=tile_phrase(state, state.data[MARKET + slot]), slot=slot + 1)
    if choice < FINISH:
        source, way = divmod(choice - USE, len(WAYS))
        tile = tile_used(state, seat, source)
        return Phrase(f"label.{WAYS[way]}", tile=tile_phrase(state, tile), source=Phrase(f"source.{SOURCES[source]}"))
    if choice == FINISH:
        return Phrase("label.finish")
    if choice < FIRST_EFFECT:
        return _space_label(state, seat, choice - SPACE)
    if choice < CHOOSE_SYMBOL:
        return _effect_label(state, seat, choice - FIRST_EFFECT)
    if choice < FIND:
        symbol = choice - CHOOSE_SYMBOL + 1
        number = dict(_symbols_offered(state, seat)).get(symbol, 1)
        return Phrase("label.symbol", action=action_phrase(symbol, number))
    if choice < BONUS_TERRAIN:
        figure = choice - FIND
        return Phrase("label.discover", animal=animal_name(_kind(state, seat, figure)), entrance=ENTRANCE_NAMES[figure])
    if choice < FIGURE:
        return Phrase("label.bonus", terrain=terrain_phrase(choice - BONUS_TERRAIN))
    if choice == STOP:
        return Phrase("label.stop_bonus" if top_frame(state, seat)[0] == BONUSES else "label.stop")
    figure, movement = divmod(choice - FIGURE, FIGURE_MOVEMENTS)
    return _movement_label(state, seat, figure, movement)


def _movement_label(state: NightState, seat: int, figure: int, movement: int) -> Phrase:
    who = figure_phrase(state, seat, figure)
    if movement == WAKE:
        return Phrase("label.wake", figure=who)
    if movement >= TURN_TO:
        return Phrase("label.turn", figure=who, direction=direction_name(movement - TURN_TO))
    to = state.route(seat, figure, movement)
    if to == ZOO:
        return Phrase("label.home", figure=who)
    if to == NOWHERE:
        return Phrase("label.go", figure=who, direction=direction_name(movement))
    return Phrase("label.move", figure=who, space=SPACE_NAMES[to])


def _space_label(state: NightState, seat: int, space: int) -> Phrase:
    asked, tile = top_frame(state, seat)[:2]
    if asked == COVER and space != ZOO:
        gives = _gives(state, seat, tile, space)
        if gives:
            return Phrase("label.space_gives", space=SPACE_NAMES[space], gives=gives)
    return Phrase("label.space", space=SPACE_NAMES[space])


def _gives(state: NightState, seat: int, tile: int, space: int) -> list[Phrase]:
    """What covering the space with the tile would give beside the tile's own action."""
    gives = []
    if state.condition_met(tile, space):
        gives += [action_phrase(symbol, number) for symbol, number in symbols(state, SPACE_ACTIONS + 4 * space)]
    if state.pair_completed(seat, tile, space):
        pair = PAIR_BONUS + 2 * state.box.numbers[SPACE_PAIR + space]
        gives.append(action_phrase(state.box.numbers[pair], state.box.numbers[pair + 1]))
    return gives


def _effect_label(state: NightState, seat: int, effect: int) -> Phrase:
    tile, space = top_frame(state, seat)[1:3]
    if effect == 0:
        return Phrase("label.first_tile", actions=actions_phrase(tile_symbols(state, tile), "or"))
    if effect == 1:
        return Phrase(
            "label.first_space",
            actions=actions_phrase(
                symbols(state, SPACE_ACTIONS + 4 * space), "or" if state.box.one_action_of_space else "and"
            ),
        )
    pair = PAIR_BONUS + 2 * state.box.numbers[SPACE_PAIR + space]
    return Phrase("label.first_pair", actions=action_phrase(state.box.numbers[pair], state.box.numbers[pair + 1]))


def _symbols_offered(state: NightState, seat: int) -> list[tuple[int, int]]:
    asked, tile, space = top_frame(state, seat)[:3]
    if asked != SYMBOL:
        return []
    return tile_symbols(state, tile) if tile else symbols(state, SPACE_ACTIONS + 4 * space)


def tile_used(state: NightState, seat: int, source: int) -> int:
    """The tile that a source holds, 0 for none."""
    block = block_of(seat)
    if source == FROM_BONUS:
        asked, tile = top_frame(state, seat)[:2]
        return tile if asked == BONUS_IN_HAND else 0
    return state.data[block + DRAFTED] if source == 0 else state.data[block + WAREHOUSE + source - 1]


def rule(state: NightState, seat: int, choice: int) -> str:
    if choice < USE:
        return "natz.draft.take-one"
    if choice < FINISH:
        source, way = divmod(choice - USE, len(WAYS))
        if source == FROM_BONUS:
            return "natz.bonus.at-once"
        return ("natz.use.three-ways", "natz.store.two", "natz.special.all")[way]
    if choice == FINISH:
        return "natz.use.warehouse-may"
    if choice < FIRST_EFFECT:
        return "natz.place.any-empty"
    if choice < CHOOSE_SYMBOL:
        return "natz.place.order"
    if choice < FIND:
        return "natz.tiles.two-symbols" if top_frame(state, seat)[1] else "natz.space.two-actions"
    if choice < BONUS_TERRAIN:
        return "natz.discover.own-entrance"
    if choice < FIGURE:
        return "natz.bonus.take"
    if choice == STOP:
        return _stop_rule(state, seat)
    return _movement_rule(state, seat, choice)


def _stop_rule(state: NightState, seat: int) -> str:
    return {
        SPECIAL: "natz.special.decline",
        SECOND_TILE: "natz.cheetah.second-tile",
        ROUND_MOVE: "natz.round.optional",
        BONUSES: "natz.bonus.supply",
    }.get(top_frame(state, seat)[0], "natz.move.optional")


def _movement_rule(state: NightState, seat: int, choice: int) -> str:
    figure, movement = divmod(choice - FIGURE, FIGURE_MOVEMENTS)
    if movement == WAKE:
        return "natz.sloth.asleep"
    if movement >= TURN_TO:
        return "natz.snake.turn"
    if top_frame(state, seat)[0] == SECOND_TILE:
        return "natz.cheetah.second-tile"
    own = {"penguin": "natz.penguin.slide", "snake": "natz.snake.forward", "sloth": "natz.sloth.awake"}
    if state.route(seat, figure, movement) == ZOO:
        return "natz.move.home"
    return own.get(ANIMAL_NAMES[_kind(state, seat, figure)], "natz.move.one-step")


def targets(state: NightState, seat: int, choice: int) -> tuple[str, ...]:
    if choice < USE:
        return (f"market-{choice - TAKE + 1}",)
    if choice < FINISH:
        source, way = divmod(choice - USE, len(WAYS))
        return _use_targets(state, seat, source, way)
    if SPACE <= choice < FIRST_EFFECT:
        return (f"space-{seat}-{SPACE_NAMES[choice - SPACE]}",)
    if FIND <= choice < BONUS_TERRAIN:
        return (f"figure-{seat}-{ENTRANCE_NAMES[choice - FIND]}",)
    if BONUS_TERRAIN <= choice < FIGURE:
        return (f"bonus-{TERRAINS[choice - BONUS_TERRAIN]}",)
    if FIGURE <= choice < STOP:
        return _movement_targets(state, seat, choice)
    return ()


def _use_targets(state: NightState, seat: int, source: int, way: int) -> tuple[str, ...]:
    held = (f"drafted-{seat}", f"warehouse-{seat}-1", f"warehouse-{seat}-2", f"hand-{seat}")[source]
    if way == PUT:
        return held, f"neighbourhood-{seat}"
    if way == STORE:
        slot = 2 if state.data[block_of(seat) + WAREHOUSE] else 1
        return held, f"warehouse-{seat}-{slot}"
    return held, "discard"


def _movement_targets(state: NightState, seat: int, choice: int) -> tuple[str, ...]:
    figure, movement = divmod(choice - FIGURE, FIGURE_MOVEMENTS)
    who = f"figure-{seat}-{ENTRANCE_NAMES[figure]}"
    if movement == WAKE:
        return (who,)
    if movement >= TURN_TO:
        return who, f"turn-{seat}-{DIRECTIONS[movement - TURN_TO]}"
    to = state.route(seat, figure, movement)
    if to == NOWHERE:
        return (who,)
    return who, f"zoo-{seat}" if to == ZOO else f"space-{seat}-{SPACE_NAMES[to]}"


def cells(state: NightState, seat: int, choice: int) -> tuple[str, ...]:
    if SPACE <= choice < FIRST_EFFECT:
        return (f"space-{seat}-{SPACE_NAMES[choice - SPACE]}",)
    return ()


def prompt(state: NightState, seat: int) -> Phrase:
    if state.data[PHASE] == DRAFTING:
        return Phrase("prompt.draft")
    asked, first, second, _ = top_frame(state, seat)
    if asked == 0:
        return Phrase("prompt.use" if state.data[block_of(seat) + DRAFTED] else "prompt.use_more")
    if asked in (COVER, BONUS_IN_HAND):
        return Phrase("prompt.cover" if asked == COVER else "prompt.bonus_tile", tile=tile_phrase(state, first))
    if asked in (MOVES, BONUSES, DISCOVERIES):
        key = {MOVES: "prompt.moves", BONUSES: "prompt.bonus", DISCOVERIES: "prompt.discover"}[asked]
        return Phrase(key, number=first)
    if asked in (SPECIAL, ROUND_MOVE):
        key = "prompt.special" if asked == SPECIAL else "prompt.round_move"
        left = [ENTRANCE_NAMES.index(name) for name in named_figures(first | second << 8)]
        on_board = [figure for figure in left if state.data[block_of(seat) + PLACE + figure] < HOME]
        return Phrase(key, figures=[figure_phrase(state, seat, figure) for figure in on_board])
    if asked == SECOND_TILE:
        return Phrase("prompt.second_tile", figure=figure_phrase(state, seat, first))
    return Phrase("prompt.effects" if asked == EFFECTS else "prompt.symbol")


def decision_rule(state: NightState, seat: int) -> str:
    if state.data[PHASE] == DRAFTING:
        return "natz.draft.take-one"
    return {
        0: "natz.use.three-ways",
        COVER: "natz.place.any-empty",
        EFFECTS: "natz.place.order",
        SYMBOL: "natz.tiles.two-symbols",
        DISCOVERIES: "natz.discover.must",
        BONUSES: "natz.bonus.take",
        BONUS_IN_HAND: "natz.bonus.at-once",
        MOVES: "natz.move.one-step",
        SPECIAL: "natz.special.fixed",
        SECOND_TILE: "natz.cheetah.second-tile",
        ROUND_MOVE: "natz.round.movement",
    }[top_frame(state, seat)[0]]


def refusal(state: NightState, seat: int, choice: int) -> tuple[Phrase, str]:
    special = refusals.reason(state, seat, choice)
    return special or (Phrase("refusal.other", asked=prompt(state, seat)), decision_rule(state, seat))
