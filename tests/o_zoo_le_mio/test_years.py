"""Points, income, the end of the game and the variants."""

from __future__ import annotations

from typing import Any

import pytest

import zoobox
from o_zoo_le_mio.table import bid, game, numbered_zoo, set_bushes, set_enclosure, stars, trees, visitors, zoo, zoos
from zoobox.games.o_zoo_le_mio.layout import COINS, ITEMS, TILE_COUNT, YEARS
from zoobox.testing.random_games import walk


@pytest.mark.no_cover
@pytest.mark.rule("ozm.score.year", "ozm.year.after-auction", "ozm.income.tiles")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", ["standard", "professional"])
def test_every_year_scores_what_stands_at_its_end(players: int, variant: str) -> None:
    """After the last placement of a year nothing moves, so the view tells what was scored and what was paid."""
    played = game(players, variant=variant)
    for seed in range(5 if zoobox.speed.compiled() else 1):
        ended = 0
        for state, seat, choice in walk(played, seed):
            year, before = state.view(None)["year"], state.position()
            after = state.copy()
            after.apply(seat, choice)
            if after.over or after.view(None)["year"] > year:
                ended += 1
                coins = after.position()["coins"]
                won = after.position()["last"]
                spent = [0] * players
                if before["phase"] == "bid":
                    spent[won["winner"]] = won["bids"][won["winner"]]
                for zoo_seat, built in enumerate(after.view(None)["zoos"]):
                    items = sum(built["visitors"].values()) + built["trees"] + len(built["benches"])
                    assert after.standings[zoo_seat].breakdown[f"year_{year}"] == year * items
                    income = 0 if after.over else len(built["tiles"]) - 1
                    assert coins[zoo_seat] == before["coins"][zoo_seat] - spent[zoo_seat] + income
        assert ended == YEARS


@pytest.mark.rule("ozm.score.coins")
def test_coins_score_nothing() -> None:
    poor = game().restore({"phase": "over", "coins": [0, 0]})
    rich = game().restore({"phase": "over", "coins": [58, 0]})
    assert [one.points for one in rich.standings] == [one.points for one in poor.standings] == [0, 0]
    assert [one.rank for one in rich.standings] == [1, 1]


@pytest.mark.rule("ozm.income.last-year")
def test_no_income_after_the_last_year() -> None:
    state = game().restore({"auction": 25, "row": ["Z05"], "coins": [3, 0], "points": [[0, 0]] * 4})
    bid(state, 2, 0)
    state.play(0, "Z05 at -1,-1 r0")
    assert state.over
    assert state.position()["coins"] == [1, 0]


def at_the_end_of_a_year(coins: list[int], tiles: list[int], **settings: Any) -> Any:
    """The last tile of year 1 has just been won by seat 0 for nothing; zoos have that many tiles besides."""
    state = game(len(coins), **settings).restore(
        {"auction": 5, "row": ["Z05"], "coins": coins, "phase": "place", "last": {"winner": 0}}
    )
    state.data[TILE_COUNT : TILE_COUNT + len(tiles)] = bytes(tiles)
    state.play(0, "Z05 at -1,-1 r0")
    return list(state.data[COINS : COINS + len(coins)])


@pytest.mark.rule("ozm.income.supply")
def test_income_when_the_supply_runs_out() -> None:
    coins, tiles = [10, 10, 11], [2, 1, 3]
    assert at_the_end_of_a_year(coins, tiles) == [13, 11, 14]
    # Four coins are left: one for each from the top of the flagpole, then one more for the first.
    assert at_the_end_of_a_year(coins, tiles, coin_supply_limited=True) == [12, 11, 12]


@pytest.mark.rule("ozm.variant.flat-income")
def test_flat_income() -> None:
    assert at_the_end_of_a_year([1, 2, 0], [4, 0, 0], flat_income=True) == [4, 5, 3]


def income_told(coins: list[int], language: str = "en", **settings: Any) -> str:
    """What the log says of the income after year 1, where seat 0 has just placed the only tile."""
    state = game(len(coins), **settings).restore(
        {"auction": 5, "row": ["Z05"], "coins": coins, "phase": "place", "last": {"winner": 0}}
    )
    before = state.copy()
    choice = state.legal(0)[0]
    state.apply(0, choice)
    lines = state.game.log(before, 0, choice, state, None, language)
    rules = ("ozm.income.tiles", "ozm.income.supply", "ozm.variant.flat-income")
    return next(line.text for line in lines if line.rule in rules)


@pytest.mark.rule("ozm.income.supply")
def test_the_log_tells_the_income_that_was_paid() -> None:
    limited = {"coin_supply_limited": True}
    assert income_told([8, 8]) == "Income, a coin for each tile: Zoo 1 (1)."
    assert income_told([8, 8], **limited) == "Income, a coin for each tile: Zoo 1 (1)."
    assert income_told([20, 15], **limited) == "The supply has no coins left, so nobody gets income."
    assert income_told([20, 15]) == "Income, a coin for each tile: Zoo 1 (1)."
    assert income_told([8, 8], flat_income=True) == "Everybody gets three coins."
    short = {"flat_income": True, **limited}
    assert income_told([17, 15], **short) == "Income, as far as the coins of the supply go: Zoo 1 (2) and Zoo 2 (1)."
    assert income_told([17, 15], "de", **short) == (
        "Einkommen, soweit die Münzen des Vorrats reichen: Zoo 1 (2) und Zoo 2 (1)."
    )


@pytest.mark.rule("ozm.variant.flat-income")
def test_a_view_tells_the_income_to_come() -> None:
    built = zoos(zoo("Z05 at -1,-1 r0"))
    for flat, income in ((False, [1, 0]), (True, [3, 3])):
        view = game(flat_income=flat).restore({"zoos": built}).view(None)
        assert [one["income"] for one in view["zoos"]] == income


@pytest.mark.parametrize("settings", [{}, {"flat_income": True}, {"variant": "professional"}])
def test_a_position_by_hand_with_all_coins_there_can_be_plays_on(settings: dict[str, Any]) -> None:
    """Bids never run into the numbers of places, however many coins were written down."""
    played = game(**settings)
    state = played.restore({"coins": [played.most_coins] * 2})
    while not state.over:
        for seat in state.waiting:
            choices = state.choices(seat)
            if state.position()["phase"] == "bid":
                assert [choice.notation for choice in choices] == [f"bid {coins}" for coins in range(len(choices))]
            state.play(seat, choices[0])
        assert played.restore(state.position()) == state


@pytest.mark.rule("ozm.end.five-years")
def test_the_game_ends_after_five_years_and_most_points_win() -> None:
    state = game().restore(
        {"auction": 25, "row": ["Z05"], "points": [[7, 9], [10, 8], [3, 30], [4, 4]], "coins": [1, 0]}
    )
    bid(state, 1, 0)
    lines = [line.text for line in state.play(0, "Z05 at -1,-1 r0")]
    assert state.over
    assert lines[-1] == "Five years are over, and so is the game."
    assert [one.points for one in state.standings] == [24 + 5 * 2, 51]
    assert [one.rank for one in state.standings] == [2, 1]


@pytest.mark.rule("ozm.end.tie")
@pytest.mark.parametrize(
    ("final_tie", "ranks"), [("shared_victory", [1, 1, 3]), ("most_coins", [1, 2, 3]), ("most_tiles", [2, 1, 3])]
)
def test_a_tie_at_the_end(final_tie: str, ranks: list[int]) -> None:
    built = zoos({}, zoo("Z05 at -1,-1 r0"), players=3)
    state = game(3, final_tie=final_tie).restore(
        {"phase": "over", "coins": [3, 2, 9], "zoos": built, "points": [[5, 5, 4], *[[0, 0, 0]] * 4]}
    )
    assert [one.rank for one in state.standings] == ranks


@pytest.mark.rule("ozm.variant.professional")
def test_a_professional_year_lasts_until_three_bush_tiles() -> None:
    """Z02, Z04, Z05 and Z07 have no bushes; Z01 and Z06 have two each and count as one tile with bushes."""
    row = ["Z02", "Z01", "Z04", "Z06", "Z05", "Z03", "Z07", "Z08", "Z09", "Z11"]
    state = game(variant="professional").restore({"row": row, "coins": [8, 0]})
    assert [tile["tile"] for tile in state.view(None)["row"]] == row[:6]
    while state.view(None)["year"] == 1:
        bid(state, 0, 0)
        winner = state.waiting[0]
        state.play(winner, state.choices(winner)[0])
    view = state.view(None)
    assert view["auction"] == 7
    assert [tile["tile"] for tile in view["row"]] == row[6:]


@pytest.mark.no_cover
@pytest.mark.rule("ozm.variant.professional")
def test_the_fifth_professional_year_has_all_the_other_tiles() -> None:
    for seed in range(20 if zoobox.speed.compiled() else 4):
        state = game(variant="professional").start(seed)
        bushes = {tile.id: tile.bushes for tile in state.game.tiles}
        deck = state.position()["deck"]
        rows: dict[int, list[str]] = {}
        for moment, _, _ in walk(state.game, seed):
            view = moment.view(None)
            rows[view["year"]] = [tile["tile"] for tile in view["row"]]
        assert [name for row in rows.values() for name in row] == deck
        assert all(sum(bushes[name] > 0 for name in rows[year]) == 3 for year in range(1, 6))
        assert all(bushes[rows[year][-1]] > 0 for year in range(1, 5))


@pytest.mark.rule("ozm.variant.blind-row")
@pytest.mark.parametrize("variant", ["standard", "professional"])
def test_the_blind_row_shows_the_present_tile_only(variant: str) -> None:
    blind = game(variant=variant, blind_row=True)
    state = blind.start(3)
    deck = state.position()["deck"]
    assert [tile["tile"] for tile in state.view(0)["row"]] == deck[:1]
    assert state.view(0)["stack"] == 24
    later = {tuple(state.redeal(0, zoobox.Luck(seed)).position()["deck"][1:5]) for seed in range(30)}
    assert len(later) == 30
    bid(state, 0, 0)
    winner = state.waiting[0]
    lines = [line.text for line in state.play(winner, state.choices(winner)[0])]
    assert "Tile 2 is turned up." in lines
    assert [tile["tile"] for tile in state.view(0)["row"]] == deck[:2]
    with pytest.raises(zoobox.CannotUndo):
        state.undo(winner)


@pytest.mark.rule("ozm.year.row")
def test_a_placement_can_be_taken_back_while_nothing_new_is_turned_up() -> None:
    state = game().start(3)
    bid(state, 0, 0)
    winner = state.waiting[0]
    state.play(winner, state.choices(winner)[0])
    assert state.undo(winner).waiting == (winner,)


@pytest.mark.rule("ozm.variant.double-rank")
def test_one_zoo_may_hold_both_ranks() -> None:
    """Seat 0 has sea creatures 3 and 2 apart, seat 1 sea creatures 1."""
    built = zoos(numbered_zoo({1: "Z07 at 1,-1 r0", 2: "Z22 at 1,-2 r3"}), numbered_zoo({3: "Z06 at 0,-1 r3"}))
    for double, expected in ((False, [2, 1]), (True, [3, 0])):
        state = game(two_player_double_rank=double).restore({"zoos": built})
        assert stars(state, "sea") == [3, 2]
        assert visitors(state, "sea") == expected
    in_view = [one["visitors"] for one in state.view(None)["zoos"][0]["enclosures"] if one["animal"] == "sea"]
    assert in_view == [2, 1]


@pytest.mark.rule("ozm.variant.double-rank")
def test_double_rank_has_one_tree_and_keeps_the_exception() -> None:
    alone = game(two_player_double_rank=True).restore({"zoos": zoos(zoo("Z07 at 1,-1 r0", "Z22 at 1,-2 r3"))})
    assert visitors(alone, "sea") == [1, 0]
    set_bushes(alone, 0, 1, 1)
    set_bushes(alone, 1, 2, 2)
    assert trees(alone) == [0, 1]
    three = game(3, two_player_double_rank=True).restore({})
    set_enclosure(three, 0, "sea", 3, 1)
    set_enclosure(three, 1, "sea", 1, 2)
    set_bushes(three, 1, 2, 2)
    assert visitors(three, "sea") == [2, 1, 0]
    assert trees(three) == [0, 2, 0]


def test_no_professional_year_is_left_out_when_the_bushes_run_short() -> None:
    """With exactly twelve bush tiles, the last of them on top of nothing, year five is scored without an auction."""
    box = game().components
    text, taken = box.text, 0
    for _ in range(3):
        head, _, tail = text[taken:].partition("bushes = 1")
        text = text[:taken] + head + "bushes = 0" + tail
        taken += len(head) + 10
    twelve = zoobox.game("o-zoo-le-mio", players=2, variant="professional", components=zoobox.Components.parse(text))
    assert sum(tile.bushes > 0 for tile in twelve.tiles) == 12
    deck = sorted(twelve.tiles, key=lambda tile: tile.bushes > 0)
    state = twelve.restore({"deck": [tile.id for tile in deck], "auction": 25, "points": [[0, 0]] * 3})
    assert state.view(None)["year"] == 4
    bid(state, 0, 0)
    winner = state.waiting[0]
    state.play(winner, state.choices(winner)[0])
    assert state.over
    assert state.data[ITEMS + 5 * winner + 4] == state.data[ITEMS + 5 * winner + 3] > 0
    assert twelve.restore(state.position()) == state
