"""`zoobox admin`"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Literal

import typer

from zoobox.cli import files
from zoobox.service.admin import open_admin, summary_line
from zoobox.service.settings import Settings, read_settings

admin = typer.Typer(
    help="ViewOptions after the tables of a server: list, inspect, export, prune. Times are UTC.",
    no_args_is_help=True,
    add_completion=False,
)
Database = Annotated[
    str | None, typer.Option(metavar="URL", help="sqlite:///FILE or postgresql://...  [default: as for serve]")
]
Status = Annotated[
    Literal["open", "running", "over", "record"] | None,
    typer.Option(help="Only tables that are open, running, over, or a record."),
]
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table, as `list` shows it.")]


def _settings(database: str | None) -> Settings:
    return read_settings(database=database)


def _counted(tables: int) -> str:
    return "1 table" if tables == 1 else f"{tables} tables"


@admin.command("list")
def list_tables(database: Database = None, status: Status = None) -> None:
    """List the tables, the liveliest first."""
    with open_admin(_settings(database)) as database_admin:
        rows = database_admin.tables(status)
    for row in rows:
        print(summary_line(row))
    print(_counted(len(rows)))


@admin.command()
def inspect(table: TableName, database: Database = None, last: Annotated[int, typer.Option(min=0)] = 10) -> None:
    """Show one table: its seats, its clocks, its latest events."""
    with open_admin(_settings(database)) as database_admin:
        found = database_admin.table(table)
    print(f"{found.game.title}, {found.game.players} players, {found.game.variant}: {found.status}")
    print(f"event {found.number}, moment {found.moment}, waiting for {found.state.waiting if found.state else '-'}")
    for seat, place in enumerate(found.seats):
        bot = f", a {place.bot_in} stands in ({place.bot_reason})" if place.bot_in else ""
        print(f"  seat {seat}: {place.kind} {place.name!r}{f' ({place.level})' if place.level else ''}{bot}")
    for event in found.events[len(found.events) - last :] if last else []:
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(event.at))
        seat_words = "" if event.seat is None else f" seat {event.seat}"
        print(f"  {event.number:>5}  {when}  {event.kind}{seat_words}")


@admin.command()
def export(
    table: TableName,
    database: Database = None,
    to: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it there.")] = None,
) -> None:
    """Print the record of a table. Of a running game it holds what players must not know."""
    with open_admin(_settings(database)) as database_admin:
        text = database_admin.export(table)
    if to is None:
        print(text, end="")
    else:
        files.write_record(to, text)


@admin.command()
def prune(
    days: Annotated[float, typer.Option(min=0, help="Remove tables at which nothing happened for so many days.")],
    database: Database = None,
    status: Status = None,
    yes: Annotated[bool, typer.Option("--yes", help="Really remove them; otherwise they are only listed.")] = False,
) -> None:
    """Remove tables that nobody has touched for long, with all their events."""
    with open_admin(_settings(database)) as database_admin:
        rows = database_admin.old(days, status)
        for row in rows:
            print(summary_line(row))
        if yes:
            database_admin.prune([row["id"] for row in rows])
    print(f"{_counted(len(rows))} {'removed' if yes else 'would be removed; add --yes to do it'}")
