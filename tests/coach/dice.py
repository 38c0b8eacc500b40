"""The sentences of the dice game, checked on positions."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import zoobox
from coach.reading import Play, numbers_by_seat, patterns, seat_of

BOX = tomllib.loads((Path(zoobox.__file__).parent / "games/zooloretto_dice/components.toml").read_text())
SIZES = {one["animal"]: one["size"] for one in BOX["enclosure"]}
BONUSES = {one["animal"]: one["bonus"] for one in BOX["enclosure"]}
GROUPS = BOX["ticket_office"]["groups"]
KINDS = "crocodile|ostrich|monkey|elephant|lion|coin"
FACE = f"({KINDS})"
DICE = f"((?:{KINDS})(?:(?:, | and )(?:{KINDS}))*)"
WORTH = r"((?:-?\d+ to \w+(?:, | and )?)+)"


def faces_in(text: str) -> list[str]:
    return re.findall(FACE, text)


def score(sheet: dict[str, Any]) -> int:
    """Animals and bonuses; a complete group of coins takes an animal out of the barn or counts one."""
    total = sum(sheet["enclosures"].values()) + sum(BONUSES[animal] for animal in sheet["bonuses"])
    coins, groups = sheet["coins"], 0
    for size in GROUPS:
        if coins >= size:
            groups += 1
        coins -= size
    groups -= sheet["groups_removing"] + sheet["groups_as_points"]
    barn = len(sheet["barn"])
    total += sheet["groups_as_points"]
    return total + (groups - barn if groups > barn else -2 * (barn - groups))


def entered(position: dict[str, Any], seat: int, faces: list[str]) -> dict[str, Any]:
    """The sheet of a seat once these dice are on it."""
    sheet = position["sheets"][seat]
    sheet = {
        **sheet,
        "enclosures": dict(sheet["enclosures"]),
        "barn": list(sheet["barn"]),
        "bonuses": list(sheet["bonuses"]),
    }
    claimed = {animal for one in position["sheets"] for animal in one["bonuses"]}
    for face in faces:
        if face == "coin":
            sheet["coins"] = min(sheet["coins"] + 1, sum(GROUPS))
        elif sheet["enclosures"][face] < SIZES[face]:
            sheet["enclosures"][face] += 1
            if sheet["enclosures"][face] == SIZES[face] and face not in claimed:
                sheet["bonuses"].append(face)
                claimed.add(face)
        elif face not in sheet["barn"]:
            sheet["barn"].append(face)
    return sheet


def worth(position: dict[str, Any], seat: int, faces: list[str]) -> int:
    return score(entered(position, seat, faces)) - score(position["sheets"][seat])


def sheets(play: Play, seat: int) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    return [(one.position["sheets"][seat], other.position["sheets"][seat]) for one, other in play.pairs()]


def load(play: Play, truck: str, dice: str, rest: str) -> bool:
    position = play.next.position
    carried = position["trucks"][int(truck) - 1]
    told = numbers_by_seat(rest, r"(?P<n>-?\d+) to (?P<who>\w+)")
    still_in = {seat for seat, sheet in enumerate(position["sheets"]) if not sheet["out"]}
    return carried == faces_in(dice) and told == {seat: worth(position, seat, carried) for seat in still_in}


def taken(play: Play) -> list[str]:
    """The dice of the truck that the seat takes."""
    truck = play.state.game.choice(play.state, play.seat, play.choices[0]).notation.split()[1]
    return list(play.first.position["trucks"][int(truck) - 1])


def others_lose(play: Play, rest: str) -> bool:
    told = numbers_by_seat(rest, r"(?P<n>-?\d+) to (?P<who>\w+)")
    before = play.first.position
    still_in = {seat for seat, sheet in enumerate(before["sheets"]) if not sheet["out"]} - {play.seat}
    return told == {seat: worth(before, seat, taken(play)) for seat in still_in}


def best_truck(play: Play, truck: str, who: str, points: str) -> bool:
    before = play.first.position
    values = {number: worth(before, seat_of(who), dice) for number, dice in enumerate(before["trucks"], 1) if dice}
    return values[int(truck)] == int(points) == max(values.values())


def barn_faces(play: Play, who: str, named: list[str]) -> bool:
    sheet = play.first.position["sheets"][seat_of(who)]
    return {
        animal for animal in SIZES if sheet["enclosures"][animal] == SIZES[animal] and animal not in sheet["barn"]
    } == set(named)


def gain(play: Play, who: str, points: str, sign: int) -> bool:
    seat = seat_of(who)
    return any(score(now) - score(was) == sign * int(points) for was, now in sheets(play, seat))


def no_room(play: Play, who: str, animal: str, ignored: bool) -> bool:
    """The truck holds the animal, the enclosure is full by then, and the barn has it already or gets it."""
    seat = seat_of(who)
    for (before, _), (was, now) in zip(play.pairs(), sheets(play, seat), strict=True):
        brought = max((dice.count(animal) for dice in before.position["trucks"]), default=0)
        if brought and now["enclosures"][animal] == SIZES[animal] and animal in now["barn"]:
            room = SIZES[animal] - was["enclosures"][animal]
            over = brought - room
            if over >= 1 and (animal in was["barn"] or over >= 2 if ignored else animal not in was["barn"]):
                return True
    return False


def loaded(play: Play, who: str, face: str, truck: str) -> bool:
    at = int(truck) - 1
    return any(
        len(one.position["trucks"][at]) + 1 == len(other.position["trucks"][at])
        and other.position["trucks"][at][-1] == face
        for one, other in play.pairs()
    )


CHECKS = patterns(
    (rf"Truck {{n}} then carries {DICE}, worth {WORTH}\.", load),
    (rf"The truck would have been worth {WORTH}\.", others_lose),
    (
        r"It changes nothing in the points of {who}\.",
        lambda play, who: worth(play.first.position, seat_of(who), taken(play)) == 0,
    ),
    (r"Of the trucks now, number {n} is worth the most to {who}: {n}\.", best_truck),
    (
        r"(\d) of 6 faces finds? no room with {who} and costs? points in the barn: ([a-z, ]+)\.",
        lambda play, n, who, named: barn_faces(play, who, faces_in(named)) and int(n) == len(faces_in(named)),
    ),
    (r"None of the 6 faces puts a new animal into the barn of {who}\.", lambda play, who: barn_faces(play, who, [])),
    (r"{who} then has {n} points\.", lambda play, who, n: score(play.next.position["sheets"][seat_of(who)]) == int(n)),
    (r"{who} has {n} more on the score sheet\.", lambda play, who, n: gain(play, who, n, 1)),
    (r"{who} has {n} less on the score sheet\.", lambda play, who, n: gain(play, who, n, -1)),
    (
        rf"{{who}} is the first to fill the {FACE} enclosure and gets its bonus\.",
        lambda play, who, animal: (
            any(
                animal in now["bonuses"] and animal not in was["bonuses"] and now["enclosures"][animal] == SIZES[animal]
                for was, now in sheets(play, seat_of(who))
            )
            and not any(animal in sheet["bonuses"] for sheet in play.first.position["sheets"])
        ),
    ),
    (
        rf"{{who}} fills the {FACE} enclosure; its bonus is gone\.",
        lambda play, who, animal: (
            any(
                was["enclosures"][animal] < now["enclosures"][animal] == SIZES[animal] and animal not in now["bonuses"]
                for was, now in sheets(play, seat_of(who))
            )
            and any(animal in sheet["bonuses"] for sheet in play.first.position["sheets"])
        ),
    ),
    (
        rf"{{who}} has no room for the {FACE}: it goes to the barn\.",
        lambda play, who, animal: no_room(play, who, animal, False),
    ),
    (
        rf"{{who}} has no room for the {FACE}, and the barn holds one already: it does not count\.",
        lambda play, who, animal: no_room(play, who, animal, True),
    ),
    (
        r"{who} has a full ticket office: the coin does not count\.",
        lambda play, who: any(
            now["coins"] == sum(GROUPS)
            and max(dice.count("coin") for dice in before.position["trucks"]) > sum(GROUPS) - was["coins"]
            for (before, _), (was, now) in zip(play.pairs(), sheets(play, seat_of(who)), strict=True)
        ),
    ),
    (rf"{{who}} puts the {FACE} on truck {{n}}\.", loaded),
    (
        rf"{{who}} takes truck {{n}}: {DICE}\.",
        lambda play, who, n, dice: any(one.position["trucks"][int(n) - 1] == faces_in(dice) for one, _ in play.pairs()),
    ),
    (
        r"{who} has at most one enclosure left open: this is the last round\.",
        lambda play, who: any(
            not one.position["last_round"]
            and sum(
                other.position["sheets"][seat_of(who)]["enclosures"][animal] == size for animal, size in SIZES.items()
            )
            >= 4
            for one, other in play.pairs()
        ),
    ),
    (
        r"Round {n} begins with {who}\.",
        lambda play, n, who: play.last.position["round"] == int(n) and play.last.position["turn"] == seat_of(who),
    ),
    (
        r"Round {n} was the last: the game is scored as it stands\.",
        lambda play, n: play.first.position["round"] == int(n),
    ),
    (
        r"The game is over; coin groups are still to be used\.",
        lambda play: not any(dice for dice in play.last.position["trucks"]) and play.last.position["phase"] != "act",
    ),
    (r"The game is over\.", lambda play: not play.last.view["waiting"]),
    (
        r"{who} counts a coin group as a point\.",
        lambda play, who: any(
            now["groups_as_points"] == was["groups_as_points"] + 1 for was, now in sheets(play, seat_of(who))
        ),
    ),
    (
        rf"{{who}} uses a coin group to take the {FACE} out of the barn\.",
        lambda play, who, animal: any(
            animal in was["barn"] and animal not in now["barn"] for was, now in sheets(play, seat_of(who))
        ),
    ),
)
