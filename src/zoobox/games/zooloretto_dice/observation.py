"""What a seat perceives of this game, field by field. Nothing is hidden but the luck to come."""

from typing import Final

from zoobox.games.zooloretto_dice.layout import *
from zoobox.kernel.observation import a_seat, amount, each_seat, one_of, points, seat_set, shared, waiting

FIELDS: Final = (
    shared("phase", PHASE, 1, "0 act, 1 place dice, 2 use coin groups, 3 over", one_of(FINISHED)),
    waiting(),
    a_seat("turn", SEAT, "whose turn it is"),
    a_seat("starter", STARTER, "who began the round"),
    shared("round", ROUND, 1, "the round, from 1 (beyond 255 its lower byte)", amount(255, most_told=32)),
    shared("supply", SUPPLY, 1, "dice in the supply", amount(255, most_told=10)),
    shared("in_hand", IN_HAND, 1, "rolled dice still to be placed", one_of(ROLLED)),
    shared(
        "hand",
        HAND,
        ROLLED,
        "their faces, 0 to 5 in the order of the box; 0 where there is none",
        one_of(FACE_COUNT - 1),
    ),
    shared("load", LOAD, MAX_TRUCKS, "dice on each truck", one_of(CRATES)),
    shared(
        "crates",
        CRATE,
        MAX_TRUCKS * CRATES,
        "their faces, truck by truck; 0 where there is none",
        one_of(FACE_COUNT - 1),
    ),
    shared("last_round", ENDING, 1, "1 when the game ends with this round", one_of(1)),
    seat_set("out", OUT, "1 for each seat that has taken a truck this round"),
    each_seat(
        "enclosures",
        SHEETS + ENCLOSURE,
        SPECIES,
        SHEET,
        "crossed-off spaces of each enclosure",
        amount(255, most_told=6),
    ),
    each_seat("barn", SHEETS + BARN, SPECIES, SHEET, "1 for each kind in the barn", one_of(1)),
    each_seat("coins", SHEETS + COINS, 1, SHEET, "crossed-off coin spaces", amount(255, most_told=6)),
    each_seat("bonuses", SHEETS + BONUS, SPECIES, SHEET, "1 for each bonus", one_of(1)),
    each_seat(
        "groups_removing", SHEETS + GROUPS_REMOVING, 1, SHEET, "coin groups used on the barn", amount(255, most_told=3)
    ),
    each_seat(
        "groups_as_points",
        SHEETS + GROUPS_AS_POINTS,
        1,
        SHEET,
        "coin groups counted as points",
        amount(255, most_told=3),
    ),
    points(amount(1000, -100, 16)),
)
