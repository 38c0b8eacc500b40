"""Endings: the exact value of every choice where what is left of a game is small enough to look at all of it.

That is so where nothing more is random, nothing that is hidden matters any more, and at most `MOST_POSITIONS`
positions can follow: the last auctions of a game of auctions, the last placements, a board that is nearly full.
Alone, and for two, where what one wins the other loses. Where seats no longer touch each other, each has its best
score, found by itself, and the scores are compared: that is much less to look at.
"""

from __future__ import annotations

from hashlib import blake2b

from zoobox.kernel.heuristics import Heuristics
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import FIRST_BYTE, State

MOST_POSITIONS = 10_000
MOST_OF_ONE_SEAT = 100_000
"""Positions of one seat by itself, where seats no longer touch each other: those take little time."""
MOST_BEFORE_THAT = 300_000
"""The same for decisions before that, which are few."""
KEPT_POSITIONS = 300_000
MOST_DECISIONS = 40
"""Decisions in a row that are looked at."""
DEALS = 2
"""Deals of what is hidden that must lead to the same values as what is real: then it does not matter any more."""
SAME = 1e-9
KEY_BYTES = 16
ROUNDS = 4_000
"""Rounds of regret matching for decisions that two seats make at once; values are then right to about 0.001."""


class NotExact(Exception):
    """Something random or hidden is left, or too many positions."""


def exact_values(
    state: State,
    seat: int,
    heuristics: Heuristics,
    most: int = MOST_POSITIONS,
    scores: dict[bytes, float] | None = None,
    effort: float = 1.0,
) -> dict[int, float] | None:
    """The exact payoff of every choice of the seat, both playing perfectly from there; None where that is unknown.

    `scores` keeps what was found of seats by themselves, for further decisions of the same game; `effort` is the part
    of the usual positions that may be looked at for that.
    """
    if state.players > 2 or state.over:
        return None
    scores = {} if scores is None else scores
    if state.game.all_is_known(state, seat):
        try:
            most_of_one = MOST_OF_ONE_SEAT if state.game.each_for_itself(state) else MOST_BEFORE_THAT
            return Ending(most, scores, int(effort * most_of_one)).options(state, seat)
        except NotExact:
            return None
    found: dict[int, float] | None = None
    seen: set[bytes] = set()
    for known in (state.copy(), *(state.redeal(seat, Luck(number)) for number in range(1, 1 + DEALS))):
        heuristics.forget_secret_decisions(known, seat)
        if known.snapshot()[FIRST_BYTE:] in seen:
            continue
        seen.add(known.snapshot()[FIRST_BYTE:])
        try:
            values = Ending(most, scores, most).options(known, seat)
        except NotExact:
            return None
        if found is not None and any(abs(found[choice] - value) > SAME for choice, value in values.items()):
            return None
        found = values
    return found


class Ending:
    """Everything that can follow a position, looked at once."""

    def __init__(self, most: int, scores: dict[bytes, float], most_of_one: int) -> None:
        self.left = most
        self.depth = 0
        self.scores = scores
        self.left_of_one = most_of_one
        self.known: dict[bytes, float] = {}
        """The payoff of seat 0, by position."""

    def options(self, state: State, seat: int) -> dict[int, float]:
        """The payoff of the seat for each of its choices."""
        waiting = state.waiting
        legal = state.legal(seat)
        if state.game.each_for_itself(state):
            theirs = [self._best(state.copy(), other) for other in range(state.players) if other != seat]
            return {choice: _payoff(self._best(_after(state, seat, choice), seat), theirs) for choice in legal}
        if len(waiting) == 1 or self._apart(state):
            return {choice: self._for(seat, self.value(_after(state, seat, choice)), state) for choice in legal}
        rows, columns, matrix = self._secret(state)
        row_share, column_share = mixed(matrix)
        if seat == waiting[0]:
            return {
                choice: self._for(
                    seat, sum(share * cell for share, cell in zip(column_share, line, strict=True)), state
                )
                for choice, line in zip(rows, matrix, strict=True)
            }
        return {
            choice: self._for(
                seat, sum(share * line[index] for share, line in zip(row_share, matrix, strict=True)), state
            )
            for index, choice in enumerate(columns)
        }

    def _for(self, seat: int, value: float, state: State) -> float:
        return value if seat == 0 else 1.0 - value

    def value(self, state: State) -> float:
        """The payoff of seat 0."""
        if state.over:
            return state.payoff_of(0)
        key = state.snapshot()[FIRST_BYTE:]
        if key not in self.known:
            self.left -= 1
            self.depth += 1
            if self.left < 0 or self.depth > MOST_DECISIONS:
                raise NotExact
            self.known[key] = self._value(state)
            self.depth -= 1
        return self.known[key]

    def _value(self, state: State) -> float:
        if state.game.each_for_itself(state):
            mine, *theirs = (self._best(state.copy(), seat) for seat in range(state.players))
            return _payoff(mine, theirs)
        waiting = state.waiting
        if len(waiting) == 1 or self._apart(state):
            seat = waiting[0]
            best = max if seat == 0 else min
            return best(self.value(_after(state, seat, choice)) for choice in state.legal(seat))
        _, _, matrix = self._secret(state)
        row_share, column_share = mixed(matrix)
        return sum(
            row * column * cell
            for row, line in zip(row_share, matrix, strict=True)
            for column, cell in zip(column_share, line, strict=True)
        )

    def _best(self, state: State, seat: int) -> float:
        """The best score that the seat can have in the end, by itself; alone, the payoff. Others do anything."""
        while not state.over and (others := [other for other in state.waiting if other != seat]):
            state.apply(others[0], state.legal(others[0])[-1])
        if state.over:
            return state.score_of(seat) if state.players > 1 else state.payoff_of(seat)
        key = blake2b(state.snapshot()[FIRST_BYTE:] + bytes([seat]), digest_size=KEY_BYTES).digest()
        if key not in self.scores:
            self.left_of_one -= 1
            if self.left_of_one < 0 or not state.game.each_for_itself(state):
                raise NotExact
            found = max(self._best(_after(state, seat, choice), seat) for choice in state.legal(seat))
            if len(self.scores) >= KEPT_POSITIONS:
                self.scores.clear()
            self.scores[key] = found
        return self.scores[key]

    def _apart(self, state: State) -> bool:
        """Whether seats that decide at the same time have several decisions each: then each goes on for itself."""
        seat = state.waiting[0]
        return len(_after(state, seat, state.legal(seat)[0]).waiting) > 1

    def _secret(self, state: State) -> tuple[list[int], list[int], list[list[float]]]:
        """A decision that both make at once: the payoff of seat 0 for each pair of choices."""
        one, other = state.waiting
        rows, columns = state.legal(one), state.legal(other)
        if len(rows) * len(columns) > self.left:
            raise NotExact
        matrix = []
        for row in rows:
            first = _after(state, one, row)
            matrix.append([self.value(_after(first, other, column)) for column in columns])
        return rows, columns, matrix


def _payoff(mine: float, theirs: list[float]) -> float:
    """What a score is worth against that of the other seat; alone, it is the payoff."""
    if not theirs:
        return mine
    return 0.5 + 0.5 * ((mine > theirs[0]) - (mine < theirs[0]))


def _after(state: State, seat: int, choice: int) -> State:
    after = state.copy()
    after.apply(seat, choice)
    if (after.word(0), after.word(1)) != (state.word(0), state.word(1)):
        raise NotExact  # luck was drawn
    return after


def mixed(matrix: list[list[float]]) -> tuple[list[float], list[float]]:
    """How often each row and each column is to be played, where rows want much and columns want little.

    Regret matching, with later rounds counting more, without rows and columns that another one beats everywhere.
    """
    rows = _undominated(matrix)
    columns = _undominated([[-line[index] for line in matrix] for index in range(len(matrix[0]))])
    small = [[matrix[row][column] for column in columns] for row in rows]
    row_share, column_share = [0.0] * len(matrix), [0.0] * len(matrix[0])
    row_regret, column_regret = [0.0] * len(rows), [0.0] * len(columns)
    row_sum, column_sum = [0.0] * len(rows), [0.0] * len(columns)
    rounds = ROUNDS if len(rows) > 1 and len(columns) > 1 else 1 + 8 * (len(rows) > 1 or len(columns) > 1)
    for number in range(1, rounds + 1):
        row_now, column_now = _shares(row_regret), _shares(column_regret)
        row_values = [sum(map(float.__mul__, line, column_now)) for line in small]
        column_values = [
            sum(row_now[index] * line[column] for index, line in enumerate(small)) for column in range(len(columns))
        ]
        value = sum(map(float.__mul__, row_now, row_values))
        for index, found in enumerate(row_values):
            row_regret[index] = max(0.0, row_regret[index] + found - value)
            row_sum[index] += number * row_now[index]
        for index, found in enumerate(column_values):
            column_regret[index] = max(0.0, column_regret[index] + value - found)
            column_sum[index] += number * column_now[index]
    for index, row in enumerate(rows):
        row_share[row] = row_sum[index] / sum(row_sum)
    for index, column in enumerate(columns):
        column_share[column] = column_sum[index] / sum(column_sum)
    return row_share, column_share


def _undominated(matrix: list[list[float]]) -> list[int]:
    """The rows that no other row equals or beats in every column; of equal rows, the first."""
    kept: list[int] = []
    for index, line in enumerate(matrix):
        if any(all(a >= b for a, b in zip(matrix[other], line, strict=True)) for other in kept):
            continue
        kept = [other for other in kept if not all(a >= b for a, b in zip(line, matrix[other], strict=True))]
        kept.append(index)
    return kept


def _shares(regret: list[float]) -> list[float]:
    total = sum(regret)
    if total <= 0:
        return [1.0 / len(regret)] * len(regret)
    return [one / total for one in regret]
