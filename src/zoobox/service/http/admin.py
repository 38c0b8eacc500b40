"""Routes of the host, behind a secret: tables, people, load, bans, announcement, prune, backup."""

from __future__ import annotations

import contextlib
import os
import resource
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import Field

from zoobox.kernel.errors import ZooboxError
from zoobox.service.admin import Admin
from zoobox.service.backup import write_backup
from zoobox.service.errors import Refused
from zoobox.service.host import MAX_ANNOUNCEMENT
from zoobox.service.http.auth import COOKIE_SECONDS, CurrentServer
from zoobox.service.http.schemas import Name, Schema
from zoobox.service.http.tables import TableId, table_summary
from zoobox.service.people import HOST_COOKIE, HOST_SECONDS, MEMBER_COOKIE
from zoobox.service.server import Server

enter = APIRouter(prefix="/api", tags=["host"])
router = APIRouter(prefix="/api/admin", tags=["host"])
SHOWN_TABLES, SHOWN_PEOPLE = 100, 200
BAN_NAME = Annotated[str, Path(max_length=200)]


class Password(Schema):
    password: Annotated[str, Field(max_length=500)]


class HostSecret(Schema):
    secret: Annotated[str, Field(max_length=500)]


class BanRequest(Schema):
    name: Name


class Announcement(Schema):
    text: Annotated[str, Field(max_length=MAX_ANNOUNCEMENT)]


class PruneRequest(Schema):
    days: Annotated[float, Field(ge=0, le=36500)]
    really: bool = False
    """Otherwise it is only told what would be removed."""


def _is_secure(request: Request, server: Server) -> bool:
    return server.settings.secure_cookies or request.url.scheme == "https"


@enter.post("/enter", status_code=204)
async def enter_club(body: Password, request: Request, server: CurrentServer) -> Response:
    """Lets somebody in who knows the password of a closed club."""
    password = server.settings.password
    server.limits.guess()
    if password and not secrets.compare_digest(body.password.encode(), password.encode()):
        raise Refused("password", "That is not the password.")
    response = Response(status_code=204)
    cookie = server.people.make_member_cookie(password)
    secure = _is_secure(request, server)
    response.set_cookie(
        MEMBER_COOKIE, cookie, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure, path="/"
    )
    return response


@router.post("/login", status_code=204)
async def log_in(body: HostSecret, request: Request, server: CurrentServer) -> Response:
    """Makes this browser the host's for twelve hours."""
    secret = server.settings.admin_secret
    if not secret:
        raise Refused("not-found", "This server has no page for its host: ZOOBOX_ADMIN_SECRET is not set.")
    server.limits.guess()
    if not secrets.compare_digest(body.secret.encode(), secret.encode()):
        raise Refused("foreign", "That is not the secret of the host.")
    response = Response(status_code=204)
    cookie, secure = server.people.make_host_cookie(secret), _is_secure(request, server)
    response.set_cookie(
        HOST_COOKIE, cookie, max_age=HOST_SECONDS, httponly=True, samesite="strict", secure=secure, path="/"
    )
    return response


@router.post("/logout", status_code=204)
async def log_out() -> Response:
    response = Response(status_code=204)
    response.delete_cookie(HOST_COOKIE, path="/")
    return response


def is_host(request: Request, server: Server) -> bool:
    return server.people.is_host(request.cookies.get(HOST_COOKIE), server.settings.admin_secret)


async def _admin(request: Request, server: CurrentServer) -> Admin:
    if not server.settings.admin_secret:
        raise Refused("not-found", "This server has no page for its host: ZOOBOX_ADMIN_SECRET is not set.")
    if not is_host(request, server):
        raise Refused("foreign", "Only the host may do that; log in first.")
    return Admin(server.reader)


CurrentAdmin = Annotated[Admin, Depends(_admin)]


@contextlib.contextmanager
def _in_words() -> Iterator[None]:
    """What the administration refuses is a refusal of the request."""
    try:
        yield
    except Refused:
        raise
    except ZooboxError as error:
        raise Refused("malformed", str(error)) from None


async def overview(server: Server, admin: Admin) -> dict[str, Any]:
    """What the host sees: load, tables, people, bans, announcement."""
    rows = await server.read(admin.tables)
    people = await server.read(admin.people)
    counts: dict[str, int] = {}
    for row in rows:
        counts[row["status"]] = counts.get(row["status"], 0) + 1
    return {
        "load": load_of(server),
        "counts": {**counts, "people": len(people)},
        "tables": [{**table_summary(row, None), "last": row["last"]} for row in rows[:SHOWN_TABLES]],
        "people": people[:SHOWN_PEOPLE],
        "bans": await server.read(admin.bans),
        "announcement": server.host.announcement,
    }


def load_of(server: Server) -> dict[str, Any]:
    """How busy this process is."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    kilobytes = used.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    return {
        "process": server.process,
        "tables_in_memory": len(server.live_tables),
        "tables_set_aside": len(server.tables_set_aside),
        "connections": server.limits.connections.total(),
        "events": server.events_committed,
        "commits_waiting": len(server.writer.waiting),
        "bots_waiting": server.bots.waiting,
        "machine_load": round(os.getloadavg()[0], 2),
        "memory_mb": round(kilobytes / 1024),
        "processor_seconds": round(used.ru_utime + used.ru_stime, 1),
    }


@router.get("")
async def get_overview(server: CurrentServer, admin: CurrentAdmin) -> dict[str, Any]:
    """Load, tables, people, bans and the announcement."""
    return await overview(server, admin)


@router.get("/tables/{table}/chat")
async def get_chat(table: TableId, server: CurrentServer, admin: CurrentAdmin) -> dict[str, Any]:
    """What was said at a table."""
    return {"chat": [line.as_dict() for line in (await server.find_table(table)).table.chat]}


@router.post("/tables/{table}/close", status_code=204)
async def close_table(table: TableId, server: CurrentServer, admin: CurrentAdmin) -> Response:
    """Closes a table within a second or two; a game that is running there has no result."""
    with _in_words():
        await server.read(admin.close, table)
    return Response(status_code=204)


@router.delete("/tables/{table}/chat/{line}", status_code=204)
async def remove_line(
    table: TableId, line: Annotated[int, Path(ge=1, le=2**31 - 1)], server: CurrentServer, admin: CurrentAdmin
) -> Response:
    """Removes a line of chat within a second or two."""
    with _in_words():
        await server.read(admin.remove_line, table, line)
    return Response(status_code=204)


@router.post("/bans")
async def ban(body: BanRequest, server: CurrentServer, admin: CurrentAdmin) -> dict[str, Any]:
    """Bans a name, and the people who are called so now."""
    with _in_words():
        return {"name": body.name, "people": await server.read(admin.ban, body.name)}


@router.delete("/bans/{name}", status_code=204)
async def unban(name: BAN_NAME, server: CurrentServer, admin: CurrentAdmin) -> Response:
    """Allows a name again."""
    await server.read(admin.unban, name)
    return Response(status_code=204)


@router.put("/announcement", status_code=204)
async def announce(body: Announcement, server: CurrentServer, admin: CurrentAdmin) -> Response:
    """Shows a line to everybody; an empty one removes it."""
    with _in_words():
        await server.read(admin.announce, body.text)
    return Response(status_code=204)


@router.post("/prune")
async def prune(body: PruneRequest, server: CurrentServer, admin: CurrentAdmin) -> dict[str, Any]:
    """Removes tables that nobody has touched for so many days, and people without tables; or tells how many."""
    rows = await server.read(admin.old, body.days)
    people = await server.read(admin.people_without_tables, body.days)
    if body.really:
        await server.read(admin.prune, [row["id"] for row in rows])
        await server.read(admin.remove_people, people)
    return {"tables": len(rows), "people": len(people), "removed": body.really}


@router.get("/backup")
async def backup(server: CurrentServer, admin: CurrentAdmin) -> Response:
    """Everything in the database as one file, for `zoobox admin restore`. It holds every secret of the server."""
    content = await server.read(_backup, admin)
    name = time.strftime("zoobox-%Y-%m-%d.backup", time.gmtime())
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type="application/gzip", headers=headers)


def _backup(admin: Admin) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = FilePath(folder) / "backup"
        write_backup(admin.reader.engine, path)
        return path.read_bytes()
