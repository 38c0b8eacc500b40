"""Perfect play of Zooloretto: The Dice Game for two.

The round in hand is always searched exactly. What the states after it are worth comes from the table of the solved
game where the user has one (`zoobox solve`), and otherwise from the small network that ships with the package.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from zoobox.bots.players import Budget, Player, Thought
from zoobox.games.zooloretto_dice import ZoolorettoDice
from zoobox.games.zooloretto_dice.layout import OUT, PHASE, SHEET, SHEETS, STARTER, USE_GROUPS
from zoobox.games.zooloretto_dice.rules import DiceState
from zoobox.kernel.game import Game
from zoobox.kernel.luck import Luck
from zoobox.kernel.state import State

if TYPE_CHECKING:
    from zoobox.games.zooloretto_dice.solved.rounds import Round

NAME = "perfect"
SOLVED_BOX = (bytes((1, 2, 3, 4, 5, 1, 1, 1, 1, 2, 6, 0, 0, 0, 1, 1, 2, 3)), 6, 3)
"""The numbers of the box, its dice and its trucks that were solved."""


def unfit(game: Game) -> str | None:
    """Why a game cannot be played perfectly, in a sentence."""
    if not isinstance(game, ZoolorettoDice) or game.players != 2:
        return f"the level {NAME} plays {ZoolorettoDice.title} for two players, and nothing else."
    if (game.numbers, game.dice, game.trucks) != SOLVED_BOX:
        return f"the level {NAME} knows the usual box only; this one has other components."
    if find_spec("numpy") is None:
        return f"the level {NAME} needs NumPy: pip install numpy"
    return None


def has_table(game: Game) -> bool:
    """Whether this game's values are known exactly here."""
    if unfit(game) is not None:
        return False
    from zoobox.games.zooloretto_dice.solved import table

    return table.usual_path().exists()


class Perfect(Player):
    """Plays what the table calls best, or without it what the network does."""

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
        worth = _last_use(state, seat) if state.data[PHASE] == USE_GROUPS else self._round_of(state).choices(state)
        thoughts = [Thought(choice, value, 1) for choice, value in worth.items()]
        return sorted(thoughts, key=lambda thought: -thought.value)

    def _round_of(self, state: DiceState) -> Round:
        """The round in hand; folded once, and once more after the first taking."""
        from zoobox.games.zooloretto_dice.solved.rounds import Round

        key = _sheets(state)
        if self.round is None or self.round[0] != key:
            self.round = key, Round.in_hand(state, self.worths)
        return self.round[1]


def _sheets(state: DiceState) -> bytes:
    """All that the values of a round depend on: who began, who has taken what, and both sheets."""
    return bytes([state.data[STARTER], state.data[OUT]]) + bytes(state.data[SHEETS : SHEETS + 2 * SHEET])


def _last_use(state: DiceState, seat: int) -> dict[int, float]:
    """At the end of the game, where players use their coin groups themselves: what each use makes of the result."""
    worth = {}
    for choice in state.legal(seat):
        after = state.copy()
        after.apply(seat, choice)
        worth[choice] = after.payoff_of(seat)
    return worth


def exact_thoughts(state: State, seat: int) -> list[Thought] | None:
    """What every option is worth exactly, best first; None where that is not known."""
    if not has_table(state.game):
        return None
    return Perfect(NAME, state.game, Budget(), 1).think(state, seat)
