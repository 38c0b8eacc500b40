"""`zoobox components`"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from zoobox import games as registry
from zoobox.cli import files, printing
from zoobox.cli.options import GameName, naming_file, read_components
from zoobox.kernel.components import NOT_PLAYED, Components
from zoobox.kernel.errors import ZooboxError
from zoobox.kernel.game import Game

WIDEST = 60


def components(
    game: GameName,
    export: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the component file there, to be edited; `-` prints it.")
    ] = None,
    check: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Say whether a component file fits the game.")
    ] = None,
) -> None:
    """Show what is in the box, and where each fact comes from.

    If your box differs, export the file, enter what your box holds, check it, and play with
    `zoobox play GAME --components FILE`. An existing file is never overwritten.
    """
    kind = registry.game_class(game)
    if export is not None and check is not None:
        raise ZooboxError("--export and --check do not go together.")
    if export is not None:
        _export(kind.box(), export)
    elif check is not None:
        _check(kind, check)
    else:
        _show(kind)


def _export(box: Components, path: Path) -> None:
    if path == files.PIPE:
        print(box.text, end="")
        return
    if path.exists():
        raise ZooboxError(f"{path} exists; it is not overwritten.")
    files.write(path, box.text)
    print(f"Written to {path}.")


def _check(kind: type[Game], path: Path) -> None:
    """Opens the box for every player count and variant."""
    box = read_components(path)
    with naming_file(path):
        for players, variants in kind.variants.items():
            for variant in variants:
                kind(players, variant, None, box)
    same = box.fingerprint == kind.box().fingerprint
    note = "it plays like the one that comes with Zoobox" if same else f"its fingerprint is {box.fingerprint}"
    print(f"{path} fits {kind.title}; {note}.")


def _show(kind: type[Game]) -> None:
    box = kind.box()
    console = printing.console()
    console.print(f"{kind.title} ({box.fingerprint})", style="bold")
    table = printing.table("entry", "what", "from")
    for name, index, entry in box.all_entries():
        values = ", ".join(f"{key} {_short(value)}" for key, value in entry.items() if key not in NOT_PLAYED)
        table.add_row(name if index is None else f"{name} {index + 1}", values, entry["provenance"])
    console.print(table)
    counts = ", ".join(f"{count} {provenance}" for provenance, count in box.provenance_counts().items() if count)
    console.print(f"{counts}; the file gives the sources.")


def _short(value: Any) -> str:
    text = ", ".join(str(item) for item in value) if isinstance(value, list) else str(value)
    return text if len(text) <= WIDEST else f"{text[: WIDEST - 1]}…"
