"""The player boards: how each animal moves, and what a board is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zoobox.games.night_at_the_zoo.box import Box
from zoobox.games.night_at_the_zoo.layout import *
from zoobox.kernel.state import State

if TYPE_CHECKING:
    from zoobox.games.night_at_the_zoo import NightAtTheZoo


class NightTables:
    """What the rules look up and what never changes: made once for a game, shared by all its states."""

    def __init__(self, game: NightAtTheZoo) -> None:
        self.contents = Box(game.components)
        self.numbers: bytes = bytes(self.contents.table)
        self.t: bytes = self.numbers
        self.solo = game.variant == "solo"
        self.drafters = 2 if self.solo else game.players
        self.market_size = self.drafters + 1
        self.forced_round_moves = game.settings["end_of_round_movement"] == "forced"
        self.bonus_tiles_return = game.settings["discarded_bonus_tiles"] == "return"
        self.one_action_of_space = game.settings["two_action_spaces"] == "one"


class BoardState(State):
    """The player boards of a game: figures walk on them, and they are worth points."""

    def __init__(self, game: NightAtTheZoo) -> None:
        State.__init__(self, game, BLOCKS + BLOCK * game.players, CHOICES)

    def use_tables(self) -> None:
        self.box: NightTables = self.tables
        self.t: bytes = self.box.t
        self.scratch = self.size

    # Walking.

    def stand_on_entrance(self, block: int, figure: int) -> None:
        """A figure is discovered: snakes look inward, sloths are awake, butterflies have no pollen."""
        self.d[block + PLACE + figure] = ENTRANCE + figure
        if self.d[block + KIND + figure] == SNAKE:
            self.d[block + TRAIT + figure] = self.t[INWARD + figure]  # natz.snake.faces-inward

    def can_enter(self, block: int, place: int) -> bool:
        """Figures walk on tiles and into the Zoo, nowhere else."""
        return place != NOWHERE and (place == ZOO or self.d[block + place] != 0)  # natz.move.tile-or-zoo

    def figure_can(self, block: int, figure: int) -> bool:
        kind = self.d[block + KIND + figure]
        if kind == SNAKE or (kind == SLOTH and self.d[block + TRAIT + figure]):
            return True
        way = NEXT + 4 * self.d[block + PLACE + figure]
        for direction in range(4):
            if self.can_enter(block, self.t[way + direction]):
                return True
        return False

    def can_do_something(self, block: int, figures: int) -> bool:
        """Whether any figure of the mask has a movement."""
        d = self.d
        for figure in range(FIGURES):
            if d[block + PLACE + figure] < HOME and figures >> figure & 1 and self.figure_can(block, figure):
                return True
        return False

    def offer_movements(self, block: int, figures: int, may_stop: bool) -> int:
        """What the figures of a mask can do with one movement."""
        d = self.d
        t = self.t
        at = self.scratch
        for figure in range(FIGURES):
            place = d[block + PLACE + figure]
            if place >= HOME or not figures >> figure & 1:
                continue
            kind = d[block + KIND + figure]
            trait = d[block + TRAIT + figure]
            movement = FIGURE + FIGURE_MOVEMENTS * figure
            if kind == SLOTH and trait:
                d[at] = movement + WAKE  # natz.sloth.asleep
                at += 1
                continue
            way = NEXT + 4 * place
            for direction in range(4):
                to = t[way + direction]
                if to != NOWHERE and (d[block + to] or to == ZOO) and (kind != SNAKE or direction == trait):
                    d[at] = movement + direction
                    at += 1
            if kind == SNAKE:
                for direction in range(4):
                    if direction != trait:  # natz.snake.turn
                        d[at] = movement + TURN_TO + direction
                        at += 1
        if may_stop:
            d[at] = STOP
            at += 1
        return at - self.scratch

    def walk(self, block: int, figure: int, direction: int, special: bool) -> None:
        """A figure goes one space, a penguin as far as it can; in the Zoo it is home."""
        d = self.d
        kind = d[block + KIND + figure]
        to = self.destination(block, figure, direction)
        if kind == SLOTH:  # natz.sloth.awake
            d[block + TRAIT + figure] = 1
        elif kind == BUTTERFLY and special and d[block + TRAIT + figure] < MOST_POLLEN:
            d[block + TRAIT + figure] += 1  # natz.butterfly.pollen
        d[block + PLACE + figure] = to
        if to == ZOO:  # natz.move.home
            d[block + PLACE + figure] = HOME
            if kind != BUTTERFLY:
                d[block + TRAIT + figure] = 0

    def destination(self, block: int, figure: int, direction: int) -> int:
        """Where the figure gets by going in that direction; NOWHERE if it cannot go there at all."""
        d = self.d
        place = d[block + PLACE + figure]
        if place >= HOME:
            return NOWHERE
        to = self.t[NEXT + 4 * place + direction]
        if not self.can_enter(block, to):
            return NOWHERE
        if d[block + KIND + figure] == PENGUIN:  # natz.penguin.slide
            while to != ZOO and self.can_enter(block, self.t[NEXT + 4 * to + direction]):
                to = self.t[NEXT + 4 * to + direction]
        return to

    def figures_on(self, block: int, terrain: int) -> int:
        """The figures on that terrain, as a mask; entrances have a terrain too."""
        d = self.d
        t = self.t
        figures = 0
        for figure in range(FIGURES):
            place = d[block + PLACE + figure]
            if place < ENTRANCE:
                if t[TILE_TERRAIN + d[block + place]] == terrain:
                    figures |= 1 << figure
            elif place < HOME and t[ENTRANCE_TERRAIN + figure] == terrain:  # natz.special.entrances
                figures |= 1 << figure
        return figures

    def undiscovered(self, block: int) -> int:
        count = 0
        for figure in range(FIGURES):
            if self.d[block + PLACE + figure] == UNDISCOVERED:
                count += 1
        return count

    # Scoring.

    def board_points(self, board: int, kinds: int) -> int:
        """Points in play, animals home, animals outside and the set of foods, of a board or its kept copy."""
        d = self.d
        total = d[board + GAINED] + self.food_points(board)
        for slot in range(SLOTS):
            total += self.animal_points(board, kinds, d[ANIMAL_SLOT + slot])
        for figure in range(FIGURES):
            if d[board + PLACE + figure] < HOME:
                total += 1  # natz.score.outside
        return total

    def animal_points(self, board: int, kinds: int, kind: int) -> int:
        """What the figures of one kind that came home are worth together."""
        d = self.d
        home = 0
        pollen = 0
        for figure in range(FIGURES):
            if d[kinds + figure] == kind and d[board + PLACE + figure] == HOME:
                home += 1
                pollen += self.t[POLLEN_POINTS + d[board + TRAIT + figure]]
        if kind == BUTTERFLY:
            return pollen
        return self.t[HOME_POINTS + 4 * kind + home]

    def food_points(self, board: int) -> int:
        """One set of different foods, from the neighbourhood alone."""
        foods = 0
        different = 0
        for space in range(SPACES):
            food = self.t[TILE_FOOD + self.d[board + space]]
            if food and not foods >> food & 1:
                foods |= 1 << food
                different += 1
        return self.t[FOOD_POINTS + different]

    def animals_home(self, board: int) -> int:
        home = 0
        for figure in range(FIGURES):
            if self.d[board + PLACE + figure] == HOME:
                home += 1
        return home

    # For callers from Python.

    def points_of_board(self, board: int, seat: int) -> int:
        """The points that a board or its kept copy, at that offset, shows."""
        self.check_board(board, seat)
        return self.board_points(board, BLOCKS + seat * BLOCK + KIND)

    def points_of_animal(self, board: int, seat: int, kind: int) -> int:
        self.check_board(board, seat)
        self.check_index("animal", kind, ANIMALS)
        return self.animal_points(board, BLOCKS + seat * BLOCK + KIND, kind)

    def points_of_food(self, board: int) -> int:
        self.check_board(board, 0)
        return self.food_points(board)

    def check_board(self, board: int, seat: int) -> None:
        """Raises IndexError for a seat that does not exist, or an offset where no board or kept copy of one begins."""
        self.check_seat(seat)
        blocks = [BLOCKS + other * BLOCK for other in range(self.players)]
        if board not in blocks and board - BEFORE not in blocks:
            raise IndexError(f"no board begins at {board}")

    def route(self, seat: int, figure: int, direction: int) -> int:
        """`destination` for callers from Python."""
        self.check_seat(seat)
        self.check_index("figure", figure, FIGURES)
        self.check_index("direction", direction, len(DIRECTIONS))
        return self.destination(BLOCKS + seat * BLOCK, figure, direction)
