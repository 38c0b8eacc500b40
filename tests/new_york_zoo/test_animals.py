"""Enclosure tiles, acquisition and completed enclosures."""

from __future__ import annotations

import random

import pytest

import zoobox
from new_york_zoo.conftest import Zoo, enclosure, houses, phase, place_first, seat
from zoobox.testing import notations, play, refused


@pytest.mark.rule("nyz.populate.one-or-two", "nyz.populate.sources")
def test_the_first_animal_is_a_must_the_second_a_choice(two: Zoo) -> None:
    """Case 20: sources are houses and other enclosures; two different sources are allowed."""
    board = seat(("W", "fox", 3), ("F", "penguin", 2), ("6-01", None, 0), houses=["fox", "meerkat"])
    state = two.at("populate", board)
    assert notations(state) == ["meerkat from house", "fox from house", "fox from a", "penguin from b"]
    play(state, "fox from house")
    assert notations(state) == ["fox from a", "no second"]
    one = state.copy()
    play(state, "fox from a")
    assert enclosure(state, "c") == ("fox", 2)
    assert enclosure(state, "a") == ("fox", 2)
    assert houses(state) == ["meerkat"]
    play(one, "no second")
    assert enclosure(one, "c") == ("fox", 1)
    assert one.waiting == (1,)


@pytest.mark.rule("nyz.populate.sources")
def test_both_animals_may_come_from_one_source(two: Zoo) -> None:
    state = two.at("populate", seat(("W", "fox", 3), ("6-01", None, 0)))
    play(state, "fox from a", "fox from a")
    assert (enclosure(state, "a"), enclosure(state, "b")) == (("fox", 1), ("fox", 2))
    state = two.at("populate", seat(("6-01", None, 0), houses=["fox", "fox"]))
    play(state, "fox from house", "fox from house")
    assert enclosure(state, "a") == ("fox", 2)
    assert houses(state) == []
    assert refused(two.at("populate", seat(("6-01", None, 0), houses=["fox"])), "penguin from house").rule == (
        "nyz.populate.sources"
    )


@pytest.mark.rule("nyz.populate.never-empty")
def test_the_last_animal_stays_behind(two: Zoo) -> None:
    """The rulebook's example: a meerkat remains behind in the old meerkat enclosure."""
    state = two.at("populate", seat(("W", "meerkat", 2), ("6-01", None, 0)))
    play(state, "meerkat from a")
    assert enclosure(state, "a") == ("meerkat", 1)
    assert enclosure(state, "b") == ("meerkat", 1)
    assert state.waiting == (1,)  # nothing is left for a second one
    state = two.at("populate", seat(("W", "penguin", 1), ("6-01", None, 0), houses=["fox"]))
    assert notations(state) == ["fox from house"]
    refusal = refused(state, "penguin from a")
    assert refusal.rule == "nyz.populate.never-empty"
    assert refusal.reason == "The last animal of enclosure a stays behind."


@pytest.mark.rule("nyz.populate.no-house-animal")
def test_no_third_animal_follows_from_a_house(two: Zoo) -> None:
    """Case 8: the animal from a house never joins when a new enclosure is filled."""
    state = two.at("populate", seat(("W", "fox", 3), ("6-01", None, 0), houses=["fox"]))
    play(state, "fox from a", "fox from a")
    assert phase(state) == "move"
    assert enclosure(state, "b") == ("fox", 2)
    assert houses(state) == ["fox"]


@pytest.mark.rule("nyz.animals.one-species")
def test_an_enclosure_holds_one_species(two: Zoo) -> None:
    state = two.at("populate", seat(("W", "fox", 3), ("6-01", None, 0), houses=["fox", "meerkat"]))
    play(state, "fox from house")
    assert refused(state, "meerkat from house").rule == "nyz.animals.one-species"
    state = two.at("put", seat(("W", "fox", 3), ("6-01", "penguin", 1)), animal="fox", elephant="A1")
    refusal = refused(state, "put b")
    assert refusal.rule == "nyz.animals.one-species"
    assert notations(state) == ["put house", "put a"]


@pytest.mark.rule("nyz.animals.one-per-space")
def test_an_enclosure_holds_as_many_animals_as_it_has_spaces(two: Zoo) -> None:
    """The rulebook's example: an enclosure with 4 spaces holds 4 animals; the fourth completes it."""
    state = two.at("put", seat(("T4", "fox", 3), ("6-01", "fox", 3)), animal="fox", elephant="A1")
    larger = state.copy()
    play(state, "put a")
    assert phase(state) == "keep"
    assert enclosure(state, "a") == (None, 0)
    play(larger, "put b")
    assert enclosure(larger, "b") == ("fox", 4)


@pytest.mark.rule("nyz.animals.houses")
def test_a_house_holds_one_animal_of_any_species(two: Zoo) -> None:
    """The rulebook's example: the same or different animals, but one in each house."""
    state = two.at("put", seat(("W", "fox", 3), houses=["fox", "penguin"]), animal="fox", elephant="A1")
    play(state, "put house")
    assert houses(state) == ["penguin", "fox", "fox"]
    state = two.at("put", seat(("W", "fox", 3), houses=["fox", "fox", "fox"]), animal="fox", elephant="A1")
    assert notations(state) == ["put a"]
    assert refused(state, "put house").rule == "nyz.animals.houses"


@pytest.mark.no_cover
@pytest.mark.rule("nyz.animals.nowhere-else", "nyz.animals.no-rearranging")
@pytest.mark.parametrize("players", [1, 2, 4])
def test_animals_come_go_and_move_only_by_the_rules(players: int) -> None:
    """In random games: every change of an animal's place is one the decision stands for."""
    changes = {
        "populate": {0},
        "populate_more": {0},
        "put": {1},
        "add": {0},
        "keep": {0, 1},
        "breed": {0, 1},
        "breed_more": {0, 1},
        "bonus": {0, 1},
    }
    for seed in range(2 if zoobox.speed.compiled() else 1):
        state = Zoo(players).start(seed)
        dice = random.Random(seed)
        while not state.over:
            number = state.waiting[0]
            before = [seen["animals"] for seen in state.view(None)["seats"]]
            asked = phase(state)
            state.apply(number, dice.choice(state.legal(number)))
            after = [seen["animals"] for seen in state.view(None)["seats"]]
            gone = before[number] - after[number]
            assert [b for n, b in enumerate(before) if n != number] == [a for n, a in enumerate(after) if n != number]
            assert -gone in changes.get(asked, {0}) or gone >= 3  # a completed enclosure was emptied
            for seen in state.view(None)["seats"]:
                assert len(seen["houses"]) <= seen["house_count"]
                assert all(entry["animals"] <= entry["size"] for entry in seen["enclosures"])


@pytest.mark.rule("nyz.animals.limit")
def test_two_animals_for_an_enclosure_in_one_action() -> None:
    """Case 7: the limit counts over the whole acquisition and is not reset when the enclosure empties."""
    board = seat(("T4", "fox", 2), ("6-01", "meerkat", 1), houses=["fox", "penguin"])
    state = Zoo(2).at("acquire", board, elephant="A10")  # fox and penguin are shown
    play(state, "take fox", "put a", "add a", "no keep", "attraction att1")
    place_first(state)
    play(state, "take penguin")
    assert enclosure(state, "a") == (None, 0)
    assert notations(state) == ["put house"]
    refusal = refused(state, "put a")
    assert refusal.rule == "nyz.animals.limit"
    assert refusal.reason == "Enclosure a has been given two animals in this action."


@pytest.mark.rule("nyz.animals.limit")
def test_with_one_added_a_second_may_follow_but_no_house_animal() -> None:
    board = seat(("T4", "fox", 3), houses=["penguin", "penguin"])
    decisions = ("take fox", "put a", "no keep", "attraction att1")
    state = Zoo(2).at("acquire", board, elephant="A10")
    play(state, *decisions)
    place_first(state)
    play(state, "take penguin", "put a")
    assert enclosure(state, "a") == ("penguin", 1)
    assert phase(state) == "move"  # the third addition is not even asked
    state = Zoo(2, animal_limit="each_animal").at("acquire", board, elephant="A10")
    play(state, *decisions)
    place_first(state)
    play(state, "take penguin", "put a", "add a")
    assert enclosure(state, "a") == ("penguin", 2)


@pytest.mark.rule("nyz.animals.limit")
def test_the_next_action_counts_anew(two: Zoo) -> None:
    state = two.at("acquire", seat(("6-01", "fox", 1), houses=["fox"]), elephant="A10")
    play(state, "take fox", "put a", "add a", "no other")
    added = [entry["added"] for entry in state.view(None)["seats"][0]["enclosures"]]
    assert added == [0]


@pytest.mark.rule("nyz.animals.second-from-house")
def test_one_more_from_a_house() -> None:
    """The rulebook's example: a fox into a house, a penguin into an enclosure, and a penguin from a house joins."""
    board = seat(("6-01", "penguin", 2), houses=["penguin", "penguin"])
    state = Zoo(2).at("acquire", board, elephant="A10")
    play(state, "take fox", "put house")
    assert houses(state) == ["penguin", "penguin", "fox"]
    play(state, "take penguin", "put a")
    assert notations(state) == ["add a", "no add"]
    declined = state.copy()
    play(state, "add a")
    assert enclosure(state, "a") == ("penguin", 4)
    assert houses(state) == ["penguin", "fox"]
    assert phase(state) == "move"  # exactly one more
    play(declined, "no add")
    assert enclosure(declined, "a") == ("penguin", 3)


@pytest.mark.rule("nyz.animals.second-from-house")
def test_no_house_animal_without_room_or_for_a_house(two: Zoo) -> None:
    state = two.at("acquire", seat(("T4", "fox", 3), ("6-01", "fox", 1), houses=["fox"]), elephant="A1")
    play(state, "take fox", "put a")
    assert phase(state) == "keep"  # the offered animal filled it
    state = two.at("acquire", seat(("6-01", "fox", 1), houses=["fox"]), elephant="A1")
    play(state, "take fox", "put house")
    assert phase(state) == "acquire_other"


@pytest.mark.rule("nyz.acquire.two-or-one")
def test_two_shown_in_any_order_or_one_of_any_species(two: Zoo) -> None:
    """Case 5: the first of any species; after one of those shown, the other is optional."""
    board = seat(("6-01", "fox", 1))
    state = two.at("acquire", board, elephant="A10")  # fox, penguin
    assert notations(state) == ["take meerkat", "take flamingo", "take kangaroo", "take penguin", "take fox"]
    for first, other in (("fox", "penguin"), ("penguin", "fox")):
        again = play(state.copy(), f"take {first}", "put house")
        assert notations(again) == [f"take {other}", "no other"]
        assert refused(again, f"take {first}").rule == "nyz.acquire.two-or-one"
        assert play(again.copy(), "no other").waiting == (1,)
        play(again, f"take {other}", "put house")
        assert sorted(houses(again)) == ["fox", "penguin"]
        assert again.waiting == (1,)
    play(state, "take kangaroo", "put house")
    assert houses(state) == ["kangaroo"]
    assert state.waiting == (1,)


@pytest.mark.rule("nyz.acquire.must-place")
def test_what_cannot_be_put_cannot_be_taken(two: Zoo) -> None:
    """Section 6: if one of the two cannot be placed, the single animal may be of any species that can."""
    board = seat(("6-01", "meerkat", 1), houses=["flamingo"] * 3)
    state = two.at("acquire", board, elephant="A10")
    assert notations(state) == ["take meerkat"]
    refusal = refused(state, "take fox")
    assert refusal.rule == "nyz.acquire.must-place"
    state = two.at("acquire", seat(("6-01", "fox", 1), houses=["flamingo"] * 3), elephant="A10")
    play(state, "take fox", "put a")
    assert state.waiting == (1,)  # there is no place for the penguin
    state = two.at("put", board, animal="meerkat", elephant="A4")
    assert refused(state, "E1").rule == "nyz.acquire.must-place"


@pytest.mark.rule("nyz.acquire.where", "nyz.complete.reusable")
def test_houses_enclosures_of_the_species_and_empty_ones(two: Zoo) -> None:
    board = seat(("6-01", "fox", 1), ("W", None, 0), ("F", "penguin", 2), houses=["penguin"])
    state = two.at("acquire", board, elephant="A10")
    play(state, "take penguin")
    assert notations(state) == ["put house", "put b", "put c"]
    assert refused(state, "put d").rule == "nyz.acquire.where"
    play(state, "put b", "add b")
    assert enclosure(state, "b") == ("penguin", 2)  # a house animal follows into an empty enclosure too


@pytest.mark.rule("nyz.complete.at-once", "nyz.complete.keep", "nyz.complete.attraction")
def test_a_completed_enclosure_is_exchanged(two: Zoo) -> None:
    """Case 9: the animal is asked for first, then the attraction, which must be placed at once."""
    state = two.at("acquire", seat(("T4", "fox", 3), houses=["penguin"]), elephant="A3")
    play(state, "take fox", "put a")
    assert enclosure(state, "a") == (None, 0)
    assert notations(state) == ["keep", "no keep"]
    play(state, "keep")
    assert houses(state) == ["penguin", "fox"]
    assert notations(state) == [f"attraction {kind.id}" for kind in two.game.contents.attractions]
    assert refused(state, "E1").rule == "nyz.complete.attraction"
    play(state, "attraction att8")
    assert refused(state, "E1").rule == "nyz.complete.attraction"
    play(state, "att8 r0 A6")
    seen = state.view(None)["seats"][0]
    assert seen["attractions"] == [{"id": "att8", "cells": ["A6", "B6", "C6", "D6", "A7", "B7", "C7", "D7"]}]
    left = {entry["id"]: entry["left"] for entry in state.view(None)["attractions"]}
    assert left["att8"] == 0
    assert left["att1"] is None


@pytest.mark.rule("nyz.complete.keep")
def test_keeping_needs_a_free_house_and_is_optional(two: Zoo) -> None:
    board = seat(("T4", "fox", 3), houses=["penguin"] * 3)
    state = two.at("acquire", board, elephant="A3")
    play(state, "take fox", "put a")
    assert phase(state) == "attraction"  # not asked: no house is free
    state = two.at("acquire", seat(("T4", "fox", 3)), elephant="A3")
    play(state, "take fox", "put a", "no keep")
    assert houses(state) == []
    # Section 6: judged after the house animal has moved, so its house is free again.
    state = two.at("acquire", seat(("T4", "fox", 2), houses=["penguin", "penguin", "fox"]), elephant="A3")
    play(state, "take fox", "put a", "add a", "keep")
    assert houses(state) == ["penguin", "penguin", "fox"]


@pytest.mark.rule("nyz.complete.attraction")
def test_an_attraction_cannot_be_declined_and_must_fit(two: Zoo) -> None:
    """Case 10: mandatory while a cell is free; only what fits can be chosen."""
    state = two.at("attraction", seat(("T4", None, 0), leave=3), elephant="A3", step="second")
    assert notations(state) == ["attraction att1", "attraction att2", "attraction att3-bar"]
    refusal = refused(state, "attraction att8")
    assert refusal.rule == "nyz.complete.attraction"
    assert "fits nowhere" in refusal.reason


@pytest.mark.rule("nyz.setup.attractions")
def test_limited_attractions_run_out_and_single_spaces_do_not(two: Zoo) -> None:
    board = seat(("T4", None, 0))
    board["more"]["attractions"] = [{"id": "att6", "cells": ["A7", "B7", "C7", "A8", "B8", "C8"]}]
    state = two.at("attraction", board, elephant="A3", step="second")
    assert "attraction att6" not in notations(state)
    refusal = refused(state, "attraction att6")
    assert refusal.rule == "nyz.setup.attractions"
    assert "used up" in refusal.reason
    crowded = two.at("attraction", seat(("T4", None, 0), leave=30), elephant="A3", step="second")
    assert len(crowded.view(0)["seats"][0]["attractions"]) > 60  # case 31: more than are in the box
    assert "attraction att1" in notations(crowded)


@pytest.mark.rule("nyz.complete.no-room")
def test_no_attraction_without_a_free_cell(two: Zoo) -> None:
    """Case 11: two enclosures complete together, and the first attraction fills the board."""
    board = seat(("T4", "fox", 3), ("O4", "fox", 3), houses=["fox"], leave=1)
    state = two.at("breed", board, lines=["fox"], elephant="S3")
    play(state, "breed a", "breed b")
    assert phase(state) == "keep"
    play(state, "keep", "attraction att1")
    place_first(state)
    assert enclosure(state, "b") == (None, 0)
    assert phase(state) == "keep"
    play(state, "keep")
    assert houses(state) == ["fox", "fox", "fox"]
    assert state.over


@pytest.mark.rule("nyz.complete.after-each")
def test_the_second_animal_may_enter_what_the_first_completed(two: Zoo) -> None:
    """Case 6."""
    state = two.at("acquire", seat(("T4", "fox", 3), houses=["meerkat"] * 3), elephant="A10")
    play(state, "take fox", "put a", "attraction att1")
    place_first(state)
    assert notations(state) == ["take penguin", "no other"]
    play(state, "take penguin")
    assert notations(state) == ["put a"]
    play(state, "put a")
    assert enclosure(state, "a") == ("penguin", 1)


@pytest.mark.rule("nyz.complete.several")
def test_two_completed_together_come_one_after_the_other(two: Zoo) -> None:
    """Case 19: each with its own keep and its own attraction."""
    board = seat(("T4", "fox", 3), ("O4", "fox", 3), houses=["meerkat"])
    state = two.at("breed", board, lines=["fox"], elephant="S3")
    play(state, "breed b", "breed a", "keep", "attraction att8")
    place_first(state)
    assert houses(state) == ["meerkat", "fox"]
    play(state, "keep", "attraction att6")
    place_first(state)
    assert houses(state) == ["meerkat", "fox", "fox"]
    assert [piece["id"] for piece in state.view(None)["seats"][0]["attractions"]] == ["att8", "att6"]
    assert phase(state) == "move"
