"""Perfect play for two players.

The current round is always searched exactly. The values of the states after it come from the table of the solved game
where the user has one (`zoobox solve`), and otherwise from the small network that ships with the package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from zoobox.games.zooloretto_dice.layout import OUT, PHASE, SHEET, SHEETS, STARTER, USE_GROUPS
from zoobox.games.zooloretto_dice.rules import DiceState
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck
from zoobox.kernel.player import Budget, Player, Thought
from zoobox.kernel.state import State

if TYPE_CHECKING:
    from zoobox.games.zooloretto_dice.solved.rounds import Round


class Perfect(Player):
    """Plays the best choice according to the table, or without one according to the network."""

    def __init__(self, level: str, game: Game, budget: Budget, seed: int | None) -> None:
        from zoobox.games.zooloretto_dice.solved import network, rounds, table

        super().__init__(level, game, budget, seed)
        rounds.warm_up()
        found = table.find()
        self.exact = found is not None
        self.worths = found or network.shipped()
        self.round: tuple[bytes, Round] | None = None

    def decide(self, state: State, seat: int, luck: Luck) -> int:
        return self.weigh(state, seat, luck)[0].choice

    def weigh(self, state: State, seat: int, luck: Luck) -> list[Thought]:
        assert isinstance(state, DiceState)
        if state.data[PHASE] == USE_GROUPS:
            values = _values_of_group_uses(state, seat)
        else:
            values = self._current_round(state).choices(state)
        thoughts = [Thought(choice, value, 1) for choice, value in values.items()]
        return sorted(thoughts, key=lambda thought: -thought.value)

    def _current_round(self, state: DiceState) -> Round:
        """The current round; evaluated once, and once more after the first truck is taken."""
        from zoobox.games.zooloretto_dice.solved.rounds import Round

        key = _round_key(state)
        if self.round is None or self.round[0] != key:
            self.round = key, Round.in_hand(state, self.worths)
        return self.round[1]


def _round_key(state: DiceState) -> bytes:
    """All that the values of a round depend on: who began, who is out of it, and both sheets."""
    return bytes([state.data[STARTER], state.data[OUT]]) + bytes(state.data[SHEETS : SHEETS + 2 * SHEET])


def _values_of_group_uses(state: DiceState, seat: int) -> dict[int, float]:
    """At the end of the game, where players use their coin groups themselves: the result after each use."""
    values = {}
    for choice in state.legal(seat):
        after = state.copy()
        after.apply(seat, choice)
        values[choice] = after.payoff_of(seat)
    return values
