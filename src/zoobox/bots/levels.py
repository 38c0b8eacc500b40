"""The levels that play every game, and how to find the level and the bot of a name."""

from __future__ import annotations

from zoobox import games
from zoobox.bots import champion
from zoobox.bots.players import Keeper, Trainee, Visitor
from zoobox.bots.searcher import Searcher
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game
from zoobox.kernel.player import Budget, Level, Player, plays_all


class UnknownLevel(ZooboxError):
    """No level of that name, or one that does not play this game."""


LEVELS: dict[str, Level] = {}
"""The levels that are not of one game only, weakest first."""


def add_level(level: Level) -> None:
    """Makes a level known under its name."""
    LEVELS[level.name] = level


def levels_of_every_game() -> list[Level]:
    """The levels that play everything, weakest first."""
    return [level for level in LEVELS.values() if level.why_not is plays_all]


def levels_of(game: Game) -> list[Level]:
    """The levels that play this game, weakest first."""
    return [level for level in (*LEVELS.values(), *game.levels) if level.why_not(game) is None]


STRONGEST_FIRST = ("champion", "director")


def strongest_level(game: Game) -> str:
    """The strongest level that plays the game, not counting the solution of a solved one."""
    playing = {level.name for level in levels_of(game)}
    if champion.is_solved(game):
        playing.discard(champion.NAME)
    return next((name for name in STRONGEST_FIRST if name in playing), list(playing)[-1])


def check_level(name: str, game: Game) -> Level:
    """The level of that name; raises UnknownLevel where there is none, or where it does not play this game."""
    known = {**LEVELS, **{level.name: level for level in game.levels}}
    if name not in known:
        kinds = [games.game_class(other) for other in games.names()]
        others = [kind.title for kind in kinds if any(level.name == name for level in kind.levels)]
        if others:
            raise UnknownLevel(f"the level {name} plays {' and '.join(others)} only.")
        raise UnknownLevel(f"there is no level {name!r}; there is: {', '.join(known)}.")
    reason = known[name].why_not(game)
    if reason is not None:
        raise UnknownLevel(reason)
    return known[name]


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
add_level(Level("trainee", "plays as a keeper who overlooks things, for beginners", Trainee, Budget()))
add_level(Level("keeper", "looks one decision ahead with the game's own heuristics", Keeper, Budget()))
add_level(Level("curator", "searches, at most 0.3 seconds a decision", Searcher, Budget(seconds=0.3)))
add_level(Level("director", "searches, at most 2 seconds a decision", Searcher, Budget(seconds=2.0)))
add_level(
    Level(
        champion.NAME,
        "searches with what was learned about the game, or plans it, at most 2 seconds a decision",
        champion.make,
        Budget(seconds=2.0),
        champion.why_not,
    )
)
