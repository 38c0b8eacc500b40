"""Late states solved slowly: the rules play every round, and no two states are taken for the same.

A state is both sheets as they are and who begins. Its round is walked by `rules.py`; states of which one can follow the
other without a mark are evaluated again and again until nothing moves.
"""

import numpy as np

from zoobox.games.zooloretto_dice.layout import DICE_COUNT, SEAT, SHEET, SHEETS
from zoobox.games.zooloretto_dice.solved import by_rules

STILL = 1e-9
COLUMNS = 16


def name_of(state):
    """Both sheets without the dice beside them, and who begins."""
    sheets = (bytes(state.data[SHEETS + seat * SHEET : SHEETS + seat * SHEET + DICE_COUNT]) for seat in range(2))
    return (*sheets, state.data[SEAT])


def marks_of(name):
    """Every mark on both sheets: a round adds some, or none."""
    return sum(sum(sheet[:11]) for sheet in name[:2])


class Reference:
    def __init__(self, game):
        self.game = game
        self.walk = by_rules.walk(game)
        self.numbers = {}
        self.states = []
        self.values = []
        self.follow = {}

    def number(self, state):
        name = name_of(state)
        if name not in self.numbers:
            self.numbers[name] = len(self.states)
            self.states.append(state)
            self.values.append(state.payoff_of(0) if state.over else 0.5)
        return self.numbers[name]

    def discover(self, state):
        """All states that can follow, and those that can follow them."""
        waiting = [self.number(state)]
        while waiting:
            number = waiting.pop()
            found = self.states[number]
            if found.over or number in self.follow:
                continue
            ends = by_rules.after_round(found, self.walk, lambda end: float(self.number(end)))
            self.follow[number] = (ends if found.data[SEAT] == 0 else 1.0 - ends).astype(np.int32)
            waiting += np.unique(self.follow[number]).tolist()

    def solve(self):
        """The chance of seat 0 in every state discovered, most marks first."""
        by_marks = {}
        for number in self.follow:
            by_marks.setdefault(marks_of(name_of(self.states[number])), []).append(number)
        values = np.array(self.values)
        for marks in sorted(by_marks, reverse=True):
            moving = np.array(by_marks[marks])
            while len(moving):
                fresh = np.concatenate(
                    [self.rounds(part, values) for part in np.array_split(moving, -(-len(moving) // COLUMNS))]
                )
                moved = np.abs(fresh - values[moving])
                values[moving] = fresh
                if moved.max() < STILL:
                    break
        return values

    def rounds(self, numbers, values):
        leaves = np.stack([values[self.follow[number]] for number in numbers], axis=1)
        second = np.array([self.states[number].data[SEAT] == 1 for number in numbers])
        worth = by_rules.fold(self.walk, np.where(second, 1.0 - leaves, leaves))
        return np.where(second, 1.0 - worth, worth)
