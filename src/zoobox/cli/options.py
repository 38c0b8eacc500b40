"""Arguments that several commands share, and what is made of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from zoobox import games as registry
from zoobox.arena.entrants import OTHER_NAMES
from zoobox.bots.own import check_bot
from zoobox.cli import files
from zoobox.kernel.components import Components
from zoobox.kernel.errors import BadComponents, BadSetting, ZooboxError
from zoobox.kernel.game import Game

RANDOM = "visitor"

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The name of a game, as `zoobox games` lists it.", show_default=False)
]
Players = Annotated[int | None, typer.Option("--players", "-p", help="How many play; 2 where nothing is said.")]
Variant = Annotated[str | None, typer.Option(help="The variant; the usual one where nothing is said.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="A setting of the game, as `zoobox games` lists it; repeatable."),
]
ComponentFile = Annotated[
    Path | None, typer.Option("--components", metavar="FILE", help="Play with the components of this file.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def make_game(
    name: str,
    players: int | None = None,
    variant: str | None = None,
    settings: Sequence[str] | None = None,
    components: Path | None = None,
) -> Game:
    """The game that the arguments describe."""
    chosen = dict(_setting(name, text) for text in settings or ())
    if components is None:
        return registry.game(name, players, variant, chosen)
    with naming_file(components):
        return registry.game(name, players, variant, chosen, read_components(components))


def read_components(path: Path) -> Components:
    """A component file; errors name the file."""
    text = files.read(path)
    with naming_file(path):
        return Components.parse(text, str(path))


@contextmanager
def naming_file(path: Path) -> Iterator[None]:
    """Adds the name of the file to errors in a component file."""
    try:
        yield
    except BadComponents as error:
        raise ZooboxError(f"{path}: {error}") from None


def _setting(game: str, text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise BadSetting(f"a setting is given as NAME=VALUE, not {text!r}.")
    offered = {setting.name: setting for setting in registry.game_class(game).offered_settings}
    options = offered[name].options if name in offered else ()
    typed = {str(option).lower(): option for option in options}
    return name, typed.get(value.lower(), value)


def parse_levels(text: str | None, game: Game) -> list[str]:
    """The levels of a list such as `keeper,director`, each known and fit for the game."""
    if text is None:
        return []
    levels = [OTHER_NAMES.get(level.strip(), level.strip()) for level in text.split(",")]
    for level in levels:
        check_bot(level, game)
    if len(levels) > game.players:
        raise ZooboxError(f"{len(levels)} bots are too many: this game has {game.players} seats.")
    return levels


def seat_names(levels: Sequence[str | None], names: Sequence[str] = ()) -> list[str]:
    """What each seat is called in a record: people by the names given, bots by their level."""
    people = iter(names)
    called = [level or next(people, "") for level in levels]
    spare = next(people, None)
    if spare is not None:
        raise ZooboxError(f"{len(names)} names are too many: there is no seat left for {spare!r}.")
    return called


def display_names(names: Sequence[str], players: int) -> list[str]:
    """Names with their seats, since boards number the seats."""
    given = [*names, *[""] * players][:players]
    return [f"{name} (zoo {seat + 1})" if name else f"Zoo {seat + 1}" for seat, name in enumerate(given)]
