"""What a seat perceives of this game, field by field. Only lower tiles of a stack can be hidden, by setting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zoobox.games.new_york_zoo.layout import *
from zoobox.kernel.encoding import Planes, borders, copied, looked_up
from zoobox.kernel.encoding import cells as cell_by_cell
from zoobox.kernel.observation import (
    Field,
    a_seat,
    amount,
    each_seat,
    each_seat_bits,
    grouped,
    one_of,
    points,
    shared,
    shared_bits,
    tops,
    waiting,
)

if TYPE_CHECKING:
    from zoobox.games.new_york_zoo import NewYorkZoo

RANGE_MARKERS = 5
NOTHING, AN_ENCLOSURE, AN_ATTRACTION = range(3)
"""What networks are told of the number that covers a cell."""


def fields(game: NewYorkZoo) -> tuple[Field, ...]:
    """The fields of an observation. Kinds of tiles are numbered as in the box, enclosures first."""
    cells = game.contents.cells
    kind = one_of(len(game.contents.kinds) - 1)
    no_or_kind = one_of(len(game.contents.kinds))
    sizes = grouped(
        [min(tile.size, MAX_TILE) for tile in game.contents.kinds] + [0] * (MAX_KINDS - len(game.contents.kinds))
    )
    covered = grouped([NOTHING] + [AN_ENCLOSURE] * MAX_ENCLOSURES + [AN_ATTRACTION] * (255 - MAX_ENCLOSURES))
    species = one_of(SPECIES_COUNT)
    if game.stacks_hidden:
        stacks = tops(
            "stacks",
            STACKS,
            MAX_SLOTS,
            STACK,
            HEIGHTS,
            "kind of the topmost tile of each slot, -1 for none",
            one_of(len(game.contents.kinds) - 1, -1),
        )
    else:
        stacks = shared("stacks", STACKS, MAX_SLOTS * STACK, "kinds of the tiles of each slot, bottom to top", kind)
    return (
        shared("phase", PHASE, 1, "the decision that is owed, in the order of layout.py", one_of(FINISHED)),
        waiting(),
        a_seat("turn", ACTIVE, "whose turn it is"),
        a_seat("actor", ACTOR, "who decides"),
        shared("step", STEP, 1, "what goes on once completed enclosures are exchanged", one_of(BONUS_STEP)),
        shared("animal", ANIMAL, 1, "1 + species to be put, or of the enclosure just completed", species),
        shared("other", OTHER, 1, "1 + species of the other animal still to be had", species),
        shared("line_count", LINE_COUNT, 1, "breeding lines still to be resolved", amount(SPECIES_COUNT)),
        shared("lines", LINES, SPECIES_COUNT, "their species", one_of(SPECIES_COUNT)),
        shared("breeders", BREEDERS, 1, "players who are done with this breeding", amount(game.players)),
        shared("bonus_pass", BONUS_PASS, 1, "1 while everybody's bonus is resolved", one_of(1)),
        shared("elephant", ELEPHANT, 1, "the space it stands on, from the start", one_of(MAX_SPACES - 1)),
        shared("arrivals", ARRIVALS, 1, "solo: how often it has reached or passed the start", amount(255, most_told=6)),
        shared_bits("markers", MARKERS, RANGE_MARKERS, "solo: the range markers still to be used"),
        shared("heights", HEIGHTS, MAX_SLOTS, "tiles in each slot", amount(STACK)),
        stacks,
        shared(
            "attractions",
            ATTRACTIONS,
            MAX_ATTRACTIONS,
            "attractions left of each kind; 255 without end",
            amount(255, most_told=8),
        ),
        each_seat_bits("free", SEATS + 8 * FREE, cells, SEAT, "1 for each free cell of the construction area"),
        each_seat(
            "grid", SEATS + GRID, cells, SEAT, "what covers each cell: 1 + enclosure, from 27 on an attraction", covered
        ),
        each_seat(
            "houses", SEATS + HOUSED, SPECIES_COUNT, SEAT, "animals in houses, by species", amount(255, most_told=8)
        ),
        each_seat("free_houses", SEATS + FREE_HOUSES, 1, SEAT, "houses that are free", amount(255, most_told=8)),
        each_seat("built", SEATS + BUILT, 1, SEAT, "enclosures on the board", amount(MAX_ENCLOSURES)),
        each_seat("decorated", SEATS + DECORATED, 1, SEAT, "attractions on the board", amount(255, most_told=16)),
        each_seat("hand", SEATS + IN_HAND, 1, SEAT, "1 + kind of the tile to place now", no_or_kind),
        each_seat(
            "dealt_count", SEATS + DEALT_COUNT, 1, SEAT, "short game: dealt tiles still to place", amount(MAX_DEALT)
        ),
        each_seat("dealt", SEATS + DEALT, MAX_DEALT, SEAT, "their kinds", kind),
        each_seat(
            "enclosures",
            SEATS + ENCLOSURES,
            MAX_ENCLOSURES * ENCLOSURE,
            SEAT,
            "for each enclosure: kind, 1 + species, animals, animals added in this action, offspring and house animals",
            (sizes, species, amount(255, most_told=8), amount(255, most_told=4), one_of(BRED | OPEN)),
        ),
        points(amount(1000, -1000, 128)),
    )


def board(game: NewYorkZoo) -> Planes:
    """Planes of the construction areas: free cells, enclosures by species, attractions, and where tiles end."""
    box = game.contents
    planes = {
        "attraction": "an attraction",
        "free": "a free cell of the construction area",
        "empty": "an enclosure without animals",
        **{species: f"an enclosure with this species: {species}" for species in SPECIES},
        "pair": "an enclosure with two animals or more",
        "east border": "something else lies on the next cell to the east",
        "south border": "something else lies on the next cell to the south",
    }
    attractions: list[list[str]] = [[]] * ATTRACTION_MARK + [["attraction"]] * MAX_ATTRACTIONS
    layers = (
        copied("free", "free"),
        cell_by_cell("grid", attractions),
        looked_up(
            "grid",
            "enclosures",
            ENCLOSURE,
            {
                INHABITANT: [["empty"], *([species] for species in SPECIES)],
                ANIMALS: [[], [], *([["pair"]] * MAX_TILE)],
            },
        ),
        borders("grid", "east border", "south border"),
    )
    return Planes(box.height, box.width, planes, layers, ("free", "grid"))
