"""The pages, and what they need: texts, figures, covers, the manifest."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from fastapi.staticfiles import StaticFiles
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from zoobox import games
from zoobox.drawing.figures import FIGURES
from zoobox.drawing.palette import SEATS
from zoobox.drawing.svg import document
from zoobox.kernel.components import PROVENANCES
from zoobox.kernel.ledger import ledger_path
from zoobox.kernel.lesson import lesson
from zoobox.kernel.text import LANGUAGES
from zoobox.service.errors import Refused
from zoobox.service.http.auth import CurrentServer, server_of
from zoobox.service.http.tables import installed_games
from zoobox.service.server import Server
from zoobox.web import invitations, prose
from zoobox.web.descriptions import component_kinds, cover_of, game_card, is_installed, sections, usual_game
from zoobox.web.language import (
    LANGUAGE_COOKIE,
    THEME_COOKIE,
    THEMES,
    client_texts,
    language_of,
    say,
    texts_under,
    theme_of,
)

FOLDER = Path(__file__).parent
YEAR_SECONDS = 365 * 24 * 3600
SVG = "image/svg+xml"
RULES_PICTURES = ledger_path("pictures").with_suffix("")
PICTURE_NAME = re.compile(r"[a-z0-9-]+")
DATES = {"en": "%d/%m/%Y", "de": "%d.%m.%Y"}

router = APIRouter(include_in_schema=False)
templates = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=select_autoescape(default=True),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
templates.globals["edition"] = "server"  # the static edition says "static"; templates leave out what needs a server


def add_static_files(app: FastAPI) -> None:
    """Serves the browser modules, the style sheet and the icons."""
    app.mount("/static", StaticFiles(directory=FOLDER / "static"), name="static")


@router.get("/tables/{table}")
async def table(request: Request, table: str, server: CurrentServer) -> HTMLResponse:
    return await _table_page(request, "table.html", table, server)


@router.get("/tables/{table}/replay")
async def replay(request: Request, table: str, server: CurrentServer) -> HTMLResponse:
    return await _table_page(request, "replay.html", table, server)


async def _table_page(request: Request, template: str, table: str, server: Server) -> HTMLResponse:
    """A page of a table, or the page for bad links."""
    shown = None
    try:
        shown = (await server.live_table(table)).table
    except Refused as refusal:
        if refusal.code == "no-table":
            return not_found(request)
    linked = shown is not None and templates.globals["edition"] == "server"
    preview = invitations.preview(request, shown, server.settings) if shown is not None and linked else None
    return page(request, template, table=table, preview=preview)


@router.get("/recover/{token}")
def recover(request: Request, token: str) -> HTMLResponse:
    """The recovery link of a person: a button, so that a preview of the link does not use it."""
    return page(request, "recover.html", token=token)


@router.get("/learn/{game}")
def learn(request: Request, game: str) -> HTMLResponse:
    if not is_installed(game):
        return not_found(request)
    told = lesson(games.game_class(game))
    return page(
        request,
        "learn.html",
        game=game_card(game, language_of(request)),
        minutes=told.minutes if told else 0,
        done="done" in request.query_params,
    )


@router.get("/rules")
def all_rules(request: Request) -> HTMLResponse:
    language = language_of(request)
    return page(request, "rules_index.html", games=[game_card(game.name, language) for game in installed_games()])


@router.get("/rules/{game}")
def rules(request: Request, game: str) -> HTMLResponse:
    if not is_installed(game):
        return not_found(request)
    language = language_of(request)
    begins = Markup(prose.html(games.game_class(game).introduction(language)))
    found = sections(game, language)
    return page(request, "rules.html", game=game_card(game, language), introduction=begins, sections=found)


@router.get("/rules/pictures/{name}.svg")
def rules_picture(name: str) -> Response:
    """A picture of a rules page."""
    path = RULES_PICTURES / f"{name}.svg"
    if not PICTURE_NAME.fullmatch(name) or not path.exists():
        return Response("There is no such picture.", 404, media_type="text/plain")
    return Response(path.read_bytes(), media_type=SVG, headers=_cached())


@router.get("/components/{game}")
def components(request: Request, game: str) -> HTMLResponse:
    if not is_installed(game):
        return not_found(request)
    box = games.game_class(game).box()
    return page(
        request,
        "components.html",
        game=game_card(game, language_of(request)),
        kinds=component_kinds(game),
        counts=box.provenance_counts(),
        provenances=PROVENANCES,
    )


@router.get("/about")
def about(request: Request) -> HTMLResponse:
    return page(request, "about.html")


@router.get("/settings/language/{language}")
def choose_language(request: Request, language: str) -> Response:
    return _remember(request, LANGUAGE_COOKIE, language if language in LANGUAGES else LANGUAGES[0])


@router.get("/settings/theme/{theme}")
def choose_theme(request: Request, theme: str) -> Response:
    return _remember(request, THEME_COOKIE, theme if theme in THEMES else THEMES[0])


def _remember(request: Request, cookie: str, value: str) -> Response:
    """Back to the page the person came from, with the choice in a cookie."""
    response = RedirectResponse(safe_path(request.query_params.get("back", "/")), status_code=303)
    response.set_cookie(cookie, value, max_age=YEAR_SECONDS, samesite="lax")
    return response


def safe_path(path: str) -> str:
    """A path of this site, whatever an address says."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) else "/"


@router.get("/words/{game}")
def words(request: Request, game: str) -> JSONResponse:
    """What the browser needs to know about a game: its title, lessons, colours of the seats."""
    if not is_installed(game):
        return JSONResponse({"error": {"code": "unknown-game", "reason": "There is no such game."}}, 404)
    language = language_of(request)
    texts = games.game_class(game).texts
    return JSONResponse(
        {
            "title": game_card(game, language)["title"],
            "lessons": texts_under(texts.texts, "learn.", language),
            "score": texts_under(texts.texts, "score.", language),
            "seats": SEATS,
        }
    )


@router.get("/figures/{name}.svg")
def figure(name: str) -> Response:
    """One figure as a file."""
    if name not in FIGURES:
        return Response("There is no such figure.", 404, media_type="text/plain")
    return Response(document(100, 100, FIGURES[name](), name), media_type=SVG, headers=_cached())


@router.get("/figures/{game}/{name}.svg")
def piece(game: str, name: str) -> Response:
    """A piece that only one game has, such as a tile."""
    draw = getattr(games.game_class(game).board, "figure", None) if is_installed(game) else None
    drawn = draw(usual_game(game), name) if draw else None
    if drawn is None:
        return Response("There is no such figure.", 404, media_type="text/plain")
    return Response(drawn, media_type=SVG, headers=_cached())


@router.get("/covers/{game}.svg")
def cover(game: str) -> Response:
    """The cover of a game."""
    if not is_installed(game):
        return Response("There is no such game.", 404, media_type="text/plain")
    return Response(cover_of(game), media_type=SVG, headers=_cached())


@router.get("/manifest.webmanifest")
def manifest(request: Request) -> Response:
    language = language_of(request)
    content = {
        "name": "Zoobox",
        "short_name": "Zoobox",
        "description": say(language, "lobby.tagline"),
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#efe5d2",
        "theme_color": "#4d7d46",
        "icons": [
            {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
            {"src": "/static/icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any maskable"},
            {"src": "/static/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any maskable"},
        ],
    }
    return Response(json.dumps(content), media_type="application/manifest+json")


@router.get("/push-worker.js")
def push_worker() -> Response:
    """The service worker of alerts; it has to be at the root to belong to every page."""
    script = (FOLDER / "static" / "push-worker.js").read_text()
    return Response(script, media_type="text/javascript", headers={"cache-control": "no-cache"})


@router.get("/api/docs")
def api_reference(request: Request) -> HTMLResponse:
    """The routes as a person reads them, from the OpenAPI document that programs read."""
    document: dict[str, Any] = request.app.openapi()
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            entry = {"path": path, "method": method.upper(), **operation}
            groups.setdefault(operation.get("tags", ["other"])[0], []).append(entry)
    return page(
        request,
        "api.html",
        groups=groups,
        description=document["info"]["description"],
        schemas=document["components"]["schemas"],
        type_words=schema_type,
    )


def schema_type(schema: dict[str, Any]) -> str:
    """The type that a JSON schema describes, in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(schema_type(option) for option in schema["anyOf"])
    if "enum" in schema or "const" in schema:
        return " or ".join(repr(value) for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {schema_type(schema.get('items', {}))}"
    return str(schema.get("type", "anything"))


def page(request: Request, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A page in the person's language and theme."""
    language = language_of(request)
    address = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    values = {"announcement": server_of(request).host.announcement, **values}
    html = templates.get_template(template).render(
        language=language,
        languages=LANGUAGES,
        theme=theme_of(request),
        here=address,
        say=lambda key, **gaps: say(language, key, **gaps),
        texts=Markup(json.dumps(client_texts(language), ensure_ascii=False).replace("<", "\\u003c")),
        **values,
    )
    return HTMLResponse(html, status, headers={"cache-control": "private, no-cache"})  # it may show a person's tables


def not_found(request: Request) -> HTMLResponse:
    """The page for bad links."""
    return page(request, "not_found.html", 404)


def _cached() -> dict[str, str]:
    return {"Cache-Control": "public, max-age=3600"}
