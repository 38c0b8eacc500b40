"""The solo game on both boards."""

from __future__ import annotations

from typing import Any

import pytest

from new_york_zoo.conftest import Zoo, enclosure, phase, place_first, seat
from zoobox.testing import notations, play, refused

START_ANIMALS = ["meerkat", "flamingo"]


def finish_enclosure(state: Any) -> Any:
    """Completes the enclosure a of four spaces with a fox and covers the last cell."""
    play(state, "take fox", "put a", "no keep", "attraction att1")
    place_first(state)
    return state


@pytest.mark.rule("nyz.solo.setup")
@pytest.mark.parametrize("variant", ["small", "large"])
def test_setting_up_alone(variant: str) -> None:
    view = Zoo(1, variant).start().view(0)
    assert view["markers"] == ["0", "1", "2", "3", "4+"]
    assert view["spaces_to_go"] == 50
    sizes = [tuple(space["sizes"]) for space in view["strip"] if "stack" in space]
    assert sizes.count((4, 5)) == 8
    assert sizes.count((5, 6)) == 7
    assert view["seats"][0]["dealt"] == []
    assert view["seats"][0]["house_count"] == {"small": 3, "large": 4}[variant]


@pytest.mark.rule("nyz.solo.range")
def test_how_far_the_markers_go(alone: Zoo) -> None:
    """Case 27: 4+ reaches from the fourth space to the last before the elephant's own."""
    state = alone.start()
    assert notations(state) == [f"E{count}" for count in range(25)] + ["free"]
    for marker, count, space in ((1, 1, "S1"), (2, 2, "A2"), (3, 3, "S2"), (4, 4, "S3"), (4, 24, "S15")):
        again = play(state.copy(), f"E{count}")
        assert again.view(0)["elephant"] == space
        assert ("4+" if marker == 4 else str(marker)) not in again.view(0)["markers"]
        assert len(again.view(0)["markers"]) == 4


@pytest.mark.rule("nyz.solo.range")
def test_only_counted_spaces_are_ahead(alone: Zoo) -> None:
    state = alone.at("move", seat(houses=START_ANIMALS), empty=["S1", "S3"])
    assert notations(state) == [f"E{count}" for count in range(23)] + ["free"]
    assert refused(state, "E24").rule == "nyz.solo.range"
    play(state, "E3")
    assert state.view(0)["elephant"] == "A3"  # A2, S2, A3


@pytest.mark.rule("nyz.solo.range", "nyz.breed.line-order")
def test_all_lines_crossed_by_the_4_plus_breed_in_order(alone: Zoo) -> None:
    """Case 27: a queue of all lines, not just of two."""
    state = play(alone.start(), "E24")
    assert state.view(0)["lines"] == ["fox", "meerkat", "flamingo", "kangaroo", "penguin"]
    board = seat(("P", "fox", 2), ("V", "meerkat", 2), ("X", "flamingo", 2), houses=["kangaroo"])
    state = play(alone.at("move", board), "E20")  # A9
    assert state.view(0)["elephant"] == "A9"
    play(state, "take kangaroo", "put house")
    bred = []
    while phase(state) != "move":
        if phase(state) == "breed":
            bred.append(state.view(0)["lines"][0])
        play(state, "no breed" if "no breed" in notations(state) else notations(state)[-1])
    assert bred == ["fox", "meerkat", "flamingo"]


@pytest.mark.rule("nyz.solo.markers")
def test_markers_come_back_after_the_fifth(alone: Zoo) -> None:
    """Section 6: at the end of the turn in which the fifth was used."""
    board = seat(("P", "fox", 1), ("V", "meerkat", 1), leave=20)
    state = alone.at("move", board, markers=["2", "3"], elephant="A1")
    assert refused(state, "E1").rule == "nyz.solo.markers"
    assert refused(state, "E7").rule == "nyz.solo.markers"
    play(state, "E2")
    assert state.view(0)["markers"] == ["3"]
    play(
        state,
        "take fox",
        "put house",
    )
    assert state.view(0)["markers"] == ["3"]
    assert "E2" not in notations(state)
    play(state, "E3")
    assert state.view(0)["markers"] == []  # still this turn
    while phase(state) != "move":
        play(state, notations(state)[0])
    assert state.view(0)["markers"] == ["0", "1", "2", "3", "4+"]


@pytest.mark.rule("nyz.solo.zero")
def test_the_0_uses_the_space_again(alone: Zoo) -> None:
    """Case 28: also in the very first turn; it crosses nothing."""
    state = play(alone.start(), "E0")
    assert state.view(0)["elephant"] == "A1"
    assert phase(state) == "acquire"
    state = alone.at("move", seat(("P", "fox", 3), houses=["fox"]), elephant="S3")
    play(state, "E0")
    assert phase(state) == "tile"
    assert state.view(0)["lines"] == []


@pytest.mark.rule("nyz.solo.unusable")
def test_when_a_marker_cannot_be_used(alone: Zoo) -> None:
    """Case 28: the 0 on an empty slot; any marker to a tile that fits nowhere."""
    state = alone.at("move", seat(("P", "fox", 2), houses=["fox"]), elephant="S1", empty=["S1"])
    assert "E0" not in notations(state)
    refusal = refused(state, "E0")
    assert refusal.rule == "nyz.solo.unusable"
    assert "Slot 1 is empty" in refusal.reason
    state = alone.at("move", seat(("P", "fox", 2), houses=["fox"], leave=3), elephant="S1")
    assert notations(state)[0] == "E1"  # A2, but not the slot where it stands
    assert refused(state, "E0").rule == "nyz.solo.unusable"
    assert refused(state, "E2").rule == "nyz.solo.unusable"


@pytest.mark.rule("nyz.solo.free-move")
def test_the_free_move_uses_no_marker(alone: Zoo) -> None:
    """Case 29: always offered; forced when no marker can be used."""
    state = play(alone.start(), "free")
    assert state.view(0)["elephant"] == "A2"
    assert len(state.view(0)["markers"]) == 5
    forced = alone.at("move", seat(("P", "fox", 2), houses=["fox"], leave=3), markers=["1"])
    assert notations(forced) == ["free"]
    crossing = play(alone.at("move", seat(houses=["fox"]), elephant="S2"), "free")
    assert crossing.view(0)["elephant"] == "A3"
    assert crossing.view(0)["lines"] == ["fox"]
    assert refused(Zoo(2).start(), "free").rule == "nyz.solo.free-move"


@pytest.mark.rule("nyz.solo.bonus")
def test_bonus_breeding_alone(alone: Zoo) -> None:
    state = alone.at("breed", seat(("P", "fox", 2), ("V", "meerkat", 2)), lines=["fox"], elephant="A3")
    play(state, "breed a", "bonus b")
    assert enclosure(state, "b") == ("meerkat", 3)


@pytest.mark.rule("nyz.solo.passing", "nyz.solo.losing")
def test_passing_the_start_for_the_second_time_loses_at_once(alone: Zoo) -> None:
    """Cases 24 and 25, section 6: without a main action."""
    state = alone.at("move", seat(("P", "fox", 3), houses=["fox"]), elephant="S15", arrivals=1)
    lines = [line.text for line in state.play(0, "E2")]
    assert state.over
    assert any("passed the start" in line for line in lines)
    assert len(state.view(0)["seats"][0]["enclosures"]) == 1
    assert state.standings[0].points == -75
    assert state.payoff_of(0) < 0.5


@pytest.mark.rule("nyz.solo.passing", "nyz.solo.exact-landing")
def test_a_move_that_loses_says_so(alone: Zoo) -> None:
    """Before it is made, in its label and rule; afterwards no space is left to go, not fewer than none."""
    state = alone.at("move", seat(("P", "fox", 3), houses=["fox"]), elephant="S15", arrivals=1)
    told = {choice.notation: choice for choice in state.choices(0)}
    assert "lost" not in told["E0"].label + told["E1"].label + told["free"].label
    assert told["E2"].label == (
        "Use marker 2: the elephant goes 2 spaces to slot 1, the Y-shaped tile of 6, past the start: the game is lost"
    )
    assert told["E2"].rule == "nyz.solo.passing"
    assert "das Spiel ist verloren" in next(choice.label for choice in state.choices(0, "de") if choice.id == 2)
    play(state, "E2")
    assert state.view(0)["spaces_to_go"] == 0
    early = alone.at("move", seat(("P", "fox", 3), houses=["fox"]), elephant="S15")
    assert not any("lost" in choice.label for choice in early.choices(0))


@pytest.mark.rule("nyz.solo.passing")
def test_the_first_pass_is_free(alone: Zoo) -> None:
    state = alone.at("move", seat(("P", "fox", 3), houses=["fox"]), elephant="S15")
    play(state, "E2")
    assert phase(state) == "tile"
    assert state.view(0)["spaces_to_go"] == 24


@pytest.mark.rule("nyz.solo.exact-landing")
def test_landing_exactly_wins_with_nothing_or_loses(alone: Zoo) -> None:
    """Case 24."""
    state = alone.at("move", seat(("T4", "fox", 3), leave=1), elephant="S15", arrivals=1)
    finish_enclosure(play(state, "E1"))
    play(state, "no other")
    assert state.over
    assert state.standings[0].points == 0
    assert state.payoff_of(0) == 0.5
    state = alone.at("move", seat(("T4", "fox", 2), leave=1), elephant="S15", arrivals=1)
    play(state, "E1", "take fox", "put a", "no other")
    assert state.over
    assert state.standings[0].points == -1


@pytest.mark.rule("nyz.solo.exact-landing")
@pytest.mark.parametrize(("landing", "breeds"), [("breeding", True), ("no_breeding", False)])
def test_lines_on_the_way_to_the_exact_landing(landing: str, breeds: bool) -> None:
    board = seat(("T4", "penguin", 3), leave=1)
    state = Zoo(1, exact_landing=landing).at("move", board, elephant="S14", arrivals=1, markers=["2"])
    play(state, "free", "take meerkat", "put house")
    if breeds:
        play(state, "breed a", "keep", "attraction att1")
        place_first(state)
    assert state.over
    assert state.standings[0].points == (0 if breeds else -1)


@pytest.mark.rule("nyz.solo.winning")
@pytest.mark.parametrize(("arrivals", "points"), [(0, 45), (1, 20)])
def test_points_are_the_spaces_up_to_the_second_arrival(alone: Zoo, arrivals: int, points: int) -> None:
    """Case 26: empty slots count, lines do not; a win in the first lap counts the second lap too."""
    board = seat(("T4", "fox", 3), leave=1)
    state = alone.at("acquire", board, elephant="A3", arrivals=arrivals)
    finish_enclosure(state)
    assert state.over
    assert state.standings[0].points == points
    assert state.standings[0].breakdown == {"spare": points}
    emptied = alone.at("acquire", board | {"leave": None}, elephant="A3", arrivals=arrivals, empty=["S4", "S5"])
    assert emptied.view(0)["spaces_to_go"] == points


@pytest.mark.rule("nyz.solo.winning", "nyz.solo.losing")
def test_more_points_are_a_better_payoff(alone: Zoo) -> None:
    def won(space: str) -> float:
        return float(
            finish_enclosure(alone.at("acquire", seat(("T4", "fox", 3), leave=1), elephant=space)).payoff_of(0)
        )

    def lost(leave: int) -> float:
        board = seat(("P", "fox", 3), houses=["fox"], leave=leave)
        state = alone.at("move", board, elephant="S15", arrivals=1)
        return float(play(state, "E3").payoff_of(0))  # A2, past the start

    assert 1 >= won("A2") > won("A3") > won("A10") > 0.5
    assert 0.5 > lost(40) > lost(50) > 0


@pytest.mark.rule("nyz.solo.winning")
def test_a_board_filled_in_breeding_wins(alone: Zoo) -> None:
    state = alone.at("breed", seat(("T4", "fox", 3), leave=1), lines=["fox"], elephant="A3")
    play(state, "breed a", "keep", "attraction att1")
    place_first(state)
    assert state.over
    assert state.standings[0].points == 45
