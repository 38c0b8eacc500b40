"""The sentences of Night at the Zoo, checked on positions and views."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import zoobox
from coach.reading import Play, Step, patterns, seat_of

BOX = tomllib.loads((Path(zoobox.__file__).parent / "games/night_at_the_zoo/components.toml").read_text())
TILES = {one["id"]: one for one in BOX["action_tile"]}
GATES = {one["id"]: one for one in BOX["entrance"]}
ANIMAL = "(?:penguin|cheetah|wolf|snake|butterfly|sloth)"
FIGURE = rf"[Tt]he {ANIMAL} (?:of|at) gate (\d)"
FIGURES = rf"(the {ANIMAL} (?:of|at) gate \d(?:(?:, | and )the {ANIMAL} (?:of|at) gate \d)*)"
TERRAIN = "(rocks|grass|sand)"
TILE = rf"[Tt]he ({TERRAIN[1:-1]}) (?:bonus tile|tile with [^.]*?)"
SPACE = "([a-e][1-5])"
PLAIN_TILE = r"[Tt]he (?:rocks|grass|sand) (?:bonus tile|tile with [^.]*?)"


def board(step: Step, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = step.position["boards"][seat]
    return found


def figure(step: Step, seat: int, gate: str) -> dict[str, Any]:
    found: dict[str, Any] = board(step, seat)["figures"][f"E{gate}"]
    return found


def terrain_of(tile: str) -> str:
    return TILES[tile]["terrain"] if tile in TILES else tile


def distance(place: str) -> int:
    """Columns and rows from the Zoo, c3; a gate is one step before the space that it leads to."""
    if place in GATES:
        return 1 + distance(GATES[place]["leads_to"])
    return abs("abcde".index(place[0]) - 2) + abs(int(place[1]) - 3)


def on_terrain(step: Step, seat: int, terrain: str) -> set[str]:
    found = set()
    for gate, one in board(step, seat)["figures"].items():
        at = one["at"]
        if at in GATES:
            under = GATES[at]["terrain"]
        elif at in ("home", "undiscovered"):
            continue
        else:
            under = terrain_of(board(step, seat)["spaces"][at])
        if under == terrain:
            found.add(gate)
    return found


def named(text: str) -> set[str]:
    return {f"E{gate}" for gate in re.findall(r"gate (\d)", text)}


def words_of(tile: str) -> str:
    """A tile as the sentences call it."""
    if tile not in TILES:
        return f"the {tile} bonus tile"
    one = TILES[tile]
    spoken = {"discover": "Discover", "1 bonus": "1 bonus tile"}
    text = " or ".join(spoken.get(symbol, symbol) for symbol in one.get("symbols", []))
    food = one.get("food")
    if food:
        article = {"carrot": "a carrot", "apple": "an apple", "banana": "a banana"}.get(food, food)
        text = f"{text} and {article}" if text else article
    return f"the {one['terrain']} tile with {text}"


def leaves(play: Play, told: str) -> bool:
    chosen = play.state.game.choice(play.state, play.seat, play.choices[0]).parts["slot"]
    left = [tile for slot, tile in enumerate(play.first.position["market"], 1) if tile and slot != chosen]
    said = told
    for tile in left:
        if words_of(tile) not in said:
            return False
        said = said.replace(words_of(tile), "", 1)
    return not re.sub(r", | and |\s", "", said)


def moved(play: Play, gate: str, to: str | None) -> bool:
    return any(
        figure(before, play.seat, gate)["at"] != figure(after, play.seat, gate)["at"] == (to or "home")
        for before, after in play.pairs()
    )


def points(play: Play, who: str, number: str) -> bool:
    seat = seat_of(who)
    return any(
        board(after, seat)["gained"] - board(before, seat)["gained"] == int(number) for before, after in play.pairs()
    )


def covered(play: Play, space: str) -> bool:
    return any(
        space not in board(before, play.seat)["spaces"] and space in board(after, play.seat)["spaces"]
        for before, after in play.pairs()
    )


def pair(play: Play, one: str, other: str, same: bool) -> bool:
    spaces = board(play.last, play.seat)["spaces"]
    if one not in spaces or other not in spaces:
        return False
    paired = any({one, other} == set(entry["spaces"]) for entry in BOX["pair"])
    return paired and (terrain_of(spaces[one]) == terrain_of(spaces[other])) == same


def stored(play: Play, who: str) -> bool:
    seat = seat_of(who)
    return any(
        sum(tile is not None for tile in board(after, seat)["warehouse"])
        > sum(tile is not None for tile in board(before, seat)["warehouse"])
        for before, after in play.pairs()
    )


def held(step: Step, seat: int) -> int:
    return sum(tile is not None for tile in board(step, seat)["warehouse"])


def trait(play: Play, gate: str, name: str, value: Any) -> bool:
    return any(
        figure(before, play.seat, gate).get(name) != value and figure(after, play.seat, gate).get(name) == value
        for before, after in play.pairs()
    )


def gate_fact(play: Play, space: str, covered: bool, steps: str) -> bool:
    gate = play.state.game.choice(play.state, play.seat, play.choices[0]).parts["figure"]
    laid = space in board(play.first, play.seat)["spaces"] or space == "c3"
    return GATES[gate]["leads_to"] == space and laid == covered and distance(gate) == int(steps)


def waiting_moves(step: Step, seat: int) -> int:
    return max((asked.get("moves", 0) for asked in board(step, seat)["pending"] if isinstance(asked, dict)), default=0)


def home_points(play: Play, gate: str, number: str) -> bool:
    before, after = play.first.view["points"][play.seat], play.next.view["points"][play.seat]
    return figure(play.next, play.seat, gate)["at"] == "home" and after - before == int(number)


def supply(step: Step, terrain: str) -> int:
    count: int = step.position["supply"][terrain]
    return count


CHECKS = patterns(
    (r"The market still holds (.+?)\.", leaves),
    (
        rf"Distance of {FIGURE} to the Zoo after that: {{n}}; before: {{n}}\.",
        lambda play, gate, now, before: (
            distance(figure(play.first, play.seat, gate)["at"]) == int(before)
            and distance(figure(play.next, play.seat, gate)["at"]) == int(now)
        ),
    ),
    (
        rf"Its gate leads to {SPACE}, where no tile lies yet; distance from the gate to the Zoo: {{n}}\.",
        lambda play, space, n: gate_fact(play, space, False, n),
    ),
    (
        rf"Its gate leads to {SPACE}, which is covered; distance from the gate to the Zoo: {{n}}\.",
        lambda play, space, n: gate_fact(play, space, True, n),
    ),
    (
        rf"{FIGURE} stands on {SPACE}; distance to the Zoo: {{n}}\.",
        lambda play, gate, space, n: figure(play.first, play.seat, gate)["at"] == space and distance(space) == int(n),
    ),
    (
        rf"{FIGURE} stands at gate (\d); distance to the Zoo: {{n}}\.",
        lambda play, gate, at, n: (
            figure(play.first, play.seat, gate)["at"] == f"E{at}" and distance(f"E{at}") == int(n)
        ),
    ),
    (
        r"Not used: (\d+) movements?\.",
        lambda play, n: waiting_moves(play.first, play.seat) == int(n),
    ),
    (
        rf"Staying where they are: {FIGURES}\.",
        lambda play, told: all(
            board(play.first, play.seat)["figures"][gate]["at"] == board(play.next, play.seat)["figures"][gate]["at"]
            for gate in named(told)
        ),
    ),
    (
        r"The warehouse of {who} then holds {n} of 2 tiles\.",
        lambda play, who, n: held(play.next, seat_of(who)) == int(n),
    ),
    (
        rf"On {TERRAIN} stand {FIGURES}\.",
        lambda play, terrain, told: on_terrain(play.first, play.seat, terrain) == named(told),
    ),
    (
        rf"No animal of {{who}} stands on {TERRAIN}\.",
        lambda play, who, terrain: not on_terrain(play.first, seat_of(who), terrain),
    ),
    (
        rf"Bonus tiles of {TERRAIN} left in the supply: {{n}}\.",
        lambda play, terrain, n: supply(play.next, terrain) == int(n),
    ),
    (
        r"Spaces of {who} without a tile after that: {n}\.",
        lambda play, who, n: 24 - len(board(play.next, seat_of(who))["spaces"]) == int(n),
    ),
    (rf"{FIGURE} is home and brings (\d+) points?\.", home_points),
    (
        r"{who} then has {n} points\.",
        lambda play, who, n: play.next.view["points"][seat_of(who)] == int(n),
    ),
    (
        rf"{{who}} takes {PLAIN_TILE}\.",
        lambda play, who: board(play.next, seat_of(who))["drafted"] is not None,
    ),
    (
        r"([Tt]he .+?) goes to the leftover row\.",
        lambda play, told: any(
            words_of(tile) == told[0].lower() + told[1:] for tile in play.next.position["leftover"] if tile
        ),
    ),
    (r"{who} is about to place .+?\.", lambda play, who: play.chose("place .*")),
    (r"{who} stores .+?\.", stored),
    (r"{who} discards .+? for a special move\.", lambda play, who: play.chose("discard .*")),
    (
        r"{who} keeps the rest in the warehouse\.",
        lambda play, who: any(held(one, seat_of(who)) == held(other, seat_of(who)) for one, other in play.pairs()),
    ),
    (rf"{{who}} covers {SPACE} with .+?\.", lambda play, who, space: covered(play, space)),
    (
        rf"{{who}} does not meet the condition of {SPACE}: its action is lost\.",
        lambda play, who, space: covered(play, space),
    ),
    (rf"{{who}} completes the pair {SPACE} and {SPACE}\.", lambda play, who, one, other: pair(play, one, other, True)),
    (
        rf"{{who}} has two terrains on the pair {SPACE} and {SPACE}: its bonus is lost\.",
        lambda play, who, one, other: pair(play, one, other, False),
    ),
    (r"{who} resolves the (tile|space|pair) first\.", lambda play, who, what: play.chose(f"first {what}")),
    (r"{who} chooses (Discover|\d+ [a-z ]+)\.", lambda play, who, what: play.chose("symbol .*")),
    (
        rf"{{who}} discovers {FIGURE}\.",
        lambda play, who, gate: (
            figure(play.first, play.seat, gate)["at"] == "undiscovered"
            and figure(play.last, play.seat, gate)["at"] != "undiscovered"
        ),
    ),
    (
        rf"{{who}} takes a bonus tile of {TERRAIN}\.",
        lambda play, who, terrain: any(
            supply(after, terrain) < supply(before, terrain) for before, after in play.pairs()
        ),
    ),
    (
        rf"{{who}} returns a bonus tile of {TERRAIN} to the supply\.",
        lambda play, who, terrain: any(
            supply(after, terrain) > supply(before, terrain) for before, after in play.pairs()
        ),
    ),
    (rf"{{who}} moves {FIGURE} to {SPACE}\.", lambda play, who, gate, space: moved(play, gate, space)),
    (rf"{{who}} brings {FIGURE} home to the Zoo\.", lambda play, who, gate: moved(play, gate, None)),
    (
        rf"{{who}} turns {FIGURE} to the (north|east|south|west)\.",
        lambda play, who, gate, way: trait(play, gate, "facing", way[0]) or play.chose(rf"turn .*E{gate}.*{way[0]}.*"),
    ),
    (rf"{{who}} wakes {FIGURE}\.", lambda play, who, gate: trait(play, gate, "asleep", False)),
    (rf"{{who}}'s {ANIMAL} of gate (\d) falls asleep\.", lambda play, who, gate: trait(play, gate, "asleep", True)),
    (
        rf"{{who}}'s {ANIMAL} of gate (\d) now carries {{n}} pollen\.",
        lambda play, who, gate, n: trait(play, gate, "pollen", int(n)),
    ),
    (r"{who} gains (\d+) points?\.", points),
    (r"{who} moves no further\.", lambda play, who: play.chose("stop")),
    (
        r"{who} has no animal that can move: \d+ movements? lost\.",
        lambda play, who: any(not waiting_moves(after, play.seat) for _, after in play.pairs()),
    ),
    (
        rf"{{who}} has no animal on {TERRAIN}: nothing moves\.",
        lambda play, who, terrain: not on_terrain(play.first, seat_of(who), terrain),
    ),
    (
        rf"{{who}} cannot move {FIGURES}\.",
        lambda play, who, told: all(
            board(play.last, play.seat)["figures"][gate]["at"] not in ("home", "undiscovered") for gate in named(told)
        ),
    ),
    (
        rf"{{who}} cannot move {FIGURE} any further\.",
        lambda play, who, gate: figure(play.last, play.seat, gate)["at"] != "home",
    ),
    (
        r"{who} has no animal left to discover\.",
        lambda play, who: all(
            one["at"] != "undiscovered" for one in board(play.last, seat_of(who))["figures"].values()
        ),
    ),
    (
        r"{who} gets no bonus tile: none are left\.",
        lambda play, who: any(not any(step.position["supply"].values()) for step in play.steps),
    ),
    (r"{who} has finished\.", lambda play, who: seat_of(who) not in play.last.view["waiting"]),
    (
        r"The new market: .+?\.",
        lambda play: play.last.position["market"] != play.first.position["market"],
    ),
    (
        rf"Round {{n}} ends: animals on {TERRAIN} may move\.",
        lambda play, n, terrain: (
            any(step.position["phase"] == "round moves" for step in play.steps) and play.first.view["round"] == int(n)
        ),
    ),
    (
        rf"Round {{n}} ends: nobody has an animal on {TERRAIN} that can move\.",
        lambda play, n, terrain: (
            play.first.position["draft"] == 5 * int(n) and play.last.position["phase"] != "round moves"
        ),
    ),
    (r"The leftover tiles leave the game\.", lambda play: not any(play.last.position["leftover"])),
    (
        r"Draft {n}: (Leo|Ada|Bob|Cyd|Dan|Eve) begins\.",
        lambda play, n, who: (
            play.last.position["draft"] == int(n) and (who == "Leo" or play.last.view["first"] == seat_of(who))
        ),
    ),
    (
        r"Leo turns over the order .+? and takes (.+?) from market (\d)\.",
        lambda play, tile, slot: any(
            before.position["market"][int(slot) - 1] is not None
            and words_of(before.position["market"][int(slot) - 1]) == tile
            and after.position["market"][int(slot) - 1] != before.position["market"][int(slot) - 1]
            for before, after in play.pairs()
        ),
    ),
    (r"Leo's tiles are shuffled\.", lambda play: len(play.last.view["leo"]["shown"]) <= 1),
    (r"The game is over\.", lambda play: not play.last.view["waiting"]),
    (
        r"(\d+) points: [A-Z][A-Za-z ]+(?:; \d+ more for [A-Z][A-Za-z ]+)?\.",
        lambda play, n: play.last.view["points"][0] == int(n),
    ),
)
