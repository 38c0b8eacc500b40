"""The games. `game` makes one by name; a fifth one is a folder here, or an entry point in the group `zoobox.games`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from zoobox.kernel import record as records
from zoobox.kernel.components import Components
from zoobox.kernel.errors import UnknownGame
from zoobox.kernel.game import Game

ENTRY_POINTS = "zoobox.games"


@cache
def _places() -> dict[str, str]:
    """Where the games are that are installed here: those of this folder, then those of other packages."""
    folders = [module.name for module in iter_modules(__path__) if module.ispkg]
    ours = {folder.replace("_", "-"): f"{__name__}.{folder}" for folder in folders}
    theirs = {entry.name: entry.value for entry in entry_points(group=ENTRY_POINTS)}
    return ours | {name: place for name, place in theirs.items() if _is_there(place.partition(":")[0])}


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # not even the package that it should be in
        return False


def names() -> list[str]:
    """The names of all games."""
    return list(_places())


@cache
def game_class(name: str) -> type[Game]:
    """The class of a game, to ask for its variants and settings."""
    if name not in _places():
        raise UnknownGame(f"there is no game {name!r}; there is: {', '.join(names())}.")
    place, _, attribute = _places()[name].partition(":")
    module = import_module(place)
    if attribute:
        found: type[Game] = getattr(module, attribute)
        return found
    return next(
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Game) and kind.__module__ == place
    )


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


def replay_as_far_as_possible(text: str, components: Components | Path | str | None = None) -> records.Replay:
    """Plays what can be played of a record that is cut short or of another version; its notes say what is wrong."""
    return records.replay_as_far_as_possible(text, game, components)
