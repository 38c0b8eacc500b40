"""The games. `game` makes one by name; a fifth one is a line here, or an entry point in the group `zoobox.games`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from zoobox.kernel import record as records
from zoobox.kernel.components import Components
from zoobox.kernel.errors import UnknownGame
from zoobox.kernel.game import Game

REGISTRY = {
    "new-york-zoo": "zoobox.games.new_york_zoo:NewYorkZoo",
    "night-at-the-zoo": "zoobox.games.night_at_the_zoo:NightAtTheZoo",
    "zooloretto-dice": "zoobox.games.zooloretto_dice:ZoolorettoDice",
    "o-zoo-le-mio": "zoobox.games.o_zoo_le_mio:OZooLeMio",
}


@cache
def _registry() -> dict[str, str]:
    """The games that are installed here."""
    found = REGISTRY | {entry.name: entry.value for entry in entry_points(group="zoobox.games")}
    return {name: place for name, place in found.items() if find_spec(place.partition(":")[0])}


def names() -> list[str]:
    """The names of all games."""
    return list(_registry())


@cache
def game_class(name: str) -> type[Game]:
    """The class of a game, to ask for its variants and settings."""
    if name not in _registry():
        raise UnknownGame(f"there is no game {name!r}; there is: {', '.join(names())}.")
    module, _, attribute = _registry()[name].partition(":")
    found: type[Game] = getattr(import_module(module), attribute)
    return found


def game(
    name: str,
    players: int | None = None,
    variant: str | None = None,
    settings: Mapping[str, Any] | None = None,
    components: Components | Path | str | None = None,
    **more_settings: Any,
) -> Game:
    """A game by name, with its seats, variant, settings and, if wanted, a component file of one's own."""
    if isinstance(components, (str, Path)):
        components = Components.load(components)
    return game_class(name)(players, variant, {**(settings or {}), **more_settings}, components)


def replay(text: str, components: Components | Path | str | None = None) -> records.Replay:
    """Plays a record again and checks it; raises BadRecord at the first line that cannot be."""
    return records.replay(text, game, components)
