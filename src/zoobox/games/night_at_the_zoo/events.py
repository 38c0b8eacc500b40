"""What a choice did.

In the placement phase and in the movement at the end of a round all players act at the same time. Until the phase is
over, only the seat itself is told what it does, apart from the supply of bonus tiles, which is open to all. Then the
others are told how its board has changed.

Kinds and parts; a tile is what `printed` tells of it, a figure goes by its entrance and has its `animal` beside it:

    draft tile slot, leftover tile, leo name order slot tile, leo_shuffles
    place tile source, store tile slot, discard tile figures, keeps, finished
    cover tile space gives, condition_missed space, pair spaces, pair_lost spaces, points number
    first effect, symbol symbol number, bonus terrain, bonus_returns terrain
    discover figure, move figure start to path, home figure start to path points
    turn figure direction, wake figure, sleep figure, pollen figure number, stop
    lapse_moves number, lapse_special terrain, lapse_figures figures, lapse_second_tile figure, lapse_discover,
    lapse_bonus
    market tiles, round_moves round terrain seats, round_nobody round terrain, leftover_goes round tiles,
    new_draft number round first, over, rating points title next missing

What the others are told of a move lacks its path and points, since only the result shows.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from zoobox.games.night_at_the_zoo.choices import ANIMAL_RULES, CHOICE_TABLE, describe, gives
from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.rules import NightState
from zoobox.games.night_at_the_zoo.tiles import (
    animal_of,
    block_of,
    named_figures,
    place_name,
    place_of,
    printed,
    terrain_under,
    tile_actions,
    tile_held,
    top_frame,
)
from zoobox.kernel.choice import Description
from zoobox.kernel.event import Event

HELD = {"drafted": "drafted-{seat}", "bonus": "hand-{seat}", "warehouse1": "warehouse-{seat}-1",
        "warehouse2": "warehouse-{seat}-2"}  # fmt: skip
"""Where a tile lies that is used, in the picture."""


def events(before: NightState, seat: int, choice: int, after: NightState) -> list[Event]:
    if before.data[PHASE] == DRAFTING:
        is_first = before.history is None and before.origin is not None
        return [*(opening(before) if is_first else []), *_draft(before, seat, choice, after)]
    happened = _own(before, seat, choice)
    if before.data[PHASE] == after.data[PHASE] and before.data[DRAFT] == after.data[DRAFT]:
        if seat not in after.waiting:
            happened.append(Event("finished", seat=seat, rule="natz.turn.same-time"))
        return happened
    for other in range(before.players):
        happened += _revealed(before, other, after)
    return happened + _after_phase(before, after)


def opening(state: NightState) -> list[Event]:
    """What happened before the first decision: in the solo game Leo has taken a tile."""
    data = state.data
    if not state.box.solo or data[DRAFT] != 1 or data[FIRST] != LEO or not data[LEO_LAST]:
        return []
    known = {*data[DECK : DECK + ACTION_TILES], *data[MARKET : MARKET + state.box.market_size]}
    taken = [tile for tile in range(1, ACTION_TILES + 1) if tile not in known]
    slot = data.index(0, MARKET) - MARKET
    return _leo(state, slot, taken[0], ran_out=False) if len(taken) == 1 else []


def targets(event: Event) -> tuple[str, ...]:
    """The elements of the picture that an event is about."""
    seat, parts = event.seat, event.parts
    found = []
    if event.kind in ("draft", "place"):
        found.append(HELD[parts.get("source", "drafted")].format(seat=seat))
    elif event.kind == "store":
        found.append(f"warehouse-{seat}-{parts['slot']}")
    elif event.kind == "discard":
        found.append("discard")
    elif event.kind in ("bonus", "bonus_returns"):
        found.append(f"bonus-{parts['terrain']}")
    elif event.kind == "points":
        found.append(f"points-{seat}")
    elif event.kind == "leo":
        found.append(f"market-{parts['slot']}")
    elif event.kind in ("leftover", "leftover_goes", "round_moves", "round_nobody"):
        found.append("leftover")
    elif event.kind == "market":
        found.append("market")
    if event.kind == "home":
        found.append(f"zoo-{seat}")
    elif "figure" in parts:
        found.append(f"figure-{seat}-{parts['figure']}")
    found += [f"figure-{seat}-{each['figure']}" for each in parts.get("figures", ())]
    spaces = [parts["space"]] if "space" in parts else parts.get("spaces", ())
    return (*found, *(f"space-{seat}-{space}" for space in spaces))


# Drafting.


def _draft(before: NightState, seat: int, choice: int, after: NightState) -> list[Event]:
    chosen = describe(before, seat, choice)
    happened = [Event("draft", seat=seat, rule=chosen.rule, **chosen.parts)]
    if after.data[PHASE] == DRAFTING:
        return happened
    leftover = after.data[LEFTOVER + (after.data[DRAFT] - 1) % DRAFTS_IN_ROUND]
    if before.box.solo and before.data[FIRST] != LEO:
        mine = before.data[MARKET + chosen["slot"] - 1]
        market = before.data[MARKET : MARKET + before.box.market_size]
        slot = next(slot for slot, tile in enumerate(market) if tile not in (mine, leftover))
        happened += _leo(after, slot, market[slot], before.data[LEO_SHOWN] == SOLO_TILES)
    happened.append(Event("leftover", rule="natz.draft.leftover", tile=printed(after, leftover)))
    return happened


def _leo(after: NightState, slot: int, tile: int, ran_out: bool) -> list[Event]:
    """Leo turns over a tile of his pile, takes a tile of the market, and may shuffle."""
    shown = after.data[LEO_LAST] - 1
    name = str(after.game.components.entries("solo_tile")[shown]["id"])
    happened = [Event("leo_shuffles", rule="natz.solo.pile-empty")] if ran_out else []
    start = SOLO_PRIORITY + 3 * shown
    order = tuple(space + 1 for space in after.box.numbers[start : start + 3])
    drafted: dict[str, Any] = {"name": name, "order": order, "slot": slot + 1, "tile": printed(after, tile)}
    happened.append(Event("leo", rule="natz.solo.leo-drafts", **drafted))
    if after.box.numbers[SOLO_SHUFFLE + shown]:
        happened.append(Event("leo_shuffles", rule="natz.solo.reshuffle"))
    return happened


# What the seat itself is told while all act.


def _own(before: NightState, seat: int, choice: int) -> list[Event]:
    """The choice, then step by step what settles itself after it."""
    chosen = describe(before, seat, choice)
    if chosen.kind == "finish":
        return [Event("keeps", seat=seat, only=seat, rule=chosen.rule)]
    now = before.copy()
    assert isinstance(now, NightState)
    now.begin_choice(seat, choice)
    happened = _chosen(before, seat, chosen, now)
    lapsed = []
    while not now.asks(seat):
        lapsed += _lapse(now, seat)
        now.settle_one(seat)
    return [*happened, *_gained(before, seat, now), *lapsed]


def _chosen(before: NightState, seat: int, chosen: Description, after: NightState) -> list[Event]:
    kind, parts = chosen.kind, dict(chosen.parts)
    if kind in ("place", "store"):
        return [Event(kind, seat=seat, only=seat, rule=CHOICE_TABLE[kind].rule, **parts)]
    if kind == "discard":
        return _discard(before, seat, parts)
    if kind == "cover":
        return _cover(before, seat, top_frame(before, seat)[1], SPACE_NAMES.index(parts["space"]), only=seat)
    if kind == "bonus":  # the supply is open to all
        return [Event(kind, seat=seat, rule=chosen.rule, **parts)]
    if kind == "move":
        return _move(before, seat, chosen, after)
    if kind == "stop":
        return [Event("lapse_bonus" if parts["action"] == "bonus" else "stop", seat=seat, only=seat, rule=chosen.rule)]
    return [Event(kind, seat=seat, only=seat, rule=chosen.rule, **parts)]


def _move(before: NightState, seat: int, chosen: Description, after: NightState) -> list[Event]:
    """A figure goes somewhere: a sloth then falls asleep, a butterfly may take pollen, in the Zoo it is home."""
    figure, animal = chosen["figure"], chosen["animal"]
    block = block_of(seat)
    who: dict[str, Any] = {"seat": seat, "only": seat, "figure": figure, "animal": animal}
    way: dict[str, Any] = {"start": chosen["start"], "to": chosen["to"], "path": _path(before, seat, chosen)}
    if chosen["to"] == SPACE_NAMES[ZOO]:
        kind = ANIMAL_NAMES.index(animal)
        points = after.points_of_animal(block, seat, kind) - before.points_of_animal(block, seat, kind)
        happened = [Event("home", rule=chosen.rule, points=points, **way, **who)]
    else:
        happened = [Event("move", rule=chosen.rule, **way, **who)]
    trait = block + TRAIT + ENTRANCE_NAMES.index(figure)
    if animal == "sloth" and after.data[trait]:
        happened.append(Event("sleep", rule="natz.sloth.awake", **who))
    elif animal == "butterfly" and after.data[trait] > before.data[trait]:
        happened.append(Event("pollen", rule="natz.butterfly.pollen", number=after.data[trait], **who))
    return happened


def _discard(before: NightState, seat: int, parts: dict[str, Any]) -> list[Event]:
    """A tile is discarded: the figures on its terrain may move; a bonus tile may go back to the supply."""
    tile = tile_held(before, seat, parts["source"])
    terrain = parts["tile"]["terrain"]
    figures = [name for name in ENTRANCE_NAMES if terrain_under(before, seat, name) == terrain]
    parts["figures"] = _figures(before, seat, figures)
    happened = [Event("discard", seat=seat, only=seat, rule="natz.special.all", **parts)]
    if tile >= BONUS_TILE and before.box.bonus_tiles_return:  # the supply is open to all
        happened.append(Event("bonus_returns", seat=seat, rule="natz.bonus.discarded", terrain=terrain))
    if not figures:
        happened.append(Event("lapse_special", seat=seat, only=seat, rule="natz.special.nothing", terrain=terrain))
    return happened


def _cover(state: NightState, seat: int, tile: int, space: int, **told: Any) -> list[Event]:
    """A space is covered; its action may be lost, and a pair completed or lost."""
    numbers, data = state.box.numbers, state.data
    name = SPACE_NAMES[space]
    given = (*(("tile", *action) for action in tile_actions(state, tile)), *gives(state, seat, tile, space))
    cover: dict[str, Any] = {"tile": printed(state, tile), "space": name, "gives": given}
    happened = [Event("cover", seat=seat, rule="natz.place.any-empty", **cover, **told)]
    if numbers[SPACE_ACTIONS + 4 * space] and not state.condition_met(tile, space):
        happened.append(Event("condition_missed", seat=seat, rule="natz.condition.not-met", space=name, **told))
    other = numbers[PAIR_OTHER + space]
    if numbers[SPACE_PAIR + space] and data[block_of(seat) + other]:
        spaces = tuple(SPACE_NAMES[half] for half in sorted((space, other)))
        if state.pair_completed(seat, tile, space):
            happened.append(Event("pair", seat=seat, rule="natz.pair.same-terrain", spaces=spaces, **told))
        else:
            happened.append(Event("pair_lost", seat=seat, rule="natz.pair.once", spaces=spaces, **told))
    return happened


def _gained(before: NightState, seat: int, after: NightState) -> list[Event]:
    gained = after.data[block_of(seat) + GAINED] - before.data[block_of(seat) + GAINED]
    return [Event("points", seat=seat, only=seat, rule="natz.action.points", number=gained)] if gained else []


def _lapse(state: NightState, seat: int) -> list[Event]:
    """What the seat would have to resolve next, but cannot do anything with."""
    asked, first, second, _ = top_frame(state, seat)
    who: dict[str, Any] = {"seat": seat, "only": seat}
    if asked == MOVES and first:
        return [Event("lapse_moves", rule="natz.action.useless", number=first, **who)]
    if asked == DISCOVERIES and first:
        return [Event("lapse_discover", rule="natz.discover.none-left", **who)]
    if asked == BONUSES and first:
        return [Event("lapse_bonus", rule="natz.bonus.supply", **who)]
    if asked == SECOND_TILE:
        figures = [ENTRANCE_NAMES[first]]
        return [Event("lapse_second_tile", rule="natz.cheetah.second-tile", **_figures(state, seat, figures)[0], **who)]
    if asked in (SPECIAL, ROUND_MOVE):
        stuck = [name for name in named_figures(first | second << 8) if place_of(state, seat, name) < HOME]
        rule = "natz.special.nothing" if asked == SPECIAL else "natz.round.movement"
        return [Event("lapse_figures", rule=rule, figures=_figures(state, seat, stuck), **who)] if stuck else []
    return []


def _figures(state: NightState, seat: int, names: list[str]) -> tuple[dict[str, Any], ...]:
    return tuple({"animal": animal_of(state, seat, name), "figure": name} for name in names)


def _path(state: NightState, seat: int, chosen: Description) -> tuple[str, ...]:
    """The spaces a figure walks over, the one where it arrives last; only penguins go further than one."""
    direction = DIRECTIONS.index(chosen["direction"])
    goal = SPACE_NAMES.index(chosen["to"])
    path = [state.box.numbers[NEXT + 4 * place_of(state, seat, chosen["figure"]) + direction]]
    while path[-1] != goal:
        path.append(state.box.numbers[NEXT + 4 * path[-1] + direction])
    return tuple(SPACE_NAMES[space] for space in path)


# What the others did, told when the phase is over.


def _revealed(before: NightState, seat: int, after: NightState) -> list[Event]:
    """The difference between the board as it was known and as it is now."""
    block = block_of(seat)
    old = before.data[block + BEFORE : block + BEFORE + BOARD]
    new = after.data[block : block + BOARD]
    happened = [*_spaces_revealed(after, seat, old, new), *_tiles_revealed(before, seat, old, new)]
    for figure in range(FIGURES):
        happened += _figure_revealed(after, seat, figure, old, new)
    if new[GAINED] != old[GAINED]:
        number = new[GAINED] - old[GAINED]
        happened.append(Event("points", seat=seat, unless=seat, rule="natz.action.points", number=number))
    return happened


def _spaces_revealed(after: NightState, seat: int, old: bytearray, new: bytearray) -> list[Event]:
    """The spaces that were covered; where both halves of a pair were, it is told with the second."""
    happened = []
    for space in range(SPACES):
        if new[space] != old[space]:
            told = _cover(after, seat, new[space], space, unless=seat)
            other = after.box.numbers[PAIR_OTHER + space]
            both_new = new[other] != old[other]
            happened += [event for event in told if "spaces" not in event.parts or not both_new or other < space]
    return happened


def _tiles_revealed(before: NightState, seat: int, old: bytearray, new: bytearray) -> list[Event]:
    """The tiles that came into the warehouse, and those that were discarded."""
    warehouse = slice(WAREHOUSE, WAREHOUSE + WAREHOUSE_SPACES)
    held = Counter(tile for tile in [*old[warehouse], old[DRAFTED]] if tile) + _bonus_tiles_taken(before, seat)
    kept = Counter(tile for tile in new[warehouse] if tile)
    placed = Counter(new[space] for space in range(SPACES) if new[space] != old[space])
    stored = (kept - Counter(tile for tile in old[warehouse] if tile)).elements()
    happened = []
    for tile in stored:
        slot = list(new[warehouse]).index(tile) + 1
        rule = "natz.store.two"
        happened.append(Event("store", seat=seat, unless=seat, rule=rule, tile=printed(before, tile), slot=slot))
    for tile in (held - kept - placed).elements():
        rule = "natz.special.all"
        happened.append(Event("discard", seat=seat, unless=seat, rule=rule, tile=printed(before, tile)))
    return happened


def _bonus_tiles_taken(before: NightState, seat: int) -> Counter[int]:
    """The bonus tiles that the seat took in this phase, which everybody saw."""
    taken: Counter[int] = Counter()
    node = before.history if before.data[PHASE] == PLACEMENT else None
    while node is not None and node[2] >= USE:  # back to the draft
        if node[1] == seat and BONUS_TERRAIN <= node[2] < FIGURE:
            taken[BONUS_TILE + node[2] - BONUS_TERRAIN] += 1
        node = node[0]
    return taken


def _figure_revealed(after: NightState, seat: int, figure: int, old: bytearray, new: bytearray) -> list[Event]:
    name = ENTRANCE_NAMES[figure]
    animal = animal_of(after, seat, name)
    who: dict[str, Any] = {"seat": seat, "unless": seat, "figure": name, "animal": animal}
    was, now = old[PLACE + figure], new[PLACE + figure]
    trait_was, trait = old[TRAIT + figure], new[TRAIT + figure]
    happened = []
    if was == UNDISCOVERED != now:
        happened.append(Event("discover", rule="natz.discover.own-entrance", **who))
        was = ENTRANCE + figure
        trait_was = after.box.numbers[INWARD + figure] if animal == "snake" else 0
    way: dict[str, Any] = {"start": place_name(was), "to": SPACE_NAMES[ZOO] if now == HOME else place_name(now)}
    if now == HOME != was:
        happened.append(Event("home", rule="natz.move.home", **way, **who))
    elif now != was:
        happened.append(Event("move", rule=ANIMAL_RULES.get(animal, "natz.move.one-step"), **way, **who))
    if now < HOME and trait != trait_was:
        if animal == "snake":
            happened.append(Event("turn", rule="natz.snake.turn", direction=DIRECTIONS[trait], **who))
        elif animal == "sloth" and trait:
            happened.append(Event("sleep", rule="natz.sloth.awake", **who))
        elif animal == "sloth":
            happened.append(Event("wake", rule="natz.sloth.asleep", **who))
    if animal == "butterfly" and trait > trait_was:
        happened.append(Event("pollen", rule="natz.butterfly.pollen", number=trait, **who))
    return happened


# What happens at the table when a phase is over.


def _after_phase(before: NightState, after: NightState) -> list[Event]:
    happened = []
    market = before.data[MARKET : MARKET + before.box.market_size]
    if before.data[DECK_TOP] != after.data[DECK_TOP]:
        start = DECK + before.data[DECK_TOP]
        market = before.data[start : start + before.box.market_size]
        tiles = tuple(printed(after, tile) for tile in market)
        happened.append(Event("market", rule="natz.maintenance.market", tiles=tiles))
    happened += _round_end(before, after)
    if after.data[PHASE] == FINISHED:
        happened.append(Event("over", rule="natz.end.third-round"))
        if after.box.solo:
            points = after.points_of(0)
            happened.append(Event("rating", rule="natz.solo.rating", **after.box.contents.solo_result(points)))
    elif after.data[PHASE] == DRAFTING:
        happened += _new_draft(before, after, market)
    return happened


def _round_end(before: NightState, after: NightState) -> list[Event]:
    """After every fifth draft: who may move, and after that the leftover tiles go."""
    if before.data[DRAFT] % DRAFTS_IN_ROUND:
        return []
    happened = []
    number = before.data[DRAFT] // DRAFTS_IN_ROUND
    moving = after.data[PHASE] == ROUND_MOVES
    if before.data[PHASE] == PLACEMENT:
        kind, seats = ("round_moves", after.waiting) if moving else ("round_nobody", ())
        terrain = TERRAINS[before.most_left_over()]
        rule = "natz.round.movement"
        happened.append(Event(kind, rule=rule, round=number, terrain=terrain, seats=seats))
    if not moving:
        tiles = tuple(printed(before, tile) for tile in before.data[LEFTOVER : LEFTOVER + DRAFTS_IN_ROUND] if tile)
        happened.append(Event("leftover_goes", rule="natz.round.leftover-goes", round=number, tiles=tiles))
    return happened


def _new_draft(before: NightState, after: NightState, market: bytearray) -> list[Event]:
    """The token has passed on; Leo, if he is first, drafts at once."""
    leo_first = after.box.solo and after.data[FIRST] == LEO
    number = after.data[DRAFT]
    draft: dict[str, Any] = {"number": number, "round": 1 + (number - 1) // DRAFTS_IN_ROUND}
    rule = "natz.solo.token" if after.box.solo else "natz.maintenance.token"
    if not leo_first:
        return [Event("new_draft", seat=after.data[FIRST], rule=rule, first=after.data[FIRST], **draft)]
    slot = next(slot for slot in range(after.box.market_size) if not after.data[MARKET + slot])
    leo = _leo(after, slot, market[slot], before.data[LEO_SHOWN] == SOLO_TILES)
    return [Event("new_draft", rule=rule, first="leo", **draft), *leo]
