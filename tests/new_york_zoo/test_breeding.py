"""Breeding and bonus breeding."""

from __future__ import annotations

from typing import Any

import pytest

import zoobox
from new_york_zoo.conftest import Zoo, enclosure, houses, phase, place_first, seat
from zoobox.testing import notations, play, refused


def breeding(zoo: Zoo, *seats: dict[str, Any], species: str = "fox") -> Any:
    return zoo.at("breed", *seats, lines=[species], elephant="S3")


@pytest.mark.rule("nyz.breed.after-main")
def test_breeding_follows_the_whole_main_action(two: Zoo) -> None:
    """Case 21: an enclosure that got its second animal in this turn breeds."""
    state = two.at("move", seat(("6-01", "fox", 3), houses=["fox"]), elephant="S2")
    play(state, "E1")
    place_first(state)
    play(state, "fox from a", "fox from a")
    assert phase(state) == "breed"
    assert notations(state) == ["breed b", "no breed"]  # a has one left, b has two
    play(state, "breed b")
    assert enclosure(state, "b") == ("fox", 3)


@pytest.mark.rule("nyz.breed.after-main")
def test_the_example_of_the_penguin_line(two: Zoo) -> None:
    """The rulebook's example: crossing this mark causes breeding for the penguins."""
    state = two.at("move", seat(("6-01", "penguin", 2), houses=["fox"]), elephant="S14")
    lines = [line.text for line in state.play(0, "E2")]
    assert state.view(0)["elephant"] == "A1"
    assert any("line of the penguin" in line for line in lines)
    play(state, "take kangaroo", "put house")
    assert phase(state) == "breed"
    assert state.prompt(0) == "The penguins breed: choose up to two enclosures."


@pytest.mark.rule("nyz.breed.all-players", "nyz.complete.turn-order")
def test_all_players_breed_from_the_active_one_clockwise() -> None:
    """Case 12: each resolves fully, attractions included, before the next."""
    herd = seat(("T4", "fox", 3), ("O4", None, 0), houses=["penguin"] * 2)
    other = seat(("L4", "fox", 3), houses=["penguin"] * 3)
    state = Zoo(4).at("breed", herd, seat(("S4", "fox", 3)), seat(), other, lines=["fox"], turn=3, elephant="S3")
    order = []
    while phase(state) != "move":
        number = state.waiting[0]
        if phase(state) == "breed":
            order.append(number)
        biggest = [text for text in notations(state) if text.startswith("attraction")]
        play(state, biggest[-1] if biggest else notations(state)[0])
    assert order == [3, 0, 1]
    taken = [[piece["id"] for piece in seen["attractions"]] for seen in state.view(None)["seats"]]
    assert taken == [["att6"], ["att4-square"], [], ["att8"]]
    assert state.waiting == (0,)


@pytest.mark.rule("nyz.breed.two-animals")
def test_two_animals_of_the_species_are_needed(two: Zoo) -> None:
    state = breeding(two, seat(("6-01", "fox", 2), ("6-02", "fox", 1), ("6-03", "penguin", 4), ("6-04", None, 0)))
    assert notations(state) == ["breed a", "no breed"]
    for letter in "bcd":
        assert refused(state, f"breed {letter}").rule == "nyz.breed.two-animals"


@pytest.mark.rule("nyz.breed.two-animals")
def test_who_cannot_breed_is_not_asked(two: Zoo) -> None:
    state = two.at("move", seat(("6-01", "fox", 1), houses=["meerkat"]), seat(("6-02", "fox", 2)), elephant="S2")
    play(state, "E2", "take penguin", "put house")
    assert state.waiting == (1,)
    assert phase(state) == "breed"


@pytest.mark.rule("nyz.breed.one-each")
def test_one_offspring_however_many_pairs(two: Zoo) -> None:
    state = breeding(two, seat(("7-01", "fox", 4)))
    play(state, "breed a")
    assert enclosure(state, "a") == ("fox", 5)
    assert phase(state) == "move"


@pytest.mark.rule("nyz.breed.two-enclosures")
def test_up_to_two_enclosures(two: Zoo) -> None:
    """The rulebook's example: three penguin enclosures, offspring in two of them."""
    state = breeding(two, seat(("6-01", "fox", 2), ("6-02", "fox", 2), ("6-03", "fox", 3)))
    play(state, "breed c")
    assert notations(state) == ["breed a", "breed b", "no breed"]
    assert refused(state, "breed c").rule == "nyz.breed.two-animals"
    play(state, "breed a")
    assert phase(state) == "bonus"
    assert [enclosure(state, letter)[1] for letter in "abc"] == [3, 2, 4]


@pytest.mark.rule("nyz.breed.forego", "nyz.bonus.needs-breeding")
def test_breeding_may_be_foregone(two: Zoo) -> None:
    """Case 15: none, one or two; none forfeits the bonus."""
    board = seat(("6-01", "fox", 2), ("6-02", "fox", 2), ("6-03", "penguin", 2))
    none = play(breeding(two, board), "no breed")
    assert phase(none) == "move"
    one = play(breeding(two, board), "breed a", "no breed")
    assert phase(one) == "bonus"
    assert [enclosure(one, letter)[1] for letter in "abc"] == [3, 2, 2]


@pytest.mark.rule("nyz.breed.house-animals")
def test_the_player_chooses_which_enclosure_gets_the_house_animal(two: Zoo) -> None:
    """Case 17: with one house animal and two bred enclosures, either may get it; with two, both."""
    board = seat(("6-01", "fox", 2), ("6-02", "fox", 2), houses=["fox"])
    for letter in "ab":
        state = play(breeding(two, board), "breed a", "breed b")
        assert notations(state) == ["add a", "add b", "no add"]
        play(state, f"add {letter}")
        assert enclosure(state, letter) == ("fox", 4)
        assert phase(state) == "move"
    board = seat(("6-01", "fox", 2), ("6-02", "fox", 2), houses=["fox", "fox"])
    state = play(breeding(two, board), "breed a", "breed b", "add b")
    assert notations(state) == ["add a", "no add"]
    assert refused(state, "add b").rule == "nyz.animals.second-from-house"
    play(state, "add a")
    assert houses(state) == []


@pytest.mark.rule("nyz.breed.house-animals")
def test_a_full_first_enclosure_does_not_lose_the_house_animal(two: Zoo) -> None:
    board = seat(("T4", "fox", 3), ("6-02", "fox", 2), houses=["fox"])
    state = play(breeding(two, board), "breed a", "breed b")
    assert notations(state) == ["add b", "no add"]


@pytest.mark.rule("nyz.breed.simultaneous")
def test_offspring_then_house_animals_then_exchanges(two: Zoo) -> None:
    """Case 18, section 6: an animal kept from the first cannot join the second in the same breeding."""
    board = seat(("T4", "fox", 3), ("6-02", "fox", 4), houses=["meerkat", "meerkat"])
    state = play(breeding(two, board), "breed a", "breed b", "keep", "attraction att1")
    place_first(state)
    assert houses(state) == ["meerkat", "meerkat", "fox"]
    assert enclosure(state, "b") == ("fox", 5)
    assert phase(state) == "move"  # no further addition is offered


@pytest.mark.rule("nyz.breed.simultaneous", "nyz.complete.several")
def test_the_worked_example_of_lisas_penguins(two: Zoo) -> None:
    """Three penguin enclosures, two breed, a house penguin completes one; one is kept, an attraction chosen."""
    board = seat(("T4", "penguin", 2), ("6-02", "penguin", 3), ("6-03", "penguin", 2), houses=["penguin"])
    state = two.at("breed", board, lines=["penguin"], elephant="S15")
    play(state, "breed a", "breed b", "add a")
    assert enclosure(state, "a") == (None, 0)
    play(state, "keep", "attraction att3-corner")
    place_first(state)
    assert houses(state) == ["penguin"]
    assert enclosure(state, "b") == ("penguin", 4)
    assert notations(state) == ["bonus c", "no bonus"]


@pytest.mark.rule("nyz.breed.line-order")
def test_two_lines_breed_in_the_order_of_crossing() -> None:
    """Case 16: a queue; the first line is bred by all, with its bonuses, before the second."""
    empty = ["S5", "S6", "S7", "S8"]
    board = seat(("7-01", "meerkat", 2), ("7-02", "flamingo", 2), houses=["fox"])
    state = Zoo(2).at("move", board, seat(("7-03", "meerkat", 2)), elephant="A4", empty=empty)
    play(state, "E3")  # A5, A6, S9: meerkat, then flamingo
    assert state.view(0)["elephant"] == "S9"
    assert state.view(0)["lines"] == ["meerkat", "flamingo"]
    place_first(state)
    play(state, "fox from house")
    assert state.prompt(0).startswith("The meerkats breed")
    play(state, "breed a", "bonus b")
    assert state.waiting == (1,)
    play(state, "breed a")
    assert state.waiting == (0,)
    assert state.prompt(0).startswith("The flamingos breed")
    play(state, "breed b", "bonus a")
    assert (enclosure(state, "a"), enclosure(state, "b")) == (("meerkat", 4), ("flamingo", 4))
    assert phase(state) == "move"


@pytest.mark.rule("nyz.breed.line-order")
def test_two_lines_across_the_start(two: Zoo) -> None:
    state = two.at("move", seat(houses=["fox"]), elephant="S14", empty=["S15", "S1", "S2"])
    play(state, "E3")  # A1, A2, S3
    assert state.view(0)["elephant"] == "S3"
    assert state.view(0)["lines"] == ["penguin", "fox"]


@pytest.mark.rule("nyz.breed.line-order")
def test_the_order_of_lines_is_no_setting_any_more() -> None:
    """A record that asks for it is refused in words rather than played by another rule."""
    with pytest.raises(zoobox.BadSetting, match="line_order"):
        Zoo(2, line_order="strip")


# Bonus breeding


@pytest.mark.rule("nyz.bonus.players")
@pytest.mark.parametrize(("players", "bonus"), [(1, True), (2, True), (3, True), (4, False), (5, False)])
def test_bonus_by_player_count(players: int, bonus: bool) -> None:
    zoo = Zoo(players)
    sixes = ["P", "V"]
    state = zoo.at("breed", seat((sixes[0], "fox", 2), (sixes[1], "penguin", 2)), lines=["fox"], elephant="S3")
    play(state, "breed a")
    assert (phase(state) == "bonus") is bonus


@pytest.mark.rule("nyz.bonus.other-enclosure")
def test_the_bonus_goes_to_exactly_one_other_enclosure(two: Zoo) -> None:
    """The rulebook's example: meerkats breed; the bonus breeds in one of the two flamingo enclosures, not in both."""
    board = seat(("6-01", "meerkat", 2), ("6-02", "flamingo", 2), ("6-03", "flamingo", 2))
    state = two.at("breed", board, lines=["meerkat"], elephant="S6")
    play(state, "breed a")
    assert notations(state) == ["bonus b", "bonus c", "no bonus"]
    play(state, "bonus c")
    assert [enclosure(state, letter)[1] for letter in "abc"] == [3, 2, 3]
    assert phase(state) == "move"


@pytest.mark.rule("nyz.bonus.other-enclosure")
def test_who_gets_the_bonus(two: Zoo) -> None:
    """Case 14: two or more animals, none gained in this breeding; bred and emptied is out."""
    board = seat(
        ("T4", "fox", 3), ("6-02", "penguin", 1), ("6-03", "fox", 2), ("6-04", None, 0), houses=["meerkat"] * 3
    )
    state = play(breeding(two, board), "breed a", "no breed", "attraction att1")
    place_first(state)
    assert enclosure(state, "a") == (None, 0)
    assert notations(state) == ["bonus c", "no bonus"]  # a third enclosure of the same species
    for letter in "abd":
        assert refused(state, f"bonus {letter}").rule == "nyz.bonus.other-enclosure"


@pytest.mark.rule("nyz.bonus.other-enclosure")
def test_the_worked_example_of_three_flamingo_enclosures(two: Zoo) -> None:
    """Three with two empty spaces each, a flamingo in a house: complete one, keep, complete the third by the bonus."""
    board = seat(("T4", "flamingo", 2), ("L4", "flamingo", 2), ("O4", "flamingo", 2), houses=["flamingo"])
    state = two.at("breed", board, lines=["flamingo"], elephant="S9")
    play(state, "breed a", "breed b", "add a", "keep", "attraction att8")
    place_first(state)
    assert houses(state) == ["flamingo"]
    assert notations(state) == ["bonus c", "no bonus"]
    play(state, "bonus c", "add c")
    assert enclosure(state, "c") == (None, 0)
    play(state, "no keep", "attraction att6")
    place_first(state)
    assert enclosure(state, "b") == ("flamingo", 3)
    assert len(state.view(None)["seats"][0]["attractions"]) == 2
    assert phase(state) == "move"


@pytest.mark.rule("nyz.bonus.optional")
def test_the_bonus_may_be_declined(two: Zoo) -> None:
    state = play(breeding(two, seat(("6-01", "fox", 2), ("6-02", "penguin", 2))), "breed a", "no bonus")
    assert enclosure(state, "b") == ("penguin", 2)
    assert phase(state) == "move"


@pytest.mark.rule("nyz.bonus.timing")
@pytest.mark.parametrize(
    ("timing", "order"),
    [
        ("by_player", [(0, "breed"), (0, "bonus"), (1, "breed"), (1, "bonus")]),
        ("by_phase", [(0, "breed"), (1, "breed"), (0, "bonus"), (1, "bonus")]),
    ],
)
def test_bonus_for_each_player_or_for_each_phase(timing: str, order: list[tuple[int, str]]) -> None:
    """Case 13."""
    first = seat(("6-01", "fox", 2), ("6-02", "penguin", 2))
    second = seat(("6-03", "fox", 2), ("6-04", "penguin", 2))
    third = seat(("6-05", "penguin", 2))
    state = breeding(Zoo(3, bonus_breeding=timing), first, second, third)
    asked = []
    while phase(state) != "move":
        asked.append((state.waiting[0], phase(state)))
        play(state, notations(state)[0])
    assert asked == order
    assert [enclosure(state, "b", number)[1] for number in range(2)] == [3, 3]
    assert not any(entry["bred"] for seen in state.view(None)["seats"] for entry in seen["enclosures"])


@pytest.mark.rule("nyz.animals.limit", "nyz.breed.line-order")
def test_each_line_is_an_action_of_its_own(two: Zoo) -> None:
    """Section 6: an enclosure may get an offspring and a house animal at each line."""
    board = seat(("7-01", "fox", 2), ("7-02", "penguin", 2), houses=["fox", "penguin"])
    state = two.at("breed", board, lines=["fox", "penguin"], elephant="S3")
    play(state, "breed a", "add a", "bonus b", "add b", "breed b", "bonus a")
    assert (enclosure(state, "a"), enclosure(state, "b")) == (("fox", 5), ("penguin", 5))
