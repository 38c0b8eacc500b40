"""Zoobox: four zoo board games, complete and true to their rulebooks.

>>> import zoobox
>>> game = zoobox.game("zooloretto-dice", players=2)
>>> state = game.start(seed=7)
>>> state.waiting
(0,)
>>> [choice.notation for choice in state.choices(0)]
['roll']
"""

from zoobox import speed

speed.choose()

from zoobox.bots.hints import Advice, advise  # noqa: E402
from zoobox.games import game, game_class, names, replay  # noqa: E402
from zoobox.kernel.chance import Chance, Outcome, Result  # noqa: E402
from zoobox.kernel.choice import Choice, LogLine, Setting, Standing  # noqa: E402
from zoobox.kernel.components import Components  # noqa: E402
from zoobox.kernel.errors import (  # noqa: E402
    BadComponents,
    BadPosition,
    BadRecord,
    BadSetting,
    CannotUndo,
    IllegalChoice,
    MalformedChoice,
    NotYourTurn,
    UnknownGame,
    ZooboxError,
)
from zoobox.kernel.game import Game  # noqa: E402
from zoobox.kernel.luck import Luck  # noqa: E402
from zoobox.kernel.record import Replay  # noqa: E402
from zoobox.kernel.state import State  # noqa: E402

__version__ = "0.1.0"

__all__ = [
    "Advice",
    "BadComponents",
    "BadPosition",
    "BadRecord",
    "BadSetting",
    "CannotUndo",
    "Chance",
    "Choice",
    "Components",
    "Game",
    "IllegalChoice",
    "LogLine",
    "Luck",
    "MalformedChoice",
    "NotYourTurn",
    "Outcome",
    "Replay",
    "Result",
    "Setting",
    "Standing",
    "State",
    "UnknownGame",
    "ZooboxError",
    "advise",
    "game",
    "game_class",
    "names",
    "replay",
    "speed",
]
