"""Who takes part: a level, optionally with a budget and changed parameters.

`director`, `director@500` (simulations), `director@0.5s` (seconds), `director[cut=8,heuristics.denial=0.4]`,
`director[network=FILE,network_value=1,cut=0]`; or a bot of one's own: `my_file.py:MyBot` (see bots/own.py).
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from zoobox.bots import Player
from zoobox.bots.network import load_network
from zoobox.bots.own import check_bot, fingerprint, is_own, make_bot
from zoobox.bots.searcher import Searcher
from zoobox.bots.tuning import Tuning
from zoobox.bots.values import load_values
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game

ENTRANT = re.compile(r"([a-z-]+)(?:@(\d+)|@(\d+(?:\.\d*)?|\.\d+)s)?(?:\[([^\]]*)\])?")
HEURISTICS = "heuristics."
NETWORK, VALUES = "network", "values"
"""Name a file of networks, or of values that were learned, to search with."""
OTHER_NAMES = {"random": "visitor"}
YES_OR_NO = {"yes": True, "no": False, "true": True, "false": False, "1": True, "0": False}


@dataclass(frozen=True, slots=True)
class Entrant:
    """One competitor, as it was written."""

    text: str
    level: str
    simulations: int | None = None
    seconds: float | None = None
    changes: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return self.text

    @property
    def key(self) -> str:
        """Its text and, of a bot of one's own, the fingerprint of its code: changed code is another bot."""
        return " ".join(filter(None, [self.text, fingerprint(self.level)]))

    def make(self, game: Game, seed: int) -> Player:
        """The bot for one game."""
        bot = make_bot(self.level, game, simulations=self.simulations, seconds=self.seconds, seed=seed)
        weights = {
            name[len(HEURISTICS) :]: _number(name, value) for name, value in self.changes if name.startswith(HEURISTICS)
        }
        parameters = {name: value for name, value in self.changes if not name.startswith(HEURISTICS)}
        file = parameters.pop(NETWORK, None)
        values = parameters.pop(VALUES, None)
        if weights:
            bot.heuristics = game.heuristics(weights)
        if parameters or file or values:
            if not isinstance(bot, Searcher):
                missing = " and no ".join(parameters or [NETWORK])
                raise ZooboxError(f"{self.level} does not search, so it has no {missing}.")
            if file:
                bot.network = load_network(game, Path(file))
            if values:
                bot.learned = load_values(game, Path(values))
            bot.tuning = replace(bot.tuning, **{name: _parameter(name, value) for name, value in parameters.items()})
        return bot


def parse(text: str) -> Entrant:
    """An entrant from its text; raises ZooboxError."""
    text = text.strip()
    if is_own(text):
        return Entrant(text, text)
    text = OTHER_NAMES.get(text, text)
    found = ENTRANT.fullmatch(text)
    if found is None:
        raise ZooboxError(
            f"{text!r} is not a bot; write a level, such as curator, curator@500 or curator@0.3s, or my_file.py:MyBot."
        )
    changes = []
    for part in filter(None, (found[4] or "").replace(";", ",").split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            raise ZooboxError(f"{part!r} in {text!r} should be a name, =, and a number.")
        changes.append((name.strip(), value.strip()))
    return Entrant(
        found[0],
        found[1],
        int(found[2]) if found[2] else None,
        float(found[3]) if found[3] else None,
        tuple(changes),
    )


def parse_all(text: str, game: Game) -> list[Entrant]:
    """`A,B,C` as entrants that can play the game, each listed once."""
    entrants = parse_list(text, game)
    doubled = {str(entrant) for entrant in entrants if entrants.count(entrant) > 1}
    if doubled:
        raise ZooboxError(f"{doubled.pop()} is listed twice.")
    return entrants


def parse_list(text: str, game: Game) -> list[Entrant]:
    """`A,B,C` as entrants that can play the game; commas in brackets belong to the entrant."""
    entrants = [parse(part) for part in re.split(r",(?![^\[]*\])", text)]
    for entrant in entrants:
        check_bot(entrant.level, game)
        entrant.make(game, 0)
    return entrants


def _parameter(name: str, value: str) -> Any:
    kinds = {field.name: type(getattr(Tuning(), field.name)) for field in fields(Tuning)}
    if name not in kinds:
        raise ZooboxError(f"a search has no {name!r}; it has: {', '.join(kinds)}.")
    if kinds[name] is bool:
        if value not in YES_OR_NO:
            raise ZooboxError(f"{name} should be {' or '.join(YES_OR_NO)}, not {value!r}.")
        return YES_OR_NO[value]
    return kinds[name](_number(name, value))


def _number(name: str, value: str) -> float:
    try:
        found = float(value)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise ZooboxError(f"{name} should be a number, not {value!r}.")
    return found
