"""Pages of the coach: the review of a finished game, and puzzles."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from zoobox.bots import puzzles
from zoobox.service.errors import Refused
from zoobox.service.http.auth import CurrentServer
from zoobox.service.http.tables import installed_games
from zoobox.web.descriptions import game_card
from zoobox.web.language import language_of
from zoobox.web.pages import not_found, page

router = APIRouter(include_in_schema=False)


@router.get("/tables/{table}/review")
async def review(request: Request, table: str, server: CurrentServer) -> HTMLResponse:
    """The review of a finished game; it can be shared by its link."""
    try:
        shown = (await server.live_table(table)).table
    except Refused:
        return not_found(request)
    if not shown.revealed:
        return not_found(request)
    return page(request, "review.html", table=table, title=game_card(shown.game.name, language_of(request))["title"])


@router.get("/puzzles")
def all_puzzles(request: Request) -> HTMLResponse:
    language = language_of(request)
    games = [game_card(game.name, language) for game in installed_games() if puzzles.any_shipped(game.name)]
    return page(request, "puzzles.html", games=games, puzzle=None)


@router.get("/puzzles/{puzzle}")
def one_puzzle(request: Request, puzzle: str) -> HTMLResponse:
    if puzzle not in puzzles.all_shipped():
        return not_found(request)
    return page(request, "puzzles.html", games=[], puzzle=puzzle)
