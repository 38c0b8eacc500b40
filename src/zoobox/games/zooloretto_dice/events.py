"""What a choice did. Nothing is hidden in this game, so everybody sees every event."""

from __future__ import annotations

from zoobox.games.zooloretto_dice.choices import CHOICE_TABLE
from zoobox.games.zooloretto_dice.layout import *
from zoobox.games.zooloretto_dice.rules import DiceState
from zoobox.kernel.event import Event


def events(before: DiceState, seat: int, choice: int, after: DiceState) -> list[Event]:
    kind, parts = CHOICE_TABLE.decode(choice)
    if kind.name == "roll":
        dice = (FACES[after.data[HAND]], FACES[after.data[HAND + 1]])
        return [Event("roll", seat=seat, rule=kind.rule, dice=dice)]
    if kind.name == "take":
        return [*_taking(before, seat, parts["truck"], after), *_round_end(before, seat, after)]
    happened = [Event(kind.name, seat=seat, rule=kind.rule, **parts)]
    if after.over:
        happened.append(Event("game_over", rule="zld.end.finish-round"))
    return happened


def _taking(before: DiceState, seat: int, truck: int, after: DiceState) -> list[Event]:
    """A truck is taken, and its dice are entered one by one."""
    faces = before.truck(truck - 1)
    happened = [Event("take", seat=seat, rule="zld.take.all", truck=truck, dice=tuple(FACES[face] for face in faces))]
    sheet = SHEETS + seat * SHEET
    entered = before.copy()
    assert isinstance(entered, DiceState)
    for face in faces:
        happened.extend(_entering(entered, seat, sheet, face))
    gained = entered.points_of(seat) - before.points_of(seat)
    if gained:
        rule = "zld.score.animals" if gained > 0 else "zld.score.barn"
        happened.append(Event("gain" if gained > 0 else "loss", seat=seat, rule=rule, points=abs(gained)))
    if after.data[ENDING] and not before.data[ENDING]:
        happened.append(Event("ending", seat=seat, rule="zld.end.trigger"))
    return happened


def _entering(state: DiceState, seat: int, sheet: int, face: int) -> list[Event]:
    """One die is entered on a copy of the state; what it fills, wins, or does not count for."""
    earlier = bytes(state.data[sheet : sheet + SHEET])
    state.enter_face(seat, face)
    now = state.data[sheet : sheet + SHEET]
    if face == COIN:
        if now[COINS] == earlier[COINS]:
            return [Event("coin_ignored", seat=seat, rule="zld.coins.full-office")]
        return []
    animal = FACES[face]
    if now[BONUS + face] > earlier[BONUS + face]:
        bonus = state.box.numbers[BONUS_OF + face]
        return [Event("bonus", seat=seat, rule="zld.bonus.first", animal=animal, points=bonus)]
    if now[ENCLOSURE + face] > earlier[ENCLOSURE + face]:
        if now[ENCLOSURE + face] == state.box.numbers[SIZE_OF + face]:
            return [Event("filled", seat=seat, rule="zld.bonus.closed", animal=animal)]
        return []
    if now[BARN + face] > earlier[BARN + face]:
        return [Event("barn", seat=seat, rule="zld.barn.overflow", animal=animal)]
    return [Event("barn_ignored", seat=seat, rule="zld.barn.once", animal=animal)]


def _round_end(before: DiceState, seat: int, after: DiceState) -> list[Event]:
    """Whoever takes last ends the round, and perhaps the game."""
    if after.data[OUT_COUNT] and after.data[PHASE] == ACT:
        return []
    if after.data[PHASE] == ACT:
        number = after.round_number()
        return [Event("new_round", seat=after.data[SEAT], rule="zld.round.next-starter", round=number)]
    happened = []
    if not after.data[ENDING]:
        happened.append(Event("round_cap", rule="zld.end.cap", round=before.round_number()))
    if after.data[PHASE] == USE_GROUPS:
        happened.append(Event("groups_left", rule="zld.score.groups"))
    else:
        happened.append(Event("game_over", rule="zld.end.cap" if happened else "zld.end.finish-round"))
    return happened


def targets(event: Event) -> tuple[str, ...]:
    """Ids of the elements in the picture that an event is about."""
    parts = event.parts
    if event.kind in ("bonus", "filled"):
        return (f"enclosure-{event.seat}-{parts['animal']}",)
    if event.kind in ("barn", "barn_ignored", "group_remove"):
        return (f"barn-{event.seat}-{parts['animal']}",)
    if event.kind in ("coin_ignored", "group_point"):
        return (f"office-{event.seat}",)
    if event.kind in ("gain", "loss"):
        return (f"points-{event.seat}",)
    return (f"truck-{parts['truck']}",) if "truck" in parts else ()
