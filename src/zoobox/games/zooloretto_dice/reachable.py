"""What holds in every state that play leads to, beyond what `position.py` asks of a position written by hand.

Each function finds one thing that cannot be, and says it in a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator

from zoobox.games.zooloretto_dice.layout import *
from zoobox.games.zooloretto_dice.rules import DiceState


def unreachable(state: DiceState) -> str | None:
    """Why play cannot have led to a state, in a sentence; None where it can have."""
    return next(_problems(state), None)


def _problems(state: DiceState) -> Iterator[str]:
    for seat in range(state.players):
        yield from _not_entered(state, seat)
        yield from _marks(state, seat)
        yield from _ended_before(state, seat)
    yield from _bonuses(state)
    yield from _turns(state)
    if state.data[PHASE] in (USE_GROUPS, FINISHED):
        yield from _end(state)


def _sheet(state: DiceState, seat: int) -> bytes:
    return bytes(state.data[SHEETS + seat * SHEET : SHEETS + (seat + 1) * SHEET])


def _taken(sheet: bytes) -> list[int]:
    """How often each face lies on a sheet from the truck of this round."""
    dice = sheet[DICE : DICE + sheet[DICE_COUNT]]
    return [dice.count(face) for face in range(FACE_COUNT)]


def _is_full(state: DiceState, sheet: bytes, species: int) -> bool:
    return sheet[ENCLOSURE + species] == state.box.numbers[SIZE_OF + species]


def _not_entered(state: DiceState, seat: int) -> Iterator[str]:
    """Dice are entered when they are taken."""
    sheet = _sheet(state, seat)
    taken = _taken(sheet)
    if sheet[COINS] < min(taken[COIN], state.box.numbers[OFFICE_SPACES]):
        yield f"the coins on the dice of seat {seat} were not entered"
    for species in range(SPECIES):
        size = state.box.numbers[SIZE_OF + species]
        over = taken[species] > size and not sheet[BARN + species] and not sheet[GROUPS_REMOVING]
        if sheet[ENCLOSURE + species] < min(taken[species], size) or over:
            yield f"the dice of seat {seat} show the {FACES[species]} more often than it was entered"


def _marks(state: DiceState, seat: int) -> Iterator[str]:
    """Everybody takes one truck a round, with one to three dice; a die is lost only where its row is full."""
    sheet = _sheet(state, seat)
    rounds = state.round_number() - 1
    dice = sheet[DICE_COUNT]
    in_barn = [bool(sheet[BARN + species]) for species in range(SPECIES)]
    marks = sum(sheet[ENCLOSURE : ENCLOSURE + SPECIES]) + sum(in_barn) + sheet[COINS]
    if marks > CRATES * rounds + dice:
        yield f"seat {seat} has {marks} marks, more than {rounds} trucks and {dice} dice brought"
    lossy = sheet[COINS] == state.box.numbers[OFFICE_SPACES] or sheet[GROUPS_REMOVING] or any(in_barn)
    if marks < rounds + dice and not lossy:
        yield f"seat {seat} has {marks} marks, fewer than {rounds} trucks and {dice} dice brought"


def _ended_before(state: DiceState, seat: int) -> Iterator[str]:
    """The round in which somebody fills a fourth enclosure is the last."""
    sheet = _sheet(state, seat)
    taken = _taken(sheet)
    filled_before = 0
    for species in range(SPECIES):
        if _is_full(state, sheet, species):
            filled_before += taken[species] < (2 if sheet[BARN + species] else 1)
    if filled_before >= ENCLOSURES_THAT_END:
        yield f"seat {seat} had {filled_before} full enclosures before this round, which would not have begun"


def _bonuses(state: DiceState) -> Iterator[str]:
    """Whoever fills an enclosure first has its bonus."""
    for species in range(SPECIES):
        sheets = [_sheet(state, seat) for seat in range(state.players)]
        full = [seat for seat, sheet in enumerate(sheets) if _is_full(state, sheet, species)]
        owner = next((seat for seat in full if sheets[seat][BONUS + species]), None)
        if full and owner is None:
            yield f"the {FACES[species]} enclosure of seat {full[0]} is full, so somebody has its bonus"
        if owner is None or sheets[owner][BARN + species] or not _taken(sheets[owner])[species]:
            continue
        if sheets[owner][GROUPS_REMOVING]:
            continue
        for seat in full:
            if not _taken(sheets[seat])[species]:
                yield (
                    f"seat {owner} has filled its {FACES[species]} enclosure in this round, after seat {seat}, "
                    "which therefore has the bonus"
                )


def _turns(state: DiceState) -> Iterator[str]:
    """Clockwise from the starter, everybody rolls or takes; what was rolled and taken tells whose turn it can be."""
    data = state.data
    over = data[PHASE] in (USE_GROUPS, FINISHED)
    loads = [data[SHEETS + seat * SHEET + DICE_COUNT] for seat in range(state.players)]
    if over and not all(loads):
        yield f"seat {loads.index(0)} took no truck in the last round"
        return
    if state.round_number() == 1 and data[STARTER] and state.game.settings["first_player"] == "seat_0":
        yield "seat 0 begins the first round"
    rolled = (state.box.dice - data[SUPPLY]) // ROLLED - (data[PHASE] == PLACE_DICE)
    seen = set()
    ways = [(data[STARTER], 0, 0, 0)]
    while ways:
        way = ways.pop()
        turn, out, rolls, taken = way
        if way in seen:
            continue
        seen.add(way)
        if not over and (turn, out, rolls) == (data[SEAT], data[OUT], rolled):
            return
        if ROLLED * rolls < state.box.dice:
            ways.append((_next_seat(state, turn, out), out, rolls + 1, taken))
        if loads[turn] and data[OUT] >> turn & 1 and ROLLED * rolls - taken >= loads[turn]:
            gone = out | 1 << turn
            if gone == (1 << state.players) - 1:
                if turn == data[SEAT]:
                    return
                continue
            ways.append((_next_seat(state, turn, gone), gone, rolls, taken + loads[turn]))
    if over:
        yield f"seat {data[SEAT]} cannot have been the last to take a truck, from seat {data[STARTER]} on"
    else:
        yield f"it cannot be the turn of seat {data[SEAT]}: seat {data[STARTER]} began, and turns go clockwise"


def _next_seat(state: DiceState, seat: int, out: int) -> int:
    following = (seat + 1) % state.players
    while out >> following & 1:
        following = (following + 1) % state.players
    return following


def _end(state: DiceState) -> Iterator[str]:
    data = state.data
    if not data[ENDING] and state.round_number() != state.box.round_cap:
        yield "the game is over, but nobody has four full enclosures"
    if any(data[LOAD : LOAD + state.box.trucks]):
        yield "the game is over, so no dice lie on trucks"
    for seat in range(state.players):
        sheet = _sheet(state, seat)
        used = sheet[GROUPS_REMOVING] + sheet[GROUPS_AS_POINTS]
        if used and not state.box.players_use_groups:
            yield f"seat {seat} has used a coin group, which nobody chooses to do in this game"
        if sheet[GROUPS_REMOVING] > SPECIES - sum(map(bool, sheet[BARN : BARN + SPECIES])):
            yield f"seat {seat} has removed more animals than ever stood in its barn"
        groups = state.box.numbers[GROUPS_AT + sheet[COINS]] - used
        if data[PHASE] == FINISHED and state.box.players_use_groups and groups and any(sheet[BARN : BARN + SPECIES]):
            yield f"the game is not over: seat {seat} still has a coin group and an animal in the barn to use it on"
