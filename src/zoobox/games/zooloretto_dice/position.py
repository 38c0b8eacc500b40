"""States of this game as plain dicts: positions, views, and the lines of the score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zoobox.games.zooloretto_dice.layout import *
from zoobox.games.zooloretto_dice.rules import DiceState
from zoobox.kernel.errors import BadPosition
from zoobox.kernel.fields import Fields
from zoobox.kernel.luck import Luck

PHASES = {ACT: "act", PLACE_DICE: "place", USE_GROUPS: "groups", FINISHED: "over"}


def position(state: DiceState) -> dict[str, Any]:
    """Everything. Nothing in this game is hidden but the luck to come."""
    return {"luck": [state.word(0), state.word(1)], **_public(state)}


def view(state: DiceState, seat: int | None) -> dict[str, Any]:
    """All that a seat may know: all sheets and trucks are open. After the last round too the dice are in the supply."""
    told = _public(state)
    if state.data[PHASE] in (USE_GROUPS, FINISHED):
        for sheet in told["sheets"]:
            sheet["dice"] = []
    return {
        "seat": seat,
        "waiting": list(state.waiting),
        "groups": list(state.box.groups),
        "sizes": dict(zip(FACES, state.box.numbers[SIZE_OF : SIZE_OF + SPECIES], strict=False)),
        "bonuses": dict(zip(FACES, state.box.numbers[BONUS_OF : BONUS_OF + SPECIES], strict=False)),
        "points": [state.points_of(player) for player in range(state.players)],
        **told,
    }


def _public(state: DiceState) -> dict[str, Any]:
    data = state.data
    return {
        "phase": PHASES[data[PHASE]],
        "round": state.round_number(),
        "turn": data[SEAT],
        "starter": data[STARTER],
        "supply": data[SUPPLY],
        "hand": [FACES[face] for face in data[HAND : HAND + data[IN_HAND]]],
        "trucks": [[FACES[face] for face in state.truck(truck)] for truck in range(state.box.trucks)],
        "last_round": bool(data[ENDING]),
        "sheets": [_sheet(state, seat) for seat in range(state.players)],
    }


def _sheet(state: DiceState, seat: int) -> dict[str, Any]:
    sheet = state.data[SHEETS + seat * SHEET : SHEETS + (seat + 1) * SHEET]
    return {
        "enclosures": dict(zip(FACES, sheet[ENCLOSURE : ENCLOSURE + SPECIES], strict=False)),
        "barn": [FACES[species] for species in range(SPECIES) if sheet[BARN + species]],
        "coins": sheet[COINS],
        "bonuses": [FACES[species] for species in range(SPECIES) if sheet[BONUS + species]],
        "dice": [FACES[face] for face in sheet[DICE : DICE + sheet[DICE_COUNT]]],
        "out": bool(state.data[OUT] >> seat & 1),
        "groups_removing": sheet[GROUPS_REMOVING],
        "groups_as_points": sheet[GROUPS_AS_POINTS],
    }


def redeal(state: DiceState, seat: int | None, luck: Luck) -> None:
    """Only the luck to come is hidden, and the kernel has re-randomised that."""


def breakdown(state: DiceState, seat: int) -> dict[str, int]:
    """The lines of the score sheet; they add up to the points."""
    sheet = state.data[SHEETS + seat * SHEET : SHEETS + (seat + 1) * SHEET]
    animals = sum(sheet[ENCLOSURE : ENCLOSURE + SPECIES])
    bonuses = sum(state.box.numbers[BONUS_OF + species] for species in range(SPECIES) if sheet[BONUS + species])
    barn = sum(sheet[BARN : BARN + SPECIES])
    groups = state.box.numbers[GROUPS_AT + sheet[COINS]] - sheet[GROUPS_REMOVING] - sheet[GROUPS_AS_POINTS]
    return {
        "animals": animals,
        "bonuses": bonuses,
        "coins": max(0, groups - barn) + sheet[GROUPS_AS_POINTS],
        "barn": -BARN_POINTS * max(0, barn - groups),
    }


def restore(game: Any, given: Mapping[str, Any]) -> DiceState:
    """The inverse of `position`. By hand, every field may be left out that is as at the start of a round."""
    fields = Fields(given, "position")
    state = game.blank()
    data = state.data
    luck = fields.luck()
    state.set_word(0, luck[0])
    state.set_word(1, luck[1])
    data[PHASE] = next(code for code, name in PHASES.items() if name == fields.one_of("phase", "act", PHASES.values()))
    number = fields.whole_number("round", 1, 1, game.settings["round_cap"] or MAX_ROUND)
    data[ROUND_HIGH], data[ROUND] = divmod(number, BYTE)
    data[SEAT] = fields.whole_number("turn", 0, 0, game.players - 1)
    data[STARTER] = fields.whole_number("starter", data[SEAT], 0, game.players - 1)
    _restore_sheets(state, fields)
    _restore_dice(game, state, fields)
    data[ENDING] = fields.flag("last_round", False)
    _check_ending(state)
    _check_turn(state)
    fields.done()
    return state  # type: ignore[no-any-return]


def _restore_sheets(state: DiceState, fields: Fields) -> None:
    sheets = fields.tables("sheets", [{}] * state.players, state.players)
    for seat, given in enumerate(sheets):
        start = SHEETS + seat * SHEET
        enclosures = given.table("enclosures", {})
        for species in range(SPECIES):
            size = state.box.numbers[SIZE_OF + species]
            state.data[start + ENCLOSURE + species] = enclosures.whole_number(FACES[species], 0, 0, size)
        enclosures.done()
        for name in given.several_of("barn", [], FACES[:SPECIES]):
            species = FACES.index(name)
            if state.data[start + ENCLOSURE + species] < state.box.numbers[SIZE_OF + species]:
                raise BadPosition(
                    f"the {name} in the barn of seat {seat} should stand in its enclosure, which has room"
                )
            state.data[start + BARN + species] = 1
        for name in given.several_of("bonuses", [], FACES[:SPECIES]):
            _restore_bonus(state, seat, FACES.index(name))
        state.data[start + COINS] = given.whole_number("coins", 0, 0, state.box.numbers[OFFICE_SPACES])
        dice = given.several_of("dice", [], FACES, repeated=True)
        if len(dice) > CRATES:
            raise BadPosition(f"seat {seat} has {len(dice)} dice on its sheet; a truck holds {CRATES}")
        state.data[start + DICE_COUNT] = len(dice)
        for index, name in enumerate(dice):
            state.data[start + DICE + index] = FACES.index(name)
        if given.flag("out", bool(dice)):
            state.data[OUT] |= 1 << seat
            state.data[OUT_COUNT] += 1
        elif dice:
            raise BadPosition(f"seat {seat} has dice on its sheet, so it is out: it has taken a truck this round")
        groups = state.box.numbers[GROUPS_AT + state.data[start + COINS]]
        state.data[start + GROUPS_REMOVING] = given.whole_number("groups_removing", 0, 0, groups)
        rest = groups - state.data[start + GROUPS_REMOVING]
        state.data[start + GROUPS_AS_POINTS] = given.whole_number("groups_as_points", 0, 0, rest)
        given.done()


def _restore_bonus(state: DiceState, seat: int, species: int) -> None:
    start = SHEETS + seat * SHEET
    if state.data[start + ENCLOSURE + species] < state.box.numbers[SIZE_OF + species]:
        raise BadPosition(f"seat {seat} has the {FACES[species]} bonus without a full enclosure")
    for other in range(seat):
        if state.data[SHEETS + other * SHEET + BONUS + species]:
            raise BadPosition(f"seats {other} and {seat} both have the {FACES[species]} bonus")
    state.data[start + BONUS + species] = 1


def _restore_dice(game: Any, state: DiceState, fields: Fields) -> None:
    data = state.data
    trucks = fields.lists("trucks", [[]] * state.box.trucks, state.box.trucks)
    on_trucks = 0
    for truck, load in enumerate(trucks):
        if len(load) > CRATES:
            raise BadPosition(f"truck {truck + 1} carries {len(load)} dice; it has {CRATES} crates")
        data[LOAD + truck] = len(load)
        on_trucks += len(load)
        for crate, name in enumerate(load):
            if name not in FACES:
                raise BadPosition(f"truck {truck + 1}: {name!r} is no die face; there is: {', '.join(FACES)}")
            data[CRATE + CRATES * truck + crate] = FACES.index(name)
    hand = fields.several_of("hand", [], FACES, repeated=True)
    if len(hand) > ROLLED or bool(hand) != (data[PHASE] == PLACE_DICE):
        raise BadPosition("one or two dice are in hand in the phase 'place', and none otherwise")
    data[IN_HAND] = len(hand)
    for index, name in enumerate(hand):
        data[HAND + index] = FACES.index(name)
    on_sheets = sum(data[SHEETS + seat * SHEET + DICE_COUNT] for seat in range(state.players))
    over = data[PHASE] in (USE_GROUPS, FINISHED)
    rest = game.dice if over else game.dice - on_trucks - on_sheets - len(hand)
    if rest < 0 or (not over and rest % ROLLED):
        on_table = on_trucks + on_sheets + len(hand)
        raise BadPosition(f"{on_table} dice lie on trucks and sheets: the supply of {game.dice} is always left in twos")
    data[SUPPLY] = fields.whole_number("supply", rest, rest, rest)


def _check_ending(state: DiceState) -> None:
    most_full = max(
        sum(
            state.data[SHEETS + seat * SHEET + ENCLOSURE + species] == state.box.numbers[species]
            for species in range(SPECIES)
        )
        for seat in range(state.players)
    )
    if most_full >= ENCLOSURES_THAT_END:
        state.data[ENDING] = 1
    elif state.data[ENDING]:
        raise BadPosition("last_round is set, but nobody has four full enclosures")


def _check_turn(state: DiceState) -> None:
    data = state.data
    if data[PHASE] in (ACT, PLACE_DICE):
        for seat in range(state.players):
            sheet = SHEETS + seat * SHEET
            if data[sheet + GROUPS_REMOVING] or data[sheet + GROUPS_AS_POINTS]:
                raise BadPosition(f"seat {seat} has used a coin group, but that is for the end of the game")
        if data[OUT] >> data[SEAT] & 1:
            raise BadPosition(f"it cannot be the turn of seat {data[SEAT]}: it has taken a truck this round")
        for seat in range(state.players):
            if data[OUT] >> seat & 1 and not data[SHEETS + seat * SHEET + DICE_COUNT]:
                raise BadPosition(f"seat {seat} is out, so the dice of the truck it took should lie on its sheet")
        if data[PHASE] == ACT and not data[SUPPLY] and not any(data[LOAD : LOAD + state.box.trucks]):
            raise BadPosition("there is no die in the supply and none on a truck: nobody could act")
    if data[PHASE] == USE_GROUPS and not state.waiting:
        raise BadPosition("nobody has a complete coin group and an animal in the barn to use it on")
    if data[PHASE] == USE_GROUPS and not state.box.players_use_groups:
        raise BadPosition("in this game nobody chooses what coin groups are used for; there is no phase 'groups'")
