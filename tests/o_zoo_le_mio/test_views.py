"""What a view holds and how it looks in a terminal."""

from __future__ import annotations

import json

import pytest

from o_zoo_le_mio.table import bid, game, numbered_zoo, placing, zoos
from zoobox.games.o_zoo_le_mio.layout import ANIMALS
from zoobox.games.o_zoo_le_mio.zoo import column_at, column_name, square_name
from zoobox.testing import refused
from zoobox.testing.random_games import walk


@pytest.mark.no_cover
@pytest.mark.rule("ozm.visitors.move")
def test_a_view_is_plain_data_and_adds_up() -> None:
    for players in (2, 4):
        for state, seat, _ in walk(game(players), 11):
            view = state.view(seat)
            assert json.loads(json.dumps(view)) == view
            for animal in ANIMALS:
                assert sum(zoo["visitors"][animal] for zoo in view["zoos"]) in (0, 1, 3)
            for zoo in view["zoos"]:
                left, top, right, bottom = zoo["bounds"]
                squares = [square for tile in zoo["tiles"] for square in tile["squares"]] + zoo["entrance"]
                assert all(left <= x <= right and top <= y <= bottom for x, y in squares)
                assert sum(one["visitors"] for one in zoo["enclosures"]) == sum(zoo["visitors"].values())
                for bench in zoo["benches"]:
                    assert bench["corners"]


RING_OF_FOUR = ("Z07 at 2,-1 r2", "Z08 at 2,-2 r3", "Z19 at 0,-1 r3", "Z10 at 0,-3 r0")


def test_the_picture_for_a_terminal() -> None:
    state = placing("Z15", "Z07 at 0,-1 r0", "Z13 at -1,-2 r0")
    picture = state.text(0)
    assert ">  3. Z15  B1 | S3 *" in picture
    assert "┤B1     S3   ├" in picture
    assert "Porky Park" in picture
    assert "##############" in picture
    assert "│   o   ┤" in placing("Z15", *RING_OF_FOUR).text(0)
    assert "Fahnenmast von oben: Zoo 1, Zoo 2" in state.game.text(state.view(0), "de")


def test_the_picture_keeps_bids_and_coins_hidden() -> None:
    state = game(3).restore({"coins": [31, 32, 33]})
    state.play(1, "bid 29")
    for seat in (0, 2, None):
        assert "29" not in state.text(seat)
        assert "coins 32" not in state.text(seat)
        assert "(has bid)" in state.text(seat)
    assert "(your bid: 29)" in state.text(1)
    assert "coins 32" in state.text(1)


@pytest.mark.parametrize(("language", "words"), [("en", "sold to"), ("de", "verkauft an")])
def test_the_picture_names_the_zoo_that_bought_a_tile(language: str, words: str) -> None:
    state = game(3).start(5)
    bid(state, 0, 2, 1)
    state.apply(1, state.legal(1)[0])
    sold = next(tile for tile in state.view(None)["row"] if tile["status"] == "sold")
    buyer = state.view(None)["zoos"][sold["owner"]]["name"]
    assert sold["owner"] == 1
    assert f"{words} {buyer}" in state.svg(0, language=language)


def test_a_prompt_tells_the_tile_and_the_coins() -> None:
    state = game().restore({"row": ["Z15"], "coins": [5, 1]})
    assert (
        state.prompt(0)
        == "Auction 1, year 1: bid in secret for tile 1 (bird 1, sea creature 3, 1 bush). You have 5 coins."
    )
    assert state.prompt(1, "de").endswith("Du hast 1 Münze.")
    bid(state, 1, 0)
    assert state.prompt(0) == "Place tile 1 (bird 1, sea creature 3, 1 bush) in Porky Park so that it continues a path."
    assert state.prompt(1) == ""


def test_choice_ids_are_bids_then_places() -> None:
    assert [game(2, **chosen).most_coins for chosen in ({}, {"variant": "professional"}, {"flat_income": True})] == [
        58,
        78,
        20,
    ]
    assert game(coin_supply_limited=True).most_coins == 35
    state = placing("Z05")
    assert min(state.legal(0)) > 58
    assert state.game.choice_count == 59 + 26 * 6 * 8 + 1


def test_an_id_tells_its_kind_and_parts_without_a_state() -> None:
    kinds = game().choice_table
    assert len(kinds) == game().choice_count
    for number in range(len(kinds)):
        kind, parts = kinds.decode(number)
        assert kind.encode(**parts) == number
    assert [kinds.decode(number)[0].name for number in (0, 58, 59, 59 + 26 * 48)] == ["bid", "bid", "place", "remove"]
    assert kinds.decode(7)[1] == {"coins": 7}
    newest, start = kinds.decode(59)[1], kinds.decode(59 + 25 * 48 + 2 * 8 + 7)[1]
    assert newest == {"piece": 25, "edge": "A.N", "turn": 0, "half": "A"}
    assert start == {"piece": 0, "edge": "B.E", "turn": 3, "half": "B"}


def test_a_choice_tells_its_kind_and_parts() -> None:
    bids = game().restore({"row": ["Z05"]}).choices(0)
    assert [(one.kind, dict(one.parts)) for one in bids[:2]] == [("bid", {"coins": 0}), ("bid", {"coins": 1})]
    (place,) = [one for one in placing("Z05").choices(0) if one.notation == "Z05 at 1,-1 r3"]
    told = {"tile": "Z05", "x": 1, "y": -1, "turn": 3, "animals": ("ape", "bird"), "squares": ("1,-1", "1,-2")}
    assert place.kind == "place"
    assert told.items() <= place.parts.items()
    # Half A lies beyond the path end at B.N of the starting tile.
    assert {"piece": 0, "edge": "B.N", "half": "A"}.items() <= place.parts.items()


def test_a_place_has_one_number_whichever_paths_it_continues() -> None:
    """Z07 on the starting tile continues both of its ends: only one of the numbers is offered, the other is told."""
    state = placing("Z07")
    numbers = [
        number
        for number in range(state.game.most_coins + 1, state.game.choice_count - 1)
        if state.game.notation(state, 0, number) == "Z07 at 0,-1 r0"
    ]
    offered = [number for number in numbers if state.is_legal_choice(0, number)]
    assert len(numbers) > len(offered) == 1
    for number in set(numbers) - set(offered):
        assert refused(state, number, "ozm.place.continue-a-path", seat=0).reason == (
            f"Tile 1 lies there as choice {offered[0]}, not {number}: "
            "a place is numbered by the first path it continues."
        )


def test_a_number_that_continues_nothing_of_ones_own_is_refused() -> None:
    state = game().restore(
        {
            "zoos": zoos({}, numbered_zoo({1: "Z05 at -1,-1 r0"})),
            "row": ["Z03"],
            "phase": "place",
            "last": {"winner": 0},
        }
    )
    newest = state.game.most_coins + 1 + 48 * 24
    for number in (newest, newest - 48):  # the tile of the other zoo, and one that nobody has
        assert (
            refused(state, number, "ozm.place.continue-a-path", seat=0).reason
            == "Tile 2 would continue no path of the zoo there."
        )


def test_squares_are_named_as_the_picture_shows_them() -> None:
    assert [square_name(square) for square in ((0, 0), (1, -2), (-13, 0), (13, 0), (-14, 3))] == [
        "N50", "O48", "A50", "AA50", "ZZ53",
    ]  # fmt: skip
    names = [column_name(x) for x in range(-60, 61)]
    assert len(set(names)) == len(names)
    assert [column_at(name) for name in names] == list(range(-60, 61))


def test_what_people_read_can_be_typed() -> None:
    """The number of the auction and the name of the square stand for the tile's id and its coordinates."""
    state = placing("Z05")
    choice = state.choices(0)[0]
    x, y = choice.parts["x"], choice.parts["y"]
    typed = f"{choice.notation.split()[0]} at {square_name((x, y)).lower()} {choice.notation.split()[-1]}"
    assert state.game.find(state, 0, typed) == choice.id
    assert state.game.find(state, 0, typed.replace("Z05", "1")) == choice.id
