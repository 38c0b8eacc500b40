"""The command line. Each command is one file of this package with a function of its name; a new one is a line here.

A file is imported only when its command is called, so it may import what it needs at the top.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from types import ModuleType
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from zoobox.kernel.errors import ZooboxError

COMMANDS = {
    "games": "The games, their player counts, variants and settings.",
    "play": "Play at the terminal: people, bots, or both.",
    "simulate": "Let bots play many games, and count.",
    "arena": "Let bots compete: win shares with intervals, ratings, tests of strength, the ladder.",
    "study": "Analyse many games: seats, length, skill and luck, with plots.",
    "dataset": "Write states, choices and outcomes of many games for learning.",
    "replay": "Check a record by replaying it, show the board, review the game.",
    "puzzles": "Make puzzles from games of bots, check them, list those of a game.",
    "rules": "Look up the rules of a game.",
    "components": "What is in the box; export it, check your own file.",
    "serve": "Run a server at whose tables people, programs and bots play.",
    "site": "Write a folder that plays in browsers without a server.",
    "admin": "Manage the tables of a server: list, inspect, export, prune, back up.",
    "solve": "Solve a game: exact values for perfect play, hints and reviews.",
    "train": "Train a network for a game by self-play.",
    "bench": "How fast the games run, compiled and interpreted.",
    "new-game": "Write a tiny game to start your own from.",
}

SERVICE_COMMANDS = ("serve", "admin", "site")
MOST = 1_000_000_000
"""Of anything that an option can ask for: more is a slip of the finger, or meant to hang."""
BAD_INPUT = 2
INTERRUPTED = 130
USAGE_ERROR: Any = typer.BadParameter.__mro__[2]
"""The base class of what Typer raises for bad arguments; its module differs between versions."""


class Commands(TyperGroup):
    """The commands of the list above; the overview shows them without importing any."""

    overview = False

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            raise ZooboxError(f"there is no command {cmd_name!r}; there is: {', '.join(COMMANDS)}.")
        if self.overview:
            return TyperCommand(cmd_name, help=COMMANDS[cmd_name])
        found = getattr(_module(cmd_name), cmd_name.replace("-", "_"))
        if isinstance(found, typer.Typer):  # a group of commands, such as `zoobox admin`
            return typer.main.get_command(found)
        app = typer.Typer(add_completion=False, rich_markup_mode="markdown")
        app.command(name=cmd_name)(found)
        return typer.main.get_command(app)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        self.overview = True
        try:
            super().format_help(ctx, formatter)
        finally:
            self.overview = False


def _module(command: str) -> ModuleType:
    """The module of a command; raises ZooboxError naming the package that it needs and that is not installed."""
    try:
        return import_module(f"zoobox.cli.{command.replace('-', '_')}")
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("zoobox"):
            raise
        extra = "service" if command in SERVICE_COMMANDS else "lab"
        raise ZooboxError(
            f"`zoobox {command}` needs {missing.name}, which is not installed: pip install 'zoobox[play,{extra}]'"
        ) from None


app = typer.Typer(cls=Commands, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        from zoobox import __version__, speed

        print(f"zoobox {__version__} ({speed.mode()})")
        raise typer.Exit


@app.callback(help="Four zoo board games: play them, simulate them, look up their rules.")
def zoobox(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Options before the commands."""


def main(arguments: list[str] | None = None) -> None:
    """Runs the command line. Bad input is one line and exit code 2, never a traceback."""
    try:
        code = typer.main.get_command(app).main(args=arguments, prog_name="zoobox", standalone_mode=False)
        sys.stdout.flush()
    except ZooboxError as error:
        code = _refuse(str(error))
    except USAGE_ERROR as error:
        code = _refuse(error.format_message()) if error.format_message() else BAD_INPUT
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except BrokenPipeError:  # the reader of the pipe has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except OSError as error:
        code = _refuse(f"{error.filename or 'a file'}: {error.strerror}.")
    sys.exit(code if isinstance(code, int) else 0)


def _refuse(message: str) -> int:
    one_line = " ".join(message.split())
    print(f"zoobox: {one_line}", file=sys.stderr)
    return BAD_INPUT
