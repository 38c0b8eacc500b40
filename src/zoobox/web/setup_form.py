"""The form for setting up a table: players, variant, seats, clock and settings of one game."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from zoobox import games
from zoobox.bots import levels_of
from zoobox.drawing.palette import SEATS
from zoobox.kernel.game import Game
from zoobox.service.tables.clocks import POLICIES
from zoobox.web.descriptions import game_card, is_installed
from zoobox.web.language import language_of, say, texts_under
from zoobox.web.pages import not_found, page

CLOCKS: dict[str, Any] = {
    "none": None,
    "30": {"kind": "decision", "seconds": 30},
    "120": {"kind": "decision", "seconds": 120},
    "game": {"kind": "game", "seconds": 900, "increment": 5},
    "day": {"kind": "decision", "seconds": 86400},
    "days": {"kind": "decision", "seconds": 3 * 86400},
    "week": {"kind": "decision", "seconds": 7 * 86400},
}
DEFAULT_PLAYERS = 2
DEFAULT_LEVEL = "curator"

router = APIRouter(include_in_schema=False)


@router.get("/setup/{game}")
def setup(request: Request, game: str, players: Annotated[int | None, Query()] = None) -> HTMLResponse:
    """The form for so many players, to be put into the lobby."""
    if not is_installed(game):
        return not_found(request)
    kind: type[Game] = games.game_class(game)
    language = language_of(request)
    counts = sorted(kind.variants)
    if players not in counts:
        players = DEFAULT_PLAYERS if DEFAULT_PLAYERS in counts else counts[0]
    levels = [level.name for level in levels_of(kind(players))]
    variants = texts_under(kind.texts.texts, "variant.", language)
    return page(
        request,
        "setup.html",
        game=game_card(game, language),
        counts=counts,
        players=players,
        variants=[(name, variants.get(name, name)) for name in kind.variants[players]],
        clocks=[(json.dumps(clock), say(language, f"clock.{name}")) for name, clock in CLOCKS.items()],
        policies=[(policy, say(language, f"policy.{policy}")) for policy in POLICIES],
        colours=SEATS,
        levels=[(name, say(language, f"level.{name}")) for name in levels],
        usual=DEFAULT_LEVEL,
        settings=settings(kind, language),
    )


def settings(kind: type[Game], language: str) -> list[dict[str, Any]]:
    """The settings of a game in words, each with its options and the default."""
    texts = texts_under(kind.texts.texts, "setting.", language)
    options = texts_under(kind.texts.texts, "option.", language) | {
        "true": say(language, "setup.on"),
        "false": say(language, "setup.off"),
    }
    return [
        {
            "name": setting.name,
            "summary": texts.get(setting.name, setting.summary),
            "options": [(json.dumps(option), options.get(_key(option), _key(option))) for option in setting.options],
            "usual": json.dumps(setting.default),
        }
        for setting in kind.offered_settings
    ]


def _key(option: Any) -> str:
    """What an option is called in the catalogue."""
    return str(option).lower()
