"""The sentences of New York Zoo, checked on positions and views."""

from __future__ import annotations

import re
from typing import Any

from coach.reading import Play, Step, names_in, numbers_by_seat, patterns, seat_of

SPECIES = {
    "meerkat": "meerkat", "flamingo": "flamingo", "tree kangaroo": "kangaroo", "penguin": "penguin",
    "arctic fox": "fox",
}  # fmt: skip
ONE = "(meerkat|flamingo|tree kangaroo|penguin|arctic fox)"
A = f"an? {ONE}"
MANY = "(meerkats|flamingos|tree kangaroos|penguins|arctic foxes)"
PIECE = r"([a-zA-Z-]+ (?:tile|attraction) of \d+|attraction of 1|tile \S+ of \d+)"
CELLS = r"((?:[A-Z]\d+)(?:(?:, | and )[A-Z]\d+)*)"
TO_BREED, MOST_OFFSPRING = 2, 2


def species(name: str) -> str:
    for english, known in SPECIES.items():
        if name in (english, f"{english}s", f"{english}es"):
            return known
    raise AssertionError(name)


def zoo(step: Step, seat: int) -> dict[str, Any]:
    found: dict[str, Any] = step.position["seats"][seat]
    return found


def enclosure(step: Step, seat: int, letter: str) -> dict[str, Any] | None:
    built = zoo(step, seat)["enclosures"]
    number = "abcdefghijklmnopqrstuvwxyz".index(letter)
    return built[number] if number < len(built) else None


def size(one: dict[str, Any]) -> int:
    return len(one["cells"])


def seats(play: Play) -> range:
    return range(len(play.first.position["seats"]))


def free(step: Step, seat: int) -> int:
    """The cells of the construction area without a tile or an attraction on them."""
    area = sum(row.count(".") for row in step.view["seats"][seat]["rows"])
    laid = zoo(step, seat)["enclosures"] + zoo(step, seat)["attractions"]
    return area - sum(len(one["cells"]) for one in laid)


def ready(step: Step, seat: int, kind: str) -> list[int]:
    built = zoo(step, seat)["enclosures"]
    return [number for number, one in enumerate(built) if one["species"] == kind and one["animals"] >= TO_BREED]


def crossed_by(play: Play, choice: int) -> list[str]:
    """The lines between the elephant and where a move leads: from the strip in the order of the elephant."""
    state = play.state
    after = state.copy()
    after.apply(play.seat, choice)
    strip = state.view(play.seat)["strip"]
    ids = [space["id"] for space in strip]
    at, goal = ids.index(state.position()["elephant"]), ids.index(after.position()["elephant"])
    stays = state.game.choice(state, play.seat, choice).parts.get("spaces") == 0
    found = []
    while at != goal:
        at = (at + 1) % len(ids)
        if strip[at]["line"]:
            found.append(strip[at]["line"])
    return [] if stays else found


def crosses(play: Play, many: str, told: str, alone: bool) -> bool:
    kind = species(many)
    if kind not in crossed_by(play, play.choices[0]):
        return False
    if alone and any(
        kind in crossed_by(play, other) for other in play.state.legal(play.seat) if other != play.choices[0]
    ):
        return False
    real = {seat: min(MOST_OFFSPRING, len(ready(play.first, seat, kind))) for seat in seats(play)}
    return numbers_by_seat(told, r"(?P<n>\d+) for (?P<who>\w+)") == real


def tile_covers(play: Play, covered: str, spaces: str, who: str) -> bool:
    place = next(space for space in play.next.view["strip"] if space["id"] == play.next.position["elephant"])
    shape = play.first.view["shapes"][place["stack"][-1]]
    cells = sum(row.count("X") for row in shape)
    return cells == int(covered) and free(play.first, seat_of(who)) == int(spaces)


def herd(play: Play, letter: str, who: str, animals: str, most: str, many: str) -> bool:
    one = enclosure(play.next, seat_of(who), letter)
    return one is not None and (one["animals"], size(one), one["species"]) == (int(animals), int(most), species(many))


def joined(play: Play, who: str, kind: str, letter: str, source: str) -> bool:
    """An enclosure gets one more of a species, or is full with it; what it came from has one less."""
    seat = seat_of(who)
    for before, after in play.pairs():
        was, now = enclosure(before, seat, letter), enclosure(after, seat, letter)
        if was is None or now is None or was["species"] not in (species(kind), None):
            continue
        grown = now["animals"] == was["animals"] + 1 and now["species"] == species(kind)
        full = was["animals"] + 1 == size(was) and now["animals"] == 0
        if not grown and not full:
            continue
        if source == "house":
            lost = zoo(before, seat)["houses"].count(species(kind)) - zoo(after, seat)["houses"].count(species(kind))
            if lost < 1 and not full:
                continue
        elif source:
            old, new = enclosure(before, seat, source), enclosure(after, seat, source)
            if old is None or new is None or old["animals"] != new["animals"] + 1:
                continue
        return True
    return False


def completed(play: Play, letter: str, who: str, many: str) -> bool:
    seat = seat_of(who)
    for before, after in play.pairs():
        was, now = enclosure(before, seat, letter), enclosure(after, seat, letter)
        if was is None or now is None or now["animals"] or now["species"]:
            continue
        if was["animals"] >= size(was) - 2 and was["species"] in (species(many), None):
            return True
    return False


def covers(play: Play, who: str, piece: str, cells: str, letter: str | None) -> bool:
    """A tile or an attraction lies on these cells afterwards, and they were free before."""
    seat = seat_of(who)
    wanted = set(re.findall(r"[A-Z]\d+", cells))
    if int(piece.split()[-1]) != len(wanted):
        return False
    for before, after in play.pairs():
        laid = zoo(after, seat)["enclosures"] + zoo(after, seat)["attractions"]
        had = zoo(before, seat)["enclosures"] + zoo(before, seat)["attractions"]
        taken = {cell for one in had for cell in one["cells"]}
        if any(set(one["cells"]) == wanted for one in laid) and not taken & wanted:
            made = enclosure(after, seat, letter) if letter else None
            return letter is None or (made is not None and set(made["cells"]) == wanted)
    return False


def breeds(play: Play, many: str, people: str) -> bool:
    kind = species(many)
    named = set(names_in(people))
    return any({seat for seat in seats(play) if ready(step, seat, kind)} == named for step in play.steps[1:])


def breeds_nowhere(play: Play, many: str) -> bool:
    return any(not any(ready(step, seat, species(many)) for seat in seats(play)) for step in play.steps[1:])


def houses(play: Play, who: str, kind: str, change: int) -> bool:
    seat = seat_of(who)
    return any(
        zoo(after, seat)["houses"].count(species(kind)) - zoo(before, seat)["houses"].count(species(kind)) == change
        for before, after in play.pairs()
    )


def finished(play: Play) -> bool:
    return not play.last.view["waiting"]


def slot_empty(play: Play, slot: str) -> bool:
    before, after = play.first.position["strip"], play.last.position["strip"]
    return bool(before.get(f"S{slot}")) and not after.get(f"S{slot}")


def stands(play: Play, place: str) -> bool:
    """Whether the elephant comes to where a move is said to lead, with the choice or with what is forced after it."""
    moves = [after for before, after in play.pairs() if after.position["elephant"] != before.position["elephant"]]
    slot = re.match(r"slot (\d+), the (.+)|the empty slot (\d+)", place)
    if slot:
        return any(step.position["elephant"] == f"S{slot[1] or slot[3]}" for step in moves or [play.next])
    named = re.fullmatch(f"the space of the {ONE} and the {ONE}", place)
    assert named is not None, place
    told = [species(named[1]), species(named[2])]
    return any(
        space["id"] == step.position["elephant"] and space.get("animals") == told
        for step in moves or [play.next]
        for space in step.view["strip"]
    )


def no_bonus_possible(play: Play, who: str) -> bool:
    """No enclosure but those that have had offspring has two animals."""
    chosen = play.state.game.choice(play.state, play.seat, play.choices[0])
    bred = chosen.parts["enclosure"] if chosen.kind == "breed" and seat_of(who) == play.seat else None
    return any(
        not any(
            one["animals"] >= TO_BREED and not one["bred"] and "abcdefghijklmnopqrstuvwxyz"[number] != bred
            for number, one in enumerate(zoo(step, seat_of(who))["enclosures"])
        )
        for step in play.steps
    )


PLACE = r"(slot \d+, the .+?|the empty slot \d+|the space of the .+? and the .+?)"
CHECKS = patterns(
    (rf"{{who}} moves the elephant (?:\d+) spaces? to {PLACE}\.", lambda play, who, place: stands(play, place)),
    (
        rf"{{who}} uses marker \S+; the elephant (?:goes \d+ spaces? to|stays on) {PLACE}\.",
        lambda play, who, place: stands(play, place),
    ),
    (rf"{{who}} uses no marker; the elephant goes to {PLACE}\.", lambda play, who, place: stands(play, place)),
    (
        rf"Below it in slot (\d+) lies the {PIECE}\.",
        lambda play, slot, piece: bool(play.last.position["strip"].get(f"S{slot}")),
    ),
    (
        rf"It crosses the line of the {MANY}; offspring as the boards are now: ((?:\d+ for \w+(?:, | and )?)+)\.",
        lambda play, many, told: crosses(play, many, told, False),
    ),
    (
        rf"It crosses the line of the {MANY}, as no other move does; offspring as the boards are now: "
        r"((?:\d+ for \w+(?:, | and )?)+)\.",
        lambda play, many, told: crosses(play, many, told, True),
    ),
    (r"It crosses no breeding line\.", lambda play: not crossed_by(play, play.choices[0])),
    (r"The tile covers {n} of the {n} free spaces of {who}\.", tile_covers),
    (rf"Enclosure ([a-z]) of {{who}} then has {{n}} of {{n}} {MANY}(?:; two are needed to breed)?\.", herd),
    (
        r"Houses of {who} free after that: {n}\.",
        lambda play, who, n: (
            play.next.view["seats"][seat_of(who)]["house_count"] - len(zoo(play.next, seat_of(who))["houses"]) == int(n)
        ),
    ),
    (
        r"Spaces still to cover: ((?:\w+ \d+(?:, | and )?)+)\.",
        lambda play, told: (
            numbers_by_seat(told, r"(?P<who>\w+) (?P<n>\d+)") == {seat: free(play.next, seat) for seat in seats(play)}
        ),
    ),
    (
        rf"The elephant crosses the breeding line of the {MANY}: they breed after the main action\.",
        lambda play, many: (
            species(many) in crossed_by(play, play.choices[0])
            or any(species(many) in step.position["lines"] for step in play.steps)
        ),
    ),
    (
        rf"The elephant crosses the breeding line of the {MANY}, but nothing breeds in the last turn\.",
        lambda play, many: not any(species(many) in step.position["lines"] for step in play.steps),
    ),
    (rf"{{who}} places the {PIECE} on {CELLS}; it is enclosure ([a-z])\.", covers),
    (
        rf"{{who}} places the {PIECE} on {CELLS}\.",
        lambda play, who, piece, cells: covers(play, who, piece, cells, None),
    ),
    (r"Slot {n} is empty now and no longer counts as a space\.", slot_empty),
    (
        rf"{{who}} moves the {ONE} from a house into enclosure ([a-z])\.",
        lambda play, who, kind, letter: joined(play, who, kind, letter, "house"),
    ),
    (
        rf"{{who}} moves {A} from enclosure ([a-z]) into enclosure ([a-z])\.",
        lambda play, who, kind, source, letter: joined(play, who, kind, letter, source),
    ),
    (r"{who} leaves it at one animal\.", lambda play, who: play.chose("no second")),
    (rf"{{who}} takes {A}\.", lambda play, who, kind: play.chose(f"take {species(kind)}")),
    (
        rf"{{who}} has no place for the {ONE} and goes without it\.",
        lambda play, who, kind: not houses(play, who, kind, 1),
    ),
    (rf"{{who}} does without the {ONE}\.", lambda play, who, kind: play.chose("no other")),
    (rf"{{who}} puts the {ONE} into a house\.", lambda play, who, kind: houses(play, who, kind, 1)),
    (
        rf"{{who}} puts the {ONE} into enclosure ([a-z])\.",
        lambda play, who, kind, letter: joined(play, who, kind, letter, ""),
    ),
    (
        rf"{{who}} adds the {ONE} from a house to enclosure ([a-z])\.",
        lambda play, who, kind, letter: joined(play, who, kind, letter, "house"),
    ),
    (r"{who} adds no animal from a house\.", lambda play, who: play.chose("no add")),
    (rf"Enclosure ([a-z]) of {{who}} is full: its {MANY} leave, and it is empty again\.", completed),
    (r"{who} has no free space left for an attraction\.", lambda play, who: free(play.last, seat_of(who)) == 0),
    (rf"{{who}} keeps one {ONE} in a house\.", lambda play, who, kind: houses(play, who, kind, 1)),
    (rf"{{who}} keeps no {ONE}\.", lambda play, who, kind: play.chose("no keep")),
    (rf"{{who}} chooses the {PIECE}\.", lambda play, who, piece: play.chose(rf"attraction att{piece.split()[-1]}.*")),
    (r"{who} declines the attraction\.", lambda play, who: play.chose("no attraction")),
    (rf"The {MANY} breed: {{people}} may have offspring\.", breeds),
    (rf"The {MANY} do not breed: nobody has two of them in an enclosure\.", breeds_nowhere),
    (
        rf"{{who}} has offspring in enclosure ([a-z]): {A}\.",
        lambda play, who, letter, kind: joined(play, who, kind, letter, ""),
    ),
    (
        rf"{{who}} has bonus offspring in enclosure ([a-z]): {A}\.",
        lambda play, who, letter, kind: joined(play, who, kind, letter, ""),
    ),
    (
        r"{who} forgoes (breeding|the bonus breeding)\.",
        lambda play, who, what: play.chose("no breed" if what == "breeding" else "no bonus"),
    ),
    (r"{who} breeds in no second enclosure\.", lambda play, who: play.chose("no breed")),
    (r"{who} has no other enclosure for the bonus breeding\.", no_bonus_possible),
    (
        r"{who} has filled the construction area\.",
        lambda play, who: free(play.first, seat_of(who)) > 0 == free(play.last, seat_of(who)),
    ),
    (
        r"The game ends after this (?:main action|breeding)\.",
        lambda play: any(free(play.last, seat) == 0 for seat in seats(play)),
    ),
    (r"All five range markers can be used again\.", lambda play: len(play.last.view["markers"]) == 5),
    (
        r"The elephant comes to the start: lap {n} of {n} begins\.",
        lambda play, lap, laps: (
            play.last.view["spaces_to_go"] <= (int(laps) - int(lap) + 1) * len(play.last.view["strip"])
        ),
    ),
    (
        r"The elephant stops exactly on the start: this is the last turn\.",
        lambda play: any(step.position["elephant"] == step.view["strip"][0]["id"] for step in play.steps[1:]),
    ),
    (
        r"The elephant passes the start for the last time: only the main action is left\.",
        lambda play: play.last.view["spaces_to_go"] == 0 or finished(play),
    ),
    (r"The elephant has passed the start for the last time\.", finished),
    (r"The last turn is over\.", finished),
    (
        r"The game is won: {who} has {n} spaces? of the strip to spare\.",
        lambda play, who, n: finished(play) and free(play.last, 0) == 0 and play.last.view["points"][0] == int(n),
    ),
    (
        r"The game is lost: {who} has {n} spaces? left to cover\.",
        lambda play, who, n: finished(play) and free(play.last, 0) == int(n),
    ),
    (r"The game is over\.", finished),
)
