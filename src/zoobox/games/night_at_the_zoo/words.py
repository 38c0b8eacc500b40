"""Choices, events, questions and refusals as sentences; `texts.toml` has them in each language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zoobox.games.night_at_the_zoo.choices import CHOICE_TABLE
from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.pieces import (
    action_phrase,
    actions_phrase,
    figure_of,
    figure_phrase,
    gate_of,
    tile_phrase,
)
from zoobox.games.night_at_the_zoo.rules import NightState
from zoobox.games.night_at_the_zoo.tiles import (
    animal_of,
    block_of,
    named_figures,
    neighbour,
    place_of,
    printed,
    tile_held,
    top_frame,
)
from zoobox.kernel.choice import Description
from zoobox.kernel.event import Event
from zoobox.kernel.text import Phrase, Seat

Reason = tuple[Phrase, str]
DECISION_RULES = {
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
}
NAMED_PARTS = ("terrain", "animal", "direction", "symbol", "effect", "source")
"""Parts of a choice or an event whose values are texts of the catalogue: `terrain.sand`."""
TAGGED = (
    "condition_missed", "pair", "pair_lost", "points", "discover", "home", "sleep", "wake", "turn", "pollen", "bonus",
    "bonus_returns", "lapse_second_tile", "store",
)  # fmt: skip


def _gaps(parts: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a choice or an event, those that have names in words."""
    gaps: dict[str, Any] = {}
    for name, value in parts.items():
        if name == "tile":
            gaps[name] = tile_phrase(value)
        elif name == "tiles":
            gaps[name] = [tile_phrase(tile) for tile in value]
        elif name == "figure":
            gaps["gate"] = gate_of(value)
            gaps[name] = figure_phrase(parts["animal"], value, parts.get("start"))
            gaps["own"] = Phrase("figure.own", animal=Phrase(f"animal.{parts['animal']}"), gate=gate_of(value))
        elif name == "figures":
            gaps[name] = [figure_phrase(each["animal"], each["figure"]) for each in value]
        elif name in NAMED_PARTS:
            gaps[name] = Phrase(f"{name}.{value}")
        else:
            gaps[name] = value
    return gaps


# Choices.


def label(state: NightState, seat: int, choice: Description) -> Phrase:
    gaps = _gaps(choice.parts)
    key = choice.kind
    if key == "cover":
        effects = _outcomes(choice)
        if effects:
            key, gaps["effects"] = "cover_more", effects
    elif key == "discover":
        gaps["figure"] = figure_phrase(choice["animal"], choice["figure"], choice["figure"])
    elif key == "first" and choice["gives"]:
        both = choice["effect"] == "space" and not state.box.one_action_of_space
        key = f"first_{choice['effect']}"
        gaps["actions"] = actions_phrase(choice["gives"], "and" if both else "or")
    elif key == "symbol":
        gaps["action"] = action_phrase(choice["symbol"], choice["number"])
    elif key == "move":
        enters = choice["start"] == choice["figure"]
        key = {None: "go", SPACE_NAMES[ZOO]: "home"}.get(choice["to"], "enter" if enters else "move")
        if key == "home" and enters:
            key = "enter_home"
    elif key == "stop" and choice["action"] == "bonus":
        key = "stop_bonus"
    return Phrase(f"label.{key}", **gaps)


def _outcomes(choice: Description) -> list[Phrase]:
    """What covering a space gives beside the tile's own symbols, and what is lost by it."""
    found = []
    for kind in ("gives", "loses"):
        for source, symbol, number in choice[kind]:
            key = f"outcome.{kind}_{source}"
            if kind == "loses" and (number == 1 or symbol == "discover"):
                key += "_one"
            found.append(Phrase(key, action=action_phrase(symbol, number), other=choice["other"]))
    return found


def prompt(state: NightState, seat: int) -> Phrase:
    if state.data[PHASE] == DRAFTING:
        return Phrase("prompt.draft")
    asked, first = top_frame(state, seat)[:2]
    if asked == 0:
        return Phrase("prompt.use" if state.data[block_of(seat) + DRAFTED] else "prompt.use_more")
    if asked in (COVER, BONUS_IN_HAND):
        key = "prompt.cover" if asked == COVER else "prompt.bonus_tile"
        return Phrase(key, tile=tile_phrase(printed(state, first)))
    if asked == DISCOVERIES:
        return Phrase("prompt.discover")
    if asked in (MOVES, BONUSES):
        key = "prompt.moves" if asked == MOVES else "prompt.bonus"
        return Phrase(key if first == 1 else f"{key}_many", number=first)
    if asked in (SPECIAL, ROUND_MOVE):
        key = "prompt.special" if asked == SPECIAL else "prompt.round_move"
        if asked == ROUND_MOVE and state.box.forced_round_moves:
            key = "prompt.round_forced"
        figures = [figure_of(state, seat, name) for name in _movable(state, seat)]
        return Phrase(f"{key}_one" if len(figures) == 1 else key, figures=figures)
    if asked == SECOND_TILE:
        return Phrase("prompt.second_tile", figure=figure_of(state, seat, ENTRANCE_NAMES[first]))
    return Phrase("prompt.effects" if asked == EFFECTS else "prompt.symbol")


def _movable(state: NightState, seat: int) -> list[str]:
    """The figures that a movement asked for now can be given to."""
    mask = 0
    for choice in state.legal(seat):
        if FIGURE <= choice < STOP:
            mask |= 1 << (choice - FIGURE) // FIGURE_MOVEMENTS
    return named_figures(mask)


def decision_rule(state: NightState, seat: int) -> str:
    if state.data[PHASE] == DRAFTING:
        return "natz.draft.take-one"
    return DECISION_RULES[top_frame(state, seat)[0]]


# Events.


def say(event: Event) -> Phrase:
    gaps = _gaps(event.parts)
    if event.seat is not None:
        gaps["seat"] = Seat(event.seat)
    if event.kind in ("points", "lapse_moves"):
        gaps["action"] = action_phrase("points" if event.kind == "points" else "movement", event["number"])
    elif event.kind == "symbol":
        gaps["action"] = action_phrase(event["symbol"], event["number"])
    elif event.kind == "discover":
        gaps["figure"] = figure_phrase(event["animal"], event["figure"], event["figure"])
    elif event.kind == "new_draft":
        gaps["first"] = Phrase("leo") if event["first"] == "leo" else Seat(event["first"])
    elif event.kind == "leo":
        gaps["order"] = "-".join(map(str, event["order"]))
    elif event.kind == "rating":
        return rating(event.parts)
    return Phrase(f"log.{event.kind}", **gaps)


def rating(result: Mapping[str, Any]) -> Phrase:
    """The points of a solo game, the title they earn, and what is missing for the next one."""
    titles = {key: title_words(result[key]) for key in ("title", "next") if result[key]}
    return Phrase("log.rating_next" if result["next"] else "log.rating", **{**result, **titles})


def title_words(title: str) -> Phrase | str:
    """A title of the box in words of its language; one of another box is said as it is written."""
    return Phrase(f"rating.{title.lower().replace(' ', '_')}") if title in TITLES else title


TITLES = ("Zoo Ghost", "Runaway Tiger", "Clever Chimp", "Sneaky Weasel", "Lost Lemur")


def tag(event: Event) -> Phrase | None:
    """A word or two that stand in the picture where the event happens; None where the picture says it all."""
    if event.kind not in TAGGED:
        return None
    gaps = _gaps(event.parts)
    if event.kind == "points":
        gaps["action"] = action_phrase("points", event["number"])
    if event.kind == "home" and "points" not in event.parts:
        return Phrase("tag.home_seen")
    return Phrase(f"tag.{event.kind}", **gaps)


# Refusals.


def refusal(state: NightState, seat: int, choice: int) -> Reason:
    found = _reason(state, seat, choice)
    return found or (Phrase("refusal.other", asked=prompt(state, seat)), decision_rule(state, seat))


def _reason(state: NightState, seat: int, choice: int) -> Reason | None:
    """The special reason, or None when the choice simply belongs to another decision."""
    kind, parts = CHOICE_TABLE.decode(choice)
    asked, first, second, _ = top_frame(state, seat)
    if state.data[PHASE] == DRAFTING:
        return _draft_reason(state, parts["slot"]) if kind.name == "draft" else None
    if kind.name == "finish" or kind.name in WAYS:
        return _use_reason(state, seat, kind.name, parts, asked)
    if kind.name == "cover" and asked == COVER:
        if parts["space"] == SPACE_NAMES[ZOO]:
            return Phrase("refusal.zoo"), "natz.place.not-zoo"
        return Phrase("refusal.covered", **parts), "natz.place.any-empty"
    if kind.name == "first" and asked == EFFECTS:
        return Phrase("refusal.no_effect"), "natz.place.order"
    if kind.name == "symbol" and asked == SYMBOL:
        return Phrase("refusal.no_symbol", **_gaps(parts)), "natz.tiles.two-symbols"
    if kind.name == "discover" and asked == DISCOVERIES:
        figure = figure_of(state, seat, parts["figure"])
        return Phrase("refusal.discovered", figure=figure), "natz.discover.own-entrance"
    if kind.name == "bonus" and asked == BONUSES:
        return Phrase("refusal.no_bonus", **_gaps(parts)), "natz.bonus.supply"
    if kind.name in ("move", "turn", "wake") and asked in (MOVES, SPECIAL, ROUND_MOVE, SECOND_TILE):
        allowed = {MOVES: ALL_FIGURES, SECOND_TILE: 1 << first}.get(asked, first | second << 8)
        return _movement_reason(state, seat, kind.name, parts, asked, named_figures(allowed))
    if kind.name == "stop" and asked == ROUND_MOVE:
        return Phrase("refusal.forced"), "natz.round.optional"
    if kind.name == "stop" and asked == DISCOVERIES:
        return Phrase("refusal.must_discover"), "natz.discover.must"
    return None


def _draft_reason(state: NightState, slot: int) -> Reason:
    if slot > state.box.market_size:
        return Phrase("refusal.no_slot", slot=slot, size=state.box.market_size), "natz.setup.market"
    return Phrase("refusal.slot_empty", slot=slot), "natz.draft.no-sliding"


def _use_reason(state: NightState, seat: int, way: str, parts: Mapping[str, Any], asked: int) -> Reason | None:
    source = parts.get("source")
    if asked == BONUS_IN_HAND and source == "bonus":
        return _way_reason(way)
    if asked == BONUS_IN_HAND:
        return Phrase("refusal.bonus_first"), "natz.bonus.at-once"
    if asked:
        return Phrase("refusal.resolve_first"), "natz.use.resolve-fully"
    if source is None:
        return Phrase("refusal.drafted_must"), "natz.use.drafted-must"
    if not tile_held(state, seat, source):
        key = {"drafted": "no_drafted", "bonus": "no_hand"}.get(source, "no_tile")
        return Phrase(f"refusal.{key}", **_gaps(parts)), "natz.use.three-ways"
    if way == "store" and source != "drafted":
        return Phrase("refusal.stored"), "natz.store.two"
    return _way_reason(way)


def _way_reason(way: str) -> Reason | None:
    if way == "place":
        return Phrase("refusal.board_full"), "natz.place.full"
    return (Phrase("refusal.warehouse_full"), "natz.store.two") if way == "store" else None


def _movement_reason(
    state: NightState, seat: int, kind: str, parts: Mapping[str, Any], asked: int, allowed: list[str]
) -> Reason:
    figure, animal = parts["figure"], animal_of(state, seat, parts["figure"])
    gaps = {**_gaps({**parts, "animal": animal}), "figure": figure_of(state, seat, figure)}
    place = place_of(state, seat, figure)
    trait = state.data[block_of(seat) + TRAIT + ENTRANCE_NAMES.index(figure)]
    if place == UNDISCOVERED:
        return Phrase("refusal.undiscovered", **gaps), "natz.move.undiscovered"
    if place == HOME:
        return Phrase("refusal.home", **gaps), "natz.move.home"
    if figure not in allowed:
        return _not_granted(asked, gaps)
    if kind == "wake":
        return Phrase("refusal.not_asleep", **gaps), "natz.sloth.asleep"
    if kind == "turn":
        return Phrase("refusal.faces" if animal == "snake" else "refusal.no_turn", **gaps), "natz.snake.turn"
    if animal == "sloth" and trait:
        return Phrase("refusal.asleep", **gaps), "natz.sloth.asleep"
    if animal == "snake" and DIRECTIONS[trait] != parts["direction"]:
        facing = {**gaps, "direction": Phrase(f"direction.{DIRECTIONS[trait]}")}
        return Phrase("refusal.snake", **facing), "natz.snake.forward"
    to = neighbour(state, seat, figure, parts["direction"])
    if to != NOWHERE:
        return Phrase("refusal.uncovered", space=SPACE_NAMES[to], **gaps), "natz.move.tile-or-zoo"
    if place >= ENTRANCE:
        return Phrase("refusal.entrance", **gaps), "natz.move.entrances"
    return Phrase("refusal.edge", **gaps), "natz.move.tile-or-zoo"


def _not_granted(asked: int, gaps: Mapping[str, Any]) -> Reason:
    """The figure has no movement here: it stood elsewhere, or has had its movement."""
    if asked == SECOND_TILE:
        return Phrase("refusal.second_tile", **gaps), "natz.cheetah.second-tile"
    return Phrase("refusal.not_granted", **gaps), "natz.round.fixed" if asked == ROUND_MOVE else "natz.special.fixed"
