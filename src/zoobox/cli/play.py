"""`zoobox play`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zoobox import games as registry
from zoobox.bots import LEVELS, levels_of
from zoobox.cli import printing, unfinished
from zoobox.cli.options import ComponentFile, Players, Settings, Variant, make_game, parse_levels, seat_names
from zoobox.cli.replay import verified
from zoobox.cli.terminal import TerminalTable
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game

FIRST_OPPONENT = "keeper"


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The name of a game; without one you can choose.")
    ] = None,
    players: Players = None,
    variant: Variant = None,
    bots: Annotated[
        str | None,
        typer.Option(metavar="LEVELS", help=f"Bots at the last seats: {', '.join(LEVELS)}, or my_file.py:MyBot."),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same luck.")] = None,
    names: Annotated[str | None, typer.Option(metavar="ANN,BOB", help="The names of the people.")] = None,
    settings: Settings = None,
    components: ComponentFile = None,
    load: Annotated[Path | None, typer.Option(metavar="FILE", help="Continue a saved game.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the game that was left last.")] = False,
    think_aloud: Annotated[
        bool, typer.Option("--think-aloud", help="Bots say what their decisions mean, once everybody knows them.")
    ] = False,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in the terminal; this is the default.")] = False,
) -> None:
    """Play a game: several people at one keyboard, against bots, or both.

    You are shown the board and a numbered list of what you may do; answer with a number or with the notation beside
    it. Type ? at any time for other commands: undo, hint, save, load, the rules, quit. Continue a game that you left
    with --resume.

    zoobox play zooloretto-dice --bots keeper

    zoobox play zooloretto-dice --players 4 --names Ann,Bob --bots visitor,director
    """
    if load is not None or resume:
        _check_nothing_else(players=players, variant=variant, seed=seed, settings=settings, names=names)
        left = load or unfinished.latest(registry.game_class(game).name if game else None)
        table = _table_of(left, bots, components)
    elif game is None:
        table = _ask(bots, seed, components)
    else:
        made = make_game(game, players, variant, settings, components)
        table = _new_table(made, bots, seed, names.split(",") if names else [])
    if think_aloud:
        table.think_aloud()
    table.run()


def _check_nothing_else(**given: object) -> None:
    for name, value in given.items():
        if value is not None:
            option = "set" if name == "settings" else name
            raise ZooboxError(f"--{option} cannot be combined with a saved game, which has its own.")


def _new_table(game: Game, bots: str | None, seed: int | None, names: list[str]) -> TerminalTable:
    levels = parse_levels(bots, game)
    seats: list[str | None] = [*[None] * (game.players - len(levels)), *levels]
    named = seat_names(seats, [name.strip() for name in names])
    return TerminalTable(printing.console(), game, game.start(seed), seats, named, seed)


def _table_of(file: Path, bots: str | None, components: Path | None) -> TerminalTable:
    """A saved game, with its own bots unless others are given."""
    again = verified(file, components)
    seats = unfinished.seats(file, again.game)
    if bots is not None:
        levels = parse_levels(bots, again.game)
        seats = [*[None] * (again.game.players - len(levels)), *levels]
    return TerminalTable(printing.console(), again.game, again.state, seats, again.names, resumed_from=file)


def _ask(bots: str | None, seed: int | None, components: Path | None) -> TerminalTable:
    """Asks which game, how many players, and against whom."""
    kinds = [registry.game_class(name) for name in registry.names()]
    left = unfinished.all_files()
    print("Which game?")
    for number, kind in enumerate(kinds, 1):
        print(f"  {number}  {kind.title}")
    if left:
        print(f"  {len(kinds) + 1}  Continue the game you left: {left[0].stem}")
    answer = _whole("Number", 1, 1, len(kinds) + bool(left))
    if answer > len(kinds):
        return _table_of(left[0], bots, components)
    kind = kinds[answer - 1]
    counts = sorted(kind.variants)
    players = 2 if 2 in counts else counts[0]
    if len(counts) > 1:
        players = _whole(
            f"How many players ({', '.join(str(count) for count in counts)})", players, counts[0], counts[-1]
        )
    if bots is None and players > 1:
        for level in levels_of(make_game(kind.name, players, None, None, components)):
            print(f"  {level.name:<10} {level.summary}")
        print("  people     another person at this keyboard")
        answer_bots = input(f"Against whom? [{FIRST_OPPONENT}] ").strip() or FIRST_OPPONENT
        levels = answer_bots.split(",")
        bots = None if answer_bots == "people" else ",".join(levels * (players - 1) if len(levels) == 1 else levels)
    return _new_table(make_game(kind.name, players, None, None, components), bots, seed, [])


def _whole(question: str, usual: int, least: int, most: int) -> int:
    while True:
        answer = input(f"{question} [{usual}] ").strip() or str(usual)
        if answer.isdecimal() and least <= int(answer) <= most:
            return int(answer)
        print(f"Please answer with a number from {least} to {most}.")
