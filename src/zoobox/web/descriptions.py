"""What pages show of a game: its card, its cover, its rules, what is in the box."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from markupsafe import Markup

from zoobox import games
from zoobox.bots.puzzles import any_shipped
from zoobox.drawing.covers import default_cover
from zoobox.drawing.figures import FIGURES
from zoobox.kernel.errors import UnknownGame
from zoobox.kernel.game import Game
from zoobox.kernel.ledger import Rule
from zoobox.web import prose
from zoobox.web.language import texts_under


def is_installed(game: str) -> bool:
    try:
        games.game_class(game)
    except (UnknownGame, ImportError):
        return False
    return True


def game_card(name: str, language: str) -> dict[str, Any]:
    """What a card says about a game."""
    game = games.game_class(name)
    counts = sorted(game.variants)
    texts = texts_under(game.texts.texts, "about.", language)
    return {
        "name": name,
        "title": texts.get("title", game.title),
        "summary": texts.get("summary", ""),
        "players": f"{counts[0]}-{counts[-1]}" if len(counts) > 1 else str(counts[0]),
        "minutes": texts.get("minutes", ""),
        "puzzles": any_shipped(name),
    }


@cache
def usual_game(name: str) -> Game:
    """The game as it is played if nobody asks for anything else."""
    return games.game(name)


@cache
def cover_of(name: str) -> str:
    """The game's own cover, or the default one."""
    draw = getattr(games.game_class(name).board, "cover", default_cover)
    return str(draw())


@cache
def sections(name: str, language: str) -> list[tuple[str, list[tuple[Rule, Markup, Markup]]]]:
    """The ledger by section, each rule with its text as HTML."""
    found: dict[str, list[tuple[Rule, Markup, Markup]]] = {}
    for rule in games.game_class(name).ledger(language).values():
        shown = (rule, Markup(prose.html(rule.text)), Markup(prose.html(rule.ruling) if rule.ruling else ""))
        found.setdefault(rule.section, []).append(shown)
    return list(found.items())


def component_kinds(name: str) -> list[tuple[str, list[dict[str, Any]]]]:
    """What is in the box, kind by kind; each entry with what it says and where it comes from."""
    game: type[Game] = games.game_class(name)
    kinds = []
    for kind, value in game.box().data.items():
        entries = value if isinstance(value, list) else [value]
        kinds.append((kind, [_entry(game, kind, entry) for entry in entries if isinstance(entry, dict)]))
    return kinds


def _entry(game: type[Game], kind: str, entry: dict[str, Any]) -> dict[str, Any]:
    fields = {key: value for key, value in entry.items() if key not in ("provenance", "source", "note")}
    draw = getattr(game.board, "component_figure", None)
    drawn = draw(kind, entry) if draw else None
    if drawn:
        fields.pop("art", None)  # the drawing shows it
    named = [value for given in fields.values() for value in (given if isinstance(given, list) else [given])]
    figures = list(dict.fromkeys(filter(None, map(_figure_named, [*named, kind]))))
    return {
        "provenance": entry["provenance"],
        "source": entry.get("source", ""),
        "note": entry.get("note", ""),
        "fields": {key.replace("_", " "): _short(value) for key, value in fields.items()},
        "figures": [f"{game.name}/{drawn}"] if drawn else figures[:6],
    }


def _figure_named(name: Any) -> str | None:
    """The figure of a thing, whether it is named once or many times."""
    if not isinstance(name, str):
        return None
    return next(
        (found for found in (name, f"{name}s", name.removesuffix("s"), name.removesuffix("es")) if found in FIGURES),
        None,
    )


def _short(value: Any) -> str:
    if isinstance(value, list) and value and all(isinstance(row, str) for row in value):
        return "\n".join(value) if len({len(row) for row in value}) == 1 and len(value[0]) > 1 else ", ".join(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
