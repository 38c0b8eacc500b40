"""The page of the host, and the door of a closed club. Only a server has them."""

from __future__ import annotations

import time
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from zoobox.service.admin import Admin
from zoobox.service.errors import Refused
from zoobox.service.http.admin import is_host, overview
from zoobox.service.http.auth import CurrentServer
from zoobox.web.descriptions import game_card, is_installed
from zoobox.web.language import language_of
from zoobox.web.pages import DATES, not_found, page, safe_path

router = APIRouter(include_in_schema=False)


@router.get("/admin")
async def admin_page(request: Request, server: CurrentServer) -> HTMLResponse:
    """Tables, people, load, bans and announcement; who is not the host is asked for the secret."""
    if not server.settings.admin_secret:
        return not_found(request)
    if not is_host(request, server):
        return page(request, "admin_login.html", 401)
    language = language_of(request)
    found = await overview(server, Admin(server.reader))
    for row in found["tables"]:
        row["title"] = game_card(row["game"], language)["title"] if is_installed(row["game"]) else row["title"]
        row["date"] = _date(row["last"], language)
        row["names"] = ", ".join(seat["name"] or seat["kind"] for seat in row["seats"])
    for row in found["people"]:
        row["date"] = _date(row["created"], language)
    return page(request, "admin.html", **found)


@router.get("/admin/tables/{table}")
async def admin_table(request: Request, table: str, server: CurrentServer) -> HTMLResponse:
    """What was said at a table, with a button to remove each line."""
    if not is_host(request, server):
        return not_found(request)
    try:
        shown = (await server.find_table(table)).table
    except Refused:
        return not_found(request)
    title = game_card(shown.game.name, language_of(request))["title"]
    return page(request, "admin_table.html", table=shown.id, title=title, chat=shown.chat)


@router.get("/enter")
async def door(request: Request, server: CurrentServer) -> HTMLResponse:
    """Asks for the password of a closed club."""
    if not server.settings.password:
        return not_found(request)
    return page(request, "enter.html", back=safe_path(request.query_params.get("back", "/")))


def _date(at: Any, language: str) -> str:
    return time.strftime(DATES[language], time.localtime(at))
