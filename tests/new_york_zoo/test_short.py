"""The short game for two."""

from __future__ import annotations

from collections import Counter

import pytest

from new_york_zoo.conftest import Plot, Zoo, enclosure, phase, place_first, seat
from zoobox.testing import notations, play, refused

SIZES = {tile.id: tile.size for tile in Zoo(2).game.contents.tiles}


@pytest.fixture
def short() -> Zoo:
    return Zoo(2, "short")


@pytest.mark.rule("nyz.short.stacks")
def test_two_tiles_in_every_slot(short: Zoo) -> None:
    spaces = [space for space in short.start().view(None)["strip"] if "stack" in space]
    assert Counter(tuple(space["sizes"]) for space in spaces) == {(4, 5): 8, (5, 6): 7}


@pytest.mark.rule("nyz.short.deal")
def test_three_sevens_and_three_sixes_each_from_the_lifted_tiles(short: Zoo) -> None:
    """Case 30: dealt uniformly from the lifted tiles; no tile is both dealt and on the strip."""
    dealt_at_all: Counter[str] = Counter()
    for seed in range(150):
        view = short.start(seed).view(None)
        dealt = [tile for seen in view["seats"] for tile in seen["dealt"]]
        for seen in view["seats"]:
            assert sorted(SIZES[tile] for tile in seen["dealt"]) == [6, 6, 6, 7, 7, 7]
        on_strip = [tile for space in view["strip"] for tile in space.get("stack", [])]
        assert len(set(dealt)) == 12
        assert not set(dealt) & set(on_strip)
        dealt_at_all.update(dealt)
    sevens = [count for tile, count in dealt_at_all.items() if SIZES[tile] == 7]
    assert len(sevens) == 7
    assert min(sevens) > 100  # 6 of 7 are dealt in each game: 129 expected


@pytest.mark.rule("nyz.short.place")
def test_both_place_at_the_same_time_in_any_order(short: Zoo) -> None:
    state = short.start(2)
    assert state.waiting == (0, 1)
    assert notations(state, 1) == [f"tile {tile}" for tile in sorted(state.view(1)["seats"][1]["dealt"])]
    last = notations(state, 1)[-1]
    play_order = [(1, last), (0, notations(state, 0)[2])]
    for number, decision in play_order:
        state.play(number, decision)
    assert state.waiting == (0, 1)
    assert phase(state) == "deal"
    assert refused(state, "E1", seat=0).rule == "nyz.short.place"
    for number in (0, 1):
        while number in state.waiting and phase(state) == "deal":
            state.apply(number, state.legal(number)[0])
    assert phase(state) == "move"
    assert state.waiting == (0,)
    for seen in state.view(None)["seats"]:
        assert len(seen["enclosures"]) == 6
        assert all(entry["animals"] == 0 for entry in seen["enclosures"])
        assert seen["animals"] == 2


@pytest.mark.rule("nyz.short.place")
def test_the_order_of_answers_makes_no_difference(short: Zoo) -> None:
    one, two = short.start(4), short.start(4)
    first, second = notations(one, 0)[0], notations(one, 1)[0]
    one.play(0, first)
    one.play(1, second)
    two.play(1, second)
    two.play(0, first)
    assert one == two


@pytest.mark.rule("nyz.short.place", "nyz.complete.reusable")
def test_acquired_animals_enter_the_dealt_enclosures(short: Zoo) -> None:
    """Section 6: the dealt enclosures start empty and are open to any species."""
    state = short.at("acquire", seat(("7-01", None, 0), ("6-01", None, 0)), elephant="A1")
    play(state, "take fox")
    assert notations(state) == ["put house", "put a", "put b"]
    play(state, "put b")
    assert enclosure(state, "b") == ("fox", 1)


@pytest.mark.rule("nyz.short.deal")
def test_only_dealt_tiles_may_be_placed(short: Zoo) -> None:
    state = short.start(2)
    missing = next(tile for tile in SIZES if tile not in state.view(0)["seats"][0]["dealt"])
    assert refused(state, f"tile {missing}", seat=0).rule == "nyz.short.deal"


@pytest.mark.rule("nyz.short.no-room")
def test_setting_aside_is_told_and_play_begins(short: Zoo) -> None:
    """Two rows are left: after one tile of two rows, a tile of three rows has no room any more."""
    position = short.start(2).position()
    position["seats"][1] |= {"dealt": [], "hand": None}
    flat = next(tile.id for tile in short.game.contents.tiles if tile.size == 7 and len(tile.art) == 2)
    tall = next(tile.id for tile in short.game.contents.tiles if tile.size == 7 and min(map(len, turned(tile.art))) > 2)
    position["seats"][0] |= {"dealt": [tall], "hand": flat, "attractions": Plot(short.game, 0).fill(28)}
    position["strip"] = {slot: list(tiles) for slot, tiles in position["strip"].items()}
    position["by_hand"] = True  # no game leads to attractions before the first turn
    state = short.game.restore(position)
    lines = [line.text for line in state.play(0, notations(state, 0)[0])]
    assert any("The funnel-shaped tile of 7 fits nowhere any more" in line for line in lines)
    assert phase(state) == "move"
    place_first(state)


def turned(art: tuple[str, ...]) -> tuple[list[str], list[str]]:
    return list(art), ["".join(column) for column in zip(*art, strict=True)]
