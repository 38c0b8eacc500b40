"""Setup, the row, and the auction of a tile."""

from __future__ import annotations

import pytest

import zoobox
from o_zoo_le_mio.table import bid, game, placing, zoo, zoos
from zoobox.games.o_zoo_le_mio.layout import TILES
from zoobox.testing import notations, refused


@pytest.mark.rule("ozm.setup.zoos", "ozm.setup.coins", "ozm.setup.start-tile")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup(players: int) -> None:
    state = game(players, coins_hidden=False).start(1)
    view = state.view(None)
    names = ["Porky Park", "Aqua Shark", "Villa Gorilla", "Crocodome"]
    assert [built["name"] for built in view["zoos"]] == names[:players]
    assert view["coins"] == [8] * players
    for seat, built in enumerate(view["zoos"]):
        (start,) = built["tiles"]
        assert start["tile"] == f"S{seat + 1}"
        assert start["animals"] == [None, None]
        assert start["squares"] == [[0, 0], [1, 0]]
        assert start["paths"] == [[{"square": [0, 0], "side": "N"}, {"square": [1, 0], "side": "N"}]]
        assert built["entrance"] == [[0, 1], [1, 1]]
        assert built["enclosures"] == []
        assert built["bounds"] == [0, 0, 1, 1]


@pytest.mark.rule("ozm.setup.supply")
def test_the_supply() -> None:
    box = game().components
    assert box.table("coins")["count"] == 35
    assert box.table("benches")["count"] == 15
    assert box.table("trees")["count"] == 3
    assert box.table("visitors")["of_each_colour"] * len(box.entries("animal")) == 15
    assert game().start(1).view(None)["benches_left"] == 15


@pytest.mark.no_cover
@pytest.mark.rule("ozm.setup.flags")
def test_flags_hang_in_random_order() -> None:
    three = game(3)
    orders = {tuple(three.start(seed).position()["flags"]) for seed in range(60)}
    assert len(orders) == 6


@pytest.mark.no_cover
@pytest.mark.rule("ozm.setup.stack")
def test_the_stack_is_all_tiles_shuffled() -> None:
    names = [f"Z{number:02}" for number in range(1, 26)]
    two = game()
    decks = [two.start(seed).position()["deck"] for seed in range(20)]
    assert all(sorted(deck) == names for deck in decks)
    assert len({tuple(deck) for deck in decks}) == 20


@pytest.mark.rule("ozm.tiles.halves")
def test_every_tile_has_two_different_animals() -> None:
    tiles = game().tiles
    assert len(tiles) == TILES
    for tile in tiles:
        assert tile.animals[0] != tile.animals[1]
        assert all(1 <= number <= 3 for number in tile.stars)
    for animal in ("ape", "mammal", "bird", "reptile", "sea"):
        halves = [tile.stars[half] for tile in tiles for half in (0, 1) if tile.animals[half] == animal]
        assert sorted(halves) == [1, 1, 1, 2, 2, 2, 2, 3, 3, 3]


@pytest.mark.rule("ozm.tiles.paths")
def test_every_path_connects_two_edges_at_least() -> None:
    ends = [sum(len(path) for path in tile.paths) for tile in game().tiles]
    assert all(len(path) >= 2 for tile in game().tiles for path in tile.paths)
    assert [ends.count(number) for number in (3, 4, 5)] == [8, 15, 2]
    assert sum(len(tile.paths) == 2 for tile in game().tiles) == 4


@pytest.mark.rule("ozm.tiles.bushes")
def test_fifteen_tiles_have_twenty_bushes() -> None:
    bushes = [tile.bushes for tile in game().tiles]
    assert [bushes.count(number) for number in (0, 1, 2)] == [10, 10, 5]


@pytest.mark.rule("ozm.tiles.reconstructed")
def test_reconstructed_tiles_are_marked() -> None:
    state = placing("Z05")
    view = state.view(0)
    assert all(tile["reconstructed"] for tile in view["row"])
    assert all(tile["reconstructed"] for built in view["zoos"] for tile in built["tiles"])
    known = {tile.id: tile for tile in game().tiles}
    assert (known["Z05"].animals, known["Z05"].stars) == (("ape", "bird"), (2, 3))
    assert (known["Z15"].animals, known["Z15"].stars[0], known["Z15"].bushes) == (("bird", "sea"), 1, 1)


@pytest.mark.rule("ozm.year.row", "ozm.year.order")
def test_five_tiles_lie_open_and_are_auctioned_in_order() -> None:
    state = game().start(4)
    deck = state.position()["deck"]
    for auction in range(5):
        row = state.view(None)["row"]
        assert [tile["tile"] for tile in row] == deck[:5]
        status = ["sold"] * auction + ["offered"] + ["open"] * (4 - auction)
        assert [tile["status"] for tile in row] == status
        bid(state, 0, 0)
        winner = state.waiting[0]
        assert notations(state, winner)[0].startswith(deck[auction])
        state.play(winner, notations(state, winner)[0])
    assert [tile["tile"] for tile in state.view(None)["row"]] == deck[5:10]
    assert state.view(None)["stack"] == 15


@pytest.mark.rule("ozm.turn.order")
def test_all_bid_in_any_order_then_the_winner_places() -> None:
    state = game(3).start(1)
    assert state.waiting == (0, 1, 2)
    state.play(1, "bid 5")
    assert state.waiting == (0, 2)
    with pytest.raises(zoobox.NotYourTurn) as refusal:
        state.play(1, "bid 2")
    assert refusal.value.rule == "ozm.turn.order"
    state.play(2, "bid 0")
    state.play(0, "bid 1")
    assert state.waiting == (1,)


@pytest.mark.rule("ozm.bid.any-number", "ozm.bid.own-coins")
def test_a_bid_is_anything_from_nothing_to_all_coins() -> None:
    state = game().restore({"coins": [3, 0]})
    assert notations(state, 0) == ["bid 0", "bid 1", "bid 2", "bid 3"]
    assert notations(state, 1) == ["bid 0"]
    assert refused(state, "bid 4", "ozm.bid.own-coins", seat=0).reason == "You cannot bid 4: you have 3 coins."
    assert refused(state, "bid 1", "ozm.bid.own-coins", seat=1).reason == "You cannot bid 1: you have 0 coins."
    assert [choice.targets for choice in state.choices(0)][3] == ("bid-3",)


@pytest.mark.rule("ozm.bid.simultaneous")
def test_a_bid_is_seen_by_nobody_else() -> None:
    seen = set()
    for coins in range(9):
        state = game(3).restore({})
        lines = dict.fromkeys((1, 2, None))
        for viewer in lines:
            before = state.copy()
            after = state.copy()
            after.play(0, f"bid {coins}")
            lines[viewer] = [line.text for line in state.game.log(before, 0, coins, after, viewer)]
        seen.add(repr((after.view(1), after.view(2), after.view(None), after.text(1), lines)))
        assert after.view(0)["bid"] == coins
        assert after.view(1)["given"] == [True, False, False]
    assert len(seen) == 1


@pytest.mark.rule("ozm.bid.simultaneous")
def test_a_redeal_draws_the_hidden_bids_anew() -> None:
    state = game(3).restore({"coins": [8, 2, 8], "bids": [7, 1, None]})
    drawn = [state.redeal(2, zoobox.Luck(seed)).position()["bids"] for seed in range(200)]
    assert {bids[0] for bids in drawn} == set(range(9))
    assert {bids[1] for bids in drawn} == {0, 1, 2}
    assert {state.redeal(0, zoobox.Luck(seed)).position()["bids"][0] for seed in range(20)} == {7}


@pytest.mark.rule("ozm.bid.reveal")
def test_bids_are_shown_when_the_last_is_in() -> None:
    state = game(3).restore({})
    state.play(2, "bid 1")
    state.play(0, "bid 4")
    assert state.view(None)["last"] is None
    lines = [line.text for line in state.play(1, "bid 3")]
    assert "The bids: Zoo 1 (4), Zoo 2 (3) and Zoo 3 (1)." in lines
    assert state.view(None)["last"]["bids"] == [4, 3, 1]
    assert state.view(1)["bid"] is None
    with pytest.raises(zoobox.CannotUndo):
        state.undo(1)


@pytest.mark.rule("ozm.bid.simultaneous")
def test_a_bid_can_be_taken_back_until_all_bids_are_in() -> None:
    state = game(3).restore({})
    state.play(2, "bid 1")
    state.play(0, "bid 1")
    assert state.undo(2).waiting == (1, 2), "the bid of seat 0 stands"
    state.play(1, "bid 0")
    with pytest.raises(zoobox.CannotUndo):
        state.undo(2)


@pytest.mark.rule("ozm.bid.ties", "ozm.bid.flag-drops")
def test_three_tie_and_the_highest_flag_wins() -> None:
    state = game(4).restore({"flags": [3, 1, 0, 2]})
    bid(state, 2, 2, 2, 1)
    assert state.waiting == (1,)
    assert state.position()["flags"] == [3, 0, 2, 1]
    assert state.position()["coins"] == [8, 6, 8, 8]


@pytest.mark.rule("ozm.place.at-once")
def test_the_tile_is_placed_before_the_next_auction() -> None:
    state = placing("Z05")
    reason = refused(state, "bid 1", "ozm.place.at-once", seat=0).reason
    assert reason == "You have won tile 1; place it before the next auction."
    with pytest.raises(zoobox.NotYourTurn):
        state.play(1, "bid 1")
    state.play(0, "Z05 at -1,-1 r0")
    assert state.waiting == (0, 1)
    refused(state, f"{state.view(0)['row'][1]['tile']} at 0,-1 r0", "ozm.bid.simultaneous", seat=0)


@pytest.mark.rule("ozm.bid.own-coins")
def test_a_bid_of_more_coins_than_there_are_is_understood() -> None:
    """No choice has such a number, so the notation itself is refused."""
    state = game().restore({"coins": [8, 1]})
    assert refused(state, "bid 99", "ozm.bid.own-coins", seat=0).reason == "You cannot bid 99: you have 8 coins."
    assert refused(state, "bid 9999", "ozm.bid.own-coins", seat=1).reason == "You cannot bid 9999: you have 1 coin."
    refused(placing("Z05"), "bid 99", "ozm.place.at-once", seat=0)


@pytest.mark.rule("ozm.place.nowhere")
def test_the_prompt_warns_before_a_bid_for_a_tile_that_fits_nowhere() -> None:
    built = zoos(zoo("Z21 at 0,-2 r1", "Z20 at 1,-2 r1"))
    state = game().restore({"zoos": built, "row": ["Z07"]})
    assert state.prompt(0) == (
        "Auction 3, year 1: bid in secret for tile 3 (ape 3, sea creature 3). It fits nowhere in your zoo: "
        "if you win it, you pay and it leaves the game. You have 8 coins."
    )
    assert "passt nirgends in deinen Zoo" in state.prompt(0, "de")
    assert "fits nowhere" not in state.prompt(1)


@pytest.mark.rule("ozm.setup.coins")
def test_coins_are_hidden_behind_the_entrance() -> None:
    state = game(3).restore({"coins": [1, 2, 3]})
    assert state.view(1)["coins"] == [None, 2, None]
    assert state.view(None)["coins"] == [None, None, None]
    shown = game(3, coins_hidden=False).restore({"coins": [1, 2, 3]})
    assert shown.view(None)["coins"] == [1, 2, 3]


@pytest.mark.rule("ozm.place.nowhere")
def test_a_tile_that_fits_nowhere_is_paid_for_and_leaves_the_game() -> None:
    built = zoos(zoo("Z21 at 0,-2 r1", "Z20 at 1,-2 r1"))
    state = game().restore({"zoos": built, "row": ["Z07"], "coins": [5, 2], "flags": [0, 1]})
    bid(state, 2, 2)
    assert state.prompt(0) == "Tile 3 (ape 3, sea creature 3) fits nowhere in Porky Park and leaves the game."
    (only,) = state.choices(0)
    assert (only.notation, only.rule, only.targets, only.cells) == ("remove Z07", "ozm.place.nowhere", ("row-3",), ())
    refused(state, "Z07 at 0,-3 r0", "ozm.place.no-interruption", seat=0)
    lines = [line.text for line in state.play(0, "remove z07")]
    assert "Zoo 1 has no place for tile 3: it leaves the game." in lines
    assert state.waiting == (0, 1)
    assert state.position()["coins"] == [3, 2]
    assert state.position()["flags"] == [1, 0]
    view = state.view(None)
    assert view["auction"] == 4
    assert [tile["status"] for tile in view["row"][:4]] == ["sold", "sold", "removed", "offered"]
    assert view["zoos"][0]["income"] == 2


@pytest.mark.rule("ozm.place.nowhere")
def test_a_tile_that_fits_cannot_be_let_go() -> None:
    state = placing("Z05")
    assert refused(state, "remove Z05", "ozm.place.nowhere", seat=0).reason == "Tile 1 fits in your zoo; place it."
    refused(game().restore({"row": ["Z05"]}), "remove Z05", "ozm.bid.simultaneous", seat=0)


@pytest.mark.rule("ozm.place.nowhere")
def test_without_room_one_can_only_bid_nothing_where_the_setting_says_so() -> None:
    built = zoos(zoo("Z21 at 0,-2 r1", "Z20 at 1,-2 r1"))
    forced = game(no_legal_placement="bid_forced_to_zero")
    state = forced.restore({"zoos": built, "row": ["Z07"]})
    assert notations(state, 0) == ["bid 0"]
    assert len(notations(state, 1)) == 9
    assert "fits nowhere" in refused(state, "bid 1", "ozm.place.nowhere", seat=0).reason
    assert "fits nowhere" in state.prompt(0)
    bid(state, 0, 0)
    state.play(0, "remove Z07")
    assert state.view(None)["row"][2]["status"] == "removed"
    assert len(notations(state, 0)) == 9
