"""Why a choice is not legal now: the reason in words, and the rule behind it."""

from __future__ import annotations

from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.phrases import direction_name, figure_phrase, symbol_phrase, terrain_phrase
from zoobox.games.night_at_the_zoo.rules import NightState
from zoobox.games.night_at_the_zoo.tiles import block_of, top_frame
from zoobox.kernel.text import Phrase

Reason = tuple[Phrase, str]
MOVEMENTS = (MOVES, SPECIAL, ROUND_MOVE, SECOND_TILE)


def reason(state: NightState, seat: int, choice: int) -> Reason | None:
    """The special reason, or None when the choice simply belongs to another decision."""
    asked, first, second, _ = top_frame(state, seat)
    if state.data[PHASE] == DRAFTING:
        return _draft(state, choice - TAKE) if choice < USE else None
    if USE <= choice <= FINISH:
        return _use(state, seat, choice, asked)
    if SPACE <= choice < FIRST_EFFECT and asked == COVER:
        return _space(choice - SPACE)
    if FIRST_EFFECT <= choice < CHOOSE_SYMBOL and asked == EFFECTS:
        return Phrase("refusal.no_effect"), "natz.place.order"
    if CHOOSE_SYMBOL <= choice < FIND and asked == SYMBOL:
        symbol = symbol_phrase(choice - CHOOSE_SYMBOL + 1)
        return Phrase("refusal.no_symbol", symbol=symbol), "natz.tiles.two-symbols"
    if FIND <= choice < BONUS_TERRAIN and asked == DISCOVERIES:
        figure = figure_phrase(state, seat, choice - FIND)
        return Phrase("refusal.discovered", figure=figure), "natz.discover.own-entrance"
    if BONUS_TERRAIN <= choice < FIGURE and asked == BONUSES:
        terrain = terrain_phrase(choice - BONUS_TERRAIN)
        return Phrase("refusal.no_bonus", terrain=terrain), "natz.bonus.supply"
    if FIGURE <= choice < STOP and asked in MOVEMENTS:
        figures = {MOVES: -1, SECOND_TILE: 1 << first}.get(asked, first | second << 8)
        return _movement(state, seat, choice, asked, figures)
    if choice == STOP and asked == ROUND_MOVE:
        return Phrase("refusal.forced"), "natz.round.optional"
    if choice == STOP and asked == DISCOVERIES:
        return Phrase("refusal.must_discover"), "natz.discover.must"
    return None


def _draft(state: NightState, slot: int) -> Reason:
    if slot >= state.box.market_size:
        return Phrase("refusal.no_slot", slot=slot + 1, size=state.box.market_size), "natz.setup.market"
    return Phrase("refusal.slot_empty", slot=slot + 1), "natz.draft.no-sliding"


def _use(state: NightState, seat: int, choice: int, asked: int) -> Reason | None:
    block = block_of(seat)
    source, way = divmod(choice - USE, len(WAYS))
    if asked == BONUS_IN_HAND and choice != FINISH and source == FROM_BONUS:
        return _way(way)
    if asked == BONUS_IN_HAND:
        return Phrase("refusal.bonus_first"), "natz.bonus.at-once"
    if asked:
        return Phrase("refusal.resolve_first"), "natz.use.resolve-fully"
    if choice == FINISH:
        return Phrase("refusal.drafted_must"), "natz.use.drafted-must"
    held = 0 if source == FROM_BONUS else state.data[block + (DRAFTED if source == 0 else WAREHOUSE + source - 1)]
    if not held:
        return Phrase("refusal.no_tile", source=Phrase(f"source.{SOURCES[source]}")), "natz.use.three-ways"
    if way == STORE and source > 0:
        return Phrase("refusal.stored"), "natz.store.two"
    return _way(way)


def _way(way: int) -> Reason | None:
    if way == PUT:
        return Phrase("refusal.board_full"), "natz.place.full"
    return (Phrase("refusal.warehouse_full"), "natz.store.two") if way == STORE else None


def _space(space: int) -> Reason:
    if space == ZOO:
        return Phrase("refusal.zoo"), "natz.place.not-zoo"
    return Phrase("refusal.covered", space=SPACE_NAMES[space]), "natz.place.any-empty"


def _movement(state: NightState, seat: int, choice: int, asked: int, figures: int) -> Reason:
    figure, movement = divmod(choice - FIGURE, FIGURE_MOVEMENTS)
    block = block_of(seat)
    who = figure_phrase(state, seat, figure)
    kind = state.data[block + KIND + figure]
    place = state.data[block + PLACE + figure]
    if place == UNDISCOVERED:
        return Phrase("refusal.undiscovered", figure=who), "natz.move.undiscovered"
    if place == HOME:
        return Phrase("refusal.home", figure=who), "natz.move.home"
    if not figures >> figure & 1:
        return _not_granted(asked, who)
    if movement == WAKE:
        return Phrase("refusal.not_asleep", figure=who), "natz.sloth.asleep"
    if movement >= TURN_TO:
        key = "refusal.faces" if kind == SNAKE else "refusal.no_turn"
        return Phrase(key, figure=who, direction=direction_name(movement - TURN_TO)), "natz.snake.turn"
    if kind == SLOTH and state.data[block + TRAIT + figure]:
        return Phrase("refusal.asleep", figure=who), "natz.sloth.asleep"
    if kind == SNAKE and state.data[block + TRAIT + figure] != movement:
        facing = direction_name(state.data[block + TRAIT + figure])
        return Phrase("refusal.snake", figure=who, direction=facing), "natz.snake.forward"
    to = state.box.numbers[NEXT + 4 * place + movement]
    if to == NOWHERE:
        if place >= ENTRANCE:
            return Phrase("refusal.entrance", figure=who, entrance=ENTRANCE_NAMES[figure]), "natz.move.entrances"
        return Phrase("refusal.edge", figure=who, direction=direction_name(movement)), "natz.move.tile-or-zoo"
    return Phrase("refusal.uncovered", figure=who, space=SPACE_NAMES[to]), "natz.move.tile-or-zoo"


def _not_granted(asked: int, who: Phrase) -> Reason:
    """The figure has no movement here: it stood elsewhere, or has had its movement."""
    if asked == SECOND_TILE:
        return Phrase("refusal.second_tile", figure=who), "natz.cheetah.second-tile"
    if asked == ROUND_MOVE:
        return Phrase("refusal.not_granted", figure=who), "natz.round.fixed"
    return Phrase("refusal.not_granted", figure=who), "natz.special.fixed"
