"""`zoobox games`"""

from __future__ import annotations

import json
from typing import Any

import typer

from zoobox import games as registry
from zoobox.cli import printing
from zoobox.kernel.game import Game


def games(as_json: bool = typer.Option(False, "--json", help="Print JSON instead of a table.")) -> None:
    """List the games with their player counts, variants and settings.

    The names in the first column are what the other commands want. Settings are given as --set name=value.
    """
    found = [registry.game_class(name) for name in registry.names()]
    if as_json:
        print(json.dumps([_described(game) for game in found], indent=2))
        return
    table = printing.table("name", "title", "players", "variants", "settings (default first)")
    for game in found:
        table.add_row(game.name, game.title, _counts(game), "\n".join(_variants(game)), "\n".join(_settings(game)))
    printing.console().print(table)


def _counts(game: type[Game]) -> str:
    return ", ".join(str(count) for count in sorted(game.variants))


def _variants(game: type[Game]) -> list[str]:
    """Every variant, with its player counts where it is not for all."""
    lines = []
    for variant in dict.fromkeys(variant for variants in game.variants.values() for variant in variants):
        counts = [str(count) for count, variants in game.variants.items() if variant in variants]
        lines.append(variant if len(counts) == len(game.variants) else f"{variant} ({', '.join(counts)})")
    return lines


def _settings(game: type[Game]) -> list[str]:
    return [
        f"{setting.name} = {', '.join(str(option) for option in _default_first(setting.default, setting.options))}"
        for setting in game.offered_settings
    ]


def _default_first(default: Any, options: tuple[Any, ...]) -> list[Any]:
    return [default, *(option for option in options if option != default)]


def _described(game: type[Game]) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "players": sorted(game.variants),
        "variants": {str(count): list(variants) for count, variants in game.variants.items()},
        "settings": {
            setting.name: {
                "default": setting.default,
                "options": list(setting.options),
                "summary": setting.summary,
                "rule": setting.rule,
            }
            for setting in game.offered_settings
        },
    }
