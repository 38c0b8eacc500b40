"""The log. While players act at the same time, each reads of their own deeds; the others' follow when all are done."""

from __future__ import annotations

from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.phrases import (
    direction_name,
    figure_phrase,
    symbol_phrase,
    terrain_phrase,
    tile_phrase,
)
from zoobox.games.night_at_the_zoo.rules import NightState
from zoobox.games.night_at_the_zoo.tiles import block_of, place_name, top_frame
from zoobox.kernel.text import Phrase, Seat

Lines = list[tuple[Phrase, str]]


def log(before: NightState, seat: int, choice: int, after: NightState, viewer: int | None) -> Lines:
    """What the viewer sees happen, with the rule behind each line."""
    if before.data[PHASE] == DRAFTING:
        return [*_draft_lines(before, seat, choice), *_after_draft(before, seat, after)]
    lines: Lines = []
    if viewer == seat:
        lines += _own_lines(before, seat, choice, after)
    elif BONUS_TERRAIN <= choice < FIGURE:  # the supply is open to all
        lines.append(_bonus_line(seat, choice))
    if before.data[PHASE] == after.data[PHASE] and before.data[DRAFT] == after.data[DRAFT]:
        if seat not in after.waiting:
            lines.append((Phrase("log.finished", seat=Seat(seat)), "natz.turn.same-time"))
        return lines
    for other in range(before.players):
        if other != viewer:
            lines += _summary(before, other, after)
    return lines + _after_phase(before, after)


# Drafting.


def _draft_lines(before: NightState, seat: int, choice: int) -> Lines:
    tile = before.data[MARKET + choice - TAKE]
    return [(Phrase("log.draft", seat=Seat(seat), tile=tile_phrase(before, tile)), "natz.draft.take-one")]


def _after_draft(before: NightState, seat: int, after: NightState) -> Lines:
    if after.data[PHASE] == DRAFTING:
        return []
    lines: Lines = []
    row = (after.data[DRAFT] - 1) % DRAFTS_IN_ROUND
    leftover = after.data[LEFTOVER + row]
    if before.box.solo and before.data[FIRST] != LEO:
        drafted = after.data[block_of(seat) + DRAFTED]
        market = before.data[MARKET : MARKET + before.box.market_size]
        taken = next(tile for tile in market if tile not in (drafted, leftover))
        lines += _leo_lines(after, taken)
    lines.append((Phrase("log.leftover", tile=tile_phrase(after, leftover)), "natz.draft.leftover"))
    return lines


def _leo_lines(after: NightState, taken: int) -> Lines:
    shown = after.data[LEO_LAST] - 1
    name = after.game.components.entries("solo_tile")[shown]["id"]
    lines: Lines = [(Phrase("log.leo", name=name, tile=tile_phrase(after, taken)), "natz.solo.leo-drafts")]
    if after.box.numbers[SOLO_SHUFFLE + shown]:
        lines.append((Phrase("log.leo_shuffles"), "natz.solo.reshuffle"))
    return lines


# A player's own deeds.


def _own_lines(before: NightState, seat: int, choice: int, after: NightState) -> Lines:
    lines = [_own_line(before, seat, choice, after)]
    block = block_of(seat)
    gained = after.data[block + GAINED] - before.data[block + GAINED]
    if gained:
        lines.append((Phrase("log.points", seat=Seat(seat), number=gained), "natz.action.points"))
    if choice >= FIGURE and choice != STOP:
        figure = (choice - FIGURE) // FIGURE_MOVEMENTS
        kind = before.data[block + KIND + figure]
        if kind == BUTTERFLY and after.data[block + TRAIT + figure] > before.data[block + TRAIT + figure]:
            pollen = after.data[block + TRAIT + figure]
            who = figure_phrase(before, seat, figure)
            lines.append((Phrase("log.pollen", figure=who, number=pollen), "natz.butterfly.pollen"))
    return lines


def _own_line(before: NightState, seat: int, choice: int, after: NightState) -> tuple[Phrase, str]:
    who = Seat(seat)
    if choice < FINISH:
        return _use_line(before, seat, choice)
    if choice == FINISH:
        return Phrase("log.keeps", seat=who), "natz.use.warehouse-may"
    if choice < FIRST_EFFECT:
        tile = tile_phrase(before, top_frame(before, seat)[1])
        return Phrase("log.cover", seat=who, tile=tile, space=SPACE_NAMES[choice - SPACE]), "natz.place.any-empty"
    if choice < CHOOSE_SYMBOL:
        effect = Phrase(f"effect.{('tile', 'space', 'pair')[choice - FIRST_EFFECT]}")
        return Phrase("log.first", seat=who, effect=effect), "natz.place.order"
    if choice < FIND:
        return Phrase(
            "log.symbol", seat=who, symbol=symbol_phrase(choice - CHOOSE_SYMBOL + 1)
        ), "natz.tiles.two-symbols"
    if choice < BONUS_TERRAIN:
        found = figure_phrase(before, seat, choice - FIND)
        return Phrase("log.discover", seat=who, figure=found), "natz.discover.own-entrance"
    if choice < FIGURE:
        return _bonus_line(seat, choice)
    if choice == STOP:
        return Phrase("log.stop", seat=who), "natz.move.optional"
    figure, movement = divmod(choice - FIGURE, FIGURE_MOVEMENTS)
    return _movement_line(before, seat, figure, movement)


def _use_line(before: NightState, seat: int, choice: int) -> tuple[Phrase, str]:
    source, way = divmod(choice - USE, len(WAYS))
    block = block_of(seat)
    held = (block + DRAFTED, block + WAREHOUSE, block + WAREHOUSE + 1)
    tile = before.data[held[source]] if source < len(held) else top_frame(before, seat)[1]
    rule = ("natz.use.three-ways", "natz.store.two", "natz.special.all")[way]
    return Phrase(f"log.{WAYS[way]}", seat=Seat(seat), tile=tile_phrase(before, tile)), rule


def _bonus_line(seat: int, choice: int) -> tuple[Phrase, str]:
    terrain = terrain_phrase(choice - BONUS_TERRAIN)
    return Phrase("log.bonus", seat=Seat(seat), terrain=terrain), "natz.bonus.take"


def _movement_line(before: NightState, seat: int, figure: int, movement: int) -> tuple[Phrase, str]:
    who = figure_phrase(before, seat, figure)
    if movement == WAKE:
        return Phrase("log.wake", seat=Seat(seat), figure=who), "natz.sloth.asleep"
    if movement >= TURN_TO:
        direction = direction_name(movement - TURN_TO)
        return Phrase("log.turn", seat=Seat(seat), figure=who, direction=direction), "natz.snake.turn"
    to = before.route(seat, figure, movement)
    if to == ZOO:
        return Phrase("log.home", seat=Seat(seat), figure=who), "natz.move.home"
    return Phrase("log.move", seat=Seat(seat), figure=who, space=SPACE_NAMES[to]), "natz.move.one-step"


# What the others did, told when the phase is over.


def _summary(before: NightState, seat: int, after: NightState) -> Lines:
    """The difference between the board as it was known and as it is now."""
    old = before.data[block_of(seat) + BEFORE :]
    new = after.data[block_of(seat) :]
    who = Seat(seat)
    lines: Lines = []
    for space in range(SPACES):
        if new[space] != old[space]:
            tile = tile_phrase(after, new[space])
            lines.append((Phrase("log.cover", seat=who, tile=tile, space=SPACE_NAMES[space]), "natz.place.any-empty"))
    lines += _tiles_gone(after, seat, old, new)
    for figure in range(FIGURES):
        lines += _figure_change(after, seat, figure, old, new)
    if new[GAINED] != old[GAINED]:
        lines.append((Phrase("log.points", seat=who, number=new[GAINED] - old[GAINED]), "natz.action.points"))
    return lines


def _tiles_gone(after: NightState, seat: int, old: bytearray, new: bytearray) -> Lines:
    """Tiles that came into the warehouse, and held tiles that were discarded."""
    lines: Lines = []
    stored = list(new[WAREHOUSE : WAREHOUSE + WAREHOUSE_SPACES])
    held = [tile for tile in old[WAREHOUSE : WAREHOUSE + WAREHOUSE_SPACES] if tile]
    for tile in held:
        if tile in stored:
            stored.remove(tile)
    for tile in stored:
        if tile:
            phrase = Phrase("log.store", seat=Seat(seat), tile=tile_phrase(after, tile))
            lines.append((phrase, "natz.store.two"))
    for tile in [*held, old[DRAFTED]]:
        if tile and tile not in new[:SPACES] and tile not in new[WAREHOUSE : WAREHOUSE + WAREHOUSE_SPACES]:
            phrase = Phrase("log.discard", seat=Seat(seat), tile=tile_phrase(after, tile))
            lines.append((phrase, "natz.special.all"))
    return lines


def _figure_change(after: NightState, seat: int, figure: int, old: bytearray, new: bytearray) -> Lines:
    who = {"seat": Seat(seat), "figure": figure_phrase(after, seat, figure)}
    was, now = old[PLACE + figure], new[PLACE + figure]
    lines: Lines = []
    if was == UNDISCOVERED and now != UNDISCOVERED:
        lines.append((Phrase("log.discover", **who), "natz.discover.own-entrance"))
    if now == HOME and was != HOME:
        lines.append((Phrase("log.home", **who), "natz.move.home"))
    elif now != was and now < HOME and place_name(now) not in ENTRANCE_NAMES:
        lines.append((Phrase("log.move", space=place_name(now), **who), "natz.move.one-step"))
    kind = after.data[block_of(seat) + KIND + figure]
    trait = new[TRAIT + figure]
    if now < HOME and was < HOME and trait != old[TRAIT + figure]:
        if kind == SNAKE:
            lines.append(
                (Phrase("log.turn", direction=Phrase(f"direction.{DIRECTIONS[trait]}"), **who), "natz.snake.turn")
            )
        elif kind != BUTTERFLY and not trait:
            lines.append((Phrase("log.wake", **who), "natz.sloth.asleep"))
    if kind == BUTTERFLY and trait > old[TRAIT + figure]:
        lines.append((Phrase("log.pollen", figure=who["figure"], number=trait), "natz.butterfly.pollen"))
    return lines


# What happens at the table when a phase is over.


def _after_phase(before: NightState, after: NightState) -> Lines:
    lines: Lines = []
    market = before.data[MARKET : MARKET + before.box.market_size]
    if before.data[DECK_TOP] != after.data[DECK_TOP]:
        start = DECK + before.data[DECK_TOP]
        market = before.data[start : start + before.box.market_size]
        tiles = [tile_phrase(after, tile) for tile in market]
        lines.append((Phrase("log.market", tiles=tiles), "natz.maintenance.market"))
    if before.data[PHASE] != ROUND_MOVES and before.data[DRAFT] % DRAFTS_IN_ROUND == 0:
        terrain = TERRAINS[before.most_left_over()]
        number = before.data[DRAFT] // DRAFTS_IN_ROUND
        key = "log.round_moves" if after.data[PHASE] == ROUND_MOVES else "log.round_nobody"
        lines.append((Phrase(key, number=number, terrain=Phrase(f"terrain.{terrain}")), "natz.round.movement"))
    if after.data[PHASE] == FINISHED:
        return lines + _end_lines(after)
    if after.data[PHASE] == DRAFTING:
        leo_first = after.box.solo and after.data[FIRST] == LEO
        first = Phrase("leo") if leo_first else Seat(after.data[FIRST])
        phrase = Phrase("log.new_draft", number=after.data[DRAFT], first=first)
        lines.append((phrase, "natz.solo.token" if after.box.solo else "natz.maintenance.token"))
        if leo_first:
            slot = next(slot for slot in range(after.box.market_size) if not after.data[MARKET + slot])
            lines += _leo_lines(after, market[slot])
    return lines


def _end_lines(after: NightState) -> Lines:
    lines: Lines = [(Phrase("log.over"), "natz.end.third-round")]
    if after.box.solo:
        points = after.points_of(0)
        title = after.box.contents.rating(points)
        lines.append((Phrase("log.rating", points=points, title=title), "natz.solo.rating"))
    return lines
