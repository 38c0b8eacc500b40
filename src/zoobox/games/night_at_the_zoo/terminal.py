"""The picture of a view for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zoobox.games.night_at_the_zoo.layout import *
from zoobox.games.night_at_the_zoo.pieces import action_phrase, gate_of
from zoobox.kernel.text import Phrase

WIDTH = 15
ARROWS = {"n": "^", "e": ">", "s": "v", "w": "<"}
STEPS_OUT = {"s": (-1, 0), "w": (0, 1), "n": (1, 0), "e": (0, -1)}
"""From the space an entrance leads to out to the entrance, by the direction that leads inward."""


def text(game: Any, view: Mapping[str, Any], language: str) -> str:
    """The table above, then a board for each seat: tiles and printed actions, with the figures on them."""
    return "\n".join([*_table(game, view, language), *_boards(game, view, language)])


# The table.


def _table(game: Any, view: Mapping[str, Any], language: str) -> list[str]:
    say = _speaker(game, language)
    first = "Leo" if view["first"] == "leo" else f"Zoo {view['first'] + 1}"
    lines = [f"Round {view['round']}, draft {view['draft']} of 15, {view['phase']}; first player: {first}"]
    for animal in view["animals"]:
        points = ", ".join(str(number) for number in animal["points"])
        name = say(f"animal.{animal['animal']}")
        lines.append(f"  {animal['slot']} {name:<13} home, by {animal['by']}: {points}")
    for number, tile in enumerate(view["market"], 1):
        lines.append(f"  market {number}  {_tile(say, tile)}")
    row = ", ".join(say(f"terrain.{tile['terrain']}") for tile in view["leftover"]) or "-"
    leading = f" (leading: {say('terrain.' + view['leftover_terrain'])})" if view["leftover_terrain"] else ""
    lines.append(f"  leftover  {row}{leading}")
    supply = ", ".join(f"{say(f'terrain.{name}')} {count}" for name, count in view["supply"].items())
    lines.append(f"  bonus tiles: {supply}; deck: {view['deck']}")
    if view["leo"]:
        lines.append(_leo(view["leo"]))
    if view["reconstructed"]:
        kinds = ", ".join(name.replace("_", " ") + "s" for name in view["reconstructed"])
        lines.append(f"  not as printed but reconstructed: {kinds}")
    return lines


def _leo(leo: Mapping[str, Any]) -> str:
    last = leo["last"]
    told = f"{'-'.join(last['priority'])}{', shuffle' if last['shuffle'] else ''}" if last else "none yet"
    return f"  Leo: last tile {told}; {leo['face_down']} face down"


def _tile(say: Any, tile: Mapping[str, Any] | None) -> str:
    """`rocks: Discover | 2 points`."""
    if tile is None:
        return "-"
    terrain = say(f"terrain.{tile['terrain']}")
    if tile["bonus"]:
        return f"{terrain} (bonus tile)"
    actions = [say(action_phrase(name, number)) for name, number in tile["symbols"]]
    if tile["food"]:
        actions.append(say(f"food.{tile['food']}"))
    return f"{terrain}: {' | '.join(actions)}"


def _speaker(game: Any, language: str) -> Any:
    def say(what: str | Phrase) -> str:
        phrase = Phrase(what) if isinstance(what, str) else what
        if phrase.key not in game.texts.texts:  # a food of one's own component file
            return phrase.key.partition(".")[2]
        return str(game.texts.say(phrase, language))

    return say


# The boards.


def _boards(game: Any, view: Mapping[str, Any], language: str) -> list[str]:
    say = _speaker(game, language)
    lines = []
    for seat, board in enumerate(view["boards"]):
        turn = ">" if seat in view["waiting"] else " "
        note = "  (finished)" if board["finished"] else ""
        if view["simultaneous"] and seat != view["seat"]:
            note += "  (as at the start of this phase)"
        lines += ["", f"{turn} Zoo {seat + 1}   {board['points']} points, {board['home']} home{note}"]
        lines += _grid(game, board, say)
        held = [f"drafted: {_tile(say, board['drafted'])}"] if board["drafted"] else []
        held += [f"in hand: {_tile(say, board['hand'])}"] if board["hand"] else []
        held += [f"warehouse {slot}: {_tile(say, tile)}" for slot, tile in enumerate(board["warehouse"], 1)]
        lines += [f"    {line}" for line in held]
        home = [_figure(name, figure) for name, figure in board["figures"].items() if figure["at"] == "home"]
        if home:
            lines.append(f"    home: {', '.join(home)}")
    if view["rating"]:
        lines += ["", f"Rating: {view['rating']}"]
    return lines


def _grid(game: Any, board: Mapping[str, Any], say: Any) -> list[str]:
    """Seven by seven cells of three lines: the ring holds the entrances."""
    cells = [[[""] * 3 for _ in range(7)] for _ in range(7)]
    for index, name in enumerate(SPACE_NAMES):
        row, column = divmod(index, 5)
        cells[row + 1][column + 1] = _space(game, board, name, say)
    for entry in game.components.entries("entrance"):
        row, column = divmod(SPACE_NAMES.index(entry["leads_to"]), 5)
        out = STEPS_OUT[entry["inward"]]
        cells[row + 1 + out[0]][column + 1 + out[1]] = _entrance(board, entry, say)
    rule = "+".join(["-" * WIDTH] * 7)
    lines = [rule]
    for row_of_cells in cells:
        for line in range(3):
            lines.append("|".join(f"{cell[line][:WIDTH]:<{WIDTH}}" for cell in row_of_cells))
        lines.append(rule)
    return lines


def _space(game: Any, board: Mapping[str, Any], name: str, say: Any) -> list[str]:
    if name == SPACE_NAMES[ZOO]:
        return [f"{name}", "*** ZOO ***".center(WIDTH), ""]
    tile = board["spaces"].get(name)
    if tile is None:
        return [f"{name} .", *_printed(game, name)]
    food = say(f"food.{tile['food']}") if tile["food"] else ""
    here = [_figure(entrance, figure) for entrance, figure in board["figures"].items() if figure["at"] == name]
    return [f"{name} [{say('terrain.' + tile['terrain'])}]", " ".join(here[:2]), " ".join([*here[2:], food])]


def _printed(game: Any, name: str) -> list[str]:
    """What an open space promises: `2 points`, `if sand`, or a pair with its partner."""
    entry = next(entry for entry in game.components.entries("space") if entry["at"] == name)
    lines = ["+".join(_short(action) for action in entry.get("actions", []))]
    if "condition" in entry:
        lines.append(f"if {entry['condition']}")
    for pair in game.components.entries("pair"):
        if name in pair["spaces"]:
            other = next(space for space in pair["spaces"] if space != name)
            lines = [f"pair {other}:", f"{pair['bonus']}"]
    return [*lines, ""][:2]


def _short(action: str) -> str:
    for long, short in (("points", "pts"), ("movements", "moves"), ("movement", "move")):
        action = action.replace(long, short)
    return action


def _entrance(board: Mapping[str, Any], entry: Mapping[str, Any], say: Any) -> list[str]:
    figure = board["figures"][entry["id"]]
    head = f"gate {gate_of(entry['id'])} {say('terrain.' + entry['terrain'])} {ARROWS[entry['inward']]}"
    if figure["at"] == "undiscovered":
        return [head, f"({say('animal.' + figure['animal'])})", "hidden"]
    return [head, _figure(entry["id"], figure) if figure["at"] == entry["id"] else "", ""]


def _figure(entrance: str, figure: Mapping[str, Any]) -> str:
    """Three letters and the entrance: `wol3`; snakes with direction, butterflies with pollen, `z` for asleep."""
    mark = f"{figure['animal'][:3]}{gate_of(entrance)}"
    if "facing" in figure:
        mark += ARROWS[figure["facing"]]
    if "pollen" in figure:
        mark += f"*{figure['pollen']}"
    return mark + ("z" if figure.get("asleep") else "")
