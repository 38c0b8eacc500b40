"""What the weights that evolved look at, recounted from the view; in both modes."""

import random
from string import ascii_uppercase

import pytest

import zoobox

MAKES_A_PAIR = 2
ARRIVALS = ("put", "add", "breed", "bonus")


def decisions(seed, count=220):
    """Decisions of a random game for two: the state, the seat, the choices."""
    state = zoobox.game("new-york-zoo", players=2).start(seed)
    drawn = random.Random(seed)
    for _ in range(count):
        if state.over:
            return
        seat = state.waiting[0]
        yield state, seat, state.choices(seat)
        state.apply(seat, drawn.choice(state.legal(seat)))


def effects(weight, seed):
    """How much larger each prior becomes when the weight grows by one."""
    game = zoobox.game("new-york-zoo", players=2)
    usual = game.heuristics()
    more = game.heuristics({weight: usual.weights[weight] + 1})
    for state, seat, choices in decisions(seed):
        ids = [choice.id for choice in choices]
        pairs = zip(choices, usual.priors(state, seat, ids), more.priors(state, seat, ids), strict=True)
        for choice, before, after in pairs:
            yield state, state.view(seat)["seats"][seat], choice, after - before


def free_pieces(own):
    """How many connected pieces the free spaces of a board form."""
    covered = {cell for piece in (*own["enclosures"], *own["attractions"]) for cell in piece["cells"]}
    cells = {
        (row, column)
        for row, line in enumerate(own["rows"])
        for column, shown in enumerate(line)
        if shown == "." and f"{ascii_uppercase[column]}{row + 1}" not in covered
    }
    found = 0
    while cells:
        found += 1
        reached = [cells.pop()]
        while reached:
            row, column = reached.pop()
            near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)} & cells
            cells -= near
            reached += near
    return found


@pytest.mark.parametrize(
    ("weight", "counted"),
    [
        ("tile_free", lambda own: own["free"]),
        ("tile_room", lambda own: sum(each["size"] - each["animals"] for each in own["enclosures"])),
    ],
)
def test_a_tile_by_what_is_free(weight, counted):
    tiles = 0
    for _, own, choice, effect in effects(weight, 3):
        onto_tile = choice.kind == "go" and choice.parts["space"].startswith("S")
        assert effect == pytest.approx(counted(own) if onto_tile else 0)
        tiles += onto_tile
    assert tiles > 20


def test_a_piece_of_free_spaces_costs():
    placed = set()
    for state, _, choice, effect in effects("piece", 4):
        if choice.kind != "place":
            assert effect == 0
        elif len(placed) < 12 or choice.id % 40 == 0:
            after = state.copy()
            seat = state.waiting[0]
            after.apply(seat, choice.id)
            assert effect == pytest.approx(-free_pieces(after.view(seat)["seats"][seat]))
            placed.add(effect)
    assert len(placed) > 1


@pytest.mark.parametrize(
    ("weight", "counts"),
    [
        ("arrival", lambda animals, size: animals / size),
        ("arrival_second", lambda animals, size: animals + 1 == MAKES_A_PAIR),
        ("arrival_last", lambda animals, size: animals + 1 == size),
    ],
)
def test_an_animal_by_where_it_arrives(weight, counts):
    arrived = set()
    for seed in (5, 6, 7):
        for _, own, choice, effect in effects(weight, seed):
            if choice.kind not in ARRIVALS:
                assert effect == 0
                continue
            home = next(each for each in own["enclosures"] if each["id"] == choice.parts["enclosure"])
            assert effect == pytest.approx(float(counts(home["animals"], home["size"])))
            arrived.add(effect)
    assert len(arrived) > 1
