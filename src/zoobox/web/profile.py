"""The page of a person about themselves."""

from __future__ import annotations

import time
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from zoobox.service.http.auth import CurrentRequester, CurrentServer
from zoobox.service.profile import profile_of
from zoobox.service.tables.table import name_in
from zoobox.web.descriptions import game_card, is_installed
from zoobox.web.language import language_of, say
from zoobox.web.pages import DATES, page

router = APIRouter(include_in_schema=False)


@router.get("/me")
async def me(request: Request, requester: CurrentRequester, server: CurrentServer) -> HTMLResponse:
    """History, results, ratings and puzzles; export and deletion."""
    language = language_of(request)
    person = requester.person
    profile = await profile_of(server, person) if person is not None else None
    if profile is not None:
        for row in (*profile["games"], *profile["levels"], *profile["history"]):
            row["title"] = _title(row["game"], language)
        for row in profile["levels"]:
            row["level"] = name_in(row["level"].capitalize(), row["level"], language)
        for row in profile["history"]:
            row["date"] = time.strftime(DATES[language], time.localtime(row["at"]))
            row["names"] = ", ".join(_name(one, language) for one in row["opponents"])
    return page(request, "profile.html", profile=profile)


def _title(game: str, language: str) -> str:
    return str(game_card(game, language)["title"]) if is_installed(game) else game


def _name(opponent: dict[str, Any], language: str) -> str:
    return name_in(opponent["name"], opponent["level"], language) or say(language, "profile.nameless")
