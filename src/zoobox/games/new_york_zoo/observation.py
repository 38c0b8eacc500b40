"""What a seat perceives of this game, field by field. Only lower tiles of a stack can be hidden, by setting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zoobox.games.new_york_zoo.layout import *
from zoobox.kernel.observation import (
    Field,
    a_seat,
    each_seat,
    each_seat_bits,
    points,
    shared,
    shared_bits,
    tops,
    waiting,
)

if TYPE_CHECKING:
    from zoobox.games.new_york_zoo import NewYorkZoo

RANGE_MARKERS = 5


def fields(game: NewYorkZoo) -> tuple[Field, ...]:
    """The fields of an observation. Kinds of tiles are numbered as in the box, enclosures first."""
    cells = game.contents.cells
    if game.stacks_hidden:
        stacks = tops("stacks", STACKS, MAX_SLOTS, STACK, HEIGHTS, "kind of the topmost tile of each slot, -1 for none")
    else:
        stacks = shared("stacks", STACKS, MAX_SLOTS * STACK, "kinds of the tiles of each slot, bottom to top")
    return (
        shared("phase", PHASE, 1, "the decision that is owed, in the order of layout.py"),
        waiting(),
        a_seat("turn", ACTIVE, "whose turn it is"),
        a_seat("actor", ACTOR, "who decides"),
        shared("step", STEP, 1, "what goes on once completed enclosures are exchanged"),
        shared("animal", ANIMAL, 1, "1 + species to be put, or of the enclosure just completed"),
        shared("other", OTHER, 1, "1 + species of the other animal still to be had"),
        shared("line_count", LINE_COUNT, 1, "breeding lines still to be resolved"),
        shared("lines", LINES, SPECIES_COUNT, "their species"),
        shared("breeders", BREEDERS, 1, "players who are done with this breeding"),
        shared("bonus_pass", BONUS_PASS, 1, "1 while everybody's bonus is resolved"),
        shared("elephant", ELEPHANT, 1, "the space it stands on, from the start"),
        shared("arrivals", ARRIVALS, 1, "solo: how often it has reached or passed the start"),
        shared_bits("markers", MARKERS, RANGE_MARKERS, "solo: the range markers still to be used"),
        shared("heights", HEIGHTS, MAX_SLOTS, "tiles in each slot"),
        stacks,
        shared("attractions", ATTRACTIONS, MAX_ATTRACTIONS, "attractions left of each kind; 255 without end"),
        each_seat_bits("free", SEATS + 8 * FREE, cells, SEAT, "1 for each free cell of the construction area"),
        each_seat("grid", SEATS + GRID, cells, SEAT, "what covers each cell: 1 + enclosure, from 27 on an attraction"),
        each_seat("houses", SEATS + HOUSED, SPECIES_COUNT, SEAT, "animals in houses, by species"),
        each_seat("free_houses", SEATS + FREE_HOUSES, 1, SEAT, "houses that are free"),
        each_seat("built", SEATS + BUILT, 1, SEAT, "enclosures on the board"),
        each_seat("decorated", SEATS + DECORATED, 1, SEAT, "attractions on the board"),
        each_seat("hand", SEATS + IN_HAND, 1, SEAT, "1 + kind of the tile to place now"),
        each_seat("dealt_count", SEATS + DEALT_COUNT, 1, SEAT, "short game: dealt tiles still to place"),
        each_seat("dealt", SEATS + DEALT, MAX_DEALT, SEAT, "their kinds"),
        each_seat(
            "enclosures",
            SEATS + ENCLOSURES,
            MAX_ENCLOSURES * ENCLOSURE,
            SEAT,
            "for each enclosure: kind, 1 + species, animals, animals added in this action, offspring and house animals",
        ),
        points(),
    )
