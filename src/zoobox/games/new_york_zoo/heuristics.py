"""What a good player of New York Zoo looks at: free spaces and their shape, animals about to breed, full enclosures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

try:
    import cython
except ImportError:  # Cython is needed to build, never to run
    from zoobox.kernel import cython_shim as cython

from zoobox.games.new_york_zoo.layout import *
from zoobox.games.new_york_zoo.rules import ZooState
from zoobox.games.new_york_zoo.tables import WORD
from zoobox.kernel.heuristics import NEVER, Heuristics
from zoobox.kernel.state import State

if not cython.compiled:  # compiled, it comes from the .pxd
    from zoobox.games.new_york_zoo.rules import after, is_counted
    from zoobox.games.new_york_zoo.tables import (
        back,
        bit,
        both,
        count_cells,
        either,
        forward,
        has_cells,
        high_word,
        low_word,
        lowest_bit,
        wide,
        without,
    )


def first_cell(mask: int) -> int:
    """The lowest cell of a mask that has any."""
    if low_word(mask) != 0:
        return wide(0, bit(lowest_bit(low_word(mask))))
    return wide(bit(lowest_bit(high_word(mask))), 0)


class ZooHeuristics(Heuristics):
    """Heuristics of New York Zoo."""

    WEIGHTS: ClassVar[Mapping[str, float]] = {
        "edge": 0.06,
        "hole": 0.42,
        "progress": 3.0,
        "breeding": 0.625,
        "house": 0.35,
        "tile": 0.5,
        "tile_size": 0.45,
        "acquired": 0.9,
        "match": 0.8,
        "line": 0.9,
        "line_rival": 0.5,
        "distance": 0.0,
        "spread": 4.0,
        "spread_left": 0.08,
        "plan_edge": 0.073,
        "plan_piece": 4.583,
        "plan_hole": 1.02,
        "plan_progress": 2.183,
        "plan_breeding": 0.564,
        "plan_lone": 0.334,
        "plan_missing_one": 3.41,
        "plan_missing_two": 1.831,
        "plan_missing_three": 1.515,
        "plan_house": 1.03,
        "plan_species": 0.903,
        "plan_marker": 2.335,
        "piece": 0.0,
        "arrival": 2.0,
        "arrival_second": 0.0,
        "arrival_last": 0.0,
        "put": 0.5,
        "moved": 0.3,
        "moved_full": 1.0,
        "moved_housed": 0.5,
        "tile_room": 0.0,
        "tile_free": 0.0,
        "match_any": 0.5,
        "line_any": 0.5,
        "birth": 1.0,
        "bonus": 1.0,
    }
    SOLO_WEIGHTS: ClassVar[Mapping[str, float]] = {
        "edge": 0.067,
        "hole": 0.398,
        "breeding": 0.647,
        "house": 0.756,
        "tile": 1.1,
        "tile_size": 0.538,
        "acquired": 1.163,
        "match": 0.695,
        "line": 0.694,
        "distance": 0.538,
    }
    """Alone every space of the strip counts and nobody else breeds."""
    PLAN_WEIGHTS: ClassVar[Mapping[str, float]] = {
        "edge": 0.042,
        "hole": 0.205,
        "breeding": 0.374,
        "house": 0.805,
        "tile": 1.37,
        "tile_size": 0.475,
        "acquired": 1.703,
        "match": 0.825,
        "line": 1.31,
        "distance": 0.719,
    }
    """The same for the turns of a plan: evolved on the best of many lines."""
    HAS_STAGES: ClassVar[bool] = True
    GOAL: ClassVar[float] = 0.5
    TUNING: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "curator": {"cut": 0, "most": 5000},
        "director": {"contest": 8, "exploration": 0.7},
        "curator alone": {"cut": -1, "contest": 24, "exploration": 0.25, "keenness": 40.0},
        "champion": {"contest": 8, "exploration": 0.7},
        "director alone": {"cut": -1, "contest": 24, "exploration": 0.25, "keenness": 40.0},
        "champion alone": {"contest": 60, "ways": 40, "patience": 10.0, "memory": 60},
    }

    def __init__(self, game: Any, weights: Mapping[str, float] | None = None) -> None:
        if game.players == 1:
            weights = {**self.SOLO_WEIGHTS, **(weights or {})}
        Heuristics.__init__(self, game, weights)
        self.deal_limit = 64 if game.stacks_hidden else 1
        self.choices_known = not game.stacks_hidden
        box = game.contents
        self.width = box.width
        inner = sum(1 << cell for cell in range(box.cells) if cell % box.width < box.width - 1)
        self.set_inner(inner >> WORD_BITS, inner & WORD)

    def set_inner(self, high: int, low: int) -> None:
        """All cells but the last column, so that neighbours in a row are found by one shift."""
        self.inner = wide(high, low)

    def watch(self, state: State) -> None:
        assert isinstance(state, ZooState)
        self.state = state
        self.s = state

    # The shape of what is free.

    def roughness(self, free: int) -> float:
        """How hard the free cells are to fill."""
        return self.rough(free, self.weight[EDGE], self.weight[HOLE])

    def rough(self, free: int, edge: float, hole: float) -> float:
        """The length of the border of free cells, and those without a free neighbour, at a price each."""
        beside = both(both(free, back(free, 1)), self.inner)
        below = both(free, back(free, self.width))
        edges = 4 * count_cells(free) - 2 * count_cells(beside) - 2 * count_cells(below)
        near = either(either(beside, forward(beside, 1)), either(below, forward(below, self.width)))
        holes = count_cells(without(free, near))
        return edge * edges + hole * holes

    def pieces(self, free: int) -> int:
        """How many connected pieces the free cells form."""
        found = 0
        while has_cells(free):
            found += 1
            grown = first_cell(free)
            piece = without(grown, grown)
            while has_cells(without(grown, piece)):
                piece = grown
                right = forward(both(piece, self.inner), 1)
                left = both(back(piece, 1), self.inner)
                above = back(piece, self.width)
                below = forward(piece, self.width)
                grown = both(free, either(piece, either(either(right, left), either(above, below))))
            free = without(free, piece)
        return found

    def placement_prior(self, seat: int, choice: int) -> float:
        kind = self.s.d[SEATS + seat * SEAT + IN_HAND] - 1
        turn = (choice - PLACE) // self.s.fixed.cells
        anchor = (choice - PLACE) % self.s.fixed.cells
        taken = forward(self.s.fixed.shape[kind * ORIENTATIONS + turn], anchor)
        free = self.s.free_mask(seat)
        left = without(free, taken)
        value = -3.0 * self.roughness(left)
        if self.weight[PIECE] != 0.0:
            value -= self.weight[PIECE] * self.pieces(left)
        return value

    # The position.

    def expected_points(self, seat: int) -> float:
        """Free spaces less what animals and the shape of the gaps promise; alone, on the scale of the payoff."""
        home = SEATS + seat * SEAT
        free = self.s.free_mask(seat)
        total = -1.0 * count_cells(free) - self.roughness(free)
        if self.s.d[home + IN_HAND] > 0:
            total += self.s.t[SIZE_OF + self.s.d[home + IN_HAND] - 1]
        record = home + ENCLOSURES
        for _ in range(self.s.d[home + BUILT]):
            total += self.enclosure_worth(record)
            record += ENCLOSURE
        for species in range(SPECIES_COUNT):
            total += self.weight[HOUSE] * self.s.d[home + HOUSED + species]
        if self.players > 1:
            return total
        return 0.5 + (total + 0.3 * self.s.spaces_to_go()) / SOLO_SCALE

    # Plans of a solo game.

    def stage(self) -> int:
        """The spaces the elephant has passed, where a turn begins."""
        if self.s.d[PHASE] != MOVE:
            return NOWHERE
        return self.s.fixed.laps * self.s.fixed.spaces - self.s.spaces_to_go()

    def best_payoff(self) -> float:
        """A board filled at once. All laps count here: where only the present one does, the next may bring more."""
        return 0.5 + 0.5 * self.s.spaces_to_go() / (self.s.fixed.laps * self.s.fixed.spaces)

    def promise(self) -> float:
        """In free spaces: gaps, animals and markers, weighed by what positions of plans came to."""
        free = self.s.free_mask(0)
        total = -1.0 * count_cells(free) - self.weight[PLAN_PIECE] * self.pieces(free)
        total -= self.rough(free, self.weight[PLAN_EDGE], self.weight[PLAN_HOLE])
        record = SEATS + ENCLOSURES
        for _ in range(self.s.d[SEATS + BUILT]):
            total += self.enclosure_promise(record)
            record += ENCLOSURE
        for species in range(SPECIES_COUNT):
            total += self.weight[PLAN_HOUSE] * self.s.d[SEATS + HOUSED + species]
            if self.s.w[FIRST_SEAT_WORD + HERDS + 1 + species] != 0:
                total += self.weight[PLAN_SPECIES]
        for marker in range(LARGEST_MARKER + 1):
            if self.s.d[MARKERS] >> marker & 1:
                total += self.weight[PLAN_MARKER] * (MEAN_MARKER - marker)
        return total

    def enclosure_promise(self, record: int) -> float:
        animals = self.s.d[record + ANIMALS]
        size = self.s.t[SIZE_OF + self.s.d[record + KIND]]
        value = self.weight[PLAN_PROGRESS] * animals / size
        if animals >= TO_BREED:
            value += self.weight[PLAN_BREEDING]
        elif animals > 0:
            value += self.weight[PLAN_LONE]
        if animals > 0 and size - animals <= NEARLY_FULL:
            value += self.weight[PLAN_MISSING + size - animals - 1]
        return value

    # What enclosures are worth, and how long the lead may last.

    def enclosure_worth(self, record: int) -> float:
        """An enclosure brings an attraction when it is full; from two animals on it breeds."""
        animals = self.s.d[record + ANIMALS]
        size = self.s.t[SIZE_OF + self.s.d[record + KIND]]
        value = self.weight[PROGRESS] * animals / size
        if animals >= TO_BREED:
            value += self.weight[BREEDING]
        return value

    def spread(self) -> float:
        least = 999
        for seat in range(self.players):
            left = count_cells(self.s.free_mask(seat))
            if left < least:
                least = left
        return self.weight[SPREAD] + self.weight[SPREAD_LEFT] * least

    # Choices.

    def prior(self, seat: int, choice: int) -> float:
        if choice >= PLACE:
            return self.placement_prior(seat, choice)
        if choice <= GO_FREELY:
            return self.move_prior(seat, choice)
        home = SEATS + seat * SEAT
        if choice < NO_OTHER:
            return self.animal_prior(seat, choice - TAKE_ANIMAL)
        if choice == NO_OTHER:
            return -1.0
        if choice == PUT_IN_HOUSE:
            return self.weight[HOUSE]
        if choice < FROM_HOUSE:
            return self.weight[PUT_WORTH] + self.arrival(home, choice - PUT_IN)
        if choice < FROM:
            return 1.0 + self.weight[MOVED_HOUSED] * self.s.d[home + HOUSED + choice - FROM_HOUSE]
        if choice < NO_SECOND:
            return self.weight[MOVED] - self.weight[MOVED_FULL] * self.fullness(home, choice - FROM)
        if choice == NO_SECOND:
            return 0.0
        if choice < NO_ADD:
            return 1.0 + self.arrival(home, choice - ADD_TO)
        if choice in (NO_ADD, NO_KEEP):
            return -1.0
        if choice == KEEP_ONE:
            return 1.0
        if choice < NO_BREED:
            return 1.0 + self.birth_prior(home, choice - BREED_IN, BIRTH_FULL)
        if choice == NO_BREED:
            return NEVER
        if choice < NO_BONUS:
            return 1.0 + self.birth_prior(home, choice - BONUS_IN, BONUS_FULL)
        if choice == NO_BONUS:
            return -3.0
        if choice == NO_ATTRACTION:
            return NEVER
        return self.reward_prior(seat, choice - TAKE)

    def fullness(self, home: int, enclosure: int) -> float:
        record = home + ENCLOSURES + enclosure * ENCLOSURE
        return self.s.d[record + ANIMALS] / (1.0 * self.s.t[SIZE_OF + self.s.d[record + KIND]])

    def arrival(self, home: int, enclosure: int) -> float:
        """What one more animal is worth there: more where it is nearly full, makes a pair, or is the last."""
        record = home + ENCLOSURES + enclosure * ENCLOSURE
        animals = self.s.d[record + ANIMALS]
        size = self.s.t[SIZE_OF + self.s.d[record + KIND]]
        value = self.weight[ARRIVAL] * animals / size
        if animals + 1 == TO_BREED:
            value += self.weight[ARRIVAL_SECOND]
        if animals + 1 == size:
            value += self.weight[ARRIVAL_LAST]
        return value

    def birth_prior(self, home: int, enclosure: int, weight: int) -> float:
        return self.arrival(home, enclosure) + self.weight[weight] * self.fullness(home, enclosure)

    def reward_prior(self, seat: int, kind: int) -> float:
        """The larger the better."""
        return 1.0 * self.s.t[SIZE_OF + kind]

    def animal_prior(self, seat: int, species: int) -> float:
        """An animal where its kind already lives, nearly enough to breed or to fill, is worth most."""
        home = SEATS + seat * SEAT
        best = 0.0
        if self.s.d[home + FREE_HOUSES] > 0:
            best = self.weight[HOUSE]
        left = self.s.w[FIRST_SEAT_WORD + seat * SEAT_WORDS + HERDS + 1 + species]
        while left:
            enclosure = lowest_bit(left)
            left &= left - 1
            value = self.weight[MATCH] * (self.weight[MATCH_ANY] + self.fullness(home, enclosure))
            if self.s.d[home + ENCLOSURES + enclosure * ENCLOSURE + ANIMALS] + 1 == TO_BREED:
                value += self.weight[BREEDING]
            if value > best:
                best = value
        return best

    def move_prior(self, seat: int, choice: int) -> float:
        """What the space brings and whom the lines on the way let breed."""
        space = self.s.d[ELEPHANT]
        left = choice - GO
        steps = 0
        total = 0.0
        while left > 0:
            space = after(space, self.s.fixed.spaces)
            steps += 1
            if self.s.t[LINE_BEFORE + space] != 0:
                total += self.line_worth(seat, self.s.t[LINE_BEFORE + space])
            if choice == GO_FREELY:
                if self.s.t[SLOT_AT + space] == 0:
                    left = 0
            elif is_counted(self.s.d, self.s.t, space):
                left -= 1
        slot = self.s.t[SLOT_AT + space]
        if slot != 0:
            total += self.tile_prior(seat, self.s.top_tile(slot - 1))
        else:
            total += self.weight[ACQUIRED]
            total += self.animal_prior(seat, self.s.t[SHOWN + 2 * space])
            total += self.animal_prior(seat, self.s.t[SHOWN + 2 * space + 1])
        return total - self.weight[DISTANCE] * steps

    def tile_prior(self, seat: int, kind: int) -> float:
        """A tile by its size, by the places for animals that are free already, and by the spaces still to fill."""
        total = self.weight[TILE] + self.weight[TILE_SIZE] * self.s.t[SIZE_OF + kind]
        if self.weight[TILE_ROOM] != 0.0:
            total += self.weight[TILE_ROOM] * self.room(SEATS + seat * SEAT)
        if self.weight[TILE_FREE] != 0.0:
            total += self.weight[TILE_FREE] * count_cells(self.s.free_mask(seat))
        return total

    def room(self, home: int) -> int:
        """How many more animals the enclosures hold."""
        free = 0
        record = home + ENCLOSURES
        for _ in range(self.s.d[home + BUILT]):
            free += self.s.t[SIZE_OF + self.s.d[record + KIND]] - self.s.d[record + ANIMALS]
            record += ENCLOSURE
        return free

    def line_worth(self, seat: int, inhabitant: int) -> float:
        """Offspring for me, less offspring for the others."""
        total = self.weight[LINE] * self.offspring(seat, inhabitant)
        for other in range(self.players):
            if other != seat:
                total -= self.weight[LINE_RIVAL] * self.offspring(other, inhabitant) / (self.players - 1)
        return total

    def offspring(self, seat: int, inhabitant: int) -> float:
        """How many enclosures of a species would breed, counted more when nearly full; at most two do."""
        home = SEATS + seat * SEAT
        sets = FIRST_SEAT_WORD + seat * SEAT_WORDS
        best = 0.0
        second = 0.0
        left = self.s.w[sets + HERDS + inhabitant] & self.s.w[sets + PAIRS]
        while left:
            value = self.weight[LINE_ANY] + self.fullness(home, lowest_bit(left))
            left &= left - 1
            if value > best:
                second = best
                best = value
            elif value > second:
                second = value
        return best + second

    def roughness_of(self, state: State, seat: int) -> float:
        """`roughness` of a seat's free cells, for callers from Python."""
        self.check(state, seat)
        self.watch(state)
        return float(self.roughness(self.s.free_mask(seat)))


HEURISTICS = ZooHeuristics
