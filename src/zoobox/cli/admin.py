"""`zoobox admin`"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from zoobox.cli import MOST, files
from zoobox.service.admin import open_admin, summary_line
from zoobox.service.backup import read_backup, write_backup
from zoobox.service.errors import Unreadable
from zoobox.service.settings import Settings, read_settings
from zoobox.service.storage.database import lock

admin = typer.Typer(
    help="Look after a server: its tables, its people, what is said there; backup, restore, check. Times are UTC.",
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
def inspect(
    table: TableName, database: Database = None, last: Annotated[int, typer.Option(min=0, max=MOST)] = 10
) -> None:
    """Show one table: its seats, its clocks, its latest events."""
    with open_admin(_settings(database)) as database_admin:
        try:
            found = database_admin.table(table)
        except Unreadable as error:
            _show_unreadable(database_admin.raw(table), error, last)
            return
    print(f"{found.game.title}, {found.game.players} players, {found.game.variant}: {found.status}")
    print(f"event {found.number}, moment {found.moment}, waiting for {found.state.waiting if found.state else '-'}")
    for seat, place in enumerate(found.seats):
        bot = f", a {place.bot_in} stands in ({place.bot_reason})" if place.bot_in else ""
        print(f"  seat {seat}: {place.kind} {place.name!r}{f' ({place.level})' if place.level else ''}{bot}")
    for event in found.events[len(found.events) - last :] if last else []:
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime(event.at))
        seat_words = "" if event.seat is None else f" seat {event.seat}"
        print(f"  {event.number:>5}  {when}  {event.kind}{seat_words}")


def _show_unreadable(raw: dict[str, Any], error: Unreadable, last: int) -> None:
    """What can be told of a table that cannot be replayed: the events around the one that is to blame."""
    row, events = raw["table"], raw["events"]
    print(f"{row['game']}, {row['status']}: this table is set aside, because {error}")
    print(f"{len(events)} events; save them with `zoobox admin export {row['id']} --raw`")
    end = next((place for place, event in enumerate(events) if event["number"] == error.event), len(events) - 1) + 2
    for event in events[max(0, end - last) : end] if last else []:
        mark = ">" if event["number"] == error.event else " "
        print(f"{mark} {event['number']:>5}  {event['kind']} seat {event['seat']} {str(event['detail'])[:60]!r}")


@admin.command()
def export(
    table: TableName,
    database: Database = None,
    to: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it there.")] = None,
    raw: Annotated[bool, typer.Option("--raw", help="Its rows as JSON, also where they make no sense.")] = False,
) -> None:
    """Print the record of a table. Of a running game it holds what players must not know."""
    with open_admin(_settings(database)) as database_admin:
        text = json.dumps(database_admin.raw(table), indent=1) + "\n" if raw else database_admin.export(table)
    if raw and to is not None:
        files.write(to, text)
    elif to is None:
        print(text, end="")
    else:
        files.write_record(to, text)


@admin.command()
def prune(
    days: Annotated[
        float, typer.Option(min=0, max=MOST, help="Remove tables at which nothing happened for so many days.")
    ],
    database: Database = None,
    status: Status = None,
    yes: Annotated[bool, typer.Option("--yes", help="Really remove them; otherwise they are only listed.")] = False,
) -> None:
    """Remove tables that nobody has touched for long, with all their events, and people who have no table."""
    with open_admin(_settings(database)) as database_admin:
        rows = database_admin.old(days, status)
        for row in rows:
            print(summary_line(row))
        if yes:
            database_admin.prune([row["id"] for row in rows])
        people = database_admin.people_without_tables(days) if status is None else []
        if yes:
            database_admin.remove_people(people)
    done = "removed" if yes else "would be removed; add --yes to do it"
    print(f"{_counted(len(rows))} {done}")
    if people:
        print(f"{len(people)} people without tables {done}")


DONE_SOON = "a running server does it within seconds; otherwise it is done at the next start"


@admin.command()
def close(table: TableName, database: Database = None) -> None:
    """Close a table for everybody; a game that is running there has no result."""
    with open_admin(_settings(database)) as database_admin:
        database_admin.close(table)
    print(f"{table} is to be closed: {DONE_SOON}.")


@admin.command("remove-line")
def remove_line(
    table: TableName,
    line: Annotated[int, typer.Argument(min=1, help="The number of the line, as `chat` shows it.")],
    database: Database = None,
) -> None:
    """Remove a line of chat."""
    with open_admin(_settings(database)) as database_admin:
        database_admin.remove_line(table, line)
    print(f"line {line} is to be removed: {DONE_SOON}.")


@admin.command()
def chat(table: TableName, database: Database = None) -> None:
    """Show what was said at a table."""
    with open_admin(_settings(database)) as database_admin:
        lines = database_admin.table(table).chat
    for line in lines:
        print(f"{line.number:>5}  {line.name}: {line.text}")


@admin.command()
def people(database: Database = None) -> None:
    """List the people, the latest first: name, when they came, their tables and finished games."""
    with open_admin(_settings(database)) as database_admin:
        rows = database_admin.people()
    for row in rows:
        when = time.strftime("%Y-%m-%d", time.gmtime(row["created"]))
        print(f"{when}  {row['tables']:>4} tables  {row['games']:>4} games  {row['name'] or '(no name)'}")
    print(f"{len(rows)} people")


@admin.command()
def ban(name: Annotated[str, typer.Argument(metavar="NAME")], database: Database = None) -> None:
    """Ban a name: nobody may be called so, and who is called so now may only look."""
    with open_admin(_settings(database)) as database_admin:
        count = database_admin.ban(name)
    print(f"{name!r} is banned, and {count} people with it.")


@admin.command()
def unban(name: Annotated[str, typer.Argument(metavar="NAME")], database: Database = None) -> None:
    """Allow a banned name again."""
    with open_admin(_settings(database)) as database_admin:
        banned = database_admin.unban(name)
    print(f"{name!r} is allowed again." if banned else f"{name!r} was not banned.")


@admin.command()
def announce(
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="What everybody is to read; leave it out to remove it.")
    ] = "",
    database: Database = None,
) -> None:
    """Show a line to everybody on the server."""
    with open_admin(_settings(database)) as database_admin:
        database_admin.announce(text)
    print("announced." if text else "the announcement is removed.")


@admin.command()
def backup(
    to: Annotated[Path, typer.Argument(metavar="FILE", help="A new file; it holds every secret of the server.")],
    database: Database = None,
) -> None:
    """Write everything in the database into one file, while the server runs or not."""
    with open_admin(_settings(database)) as database_admin:
        counts = write_backup(database_admin.reader.engine, to)
    print(f"{to}: {_counted(counts['tables'])}, {counts['events']} events, {counts['people']} people")


@admin.command()
def restore(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `admin backup` wrote.")],
    database: Database = None,
) -> None:
    """Put a backup into an empty database of either kind; stop the server first."""
    settings = _settings(database)
    if settings.sqlite_path is not None:
        lock(settings.sqlite_path).release()
    with open_admin(settings, new=True) as database_admin:
        counts = read_backup(database_admin.reader.engine, source)
    print(f"{_counted(counts.get('tables', 0))}, {counts.get('events', 0)} events, {counts.get('people', 0)} people")


@admin.command()
def check(database: Database = None) -> None:
    """Replay every table and name those that cannot go on."""
    found = 0
    with open_admin(_settings(database)) as database_admin:
        for table, reason in database_admin.problems():
            print(f"{table}  {reason}")
            found += 1
        total = len(database_admin.reader.all_tables())
    print(f"{_counted(total)}, {'all whole' if not found else f'{found} with a problem'}")
    if found:
        raise typer.Exit(1)
