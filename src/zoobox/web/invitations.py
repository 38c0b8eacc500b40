"""Invitations: what is played and by whom, a link that others can reach, its QR code, its preview elsewhere."""

from __future__ import annotations

import io
import ipaddress
import socket
from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from zoobox.kernel.game import Game
from zoobox.service.http.auth import CurrentServer
from zoobox.service.http.tables import TableId
from zoobox.service.settings import Settings
from zoobox.service.tables.clocks import ClockRule
from zoobox.service.tables.table import Table
from zoobox.web.descriptions import cover_of, game_card, is_installed
from zoobox.web.language import language_of, say, texts_under

router = APIRouter(include_in_schema=False)
EVERYWHERE = ("0.0.0.0", "::", "")
PREVIEW_WIDTH = 1200
QR_SCALE, QR_BORDER = 4, 2
TIMES = ((86400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds"))
SOMEWHERE = ("192.0.2.1", 9)
"""An address for documentation: asking for the way there tells our own address and sends nothing."""


@router.get("/tables/{table}/invitation")
async def invitation(request: Request, table: TableId, server: CurrentServer) -> JSONResponse:
    """The link for others, whether they can reach it, and what is played."""
    shown = (await server.live_table(table)).table
    address = reachable_address(request, server.settings)
    base = address or str(request.base_url).rstrip("/")
    return JSONResponse(
        {
            "link": f"{base}/tables/{table}",
            "reachable": address is not None,
            "settings": settings_words(shown, language_of(request)),
        }
    )


@router.get("/tables/{table}/qr.svg")
async def qr_code(request: Request, table: TableId, server: CurrentServer) -> Response:
    """The link as a QR code."""
    await server.live_table(table)
    base = reachable_address(request, server.settings) or str(request.base_url).rstrip("/")
    import segno  # the static edition has no use for it, and does not bring it

    svg = io.BytesIO()
    segno.make(f"{base}/tables/{table}", micro=False).save(svg, kind="svg", scale=QR_SCALE, border=QR_BORDER)
    return Response(svg.getvalue(), media_type="image/svg+xml")


@router.get("/covers/{game}.png")
def cover_picture(game: str) -> Response:
    """The cover as pages elsewhere show it beside a link."""
    if not is_installed(game):
        return Response("There is no such game.", 404, media_type="text/plain")
    return Response(_cover_png(game), media_type="image/png", headers={"Cache-Control": "public, max-age=3600"})


@cache
def _cover_png(game: str) -> bytes:
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=cover_of(game), width=PREVIEW_WIDTH))


def preview(request: Request, table: Table, settings: Settings) -> dict[str, str]:
    """What a messenger shows beside the link of a table."""
    language = language_of(request)
    base = reachable_address(request, settings) or str(request.base_url).rstrip("/")
    title = game_card(table.game.name, language)["title"]
    host = next((seat.name for seat in table.seats if seat.person == table.setup.owner and seat.name), "")
    invited = table.status == "open" and host
    return {
        "title": say(language, "client.invited", game=title, name=host) if invited else str(title),
        "words": settings_words(table, language),
        "link": f"{base}/tables/{table.id}",
        "picture": f"{base}/covers/{table.game.name}.png",
    }


def reachable_address(request: Request, settings: Settings) -> str | None:
    """Where others can reach this server; None if it listens to this computer only."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    if not _is_local(request.url.hostname or ""):
        return str(request.base_url).rstrip("/")
    own = _own_address() if settings.host in EVERYWHERE else None
    return f"{request.url.scheme}://{own}:{request.url.port or settings.port}" if own else None


def _is_local(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _own_address() -> str | None:
    """The address of this computer in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return None


def settings_words(table: Table, language: str) -> str:
    """Players, variant, clock, hints, and every setting that is not the usual one."""
    game = table.game
    kind: type[Game] = type(game)
    variants = texts_under(kind.texts.texts, "variant.", language)
    players = say(language, "setup.alone") if game.players == 1 else say(language, "setup.count", count=game.players)
    words = [players]
    if len(kind.variants[game.players]) > 1:
        words.append(variants.get(game.variant, game.variant))
    words.append(clock_words(table.setup.clock, language))
    words.append(say(language, "setup.with_hints" if table.setup.hints else "setup.without_hints"))
    chosen = game.configuration()["settings"]
    summaries = texts_under(kind.texts.texts, "setting.", language)
    options = texts_under(kind.texts.texts, "option.", language) | {
        "true": say(language, "setup.on"),
        "false": say(language, "setup.off"),
    }
    for setting in kind.offered_settings:
        if setting.name in chosen and chosen[setting.name] != setting.default:
            option = str(chosen[setting.name]).lower()
            words.append(f"{summaries.get(setting.name, setting.summary)}: {options.get(option, option)}")
    return " · ".join(words)


def clock_words(rule: ClockRule | None, language: str) -> str:
    """A clock in words."""
    if rule is None:
        return say(language, "clock.none")
    time = time_words(rule.seconds, language)
    if rule.kind == "decision":
        words = say(language, "clock.per_decision", time=time)
    else:
        words = say(language, "clock.per_game", time=time, increment=f"{rule.increment:g}")
    return f"{words}; {say(language, f'policy.{rule.policy}')}"


def time_words(seconds: float, language: str) -> str:
    """So many days, hours, minutes or seconds."""
    unit, name = next(((unit, name) for unit, name in TIMES if seconds >= unit and seconds % unit == 0), TIMES[-1])
    count = seconds / unit
    return say(language, f"time.{name}" if count != 1 else f"time.one_{name}", count=f"{count:g}")


def words_of(values: dict[str, Any] | None, language: str) -> str:
    """The clock of a table in a list."""
    return clock_words(ClockRule.read(values), language)
