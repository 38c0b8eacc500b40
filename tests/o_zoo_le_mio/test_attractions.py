"""Visitors, trees and benches: what a placed tile brings and moves."""

from __future__ import annotations

import pytest

from o_zoo_le_mio.table import (
    benches,
    bid,
    game,
    numbered_zoo,
    placing,
    set_bushes,
    set_enclosure,
    stars,
    trees,
    visitors,
    zoo,
    zoos,
)
from zoobox.games.o_zoo_le_mio.layout import BENCHES


@pytest.mark.rule("ozm.visitors.alone")
def test_the_only_zoo_with_an_animal_has_one_visitor_until_there_is_a_second() -> None:
    state = game(3).restore({})
    set_enclosure(state, 1, "bird", 4, 1)
    assert visitors(state, "bird") == [0, 1, 0]
    set_enclosure(state, 2, "bird", 1, 2)
    assert visitors(state, "bird") == [0, 2, 1]


@pytest.mark.rule("ozm.visitors.ties")
def test_of_three_equal_enclosures_the_newest_ranks_first() -> None:
    state = game(4).restore({})
    for seat, auction in ((0, 3), (1, 9), (2, 5)):
        set_enclosure(state, seat, "sea", 4, auction)
    set_enclosure(state, 3, "sea", 3, 12)
    assert visitors(state, "sea") == [0, 2, 1, 0]


@pytest.mark.rule("ozm.visitors.ties")
def test_of_two_equal_seconds_the_newer_has_the_visitor() -> None:
    state = game(3).restore({})
    set_enclosure(state, 0, "sea", 6, 1)
    set_enclosure(state, 1, "sea", 4, 2)
    set_enclosure(state, 2, "sea", 4, 3)
    assert visitors(state, "sea") == [2, 0, 1]


@pytest.mark.rule("ozm.visitors.ranks")
def test_with_two_players_the_second_rank_goes_to_the_other_zoo() -> None:
    state = game(2).restore({})
    set_enclosure(state, 0, "ape", 6, 1)
    set_enclosure(state, 1, "ape", 1, 2)
    assert visitors(state, "ape") == [2, 1]


@pytest.mark.rule("ozm.visitors.move")
def test_visitors_leave_for_a_better_enclosure_and_none_is_made() -> None:
    """Zoo 2 has birds 3; seat 0 places birds 3 later and takes a visitor away."""
    built = zoos({}, numbered_zoo({1: "Z05 at 1,-1 r3"}))
    state = game().restore({"zoos": built, "row": ["Z03"], "coins": [1, 0]})
    assert visitors(state, "bird") == [0, 1]
    bid(state, 1, 0)
    lines = [line.text for line in state.play(0, "Z03 at 1,-1 r2")]
    assert visitors(state, "bird") == [2, 1]
    assert "The bird visitors arrive: Zoo 1 (2 at 3 stars, newer than Zoo 2) and Zoo 2 (1 at 3 stars)." in lines


FIG_3A = ("Z17 at 1,-1 r2", "Z22 at -1,-2 r1", "Z24 at 0,-2 r3")


@pytest.mark.rule("ozm.visitors.combine", "ozm.visitors.newness")
def test_joining_makes_an_enclosure_that_is_new() -> None:
    state = game().restore({"zoos": zoos(numbered_zoo(dict(zip((2, 5, 9), FIG_3A, strict=True))))})
    sea = [one for one in state.view(None)["zoos"][0]["enclosures"] if one["animal"] == "sea"]
    assert [(one["stars"], one["auction"], len(one["squares"])) for one in sea] == [(6, 9, 3)]


@pytest.mark.rule("ozm.visitors.newness")
def test_extending_a_smaller_enclosure_does_not_make_the_larger_one_newer() -> None:
    """Zoo 1 has sea creatures 3 from auction 1, seat 1 the same from auction 2. Zoo 1 adds another 2: still older."""
    built = zoos(numbered_zoo({1: "Z07 at 1,-1 r0"}), numbered_zoo({2: "Z25 at 0,-1 r0"}))
    state = game().restore({"zoos": built, "row": ["Z22"], "coins": [1, 0]})
    assert visitors(state, "sea") == [1, 2]
    bid(state, 1, 0)
    state.play(0, "Z22 at 1,-2 r3")
    assert stars(state, "sea") == [3, 2]
    assert visitors(state, "sea") == [1, 2]


@pytest.mark.rule("ozm.visitors.newness", "ozm.visitors.largest")
@pytest.mark.parametrize(("newness", "expected"), [("enclosure", [2, 1]), ("player_value", [1, 2])])
def test_reaching_the_same_value_again_with_a_second_enclosure(newness: str, expected: list[int]) -> None:
    """Zoo 1: birds 3 at auction 1, seat 1: birds 3 at auction 2, then seat 0 places birds 3 elsewhere."""
    built = zoos(numbered_zoo({1: "Z05 at 1,-1 r3"}), numbered_zoo({2: "Z03 at 1,-1 r2"}))
    state = game(newness=newness).restore({"zoos": built, "row": ["Z14"], "coins": [1, 0]})
    assert visitors(state, "bird") == [1, 2]
    bid(state, 1, 0)
    apart = []
    for choice in state.choices(0):
        after = state.copy()
        after.play(0, choice)
        if stars(after, "bird") == [3, 3]:
            apart.append(visitors(after, "bird"))
    assert apart
    assert all(one == expected for one in apart)


@pytest.mark.rule("ozm.trees.ranks")
def test_all_bushes_of_a_zoo_count_and_two_on_a_tile_are_two() -> None:
    state = game().restore({"zoos": zoos(zoo("Z06 at 0,-1 r3"))})
    assert state.view(None)["zoos"][0]["bushes"] == 2


@pytest.mark.rule("ozm.trees.ties")
def test_a_tile_without_bushes_does_not_make_the_bushes_newer() -> None:
    """Both zoos have one bush, seat 1 later. Zoo 1 then adds a tile without bushes."""
    built = zoos(numbered_zoo({1: "Z25 at 0,-1 r0"}), numbered_zoo({2: "Z03 at 1,-1 r2"}))
    state = game().restore({"zoos": built, "row": ["Z04"], "coins": [1, 0]})
    assert trees(state) == [1, 2]
    bid(state, 1, 0)
    state.play(0, state.choices(0)[0])
    assert trees(state) == [1, 2]


@pytest.mark.rule("ozm.trees.no-bushes")
def test_without_bushes_there_is_no_tree() -> None:
    state = game(3).restore({})
    assert trees(state) == [0, 0, 0]
    set_bushes(state, 1, 1, 1)
    assert trees(state) == [0, 2, 0]


@pytest.mark.rule("ozm.trees.alone")
def test_the_only_zoo_with_bushes() -> None:
    for exception, expected in ((False, [2, 0]), (True, [1, 0])):
        state = game(trees_sole_owner_exception=exception).restore({})
        set_bushes(state, 0, 3, 1)
        assert trees(state) == expected
        set_bushes(state, 1, 1, 2)
        assert trees(state) == [2, 1]


@pytest.mark.rule("ozm.benches.no-gate")
def test_a_closed_path_without_a_link_to_the_gate_brings_a_bench() -> None:
    """Z13 has two paths; the one of half B does not touch the gate, and two tiles close it."""
    state = placing("Z04", "Z13 at 0,-1 r2", "Z06 at -2,0 r3")
    assert benches(state) == 0
    state.play(0, "Z04 at -1,-2 r2")
    assert benches(state) == 1


RING = (
    "Z05 at 2,-1 r2",
    "Z19 at 0,-1 r3",
    "Z03 at -1,-1 r2",
    "Z09 at 1,-2 r0",
    "Z04 at -2,-2 r2",
    "Z16 at -3,-3 r0",
    "Z15 at -2,-4 r3",
    "Z20 at -2,-6 r0",
    "Z13 at 3,-3 r1",
    "Z07 at 0,-5 r2",
    "Z02 at 0,-3 r3",
    "Z08 at 4,-2 r3",
    "Z01 at 1,-3 r3",
    "Z18 at 1,-6 r2",
)


@pytest.mark.rule("ozm.benches.several")
def test_a_tile_in_a_hole_splits_the_area_and_brings_a_bench() -> None:
    state = placing("Z12", *RING)
    before = state.view(0)["zoos"][0]["benches"]
    hole = next(bench for bench in before if [-1, -4] in bench["empty"] and [-1, -3] in bench["empty"])
    state.play(0, "Z12 at -1,-4 r1")
    after = state.view(0)["zoos"][0]["benches"]
    assert len(after) == len(before) + 1
    parts = [bench for bench in after if set(map(tuple, bench["corners"])) <= set(map(tuple, hole["corners"]))]
    assert len(parts) == 2


@pytest.mark.rule("ozm.benches.start-tile")
def test_ends_of_the_starting_tile_that_are_not_joined_close_nothing() -> None:
    for joined, expected in ((True, 1), (False, 0)):
        state = game(start_ends_joined=joined).restore({"zoos": zoos(zoo("Z03 at 1,-1 r2"))})
        assert benches(state) == expected


@pytest.mark.no_cover
@pytest.mark.rule("ozm.benches.permanent")
def test_benches_never_get_fewer() -> None:
    three = game(3)
    for seed in range(20):
        state = three.start(seed)
        had = [0, 0, 0]
        while not state.over:
            seat = state.waiting[0]
            legal = state.legal(seat)
            state.apply(seat, legal[(seed * 7 + len(state.past)) % len(legal)])
            have = list(state.data[BENCHES : BENCHES + 3])
            assert all(now >= before for now, before in zip(have, had, strict=True))
            had = have


@pytest.mark.rule("ozm.benches.supply")
def test_benches_beyond_those_of_the_box() -> None:
    for limited, expected in ((False, 16), (True, 15)):
        state = placing("Z03", bench_supply_limited=limited)
        state.data[BENCHES] = 9
        state.data[BENCHES + 1] = 6
        state.play(0, "Z03 at 1,-1 r2")
        assert state.data[BENCHES] + state.data[BENCHES + 1] == expected
