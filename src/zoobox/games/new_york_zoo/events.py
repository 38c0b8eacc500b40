"""What a choice did. Only the lower tiles of a stack are ever hidden, so everybody sees every event.

Species, tiles, attractions, spaces and cells are named as in the component file, enclosures by their letters. Where an
animal goes, `source` says where from: "supply", "house" or the letter of an enclosure; a tile comes from a slot or was
"dealt".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zoobox.games.new_york_zoo.choices import describe, marker_element, marker_rule
from zoobox.games.new_york_zoo.layout import *
from zoobox.games.new_york_zoo.reading import (
    Enclosure,
    elephant_space,
    enclosure,
    enclosures,
    houses,
    lines_crossed,
    newest_letter,
    piece_in_hand,
    slot_at,
    stack,
    topmost_tile,
    way,
)
from zoobox.games.new_york_zoo.rules import ZooState
from zoobox.kernel.choice import Description
from zoobox.kernel.event import Event


def events(before: ZooState, seat: int, choice: int, after: ZooState) -> list[Event]:
    chosen = describe(before, seat, choice)
    if chosen.kind in ("go", "go_freely"):
        happened = [*_move(before, seat, chosen, after)]
    elif chosen.kind == "place":
        happened = [*_placement(before, seat, chosen, after)]
    else:
        happened = [_decision(before, seat, chosen, after)]
    happened += _completions(before, seat, chosen, after)
    happened += _lapsed_animal(before, seat, chosen, after)
    happened += _lapsed_bonus(before, seat, chosen, after)
    happened += _breeding(before, after)
    happened += _turn_end(before, after)
    return happened


# Moving the elephant.


def _move(before: ZooState, seat: int, chosen: Description, after: ZooState) -> Iterator[Event]:
    """The elephant moves; alone it may reach the start; the lines it crosses breed later."""
    spaces = chosen.parts.get("spaces")
    entered = way(before, spaces)
    target = after.data[ELEPHANT]
    crossed = [space for space in entered if before.box.spaces[space].line is not None]
    yield Event(
        "move",
        seat=seat,
        rule=chosen.rule if spaces is None else marker_rule(before, spaces),
        origin=elephant_space(before).id,
        space=elephant_space(after).id,
        spaces=spaces,
        marker=chosen.parts.get("marker"),
        **_tile(before, topmost_tile(before, target)),
        animals=tuple(SPECIES[species] for species in before.box.spaces[target].animals),
        lines=tuple(_line(before, space) for space in crossed),
    )
    for space in entered:
        if space == 0 and before.fixed.laps:
            yield from _arrival(seat, after)
        if space in crossed and after.data[PHASE] != FINISHED:
            yield _crossing(before, seat, _line(before, space), after)


def _line(state: ZooState, space: int) -> str:
    """The species of the line in front of a space."""
    species = state.box.spaces[space].line
    assert species is not None
    return SPECIES[species]


def _arrival(seat: int, after: ZooState) -> Iterator[Event]:
    """Alone: the elephant reaches the start."""
    if after.data[ARRIVALS] < after.fixed.laps:
        lap = after.data[ARRIVALS] + 1
        yield Event("lap", seat=seat, rule="nyz.solo.passing", lap=lap, laps=after.fixed.laps)
    elif after.data[PHASE] == FINISHED:
        yield Event("passed_start", seat=seat, rule="nyz.solo.passing")
    elif after.data[ELEPHANT]:
        yield Event("last_action", seat=seat, rule="nyz.solo.passing")
    else:
        yield Event("last_turn", seat=seat, rule="nyz.solo.exact-landing")


def _crossing(before: ZooState, seat: int, species: str, after: ZooState) -> Event:
    """A line is crossed; `offspring` counts what it would bring each seat as the boards are now."""
    if _is_last_turn(after) and (after.data[ELEPHANT] or not after.fixed.landing_breeds):
        rule = "nyz.solo.passing" if after.data[ELEPHANT] else "nyz.solo.exact-landing"
        return Event("crossed_too_late", seat=seat, rule=rule, species=species)
    ready = [len(letters) for letters in _ready_to_breed(before, species)]
    offspring = tuple(min(count, BRED_ENCLOSURES) for count in ready)
    return Event("crossed", seat=seat, rule="nyz.breed.after-main", species=species, offspring=offspring)


def _is_last_turn(state: ZooState) -> bool:
    return bool(state.fixed.laps) and state.data[ARRIVALS] == state.fixed.laps


def _ready_to_breed(state: ZooState, species: str) -> tuple[tuple[str, ...], ...]:
    """For each seat the enclosures that a line of the species brings offspring."""
    return tuple(
        tuple(found.letter for found in enclosures(state, seat) if found.breeds(species))
        for seat in range(state.players)
    )


# Placing tiles and attractions.


def _placement(before: ZooState, seat: int, chosen: Description, after: ZooState) -> Iterator[Event]:
    piece = piece_in_hand(before, seat)
    assert piece is not None
    if piece in before.box.attractions:
        yield Event(
            "place_attraction",
            seat=seat,
            rule="nyz.complete.attraction",
            attraction=piece.id,
            look=piece.look,
            size=piece.size,
            cells=chosen.cells,
        )
    else:
        dealt = before.data[PHASE] == DEAL
        yield Event(
            "place_tile",
            seat=seat,
            rule="nyz.tile.at-once",
            **_tile(before, piece.id),
            cells=chosen.cells,
            enclosure=newest_letter(after, seat),
            source="dealt" if dealt else elephant_space(before).id,
        )
        yield from _next_dealt(before, seat, after) if dealt else _stack_below(before, after)
    yield from _filled(before, seat, after)


def _stack_below(before: ZooState, after: ZooState) -> Iterator[Event]:
    """What the tile taken off a slot leaves there; in an open stack everybody knew the next one."""
    place = elephant_space(before)
    tiles = stack(after, slot_at(after, after.data[ELEPHANT]))
    if not tiles:
        yield Event("slot_emptied", rule="nyz.move.skipped", space=place.id)
    elif after.fixed.stacks_hidden:
        tile = after.box.kinds[tiles[-1]].id
        yield Event("revealed", rule="nyz.setup.open-stacks", space=place.id, **_tile(after, tile))


def _next_dealt(before: ZooState, seat: int, after: ZooState) -> Iterator[Event]:
    """Dealt tiles that fit nowhere any more are set aside; the last one is taken up by itself; then play begins."""
    home = before.home(seat)
    gone = list(before.data[home + DEALT : home + DEALT + before.data[home + DEALT_COUNT]])
    for kind in after.data[home + DEALT : home + DEALT + after.data[home + DEALT_COUNT]]:
        gone.remove(kind)
    taken_up = piece_in_hand(after, seat)
    if taken_up:
        gone.remove(after.box.kinds.index(taken_up))
    for kind in gone:
        yield Event("aside", seat=seat, rule="nyz.short.no-room", **_tile(before, before.box.kinds[kind].id))
    if taken_up:
        yield Event("tile", seat=seat, rule="nyz.short.place", **_tile(before, taken_up.id))
    if after.data[PHASE] != DEAL:
        yield Event("all_placed", seat=after.data[ACTIVE], rule="nyz.short.place")


def _filled(before: ZooState, seat: int, after: ZooState) -> Iterator[Event]:
    """The construction area is filled, and the game ends as soon as the main action or the breeding is over."""
    if before.is_full(seat) or not after.is_full(seat):
        return
    yield Event("filled", seat=seat, rule="nyz.goal.fill")
    others_full = any(before.is_full(other) for other in range(before.players))
    if before.data[PHASE] == DEAL or after.data[PHASE] == FINISHED or others_full:
        return
    if _in_breeding(after):
        yield Event("ends_after_breeding", seat=seat, rule="nyz.end.breeding")
    else:
        yield Event("ends_after_action", seat=seat, rule="nyz.end.main-action")


# Decisions about animals and attractions.


def _decision(before: ZooState, seat: int, chosen: Description, after: ZooState) -> Event:
    kind = chosen.kind
    parts = dict(chosen.parts)
    rule = "nyz.breed.one-each" if kind == "breed" else chosen.rule
    if kind == "tile":
        parts |= _tile(before, parts["tile"])
    elif kind == "attraction":
        piece = next(piece for piece in before.box.attractions if piece.id == parts["attraction"])
        parts |= {"look": piece.look, "size": piece.size}
    elif kind == "take":
        parts["source"] = "supply"
    elif kind == "put_house":
        parts |= {"source": "supply", "free_houses": after.data[after.home(seat) + FREE_HOUSES]}
        parts["house"] = _house(after, seat, parts["species"])
    elif kind == "keep":
        parts["house"] = _house(after, seat, parts["species"])
    elif kind in ("put", "add", "from_house", "from"):
        parts |= {"source": parts.get("source", "supply" if kind == "put" else "house")}
        parts |= _inhabitants(before, seat, parts["enclosure"])
    elif kind in ("breed", "bonus"):
        parts |= _inhabitants(before, seat, parts["enclosure"])
    elif kind == "no_breed" and before.data[PHASE] == BREED_MORE:
        kind = "no_more_breeding"
    return Event(kind, seat=seat, rule=rule, **parts)


def _tile(state: ZooState, tile: str | None) -> dict[str, Any]:
    """The parts that say which tile it is: its id, what its shape is called, and its spaces."""
    found = next((kind for kind in state.box.tiles if kind.id == tile), None)
    return {"tile": tile, "look": found.look, "size": found.size} if found else {"tile": None}


def _house(after: ZooState, seat: int, species: str) -> int:
    """The house in which the last animal of a species stands."""
    living = houses(after, seat)
    return len(living) - 1 - living[::-1].index(species)


def _inhabitants(before: ZooState, seat: int, letter: str) -> dict[str, int]:
    """How many animals an enclosure holds with the one that has just joined, and for how many it has space."""
    found = enclosure(before, seat, letter)
    assert found is not None
    return {"animals": found.animals + 1, "size": found.size}


# What follows by itself.


def _completions(before: ZooState, seat: int, chosen: Description, after: ZooState) -> Iterator[Event]:
    """Completed enclosures are emptied one by one; each next one waits until the reward of the last is settled."""
    full = after.is_full(seat)
    if chosen.kind in ("keep", "no_keep") and full:
        yield _no_reward(seat)
    emptied = [was for was in enclosures(before, seat) if _was_completed(was, seat, chosen, after)]
    for number, was in enumerate(emptied):
        yield Event(
            "completed",
            seat=seat,
            rule="nyz.complete.at-once",
            enclosure=was.letter,
            species=was.species or chosen["species"],
            animals=was.size,
        )
        asked_to_keep = after.data[PHASE] == KEEP and number == len(emptied) - 1
        if full and not asked_to_keep:
            yield _no_reward(seat)


def _was_completed(was: Enclosure, seat: int, chosen: Description, after: ZooState) -> bool:
    now = enclosure(after, seat, was.letter)
    joined = chosen.kind == "put" and chosen["enclosure"] == was.letter
    return (was.animals > 0 or joined) and now is not None and now.animals == 0


def _no_reward(seat: int) -> Event:
    return Event("no_reward", seat=seat, rule="nyz.complete.no-room")


def _lapsed_animal(before: ZooState, seat: int, chosen: Description, after: ZooState) -> Iterator[Event]:
    """The second animal shown is lost if it cannot be put anywhere."""
    if before.data[OTHER] and not after.data[OTHER] and chosen.kind not in ("take", "no_other"):
        species = SPECIES[before.data[OTHER] - 1]
        yield Event("no_place", seat=seat, rule="nyz.acquire.must-place", species=species)


# Breeding.


def _in_breeding(state: ZooState) -> bool:
    """Whether the main action is over and lines breed."""
    return state.data[PHASE] in (BREED, BREED_MORE, BONUS) or state.data[STEP] in (BREED_STEP, BONUS_STEP)


def _breeding(before: ZooState, after: ZooState) -> Iterator[Event]:
    """The lines whose turn to breed has come; `enclosures` holds for each seat those that may have offspring."""
    if _ended_with_main_action(before, after):
        return
    lines = lines_crossed(before)
    begun = 1 if _in_breeding(before) else 0
    finished = len(lines) - after.data[LINE_COUNT]
    for species in lines[begun : finished + _in_breeding(after)]:
        ready = _ready_to_breed(after, species)
        rule = "nyz.breed.all-players" if any(ready) else "nyz.breed.two-animals"
        yield Event("breeding", rule=rule, species=species, enclosures=ready)


def _ended_with_main_action(before: ZooState, after: ZooState) -> bool:
    if after.data[PHASE] != FINISHED or _in_breeding(before):
        return False
    return bool(after.is_full(before.data[ACTIVE]))


def _lapsed_bonus(before: ZooState, seat: int, chosen: Description, after: ZooState) -> Iterator[Event]:
    """Who has bred and has no other enclosure for the bonus goes without."""
    if not before.fixed.bonus or not _in_breeding(before):
        return
    for other in _passed_over(before, seat, chosen, after):
        bred = other == seat and chosen.kind == "breed"
        if bred or any(found.bred for found in enclosures(before, other)):
            yield Event("no_bonus_possible", seat=other, rule="nyz.bonus.other-enclosure")


def _passed_over(before: ZooState, seat: int, chosen: Description, after: ZooState) -> list[int]:
    """The seats whose time for the bonus at this line came in this decision and was passed over."""
    same_line = _in_breeding(after) and after.data[LINE_COUNT] == before.data[LINE_COUNT]
    if before.fixed.bonus_by_phase:
        first = before.data[BREEDERS] + 1 if before.data[BONUS_PASS] else 0
        last = (after.data[BREEDERS] if after.data[BONUS_PASS] else 0) if same_line else before.players
        return [(before.data[ACTIVE] + number) % before.players for number in range(first, last)]
    had_bonus = chosen.kind in ("bonus", "no_bonus") or (
        before.data[STEP] == BONUS_STEP and before.data[PHASE] not in (BREED, BREED_MORE)
    )
    done = not same_line or after.data[BREEDERS] > before.data[BREEDERS]
    return [seat] if done and not had_bonus else []


# The end of a turn, and of the game.


def _turn_end(before: ZooState, after: ZooState) -> Iterator[Event]:
    if after.fixed.laps and after.data[MARKERS] == ALL_MARKERS and before.data[MARKERS] == 0:
        yield Event("markers_back", rule="nyz.solo.markers")
    if after.data[PHASE] != FINISHED:
        return
    rule = "nyz.end.places"
    if after.fixed.laps:
        end = _solo_end(after)
        rule = end[-1].rule
        yield from end
    standings = after.game.standings(after, with_breakdown=False)
    winners = tuple(standing.seat for standing in standings if standing.rank == 1)
    yield Event("game_over", rule=rule, winners=winners if not after.fixed.laps or after.is_full(0) else ())


def _solo_end(after: ZooState) -> list[Event]:
    points = after.points_of(0)
    if after.is_full(0):
        return [Event("won", seat=0, rule="nyz.solo.winning", points=points, spaces=points)]
    lost = Event("lost", seat=0, rule="nyz.solo.losing", points=points, spaces=-points)
    if after.data[ELEPHANT] == 0:
        return [Event("last_turn_over", seat=0, rule="nyz.solo.exact-landing"), lost]
    if after.fixed.passing_acts:
        return [Event("last_turn_over", seat=0, rule="nyz.solo.passing"), lost]
    return [lost]


# Where it is seen.


def targets(event: Event) -> tuple[str, ...]:
    """The elements of the picture that an event is about."""
    parts = event.parts
    found = []
    if event.kind == "move" and parts["marker"]:
        found.append(marker_element(parts["marker"]))
    elif event.kind in ("crossed", "crossed_too_late", "breeding"):
        found.append(f"line-{parts['species']}")
    elif event.kind == "take":
        found.append(f"animal-{parts['species']}")
    elif event.kind == "attraction":
        found.append(f"attraction-{parts['attraction']}")
    elif event.kind == "from":
        found.append(f"enclosure-{event.seat}-{parts['source']}")
    elif "house" in parts:
        found.append(f"house-{event.seat}-{parts['house']}")
    if "space" in parts:
        found.append(f"strip-{parts['space']}")
    if "cells" in parts:
        found += [f"cell-{event.seat}-{cell}" for cell in parts["cells"]]
    elif "enclosure" in parts:
        found.append(f"enclosure-{event.seat}-{parts['enclosure']}")
    return tuple(found)
