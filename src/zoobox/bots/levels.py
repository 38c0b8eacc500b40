"""The levels: each is a name, what it is, which games it fits, and how its player is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from zoobox.bots import perfect
from zoobox.bots.players import Budget, Keeper, Player, Visitor
from zoobox.bots.searcher import Searcher
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game


class UnknownLevel(ZooboxError):
    """No level of that name, or one that does not play this game."""


def plays_all(game: Game) -> str | None:
    """Most levels play every game."""
    return None


@dataclass(frozen=True, slots=True)
class Level:
    """One strength of play."""

    name: str
    summary: str
    make: Callable[[str, Game, Budget, int | None], Player]
    budget: Budget
    """What it thinks with when nothing else is asked for."""
    unfit: Callable[[Game], str | None] = plays_all
    """Why it cannot play a game, in a sentence; None when it can."""


LEVELS: dict[str, Level] = {}


def add_level(level: Level) -> None:
    """Makes a level known under its name."""
    LEVELS[level.name] = level


def levels_of_every_game() -> list[Level]:
    """The levels that play everything, weakest first."""
    return [level for level in LEVELS.values() if level.unfit is plays_all]


def levels_of(game: Game) -> list[Level]:
    """The levels that play this game, weakest first."""
    return [level for level in LEVELS.values() if level.unfit(game) is None]


def check_level(name: str, game: Game) -> Level:
    """The level of that name; raises UnknownLevel where there is none, or where it does not play this game."""
    level = LEVELS.get(name)
    if level is None:
        raise UnknownLevel(f"there is no level {name!r}; there is: {', '.join(LEVELS)}.")
    reason = level.unfit(game)
    if reason is not None:
        raise UnknownLevel(reason)
    return level


def player(
    level: str, game: Game, *, simulations: int | None = None, seconds: float | None = None, seed: int | None = None
) -> Player:
    """A bot of a level for a game; simulations or seconds replace the level's own budget."""
    found = check_level(level, game)
    budget = Budget(simulations, seconds)
    if simulations is None and seconds is None:
        budget = found.budget
    return found.make(level, game, budget, seed)


add_level(Level("visitor", "random, but for needless blunders", Visitor, Budget()))
add_level(Level("keeper", "looks one decision ahead with the game's own heuristics", Keeper, Budget()))
add_level(Level("curator", "searches, at most 0.3 seconds a decision", Searcher, Budget(seconds=0.3)))
add_level(Level("director", "searches, at most 2 seconds a decision", Searcher, Budget(seconds=2.0)))
add_level(
    Level(perfect.NAME, "plays the two-player dice game as it was solved", perfect.Perfect, Budget(), perfect.unfit)
)
