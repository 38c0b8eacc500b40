"""The scenarios that come with the facts, and the figures of the rulebook."""

from __future__ import annotations

from typing import Any

import pytest

from o_zoo_le_mio.table import (
    SCENARIOS,
    benches,
    bid,
    game,
    placing,
    set_bushes,
    set_enclosure,
    stars,
    trees,
    visitors,
    written,
)
from zoobox.games.o_zoo_le_mio.layout import ANIMALS, BENCHES
from zoobox.testing import notations

NAMES = ["Alan", "Klaus", "Reiner", "Wolfgang"]


def build(placements: list[dict[str, Any]], **settings: Any) -> Any:
    """Seat 0 wins and places the tiles one by one; the benches each brings are checked on the way."""
    state = game(2, **settings).restore({"row": [laid["tile"] for laid in placements], "coins": [8, 0]})
    for laid in placements:
        before = benches(state)
        bid(state, 1, 0)
        state.play(0, written(laid))
        if "new_benches" in laid:
            assert benches(state) - before == laid["new_benches"], laid
    return state


def test_every_scenario_is_played_here() -> None:
    """A scenario that is added to the file needs a test."""
    assert set(SCENARIOS) == {
        "score_arithmetic_year",
        "fig8b_auction",
        "zero_bids",
        "no_tie_no_flag_move",
        "ranking",
        "fig3a_combined_six",
        "fig3b_diagonal",
        "fig4a_zoos",
        "fig4b_zoos",
        "fig6a_first_tile_closes",
        "fig6b_empty_square_inside",
        "one_tile_two_benches",
        "illegal_interrupts_path",
        "legal_first_placements",
        "fig8_full",
    }


@pytest.mark.rule("ozm.score.year")
@pytest.mark.parametrize("case", SCENARIOS["score_arithmetic_year"]["cases"])
def test_the_arithmetic_of_a_year(case: dict[str, Any]) -> None:
    """Seat 0 gets the visitors, trees and benches of the case; the last auction of the year is of no effect."""
    state = game(3).restore(
        {"auction": 5 * case["year"], "row": ["Z02"], "zoos": [{}, {}, {}], "coins": [0, 0, 1], "flags": [0, 1, 2]}
    )
    firsts, second = divmod(case["visitors"], 2)
    for number in range(firsts):
        set_enclosure(state, 0, ANIMALS[number + 1], 9, 1)
        set_enclosure(state, 1, ANIMALS[number + 1], 8, 2)
    if second:
        set_enclosure(state, 0, "sea", 8, 1)
        set_enclosure(state, 1, "sea", 9, 2)
    for seat, bushes in {0: {}, 1: {0: 3, 1: 5}, 2: {0: 5, 1: 3}}[case["trees"]].items():
        set_bushes(state, seat, bushes, seat + 1)
    state.data[BENCHES] = case["benches"]
    bid(state, 0, 0, 1)
    state.play(2, notations(state, 2)[0])  # an ape and a mammal for seat 2, behind seats 0 and 1
    assert state.standings[0].breakdown[f"year_{case['year']}"] == case["points"]


@pytest.mark.rule("ozm.bid.ties", "ozm.bid.flag-drops", "ozm.bid.highest-pays", "ozm.bid.others-keep")
def test_figure_8b_auction() -> None:
    scenario = SCENARIOS["fig8b_auction"]
    flags = [NAMES.index(name) for name in scenario["flags_top_first"]]
    state = game(4).restore({"flags": flags})
    bid(state, *(scenario["bids"][name] for name in NAMES))
    winner = NAMES.index(scenario["winner"])
    assert state.waiting == (winner,)
    assert state.position()["coins"] == [8 - scenario["pays"] * (seat == winner) for seat in range(4)]
    assert state.position()["flags"] == [NAMES.index(name) for name in scenario["flags_after"]]


@pytest.mark.rule("ozm.bid.all-zero", "ozm.bid.no-tie")
@pytest.mark.parametrize("name", ["zero_bids", "no_tie_no_flag_move"])
def test_flags_after_an_auction(name: str) -> None:
    scenario = SCENARIOS[name]
    seats = scenario["flags_top_first"]
    state = game(len(seats)).restore({})
    bid(state, *(scenario["bids"][seat] for seat in seats))
    winner = seats.index(scenario["winner"])
    assert state.waiting == (winner,)
    assert state.position()["coins"][winner] == 8 - scenario["pays"]
    assert state.position()["flags"] == [seats.index(seat) for seat in scenario["flags_after"]]


@pytest.mark.rule("ozm.visitors.ranks", "ozm.visitors.ties", "ozm.visitors.alone", "ozm.trees.ranks", "ozm.trees.ties")
@pytest.mark.parametrize("case", SCENARIOS["ranking"]["cases"], ids=lambda case: case["id"])
def test_ranking(case: dict[str, Any]) -> None:
    state = game(4).restore({})
    for name, (value, auction) in case["stars"].items():
        if case.get("kind") == "bushes":
            set_bushes(state, NAMES.index(name), value, auction)
        else:
            set_enclosure(state, NAMES.index(name), "bird", value, auction)
    have = trees(state) if case.get("kind") == "bushes" else visitors(state, "bird")
    assert have == [case["expect"].get(name, 0) for name in NAMES]


@pytest.mark.rule("ozm.visitors.combine", "ozm.visitors.paths")
def test_figure_3a_three_tiles_make_one_enclosure() -> None:
    scenario = SCENARIOS["fig3a_combined_six"]
    state = build(scenario["placements"])
    assert stars(state, "sea")[0] == scenario["expect"]["largest"]["sea"]


@pytest.mark.rule("ozm.visitors.diagonal")
def test_figure_3b_a_corner_does_not_combine() -> None:
    scenario = SCENARIOS["fig3b_diagonal"]
    assert stars(build(scenario["placements"]), "sea") == scenario["expect"]["enclosures"]["sea"]


@pytest.mark.rule("ozm.visitors.largest", "ozm.visitors.ranks", "ozm.visitors.alone", "ozm.visitors.ties")
@pytest.mark.parametrize(
    ("name", "order"),
    [("fig4a_zoos", ["Alan", "Klaus", "Alan", "Klaus"]), ("fig4b_zoos", ["Wolfgang", "Wolfgang", "Reiner", "Reiner"])],
)
def test_figures_4a_and_4b_two_zoos(name: str, order: list[str]) -> None:
    scenario = SCENARIOS[name]
    names = list(scenario["zoos"])
    left = {zoo: list(tiles) for zoo, tiles in scenario["zoos"].items()}
    row = [left[zoo].pop(0) for zoo in order]
    state = game(2).restore({"row": [laid["tile"] for laid in row]})
    for zoo, laid in zip(order, row, strict=True):
        winner = names.index(zoo)
        bid(state, *(int(seat == winner) for seat in range(2)))
        before = benches(state, winner)
        state.play(winner, written(laid))
        assert benches(state, winner) - before == laid["new_benches"]
    for animal, expected in scenario["expect"].items():
        assert visitors(state, animal) == [expected.get(zoo, 0) for zoo in names]


@pytest.mark.rule("ozm.benches.closed-path", "ozm.benches.start-tile")
def test_figure_6a_the_first_tile_closes_a_path() -> None:
    scenario = SCENARIOS["fig6a_first_tile_closes"]
    assert benches(build(scenario["placements"])) == scenario["expect"]["benches"]


@pytest.mark.rule("ozm.benches.empty-ground")
def test_figure_6b_an_empty_square_inside() -> None:
    scenario = SCENARIOS["fig6b_empty_square_inside"]
    state = build(scenario["placements"])
    (bench,) = state.view(None)["zoos"][0]["benches"]
    assert bench["empty"] == [scenario["expect"]["enclosed_empty_cell"]]


@pytest.mark.rule("ozm.benches.several")
def test_one_tile_two_benches() -> None:
    scenario = SCENARIOS["one_tile_two_benches"]
    assert benches(build(scenario["placements"])) == scenario["expect"]["benches"]


@pytest.mark.rule("ozm.place.no-interruption", "ozm.place.turns", "ozm.place.grid")
def test_a_tile_that_would_interrupt_a_path() -> None:
    scenario = SCENARIOS["illegal_interrupts_path"]
    (wrong,) = scenario["placements"]
    state = placing(wrong["tile"])
    assert written(wrong) not in notations(state, 0)
    possible = [written({"tile": wrong["tile"], **place}) for place in scenario["legal_first_placements"]]
    assert sorted(notations(state, 0)) == sorted(possible)


@pytest.mark.rule("ozm.place.continue-a-path")
@pytest.mark.parametrize(("name", "count"), SCENARIOS["legal_first_placements"]["number_on_an_empty_zoo"].items())
def test_places_for_a_first_tile(name: str, count: int) -> None:
    assert len(placing(name).legal(0)) == count


def fig_8(auctions: int, **settings: Any) -> Any:
    """The game of figures 8a and 8b, played through; the bids before the 14th auction are ours."""
    placements = SCENARIOS["fig8_full"]["placements"]
    state = game(4, **settings).restore({"row": [laid["tile"] for laid in placements], "flags": [3, 2, 0, 1]})
    for laid in placements[:auctions]:
        winner = NAMES.index(laid["zoo"])
        if laid["auction"] == 14:
            bid(state, *(SCENARIOS["fig8b_auction"]["bids"][name] for name in NAMES))
        else:
            bid(state, *(int(seat == winner) for seat in range(4)))
        state.play(winner, written(laid))
    return state


@pytest.mark.rule("ozm.visitors.newness", "ozm.visitors.move", "ozm.score.erratum", "ozm.year.after-auction")
@pytest.mark.parametrize("newness", ["enclosure", "player_value"])
@pytest.mark.parametrize("auctions", [13, 14])
def test_figures_8a_and_8b_the_whole_table(auctions: int, newness: str) -> None:
    expected = SCENARIOS["fig8_full"][f"after_{auctions}"]
    state = fig_8(auctions, newness=newness)
    view = state.view(None)
    for seat, name in enumerate(NAMES):
        built = view["zoos"][seat]
        for animal in ANIMALS:
            found = [
                {"stars": one["stars"], "newest_auction": one["auction"]}
                for one in built["enclosures"]
                if one["animal"] == animal
            ]
            assert found == expected["enclosures"][name].get(animal, []), (name, animal)
            assert built["visitors"][animal] == expected["visitors"][name].get(animal, 0), (name, animal)
        assert built["trees"] == expected["trees"][name]
        assert len(built["benches"]) == expected["benches"][name]
        assert built["bushes"] == expected["bushes"][name]
        if auctions == 14:
            items = sum(built["visitors"].values()) + built["trees"] + len(built["benches"])
            assert 3 * items == expected["points_if_year_3_ended"][name]
            assert built["income"] == expected["income_if_year_3_ended"][name]
    if auctions == 14:
        assert view["flags"] == [NAMES.index(name) for name in SCENARIOS["fig8b_auction"]["flags_after"]]


@pytest.mark.rule("ozm.score.erratum")
def test_the_printed_visitors_of_figure_8b_cannot_be() -> None:
    """Each animal has none, one or three visitors: 14 in all is out of reach."""
    totals = {0}
    for _ in ANIMALS:
        totals = {total + more for total in totals for more in (0, 1, 3)}
    assert 3 + 2 + 5 + 4 not in totals
    assert {11, 12, 13, 15} <= totals


@pytest.mark.rule("ozm.trees.ranks")
def test_figure_5_trees_for_the_most_bushes() -> None:
    assert trees(fig_8(13)) == [0, 1, 0, 2]


@pytest.mark.rule("ozm.income.tiles")
def test_figure_7_a_coin_for_each_tile() -> None:
    """After five auctions Alan has two tiles, Klaus one, Reiner two and Wolfgang none; each paid one coin a tile."""
    state = fig_8(5)
    assert [built["income"] for built in state.view(None)["zoos"]] == [2, 1, 2, 0]
    assert state.position()["coins"] == [8, 8, 8, 8]
